"""A bot that weighs what a city can still become, what a disaster costs whom, and what is left to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.neom.disasters import fine, removals
from cityleague.engine.neom.evaluation import Actions, position, values
from cityleague.engine.neom.figures import Disaster
from cityleague.engine.neom.moves import Move, Pick
from cityleague.engine.neom.outlook import Outlook, Weights
from cityleague.engine.neom.table import DRAFTING, Table
from cityleague.engine.neom.view import View, table_of
from cityleague.engine.protocol import Setup

LOST_TILE = 4.0
"""Points that a removed tile costs, roughly."""
STRUCK = 0.5
"""How likely somebody else picks a disaster that one does not pick oneself."""
DENY = 0.4
"""What the best tile left to the other counts, of what it is worth to him (two players)."""


class Heuristic:
    """The move after which the city has the best outlook."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._setup, self._stream = setup, stream
        self._weights = Weights()
        given.done()

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves."""
        assert view.seat is not None
        if len(legal) == 1:
            return legal[0]
        table = table_of(self._setup, view)
        seat = view.seat
        outlook = Outlook(table, seat, self._weights)
        if isinstance(legal[0], Pick):
            return best(legal, self._picks(table, seat, legal, outlook), self._stream)
        return best(legal, values(table, seat, legal, outlook), self._stream)

    def _picks(self, table: Table, seat: int, legal: Sequence[Any], outlook: Outlook) -> list[float]:
        if table.stage == DRAFTING:
            return [outlook.promise(table.cities[seat], move.tile) for move in legal]
        actions = Actions(table, seat, outlook)
        found = []
        for move in legal:
            value = actions.picked(move.tile)
            disaster = table.box.tiles[move.tile].disaster
            if disaster:
                value += self._harm(table, seat, disaster)
            elif table.seats == 2 and 0 in table.picked[:seat] + table.picked[seat + 1 :]:
                value -= DENY * self._left(table, 1 - seat, move.tile)
            found.append(value)
        return found

    def _harm(self, table: Table, seat: int, disaster: Disaster) -> float:
        """What a disaster costs the others, and would cost oneself if it struck."""
        losses = [_loss(table, other, disaster) for other in range(table.seats)]
        own = losses.pop(seat)
        if table.solo:
            return own
        return sum(losses) / len(losses) + STRUCK * own

    def _left(self, table: Table, other: int, picked: int) -> float:
        """What the other can make of what is left to him."""
        if not hasattr(self, "_cache") or self._cache[0] is not table:
            self._cache = (table, Actions(table, other, Outlook(table, other, self._weights)))
        actions = self._cache[1]
        rest = [tile for tile in table.open if tile != picked]
        return max([actions.picked(tile) for tile in rest], default=0.0)


def _loss(table: Table, seat: int, disaster: Disaster) -> float:
    """What a disaster costs a seat, roughly, in points."""
    there = position(table, seat)
    due = fine(there.city, disaster)
    removed = [cells.bit_count() for cells in removals(there.city, disaster)[:1]]
    lost = LOST_TILE * sum(removed)
    return min(due / 2, lost) if due <= there.money else lost
