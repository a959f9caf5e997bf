"""What a position can still become: the measure of the heuristic bot.

It is the score as it stands and what the coming rounds may add: income; the use of goods; the growth of counts; room to
build; penalties that can still be averted; anchors that can still be built. The figures are guesses that did well in
games against other bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from cityleague.engine.boards.bits import members
from cityleague.engine.bots.parameters import Parameters, meaning, within
from cityleague.engine.neom.board import BOARD, SIDE
from cityleague.engine.neom.bots.evaluation import Position, score_of
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.counting import COUNTERS, Look, total
from cityleague.engine.neom.figures import Share
from cityleague.engine.neom.scoring import GHOST_TOWN, NO_POWER, Count, area_points, count
from cityleague.engine.neom.table import GENERATIONS, ROUNDS, NeomTable, turn_of
from cityleague.engine.neom.tiles import FILLED, GOODS, POWER, RESIDENTIAL, Tile
from cityleague.engine.protocol import Setup
from cityleague.engine.sums import portable_sum

ALL_ROUNDS = GENERATIONS * ROUNDS

GROWTH = {
    "residential": 5.0, "commercial": 4.5, "industrial": 4.5, "public": 4.0, "extraction": 1.0, "power": 1.0,
    "good": 8.0, "raw_good": 1.5, "five_money": 5.0, "five_final_income": 6.0, "residential_area": 2.0,
    "area_of_one": 1.0, "area_of_two": 0.5, "area_of_more": 1.0, "set": 3.0, "modest_residential": 2.5,
    "residential_around": 1.5, "residential_elsewhere": 3.5, "polluted_around": 2.0, "commercial_around": 1.5,
    "building_around": 4.0, "residential_by_shops": 1.5, "square": 3.0, "corner": 2.0, "industrial_on_edge": 2.5,
    "industrial_near_residential": 3.0, "two_beside_alike": 6.0, "industrial_in_largest_area": 3.0,
    "commercial_industrial_pair": 2.0,
}  # fmt: skip
"""How much a count grows in a whole game."""
_AROUND = {"polluted_around": 1.5, "commercial_around": 1.0, "building_around": 3.0, "residential_around": 1.0}
"""For a tile that has no place yet: the counts round a good place in a city of `_LARGE` tiles."""
_LARGE = 12

_MORE = tuple([area_points(size + 1) - area_points(size) for size in range(SIDE * SIDE + 1)])
"""By the size of a residential area: what one more tile brings."""

_REACTION = 0.25
"""How many tiles that other tiles react to are built in a round."""
_PROTECTION, _CHOICE, _POWER = 2.0, 5.0, 3.0
"""What an anchor is worth if it protects or insures, if it makes a good of choice, and if it makes the only power."""


class Weights(Parameters, frozen=True, cache_hash=True):
    """What the heuristic weighs, in points unless something else is said."""

    judge: Annotated[Literal["hand", "learned"], meaning("Whether learned weights join those that follow.")] = "learned"
    foresight: Annotated[float, within(0, 5, "All that is not yet scored, against the score as it stands.")] = 1.0
    good: Annotated[float, within(0, 10, "A good, by the share of tiles that need it, in halves of its price.")] = 2.5
    good_at_bank: Annotated[float, within(0, 10, "The same for one or two players, as the bank sells the rest.")] = 0.8
    growth: Annotated[float, within(0, 5, "The growth of a count: a factor of the usual growth.")] = 0.8
    money: Annotated[float, within(0, 2, "Each of the first coins, besides what it scores.")] = 0.25
    purse: Annotated[int, within(0, 40, "How many coins are the first.")] = 8
    power: Annotated[float, within(0, 1, "Lack of power: the part of the penalty that may still be averted.")] = 0.8
    ghost: Annotated[float, within(0, 1, "A ghost town: the part of the penalty that may still be averted.")] = 0.9
    opening: Annotated[float, within(0, 5, "Each empty cell that a road leads to, up to the number wanted.")] = 0.7
    openings: Annotated[int, within(0, 20, "The number of such cells that is wanted.")] = 4
    area: Annotated[float, within(0, 10, "The residential area that grows best: a factor of one more tile.")] = 1.5
    anchor: Annotated[float, within(0, 15, "A round without an anchor: what an anchor built later costs.")] = 3.0
    keep: Annotated[float, within(0, 1, "How likely an anchor is to be built later.")] = 0.95
    lost_tile: Annotated[float, within(0, 20, "What a removed tile costs, roughly.")] = 4.0
    struck: Annotated[float, within(0, 1, "How likely others are to pick a disaster that this seat does not.")] = 0.5
    deny: Annotated[float, within(0, 2, "With two players: the best tile that is left to the other one.")] = 0.4

    @classmethod
    def usual(cls, setup: Setup) -> Weights:
        """What has been found for this number of players."""
        return TUNED.get(setup.seats, USUAL)


USUAL = Weights()
TUNED = {2: Weights(foresight=0.9068, growth=0.9216, money=0.2047, opening=0.8504, anchor=3.456, deny=0.7488)}
"""By number of players: what `tune` has found."""


class Coming(NamedTuple):
    """What a tile will still bring: fixed, and by the growth of what it counts, for its income and for its points."""

    fixed: float
    income: float
    points: float
    next_income: int
    """The part of its income that is fixed, at the end of this generation."""
    later_income: int
    """The same at the ends of the later ones, in all."""


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What a city with unbuilt anchors will still bring, without its money, and what that depends on."""

    city: float
    """What it brings as it is."""
    use: float
    """The part of that by the use of its goods."""
    averted: float
    room: float
    anchors: float
    best_anchor: float
    """What the best of the anchors will bring if it is built; 0 without any."""
    openings: int
    """The empty cells to which roads from the centre lead."""
    ends: int
    """The empty cells to which roads of residential tiles lead."""
    sizes: list[int]
    """The sizes of its residential areas."""
    growth: int
    """The points of one more tile where it brings most, of the areas that a road leads out of."""
    next_income: int
    """What the city as it is brings at the end of this generation."""
    later_income: int
    """The same at the ends of the later ones, in all."""


class Moment(NamedTuple):
    """All that an outlook depends on, besides the positions that it measures."""

    box: Box
    stacks: tuple[tuple[int, ...], ...]
    """The tiles of this generation and of the later ones."""
    seats: int
    round: int
    money: int
    """What the seat has."""

    @classmethod
    def of(cls, table: NeomTable, seat: int) -> Moment:
        """The present moment for a seat."""
        stacks = tuple([table.stack(number) for number in range(table.generation, GENERATIONS + 1)])
        return cls(table.box, stacks, table.seats, table.round, table.money[seat])


class Outlook:
    """The measure of a seat's positions in this round.

    It remembers what it has measured: different ways to pay, and different decisions, lead to the same position.
    """

    def __init__(self, moment: Moment, weights: Weights = USUAL) -> None:
        self._box, self._foresight, self._weights = moment.box, weights.foresight, weights
        self._money = moment.money
        self.left = ALL_ROUNDS - moment.round
        """The rounds after this one."""
        self._later = self.left / ALL_ROUNDS
        self._growth = weights.growth * self._later
        self.payments = range(GENERATIONS - len(moment.stacks), GENERATIONS)
        """The generations that still bring income, from 0."""
        self._use_of_good = _use_of_goods(moment._replace(money=0), weights)
        self._uses: dict[int, float] = {}
        self._coming: dict[Tile, Coming] = {}
        self._promises: dict[tuple[object, ...], tuple[float, float]] = {}
        self._known: dict[Position, float] = {}
        self._purse, self._turns, self._defence = self._soon(4), self._soon(6), self._soon(ALL_ROUNDS / 2)

    def _soon(self, rounds: float) -> float:
        """1 while there are at least this many rounds left; then it falls to 0."""
        return min(1.0, self.left / rounds)

    def __call__(self, there: Position) -> float:
        """How good a position is."""
        worth = self._known.get(there)
        if worth is None:
            worth = self._known[there] = self._measure(there)
        return worth

    def _measure(self, there: Position) -> float:
        counted, terms = count(there.city), self.terms(there)
        return score_of(self._box, there, counted) + self._foresight * self.beyond(there, counted, terms)

    def beyond(self, there: Position, _: Count, terms: Terms) -> float:
        """What a position will still bring, besides its score."""
        money = self._weights.money * min(there.money, self._weights.purse) * self._purse
        return terms.city + money + terms.averted + terms.room + terms.anchors

    def terms(self, there: Position) -> Terms:
        """What a position's city and its anchors will still bring."""
        city = there.city
        openings = city.openings()
        ends, sizes, growth = _areas(city)
        use = self.use(city.goods)
        tiles, next_income, later_income = self._tiles(city)
        anchors, best_anchor = self._anchors(city, there.anchors)
        return Terms(
            use + tiles, use, self._averted(city), self._room(openings.bit_count(), growth), anchors,
            best_anchor, openings, ends, sizes, growth, next_income, later_income,
        )  # fmt: skip

    def use(self, goods: int) -> float:
        """The future use of a set of goods."""
        if goods not in self._uses:
            self._uses[goods] = portable_sum([self._use_of_good[good] for good in members(goods)])
        return self._uses[goods]

    def _tiles(self, city: City) -> tuple[float, int, int]:
        """Coming income, reactions to coming tiles, and the growth of what tiles count; the next and later incomes."""
        worth, now, later, payments = 0.0, 0, 0, len(self.payments)
        for tile in filter(None, city.at):
            fixed, income, points, next_income, later_income = self._coming.get(tile) or self._coming_of(tile)
            worth += fixed
            now += next_income
            later += later_income
            if tile.income_per:
                counted = total(tile.income_per, Look(city, city.at.index(tile)))
                worth += payments * (counted + income) / 2
                now += counted
                later += counted * (payments - 1)
            worth += points
        return worth, now, later

    def _coming_of(self, tile: Tile) -> Coming:
        """What a tile will still bring."""
        now, *later = [tile.income[payment] for payment in self.payments]
        coming = self._coming[tile] = Coming(
            (now + sum(later)) / 2 + self._reactions(tile),
            self._growth * _grown(tile.income_per) / 2,
            self._growth * _grown(tile.points_per),
            now,
            sum(later),
        )
        return coming

    def _reactions(self, tile: Tile) -> float:
        """The money that a tile will bring when events happen later on, in points."""
        return (tile.on_pick + _REACTION * (tile.on_build + tile.on_link)) * self.left / 2

    def _averted(self, city: City) -> float:
        """The parts of penalties that there is still time to avert."""
        homes = city.cells[RESIDENTIAL].bit_count()
        averted = 0.0 if city.cells[POWER] else -NO_POWER * self._weights.power
        return (averted - GHOST_TOWN.get(homes, 0) * self._weights.ghost) * self._defence

    def _room(self, openings: int, growth: int) -> float:
        """Room to build, and room for residential areas to grow."""
        weights = self._weights
        return (
            weights.opening * min(openings, weights.openings) * self._turns
            + weights.area * growth * self._later
        )  # fmt: skip

    def _anchors(self, city: City, anchors: tuple[int, ...]) -> tuple[float, float]:
        """What the best unbuilt anchors will bring, as many as time allows, less what their rounds are worth anyway;
        and what the best one will bring.
        """
        look = Look(city, 0, self._money)
        seen = anchors, *[matters(look) for matters in _matters(self._box, anchors)]
        known = self._promises.get(seen)
        if known is None:
            worths = sorted([self.promise(city, number) for number in anchors], reverse=True)
            more = [max(0.0, value - self._weights.anchor) for value in worths[: self.left]]
            known = self._promises[seen] = self._weights.keep * portable_sum(more), worths[0] if worths else 0.0
        return known

    def promise(self, city: City, number: int) -> float:
        """What an anchor will be worth if it is built before the end."""
        tile, look = self._box.tiles[number], Look(city, 0, self._money)
        worth = tile.points + (tile.once - tile.cheapest) / 2
        if tile.points_per:
            worth += portable_sum([self._share(share, look, self._growth) for share in tile.points_per])
        if tile.once_per:
            worth += portable_sum([self._share(share, look, self._growth) for share in tile.once_per]) / 2
        income = float(max(tile.income))
        if tile.income_per:
            income += portable_sum([self._share(share, look, self._growth / 2) for share in tile.income_per])
        worth += len(self.payments) * income / 2 + self._reactions(tile)
        if tile.any_good:
            worth += _CHOICE * (1 + self._later) / 2
        if tile.insures or tile.fire or tile.violence:
            worth += _PROTECTION * self._soon(ROUNDS)
        if tile.power and not city.cells[POWER]:
            worth += _POWER
        return worth

    @staticmethod
    def _share(share: Share, look: Look, growth: float) -> float:
        """What a share will bring for a tile that has no place yet."""
        around = _AROUND.get(share.of)
        count = float(COUNTERS[share.of](look)) if around is None else around * min(1.0, _size(look) / _LARGE)
        return share.each * (count + growth * GROWTH[share.of])


def _areas(city: City) -> tuple[int, list[int], int]:
    """The empty cells to which roads of residential areas lead, the sizes of these, and how much one can grow."""
    ends, sizes, growth, empty = 0, [], 0, BOARD.full & ~city.cells[FILLED]
    for area in city.homes:
        size = area.bit_count()
        sizes.append(size)
        if out := city.ends(area) & empty:
            ends |= out
            growth = max(growth, _MORE[size])
    return ends, sizes, growth


@lru_cache(maxsize=16)  # all seats of a round share it
def _use_of_goods(moment: Moment, weights: Weights) -> tuple[float, ...]:
    """The future use of each good: what it is worth for the coming tiles that need it."""
    weight = weights.good if moment.seats > 2 else weights.good_at_bank
    uses = [0.0] * len(GOODS)
    for number, stack in enumerate(moment.stacks):
        share = (1.0 if number else 1 - turn_of(moment.round) / ROUNDS) / max(moment.seats, 3)
        for tile in stack:
            for good in members(moment.box.tiles[tile].wanted):
                uses[good] += weight * share * moment.box.prices[good] / 2
    return tuple(uses)


@lru_cache(maxsize=512)  # 2 % of `heuristic`
def _matters(box: Box, anchors: tuple[int, ...]) -> list[Callable[[Look], int]]:
    """All that matters in a city for what these anchors promise."""
    matters = []
    for tile in [box.tiles[number] for number in anchors]:
        shares = (*tile.points_per, *tile.once_per, *tile.income_per)
        matters += [_size if share.of in _AROUND else COUNTERS[share.of] for share in shares]
        matters += [COUNTERS["power"]] * tile.power
    return matters


def _size(look: Look) -> int:
    return look.city.tiles.bit_count()


def _grown(shares: Sequence[Share]) -> float:
    """How much the shares grow in a whole game."""
    return portable_sum([share.each * GROWTH[share.of] for share in shares])
