"""Tests of what a signal and fork() leave behind."""

import contextlib
import itertools
import linecache
import os
import signal
import sys
import time
import weakref
from unittest import mock

from common import (
    HARD, ROOT, WON, TestCase, ctrl_c, ctrl_c_when, expect_threads, other_threads,
    run_python, soon,
)

import fourscore
from fourscore import Solver, _library, _solver


class CtrlC(TestCase):
    """Ctrl-C at every line of the module that a call executes."""

    def interrupted(self, call, ordinals):
        """Call, and raise KeyboardInterrupt at the lines of these ordinals, in
        the order of execution.  Returns whether one was."""
        left, count = list(ordinals), 0

        def trace(frame, event, _argument):
            nonlocal count
            code = frame.f_code
            if os.path.dirname(code.co_filename) != fourscore.__path__[0]:
                return None
            line = linecache.getline(code.co_filename, frame.f_lineno)
            # Python handles no signals where a block of 'with' begins or ends
            if event == "line" and not line.lstrip().startswith("with "):
                count += 1
                if left and count >= left[0]:
                    del left[0]
                    raise KeyboardInterrupt
            return trace

        sys.settrace(trace)
        try:
            call()
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        return len(left) < len(ordinals)

    def search_apart(self):
        """Let all searches of this test go on in another thread."""
        patch = mock.patch("fourscore._solver.SHORT_NODES", 1)
        patch.start()
        self.addCleanup(patch.stop)

    def owned(self):
        for _ in range(3):  # which forgets what has ended, and what it kept
            _library.Owned(lambda end: None)
        return len(_library.living())

    def expect_nothing_left(self, call, is_well=lambda: None):
        """However Ctrl-C ends the call, once or twice."""
        call()
        first = self.owned()
        for gap in (None, 1, 3):
            for number in itertools.count(1):
                ordinals = [number] if gap is None else [number, number + gap]
                was_interrupted = self.interrupted(call, ordinals)
                is_well()
                for _ in range(1000):  # a thread may be about to end
                    if self.owned() <= first:
                        break
                    time.sleep(0.001)
                self.assertLessEqual(self.owned(), first, ordinals)
                if not was_interrupted:
                    break
            self.assertGreater(number, 20)

    def test_the_end_of_a_handle_has_what_it_needs(self):
        needed, found = Solver(4, 4), []
        is_there = weakref.ref(needed)
        owned = _library.Owned(lambda _end: found.append(is_there()), keep=needed)
        del needed, owned
        self.assertEqual([repr(thing) for thing in found], ["<Solver of 4x4>"])

    def test_new_solver(self):
        self.expect_nothing_left(lambda: Solver(4, 4, table_bytes=1 << 20).score(""))
        book = ROOT / "book" / "7x6.book"
        self.expect_nothing_left(lambda: Solver(book=book))

    def test_many(self):
        with Solver(4, 4, table_bytes=1 << 20) as solver:
            def call():
                self.assertEqual(list(solver.solve_many(["", "121212"], 1)), [0, 5])

            def is_well():  # no query refers to a handle that is freed
                self.assertFalse([seat for seat in solver._easy if seat.query.cancel])

            self.expect_nothing_left(call, is_well)
            self.assertEqual(solver.score("121212"), 5)
        expect_threads(self, 0)

    def test_search_in_another_thread(self):
        with Solver(5, 4, table_bytes=1 << 20) as solver:
            self.search_apart()

            def call():
                solver.clear()
                self.assertEqual(solver.score("12"), -1)

            def is_well():
                self.assertEqual(solver.score("121212"), 7)

            self.expect_nothing_left(call, is_well)

    def test_a_second_one_while_the_first_ends_a_search(self):
        solver = self.endless()
        press = mock.patch.object(_solver.Cancel, "now", side_effect=KeyboardInterrupt)
        expect_threads(self, 0)  # of tests before
        with press as pressed:
            with self.assertRaises(KeyboardInterrupt), ctrl_c_when(other_threads):
                solver.score("")
            expect_threads(self, 0)
        pressed.assert_called_once()
        self.assertEqual(solver.score("121212"), 52)

    def test_a_search_waits_for_one_that_was_left(self):
        """Whether that has begun or not: both would use the table."""
        solver, starts = self.opened(5, 4, book=False), []
        self.search_apart()
        delay = mock.patch("fourscore._solver.start_new_thread", lambda *a: starts.append(a))
        with delay, self.assertRaises(KeyboardInterrupt), soon(ctrl_c):
            solver.score("12")
        ((search, arguments),) = starts
        nodes = solver.nodes
        search(*arguments)
        self.assertEqual((solver.nodes, solver.score("12")), (nodes, -1))

    def test_storm(self):
        """Signals at any time, but only while the module runs."""

        def press(_number, frame):
            if os.path.dirname(frame.f_code.co_filename) == fourscore.__path__[0]:
                raise KeyboardInterrupt

        old = signal.signal(signal.SIGALRM, press)
        try:
            for number in range(60):
                signal.setitimer(signal.ITIMER_REAL, 1e-4 * number + 1e-6, 1e-3)
                with contextlib.suppress(KeyboardInterrupt):
                    with Solver(10, 11) as solver:
                        list(solver.solve_many(["", WON]))
                signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        del solver
        expect_threads(self, 0)


class Forks(TestCase):
    """A child of fork() can use the module if its parent has used it."""

    PARENT = """
import os, threading, time, warnings
from fourscore import _library

warnings.simplefilter("ignore", DeprecationWarning)  # of fork() with threads

def in_thread(search):
    def run():
        try:
            search()
        except Unfinished:
            pass

    threading.Thread(target=run).start()
    while not any(
        isinstance(thing, Solver) and thing._lock.locked() for thing in _library.living()
    ):
        time.sleep(0.01)

def agent(moves, **settings):
    return connectx_agent(Position.from_moves(moves).cells(), settings)

hard = dict(columns=10, rows=11, actTimeout=600)
"""
    FORK = """
child = os.fork()
if child == 0:
    try:
        print(run_child(), flush=True)
    finally:
        os._exit(0)
for _ in range(6000):
    if os.waitpid(child, os.WNOHANG)[0]:
        break
    time.sleep(0.01)
else:
    os.kill(child, 9)
os._exit(0)  # even if threads are running
"""
    AGENT = "agent('32164625', actTimeout=60)"
    # What the parent runs, an expression for the child, and its value there.
    CASES = {
        "an agent that was not used": ("", AGENT, "2"),
        "an agent": (AGENT, AGENT, "2"),
        "an agent while another searches": (
            "in_thread(lambda: connectx_agent([0] * 110, hard))",
            "connectx_agent([0] * 110, dict(hard, actTimeout=0))",
            "5",
        ),
        "an idle solver": ("s = Solver(); s.score('4')", "s.score('32164625')", "11"),
        "a solver in use": (
            "s = Solver(10, 11); in_thread(lambda: s.score(''))",
            "repr(s), s.close(), Solver().score('32164625')",
            "('<Solver of 10x11, closed>', None, 11)",
        ),
        "solve_many()": (
            "s = Solver(book=False)\n"
            f"a = s.solve_many(['{HARD}'] * 1000)\nnext(a)\n"
            "def rest():\n"
            "    try:\n        return next(a)\n"
            "    except FourscoreError as error:\n"
            "        return error",
            "rest(), a.close(), next(s.solve_many(['32164625']))",
            "(FourscoreError('the threads of solve_many() are in the parent "
            "process'), None, 11)",
        ),
        "best_move() while another searches": (
            "in_thread(lambda: best_move(Position(10, 11)))",
            "best_move(Position.from_moves('121212', 10, 11))", "1",
        ),
        "a solver that counts nodes": (
            "s = Solver(); s._counting.acquire()", "next(s.solve_many(['32164625']))", "11",
        ),
        "a solver with threads": (
            "s = Solver(threads=2); s.score('274552224131661')",
            "s.score('32164625'), s.clear(), s.score('274552224131661'), s.close()",
            "(11, None, 0, None)",
        ),
    }

    def test_children(self):
        for name, (prepare, expression, value) in self.CASES.items():
            with self.subTest(name):
                code = f"{prepare}\ndef run_child():\n    return {expression}\n"
                run = run_python(self.PARENT + code + self.FORK)
                self.assertEqual(run.stderr, "")
                self.assertNotEqual(run.stdout, "", "the child hangs")
                self.assertEqual(run.stdout.strip(), value)
