"""The evaluation of moves: the worth of land, technologies, damage and cells. `greedy` plays by it."""

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.protocol import Setup
from cityleague.engine.sums import portable_sum
from cityleague.engine.twentieth_century import moves
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS
from cityleague.engine.twentieth_century.damage import columns
from cityleague.engine.twentieth_century.figures import RAISES, BonusLine, CityFigures, Good, Price, Technology
from cityleague.engine.twentieth_century.region import Production, Region
from cityleague.engine.twentieth_century.scoring import PENALTY
from cityleague.engine.twentieth_century.table import ADMINISTERING, CHOOSING, LAST_ROUND, RECYCLING, CenturyTable
from cityleague.engine.twentieth_century.technologies import change
from cityleague.engine.twentieth_century.terrain import union
from cityleague.engine.twentieth_century.view import View, table_of

_LATER = -1000.0
"""For moves that are better made after others."""
_JOINT = 0.15
"""The worth of joining a new tile to another by track: it may be of use some time."""
_RECYCLING, _REACH, _READY = 0.3, 0.1, 0.3
"""How often a recycling plant removes a cube: always, for each tile in reach, and if a cube lies there now."""
_OPEN = 0.02
"""The worth of a free cell beside a new tile."""

_CHANGING = (moves.Worker, moves.Bridge, moves.Separate, moves.Locomotive, moves.Collect, moves.Recycle)
"""The uses of technologies that change a region."""
_FOR_ONCE = (moves.Worker, moves.Bridge, moves.Separate)
"""The uses that serve once in a game."""


class Weights(NamedTuple):
    """The weights of the evaluation, in points."""

    coin: float
    science: float
    """A coin, or a science, in hand now."""
    coins: float
    sciences: float
    """One more coin, or science, in each round to come."""
    rounds: float
    """How often cities yield from now on."""
    citizen: float
    """A city without a citizen: the share of its yields that is expected."""
    garbage: float
    """New garbage: the share of its cost at the end that is expected."""
    marker: float
    """A field of the pollution track."""
    start: float
    """Being start player."""
    bonus: float
    """A bonus card for a later round: the share of its points that is expected."""


MYOPIC = Weights(
    coin=0.3, science=0.25, coins=0.3, sciences=0.25, rounds=1.0, citizen=0.1, garbage=0.5, marker=1.0, start=0.0,
    bonus=0.0,
)  # fmt: skip
"""Weights for this round alone: yields count once, and later bonus cards and technologies do not count."""


class Worth:
    """The worth of yields, land and garbage to a seat, in points, with the bonus cards still to be scored."""

    def __init__(self, table: CenturyTable, seat: int, weights: Weights) -> None:
        self.clean: float = table.box.pollution.clean_land[table.pollution[seat]]
        """A land tile without garbage."""
        self.yielded: dict[Good, float] = {
            "coins": weights.coins,
            "science": weights.sciences,
            "prosperity": weights.rounds,
        }
        """By good: one more in each round to come."""
        self.plant = 0.0
        """A recycling plant with a citizen, without what it removes."""
        self.cube = 0.0
        """A cube of garbage, wherever it lies."""
        for number, name in zip(BONUS_ROUNDS, table.bonus_cards, strict=False):
            if table.round <= number:
                share = 1.0 if table.round == number else weights.bonus
                for line in table.box.bonus[name].lines:
                    self._bonus(line, share, number - table.round + 1)

    def _bonus(self, line: BonusLine, share: float, rounds: int) -> None:
        """Add the worth of a line of a bonus card that will be scored in so many rounds."""
        points = share * line.points
        match line.counts:
            case "coins" | "science" | "prosperity":
                self.yielded[line.counts] += points
            case "points":
                self.yielded["prosperity"] += points * rounds
            case "clean land":
                self.clean += points
            case "clean land by pollution":
                self.clean *= 1 + points
            case "garbage":
                self.cube += points
            case "plants":
                self.plant += points
            case "flowers":
                pass


class Judge:
    """The worth of moves to a seat."""

    def __init__(self, table: CenturyTable, seat: int, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self._worth = Worth(table, seat, weights)
        self._clean = self._worth.clean
        region = table.regions[seat]
        new = [name for name in table.hands[seat] if name in table.box.land]
        self._tiles = region.clean_land() + len(new) - table.cubes[seat]
        """How many land tiles will be clean once all new garbage is placed; below 0, how many cubes share a tile."""
        self._removed = weights.garbage * (self._clean if self._tiles >= 0 else PENALTY) - self._worth.cube
        """The worth of removing a cube."""

    # -- cities, land, technologies, damage

    def city(self, city: CityFigures) -> float:
        """The worth of a city with a citizen in all rounds to come, without facilities."""
        worth = self._worth.yielded
        value = worth["coins"] * city.coins + worth["science"] * city.science + worth["prosperity"] * city.prosperity
        if city.recycling:
            value += self._worth.plant + self.weights.rounds * _RECYCLING * self._removed
        return value

    def cubes(self, number: int, more_land: int = 0) -> float:
        """The cost of so many new cubes, spread over clean land as long as there is some."""
        spread = min(number, max(0, self._tiles + more_land))
        cost = self.weights.garbage * (spread * min(self._clean, PENALTY) + (number - spread) * PENALTY)
        return cost - number * self._worth.cube

    def bare_land(self, name: str) -> float:
        """The worth of land without its garbage: its best city, something for the others, clean land."""
        worths = sorted([self.city(city) for city in self.table.box.land[name].cities], reverse=True)
        return worths[0] + self.weights.citizen * portable_sum(worths[1:]) + self._clean

    def land(self, name: str) -> float:
        """The worth of land with the garbage that it brings."""
        return self.bare_land(name) - self.cubes(self.table.bought[self.seat] + 1, 1)

    def technology(self, technology: Technology) -> float:
        """The worth of a technology, with what it brings at once."""
        weights, rounds = self.weights, self.weights.rounds
        value = weights.marker * (technology.flowers - technology.skulls) - self.cubes(technology.garbage)
        if technology.facility:
            for building in technology.facility.buildings:
                value += 1.6 * building.bonus * self._worth.yielded[RAISES[building.kind]]
        if technology.worker:
            value += self._best_free()
        if technology.locomotive:
            value += 0.4 * self._best_free()
        if technology.bridge:
            value += 0.5
        if technology.waste_separation:
            value += self._removed
        if technology.garbage_collection:
            value += 0.25 * rounds * self._removed
        if technology.recycling:
            value += max(0.0, rounds * self._removed - self._each_round(technology.recycling))
        if technology.remediation:
            value += max(0.0, rounds * weights.marker - self._each_round(technology.remediation))
        if technology.quality_of_life:
            life = technology.quality_of_life
            value += max(0.0, rounds * life.points - self._each_round(life.price))
        return value

    def _each_round(self, price: Price) -> float:
        """The worth of a price that is paid in each round."""
        return self.weights.coins * price.coins + self.weights.sciences * price.science

    def _best_free(self) -> float:
        """The worth of the best city that a citizen could enter."""
        region = self.table.regions[self.seat]
        free = [self.city(region.figures(city)) for city in members(region.open_cities())]
        lying = [self.city(city) for name in self.table.hands[self.seat] if name in self.table.box.land
                 for city in self.table.box.land[name].cities[1:]]  # fmt: skip
        return max([*free, *lying], default=0.0)

    def price(self, price: Price) -> float:
        """The worth of a price."""
        return self.weights.coin * price.coins + self.weights.science * price.science

    def column(self, number: int) -> float:
        """The worth of a column of the damage card; usually below 0."""
        damage = columns(self.table)[number]
        value = -self.cubes(damage.garbage) - self.weights.marker * damage.skulls
        return value + (self.weights.start if number == 0 else 0.0)

    # -- regions

    def region(self, region: Region) -> float:
        """The worth of a region: yields to come, garbage, recycling plants."""
        return self._yields(region.production) + self._ground(region)

    def _yields(self, production: Production) -> float:
        coins, science, prosperity = production
        worth = self._worth.yielded
        return worth["coins"] * coins + worth["science"] * science + worth["prosperity"] * prosperity

    def _ground(self, region: Region) -> float:
        """The worth of clean land, garbage and recycling plants."""
        cubes = sum(region.garbage)
        value = self._clean * region.clean_land() + self._worth.cube * cubes
        value -= PENALTY * (cubes - region.dirty.bit_count())
        for plant in members(region.terrain.plants & region.citizens):
            value += self._plant(region, plant)
        return value

    def _plant(self, region: Region, plant: int) -> float:
        """The worth of a recycling plant with a citizen."""
        reach = region.terrain.reach(plant)
        often = self.weights.rounds * (_RECYCLING + _REACH * min(3, reach.bit_count()))
        return self._worth.plant + self._removed * (often + _READY if reach & region.dirty else often)

    def with_citizens(self, region: Region) -> float:
        """The worth of a region after each waiting citizen has settled in the best city."""
        value = None
        for tile in members(region.waiting):
            ground = self._ground(region)
            value, best = max([(self._settled(region, city, ground), -city) for city in members(region.free_on(tile))])
            region.settle(-best)
        return self.region(region) if value is None else value

    def _settled(self, region: Region, city: int, ground: float) -> float:
        """The worth of a region after a citizen has settled in a city; `ground`: that of its ground before."""
        value = self._yields(region.production_with(city)) + ground
        return value + self._plant(region, city) if region.terrain.plants >> city & 1 else value

    def _lay_first(self, legal: Sequence[moves.Move]) -> list[float]:
        """The worth of each way to lay the first tile; where it meets no track, only its room matters."""
        terrain, alone = self.table.regions[self.seat].terrain, None
        first = next(move.tile for move in legal if isinstance(move, moves.Lay))
        shape = self.table.box.shapes[first]
        worths = []
        for move in legal:
            if not isinstance(move, moves.Lay) or move.tile != first:
                worths.append(_LATER)
            elif terrain.meets(shape, move.cell, move.turn):
                worths.append(self._lay_at(move))
            else:
                room = _OPEN * terrain.touched(move.cell)
                alone = self._lay_at(move) + room if alone is None else alone
                worths.append(alone - room)
        return worths

    def _lay_at(self, move: moves.Lay) -> float:
        region = self.table.regions[self.seat].copy()
        shape = self.table.box.shapes[move.tile]
        tile = region.lay(shape, move.cell, move.turn, trying=True)
        if shape.is_land:
            region.waiting |= 1 << tile
        joined = union([tiles for _, tiles, _ in region.terrain.parts_on(tile)])
        touching = region.terrain.touching[tile]
        value = _JOINT * (joined & touching).bit_count() - _OPEN * touching.bit_count()
        if shape.buildings:
            value += self._served(region, tile)
        return value + self.with_citizens(region)

    def _served(self, region: Region, tile: int) -> float:
        """The worth of cities without citizens that a facility would serve."""
        served = union([yields.cities for yields in region.terrain.served(tile)])
        return 0.3 * (served & ~region.citizens).bit_count()

    def _after(self, move: moves.Move) -> float:
        """The worth of the region after a move in the administration or recycling, less the price of the move."""
        table = self.table
        region = table.regions[self.seat].copy()
        cost = 0.0
        if isinstance(move, moves.Settle):
            region.settle(region.city(move.city))
        elif isinstance(move, moves.Dump):
            region.put(region.terrain.numbers[move.tile])
        elif isinstance(move, moves.Clear):
            region.put(region.terrain.numbers[move.tile], -1)
        elif isinstance(move, _CHANGING):
            change(region, move)
            if isinstance(move, moves.Recycle):
                price = table.box.technologies[move.technology].recycling
                cost = self.price(price) if price else 0.0
        return self.region(region) - cost

    # -- moves

    def values(self, legal: Sequence[moves.Move]) -> list[float]:
        """The worth of each move, to be compared with the others."""
        stage = self.table.stage
        if stage == ADMINISTERING:
            return self._administration(legal)
        if stage == RECYCLING:
            return [self._after(move) for move in legal]
        return [self._auction(move) for move in legal]

    def _administration(self, legal: Sequence[moves.Move]) -> list[float]:
        """Tiles first, then citizens, then garbage, then technologies that help."""
        kinds = {*map(type, legal)}
        if moves.Lay in kinds:
            return self._lay_first(legal)
        for kind in (moves.Settle, moves.Dump):
            if kind in kinds:
                return [self._after(move) if type(move) is kind else _LATER for move in legal]
        now = self.region(self.table.regions[self.seat])
        return [self._use(move, now) for move in legal]

    def _use(self, move: moves.Move, now: float) -> float:
        """The worth of using a technology, compared with finishing the administration."""
        if isinstance(move, moves.Done):
            return 0.0
        if isinstance(move, moves.Remediate):
            price = self.table.box.technologies[move.technology].remediation
            return self.weights.marker - (self.price(price) if price else 0.0)
        if isinstance(move, moves.Improve):
            life = self.table.box.technologies[move.technology].quality_of_life
            return life.points - self.price(life.price) if life else 0.0
        gain = self._after(move) - now
        if isinstance(move, _FOR_ONCE) and self.table.round < LAST_ROUND:
            gain -= 0.5  # it may serve better later
        return gain - 0.01

    def _auction(self, move: moves.Move) -> float:
        table, weights = self.table, self.weights
        if isinstance(move, moves.Choose):
            return self.land(move.tile) - weights.coin * table.minimum
        if isinstance(move, moves.Bid):
            assert table.chosen is not None
            return self.land(table.chosen) - weights.coin * move.coins
        if isinstance(move, moves.Pass):
            others = [self.land(name) - weights.coin * table.minimum for name in table.land if name != table.chosen]
            return max([self.compensation(table.bought[self.seat]), *others])
        if isinstance(move, moves.Drop):
            return self.compensation(table.bought[self.seat]) if table.stage == CHOOSING else _LATER
        if isinstance(move, moves.Buy):
            return self.technology(table.box.technologies[move.technology]) - weights.science * table.price
        if isinstance(move, moves.Contain):
            return self.column(move.column) - weights.science * move.science
        return 0.0

    def compensation(self, bought: int) -> float:
        """The worth of dropping out after so much land was bought in this round."""
        return 0.0 if bought else self.weights.coin * (self.table.minimum + self.table.box.basics.compensation)


def prospects(setup: Setup, view: View, legal: Sequence[moves.Move]) -> list[float]:
    """What each move brings in this round alone: points, and a little for coins and science."""
    assert view.seat is not None
    return Judge(table_of(setup, view), view.seat, MYOPIC).values(legal)
