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

from fourscore._library import BEST, LEVELS, WEAK, as_seconds, c, fail
from fourscore._position import Position
from fourscore._solver import SLEEP, Solver, read_best
from fourscore._types import FourscoreError, LibraryError, Unfinished

# The share of actTimeout after which the answer is due, and the least time from then to
# the end, in seconds: other programs may run first.
_SHARE = 0.75
_RESERVE = 0.02
_EASY_NODES = 1000  # take less than a millisecond


def _field(owner: Any, name: str, default: Any) -> Any:
    """The item of that name of a mapping, or the attribute of an object, unless None."""
    found = owner.get(name) if isinstance(owner, Mapping) else getattr(owner, name, None)
    return default if found is None else found


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


def _find_columns(solver: Solver, position: Position, due: float) -> Iterator[int]:
    """Yield columns, from 1, each preferable to the one before; a best one at last."""
    solver.limit(nodes=_EASY_NODES)
    try:
        best = solver.best(position)  # it is easy, or in the book
    except Unfinished:
        left = due - time.monotonic()
        if left <= 0:
            return
        solver.limit(seconds=left)
        column = solver.move(position, LEVELS - 1)
        yield column
        keeping = solver._ask(position, WEAK, BEST, read_best)
        if column not in keeping:
            yield keeping[0]
        best = solver.best(position)
    yield best[0]


def _choose_column_by_rules(position: Position) -> int:
    """A column, from 1: one that wins at once; otherwise one after which the opponent
    cannot win at once; otherwise any.  Of several the nearest to the centre."""
    centre = position.width // 2 + 1
    moves = sorted(
        position.winning_moves or position.legal_moves,
        key=lambda column: abs(column - centre),
    )
    safe = [column for column in moves if not position.play(column).winning_moves]
    return (safe or moves)[0]


def connectx_agent(observation: Any, configuration: Any = None) -> int:
    """An agent for Kaggle's ConnectX: returns a column, counted from 0.

    observation     an object or a mapping with the cells in 'board', or the cells
    configuration   an object or a mapping that may have 'columns' (7), 'rows' (6),
                    'inarow' (4) and 'actTimeout' (2 seconds; 0 is no time)

    It answers when three quarters of the time have passed, and at least 20 ms before its
    end; it leaves 'remainingOverageTime' as it is.  If the time suffices, it plays a best
    move, the one nearest to the centre.  If not, it plays as level 4 of Solver.move(), or,
    where that is known to give a win or a draw away, the move nearest to the centre that
    keeps it.  It always wins at once if it can, and otherwise prevents an immediate win of
    the opponent if it can.

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
    timeout = _field(configuration, "actTimeout", 2)
    seconds = as_seconds(timeout) if timeout > 0 else 0
    due = began + min(_SHARE * seconds, seconds - _RESERVE)
    size = position.width, position.height
    desks = _desks.setdefault(size, [])
    try:
        desk = desks.pop()
    except IndexError:
        desk = _Desk()
    found: list[int] = []  # columns, from 1, the best one last
    ended, unwanted = threading.Event(), threading.Event()

    def search() -> None:
        try:
            with desk.search, suppress(FourscoreError, Unfinished):
                if desk.solver is None:
                    book = book_beside_module(*size)
                    desk.solver = Solver(*size, book=book if book.exists() else None)
                desk.solver.resume()
                if not unwanted.is_set():
                    for column in _find_columns(desk.solver, position, due):
                        found.append(column)
        finally:
            ended.set()

    try:
        try:
            start_new_thread(search, ())
        except RuntimeError:  # no thread can be started
            search()
        column = _choose_column_by_rules(position)
        # a signal just before a sleep does not end the sleep
        while (left := due - time.monotonic()) > 0 and not ended.wait(min(left, SLEEP)):
            pass
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
    elf, cause = b"", None
    try:
        elf = Path(c.path).read_bytes()
    except OSError as error:
        cause = error
    needed = {name.decode() for name in re.findall(_NAMES, elf)}
    missing = sorted(name for name in needed if not _is_everywhere(name))
    if isinstance(cause, FileNotFoundError):  # but it is loaded
        reason = "is the system's, and may need others of it"
    elif cause is not None:
        reason = f"cannot be read: {cause.strerror}"
    # 64 bits, little-endian; the machine 62 is x86-64.
    elif elf[:6] != b"\x7fELF\2\1" or elf[18:20] != b"\x3e\0":
        reason = "is not one for Linux on x86-64, which Kaggle has"
    elif missing:
        reason = f"needs {' and '.join(missing)}, which Kaggle may lack"
    else:
        return elf
    raise LibraryError(
        f"the library {c.path!r} {reason}; expected is that of a wheel "
        "('make wheel', then 'pip install build/dist/fourscore-*.whl')"
    ) from cause


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
