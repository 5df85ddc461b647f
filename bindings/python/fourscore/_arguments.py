"""Numbers and names from the caller, as C takes them."""

from __future__ import annotations

import operator

from fourscore._library import fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

NO_LIMIT = float("inf")


def as_int(value: int) -> int:
    """The integer, or the nearest int of C: ctypes would cut off bits."""
    return max(-(2**31), min(operator.index(value), 2**31 - 1))


def as_count(value: int, name: str, most: int = 2**64 - 1) -> int:
    count = operator.index(value)
    if not 0 <= count <= most:
        fail("BAD_ARGUMENT", f"{name} is {count}, expected 0 to {most}")
    return count


def as_seconds(value: float) -> float:
    from numbers import Real

    if not isinstance(value, Real):
        raise TypeError(f"seconds must be a number, not {value!r}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = NO_LIMIT
    if not seconds >= 0:
        fail("BAD_ARGUMENT", f"seconds are {value}, expected 0 or more")
    return seconds


def as_name(value: Optional[str]) -> Optional[bytes]:
    """The name of an engine, for C, where a zero would end it."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"the engine must be a str, not {value!r}")
    if value is not None and "\0" in value:
        fail("NO_ENGINE", f"there is no engine {value!r}")
    return None if value is None else value.encode(errors="replace")
