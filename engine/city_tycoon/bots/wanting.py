"""What cubes are worth to a seat: its own districts compete for those that it can get."""

from __future__ import annotations

from cityleague.engine.sums import portable_sum


class Wanted:
    """The cubes of one colour: those that a seat can have in a round, and what its districts would make of each."""

    def __init__(self, worth: list[float], have: int, missing: float) -> None:
        """`worth`: what each wanted cube brings; `have`: how many there are; `missing`: what one more costs to get."""
        ranked = sorted(worth, reverse=True)
        self._met = ranked[:have]
        self._open = ranked[have:]
        self._have, self._missing = have, missing

    @property
    def short(self) -> int:
        """How many are wanted and not there."""
        return len(self._open)

    def lost(self, cubes: int) -> float:
        """What is lost elsewhere if so many go to another district: the least that has been met, or others' cubes."""
        if not cubes:
            return 0.0
        taken = min(cubes, self._have)
        displaced = max(0, len(self._met) + taken - self._have)
        return portable_sum(self._met[len(self._met) - displaced :]) + self._missing * (cubes - taken)

    def gained(self, cubes: int, hoped: list[float]) -> float:
        """What so many more bring: the best that has not been met, besides what one hopes for."""
        return portable_sum(sorted([*self._open, *hoped], reverse=True)[:cubes])
