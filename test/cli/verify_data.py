#!/usr/bin/env python3
"""verify_data.py FILE...
verify_data.py --parts FILE...
verify_data.py --arrays CODE FILE

Check data sets of 'fourscore gen --all-moves' against 'fourscore solve', the
rules, and their manifests.  All files must have the same data.  With --parts
check only that their parts have no position or mirror image in common; with
--arrays, check the arrays that lines of Python make of a file in JSON.
"""
import csv
import json
import pathlib
import sys
import zlib
from collections import Counter

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from require import require
from rules import NAMES, NO_MOVE, Board, scores_of_moves

SPLITS = ["train", "validation", "test"]


def cells_of(position, width, height):
    """The cells as in ConnectX, top row first."""
    board = Board(width, height, position)
    return [[".xo".index(board.at((column, row))) for column in range(width)]
            for row in reversed(range(height))]


def key_of(position, width, height):
    """The same for both mirror images."""
    cells = cells_of(position, width, height)
    return min(str(cells), str([row[::-1] for row in cells]))


def read_csv(path, width):
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            scores = [row[f"move_{name}"] for name in NAMES[:width]]
            yield (row["position"], int(row["ply"]), row["split"],
                   int(row["score"]),
                   [int(s) if s else NO_MOVE for s in scores])


def read_json(path, width):
    with open(path) as file:
        for line in file:
            row = json.loads(line)
            yield (row["position"], row["ply"], row["split"], row["score"],
                   [NO_MOVE if s is None else s for s in row["move_scores"]])


def check_rows(rows, options, board):
    width, height = map(int, board.split("x"))
    found = scores_of_moves(board, [row[0] for row in rows])
    seen = set()
    for position, ply, split, score, scores in rows:
        require(scores == found[position])
        require(score == max(scores) and ply == len(position))
        if options["no_wins_at_once"]:
            require(score < (width * height + 1 - ply) // 2)
        require(options["min_ply"] <= ply <= options["max_ply"])
        key = key_of(position, width, height)
        require(key not in seen)
        seen.add(key)


def check_manifest(manifest, path, rows):
    with open(path, "rb") as file:
        data = file.read()
    require(manifest["file"] == path)
    require(manifest["bytes"] == len(data))
    require(manifest["crc32"] == f"{zlib.crc32(data):08x}")
    require(manifest["positions"] == len(rows) == manifest["options"]["count"])
    for split in SPLITS:
        part = [row for row in rows if row[2] == split]
        found = manifest["splits"][split]
        require(found["positions"] == len(part))
        plies = Counter(str(row[1]) for row in part)
        require(found["plies"] == plies)
    require(manifest["splits"]["train"]["positions"] > len(rows) / 2)


def read(path):
    with open(path + ".manifest.json") as file:
        manifest = json.load(file)
    board = manifest["options"]["board"]
    width, height = map(int, board.split("x"))
    kind = path.rsplit(".", 1)[1]
    require(manifest["format"] == kind)
    rows = list(read_csv(path, width) if kind == "csv" else
                read_json(path, width))
    check_manifest(manifest, path, rows)
    return rows, manifest["options"], board


def check_parts(paths):
    splits = {}
    shared = 0
    for path in paths:
        rows, _, board = read(path)
        width, height = map(int, board.split("x"))
        for position, _, split, _, _ in rows:
            key = key_of(position, width, height)
            shared += key in splits
            require(splits.setdefault(key, split) == split, position)
    require(shared > 10)


def check_arrays(code, path):
    made = {}
    with open(code) as file:
        exec(file.read(), made)
    rows = list(read_json(path, 7))
    require(len(rows) > 100)
    for name in "boards", "ply", "own", "score", "move_scores", "best":
        require(len(made[name]) == len(rows))
    for i, (position, ply, _, score, scores) in enumerate(rows):
        cells = cells_of(position, 7, 6)
        mover = ply % 2 + 1
        require(made["boards"][i].tolist() == cells)
        require(made["own"][i].tolist() == [[c == mover for c in row] for row in cells])
        require(made["ply"][i] == ply and made["score"][i] == score)
        require(numpy.nan_to_num(made["move_scores"][i], nan=NO_MOVE).tolist() == scores)
        require(made["best"][i].tolist() == [s == max(scores) for s in scores])


def main(paths):
    if paths[0] == "--parts":
        check_parts(paths[1:])
        return
    if paths[0] == "--arrays":
        check_arrays(*paths[1:])
        return
    first = None
    for path in paths:
        rows, options, board = read(path)
        if first is None:
            first = rows
            check_rows(rows, options, board)
        require(rows == first, path)


main(sys.argv[1:])
