"""Exact scores for Connect Four: the Python side of libfourscore.

    >>> from fourscore import Solver
    >>> with Solver() as solver:
    ...     solver.scores("32164625")
    ...     solver.best("32164625")
    [-4, -3, 11, 4, 0, -2, -5]
    [3]

A score is an int, for the side to move, both sides playing best.  On the 7x6
board, where each side has 21 stones, +k means that this side wins with k - 1
stones left, 0 is a draw, and -k means that the opponent wins with k - 1 stones
left.  In general, on a board of W * H cells, a game that ends on move n, both
sides counted, scores (W * H + 2 - n) // 2 for its winner.

Columns are counted from 1, from left to right.  Only connectx_agent() counts
from 0, as Kaggle's ConnectX does.

A position is given in one of three forms (PositionLike):

    Position        an object of this module
    str             the moves that lead to it, a column a character: "4453";
                    columns 10 to 12 are a to c; "" is the empty board
    cells           its width * height cells, row by row from the top, each row
                    from left to right: 0 is empty, 1 and 2 are stones of the
                    first and the second player; in one sequence, in a sequence
                    of rows, or in an array of NumPy of either shape

Exceptions: FourscoreError, a ValueError, for an invalid value; TypeError for
an argument of the wrong type; LibraryError, an OSError, if
libfourscore cannot be loaded; Unfinished if a limit ends a search.

The first library that is loaded serves all positions.  It is the first of
these: the argument 'library' of a Solver, the environment variable
FOURSCORE_LIBRARY, the library in the folder of this module (as in a wheel),
the library that the system finds.  fourscore(3) and lib/fourscore.h describe
the C interface, which this module follows.
"""

from __future__ import annotations

from fourscore._library import version
from fourscore._position import Position
from fourscore._solver import Solver

__all__ = [
    "Bounds", "ExplainedMove", "Explanation", "FourscoreError", "JudgedMove",
    "LibraryError", "Position", "PositionLike", "Puzzle", "Reason", "Review",
    "SideReview", "Solver", "Status", "Unfinished", "connectx_agent", "version",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fourscore._connectx import connectx_agent
    from fourscore._types import (
        Bounds, ExplainedMove, Explanation, FourscoreError, JudgedMove, LibraryError,
        PositionLike, Puzzle, Reason, Review, SideReview, Status, Unfinished,
    )
else:

    def __getattr__(name):
        """Import what is not needed at once, which would take longer than the rest."""
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"fourscore has no attribute {name!r}")
        home = "_connectx" if name == "connectx_agent" else "_types"
        value = getattr(import_module(f"fourscore.{home}"), name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
