"""Checked by mypy only: what a program of a user may call, and what it gets.

The calls are those of docs/python.md and of the docstrings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

import fourscore
from fourscore import (
    Bounds, ExplainedMove, Explanation, FourscoreError, JudgedMove, LibraryError, Listed,
    MatchResult, Position, PositionLike, Puzzle, Reason, Review, SideReview, Solver, Status,
    Unfinished,
)


class Array:
    """As NumPy has it."""

    def tolist(self) -> Any:
        return [[0] * 7] * 6

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())


class Frame:
    """As pandas has it."""

    def to_numpy(self) -> Any:
        return Array()

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class State:
    """As OpenSpiel has it."""

    def history(self) -> list[int]:
        return [3, 3]


class Observation:
    """As Kaggle has it."""

    board = [0] * 42


class Environment:
    """As pgx has it."""

    observation = [0.0] * 42


class Game(NamedTuple):
    """Of a program of one's own."""

    moves: list[int]
    pos: str


def states() -> Iterator[PositionLike]:
    """What holds a position."""
    yield Position()
    yield "4453"
    yield [4, 4, 5, 3]
    yield (4, 4, 5, 3)
    yield range(1, 8)
    yield ["d1", "d2"]
    yield ("d1", "d2")
    yield [*"3342"]
    yield ["......."] * 6
    yield [0] * 42
    yield [0.0] * 42
    yield bytes(42)
    yield [True] * 3
    yield [None, "R", "Y"] * 14
    yield [[0] * 7] * 6
    yield [[0.0] * 7] * 6
    yield ([0] * 7,) * 6
    yield [["."] * 7] * 6
    yield [[None] * 7] * 6
    yield [[[0] * 7] * 6] * 2
    yield [[[False] * 7] * 6] * 2
    yield [Array()] * 6
    yield Array()
    yield Frame()
    yield {"position": "4453"}
    yield {"moves": ["d1", "d2", "e1"], "score": 2}
    yield {"board": [0] * 42, "mark": 2}
    yield {"observation": Array(), "action_mask": [1] * 7}
    yield State()
    yield Observation()
    yield Environment()
    yield Game([4, 4], "44")
    text = "44"
    mixed: list[Union[int, str]] = [4, "4"]
    marks: list[Optional[str]] = [None, "x"]
    numbers, texts, rows = [4, 4], ["d1", "d2"], [[0] * 7] * 6
    mapping, columns = {"moves": [4, 4]}, {"game": text}
    yield from (text, mixed, marks, numbers, texts, rows, mapping, columns)


def read() -> None:
    for state in states():
        position: Position = Position.from_any(state)
        Position.from_any(state, 7, 6, 0), Position.from_any(state, first_column=0)
    Position.from_any([[None, "x"], ["x", "o"]], 2, 2)
    Position.from_moves("4453"), Position.from_moves("33", 7, 6, first_column=0)
    Position.from_cells([0] * 42), Position.from_cells([[0] * 7] * 6, width=7, height=6)
    Position.from_cells(["......."] * 6), Position.from_cells([[None] * 7] * 6)
    Position.from_cells([".", None] * 21), Position.from_cells([0.0] * 42)
    Position.from_cells([[[0, 1]] * 7] * 6), Position.from_cells(Array())
    Position.from_cells(bytes(42)), Position.from_cells(position.cells())
    Position.from_cells(position.to_array("planes"))
    Position.random(20, seed=1), Position.random(20, random.Random(1), 5, 4)
    Position.random(20), Position(8, 8)
    Position.from_any(object())  # type: ignore[arg-type]
    Position.from_any(4453)  # type: ignore[arg-type]
    Position.from_any(None)  # type: ignore[arg-type]
    Position.from_moves(["d1", "d2"])  # type: ignore[arg-type]
    Position([4, 4])  # type: ignore[arg-type]


def use(position: Position) -> None:
    numbers: list[int] = [
        position.to_move, position.ply, position.stones_left, position.width,
        position.height, position.winner, position.key, hash(position), *position.cells(),
        *position.legal_moves, *position.winning_moves,
    ]
    truths: list[bool] = [
        position.is_over, position.is_legal(numbers[0]), position == position.copy(),
    ]
    texts: list[str] = [position.moves, str(position), repr(position), position._repr_svg_()]
    others: set[Position] = {position.play(3), position.undo(), position.mirror()}
    arrays = [position.to_array(), position.to_array("columns"), position.to_array(texts[0])]
    print(truths, others, arrays[0].shape, position.show(), position.show(scores=True))
    position.ply = 3  # type: ignore[misc]


def solve(engine: Optional[str], book: Union[str, Path, None]) -> None:
    with Solver() as solver:
        print(solver.engine.upper(), solver.isa.upper(), solver.nodes + solver.table_bytes)
    with Solver(7, 6, engine, 1 << 25, 2, book, 0), Solver(width=7, height=6, book=False):
        pass
    solver = Solver(engine="fast", table_bytes=0, threads=1, book=None, first_column=1)
    for state in states():
        score: int = solver.score(state) + solver.weak_score(state)
        scores: list[Optional[int]] = solver.scores(state)
        best: list[int] = solver.best(state)
        pv: str = solver.pv(state)
        column: int = solver.move(state) + solver.move(state, 3, 1)
        explanation: Explanation = solver.explain(state)
        review: Review = solver.review(state)
        print(score, scores, best, pv, column, explanation, review)
    solver.move("4453", level=2, seed=1), solver.explain("35234", move=4)
    solver.limit()
    solver.limit(seconds=0.5)
    solver.limit(1, 1000)
    solver.limit(nodes=9)
    for end in (solver.stop, solver.resume, solver.clear, solver.close):
        end()
    Solver(book=True)  # type: ignore[arg-type]
    solver.score(4453)  # type: ignore[arg-type]


def solve_many(solver: Solver, name: str, threads: Optional[int]) -> None:
    scores: list[int] = list(solver.solve_many(["4453", "32164625"]))
    signs: list[int] = list(solver.solve_many(["4453"], threads, "weak_score"))
    moves: list[list[Optional[int]]] = list(solver.solve_many(["4453"], find="scores"))
    best: list[list[int]] = list(solver.solve_many(["4453"], 2, find="best"))
    again: list[list[int]] = list(solver.solve_many(["4453"], 2, "best"))
    lines: list[str] = list(solver.solve_many(states(), threads=None, find="pv"))
    for answer in solver.solve_many([[4, 4], "44", Position()], find=name):
        print(answer)
    solver.solve_many([["d1", "d2"], ["d1"]]), solver.solve_many(iter([[4, 4]]))
    solver.solve_many(Array()), solver.solve_many([Array()]), solver.solve_many([[0] * 42])
    solver.solve_many({"44"}), solver.solve_many(line.strip() for line in open("games"))
    answers = solver.solve_many([])
    answers.close()
    solver.solve_many(4453)  # type: ignore[call-overload]
    print(scores, signs, moves, best, again, lines)


def results(solver: Solver) -> None:
    explanation, review = solver.explain("352344"), solver.review("44444325")
    for reason in explanation.reasons:
        print(reason.kind.upper(), reason.cells["four"][0].upper(), reason.sentences[0])
        print(reason.listed and reason.listed.moves.upper(), reason.wins, reason.forced)
    if explanation.move:
        print(explanation.move.column + 1, explanation.move.better, explanation.move.only)
    place: Position = explanation.position
    reasons: list[Reason] = explanation.reasons
    listed: Optional[Listed] = reasons[0].listed
    move: Optional[ExplainedMove] = explanation.move
    moves: list[JudgedMove] = review.moves
    sides: list[SideReview] = [review.first, review.second]
    print(listed, move, moves, sides)
    for judged in review.moves:
        column, before, best = judged.column, judged.before, judged.best
        print(place, column + 1, before if isinstance(before, int) else before.lower, best)
    print(review.first.accuracy, review.second.choices, review.summary.upper())
    print(review._repr_svg_(), explanation._repr_svg_(), str(review), str(explanation))
    puzzle: Optional[Puzzle] = solver.puzzle(seed=2, win_in=4)
    solver.puzzle(1, None, True, "hard", 50)
    if puzzle:
        print(puzzle.position.upper(), puzzle.solution + 1, puzzle.grade, puzzle.move_scores)
        solver.score(puzzle), solver.explain(puzzle), Position.from_any(puzzle)
    Position.from_any(review), solver.review(review)


def play() -> None:
    def first(position: Position) -> int:
        return position.legal_moves[0]

    fourscore.best_move("4453"), fourscore.best_move(Position(), ties="random", seed=1)
    fourscore.best_move(Position(), "left")
    for state in states():
        column: int = fourscore.best_move(state)
    result: MatchResult = fourscore.match(5, first, games=4)
    fourscore.match(first, lambda position: column, 2, opening=8, seed=1, width=5, height=4)
    wins, draws, losses = result
    last: Position = fourscore.play(3, player=2, seed=1, width=7, height=6)
    print(wins + draws + losses, result.wins, last, fourscore.__version__.upper())
    boards, scores = fourscore.dataset(100, seed=1, plies=(12, 36), threads=2, progress=True)
    fourscore.dataset(100, plies=9)
    print(boards.shape, scores.shape)
    fourscore.match(first, "5")  # type: ignore[arg-type]


def kaggle(observation: Any, configuration: Any) -> int:
    agent = fourscore.connectx_agent
    return agent(observation, configuration) + agent([0] * 42) + agent({"board": [0] * 42})


def fail() -> None:
    try:
        Solver().scores("4453")
    except Unfinished as unfinished:
        print(unfinished.lower + unfinished.upper)
        for bounds in unfinished.scores or []:
            both: Optional[Bounds] = bounds
            print(both and both.lower + both.upper)
    except FourscoreError as error:
        print(error.status is Status.BAD_POSITION, error.status.name, error.at)
        value: ValueError = error
        print(value)
    except LibraryError as missing:
        print(missing.strerror)
