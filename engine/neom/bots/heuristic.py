"""A bot that considers what its city can still become, what disasters cost, and what it leaves to a rival."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from cityleague.engine.bots.builtin import TableBot, best
from cityleague.engine.chance import Stream
from cityleague.engine.neom.bots.evaluation import Actions, position, values
from cityleague.engine.neom.bots.features import Learned, learned
from cityleague.engine.neom.bots.outlook import Moment, Outlook, Weights
from cityleague.engine.neom.disasters import fine, removals
from cityleague.engine.neom.figures import Disaster
from cityleague.engine.neom.moves import Move, Pick
from cityleague.engine.neom.table import DRAFTING, NeomTable
from cityleague.engine.neom.view import table_of
from cityleague.engine.protocol import Setup
from cityleague.engine.sums import portable_sum


@lru_cache(maxsize=32)  # 47 % of `heuristic`: a seat picks a tile and builds it at the same moment; `mcts` comes back
def _outlook(moment: Moment, weights: Weights, taught: tuple[int, ...] | None) -> Outlook:
    return Outlook(moment, weights) if taught is None else Learned(moment, weights, taught)


class Heuristic(TableBot):
    """Makes the move after which its city has the best outlook."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, table_of)
        self._weights = Weights.read(parameters, setup)
        self.promise = learned() if self._weights.judge == "learned" else None
        """The weights of what was learned; None: its own judgement alone. `examples/learning` sets it."""

    def _choose(self, table: NeomTable, seat: int, legal: Sequence[Move]) -> Any:
        picks = [move.tile for move in legal if isinstance(move, Pick)]
        outlook = self._outlook(table, seat)
        if table.stage == DRAFTING:
            worths = [outlook.promise(table.cities[seat], anchor) for anchor in picks]
        elif picks:
            worths = self._picks(table, seat, outlook, picks)
        else:
            worths = values(table, seat, legal, outlook)
        return best(legal, worths, self._stream)

    def _expect(self, table: NeomTable, seat: int | None) -> list[float]:
        seats = range(table.seats)
        there = [position(table, other) for other in seats]
        if table.many and table.stage == DRAFTING:
            there = [here if other == seat else replace(here, anchors=()) for other, here in enumerate(there)]
        return [self._outlook(table, other)(there[other]) for other in seats]

    def _outlook(self, table: NeomTable, seat: int) -> Outlook:
        return _outlook(Moment.of(table, seat), self._weights, self.promise)

    def _picks(self, table: NeomTable, seat: int, outlook: Outlook, tiles: Sequence[int]) -> list[float]:
        """How good it is to pick each tile; the first of two players considers what it leaves to the second."""
        actions = Actions(table, seat, outlook)
        worths = [
            actions.picked(tile) + self._harm(table, seat, table.box.tiles[tile].disaster) for tile in tiles
        ]  # fmt: skip
        if table.seats == 2 and not any(table.picked):
            theirs = Actions(table, 1 - seat, self._outlook(table, 1 - seat))
            left = [max([theirs.picked(other) for other in tiles if other != tile]) for tile in tiles]
            worths = [value - self._weights.deny * worst for value, worst in zip(worths, left, strict=True)]
        return worths

    def _harm(self, table: NeomTable, seat: int, disaster: Disaster | None) -> float:
        """What picking a disaster costs the others, and spares this seat."""
        if disaster is None:
            return 0.0
        losses = [self._loss(table, other, disaster) for other in range(table.seats)]
        own = losses.pop(seat)
        return portable_sum(losses) / len(losses) + self._weights.struck * own if losses else own

    def _loss(self, table: NeomTable, seat: int, disaster: Disaster) -> float:
        """What a disaster costs a seat, roughly, in points."""
        there = position(table, seat)
        due = fine(there.city, disaster)
        lost = self._weights.lost_tile * sum([cells.bit_count() for cells in removals(there.city, disaster)[:1]])
        return min(due / 2, lost) if due <= there.money else lost
