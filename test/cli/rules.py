"""The rules of the game, written anew for the tests.

A position is a Board; columns are counted from 0, cells are pairs (column, row), rows
from 0 below.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from require import require

NAMES = "123456789abc"


def sign(score):
    return (score > 0) - (score < 0)


class Board:
    """A board that knows its fours."""

    def __init__(self, width, height, moves=""):
        self.width, self.height, self.moves = width, height, ""
        self.columns = [[] for _ in range(width)]
        self.winner = None
        for move in moves:
            self.play(int(move, 16) - 1)

    def copy(self):
        other = Board(self.width, self.height)
        other.moves, other.winner = self.moves, self.winner
        other.columns = [list(column) for column in self.columns]
        return other

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

    def play(self, column):
        require(self.winner is None and len(self.columns[column]) < self.height)
        player = self.mover
        cell = column, len(self.columns[column])
        self.columns[column].append(player)
        self.moves += format(column + 1, "x")
        if self.completes(player, cell):
            self.winner = player

    def completes(self, player, cell):
        """Whether a stone of the player on this cell is part of a four."""
        column, row = cell
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for side in (1, -1):
                i = side
                while self.at((column + i * dx, row + i * dy)) == player:
                    run, i = run + 1, i + side
            if run >= 4:
                return True
        return False

    def wins(self, player):
        """The columns in which the player completes a four now."""
        return [c for c in self.playable()
                if self.completes(player, (c, len(self.columns[c])))]

    def after(self, column):
        board = self.copy()
        board.play(column)
        return board

    def safe(self):
        """The moves after which the other side cannot win at once."""
        return [c for c in self.playable() if not (after := self.after(c)).wins(after.mover)]

    def is_forced(self, column):
        """Whether all other moves lose at once."""
        return not self.wins(self.mover) and self.safe() == [column]

    def threats(self, player):
        """The empty cells that complete a four."""
        return {cell for cell in self.cells()
                if self.at(cell) == "." and self.completes(player, cell)}
