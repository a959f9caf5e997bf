"""The rounds of a game, and the stages of its course (rulebook: Spielablauf, Zwei-Spieler-Variante)."""

from __future__ import annotations

from typing import NamedTuple


class Round(NamedTuple):
    """One round: its name, whether duplexes are drawn, the tiles in a hand, and where the rest goes (+1: left)."""

    name: str
    duplexes: bool
    hand: int
    passing: int

    @property
    def turns(self) -> int:
        """The number of turns: each takes two tiles from every hand, and one tile is left at the end."""
        return (self.hand - 1) // 2


_ROUNDS = (Round("1", False, 7, +1), Round("2", True, 3, +1), Round("3", False, 7, -1))
COURSE = {False: _ROUNDS, True: tuple(r._replace(name=r.name + half) for r in _ROUNDS for half in "ab")}
"""The rounds of a game; the key says whether it is for two players."""

# The stages of a game until it is over; views show these names. At the first two a draw is due.
SEATING, DRAWING, PICKING, PLACING = "seating", "drawing", "picking", "placing"
