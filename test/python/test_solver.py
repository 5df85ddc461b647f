"""Tests of solvers: scores, results, many positions, Ctrl-C and fork()."""

import contextlib
import copy
import dataclasses
import itertools
import json
import linecache
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import typing
import weakref
from unittest import mock

from common import (
    DRAWN, HARD, ROOT, WON, Array, TestCase, array_of, ctrl_c, ctrl_c_when,
    expect_threads, games, run_in_threads, run_python, searches_apart, soon,
)

import fourscore
from fourscore import (
    Bounds, FourscoreError, Position, Solver, Status, Unfinished, _connectx, _library,
    _solver,
)


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
