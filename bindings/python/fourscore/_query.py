"""What is asked about a position, and how the answer is read."""

from __future__ import annotations

import ctypes

from fourscore._library import (
    ALL_MOVES, BEST, MOVES, NO_MOVE, PV, STRONG, WEAK, Answer, Owned, Query, check,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, Optional

    from fourscore._errors import Bounds


class Question:
    """A goal, what to find, and the function that reads it from an answer,
    given the width of the board."""

    __slots__ = ("find", "goal", "needs_moves", "read")

    def __init__(
        self, goal: int, find: int, read: Callable[[Answer, int], Any]
    ) -> None:
        self.goal = goal
        self.find = find
        self.read = read
        # Whether a game that is won has no answer.
        self.needs_moves = bool(find & (ALL_MOVES | BEST))

    def value(self, answer: Answer, width: int) -> Any:
        if not answer.finished:
            _refuse_unfinished(
                answer, width if self.find & ALL_MOVES else None
            )
        return self.read(answer, width)


def new_query() -> Query:
    return Query(size=ctypes.sizeof(Query), notation=MOVES)


def new_answer() -> Answer:
    return Answer(size=ctypes.sizeof(Answer))


def _refuse_unfinished(answer: Answer, width: Optional[int]) -> NoReturn:
    from fourscore._errors import Unfinished

    moves = None if width is None else move_bounds(answer, width)
    raise Unfinished(*score_bounds(answer), moves)


def score_bounds(answer: Answer) -> Bounds:
    from fourscore._errors import Bounds

    return Bounds(answer.score.lower, answer.score.upper)


def move_bounds(answer: Answer, width: int) -> list[Optional[Bounds]]:
    from fourscore._errors import Bounds

    return [
        None if move.lower == NO_MOVE else Bounds(move.lower, move.upper)
        for move in answer.move_scores[:width]
    ]


def _read_score(answer: Answer, _width: int) -> int:
    return int(answer.score.lower)


def read_scores(answer: Answer, width: int) -> list[Optional[int]]:
    return [
        None if move.lower == NO_MOVE else int(move.lower)
        for move in answer.move_scores[:width]
    ]


def _read_best(answer: Answer, _width: int) -> list[int]:
    return list(answer.best[: answer.best_count])


def read_pv(answer: Answer, _width: int) -> str:
    return "".join(f"{column:x}" for column in answer.pv[: answer.pv_length])


QUESTIONS = {  # by the method of Solver that asks them
    "score": Question(STRONG, 0, _read_score),
    "weak_score": Question(WEAK, 0, _read_score),
    "scores": Question(STRONG, ALL_MOVES, read_scores),
    "best": Question(STRONG, BEST, _read_best),
    "pv": Question(STRONG, PV, read_pv),
}


class Cancel:
    """A handle with which queries are cancelled; freed with the object."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._owned = Owned(library.cancel_free)
        self.handle = self._owned.handle
        check(library, library.cancel_new(self.handle))

    def now(self) -> None:
        self._library.cancel_now(self.handle)

    def when_dropped(self) -> Owned:
        """An object; when the last reference to it is dropped, cancels."""
        return Owned(self._library.cancel_now, self.handle, keep=self._owned)
