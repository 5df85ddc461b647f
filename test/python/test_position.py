"""Tests of positions, their pictures, and games."""

import contextlib
import copy
import io
import pickle
import random
import re
import sys
import unittest
from types import SimpleNamespace
from unittest import mock
from xml.etree import ElementTree

from common import (
    COMMAND, DRAWN, SEED, WON, Array, TestCase, array_of, games, numpy, replies, run_command,
    run_python, wins,
)

import fourscore
from fourscore import FourscoreError, Position, Solver, Status, connectx_agent


class Positions(TestCase):
    def test_of_moves(self):
        position = Position.from_moves("4453")
        self.assertEqual((position.width, position.height, position.ply), (7, 6, 4))
        self.assertEqual(position.key, 2 * (1 << 21 | 1 << 28) + (1 << 14 | 1 << 22))
        wide = Position.from_moves("cb", 12, 9)
        self.assertEqual(wide.key, 2 * (1 << 110) + (1 << 100))
        self.assertEqual(Position(4, 4), Position.from_moves("", 4, 4))
        for moves, winner in (("4453", 0), (WON, 1), ("3" + WON, 2)):
            self.assertEqual(Position.from_moves(moves).winner, winner)

    def test_play(self):
        full = Position.from_moves("44444").play(4)
        self.assertEqual(full, Position.from_moves("444444"))
        for column in (4, 0, 8, 2**32 + 1, -(2**40), 10**30):
            self.refused(Status.BAD_MOVE, full.play, column,
                         says=f"column {column}, expected 1, 2, 3, 5, 6, 7")
        self.refused(Status.GAME_OVER, Position.from_moves(WON).play, 4, says="expected none")

    def test_there_and_back(self):
        unreachable = Position.from_cells([1, 1, 1, 2, 2, 2], 3, 2)
        self.refused(Status.UNREACHABLE, lambda: unreachable.moves)
        positions = [Position.from_moves(moves) for moves in ("", "4453", WON, DRAWN)]
        for position in [*positions, Position.from_moves("1234", 5, 4), unreachable]:
            size = position.width, position.height
            self.assertEqual(Position.from_cells(position.cells(), *size), position)
            self.assertEqual(eval(repr(position)), position)
            copies = [copy.copy(position), pickle.loads(pickle.dumps(position))]
            self.assertEqual(copies, [position] * 2)
            if position is not unreachable:
                copies.append(Position.from_moves(position.moves, *size))
                self.assertEqual([each.moves for each in copies], [position.moves] * 3)
                self.assertEqual(copies[2], position)
        small = Position.from_moves("12", 5, 4)
        self.assertEqual(repr(small), "Position.from_moves('12', 5, 4)")

    def test_equality(self):
        position = Position.from_moves("1234")
        same = Position.from_moves("3214")
        self.assertEqual(len({position, same}), 1)
        for other in (Position.from_moves("1243"), Position(6, 7), Position(7, 5), ""):
            self.assertNotEqual(position, other)
        self.assertNotEqual(Position(), Position(6, 7))

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
        for moves in ("4453", [4, 4]):
            with self.assertRaisesRegex(TypeError, r"from_any\(\) reads positions$"):
                Position(moves)
        for text in (4453, b"4453", ["4"], None):
            with self.assertRaisesRegex(TypeError, "^moves must be a str, "):
                Position.from_moves(text)

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

    def test_integers(self):
        """Those of NumPy are integers, too; floats, bools and texts are not."""
        solver, position = self.opened(), Position.from_moves("4453")
        calls = [
            ("width", lambda n: Position.from_any("4", n)),
            ("height", lambda n: Position.from_moves("44", 7, n)),
            ("width", lambda n: Position.from_moves("44", n, 6)),
            ("width", lambda n: Position.from_cells([0] * 42, n)),
            ("height", lambda n: Position.from_any([4, 4], 12, n)),
            ("width", lambda n: Position.random(5, 1, n).moves),
            ("height", lambda n: Solver(7, n)),
            ("width", lambda n: fourscore.match(len, len, 0, width=n)),
            ("item 0 of 2, a column,", lambda n: Position.from_any([n, 4])),
            ("column", position.play), ("column", position.is_legal),
            ("move", lambda n: solver.explain("4", n)),
            ("first_column", lambda n: Position.from_moves("44", first_column=n - 6)),
            ("first_column", lambda n: Solver(first_column=n - 6)),
            ("threads", lambda n: Solver(threads=n)), ("seed", lambda n: solver.puzzle(n)),
            ("plies", lambda n: Position.random(n, 1).moves),
            ("seed", lambda n: Position.random(9, n).moves),
            ("seed", lambda n: fourscore.best_move("", "random", n)),
            ("seed", lambda n: fourscore.match(1, 2, 2, 0, n)),
            ("opening", lambda n: fourscore.match(1, 2, 2, n)),
            ("seed", lambda n: solver.move("4", 2, n)),
            ("level", lambda n: solver.move("4", n - 6)),
            ("tries", lambda n: solver.puzzle(tries=n)),
            ("nodes", lambda n: solver.limit(nodes=n)),
            ("threads", lambda n: list(solver.solve_many(["4"], n))),
        ]
        for name, call in calls:
            shifted = name in ("first_column", "level")
            for wrong in (7.0, 7.5) if shifted or "item" in name else (7.0, "7", True):
                found = repr(wrong - 6 if shifted else wrong)
                says = f"^{name} must be an integer, not {found}$"
                with self.subTest(name), self.assertRaisesRegex(TypeError, says):
                    call(wrong)
            for kind in (numpy.int8, numpy.uint8, numpy.int64) if numpy else ():
                with self.subTest(name, kind=kind):
                    self.assertEqual(str(call(kind(7))), str(call(7)))
        self.assertRaises(TypeError, Position.from_any, [True, 4])

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
            size = position.width, position.height
            self.assertEqual(Position.from_moves(mirror.moves, *size), mirror)
            again = Position.from_cells(position.cells(), *size)
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


class Texts(TestCase):
    """One reader for all texts."""

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

    def test_columns_from_0(self):
        self.assertEqual(
            Position.from_moves("33331", first_column=0), Position.from_moves("44442")
        )
        with self.assertRaisesRegex(FourscoreError, "; first_column=0 counts from 0"):
            Position.from_moves("33330")
        with self.assertRaisesRegex(FourscoreError, "first_column is 2, expected 0 or 1"):
            Position.from_moves("3", first_column=2)
        with Solver(first_column=0) as solver:
            self.assertEqual(solver.review("33331").game, "44442")
            best, other = self.opened().best("44442"), solver.solve_many(["33331"], find="best")
            self.assertEqual([solver.best("33331"), *other], [best, best])
            self.assertEqual(solver.explain("33331").move.column, 2)


class Cells(TestCase):
    """Cells, arrays and the states of other programs, which are read by their shapes."""

    def test_cells(self):
        cells = [0] * 42
        cells[35], cells[28], cells[36] = 1, 2, 1
        self.assertEqual(Position.from_moves("112").cells(), cells)
        full = Position.from_cells([-1, -1, 1, 1], 2, 2)  # no empty cells of pgx
        self.assertEqual(full.cells(), [2, 2, 1, 1])

    def test_forms(self):
        for moves, width, height in (
            ("", 7, 6), ("4", 7, 6), ("445362", 7, 6), ("11111177777", 7, 6),
            ("4444435", 7, 6), ("1234", 4, 5), ("11221122", 4, 5),
        ):
            position = Position.from_moves(moves, width, height)
            flat, rows = position.cells(), array_of(position).tolist()
            columns = [list(column) for column in zip(*rows)]
            mover = position.to_move
            own = [[int(cell == mover) for cell in row] for row in rows]
            other = [[int(cell == 3 - mover) for cell in row] for row in rows]
            forms = [
                flat, tuple(flat), bytes(flat), Array(flat),
                rows, tuple(map(tuple, rows)), Array(rows), [Array(row) for row in rows],
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
            if position.ply % 2:  # who has more stones has moved first
                forms.append([0 if cell == 0 else 2 * cell - 3 for cell in flat])
            size = width, height
            for form in forms:
                with self.subTest(moves=moves, form=form):
                    self.assertEqual(Position.from_cells(form, *size), position)
                    for state in (
                        form, {"board": form, "mark": 1}, SimpleNamespace(board=form),
                        {"observation": form, "action_mask": []},
                        SimpleNamespace(observation=form),
                    ):
                        self.assertEqual(Position.from_any(state, *size), position)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_arrays_of_numpy(self):
        positions = list(games(11, 7, 6, 30))
        for shape, expected in (
            ("rows", (6, 7)), ("columns", (7, 6)), ("planes", (2, 6, 7)),
        ):
            for position in positions[:3]:
                array = position.to_array(shape)
                self.assertEqual((array.shape, array.dtype), (expected, numpy.int8))
                self.assertEqual(Position.from_any(array), position)
        columns = Position.from_moves("445").to_array("columns")
        self.assertEqual(columns[3].tolist(), [1, 2, 0, 0, 0, 0])  # from the bottom
        planes = Position.from_moves("445").to_array("planes")
        self.assertEqual(planes.sum(axis=(1, 2)).tolist(), [1, 2])  # o is to move
        self.refused(Status.BAD_ARGUMENT, position.to_array, "rwos", says="'columns'")
        solver = self.opened()
        scores = list(solver.solve_many(positions))
        batch = numpy.array([position.to_array() for position in positions])
        for dtype in ("int8", "uint8", "int64", "float32", "object", "str"):
            for shape in ((30, 6, 7), (30, 42)):
                array = batch.astype(dtype).reshape(shape)
                self.assertEqual(list(map(Position.from_cells, array)), positions)
                self.assertEqual(list(solver.solve_many(array)), scores)
        for dtype in ("bool", "float64"):
            planes = position.to_array("planes").astype(dtype)
            for array in (planes, planes.transpose(1, 2, 0)):
                self.assertEqual(Position.from_any({"observation": array}), position)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_what_is_written_is_read_back(self):
        """On all boards, as the documentation says; FOURSCORE_SEED repeats it."""
        rng, read, rows = random.Random(SEED), 0, 0
        for _ in range(700):
            width, height = rng.randint(1, 12), rng.randint(1, 9)
            try:
                position = Position.random(
                    rng.randint(0, width * height), rng, width, height
                )
            except FourscoreError:  # that many moves end each game
                continue
            size = width, height
            with self.subTest(seed=SEED, position=position):
                for array in (position.cells(), position.to_array(), position.to_array("planes")):
                    self.assertEqual(Position.from_cells(array, *size), position)
                    self.assertEqual(Position.from_any({"board": array}, *size), position)
                columns = position.to_array("columns")
                self.assertEqual(Position.from_cells(columns.T[::-1], *size), position)
                if width == height:
                    continue
                try:
                    self.assertEqual(Position.from_any(columns, *size), position)
                    read += 1
                except FourscoreError as error:
                    self.assertIn("which end of theirs is the top", str(error))
                    self.assertEqual([bool(column.all()) for column in columns],
                                     [bool(column.any()) for column in columns])
                    rows += 1
        self.assertGreater(read, 500)
        self.assertGreater(rows, 5)

    def test_what_is_not_read(self):
        for cells, at, says in (
            ([], None, "the shape (0,)"),
            (b"4453", None, "the shape (4,)"),
            ([[0] * 7] * 5, None, "the cells have the shape (5, 7), expected (6, 7) on a "
             "board of 7x6, or (42,), (7, 6), (6, 7, 2), (2, 6, 7)"),
            ([["x"] * 7] * 5, None, "the shape (5, 7)"),
            ([[[0] * 3] * 7] * 6, None, "the shape (6, 7, 3)"),
            ([None] * 41, 0, "item 0 of 41, None: "),
            (["......."] * 5 + ["......"], 5,
             "item 5 of 6, '......': row 6 has 6 cells; expected 7"),
            ([0.5] + [0] * 41, 0, "cell 0: 0.5 is not a mark, expected 0, 1 or 2"),
            ([[0] * 7] * 5 + [[0] * 6], None, "there are 6 rows of 6 or 7 cells"),
            ([[0] * 7] * 5 + [0], None, "there are 6 rows of 0 or 7 cells"),
            ([[1, 1, 1, 0, 0, 0]] + [[0] * 6] * 6, 42, "3 stones of the first player"),
            ([[1, 2, 1, 2, 2, 1]] + [[0] * 6] * 6, None, "which end of theirs is the top"),
            ([[[1, 1]] * 7] * 6, 0, "stones of both planes"),
            ([[[0] * 7] * 6, [[1] * 7] * 6], 42, "42 stones"),  # not a board of pgx
            ([[0] * 7, [0, 0, 0, 1, 0, 0, 0], *[[0] * 7] * 3, [-1, 1, -1, 0, 0, 0, 0]], 10,
             "column 4, row 5 has nothing below it"),
            ([[0] * 7] * 5 + [[0, 0, 3, 0, 0, 0, 0]], 37, "cell 37: 3 is not a mark"),
            *(([0] * 35 + [mark] + [0] * 6, 35, "is not a mark, expected 0, 1 or 2")
              for mark in (3, -2, 2**32 + 1, -(2**40), float("nan"))),
        ):
            with self.subTest(cells):
                call = Position.from_cells
                self.refused(Status.BAD_POSITION, call, cells, at=at, says=says)
        for cells in (Array(0), None, 4453, {"board": [0] * 42}):
            self.assertRaisesRegex(TypeError, "^a position must", Position.from_cells, cells)
        for cells in ("4453", Position()):
            with self.assertRaisesRegex(TypeError, "^cells must be lists or an array"):
                Position.from_cells(cells)

    def test_states(self):
        position = Position.from_moves("4453")
        for state in (
            position, "3342", [3, 3, 4, 2], (3, 3, 4, 2), str(position)[:-14],
            SimpleNamespace(history=lambda: [3, 3, 4, 2]), {"board": [3, 3, 4, 2]},
            SimpleNamespace(history=[3, 3, 4, 2]), SimpleNamespace(position="3342"),
            list(map(type("Text", (str,), {}), "3342")),
            *({name: form} for name in ("position", "pos", "game", "moves")
              for form in ("3342", [3, 3, 4, 2], [*"3342"], ["d1", "d2", "e1", "c1"])),
            {"game": "3342", "moves": [{"column": 4}], "pos": None, "width": 7},
            {"game": "3342", "size": "7X6", "cols": "7", "rows": 6.0},
            {"observation": {"board": position.cells(), "mark": 1}, "reward": 0},
            SimpleNamespace(to_numpy=lambda: Array(array_of(position).tolist())),
        ):
            self.assertEqual(Position.from_any(state, first_column=0), position)
        self.assertEqual(Position.from_any({"position": "3342", "first": 0}), position)
        self.assertEqual(Position.from_any({"position": "4453", "first": False}), position)
        for state, words in (({"position": "", "moves": "4"}, "moves is another position than position"),
                             ({"moves": "44", "height": 7}, "height is 7; expected 6"),
                             ({"moves": "44", "rows": 7.0}, "rows is 7; expected 6"),
                             ({"moves": "44", "cols": "8"}, "cols is 8; expected 7"),
                             ({"moves": "44", "board": "8x7"}, "for a board of 8x7, not of 7x6"),
                             (("4453", 2), "expected all moves in one word, or each in its own")):
            with self.assertRaisesRegex(FourscoreError, words):
                Position.from_any(state)
        with self.assertRaisesRegex(FourscoreError, "first_column is 5, expected 0 or 1"):
            Position.from_any([6], first_column=5)
        self.assertEqual(Position.from_any([1, 2, 3, 3, 2, 1], 3, 2).moves, "123321")
        for first_column in (0, 1):  # as many moves as cells
            moves = [int(name) - 1 + first_column for name in DRAWN]
            full = Position.from_any(moves, first_column=first_column)
            self.assertEqual(full.moves, DRAWN)
            texts = list(map(str, moves))
            self.assertEqual(Position.from_any(texts, first_column=first_column).moves, DRAWN)
            self.assertEqual(Position.from_any(full.cells(), 7, 6, first_column), full)
        wide = SimpleNamespace(history=lambda: [8])
        self.assertEqual(Position.from_any(wide, 9, 7).moves, "9")
        narrow = SimpleNamespace(history=lambda: [0, 1, 2, 0, 1, 2])  # these are no cells
        self.assertEqual(Position.from_any(narrow, 3, 2).moves, "123123")
        self.assertEqual(Position.from_any("4453"), position)
        self.assertEqual(Position.from_any([4, 4, 5, 3]).moves, "4453")
        self.assertEqual(Position.from_any(SimpleNamespace(history=lambda: [3])).moves, "4")
        self.assertEqual(Position.from_moves("0" * 38 + "1000").moves, "4")  # its cells
        self.assertEqual(Position.from_any([]), Position())
        self.assertEqual(self.opened().best({"board": position.cells()}), [3, 6, 7])
        for first in {"first": 0}, {"first_column": "0"}, {"firstColumn": 0}:
            self.assertEqual(Position.from_any({"moves": [3, 3], **first}).moves, "44")
        self.assertEqual(Position.from_any({"moves": "44", "first": 1}, 7, 6, 0).moves, "44")
        for state in ({"moves": range(4, 6)}, {"moves": iter([4, 5]), (0, 1): {2: self}},
                      {"game": {"moves": "45"}}, {"moves": (4, 5), "info": {(0, 1): 2}}):
            self.assertEqual(Position.from_any(state).moves, "45")
        columns = {"board": [[1, 0, 0, 0, 0, 0]] + [[0] * 6] * 6, "pos": Position.from_moves("1")}
        self.assertEqual(Position.from_any(columns), Position.from_moves("1"))
        none = "an object without a string or a list, not of objects, as its position, pos"
        others = "expected the 42 cells of a board of 7x6, or moves"
        for state, at, says in (
            ([4] * 7, 6, "column 4 is full"),
            ([4, 4, 9], 2, "item 2 of 3, 9: '9' is not a column, expected 1 to 7"),
            ([4, 0], 1, f"0 is not a column, {others}; first_column=0 counts from 0"),
            ([0] * 64, 0, f"item 0 of 64, 0: 0 is not a column, {others}"),
            ([4, -1], 1, f"item 1 of 2, -1: -1 is not a column, {others}"),
            (["a", None], 1, "item 1 of 2, None: null is not a column"),
            (["4", "0"], 1, "expected 1 to 7; first_column=0 counts from 0"),
            (["d1, d2", "z1", "d1"], 1, "item 1 of 3, 'z1': 'z' is not a column"),
            (SimpleNamespace(history=lambda: [3, 7]), 1,
             "item 1 of 2, 7: '7' is not a column, expected 0 to 6"),
            ({"state": [0] * 42}, 0, none),
            ({}, 0, none),
            ({"moves": "44", "first": 2}, 25, "first is 2; expected 1 or 0"),
            ({"board": [0] * 35 + [0, 0, 1, 2, 0, 0, 0], "turn": "2"}, 147,
             "2 is not to move: the other player has fewer stones"),
        ):
            with self.subTest(state):
                self.refused(Status.BAD_POSITION, Position.from_any, state, at=at, says=says)
        wide = Position.from_any({"board": [0] * 56}, 8, 7)
        for ask in (self.opened().move, self.opened().review):
            self.refused(Status.OTHER_BOARD, ask, SimpleNamespace(position=wide))
        for state in (None, 4453, object(), {4, 5}, b"4453", b"", [{"board": ""}], Array(4)):
            self.assertRaisesRegex(TypeError, "^a position must be", Position.from_any, state)


class Pictures(TestCase):
    """What a notebook draws, and the text that stands for it elsewhere."""

    def parts(self, thing, kind):
        tree = ElementTree.fromstring(thing._repr_svg_())
        return tree.iter("{http://www.w3.org/2000/svg}" + kind)

    def drawn(self, thing, kind, attribute):
        """An attribute of the elements of a kind."""
        return [part.get(attribute) for part in self.parts(thing, kind)]

    def texts(self, thing):
        return [part.text for part in self.parts(thing, "text")]

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
        self.assertNotIn(fourscore.match(1, 1, 20).wins, (0, 10, 20))  # a seed for each game
        self.assertEqual(fourscore.match(1, 2, 10, seed=4), fourscore.match(1, 2, 10, seed=4))
        self.assertEqual(fourscore.match(1, 2, 0), (0, 0, 0))
        self.refused(Status.BAD_ARGUMENT, fourscore.match, 6, 1, says="a level is 6")
        self.refused(Status.BAD_ARGUMENT, fourscore.match, 1, 2, opening=43,
                     says="opening is 43, expected 0 to 42")
        self.refused(Status.BAD_MOVE, fourscore.match, lambda position: 8, 1)

    def play(self, typed, *arguments):
        played = run_command([*COMMAND, "play", *arguments], typed)
        self.assertEqual((played.returncode, played.stderr), (0, ""))
        return played.stdout

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
        for position, found in zip(positions[::3], scores.tolist()[::3]):
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
        for pair in ((1, 2, 3), [3]):
            self.assertRaises(TypeError, fourscore.dataset, 1, 0, pair)
        boards, _ = fourscore.dataset(5, plies=9)
        self.assertEqual({Position.from_cells(board).ply for board in boards}, {9})
        for size in ((7, 6), (5, 4)):
            plies = 4, size[0] * size[1]
            self.refused(Status.BAD_ARGUMENT, fourscore.dataset, 9, 0, plies, *size)
