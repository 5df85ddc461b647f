"""Many positions at once: Solver.solve_many()."""

from __future__ import annotations

import ctypes
import time
from ctypes import c_void_p as Handle

from fourscore._library import BUSY, OK, PoolConfig, check, fail
from fourscore._query import new_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Any, Optional

    from fourscore._forms import PositionLike
    from fourscore._library import Answer
    from fourscore._query import Question
    from fourscore._solver import Solver

CAPACITY = 256
LOOK_SECONDS = 1e-3  # between looks for answers while positions are read
MIN_SLEEP, MAX_SLEEP = 1e-3, 2e-2  # seconds


def answer_all(
    solver: Solver,
    positions: Iterator[PositionLike],
    threads: int,
    question: Question,
) -> Generator[Any, None, None]:
    """Yield the answers in order."""
    width = solver._size[0]
    waiting, next_look = 0, 0.0
    pool = Pool(solver, threads, question)
    try:
        for failure in pool.read(positions):
            if waiting == CAPACITY or failure or time.monotonic() >= next_look:
                wait = waiting == CAPACITY or failure is not None
                while waiting > 0 and pool.take(waiting if wait else 0):
                    waiting -= 1
                    yield question.value(pool.answer, width)
                    wait = failure is not None
                next_look = time.monotonic() + LOOK_SECONDS
            if failure is not None:
                raise failure
            pool.submit()
            waiting += 1
        for left in range(waiting, 0, -1):
            pool.take(left)
            yield question.value(pool.answer, width)
    finally:
        pool.close()


class Pool:
    """Takes queries, and gives answers in their order."""

    def __init__(
        self, solver: Solver, threads: int, question: Question
    ) -> None:
        library = solver._library
        config = PoolConfig(
            size=ctypes.sizeof(PoolConfig),
            width=solver._config.width,
            height=solver._config.height,
            engine=solver._config.engine,
            table_bytes=solver._config.table_bytes,
            threads=threads,
            no_book=not solver._book and not solver._has_default_book,
            book=solver._book,
            capacity=CAPACITY,
        )
        handle = Handle()
        status = library.pool_new(handle, config)
        check(library, status, f": threads {threads}")
        self.answer: Answer = new_answer()
        self._library = library
        self._solver = solver
        self._question = question
        self._query = question.query()
        self._handle: Optional[Handle] = handle
        self._cancel = solver._cancel()
        self._query.cancel = self._cancel.handle
        solver._pools.add(self)
        self._began = time.monotonic()
        self._count = 0  # of answers

    def read(
        self, positions: Iterator[PositionLike]
    ) -> Iterator[Optional[Exception]]:
        """Set the query to each position, and yield None; the last item is the
        exception that ends them, if any."""
        solver, query, question = self._solver, self._query, self._question
        number = -1
        try:
            for number, position in enumerate(positions):
                solver._opened()
                try:
                    solver._set_position(query, position, question)
                except (TypeError, ValueError) as error:
                    yield _named(error, number)
                    return
                yield None
        except Exception as error:
            yield error

    def submit(self) -> None:
        self._solver._limit(self._query)
        status = self._library.pool_submit(self._opened(), self._query)
        if status != OK:
            check(self._library, status)

    def take(self, waiting: int) -> bool:
        """Set the next answer; returns False if there is none yet.  Unless
        'waiting', the number of queries in the pool, is given as 0, sleeps
        until there is one: a call of C would not notice Ctrl-C.  A sleep takes
        as long as a quarter of the queries, so that the pool does not run
        empty and this thread does not wake up for each answer."""
        while True:
            status = self._library.pool_poll(self._opened(), self.answer)
            if status == OK:
                self._solver._count(self.answer)
                self._count += 1
                return True
            if status != BUSY:
                check(self._library, status)
            if waiting == 0:
                return False
            now = time.monotonic()
            if now >= self._solver._deadline:
                self._cancel.now()
            seconds_each = (now - self._began) / (self._count + 1)
            seconds = waiting * seconds_each / 4
            time.sleep(max(MIN_SLEEP, min(seconds, MAX_SLEEP)))

    def close(self) -> None:
        """End the searches."""
        self._solver._pools.discard(self)
        self._solver._cancels.discard(self._cancel)
        handle, self._handle = self._handle, None
        self._library.pool_free(handle)

    def forget(self) -> None:
        """The pool is in the parent of this process."""
        self._handle = None

    def _opened(self) -> Handle:
        if self._handle is None:
            fail(
                "NO_THREAD",
                "the threads of solve_many() are in the parent process",
            )
        return self._handle


def _named(error: Exception, number: int) -> Exception:
    """The same exception with the item in its message."""
    from fourscore._errors import FourscoreError

    message = f"positions[{number}]: {error}"
    if isinstance(error, FourscoreError):
        return FourscoreError(error.status, message, error.at)
    return TypeError(message) if type(error) is TypeError else error
