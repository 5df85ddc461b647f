"""Exact scores for Connect Four: the Python side of libfourscore.

    >>> import fourscore
    >>> position = fourscore.Position.from_moves("32164625")
    >>> print(position)
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . x . . . o .
     x o x x o o .
     1 2 3 4 5 6 7
    >>> fourscore.best_move(position)
    3
    >>> with fourscore.Solver() as solver:
    ...     solver.score(position)
    ...     solver.scores(position)
    11
    [-4, -3, 11, 4, 0, -2, -5]

A score is an int, for the side to move, both sides playing best.  On 7x6, where each
side has 21 stones, +k means that this side wins with k - 1 stones left, 0 is a draw, and
-k means that the opponent wins with k - 1 stones left.  On a board of W * H cells a game
that ends on move n, both sides counted, scores (W * H + 2 - n) // 2 for its winner.

Columns are counted from 1, from left to right.  Where a position is expected
(PositionLike), it may be a Position, a str such as "4453", cells, or a state of another
program: Position.from_any().

help(fourscore.Review) describes a result: Review, Explanation, Puzzle, JudgedMove,
SideReview, Reason, Listed, ExplainedMove, Bounds, MatchResult; an exception:
FourscoreError, a ValueError; Unfinished, if a limit ends a search; LibraryError, an
OSError; and connectx_agent(), for Kaggle.  The environment variable FOURSCORE_LIBRARY
may name the library.
"""

from __future__ import annotations

from fourscore._position import Position
from fourscore._solver import Solver

__all__ = ["Position", "Solver", "best_move", "dataset", "match", "play"]  # for help()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fourscore._connectx import connectx_agent as connectx_agent
    from fourscore._play import MatchResult as MatchResult
    from fourscore._play import best_move, dataset, match, play
    from fourscore._types import (
        Bounds as Bounds, ExplainedMove as ExplainedMove, Explanation as Explanation,
        FourscoreError as FourscoreError, JudgedMove as JudgedMove,
        LibraryError as LibraryError, Listed as Listed, PositionLike as PositionLike,
        Puzzle as Puzzle, Reason as Reason, Review as Review, SideReview as SideReview,
        Status as Status, Unfinished as Unfinished,
    )

    __version__: str
else:
    _NAMES = {
        "_connectx": "connectx_agent",
        "_play": "MatchResult best_move dataset match play",
        "_types": "Bounds ExplainedMove Explanation FourscoreError JudgedMove "
        "LibraryError Listed PositionLike Puzzle Reason Review SideReview Status Unfinished",
    }
    _HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

    def __getattr__(name):
        """Import what is not needed at once, which would take longer than the rest."""
        from importlib import import_module

        if name == "__version__":
            value = import_module("fourscore._library").c.version().decode()
        elif name in _HOMES:
            value = getattr(import_module(f"fourscore.{_HOMES[name]}"), name)
        else:
            raise AttributeError(f"fourscore has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*__all__, "__version__", *_HOMES})
