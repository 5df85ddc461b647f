"""Games of random moves.

    python3 test/support/random_games.py WIDTH HEIGHT COUNT SEED

prints games to their end; with --unfinished, positions of games that are not over, each
number of plies equally likely.
"""

import random
import sys

from rules import Board


def random_board(width, height, plies, rng):
    """A board after that many moves, fewer if the game is over before."""
    board = Board(width, height)
    while len(board.moves) < plies and not board.over:
        board.play(rng.choice(board.playable()))
    return board


def unfinished_games(count, rng, least=0, most=41, width=7, height=6):
    """The moves of games that are not over, of 'least' to 'most' plies."""
    games = []
    while len(games) < count:
        plies = rng.randint(least, most)
        board = random_board(width, height, plies, rng)
        if not board.over:
            games.append(board.moves)
    return games


def main(width, height, count, seed, *options):
    width, height, count = int(width), int(height), int(count)
    rng = random.Random(int(seed))
    cells = width * height
    if options == ("--unfinished",):
        games = unfinished_games(count, rng, 0, cells - 1, width, height)
    else:
        games = [random_board(width, height, cells, rng).moves for _ in range(count)]
    print(*games, sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
