"""Positions."""

from __future__ import annotations

import ctypes

from fourscore._library import (
    BAD_POSITION, MAX_CELLS, MOVES, Error, RawPosition, as_int, as_text, check,
    fail, fail_at, load,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any

    from fourscore._types import Cells


class Position:
    """A position of any board; the game may be over.  Immutable.

    Positions are equal if their boards and stones are equal.
    They can be hashed, copied and pickled, and used by several threads.
    """

    __module__ = "fourscore"

    __slots__ = ("_raw",)
    _raw: RawPosition

    def __init__(self, width: int = 7, height: int = 6) -> None:
        """The empty board of a size.

        FourscoreError if there is no board of that size.
        """
        self._raw = _read("", width, height)

    @classmethod
    def _of(cls, raw: RawPosition) -> Position:
        position = cls.__new__(cls)
        position._raw = raw
        return position

    @classmethod
    def from_moves(cls, text: str, width: int = 7, height: int = 6) -> Position:
        """The position after moves, one character for each column: "4453".

        FourscoreError if there is no board of that size, or for the first move
        that cannot be played.
        """
        return cls._of(_read(text, width, height))

    @classmethod
    def from_cells(cls, cells: Cells, width: int = 7, height: int = 6) -> Position:
        """The position of width * height cells, top row first, each row from left to
        right: 0 is empty, 1 a stone of the first player, 2 of the second, as in
        Kaggle's ConnectX.  The cells are one sequence, a sequence of rows, or a NumPy
        array of either shape.

        FourscoreError if there is no board of that size, or if two players who take
        turns cannot have put these stones there: see fourscore_from_cells().  Some
        boards that no order of moves leads to are accepted: see moves().
        """
        library, raw, error = load(), RawPosition(), Error()
        marks = _marks(cells, width, height)
        raw_cells = (ctypes.c_int * len(marks)).from_buffer(marks)
        status = library.from_cells(
            raw, as_int(width), as_int(height), raw_cells, error
        )
        if status == BAD_POSITION:
            fail(status, error.reason.decode(), error.at)
        check(library, status, f": {width}x{height}")
        return cls._of(raw)

    @classmethod
    def from_connectx(cls, observation: Any, configuration: Any = None) -> Position:
        """The position that an agent of Kaggle's ConnectX is given.

        'observation' is an object or a mapping with the cells in 'board', or the
        cells themselves: see from_cells().  'configuration', an object or a mapping,
        may have 'columns', 'rows' and 'inarow'; the defaults are 7, 6 and 4.

        FourscoreError if 'inarow' is not 4, or as from_cells().

        Source: the environment "connectx" of kaggle-environments.
        """
        inarow = field(configuration, "inarow", 4)
        if inarow != 4:
            fail("BAD_ARGUMENT", f"inarow is {inarow}, expected 4")
        return cls.from_cells(
            field(observation, "board", observation),
            field(configuration, "columns", 7),
            field(configuration, "rows", 6),
        )

    def play(self, column: int) -> Position:
        """The position after a move into a column, counted from 1.

        FourscoreError if there is no such column, if it is full, or if the game is
        over.
        """
        raw = RawPosition.from_buffer_copy(self._raw)
        status = load().play(raw, as_int(column))
        size = f"{self.width}x{self.height}"
        check(load(), status, f": column {column} of a board of {size}")
        return self._of(raw)

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(load().width(self._raw))

    @property
    def height(self) -> int:
        """Number of rows."""
        return int(load().height(self._raw))

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
        """The integer that identifies the position on its board, at most 127 bits:
        see fourscore_key()."""
        words = (ctypes.c_uint64 * 2)()
        load().key(self._raw, words)
        return int(words[0]) | int(words[1]) << 64

    def moves(self) -> str:
        """Moves that lead to the position, not always those that were played.

        FourscoreError with Status.UNREACHABLE if no order of moves leads to it, or
        with Status.NO_MEMORY if 16 MiB do not suffice to find one.
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


def _read(moves: str, width: int, height: int) -> RawPosition:
    library, raw, error = load(), RawPosition(), Error()
    text = as_text(moves)
    status = library.read(
        raw, as_int(width), as_int(height), MOVES, text, len(text), error
    )
    if status == BAD_POSITION:
        fail_at(text, error)
    check(library, status, f": {width}x{height}")
    return raw


def _items(array: Any) -> list[Any]:
    return list(array.tolist() if hasattr(array, "tolist") else array)


def _marks(cells: Cells, width: int, height: int) -> array[int]:
    """The cells, one after the other: as many as the board has."""
    from array import array

    items = _items(cells)
    found, expected = f"{len(items)} cells", f"{width * height} cells"
    if items and hasattr(items[0], "__iter__") and not isinstance(items[0], str):
        rows = [_items(row) for row in items]
        lengths = " or ".join(map(str, sorted({*map(len, rows)})))
        found = f"{len(rows)} rows of {lengths} cells"
        expected = f"{height} rows of {width} cells"
        items = [item for row in rows for item in row]
    try:
        marks = array("i", items)
    except OverflowError:  # the library refuses what it would cut off
        marks = array("i", map(as_int, items))
    if found != expected:
        Position(width, height)  # fails if there is no board of that size
        board = f"on a board of {width}x{height}"
        fail("BAD_POSITION", f"there are {found}, expected {expected} {board}")
    return marks


def field(owner: Any, name: str, default: Any) -> Any:
    """The item of that name of a mapping, or the attribute of an object."""
    from collections.abc import Mapping

    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)
