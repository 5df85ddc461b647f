"""The exceptions, and what they carry.

Nothing needs this module before an exception is raised or named, so that a
program starts without it.
"""

from __future__ import annotations

import enum
from typing import Any, NamedTuple, Optional


class Status(enum.IntEnum):
    """The status of a function of the library: enum fourscore_status."""

    OK = 0
    NO_BOARD = 1
    NO_ENGINE = 2
    NO_ISA = 3
    UNSAFE_TABLE = 4
    NO_MEMORY = 5
    NO_THREAD = 6
    ONE_THREAD = 7
    BAD_POSITION = 8
    BAD_MOVE = 9
    GAME_OVER = 10
    OTHER_BOARD = 11
    UNREACHABLE = 12
    TOO_SMALL = 13
    BAD_ARGUMENT = 14
    BAD_BOOK = 15
    CANCELLED = 16
    BUSY = 17
    IDLE = 18
    BAD_CERTIFICATE = 19
    NOT_PROVEN = 20


class FourscoreError(ValueError):
    """An argument is invalid, or a solver cannot be created.

    'status' is the reason, a Status.  'at' is the index, from 0, of the first
    bad character of moves or the first bad cell; it is the number of cells if
    no single cell is wrong; otherwise it is None.
    """

    __module__ = "fourscore"

    def __init__(
        self, status: int, message: str, at: Optional[int] = None
    ) -> None:
        super().__init__(message)
        self.status = Status(status)
        self.at = at

    def __reduce__(self) -> Any:
        return FourscoreError, (int(self.status), str(self), self.at)


class LibraryError(OSError):
    """libfourscore is not found, or cannot be used."""

    __module__ = "fourscore"


class Bounds(NamedTuple):
    """Bounds of a score: lower <= score <= upper."""

    lower: int
    upper: int


class Unfinished(Exception):
    """A limit or Solver.stop() ended the search before the answer was known.

    'lower' and 'upper' are bounds of the score, or for weak_score() of its
    sign. Solver.scores() sets 'scores' to a list with the Bounds of the move
    into each column, None for a full column; otherwise it is None.
    """

    __module__ = "fourscore"

    def __init__(
        self,
        lower: int,
        upper: int,
        scores: Optional[list[Optional[Bounds]]] = None,
    ) -> None:
        super().__init__(f"unfinished: the score is from {lower} to {upper}")
        self.lower = lower
        self.upper = upper
        self.scores = scores

    def __reduce__(self) -> Any:
        return Unfinished, (self.lower, self.upper, self.scores)
