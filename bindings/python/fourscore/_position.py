"""Positions."""

from __future__ import annotations

import ctypes
import operator

from fourscore._arguments import as_int
from fourscore._library import (
    BAD_POSITION, MAX_CELLS, MOVES, Error, RawPosition, check, fail, load, size_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from fourscore._forms import Cells


class Position:
    """A position of any board; the game may be over.  Immutable.

    Positions are equal if their boards and stones are equal.
    They can be hashed, copied and pickled, and used by several threads.
    """

    __module__ = "fourscore"

    __slots__ = ("_raw", "_size")
    _raw: RawPosition
    _size: tuple[int, int]

    def __init__(self, width: int = 7, height: int = 6) -> None:
        """The empty board of a size.

        FourscoreError if there is no board of that size.
        """
        self._size = (as_int(width), as_int(height))
        self._raw = RawPosition()
        read_moves(self._raw, "", width, height)

    @classmethod
    def _of(cls, raw: RawPosition, size: tuple[int, int]) -> Position:
        position = cls.__new__(cls)
        position._raw = raw
        position._size = size
        return position

    @classmethod
    def from_moves(
        cls, text: str, width: int = 7, height: int = 6
    ) -> Position:
        """The position after moves, one character for each column: "4453".

        FourscoreError if there is no board of that size, or for the first move
        that cannot be played.
        """
        if not isinstance(text, str):
            raise TypeError(f"moves must be a str, not {text!r}")
        raw = RawPosition()
        read_moves(raw, text, width, height)
        return cls._of(raw, (as_int(width), as_int(height)))

    @classmethod
    def from_cells(
        cls, cells: Cells, width: int = 7, height: int = 6
    ) -> Position:
        """The position of width * height cells, top row first, each row from
        left to right: 0 is empty, 1 a stone of the first player, 2 of the
        second, as in Kaggle's ConnectX.  The cells are one sequence, a
        sequence of rows, or a NumPy array of either shape.

        FourscoreError if there is no board of that size, or if two players who
        take turns cannot have put these stones there: see
        fourscore_from_cells().  Some boards that no order of moves leads to
        are accepted: see moves().
        """
        library, raw, error = load(), RawPosition(), Error()
        columns, rows = as_int(width), as_int(height)
        marks = _marks(cells, columns, rows, (width, height))
        array = (ctypes.c_int * len(marks))(*marks)
        status = library.from_cells(raw, columns, rows, array, error)
        if status == BAD_POSITION:
            fail(status, _reason(error), error.at)
        check(library, status, f": {size_text((width, height))}")
        return cls._of(raw, (columns, rows))

    @classmethod
    def from_connectx(
        cls, observation: Any, configuration: Any = None
    ) -> Position:
        """The position that an agent of Kaggle's ConnectX is given.

        'observation' is an object or a mapping with the cells in 'board', or
        the cells themselves: see from_cells().  'configuration', an object or
        a mapping, may have 'columns', 'rows' and 'inarow'; the defaults are 7,
        6 and 4.

        FourscoreError if 'inarow' is not 4, or as from_cells().

        Source: the environment "connectx" of kaggle-environments.
        """
        inarow = field(configuration, "inarow", 4)
        if inarow != 4:
            fail(
                "BAD_ARGUMENT",
                f"inarow is {inarow}, expected 4",
            )
        return cls.from_cells(
            field(observation, "board", observation),
            field(configuration, "columns", 7),
            field(configuration, "rows", 6),
        )

    def play(self, column: int) -> Position:
        """The position after a move into a column, counted from 1.

        FourscoreError if there is no such column, if it is full, or if the
        game is over.
        """
        raw = RawPosition.from_buffer_copy(self._raw)
        status = load().play(raw, as_int(column))
        size = size_text(self._size)
        check(load(), status, f": column {column} of a board of {size}")
        return self._of(raw, self._size)

    @property
    def width(self) -> int:
        """Number of columns."""
        return self._size[0]

    @property
    def height(self) -> int:
        """Number of rows."""
        return self._size[1]

    @property
    def ply(self) -> int:
        """Number of stones on the board."""
        return int(load().ply(self._raw))

    @property
    def winner(self) -> int:
        """The player with four in a row: 1 or 2, or 0 for none."""
        return int(load().winner(self._raw))

    @property
    def key(self) -> int:
        """The integer that identifies the position on its board, at most 127
        bits: see fourscore_key()."""
        words = (ctypes.c_uint64 * 2)()
        load().key(self._raw, words)
        return int(words[0]) | int(words[1]) << 64

    def moves(self) -> str:
        """Moves that lead to the position, not always those that were played.

        FourscoreError with Status.UNREACHABLE if no order of moves leads to
        it, or with Status.NO_MEMORY if 16 MiB do not suffice to find one.
        """
        text = ctypes.create_string_buffer(MAX_CELLS + 1)
        check(load(), load().moves(self._raw, text, len(text)))
        return text.value.decode()

    def cells(self) -> list[int]:
        """The cells, as a list that from_cells() takes."""
        cells = (ctypes.c_int * (self.width * self.height))()
        load().cells(self._raw, cells)
        return list(cells)

    def _name(self) -> tuple[int, int, int]:
        return self.width, self.height, self.key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._name() == other._name()

    def __hash__(self) -> int:
        return hash(self._name())

    def __reduce__(self) -> Any:
        return Position.from_cells, (self.cells(), self.width, self.height)

    def __repr__(self) -> str:
        is_default = (self.width, self.height) == (7, 6)
        size = "" if is_default else f", {self.width}, {self.height}"
        try:
            return f"Position.from_moves({self.moves()!r}{size})"
        except ValueError:  # FourscoreError
            return f"Position.from_cells({self.cells()}{size})"


def read_moves(raw: RawPosition, text: str, width: int, height: int) -> None:
    """Set a position to that after moves: see Position.from_moves()."""
    library, error = load(), Error()
    moves = text.encode("ascii", "replace")
    status = library.read(
        raw, as_int(width), as_int(height), MOVES, moves, len(moves), error
    )
    if status == BAD_POSITION:
        refuse_moves(text, error)
    check(library, status, f": {size_text((width, height))}")


def _reason(error: Error) -> str:
    return str(error.reason.decode("ascii", "replace"))


def refuse_moves(text: str, error: Error) -> NoReturn:
    """Raise the exception for moves that the library refuses."""
    reason, bad = _reason(error), text[error.at : error.at + 1]
    if bad == "\0" or bad > "\x7f":  # C has seen another byte
        for name in ("byte 0x00", "'?'"):
            reason = reason.replace(name, repr(bad))
    fail(BAD_POSITION, reason, error.at)


def _items(array: Any) -> list[Any]:
    return list(array.tolist() if hasattr(array, "tolist") else array)


def _marks(
    cells: Cells, width: int, height: int, size: tuple[int, int]
) -> list[int]:
    """The cells, one after the other: as many as the board has."""
    rows = _items(cells)
    if rows and hasattr(rows[0], "__iter__") and not isinstance(rows[0], str):
        rows = [_items(row) for row in rows]
        lengths = {len(row) for row in rows}
        if len(rows) != height or lengths != {width}:
            found = " or ".join(map(str, sorted(lengths)))
            _refuse_shape(
                f"{len(rows)} rows of {found} cells",
                f"{height} of {width}",
                size,
            )
        rows = [cell for row in rows for cell in row]
    marks = list(map(operator.index, rows))
    if len(marks) != width * height:
        _refuse_shape(f"{len(marks)} cells", str(width * height), size)
    if any(mark != as_int(mark) for mark in {*marks}):  # C would see another
        place = next(i for i, mark in enumerate(marks) if mark != as_int(mark))
        reason = f"{marks[place]} is not a mark, expected 0, 1 or 2"
        fail(BAD_POSITION, reason, place)
    return marks


def _refuse_shape(found: str, expected: str, size: tuple[int, int]) -> NoReturn:
    Position(*size)  # fails if there is no board of that size
    fail(
        BAD_POSITION,
        f"there are {found}, expected {expected} for the board of "
        f"{size_text(size)}",
    )


def field(owner: Any, name: str, default: Any) -> Any:
    """The item of that name of a mapping, or the attribute of an object."""
    from collections.abc import Mapping

    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)
