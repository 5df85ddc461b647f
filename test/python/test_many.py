"""Tests of Solver.solve_many()."""

import contextlib
import itertools
import random
import re
import threading
import time

from common import (
    DRAWN, HARD, WON, Array, Handles, TestCase, array_of, ctrl_c, end_easy, expect_threads,
    games, run_in_threads, run_python, soon, watched,
)

from fourscore import FourscoreError, Position, Status, Unfinished


class SolveMany(TestCase):
    def setUp(self):
        self.solver = self.opened(5, 5)

    def test_answers_are_those_of_the_methods_in_order(self):
        positions = list(games(6, 5, 5, 50))
        for find in ("weak_score", "scores", "best", "pv", "score"):
            expected = list(map(getattr(self.solver, find), positions))
            for threads in (1, 3):
                answers = self.solver.solve_many(positions, threads, find=find)
                self.assertEqual(list(answers), expected)
        self.assertEqual(list(self.solver.solve_many(positions)), expected)
        found = run_in_threads(3, lambda: list(self.solver.solve_many(positions, 2)))
        self.assertEqual(found, [expected] * 3)
        wide = self.opened(12, 9)
        for find, answer in (("best", [12]), ("pv", "c")):
            self.assertEqual(list(wide.solve_many(["cacaca"], find=find)), [answer])

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
        self.refused(Status.GAME_OVER, next, answers, says="positions[1]: the game is over")
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
            ([0] * 24, Status.BAD_POSITION, 0,
             "item 0 of 24, 0: 0 is not a column, expected the 25 cells of a board of 5x5"),
            ([0] * 24 + [3], Status.BAD_POSITION, 24,
             "cell 24: 3 is not a mark, expected 0, 1 or 2"),
        ):
            answers = self.solver.solve_many(["12", "", bad])
            next(answers), next(answers)
            error = self.refused(status, next, answers, at=at)
            self.assertRegex(str(error), "^" + re.escape(f"positions[2]: {message}"))
        with self.assertRaisesRegex(TypeError, r"^positions\[1\]: a position"):
            list(self.solver.solve_many(["12", 5]))

    def test_bad_arguments(self):
        solve_many = self.solver.solve_many
        for positions in ("4453", Position(5, 5), 4453, None):
            with self.assertRaisesRegex(TypeError, "^positions must be an iterable"):
                solve_many(positions)
        self.refused(
            Status.BAD_ARGUMENT, solve_many, [], find="worst",
            says="find is 'worst', expected 'score', 'weak_score', 'scores', 'best', "
            "'pv'",
        )
        for threads in (0, -1, 1025):
            self.refused(Status.BAD_ARGUMENT, solve_many, [], threads, says=str(threads))
        answers = solve_many(["12"])
        self.solver.close()
        self.refused(Status.BAD_ARGUMENT, solve_many, [])
        self.refused(Status.BAD_ARGUMENT, next, answers)

    def test_configuration_of_the_solver(self):
        solver = self.opened(engine="tutorial-12", table_bytes=16 << 20, book=False)
        made = []

        def note(name, arguments, _result):
            if name == "pool_new":
                made.append((arguments[1].engine, arguments[1].table_bytes))

        with watched(note):
            self.assertEqual(next(solver.solve_many(["32164625"])), 11)
        self.assertEqual(made, [(b"tutorial-12", 16 << 20)])
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
            self.unfinished(next, answers)
            self.assertRaises(Unfinished, solver.score, "")
        solver.limit(nodes=1000)
        found = self.unfinished(next, solver.solve_many([""], find="scores"))
        self.assertEqual(len(found.scores), 10)
        solver.limit()
        easy = self.opened(book=False)
        easy.limit(nodes=500)
        self.assertRaises(Unfinished, list, easy.solve_many(end_easy(200)))
        self.assertEqual(easy.nodes, 500)
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
        """Others, of more than 256 nodes, do, so that threads share them."""
        solver = self.opened()
        positions = ["", "4453", "32164625", WON] * 200
        answers = solver.solve_many([*positions, ""], 2)
        found = list(itertools.islice(answers, len(positions)))
        self.assertEqual(found, list(map(solver.score, positions)))
        expect_threads(self, 0)
        solver = self.opened(book=False)
        for position, low, high in (
            ("5147227217767675634", 100, 256), ("126156545476437", 256, 400),
        ):
            answers = solver.solve_many([position, WON], 3)
            next(answers)
            expect_threads(self, 0 if high == 256 else 3)
            answers.close()
            before = solver.nodes
            solver.score(position)
            self.assertIn(solver.nodes - before, range(low + 1, high + 1))
        # they keep their place among the others
        positions = ["121212", HARD, WON, "121212"] * 150
        scores = [18, 0, -18, 18] * 150
        self.assertEqual(list(solver.solve_many(positions, 2)), scores)

    def test_positions_that_are_changed_later(self):
        """as a loop does that plays on with one list or one board"""
        solver, moves, board = self.opened(), [], [[0] * 7 for _ in range(6)]

        def played(thing):
            for ply, column in enumerate([3, 2, 1, 6, 4, 6, 2, 5]):
                yield thing
                moves.append(column)
                row = max(row for row in range(6) if board[row][column - 1] == 0)
                board[row][column - 1] = ply % 2 + 1

        scores = [1, 0, 2, 3, -2, 3, -1, 3]
        self.assertEqual(list(solver.solve_many(played(moves))), scores)
        self.assertEqual([len(moves), sum(map(sum, board))], [8, 12])
        board = [[0] * 7 for _ in range(6)]
        self.assertEqual(list(solver.solve_many(played(board))), scores)

    def test_solvers_of_easy_positions_are_kept(self):
        solver, handles, sizes = self.solver, Handles(), []

        def note(name, arguments, result):
            if name.startswith("solver_"):
                handles.note(name, arguments, result)
            if name == "solver_new":
                sizes.append(arguments[1].table_bytes)

        with watched(note):
            first, second = (solver.solve_many(["1234"] * 2) for _ in range(2))
            next(first), next(second)
            del first, second
            list(solver.solve_many(["1234"]))
            self.assertEqual((len(sizes), len(handles.living)), (2, 2))
            self.assertGreater(min(sizes), 0)  # not the default
            self.assertLess(max(sizes), solver.table_bytes / 10)
            solver.clear()
            self.assertEqual(handles.living, set())
            list(solver.solve_many(["1234"]))
            self.assertEqual(len(handles.living), 1)
            solver.close()
            self.assertEqual(handles.living, set())

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
