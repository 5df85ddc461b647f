"""The C library: how it is found, its structures and functions, and its handles.

The structures follow lib/fourscore.h; one that can grow ends with the last member
that this module uses.  What lib/fourscore_game.h tells comes as JSON.
"""

from __future__ import annotations

import ctypes
import operator
import os
import sys
from _weakref import ref
from ctypes import c_void_p as Handle

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, Optional, Union

MAX_WIDTH = 12
MAX_CELLS = 110
NAMES = "123456789abc"  # of columns
LEVELS = 5
MAX_THREADS = 1024
NO_MOVE = -1000
ANY, DIAGRAM, FROM_0 = 0, 3, 16  # notations
STRONG, WEAK = 0, 1
ALL_MOVES, BEST, PV = 1, 2, 4
OK, UNSAFE_TABLE, BAD_POSITION = 0, 4, 8  # of Status
BAD_ARGUMENT, BAD_BOOK, BUSY = 14, 15, 17

int_, size_t, text_p = ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p
uint64 = ctypes.c_uint64

# ---------------------------------------------------------------- structures

_TYPES: dict[str, Any] = {
    "int": int_,
    "unsigned": ctypes.c_uint,
    "uint64": ctypes.c_uint64,
    "size": size_t,
    "double": ctypes.c_double,
    "text": text_p,
    "handle": Handle,
    "columns": int_ * MAX_WIDTH,
    "moves": int_ * MAX_CELLS,
    "reason": ctypes.c_char * 128,
    "words": ctypes.c_uint64 * 6,
}


def _fields(members: str) -> list[tuple[str, Any]]:
    """Members as C declares them: "int width, height; text engine"."""
    fields = []
    for declaration in members.split("; "):
        kind, names = declaration.split(" ", 1)
        fields += [(name, _TYPES[kind]) for name in names.split(", ")]
    return fields


class RawPosition(ctypes.Structure):
    _fields_ = _fields("words opaque")


class RawBounds(ctypes.Structure):
    _fields_ = _fields("int lower, upper")


class Error(ctypes.Structure):
    _fields_ = _fields("size at; reason reason")


_TYPES["position"], _TYPES["error"] = RawPosition, Error
_TYPES["bounds"], _TYPES["move_scores"] = RawBounds, RawBounds * MAX_WIDTH


class Point(ctypes.Structure):
    _fields_ = _fields("bounds score; columns best; int best_count")


class Sized(ctypes.Structure):
    """A structure that begins with its size."""

    _fields_ = _fields("size size")

    def __init__(self, **members: Any) -> None:
        super().__init__(ctypes.sizeof(self), **members)


class Config(Sized):
    _fields_ = _fields("int width, height; text engine; uint64 table_bytes; int threads")


class SolverInfo(Sized):
    _fields_ = _fields(
        "int width, height; text engine, isa; int threads; uint64 table_bytes"
    )


class Query(Sized):
    _fields_ = _fields(
        "position position; int goal, beta; unsigned find; int fresh; double seconds; "
        "uint64 nodes; handle cancel, user; text text; size length; int notation"
    )


class Answer(Sized):
    _fields_ = _fields(
        "int status; handle user; position position; error error; int finished; "
        "unsigned found; bounds score; move_scores move_scores; columns best; "
        "int best_count; moves pv; int pv_length, reachable; uint64 nodes"
    )


class PoolConfig(Sized):
    _fields_ = _fields(
        "int width, height; text engine; uint64 table_bytes; int threads, together, "
        "no_book; handle book; int capacity"
    )


class PuzzleConfig(Sized):
    _fields_ = _fields("int width, height; uint64 seed; int win_in, only_move")


class Opaque(Sized):
    """A review, an explanation or a puzzle: as large as any of them, which their
    size allows."""

    _fields_ = [("members", ctypes.c_char * 16376)]


# ------------------------------------------------------------------ functions

_handle = ctypes.POINTER(Handle)
_position = ctypes.POINTER(RawPosition)
_cells = ctypes.POINTER(int_)
_size = ctypes.POINTER(size_t)
_error = ctypes.POINTER(Error)
_config = ctypes.POINTER(Config)
_query = ctypes.POINTER(Query)
_answer = ctypes.POINTER(Answer)
_puzzle_config = ctypes.POINTER(PuzzleConfig)
_opaque = ctypes.POINTER(Opaque)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "strstatus": (text_p, [int_]),
    "version": (text_p, []),
    "read": (int_, [_position, text_p, int_, int_, int_, text_p, size_t, _error]),
    "read_game": (int_, [text_p, int_, int_, int_, text_p, size_t, _error]),
    "from_cells": (int_, [_position, int_, int_, _cells, _error]),
    "play": (int_, [_position, int_]),
    "width": (int_, [_position]),
    "height": (int_, [_position]),
    "ply": (int_, [_position]),
    "winner": (int_, [_position]),
    "key": (None, [_position, ctypes.POINTER(uint64)]),
    "cells": (None, [_position, _cells]),
    "moves": (int_, [_position, text_p, size_t]),
    "write": (int_, [_position, int_, text_p, size_t]),
    "solver_new": (int_, [_handle, _config]),
    "solver_free": (None, [Handle]),
    "solver_info": (int_, [Handle, ctypes.POINTER(SolverInfo)]),
    "min_table_bytes": (uint64, [_config]),
    "clear": (None, [Handle]),
    "book_open": (int_, [_handle, text_p, _error]),
    "book_free": (None, [Handle]),
    "set_book": (int_, [Handle, Handle]),
    "cancel_new": (int_, [_handle]),
    "cancel_now": (None, [Handle]),
    "cancel_free": (None, [Handle]),
    "ask": (int_, [Handle, _query, _answer]),
    "ask_lines": (int_, [Handle, _query, _cells, size_t, _size, _answer]),
    "pool_new": (int_, [_handle, ctypes.POINTER(PoolConfig)]),
    "pool_submit": (int_, [Handle, _query]),
    "pool_poll": (int_, [Handle, _answer]),
    "pool_free": (None, [Handle]),
    "choose_move": (int_, [_position, int_, uint64, _answer, ctypes.POINTER(int_)]),
    "point_of": (Point, [_answer]),
    "judge_game": (int_, [int_, int_, text_p, ctypes.POINTER(Point), _opaque]),
    "explain_answers": (int_, [_answer, _answer, int_, _opaque]),
    "puzzle_candidate": (int_, [_puzzle_config, uint64, text_p]),
    "judge_puzzle": (int_, [_answer, _puzzle_config, _opaque]),
    "review_json": (Handle, [_opaque]),
    "explanation_json": (Handle, [_opaque]),
    "puzzle_json": (Handle, [_opaque]),
    "text_free": (None, [Handle]),
}

_NAME = {"win32": "libfourscore-2.dll", "darwin": "libfourscore.2.dylib"}.get(
    sys.platform, "libfourscore.so.2"
)


def _refuse(reason: str, cause: Optional[Exception] = None) -> NoReturn:
    from fourscore._types import LibraryError

    raise LibraryError(
        f"{reason}; expected is the path of {_NAME} in the environment variable "
        "FOURSCORE_LIBRARY"
    ) from cause


def _find() -> str:
    """The path of the library: the one that a variable names, that of a wheel, that of
    'make install' below the same prefix, or the system's."""
    path = os.environ.get("FOURSCORE_LIBRARY")
    if path:
        return path
    folder = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(folder, "..", "..", "..")  # lib/python3.11/site-packages/...
    for place in (folder, beside):
        path = os.path.normpath(os.path.join(place, _NAME))
        if os.path.exists(path):
            return path
    from ctypes.util import find_library

    return find_library("fourscore") or _NAME


class _Library:
    """The functions of the library, without their prefix; it is loaded when the first
    of them is needed."""

    def __getattr__(self, name: str) -> Any:
        # No lock: threads that load at once get the same library from the system, and
        # fork() may leave a lock locked.
        if name not in _PROTOTYPES and name != "path":
            raise AttributeError(name)
        path = _find()
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            _refuse(f"cannot load the library {path!r}: {error}", error)
        functions = {"path": path}
        for known, (result, arguments) in _PROTOTYPES.items():
            function = getattr(library, "fourscore_" + known, None)
            if function is None:
                _refuse(
                    f"{path!r} is not libfourscore, or of another version: it has no "
                    f"fourscore_{known}"
                )
            function.restype = result
            function.argtypes = arguments
            functions[known] = function
        self.__dict__.update(functions)
        return functions[name]


c: Any = _Library()

# --------------------------------------------------------------------- errors


def fail(status: Union[int, str], message: str, at: Optional[int] = None) -> NoReturn:
    """Raise FourscoreError with a Status, given by number or name."""
    from fourscore._types import FourscoreError, Status

    number = Status[status] if isinstance(status, str) else status
    raise FourscoreError(number, message, at)


def check(status: int, detail: str = "") -> None:
    """Raise FourscoreError for a status that is not OK."""
    if status != OK:
        fail(status, c.strstatus(status).decode() + detail)


def fail_at(text: bytes, error: Error, where: str = "") -> NoReturn:
    """Raise FourscoreError for what the library refuses in a text of as_text()."""
    at = len(text[: error.at].decode(errors="ignore"))
    reason = error.reason.decode().replace("FOURSCORE_FROM_0", "first_column=0")
    fail(BAD_POSITION, where + reason, at)


# ------------------------------------------------------------------ arguments

NO_LIMIT = float("inf")


def as_int(value: int) -> int:
    """The integer, or the nearest int of C: ctypes would cut off bits."""
    return max(-(2**31), min(operator.index(value), 2**31 - 1))


def as_count(value: int, name: str, least: int = 0, most: int = 2**64 - 1) -> int:
    count = operator.index(value)
    if not least <= count <= most:
        fail("BAD_ARGUMENT", f"{name} is {count}, expected {least} to {most}")
    return count


def as_seconds(value: float) -> float:
    seconds = float(min(value, 1e300))
    if not seconds >= 0:
        fail("BAD_ARGUMENT", f"seconds are {value}, expected 0 or more")
    return seconds


def as_name(name: str) -> bytes:
    """The name of an engine; at a zero C would stop to read."""
    return str.encode(name, errors="replace").replace(b"\0", b"?")


def as_text(text: str) -> bytes:
    """The text as it is, for C to read."""
    if not isinstance(text, str):
        raise TypeError(f"moves must be a str, not {text!r}")
    return text.encode(errors="surrogatepass")


# -------------------------------------------------------------------- handles

_living: set[ref[Any]] = set()


def remember(reference: ref[Any]) -> None:
    """Put a reference to an object among those of living().  To forget the dead
    ones runs no code of Python at their end, where an exception, such as that of
    Ctrl-C, would be lost."""
    for old in list(_living):
        if old() is None:
            _living.discard(old)
    _living.add(reference)


def living() -> list[Any]:
    found = [reference() for reference in list(_living)]
    return [thing for thing in found if thing is not None]


class Owned:
    """A handle of the library, and the function of C that is called with it when
    the last reference to this object is dropped.  No code of Python runs then,
    which Ctrl-C could end.  Keeps what the function needs."""

    __slots__ = ("__weakref__", "handle")

    def __init__(
        self,
        at_end: Callable[..., Any],
        handle: Optional[Handle] = None,
        keep: object = None,
    ) -> None:
        self.handle = Handle() if handle is None else handle
        end = _End(self, at_end)
        end._as_parameter_ = self.handle
        end.keep = keep
        remember(end)

    def _after_fork(self) -> None:
        """In a child of fork(), which may free it."""


class _End(ref):  # type: ignore[type-arg]
    """Calls a function of C with a handle."""

    _as_parameter_: Optional[Handle] = None
    keep: object = None


def _after_fork_in_child() -> None:
    for thing in living():
        thing._after_fork()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork_in_child)
