"""Development and income of districts (rulebook: Phase 3, Phase 4)."""

from functools import lru_cache

from cityleague.engine.boards.bits import set_with
from cityleague.engine.card_city_xl.cards import (
    COLOURS,
    COMMERCE,
    INDUSTRY,
    LEISURE,
    PARKING,
    RESIDENTIAL,
    TOWN_HALL,
    grown,
)
from cityleague.engine.card_city_xl.city import City

SALARY = 1
PARKING_INCOME = (0, 0, 1, 2, 3, 4)
"""$ of a district of car parks, by how many colours touch it."""


def triangle(n: int) -> int:
    """1 + 2 + ... + n: what a district of n cards is worth."""
    return n * (n + 1) // 2


def growing(city: City, colour: int, land: int, beside: int) -> int:
    """The cells, of those `beside`, that face districts of a colour which have a card on this land and can grow."""
    planes, cells = city.planes, 0
    cards = planes[colour] & city.fed_twice[colour]  # if it touches more cards than it has, one of them touches two
    if not cards:
        return 0
    if colour == RESIDENTIAL:
        feeding, count = planes[LEISURE] | planes[TOWN_HALL], _culture
    else:
        feeding, count = planes[RESIDENTIAL], _neighbours
    for district, near in city.districts[colour].items():
        if (
            district & cards
            and near & beside
            # it touches at most the cards on it and beside it: that rules out many before they are counted
            and ((district | near) & feeding).bit_count() > district.bit_count()
            and district & land
            and count(city, district) > district.bit_count()
        ):
            cells |= near
    return cells & beside


def _culture(city: City, district: int) -> int:
    """How many culture cards a residential district touches."""
    return city.touched(district, RESIDENTIAL, LEISURE, TOWN_HALL).bit_count()


def _neighbours(city: City, district: int) -> int:
    """How many residential districts a commerce district touches."""
    cards = city.touched(district, COMMERCE, RESIDENTIAL)
    return sum([1 for other in city.districts[RESIDENTIAL] if other & cards])


def sprouts(city: City, colour: int, land: int) -> int:
    """The cells of a land on which the board allows districts of a colour to grow."""
    cells = growing(city, colour, land, city.ground.open & land)
    return city.ground.without_clash(grown(_NAMES[colour], city.board.sides), cells) if cells else 0


_NAMES = {RESIDENTIAL: "residential", COMMERCE: "commerce"}


def share_of(points: int, district: int, estate: int) -> int:
    """The part of what a district is worth that falls to the player with these cells, rounded down.

    Suburbs that have joined are his too (rulebook: Die Einheitsstadt, Etablierte Vorstädte).
    """
    return points * (district & estate).bit_count() // district.bit_count()


@lru_cache(maxsize=1 << 12)
def grown_points(districts: tuple[int, ...], land: int, suburbs: int) -> int:
    """What districts that are worth more the larger they are bring the player with this land; each share rounded down.

    Kept, as most cards leave the districts of a colour as they are.
    """
    estate = land | suburbs
    return sum(
        [share_of(triangle(district.bit_count()), district, estate) for district in districts if district & land]
    )


_COLOURS = tuple(
    [set_with(cards) for cards in ((RESIDENTIAL,), (COMMERCE,), (INDUSTRY,), (LEISURE, TOWN_HALL), (TOWN_HALL,))]
)
"""The colours of the income table, by the cards that have them: lilac is the fourth, red the last."""
_PAID = tuple(
    [PARKING_INCOME[sum([1 for cards in _COLOURS if contacts & cards])] for contacts in range(1 << len(COLOURS))]
)
"""$ of a district of car parks, by the set of what touches it; suburbs that have not joined the city do not count."""


def income(city: City, land: int, *, meters: bool) -> int:
    """What a city pays to the player with this land at the end of a round; `meters`: car parks pay too."""
    commerce = tuple(city.districts[COMMERCE])
    paid = SALARY + grown_points(commerce, land, city.board.suburbs) if commerce else SALARY
    if meters:
        joined, estate = city.joined(), land | city.board.suburbs
        for district in city.districts[PARKING]:
            if district & land:
                paid += share_of(_PAID[city.contacts(district, PARKING, joined)], district, estate)
    return paid
