"""Many positions at once: Solver.solve_many()."""

from __future__ import annotations

import ctypes
import time
from collections import deque

from fourscore._library import BUSY, OK, Config, Owned, PoolConfig, check, fail
from fourscore._solver import NO_NODES, Cancel, new_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from ctypes import c_void_p as Handle
    from typing import Any, Optional

    from fourscore._types import PositionLike
    from fourscore._solver import Question, Seat, Solver

CAPACITY = 256
EASY_NODES = 256  # a query passes through a pool in about this time
MIN_SLEEP, MAX_SLEEP = 1e-3, 2e-2  # seconds
_END, _IN_POOL = object(), object()


def answer_all(
    solver: Solver, positions: Iterator[PositionLike], threads: int, question: Question
) -> Generator[Any, None, None]:
    """Yield the answers in order."""
    line: deque[Any] = deque()  # answers, or _IN_POOL
    failure: Optional[Exception] = None
    is_open = True
    many = Many(solver, threads, question)
    try:
        while is_open or line:
            if is_open:
                try:
                    position: Any = next(positions, _END)
                    is_open = position is not _END
                    if is_open:
                        line.append(many.begin(position))
                except Exception as error:
                    is_open, failure = False, error
            wait = not is_open or len(line) == CAPACITY
            while line and (line[0] is not _IN_POOL or many.take(wait)):
                first = line.popleft()
                yield many.value() if first is _IN_POOL else first
                wait = False
        if failure is not None:
            raise failure
    finally:
        many.close()


class Pool(Owned):
    """The threads of a pool, which fork() leaves in the parent process."""

    __slots__ = ()

    def _after_fork(self) -> None:
        self.handle.value = None

    def opened(self) -> Handle:
        if not self.handle:
            fail("NO_THREAD", "the threads of solve_many() are in the parent process")
        return self.handle


class Many:
    """Takes positions, and gives their answers in order."""

    def __init__(self, solver: Solver, threads: int, question: Question) -> None:
        self._solver = solver
        self._threads = threads
        self._question = question
        self._answer = new_answer()
        self._number = -1  # of the position
        self._cancel = Cancel(solver)
        self._pool: Optional[Pool] = None
        try:
            self._easy = solver._easy.pop()
        except IndexError:
            self._easy = self._new_easy()

    def _new_easy(self) -> Seat:
        """A solver for easy positions, with a table as small as can be."""
        config = self._solver._config
        least = Config(
            size=ctypes.sizeof(Config),
            width=config.width,
            height=config.height,
            engine=config.engine,
        )
        least.table_bytes = self._solver._library.min_table_bytes(least)
        return self._solver._new(least)

    def _new_pool(self) -> Pool:
        config, book = self._solver._config, self._solver._book
        pool = Pool(self._solver._library.pool_free, keep=self._cancel)
        status = self._solver._library.pool_new(
            pool.handle,
            PoolConfig(
                size=ctypes.sizeof(PoolConfig),
                width=config.width,
                height=config.height,
                engine=config.engine,
                table_bytes=config.table_bytes,
                threads=self._threads,
                no_book=book is not None and not book.handle,
                book=book.handle if book else None,
                capacity=CAPACITY,
            ),
        )
        check(self._solver._library, status, f": threads {self._threads}")
        return pool

    def begin(self, position: PositionLike) -> Any:
        """The answer for an easy position; otherwise _IN_POOL, where it is now."""
        solver, seat = self._solver, self._easy
        self._number += 1
        solver._opened()
        try:
            if not isinstance(position, str):
                position = solver._position(position)
            answer = solver._search(seat, position, self._question, EASY_NODES)
            solver._count(answer.nodes)
            if answer.finished:
                return solver._value(answer, self._question)
        except (TypeError, ValueError) as error:
            raise _named(error, self._number) from None
        query = seat.query
        query.text, query.position = None, answer.position
        query.cancel = self._cancel.handle
        solver._limit(query, NO_NODES)
        if self._pool is None:
            self._pool = self._new_pool()
        status = solver._library.pool_submit(self._pool.opened(), query)
        check(solver._library, status)
        return _IN_POOL

    def take(self, wait: bool) -> bool:
        """Set the next answer of the pool; returns False if there is none yet.  With
        'wait', sleeps until there is one: a call of C would not notice Ctrl-C."""
        if self._pool is None:
            return False
        solver, library, seconds = self._solver, self._solver._library, MIN_SLEEP
        while True:
            status = library.pool_poll(self._pool.opened(), self._answer)
            if status == OK:
                solver._count(self._answer.nodes)
                return True
            if status != BUSY:
                check(library, status)
            if not wait:
                return False
            if time.monotonic() >= solver._deadline:
                self._cancel.now()
            time.sleep(seconds)
            seconds = min(1.25 * seconds, MAX_SLEEP)

    def value(self) -> Any:
        """What take() has set."""
        return self._solver._value(self._answer, self._question)

    def close(self) -> None:
        """End the searches."""
        self._pool = None
        self._solver._easy.append(self._easy)


def _named(error: Exception, number: int) -> Exception:
    """The same exception with the item in its message."""
    from fourscore._types import FourscoreError

    message = f"positions[{number}]: {error}"
    if isinstance(error, FourscoreError):
        return FourscoreError(error.status, message, error.at)
    return TypeError(message) if type(error) is TypeError else error
