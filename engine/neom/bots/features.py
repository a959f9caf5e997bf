"""What a learned judge looks at in a position: whole numbers, which are the same on every machine.

`examples/learning` finds weights for them. Each number counts as it is, and again times the rounds that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from cityleague.engine.boards.bits import members
from cityleague.engine.bots.learned import SCALE, packaged
from cityleague.engine.neom.board import BOARD, ORIGIN, STRIDE
from cityleague.engine.neom.bots.evaluation import Position
from cityleague.engine.neom.bots.outlook import Moment, Outlook, Weights
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import Look, total
from cityleague.engine.neom.scoring import area_points, pollution_points
from cityleague.engine.neom.tiles import (
    COMMERCIAL,
    FILLED,
    GOODS,
    INDUSTRIAL,
    POLLUTED,
    POWER,
    RESIDENTIAL,
    TYPES,
    VARYING,
)

_PARTS = 8
"""The heuristic's own terms are rounded to such parts of a point."""
_PURSES = (4, 8, 14)
_CITY = (
    "one", *TYPES, "tiles", "polluted", "power", "against fire", "against violence", "anchors built", "tiles that vary",
    *GOODS, "use of goods", "what tiles bring", "penalties averted", "room", "anchors", "points printed",
    "points that vary", "points of areas", "pollution", "no homes", "one home", "no power", "next income",
    "later income", "money for picks", "money for shops", "money for links", "insured", "stand-ins", "west route",
    "east route", "openings", "openings of homes", "growth of an area", "areas", "largest area", "polluted openings",
    "openings near homes", "clean openings of homes", "dead ends", "full sets", "unbuilt anchors", "best anchor",
    "origin covered",
)  # fmt: skip
_MONEY = ("money", *[f"money up to {most}" for most in _PURSES])
_ONCE = (*_CITY, *_MONEY)
COLUMNS = (*_ONCE, *[f"{name}, times rounds left" for name in _ONCE])
"""The names of the numbers, in their order."""


def features(outlook: Outlook, there: Position) -> list[int]:
    """The numbers of a position at the moment of an outlook, by COLUMNS."""
    once = [*_of_city(outlook, there.city, there.anchors), *_of_money(there.money)]
    return [*once, *[outlook.left * number for number in once]]


def _of_city(outlook: Outlook, city: City, anchors: tuple[int, ...]) -> list[int]:
    cells = city.cells
    homes, polluted, empty = cells[RESIDENTIAL], cells[POLLUTED], BOARD.full & ~cells[FILLED]
    use, terms = outlook.use(city.goods), outlook.terms(city, anchors)
    averted, room, unbuilt = (*terms.chances, 0.0, 0.0)[:3]
    varying = [total(tile.points_per, Look(city, at)) for at in members(cells[VARYING]) if (tile := city.at[at])]
    led = city.openings()
    sizes = [area.bit_count() for area in city.homes]
    ends = [city.ends(area) & empty for area in city.homes]
    growths = [area_points(size + 1) - area_points(size) for size, end in zip(sizes, ends, strict=True) if end]
    ends_of_homes, dirty = city.ends(homes) & empty, _around(polluted)
    return [
        1, *[some.bit_count() for some in cells], *_made(city.goods),
        *[round(_PARTS * term) for term in (use, terms.city - use, averted, room, unbuilt)], city.printed, sum(varying),
        sum([area_points(size) for size in sizes]), -pollution_points(homes, polluted), not homes,
        homes.bit_count() == 1, not cells[POWER], *_incomes(outlook, city), city.on_pick, city.on_build, city.on_link,
        city.insured, len(city.stand_ins), city.left, city.right, led.bit_count(), ends_of_homes.bit_count(),
        max(growths, default=0), len(sizes), max(sizes, default=0), (led & dirty).bit_count(),
        (led & _around(homes)).bit_count(), (ends_of_homes & ~dirty).bit_count(), _dead_ends(city),
        min([cells[kind].bit_count() for kind in (RESIDENTIAL, COMMERCIAL, INDUSTRIAL)]), len(anchors),
        round(_PARTS * terms.best_anchor),
        city.at[ORIGIN] is not city.origin,
    ]  # fmt: skip


@lru_cache(maxsize=1024)
def _made(goods: int) -> tuple[int, ...]:
    """By good: 1 if it is in a set of goods."""
    return tuple([goods >> good & 1 for good in range(len(GOODS))])


def _of_money(money: int) -> list[int]:
    return [money, *[min(money, most) for most in _PURSES]]


def _incomes(outlook: Outlook, city: City) -> tuple[int, int]:
    """What the city as it is brings at the end of this generation, and at the ends of the later ones."""
    payments = outlook.payments
    first, every = payments[0], 0
    now = 0
    for place, tile in enumerate(city.at):
        if tile is not None:
            counted = total(tile.income_per, Look(city, place)) if tile.income_per else 0
            now += tile.income[first] + counted
            for payment in payments:
                every += tile.income[payment] + counted
    return now, every - now


def _dead_ends(city: City) -> int:
    """How many roads end at the side of a tile."""
    north, east, south, west = city.roads
    filled = city.cells[FILLED]
    return (
        (north >> STRIDE & filled & ~south).bit_count()
        + (south << STRIDE & filled & ~north).bit_count()
        + (east << 1 & filled & ~west).bit_count()
        + (west >> 1 & filled & ~east).bit_count()
    )


def _around(cells: int) -> int:
    """The cells around these, and these between others."""
    rows = cells | cells << 1 | cells >> 1
    return (rows | rows << STRIDE | rows >> STRIDE) & BOARD.full


class Learned(Outlook):
    """The measure halfway between the heuristic's own and what games have taught.

    Games tell how positions end that the heuristic gets into; of those that it avoids, it knows more itself.
    """

    def __init__(self, moment: Moment, weights: Weights, taught: Sequence[int]) -> None:
        super().__init__(moment, weights)
        now = [base + self.left * more for base, more in zip(taught[: len(_ONCE)], taught[len(_ONCE) :], strict=True)]
        self._city_weights, self._money_weights = now[: len(_CITY)], now[len(_CITY) :]
        self._taught: dict[tuple[City, tuple[int, ...]], int] = {}

    def beyond(self, there: Position) -> float:
        """What a position will still bring. Sums of weights are of whole numbers, and exact."""
        known = there.city, there.anchors
        taught = self._taught.get(known)
        if taught is None:
            taught = self._taught[known] = _sum(self._city_weights, _of_city(self, *known))
        return (super().beyond(there) + (taught + _sum(self._money_weights, _of_money(there.money))) / SCALE) / 2


def _sum(weights: Sequence[int], numbers: Sequence[int]) -> int:
    return sum(map(mul, weights, numbers))


def judge(weights: Sequence[int]) -> tuple[int, ...]:
    """What a heuristic's `promise` is that judges by these weights, too."""
    return tuple(weights)


@lru_cache(maxsize=1)
def learned() -> tuple[int, ...]:
    """The judge by the packaged weights; raises ValueError if they are not for these columns."""
    return judge(packaged("neom", COLUMNS))
