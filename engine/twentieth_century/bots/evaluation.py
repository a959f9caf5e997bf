"""How good moves look: what land, technologies, damage and places are worth; the measure of `greedy`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.bits import members
from cityleague.engine.protocol import Setup
from cityleague.engine.sums import portable_sum
from cityleague.engine.twentieth_century.bots.worth import MYOPIC, Weights, Worth
from cityleague.engine.twentieth_century.damage import columns
from cityleague.engine.twentieth_century.figures import RAISES, CityFigures, Price, Technology
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Bridge,
    Buy,
    Choose,
    Clear,
    Collect,
    Contain,
    Done,
    Drop,
    Dump,
    Improve,
    Lay,
    Locomotive,
    Move,
    Recycle,
    Remediate,
    Separate,
    Settle,
    Worker,
)
from cityleague.engine.twentieth_century.network import PLACES
from cityleague.engine.twentieth_century.region import Region
from cityleague.engine.twentieth_century.scoring import PENALTY
from cityleague.engine.twentieth_century.table import ADMINISTERING, LAST_ROUND, RECYCLING, Table
from cityleague.engine.twentieth_century.technologies import change
from cityleague.engine.twentieth_century.view import View, table_of

_LATER = -1000.0
"""For what is better done after other things."""
_JOINT = 0.15
"""A tile of land that track joins to a new one: it may serve some time."""
_RECYCLING, _REACH, _READY = 0.3, 0.1, 0.3
"""A recycling plant: how often it removes a cube, more often with each tile in reach, and surely if one lies there."""
_OPEN = 0.02
"""A free cell beside a new tile, as opposed to one that is taken."""


class Judge:
    """What moves are worth to a seat."""

    def __init__(self, table: Table, seat: int, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self._worth = Worth(table, seat, weights)
        self._clean = self._worth.clean
        region = table.regions[seat]
        new = [name for name in table.hands[seat] if name in table.box.land]
        self._tiles = region.clean_land() + len(new) - table.cubes[seat]
        """Land that will be clean when all new garbage is laid out; < 0: so many cubes lie on top of others."""

    # -- things

    def city(self, city: CityFigures) -> float:
        """What a city with a citizen brings in all rounds to come, without what facilities add."""
        worth = self._worth.yielded
        value = worth["coins"] * city.coins + worth["science"] * city.science + worth["prosperity"] * city.prosperity
        if city.recycling:
            value += self._worth.plant + self.weights.rounds * _RECYCLING * self.removed
        return value

    @property
    def removed(self) -> float:
        """What it is worth that a cube is removed."""
        return self.weights.garbage * (self._clean if self._tiles >= 0 else PENALTY) - self._worth.cube

    def cubes(self, number: int, more_land: int = 0) -> float:
        """What so many new cubes cost, if they are spread over clean land as long as there is some."""
        spread = min(number, max(0, self._tiles + more_land))
        cost = self.weights.garbage * (spread * min(self._clean, PENALTY) + (number - spread) * PENALTY)
        return cost - number * self._worth.cube

    def bare_land(self, name: str) -> float:
        """What a tile without new garbage is worth: its best city, something for the others, clean land."""
        worths = sorted([self.city(city) for city in self.table.box.land[name].cities], reverse=True)
        return worths[0] + self.weights.citizen * portable_sum(worths[1:]) + self._clean

    def land(self, name: str) -> float:
        """What a tile is worth with the garbage that it brings."""
        return self.bare_land(name) - self.cubes(self.table.bought[self.seat] + 1, 1)

    def technology(self, one: Technology) -> float:
        """What a technology is worth, with what it does at once."""
        weights, rounds = self.weights, self.weights.rounds
        value = weights.marker * (one.flowers - one.skulls) - self.cubes(one.garbage)
        if one.facility:
            for building in one.facility.buildings:
                value += 1.6 * building.bonus * self._worth.yielded[RAISES[building.kind]]
        if one.worker:
            value += self._best_free()
        if one.locomotive:
            value += 0.4 * self._best_free()
        if one.bridge:
            value += 0.5
        if one.waste_separation:
            value += self.removed
        if one.garbage_collection:
            value += 0.25 * rounds * self.removed
        if one.recycling:
            value += max(0.0, rounds * self.removed - self._each_round(one.recycling))
        if one.remediation:
            value += max(0.0, rounds * weights.marker - self._each_round(one.remediation))
        if one.quality_of_life:
            life = one.quality_of_life
            value += max(0.0, rounds * life.points - self._each_round(life.price))
        return value

    def _each_round(self, price: Price) -> float:
        """What paying in each round is worth to avoid."""
        return self.weights.coins * price.coins + self.weights.sciences * price.science

    def _best_free(self) -> float:
        """The best city to which a citizen could go."""
        region = self.table.regions[self.seat]
        free = [self.city(region.figures(city)) for city in members(region.open_cities())]
        lying = [self.city(city) for name in self.table.hands[self.seat] if name in self.table.box.land
                 for city in self.table.box.land[name].cities[1:]]  # fmt: skip
        return max([*free, *lying], default=0.0)

    def price(self, price: Price) -> float:
        """What paying is worth to avoid."""
        return self.weights.coin * price.coins + self.weights.science * price.science

    def column(self, number: int) -> float:
        """What a column of the damage card brings; mostly < 0."""
        damage = columns(self.table)[number]
        value = -self.cubes(damage.garbage) - self.weights.marker * damage.skulls
        return value + (self.weights.start if number == 0 else 0.0)

    # -- regions

    def region(self, region: Region) -> float:
        """What a region is worth: yields to come, garbage, recycling plants."""
        weights = self.weights
        worths = self._worth.yielded.values()  # in the order of a production
        value = portable_sum([worth * amount for worth, amount in zip(worths, region.production, strict=True)])
        value += self._clean * region.clean_land() + self._worth.cube * sum(region.garbage)
        dirty = region.dirty()
        for tile in members(dirty):
            value -= PENALTY * (region.garbage[tile] - 1)
        for plant in members(region.plants & region.citizens):
            reach = region.reach(plant)
            value += self._worth.plant
            value += weights.rounds * self.removed * (_RECYCLING + _REACH * min(3, reach.bit_count()))
            if reach & dirty:
                value += _READY * self.removed
        return value

    def with_citizens(self, region: Region) -> float:
        """What a region is worth when the citizens who wait have settled, each in the best city."""
        worth = None
        for tile in members(region.waiting):
            worths = [(self._settled(region, city), -city) for city in members(region.free_on(tile))]
            worth, best = max(worths)
            region.settle(-best)
        return self.region(region) if worth is None else worth

    def _settled(self, region: Region, city: int) -> float:
        region.settle(city)
        worth = self.region(region)
        region.leave(city)
        return worth

    def _lay(self, moves: Sequence[Lay]) -> Iterator[float]:
        """What it brings to lay a tile here or there; where it meets no track, only the room that it takes differs."""
        region, alone = self.table.regions[self.seat], None
        for move in moves:
            if region.network.meets(move.cell, self.table.box.shapes[move.tile].nets(move.turn, 0)):
                yield self._lay_at(move)
            else:
                room = _OPEN * region.touched(move.cell)
                alone = self._lay_at(move) + room if alone is None else alone
                yield alone - room

    def _lay_at(self, move: Lay) -> float:
        region = self.table.regions[self.seat].copy()
        shape = self.table.box.shapes[move.tile]
        tile = region.lay(shape, move.cell, move.turn)
        if shape.is_land:
            region.waiting |= 1 << tile
        joined = 0
        for part in region.network.parts:
            if part.tiles >> tile & 1:
                joined |= part.tiles
        value = _JOINT * (joined & region.touching[tile]).bit_count() - _OPEN * region.touching[tile].bit_count()
        if shape.buildings:
            value += self._served(region, tile)
        return value + self.with_citizens(region)

    def _served(self, region: Region, tile: int) -> float:
        """Cities without citizens that a facility would serve."""
        served = 0
        for part in region.network.parts:
            if part.buildings & ((1 << PLACES) - 1) << PLACES * tile:
                served |= part.cities
        return 0.3 * (served & region.near[tile] & ~region.citizens).bit_count()

    def _after(self, move: Move) -> float:
        """What the region is worth after a move in the administration or recycling, and what it cost."""
        table = self.table
        region = table.regions[self.seat].copy()
        cost = 0.0
        if isinstance(move, Settle):
            region.settle(region.city(move.city))
        elif isinstance(move, Dump):
            region.garbage[region.numbers[move.tile]] += 1
        elif isinstance(move, Clear):
            region.garbage[region.numbers[move.tile]] -= 1
        elif isinstance(move, Worker | Bridge | Separate | Locomotive | Collect | Recycle):
            change(region, move)
        if isinstance(move, Recycle):
            price = table.box.technologies[move.technology].recycling
            cost = self.price(price) if price else 0.0
        return self.region(region) - cost

    # -- moves

    def values(self, legal: Sequence[Move]) -> list[float]:
        """What each move is worth; comparable with the others."""
        stage = self.table.stage
        if stage == ADMINISTERING:
            return self._administration(legal)
        if stage == RECYCLING:
            return [self._after(move) for move in legal]
        return [self._auction(move) for move in legal]

    def _administration(self, legal: Sequence[Move]) -> list[float]:
        """Tiles first, then citizens, then garbage, then technologies as far as they help."""
        for kind in (Lay, Settle, Dump):
            if any(isinstance(move, kind) for move in legal):
                if kind is Lay:
                    first = next(move.tile for move in legal if isinstance(move, Lay))
                    worths = self._lay([move for move in legal if isinstance(move, Lay) and move.tile == first])
                    return [next(worths) if isinstance(move, Lay) and move.tile == first else _LATER for move in legal]
                return [self._after(move) if isinstance(move, kind) else _LATER for move in legal]
        now = self.region(self.table.regions[self.seat])
        return [self._use(move, now) for move in legal]

    def _use(self, move: Move, now: float) -> float:
        """What a technology brings; 0 for what ends the administration."""
        if isinstance(move, Done):
            return 0.0
        if isinstance(move, Remediate):
            price = self.table.box.technologies[move.technology].remediation
            return self.weights.marker - (self.price(price) if price else 0.0)
        if isinstance(move, Improve):
            life = self.table.box.technologies[move.technology].quality_of_life
            return life.points - self.price(life.price) if life else 0.0
        gain = self._after(move) - now
        if isinstance(move, Worker | Bridge | Separate) and self.table.round < LAST_ROUND:
            gain -= 0.5  # it may serve better later
        return gain - 0.01

    def _auction(self, move: Move) -> float:
        table, weights = self.table, self.weights
        if isinstance(move, Choose):
            return self.land(move.tile) - weights.coin * table.minimum
        if isinstance(move, Bid):
            assert table.chosen is not None
            return self.land(table.chosen) - weights.coin * move.coins
        if isinstance(move, Drop):
            return self._dropping()
        if isinstance(move, Buy):
            return self.technology(table.box.technologies[move.technology]) - weights.science * table.price
        if isinstance(move, Contain):
            return self.column(move.column) - weights.science * move.science
        return 0.0

    def _dropping(self) -> float:
        """Dropping out: the compensation, and a technology before the others have it, but no more land."""
        table, weights = self.table, self.weights
        value = 0.0
        if not table.bought[self.seat]:
            value += weights.coin * (table.minimum + table.box.basics.compensation)
        value += self._technology_now()
        others = [self.land(name) - weights.coin * table.minimum for name in table.land if name != table.chosen]
        return value - weights.hope * max(0.0, max(others, default=0.0))

    def _technology_now(self) -> float:
        """What it is worth to choose a technology before the others."""
        table, weights = self.table, self.weights
        offers = [self.technology(table.box.technologies[name]) for name in table.technologies]
        return weights.haste * max(0.0, max(offers, default=0.0) - weights.science * table.price)


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """What each move brings in this round alone: points, and coins and science for a little."""
    assert view.seat is not None
    return Judge(table_of(setup, view, view.seat), view.seat, MYOPIC).values(legal)
