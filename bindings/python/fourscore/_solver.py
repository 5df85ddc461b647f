"""Solvers."""
# mypy: disable-error-code="empty-body"

from __future__ import annotations

import ctypes
import os
import time
from _thread import allocate_lock, start_new_thread
from _weakref import ref
from collections import deque, namedtuple
from functools import wraps
from itertools import islice
from operator import attrgetter

from fourscore._library import (
    ALL_MOVES, BAD_ARGUMENT, BAD_BOOK, BAD_POSITION, BEST, BUSY, LEVELS, MAX_CELLS,
    MAX_THREADS, NAMES, NO_MOVE, OK, OTHER_BOARD, PV, STRONG, UNSAFE_TABLE, WEAK, Answer,
    Config, Error, Owned, Point, PoolConfig, PuzzleConfig, Query, SolverInfo, Told,
    as_board, as_choice, as_count, as_int, as_seconds, as_text, c, check, fail, fail_at,
    int_, living, remember, size_t,
)
from fourscore._position import Position, as_notation, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from ctypes import c_void_p as Handle
    from typing import Any, Literal, NoReturn, Optional, TypeVar, Union, overload

    from fourscore._types import Bounds, Explanation, PositionLike, Puzzle, Review

    Method = TypeVar("Method", bound=Callable[..., Any])
    Kind = TypeVar("Kind")
    Many = Iterable[PositionLike]
    Count = Optional[int]

NO_TIME = 1e-9  # seconds; 0 is no limit
NO_LIMIT, NO_NODES = float("inf"), 2**64 - 1  # of seconds and nodes
GRADES = ("easy", "medium", "hard", "expert")  # of puzzles

SLEEP = 0.5  # seconds


# A goal, what to find, and the function that reads it from a finished answer.
Question = namedtuple("Question", "goal find read")


_copy = Answer.from_buffer_copy
_read_score = attrgetter("score.lower")


def _read_scores(answer: Answer) -> list[Optional[int]]:
    _expect_moves(answer)
    lower = [move.lower for move in answer.move_scores[: c.width(answer.position)]]
    return [None if score == NO_MOVE else score for score in lower]


def read_best(answer: Answer) -> list[int]:
    _expect_moves(answer)
    return answer.best[: answer.best_count]  # type: ignore[no-any-return]


def _expect_moves(answer: Answer) -> None:
    if not answer.best_count and c.winner(answer.position):
        fail("GAME_OVER", "the game is over")


def _read_pv(answer: Answer) -> str:
    return "".join([NAMES[column - 1] for column in answer.pv[: answer.pv_length]])


QUESTIONS: dict[str, Question] = {}  # by the method of Solver that asks them

# A thread in a call of C hears no Ctrl-C.  So a search of more nodes than this, which
# take about a millisecond, goes on in another thread, which takes a while to start; what
# it has found out is in the table.
SHORT_NODES = 20_000


def _asking(question: Question) -> Callable[[Any, PositionLike], Any]:
    """A method of Solver that asks a question.  It is one frame for a position that
    takes few nodes: many programs ask a million times."""
    goal, find, read = question
    is_best = read is read_best

    def ask(solver: Solver, position: PositionLike) -> Any:
        text = raw = None
        if type(position) is str:
            text = position.encode("utf-8", "surrogatepass")
        elif type(position) is Position:
            raw = position._raw
        else:  # it may have code that uses this solver
            raw = solver._position(position)._raw
        with solver._lock:
            seat = solver._seat or solver._opened()
            query, answer = seat.query, seat.answer
            query.text = text
            if raw is None:
                query.length = len(text)  # type: ignore[arg-type]
            else:
                query.position = raw
            query.goal = goal
            query.find = find
            query.nodes, query.seconds = SHORT_NODES, 0.0
            if solver._is_limited or solver._stopped:
                solver._limit(query, SHORT_NODES)
            status = c.ask(seat.handle, query, answer)
            if status != OK:
                solver._refuse(status, text, answer)
            solver._nodes += answer.nodes
            if is_best and answer.finished and answer.best_count:
                return answer.best[: answer.best_count]
            if answer.finished:
                return read(answer)
            if answer.nodes < query.nodes:
                return solver._value(answer, question)
            longer = Query()
            longer.position, longer.goal, longer.find = answer.position, goal, find
        return solver._value(solver._search_apart(seat, longer), question)

    return ask


def _asks(goal: int, find: int, read: Callable[[Answer], Any]) -> Callable[[Method], Method]:
    """For a method that says what it returns: it asks this question."""

    def asking(method: Method) -> Method:
        question = QUESTIONS[method.__name__] = Question(goal, find, read)
        return wraps(method)(_asking(question))  # type: ignore[return-value]

    return asking


def _for_c(name: bytes) -> bytes:
    """The name of an engine or file, of which C would read a part if it has a zero."""
    return name.replace(b"\0", b"?")


class Seat(Owned):
    """A solver of the library, with a query and an answer for it."""

    __slots__ = ("answer", "query")

    def __init__(self) -> None:
        super().__init__(c.solver_free)
        self.query = Query()
        self.answer = Answer()


class Cancel(Owned):
    """A handle with which queries of a solver are cancelled, also by stop().  Does not
    keep the solver: it lives until C needs it no more."""

    __slots__ = ("solver",)

    def __init__(self, solver: Solver) -> None:
        self.solver = ref(solver)
        super().__init__(c.cancel_free)
        check(c.cancel_new(self.handle))

    def now(self) -> None:
        c.cancel_now(self.handle)


class Solver:
    """Solves positions of one board, and keeps results in a table for later ones.

    width, height   the board, in cells
    engine          "fast", the default, "dfpn", "tutorial-12" or "tutorial-11"
    table_bytes     maximum memory; 0: the library's default
    threads         number of threads that search a position together
    book            path of a book, a file with the scores of early positions; None:
                    that of the library, which has one for 7x6; False: no book
    first_column    number of the leftmost column in texts that are read, 1 or 0

    FourscoreError if the board, the engine or the book does not exist, or if there is
    not enough memory.  close() or a "with" statement frees the table.

    Any thread may call any method; one search runs at a time, and the others wait, except
    those of solve_many().  A signal handler may call limit(), stop() and resume().
    Ctrl-C ends a search with KeyboardInterrupt.  A child of fork() gets a copy, which
    searches on one thread, and is closed if a search was running.
    """

    __module__ = "fourscore"

    def __init__(
        self, width: int = 7, height: int = 6, engine: Optional[str] = None,
        table_bytes: int = 0, threads: int = 1,
        book: Union[str, os.PathLike[str], None, Literal[False]] = None,
        first_column: int = 1,
    ) -> None:
        self._first_column = first_column
        self._size = as_board(width, height)
        self._config = Config(
            width=self._size[0], height=self._size[1],
            engine=None if engine is None else _for_c(as_text(engine, "engine")),
            table_bytes=as_count(table_bytes, "table_bytes"),
            threads=as_count(threads, "threads", 0, MAX_THREADS),
        )
        self._book = None if book is None else self._open_book(book)
        detail = (
            f": board {width}x{height}, engine {engine or 'fast'!r}, "
            f"threads {threads}, table_bytes {table_bytes}"
        )
        if book:
            detail += f", book {os.fspath(book)!r}"
        self._seat: Optional[Seat] = self._new(self._config, detail)  # None: closed
        self._easy: list[Seat] = []  # small ones that no solve_many() uses
        self._lock = allocate_lock()  # held by who uses it
        self._stopped = False
        self._nodes = 0  # of searches with the lock
        self._more_nodes = 0  # of solve_many()
        self._counting = allocate_lock()  # held by who changes the latter
        self._is_limited = False
        self._deadline = NO_LIMIT
        self._last_node = NO_NODES
        remember(ref(self))

    def _open_book(self, path: Union[str, os.PathLike[str], Literal[False]]) -> Owned:
        """A book of the library, which is none for False."""
        book, error = Owned(c.book_free), Error()
        if path is False:
            return book
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise TypeError(f"book must be a path, None or False, not {path!r}")
        status = c.book_open(book.handle, _for_c(os.fsencode(path)), error)
        if status == BAD_BOOK:
            reason = error.reason.decode()
            fail(status, f"cannot use the book {os.fspath(path)!r}: {reason}")
        check(status, f": the book {os.fspath(path)!r}")
        return book

    def _new(self, config: Config, detail: str = "") -> Seat:
        """A solver of the library, with the book."""
        seat = Seat()
        seat.query.notation = as_notation(self._first_column)
        status = c.solver_new(seat.handle, config)
        if status == UNSAFE_TABLE:
            detail += f", expected at least {c.min_table_bytes(config)}"
        check(status, detail)
        if self._book is not None:
            check(c.set_book(seat.handle, self._book.handle), detail)
        return seat

    def close(self) -> None:
        """Free the table, after the running search: see stop()."""
        with self._lock:
            self._seat = None
            self._easy.clear()

    def _after_fork(self) -> None:
        """In a child of fork(), which has no other threads."""
        if self._seat is not None and self._lock.locked():
            c.solver_free(self._seat.handle)
            self._seat.handle.value = None
            self._seat = None
        self._lock = allocate_lock()
        self._counting = allocate_lock()

    def __enter__(self) -> Solver:
        self._opened()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solver cannot be copied or pickled; make another")

    def __repr__(self) -> str:
        closed = "" if self._seat else ", closed"
        return "<Solver of {}x{}{}>".format(*self._size, closed)

    @_asks(STRONG, 0, _read_score)
    def score(self, position: PositionLike) -> int:
        """The score of a position; the game may be over.  FourscoreError if a position
        is invalid or for another board, Unfinished if limit() or stop() ends a search."""

    @_asks(WEAK, 0, _read_score)
    def weak_score(self, position: PositionLike) -> int:
        """The sign of the score, 1, 0 or -1, which takes less time."""

    @_asks(STRONG, ALL_MOVES, _read_scores)
    def scores(self, position: PositionLike) -> list[Optional[int]]:
        """The scores that the side to move gets by each move, column 1 first, None for a
        full column.  FourscoreError if a side has won."""

    @_asks(STRONG, BEST, read_best)
    def best(self, position: PositionLike) -> list[int]:
        """The columns of all moves with the best score, the nearest to the centre first;
        none if the board is full.  FourscoreError if a side has won.  Takes 1.2 to 1.5
        times the nodes of score(), and scores() at least 2 times."""

    @_asks(STRONG, PV, _read_pv)
    def pv(self, position: PositionLike) -> str:
        """The principal variation: the moves to the end of the game, both sides playing
        best; of equal moves the one nearest to the centre."""

    def move(self, position: PositionLike, level: int = 3, seed: int = 0) -> int:
        """The column that an opponent plays: fourscore-play(1).  Level, seed and position
        determine it.  FourscoreError if the game is over.

        level   1 beginner, 2 casual, 3 club player, 4 expert, 5 perfect
        """
        place, column = self._position(position), ctypes.c_int()
        level, seed = as_count(level, "level", 1, LEVELS), as_count(seed, "seed")
        answer = self._ask(place, STRONG, BEST, _copy) if level == LEVELS else None
        check(c.choose_move(place._raw, level, seed, answer, ctypes.byref(column)))
        return column.value

    def explain(
        self, position: PositionLike, move: Optional[int] = None
    ) -> Explanation:
        """Why a position is won, drawn or lost.

            >>> with Solver() as solver:
            ...     print(solver.explain("352344"))
            x is to move and wins at once, on move 7.
            o d2 is a mistake: it loses. a1 holds the draw.
            x wins at once at a1 (a1 b1 c1 d1).

        move    a column to be played first, which is then judged; None: the last move
                of the position, if it is known
        """
        from fourscore._types import Explanation

        place = self._position(position)
        before: Optional[Position] = None
        if move is not None:
            move = as_int(move, "move")
            before, place = place, place.play(move)
        elif place._line:
            before, move = place.undo(), NAMES.index(place._line[-1]) + 1
        after = self._ask(place, STRONG, PV, _copy)
        of = after, before and self._ask(before, WEAK, BEST, _copy), move or 0
        return self._told(Explanation, c.explain_answers, *of, position=place)

    def review(self, game: PositionLike) -> Review:
        """Judge a game, in any form of docs/notations.md, or a Position whose moves are
        known, move by move.  What limit() or stop() leaves unknown is not judged.
        FourscoreError if a move is not legal, or the order of the moves not known."""
        from fourscore._types import Review, Unfinished

        if isinstance(game, str):
            _, moves = read_text(game, *self._size, self._first_column, True)
        else:
            moves = self._position(game)._game()
        points = (Point * (len(moves) + 1))()
        # The last position first: the table then knows what follows a position.
        for ply in range(len(moves), -1, -1):
            place = Position.from_moves(moves[:ply], *self._size)
            try:
                points[ply] = self._ask(place, STRONG, BEST, c.point_of)
            except Unfinished as found:
                points[ply].score = found.lower, found.upper
        of = *self._size, moves.encode(), points
        return self._told(Review, c.judge_game, *of, game=moves)

    def puzzle(
        self, seed: int = 1, win_in: Optional[int] = None, only_move: bool = False,
        difficulty: Optional[str] = None, tries: int = 10000,
    ) -> Optional[Puzzle]:
        """A position of a plausible game in which only one move keeps the win or draw.

        win_in      only wins with this many stones of the side to move
        only_move   only positions in which every other move loses
        difficulty  "easy", "medium", "hard" or "expert"
        tries       the number of positions that are tried; None if none is a puzzle
        """
        from fourscore._types import Puzzle

        if difficulty is not None:
            as_choice(difficulty, "difficulty", GRADES)
        moves = ctypes.create_string_buffer(MAX_CELLS + 1)
        width, height = self._size
        if win_in is not None:
            win_in = as_count(win_in, "win_in", 1, c.puzzle_max_win_in(width, height))
        config = PuzzleConfig(
            width=width, height=height, seed=as_count(seed, "seed"),
            win_in=win_in or 0, only_move=bool(only_move),
        )
        for number in range(as_count(tries, "tries")):
            check(c.puzzle_candidate(config, number, moves))
            position = moves.value.decode()
            if position == "":  # its game ends too early
                continue
            place = Position.from_moves(position, width, height)
            answer = self._ask(place, STRONG, ALL_MOVES | PV, _copy)
            puzzle = self._told(
                Puzzle, c.judge_puzzle, answer, config, position=position,
                score=_read_score(answer), move_scores=_read_scores(answer),
                pv=_read_pv(answer),
            )
            if puzzle and difficulty in (None, puzzle.grade):
                return puzzle
        return None

    if TYPE_CHECKING:
        @overload
        def solve_many(
            self, positions: Many, threads: Count = None,
            find: Literal["score", "weak_score"] = "score",
        ) -> Generator[int, None, None]: ...

        @overload
        def solve_many(
            self, positions: Many, threads: Count = None, *, find: Literal["scores"]
        ) -> Generator[list[Optional[int]], None, None]: ...

        @overload
        def solve_many(
            self, positions: Many, threads: Count = None, *, find: Literal["best"]
        ) -> Generator[list[int], None, None]: ...

        @overload
        def solve_many(
            self, positions: Many, threads: Count = None, *, find: Literal["pv"]
        ) -> Generator[str, None, None]: ...

        @overload
        def solve_many(
            self, positions: Many, threads: Count = None, find: str = "score"
        ) -> Generator[Any, None, None]: ...

    def solve_many(
        self, positions: Many, threads: Count = None, find: str = "score"
    ) -> Generator[Any, None, None]:
        """Yield for each position, in order, what the method named 'find' returns:
        "score", "weak_score", "scores", "best" or "pv".

            >>> with Solver() as solver:
            ...     list(solver.solve_many(["4453", "32164625"]))
            ...     list(solver.solve_many(["4453", "32164625"], find="best"))
            [-2, 11]
            [[3, 6, 7], [3]]

        Easy positions are answered in the caller's thread, scores of texts in about a
        microsecond beside the search.  Others are searched on one of 'threads' threads
        each; None: one for each core.  These share a new table, with the table_bytes and
        the book of the solver.  At most 256 positions are read ahead of the answers, and
        those that come slowly one by one; there may be infinitely many.  A NumPy array
        is read row by row.  An exception names an item that is invalid, after the answers
        of the earlier ones.  limit() and stop() apply.
        """
        question = QUESTIONS[as_choice(find, "find", QUESTIONS)]
        if isinstance(positions, (str, Position)) or not hasattr(positions, "__iter__"):
            raise TypeError(f"positions must be an iterable of them, not {positions!r}")
        count = 0 if threads is None else as_count(threads, "threads", 1, MAX_THREADS)
        self._opened()
        return _Many(self, count, question).answers(iter(positions))

    def limit(self, seconds: float = 0, nodes: int = 0) -> None:
        """Limit the total seconds and nodes of all later searches; 0: no limit.  At the
        limit they raise Unfinished, within a millisecond."""
        nodes, seconds = as_count(nodes, "nodes"), as_seconds(seconds)
        self._opened()
        self._last_node = self.nodes + nodes if nodes else NO_NODES
        self._deadline = time.monotonic() + seconds if seconds else NO_LIMIT
        self._is_limited = seconds > 0 or nodes > 0

    def stop(self) -> None:
        """Make the running searches, and all later ones until resume(), raise
        Unfinished within about a millisecond.  Returns at once."""
        self._stopped = True
        for thing in living():
            if isinstance(thing, Cancel) and thing.solver() is self:
                thing.now()

    def resume(self) -> None:
        """Allow searches again after stop()."""
        self._stopped = False

    def clear(self) -> None:
        """Empty the table."""
        with self._lock:
            c.clear(self._opened().handle)
            self._easy.clear()

    @property
    def nodes(self) -> int:
        """Number of positions explored by all searches that have ended."""
        self._opened()
        return self._nodes + self._more_nodes

    @property
    def table_bytes(self) -> int:
        """The size of the solver's tables in bytes."""
        return int(self._info().table_bytes)

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return str(self._info().engine.decode())

    @property
    def isa(self) -> str:
        """The instruction set in use: "baseline", "avx2" or "avx512"."""
        return str(self._info().isa.decode())

    def _info(self) -> SolverInfo:
        info = SolverInfo()
        with self._lock:
            c.solver_info(self._opened().handle, info)
        return info

    def _opened(self) -> Seat:
        if self._seat is None:
            fail("BAD_ARGUMENT", "the solver is closed")
        return self._seat

    # ---------------------------------------------------------------- questions

    def _position(self, position: PositionLike) -> Position:
        place = Position.from_any(position, *self._size, self._first_column)
        if (place.width, place.height) != self._size:
            self._refuse(OTHER_BOARD)
        return place

    def _told(
        self, kind: type[Kind], judge: Callable[..., int], *of: Any, **more: object
    ) -> Kind:
        """A result of a kind: what the library writes about the structure that it
        makes of something, and more; None for what is no puzzle."""
        import json

        from fourscore._types import from_json

        raw = Told()
        check(judge(*of, raw))
        name = kind.__name__
        text = Owned(c.text_free, ctypes.c_void_p(getattr(c, name.lower() + "_json")(raw)))
        if not text.handle and name != "Puzzle":
            fail("NO_MEMORY", "out of memory")
        told = {**json.loads(ctypes.string_at(text.handle)), **more} if text.handle else None
        result: Kind = from_json(kind, told)
        return result

    def _ask(
        self, position: PositionLike, goal: int, find: int, read: Callable[[Answer], Any]
    ) -> Any:
        """What is read from a finished answer."""
        return _asking(Question(goal, find, read))(self, position)

    def _value(self, answer: Answer, question: Question) -> Any:
        """The answer, as the question reads it."""
        if answer.finished:
            return question.read(answer)
        from fourscore._types import Bounds, Unfinished

        moves: Optional[list[Optional[Bounds]]] = None
        if question.find & ALL_MOVES:
            bounds = [Bounds(m.lower, m.upper) for m in answer.move_scores[: self._size[0]]]
            moves = [None if move.lower == NO_MOVE else move for move in bounds]
        raise Unfinished(answer.score.lower, answer.score.upper, moves)

    def _refuse(
        self, status: int, text: Optional[bytes] = None, answer: Optional[Answer] = None
    ) -> None:
        """Raise FourscoreError for a position that is refused."""
        if status == BAD_POSITION and answer:
            fail_at(text or b"", answer.error)
        check(status, ", expected {}x{}".format(*self._size))

    def _limit(self, query: Query, nodes: int) -> None:
        """Limit a query to this number of nodes and to the limits of the solver."""
        seconds = 0.0
        if self._is_limited or self._stopped:
            nodes = min(nodes, self._last_node - self._nodes - self._more_nodes)
            seconds = self._deadline - time.monotonic()
            if nodes <= 0 or seconds <= 0 or self._stopped:
                seconds = NO_TIME
        query.seconds, query.nodes = seconds, nodes

    def _count(self, nodes: int) -> None:
        """Count nodes that are searched without the lock."""
        with self._counting:
            self._more_nodes += nodes

    def _search_apart(self, seat: Seat, query: Query) -> Answer:
        """The answer of a search in another thread, while this one handles signals."""
        answer, cancel, over = Answer(), Cancel(self), allocate_lock()
        status = BAD_ARGUMENT
        over.acquire()

        def search() -> None:  # keeps what C uses
            nonlocal status
            query.cancel = cancel.handle
            try:
                with self._lock:
                    self._limit(query, NO_NODES)
                    status = c.ask(seat.handle, query, answer)
                    self._nodes += answer.nodes
            finally:
                over.release()

        # Ctrl-C may come between any two steps: when this object is dropped, C cancels.
        guard = Owned(c.cancel_now, cancel.handle, keep=cancel)
        try:
            try:
                start_new_thread(search, ())
            except RuntimeError:  # no thread can be started
                search()
            # a signal just before a sleep does not end the sleep
            while not over.acquire(True, SLEEP):
                pass
        finally:
            cancel.now()
        del guard
        check(status)
        return answer


# ------------------------------------------------------------------- many at once

CAPACITY = 256
EASY_NODES = 256  # a query passes through a pool in about this time
MIN_SLEEP, MAX_SLEEP = 1e-3, 2e-2  # seconds
_PATIENCE = 1e-3  # seconds: positions that take longer to come are answered one by one
_IN_POOL = object()


class Pool(Owned):
    """The threads of a pool, which fork() leaves in the parent process."""

    __slots__ = ()

    def __init__(self, solver: Solver, threads: int, cancel: Cancel) -> None:
        super().__init__(c.pool_free, keep=cancel)
        config, book = solver._config, solver._book
        of_pool = PoolConfig(
            width=config.width, height=config.height, engine=config.engine,
            table_bytes=config.table_bytes, threads=threads, capacity=CAPACITY,
            no_book=book is not None and not book.handle, book=book and book.handle,
        )
        check(c.pool_new(self.handle, of_pool), f": threads {threads}")

    def _after_fork(self) -> None:
        self.handle.value = None

    def opened(self) -> Handle:
        if not self.handle:
            fail("NO_THREAD", "the threads of solve_many() are in the parent process")
        return self.handle


class _Many:
    """Takes positions, and gives their answers in order."""

    def __init__(self, solver: Solver, threads: int, question: Question) -> None:
        self._solver = solver
        self._threads = threads
        self._question = question
        self._line: deque[Any] = deque()  # answers, or _IN_POOL
        self._answer = Answer()  # the last one of the pool
        self._number = 0  # of positions
        self._scores = (int_ * CAPACITY)()
        self._count = size_t()
        self._cancel = Cancel(solver)
        self._pool: Optional[Pool] = None

    def answers(self, positions: Iterator[PositionLike]) -> Generator[Any, None, None]:
        """Yield the answers in order."""
        solver, line = self._solver, self._line
        failure: Optional[Exception] = None
        is_open, size = True, 1
        self._easy, kept = self._easy_seat(), map(self._keep, positions)
        try:
            while is_open or line:
                if is_open:
                    chunk: list[Any] = []
                    size = min(size, CAPACITY - len(line))
                    began = time.monotonic()
                    try:
                        chunk.extend(islice(kept, size))
                        is_open = len(chunk) == size
                    except Exception as error:
                        is_open, failure = False, error
                    is_fast = time.monotonic() - began < _PATIENCE
                    size = 2 * size if is_fast and not solver._is_limited else 1
                    try:
                        self._begin(chunk)
                    except Exception as error:
                        is_open, failure = False, error
                wait = not is_open or len(line) == CAPACITY
                while line and (line[0] is not _IN_POOL or self._take(wait)):
                    first = line.popleft()
                    if first is _IN_POOL:
                        first = solver._value(self._answer, self._question)
                    yield first
                    wait = False
            if failure is not None:
                raise failure
        finally:
            self._pool = None  # ends its searches
            solver._easy.append(self._easy)

    def _easy_seat(self) -> Seat:
        """A solver for easy positions, whose table is as small as can be."""
        solver = self._solver
        try:
            seat = solver._easy.pop()
        except IndexError:
            config = solver._config
            least = Config(width=config.width, height=config.height, engine=config.engine)
            least.table_bytes = c.min_table_bytes(least)
            seat = solver._new(least)
        seat.query.goal, seat.query.find = self._question.goal, self._question.find
        return seat

    def _keep(self, given: PositionLike) -> Union[str, Position, Exception]:
        """A position as it is now, since lists may change; or what is wrong with it."""
        if isinstance(given, str):
            return given
        try:
            return self._solver._position(given)
        except (TypeError, ValueError) as error:
            return error

    def _begin(self, positions: list[Union[str, Position, Exception]]) -> None:
        """Append the answers of easy positions to the line, and _IN_POOL for others."""
        solver, line = self._solver, self._line
        query, answer = self._easy.query, self._easy.answer
        at = 0
        while at < len(positions):
            solver._opened()
            solver._limit(query, EASY_NODES)
            try:
                given = positions[at]
                if isinstance(given, Exception):
                    raise given
                is_text = isinstance(given, str) and not query.find
                text = _as_lines(positions[at:]) if is_text else None
                if text is not None:  # of each line the score, up to the first not easy
                    query.text, query.length = text, len(text)
                    of = self._scores, CAPACITY, self._count, answer
                    status = c.ask_lines(self._easy.handle, query, *of)
                    line.extend(self._scores[: self._count.value])
                    at += self._count.value
                else:
                    if isinstance(given, str):
                        query.text = text = given.encode("utf-8", "surrogatepass")
                        query.length = len(text)
                    else:
                        query.text, query.position = None, given._raw
                    status = c.ask(self._easy.handle, query, answer)
                solver._count(answer.nodes)
                if status != OK:
                    solver._refuse(status, as_text(str(positions[at])), answer)
                value = solver._value(answer, self._question) if answer.finished else None
            except (TypeError, ValueError) as error:  # FourscoreError is one
                error.args = (f"positions[{self._number + at}]: {error}",)
                raise
            if at < len(positions):
                line.append(value if answer.finished else self._submit())
                at += 1
        self._number += at

    def _submit(self) -> object:
        """Put the position of the last answer into the pool."""
        solver = self._solver
        goal, find, _read = self._question
        query = Query(goal=goal, find=find, cancel=self._cancel.handle)
        query.position = self._easy.answer.position
        solver._limit(query, NO_NODES)
        if self._pool is None:
            self._pool = Pool(solver, self._threads, self._cancel)
        check(c.pool_submit(self._pool.opened(), query))
        return _IN_POOL

    def _take(self, wait: bool) -> bool:
        """Set the next answer of the pool; returns False if there is none yet.  With
        'wait', sleeps until there is one: a call of C would not notice Ctrl-C."""
        if self._pool is None:
            return False
        solver, seconds = self._solver, MIN_SLEEP
        while True:
            status = c.pool_poll(self._pool.opened(), self._answer)
            if status == OK:
                solver._count(self._answer.nodes)
                return True
            if status != BUSY:
                check(status)
            if not wait:
                return False
            if time.monotonic() >= solver._deadline:
                self._cancel.now()
            time.sleep(seconds)
            seconds = min(1.25 * seconds, MAX_SLEEP)


def _as_lines(positions: list[Any]) -> Optional[bytes]:
    """Texts of one line each as lines; None for others."""
    try:
        text = "\n".join(positions) + "\n"
    except TypeError:
        return None
    is_one_each = text.count("\n") == len(positions)
    return text.encode(errors="surrogatepass") if is_one_each else None
