"""Positions."""

from __future__ import annotations

import ctypes

from fourscore._library import (
    ANY, BAD_POSITION, FROM_0, MAX_CELLS, Error, RawPosition, as_int, as_text, check,
    fail, fail_at, load,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any, NoReturn, Optional

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
        self._raw = read_text("", width, height, ANY)

    @classmethod
    def _of(cls, raw: RawPosition) -> Position:
        position = cls.__new__(cls)
        position._raw = raw
        return position

    @classmethod
    def from_moves(
        cls, text: str, width: int = 7, height: int = 6, first_column: int = 1
    ) -> Position:
        """The position after moves, one character for each column: "4453"; or that of
        a game, a board, JSON or a link, in any form that docs/notations.md shows.
        'first_column' is the number of the leftmost column in the text, 1 or 0.

        FourscoreError if there is no board of that size, or where the text is wrong.
        """
        notation = as_notation(first_column)
        return cls._of(read_text(text, width, height, notation))

    @classmethod
    def from_cells(cls, cells: Cells, width: int = 7, height: int = 6) -> Position:
        """The position of the cells of a board, as a sequence, nested sequences or an
        array of one of these shapes:

        (width * height,)     top row first, each row from left to right
        (height, width)       the same, row by row
        (width, height)       column by column, from the top or from the bottom: as
                              no stone floats
        (height, width, 2)    planes: those of the side to move, and of the other one,
        (2, height, width)    as of PettingZoo, pgx and OpenSpiel; top row first

        Cells are 0, 1 for a stone of the first player, 2 of the second, as in Kaggle's
        ConnectX; or 0, 1 and -1, where who has more stones has moved first; or, as in
        pgx, -1 for an empty cell, 0 and 1; or marks as in docs/notations.md and None,
        also as a string for each row.

        FourscoreError if there is no board of that size, or if two players who take
        turns cannot have put these stones there: see fourscore_from_cells().  Some
        boards that no order of moves leads to are accepted: see moves().
        """
        library, raw, error = load(), RawPosition(), Error()
        text = _text_of(cells)
        if text is not None:
            return cls._of(read_text(text, width, height, ANY))
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


def as_notation(first_column: int) -> int:
    """The notation of texts whose leftmost column has this number."""
    if first_column not in (0, 1):
        fail("BAD_ARGUMENT", f"first_column is {first_column}, expected 1 or 0")
    return ANY if first_column else FROM_0


def read_text(text: str, width: int, height: int, notation: int) -> RawPosition:
    library, raw, error = load(), RawPosition(), Error()
    given = as_text(text)
    status = library.read(
        raw, None, as_int(width), as_int(height), notation, given, len(given), error
    )
    if status == BAD_POSITION:
        fail_at(given, error)
    check(library, status, f": {width}x{height}")
    return raw


# --------------------------------------------------------------------- cells


def _items(array: Any) -> list[Any]:
    return list(array.tolist() if hasattr(array, "tolist") else array)


def _flatten(array: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The items of nested sequences in order, and their shape."""
    items = _items(array)
    if not items or not hasattr(items[0], "__iter__") or isinstance(items[0], str):
        return items, (len(items),)
    parts = [_flatten(item) for item in items]
    lengths = sorted({shape[0] for _, shape in parts})
    if len({shape for _, shape in parts}) > 1:
        found = " or ".join(map(str, lengths))
        fail("BAD_POSITION", f"there are {len(items)} rows of {found} cells")
    return [cell for part, _ in parts for cell in part], (len(items), *parts[0][1])


def _text_of(cells: Cells) -> Optional[str]:
    """Rows of strings, or of marks and None, as JSON; None for numbers."""
    rows = [_items(row) if hasattr(row, "__iter__") and not isinstance(row, str) else row
            for row in _items(cells)]
    first = rows[0] if rows else 0
    mark = first[0] if isinstance(first, list) and first else first
    if mark is not None and not isinstance(mark, str):
        return None
    import json

    return json.dumps(rows)


def _floats(cells: list[Any], width: int) -> bool:
    """Whether a stone has nothing below it."""
    return any(
        cell and not below for cell, below in zip(cells, cells[width:])
    )


def _upright(columns: list[Any], width: int, height: int) -> list[Any]:
    """The rows of a board that is given column by column."""
    down = [columns[c * height + r] for r in range(height) for c in range(width)]
    up = [columns[c * height - r - 1] for r in range(height) for c in range(1, width + 1)]
    if _floats(down, width):
        return up
    if down != up and not _floats(up, width):
        fail("BAD_POSITION", "full columns do not tell which end of theirs is the top")
    return down


def _by_colour(cells: list[Any], first: Any, second: Any) -> list[int]:
    """Marks of cells with two colours: who has more stones has moved first."""
    if cells.count(second) > cells.count(first):
        first, second = second, first
    return [1 if cell == first else 2 if cell == second else 0 for cell in cells]


def _refuse_shape(shape: tuple[int, ...], width: int, height: int) -> NoReturn:
    cells, rows = width * height, (height, width)
    found, expected = " x ".join(map(str, shape)) + " cells", f"{cells} cells"
    if len(shape) == 2:
        found = f"{shape[0]} rows of {shape[1]} cells"
        expected = f"{height} rows of {width} cells"
    read = dict.fromkeys([(cells,), rows, (width, height), (*rows, 2), (2, *rows)])
    fail(
        "BAD_POSITION",
        f"there are {found}, expected {expected} on a board of {width}x{height}; "
        f"shapes that are read: {', '.join(map(str, read))}",
    )


def _is_pgx(cells: list[Any], width: int) -> bool:
    """Whether -1 is an empty cell, because stones are below it and not below 0."""
    is_board = not _floats([cell + 1 for cell in cells], width)
    is_turn = cells.count(0) - cells.count(1) in (0, 1)
    return is_board and is_turn and (0 not in cells or _floats(cells, width))


def _planes(own: list[Any], other: list[Any]) -> list[int]:
    marks = [bool(mine) + 2 * bool(theirs) for mine, theirs in zip(own, other)]
    if 3 in marks:
        fail("BAD_POSITION", "a cell has stones of both planes", marks.index(3))
    return _by_colour(marks, 1, 2)


def _marks(cells: Cells, width: int, height: int) -> array[int]:
    """The cells as fourscore_from_cells() takes them: as many as the board has."""
    from array import array

    Position(width, height)  # fails if there is no board of that size
    items, shape = _flatten(cells)
    rows = (height, width)
    if shape == (*rows, 2):
        items = _planes(items[::2], items[1::2])
    elif shape == (2, *rows):
        items = _planes(items[: width * height], items[width * height :])
    elif shape not in (rows, (width * height,), (width, height)):
        _refuse_shape(shape, width, height)
    try:
        marks = array("i", items)
    except OverflowError:  # the library refuses what it would cut off
        marks = array("i", map(as_int, items))
    plain, has_signs = list(marks), -1 in marks and {*marks} <= {-1, 0, 1}
    if shape == (width, height) != rows:
        plain = _upright(plain, width, height)
    elif has_signs and _is_pgx(plain, width):
        return array("i", [cell + 1 for cell in plain])
    if has_signs:
        plain = _by_colour(plain, 1, -1)
    return array("i", plain)


def field(owner: Any, name: str, default: Any) -> Any:
    """The item of that name of a mapping, or the attribute of an object."""
    from collections.abc import Mapping

    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)
