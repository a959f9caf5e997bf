"""Positions as numbers for learners: the view, and the tiles of each region as planes."""

from functools import lru_cache

from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.components import MAX_CITIES, Box
from cityleague.engine.twentieth_century.figures import GOODS, RAISES
from cityleague.engine.twentieth_century.tiles import PORTS, Shape, point
from cityleague.engine.twentieth_century.view import Placed, View

_WINDOW = range(-4, 5)
"""The columns and the rows round the start tile; a region that grows further is seen at their edge."""
_BITS = 8
"""Tiles are named by moves: a learner has to find them."""
_FIGURES = (
    "land", "facility", "turn", "garbage", "bridges", "waiting", "recycling", *[f"track to {port}" for port in PORTS],
    *[f"citizen in city {number}" for number in range(MAX_CITIES)], *[f"{good} yielded" for good in GOODS],
    *[f"{good} of free cities" for good in GOODS], *[f"{good} raised" for good in GOODS],
    *[f"bit {bit} of the tile's number" for bit in range(_BITS)],
)  # fmt: skip
_PORTS = [point(x // 2, y // 2) for x, y in PORTS.values()]


class Encoder(Generic):
    """The encoding of a setup."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        boards = [f"region of seat {seat}" for seat in range(setup.seats)]
        super().__init__(setup, Planes(boards, _FIGURES, _WINDOW, _WINDOW), ("region",))
        self._box: Box = setup.components
        self._number = {tile: number for number, tile in enumerate(self._box.shapes, 1)}
        self._figures = lru_cache(maxsize=1 << 12)(self._figures_of)
        self._region = lru_cache(maxsize=1 << 8)(self._planes_of)

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The learner's region first."""
        return [self._region(player.region) for player in (*view.players[seat:], *view.players[:seat])]

    def _planes_of(self, region: tuple[Placed, ...]) -> Vector:
        return self.planes.board([(placed.cell, self._figures(placed)) for placed in region])

    def _figures_of(self, placed: Placed) -> list[int]:
        shape: Shape = self._box.shapes[placed.tile]
        bridges = sum([1 << shape.span_numbers[span] for span in placed.bridges])
        ports = {port for net in shape.nets(placed.turn, bridges) for port in net.ports}
        there = [city.node in placed.citizens for city in shape.cities]
        yields = [
            [sum([getattr(city, good) for city, so in zip(shape.cities, there, strict=True) if so == inhabited])
             for good in GOODS]
            for inhabited in (True, False)
        ]  # fmt: skip
        raised = [sum([each.bonus for each in shape.buildings if RAISES[each.kind] == good]) for good in GOODS]
        number = self._number[placed.tile]
        return [
            shape.is_land, not shape.is_land, placed.turn, placed.garbage, len(placed.bridges), placed.waiting,
            shape.plants.bit_count(), *[port in ports for port in _PORTS], *there, *[0] * (MAX_CITIES - len(there)),
            *yields[0], *yields[1], *raised, *[number >> bit & 1 for bit in range(_BITS)],
        ]  # fmt: skip
