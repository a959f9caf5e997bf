"""What a city is worth (rulebook: Wertung). Cities are scored by their planes of bits, shifted into one corner.

The same small patterns come up again and again. So each category is a pure function of a few numbers, and its latest
results are cached: without one of them, `greedy` takes 8 to 47 % longer.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import add

from msgspec.structs import replace

from cityleague.engine.between_two_cities.components import BOARD, KINDS, SIDE, covered, planes
from cityleague.engine.between_two_cities.table import CitiesTable
from cityleague.engine.scoring import Line, Sheet, TieBreak, part

SHOP, FACTORY, FOOD, DRINK, MUSIC, BED, OFFICE, PARK, HOUSE = range(len(KINDS))

LINE_OF_SHOPS = (0, 2, 5, 10, 16)
FACTORY_BY_MAJORITY = (4, 3, 2)
SET_OF_TAVERNS = (0, 1, 4, 9, 17)
SET_OF_OFFICES = (0, 1, 3, 6, 10, 15, 21)
GROUP_OF_PARKS = (0, 2, 8, 12)

_DOWN = BOARD.stride
_cached = lru_cache(maxsize=1 << 14)
_beside = _cached(BOARD.neighbours)


def sheets(table: CitiesTable) -> list[Sheet]:
    """A sheet per seat: both its cities, and which of them count (rulebook: Spielende, Wertung)."""
    cities = list(map(corner, table.cities))
    values = factory_values([city[FACTORY].bit_count() for city in cities])
    parts = [
        part(f"city {number}", city_lines(city, value))
        for number, (city, value) in enumerate(zip(cities, values, strict=True))
    ]
    buildings = list(map(building_counts, cities))
    seat_sheets = []
    for home in table.home:
        left, right = parts[home["left"]], parts[home["right"]]
        ties = tuple(map(TieBreak, TYPES, map(add, buildings[home["left"]], buildings[home["right"]])))
        if table.seats > 2:  # the lower of the two cities counts; the higher one breaks ties, then the buildings
            ties = (TieBreak("higher city", max(left.points, right.points)), *ties)
            if left.points <= right.points:
                right = replace(right, counts=False)
            else:
                left = replace(left, counts=False)
        seat_sheets.append(Sheet((left, right), ties))
    return seat_sheets


def city_lines(planes: Sequence[int], factory_value: int) -> list[Line]:
    """The six categories of one city; `factory_value` is what each of its factories is worth."""
    shop, factory, food, drink, music, bed, office, park, house = planes
    taverns = food | drink | music | bed
    others = (shop != 0) + (factory != 0) + (taverns != 0) + (office != 0) + (park != 0)
    return [
        shops(shop),
        factories(factory.bit_count(), factory_value),
        tavern_sets(food.bit_count(), drink.bit_count(), music.bit_count(), bed.bit_count()),
        offices(office.bit_count(), (office & _beside(taverns)).bit_count()),
        parks(park),
        houses(house.bit_count(), (house & _beside(factory)).bit_count(), others),
    ]


def factory_values(counts: Sequence[int]) -> list[int]:
    """What a factory is worth in each city, by how many factories each city of the game has."""
    first, second, other = FACTORY_BY_MAJORITY
    most = max(counts)
    runner_up = max((count for count in counts if count < most), default=-1)
    return [first if count == most else second if count == runner_up else other for count in counts]


@_cached
def _partition(shop: int) -> tuple[int, tuple[int, ...]]:
    """The best split of shops into straight lines: its points, and the lengths of the lines."""
    if not shop:
        return 0, ()
    best: tuple[int, tuple[int, ...]] = (-1, ())
    first = shop & -shop  # in reading order, so it is the left or upper end of its line
    for step in (1, _DOWN):
        line, end = 0, first
        for length in range(1, SIDE + 1):
            if not end & shop:
                break
            line |= end
            end <<= step
            points, lengths = _partition(shop ^ line)
            best = max(best, (points + LINE_OF_SHOPS[length], tuple(sorted((length, *lengths), reverse=True))))
    return best


@_cached
def shops(shop: int) -> Line:
    """Shops: straight lines of 1 to 4. Each shop is in one line only; the best split counts."""
    points, lengths = _partition(shop)
    return Line("shops", points, _joined("lines of", lengths))


@_cached
def factories(count: int, value: int) -> Line:
    """Factories: the value of each depends on the city's place among all cities."""
    place = ("most", "second most", "fewer")[FACTORY_BY_MAJORITY.index(value)]
    return Line("factories", count * value, f"{count} × {value} ({place})" if count else "none")


@_cached
def tavern_sets(*counts: int) -> Line:
    """Taverns: sets of different kinds. The largest possible sets are best, as the values grow ever faster."""
    most, second, third, fewest = sorted(counts, reverse=True)
    sizes = (4,) * fewest + (3,) * (third - fewest) + (2,) * (second - third) + (1,) * (most - second)
    return Line("taverns", sum([SET_OF_TAVERNS[size] for size in sizes]), _joined("sets of", sizes))


@_cached
def offices(count: int, beside_tavern: int) -> Line:
    """Offices: sets of up to six, and a point for each office that touches a tavern."""
    full, rest = divmod(count, len(SET_OF_OFFICES) - 1)
    points = full * SET_OF_OFFICES[-1] + SET_OF_OFFICES[rest]
    detail = f"{count} for {points}" + (f", {beside_tavern} beside a tavern" if beside_tavern else "")
    return Line("offices", points + beside_tavern, detail if count else "none")


@_cached
def parks(park: int) -> Line:
    """Parks: by connected group; every park beyond the third adds one point."""
    sizes = tuple(sorted((group.bit_count() for group in BOARD.groups(park)), reverse=True))
    largest = len(GROUP_OF_PARKS) - 1
    points = [GROUP_OF_PARKS[min(size, largest)] + max(size - largest, 0) for size in sizes]
    return Line("parks", sum(points), _joined("groups of", sizes))


@_cached
def houses(count: int, beside_factory: int, others: int) -> Line:
    """Houses: one point for each other type of building in the city; only one point beside a factory."""
    free = count - beside_factory
    parts = [f"{free} × {others} (other types)"] * (free > 0)
    parts += [f"{beside_factory} × 1 (beside a factory)"] * (beside_factory > 0)
    return Line("houses", free * others + beside_factory, ", ".join(parts) or "none")


def _joined(label: str, sizes: Sequence[int]) -> str:
    return f"{label} {' + '.join(map(str, sizes))}" if sizes else "none"


def corner(city: int) -> tuple[int, ...]:
    """The planes of a city, shifted into the corner of the board, so that cities of the same shape look equal."""
    return planes(city >> _shift(covered(city)))  # no layer of buildings loses a bit


@_cached
def _shift(covered: int) -> int:
    if not covered:
        return 0
    left, top, _, _ = BOARD.extent(covered)
    return top * _DOWN + left


TYPES = ("shops", "factories", "taverns", "offices", "parks", "houses")
"""The types of building in the order of the reference card; all taverns are one type."""


def building_counts(planes: Sequence[int]) -> tuple[int, int, int, int, int, int]:
    """How many buildings of each type a city has."""
    shop, factory, food, drink, music, bed, office, park, house = planes
    return (
        shop.bit_count(),
        factory.bit_count(),
        (food | drink | music | bed).bit_count(),
        office.bit_count(),
        park.bit_count(),
        house.bit_count(),
    )
