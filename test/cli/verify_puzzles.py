#!/usr/bin/env python3
"""verify_puzzles.py WxH [NAME=VALUE...] <PUZZLES

Check puzzles, JSON objects of 'fourscore puzzle', against the definitions in
fourscore-puzzle(1) and the scores of 'fourscore solve'.  Each puzzle must have
the given values.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from require import require
from rules import NAMES, NO_MOVE, Board, scores_of_moves, sign


def threats(board, player):
    """The empty cells that complete a four."""
    return {cell for cell in board.cells()
            if board.at(cell) == "." and board.completes(player, cell)}


def check(puzzle, scores, width, height):
    moves = puzzle["position"]
    board = Board(width, height, moves)
    player, ply, cells = board.mover, len(moves), width * height
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
        """Until the end of the game: of two stones that give the score, the
        one of the winner."""
        winner = ply % 2 if score > 0 else 1 - ply % 2
        last = next(n for n in range(1, cells + 1)
                    if (cells + 2 - n) // 2 == abs(score)
                    and (n - 1) % 2 == winner)
        return last - ply

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


def main(board, *expected):
    width, height = map(int, board.split("x"))
    puzzles = [json.loads(line) for line in sys.stdin if line.strip()]
    require(puzzles or not expected)
    seen = []
    scores = scores_of_moves(board, [puzzle["position"] for puzzle in puzzles])
    for puzzle in puzzles:
        key = check(puzzle, scores[puzzle["position"]], width, height)
        require(key not in seen, "a mirror image")
        seen.append(key)
        for item in expected:
            name, value = item.split("=")
            require(str(puzzle[name]) == value, item)
    order = [puzzle["difficulty"] for puzzle in puzzles]
    require(order == sorted(order))


main(*sys.argv[1:])
