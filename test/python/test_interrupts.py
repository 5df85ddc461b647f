"""Tests of what a signal and fork() leave behind."""

import contextlib
import itertools
import linecache
import os
import signal
import sys

from common import (
    HARD, ROOT, WON, Handles, TestCase, comes_true, ctrl_c_when, expect_threads, other_threads,
    run_python, watched,
)

import fourscore
from fourscore import Solver

LONG = "1171417732362333"  # of 53,000 nodes, which a search in another thread ends
# Searches in another thread do not begin, and are interrupted, while 'delay' is True.
DELAYED = """
import _thread, signal
starts, start, delay = [], _thread.start_new_thread, True

def start_later(*call):
    if not delay:
        return start(*call)
    starts.append(call)
    signal.setitimer(signal.ITIMER_REAL, 0.1)

_thread.start_new_thread = start_later
signal.signal(signal.SIGALRM, signal.default_int_handler)
"""


def is_of_the_module(frame):
    return os.path.dirname(frame.f_code.co_filename) == fourscore.__path__[0]


class CtrlC(TestCase):
    """Ctrl-C at every line of the module that a call executes."""

    def setUp(self):
        self.handles = Handles()
        watch = watched(self.handles.note)
        watch.__enter__()
        self.addCleanup(watch.__exit__, None, None, None)

    def interruption(self, left):
        """What sys.settrace() takes to raise KeyboardInterrupt at the lines of the ordinals
        that are left, in the order of execution."""
        count = 0

        def trace(frame, event, _argument):
            nonlocal count
            if not is_of_the_module(frame):
                return None
            line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
            # Python handles no signals where a block of 'with' begins or ends
            if event == "line" and not line.lstrip().startswith("with "):
                count += 1
                if left and count >= left[0]:
                    del left[0]
                    raise KeyboardInterrupt
            return trace

        return trace

    def interrupted(self, call, ordinals):
        """Call, and interrupt it there.  Returns whether it was interrupted."""
        left = list(ordinals)
        sys.settrace(self.interruption(left))
        try:
            call()
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        return len(left) < len(ordinals)

    def living(self, most=0):
        """The number of handles, when the module has forgotten what has ended: it does so
        when others are made."""
        for _ in range(3):
            if len(self.handles.living) > most:
                Solver(1, 1).close()
        return len(self.handles.living)

    def expect_nothing_left(self, call, is_well=lambda: None):
        """However Ctrl-C ends the call, once or twice."""
        call()
        first = self.living()
        for gap in (None, 1, 3):
            for number in itertools.count(1):
                ordinals = [number] if gap is None else [number, number + gap]
                was_interrupted = self.interrupted(call, ordinals)
                is_well()
                # a thread may be about to end
                self.assertTrue(comes_true(lambda: self.living(first) <= first), ordinals)
                self.assertEqual(self.handles.faults, [], ordinals)
                if not was_interrupted:
                    break
            self.assertGreater(number, 20)

    def test_new_solver(self):
        self.expect_nothing_left(lambda: Solver(4, 4, table_bytes=1 << 20).score(""))
        book = ROOT / "book" / "7x6.book"
        self.expect_nothing_left(lambda: Solver(book=book))

    def test_many(self):
        with Solver(4, 4, table_bytes=1 << 20) as solver:
            def call():
                solver.clear()  # so that the first position passes a pool
                self.assertEqual(list(solver.solve_many(["", "121212"], 1)), [0, 5])

            self.expect_nothing_left(call)
            self.assertEqual(solver.score("121212"), 5)
        expect_threads(self, 0)

    def test_search_in_another_thread(self):
        with Solver(table_bytes=1 << 25, book=False) as solver:
            def call():
                solver.clear()
                self.assertEqual(solver.score(LONG), -2)

            def is_well():
                self.assertEqual(solver.score("121212"), 18)

            self.expect_nothing_left(call, is_well)

    def test_a_second_one_while_the_first_ends_a_search(self):
        """At any line after the first."""
        solver, left = self.endless(), []

        def press(_number, frame):
            trace = self.interruption(left)
            while frame:
                if is_of_the_module(frame):
                    frame.f_trace = trace
                frame = frame.f_back
            sys.settrace(trace)
            raise KeyboardInterrupt

        old = signal.signal(signal.SIGINT, press)
        self.addCleanup(signal.signal, signal.SIGINT, old)
        expect_threads(self, 0)  # of tests before
        for number in itertools.count(1):
            left[:] = [number]
            with self.assertRaises(KeyboardInterrupt), ctrl_c_when(other_threads):
                solver.score("")
            sys.settrace(None)
            expect_threads(self, 0)
            if left:
                break
        self.assertGreater(number, 1)
        self.assertEqual(solver.score("121212"), 52)

    def test_a_search_waits_for_one_that_was_left(self):
        """Whether that has begun or not: both would use the table."""
        run = run_python(
            f"""solver = Solver(book=False)
try:
    solver.score("{LONG}")
except KeyboardInterrupt:
    print("interrupted")
delay, nodes = False, solver.nodes
((search, arguments),) = starts
search(*arguments)
print(solver.nodes - nodes, solver.score("{LONG}"))""",
            before=DELAYED,
        )
        self.assertEqual((run.stdout, run.stderr), ("interrupted\n0 -2\n", ""))

    def test_storm(self):
        """Signals at any time, but only while the module runs."""

        def press(_number, frame):
            if is_of_the_module(frame):
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

warnings.simplefilter("ignore", DeprecationWarning)  # of fork() with threads

def in_thread(search, threads=1):
    '''Search in another thread, until these have searched for a while.'''
    def run():
        try:
            search()
        except Unfinished:
            pass

    threading.Thread(target=run).start()
    while len(os.listdir("/proc/self/task")) - threading.active_count() < threads:
        time.sleep(0.01)
    began = time.process_time()
    while time.process_time() < began + 0.05:
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
            "in_thread(lambda: connectx_agent([0] * 110, hard), 2)",
            "connectx_agent([0] * 110, dict(hard, actTimeout=0))",
            "5",
        ),
        "an agent whose search has not ended": (
            "best, began = Solver.best, threading.Event()\n"
            "Solver.best = lambda *_: (began.set(), threading.Event().wait())\n"
            "while not began.is_set(): agent('4', actTimeout=0.1)\n"
            "Solver.best = best",
            AGENT, "2",
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

    # What a child does while its parent waits at a line of a call in another thread.
    AT_A_LINE = """
import itertools, os, signal, sys, threading, warnings
import fourscore

warnings.simplefilter("ignore", DeprecationWarning)  # of fork() with threads
solver, found = Solver(), set()

def call():
    def trace(frame, event, _argument):
        global left
        if os.path.dirname(frame.f_code.co_filename) != fourscore.__path__[0]:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                is_there.set()
                may_go_on.wait()
        return trace

    sys.settrace(trace)
    solver.score("4453"), list(solver.solve_many(["4453"]))
    sys.settrace(None)
    is_there.set()

def score():
    try:
        return next(solver.solve_many(["32164625"]))
    except FourscoreError as error:
        return 100 if str(error) == "the solver is closed" else 101

for number in itertools.count(1):
    left, is_there, may_go_on = number, threading.Event(), threading.Event()
    thread = threading.Thread(target=call)
    thread.start()
    is_there.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os._exit(score())
    found.add(os.waitpid(child, 0)[1])
    may_go_on.set()
    thread.join()
    if left > 0:
        break
print(number > 50, sorted(found) == [11 << 8, 100 << 8] or found)
"""

    def test_children_at_every_line(self):
        """A child never waits for a lock that a thread of its parent holds."""
        run = run_python(self.AT_A_LINE)
        self.assertEqual((run.stdout, run.stderr), ("True True\n", ""))
