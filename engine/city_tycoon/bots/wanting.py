"""The worth of cubes to a seat, whose districts compete for those that it can get."""

from __future__ import annotations

from cityleague.engine.sums import portable_sum


class Wanted:
    """The cubes of one colour: how many a seat can get in a round, and what its districts would make of each."""

    def __init__(self, worth: list[float], have: int, missing: float) -> None:
        """`worth`: what each wanted cube brings; `have`: how many the seat can get; `missing`: what one more costs."""
        ranked = sorted(worth, reverse=True)
        self._met = ranked[:have]
        self._open = ranked[have:]
        self._have, self._missing = have, missing

    @property
    def short(self) -> int:
        """How many wanted cubes the seat cannot get."""
        return len(self._open)

    def lost(self, cubes: int) -> float:
        """What so many cubes for a new district cost: their least use elsewhere, and the price of missing ones."""
        if not cubes:
            return 0.0
        taken = min(cubes, self._have)
        displaced = max(0, len(self._met) + taken - self._have)
        return portable_sum(self._met[len(self._met) - displaced :]) + self._missing * (cubes - taken)

    def gained(self, cubes: int, hoped: list[float]) -> float:
        """What so many more cubes bring: the best uses that are still open, `hoped` ones included."""
        return portable_sum(sorted([*self._open, *hoped], reverse=True)[:cubes])
