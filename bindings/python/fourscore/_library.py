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
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn, Optional, Union

MAX_WIDTH = 12
MAX_CELLS = 110
NAMES = "123456789abc"  # of columns
LEVELS = 5
MAX_THREADS = 1024
NO_MOVE = -1000
ANY, MOVES, DIAGRAM, FROM_0 = 0, 1, 3, 16  # notations
STRONG, WEAK = 0, 1
ALL_MOVES, BEST, PV = 1, 2, 4
OK, NO_BOARD, UNSAFE_TABLE, BAD_POSITION = 0, 1, 4, 8  # of Status
OTHER_BOARD, BAD_ARGUMENT, BAD_BOOK, BUSY = 11, 14, 15, 17

# ---------------------------------------------------------------- structures

int_, size_t = ctypes.c_int, ctypes.c_size_t
_TYPES: dict[str, Any] = {
    "none": None,
    "int": int_,
    "unsigned": ctypes.c_uint,
    "uint64": ctypes.c_uint64,
    "size": size_t,
    "double": ctypes.c_double,
    "text": ctypes.c_char_p,
    "handle": Handle,
    "char": ctypes.c_char,
}


def _type(name: str) -> Any:
    """A type by its name: one of these, a structure, or a pointer to one."""
    if name.endswith("*"):
        return ctypes.POINTER(_type(name[:-1]))
    return _TYPES[name] if name in _TYPES else globals()[name]


def _fields(members: str) -> list[tuple[str, Any]]:
    """Members as C declares them: "int width, height; text engine; char reason[128]"."""
    fields = []
    for declaration in members.split("; "):
        kind, names = declaration.split(" ", 1)
        for name in names.split(", "):
            name, _, length = name.rstrip("]").partition("[")
            fields.append((name, _type(kind) * int(length) if length else _type(kind)))
    return fields


class RawPosition(ctypes.Structure):
    _fields_ = _fields("uint64 opaque[6]")


class RawBounds(ctypes.Structure):
    _fields_ = _fields("int lower, upper")


class Error(ctypes.Structure):
    _fields_ = _fields("size at; char reason[128]")


class Point(ctypes.Structure):
    _fields_ = _fields("RawBounds score; int best[12], best_count")


class Sized(ctypes.Structure):
    """A structure that begins with its size."""

    _fields_ = _fields("size size")

    def __init__(self, **members: Any) -> None:
        super().__init__(ctypes.sizeof(self), **members)


class Config(Sized):
    _fields_ = _fields("int width, height; text engine; uint64 table_bytes; int threads")


class PoolConfig(Sized):
    _fields_ = _fields(
        "int width, height; text engine; uint64 table_bytes; int threads, together, "
        "no_book; handle book; int capacity"
    )


class SolverInfo(Sized):
    _fields_ = _fields(
        "int width, height; text engine, isa; int threads; uint64 table_bytes"
    )


class Query(Sized):
    _fields_ = _fields(
        "RawPosition position; int goal, beta; unsigned find; int fresh; double seconds; "
        "uint64 nodes; handle cancel, user; text text; size length; int notation"
    )


class Answer(Sized):
    _fields_ = _fields(
        "int status; handle user; RawPosition position; Error error; int finished; "
        "unsigned found; RawBounds score, move_scores[12]; int best[12], best_count, "
        "pv[110], pv_length, reachable; uint64 nodes"
    )


class PuzzleConfig(Sized):
    _fields_ = _fields("int width, height; uint64 seed; int win_in, only_move")


class Told(Sized):
    """A review, an explanation or a puzzle: as large as any of them, which their
    size allows."""

    _fields_ = _fields("char members[16376]")


# ------------------------------------------------------------------ functions

# As C declares them, without the prefix: the result, the name and the arguments.
_FUNCTIONS = """
text strstatus(int)
text version()
int read(RawPosition*, text, int, int, int, text, size, Error*)
int read_game(text, int, int, int, text, size, Error*)
int from_cells(RawPosition*, int, int, int*, Error*)
int play(RawPosition*, int)
int width(RawPosition*)
int height(RawPosition*)
int ply(RawPosition*)
int winner(RawPosition*)
none key(RawPosition*, uint64*)
none cells(RawPosition*, int*)
int write(RawPosition*, int, text, size)
int solver_new(handle*, Config*)
none solver_free(handle)
int solver_info(handle, SolverInfo*)
uint64 min_table_bytes(Config*)
none clear(handle)
int book_open(handle*, text, Error*)
none book_free(handle)
int set_book(handle, handle)
int cancel_new(handle*)
none cancel_now(handle)
none cancel_free(handle)
int ask(handle, Query*, Answer*)
int ask_lines(handle, Query*, int*, size, size*, Answer*)
int pool_new(handle*, PoolConfig*)
int pool_submit(handle, Query*)
int pool_poll(handle, Answer*)
none pool_free(handle)
int choose_move(RawPosition*, int, uint64, Answer*, int*)
Point point_of(Answer*)
int judge_game(int, int, text, Point*, Told*)
int explain_answers(Answer*, Answer*, int, Told*)
int puzzle_max_win_in(int, int)
int puzzle_candidate(PuzzleConfig*, uint64, text)
int judge_puzzle(Answer*, PuzzleConfig*, Told*)
handle review_json(Told*)
handle explanation_json(Told*)
handle puzzle_json(Told*)
none text_free(handle)
"""


_NO_SIGNS = str.maketrans("(,)", "   ")

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
        if name.startswith("__"):  # Python looks for such names
            raise AttributeError(name)
        # No lock: threads that load at once get the same library from the system, and
        # fork() may leave a lock locked.
        path = _find()
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            _refuse(f"cannot load the library {path!r}: {error}", error)
        functions = {"path": path}
        for line in _FUNCTIONS.split("\n")[1:-1]:
            result, known, *arguments = line.translate(_NO_SIGNS).split()
            function = getattr(library, "fourscore_" + known, None)
            if function is None:
                _refuse(
                    f"{path!r} is not libfourscore, or of another version: it has no "
                    f"fourscore_{known}"
                )
            function.restype = _type(result)
            function.argtypes = list(map(_type, arguments))
            functions[known] = function
        self.__dict__.update(functions)
        return object.__getattribute__(self, name)


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


def as_int(value: int, name: str) -> int:
    """An argument that must be an integer: of Python or of NumPy, and no bool."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{name} must be an integer, not {value!r}")


def as_count(value: int, name: str, least: int = 0, most: int = 2**64 - 1) -> int:
    count = as_int(value, name)
    if not least <= count <= most:
        between = "or" if most - least == 1 else "to"
        fail("BAD_ARGUMENT", f"{name} is {count}, expected {least} {between} {most}")
    return count


def as_board(width: int, height: int) -> tuple[int, int]:
    """The size of a board, if it is an int of C: the library knows which there are."""
    size = as_int(width, "width"), as_int(height, "height")
    if not all(0 < length < 2**31 for length in size):
        check(NO_BOARD, f": {width}x{height}")
    return size


def as_choice(value: str, name: str, choices: Iterable[str]) -> str:
    if value not in choices:
        known = ", ".join(map(repr, choices))
        fail("BAD_ARGUMENT", f"{name} is {value!r}, expected {known}")
    return value


def as_seconds(value: float) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"seconds must be a number, not {value!r}")
    seconds = float(min(value, 1e300))
    if not seconds >= 0:
        fail("BAD_ARGUMENT", f"seconds are {value}, expected 0 or more")
    return seconds


def as_text(text: str, name: str = "moves") -> bytes:
    """The text as it is, for C to read."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {text!r}")
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
        self, at_end: Callable[..., Any], handle: Optional[Handle] = None, keep: object = None
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
