#!/usr/bin/env python3
"""verify_puzzles.py WxH [NAME=VALUE...] <PUZZLES

Check puzzles, JSON objects of 'fourscore puzzle', against the definitions in
fourscore-puzzle(1) and the scores of 'fourscore solve'.  Each puzzle must have
the given values.
"""
import json
import subprocess
import sys

from rules import NAMES, Board, require, sign

def scores_of(board, puzzles):
    lines = "".join(p["position"] + "\n" for p in puzzles)
    found = subprocess.run(
        ["fourscore", "solve", "--all-moves", "--board", board],
        input=lines, stdout=subprocess.PIPE, text=True, check=True)
    lines = found.stdout.splitlines()
    require(len(lines) == len(puzzles))
    return [[int(s) for s in line.split()[1:]] for line in lines]


def check(puzzle, scores, width, height):
    moves = puzzle["position"]
    board = Board(width, height, moves)
    ply, cells = len(moves), width * height
    require(puzzle["to_move"] == board.mover)
    played = {i: s for i, s in enumerate(scores) if s != -1000}
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
        after = Board(width, height, moves + NAMES[column])
        return not after.threats(board.mover) <= board.threats(board.mover)

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
    for puzzle, scores in zip(puzzles, scores_of(board, puzzles)):
        key = check(puzzle, scores, width, height)
        require(key not in seen, "a mirror image")
        seen.append(key)
        for item in expected:
            name, value = item.split("=")
            require(str(puzzle[name]) == value, item)
    order = [puzzle["difficulty"] for puzzle in puzzles]
    require(order == sorted(order))


main(*sys.argv[1:])
