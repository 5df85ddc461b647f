"""Tests of the agent for Kaggle's ConnectX."""

import io
import tarfile
import threading
import time
from types import SimpleNamespace
from unittest import mock

from common import (
    DRAWN, ROOT, WON, TestCase, ctrl_c_when, expect_threads, games, replies, wins,
)

from fourscore import (
    Bounds, FourscoreError, Position, Solver, Status, _connectx, _library, _solver,
    connectx_agent,
)


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

    def test_a_submission_has_the_licence(self):
        with mock.patch("fourscore._connectx._library", bytes):
            archive = tarfile.open(fileobj=io.BytesIO(_connectx.submission(None)))
        licence = archive.extractfile("LICENSE").read().decode()
        self.assertEqual(licence, (ROOT / "LICENSE").read_text())

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

        release, slow = threading.Event(), [0.1, 0.2]
        self.patch("fourscore._connectx.threading.Event", Event)
        self.solvers_made(release.wait)
        self.addCleanup(release.set)
        parse, by_rules = (_connectx._read, _connectx._choose_column_by_rules)

        def slow_parse(*arguments):
            clock.now += slow[0]
            return parse(*arguments)

        def slow_rules(*arguments):
            clock.now += slow[1]
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
        slow[:] = 0, 0
        self.agent(Position(9, 9), actTimeout=0.04)  # at least 20 ms before its end
        self.assertAlmostEqual(due.pop() - clock.now, 0.02)

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
