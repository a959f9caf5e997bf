"""What a learned judge looks at in a position: whole numbers, which are the same on every machine.

`examples/learning` finds weights for them. Each number counts as it is, and again times the rounds that are left.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from cityleague.engine.bots.learned import SCALE, packaged
from cityleague.engine.neom.board import BOARD, ORIGIN, STRIDE
from cityleague.engine.neom.bots.evaluation import Position
from cityleague.engine.neom.bots.outlook import Moment, Outlook, Terms, Weights
from cityleague.engine.neom.city import City
from cityleague.engine.neom.scoring import Count, count
from cityleague.engine.neom.tiles import COMMERCIAL, FILLED, GOODS, INDUSTRIAL, POLLUTED, POWER, RESIDENTIAL, TYPES

_PARTS = 8
"""The heuristic's own terms are rounded to such parts of a point."""
_PURSES = (4, 8, 14)
_ONCE = (
    "one", *TYPES, "tiles", "polluted", "power", "against fire", "against violence", "anchors built", "tiles that vary",
    *GOODS, "use of goods", "what tiles bring", "penalties averted", "room", "anchors", "points printed",
    "points that vary", "points of areas", "pollution", "no homes", "one home", "no power", "next income",
    "later income", "money for picks", "money for shops", "money for links", "insured", "stand-ins", "west route",
    "east route", "openings", "openings of homes", "growth of an area", "areas", "largest area", "polluted openings",
    "openings near homes", "clean openings of homes", "dead ends", "full sets", "unbuilt anchors", "best anchor",
    "origin covered", "money", *[f"money up to {most}" for most in _PURSES],
)  # fmt: skip
COLUMNS = (*_ONCE, *[f"{name}, times rounds left" for name in _ONCE])
"""The names of the numbers, in their order."""


def features(outlook: Outlook, there: Position) -> list[int]:
    """The numbers of a position at the moment of an outlook, by COLUMNS."""
    once = _once(there, count(there.city), outlook.terms(there))
    return [*once, *[outlook.left * number for number in once]]


def _once(there: Position, counted: Count, terms: Terms) -> list[int]:
    city, cells = there.city, there.city.cells
    counts = [some.bit_count() for some in cells]
    homes, shops, works = counts[RESIDENTIAL], counts[COMMERCIAL], counts[INDUSTRIAL]
    openings, ends, sizes, use = terms.openings, terms.ends, terms.sizes, terms.use
    dirty, near_homes = _around(cells[POLLUTED]), _around(cells[RESIDENTIAL])
    return [
        1, *counts, *_made(city.goods), round(_PARTS * use), round(_PARTS * (terms.city - use)),
        *[round(_PARTS * term) for term in (terms.averted, terms.room, terms.anchors)], city.printed, counted.varying,
        counted.areas, -counted.pollution, not homes, homes == 1, not counts[POWER], terms.next_income,
        terms.later_income, city.on_pick, city.on_build, city.on_link, city.insured, len(city.stand_ins), city.left,
        city.right, openings.bit_count(), ends.bit_count(), terms.growth, len(sizes), max(sizes, default=0),
        (openings & dirty).bit_count(), (openings & near_homes).bit_count(), (ends & ~dirty).bit_count(),
        _dead_ends(city), min(homes, shops, works), len(there.anchors), round(_PARTS * terms.best_anchor),
        city.at[ORIGIN] is not city.origin,
        *_purse(there.money),
    ]  # fmt: skip


@lru_cache(maxsize=256)
def _purse(money: int) -> tuple[int, ...]:
    return money, *[min(money, most) for most in _PURSES]


@lru_cache(maxsize=1024)
def _made(goods: int) -> tuple[int, ...]:
    """By good: 1 if it is in a set of goods."""
    return tuple([goods >> good & 1 for good in range(len(GOODS))])


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
        half = len(_ONCE)
        self._taught = [base + self.left * more for base, more in zip(taught[:half], taught[half:], strict=True)]

    def beyond(self, there: Position, counted: Count, terms: Terms) -> float:
        """What a position will still bring. Sums of weights are of whole numbers, and exact."""
        taught: int = sum(map(mul, self._taught, _once(there, counted, terms)))
        return (super().beyond(there, counted, terms) + taught / SCALE) / 2


def judge(weights: Sequence[int]) -> tuple[int, ...]:
    """What a heuristic's `promise` is that judges by these weights, too."""
    return tuple(weights)


@lru_cache(maxsize=1)
def learned() -> tuple[int, ...]:
    """The judge by the packaged weights; raises ValueError if they are not for these columns."""
    return judge(packaged("neom", COLUMNS))
