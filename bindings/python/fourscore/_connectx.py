"""An agent for Kaggle's ConnectX, and a submission of it."""

from __future__ import annotations

import os
import re
import threading
import time
from _thread import start_new_thread
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Optional

from fourscore._library import ALL_MOVES, STRONG, WEAK, as_seconds, c, fail
from fourscore._position import Position
from fourscore._solver import NO_TIME, Solver, as_bounds, move_bounds
from fourscore._types import Bounds, FourscoreError, LibraryError, Unfinished

# Shares of actTimeout.  When the searches should have ended, a thread that only
# waits plays what they have found: under load it runs again sooner than they.
_SEARCH = 0.7
_ANSWER = 0.75
# The least time between the answer and the end of actTimeout, in seconds: other
# programs may run first.
_RESERVE = 0.02


def _field(owner: Any, name: str, default: Any) -> Any:
    """The item of that name of a mapping, or the attribute of an object."""
    if isinstance(owner, Mapping):
        return owner.get(name, default)
    return getattr(owner, name, default)


def _read(observation: Any, configuration: Any) -> Position:
    inarow = _field(configuration, "inarow", 4)
    if inarow != 4:
        fail("BAD_ARGUMENT", f"inarow is {inarow}, expected 4")
    size = _field(configuration, "columns", 7), _field(configuration, "rows", 6)
    return Position.from_cells(_field(observation, "board", observation), *size)


class _Desk:
    """A solver for one call of the agent at a time.  The search of the call
    before may still be about to end."""

    def __init__(self) -> None:
        self.solver: Optional[Solver] = None
        self.search = threading.Lock()  # held by a search


# Those that no agent is using, by board.  There is no lock, which fork() could
# leave locked: list.pop() and append() are atomic.
_desks: dict[tuple[int, int], list[_Desk]] = {}
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_desks.clear)


def book_beside_module(width: int, height: int) -> Path:
    """A book for the agent, which a submission may have."""
    return Path(__file__).with_name(f"{width}x{height}.book")


def _new_solver(width: int, height: int) -> Solver:
    book = book_beside_module(width, height)
    return Solver(width, height, book=book if book.exists() else None)


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
    return _sign(bounds.lower) + _sign(bounds.upper), bounds.lower, bounds.upper


def _after_reply(known: Bounds, reply: Bounds) -> Bounds:
    """The bounds of a move, from the sign of the position that it leads to."""
    return Bounds(
        known.lower if reply.upper > 0 else max(known.lower, -reply.upper),
        known.upper if reply.lower < 0 else min(known.upper, -reply.lower),
    )


def _find_columns(solver: Solver, position: Position, deadline: float) -> Iterator[int]:
    """Yield columns, from 1, each preferable to the one before: at first what
    is known without a search; at last a best one, or at the deadline the one
    with the highest rank."""
    solver.limit(seconds=NO_TIME)
    scores = move_bounds(solver._ask(position, STRONG, ALL_MOVES))
    columns = _centre_first(len(scores))
    moves = {column: known for column in columns if (known := scores[column - 1])}

    def best_lower() -> int:
        return max(bounds.lower for bounds in moves.values())

    def best_column() -> int:
        return max(moves, key=lambda column: _rank(moves[column]))

    yield best_column()
    # First who wins, then how soon.
    solver.limit(seconds=max(deadline - time.monotonic(), NO_TIME))
    for column, bounds in moves.items():
        if _sign(bounds.upper) > _sign(best_lower()):
            reply = solver._ask(position.play(column), WEAK, 0)
            moves[column] = _after_reply(bounds, as_bounds(reply.score))
            yield best_column()
    if best_lower() < max(bounds.upper for bounds in moves.values()):
        with suppress(Unfinished):
            yield solver.best(position)[0]


def _choose_column_by_rules(position: Position) -> int:
    """A column, from 1: one that wins at once; otherwise one after which the
    opponent cannot win at once; otherwise any."""
    moves = list(filter(position.is_legal, _centre_first(position.width)))
    winning = position.winning_moves
    wins = [column for column in moves if column in winning]
    safe = [column for column in moves if not position.play(column).winning_moves]
    return (wins or safe or moves)[0]


def connectx_agent(observation: Any, configuration: Any = None) -> int:
    """An agent for Kaggle's ConnectX: returns a column, counted from 0.

    observation     an object or a mapping with the cells in 'board', or the cells
    configuration   an object or a mapping that may have 'columns' (7), 'rows' (6),
                    'inarow' (4) and 'actTimeout' (2 seconds; 0 is no time)

    It answers when three quarters of the time have passed, and at least 20 ms before its
    end; it leaves 'remainingOverageTime' as it is.  If the time suffices, it plays a best
    move.  If not, it prefers known wins to draws and unknown moves, and these to known
    losses; of equal moves it plays the one nearest to the centre.  It always wins at once
    if it can, and otherwise prevents an immediate win of the opponent if it can.

    FourscoreError if the game is over, if 'inarow' is not 4, or if the cells are not a
    position.  A lack of time, memory or threads is not an error.  Any number of threads,
    and children of fork(), may call it.

    Source: the environment "connectx" of kaggle-environments.
    """
    began = time.monotonic()
    position = _read(observation, configuration)
    if position.winner:
        fail("GAME_OVER", "the game is over")
    if position.ply == position.width * position.height:
        fail("GAME_OVER", "the board is full")
    timeout = _field(configuration, "actTimeout", None)
    if timeout is None:
        timeout = 2
    seconds = as_seconds(timeout) if timeout > 0 else 0
    desks = _desks.setdefault((position.width, position.height), [])
    try:
        desk = desks.pop()
    except IndexError:
        desk = _Desk()
    found: list[int] = []  # columns, from 1, the best one last
    ended, unwanted = threading.Event(), threading.Event()

    def search() -> None:
        try:
            with desk.search, suppress(FourscoreError):
                if desk.solver is None:
                    desk.solver = _new_solver(position.width, position.height)
                desk.solver.resume()
                if not unwanted.is_set():
                    deadline = began + _SEARCH * seconds
                    for column in _find_columns(desk.solver, position, deadline):
                        found.append(column)
        finally:
            ended.set()

    try:
        try:
            start_new_thread(search, ())
        except RuntimeError:  # no thread can be started
            search()
        column = _choose_column_by_rules(position)
        due = began + min(_ANSWER * seconds, seconds - _RESERVE)
        left = due - time.monotonic()
        ended.wait(max(0, min(left, threading.TIMEOUT_MAX)))
        return (found[-1] if found else column) - 1
    finally:
        unwanted.set()
        if desk.solver is not None:
            desk.solver.stop()
        desks.append(desk)


# --------------------------------------------------------------------- submission

_MAIN = '''\
"""An agent for ConnectX: fourscore {version}."""

from fourscore import connectx_agent


def act(observation, configuration):
    return connectx_agent(observation, configuration)
'''

# Every copy has it.
LICENCE = """\
MIT License

Copyright (c) 2026 the Fourscore authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""

# Names in the string table of a library: of libraries and of versions of glibc.
_NAMES = rb"(?<=\0)(?:[\w.+-]+\.so(?:\.[0-9]+)*|GLIBC_[0-9.]+)(?=\0)"
_EVERYWHERE = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}
_GLIBC = 2, 17  # the oldest one that a wheel is made for


def _is_everywhere(name: str) -> bool:
    """Whether every Linux has it."""
    if name.startswith("GLIBC_"):
        return tuple(map(int, name[6:].split("."))) <= _GLIBC
    return name in _EVERYWHERE or name.startswith("libfourscore.so")


def _library() -> bytes:
    """The library in use, if it runs on Kaggle's machines."""
    path = c.path

    def refuse(reason: str) -> LibraryError:
        return LibraryError(
            f"the library {path!r} {reason}; expected is that of a wheel "
            "('make wheel', then 'pip install build/dist/fourscore-*.whl')"
        )

    try:
        elf = Path(path).read_bytes()
    except FileNotFoundError as error:  # but it is loaded
        raise refuse("is the system's, and may need others of it") from error
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror}") from error
    # 64 bits, little-endian; the machine 62 is x86-64.
    if elf[:6] != b"\x7fELF\2\1" or elf[18:20] != b"\x3e\0":
        raise refuse("is not one for Linux on x86-64, which Kaggle has")
    needed = {name.decode() for name in re.findall(_NAMES, elf)}
    missing = sorted(name for name in needed if not _is_everywhere(name))
    if missing:
        raise refuse(f"needs {' and '.join(missing)}, which Kaggle may lack")
    return elf


def submission(book: Optional[str]) -> bytes:
    """The archive, with the book of that path; a .tar.gz, whose bytes depend on nothing
    but the files in it."""
    import gzip
    import io
    import tarfile

    files = {
        "main.py": _MAIN.format(version=c.version().decode()).encode(),
        "LICENSE": LICENCE.encode(),
    }
    for path in sorted(Path(__file__).parent.glob("*.py")):
        files[f"fourscore/{path.name}"] = path.read_bytes()
    files["fourscore/libfourscore.so.2"] = _library()
    if book is not None:
        Solver(7, 6, book=book).close()  # or fail
        files[f"fourscore/{book_beside_module(7, 6).name}"] = Path(book).read_bytes()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)
