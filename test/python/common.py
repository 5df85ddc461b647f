"""What the tests of the Python module share.  The library is that which
FOURSCORE_LIBRARY names."""

import concurrent.futures
import contextlib
import ctypes
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import unittest

try:
    import numpy
except ImportError:
    numpy = None

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = str(ROOT / "bindings" / "python")
sys.path.insert(0, FOLDER)

import fourscore  # noqa: E402
from fourscore import FourscoreError, Position, Solver, Unfinished  # noqa: E402

# A shell starts what runs in the background with SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Library(ctypes.CDLL):
    """What the module loads, so that tests see what it calls."""

    fourscore = None  # the last one that has its functions

    def __init__(self, path, *arguments, **keywords):
        super().__init__(path, *arguments, **keywords)
        self.path = path
        if hasattr(self, "fourscore_version"):
            Library.fourscore = self


ctypes.CDLL = Library

SEED = int(os.environ.get("FOURSCORE_SEED") or random.randrange(1 << 32))
COMMAND = [sys.executable, "-m", "fourscore"]
NO_THREADS = """
import _thread
def refuse(*_): raise RuntimeError("can't start new thread")
_thread.start_new_thread = refuse
"""
WON = "1212121"
HARD = "274552224131661"  # of 14,000 nodes, a draw
DRAWN = "752436771776622631125614515126755442344333"


def games(seed, width, height, count):
    """Random unfinished positions of random lengths."""
    rng = random.Random(seed)
    while count > 0:
        position = Position(width, height)
        for _ in range(rng.randrange(width * height)):
            if not position.winner:
                position = rng.choice(list(replies(position).values()))
        if not position.winner:
            count -= 1
            yield position


def end_easy(count):
    """The moves of so many positions that take few nodes."""
    with open(ROOT / "testsets" / "end-easy.txt") as lines:
        moves = [line.split()[0] for line in lines if line[:1].isdigit()]
    return moves[:count]


def replies(position):
    """The positions after each legal move, by column from 1."""
    return {
        column: position.play(column)
        for column, cell in enumerate(position.cells()[: position.width], 1)
        if cell == 0
    }


def wins(position):
    """The columns that win at once."""
    return [c for c, after in replies(position).items() if after.winner]


def run_command(command, typed="", **environment):
    """Run a command that finds the module."""
    return subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": FOLDER, **environment},
        input=typed, capture_output=True, text=True, check=False, timeout=600,
    )


def run_python(code, before="", **environment):
    """Run code that has the names of the module, and other code before these."""
    names = "*; from fourscore import FourscoreError, Unfinished, connectx_agent"
    code = f"{before}\nfrom fourscore import {names}; {code}"
    return run_command([sys.executable, "-c", code], **environment)


def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


@contextlib.contextmanager
def soon(call, *arguments):
    """Call in another thread, in a moment."""
    timer = threading.Timer(0.1, call, arguments)
    timer.start()
    try:
        yield
    finally:
        timer.join()


@contextlib.contextmanager
def ctrl_c_when(is_so):
    """Press Ctrl-C when a condition holds, in another thread."""
    is_over = threading.Event()

    def run():
        while not is_so():
            if is_over.wait(0.001):
                return
        ctrl_c()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def run_in_threads(count, call):
    """What the calls in so many threads return, which begin together."""
    gate = threading.Barrier(count)
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        calls = [pool.submit(lambda: (gate.wait(), call())[1]) for _ in range(count)]
    return [each.result() for each in calls]


def comes_true(is_so):
    """Wait until a condition holds, at most a minute.  Returns whether it does."""
    for _ in range(60_000):
        if is_so():
            return True
        time.sleep(0.001)
    return False


def other_threads():
    """The number of threads that Python does not know of, such as those that search."""
    return len(os.listdir("/proc/self/task")) - threading.active_count()


def expect_threads(case, count):
    """That there are so many of them, soon: those that end take a while to go."""
    case.assertTrue(comes_true(lambda: other_threads() == count), other_threads())


def library():
    """libfourscore, as the module has loaded it."""
    fourscore.__version__  # loads it
    return Library.fourscore


@contextlib.contextmanager
def watched(note):
    """Tell of each call of libfourscore that has ended: the name of the function without
    its prefix, the arguments, and the result."""

    def teller(name):
        def tell(result, _function, arguments):
            note(name, arguments, result)
            return result

        return tell

    functions = {
        name[len("fourscore_") :]: function
        for name, function in vars(library()).items()
        if name.startswith("fourscore_")
    }
    for name, function in functions.items():
        function.errcheck = teller(name)
    try:
        yield
    finally:
        for function in functions.values():
            del function.errcheck


class Handles:
    """The handles of libfourscore that were made while it was watched and are not freed,
    and what was wrong with the use of any."""

    def __init__(self):
        self.living = set()
        self.faults = []
        self._known = set()
        self._cancels = {}  # of the queries of each pool

    def note(self, name, arguments, result):
        kind, _, what = name.rpartition("_")
        if what in ("new", "open") and result == 0:
            handle = kind, arguments[0].value
            self.living.add(handle)
            self._known.add(handle)
        elif what in ("free", "now"):
            pointer = ctypes.c_void_p.from_param(arguments[0])
            handle = kind, getattr(pointer, "value", None)
            cancels = self._cancels.pop(handle, ()) if what == "free" else ()
            for used in (handle, *cancels):
                if used in self._known and used not in self.living:
                    self.faults.append(f"{name}: no more {used}")
            if what == "free":
                self.living.discard(handle)
        elif name in ("ask", "pool_submit") and arguments[1].cancel:
            used = "cancel", arguments[1].cancel
            if used not in self.living:
                self.faults.append(f"{name}: no more {used}")
            if name == "pool_submit":
                self._cancels.setdefault(("pool", arguments[0].value), set()).add(used)


class Array:
    """What is used of an array of NumPy."""

    def __init__(self, items):
        self.items = items

    def tolist(self):
        return self.items

    def __iter__(self):
        return map(Array, self.items)


def array_of(position):
    cells, width = position.cells(), position.width
    rows = range(0, len(cells), width)
    return Array([cells[row : row + width] for row in rows])


class TestCase(unittest.TestCase):
    def refused(self, status, call, *arguments, at=None, says="", **keywords):
        with self.assertRaises(FourscoreError) as caught:
            call(*arguments, **keywords)
        error = caught.exception
        self.assertEqual((error.status, error.at), (status, at), str(error))
        self.assertTrue(str(error))
        self.assertIn(says, str(error))
        return error

    def unfinished(self, call, *arguments, **keywords):
        """The exception of a call that a limit ends."""
        with self.assertRaises(Unfinished) as caught:
            call(*arguments, **keywords)
        self.assertLess(caught.exception.lower, caught.exception.upper)
        return caught.exception

    def opened(self, *arguments, **keywords):
        """A solver that is closed after the test."""
        solver = Solver(*arguments, **keywords)
        self.addCleanup(solver.close)
        return solver

    def endless(self):
        """A solver of a board that no machine solves."""
        return self.opened(10, 11)
