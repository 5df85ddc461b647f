"""Games between players, data to learn from, and pictures of boards and games."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple, Optional, Union

from fourscore._library import LEVELS, NAMES, as_board, as_choice, as_count, as_int, fail
from fourscore._position import Position, as_random
from fourscore._solver import Solver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fourscore._types import PositionLike, Review

Player = Union[int, Callable[[Position], int]]

_solvers: dict[tuple[int, int], Solver] = {}


def solver_of(width: int, height: int) -> Solver:
    """A solver for this board, which is kept for later calls."""
    size = as_board(width, height)
    solver = _solvers.get(size)
    if solver is None or solver._seat is None:  # fork() may close it
        solver = _solvers[size] = Solver(*size)
    return solver


# ------------------------------------------------------------------------- players


def best_move(
    position: PositionLike, ties: str = "center", seed: Optional[int] = None
) -> int:
    """A column with the best score; of several the nearest to the "center", the leftmost
    ("left"), or a "random" one, by 'seed'.  FourscoreError if the game is over.
    What is not a Position is read on the board of 7x6."""
    as_choice(ties, "ties", ("center", "left", "random"))
    place = Position.from_any(position)
    best = solver_of(place.width, place.height).best(place)
    if not best:
        fail("GAME_OVER", "the game is over: the board is full")
    if ties == "random":
        return as_random(seed).choice(best)
    return best[0] if ties == "center" else min(best)


class MatchResult(NamedTuple):
    """The games that the first player of a match() has won, drawn and lost."""

    wins: int
    draws: int
    losses: int


def match(
    first: Player, second: Player, games: int = 100, opening: int = 0, seed: int = 0,
    width: int = 7, height: int = 6,
) -> MatchResult:
    """Games between two players: how many the first of them wins, draws and loses.

    first, second   a function that returns a column for a Position; or a level, 1 to 5
    games           their number; the players take turns in moving first
    opening         number of random stones with which a game starts, the same ones in
                    a pair of games: players who always play the same need it
    seed            of the openings and the levels
    """
    solver, seed = solver_of(width, height), as_int(seed, "seed")
    as_count(opening, "opening", 0, width * height)
    for player in (first, second):
        if not callable(player):
            as_count(player, "a level", 1, LEVELS)

    outcomes = []
    for game in range(as_count(games, "games")):
        position = Position.random(opening, seed + game // 2, width, height)
        turn = game % 2
        while not position.is_over:
            player = second if turn else first
            if callable(player):
                position = position.play(player(position))
            else:
                position = position.play(solver.move(position, player, seed + game))
            turn = 1 - turn
        outcomes.append(0 if not position.winner else 1 if turn else -1)
    return MatchResult(*map(outcomes.count, (1, 0, -1)))


def _show(thing: Any) -> None:
    if "ipykernel" in sys.modules:
        ipython = import_module("IPython.display")
        ipython.clear_output(wait=True)
        ipython.display(thing)
    else:
        print(thing)


def play(
    level: int = 3, player: int = 1, seed: Optional[int] = None,
    width: int = 7, height: int = 6,
) -> Position:
    """Play against a level of Solver.move(), as player 1 or 2, in a terminal or notebook:
    type columns, or "u" to take a move back, "h" for a hint, "q" to end.  Returns the
    last position, whose game Solver.review() judges."""
    as_count(level, "level", 1, LEVELS)
    you = "xo"[as_count(player, "player", 1, 2) - 1]
    solver, position = solver_of(width, height), Position(width, height)
    seed = as_random(None).getrandbits(32) if seed is None else as_count(seed, "seed")
    while not position.is_over:
        if position.to_move != player:
            position = position.play(solver.move(position, level, seed))
            continue
        _show(position)
        if position.ply:
            print(f"level {level} has played {position.moves[-1]}")
        try:
            typed = input(f"{you}, column, u, h or q: ").strip().lower()
        except EOFError:
            typed = "q"
        if typed == "q":
            return position
        if typed == "u" and position.ply > 1:
            position = position.undo().undo()
        elif typed == "h":
            print("best:", *solver.best(position))
        elif typed in [NAMES[column - 1] for column in position.legal_moves]:
            position = position.play(int(typed, 16))
        else:
            print(f"expected one of {position.legal_moves}, not {typed!r}")
    _show(position)
    print(f"{'.xo'[position.winner]} wins" if position.winner else "a draw")
    return position


# ---------------------------------------------------------------------------- data


def dataset(
    n: int, seed: int = 0, plies: Union[int, tuple[int, int]] = (12, 36),
    width: int = 7, height: int = 6, threads: Optional[int] = None, progress: bool = False,
) -> tuple[Any, Any]:
    """Positions of random games and the scores of all their moves, as arrays of NumPy:

    boards      int8, (n, height, width): the cells, as Position.to_array() has them
    scores      float32, (n, width): the score of each move for the side to move, nan if
                the column is full

    No position is there twice, and the game is over in none; the same seed gives the
    same data.  100,000 rows take about a minute on two cores.
    plies       the number of stones, or the least and the largest one, all in between
                equally likely; the moves are those of Position.random()
    threads     that search; None: one for each core
    progress    True: a line on stderr, written once a second
    """
    import numpy

    solver, cells = solver_of(width, height), width * height
    pair = plies if isinstance(plies, (tuple, list)) else (plies, plies)
    if len(pair) != 2:
        raise TypeError(f"plies must be a number or a pair of them, not {plies!r}")
    least = as_count(pair[0], "plies", 0, cells - 1)
    most = as_count(pair[1], "plies", least, cells - 1)
    boards = numpy.zeros((as_count(n, "n"), height, width), "int8")
    scores = numpy.full((n, width), numpy.nan, "float32")
    began = shown = time.monotonic()

    def positions() -> Iterator[Position]:
        rng = as_random(seed)
        seen: set[Position] = set()
        for _ in range(1000 + 101 * n):
            if len(seen) == n:
                return
            position = Position.random(rng.randint(least, most), rng, width, height)
            if position not in seen:
                boards[len(seen)] = position.to_array()
                seen.add(position)
                yield position
        if len(seen) < n:
            fail("UNREACHABLE", f"only {len(seen)} of {n} positions are found")

    answers = solver.solve_many(positions(), threads, find="scores")
    for row, found in enumerate(answers):
        scores[row] = [numpy.nan if score is None else score for score in found]
        if progress and (time.monotonic() - shown > 1 or row == n - 1):
            shown = time.monotonic()
            seconds = (shown - began) * (n - row - 1) / (row + 1)
            text = f"\r{row + 1:,} of {n:,} rows, {seconds:.0f} s left".ljust(50)
            print(text, end="\n" if row == n - 1 else "", file=sys.stderr, flush=True)
    return boards, scores


# ------------------------------------------------------------------------ pictures

_CELL = 40  # pixels
_COLOURS = "#fff", "#d43a2f", "#f4c430"  # of an empty cell and the players' stones


def _svg(width: float, height: float, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="14" '
        f'text-anchor="middle">{"".join(parts)}</svg>'
    )


def draw(
    position: Position, marks: Iterable[str] = (), captions: Iterable[object] = ()
) -> str:
    """A board as SVG, with a ring in the marked cells, such as "d2", and a caption below
    each column."""
    width, height, cells = position.width, position.height, position.cells()
    marked, half = set(marks), _CELL / 2
    board = f'<rect width="{width * _CELL}" height="{height * _CELL}" fill="#1f5fae"/>'
    parts = [board]
    for at, cell in enumerate(cells):
        x, y = at % width * _CELL + half, at // width * _CELL + half
        name = f"{'abcdefghijkl'[at % width]}{height - at // width}"
        ring = ' stroke="#111" stroke-width="4"' if name in marked else ""
        circle = f'<circle cx="{x}" cy="{y}" r="16" fill="{_COLOURS[cell]}"{ring}/>'
        parts.append(circle)
    for column, caption in enumerate(captions or NAMES[:width]):
        x, y = column * _CELL + half, height * _CELL + 18
        parts.append(f'<text x="{x}" y="{y}" fill="gray">{caption}</text>')
    return _svg(width * _CELL, height * _CELL + 26, parts)


class Picture:
    """A board, with the scores of all moves below it if they are asked for: drawn in a
    notebook, text elsewhere."""

    def __init__(self, position: Position, scores: bool) -> None:
        self._position = position
        self._captions: list[object] = []
        if scores and not position.is_over:
            found = solver_of(position.width, position.height).scores(position)
            self._captions = ["" if score is None else f"{score:+}" for score in found]

    def _repr_svg_(self) -> str:
        return draw(self._position, captions=self._captions)

    def __repr__(self) -> str:
        scores = zip(NAMES, self._captions)
        return "\n".join([str(self._position), *(f" {name}: {s}" for name, s in scores)])


def draw_review(review: Review) -> str:
    """The scores of a game for the first player, move by move, with a dot at each move
    that changed the result, and these moves below, as SVG."""
    scores = [*(move.before for move in review.moves), review.score]
    known = {
        ply: -score if ply % 2 else score
        for ply, score in enumerate(scores)
        if isinstance(score, int)
    }
    top, step, middle = max([1, *(abs(score) for score in known.values())]), 14, 80
    width = max(300, step * len(scores) + 20)
    points = {ply: (10 + step * ply, middle - 70 * known[ply] / top) for ply in known}
    path = " ".join(f"{x},{y:.0f}" for x, y in points.values())
    line = f'<line x2="{width}" y1="{middle}" y2="{middle}" stroke="#999"/>'
    parts = [line, f'<polyline points="{path}" fill="none" stroke="#1f5fae"/>']
    below = 2 * middle + 10
    for ply, move in enumerate(review.moves):
        if move.verdict in ("draw_lost", "win_drawn", "win_lost"):
            x, y = points[ply + 1]
            parts.append(f'<circle cx="{x}" cy="{y:.0f}" r="5" fill="#d43a2f"/>')
            best = " or ".join(NAMES[column - 1] for column in move.best)
            verdict = move.verdict.replace("_", " ")
            parts.append(
                f'<text x="10" y="{below}" text-anchor="start" fill="gray">'
                f"{ply + 1}. {NAMES[move.column - 1]}: {verdict}, best was {best}</text>"
            )
            below += 20
    return _svg(width, below, parts)
