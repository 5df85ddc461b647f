"""random_games.py WIDTH HEIGHT COUNT SEED: print random games to their end."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from rules import Board

width, height, count, seed = map(int, sys.argv[1:])
chance = random.Random(seed)
for _ in range(count):
    board = Board(width, height)
    while not board.over:
        board.play(chance.choice(board.playable()))
    print(board.moves)
