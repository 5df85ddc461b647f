"""Exact scores for Connect Four: the Python side of libfourscore.

    >>> from fourscore import Solver
    >>> with Solver() as solver:
    ...     solver.scores("32164625")
    ...     solver.best("32164625")
    [-4, -3, 11, 4, 0, -2, -5]
    [3]

A score is for the side to move, both sides playing best.  On the board of 7x6:
k > 0, it wins with the k-th stone from the end of its supply of 21; 0, a draw;
k < 0, the opponent wins so.  Columns are counted from 1.

Wherever a position is asked for, there may be a Position, the moves that lead
to it as text, a column a character ("4453", columns beyond 9 being a, b and c),
or its cells: a sequence of width * height integers, top row first, 0 for an
empty cell, 1 and 2 for the stones of the first and the second player.

The shared library is the one that the argument 'library' names, or the
environment variable FOURSCORE_LIBRARY, or that the system finds.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import enum
import functools
import math
import numbers
import operator
import os
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, NamedTuple, NoReturn, Optional, Union

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
    """What the functions of the library return."""

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


class FourscoreError(ValueError):
    """The library refuses something.

    'status' says why.  With a text or cells that are no position, 'at' is the
    place of the first bad character or cell, from 0, or the number of cells if
    they are wrong as a whole; else it is None.
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
    """There is no libfourscore, or it cannot be used."""


class Bounds(NamedTuple):
    """What is known of a score: lower <= score <= upper."""

    lower: int
    upper: int


class Unfinished(Exception):
    """A limit was reached, or the solver stopped, before the answer was known.

    'lower' and 'upper' are bounds of the score of the position.  'scores' is
    None, but for Solver.scores(): there it is a list of the Bounds of every
    move, None for full columns.
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


class _Position(ctypes.Structure):
    _fields_ = [("opaque", ctypes.c_uint64 * 6)]


class _Error(ctypes.Structure):
    _fields_ = [("at", ctypes.c_size_t), ("reason", ctypes.c_char * 128)]


class _Config(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("engine", ctypes.c_char_p),
        ("table_bytes", ctypes.c_uint64),
        ("threads", ctypes.c_int),
        ("workers", ctypes.c_int),
    ]


class _Bounds(ctypes.Structure):
    _fields_ = [("lower", ctypes.c_int), ("upper", ctypes.c_int)]


_Handle = ctypes.c_void_p
_position = ctypes.POINTER(_Position)
_error = ctypes.POINTER(_Error)
_bounds = ctypes.POINTER(_Bounds)
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
    "solver_new": (_int, [ctypes.POINTER(_Handle), ctypes.POINTER(_Config)]),
    "min_table_bytes": (ctypes.c_uint64, [ctypes.POINTER(_Config)]),
    "set_book": (_int, [_Handle, _text, _error]),
    "solver_free": (None, [_Handle]),
    "solve": (_int, [_Handle, _position, _int, _bounds]),
    "move_scores": (_int, [_Handle, _position, _int, _bounds]),
    "best_moves": (_int, [_Handle, _position, _int, _bounds, _text, _size]),
    "pv": (_int, [_Handle, _position, _text, _size]),
    "limit": (_int, [_Handle, ctypes.c_double, ctypes.c_uint64]),
    "stop": (None, [_Handle]),
    "resume": (None, [_Handle]),
    "clear": (None, [_Handle]),
    "nodes": (ctypes.c_uint64, [_Handle]),
    "table_bytes": (ctypes.c_uint64, [_Handle]),
    "engine": (_text, [_Handle]),
    "isa": (_text, [_Handle]),
}

_libraries: dict[str, Any] = {}
_loading = threading.Lock()

_ADVICE = (
    "expected is the path of libfourscore.so.0, as the argument 'library' or "
    "in the environment variable FOURSCORE_LIBRARY"
)


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


def _load(path: Union[str, os.PathLike[str], None] = None) -> Any:
    """The library of that path, or the one in use, or the one to be found."""
    with _loading:
        if path is None and _libraries:
            return next(iter(_libraries.values()))
        name = os.fspath(path) if path is not None else ""
        if path is not None and not name:
            raise LibraryError(f"the library '' has no name; {_ADVICE}")
        name = (
            name
            or os.environ.get("FOURSCORE_LIBRARY")
            or ctypes.util.find_library("fourscore")
            or "libfourscore.so.0"
        )
        if name not in _libraries:
            _libraries[name] = _open_library(name)
        return _libraries[name]


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
    """The integer, or the nearest that C has: ctypes would cut off bits."""
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
        raise TypeError(f"seconds are a number, not {value!r}")
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
        raise TypeError(f"the engine is a name, not {value!r}")
    if value is not None and "\0" in value:
        _fail(Status.NO_ENGINE, f"there is no engine {value!r}")
    return None if value is None else value.encode(errors="replace")


def version() -> str:
    """The version of the shared library."""
    text: bytes = _load().version()
    return text.decode()


# --------------------------------------------------------------- the positions


class Position:
    """A position of any board, the game possibly over.  It never changes.

    Positions are equal if board and stones are, whatever the moves that led to
    them.  They can be copied, pickled and used as keys.
    """

    __slots__ = ("_raw",)
    _raw: _Position

    def __init__(self, width: int = 7, height: int = 6) -> None:
        """The empty board."""
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
        """The position after moves, a column a character: "4453"."""
        library, raw, error = _load(), _Position(), _Error()
        # C ends a text at a zero, and counts bytes.
        readable = next(
            (i for i, c in enumerate(text) if not "\0" < c < "\x80"), len(text)
        )
        moves = text[:readable] + "?" * (readable < len(text))
        size = (_as_int(width), _as_int(height))
        status = library.from_moves(raw, *size, moves.encode(), error)
        if status == Status.BAD_POSITION and error.at == readable:
            reason = error.reason.decode("ascii", "replace")
            _fail(status, reason.replace("'?'", repr(text[readable])), readable)
        _check_position(library, status, error, size)
        return cls._of(raw)

    @classmethod
    def from_cells(
        cls, cells: Sequence[int], width: int = 7, height: int = 6
    ) -> Position:
        """The position of cells, top row first: 0 is empty, 1 a stone of the
        first player, 2 of the second, as ConnectX of Kaggle has them."""
        library, raw, error = _load(), _Position(), _Error()
        marks = [operator.index(cell) for cell in cells]
        size = width, height = _as_int(width), _as_int(height)
        if width > 0 and height > 0 and len(marks) != width * height:
            _fail(
                Status.BAD_POSITION,
                f"there are {len(marks)} cells, expected {width * height} "
                f"for the board of {_size_text(size)}",
            )
        for place, mark in enumerate(marks):
            if mark != _as_int(mark):
                reason = f"{mark} is not a mark, expected 0, 1 or 2"
                _fail(Status.BAD_POSITION, reason, place)
        array = (ctypes.c_int * max(len(marks), 1))(*marks)
        status = library.from_cells(raw, width, height, array, error)
        _check_position(library, status, error, size)
        return cls._of(raw)

    @classmethod
    def from_connectx(
        cls, observation: Any, configuration: Any = None
    ) -> Position:
        """The position that an agent of Kaggle's ConnectX sees.

        'observation' is what the agent gets, an object or a mapping with the
        cells in 'board', or just the cells.  'configuration' may have
        'columns', 'rows' and 'inarow', which are else 7, 6 and 4.
        """
        inarow = _field(configuration, "inarow", 4)
        if inarow != 4:
            _fail(
                Status.BAD_ARGUMENT,
                f"four in a row is solved only, not {inarow}",
            )
        return cls.from_cells(
            _field(observation, "board", observation),
            _field(configuration, "columns", 7),
            _field(configuration, "rows", 6),
        )

    def play(self, column: int) -> Position:
        """The position after a move into a column, counted from 1."""
        raw = _Position.from_buffer_copy(self._raw)
        status = _load().play(raw, _as_int(column))
        size = _size_text((self.width, self.height))
        _check(_load(), status, f": column {column} of a board of {size}")
        return self._of(raw)

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return int(_load().width(self._raw))

    @property
    def height(self) -> int:
        """How many rows the board has."""
        return int(_load().height(self._raw))

    @property
    def ply(self) -> int:
        """How many stones lie on the board."""
        return int(_load().ply(self._raw))

    @property
    def winner(self) -> int:
        """Who has four in a row: 1 or 2, the first or second player; or 0."""
        return int(_load().winner(self._raw))

    @property
    def key(self) -> int:
        """The integer that names the position among those of its board."""
        words = (ctypes.c_uint64 * 2)()
        _load().key(self._raw, words)
        return int(words[0]) | int(words[1]) << 64

    def moves(self) -> str:
        """Moves that lead to the position, not always those that were played.

        FourscoreError, with Status.UNREACHABLE, if there are none.
        """
        text = ctypes.create_string_buffer(_MAX_CELLS + 1)
        _check(_load(), _load().moves(self._raw, text, len(text)))
        return text.value.decode()

    def cells(self) -> list[int]:
        """What from_cells() takes."""
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


PositionLike = Union[Position, str, Sequence[int]]


def _field(owner: Any, name: str, default: Any) -> Any:
    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)


# ----------------------------------------------------------------- the solvers


class Solver:
    """Solves positions of one board.

    What it learns from one position helps with the next.  Any thread may call
    anything; one call at a time runs, the others wait, but for stop() and
    resume().  Ctrl-C ends a call.

    'engine' is "fast", which None stands for, "tutorial-12" or "tutorial-11".
    The table takes at most 'table_bytes', 0 for what suits.  So many 'threads'
    search a position together.  'book' is a file to look early positions up in;
    None stands for the book of the library, which has one for 7x6, and False for
    none.  'library' is the path of the shared library.
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
            width=_as_int(width),
            height=_as_int(height),
            engine=_as_name(engine),
            table_bytes=_as_count(table_bytes, "table_bytes"),
            threads=_as_count(threads, "threads", _MAX_THREADS),
        )
        path = None if book is None or book is False else os.fsencode(book)
        if path is not None and b"\0" in path:
            _fail(Status.BAD_BOOK, "the name of a file has no null in it")
        size = (config.width, config.height)
        if size == (0, 0):  # to the library: the usual
            _fail(Status.NO_BOARD, "there is no board of 0x0")
        handle = _Handle()
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
        if book is not None:
            self._set_book(handle, path)
        self._size = size
        self._calling = threading.Lock()
        self._handle: Optional[_Handle] = handle
        self._handle_lock = threading.RLock()
        self._stopped = False
        self._deadline = math.inf
        self._last_node = math.inf
        self._free = weakref.finalize(self, self._library.solver_free, handle)
        self._free.atexit = False  # a thread may still be in a call

    def _set_book(self, handle: _Handle, path: Optional[bytes]) -> None:
        error = _Error()
        status = self._library.set_book(handle, path, error)
        if status == Status.OK:
            return
        self._library.solver_free(handle)
        if status == Status.BAD_BOOK:
            _fail(status, f"{os.fsdecode(path)}: {error.reason.decode()}")
        _check(self._library, status)

    def close(self) -> None:
        """Free the table, after the call that runs; see stop()."""
        with self._calling:
            with self._handle_lock:
                self._handle = None
            self._free()

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        width, height = self._size
        closed = "" if self._handle else ", closed"
        return f"<Solver of {width}x{height}{closed}>"

    def score(self, position: PositionLike) -> int:
        """The score of a position."""
        return self._solve(position, _STRONG)

    def weak_score(self, position: PositionLike) -> int:
        """The sign of the score, which is cheaper: 1, 0 or -1."""
        return self._solve(position, _WEAK)

    def scores(self, position: PositionLike) -> list[Optional[int]]:
        """What the side to move gets by each move; None for full columns."""
        bounds = self._move_bounds(self._position(position))
        known = [move for move in bounds if move is not None]
        if any(move.lower < move.upper for move in known):
            raise Unfinished(
                max(move.lower for move in known),
                max(move.upper for move in known),
                bounds,
            )
        return [None if move is None else move.lower for move in bounds]

    def best(self, position: PositionLike) -> list[int]:
        """The columns, from 1, of all moves with the best score, centre first.

        Empty on a full board.  Takes 1.2 to 1.5 times the nodes of score(),
        where scores() takes twice as many and more."""
        known = self._position(position)
        score = _Bounds()
        text = ctypes.create_string_buffer(_MAX_WIDTH + 1)
        self._call(
            self._library.best_moves, known._raw, _STRONG, score, text, len(text)
        )
        if text.value == b"" and known.ply < known.width * known.height:
            raise Unfinished(score.lower, score.upper)
        return [int(column, 16) for column in text.value.decode()]

    def pv(self, position: PositionLike) -> str:
        """The principal variation: moves to the end of the game, both sides
        playing best; of equal ones the nearest to the centre."""
        start = end = self._position(position)
        text = ctypes.create_string_buffer(_MAX_CELLS + 1)
        self._call(self._library.pv, start._raw, text, len(text))
        moves = text.value.decode()
        for move in moves:
            end = end.play(int(move, 16))
        if end.winner == 0 and end.ply < end.width * end.height:
            raise Unfinished(*self._bounds(start, _STRONG))
        return moves

    def limit(self, seconds: float = 0, nodes: int = 0) -> None:
        """Let all calls from now on take at most so many seconds and nodes,
        taken together; 0 is any number.  Then they raise Unfinished."""
        nodes = _as_count(nodes, "nodes")
        seconds = _as_seconds(seconds)
        with self._calling:
            handle = self._opened()
            _check(self._library, self._library.limit(handle, seconds, nodes))
            self._deadline = time.monotonic() + seconds if seconds else math.inf
            self._last_node = self._nodes() + nodes if nodes else math.inf

    def stop(self) -> None:
        """End the call that runs, and all to come until resume(), with
        Unfinished.  Any thread may stop, and a signal handler."""
        self._stopped = True
        with self._handle_lock:
            if self._handle:
                self._library.stop(self._handle)

    def resume(self) -> None:
        """Let calls run again."""
        self._stopped = False
        self._resume()

    def clear(self) -> None:
        """Forget all positions."""
        with self._calling:
            self._library.clear(self._opened())

    @property
    def nodes(self) -> int:
        """How many positions all calls so far explored."""
        with self._calling:
            return self._nodes()

    @property
    def table_bytes(self) -> int:
        """What the solver takes in memory, nearly."""
        with self._calling:
            return int(self._library.table_bytes(self._opened()))

    @property
    def engine(self) -> str:
        """The name of the engine."""
        with self._calling:
            return str(self._library.engine(self._opened()).decode())

    @property
    def isa(self) -> str:
        """The instruction set that the engine uses."""
        with self._calling:
            return str(self._library.isa(self._opened()).decode())

    def _opened(self) -> _Handle:
        if self._handle is None:
            _fail(Status.BAD_ARGUMENT, "the solver is closed")
        return self._handle

    def _nodes(self) -> int:
        return int(self._library.nodes(self._opened()))

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
        return Position.from_cells(position, *self._size)

    def _bounds(self, position: Position, goal: int) -> Bounds:
        score = _Bounds()
        self._call(self._library.solve, position._raw, goal, score)
        return Bounds(score.lower, score.upper)

    def _solve(self, position: PositionLike, goal: int) -> int:
        bounds = self._bounds(self._position(position), goal)
        if bounds.lower < bounds.upper:
            raise Unfinished(*bounds)
        return bounds.lower

    def _move_bounds(self, position: Position) -> list[Optional[Bounds]]:
        scores = (_Bounds * _MAX_WIDTH)()
        self._call(self._library.move_scores, position._raw, _STRONG, scores)
        return [
            None if move.lower == _NO_MOVE else Bounds(move.lower, move.upper)
            for move in scores[: position.width]
        ]

    def _call(self, function: Any, *arguments: Any) -> None:
        """Call a function that searches, so that Ctrl-C can end it."""
        with self._calling:
            call = functools.partial(function, self._opened(), *arguments)
            if threading.current_thread() is not threading.main_thread():
                self._allow(math.inf)
                status = call()
            else:
                begin = self._nodes()
                self._allow(self._SHORT_NODES)
                status = call()
                if self._nodes() >= begin + self._SHORT_NODES:
                    self._allow(math.inf)
                    status = self._call_apart(call)
        _check(self._library, status)

    def _allow(self, nodes: float) -> None:
        """Let the next call take so many nodes, within the limits."""
        nodes = min(nodes, self._last_node - self._nodes())
        seconds = self._deadline - time.monotonic()
        if nodes <= 0 or seconds <= 0:
            nodes, seconds = 0, 1e-9  # 0 seconds would be any number
        self._library.limit(
            self._opened(),
            0 if seconds == math.inf else seconds,
            0 if nodes == math.inf else int(nodes),
        )

    def _call_apart(self, call: functools.partial[int]) -> int:
        """Call from another thread, while this one hears signals."""
        statuses: list[int] = []
        may_begin = threading.Event()
        ended = threading.Event()  # join() cannot be trusted after Ctrl-C
        wanted = True

        def run() -> None:
            may_begin.wait()
            if wanted:
                statuses.append(call())
            ended.set()

        try:
            threading.Thread(target=run, daemon=True).start()
            may_begin.set()
            ended.wait()
        except BaseException:
            wanted = may_begin.is_set()  # if not, there may be no thread
            may_begin.set()
            if wanted:
                self._stop_until(ended)
            raise
        return statuses[0]

    def _stop_until(self, ended: threading.Event) -> None:
        self._library.stop(self._opened())
        while not ended.is_set():
            with contextlib.suppress(KeyboardInterrupt):
                ended.wait()
        self._resume()
        if self._stopped:
            self.stop()

    def _resume(self) -> None:
        with self._handle_lock:
            if self._handle:
                self._library.resume(self._handle)


def _centre_first(width: int) -> list[int]:
    """The columns from 1, from the centre outwards, left before right."""
    centre = width // 2 + 1
    distances = [(place + 1) // 2 for place in range(width)]
    return [
        centre - d if place % 2 else centre + d
        for place, d in enumerate(distances)
    ]


# ----------------------------------------------------------------- for ConnectX


@functools.lru_cache(maxsize=None)
def _agents_solver(width: int, height: int) -> Solver:
    return Solver(width, height)


def _hope(bounds: Bounds) -> int:
    """2: it is known to win; -2: to lose; 0: to draw, or nothing is known."""
    return sum((bound > 0) - (bound < 0) for bound in bounds)


def _hopeful(scores: list[Optional[Bounds]]) -> list[int]:
    """The columns, from 1, by what is known of them, the best one first."""
    hopes = {
        column: _hope(bounds)
        for column in _centre_first(len(scores))
        if (bounds := scores[column - 1]) is not None
    }
    return sorted(hopes, key=lambda column: -hopes[column])


def connectx_agent(observation: Any, configuration: Any) -> int:
    """An agent for ConnectX of Kaggle: a best column, counted from 0.

    It takes at most three quarters of the seconds that 'actTimeout' of the
    configuration allows for a move.  If they are not enough, as in the opening,
    it prefers moves known to win to those that may, and these to those known to
    lose; of equal ones it plays the nearest to the centre.
    """
    position = Position.from_connectx(observation, configuration)
    solver = _agents_solver(position.width, position.height)
    seconds = _field(configuration, "actTimeout", None) or 2
    solver.limit(seconds=0.75 * seconds)
    try:
        columns = solver.best(position)
    except Unfinished as unfinished:
        columns = _hopeful(unfinished.scores or [])
    if not columns:
        _fail(Status.GAME_OVER, "the board is full")
    return columns[0] - 1
