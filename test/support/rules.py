"""The rules of the game, and what the program prints, for tests.  Shares no code with it.

Columns are counted from 0; a cell is a pair (column, row), the lowest row being 0.
"""

import os
import subprocess

NAMES = "123456789abc"
NO_MOVE = -1000
DIRECTIONS = (1, 0), (0, 1), (1, 1), (1, -1)


def require(condition, *reasons):
    """Raise AssertionError with the reasons unless the condition holds, also by python3 -O,
    which leaves assert out."""
    if not condition:
        raise AssertionError(*reasons)


class Board:
    """The players are x, who moves first, and o; the winner is None until one has four."""

    def __init__(self, width, height, moves=""):
        self.width, self.height, self.moves = width, height, ""
        self.columns = [[] for _ in range(width)]
        self.winner = None
        for name in moves:
            self.play(NAMES.index(name))

    @property
    def mover(self):
        return "xo"[len(self.moves) % 2]

    @property
    def over(self):
        return self.winner is not None or not self.playable()

    def playable(self):
        """The columns that are not full."""
        return [c for c in range(self.width) if len(self.columns[c]) < self.height]

    def at(self, cell):
        """The stone on a cell, '.' for none, None outside."""
        column, row = cell
        if not (0 <= column < self.width and 0 <= row < self.height):
            return None
        stones = self.columns[column]
        return stones[row] if row < len(stones) else "."

    def cells(self):
        return [(c, r) for c in range(self.width) for r in range(self.height)]

    def rows(self):
        """The cells as in ConnectX, 0, 1 for x and 2 for o, top row first."""
        return [[".xo".index(self.at((column, row))) for column in range(self.width)]
                for row in reversed(range(self.height))]

    def lines(self):
        """All lines of four."""
        for column, row in self.cells():
            for dx, dy in DIRECTIONS:
                line = [(column + i * dx, row + i * dy) for i in range(4)]
                if self.at(line[3]) is not None:
                    yield line

    def play(self, column):
        require(self.winner is None and len(self.columns[column]) < self.height)
        player, cell = self.mover, (column, len(self.columns[column]))
        self.columns[column].append(player)
        self.moves += NAMES[column]
        if self.completes(player, cell):
            self.winner = player

    def after(self, *columns):
        board = Board(self.width, self.height)
        board.moves, board.winner = self.moves, self.winner
        board.columns = [list(column) for column in self.columns]
        for column in columns:
            board.play(column)
        return board

    def completes(self, player, cell):
        """Whether a stone of the player on this cell is part of a four."""
        def run(dx, dy):
            (x, y), length = cell, 0
            while self.at((x + dx, y + dy)) == player:
                x, y, length = x + dx, y + dy, length + 1
            return length

        return any(run(dx, dy) + run(-dx, -dy) >= 3 for dx, dy in DIRECTIONS)

    def wins(self, player):
        """The columns in which the player completes a four now."""
        return [c for c in self.playable() if self.completes(player, (c, len(self.columns[c])))]


def last_stone(board, score):
    """The number of the stone with which a game of this score ends."""
    cells, ply = board.width * board.height, len(board.moves)
    return cells if score == 0 else next(
        n for n in range(ply + 1, cells + 1)
        if (cells + 2 - n) // 2 == abs(score) and (n - ply) % 2 == (score > 0))


def sign(number):
    return (number > 0) - (number < 0)


def run(*arguments, lines, status=0):
    """The lines that the program prints for these."""
    text = "".join(f"{line or '-'}\n" for line in lines)
    program = os.environ.get("FOURSCORE", "fourscore")
    found = subprocess.run([program, *arguments], input=text, text=True, check=False,
                           stdout=subprocess.PIPE)
    require(found.returncode == status, arguments, found.returncode)
    return found.stdout.splitlines()


def solve(board, positions, *options):
    """What 'fourscore solve' prints behind each position, as a dictionary of words."""
    positions = sorted(set(positions))
    lines = run("solve", "--quiet", "--board", board, *options, lines=positions)
    require(len(lines) == len(positions))
    return {position: line.split()[1:] for position, line in zip(positions, lines)}


def scores_of_moves(board, positions):
    """The scores of all moves in each position, NO_MOVE for a full column."""
    return {position: [int(word) for word in words]
            for position, words in solve(board, positions, "--all-moves").items()}
