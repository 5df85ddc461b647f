"""Perfect policies for Connect Four with the interfaces of PettingZoo and OpenSpiel.

They need neither package: an observation of PettingZoo is a mapping, and of a state of
OpenSpiel only history() and current_player() are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import fourscore


class State(Protocol):
    """What is used of pyspiel.State."""

    def history(self) -> list[int]: ...

    def current_player(self) -> int: ...


class OpenSpielBot:
    """A bot for open_spiel.python.algorithms.evaluate_bots and pyspiel.evaluate_bots."""

    def __init__(self, player: int) -> None:
        self.player_id = player  # 0 or 1

    def step(self, state: State) -> int:
        """The action, a column from 0."""
        return fourscore.best_move(state) - 1

    def step_with_policy(self, state: State) -> tuple[list[tuple[int, float]], int]:
        """The probabilities of the legal actions, and the action: all best moves are
        equally likely."""
        position = fourscore.Position.from_any(state)
        with fourscore.Solver() as solver:
            best = solver.best(position)
        policy = [
            (column - 1, (column in best) / len(best)) for column in position.legal_moves
        ]
        return policy, best[0] - 1

    def restart_at(self, state: State) -> None:
        """Does nothing: a state says all that is needed."""


def pettingzoo_policy(observation: Mapping[str, Any], agent: str = "") -> int:
    """The action, a column from 0, for an observation of connect_four_v3.

    observation     "observation": planes of shape (6, 7, 2), those of the agent first;
                    "action_mask": 1 for each legal action
    """
    return fourscore.best_move(observation) - 1
