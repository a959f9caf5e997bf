"""What a bot keeps from one decision to the next, so that it need not rebuild the city each time."""

from __future__ import annotations

from cityleague.engine.city_tycoon.moves import Cell
from cityleague.engine.city_tycoon.table import Table
from cityleague.engine.city_tycoon.town import Town
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup


class Memory:
    """The city of the last view that a bot was shown. The next view mostly adds to it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._built: tuple[Cell, ...] = ()
        self._laid: set[tuple[object, ...]] = set()
        self._town: Town | None = None

    def table(self, view: View) -> Table:
        """The table of a view. The next call may reuse and change its city."""
        laid = _laid(view)
        grown = self._built == view.built[: len(self._built)] and self._laid <= laid
        table = table_of(self._setup, view, self._town if grown else None)
        self._built, self._laid, self._town = view.built, laid, table.town
        return table


def _laid(view: View) -> set[tuple[object, ...]]:
    """The tiles in the city, without cubes and other things that change."""
    tiles: set[tuple[object, ...]] = {(district.cell, district.tile, district.owner) for district in view.districts}
    tiles |= {(plant.cell, plant.kind, plant.number, plant.side, plant.owner) for plant in view.plants}
    return tiles | {(placed.cell, placed.terrain) for placed in view.terrain}
