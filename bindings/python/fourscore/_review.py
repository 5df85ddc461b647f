"""Reviews: games that are judged move by move.

The structures follow lib/fourscore_game.h.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional, Union

from fourscore._errors import Bounds
from fourscore._library import (
    BAD_POSITION, BEST, MAX_CELLS, MAX_WIDTH, STRONG, Answer, Error, Point, RawBounds,
    check, fail, int_, size_t,
)
from fourscore._query import Question

_VERDICTS = 7
_SUMMARY_SIZE = 256


class _RawMove(ctypes.Structure):
    _fields_ = [
        ("column", int_),
        ("verdict", int_),
        ("lost", int_),
        ("choice", int_),
        ("before", RawBounds),
        ("after", RawBounds),
        ("best", int_ * MAX_WIDTH),
        ("best_count", int_),
    ]


class _RawSide(ctypes.Structure):
    _fields_ = [
        ("moves", int_),
        ("choices", int_),
        ("unknown", int_),
        ("accuracy", int_),
        ("counts", int_ * _VERDICTS),
    ]


class _RawReview(ctypes.Structure):
    _fields_ = [
        ("size", size_t),
        ("width", int_),
        ("height", int_),
        ("count", int_),
        ("finished", int_),
        ("score", RawBounds),
        ("winner", int_),
        ("last_stone", int_),
        ("decided", int_),
        ("changes", int_),
        ("sides", _RawSide * 2),
        ("summary", ctypes.c_char * _SUMMARY_SIZE),
        ("moves", _RawMove * MAX_CELLS),
    ]


class JudgedMove(NamedTuple):
    """A move of a game; scores are for the side that moves, an int, or Bounds
    if a limit left the score unknown.

    column      from 1
    before      the score of the position before the move
    after       the score of the move
    best        the columns of the best moves, the nearest to the centre first;
                [] if they are not known
    verdict     "best", "slower_win", "sooner_loss", "draw_lost", "win_drawn",
                "win_lost" or "not_judged"
    lost        the stones by which a win is slower or a loss sooner
    choice      whether the moves had different scores; None: not known
    """

    column: int
    before: Union[int, Bounds]
    after: Union[int, Bounds]
    best: list[int]
    verdict: str
    lost: int
    choice: Optional[bool]


class SideReview(NamedTuple):
    """How one side played.

    accuracy    percent; None if the side had no choice.  fourscore-review(1)
                defines it.
    moves       that it made
    choices     of these, those with a choice, which are judged
    unknown     those that are not judged
    counts      of each verdict
    """

    accuracy: Optional[int]
    moves: int
    choices: int
    unknown: int
    counts: dict[str, int]


class Review(NamedTuple):
    """A game that is judged move by move; str() is the summary.

    game        the columns played, a str
    summary     one sentence, in which x is player 1 and o player 2
    over        whether the game is over
    winner      with best play from the last position: 1, 2, 0 for a draw;
                None: not known
    last_stone  of the game, with best play from there; None: not known
    decided     the number of the last move that changed the result, from 1;
                0: no move did; None: not known
    changes     the number of moves that are known to have changed the result
    first       how player 1 played, a SideReview
    second      how player 2 played
    moves       a list of JudgedMove
    """

    game: str
    summary: str
    over: bool
    winner: Optional[int]
    last_stone: Optional[int]
    decided: Optional[int]
    changes: int
    first: SideReview
    second: SideReview
    moves: list[JudgedMove]

    def __str__(self) -> str:
        return self.summary


# Of a position, and of one in which a side has won.
POINT = Question(STRONG, BEST, lambda answer, _width: answer)
END = Question(STRONG, 0, lambda answer, _width: answer)


def read_game(library: Any, size: tuple[int, int], text: str) -> str:
    """The columns of a game as players write it."""
    if not isinstance(text, str):
        raise TypeError(f"a game must be a str, not {text!r}")
    moves = ctypes.create_string_buffer(MAX_CELLS + 1)
    error, data = Error(), text.encode(errors="replace")
    status = library.read_game(moves, *size, data, len(data), error)
    if status == BAD_POSITION:
        at = len(data[: error.at].decode(errors="ignore"))
        number = len(moves.value) + 1
        fail(status, f"move {number}: {error.reason.decode()}", at)
    check(library, status)
    return moves.value.decode()


def _score(raw: Any, cells: int) -> Union[int, Bounds]:
    if raw.lower == raw.upper:
        return int(raw.lower)
    most = (cells + 1) // 2
    return Bounds(max(raw.lower, -most), min(raw.upper, most))


def _known(number: int) -> Optional[int]:
    return None if number < 0 else number


def _side(raw: Any, names: list[str]) -> SideReview:
    return SideReview(
        accuracy=_known(raw.accuracy),
        moves=raw.moves,
        choices=raw.choices,
        unknown=raw.unknown,
        counts=dict(zip(names, raw.counts)),
    )


def _move(raw: Any, names: list[str], cells: int) -> JudgedMove:
    return JudgedMove(
        column=raw.column,
        before=_score(raw.before, cells),
        after=_score(raw.after, cells),
        best=list(raw.best[: raw.best_count]),
        verdict=names[raw.verdict],
        lost=raw.lost,
        choice=None if raw.choice < 0 else bool(raw.choice),
    )


def review(
    library: Any, size: tuple[int, int], game: str, answers: list[Answer]
) -> Review:
    """The review of a game, from answers to POINT by position."""
    points = (Point * len(answers))(
        *(library.point_of(answer) for answer in answers)
    )
    raw = _RawReview(size=ctypes.sizeof(_RawReview))
    status = library.judge_game(
        *size, game.encode(), ctypes.byref(points), ctypes.byref(raw)
    )
    check(library, status)
    names = [library.verdict_name(i).decode() for i in range(_VERDICTS)]
    cells = size[0] * size[1]
    return Review(
        game=game,
        summary=raw.summary.decode(),
        over=bool(raw.finished),
        winner=_known(raw.winner),
        last_stone=raw.last_stone or None,
        decided=_known(raw.decided),
        changes=raw.changes,
        first=_side(raw.sides[0], names),
        second=_side(raw.sides[1], names),
        moves=[_move(raw.moves[i], names, cells) for i in range(raw.count)],
    )
