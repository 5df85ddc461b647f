"""Solvers."""

from __future__ import annotations

import ctypes
import os
import time
from _thread import allocate_lock
from _weakref import ref

from fourscore._arguments import NO_LIMIT, as_count, as_int, as_name, as_seconds
from fourscore._library import (
    BAD_BOOK, BAD_POSITION, LEVELS, MAX_THREADS, OK, UNSAFE_TABLE, Answer, Config,
    Error, Living, Owned, Query, SolverInfo, check, fail, int_, load, size_text,
)
from fourscore._position import Position, refuse_moves
from fourscore._query import QUESTIONS, Cancel, new_answer, new_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from ctypes import c_void_p as Handle
    from types import TracebackType
    from typing import Any, Literal, NoReturn, Optional, Union, overload

    from fourscore._explain import Explanation
    from fourscore._forms import PositionLike
    from fourscore._interrupt import Apart
    from fourscore._library import RawPosition
    from fourscore._puzzle import Puzzle
    from fourscore._review import Review
    from fourscore._query import Question

NO_TIME = 1e-9  # seconds; 0 is no limit

_SCORE, _WEAK_SCORE, _SCORES, _BEST, _PV = QUESTIONS.values()


class Solver:
    """Solves positions of one board.

    Results are kept in a table, which speeds up later positions.

    width, height   the board, in cells
    engine          "fast", the default, "dfpn", "tutorial-12" or
                    "tutorial-11"
    table_bytes     maximum memory; 0: the library's default
    threads         number of threads that search a position together
    library         path of the shared library
    book            path of a book, a file with the scores of early positions;
                    None: the book of the library, which has one for 7x6;
                    False: no book

    FourscoreError if the board, the engine or the book does not exist, or if
    there is not enough memory.

    close() or a "with" statement frees the table; otherwise it is freed with
    the object.  A closed solver raises FourscoreError.  A solver cannot be
    copied or pickled.

    Threads: any thread may call any method.  One call runs at a time, and the
    others wait, except stop() and resume(), which a signal handler may call,
    too, and solve_many().  In the main thread, Ctrl-C ends a search with
    KeyboardInterrupt; the solver can be used afterwards.

    fork(): the child gets a copy of the solver, which searches on one thread.
    The copy is closed if a call was running.  An iterator of solve_many()
    raises FourscoreError in the child.
    """

    __module__ = "fourscore"

    # A thread in a call of C hears no Ctrl-C.  So a call that takes more nodes,
    # a few milliseconds, goes on in another thread, which takes a while to
    # start; what it has found out is in the table.
    _SHORT_NODES = 50_000

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        engine: Optional[str] = None,
        table_bytes: int = 0,
        threads: int = 1,
        library: Union[str, os.PathLike[str], None] = None,
        book: Union[str, os.PathLike[str], None, Literal[False]] = None,
    ) -> None:
        self._library = load(library)
        config = Config(
            size=ctypes.sizeof(Config),
            width=as_int(width),
            height=as_int(height),
            engine=as_name(engine),
            table_bytes=as_count(table_bytes, "table_bytes"),
            threads=as_count(threads, "threads", MAX_THREADS),
        )
        path = None if book is None or book is False else os.fsencode(book)
        if path is not None and b"\0" in path:
            fail("BAD_BOOK", f"the path {book!r} has a null character")
        size = (config.width, config.height)
        if size == (0, 0):  # to the library, the default
            fail("NO_BOARD", "there is no board of 0x0")
        owned, owned_book = (
            Owned(self._library.solver_free),
            Owned(self._library.book_free),
        )
        status = self._library.solver_new(owned.handle, config)
        detail = (
            f": board {width}x{height}, "
            f"engine {'fast' if engine is None else repr(engine)}, "
            f"threads {threads}, table_bytes {table_bytes}"
        )
        if status == UNSAFE_TABLE:
            least = self._library.min_table_bytes(config)
            detail += f", expected at least {least}"
        check(self._library, status, detail)
        if book is not None:
            self._set_book(owned.handle, owned_book.handle, path)
        self._size = size
        self._config = config
        self._book = owned_book
        self._has_default_book = book is None
        self._calling = allocate_lock()
        self._owned: Optional[Owned] = owned  # None: closed
        self._query = new_query()
        self._answer = new_answer()
        self._cancel = Cancel(self._library)
        self._apart: Optional[Apart] = None  # a call in another thread
        self._pools = Living()
        self._for_easy: list[Owned] = []  # small solvers of no pool
        self._stopped = False
        self._counting = allocate_lock()
        self._nodes = 0
        self._deadline = NO_LIMIT
        self._last_node = NO_LIMIT
        _solvers.add(ref(self))

    def _set_book(
        self, handle: Handle, book: Handle, path: Optional[bytes]
    ) -> None:
        error = Error(reason=b"the book is for another board")
        status = OK
        if path is not None:
            status = self._library.book_open(book, path, error)
        if status == OK:
            status = self._library.set_book(handle, book)
        if status == BAD_BOOK:
            name, reason = os.fsdecode(path or b""), error.reason.decode()
            fail(status, f"cannot use the book {name!r}: {reason}")
        check(self._library, status)

    def close(self) -> None:
        """Free the table.  Waits for the running call to end: see stop().  Does
        nothing if the solver is closed."""
        with self._calling:
            self._end_apart()
            self._owned = None
            self._for_easy.clear()

    def _after_fork(self) -> None:
        """Reset the solver in a child of fork(), which has no other threads."""
        owned = self._owned
        if owned and (self._calling.locked() or self._apart):
            self._owned = self._apart = None
            self._library.solver_free(owned.handle)
            owned.handle.value = None
        self._calling = allocate_lock()
        self._counting = allocate_lock()
        for pool in self._pools.all():
            pool.forget()

    def __enter__(self) -> Solver:
        self._opened()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solver cannot be copied or pickled; make another")

    def __repr__(self) -> str:
        width, height = self._size
        closed = "" if self._owned else ", closed"
        return f"<Solver of {width}x{height}{closed}>"

    def score(self, position: PositionLike) -> int:
        """The score of a position; the game may be over.

        All methods that take a position raise FourscoreError if it is invalid
        or for another board, and Unfinished if limit() or stop() ends the
        search.
        """
        found: int = self._solve(position, _SCORE)
        return found

    def weak_score(self, position: PositionLike) -> int:
        """The sign of the score, 1, 0 or -1, which takes less time."""
        found: int = self._solve(position, _WEAK_SCORE)
        return found

    def scores(self, position: PositionLike) -> list[Optional[int]]:
        """The scores that the side to move gets by each move: a list of
        'width' items, column 1 first, None for a full column.

        FourscoreError if a side has won.
        """
        found: list[Optional[int]] = self._solve(position, _SCORES)
        return found

    def best(self, position: PositionLike) -> list[int]:
        """The columns, from 1, of all moves with the best score, the nearest to
        the centre first; an empty list if the board is full.

        Takes 1.2 to 1.5 times the nodes of score(); scores() takes at least 2
        times.  FourscoreError if a side has won.
        """
        found: list[int] = self._solve(position, _BEST)
        return found

    def pv(self, position: PositionLike) -> str:
        """The principal variation: a str of the moves from the position to the
        end of the game, both sides playing best; of equal moves the one
        nearest to the centre."""
        found: str = self._solve(position, _PV)
        return found

    def move(
        self, position: PositionLike, level: int = 3, seed: int = 0
    ) -> int:
        """The column, from 1, that an opponent plays: fourscore-play(1).

        level   1 beginner, 2 casual, 3 club player, 4 expert, 5 perfect
        seed    level, seed and position determine the move

        Only level 5 searches; it plays one of the best moves.  FourscoreError
        if the game is over.
        """
        answer: Optional[Answer] = None
        place = self._position(position)
        if not 1 <= as_int(level) <= LEVELS:
            fail("BAD_ARGUMENT", f"level is {level}, expected 1 to {LEVELS}")
        number = as_count(seed, "seed")
        if level == LEVELS:
            answer = self._ask(place, _BEST)
            _BEST.value(answer, self._size[0])
        column = int_()
        status = self._library.choose_move(
            place._raw, level, number, answer, ctypes.byref(column)
        )
        check(self._library, status)
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

        position  a Position, or the moves as players write them:
                  fourscore-review(1)
        move      a column to be played first, from 1, which is then judged;
                  None: the last move if the position is a str

        FourscoreError if a move is not possible.
        """
        from fourscore._explain import AFTER, BEFORE, explanation
        from fourscore._review import read_game

        if isinstance(position, str):
            position = read_game(self._library, self._size, position)
        before: Union[Position, str, None] = None
        if move is not None:
            before = self._position(position)
            position = before.play(move)
        after = self._ask(position, AFTER)
        AFTER.value(after, self._size[0])
        if isinstance(position, str) and position:
            before, move = position[:-1], int(position[-1], 16)
        answer = None
        if before is not None:
            answer = self._ask(before, BEFORE)
            BEFORE.value(answer, self._size[0])
        return explanation(
            self._library, self._size, after, answer, move or 0
        )

    def review(self, game: str) -> Review:
        """Judge a game move by move.

            >>> with Solver() as solver:
            ...     print(solver.review("1. d1 d2 2. d3 d4 3. d5 c1"))
            With best play from here x wins on move 41; no move changed the result.

        game    the moves as players write them: fourscore-review(1)

        What limit() or stop() leaves unknown is not judged.  FourscoreError if
        a move is not possible.
        """
        from fourscore._review import END, POINT, read_game, review

        moves = read_game(self._library, self._size, game)
        answers = []
        # The last position first: the table then knows what follows a position.
        for ply in range(len(moves), -1, -1):
            position = Position.from_moves(moves[:ply], *self._size)
            question = END if position.winner else POINT
            answers.append(self._ask(position, question))
        return review(self._library, self._size, moves, answers[::-1])

    def puzzle(
        self,
        seed: int = 1,
        win_in: Optional[int] = None,
        only_move: bool = False,
        difficulty: Optional[str] = None,
        tries: int = 10000,
    ) -> Optional[Puzzle]:
        """A puzzle: a position of a plausible game in which only one move
        keeps the win or the draw.

            >>> with Solver() as solver:
            ...     puzzle = solver.puzzle(seed=2, win_in=4)
            ...     puzzle.position, puzzle.solution
            ('444676533454', 5)

        win_in      only wins with this many stones of the side to move
        only_move   only positions in which every other move loses
        difficulty  "easy", "medium", "hard" or "expert"
        tries       the number of positions that are tried

        None if no position that was tried is such a puzzle.  The same
        arguments give the same puzzle.
        """
        from fourscore._puzzle import DIFFICULTIES, QUESTION, Search

        as_count(seed, "the seed")
        as_count(0 if win_in is None else win_in, "win_in", 2**31 - 1)
        if difficulty is not None and difficulty not in DIFFICULTIES:
            fail(
                "BAD_ARGUMENT",
                f"difficulty: expected {', '.join(DIFFICULTIES)}, got "
                f"{difficulty!r}",
            )
        search = Search(
            self._library, self._size, seed, win_in, only_move, difficulty
        )
        for number in range(tries):
            moves = search.candidate(number)
            if moves == "":
                continue
            answer = self._ask(moves, QUESTION)
            QUESTION.value(answer, self._size[0])
            found = search.judge(moves, answer)
            if found is not None:
                return found
        return None

    if TYPE_CHECKING:

        @overload
        def solve_many(
            self,
            positions: Iterable[PositionLike],
            threads: Optional[int] = None,
            find: Literal["score", "weak_score"] = "score",
        ) -> Generator[int, None, None]: ...

        @overload
        def solve_many(
            self,
            positions: Iterable[PositionLike],
            threads: Optional[int] = None,
            *,
            find: Literal["scores"],
        ) -> Generator[list[Optional[int]], None, None]: ...

        @overload
        def solve_many(
            self,
            positions: Iterable[PositionLike],
            threads: Optional[int] = None,
            *,
            find: Literal["best"],
        ) -> Generator[list[int], None, None]: ...

        @overload
        def solve_many(
            self,
            positions: Iterable[PositionLike],
            threads: Optional[int] = None,
            *,
            find: Literal["pv"],
        ) -> Generator[str, None, None]: ...

    def solve_many(
        self,
        positions: Iterable[PositionLike],
        threads: Optional[int] = None,
        find: str = "score",
    ) -> Generator[Any, None, None]:
        """Yield for each position, in order, what the method named 'find'
        returns: "score", "weak_score", "scores", "best" or "pv".

            >>> with Solver() as solver:
            ...     list(solver.solve_many(["4453", "32164625"]))
            ...     list(solver.solve_many(["4453", "32164625"], find="best"))
            [-2, 11]
            [[3, 6, 7], [3]]

        A position that takes few nodes is answered in the caller's thread.
        Others are searched on one of 'threads' threads each; None: one for each
        core.  The threads share a new table, with the table_bytes and the book
        of the solver.

        Positions are read at most 256 ahead of the answers, so there may be
        infinitely many.  A NumPy array with one position a row is read row by
        row.  An exception of the method or of reading is raised after the
        answers of the earlier positions; that of an invalid position names the
        item.  close() of the iterator, and every exception, end the searches.

        limit() and stop() apply.  The nodes of searches in other threads are
        counted when their answer is yielded.
        """
        if find not in QUESTIONS:
            known = ", ".join(map(repr, QUESTIONS))
            fail("BAD_ARGUMENT", f"find is {find!r}, expected {known}")
        if isinstance(positions, (str, Position)):
            raise TypeError(
                f"positions must be an iterable of them, not {positions!r}"
            )
        count = as_count(threads or 0, "threads", MAX_THREADS)
        if count == 0 and threads is not None:
            fail("BAD_ARGUMENT", f"threads is 0, expected 1 to {MAX_THREADS}")
        self._opened()
        from fourscore._many import answer_all

        return answer_all(self, iter(positions), count, QUESTIONS[find])

    def limit(self, seconds: float = 0, nodes: int = 0) -> None:
        """Limit the total seconds and nodes of all later calls; 0: no limit.
        At the limit they raise Unfinished, within a millisecond."""
        nodes = as_count(nodes, "nodes")
        seconds = as_seconds(seconds)
        with self._calling:
            self._opened()
            self._deadline = time.monotonic() + seconds if seconds else NO_LIMIT
            self._last_node = self._nodes + nodes if nodes else NO_LIMIT

    def stop(self) -> None:
        """Make the running call, and all later ones until resume(), raise
        Unfinished within a millisecond.  Returns at once."""
        self._stopped = True
        apart = self._apart
        if apart:
            apart.cancel.now()
        self._cancel.now()
        for pool in self._pools.all():
            pool.cancel.now()

    def resume(self) -> None:
        """Allow calls again after stop()."""
        self._stopped = False
        self._cancel = Cancel(self._library)
        if self._stopped:  # again
            self._cancel.now()

    def clear(self) -> None:
        """Empty the table."""
        with self._calling:
            self._library.clear(self._ready().handle)
            self._for_easy.clear()

    @property
    def nodes(self) -> int:
        """Number of positions explored by all calls that have ended."""
        self._opened()
        return self._nodes

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
        info = SolverInfo(size=ctypes.sizeof(SolverInfo))
        with self._calling:
            self._library.solver_info(self._ready().handle, info)
        return info

    def _opened(self) -> Owned:
        if self._owned is None:
            fail("BAD_ARGUMENT", "the solver is closed")
        return self._owned

    def _ready(self) -> Owned:
        """The solver of the library, in no call.  Requires self._calling."""
        if self._apart:
            self._end_apart()
        return self._opened()

    def _end_apart(self) -> None:
        """End what Ctrl-C left."""
        if self._apart:
            self._apart.end()
            self._apart = None

    def _position(self, position: PositionLike) -> Position:
        if isinstance(position, str):
            return Position.from_moves(position, *self._size)
        if isinstance(position, Position):
            if position._size != self._size:
                fail(
                    "OTHER_BOARD",
                    "the position is of the board of "
                    f"{size_text(position._size)}, the solver of "
                    f"{size_text(self._size)}",
                )
            return position
        if hasattr(position, "__iter__"):
            return Position.from_cells(position, *self._size)
        raise TypeError(
            "a position must be a Position, moves as a str, or cells, not "
            f"{position!r}"
        )

    def _limit(self, query: Query, nodes: float = NO_LIMIT) -> None:
        """Limit a query to 'nodes' nodes and to the limits of the solver."""
        nodes = min(nodes, self._last_node - self._nodes)
        seconds = self._deadline
        if seconds != NO_LIMIT:
            seconds -= time.monotonic()
        if nodes <= 0 or seconds <= 0:
            nodes, seconds = 0, NO_TIME
        query.seconds = 0 if seconds == NO_LIMIT else seconds
        query.nodes = 0 if nodes == NO_LIMIT else int(nodes)

    def _count(self, nodes: int) -> None:
        if nodes:
            with self._counting:
                self._nodes += nodes

    def _solve(self, position: PositionLike, question: Question) -> Any:
        if not isinstance(position, str):  # other code may use this solver
            position = self._position(position)
        with self._calling:
            answer = self._find(position, question)
            return question.value(answer, self._size[0])

    def _ask(self, position: PositionLike, question: Question) -> Answer:
        place = self._position(position)
        with self._calling:
            return Answer.from_buffer_copy(self._find(place, question))

    def _find(
        self, position: Union[str, Position], question: Question
    ) -> Answer:
        """The answer.  Requires self._calling, until it is read."""
        cancel = self._cancel  # resume() may replace it
        self._query.cancel = cancel.handle
        answer = self._answer
        self._try(
            self._ready(),
            self._query,
            answer,
            position,
            question,
            self._SHORT_NODES,
        )
        if answer.finished or answer.nodes < self._SHORT_NODES:
            return answer
        return self._find_late(answer.position, question)

    def _try(
        self,
        owned: Owned,
        query: Query,
        answer: Answer,
        position: Union[str, Position],
        question: Question,
        nodes: int,
    ) -> None:
        """Ask a solver of the library, with this number of nodes at most."""
        if isinstance(position, str):
            query.text = moves = position.encode("ascii", "replace")
            query.length = len(moves)
        else:
            query.text = None
            query.position = position._raw
        query.goal = question.goal
        query.find = question.find
        self._limit(query, nodes)
        status = self._library.ask(owned.handle, query, answer)
        if status != OK:
            if status == BAD_POSITION:
                refuse_moves(str(position), answer.error)
            check(self._library, status)
        self._count(answer.nodes)
        if question.needs_moves and self._library.winner(answer.position):
            fail("GAME_OVER", "the game is over")

    def _find_late(self, raw: RawPosition, question: Question) -> Answer:
        """The answer, of a search that takes more nodes."""
        from fourscore._interrupt import Apart, is_main_thread

        owned, query, answer = self._ready(), new_query(), new_answer()
        query.position, query.goal, query.find = raw, question.goal, question.find

        def search(cancel: Cancel) -> None:
            query.cancel = cancel.handle
            self._limit(query)
            check(self._library, self._library.ask(owned.handle, query, answer))
            self._count(answer.nodes)

        if is_main_thread():
            self._apart = Apart(search, Cancel(self._library))
            if self._stopped:
                self._apart.cancel.now()
            try:
                self._apart.run()
            finally:
                self._end_apart()
        else:
            search(self._cancel)
        return answer


_solvers = Living()


def _after_fork_in_child() -> None:
    for solver in _solvers.all():
        solver._after_fork()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork_in_child)
