"""The outlook of the residents and economy victories, in which districts grow and pay."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cityleague.engine.card_city_xl import scoring
from cityleague.engine.card_city_xl.bots.evaluation import Position, empty_cells, pollution
from cityleague.engine.card_city_xl.bots.outlook import Horizon, Layers, Outlook, Tastes, layers, worth_on
from cityleague.engine.card_city_xl.cards import (
    COMMERCE,
    LEISURE,
    PARK,
    PARK_PRICE,
    RESIDENTIAL,
    SMOG,
    TOWN_HALL,
    faces,
    grown,
)


class Weights(NamedTuple):
    """What things promise, in points of the victory condition; a unit is what an empty cell counts."""

    unit: float
    money: float
    """A $ at the end."""
    home: float
    """A point of the residential districts."""
    spot: float
    """A good cell for a residential or leisure card to come."""
    smog: float
    """A smog card."""
    coming_smog: float
    """One that an industry is about to bring; it fills a cell that may be worth less empty."""
    payday: float = 0.81
    """A $ of the income to come, in $."""
    cash: float = 0.22
    """Besides, a $ that the next two leisure cards can be paid with, in $."""
    savings: float = 0.43
    """The part of the income to come that pays for leisure."""
    card: float = 0.52
    """A card that counts for size and will be allowed, besides the cell it fills, in units."""
    place: float = 0.71
    """Each card of the next rounds that is allowed already, in units."""
    grown: float = 0.48
    """How many cards a round development brings."""
    park: float = 1.05
    """The part of what a park would be worth that it promises before it is bought."""
    leisure: float = 0.76
    """A leisure card that is likely to be built."""
    beside_three: float = 1.15
    """Of these, one that can touch three districts."""
    beside_two: float = 0.25
    beside_one: float = 0.72
    two_cultures: float = 0.71
    """A residential card to come that can touch two culture cards at once."""
    one_culture: float = 0.38
    link_two: float = 0.26
    """A residential card to come that one more card would join with two districts."""
    link_one: float = 0.12
    narrow: float = 0.37
    """How much each residential card to come is missed that may find no cell."""
    shop_between: float = 0.32
    """A commerce card to come that can touch two residential districts, in $ a round."""
    shop: float = 0.075
    """Any other that finds a cell."""


RESIDENTS = Weights(
    unit=1.0, money=1 / scoring.POINT_PRICE, home=1.0, spot=1.0, smog=scoring.SMOG_POINTS, coming_smog=-1.25
)
ECONOMY = Weights(unit=scoring.EMPTY_MONEY, money=1.0, home=0.0, spot=0.5, smog=0.0, coming_smog=2.5)

HOME_CHANCES = (1.0, 0.68, 0.21, 0.2)
"""How likely a residential district grows that lacks 0, 1, 2, 3 culture cards, if leisure abounds."""
SHOP_CHANCES = (0.98, 0.44, 0.13)
"""How likely a commerce district grows that lacks 0, 1, 2 residential districts."""
FULL = 0.62
"""How likely a district grows while the size limit forbids it."""
MORE = 0.1
"""By how much each of the next three residential cards makes a district larger before it grows."""
STEPS = 0.64
"""How sure the growth of a district is after its first card."""
PARK_CELLS = 2.5
"""How many empty cells a park is likely to touch."""
PARKS, PARKS_ALONE = 2, 3
"""How many parks a player is likely to get."""


Growing = tuple[int, int, int, float, int]
"""A district that may grow: the cells where it can, its size, how many of its cards are the player's, how likely it
grows at all, and the size that it can grow to with all it touches."""


class Districts(Outlook):
    """Cells filled, districts grown, money earned."""

    def __init__(self, ahead: Horizon, tastes: Tastes) -> None:
        super().__init__(ahead, tastes)
        usual = ECONOMY if self.setting.options.victory == "economy" else RESIDENTS
        self._growth = tastes.growth
        self._weights = usual._replace(
            spot=tastes.site * usual.spot,
            card=tastes.card * usual.card,
            place=tastes.card * usual.place,
            leisure=tastes.leisure * usual.leisure,
            payday=tastes.money * usual.payday,
            cash=tastes.money * usual.cash,
        )
        self.smog = usual.coming_smog
        self._together = self.setting.united or self.setting.suburbs
        """Whether a city has districts that are not the player's."""
        sides = self.setting.boards[0].sides
        self._home, self._grown, self._shop = [
            faces("residential", sides)[0], grown("residential", sides), faces("commerce", sides)[0],
        ]  # fmt: skip

    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""
        city, weights = now.city, self._weights
        pay = self.income(now)
        leisure = self.leisure(now, weights.savings * pay * (self.paydays - 1))
        value = self._space(now) + self._money(now, pay)
        value += self._districts(now, leisure) + weights.leisure * leisure
        if weights.smog:
            value += weights.smog * (city.planes[SMOG] & now.land).bit_count()
        if self.setting.ecological:
            value -= pollution(now, self.setting)
        return value

    def _space(self, now: Position) -> float:
        """The cells that will be left empty, and the cards that the size limit will allow."""
        weights = self._weights
        city = now.city
        parks = city.planes[PARK]
        empty, green = empty_cells(now, city.board.grid.neighbours(parks) if parks else 0)
        built = self.allowed(now, self.sized + weights.grown * self.paydays)
        left = max(0.0, empty - built - self.industries)
        alone = min(left, max(0.0, empty - green - built - self.industries))
        value = left - 2 * alone + weights.card * built + weights.place * min(now.holding.room, self.soon)
        return weights.unit * value + self._parks(now, alone)

    def _parks(self, now: Position, alone: float) -> float:
        """What the parks are worth that can still be bought."""
        if not self.setting.green or not self.rounds:
            return 0.0
        own = (now.city.planes[PARK] & now.land).bit_count()
        number = min((PARKS_ALONE if self.setting.solo else PARKS) - own, self.rounds, self.parks)
        if number <= 0:
            return 0.0
        weights = self._weights
        gain = 2 * weights.unit * min(PARK_CELLS, alone / number) - PARK_PRICE * weights.money
        return weights.park * number * max(0.0, gain)

    def _money(self, now: Position, pay: int) -> float:
        weights = self._weights
        money = now.money + weights.payday * pay * self.paydays
        if self.rounds:
            next_pay = pay if self.grows else 0
            money += weights.cash * min(now.money + next_pay, 5 * min(self.expected[LEISURE], 2))
        return weights.money * money

    def _districts(self, now: Position, leisure: float) -> float:
        """The districts as they are, as they may grow, and the cells for cards that would help them."""
        weights = self._weights
        ground, land, free = now.city.ground, now.land, now.sites
        homes = now.city.districts[RESIDENTIAL]
        own = near = layers(homes.values())
        if self._together:
            own = layers([near for district, near in homes.items() if district & land])
        value = self._home_value(now, ground.without_clash(self._grown, free), near, leisure)
        value += weights.spot * worth_on(
            leisure,
            (own.thrice & free, weights.beside_three),
            (own.twice & free, weights.beside_two),
            (own.once & free, weights.beside_one),
        )
        pay = weights.money * weights.payday
        if self.paydays > 1 and now.city.districts[COMMERCE]:
            value += self._growth * pay * (self.paydays - 1) * growth(self._shops(now, free))
        sites = ground.without_clash(self._shop, free)
        coming = worth_on(self.expected[COMMERCE], (sites & near.twice, weights.shop_between), (sites, weights.shop))
        return value + pay * self.paydays * coming

    def _home_value(self, now: Position, growable: int, near: Layers, leisure: float) -> float:
        """Residential districts, what they may become, and the cells for more of them."""
        weights, city, home = self._weights, now.city, self.expected[RESIDENTIAL]
        homes = self._homes(now, growable, leisure)
        value = weights.home * sum([own * (size + 1) for _, size, own, _, _ in homes]) / 2
        value += self._growth * weights.home * growth(homes, MORE * min(home, 3))
        sites, link = city.ground.without_clash(self._home, growable), city.board.grid.neighbours
        spots = worth_on(
            home,
            (sites & city.fed_twice[RESIDENTIAL], weights.two_cultures),
            (sites & city.fed[RESIDENTIAL], weights.one_culture),
        )
        spots += worth_on(
            home,
            (sites & link(growable & near.twice), weights.link_two),
            (sites & link(growable & near.once), weights.link_one),
        )
        return value + weights.spot * (spots - weights.narrow * max(0.0, home - sites.bit_count() / 2))

    def _sure(self, now: Position, chances: Sequence[float]) -> float:
        """How likely a district grows that lacks nothing."""
        return chances[0] if self.grows and now.holding.room > 0 else FULL

    def _homes(self, now: Position, growable: int, leisure: float) -> tuple[Growing, ...]:
        """The residential districts."""
        city, land = now.city, now.land
        estate = land | city.board.suburbs
        homes = []
        for district, faced, touched in city.neighbours(RESIDENTIAL, LEISURE, TOWN_HALL):
            size, goal = district.bit_count(), touched.bit_count()
            mine = (district & estate).bit_count() if district & land else 0
            lacking = size + 1 - goal
            chance = _chance(HOME_CHANCES, lacking, leisure) if lacking > 0 else self._sure(now, HOME_CHANCES)
            homes.append((faced & growable, size, mine, chance, goal))
        return tuple(homes)

    def _shops(self, now: Position, free: int) -> tuple[Growing, ...]:
        """The player's commerce districts."""
        city, land = now.city, now.land
        estate = land | city.board.suburbs
        homes, home, shops = city.districts[RESIDENTIAL], self.expected[RESIDENTIAL], []
        for district, faced, touched in city.neighbours(COMMERCE, RESIDENTIAL):
            if district & land:
                size = district.bit_count()
                goal = sum([1 for other in homes if other & touched]) if touched else 0
                lacking = size + 1 - goal
                chance = _chance(SHOP_CHANCES, lacking, home) if lacking > 0 else self._sure(now, SHOP_CHANCES)
                shops.append((faced & free, size, (district & estate).bit_count(), chance, goal))
        return tuple(shops)


def _chance(chances: Sequence[float], lacking: int, helpers: float) -> float:
    """How likely a district grows that lacks so many cards of those of which so many are likely to come."""
    return chances[lacking] * helpers / (helpers + lacking) if lacking < len(chances) else 0.0


@lru_cache(maxsize=1 << 12)
def growth(districts: tuple[Growing, ...], more: float = 0.0) -> float:
    """What districts are likely to gain by growing, in points of districts; a cell that joins several counts once.

    `more`: cards that are likely to make a district larger before it grows. It is kept: 5 % of the heuristic's time.
    """
    shared = layers([district[0] for district in districts]).twice
    joining: dict[int, float] = {}
    rest = shared
    while rest:
        cell = rest & -rest
        rest ^= cell
        joining[cell] = _joined([district for district in districts if district[0] & cell], more)
    total = 0.0
    taken = set()
    for cells, size, own, chance, goal in districts:
        if not own:
            continue
        value, top = 0.0, 0
        if chance and cells & ~shared:
            value = chance * _gain(own, size, 1 + STEPS * max(0, goal - size - 1))
        if cells & shared:
            for cell, gain in joining.items():
                if cells & cell and gain > value:
                    value, top = gain, cell
        if top not in taken:
            total += value
        if top:
            taken.add(top)
    return total


def _joined(districts: Sequence[Growing], more: float) -> float:
    """The gain of a cell at which several districts would become one."""
    failing, before, joined, mine, most = 1.0, 0.0, 1, 1, 0
    for _, size, own, chance, goal in districts:
        failing *= 1 - chance
        before += own * (size + 1) / 2
        joined, mine, most = joined + size, mine + own, max(most, goal)
    steps = STEPS * max(0, most - joined) + more * failing
    return (1 - failing) * ((mine + steps) * (joined + steps + 1) / 2 - before)


def _gain(own: int, size: int, steps: float) -> float:
    """What a district of which a player has so many cards is worth more to him when it has grown."""
    return (own + steps) * (size + steps + 1) / 2 - own * (size + 1) / 2
