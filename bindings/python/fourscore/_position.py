"""Positions."""

from __future__ import annotations

import ctypes
import operator
from array import array
from collections.abc import Mapping
from itertools import accumulate, compress

from fourscore._library import (
    ANY, BAD_POSITION, DIAGRAM, FROM_0, MAX_CELLS, MAX_WIDTH, MOVES, NAMES, OK, Error,
    RawPosition, as_board, as_choice, as_count, as_int, as_text, c, check, fail, fail_at,
)

# What has a position, in the order in which a reader of JSON looks for them.
_MEMBERS = (
    "position", "pos", "moves", "history", "board", "grid", "cells", "game", "observation",
)
_ATTRIBUTES = "board", "observation", "position", "pos", "game", "moves"
_TEXTS = str, type(None)  # types of items that the library reads as JSON
_MARKS = {-1: -1, 0: 0, 1: 1, 2: 2}  # of cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any, NoReturn, Optional, Union

    from fourscore._play import Picture
    from fourscore._types import Cells, PositionLike


class Position:
    """A position of any board; the game may be over.  Immutable.

        >>> position = Position.from_moves("4453")
        >>> print(position.play(4))
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . x . . .
         . . . o . . .
         . . o x x . .
         1 2 3 4 5 6 7

    Columns are counted from 1.  Player 1 moves first and has the stones x, player 2 has
    o.  Positions are equal if their boards and stones are; they can be hashed and
    pickled, and used by several threads.  A notebook draws them.
    """

    __module__ = "fourscore"

    __slots__ = ("_line", "_raw")
    if TYPE_CHECKING:
        _raw: RawPosition
        _line: Optional[str]  # the moves as they were played; None: not known

    # ------------------------------------------------------------- constructors

    def __init__(self, width: int = 7, height: int = 6) -> None:
        """The empty board of a size.  FourscoreError if there is none of that size."""
        if not isinstance(width, int) and hasattr(width, "__iter__"):
            hint = "from_any() reads positions"
            raise TypeError(f"width must be an integer, not {width!r}; {hint}")
        self._raw, self._line = read_text("", width, height)

    @classmethod
    def _of(cls, raw: RawPosition, line: Optional[str]) -> Position:
        position = cls.__new__(cls)
        position._raw = raw
        position._line = line
        return position

    @classmethod
    def from_moves(
        cls, text: str, width: int = 7, height: int = 6, first_column: int = 1
    ) -> Position:
        """The position after moves, a character for each column, "4453", where columns
        10 to 12 are a to c; or of any other text that docs/notations.md shows: games,
        boards, JSON, links.  'first_column' is the number of the leftmost column, 1 or
        0.  FourscoreError says where the text is wrong.
        """
        is_sized = type(width) is type(height) is type(first_column) is int
        is_plain = type(text) is str and text.isdigit() and first_column == 1
        if is_sized and is_plain and len(text) < width * height < 128:  # in one frame
            raw, given = RawPosition(), text.encode()
            if c.read(raw, None, width, height, ANY, given, len(given), None) == OK:
                position = _new(cls)
                position._raw, position._line = raw, text
                return position
        raw, line = read_text(text, width, height, first_column)
        is_known = line != "" or c.ply(raw) == 0  # a board has no moves
        return cls._of(raw, line if is_known else None)

    @classmethod
    def from_cells(cls, cells: Cells, width: int = 7, height: int = 6) -> Position:
        """The position of the cells of a board, in lists or an array of the shape

        (width * height,)     top row first, each row from left to right
        (height, width)       the same, row by row
        (width, height)       column by column, from the top or from the bottom: BitBully;
                              not on a square board
        (height, width, 2)    planes of the side to move and of the other one, top row
        (2, height, width)    first: PettingZoo, pgx

        Cells are 0, 1 and 2, or floats, for an empty one and the players, as in Kaggle's
        ConnectX; or 0, 1 and -1, where who has more stones has moved first; or, as in
        pgx, -1 for an empty one, 0 and 1; or marks as in docs/notations.md, None, or a
        str for a row.
        FourscoreError if two players who take turns cannot have put these stones there.
        """
        if isinstance(cells, (str, Position)):
            hint = "from_any() reads positions"
            raise TypeError(f"cells must be lists or an array, not {cells!r}; {hint}")
        return cls._of_array(cells, *as_board(width, height))

    @classmethod
    def from_any(
        cls, state: PositionLike, width: int = 7, height: int = 6, first_column: int = 1
    ) -> Position:
        """The position of whatever programs hold:

        a Position, a str     itself; from_moves()
        cells, planes         from_cells()
        a list of columns     the moves; for actions of OpenSpiel and PettingZoo
                              'first_column' is 0
        a list of texts       as a list of JSON: moves such as ["d1", "d2"], or rows
        a mapping             as an object of JSON; also its observation
        an owner of one       the first attribute of board, observation, position, pos,
                              game and moves: Kaggle, PettingZoo, pgx, a Puzzle, a Review,
                              whose columns count from 1
        history()             columns from 0: OpenSpiel
        """
        if isinstance(state, Position):
            return state
        as_notation(first_column)
        if isinstance(state, str):
            return cls.from_moves(state, width, height, first_column)
        if isinstance(state, Mapping):
            return cls._of_mapping(state, width, height, first_column)
        if type(state) not in (list, tuple):
            for name in _ATTRIBUTES:
                inner = getattr(state, name, None)
                if inner is not None and not callable(inner):
                    first_column = getattr(state, "_first_column", first_column)
                    return cls.from_any(inner, width, height, first_column)
            history = getattr(state, "history", None)
            if history is not None:
                columns = history() if callable(history) else history
                return cls._of_columns(list(columns), *as_board(width, height), 0)
        width, height = as_board(width, height)
        if isinstance(state, (bytes, bytearray)) and len(state) != width * height:
            raise TypeError(f"a position must be a str, not {state!r}: decode() it")
        return cls._of_array(state, width, height, first_column)

    @classmethod
    def _of_mapping(
        cls, state: Mapping[str, Any], width: int, height: int, first: int
    ) -> Position:
        """As the object of JSON is read; arrays in it by their shape."""
        import json

        text = json.dumps(cls._as_object(state, width, height, first), default=_as_plain)
        return cls.from_moves(text, width, height, first)

    @classmethod
    def _as_object(
        cls, state: Mapping[str, Any], width: int, height: int, first: int
    ) -> dict[str, Any]:
        """The members of an object of JSON; of others than positions only numbers and
        texts say anything."""
        members: dict[str, Any] = {}
        chosen = next((name for name in _MEMBERS if _says(state.get(name))), None)
        for name, value in state.items():
            if not isinstance(name, str):
                continue
            if hasattr(value, "tolist"):
                value = value.tolist()
            if isinstance(value, (str, int, float)):
                members[name] = value
            elif name in _MEMBERS and _says(value):
                try:
                    members[name] = cls._as_member(name, value, width, height, first)
                except (TypeError, ValueError):
                    if name == chosen:
                        raise
        return members

    @classmethod
    def _as_member(cls, name: str, value: Any, width: int, height: int, first: int) -> Any:
        """A list as JSON has it: of cells, top row first, or of moves; a board for all
        else that has a position."""
        if name == "observation" and isinstance(value, Mapping):
            return cls._as_object(value, width, height, first)
        is_owner = isinstance(value, (Mapping, bytes, bytearray, Position))
        if not is_owner and hasattr(value, "__iter__"):
            value = _items(value)
            shape = _flatten(value)[1]
            if len(shape) == 1 or shape == (height, width):
                return value
        return str(cls.from_any(value, width, height, first))

    @classmethod
    def _of_array(
        cls, cells: Any, width: int, height: int, first: Optional[int] = None
    ) -> Position:
        """The position of cells; or, with the number of the leftmost column, after moves
        into columns, if it has the shape of these."""
        items, shape = _flatten(cells)
        if any(issubclass(kind, _TEXTS) for kind in {*map(type, items)}):
            if shape[1:] and shape != (height, width):
                _refuse_shape(shape, width, height)
            return cls._of_list(items, width, height, 1 if first is None else first)
        if first is not None and len(shape) == 1:
            are_cells = len(items) == width * height  # or all moves of a full board
            if not are_cells or (max(items) > 2 and (first == 0 or min(items) > 0)):
                return cls._of_columns(items, width, height, first)
        read, refused = [], []
        for board in _boards(items, shape, width, height):
            raw, error = RawPosition(), Error()
            raw_cells = (ctypes.c_int * len(board)).from_buffer(array("i", board))
            status = c.from_cells(raw, width, height, raw_cells, error)
            if status == BAD_POSITION:
                refused.append((error.at, error.reason.decode()))
            else:
                check(status, f": {width}x{height}")
                read.append(cls._of(raw, None))
        is_columns = shape == (width, height) != (height, width)
        if not read:  # of columns, the reading that comes nearest to a position
            at, reason = max(refused) if is_columns else refused[0]
            fail(BAD_POSITION, reason, at)
        if is_columns and read[0] != read[-1]:
            reason = "full columns do not tell which end of theirs is the top"
            fail(BAD_POSITION, f"{reason}; expected rows")
        return read[0]

    @classmethod
    def _of_columns(cls, columns: list[Any], width: int, height: int, first: int) -> Position:
        """The position after moves into columns, of which the leftmost is 'first'."""
        line, count = "", len(columns)
        for at, column in enumerate(columns):
            index = as_int(column, f"item {at} of {count}, a column,") - first
            if not 0 <= index < width:
                return cls._of_list(columns, width, height, first)  # says what is wrong
            line += NAMES[index]
        return cls.from_moves(line, width, height)

    @classmethod
    def _of_list(cls, items: list[Any], width: int, height: int, first: int) -> Position:
        """The position that items are as a list of JSON."""
        import json

        parts = [json.dumps(item, default=operator.index) for item in items]
        try:
            raw, line = read_text(f"[{', '.join(parts)}]", width, height, first)
        except ValueError as error:  # FourscoreError
            byte = getattr(error, "at", None)
            if byte is None:
                raise
            at = sum(end < byte for end in accumulate(len(part) + 2 for part in parts[:-1]))
            fail(BAD_POSITION, f"item {at} of {len(items)}, {items[at]!r}: {error}", at)
        return cls._of(raw, line or None)

    @classmethod
    def random(
        cls, plies: int, seed: Union[int, Random, None] = None,
        width: int = 7, height: int = 6,
    ) -> Position:
        """A position after so many random moves, each one among those that do not win.
        None is another seed each time; a random.Random goes on.  FourscoreError if 10,000
        games end earlier.
        """
        rng, empty = as_random(seed), read_text("", width, height)[0]
        plies = as_count(plies, "plies", 0, width * height)
        for _ in range(10_000):
            raw, line = empty, ""
            columns = list(range(1, width + 1))
            while len(line) < plies and columns:
                column = rng.choice(columns)
                after = RawPosition.from_buffer_copy(raw)
                if c.play(after, column) == OK and not c.winner(after):
                    raw, line = after, line + NAMES[column - 1]
                    columns = list(range(1, width + 1))
                else:
                    columns.remove(column)
            if len(line) == plies:
                return cls._of(raw, line)
        fail("UNREACHABLE", f"10,000 random games ended before {plies} moves")

    # -------------------------------------------------------------------- moves

    def play(self, column: int) -> Position:
        """The position after a move into a column.  FourscoreError if it is not legal."""
        if type(column) is not int:
            column = as_int(column, "column")
        raw, line = RawPosition.from_buffer_copy(self._raw), self._line
        status = c.play(raw, column if 0 < column <= MAX_WIDTH else 0)
        if status != OK:
            legal = ", ".join(map(str, self.legal_moves)) or "none"
            check(status, f": column {column}, expected {legal}")
        after: Position = _new(Position)
        after._raw = raw
        after._line = None if line is None else line + NAMES[column - 1]
        return after

    def undo(self) -> Position:
        """The position before the last move.  FourscoreError if there is none, or if it
        is not known, as in a position from cells."""
        line = self._game()
        if not line:
            fail("BAD_MOVE", "there is no move to take back")
        return Position.from_moves(line[:-1], self.width, self.height)

    def _game(self) -> str:
        """The moves, if their order is known."""
        if self._line is None:
            fail("BAD_ARGUMENT", "the order of the moves is not known")
        return self._line

    @property
    def moves(self) -> str:
        """The moves as they were played, a character for each column; in a position from
        cells, moves that lead to it.  FourscoreError with Status.UNREACHABLE if there
        are none, with Status.NO_MEMORY if 16 MiB do not suffice to find some.
        """
        if self._line is not None:
            return self._line
        text = ctypes.create_string_buffer(MAX_CELLS + 1)
        check(c.write(self._raw, MOVES, text, len(text)))
        return text.value.decode()

    @property
    def legal_moves(self) -> list[int]:
        """The columns that can be played, in order; none if the game is over."""
        raw, cells = self._raw, (ctypes.c_int * MAX_CELLS)()
        if c.winner(raw):
            return []
        c.cells(raw, cells)
        columns = range(1, c.width(raw) + 1)
        return list(compress(columns, map(operator.not_, cells)))

    def is_legal(self, column: int) -> bool:
        """Whether a column can be played."""
        if type(column) is not int:
            column = as_int(column, "column")
        raw = RawPosition.from_buffer_copy(self._raw)
        return 0 < column <= MAX_WIDTH and bool(c.play(raw, column) == OK)

    @property
    def winning_moves(self) -> list[int]:
        """The columns that complete four in a row at once, in order."""
        found = []
        for column in range(1, c.width(self._raw) + 1):
            raw = RawPosition.from_buffer_copy(self._raw)
            if c.play(raw, column) == OK and c.winner(raw):
                found.append(column)
        return found

    # -------------------------------------------------------------------- state

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(c.width(self._raw))

    @property
    def height(self) -> int:
        """Number of rows."""
        return int(c.height(self._raw))

    @property
    def ply(self) -> int:
        """Number of stones on the board."""
        return int(c.ply(self._raw))

    @property
    def to_move(self) -> int:
        """The player to move, 1 or 2."""
        return 1 + int(c.ply(self._raw)) % 2

    @property
    def stones_left(self) -> int:
        """Number of stones that the player to move has left: on 7x6 at first 21."""
        raw = self._raw
        return int(c.width(raw) * c.height(raw) - c.ply(raw) + 1) // 2

    @property
    def winner(self) -> int:
        """The player with four in a row: 1 or 2, or 0 for none."""
        return int(c.winner(self._raw))

    @property
    def is_over(self) -> bool:
        """Whether a player has won, or the board is full."""
        raw = self._raw
        return bool(c.winner(raw) or c.ply(raw) == c.width(raw) * c.height(raw))

    @property
    def key(self) -> int:
        """The integer that identifies it on its board: fourscore_key()."""
        words = (ctypes.c_uint64 * 2)()
        c.key(self._raw, words)
        return int(words[0]) | int(words[1]) << 64

    def cells(self) -> list[int]:
        """The cells, as a list that from_cells() takes."""
        raw = self._raw
        cells = (ctypes.c_int * (c.width(raw) * c.height(raw)))()
        c.cells(raw, cells)
        return list(cells)

    def to_array(self, shape: str = "rows") -> Any:
        """The cells as an array of NumPy, of int8, which from_cells() takes, too:

        "rows"      (height, width), top row first: 0, 1 and 2
        "columns"   (width, height), each column from the bottom: 0, 1 and 2
        "planes"    (2, height, width), top row first: the side to move, the other one

        Of columns of a square board, or if all of them are full or empty, it takes the
        rows, array.T[::-1].
        """
        import numpy

        as_choice(shape, "shape", ("rows", "columns", "planes"))
        rows = numpy.array(self.cells(), "int8").reshape(self.height, self.width)
        if shape == "rows":
            return rows
        if shape == "columns":
            return numpy.ascontiguousarray(rows[::-1].T)
        own = self.to_move
        return numpy.stack([rows == own, rows == 3 - own]).astype("int8")

    def mirror(self) -> Position:
        """The position with left and right exchanged."""
        width, line = self.width, self._line
        cells, names = self.cells(), NAMES[:width]
        rows = [cells[at : at + width][::-1] for at in range(0, len(cells), width)]
        mirror = Position.from_cells(rows, width, self.height)
        if line is not None:
            mirror._line = line.translate(str.maketrans(names, names[::-1]))
        return mirror

    def copy(self) -> Position:
        """The position itself, which does not change."""
        return self

    # ------------------------------------------------------------------ showing

    def show(self, scores: bool = False) -> Picture:
        """A picture for a notebook, text elsewhere; with the scores of all moves."""
        from fourscore._play import Picture

        return Picture(self, scores)

    def _repr_svg_(self) -> str:
        return self.show()._repr_svg_()

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(512)
        c.write(self._raw, DIAGRAM, text, len(text))
        return text.value.decode().rstrip("\n")

    def __repr__(self) -> str:
        is_default = (self.width, self.height) == (7, 6)
        size = "" if is_default else f", {self.width}, {self.height}"
        try:
            return f"Position.from_moves({self.moves!r}{size})"
        except ValueError:  # FourscoreError
            return f"Position.from_cells({self.cells()}{size})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bytes(self._raw) == bytes(other._raw)

    def __hash__(self) -> int:
        return hash(bytes(self._raw))

    def __reduce__(self) -> Any:
        size = self.width, self.height
        if self._line is not None:
            return Position.from_moves, (self._line, *size)
        return Position.from_cells, (self.cells(), *size)


_new = object.__new__


def as_random(seed: Union[int, Random, None]) -> Random:
    from random import Random

    if isinstance(seed, Random):
        return seed
    return Random(None if seed is None else as_int(seed, "seed"))


def as_notation(first_column: int) -> int:
    """The notation of texts whose leftmost column has this number."""
    return ANY if as_count(first_column, "first_column", 0, 1) else FROM_0


def read_text(
    text: str, width: int, height: int, first_column: int = 1, is_game: bool = False
) -> tuple[RawPosition, str]:
    """The position, and the moves of a game that ends there, else "".  For a game only
    these."""
    raw, error, given = RawPosition(), Error(), as_text(text)
    line = ctypes.create_string_buffer(MAX_CELLS + 1)
    notation = as_notation(first_column)
    of = line, *as_board(width, height), notation, given, len(given), error
    status = c.read_game(*of) if is_game else c.read(raw, *of)
    if status == BAD_POSITION:
        fail_at(given, error, f"move {len(line.value) + 1}: " if is_game else "")
    check(status, f": {width}x{height}")
    return raw, line.value.decode()


# --------------------------------------------------------------------- cells


def _says(value: Any) -> bool:
    """Whether a member of a mapping is neither None nor a list of mappings."""
    is_list = isinstance(value, (list, tuple))
    return value is not None and not (is_list and value and isinstance(value[0], Mapping))


def _as_plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else _items(value)


def _items(array: Any) -> list[Any]:
    if type(array) is list:
        return array
    for name in ("to_numpy", "tolist"):  # of pandas, NumPy and others
        if hasattr(array, name):
            array = getattr(array, name)()
    if not hasattr(array, "__iter__") or isinstance(array, (Mapping, set, frozenset)):
        raise TypeError(
            f"a position must be a Position, moves as a str, or cells, not {array!r}"
        )
    return list(array)


def _flatten(array: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The items of nested sequences in order, and their shape."""
    items = _items(array)
    is_nested = bool(items) and hasattr(items[0], "__iter__")
    if not is_nested or isinstance(items[0], (str, bytes)):
        return items, (len(items),)
    parts = [_flatten(item if hasattr(item, "__iter__") else ()) for item in items]
    lengths = sorted({shape[0] for _, shape in parts})
    if len({shape for _, shape in parts}) > 1:
        found = " or ".join(map(str, lengths))
        fail("BAD_POSITION", f"there are {len(items)} rows of {found} cells")
    return [cell for part, _ in parts for cell in part], (len(items), *parts[0][1])


def _refuse_shape(shape: tuple[int, ...], width: int, height: int) -> NoReturn:
    Position(width, height)  # fails if there is no board of that size
    cells, rows = width * height, (height, width)
    others = dict.fromkeys([(cells,), (width, height), (*rows, 2), (2, *rows)])
    fail(
        "BAD_POSITION",
        f"the cells have the shape {shape}, expected {rows} on a board of "
        f"{width}x{height}, or {', '.join(map(str, others))}",
    )


def _boards(
    items: list[Any], shape: tuple[int, ...], width: int, height: int
) -> list[list[int]]:
    """What the items may be, in the order of preference, as fourscore_from_cells() takes
    it: as many cells as the board has."""
    cells, rows, columns = width * height, (height, width), (width, height)
    if shape in ((*rows, 2), (2, *rows)):  # the side to move, and the other one
        by_cell = shape != (2, *rows)
        own = items[::2] if by_cell else items[:cells]
        other = items[1::2] if by_cell else items[cells:]
        both = list(map(all, zip(own, other)))
        if True in both:
            fail("BAD_POSITION", "a cell has stones of both planes", both.index(True))
        items = [bool(mine) - bool(theirs) for mine, theirs in zip(own, other)]
    elif shape not in (rows, (cells,), columns):
        _refuse_shape(shape, width, height)
    try:
        board = list(map(_MARKS.__getitem__, items))  # also of 1.0 and True
    except KeyError as error:
        (mark,) = error.args
        at = items.index(mark)
        fail("BAD_POSITION", f"cell {at}: {mark!r} is not a mark, expected 0, 1 or 2", at)
    boards = [board]
    if -1 in board and {*board} <= {-1, 0, 1}:
        # who has more stones has moved first; or, as in pgx, -1 is an empty cell
        first = 1 if board.count(1) >= board.count(-1) else -1
        boards = [[first * cell % 3 for cell in board]]
        if shape in (rows, (cells,)):
            boards.append([cell + 1 for cell in board])
    if shape == columns != rows:  # from the top, or from the bottom
        down = [[each[c :: height] for c in range(height)] for each in boards]
        boards = [sum(rows, []) for each in down for rows in (each, each[::-1])]
    return boards
