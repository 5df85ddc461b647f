#!/usr/bin/env python3
"""verify_puzzles.py OPTION...: check the puzzles of 'fourscore puzzle' with these options.

The JSON must agree with the definitions in fourscore-puzzle(1), with the scores of 'fourscore
solve' and with the options; the text, with solutions, must agree with the JSON.
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from rules import NAMES, NO_MOVE, Board, last_stone, require, run, scores_of_moves, sign


def threats(board, player):
    """The empty cells that complete a four."""
    return {cell for cell in board.cells()
            if board.at(cell) == "." and board.completes(player, cell)}


def check(puzzle, scores, width, height):
    moves = puzzle["position"]
    board = Board(width, height, moves)
    player = board.mover
    require(puzzle["to_move"] == player)
    played = {i: s for i, s in enumerate(scores) if s != NO_MOVE}
    best = max(played.values())
    good = [i for i, s in played.items() if sign(s) == sign(best)]
    require(best >= 0 and len(good) == 1 and len(played) > 1)
    good = good[0]
    require(puzzle["solution"] == good + 1)
    require(puzzle["pv"][0] == NAMES[good])
    require(puzzle["score"] == best)

    def stones(score):
        """Until the end of the game."""
        return last_stone(board, score) - len(moves)

    wrong = {i: s for i, s in played.items() if i != good}
    only = all(s < 0 for s in wrong.values())
    require(puzzle["only_move"] == only)
    require(puzzle["win_in"] == ((stones(best) + 1) // 2 if best else None))
    depths = [stones(best)] if best else []
    if only:
        depths.append(max(stones(s) for s in wrong.values()))
    require(puzzle["depth"] == min(depths))

    def makes_threat(column):
        return not threats(board.after(column), player) <= threats(board, player)

    lures = [i for i, s in wrong.items()
             if not (s < 0 and stones(s) == 2) and makes_threat(i)]
    require(puzzle["lures"] == len(lures))
    quiet = puzzle["win_in"] != 1 and not makes_threat(good)
    require(puzzle["quiet"] == quiet)
    difficulty = puzzle["depth"] + 2 * len(lures) + 2 * quiet
    require(puzzle["difficulty"] == difficulty)
    grades = [(9, "easy"), (15, "medium"), (23, "hard"), (1000, "expert")]
    require(puzzle["grade"] == next(g for d, g in grades if difficulty < d))
    require(puzzle["depth"] > 2 or puzzle["win_in"] == 1)
    return min(board.columns, board.columns[::-1])


def diagram(board):
    rows = (" ".join(["", *(board.at((column, row)) for column in range(board.width))])
            for row in reversed(range(board.height)))
    return [*rows, " ".join(["", *NAMES[:board.width]])]


def text_of(puzzles, width, height):
    text, solutions = [], ["Solutions", ""]
    for number, puzzle in enumerate(puzzles, 1):
        player, score, win = puzzle["to_move"], puzzle["score"], puzzle["win_in"]
        task = (f"{player} is to move and wins in {win} move{'s' * (win > 1)}.  Only one first "
                "move wins: which?" if score else
                f"{player} is to move and holds a draw.  Only one move does: which?")
        require(puzzle["task"] == task)
        text += [f"Puzzle {number}: {puzzle['grade']}, difficulty {puzzle['difficulty']}", "",
                 *diagram(Board(width, height, puzzle["position"])), "", task,
                 f"The game so far: {puzzle['position']}", ""]
        wrong = ", ".join(f"{NAMES[i]} {['draws', 'wins', 'loses'][sign(found)]}"
                          for i, found in enumerate(puzzle["move_scores"])
                          if found is not None and i + 1 != puzzle["solution"])
        end = f"{player} wins on move {puzzle['last_stone']}" if score else "a draw"
        solutions += [f"{number}: {NAMES[puzzle['solution'] - 1]} "
                      f"{'wins' if score else 'holds a draw'}; {wrong}.",
                      f"   Best play of both sides: {puzzle['pv']}, {end}."]
    return text + solutions


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="7x6")
    parser.add_argument("--count", type=int)
    parser.add_argument("--win-in", type=int)
    parser.add_argument("--only-move", action="store_true")
    parser.add_argument("--difficulty")
    wanted, _ = parser.parse_known_args()
    width, height = map(int, wanted.board.split("x"))
    puzzles = list(map(json.loads, run("puzzle", "--json", *sys.argv[1:], lines=[])))
    require(len(puzzles) == wanted.count)
    text = run("puzzle", "--solutions", *sys.argv[1:], lines=[])
    scores = scores_of_moves(wanted.board, [puzzle["position"] for puzzle in puzzles])
    seen, order = [], []
    for puzzle in puzzles:
        key = check(puzzle, scores[puzzle["position"]], width, height)
        require(key not in seen, "a mirror image")
        seen.append(key)
        order.append(puzzle["difficulty"])
        require(wanted.win_in in (None, puzzle["win_in"]))
        require(wanted.difficulty in (None, puzzle["grade"]))
        require(puzzle["only_move"] or not wanted.only_move)
    require(order == sorted(order))
    for line, own in zip(text, text_of(puzzles, width, height), strict=True):
        require(line == own, line, own)


main()
