"""Tests of the agent for Kaggle's ConnectX.

An agent keeps its solvers for later calls: a test that watches how they are made has a
board of its own."""

import threading
import time
from types import SimpleNamespace
from unittest import mock

from common import (
    DRAWN, NO_THREADS, ROOT, WON, TestCase, comes_true, ctrl_c_when, expect_threads, games,
    replies, run_python, wins,
)

from fourscore import FourscoreError, Position, Solver, Status, Unfinished, connectx_agent


class ConnectX(TestCase):
    """Observations are objects, mappings, or lists."""

    def setUp(self):
        self.addCleanup(expect_threads, self, 0)  # no search goes on

    def patch(self, owner, name, value):
        patch = mock.patch.object(owner, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def agent(self, position, **settings):
        """The column, from 1, that the agent plays."""
        settings["columns"] = position.width
        settings["rows"] = position.height
        return 1 + connectx_agent({"board": position.cells()}, settings)

    def solvers_made(self, release=None):
        """A list of the solvers that agents make during the test, once they are released
        by an event."""
        made, make = [], Solver.__init__
        if release:
            self.addCleanup(release.set)

        def make_slowly(solver, *arguments, **options):
            if release:
                release.wait()
            make(solver, *arguments, **options)
            made.append(solver)

        self.patch(Solver, "__init__", make_slowly)
        return made

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
                self.assertEqual(column, solver.best(position)[0])

    def test_agent_keeps_the_result(self):
        """If the best moves take too long; and then it plays as level 4."""
        solver, kept, given = self.opened(5, 5), 0, 0
        self.patch(Solver, "best", mock.Mock(side_effect=Unfinished(-1, 1)))
        for position in games(5, 5, 5, 60):
            scores = solver.scores(position)
            signs = [s if s is None else (s > 0) - (s < 0) for s in scores]
            best = max(sign for sign in signs if sign is not None)
            keeping = [column for column, sign in enumerate(signs, 1) if sign == best]
            expert = solver.move(position, 4)
            column = self.agent(position, actTimeout=600)
            self.assertIn(column, [expert] if expert in keeping else keeping)
            kept += len(keeping) < 5 - signs.count(None)
            given += expert not in keeping
        self.assertGreater(kept, 10)
        self.assertGreater(given, 0)

    def test_agent_looks_ahead(self):
        """As level 4 does, if no result is known."""
        solver, look = self.opened(10, 11), Solver.move
        found = []

        def look_and_stop(solver, *arguments):
            found.append(look(solver, *arguments))
            solver.stop()
            return found[-1]

        self.patch(Solver, "move", look_and_stop)
        for moves in ("1", "3", "45"):
            position = Position.from_moves(moves, 10, 11)
            self.assertEqual(self.agent(position, actTimeout=600), look(solver, position, 4))
        self.assertEqual(found, [7, 3, 5])

    def without_time(self):
        """Random positions, and the agent's moves with too little time."""
        for width, height in ((7, 6), (8, 8), (10, 11)):
            for position in games(3, width, height, 20):
                for seconds in (0, 1e-4, float("nan")):
                    yield position, self.agent(position, actTimeout=seconds)

    def without_memory(self):
        full = mock.Mock(side_effect=FourscoreError(Status.NO_MEMORY, "out of memory"))
        with mock.patch.object(Solver, "__init__", full):
            for width, height in ((7, 5), (4, 6)):
                for position in games(4, width, height, 100):
                    yield position, self.agent(position)

    def test_agent_wins_at_once_or_avoids_a_loss(self):
        for situation in (self.without_time, self.without_memory):
            won = kept = 0
            for position, column in situation():
                moves = replies(position)
                self.assertIn(column, moves)
                if wins(position):
                    self.assertIn(column, wins(position))
                    won += 1
                    continue
                safe = [c for c, after in moves.items() if not wins(after)]
                if 0 < len(safe) < len(moves):
                    self.assertIn(column, safe)
                    kept += 1
            self.assertGreater(min(won, kept), 10)

    def test_answer_is_due_after_three_quarters_of_the_time(self):
        """Whatever the search is doing, from the entry into the agent.  Until then it looks
        for a signal twice a second: one just before a sleep does not end the sleep."""
        clock = SimpleNamespace(now=1000.0)

        class Event(threading.Event):
            def wait(event, timeout=None):
                self.assertLessEqual(timeout, 0.5)
                clock.now += timeout
                return super().wait(0)

        class Slow:
            @property
            def board(self):
                clock.now += slow[0]
                return [0] * 63

        def look_slowly(position):
            clock.now += slow[1] if position.ply == 1 else 0
            return []

        release, slow = threading.Event(), [0.1, 0.02]
        self.solvers_made(release)
        self.patch(threading, "Event", Event)
        self.patch(time, "monotonic", lambda: clock.now)
        self.patch(Position, "winning_moves", property(look_slowly))
        for timeout, seconds in (
            (8, 6), (0.5, 0.375), (None, 1.5), (100, 75),
            (0.1, 0.28), (0, 0.28), (-1, 0.28), (float("nan"), 0.28),
        ):
            began = clock.now
            connectx_agent(Slow(), {"columns": 9, "rows": 7, "actTimeout": timeout})
            self.assertAlmostEqual(clock.now - began, seconds)
        began, slow[:] = clock.now, (0, 0)
        self.agent(Position(9, 7), actTimeout=0.04)  # at least 20 ms before its end
        self.assertAlmostEqual(clock.now - began, 0.02)

    def test_agent_does_not_wait_for_a_slow_solver(self):
        release = threading.Event()
        made = self.solvers_made(release)
        for position, column in (
            (Position.from_moves("121212", 9, 8), 1),
            (Position.from_moves("12131", 9, 8), 1),
            (Position(9, 8), 5),
        ):
            self.assertEqual(self.agent(position, actTimeout=0.01), column)
        self.assertEqual(made, [])
        release.set()
        # the search of the next call waits for the solver, and makes no other
        self.assertEqual(self.agent(position.play(5), actTimeout=1e-3), 5)
        expect_threads(self, 0)
        self.assertEqual(len(made), 1)

    def test_ctrl_c_ends_the_search(self):
        made, hard = self.solvers_made(), Position(10, 10)
        with self.assertRaises(KeyboardInterrupt):
            with ctrl_c_when(lambda: made and made[0].nodes):
                self.agent(hard, actTimeout=6000)
        expect_threads(self, 0)
        self.agent(hard, actTimeout=0.02)
        expect_threads(self, 0)
        self.assertEqual(len(made), 1)

    def test_agents_do_not_wait_for_one_another(self):
        made, hard = self.solvers_made(), Position(10, 9)
        for more in (0, 1000):
            nodes = more + sum(solver.nodes for solver in made[:1])
            other = threading.Thread(
                target=self.agent, args=(hard,), kwargs={"actTimeout": 6000}
            )
            other.start()
            self.assertTrue(comes_true(lambda: made and made[0].nodes > nodes))
            self.agent(hard, actTimeout=0)
            self.assertTrue(other.is_alive())
            self.assertTrue(comes_true(lambda: len(made) == 2))  # in its own thread
            made[0].stop()
            other.join()
            expect_threads(self, 0)
        self.assertEqual(len(made), 2)  # both are kept for later calls

    def test_agent_without_threads(self):
        """It searches in that of its caller, and no longer than it may."""
        run = run_python(
            "print(connectx_agent(Position.from_moves('32164625').cells(), "
            "{'actTimeout': 60}), connectx_agent([0] * 110, "
            "{'columns': 10, 'rows': 11, 'actTimeout': 0.5}) in range(10))\n"
            "def full(*_, **__): raise FourscoreError(5, 'out of memory')\n"
            "Solver.__init__ = full\n"
            "print(connectx_agent([0] * 20, {'columns': 5, 'rows': 4}))",
            before=NO_THREADS,
        )
        self.assertEqual((run.stdout, run.stderr), ("2 True\n2\n", ""))

    def test_a_submission_has_the_licence(self):
        """Which is in the module's source, that test/packages has in an archive."""
        licence = (ROOT / "LICENSE").read_text()
        sources = (ROOT / "bindings" / "python" / "fourscore").glob("*.py")
        self.assertIn(f'"""\\\n{licence}"""', "".join(path.read_text() for path in sources))
