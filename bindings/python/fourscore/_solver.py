"""Solvers."""

from __future__ import annotations

import ctypes
import os
import time
from _thread import allocate_lock, start_new_thread
from _weakref import ref

from fourscore._library import (
    ALL_MOVES, BAD_ARGUMENT, BAD_BOOK, BAD_POSITION, BEST, LEVELS, MAX_CELLS,
    MAX_THREADS, NO_LIMIT, NO_MOVE, OK, PV, STRONG, UNSAFE_TABLE, WEAK, Answer,
    Config, Error, Opaque, Owned, Point, PuzzleConfig, Query, SolverInfo, as_count,
    as_int, as_name, as_seconds, as_text, check, fail, fail_at, int_, living, load,
    remember,
)
from fourscore._position import Position, as_notation, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from types import TracebackType
    from typing import Any, Literal, NoReturn, Optional, Union, overload

    from fourscore._types import Bounds, Explanation, PositionLike, Puzzle, Review

NO_TIME = 1e-9  # seconds; 0 is no limit
NO_NODES = 2**64 - 1  # so many that they are no limit
GRADES = ("easy", "medium", "hard", "expert")  # of puzzles

_SLEEP = 0.5  # seconds


class Question:
    """A goal, what to find, and the function that reads it from a finished answer,
    given the width of the board."""

    __slots__ = ("find", "goal", "read")

    def __init__(
        self, goal: int, find: int, read: Callable[[Answer, int], Any]
    ) -> None:
        self.goal = goal
        self.find = find
        self.read = read


def new_query() -> Query:
    return Query(size=ctypes.sizeof(Query))


def new_answer() -> Answer:
    return Answer(size=ctypes.sizeof(Answer))


def _copy(answer: Answer, _of: object) -> Answer:
    return Answer.from_buffer_copy(answer)


def score_bounds(answer: Answer) -> Bounds:
    from fourscore._types import Bounds

    return Bounds(answer.score.lower, answer.score.upper)


def move_bounds(answer: Answer, width: int) -> list[Optional[Bounds]]:
    from fourscore._types import Bounds

    return [
        None if move.lower == NO_MOVE else Bounds(move.lower, move.upper)
        for move in answer.move_scores[:width]
    ]


def _read_score(answer: Answer, _width: int) -> int:
    score: int = answer.score.lower
    return score


def _read_scores(answer: Answer, width: int) -> list[Optional[int]]:
    lower = (move.lower for move in answer.move_scores[:width])
    return [None if score == NO_MOVE else score for score in lower]


def _read_best(answer: Answer, _width: int) -> list[int]:
    return answer.best[: answer.best_count]  # type: ignore[no-any-return]


def _read_pv(answer: Answer, _width: int) -> str:
    return "".join(f"{column:x}" for column in answer.pv[: answer.pv_length])


QUESTIONS = {  # by the method of Solver that asks them
    "score": Question(STRONG, 0, _read_score),
    "weak_score": Question(WEAK, 0, _read_score),
    "scores": Question(STRONG, ALL_MOVES, _read_scores),
    "best": Question(STRONG, BEST, _read_best),
    "pv": Question(STRONG, PV, _read_pv),
}
_SCORE, _WEAK_SCORE, _SCORES, _BEST, _PV = QUESTIONS.values()

# Of a position of a game, of one that is explained, and the one before; of a puzzle.
_POINT = Question(STRONG, BEST, _copy)
_AFTER = Question(STRONG, PV, _copy)
_BEFORE = Question(WEAK, BEST, _copy)
_PUZZLE = Question(STRONG, ALL_MOVES | PV, _copy)


class Seat(Owned):
    """A solver of the library, with a query and an answer for it."""

    __slots__ = ("answer", "query")

    def __init__(self, library: Any) -> None:
        super().__init__(library.solver_free)
        self.query = new_query()
        self.answer = new_answer()


class Cancel(Owned):
    """A handle with which queries of a solver are cancelled, also by stop().  Does not
    keep the solver: it lives until C needs it no more."""

    __slots__ = ("_library", "solver")

    def __init__(self, solver: Solver) -> None:
        self._library = solver._library
        self.solver = ref(solver)
        super().__init__(self._library.cancel_free)
        check(self._library, self._library.cancel_new(self.handle))

    def now(self) -> None:
        self._library.cancel_now(self.handle)


class Solver:
    """Solves positions of one board.

    Results are kept in a table, which speeds up later positions.

    width, height   the board, in cells
    engine          "fast", the default, "dfpn", "tutorial-12" or "tutorial-11"
    table_bytes     maximum memory; 0: the library's default
    threads         number of threads that search a position together
    library         path of the shared library
    book            path of a book, a file with the scores of early positions; None:
                    the book of the library, which has one for 7x6; False: no book
    first_column    number of the leftmost column in texts that are read, 1 or 0;
                    columns in results and arguments are counted from 1

    FourscoreError if the board, the engine or the book does not exist, or if there is
    not enough memory.

    close() or a "with" statement frees the table; otherwise it is freed with the
    object.  A closed solver raises FourscoreError.  A solver cannot be copied or
    pickled.

    Threads: any thread may call any method.  One search runs at a time, and the others
    wait, except those of solve_many().  limit(), stop() and resume() do not wait; a
    signal handler may call them, too.  In the main thread, Ctrl-C ends a search with
    KeyboardInterrupt; the solver can be used afterwards.

    fork(): the child gets a copy of the solver, which searches on one thread.  The copy
    is closed if a search was running.  An iterator of solve_many() that has threads
    raises FourscoreError in the child.
    """

    __module__ = "fourscore"

    # A thread in a call of C hears no Ctrl-C.  So a search of more nodes than this,
    # which take about a millisecond, goes on in another thread, which takes a while to
    # start; what it has found out is in the table.
    _SHORT_NODES = 20_000

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        engine: Optional[str] = None,
        table_bytes: int = 0,
        threads: int = 1,
        library: Union[str, os.PathLike[str], None] = None,
        book: Union[str, os.PathLike[str], None, Literal[False]] = None,
        first_column: int = 1,
    ) -> None:
        self._library = load(library)
        self._notation = as_notation(first_column)
        self._width, self._height = as_int(width), as_int(height)
        if (self._width, self._height) == (0, 0):  # to the library, the default
            fail("NO_BOARD", "there is no board of 0x0")
        self._config = Config(
            size=ctypes.sizeof(Config),
            width=self._width,
            height=self._height,
            engine=None if engine is None else as_name(engine),
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
        book = Owned(self._library.book_free)
        if path is False:
            return book
        error, name = Error(reason=b"its path has a null character"), os.fsencode(path)
        status = BAD_BOOK
        if b"\0" not in name:
            status = self._library.book_open(book.handle, name, error)
        if status == BAD_BOOK:
            reason = error.reason.decode()
            fail(status, f"cannot use the book {os.fspath(path)!r}: {reason}")
        check(self._library, status, f": the book {os.fspath(path)!r}")
        return book

    def _new(self, config: Config, detail: str = "") -> Seat:
        """A solver of the library, with the book."""
        library, seat = self._library, Seat(self._library)
        seat.query.notation = self._notation
        status = library.solver_new(seat.handle, config)
        if status == UNSAFE_TABLE:
            detail += f", expected at least {library.min_table_bytes(config)}"
        check(library, status, detail)
        if self._book is not None:
            status = library.set_book(seat.handle, self._book.handle)
            check(library, status, detail)
        return seat

    def close(self) -> None:
        """Free the table.  Waits for the running search to end: see stop().  Does
        nothing if the solver is closed."""
        with self._lock:
            self._seat = None
            self._easy.clear()

    def _after_fork(self) -> None:
        """In a child of fork(), which has no other threads."""
        if self._seat is not None and self._lock.locked():
            self._library.solver_free(self._seat.handle)
            self._seat.handle.value = None
            self._seat = None
        self._lock = allocate_lock()
        self._counting = allocate_lock()

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
        closed = "" if self._seat else ", closed"
        return f"<Solver of {self._width}x{self._height}{closed}>"

    def score(self, position: PositionLike) -> int:
        """The score of a position; the game may be over.

        All methods that take a position raise FourscoreError if it is invalid or for
        another board, and Unfinished if limit() or stop() ends the search.
        """
        found: int = self._solve(position, _SCORE)
        return found

    def weak_score(self, position: PositionLike) -> int:
        """The sign of the score, 1, 0 or -1, which takes less time."""
        found: int = self._solve(position, _WEAK_SCORE)
        return found

    def scores(self, position: PositionLike) -> list[Optional[int]]:
        """The scores that the side to move gets by each move: a list of 'width' items,
        column 1 first, None for a full column.

        FourscoreError if a side has won.
        """
        found: list[Optional[int]] = self._solve(position, _SCORES)
        return found

    def best(self, position: PositionLike) -> list[int]:
        """The columns, from 1, of all moves with the best score, the nearest to the
        centre first; an empty list if the board is full.

        Takes 1.2 to 1.5 times the nodes of score(); scores() takes at least 2 times.
        FourscoreError if a side has won.
        """
        found: list[int] = self._solve(position, _BEST)
        return found

    def pv(self, position: PositionLike) -> str:
        """The principal variation: a str of the moves from the position to the end of
        the game, both sides playing best; of equal moves the one nearest to the
        centre."""
        found: str = self._solve(position, _PV)
        return found

    def move(self, position: PositionLike, level: int = 3, seed: int = 0) -> int:
        """The column, from 1, that an opponent plays: fourscore-play(1).

        level   1 beginner, 2 casual, 3 club player, 4 expert, 5 perfect
        seed    level, seed and position determine the move

        Only level 5 searches; it plays one of the best moves.  FourscoreError if the
        game is over.
        """
        if isinstance(position, str):
            position = Position.from_moves(position, self._width, self._height)
        place, column = self._position(position), int_()
        level, seed = as_count(level, "level", 1, LEVELS), as_count(seed, "seed")
        answer = self._solve(place, _POINT) if level == LEVELS else None
        status = self._library.choose_move(
            place._raw, level, seed, answer, ctypes.byref(column)
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

        position  a Position, cells, or a text: see Position.from_moves()
        move      a column to be played first, from 1, which is then judged; None: the
                  last move if the position is a text of a game

        FourscoreError if a move is not possible.
        """
        from fourscore._types import Explanation, from_json

        library = self._library
        before: Optional[Position] = None
        text, position = position, self._position(position)
        if move is not None:
            before, position = position, position.play(move)
        elif isinstance(text, str) and position.ply:
            before, move = self._before(text, position)
        after = self._solve(position, _AFTER)
        told = self._told(
            library.explanation_json,
            library.explain_answers,
            after,
            None if before is None else self._solve(before, _BEFORE),
            move or 0,
        )
        explanation: Explanation = from_json(Explanation, told)
        return explanation

    def review(self, game: str) -> Review:
        """Judge a game move by move.

            >>> with Solver() as solver:
            ...     print(solver.review("1. d1 d2 2. d3 d4 3. d5 c1"))
            With best play from here x wins on move 41; no move changed the result.

        game    the moves, as players and programs write them: docs/notations.md

        What limit() or stop() leaves unknown is not judged.  FourscoreError if a move
        is not possible.
        """
        from fourscore._types import Review, from_json

        library, moves = self._library, self._read_game(game)
        points = (Point * (len(moves) + 1))()
        # The last position first: the table then knows what follows a position.
        for ply in range(len(moves), -1, -1):
            points[ply] = library.point_of(self._ask(moves[:ply], _POINT))
        told = self._told(
            library.review_json,
            library.judge_game,
            self._width,
            self._height,
            moves.encode(),
            points,
        )
        review: Review = from_json(Review, {**told, "game": moves})
        return review

    def puzzle(
        self,
        seed: int = 1,
        win_in: Optional[int] = None,
        only_move: bool = False,
        difficulty: Optional[str] = None,
        tries: int = 10000,
    ) -> Optional[Puzzle]:
        """A puzzle: a position of a plausible game in which only one move keeps the win
        or the draw.

            >>> with Solver() as solver:
            ...     puzzle = solver.puzzle(seed=2, win_in=4)
            ...     puzzle.position, puzzle.solution
            ('444676533454', 5)

        win_in      only wins with this many stones of the side to move
        only_move   only positions in which every other move loses
        difficulty  "easy", "medium", "hard" or "expert"
        tries       the number of positions that are tried

        None if no position that was tried is such a puzzle.  The same arguments give
        the same puzzle.
        """
        if difficulty is not None and difficulty not in GRADES:
            known = ", ".join(map(repr, GRADES))
            fail("BAD_ARGUMENT", f"difficulty is {difficulty!r}, expected {known}")
        library, moves = self._library, ctypes.create_string_buffer(MAX_CELLS + 1)
        config = PuzzleConfig(
            size=ctypes.sizeof(PuzzleConfig),
            width=self._width,
            height=self._height,
            seed=as_count(seed, "seed"),
            win_in=as_count(win_in or 0, "win_in", 0, 2**31 - 1),
            only_move=bool(only_move),
        )
        for number in range(tries):
            check(library, library.puzzle_candidate(config, number, moves))
            position = moves.value.decode()
            if position == "":  # its game ends too early
                continue
            answer = self._solve(position, _PUZZLE)
            told = self._told(
                library.puzzle_json, library.judge_puzzle, answer, config
            )
            if told and difficulty in (None, told["grade"]):
                from fourscore._types import Puzzle, from_json

                told["position"] = position
                told["score"] = _read_score(answer, self._width)
                told["move_scores"] = _read_scores(answer, self._width)
                told["pv"] = _read_pv(answer, self._width)
                puzzle: Puzzle = from_json(Puzzle, told)
                return puzzle
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
        """Yield for each position, in order, what the method named 'find' returns:
        "score", "weak_score", "scores", "best" or "pv".

            >>> with Solver() as solver:
            ...     list(solver.solve_many(["4453", "32164625"]))
            ...     list(solver.solve_many(["4453", "32164625"], find="best"))
            [-2, 11]
            [[3, 6, 7], [3]]

        A position that takes few nodes is answered in the caller's thread.  Others are
        searched on one of 'threads' threads each; None: one for each core.  The threads
        share a new table, with the table_bytes and the book of the solver.

        Positions are read at most 256 ahead of the answers, so there may be infinitely
        many.  A NumPy array with one position a row is read row by row.  An exception
        of the method or of reading is raised after the answers of the earlier
        positions; that of an invalid position names the item.  close() of the iterator,
        and every exception, end the searches.

        limit() and stop() apply.  The nodes of searches in other threads are counted
        when their answer is yielded.
        """
        if find not in QUESTIONS:
            known = ", ".join(map(repr, QUESTIONS))
            fail("BAD_ARGUMENT", f"find is {find!r}, expected {known}")
        if isinstance(positions, (str, Position)):
            raise TypeError(f"positions must be an iterable of them, not {positions!r}")
        count = 0 if threads is None else as_count(threads, "threads", 1, MAX_THREADS)
        self._opened()
        from fourscore._many import answer_all

        return answer_all(self, iter(positions), count, QUESTIONS[find])

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
            self._library.clear(self._opened().handle)
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
        info = SolverInfo(size=ctypes.sizeof(SolverInfo))
        with self._lock:
            self._library.solver_info(self._opened().handle, info)
        return info

    def _opened(self) -> Seat:
        if self._seat is None:
            fail("BAD_ARGUMENT", "the solver is closed")
        return self._seat

    # ---------------------------------------------------------------- questions

    def _position(self, position: PositionLike) -> Position:
        if isinstance(position, str):
            return Position._of(
                read_text(position, self._width, self._height, self._notation)
            )
        if isinstance(position, Position):
            return position
        if hasattr(position, "__iter__"):
            return Position.from_cells(position, self._width, self._height)
        raise TypeError(
            f"a position must be a Position, moves as a str, or cells, not {position!r}"
        )

    def _read_game(self, game: str) -> str:
        """The columns of a game, from 1."""
        moves, error = ctypes.create_string_buffer(MAX_CELLS + 1), Error()
        text = as_text(game)
        status = self._library.read_game(
            moves, self._width, self._height, self._notation, text, len(text), error
        )
        if status == BAD_POSITION:
            fail_at(text, error, f"move {len(moves.value) + 1}: ")
        check(self._library, status)
        return moves.value.decode()

    def _before(
        self, text: str, position: Position
    ) -> tuple[Optional[Position], Optional[int]]:
        """The position before the last move, and that move; None for a board."""
        from fourscore._types import FourscoreError

        try:
            moves = self._read_game(text)
        except FourscoreError:  # a board
            return None, None
        if len(moves) != position.ply:  # a link that shows an earlier position
            return None, None
        before = Position.from_moves(moves[:-1], self._width, self._height)
        return before, int(moves[-1], 16)

    def _told(
        self, write: Callable[[Opaque], int], judge: Callable[..., int], *of: Any
    ) -> dict[str, Any]:
        """What the library writes about the structure that it makes of something;
        nothing about what is no puzzle."""
        import json

        raw = Opaque(size=ctypes.sizeof(Opaque))
        check(self._library, judge(*of, raw))
        text = Owned(self._library.text_free, ctypes.c_void_p(write(raw)))
        if not text.handle and judge is not self._library.judge_puzzle:
            fail("NO_MEMORY", "out of memory")
        told: dict[str, Any] = (
            json.loads(ctypes.string_at(text.handle)) if text.handle else {}
        )
        return told

    def _solve(self, position: PositionLike, question: Question) -> Any:
        """The answer to a question, if it is finished, as the question reads it."""
        return self._find(position, question, self._value)

    def _ask(self, position: PositionLike, question: Question) -> Answer:
        """The answer to a question, finished or not."""
        answer: Answer = self._find(position, question, _copy)
        return answer

    def _find(
        self,
        position: PositionLike,
        question: Question,
        read: Callable[[Answer, Question], Any],
    ) -> Any:
        if not isinstance(position, str):  # it may have code that uses this solver
            position = self._position(position)
        with self._lock:
            seat, nodes = self._opened(), self._SHORT_NODES
            answer = self._search(seat, position, question, nodes)
            self._nodes += answer.nodes
            if answer.finished or answer.nodes < nodes:
                return read(answer, question)
            query = new_query()
            query.position = answer.position
            query.goal, query.find = question.goal, question.find
        return read(self._search_apart(seat, query), question)

    def _value(self, answer: Answer, question: Question) -> Any:
        find = question.find
        if find & (ALL_MOVES | BEST) and self._library.winner(answer.position):
            fail("GAME_OVER", "the game is over")
        if not answer.finished:
            from fourscore._types import Unfinished

            moves = move_bounds(answer, self._width) if find & ALL_MOVES else None
            raise Unfinished(*score_bounds(answer), moves)
        return question.read(answer, self._width)

    def _search(
        self, seat: Seat, position: Union[str, Position], question: Question, nodes: int
    ) -> Answer:
        """The answer of a seat, with this number of nodes at most."""
        query, answer = seat.query, seat.answer
        if isinstance(position, str):
            query.text = text = position.encode("utf-8", "surrogatepass")
            query.length = len(text)
        else:
            query.text, query.position = None, position._raw
        query.goal, query.find = question.goal, question.find
        self._limit(query, nodes)
        status = self._library.ask(seat.handle, query, answer)
        if status != OK:
            if status == BAD_POSITION:
                fail_at(query.text or b"", answer.error)
            check(self._library, status)
        return answer

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
        answer, cancel, over = new_answer(), Cancel(self), allocate_lock()
        status = BAD_ARGUMENT
        over.acquire()

        def search() -> None:  # keeps what C uses
            nonlocal status
            query.cancel = cancel.handle
            try:
                with self._lock:
                    self._limit(query, NO_NODES)
                    status = self._library.ask(seat.handle, query, answer)
                    self._nodes += answer.nodes
            finally:
                over.release()

        # Ctrl-C may come between any two steps: when this object is dropped, C cancels.
        guard = Owned(self._library.cancel_now, cancel.handle, keep=cancel)
        try:
            try:
                start_new_thread(search, ())
            except RuntimeError:  # no thread can be started
                search()
            # a signal just before a sleep does not end the sleep
            while not over.acquire(True, _SLEEP):
                pass
        finally:
            cancel.now()
        del guard
        check(self._library, status)
        return answer
