"""Tests of solvers, and of what they say about positions and games."""

import contextlib
import copy
import dataclasses
import itertools
import json
import os
import pathlib
import pickle
import typing
import weakref

from common import (
    DRAWN, HARD, NO_THREADS, ROOT, WON, TestCase, comes_true, run_command, run_in_threads,
    run_python, soon,
)

import fourscore
from fourscore import Bounds, Position, Solver, Status, Unfinished


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
        self.assertEqual((solver.score(WON), solver.weak_score(WON), solver.pv(WON)), (-18, -1, ""))
        for call in (solver.scores, solver.best):
            self.refused(Status.GAME_OVER, call, WON)
        found = solver.scores(DRAWN), solver.best(DRAWN), solver.pv(DRAWN)
        self.assertEqual(found, ([None] * 7, [], ""))

    def test_best_moves_are_in_the_order_of_the_agent(self):
        for moves, size, expected in (
            ("21242224744576656566", (7, 6), [4, 3, 5, 2, 6, 1, 7]), ("", (4, 4), [3, 2, 4, 1]),
        ):
            self.assertEqual(self.opened(*size).best(moves), expected)

    def test_limits(self):
        solver = self.solver
        solver.limit(nodes=1000)
        self.assertIsNone(self.unfinished(solver.score, "").scores)
        self.assertEqual(solver.nodes, 1000)
        found = self.unfinished(solver.scores, "44444")
        self.assertEqual(list(map(type, found.scores)), [Bounds] * 7)
        self.assertEqual(pickle.loads(pickle.dumps(found)).scores, found.scores)
        for method in (solver.pv, solver.best, solver.weak_score):
            self.assertIsNone(self.unfinished(method, "").scores)
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
        for wrong in ("1", True):
            with self.assertRaisesRegex(TypeError, f"^seconds must be a number, not {wrong!r}$"):
                solver.limit(seconds=wrong)
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
            ("/tmp\0", "No such file or directory"),
        ):
            self.refused(Status.BAD_BOOK, Solver, book=book,
                         says=f"cannot use the book {str(book)!r}: {reason}")
        book = str(ROOT / "book" / "7x6.book")
        with self.assertRaisesRegex(TypeError, "^book must be a path, None or False, not True$"):
            Solver(book=True)
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
        code = ("solver = Solver(book=False); solver.limit(nodes=200_000)\n"
                "try: solver.score('')\nexcept Unfinished: print(solver.nodes)")
        self.assertEqual(run_python(code, before=NO_THREADS).stdout, "200000\n")

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
            (Status.NO_BOARD, {"width": -7}),
            (Status.BAD_ARGUMENT, {"threads": -1}),
            (Status.BAD_ARGUMENT, {"table_bytes": -1}),
        ):
            error = self.refused(status, Solver, **keywords)
            for value in keywords.values():
                self.assertIn(str(value), str(error))
        self.refused(Status.NO_ENGINE, Solver, engine="fast\0er")
        self.refused(Status.NO_ENGINE, Solver, engine="")
        for engine in (5, b"fast"):
            with self.assertRaisesRegex(TypeError, f"^engine must be a str, not {engine!r}$"):
                Solver(engine=engine)

    def test_bad_positions(self):
        solver = self.solver
        self.refused(Status.OTHER_BOARD, solver.score, Position(6, 7), says="expected 7x6")
        for position, at in (("448", 2), ([0] * 16, 0), ([0] * 41, 0)):
            for call in (solver.score, solver.scores):
                self.refused(Status.BAD_POSITION, call, position, at=at)
        for position in (None, 4453):
            with self.assertRaisesRegex(TypeError, "^a position must be "):
                solver.score(position)

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
        self.assertTrue(comes_true(lambda: reference() is None))  # its thread may be about to end

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
        return json.loads(run_command([program, *arguments, "--json"]).stdout)

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
        for game in (Position.from_moves("44"), [4, 4], {"moves": "44"}, ["d1", "d2"]):
            self.assertEqual(solver.review(game), solver.review("44"))
        # texts of results count from 1, whatever the solver's columns count from
        from_0, told = self.opened(first_column=0), solver.review("44")
        for game in ("33", [3, 3], told, Position.from_moves("44")):
            self.assertEqual(from_0.review(game), told)
        self.assertEqual(Position.from_any(told, first_column=0).moves, "44")
        self.refused(Status.BAD_ARGUMENT, solver.review, Position.from_moves("44").cells(),
                     says="the order of the moves is not known")
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
        for moves in ("352344", "4", "", WON, DRAWN, "44444", "75714731126547633713"):
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
        from_0 = self.opened(first_column=0)
        self.assertEqual(from_0.puzzle(seed=2, win_in=4), found)
        self.assertEqual(from_0.score(found), solver.score(found.position))
        hard = self.opened(7, 5).puzzle(difficulty="hard", only_move=True)
        self.assertEqual((hard.only_move, hard.grade), (True, "hard"))
        self.assertIsNone(self.opened(3, 3).puzzle(tries=50))

    def test_refusals(self):
        solver = self.opened()
        self.refused(Status.BAD_POSITION, solver.review, "4 {\u00e9} 8", at=6,
                     says="move 2: '8' is not a column, expected 1 to 7")
        self.assertRaises(TypeError, solver.review, 4)
        for move in (0, 8):
            self.refused(Status.BAD_MOVE, solver.explain, "", move=move)
        self.refused(Status.BAD_POSITION, solver.explain, "8", at=0)
        for arguments, says in (
            ({"win_in": 0}, "win_in is 0, expected 1 to 16"), ({"win_in": 17}, "win_in is 17"),
            ({"difficulty": "simple"}, "difficulty is"), ({"seed": -1}, "seed is -1"),
        ):
            self.refused(Status.BAD_ARGUMENT, solver.puzzle, **arguments, says=says)
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
        self.assertRaises(TypeError, solver.move, None)
