"""The types of the arguments that are positions, for annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Union

from fourscore._position import Position


class Array(Protocol):
    """An array of NumPy, or of another package like it."""

    def tolist(self) -> Any: ...


Cells = Union[Array, Iterable[int], Iterable[Iterable[int]]]
PositionLike = Union[Position, str, Cells]
