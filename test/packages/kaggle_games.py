"""python3 -I -S kaggle_games.py FOLDER GAMES [SEED]: play a submission to Kaggle's
ConnectX, unpacked in a folder, as its environment does.

Half of the games are against an opponent who plays at random, half against one who
also wins at once, or else prevents that.  Each agent begins in turn.  The program
fails if a move is illegal or comes too late.  It prints the results, and the longest
time that a move took.
"""

import collections
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from rules import Board

sys.path.pop(0)  # the submission must not find our modules
WIDTH, HEIGHT, IN_A_ROW = 7, 6, 4
TIMEOUT, OVERAGE = 2, 60  # seconds


class Struct(dict):
    """A dictionary whose items are attributes, too."""

    def __init__(self, **items):
        super().__init__(**items)
        self.__dict__ = self


def read_agent(folder):
    """The last callable of main.py, which is run without a __file__ and without its
    folder on the path afterwards."""
    path = os.path.join(folder, "main.py")
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    names = {}
    sys.path.append(folder)
    exec(code, names)
    sys.path.pop()
    return [value for value in names.values() if callable(value)][-1]


def play_at_random(board):
    return random.choice(board.playable())


def play_carefully(board):
    wins = board.wins(board.mover) or board.wins("xo"[board.mover == "x"])
    return wins[0] if wins else play_at_random(board)


def game(act, opponent, mark):
    """The result for the agent, and the longest time of a move of it."""
    board = Board(WIDTH, HEIGHT)
    left, longest = OVERAGE, 0
    while not board.over:
        step, player = len(board.moves), ".xo".index(board.mover)
        if player == mark:
            observation = Struct(
                remainingOverageTime=left, step=step, board=sum(board.rows(), []), mark=mark
            )
            configuration = Struct(
                episodeSteps=1000, actTimeout=TIMEOUT, runTimeout=1200,
                columns=WIDTH, rows=HEIGHT, inarow=IN_A_ROW,
                agentTimeout=OVERAGE, timeout=TIMEOUT, __raw_path__="main.py",
            )
            started = time.perf_counter()
            column = act(observation, configuration)
            took = time.perf_counter() - started
            longest = max(longest, took)
            left -= max(0, took - TIMEOUT)
            if left < 0:
                sys.exit(f"{board.moves}: too late, after {took:.3f} s")
            if type(column) is not int or column not in board.playable():
                sys.exit(f"{board.moves}: the move {column!r} is illegal")
        else:
            column = opponent(board)
        board.play(column)
    if board.winner is None:
        return "drawn", longest
    return "won" if ".xo".index(board.winner) == mark else "lost", longest


def main(folder, games, seed=1):
    random.seed(int(seed))
    act = read_agent(folder)
    results, longest = collections.Counter(), 0
    for number in range(int(games)):
        opponent = (play_at_random, play_carefully)[number // 2 % 2]
        mark = number % 2 + 1
        result, took = game(act, opponent, mark)
        results[f"{opponent.__name__[5:]}, mark {mark}: {result}"] += 1
        longest = max(longest, took)
    for result, count in sorted(results.items()):
        print(count, result)
    print(f"{longest:.3f} s at most")


main(*sys.argv[1:])
