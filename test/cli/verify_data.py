#!/usr/bin/env python3
"""verify_data.py --count N [--board WxH] [--min-ply N] [--max-ply N] [--no-wins-at-once] FILE...
verify_data.py --arrays CODE FILE

Check data sets of 'fourscore gen --all-moves' against 'fourscore solve', the
rules, and the options they were made with.  All files must have the same data.
With --arrays, check the arrays that lines of Python make of a file in JSON.
"""
import argparse
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from rules import NAMES, NO_MOVE, Board, require, scores_of_moves


def key_of(position, width, height):
    """The same for both mirror images."""
    rows = Board(width, height, position).rows()
    return min(str(rows), str([row[::-1] for row in rows]))


def read_csv(path, width):
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            scores = [row[f"move_{name}"] for name in NAMES[:width]]
            yield (row["position"], int(row["ply"]), int(row["score"]),
                   [int(s) if s else NO_MOVE for s in scores])


def read_json(path, width):
    with open(path) as file:
        for line in file:
            row = json.loads(line)
            yield (row["position"], row["ply"], row["score"],
                   [NO_MOVE if s is None else s for s in row["move_scores"]])


def read(path, width):
    return list(read_csv(path, width) if path.endswith(".csv") else read_json(path, width))


def check_rows(rows, options):
    width, height = map(int, options.board.split("x"))
    found = scores_of_moves(options.board, [row[0] for row in rows])
    seen = set()
    for position, ply, score, scores in rows:
        require(scores == found[position])
        require(score == max(scores) and ply == len(position))
        if options.no_wins_at_once:
            require(score < (width * height + 1 - ply) // 2)
        require(options.min_ply <= ply <= options.max_ply)
        key = key_of(position, width, height)
        require(key not in seen)
        seen.add(key)


def check_arrays(code, path):
    import numpy

    made = {}
    with open(code) as file:
        exec(file.read(), made)
    rows = read(path, 7)
    require(len(rows) > 100)
    for name in "boards", "ply", "own", "score", "move_scores", "best":
        require(len(made[name]) == len(rows))
    for i, (position, ply, score, scores) in enumerate(rows):
        cells = Board(7, 6, position).rows()
        mover = ply % 2 + 1
        require(made["boards"][i].tolist() == cells)
        require(made["own"][i].tolist() == [[c == mover for c in row] for row in cells])
        require(made["ply"][i] == ply and made["score"][i] == score)
        require(numpy.nan_to_num(made["move_scores"][i], nan=NO_MOVE).tolist() == scores)
        require(made["best"][i].tolist() == [s == max(scores) for s in scores])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arrays")
    parser.add_argument("--count", type=int)
    parser.add_argument("--board", default="7x6")
    parser.add_argument("--min-ply", type=int, default=12)
    parser.add_argument("--max-ply", type=int, default=36)
    parser.add_argument("--no-wins-at-once", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.arrays:
        check_arrays(options.arrays, options.files[0])
        return
    width = int(options.board.split("x")[0])
    sets = [read(path, width) for path in options.files]
    check_rows(sets[0], options)
    require(len(sets[0]) == options.count)
    require(all(rows == sets[0] for rows in sets))


main()
