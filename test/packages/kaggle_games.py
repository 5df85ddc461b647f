"""python3 -I -S kaggle_games.py FOLDER GAMES [SEED]: play a submission to Kaggle's
ConnectX, unpacked in a folder, as its environment does.

Half of the games are against an opponent who plays at random, half against one who
also wins at once, or else prevents that.  Each agent begins in turn.  The program
fails if a move is illegal or comes too late.  It prints the results, and the longest
time that a move took.
"""

import collections
import os
import random
import sys
import time

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


def legal(board):
    return [column for column in range(WIDTH) if board[column] == 0]


def play(board, column, mark):
    """The board after a move, and whether it wins."""
    row = max(r for r in range(HEIGHT) if board[r * WIDTH + column] == 0)
    board = board[:]
    board[row * WIDTH + column] = mark

    def length(right, down):
        c, r, count = column + right, row + down, 0
        while 0 <= c < WIDTH and 0 <= r < HEIGHT and board[r * WIDTH + c] == mark:
            c, r, count = c + right, r + down, count + 1
        return count

    return board, any(
        length(right, down) + 1 + length(-right, -down) >= IN_A_ROW
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def play_at_random(board, mark):
    return random.choice(legal(board))


def play_carefully(board, mark):
    for whose in (mark, 3 - mark):
        for column in legal(board):
            if play(board, column, whose)[1]:
                return column
    return play_at_random(board, mark)


def game(act, opponent, mark):
    """The result for the agent, and the longest time of a move of it."""
    board = [0] * (WIDTH * HEIGHT)
    left, longest = OVERAGE, 0
    for step in range(WIDTH * HEIGHT):
        to_move = step % 2 + 1
        if to_move == mark:
            observation = Struct(
                remainingOverageTime=left, step=step, board=board[:], mark=mark
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
                sys.exit(f"{board}: too late, after {took:.3f} s")
            if type(column) is not int or column not in legal(board):
                sys.exit(f"{board}: the move {column!r} is illegal")
        else:
            column = opponent(board, to_move)
        board, won = play(board, column, to_move)
        if won:
            return "won" if to_move == mark else "lost", longest
    return "drawn", longest


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
