"""The types of arguments and results, and the exceptions.

Nothing needs this module before an exception is raised, a type is named, or a game is
judged, so that a program starts without it.
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Protocol, Union, get_args

from fourscore._position import Position

# ------------------------------------------------------------------ arguments


# What has a position in an attribute: of PettingZoo and pgx, of Kaggle, a Review and so on.


class HasBoard(Protocol):
    @property
    def board(self) -> Any: ...


class HasObservation(Protocol):
    @property
    def observation(self) -> Any: ...


class HasPosition(Protocol):
    @property
    def position(self) -> Any: ...


class HasPos(Protocol):
    @property
    def pos(self) -> Any: ...


class HasGame(Protocol):
    @property
    def game(self) -> Any: ...


class HasMoves(Protocol):
    @property
    def moves(self) -> Any: ...


class HasHistory(Protocol):
    @property
    def history(self) -> Any: ...


Owner = Union[
    HasBoard, HasObservation, HasPosition, HasPos, HasGame, HasMoves, HasHistory
]
Cells = Iterable[Any]  # of numbers, texts or None, in lists or arrays of any depth
PositionLike = Union[Position, str, Cells, Mapping[str, Any], Owner]

# ----------------------------------------------------------------- exceptions


class Status(enum.IntEnum):
    """The status of a function of the library: enum fourscore_status."""

    OK, NO_BOARD, NO_ENGINE, NO_ISA, UNSAFE_TABLE, NO_MEMORY = range(6)
    NO_THREAD, ONE_THREAD, BAD_POSITION, BAD_MOVE, GAME_OVER, OTHER_BOARD = range(6, 12)
    UNREACHABLE, TOO_SMALL, BAD_ARGUMENT, BAD_BOOK, CANCELLED, BUSY = range(12, 18)
    IDLE, BAD_CERTIFICATE, NOT_PROVEN, BAD_TABLE = range(18, 22)


class FourscoreError(ValueError):
    """An argument is invalid, or a solver cannot be created.

    'status' is the reason, a Status.  'at' is the index, from 0, of the first bad
    character of a text, item of a list or cell; it is the number of cells if no single
    cell is wrong; otherwise it is None.
    """

    __module__ = "fourscore"

    def __init__(self, status: int, message: str, at: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = Status(status)
        self.at = at

    def __reduce__(self) -> Any:
        return FourscoreError, (int(self.status), str(self), self.at)


class LibraryError(OSError):
    """libfourscore is not found, or cannot be used."""

    __module__ = "fourscore"


class Bounds(NamedTuple):
    """Bounds of a score: lower <= score <= upper."""

    lower: int
    upper: int


class Unfinished(Exception):
    """A limit or Solver.stop() ended the search before the answer was known.

    'lower' and 'upper' are bounds of the score, or for weak_score() of its sign.
    Solver.scores() sets 'scores' to a list with the Bounds of the move into each
    column, None for a full column; otherwise it is None.
    """

    __module__ = "fourscore"

    def __init__(
        self, lower: int, upper: int, scores: Optional[list[Optional[Bounds]]] = None
    ) -> None:
        super().__init__(f"unfinished: the score is from {lower} to {upper}")
        self.lower = lower
        self.upper = upper
        self.scores = scores

    def __reduce__(self) -> Any:
        return Unfinished, (self.lower, self.upper, self.scores)


# -------------------------------------------------------------------- results

# Their members are those of the library's JSON.


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game; scores are for the side that moves, an int, or Bounds if a
    limit left the score unknown.

    column      from 1
    before      the score of the position before the move
    after       the score of the move
    best        the columns of the best moves, the nearest to the centre first; [] if
                they are not known
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


@dataclass(frozen=True)
class SideReview:
    """How one side played.

    accuracy    percent; None if the side had no choice.  fourscore-review(1) defines
                it.
    moves       that it made
    choices     of these, those with a choice, which are judged
    unknown     those that are not judged
    not_judged, best, slower_win, sooner_loss, draw_lost, win_drawn, win_lost
                the number of moves with each verdict
    """

    accuracy: Optional[int]
    moves: int
    choices: int
    unknown: int
    not_judged: int
    best: int
    slower_win: int
    sooner_loss: int
    draw_lost: int
    win_drawn: int
    win_lost: int


@dataclass(frozen=True)
class Review:
    """A game that is judged move by move; str() is the summary, and a notebook draws the
    scores and the mistakes.

    game        the columns played, a str
    summary     one sentence, in which x is player 1 and o player 2
    over        whether the game is over
    score       of the last position, for the side to move there
    winner      with best play from there: 1, 2, 0 for a draw; None: not known
    last_stone  of the game, with best play from there; None: not known
    decided     the number of the last move that changed the result, from 1; 0: no
                move did; None: not known
    changes     the number of moves that are known to have changed the result
    first       how player 1 played
    second      how player 2 played
    """

    _first_column = 1  # of the moves

    game: str
    summary: str
    over: bool
    score: Union[int, Bounds]
    winner: Optional[int]
    last_stone: Optional[int]
    decided: Optional[int]
    changes: int
    first: SideReview
    second: SideReview
    moves: list[JudgedMove]

    def _repr_svg_(self) -> str:
        from fourscore._play import draw_review

        return draw_review(self)

    def __str__(self) -> str:
        return self.summary


@dataclass(frozen=True)
class Listed:
    """The sentence of a Reason that lists moves, in parts.

    sentence    its index in 'sentences'
    before      the text before the moves
    moves       the last moves of the line, a str
    after       the text after them
    """

    sentence: int
    before: str
    moves: str
    after: str


@dataclass(frozen=True)
class Reason:
    """Why a player wins, or does not lose: a line of moves, and what decides the
    position after it.

    kind        "win", "double threat", "no defence", "followup", "late fours",
                "zugzwang", "dead lines", "full board", "four"
    player      "x", the first player, or "o"
    wins        False: the player does not lose
    line        the moves, a str
    forced      whether each other move of the other player loses at once
    cells       the marked cells after the line, such as "d2", by their mark: "four",
                stones of a line of four; "win", where the player wins; "must", where
                the other one must play; "gets", what the player gets by answering in
                the same column
    sentences   a list of str
    listed      the sentence that lists moves, a Listed; None if none does
    detail      the index of the sentence that is for experts, a detail of the one
                before it; None if there is none
    """

    kind: str
    player: str
    wins: bool
    line: str
    forced: bool
    cells: dict[str, list[str]]
    sentences: list[str]
    listed: Optional[Listed]
    detail: Optional[int]


@dataclass(frozen=True)
class ExplainedMove:
    """What a move did, for the side that played it; 1 is a win, 0 a draw, -1 a loss.

    column      from 1
    before      the result of the position before the move
    after       the result of the move
    mistake     whether it is worse: the move gave away a win or a draw
    only        whether no other move kept the result
    better      the columns that had kept the result, if it is a mistake
    """

    column: int
    before: int
    after: int
    mistake: bool
    only: bool
    better: list[int]


@dataclass(frozen=True)
class Explanation:
    """Why a position is won, drawn or lost; str() has all the sentences, and a notebook
    draws the board with the marked cells of the first reason.

    position    a Position
    to_move     "x", the first player, or "o"
    score       for the side to move
    last_stone  of the game, with best play
    winner      "x" or "o"; None for a draw
    move        the move that is judged, an ExplainedMove, or None
    reasons     one Reason of the winner, or one of each player
    sentences   those about the position and the move
    finished    True: a limit raises Unfinished
    """

    position: Position
    to_move: str
    score: int
    last_stone: int
    winner: Optional[str]
    move: Optional[ExplainedMove]
    reasons: list[Reason]
    sentences: list[str]
    finished: bool

    def _repr_svg_(self) -> str:
        from fourscore._play import draw

        cells = self.reasons[0].cells.values() if self.reasons else []
        return draw(self.position, sum(cells, []))

    def __str__(self) -> str:
        parts = [self.sentences, *(each.sentences for each in self.reasons)]
        return "\n".join(sentence for part in parts for sentence in part)


@dataclass(frozen=True)
class Puzzle:
    """A position with one good move: every other move loses at least half a result.

    position    the moves so far, a str
    to_move     "x", the first player, or "o"
    solution    the good move, a column from 1
    score       with that move; 0: it holds a draw
    win_in      the side to move wins with this many stones of its own; None: a draw
    only_move   whether every other move loses
    grade       "easy", "medium", "hard" or "expert"
    difficulty  depth + 2 * lures + 2 * quiet: fourscore-puzzle(1)
    depth       the stones to look ahead
    lures       the number of wrong moves that make a threat
    quiet       whether the good move makes none
    move_scores of the moves, as Solver.scores() returns them
    pv          how the game goes on with best play, as Solver.pv() returns it
    """

    _first_column = 1  # of the moves

    position: str
    to_move: str
    solution: int
    score: int
    win_in: Optional[int]
    only_move: bool
    grade: str
    difficulty: int
    depth: int
    lures: int
    quiet: bool
    move_scores: list[Optional[int]]
    pv: str


def from_json(kind: Any, value: Any) -> Any:
    """A value of JSON as the type that an annotation names.  A member of an object
    that is not there is None."""
    if isinstance(value, list):
        (item,) = get_args(kind)
        return [from_json(item, each) for each in value]
    if isinstance(value, dict):
        for part in (kind, *get_args(kind)):
            kinds = getattr(part, "__annotations__", {}).items()
            if kinds:
                return part(*(from_json(kind, value.get(name)) for name, kind in kinds))
    return value
