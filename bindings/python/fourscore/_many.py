"""Many positions at once: Solver.solve_many()."""

from __future__ import annotations

import ctypes
import time
from _weakref import ref
from collections import deque
from ctypes import c_void_p as Handle

from fourscore._library import BUSY, OK, Config, Owned, PoolConfig, check, fail
from fourscore._query import Cancel, new_answer, new_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Any, Optional

    from fourscore._forms import PositionLike
    from fourscore._library import Answer
    from fourscore._query import Question
    from fourscore._solver import Solver

CAPACITY = 256
EASY_NODES = 256  # a query passes through a pool in about this time
LOOK_SECONDS = 1e-3  # between looks for answers while positions are read
MIN_SLEEP, MAX_SLEEP = 1e-3, 2e-2  # seconds
_END, _IN_POOL = object(), object()


def answer_all(
    solver: Solver,
    positions: Iterator[PositionLike],
    threads: int,
    question: Question,
) -> Generator[Any, None, None]:
    """Yield the answers in order."""
    width = solver._size[0]
    line: deque[Any] = deque()  # answers, or _IN_POOL
    failure: Optional[Exception] = None
    next_look = 0.0
    pool = Pool(solver, question)
    try:
        pool.open(threads)
        while True:
            try:
                position: Any = next(positions, _END)
                if position is _END:
                    break
                is_easy = pool.read(position)
            except Exception as error:
                failure = error
                break
            if is_easy:
                found = question.value(pool.answer, width)
                if not line:
                    yield found
                    continue
            full = len(line) == CAPACITY
            if full or time.monotonic() >= next_look:
                while line and (line[0] is not _IN_POOL or pool.take(full)):
                    first = line.popleft()
                    if first is _IN_POOL:
                        first = question.value(pool.answer, width)
                    yield first
                    full = False
                next_look = time.monotonic() + LOOK_SECONDS
            if is_easy:
                line.append(found)
            else:
                pool.submit()
                line.append(_IN_POOL)
        while line:
            first = line.popleft()
            if first is _IN_POOL:
                pool.take(True)
                first = question.value(pool.answer, width)
            yield first
        if failure is not None:
            raise failure
    finally:
        pool.close()


class Pool:
    """Takes queries, and gives answers in their order."""

    def __init__(self, solver: Solver, question: Question) -> None:
        library = solver._library
        self.answer: Answer = new_answer()
        self.cancel = Cancel(library)
        self._library = library
        self._solver = solver
        self._question = question
        self._query = new_query()
        self._query.cancel = self.cancel.handle
        self._is_away = False  # in another process
        self._owned: Optional[Owned] = Owned(
            library.pool_free, keep=self.cancel
        )
        self._handle = self._owned.handle
        self._easy = Owned(library.solver_free)
        self._number = -1  # of the position
        self._waiting = 0  # queries
        self._count = 0  # of answers
        self._began = time.monotonic()

    def open(self, threads: int) -> None:
        solver, library = self._solver, self._library
        solver._pools.add(ref(self))
        if solver._stopped:
            self.cancel.now()
        config = PoolConfig(
            size=ctypes.sizeof(PoolConfig),
            width=solver._config.width,
            height=solver._config.height,
            engine=solver._config.engine,
            table_bytes=solver._config.table_bytes,
            threads=threads,
            no_book=not solver._book.handle and not solver._has_default_book,
            book=solver._book.handle,
            capacity=CAPACITY,
        )
        status = library.pool_new(self._opened(), config)
        check(library, status, f": threads {threads}")
        try:
            self._easy = solver._for_easy.pop()
        except IndexError:
            self._make_easy(config)

    def _make_easy(self, config: PoolConfig) -> None:
        """Make the solver of easy positions, with a table as small as can be."""
        library, solver = self._library, self._solver
        least = Config(
            size=ctypes.sizeof(Config),
            width=config.width,
            height=config.height,
            engine=config.engine,
        )
        least.table_bytes = library.min_table_bytes(least)
        check(library, library.solver_new(self._easy.handle, least))
        if not solver._has_default_book:
            check(
                library,
                library.set_book(self._easy.handle, solver._book.handle),
            )

    def read(self, position: PositionLike) -> bool:
        """Set the answer for an easy position, and return True, or set the
        query."""
        self._number += 1
        solver, query, answer = self._solver, self._query, self.answer
        solver._opened()
        self._opened()
        try:
            if not isinstance(position, str):
                position = solver._position(position)
            solver._try(
                self._easy, query, answer, position, self._question, EASY_NODES
            )
        except (TypeError, ValueError) as error:
            raise _named(error, self._number) from None
        if answer.finished:
            return True
        query.text = None
        query.position = answer.position
        return False

    def submit(self) -> None:
        self._solver._limit(self._query)
        check(
            self._library,
            self._library.pool_submit(self._opened(), self._query),
        )
        self._waiting += 1

    def take(self, wait: bool) -> bool:
        """Set the next answer; returns False if there is none yet.  With
        'wait', sleeps until there is one: a call of C would not notice Ctrl-C.
        A sleep takes as long as a quarter of the queries, so that the pool does
        not run empty and this thread does not wake up for each answer."""
        while True:
            status = self._library.pool_poll(self._opened(), self.answer)
            if status == OK:
                self._solver._count(self.answer.nodes)
                self._waiting -= 1
                self._count += 1
                return True
            if status != BUSY:
                check(self._library, status)
            if not wait:
                return False
            now = time.monotonic()
            if now >= self._solver._deadline:
                self.cancel.now()
            seconds_each = (now - self._began) / (self._count + 1)
            seconds = self._waiting * seconds_each / 4
            time.sleep(max(MIN_SLEEP, min(seconds, MAX_SLEEP)))

    def close(self) -> None:
        """End the searches."""
        self._owned = None
        if self._easy.handle:
            self._solver._for_easy.append(self._easy)

    def forget(self) -> None:
        """The pool is in the parent of this process."""
        self._is_away = True
        self._handle.value = None

    def _opened(self) -> Handle:
        if self._is_away:
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
