"""Tests of the Python module, with the library that FOURSCORE_LIBRARY names."""

import contextlib
import copy
import dataclasses
import doctest
import io
import itertools
import json
import linecache
import os
import pathlib
import pickle
import pydoc
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing
import unittest
import weakref
from types import SimpleNamespace
from unittest import mock
from xml.etree import ElementTree

try:
    import numpy
except ImportError:
    numpy = None

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = str(ROOT / "bindings" / "python")
sys.path.insert(0, FOLDER)

import fourscore  # noqa: E402
from fourscore import (  # noqa: E402
    Bounds, FourscoreError, Position, Solver, Status, Unfinished, _connectx, _library,
    _solver, connectx_agent,
)

# A shell starts what runs in the background with SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

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


def run_python(code, **environment):
    return subprocess.run(
        [
            sys.executable,
            "-c",
            "from fourscore import *; from fourscore import FourscoreError, Unfinished, "
            "connectx_agent; " + code,
        ],
        env={**os.environ, "PYTHONPATH": FOLDER, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


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


def searches_apart(solver):
    """A condition: the solver searches in another thread than that of its caller."""
    return lambda: solver._lock.locked() and any(
        isinstance(thing, _solver.Cancel) and thing.solver() is solver
        for thing in _library.living()
    )


def run_in_threads(count, call):
    """What the calls in so many threads return."""
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(call())) for _ in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def expect_threads(case, count):
    """That so many threads run that Python does not know of."""
    for _ in range(6000):  # those that have ended may take a while to go
        threads = len(os.listdir("/proc/self/task"))
        if threads - threading.active_count() == count:
            return
        time.sleep(0.01)
    case.fail(f"there are {threads} threads")


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

    def opened(self, *arguments, **keywords):
        """A solver that is closed after the test."""
        solver = Solver(*arguments, **keywords)
        self.addCleanup(solver.close)
        return solver

    def endless(self):
        """A solver of a board that no machine solves."""
        return self.opened(10, 11)


class Positions(TestCase):
    def test_of_moves(self):
        position = Position.from_moves("4453")
        self.assertEqual((position.width, position.height, position.ply), (7, 6, 4))
        key = 2 * (1 << 21 | 1 << 28) + (1 << 14 | 1 << 22)
        self.assertEqual(position.key, key)
        wide = Position.from_moves("cb", 12, 9)
        self.assertEqual(wide.key, 2 * (1 << 110) + (1 << 100))
        self.assertEqual(Position(4, 4), Position.from_moves("", 4, 4))
        for moves, winner in (("4453", 0), (WON, 1), ("3" + WON, 2)):
            self.assertEqual(Position.from_moves(moves).winner, winner)

    def test_play(self):
        full = Position()
        for _ in range(6):
            full = full.play(4)
        self.assertEqual(full, Position.from_moves("444444"))
        for column in (4, 0, 8, 2**32 + 1, -(2**40), 10**30):
            self.refused(Status.BAD_MOVE, full.play, column, says=f"column {column} ")
        self.assertRaises(TypeError, full.play, "4")
        self.refused(Status.GAME_OVER, Position.from_moves(WON).play, 4)

    def test_cells(self):
        position = Position.from_moves("112")
        cells = [0] * 42
        cells[35], cells[28], cells[36] = 1, 2, 1
        self.assertEqual(position.cells(), cells)
        for again in (cells, tuple(cells), bytes(cells)):
            self.assertEqual(Position.from_cells(again), position)

    def test_there_and_back(self):
        unreachable = Position.from_cells([1, 1, 1, 2, 2, 2], 3, 2)
        self.refused(Status.UNREACHABLE, lambda: unreachable.moves)
        positions = [Position.from_moves(moves) for moves in ("", "4453", WON, DRAWN)]
        for position in [*positions, Position.from_moves("1234", 5, 4), unreachable]:
            size = position.width, position.height
            self.assertEqual(Position.from_cells(position.cells(), *size), position)
            self.assertEqual(eval(repr(position)), position)
            self.assertEqual(copy.deepcopy(position), position)
            self.assertEqual(pickle.loads(pickle.dumps(position)), position)
            if position is not unreachable:
                again = Position.from_moves(position.moves, *size)
                self.assertEqual(again, position)
        small = Position.from_moves("12", 5, 4)
        self.assertEqual(repr(small), "Position.from_moves('12', 5, 4)")

    def test_arrays(self):
        for moves in ("", "1234", "11221122"):
            position = Position.from_moves(moves, 4, 5)
            array = array_of(position)
            flat = Array(position.cells())
            rows = [tuple(row) for row in array.tolist()]
            for cells in (array, flat, rows, [Array(row) for row in rows]):
                self.assertEqual(Position.from_cells(cells, 4, 5), position)
        marked = [[0] * 7] * 5 + [[0, 0, 3, 0, 0, 0, 0]]
        self.refused(Status.BAD_POSITION, Position.from_cells, marked, at=37)
        for cells in ([[0.0] * 7] * 6, Array(0)):
            self.assertRaises(TypeError, Position.from_cells, cells)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_arrays_of_numpy(self):
        positions = list(games(5, 7, 6, 10))
        batch = numpy.array([array_of(p).tolist() for p in positions])
        for dtype in ("int8", "uint8", "int64"):
            array = batch.astype(dtype)
            for shape in ((10, 6, 7), (10, 42)):
                again = map(Position.from_cells, array.reshape(shape))
                self.assertEqual(list(again), positions)
        solver = self.opened()
        self.assertEqual(
            list(solver.solve_many(batch)), list(solver.solve_many(positions))
        )
        floats = batch[0].astype("float32")
        self.assertRaises(TypeError, Position.from_cells, floats)

    def test_equality(self):
        position = Position.from_moves("1234")
        same = Position.from_moves("3214")
        self.assertEqual(len({position, same}), 1)
        for other in (Position.from_moves("1243"), Position(6, 7), Position(7, 5), ""):
            self.assertNotEqual(position, other)
        self.assertNotEqual(Position(), Position(6, 7))
        self.assertNotEqual(Position(), Position(7, 5))

    def test_bad_moves(self):
        for moves, at, bad in (
            ("44\0" + "3", 2, "byte 0x00"), ("4\udcff", 1, "byte 0xed"), ("12é", 2, "'é' (U+00E9)"),
        ):
            error = self.refused(
                Status.BAD_POSITION, Position.from_moves, moves, 5, 5, at=at,
                says=f"{bad} is not a column, expected 1 to 5 on a board of 5x5",
            )
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.status, again.at), (error.status, error.at))
        for text in (4453, b"4453", ["4"], None):
            with self.assertRaisesRegex(TypeError, "^moves must be a str, "):
                Position.from_moves(text)

    def test_bad_cells(self):
        for count in (0, 41, 43):
            self.refused(Status.BAD_POSITION, Position.from_cells, [0] * count)
        for mark in (3, -2, 2**32 + 1, -(2**40)):
            cells = [0] * 35 + [mark] + [0] * 6
            self.refused(Status.BAD_POSITION, Position.from_cells, cells, at=35,
                         says="is not a mark")
        for cells in ([0.0] * 42, None, 4453):
            self.assertRaises(TypeError, Position.from_cells, cells)

    def test_bad_boards(self):
        big = 10**30
        cells = [0] * 42
        for call, size in (
            (lambda: Position(big), f"{big}x6"),
            (lambda: Position(7, -big), f"7x{-big}"),
            (lambda: Position.from_moves("", 2**32 + 7, 6), f"{2**32 + 7}x6"),
            (lambda: Position.from_cells([], 0, 6), "0x6"),
            (lambda: Position.from_cells(cells, 13, 13), "13x13"),
            (lambda: Position.from_cells(cells, 7, big), f"7x{big}"),
            (lambda: Position.from_any([0], 7, big), f"7x{big}"),
            (lambda: connectx_agent([0], {"rows": big}), f"7x{big}"),
            (lambda: Solver(big, 6), f"{big}x6"),
            (lambda: Solver(0, 0), "0x0"),
        ):
            self.refused(Status.NO_BOARD, call, says=size)


class Boards(TestCase):
    """A board to work with."""

    def test_a_game_is_played_and_taken_back(self):
        position = Position.from_moves("d1 d2 d3 d4 d5 c1")  # of any notation
        self.assertEqual(position.moves, "444443")
        self.assertEqual((position.to_move, position.stones_left, position.ply), (1, 18, 6))
        after = position.play(4).play(3)
        self.assertEqual((after.moves, after.to_move), ("44444343", 1))
        self.assertEqual(after.undo().undo(), position)
        self.assertEqual(after.undo().undo().undo().moves, "44444")
        self.assertEqual(after.legal_moves, [1, 2, 3, 5, 6, 7])
        self.assertEqual([c for c in range(-1, 10) if after.is_legal(c)], after.legal_moves)
        self.refused(Status.BAD_MOVE, Position().undo)
        self.assertRaises(TypeError, position.is_legal, "4")
        of_cells = Position.from_cells(after.cells())
        self.refused(Status.BAD_ARGUMENT, of_cells.undo, says="order of the moves")
        self.assertEqual(of_cells.play(1).winning_moves, after.play(1).winning_moves)
        self.refused(Status.BAD_ARGUMENT, of_cells.play(1).undo)
        self.assertEqual(Position.from_moves("?pos=4455@2").moves, "44")

    def test_positions_agree_with_their_cells(self):
        for position in [*games(7, 7, 6, 20), *games(8, 9, 4, 20), *games(9, 12, 9, 5)]:
            self.assertEqual(position.legal_moves, list(replies(position)))
            self.assertEqual(position.winning_moves, wins(position))
            self.assertFalse(position.is_over)
            rows = array_of(position).tolist()
            mirror = position.mirror()
            self.assertEqual(array_of(mirror).tolist(), [row[::-1] for row in rows])
            again = Position.from_cells(position.cells(), position.width, position.height)
            self.assertEqual(again.mirror(), mirror)
            self.assertEqual((mirror.mirror(), mirror.mirror().moves),
                             (position, position.moves))
            first, second = position.cells().count(1), position.cells().count(2)
            self.assertEqual(position.to_move, 1 if first == second else 2)
            cells = len(position.cells())
            own = (cells + 1) // 2 - first if first == second else cells // 2 - second
            self.assertEqual(position.stones_left, own)
            marks = [line.split() for line in str(position).splitlines()]
            self.assertEqual(marks[:-1], [[".xo"[c] for c in row] for row in rows])
            self.assertEqual("".join(marks[-1]), "123456789abc"[: position.width])
        won = Position.from_moves(WON)
        self.assertEqual((won.is_over, won.legal_moves, won.winning_moves), (True, [], []))
        self.assertTrue(Position.from_moves(DRAWN).is_over)

    def test_positions_do_not_change(self):
        position = Position.from_moves("4453")
        position.play(4), position.mirror(), position.show(True), position.legal_moves
        self.assertEqual(position.moves, "4453")
        self.assertIs(position.copy(), position)
        for again in (copy.copy(position), pickle.loads(pickle.dumps(position))):
            self.assertEqual((again, again.moves), (position, "4453"))
        with self.assertRaises(AttributeError):
            position.ply = 3

    def test_random_positions(self):
        self.assertEqual(Position.random(20, 1).moves, Position.random(20, 1).moves)
        self.assertNotEqual(Position.random(20), Position.random(20))
        for plies in (0, 1, 12, 41):
            position = Position.random(plies, 3)
            self.assertEqual((position.ply, position.winner), (plies, 0))
        self.assertEqual(Position.random(10, 1, 5, 4).width, 5)
        self.refused(Status.BAD_ARGUMENT, Position.random, 43, says="expected 0 to 42")

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_arrays_there_and_back(self):
        for position in games(11, 7, 6, 30):
            for shape, expected in (
                ("rows", (6, 7)), ("columns", (7, 6)), ("planes", (2, 6, 7)),
            ):
                array = position.to_array(shape)
                self.assertEqual((array.shape, array.dtype), (expected, numpy.int8))
                self.assertEqual(Position.from_any(array), position)
        columns = Position.from_moves("445").to_array("columns")
        self.assertEqual(columns[3].tolist(), [1, 2, 0, 0, 0, 0])  # from the bottom
        self.refused(Status.BAD_ARGUMENT, position.to_array, "rwos", says="'columns'")

    def test_states_of_other_programs(self):
        position = Position.from_moves("4453")
        cells = position.cells()
        rows = array_of(position).tolist()
        mover = position.to_move
        planes = [[[int(cell == mover), int(cell == 3 - mover)] for cell in row] for row in rows]
        for state in (
            position, "4453", "3342", [3, 3, 4, 2], (3, 3, 4, 2), cells, rows,
            {"board": cells, "mark": 1}, SimpleNamespace(board=cells),
            {"observation": planes, "action_mask": [1] * 7},
            SimpleNamespace(observation=Array(planes)),
            SimpleNamespace(history=lambda: [3, 3, 4, 2]),
            ".......\n.......\n.......\n.......\n...o...\n..oxx..\n",
        ):
            with self.subTest(state):
                first = 1 if state == "4453" else 0
                self.assertEqual(Position.from_any(state, first_column=first), position)
        self.assertEqual(Position.from_any([4, 4, 5, 3]).moves, "4453")
        self.assertEqual(Position.from_any(SimpleNamespace(history=lambda: [3])).moves, "4")
        self.assertEqual(Position.from_moves("0" * 38 + "1000").moves, "4")  # its cells
        self.assertEqual(Position.from_any([]), Position())
        self.assertEqual(self.opened().best({"board": cells}), [3, 6, 7])
        self.refused(Status.BAD_POSITION, Position.from_any, [0] * 41,
                     says="shapes that are read: (42,), (6, 7), (7, 6), (6, 7, 2), "
                     "(2, 6, 7); or moves into columns 1 to 7")
        self.refused(Status.BAD_POSITION, Position.from_any, [4] * 7, at=6)
        self.refused(Status.BAD_POSITION, Position.from_any, {"cells": cells},
                     says="there is 'cells', expected 'board' or 'observation'")
        for state in (None, 4453, object()):
            self.assertRaisesRegex(TypeError, "^a position must be", Position.from_any, state)


class Pictures(TestCase):
    """What a notebook draws, and the text that stands for it elsewhere."""

    def drawn(self, thing, kind, attribute):
        """An attribute of the elements of a kind."""
        tree = ElementTree.fromstring(thing._repr_svg_())
        return [part.get(attribute) for part in tree.iter("{http://www.w3.org/2000/svg}" + kind)]

    def texts(self, thing):
        tree = ElementTree.fromstring(thing._repr_svg_())
        return [part.text for part in tree.iter("{http://www.w3.org/2000/svg}text")]

    def test_boards(self):
        position = Position.from_moves("32164625")
        fills = self.drawn(position, "circle", "fill")
        colours = dict(zip(position.cells(), fills))
        self.assertEqual(fills, [colours[cell] for cell in position.cells()])
        self.assertEqual(len(set(fills)), 3)
        self.assertEqual(self.texts(position), list("1234567"))
        shown = position.show(scores=True)
        self.assertEqual(self.texts(shown), ["-4", "-3", "+11", "+4", "+0", "-2", "-5"])
        self.assertTrue(repr(shown).startswith(f"{position}\n 1: -4\n 2: -3\n 3: +11\n"))
        self.assertEqual(repr(position.show()), str(position))
        self.assertEqual(self.texts(Position.from_moves(WON).show(scores=True)), list("1234567"))
        self.assertEqual(self.texts(Position.from_moves("444444").show(True))[3], None)

    def test_reviews_and_explanations(self):
        solver = self.opened()
        explanation = solver.explain("352344")
        rings = self.drawn(explanation, "circle", "stroke")
        marked = [at for at, ring in enumerate(rings) if ring]
        self.assertEqual(marked, [35, 36, 37, 38])  # the four a1 b1 c1 d1
        review = solver.review("44444325")
        self.assertEqual(self.texts(review), [
            "7. 2: win lost, best was 3 or 6", "8. 5: win lost, best was 3"])
        (points,) = self.drawn(review, "polyline", "points")
        self.assertEqual(len(points.split()), 9)
        # the first player, above, throws a win away with move 7, the second with move 8
        self.assertEqual(points.split()[6:], ["94,57", "108,150", "122,10"])
        self.assertEqual(len(self.drawn(review, "circle", "r")), 2)
        self.assertEqual(self.texts(solver.review("")), [])
        endless = self.endless()
        endless.limit(nodes=1)
        self.assertEqual(self.drawn(endless.review("5"), "polyline", "points"), [""])


class Games(TestCase):
    def test_best_move(self):
        self.assertEqual([fourscore.best_move("4453", ties) for ties in ("center", "left")],
                         [3, 3])
        position = Position.from_moves("444425")
        self.assertEqual(fourscore.best_move("444425"), fourscore.best_move(position))
        found = {fourscore.best_move("4453", "random", seed) for seed in range(40)}
        self.assertEqual(found, {3, 6, 7})
        for ties, column in (("center", 3), ("left", 1)):
            self.assertEqual(fourscore.best_move(Position(4, 4), ties), column)
        self.refused(Status.BAD_ARGUMENT, fourscore.best_move, "", "centre", says="'left'")
        for over in (WON, DRAWN):
            self.refused(Status.GAME_OVER, fourscore.best_move, over)

    def test_matches(self):
        seen = []

        def leftmost(position):
            seen.append(position)
            return position.legal_moves[0]

        def rightmost(position):
            return position.legal_moves[-1]

        result = fourscore.match(leftmost, rightmost, 3)
        self.assertEqual(sum(result), 3)
        firsts = [position.ply for position in seen if position.ply < 2]
        self.assertEqual(firsts, [0, 1, 0])  # they take turns in moving first
        seen.clear()
        fourscore.match(leftmost, leftmost, 4, opening=8)
        starts = [position for position in seen if position.ply == 8]
        self.assertEqual(starts[::2], starts[1::2])  # the same for a pair of games
        self.assertNotEqual(starts[0], starts[2])
        other = fourscore.match(rightmost, leftmost, 2)
        self.assertEqual(other, tuple(reversed(fourscore.match(leftmost, rightmost, 2))))
        self.assertEqual(fourscore.match(5, leftmost, 4), (4, 0, 0))
        self.assertEqual(fourscore.match(leftmost, 5, 2, opening=3), (0, 0, 2))
        self.assertEqual(fourscore.match(1, 2, 10, seed=4), fourscore.match(1, 2, 10, seed=4))
        self.assertEqual(fourscore.match(1, 2, 0), (0, 0, 0))
        self.refused(Status.BAD_ARGUMENT, fourscore.match, 6, 1, says="a level is 6")
        self.refused(Status.BAD_MOVE, fourscore.match, lambda position: 8, 1)

    def play(self, typed, *arguments):
        run = subprocess.run(
            [sys.executable, "-m", "fourscore", "play", *arguments],
            env={**os.environ, "PYTHONPATH": FOLDER},
            input=typed, capture_output=True, text=True, check=False,
        )
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def stones(self, shown):
        """The number of stones on each board that is shown."""
        boards = re.findall(r"((?:^(?: [.xo])+\n)+) 1 2 3 4 5 6 7\n", shown, re.MULTILINE)
        return [len(re.findall("[xo]", board)) for board in boards]

    def test_a_person_plays_in_a_notebook(self):
        shown, typed = [], iter(["4", "q"])
        display = SimpleNamespace(clear_output=lambda wait: None, display=shown.append)
        notebook = {"ipykernel": display, "IPython": display, "IPython.display": display}
        with mock.patch.dict(sys.modules, notebook), contextlib.redirect_stdout(io.StringIO()):
            with mock.patch("builtins.input", lambda prompt: next(typed)):
                last = fourscore.play(level=5, seed=1)
        self.assertEqual(shown, [Position(), last])
        self.assertEqual((last.ply, last.moves[0]), (2, "4"))

    def test_a_person_plays(self):
        self.assertEqual(self.play("").count("1 2 3 4 5 6 7"), 1)
        shown = self.play("4\nu\n3\n8\nh\nq\n4\n", "--level", "5", "--seed", "1")
        self.assertEqual(self.stones(shown), [0, 2, 0, 2, 2, 2])
        self.assertIn("expected one of [1, 2, 3, 4, 5, 6, 7], not '8'", shown)
        self.assertRegex(shown, "best: [1-7]")
        shown = self.play("1\n" * 6 + "2\n" * 6 + "3\n" * 6, "--level", "5", "--second")
        self.assertTrue(shown.endswith("x wins\n"), shown)
        self.assertIn("level 5 has played 4\n", shown)
        shown = self.play("u\nu\n1\nu\n2\nq\n", "--level", "1", "--second")
        self.assertEqual(self.stones(shown), [1, 1, 1, 3, 1, 3])

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_data(self):
        boards, scores = fourscore.dataset(300, seed=5, threads=2)
        again, _ = fourscore.dataset(100, seed=5)
        self.assertTrue((boards[:100] == again).all())
        self.assertEqual((boards.shape, scores.shape), ((300, 6, 7), (300, 7)))
        self.assertEqual((str(boards.dtype), str(scores.dtype)), ("int8", "float32"))
        solver, positions = self.opened(), list(map(Position.from_cells, boards))
        for position, found in zip(positions, scores.tolist()):
            known = [None if score != score else score for score in found]
            self.assertEqual(known, solver.scores(position))
            self.assertIn(position.ply, range(12, 37))
        self.assertEqual(len(set(positions)), 300)
        self.assertEqual({position.ply for position in positions}, set(range(12, 37)))
        code = "print(dataset(3, plies=(30, 40), width=8, height=7, progress=True)[1].shape)"
        run = run_python(code)
        self.assertEqual(run.stdout, "(3, 8)\n")
        self.assertIn("3 of 3 rows, 0 s left", run.stderr)
        self.refused(Status.UNREACHABLE, fourscore.dataset, 9, plies=(1, 1),
                     says="only 7 of 9")
        self.refused(Status.BAD_ARGUMENT, fourscore.dataset, 9, plies=(4, 42))


class Solvers(TestCase):
    def setUp(self):
        self.solver = self.opened(book=False)

    def test_scores(self):
        solver = self.solver
        position = Position.from_moves("32164625")
        for form in ("32164625", position, position.cells(), tuple(position.cells())):
            self.assertEqual(solver.score(form), 11)
        self.assertEqual(solver.weak_score("32164625"), 1)
        self.assertEqual(solver.scores("32164625"), [-4, -3, 11, 4, 0, -2, -5])
        self.assertEqual(solver.best("32164625"), [3])
        self.assertEqual(
            solver.scores("752436771776622631125614515126755442"),
            [None, None, 2, 3, None, None, None],
        )
        end = position
        for move in solver.pv(end):
            end = end.play(int(move))
        self.assertEqual((end.winner, solver.score(end)), (1, -11))

    def test_finished_games(self):
        solver = self.solver
        self.assertEqual((solver.score(WON), solver.weak_score(WON)), (-18, -1))
        self.refused(Status.GAME_OVER, solver.scores, WON)
        self.refused(Status.GAME_OVER, solver.best, WON)
        self.assertEqual(solver.scores(DRAWN), [None] * 7)
        self.assertEqual(solver.best(DRAWN), [])
        self.assertEqual([solver.pv(WON), solver.pv(DRAWN)], ["", ""])

    def test_best_moves_are_in_the_order_of_the_agent(self):
        for moves, width, height in (("21242224744576656566", 7, 6), ("", 4, 4)):
            position = Position.from_moves(moves, width, height)
            best = self.opened(width, height).best(position)
            self.assertEqual(best, _connectx._centre_first(width))

    def test_limits(self):
        solver = self.solver
        solver.limit(nodes=1000)
        with self.assertRaises(Unfinished) as caught:
            solver.score("")
        self.assertLess(caught.exception.lower, caught.exception.upper)
        self.assertIsNone(caught.exception.scores)
        self.assertEqual(solver.nodes, 1000)
        with self.assertRaises(Unfinished) as caught:
            solver.scores("44444")
        self.assertEqual(len(caught.exception.scores), 7)
        for bounds in caught.exception.scores:
            self.assertIsInstance(bounds, Bounds)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(again.scores, caught.exception.scores)
        for method in (solver.pv, solver.best, solver.weak_score):
            self.assertRaises(Unfinished, method, "")
        self.assertEqual(solver.nodes, 1000)

        solver.limit(nodes=200_000)
        self.assertRaises(Unfinished, solver.score, "")
        self.assertEqual(solver.nodes, 201_000)

        solver.limit()
        self.assertEqual(solver.score("32164625"), 11)
        for limit in (
            {"seconds": -1}, {"seconds": float("nan")}, {"nodes": -1}, {"nodes": 2**64},
        ):
            self.refused(Status.BAD_ARGUMENT, solver.limit, **limit)
        self.assertRaises(TypeError, solver.limit, seconds="1")

    def test_limited_time(self):
        solver = self.endless()
        solver.limit(seconds=0.05)
        self.assertRaises(Unfinished, solver.score, "")
        nodes = solver.nodes
        self.assertRaises(Unfinished, solver.score, "")
        self.assertEqual(solver.nodes, nodes)

    def test_books(self):
        solver = self.opened()
        self.assertEqual(solver.scores(""), [-2, -1, 0, 1, 0, -1, -2])
        self.assertEqual(solver.nodes, 0)
        for book, reason in (
            ("/nowhere/book", "No such file or directory"),
            (pathlib.Path("/dev/null"), "not a regular file"),
            ("/tmp\0", "its path has a null character"),
        ):
            self.refused(Status.BAD_BOOK, Solver, book=book,
                         says=f"cannot use the book {str(book)!r}: {reason}")
        book = str(ROOT / "book" / "7x6.book")
        self.refused(Status.BAD_BOOK, Solver, 5, 5, book=book,
                     says=f"board 5x5, engine 'fast', threads 1, table_bytes 0, book {book!r}")

    def test_clear(self):
        def nodes():
            before = self.solver.nodes
            self.solver.score("32164625")
            return self.solver.nodes - before

        first = nodes()
        self.assertLess(nodes(), first)
        self.solver.clear()
        self.assertEqual(nodes(), first)

    def test_stop(self):
        self.solver.stop()
        for position in ("", "32164625"):
            self.assertRaises(Unfinished, self.solver.score, position)
        self.solver.resume()
        self.assertEqual(self.solver.score("32164625"), 11)
        solver = self.endless()

        def run():
            self.assertRaises(Unfinished, solver.score, "")
            return True

        others = self.solver.solve_many(itertools.repeat(HARD), 1)
        next(others)
        for call in (run, lambda: all(run_in_threads(1, run))):
            with soon(solver.stop):
                self.assertTrue(call())
            solver.resume()
        self.assertEqual(list(itertools.islice(others, 300)), [0] * 300)

    def test_threads(self):
        scores = run_in_threads(8, lambda: self.solver.score("32164625"))
        self.assertEqual(scores, [11] * 8)
        self.assertEqual(self.opened(threads=2).score("32164625"), 11)

    def test_no_thread(self):
        self.solver.limit(nodes=200_000)
        start = "fourscore._solver.start_new_thread"
        with mock.patch(start, side_effect=RuntimeError) as started:
            self.assertRaises(Unfinished, self.solver.score, "")
        self.assertEqual(len(started.mock_calls), 1)
        self.assertEqual(self.solver.nodes, 200_000)

    def test_other_boards(self):
        self.refused(Status.OTHER_BOARD, self.solver.score, Position(6, 7), says="expected 7x6")
        self.refused(Status.BAD_POSITION, self.solver.score, [0] * 16)
        solver = self.opened(4, 4)
        self.assertEqual([solver.score(""), solver.score([0] * 16)], [0, 0])
        self.assertEqual(len(solver.scores("")), 4)

    def test_engines(self):
        self.assertEqual(self.solver.engine, "fast")
        self.assertIn(self.solver.isa, ("baseline", "avx2", "avx512"))
        for engine in ("fast", "dfpn", "tutorial-12", "tutorial-11"):
            solver = self.opened(engine=engine, table_bytes=16 << 20)
            self.assertEqual(solver.engine, engine)
            self.assertLessEqual(solver.table_bytes, 16 << 20)

    def test_bad_arguments(self):
        for status, keywords in (
            (Status.NO_ENGINE, {"engine": "slow"}),
            (Status.UNSAFE_TABLE, {"table_bytes": 1000}),
            (Status.NO_MEMORY, {"table_bytes": 1 << 60}),
            (Status.ONE_THREAD, {"engine": "tutorial-12", "threads": 2}),
            (Status.BAD_ARGUMENT, {"width": -7}),
            (Status.BAD_ARGUMENT, {"threads": -1}),
            (Status.BAD_ARGUMENT, {"table_bytes": -1}),
        ):
            error = self.refused(status, Solver, **keywords)
            for value in keywords.values():
                self.assertIn(str(value), str(error))
        self.refused(Status.NO_ENGINE, Solver, engine="fast\0er")
        for keywords in ({"engine": 5}, {"engine": b"fast"}, {"threads": 1.5}):
            self.assertRaises(TypeError, Solver, **keywords)

    def test_bad_positions(self):
        self.refused(Status.BAD_POSITION, self.solver.score, "448", at=2)
        self.refused(Status.BAD_POSITION, self.solver.scores, [0] * 41)
        for position in (None, 4453):
            with self.assertRaisesRegex(TypeError, "^a position must be "):
                self.solver.score(position)

    def test_close(self):
        self.assertEqual(repr(self.solver), "<Solver of 7x6>")
        with self.solver as solver:
            solver.score("32164625")
        self.assertEqual(repr(self.solver), "<Solver of 7x6, closed>")
        for call in (
            lambda: solver.score("4453"),
            lambda: solver.scores("4453"),
            lambda: solver.pv("4453"),
            lambda: solver.nodes,
            lambda: solver.engine,
            solver.limit,
            solver.clear,
            solver.__enter__,
        ):
            self.refused(Status.BAD_ARGUMENT, call, says="the solver is closed")
        solver.stop()
        solver.resume()
        solver.close()

    def test_a_solver_ends_with_its_last_reference(self):
        solver = Solver(10, 11)
        solver.limit(nodes=100_000)
        next(solver.solve_many([WON]))
        with contextlib.suppress(Unfinished):
            solver.score("")
        reference = weakref.ref(solver)
        del solver
        for _ in range(1000):  # its thread may be about to end
            if reference() is None:
                return
            time.sleep(0.001)
        self.fail("it is kept")

    def test_no_copies(self):
        for copies in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "Solver cannot be copied"):
                copies(self.solver)
        self.assertEqual(self.solver.score("32164625"), 11)


class Results(TestCase):
    """Reviews, explanations and puzzles are what the program prints as JSON."""

    def program(self, *arguments):
        """What the program prints as JSON."""
        program = os.environ.get("FOURSCORE", ROOT / "build" / "fourscore")
        run = subprocess.run(
            [program, *arguments, "--json"], capture_output=True, check=False
        )
        return json.loads(run.stdout)

    def plain(self, value):
        """A result as JSON has it."""
        if isinstance(value, Bounds):
            return value._asdict()
        if dataclasses.is_dataclass(value):
            return {
                name: self.plain(part)
                for name, part in vars(value).items()
                if not isinstance(part, Position)
            }
        return list(map(self.plain, value)) if isinstance(value, list) else value

    def fits(self, kind, value):
        """Whether a value of JSON is what an annotation says."""
        parts = typing.get_args(kind)
        if typing.get_origin(kind) is typing.Union:
            return any(self.fits(part, value) for part in parts)
        if typing.get_origin(kind) is list:
            return type(value) is list and all(self.fits(parts[0], v) for v in value)
        if typing.get_origin(kind) is dict:
            return type(value) is dict and self.fits(list[parts[1]], list(value.values()))
        if kind is Bounds or dataclasses.is_dataclass(kind):
            members = {
                name: part
                for name, part in kind.__annotations__.items()
                if part is not Position
            }
            return type(value) is dict and value.keys() <= members.keys() and all(
                self.fits(kind, value.get(name)) for name, kind in members.items()
            )
        return type(value) is kind

    def same(self, found, printed, others=()):
        """That a result has the members of what the program prints, except others, and
        both are of the annotated types."""
        self.assertLessEqual(set(others), printed.keys())
        told = {name: value for name, value in printed.items() if name not in others}
        self.assertEqual({"move": None, **self.plain(found)}, {"move": None, **told})
        self.assertTrue(self.fits(type(found), told), told)
        for name, value in told.items():
            self.assertFalse(self.fits(type(found), {**told, name: b"of no type"}), name)
        self.assertFalse(self.fits(type(found), {**told, "new": 1}))

    def test_reviews(self):
        solver = self.opened()
        for game in ("44444325", WON, DRAWN, "", "1. d1 d2 2. d3 d4 {x} 3. d5 c1"):
            found = solver.review(game)
            self.same(found, self.program("review", game), ["finished"])
            self.assertEqual(str(found), found.summary)
        self.assertIsInstance(solver.review("4").moves[0], fourscore.JudgedMove)
        limited = self.opened(9, 9, book=False)
        limited.limit(nodes=1000)
        found = limited.review("5")
        self.same(found, self.program(
            "review", "--board", "9x9", "--node-limit", "1000", "--no-book", "--table",
            "64M", "5"), ["finished"])
        self.assertIsInstance(found.moves[0].before, Bounds)

    def test_the_longest_review(self):
        cells = [(column // 2 + row) % 2 + 1 for row in range(10) for column in range(11)]
        game = Position.from_cells(cells, 11, 10).moves
        solver = self.opened(11, 10)
        solver.limit(nodes=1)
        found = solver.review(game)
        self.assertEqual([f"{move.column:x}" for move in found.moves], list(game))

    def test_explanations(self):
        solver = self.opened()
        for moves in ("352344", "4", "", WON, DRAWN, "44444"):
            found = solver.explain(moves)
            self.same(found, self.program("explain", moves), ["position"])
        self.assertEqual(str(solver.explain("352344")).splitlines(), [
            "x is to move and wins at once, on move 7.",
            "o d2 is a mistake: it loses. a1 holds the draw.",
            "x wins at once at a1 (a1 b1 c1 d1)."])
        found = solver.explain("352344")
        self.assertEqual(solver.explain("35234", move=4), found)
        for text in ("c1 e1 b1 c2 d1 d2", "1. 3 5 2. 2 3 3. 4 4 # a game", "CEBCDD"):
            self.assertEqual(solver.explain(text), found)
        position = Position.from_moves("352344")
        self.assertEqual((found.position, solver.explain(position)), (position, found))
        of_cells = solver.explain(position.cells())
        self.assertIsNone(of_cells.move)
        self.assertEqual(dataclasses.replace(
            of_cells, move=found.move, sentences=found.sentences), found)
        wide = self.opened(10, 1)
        self.assertEqual(wide.explain("a9", move=1).move.column, 1)
        self.assertEqual(wide.explain("9a").move.column, 10)

    def test_puzzles(self):
        solver = self.opened()
        found = solver.puzzle(seed=2, win_in=4)
        printed = self.program("puzzle", "--seed", "2", "--win-in", "4")
        self.same(found, printed, ["task", "last_stone"])
        self.assertEqual(found.position, "444676533454")
        hard = solver.puzzle(difficulty="hard", only_move=True)
        self.assertEqual((hard.only_move, hard.grade), (True, "hard"))
        self.assertIsNone(self.opened(3, 3).puzzle(tries=50))

    def test_refusals(self):
        solver = self.opened()
        self.refused(Status.BAD_POSITION, solver.review, "4 {\u00e9} 8", at=6,
                     says="move 2: '8' is not a column, expected 1 to 7")
        self.assertRaises(TypeError, solver.review, 4)
        self.refused(Status.BAD_MOVE, solver.explain, "", move=8)
        self.refused(Status.BAD_POSITION, solver.explain, "8", at=0)
        self.assertRaises(TypeError, solver.explain, "4", move="4")
        for arguments in ({"win_in": 17}, {"difficulty": "simple"}, {"seed": -1}):
            self.refused(Status.BAD_ARGUMENT, solver.puzzle, **arguments)
        self.assertRaises(TypeError, solver.puzzle, seed="1")
        solver.stop()
        self.assertRaises(Unfinished, solver.puzzle)
        solver = self.opened(9, 9)
        solver.limit(nodes=1000)
        self.assertRaises(Unfinished, solver.explain, "")


class Move(TestCase):
    """Solver.move() plays as the library does."""

    def test_levels(self):
        solver = self.opened()
        self.assertEqual(solver.move("414141", 5), 4)
        self.assertEqual({solver.move("4453", 5, seed) for seed in range(40)}, {3, 6, 7})
        self.assertEqual(solver.move("4453", 2, 1), 3)  # as in docs/wasm.md
        self.assertEqual(solver.move("4453", seed=2**64 - 1),
                         solver.move(Position.from_moves("4453"), 3, 2**64 - 1))
        solver = self.opened(12, 9)
        self.assertIn(solver.move("c", 1), range(1, 13))

    def test_refusals(self):
        solver = self.opened()
        self.refused(Status.GAME_OVER, solver.move, WON)
        for arguments in (("", 0), ("", 2**64), ("", 1, -1), ("", 1, 2**64)):
            self.refused(Status.BAD_ARGUMENT, solver.move, *arguments)
        for arguments in ((None, 1), ("", "1"), ("", 1, 0.5)):
            self.assertRaises(TypeError, solver.move, *arguments)


class SolveMany(TestCase):
    def setUp(self):
        self.solver = self.opened(5, 5)

    def test_answers_are_those_of_the_methods_in_order(self):
        positions = list(games(6, 5, 5, 100))
        for find in ("score", "weak_score", "scores", "best", "pv"):
            expected = list(map(getattr(self.solver, find), positions))
            for threads in (1, 3):
                answers = self.solver.solve_many(positions, threads, find=find)
                self.assertEqual(list(answers), expected)
        scores = list(map(self.solver.score, positions))
        self.assertEqual(list(self.solver.solve_many(positions)), scores)
        found = run_in_threads(3, lambda: list(self.solver.solve_many(positions, 2)))
        self.assertEqual(found, [scores] * 3)
        wide = self.opened(12, 9)
        self.assertEqual(list(wide.solve_many(["cacaca"], find="best")), [[12]])
        self.assertEqual(list(wide.solve_many(["cacaca"], find="pv")), ["c"])

    def test_forms_of_positions(self):
        position = Position.from_moves("1234", 5, 5)
        score = self.solver.score(position)
        array = array_of(position)
        for positions in (
            [position, "1234", position.cells(), array],
            Array([array.tolist()] * 4),
            Array([position.cells()] * 4),
            iter(["1234"] * 4),
        ):
            self.assertEqual(list(self.solver.solve_many(positions)), [score] * 4)
        self.assertEqual(list(self.solver.solve_many([])), [])

    def test_lines(self):
        """Scores of texts, which pass the library many at a time, among others that do
        not: hard ones, boards of several lines, positions of other kinds."""
        solver = self.opened(book=False)
        board = str(Position.from_moves("32164625"))
        kinds = ["32164625", HARD, board, Position.from_moves("32164625"), WON, "d1 d2 c1"]
        scores = [11, 0, 11, 11, -18]
        scores.append(self.opened().score("443"))
        rng = random.Random(8)
        order = [rng.randrange(5) for _ in range(3000)]
        found = solver.solve_many([kinds[kind] for kind in order], 2)
        self.assertEqual(list(found), [scores[kind] for kind in order])
        book = self.opened()
        texts = [kinds[0], kinds[5]] * 500
        self.assertEqual(list(book.solve_many(texts)), [scores[0], scores[5]] * 500)
        signs = list(book.solve_many(texts, find="weak_score"))
        self.assertEqual(signs, [1 if score > 0 else -1 for score in (11, scores[5])] * 500)
        for bad in ("44\n8", "\udcff", "8"):
            for count in (0, 1, 300):
                answers, taken = book.solve_many(["32164625"] * count + [bad, "4"]), 0
                with self.assertRaisesRegex(FourscoreError, rf"^positions\[{count}\]: "):
                    for taken, score in enumerate(answers, 1):
                        self.assertEqual(score, 11)
                self.assertEqual(taken, count)

    def test_positions_that_come_slowly_are_answered_at_once(self):
        read = []

        def slowly():
            for number in range(8):
                time.sleep(0.002 if number < 6 else 0)
                read.append(number)
                yield "4453"

        answers = self.opened().solve_many(slowly())
        for count in range(1, 6):
            next(answers)
            self.assertEqual(len(read), count)
        self.assertEqual(len(list(answers)), 3)

    def test_finished_games(self):
        solver = self.opened()
        finished = [WON, DRAWN]
        self.assertEqual(list(solver.solve_many(finished)), [-18, 0])
        self.assertEqual(list(solver.solve_many(finished, find="pv")), ["", ""])
        answers = solver.solve_many(["121212", WON, "4"], find="best")
        self.assertEqual(next(answers), [1])
        error = self.refused(Status.GAME_OVER, next, answers)
        self.assertEqual(str(error), "positions[1]: the game is over")
        self.assertEqual(list(answers), [])

    def test_endless_positions_are_read_as_needed(self):
        read = 0

        def positions():
            nonlocal read
            for read in itertools.count(1):
                yield "12345"[: read % 5]

        answers = self.solver.solve_many(positions(), threads=2)
        self.assertEqual(read, 0)
        expect_threads(self, 0)
        for taken in range(1, 1000):
            self.assertEqual(next(answers), self.solver.score("12345"[: taken % 5]))
            self.assertLessEqual(read, taken + 257)
        expect_threads(self, 2)
        answers.close()
        expect_threads(self, 0)
        self.assertEqual(list(answers), [])

    def test_searches_end_with_the_iterator(self):
        solver = self.opened(book=False)
        for end in (lambda answers: answers.close(), lambda answers: None):
            answers = solver.solve_many(itertools.chain([HARD], itertools.repeat("")), 2)
            self.assertEqual(next(answers), 0)
            expect_threads(self, 2)
            end(answers)
            del answers
            expect_threads(self, 0)
        solver.solve_many([HARD]).close()

    def test_exceptions_come_after_the_answers_before(self):
        def positions(last):
            yield from ["1234"] * 300
            yield last()

        score = self.solver.score("1234")
        for last, error in ((lambda: {}["key"], KeyError), (lambda: 5, TypeError)):
            scores = []
            with self.assertRaises(error):
                for answer in self.solver.solve_many(positions(last)):
                    scores.append(answer)
            self.assertEqual(scores, [score] * 300)

    def test_exceptions_name_the_item(self):
        for bad, status, at, message in (
            ("12349", Status.BAD_POSITION, 4,
             "'9' is not a column, expected 1 to 5 on a board of 5x5"),
            (Position(), Status.OTHER_BOARD, None,
             "the position is for another board"),
            ([0] * 24, Status.BAD_POSITION, None,
             "there are 24 cells, expected 25 cells on a board of 5x5"),
            ([0] * 24 + [3], Status.BAD_POSITION, 24,
             "3 is not a mark, expected 0, 1 or 2"),
        ):
            answers = self.solver.solve_many(["12", "", bad])
            self.assertEqual(len([next(answers), next(answers)]), 2)
            error = self.refused(status, next, answers, at=at)
            self.assertTrue(
                str(error).startswith(f"positions[2]: {message}"), str(error)
            )
        with self.assertRaisesRegex(TypeError, r"^positions\[1\]: a position"):
            list(self.solver.solve_many(["12", 5]))

    def test_bad_arguments(self):
        solve_many = self.solver.solve_many
        for positions in ("4453", Position(5, 5), 4453, None):
            self.assertRaises(TypeError, solve_many, positions)
        self.refused(
            Status.BAD_ARGUMENT, solve_many, [], find="worst",
            says="find is 'worst', expected 'score', 'weak_score', 'scores', 'best', "
            "'pv'",
        )
        for threads in (0, -1, 1025):
            self.refused(
                Status.BAD_ARGUMENT, solve_many, [], threads, says=str(threads)
            )
        self.assertRaises(TypeError, solve_many, [], 1.5)
        answers = solve_many(["12"])
        self.solver.close()
        self.refused(Status.BAD_ARGUMENT, solve_many, [])
        self.refused(Status.BAD_ARGUMENT, next, answers)

    def test_configuration_of_the_solver(self):
        solver = self.opened(engine="tutorial-12", table_bytes=16 << 20, book=False)
        library = _library.c
        make = mock.patch.object(library, "pool_new", side_effect=library.pool_new)
        with make as made:
            self.assertEqual(next(solver.solve_many(["32164625"])), 11)
        _handle, config = made.call_args[0]
        self.assertEqual(
            (config.engine, config.table_bytes), (b"tutorial-12", 16 << 20)
        )
        self.refused(Status.ONE_THREAD, next, solver.solve_many(["4"], threads=2))
        for book, nodes in ((None, 0), (False, 1000)):
            solver = self.opened(book=book)
            solver.limit(nodes=1000)
            with contextlib.suppress(Unfinished):
                self.assertEqual(next(solver.solve_many(["4"])), -1)
            self.assertEqual(solver.nodes, nodes)

    def test_limits(self):
        solver = self.endless()
        for limit in ({"nodes": 1000}, {"seconds": 0.05}):
            solver.limit(**limit)
            answers = solver.solve_many([WON, ""], threads=2)
            self.assertLess(next(answers), 0)
            with self.assertRaises(Unfinished) as caught:
                next(answers)
            self.assertLess(caught.exception.lower, caught.exception.upper)
            self.assertRaises(Unfinished, solver.score, "")
        solver.limit(nodes=1000)
        with self.assertRaises(Unfinished) as caught:
            next(solver.solve_many([""], find="scores"))
        self.assertEqual(len(caught.exception.scores), 10)
        solver.limit()
        with soon(solver.limit, 0.05):  # ends an iterator that waits
            answers = solver.solve_many(itertools.repeat(""), threads=1)
            self.assertRaises(Unfinished, next, answers)

    def test_nodes(self):
        """Each node is counted once, whichever thread has searched it."""
        solver, other = self.opened(book=False), self.opened(book=False)
        hard = "44444"
        for position in ("752436771776622631125614515126755442", WON, hard):
            other.limit(nodes=10_000)
            other.clear()
            before, first = solver.nodes, other.nodes
            with contextlib.suppress(Unfinished):
                other.score(position)
            solver.limit(nodes=10_000)
            with contextlib.suppress(Unfinished):
                list(solver.solve_many([position], threads=1))
            found = solver.nodes - before
            self.assertEqual(found, other.nodes - first)
            self.assertEqual(found == 10_000, position == hard)

    def test_easy_positions_pass_no_pool(self):
        """Others, of more than EASY_NODES nodes, do, so that threads share them."""
        library = _library.c
        submit = mock.patch.object(
            library, "pool_submit", side_effect=library.pool_submit
        )
        solver = self.opened()
        with submit as submitted:
            positions = ["", "4453", "32164625", WON] * 200
            expected = list(map(solver.score, positions))
            self.assertEqual(list(solver.solve_many(positions)), expected)
        submitted.assert_not_called()
        solver = self.opened(book=False)
        for position, is_easy in (
            ("5147227217767675634", True), ("126156545476437", False),
        ):
            with submit as submitted:
                next(solver.solve_many([position]))
            before = solver.nodes
            solver.score(position)
            low, high = (100, _solver.EASY_NODES) if is_easy else (_solver.EASY_NODES, 400)
            self.assertTrue(low < solver.nodes - before <= high)
            self.assertNotEqual(submitted.called, is_easy)
        # they keep their place among the others
        positions = ["121212", HARD, WON, "121212"] * 150
        scores = [18, 0, -18, 18] * 150
        self.assertEqual(list(solver.solve_many(positions, 2)), scores)

    def test_solvers_of_easy_positions_are_kept(self):
        first, second = (self.solver.solve_many(["1234"] * 2) for _ in range(2))
        next(first), next(second)
        del first, second
        kept = list(self.solver._easy)
        list(self.solver.solve_many(["1234"]))
        self.assertEqual((len(kept), set(kept)), (2, set(self.solver._easy)))
        for end in (self.solver.clear, self.solver.close):
            end()
            self.assertEqual(self.solver._easy, [])
            self.solver._easy.append(kept[0])

    def test_stop(self):
        solver = self.endless()
        with soon(solver.stop):
            answers = solver.solve_many(itertools.repeat(""))
            self.assertRaises(Unfinished, next, answers)
        self.assertRaises(Unfinished, next, solver.solve_many([""]))
        solver.resume()
        self.assertLess(next(solver.solve_many([WON])), 0)

    def test_ctrl_c(self):
        with self.assertRaises(KeyboardInterrupt), soon(ctrl_c):
            next(self.endless().solve_many(itertools.repeat("")))
        expect_threads(self, 0)

    def test_ctrl_c_ends_no_other_search(self):
        solver, outcomes = self.endless(), []

        def run():
            try:
                outcomes.append(next(solver.solve_many([""], 1)))
            except Unfinished as error:
                outcomes.append(error)

        other = threading.Thread(target=run)
        other.start()
        with self.assertRaises(KeyboardInterrupt), soon(ctrl_c):
            solver.score("")
        other.join(0.2)
        self.assertEqual(outcomes, [])
        solver.stop()
        other.join()
        self.assertIsInstance(outcomes[0], Unfinished)

    def test_left_open_at_the_end(self):
        run = run_python(
            "answers = Solver(10, 11).solve_many(['1212121', '']); "
            "print(next(answers) < 0)"
        )
        self.assertEqual((run.stdout, run.stderr), ("True\n", ""))


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

            self.expect_nothing_left(call)
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
        with press as pressed:
            with self.assertRaises(KeyboardInterrupt), ctrl_c_when(searches_apart(solver)):
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


class ConnectX(TestCase):
    """Observations are objects, mappings, or lists."""

    def test_observations(self):
        position = Position.from_moves("32164625")
        cells = position.cells()
        configuration = {"columns": 7, "rows": 6, "inarow": 4}
        for observation in (
            {"board": cells, "mark": 1},
            SimpleNamespace(board=cells, mark=1),
            cells,
        ):
            for settings in (None, configuration, SimpleNamespace(**configuration)):
                self.assertEqual(connectx_agent(observation, settings), 2)
            self.assertEqual(Position.from_any(observation), position)
        small = {"columns": 5, "rows": 4}
        self.assertIn(connectx_agent([0] * 20, small), range(5))
        self.refused(Status.BAD_ARGUMENT, connectx_agent, cells, {"inarow": 5})
        self.refused(Status.BAD_POSITION, connectx_agent, [0] * 20)

    def agent(self, position, **settings):
        """The column, from 1, that the agent plays."""
        settings["columns"] = position.width
        settings["rows"] = position.height
        return 1 + connectx_agent({"board": position.cells()}, settings)

    def test_agent(self):
        def move(moves, **settings):
            return self.agent(Position.from_moves(moves), **settings)

        self.assertEqual(move("32164625", actTimeout=60), 3)
        self.assertEqual(move("32164625", actTimeout=float("inf")), 3)
        self.assertEqual(move("32164625", actTimeout=10**400), 3)
        self.assertEqual(move("121212"), 1)
        self.assertEqual(connectx_agent([0] * 42), 3)
        self.refused(Status.GAME_OVER, move, WON)
        self.refused(Status.GAME_OVER, move, DRAWN)

    def test_agent_plays_a_best_move(self):
        for size in (4, 5):
            solver = self.opened(size, size)
            for position in games(2, size, size, 50):
                column = self.agent(position, actTimeout=600)
                self.assertIn(column, solver.best(position))

    def without_time(self):
        """Random positions, and the agent's moves with too little time."""
        for width, height in ((7, 6), (8, 8), (10, 11)):
            for position in games(3, width, height, 20):
                for seconds in (0, 1e-4, float("nan")):
                    column = self.agent(position, actTimeout=seconds)
                    self.assertIn(column, replies(position))
                    yield position, column

    def without_memory(self):
        full = FourscoreError(Status.NO_MEMORY, "out of memory")
        for width, height in ((7, 6), (4, 4)):
            for position in games(4, width, height, 100):
                with mock.patch.dict(_connectx._desks, clear=True):
                    with mock.patch("fourscore._connectx.Solver", side_effect=full):
                        column = self.agent(position)
                self.assertIn(column, replies(position))
                yield position, column

    def test_agent_wins_at_once_or_avoids_a_loss(self):
        for situation in (self.without_time, self.without_memory):
            won = kept = 0
            for position, column in situation():
                if wins(position):
                    self.assertIn(column, wins(position))
                    won += 1
                    continue
                moves = replies(position)
                safe = [c for c, after in moves.items() if not wins(after)]
                if 0 < len(safe) < len(moves):
                    self.assertIn(column, safe)
                    kept += 1
            self.assertGreater(min(won, kept), 10)

    def test_agent_plays_a_known_win(self):
        """Without a search."""
        position = Position.from_moves("478488421272761613246587", 8, 8)
        solver = self.opened(8, 8)
        found = _connectx._find_columns(solver, position, deadline=0)
        self.assertEqual(next(found), 1)
        made = self.solvers_made()
        self.assertEqual(self.agent(position, actTimeout=600), 1)
        self.assertEqual(made[0].nodes, 0)

    def test_agent_ranks_by_bounds(self):
        better_first = [
            (20, 20), (5, 7), (5, 5), (1, 18), (0, 18), (0, 0),
            (-3, 4), (-19, 18), (-2, 0), (-19, 0), (-5, -5), (-19, -1),
            (-20, -20),
        ]
        bounds = [Bounds(*pair) for pair in better_first]
        self.assertEqual(sorted(bounds, key=_connectx._rank, reverse=True), bounds)
        # bounds that cannot be worse do not rank lower
        for one in bounds:
            for other in bounds:
                if one.lower >= other.upper:
                    self.assertGreaterEqual(
                        _connectx._rank(one), _connectx._rank(other)
                    )

    def test_agent_derives_bounds_from_signs(self):
        known = Bounds(-19, 18)
        for reply, bounds in (
            ((-1, -1), (1, 18)), ((-1, 0), (0, 18)), ((-1, 1), (-19, 18)),
            ((0, 0), (0, 0)), ((0, 1), (-19, 0)), ((1, 1), (-19, -1)),
        ):
            after = _connectx._after_reply(known, Bounds(*reply))
            self.assertEqual(after, bounds)

    def solvers_made(self, before=lambda: None):
        """A list of the solvers that agents make during the test."""
        made = []

        def make(*arguments, **options):
            before()
            made.append(Solver(*arguments, **options))
            return made[-1]

        self.patch("fourscore._connectx.Solver", make)
        return made

    def setUp(self):
        self.addCleanup(expect_threads, self, 0)  # no search goes on
        self.patch("fourscore._connectx._desks", {})

    def patch(self, name, value):
        patch = mock.patch(name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def fake_clock(self):
        """A clock that only the test moves, in place of the real one."""
        clock = SimpleNamespace(now=1000.0, sleep=time.sleep)
        clock.monotonic = lambda: clock.now
        self.patch("fourscore._connectx.time", clock)
        self.patch("fourscore._solver.time", clock)
        return clock

    def test_searches_share_the_time(self):
        """Each search takes all the time that it is given."""
        clock = self.fake_clock()
        library = _library.c
        ask, given = library.ask, []

        def slow_ask(solver, query, answer):
            given.append(query.seconds)
            clock.now += query.seconds
            query.seconds, query.nodes = _solver.NO_TIME, 0
            return ask(solver, query, answer)

        def slow_parse(*arguments):
            clock.now += slow[0]
            return parse(*arguments)

        def slow_setup():
            clock.now += slow[1]

        made = self.solvers_made(slow_setup)
        parse = _connectx._read
        self.patch("fourscore._connectx._read", slow_parse)
        self.patch("fourscore._connectx._ANSWER", 60)  # waits for the search
        self.patch("fourscore._connectx._RESERVE", -600)
        for size in ((9, 7), (10, 11), (7, 6)):
            for slow in ((0, 0), (2, 0), (0, 3), (1, 3), (9, 0), (0, 9)):
                given.clear()
                _connectx._desks.clear()
                with mock.patch.object(library, "ask", slow_ask):
                    self.agent(Position(*size), actTimeout=10)
                self.assertEqual(made.pop().nodes, 0)
                self.assertGreater(len(given), 0)
                if size != (7, 6):  # the book knows all about this one
                    self.assertAlmostEqual(sum(given), max(0, 7 - sum(slow)), 6)
                self.assertLess(sum(given), 7.000001)

    def test_answer_is_due_after_three_quarters_of_the_time(self):
        """Whatever the search is doing, from the entry into the agent."""
        clock = self.fake_clock()
        due = []

        class Event(threading.Event):
            def wait(self, timeout=None):
                due.append(clock.now + timeout)
                return super().wait(0)

        release = threading.Event()
        self.patch("fourscore._connectx.threading.Event", Event)
        self.solvers_made(release.wait)
        self.addCleanup(release.set)
        parse, by_rules = (_connectx._read, _connectx._choose_column_by_rules)

        def slow_parse(*arguments):
            clock.now += 0.1
            return parse(*arguments)

        def slow_rules(*arguments):
            clock.now += 0.2
            return by_rules(*arguments)

        self.patch("fourscore._connectx._read", slow_parse)
        self.patch("fourscore._connectx._choose_column_by_rules", slow_rules)
        for timeout, seconds in (
            (8, 6), (0.5, 0.375), (None, 1.5), (100, 75),
            (0.1, 0.3), (0, 0.3), (-1, 0.3), (float("nan"), 0.3),
        ):
            began = clock.now
            self.agent(Position(9, 9), actTimeout=timeout)
            self.assertAlmostEqual(due.pop() - began, seconds)
        self.agent(Position(9, 9), actTimeout=1e300)
        self.assertEqual(due.pop() - clock.now, threading.TIMEOUT_MAX)

    def test_agent_does_not_wait_for_a_slow_solver(self):
        release = threading.Event()
        made = self.solvers_made(release.wait)
        for position, column in (
            (Position.from_moves("121212", 8, 8), 1),
            (Position.from_moves("12131", 8, 8), 1),
            (Position(8, 8), 5),
        ):
            self.assertEqual(self.agent(position, actTimeout=0.01), column)
        self.assertEqual(made, [])
        release.set()
        # the next call waits for the solver, and makes no other
        won = Position.from_moves("478488421272761613246587", 8, 8)
        self.assertEqual(self.agent(won, actTimeout=600), 1)
        self.assertEqual(len(made), 1)

    def test_ctrl_c_ends_the_search(self):
        made = self.solvers_made()
        with self.assertRaises(KeyboardInterrupt):
            with ctrl_c_when(lambda: made and made[0]._lock.locked()):
                self.agent(Position(10, 11), actTimeout=60)
        (desk,) = _connectx._desks[10, 11]
        with desk.search:
            pass
        self.agent(Position(10, 11), actTimeout=0.02)
        with desk.search:
            self.assertEqual(made, [desk.solver])

    def test_agent_without_threads(self):
        with mock.patch(
            "fourscore._connectx.start_new_thread", side_effect=RuntimeError
        ):
            position = Position.from_moves("32164625")
            self.assertEqual(self.agent(position, actTimeout=600), 3)

    def test_agents_do_not_wait_for_one_another(self):
        made = self.solvers_made()
        hard = Position(10, 11)
        other = threading.Thread(
            target=self.agent, args=(hard,), kwargs={"actTimeout": 600}
        )
        other.start()
        while not made or not made[0]._lock.locked():
            time.sleep(0.001)
        self.addCleanup(made[0].stop)
        self.agent(hard, actTimeout=0)
        while len(made) < 2:  # in its own thread
            time.sleep(0.001)
        self.assertTrue(other.is_alive())
        made[0].stop()
        other.join()
        # both are kept for later calls
        self.assertEqual(len(_connectx._desks[10, 11]), 2)
        self.agent(hard, actTimeout=0)
        self.assertEqual(len(_connectx._desks[10, 11]), 2)


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


class Libraries(TestCase):
    def test_a_program_starts_without_what_it_may_not_need(self):
        modules = subprocess.check_output(
            [
                sys.executable,
                "-S",  # other packages may import at the start of Python
                "-c",
                "import sys; from fourscore import Solver; "
                "list(Solver().solve_many(['4453'])); print(*sys.modules)",
            ],
            env={**os.environ, "PYTHONPATH": FOLDER},
            text=True,
        )
        loaded = set(modules.split())
        for name in ("typing", "enum", "threading", "dataclasses", "inspect"):
            self.assertNotIn(name, loaded)

    def test_docstring(self):
        finder = doctest.DocTestFinder(recurse=False)
        runner = doctest.DocTestRunner()
        told = Solver.explain, Solver.review, Solver.puzzle, Solver.solve_many
        for item in (fourscore, Position, *told):
            for test in finder.find(item, item.__name__, globs=vars(fourscore)):
                runner.run(test, clear_globs=False)
        self.assertEqual((runner.failures, runner.tries), (0, 9))

    def test_names(self):
        self.assertLessEqual({*fourscore.__all__}, {*dir(fourscore)})
        for name in dir(fourscore):
            self.assertTrue(hasattr(fourscore, name), name)
        self.assertFalse(hasattr(fourscore, "nothing"))

    def test_version(self):
        header = (ROOT / "lib" / "fourscore.h").read_text()
        self.assertIn(f'FOURSCORE_VERSION "{fourscore.__version__}"', header)

    def test_the_headers(self):
        """Statuses, constants and the members of structures, in their order."""
        text = "".join(
            (ROOT / "lib" / name).read_text()
            for name in ("fourscore.h", "fourscore_game.h")
        )
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)

        def body(kind):
            return re.search(kind + r" \{(.*?)\n\};", text, re.DOTALL)[1]

        statuses = re.findall(r"\bFOURSCORE_(\w+)", body("enum fourscore_status"))
        self.assertEqual(statuses, [status.name for status in Status])
        strstatus = _library.c.strstatus
        self.assertEqual(len({strstatus(s) for s in Status}), len(Status))

        for name in ("MAX_WIDTH", "MAX_CELLS", "LEVELS", "MAX_THREADS", "NO_MOVE"):
            value = re.search(rf"#define FOURSCORE_{name} \(?(-?\d+)", text)[1]
            self.assertEqual(getattr(_library, name), int(value), name)

        for name, structure in (
            ("error", _library.Error), ("config", _library.Config),
            ("solver_info", _library.SolverInfo), ("bounds", _library.RawBounds),
            ("query", _library.Query), ("answer", _library.Answer),
            ("point", _library.Point), ("pool_config", _library.PoolConfig),
            ("puzzle_config", _library.PuzzleConfig),
        ):
            # a name is the last word before brackets, "," or ";"
            members = re.findall(
                r"(\w+)\)?\s*(?:\[\w+\]|\([^)]*\))?\s*[,;]",
                body("struct fourscore_" + name),
            )
            known = [field[0] for field in structure._fields_]
            if issubclass(structure, _library.Sized):  # it may have less
                known.insert(0, "size")
                members = members[: len(known)]
            self.assertEqual(known, members)

    def test_bad_libraries(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"not a library\n" * 100)
            file.flush()
            for path, part in (
                ("/nowhere/lib.so", ""), ("/", ""), (file.name, ""),
                ("libc.so.6", "has no fourscore_"),
            ):
                run = run_python("Solver()", FOURSCORE_LIBRARY=path)
                self.assertEqual(run.returncode, 1)
                for words in ("fourscore.LibraryError: ", path, "FOURSCORE_LIBRARY", part):
                    self.assertIn(words, run.stderr)

    def test_the_library_below_the_same_prefix_is_found(self):
        library = os.environ.get("FOURSCORE_LIBRARY") or _library.c.path
        with tempfile.TemporaryDirectory() as prefix:
            packages = pathlib.Path(prefix, "lib", "python3.11", "site-packages")
            packages.mkdir(parents=True)
            os.symlink(pathlib.Path(FOLDER, "fourscore"), packages / "fourscore")
            os.symlink(os.path.abspath(library), packages.parents[1] / "libfourscore.so.2")
            run = run_python("print(Solver().score('32164625'))", FOURSCORE_LIBRARY="",
                             PYTHONPATH=str(packages))
            self.assertEqual((run.stdout, run.stderr), ("11\n", ""))


class Command(TestCase):
    """python3 -m fourscore, which 'pip install' calls fourscore."""

    def run_it(self, arguments, typed="", shell=None):
        """Run it, or a line of a shell in which $0 is it."""
        command = [sys.executable, "-m", "fourscore", *arguments.split()]
        if shell:
            command = ["bash", "-c", shell.replace("$0", " ".join(command))]
        return subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": FOLDER},
            input=typed.encode(), capture_output=True, check=False,
        )

    def prints(self, arguments, expected, typed="", status=0):
        run = self.run_it(arguments, typed)
        self.assertEqual(run.stdout.decode(), expected)
        self.assertEqual(run.returncode, status)

    def test_positions_as_arguments_and_on_stdin(self):
        self.prints("score 4453", "4453 -2\n")
        self.prints("best --board 4x4", "121212 1\n- 3241\n", "121212\n-\n")
        self.prints("scores 444444 32164625", "444444 -1 0 1 -1000 1 0 -1\n"
                    "32164625 -4 -3 11 4 0 -2 -5\n")
        self.prints("weak_score - 4453", "- 1\n4453 -1\n")
        self.prints("pv --threads 2 121212", "121212 1\n")
        self.prints("explain 352344", "352344 x is to move and wins at once, on move 7.\n"
                    "o d2 is a mistake: it loses. a1 holds the draw.\n"
                    "x wins at once at a1 (a1 b1 c1 d1).\n")
        self.assertIn(b"o threw the win away", self.run_it("review 44444325").stdout)
        self.prints("--version", f"fourscore {fourscore.__version__}\n")

    def test_errors(self):
        run = self.run_it("best 4x 1212121 4453")
        self.assertEqual((run.returncode, run.stdout), (1, b"4453 367\n"))
        self.assertEqual(
            run.stderr.decode(),
            "fourscore: '4x': 'x' is not a column, expected 1 to 7\n"
            "fourscore: '1212121': the game is over\n",
        )
        for arguments in (
            "", "solve 4", "score --board 7 4", "score --board 13x1 4", "kaggle",
            "score --threads -1 4", "play --level 6",
        ):
            run = self.run_it(arguments)
            self.assertEqual((run.returncode, run.stdout), (2, b""), arguments)
            last = run.stderr.decode().splitlines()[-1]
            self.assertRegex(last, r"^fourscore( \w+)?: error: ")
        run = self.run_it("", shell="printf '\\377\\n' | $0 score")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, b"^fourscore: .* is not a column, expected 1 to 7\n$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no full device")
    def test_streams_that_are_full_or_closed(self):
        for arguments in ("score 4453", "--version", "--help", "pv 4453"):
            for stream, why in ((">/dev/full", "No space left on device"),
                                (">&-", "Bad file descriptor")):
                run = self.run_it(arguments, shell=f"$0 {stream}")
                self.assertEqual(run.returncode, 3)
                self.assertEqual(run.stderr.decode(),
                                 f"fourscore: cannot write the output: {why}\n")
        for shell, status, out, err in (
            ("$0 <&-", 3, b"", b"fourscore: stdin: Bad file descriptor\n"),
            # what belongs to stderr does not appear on stdout
            ("$0 4x 4453 2>&-", 1, b"4453 -2\n", b""),
            ("set -o pipefail; yes 4453 | $0 | head -n 1", 141, b"4453 -2\n", b""),
        ):
            run = self.run_it("score", shell=shell)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (status, out, err))


class Documents(TestCase):
    """What is shown works: docs/python.md, the notebooks and the examples."""

    def test_the_sessions_of_the_manual(self):
        text = (ROOT / "docs" / "python.md").read_text()
        sessions = "".join(re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL))
        test = doctest.DocTestParser().get_doctest(sessions, {}, "python.md", None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        self.assertEqual(runner.run(test).failed, 0)
        self.assertGreater(runner.tries, 25)

    def run_code(self, *cells):
        """Run code with fewer rows of data.  Returns what it prints."""
        names, printed = {}, io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            for cell in cells:
                exec(cell.replace("20_000", "1_000"), names)
        return printed.getvalue()

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_the_network_learns(self):
        text = (ROOT / "docs" / "python.md").read_text()
        (code,) = re.findall(r"```python\n(import numpy\nimport fourscore.*?)```", text, re.DOTALL)
        self.assertLessEqual(len(code.splitlines()), 32)
        found, by_chance = re.findall(r"(\d+)%", self.run_code(code))
        self.assertGreater(int(found), int(by_chance) + 20)

    def test_notebooks(self):
        for path in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
            cells = json.loads(path.read_text())["cells"]
            code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
            self.assertEqual([cell.get("outputs", []) for cell in cells], [[]] * len(cells))
            if numpy or not any("numpy" in source for source in code):
                self.run_code(*code)

    def test_policies(self):
        with mock.patch.object(sys, "path", [str(ROOT / "docs" / "examples"), *sys.path]):
            import policies
        state = SimpleNamespace(history=lambda: [3, 3, 4, 4], current_player=lambda: 0)
        bot = policies.OpenSpielBot(0)
        self.assertEqual(bot.step(state), 2)
        policy, action = bot.step_with_policy(state)
        self.assertEqual((sum(share for _, share in policy), len(policy), action), (1, 7, 2))
        observation = {"observation": [[[0, 0]] * 7] * 6, "action_mask": [1] * 7}
        self.assertEqual(policies.pettingzoo_policy(observation), 3)

    def test_help(self):
        text = pydoc.render_doc(fourscore, renderer=pydoc.plaintext)
        # from Python 3.13 on, a long signature has a line for each argument
        most = 400 if sys.version_info < (3, 13) else 480
        self.assertLessEqual(len(text.splitlines()), most)
        for word in fourscore.__all__:
            self.assertIn(word, text)

    def test_what_is_called_a_million_times_takes_one_frame(self):
        solver, position = self.opened(), Position.from_moves("32164625")
        same = Position.from_moves("32164625")
        solver.score("4"), position.play(1)
        for call in (
            lambda: solver.score("32164625"), lambda: solver.score(position),
            lambda: solver.weak_score("32164625"), lambda: solver.best(position),
            lambda: Position.from_moves("4453"), lambda: Position.from_moves("12", 5, 4),
            lambda: position.play(4), lambda: position.legal_moves,
            lambda: position.is_legal(4), lambda: position.winning_moves,
            lambda: position.winner, lambda: position.ply, lambda: position.to_move,
            lambda: position.is_over, lambda: position.moves, lambda: position.cells(),
            lambda: position == same, lambda: hash(position),
        ):
            frames = []
            sys.setprofile(lambda frame, event, _: frames.append(frame.f_code.co_name)
                           if event == "call" else None)
            try:
                call()
            finally:
                sys.setprofile(None)
            self.assertEqual(len(frames), 2, frames)  # the lambda, and the method


class Reading(unittest.TestCase):
    """One reader for all texts, and arrays by their shapes."""

    def test_every_door_reads_every_form(self):
        board = "......./......./......./......./...o.../...x..."
        with Solver() as solver:
            for text in ["44", "d1-d2", "1. d1 d2 *", '{"moves": [4, 4]}', "?pos=44", board]:
                with self.subTest(text):
                    self.assertEqual(Position.from_moves(text), Position.from_moves("44"))
                    self.assertEqual(solver.best(text), [4])
                    self.assertEqual(list(solver.solve_many([text])), [1])
                    self.assertEqual(solver.explain(text).to_move, "x")
                    if text != board:
                        self.assertEqual(solver.review(text).game, "44")
            self.assertIsNone(solver.explain(board).move)
            with self.assertRaisesRegex(FourscoreError, "order its stones were played"):
                solver.review(board)

    def test_a_comment_is_no_position(self):
        with Solver() as solver:
            for text in [" ", "{a comment}", '{"score": 1}', "# a comment"]:
                for read in [solver.score, solver.explain, solver.review, Position.from_moves]:
                    with self.subTest(text), self.assertRaises(FourscoreError):
                        read(text)

    def test_columns_from_0(self):
        self.assertEqual(
            Position.from_moves("33331", first_column=0), Position.from_moves("44442")
        )
        with self.assertRaisesRegex(FourscoreError, "; first_column=0 counts from 0"):
            Position.from_moves("33330")
        with self.assertRaisesRegex(FourscoreError, "first_column is 2, expected 1 or 0"):
            Position.from_moves("3", first_column=2)
        with Solver(first_column=0) as solver:
            self.assertEqual(solver.review("33331").game, "44442")
            self.assertEqual(list(solver.solve_many(["33331"])), [solver.score("33331")])
            self.assertEqual(solver.explain("33331").move.column, 2)

    def test_cells_are_read_by_shape(self):
        for moves in ["", "4", "445362", "11111177777", "4444435"]:
            position = Position.from_moves(moves)
            flat = position.cells()
            rows = [flat[7 * row : 7 * row + 7] for row in range(6)]
            columns = [list(column) for column in zip(*rows)]
            mover = 1 + position.ply % 2
            own = [[int(cell == mover) for cell in row] for row in rows]
            other = [[int(cell == 3 - mover) for cell in row] for row in rows]
            forms = [
                flat,
                rows,
                columns,
                [column[::-1] for column in columns],
                [list(map(list, zip(*pair))) for pair in zip(own, other)],
                [own, other],
                [cell - 1 for cell in flat],  # -1, 0, 1 as in pgx
                [0 if cell == 0 else 3 - 2 * cell for cell in flat],  # 0, 1, -1
                [[".xo"[cell] for cell in row] for row in rows],
                ["".join(".xo"[cell] for cell in row) for row in rows],
                [[None, "R", "Y"][cell] for cell in flat],
            ]
            for form in forms:
                with self.subTest(moves=moves, form=form):
                    self.assertEqual(Position.from_cells(form), position)

    def test_who_has_more_stones_has_moved_first(self):
        cells = [0] * 35 + [0, 0, 0, -1, 0, 0, 0]
        self.assertEqual(Position.from_cells(cells), Position.from_moves("4"))

    def test_other_shapes_are_refused(self):
        for cells, found in [
            ([0] * 41, "41 cells"),
            ([[0] * 7] * 5, r"5 rows of 7 cells, .*: \(42,\), \(6, 7\), \(7, 6\), \(6, 7, 2\), \(2, 6, 7\)$"),
            ([[[0] * 3] * 7] * 6, "6 x 7 x 3 cells"),
            ([[0] * 7] * 5 + [[0] * 6], "6 rows of 6 or 7 cells"),
        ]:
            with self.subTest(found), self.assertRaisesRegex(FourscoreError, found):
                Position.from_cells(cells)
        full = [[1, 2, 1, 2, 1, 1]] + [[0] * 6] * 6
        with self.assertRaisesRegex(FourscoreError, "which end of theirs is the top"):
            Position.from_cells(full)
        both = [[[1, 1]] * 7] * 6
        with self.assertRaisesRegex(FourscoreError, "stones of both planes"):
            Position.from_cells(both)


if __name__ == "__main__":
    unittest.main()
