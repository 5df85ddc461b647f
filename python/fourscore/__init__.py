"""Exact scores for Connect Four: the Python side of libfourscore.

    >>> from fourscore import Solver
    >>> with Solver() as solver:
    ...     solver.scores("32164625")
    ...     solver.best("32164625")
    [-4, -3, 11, 4, 0, -2, -5]
    [3]

A score is an int, for the side to move, both sides playing best.  On the 7x6
board k > 0 means that this side wins with the k-th stone from the end of its
supply of 21, 0 is a draw, and k < 0 means that the opponent wins with the
(-k)-th stone from the end.  In general, on a board of W * H cells, a game that
ends with stone number n scores (W * H + 2 - n) // 2 for its winner.

Columns are counted from 1, from left to right.  Only connectx_agent() counts
from 0, as Kaggle's ConnectX does.

A position is given in one of three forms (PositionLike):

    Position        an object of this module
    str             the moves that lead to it, a column a character: "4453";
                    columns 10 to 12 are a to c; "" is the empty board
    cells           its width * height cells, row by row from the top, each row
                    from left to right: 0 is empty, 1 and 2 are stones of the
                    first and the second player; in one sequence, in a sequence
                    of rows, or in an array of NumPy of either shape

Exceptions: FourscoreError, a ValueError, for an invalid value; TypeError for
an argument of the wrong type; LibraryError, an OSError, if
libfourscore cannot be loaded; Unfinished if a limit ends a search.

The first library that is loaded serves all positions.  It is the first of
these: the argument 'library' of a Solver, the environment variable
FOURSCORE_LIBRARY, the library in the folder of this module (as in a wheel),
the library that the system finds.  fourscore(3) and lib/fourscore.h describe
the C interface, which this module follows.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import dataclasses
import enum
import functools
import math
import numbers
import operator
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from types import TracebackType
from typing import (
    Any,
    Generic,
    Literal,
    NamedTuple,
    NoReturn,
    Optional,
    Protocol,
    TypeVar,
    Union,
    cast,
    overload,
)

__all__ = [
    "Bounds",
    "FourscoreError",
    "LibraryError",
    "Position",
    "PositionLike",
    "Solver",
    "Status",
    "Unfinished",
    "connectx_agent",
    "version",
]

# ------------------------------------------------------------------ the errors


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


# ----------------------------------------------------------------- the library

_MAX_WIDTH = 12
_MAX_CELLS = 110
_MAX_THREADS = 1024
_NO_MOVE = -1000
_STRONG, _WEAK = 0, 1
_ALL_MOVES, _BEST, _PV = 1, 2, 4
_NO_TIME = 1e-9  # seconds; 0 is no limit


class _Position(ctypes.Structure):
    _fields_ = [("opaque", ctypes.c_uint64 * 6)]


class _Error(ctypes.Structure):
    _fields_ = [("at", ctypes.c_size_t), ("reason", ctypes.c_char * 128)]


class _Config(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("engine", ctypes.c_char_p),
        ("table_bytes", ctypes.c_uint64),
        ("threads", ctypes.c_int),
        ("workers", ctypes.c_int),
    ]


class _Bounds(ctypes.Structure):
    _fields_ = [("lower", ctypes.c_int), ("upper", ctypes.c_int)]


class _Query(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("position", _Position),
        ("goal", ctypes.c_int),
        ("beta", ctypes.c_int),
        ("find", ctypes.c_uint),
        ("fresh", ctypes.c_int),
        ("seconds", ctypes.c_double),
        ("nodes", ctypes.c_uint64),
        ("cancel", ctypes.c_void_p),
        ("user", ctypes.c_void_p),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("status", ctypes.c_int),
        ("user", ctypes.c_void_p),
        ("finished", ctypes.c_int),
        ("found", ctypes.c_uint),
        ("score", _Bounds),
        ("move_scores", _Bounds * _MAX_WIDTH),
        ("best", ctypes.c_int * _MAX_WIDTH),
        ("best_count", ctypes.c_int),
        ("pv", ctypes.c_int * _MAX_CELLS),
        ("pv_length", ctypes.c_int),
        ("nodes", ctypes.c_uint64),
        ("seconds", ctypes.c_double),
    ]


class _PoolConfig(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("engine", ctypes.c_char_p),
        ("table_bytes", ctypes.c_uint64),
        ("threads", ctypes.c_int),
        ("together", ctypes.c_int),
        ("no_book", ctypes.c_int),
        ("book", ctypes.c_void_p),
        ("capacity", ctypes.c_int),
        ("unordered", ctypes.c_int),
        ("answered", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


_Handle = ctypes.c_void_p
_handle = ctypes.POINTER(_Handle)
_position = ctypes.POINTER(_Position)
_error = ctypes.POINTER(_Error)
_query = ctypes.POINTER(_Query)
_answer = ctypes.POINTER(_Answer)
_cells = ctypes.POINTER(ctypes.c_int)
_int, _size, _text = ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p

# What the functions return, and what they take.
_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "strstatus": (_text, [_int]),
    "version": (_text, []),
    "from_moves": (_int, [_position, _int, _int, _text, _error]),
    "from_cells": (_int, [_position, _int, _int, _cells, _error]),
    "play": (_int, [_position, _int]),
    "width": (_int, [_position]),
    "height": (_int, [_position]),
    "ply": (_int, [_position]),
    "winner": (_int, [_position]),
    "key": (None, [_position, ctypes.POINTER(ctypes.c_uint64)]),
    "cells": (None, [_position, _cells]),
    "moves": (_int, [_position, _text, _size]),
    "solver_new": (_int, [_handle, ctypes.POINTER(_Config)]),
    "min_table_bytes": (ctypes.c_uint64, [ctypes.POINTER(_Config)]),
    "book_open": (_int, [_handle, _text, _error]),
    "book_free": (None, [_Handle]),
    "set_book": (_int, [_Handle, _Handle]),
    "solver_free": (None, [_Handle]),
    "cancel_new": (_int, [_handle]),
    "cancel_now": (None, [_Handle]),
    "cancel_free": (None, [_Handle]),
    "ask": (_int, [_Handle, _query, _answer]),
    "pool_new": (_int, [_handle, ctypes.POINTER(_PoolConfig)]),
    "pool_submit": (_int, [_Handle, _query]),
    "pool_poll": (_int, [_Handle, _answer]),
    "pool_free": (None, [_Handle]),
    "clear": (None, [_Handle]),
    "table_bytes": (ctypes.c_uint64, [_Handle]),
    "engine": (_text, [_Handle]),
    "isa": (_text, [_Handle]),
}

_default_library: Optional[Any] = None

_ADVICE = (
    "expected is the path of libfourscore.so.0, as the argument 'library' or "
    "in the environment variable FOURSCORE_LIBRARY"
)


@functools.lru_cache(maxsize=None)
def _open_library(path: str) -> Any:
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryError(
            f"cannot load the library {path!r}: {error}; {_ADVICE}"
        ) from error
    for name, (result, arguments) in _PROTOTYPES.items():
        try:
            function = getattr(library, "fourscore_" + name)
        except AttributeError:
            raise LibraryError(
                f"{path!r} is not libfourscore, or of another version: it has "
                f"no fourscore_{name}; {_ADVICE}"
            ) from None
        function.restype = result
        function.argtypes = arguments
        setattr(library, name, function)
    return library


def _bundled_library() -> Optional[str]:
    """The path of the library in a wheel."""
    path = os.path.join(os.path.dirname(__file__), "libfourscore.so.0")
    return path if os.path.exists(path) else None


def _load(path: Union[str, os.PathLike[str], None] = None) -> Any:
    """The library of that path; without a path, the one in use or the first
    found."""
    # No lock: threads that load at once get the same library from the system,
    # and fork() may leave a lock locked.
    global _default_library
    if path is None and _default_library is not None:
        return _default_library
    name = os.fspath(path) if path is not None else ""
    if path is not None and not name:
        raise LibraryError(f"the path of the library is empty; {_ADVICE}")
    library = _open_library(
        name
        or os.environ.get("FOURSCORE_LIBRARY")
        or _bundled_library()
        or ctypes.util.find_library("fourscore")
        or "libfourscore.so.0"
    )
    if _default_library is None:
        _default_library = library
    return library


def _fail(status: int, message: str, at: Optional[int] = None) -> NoReturn:
    raise FourscoreError(status, message, at)


def _check(library: Any, status: int, detail: str = "") -> None:
    if status != Status.OK:
        _fail(status, library.strstatus(status).decode() + detail)


def _check_position(
    library: Any, status: int, error: _Error, size: tuple[int, int]
) -> None:
    if status == Status.BAD_POSITION:
        _fail(status, error.reason.decode("ascii", "replace"), error.at)
    _check(library, status, f": {_size_text(size)}")


def _size_text(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _as_int(value: int) -> int:
    """The integer, or the nearest int of C: ctypes would cut off bits."""
    return max(-(2**31), min(operator.index(value), 2**31 - 1))


def _as_count(value: int, name: str, most: int = 2**64 - 1) -> int:
    count = operator.index(value)
    if not 0 <= count <= most:
        _fail(
            Status.BAD_ARGUMENT, f"{name} is {count}, expected 0 to {most}"
        )
    return count


def _as_seconds(value: float) -> float:
    if not isinstance(value, numbers.Real):
        raise TypeError(f"seconds must be a number, not {value!r}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not seconds >= 0:
        _fail(
            Status.BAD_ARGUMENT, f"seconds are {value}, expected 0 or more"
        )
    return seconds


def _as_name(value: Optional[str]) -> Optional[bytes]:
    """The name of an engine, for C, where a zero would end it."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"the engine must be a str, not {value!r}")
    if value is not None and "\0" in value:
        _fail(Status.NO_ENGINE, f"there is no engine {value!r}")
    return None if value is None else value.encode(errors="replace")


def version() -> str:
    """The version of the shared library: "0.4.0"."""
    text: bytes = _load().version()
    return text.decode()


# --------------------------------------------------------------- the positions


class Position:
    """A position of any board; the game may be over.  Immutable.

    Positions are equal if their boards and stones are equal.
    They can be hashed, copied and pickled, and used by several threads.
    """

    __slots__ = ("_raw",)
    _raw: _Position

    def __init__(self, width: int = 7, height: int = 6) -> None:
        """The empty board of a size.

        FourscoreError if there is no board of that size.
        """
        self._raw = self.from_moves("", width, height)._raw

    @classmethod
    def _of(cls, raw: _Position) -> Position:
        position = cls.__new__(cls)
        position._raw = raw
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
        library, raw, error = _load(), _Position(), _Error()
        # C ends a text at a zero, and counts bytes.
        readable = next(
            (i for i, c in enumerate(text) if not "\0" < c < "\x80"), len(text)
        )
        moves = text[:readable] + "?" * (readable < len(text))
        status = library.from_moves(
            raw, _as_int(width), _as_int(height), moves.encode(), error
        )
        if status == Status.BAD_POSITION and error.at == readable:
            reason = error.reason.decode("ascii", "replace")
            _fail(status, reason.replace("'?'", repr(text[readable])), readable)
        _check_position(library, status, error, (width, height))
        return cls._of(raw)

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
        empty = Position(width, height)
        marks = _marks(cells, empty.width, empty.height)
        library, raw, error = _load(), _Position(), _Error()
        array = (ctypes.c_int * len(marks))(*marks)
        status = library.from_cells(
            raw, empty.width, empty.height, array, error
        )
        _check_position(library, status, error, (width, height))
        return cls._of(raw)

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
        inarow = _field(configuration, "inarow", 4)
        if inarow != 4:
            _fail(
                Status.BAD_ARGUMENT,
                f"inarow is {inarow}, expected 4",
            )
        return cls.from_cells(
            _field(observation, "board", observation),
            _field(configuration, "columns", 7),
            _field(configuration, "rows", 6),
        )

    def play(self, column: int) -> Position:
        """The position after a move into a column, counted from 1.

        FourscoreError if there is no such column, if it is full, or if the
        game is over.
        """
        raw = _Position.from_buffer_copy(self._raw)
        status = _load().play(raw, _as_int(column))
        size = _size_text((self.width, self.height))
        _check(_load(), status, f": column {column} of a board of {size}")
        return self._of(raw)

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(_load().width(self._raw))

    @property
    def height(self) -> int:
        """Number of rows."""
        return int(_load().height(self._raw))

    @property
    def ply(self) -> int:
        """Number of stones on the board."""
        return int(_load().ply(self._raw))

    @property
    def winner(self) -> int:
        """The player with four in a row: 1 or 2, or 0 for none."""
        return int(_load().winner(self._raw))

    @property
    def key(self) -> int:
        """The integer that identifies the position on its board, at most 127
        bits: see fourscore_key()."""
        words = (ctypes.c_uint64 * 2)()
        _load().key(self._raw, words)
        return int(words[0]) | int(words[1]) << 64

    def moves(self) -> str:
        """Moves that lead to the position, not always those that were played.

        FourscoreError with Status.UNREACHABLE if no order of moves leads to
        it, or with Status.NO_MEMORY if 16 MiB do not suffice to find one.
        """
        text = ctypes.create_string_buffer(_MAX_CELLS + 1)
        _check(_load(), _load().moves(self._raw, text, len(text)))
        return text.value.decode()

    def cells(self) -> list[int]:
        """The cells, as a list that from_cells() takes."""
        cells = (ctypes.c_int * (self.width * self.height))()
        _load().cells(self._raw, cells)
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
        except FourscoreError:
            return f"Position.from_cells({self.cells()}{size})"


class _Array(Protocol):
    """An array of NumPy, or of another package like it."""

    def tolist(self) -> Any: ...


Cells = Union[_Array, Iterable[int], Iterable[Iterable[int]]]
PositionLike = Union[Position, str, Cells]


def _items(array: Any) -> list[Any]:
    return list(array.tolist() if hasattr(array, "tolist") else array)


def _marks(cells: Cells, width: int, height: int) -> list[int]:
    """The cells, one after the other."""
    rows = _items(cells)
    if rows and isinstance(rows[0], Iterable) and not isinstance(rows[0], str):
        rows = [_items(row) for row in rows]
        lengths = {len(row) for row in rows}
        if len(rows) != height or lengths != {width}:
            _fail(
                Status.BAD_POSITION,
                f"there are {len(rows)} rows of "
                f"{' or '.join(map(str, sorted(lengths)))} cells, expected "
                f"{height} of {width} for the board of "
                f"{_size_text((width, height))}",
            )
        rows = [cell for row in rows for cell in row]
    marks = [operator.index(cell) for cell in rows]
    if len(marks) != width * height:
        _fail(
            Status.BAD_POSITION,
            f"there are {len(marks)} cells, expected {width * height} "
            f"for the board of {_size_text((width, height))}",
        )
    for place, mark in enumerate(marks):
        if mark != _as_int(mark):
            reason = f"{mark} is not a mark, expected 0, 1 or 2"
            _fail(Status.BAD_POSITION, reason, place)
    return marks


def _field(owner: Any, name: str, default: Any) -> Any:
    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)


# ----------------------------------------------------------------- the solvers


_T = TypeVar("_T")


@dataclasses.dataclass(frozen=True)
class _Question(Generic[_T]):
    """What to ask about a position, and the function that reads it from an
    answer, given the width of the board."""

    goal: int
    find: int
    read: Callable[[_Answer, int], _T]

    def value(self, answer: _Answer, width: int) -> _T:
        if answer.finished:
            return self.read(answer, width)
        moves = None
        if self.find & _ALL_MOVES:
            moves = _move_bounds(answer, width)
        raise Unfinished(*_score_bounds(answer), moves)


def _score_bounds(answer: _Answer) -> Bounds:
    return Bounds(answer.score.lower, answer.score.upper)


def _move_bounds(answer: _Answer, width: int) -> list[Optional[Bounds]]:
    return [
        None if move.lower == _NO_MOVE else Bounds(move.lower, move.upper)
        for move in answer.move_scores[:width]
    ]


def _read_score(answer: _Answer, _width: int) -> int:
    return int(answer.score.lower)


def _read_scores(answer: _Answer, width: int) -> list[Optional[int]]:
    return [
        None if move is None else move.lower
        for move in _move_bounds(answer, width)
    ]


def _read_best(answer: _Answer, _width: int) -> list[int]:
    return list(answer.best[: answer.best_count])


def _read_pv(answer: _Answer, _width: int) -> str:
    return "".join(f"{column:x}" for column in answer.pv[: answer.pv_length])


_SCORE = _Question(_STRONG, 0, _read_score)
_WEAK_SCORE = _Question(_WEAK, 0, _read_score)
_SCORES = _Question(_STRONG, _ALL_MOVES, _read_scores)
_BEST_MOVES = _Question(_STRONG, _BEST, _read_best)
_VARIATION = _Question(_STRONG, _PV, _read_pv)

_QUESTIONS: dict[str, _Question[Any]] = {  # by the method that asks them
    "score": _SCORE,
    "weak_score": _WEAK_SCORE,
    "scores": _SCORES,
    "best": _BEST_MOVES,
    "pv": _VARIATION,
}


class _Cancel:
    """A handle with which queries are cancelled; freed with the object."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.handle = _Handle()
        _check(library, library.cancel_new(self.handle))

    def now(self) -> None:
        self._library.cancel_now(self.handle)

    def __del__(self) -> None:
        self._library.cancel_free(self.handle)


class _Pool:
    """Takes queries, and gives answers in their order."""

    CAPACITY = 256

    def __init__(self, library: Any, config: _PoolConfig) -> None:
        self._library = library
        self._process = os.getpid()
        self._handle = _Handle()
        config.capacity = self.CAPACITY
        status = library.pool_new(self._handle, config)
        _check(library, status, f": threads {config.threads}")

    def submit(self, query: _Query) -> None:
        self._check_process()
        _check(self._library, self._library.pool_submit(self._handle, query))

    def poll(self, answer: _Answer) -> bool:
        """Set the next answer; False if there is none yet."""
        self._check_process()
        status = self._library.pool_poll(self._handle, answer)
        if status == Status.BUSY:
            return False
        _check(self._library, status)
        return True

    def close(self) -> None:
        handle, self._handle = self._handle, _Handle()
        if os.getpid() == self._process:
            self._library.pool_free(handle)

    __del__ = close

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            _fail(
                Status.NO_THREAD,
                "the threads of solve_many() are in the parent process",
            )


class Solver:
    """Solves positions of one board.

    Results are kept in a table, which speeds up later positions.

    width, height   the board, in cells
    engine          "fast", the default, "tutorial-12" or "tutorial-11"
    table_bytes     maximum memory; 0: the library's default
    threads         number of threads that search a position together
    library         path of the shared library
    book            path of a book, a file with the scores of early positions;
                    None: the book of the library, which has one for 7x6;
                    False: no book

    FourscoreError if the board, the engine or the book does not exist, or if
    there is not enough memory.

    close() or a "with" statement frees the table; otherwise it is freed with
    the object.  A closed solver raises FourscoreError.  A solver cannot be
    copied or pickled.

    Threads: any thread may call any method.  One call runs at a time, and the
    others wait, except stop() and resume(), which a signal handler may call,
    too, and solve_many().  In the main thread, Ctrl-C ends a search with
    KeyboardInterrupt; the solver can be used afterwards.

    fork(): the child gets a copy of the solver, which searches on one thread.
    The copy is closed if a call was running.  An iterator of solve_many()
    raises FourscoreError in the child.
    """

    # A thread in a call of C hears no Ctrl-C.  So a call that takes more nodes,
    # a few milliseconds, goes on in another thread, which takes a while to
    # start; what it has found out is in the table.
    _SHORT_NODES = 50_000

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        engine: Optional[str] = None,
        table_bytes: int = 0,
        threads: int = 1,
        library: Union[str, os.PathLike[str], None] = None,
        book: Union[str, os.PathLike[str], None, Literal[False]] = None,
    ) -> None:
        self._library = _load(library)
        config = _Config(
            size=ctypes.sizeof(_Config),
            width=_as_int(width),
            height=_as_int(height),
            engine=_as_name(engine),
            table_bytes=_as_count(table_bytes, "table_bytes"),
            threads=_as_count(threads, "threads", _MAX_THREADS),
        )
        path = None if book is None or book is False else os.fsencode(book)
        if path is not None and b"\0" in path:
            _fail(Status.BAD_BOOK, f"the path {book!r} has a null character")
        size = (config.width, config.height)
        if size == (0, 0):  # to the library, the default
            _fail(Status.NO_BOARD, "there is no board of 0x0")
        handle, book_handle = _Handle(), _Handle()
        status = self._library.solver_new(handle, config)
        detail = (
            f": board {width}x{height}, "
            f"engine {'fast' if engine is None else repr(engine)}, "
            f"threads {threads}, table_bytes {table_bytes}"
        )
        if status == Status.UNSAFE_TABLE:
            least = self._library.min_table_bytes(config)
            detail += f", expected at least {least}"
        _check(self._library, status, detail)
        self._free = weakref.finalize(
            self, _free, self._library, handle, book_handle
        )
        self._free.atexit = False  # a thread may still be in a call
        if book is not None:
            self._set_book(handle, book_handle, path)
        self._size = size
        self._config = config
        self._book = book_handle
        self._has_default_book = book is None
        self._calling = threading.Lock()
        self._handle: Optional[_Handle] = handle
        self._cancels: set[_Cancel] = set()  # of what is running
        self._stopped = False
        self._counting = threading.Lock()
        self._nodes = 0
        self._deadline = math.inf
        self._last_node = math.inf
        _solvers.add(self)

    def _set_book(
        self, handle: _Handle, book: _Handle, path: Optional[bytes]
    ) -> None:
        error = _Error(reason=b"the book is for another board")
        status = Status.OK
        if path is not None:
            status = self._library.book_open(book, path, error)
        if status == Status.OK:
            status = self._library.set_book(handle, book)
        if status == Status.OK:
            return
        self._free()
        if status == Status.BAD_BOOK:
            name, reason = os.fsdecode(path or b""), error.reason.decode()
            _fail(status, f"cannot use the book {name!r}: {reason}")
        _check(self._library, status)

    def close(self) -> None:
        """Free the table.  Waits for the running call to end: see stop().  Does
        nothing if the solver is closed."""
        with self._calling:
            self._handle = None
            self._free()

    def _after_fork(self) -> None:
        """Reset the solver in a child of fork(), which has no other threads."""
        if self._calling.locked():
            self._handle = None
            self._free()
        self._calling = threading.Lock()
        self._counting = threading.Lock()
        self._cancels = set()

    def __enter__(self) -> Solver:
        self._opened()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solver cannot be copied or pickled; make another")

    def __repr__(self) -> str:
        width, height = self._size
        closed = "" if self._handle else ", closed"
        return f"<Solver of {width}x{height}{closed}>"

    def score(self, position: PositionLike) -> int:
        """The score of a position; the game may be over.

        All methods that take a position raise FourscoreError if it is invalid
        or for another board, and Unfinished if limit() or stop() ends the
        search.
        """
        return self._solve(position, _SCORE)

    def weak_score(self, position: PositionLike) -> int:
        """The sign of the score, 1, 0 or -1, which takes less time."""
        return self._solve(position, _WEAK_SCORE)

    def scores(self, position: PositionLike) -> list[Optional[int]]:
        """The scores that the side to move gets by each move: a list of
        'width' items, column 1 first, None for a full column.

        FourscoreError if a side has won.
        """
        return self._solve(position, _SCORES)

    def best(self, position: PositionLike) -> list[int]:
        """The columns, from 1, of all moves with the best score, the nearest to
        the centre first; an empty list if the board is full.

        Takes 1.2 to 1.5 times the nodes of score(); scores() takes at least 2
        times.  FourscoreError if a side has won.
        """
        return self._solve(position, _BEST_MOVES)

    def pv(self, position: PositionLike) -> str:
        """The principal variation: a str of the moves from the position to the
        end of the game, both sides playing best; of equal moves the one
        nearest to the centre."""
        return self._solve(position, _VARIATION)

    @overload
    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        find: Literal["score", "weak_score"] = "score",
    ) -> Generator[int, None, None]: ...

    @overload
    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        *,
        find: Literal["scores"],
    ) -> Generator[list[Optional[int]], None, None]: ...

    @overload
    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        *,
        find: Literal["best"],
    ) -> Generator[list[int], None, None]: ...

    @overload
    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        *,
        find: Literal["pv"],
    ) -> Generator[str, None, None]: ...

    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        find: str = "score",
    ) -> Generator[Any, None, None]:
        """Yield for each position, in order, what the method named 'find'
        returns: "score", "weak_score", "scores", "best" or "pv".

            >>> with Solver() as solver:
            ...     list(solver.solve_many(["4453", "32164625"]))
            ...     list(solver.solve_many(["4453", "32164625"], find="best"))
            [-2, 11]
            [[3, 6, 7], [3]]

        Each position is searched on one of 'threads' threads; None: one for
        each core.  The threads share a new table, with the table_bytes and the
        book of the solver.

        Positions are read at most 256 ahead of the answers, so there may be
        infinitely many.  A NumPy array with one position a row is read row by
        row.  An exception of the method or of reading is raised after the
        answers of the earlier positions.  close() of the iterator, and every
        exception, end the searches.

        limit() and stop() apply.  Only the nodes of yielded answers are
        counted.
        """
        if find not in _QUESTIONS:
            known = ", ".join(map(repr, _QUESTIONS))
            _fail(
                Status.BAD_ARGUMENT, f"find is {find!r}, expected {known}"
            )
        if isinstance(positions, (str, Position)):
            raise TypeError(
                f"positions must be an iterable of them, not {positions!r}"
            )
        if threads is not None and _as_count(
            threads, "threads", _MAX_THREADS
        ) == 0:
            _fail(
                Status.BAD_ARGUMENT,
                f"threads is 0, expected 1 to {_MAX_THREADS}",
            )
        self._opened()
        return self._answers(iter(positions), threads or 0, _QUESTIONS[find])

    def limit(self, seconds: float = 0, nodes: int = 0) -> None:
        """Limit the total seconds and nodes of all later calls; 0: no limit.
        At the limit they raise Unfinished, within a millisecond."""
        nodes = _as_count(nodes, "nodes")
        seconds = _as_seconds(seconds)
        with self._calling:
            self._opened()
            self._deadline = time.monotonic() + seconds if seconds else math.inf
            self._last_node = self._nodes + nodes if nodes else math.inf

    def stop(self) -> None:
        """Make the running call, and all later ones until resume(), raise
        Unfinished within a millisecond.  Returns at once."""
        self._stopped = True
        for cancel in list(self._cancels):
            cancel.now()

    def resume(self) -> None:
        """Allow calls again after stop()."""
        self._stopped = False

    def clear(self) -> None:
        """Empty the table."""
        with self._calling:
            self._library.clear(self._opened())

    @property
    def nodes(self) -> int:
        """Number of positions explored by all calls that have ended."""
        self._opened()
        return self._nodes

    @property
    def table_bytes(self) -> int:
        """The size of the solver's tables in bytes."""
        with self._calling:
            return int(self._library.table_bytes(self._opened()))

    @property
    def engine(self) -> str:
        """The name of the engine."""
        with self._calling:
            return str(self._library.engine(self._opened()).decode())

    @property
    def isa(self) -> str:
        """The instruction set in use: "baseline", "avx2" or "avx512"."""
        with self._calling:
            return str(self._library.isa(self._opened()).decode())

    def _opened(self) -> _Handle:
        if self._handle is None:
            _fail(Status.BAD_ARGUMENT, "the solver is closed")
        return self._handle

    def _position(self, position: PositionLike) -> Position:
        if isinstance(position, Position):
            size = (position.width, position.height)
            if size != self._size:
                _fail(
                    Status.OTHER_BOARD,
                    f"the position is of the board of {_size_text(size)}, "
                    f"the solver of {_size_text(self._size)}",
                )
            return position
        if isinstance(position, str):
            return Position.from_moves(position, *self._size)
        if isinstance(position, Iterable):
            return Position.from_cells(cast(Cells, position), *self._size)
        raise TypeError(
            "a position must be a Position, moves as a str, or cells, not "
            f"{position!r}"
        )

    def _query(
        self, position: PositionLike, question: _Question[Any]
    ) -> _Query:
        known = self._position(position)
        if question.find & (_ALL_MOVES | _BEST) and known.winner:
            _check(self._library, Status.GAME_OVER)
        return _Query(
            size=ctypes.sizeof(_Query),
            position=known._raw,
            goal=question.goal,
            find=question.find,
        )

    def _limit(self, query: _Query, nodes: float = math.inf) -> None:
        """Limit a query to 'nodes' nodes and to the limits of the solver."""
        nodes = min(nodes, self._last_node - self._nodes)
        seconds = self._deadline - time.monotonic()
        if nodes <= 0 or seconds <= 0:
            nodes, seconds = 0, _NO_TIME
        query.seconds = 0 if seconds == math.inf else seconds
        query.nodes = 0 if nodes == math.inf else int(nodes)

    def _count(self, answer: _Answer) -> None:
        with self._counting:
            self._nodes += answer.nodes

    @contextlib.contextmanager
    def _cancellable(self) -> Iterator[_Cancel]:
        """A handle that stop() cancels."""
        cancel = _Cancel(self._library)
        self._cancels.add(cancel)
        if self._stopped:
            cancel.now()
        try:
            yield cancel
        finally:
            self._cancels.discard(cancel)

    def _solve(self, position: PositionLike, question: _Question[_T]) -> _T:
        return question.value(self._ask(position, question), self._size[0])

    def _ask(
        self, position: PositionLike, question: _Question[Any]
    ) -> _Answer:
        query = self._query(position, question)
        answer = _Answer(size=ctypes.sizeof(_Answer))

        def ask(nodes: float = math.inf) -> None:
            self._limit(query, nodes)
            status = self._library.ask(self._opened(), query, answer)
            _check(self._library, status)
            self._count(answer)

        with self._calling, self._cancellable() as cancel:
            query.cancel = cancel.handle
            if threading.current_thread() is not threading.main_thread():
                ask()
            else:
                ask(self._SHORT_NODES)
                if not answer.finished and answer.nodes >= self._SHORT_NODES:
                    _call_apart(ask, cancel)
        return answer

    def _answers(
        self,
        positions: Iterator[PositionLike],
        threads: int,
        question: _Question[_T],
    ) -> Generator[_T, None, None]:
        config = _PoolConfig(
            size=ctypes.sizeof(_PoolConfig),
            width=self._config.width,
            height=self._config.height,
            engine=self._config.engine,
            table_bytes=self._config.table_bytes,
            threads=threads,
            no_book=not self._book and not self._has_default_book,
            book=self._book,
        )
        answer = _Answer(size=ctypes.sizeof(_Answer))
        waiting = 0
        pool = _Pool(self._library, config)
        with contextlib.closing(pool), self._cancellable() as cancel:
            for query in self._queries(positions, question):
                wait = isinstance(query, Exception)
                while waiting > 0 and self._take(
                    pool, answer, cancel, wait or waiting == pool.CAPACITY
                ):
                    waiting -= 1
                    yield question.value(answer, self._size[0])
                if isinstance(query, Exception):
                    raise query
                self._limit(query)
                query.cancel = cancel.handle
                pool.submit(query)
                waiting += 1
            for _ in range(waiting):
                self._take(pool, answer, cancel, True)
                yield question.value(answer, self._size[0])

    def _queries(
        self, positions: Iterator[PositionLike], question: _Question[Any]
    ) -> Iterator[Union[_Query, Exception]]:
        """The queries, and last the exception that ended them, if any."""
        try:
            for position in positions:
                self._opened()
                yield self._query(position, question)
        except Exception as error:
            yield error

    def _take(
        self, pool: _Pool, answer: _Answer, cancel: _Cancel, wait: bool
    ) -> bool:
        """Set the next answer; False if there is none yet.  Sleeps instead of
        waiting in C, where Ctrl-C has no effect."""
        delay = 1e-3
        while not pool.poll(answer):
            if not wait:
                return False
            if time.monotonic() >= self._deadline:
                cancel.now()
            time.sleep(delay)
            delay = min(2 * delay, 0.01)
        self._count(answer)
        return True


def _free(library: Any, solver: _Handle, book: _Handle) -> None:
    library.solver_free(solver)
    library.book_free(book)


def _call_apart(call: Callable[[], None], cancel: _Cancel) -> None:
    """Call in another thread, while this thread handles signals."""
    may_begin = threading.Event()
    ended = threading.Event()  # join() cannot be trusted after Ctrl-C
    wanted = True

    def run() -> None:
        may_begin.wait()
        try:
            if wanted:
                call()
        finally:
            ended.set()

    try:
        threading.Thread(target=run, daemon=True).start()
        may_begin.set()
        ended.wait()
    except BaseException as error:
        wanted = may_begin.is_set()  # if not, there may be no thread
        may_begin.set()
        if wanted:
            cancel.now()
            while not ended.is_set():
                with contextlib.suppress(KeyboardInterrupt):
                    ended.wait()
        elif isinstance(error, RuntimeError):  # no thread can be started
            call()
            return
        raise


_solvers: weakref.WeakSet[Solver] = weakref.WeakSet()  # all


def _after_fork_in_child() -> None:
    for solver in list(_solvers):
        solver._after_fork()


os.register_at_fork(after_in_child=_after_fork_in_child)


# ----------------------------------------------------------------- for ConnectX

# The solvers that no agent is using, by board.  There is no lock, which fork()
# could leave locked: list.pop() and append() are atomic.
_idle_solvers: dict[tuple[int, int], list[Solver]] = {}


@contextlib.contextmanager
def _idle_solver(width: int, height: int) -> Iterator[Solver]:
    idle = _idle_solvers.setdefault((width, height), [])
    try:
        solver = idle.pop()
    except IndexError:
        solver = Solver(width, height)
    try:
        yield solver
    finally:
        idle.append(solver)


def _centre_first(width: int) -> list[int]:
    """The columns from 1, nearest to the centre first, left before right."""
    centre = width // 2 + 1
    return sorted(range(1, width + 1), key=lambda column: abs(column - centre))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _rank(bounds: Bounds) -> tuple[int, int, int]:
    """The rank of a move, ascending: a loss, at most a draw, a draw or
    unknown, at least a draw, a win; then by the lower bound, then by the upper
    bound."""
    return (
        _sign(bounds.lower) + _sign(bounds.upper), bounds.lower, bounds.upper
    )


def _after_reply(known: Bounds, reply: Bounds) -> Bounds:
    """The bounds of a move, from the sign of the position that it leads to."""
    return Bounds(
        known.lower if reply.upper > 0 else max(known.lower, -reply.upper),
        known.upper if reply.lower < 0 else min(known.upper, -reply.lower),
    )


def _choose_column(
    solver: Solver, position: Position, deadline: float
) -> int:
    """A best column, from 1, or at the deadline the column with the highest
    rank."""
    solver.limit(seconds=_NO_TIME)
    scores = _move_bounds(solver._ask(position, _SCORES), position.width)
    moves = {
        column: bounds
        for column in _centre_first(len(scores))
        if (bounds := scores[column - 1]) is not None
    }

    def best_lower() -> int:
        return max(bounds.lower for bounds in moves.values())

    # First who wins, then how soon.
    solver.limit(seconds=max(deadline - time.monotonic(), _NO_TIME))
    for column, bounds in moves.items():
        if _sign(bounds.upper) > _sign(best_lower()):
            reply = solver._ask(position.play(column), _WEAK_SCORE)
            moves[column] = _after_reply(bounds, _score_bounds(reply))
    if best_lower() < max(bounds.upper for bounds in moves.values()):
        with contextlib.suppress(Unfinished):
            return solver.best(position)[0]
    return max(moves, key=lambda column: _rank(moves[column]))


def _choose_column_by_rules(position: Position) -> int:
    """A column, from 1: one that wins at once; otherwise one after which the
    opponent cannot win at once; otherwise any."""

    def plays(position: Position) -> dict[int, Position]:
        top_row = position.cells()[: position.width]
        return {
            column: position.play(column)
            for column in _centre_first(position.width)
            if top_row[column - 1] == 0
        }

    def value(after: Position) -> int:
        if after.winner:
            return 2
        return not any(reply.winner for reply in plays(after).values())

    moves = plays(position)
    return max(moves, key=lambda column: value(moves[column]))


def connectx_agent(observation: Any, configuration: Any = None) -> int:
    """An agent for Kaggle's ConnectX: returns a column, counted from 0.

    It takes at most three quarters of 'actTimeout', the seconds that the
    configuration allows for a move (2 by default; 0 is no time).  If this
    suffices, it plays a best move.  If not, for example early in a game on a
    large board, it prefers known wins to draws and unknown moves, and these to
    known losses; of equal moves it plays the one nearest to the centre.  Even
    without time it wins at once if it can, and otherwise prevents an immediate
    win of the opponent if it can.

    The arguments and the errors are those of Position.from_connectx(); also
    FourscoreError if the game is over.  A lack of time, memory or threads is
    not an error.

    Any number of threads, and children of fork(), may call it.  Each call uses
    its own solver, which is kept for later calls.
    """
    begin = time.monotonic()
    position = Position.from_connectx(observation, configuration)
    if position.winner:
        _fail(Status.GAME_OVER, "the game is over")
    if position.ply == position.width * position.height:
        _fail(Status.GAME_OVER, "the board is full")
    timeout = _field(configuration, "actTimeout", None)
    if timeout is None:
        timeout = 2
    seconds = 0.75 * _as_seconds(timeout) if timeout > 0 else 0
    try:
        with _idle_solver(position.width, position.height) as solver:
            column = _choose_column(solver, position, begin + seconds)
    except FourscoreError as error:
        if error.status != Status.NO_MEMORY:
            raise
        column = _choose_column_by_rules(position)
    return column - 1
