"""Puzzles: positions with one good move.

The structures follow lib/fourscore_game.h.
"""

from __future__ import annotations

import ctypes
from ctypes import c_void_p as Handle
from typing import Any, NamedTuple, Optional

from fourscore._library import (
    ALL_MOVES, MAX_CELLS, PV, STRONG, Answer, RawPosition, check, int_, size_t, uint64,
)
from fourscore._query import Question, read_pv, read_scores

DIFFICULTIES = {
    "easy": (0, 8),
    "medium": (9, 14),
    "hard": (15, 22),
    "expert": (23, 0),
}


class _RawConfig(ctypes.Structure):
    _fields_ = [
        ("size", size_t),
        ("width", int_),
        ("height", int_),
        ("seed", uint64),
        ("win_in", int_),
        ("only_move", int_),
        ("min_difficulty", int_),
        ("max_difficulty", int_),
        ("tries", int_),
        ("cancel", Handle),
    ]


class _RawPuzzle(ctypes.Structure):
    _fields_ = [
        ("size", size_t),
        ("position", RawPosition),
        ("key", uint64 * 2),
        ("move", int_),
        ("score", int_),
        ("win_in", int_),
        ("only_move", int_),
        ("difficulty", int_),
        ("depth", int_),
        ("lures", int_),
        ("quiet", int_),
    ]


class Puzzle(NamedTuple):
    """A position with one good move: every other move loses at least half a
    result.

    position    the moves so far, a str
    solution    the good move, a column from 1
    score       with that move; 0: it holds a draw
    win_in      the side to move wins with this many stones of its own; None: a
                draw
    only_move   whether every other move loses
    difficulty  depth + 2 * lures + 2 * quiet: fourscore-puzzle(1)
    depth       the stones to look ahead
    lures       the number of wrong moves that make a threat
    quiet       whether the good move makes none
    scores      of the moves, as Solver.scores() returns them
    pv          how the game goes on with best play, as Solver.pv() returns it
    """

    position: str
    solution: int
    score: int
    win_in: Optional[int]
    only_move: bool
    difficulty: int
    depth: int
    lures: int
    quiet: bool
    scores: list[Optional[int]]
    pv: str


QUESTION = Question(
    STRONG,
    ALL_MOVES | PV,
    lambda answer, width: (read_scores(answer, width), read_pv(answer, width)),
)


class Search:
    """The candidates of a seed, and which of them are puzzles."""

    def __init__(
        self,
        library: Any,
        size: tuple[int, int],
        seed: int,
        win_in: Optional[int],
        only_move: bool,
        difficulty: Optional[str],
    ) -> None:
        low, high = DIFFICULTIES[difficulty] if difficulty else (0, 0)
        self._library = library
        self._size = size
        self._config = _RawConfig(
            size=ctypes.sizeof(_RawConfig),
            width=size[0],
            height=size[1],
            seed=seed,
            win_in=win_in or 0,
            only_move=bool(only_move),
            min_difficulty=low,
            max_difficulty=high,
        )

    def candidate(self, number: int) -> str:
        """The moves of a candidate; "" if its game ends too early."""
        moves = ctypes.create_string_buffer(MAX_CELLS + 1)
        check(
            self._library,
            self._library.puzzle_candidate(
                ctypes.byref(self._config), number, moves
            ),
        )
        return moves.value.decode()

    def judge(self, moves: str, answer: Answer) -> Optional[Puzzle]:
        """The puzzle of an answer to QUESTION, if it is one."""
        raw = _RawPuzzle(size=ctypes.sizeof(_RawPuzzle))
        check(
            self._library,
            self._library.judge_puzzle(
                answer, ctypes.byref(self._config), ctypes.byref(raw)
            ),
        )
        if raw.move == 0:
            return None
        scores, pv = QUESTION.read(answer, self._size[0])
        return Puzzle(
            position=moves,
            solution=raw.move,
            score=raw.score,
            win_in=raw.win_in or None,
            only_move=bool(raw.only_move),
            difficulty=raw.difficulty,
            depth=raw.depth,
            lures=raw.lures,
            quiet=bool(raw.quiet),
            scores=scores,
            pv=pv,
        )
