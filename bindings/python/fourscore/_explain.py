"""Explanations: why a position is won, drawn or lost.

The structures follow lib/fourscore_game.h.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional

from fourscore._library import (
    BEST, MAX_CELLS, MAX_WIDTH, PV, STRONG, WEAK, Answer, RawBounds, RawPosition, check,
    int_, size_t,
)
from fourscore._query import Question

_REASON_TEXT = 3072
_EXPLANATION_TEXT = 512
_MARKS = {"four": 1, "win": 2, "must": 4, "gets": 8}


class _RawReason(ctypes.Structure):
    _fields_ = [
        ("kind", int_),
        ("player", int_),
        ("wins", int_),
        ("line", int_ * MAX_CELLS),
        ("line_length", int_),
        ("forced", int_),
        ("marks", ctypes.c_ubyte * MAX_CELLS),
        ("text", ctypes.c_char * _REASON_TEXT),
    ]


class _RawExplanation(ctypes.Structure):
    _fields_ = [
        ("size", size_t),
        ("position", RawPosition),
        ("finished", int_),
        ("score", RawBounds),
        ("winner", int_),
        ("move", int_),
        ("move_before", int_),
        ("move_after", int_),
        ("move_only", int_),
        ("better", int_ * MAX_WIDTH),
        ("better_count", int_),
        ("reasons", _RawReason * 2),
        ("reason_count", int_),
        ("text", ctypes.c_char * _EXPLANATION_TEXT),
    ]


class Reason(NamedTuple):
    """Why a player wins, or does not lose: a line of moves, and what decides
    the position after it.

    kind        "win", "double threat", "no defence", "followup",
                "late fours", "zugzwang", "dead lines", "full board", "four"
    player      1 or 2
    wins        False: the player does not lose
    line        the moves, a str
    forced      whether each other move of the other player loses at once
    cells       the marked cells after the line, such as "d2", by their mark:
                "four", stones of a line of four; "win", where the player wins;
                "must", where the other one must play; "gets", what the player
                gets by answering in the same column
    sentences   a list of str, in which x is player 1 and o player 2
    """

    kind: str
    player: int
    wins: bool
    line: str
    forced: bool
    cells: dict[str, list[str]]
    sentences: list[str]


class Explanation(NamedTuple):
    """Why a position is won, drawn or lost; str() has all the sentences.

    winner      1 or 2; 0 for a draw
    score       for the side to move
    move        the judged move, a column from 1, or None
    mistake     whether the move gave away a win or a draw
    better      the columns that keep the result, if it is a mistake
    reasons     one Reason of the winner, or one of each player
    sentences   those about the position and the move
    """

    winner: int
    score: int
    move: Optional[int]
    mistake: bool
    better: list[int]
    reasons: list[Reason]
    sentences: list[str]

    def __str__(self) -> str:
        parts = [self.sentences, *(each.sentences for each in self.reasons)]
        return "\n".join(sentence for part in parts for sentence in part)


def _no_value(_answer: Answer, _width: int) -> None:
    return None


# Of the position, and of the one before its last move.
AFTER = Question(STRONG, PV, _no_value)
BEFORE = Question(WEAK, BEST, _no_value)


def _cells(marks: Any, mark: int, size: tuple[int, int]) -> list[str]:
    width, height = size
    return [
        f"{'abcdefghijkl'[column]}{row + 1}"
        for column in range(width)
        for row in range(height)
        if marks[(height - 1 - row) * width + column] & mark
    ]


def _reason(library: Any, raw: Any, size: tuple[int, int]) -> Reason:
    return Reason(
        kind=library.reason_name(raw.kind).decode(),
        player=raw.player,
        wins=bool(raw.wins),
        line="".join(f"{column:x}" for column in raw.line[: raw.line_length]),
        forced=bool(raw.forced),
        cells={
            name: _cells(raw.marks, mark, size)
            for name, mark in _MARKS.items()
        },
        sentences=raw.text.decode().splitlines(),
    )


def explanation(
    library: Any,
    size: tuple[int, int],
    answer: Answer,
    before: Optional[Answer],
    move: int,
) -> Explanation:
    """The explanation of answers to AFTER and, if a move is judged, BEFORE."""
    raw = _RawExplanation(size=ctypes.sizeof(_RawExplanation))
    check(
        library,
        library.explain_answers(answer, before, move, ctypes.byref(raw)),
    )
    return Explanation(
        winner=raw.winner,
        score=raw.score.lower,
        move=raw.move or None,
        mistake=raw.move_after < raw.move_before,
        better=list(raw.better[: raw.better_count]),
        reasons=[
            _reason(library, raw.reasons[i], size)
            for i in range(raw.reason_count)
        ],
        sentences=raw.text.decode().splitlines(),
    )
