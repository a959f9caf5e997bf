"""What cities are worth: the rulebook's examples, and the engine beside the slow reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest

from cityleague.engine.between_two_cities.components import halves, load
from cityleague.engine.between_two_cities.moves import Place
from cityleague.engine.chance import Stream
from cityleague.engine.scoring import deciding, ranks

from ..rows import daily, rows
from .helpers import city_of, make, placing, with_cities
from .reference import (
    KINDS,
    TAVERNS,
    TYPES,
    Cell,
    City,
    all_categories,
    beside,
    homes,
    layout,
    ranking,
    results,
    type_of,
)


def points(cities: Sequence[City], players: int) -> list[dict[str, float]]:
    """Each city's points by category, by the sheet of the player to whose left it lies (2: of its owner)."""
    sheets = with_cities(players, cities).scores()
    by_city: dict[int, dict[str, float]] = {}
    for sheet, home in zip(sheets, homes(players), strict=True):
        for part, number in zip(sheet.parts, home, strict=True):
            by_city[number] = {line.category: line.points for line in part.lines}
            assert part.points == sum(by_city[number].values())
    return [by_city[number] for number in sorted(by_city)]


def score(text: str, category: str) -> int:
    """A city's points in a category, on which the engine and the reference agree."""
    cities = [layout(text), {}, {}]
    expected = all_categories(cities)[0]
    assert points(cities, 3)[0] == expected
    return expected[category]


# -- the examples of the rulebook


def offices(count: int) -> str:
    """A city of so many offices."""
    signs = ("O" * count).ljust(16, ".")
    return " ".join(signs[i : i + 4] for i in range(0, 16, 4))


OFFICES = [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 22), (8, 24), (12, 42), (13, 43), (16, 52)]
EXAMPLES = {
    "shops": [  # in straight lines
        ("S", 2),
        ("SS", 5),
        ("S S S", 10),
        ("SSSS", 16),
        ("S. .S", 4),
        ("S.SS", 7),
        ("SS S.", 7),  # an L: the corner counts once
        ("SSS .S. .S.", 15),  # a T
        (".S. SSS .S.", 14),  # a +
        ("SSSS .... .S.S ...S", 23),  # the example: 16 + 2 + 5
        ("SSSS SSSS SSSS SSSS", 64),
    ],
    "taverns": [  # in sets of different kinds
        ("1", 1),
        ("1..2", 4),
        ("1..2 ...3", 9),
        ("1..2 4..3", 17),
        ("1..1", 2),
        ("32 21 .1", 13),  # the example: music, two drinks, two foods
        ("1111 2222 3333 4444", 68),
        ("1111 2222 3333 444.", 60),
    ],
    "offices": [  # in sets of six; one beside a tavern gets one bonus
        *[(offices(count), expected) for count, expected in OFFICES],
        ("O1", 2),
        (".1. 2O3 .4.", 2),  # one bonus however many taverns
        (".O. O1O .O.", 10 + 4),  # one tavern serves many offices
        ("O. .1", 1),  # a corner does not touch
    ],
    "parks": [  # in connected groups
        ("P", 2),
        ("PP", 8),
        ("PP P.", 12),
        ("P.P. .P.P", 8),  # four apart
        ("PPP ... ..P", 14),  # three and one
        ("PP PP", 13),
        ("PP .. PP", 16),  # two pairs
        ("PPPP PPPP PPPP PPPP", 25),
    ],
    "houses": [  # the other types; but one beside a factory counts 1
        ("H", 0),
        ("H..S", 1),
        ("H1.2 3..4", 1),  # the taverns are one type
        ("H.SO P1.F", 5),
        ("HFSO P1.F", 1),  # nobody wants to live beside a factory
        ("HFSO P1.H", 1 + 5),
        ("H.. .F. ...", 1),  # at a corner it does no harm, but there is but one other type
        ("HHSO PF1.", 5 + 1),
    ],
}


@rows("category, text, expected", [(category, *row) for category, some in EXAMPLES.items() for row in some])
def test_buildings_count_as_in_the_examples(category: str, text: str, expected: int) -> None:
    assert score(text, category) == expected


def test_factories_are_worth_4_where_they_are_most_3_where_second_most_and_2_elsewhere() -> None:
    counts = (5, 5, 3, 2, 1, 0)
    cities = [{(i % 4, i // 4): "factory" for i in range(count)} for count in counts]
    assert [city["factories"] for city in points(cities, 6)] == [20, 20, 9, 4, 2, 0]
    assert points(cities, 6) == all_categories(cities)


@rows(
    "counts, expected",
    [
        ((4, 3, 3, 2), [16, 9, 9, 4]),  # a tie for the second place
        ((2, 2, 2, 2), [8, 8, 8, 8]),
        ((1, 0, 0, 0), [4, 0, 0, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
        ((16, 16, 16, 15), [64, 64, 64, 45]),
    ],
)
def test_factories_tie(counts: tuple[int, ...], expected: list[int]) -> None:
    cities = [{(i % 4, i // 4): "factory" for i in range(count)} for count in counts]
    assert [city["factories"] for city in points(cities, 4)] == expected
    assert points(cities, 2) == points(cities, 4) == all_categories(cities)


# Points in the order of TYPES.
SIX_CITIES = (
    ("SSSS OOOP 1OOP HHPH", (16, 0, 1, 17, 10, 12), 56),
    ("PPFF FF1S 1PFS HPHH", (5, 20, 2, 0, 16, 9), 52),
    ("HOF2 HH4H H3FP 1SFP", (2, 9, 17, 1, 8, 25), 62),
    ("F13S OFOS OOOS 2O4S", (16, 4, 17, 25, 0, 0), 62),
    ("FSHH PSHO PS42 O31H", (10, 2, 17, 5, 8, 20), 62),
    ("PPPF FF1F PPFS HHPH", (2, 20, 1, 0, 22, 12), 57),
)


def test_the_six_cities_of_the_example() -> None:
    cities = [layout(text) for text, _, _ in SIX_CITIES]
    assert points(cities, 6) == [dict(zip(TYPES, expected, strict=True)) for _, expected, _ in SIX_CITIES]
    assert [sum(city.values()) for city in points(cities, 6)] == [total for _, _, total in SIX_CITIES]
    assert points(cities, 6) == all_categories(cities)


def test_the_six_players_of_the_example() -> None:
    around_the_table = (0, 2, 1, 3, 4, 5)  # worth 56, 62, 52, 62, 62, 57
    cities = [layout(SIX_CITIES[number][0]) for number in around_the_table]
    sheets = with_cities(6, cities).scores()
    assert [sheet.total for sheet in sheets] == [56, 56, 52, 52, 62, 57]
    assert ranks(sheets).index(1) == 4
    assert ranks(sheets) == ranking(results(cities, 6))


# -- the engine beside the reference


def any_city(stream: Stream) -> dict[Cell, str]:
    """A complete city, of all kinds or of a few."""
    kinds = KINDS if stream.below(3) else stream.draw(KINDS, 1 + stream.below(5))
    return {(x, y): stream.choice(kinds) for x in range(4) for y in range(4)}


def city_in_the_making(stream: Stream) -> dict[Cell, str]:
    """A connected part of a city, anywhere on its board."""
    whole = any_city(stream)
    cells = frozenset({stream.choice(list(whole))})
    size = stream.below(16)
    while len(cells) < size:
        cells |= {stream.choice(sorted(set(beside(cells)) & set(whole)))}
    dx, dy = stream.below(4), stream.below(4)
    return {(x - dx, y - dy): whole[x, y] for x, y in cells} if size else {}


@pytest.mark.parametrize("times", daily([1, 32]))
@rows("maker, games", [(any_city, 150), (city_in_the_making, 80)])
def test_engine_scores_as_the_reference(maker: Callable[[Stream], dict[Cell, str]], games: int, times: int) -> None:
    """675 complete and 360 partial cities, or more, in games of 2 to 7: points, final scores, tie-breaks, ranks."""
    stream = Stream("cities", maker.__name__)
    for game in range(games * times):
        players = 2 + game % 6
        cities = [maker(stream) for _ in range(4 if players == 2 else players)]
        expected = all_categories(cities)
        sheets = with_cities(players, cities).scores()
        for sheet, (left, right) in zip(sheets, homes(players), strict=True):
            for part, number in zip(sheet.parts, (left, right), strict=True):
                assert {line.category: line.points for line in part.lines} == expected[number], cities[number]
                assert part.points == sum(expected[number].values())
            counting = [part.points for part in sheet.parts if part.counts]
            assert len(counting) == (2 if players == 2 else 1)
        assert [sheet.key[1:] for sheet in sheets] == results(cities, players)
        assert ranks(sheets) == ranking(results(cities, players))


def turned(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A city in its eight orientations."""
    across = tuple("".join(column) for column in zip(*rows, strict=True))
    upright = [way for city in (rows, across) for way in (city, city[::-1])]
    return upright + [tuple(row[::-1] for row in way) for way in upright]


@pytest.mark.parametrize(("every", "count"), daily([(13, 665), (1, 8548)]))
def test_every_pattern_of_shops_and_parks(every: int, count: int) -> None:
    """Cities of nothing but shops and parks, each in one of its orientations: all 8548, or some of them."""
    lines = ["".join(letters) for letters in product("SP", repeat=4)]
    patterns = [*product(lines, repeat=4)][::every]
    cities = [layout(" ".join(rows)) for rows in patterns if rows == min(turned(rows))]
    assert len(cities) == count
    for i in range(0, len(cities), 7):
        seven = (cities[i : i + 7] + cities[:6])[:7]
        assert points(seven, 7) == all_categories(seven)


# -- the best city


def best_by_counts(counts: Sequence[int]) -> int:
    """No city with so many buildings of each type (the six of TYPES) can be worth more.

    Each category is given all that it can get by itself: shops and parks fall into the best groups of that
    many, taverns are as different as can be, a factory is worth 4, every office touches a tavern if there is
    one, no house touches a factory.
    """
    shops, factories, taverns, offices, parks, houses = counts
    total = 16 * (shops // 4) + (0, 2, 5, 10)[shops % 4]
    total += 4 * factories
    total += 17 * (taverns // 4) + (0, 1, 4, 9)[taverns % 4]
    total += 21 * (offices // 6) + (0, 1, 3, 6, 10, 15)[offices % 6] + (offices if taverns else 0)
    total += PARKS[parks]
    total += houses * sum(count > 0 for count in counts[:5])
    return total


PARKS = [0]
"""The most that so many parks can be worth, however they are grouped."""
for number in range(1, 17):
    PARKS.append(max({1: 2, 2: 8}.get(group, 9 + group) + PARKS[number - group] for group in range(1, number + 1)))

ALL_COUNTS = [
    tuple([right - left - 1 for left, right in pairwise((-1, *bars, 21))]) for bars in combinations(range(21), 5)
]
"""How many of 16 tiles each type has: 5 bars stand between them, anywhere."""


def test_best_city_on_paper() -> None:
    """It has 71 points: no combination of counts allows more, and one city reaches it."""
    best = max(ALL_COUNTS, key=best_by_counts)
    assert best_by_counts(best) == 71
    assert [counts for counts in ALL_COUNTS if best_by_counts(counts) > 69] == [best] == [(0, 0, 4, 12, 0, 0)]
    city = layout("OO4O 2OOO OOO1 O3OO")
    assert points([city, {}, {}], 3)[0] == all_categories([city, {}, {}])[0]
    assert sum(points([city, {}, {}], 3)[0].values()) == 71


@pytest.mark.exhaustive
def test_best_city_that_can_be_built() -> None:
    """69 points, and this is proven: two duplexes must be in the city, and none has an office and a tavern.

    So the only counts that allow more fall away; the city is built here tile by tile.
    """
    names = set(load(None).duplexes)
    pairs = {tuple(type_of(kind) for kind, _, _ in halves(name)) for name in names}
    assert not any(set(pair) == {"offices", "taverns"} for pair in pairs)

    def buildable(counts: Sequence[int]) -> bool:
        there = dict(zip(TYPES, counts, strict=True))
        return any(
            all(there[kind] >= (*pair, *two).count(kind) for kind in (*pair, *two))
            for pair, two in combinations_with_replacement(pairs, 2)
        )

    assert max(best_by_counts(counts) for counts in ALL_COUNTS if buildable(counts)) == 69

    food, drink, music, bed = TAVERNS
    steps: tuple[tuple[str, int, int], ...] = (
        ("office", 0, 0), (music, 0, -1), (drink, -1, 0), ("office", -1, 1), ("office", -1, -1),
        (bed, -1, -2), ("office/park", 1, -1), ("park|office", 1, 1), (music, 0, -2), (drink, 2, 0),
        (food, 0, 1), (bed, 1, -2), (food, 2, -2), ("office", 2, -1),
    )  # fmt: skip
    state = placing({}, "office")
    for tile, x, y in steps:
        state.table.served[0] = None
        state.table.due = 0b011  # another one has not placed either: the turn goes on
        state.table.owed[0] = [tile, "shop"]
        make(state, 0, Place(tile, "left", (x, y)))
    built = city_of(state, 0)
    assert points([built, {}, {}], 3)[0] == all_categories([built, {}, {}])[0]
    assert sum(points([built, {}, {}], 3)[0].values()) == 69


# -- ties

LEVELS = [
    # Two cities of equal worth, the first with more buildings of the type, equal in the types before it.
    ("shops", "S", "P"),
    ("factories", "F", "12"),
    ("taverns", "11", "P"),
    ("offices", "OOO", "P.P ... P.."),
    ("parks", "P.P ... P.P", "PP"),
    ("houses", "HH", "H"),
]


def outcomes(players: int, texts: Sequence[str]) -> tuple[list[int], str | None]:
    """The ranks, on which engine and reference agree, and what separates the first player from the last."""
    cities = [layout(text) for text in texts]
    sheets = with_cities(players, cities).scores()
    assert [sheet.key[1:] for sheet in sheets] == results(cities, players)
    assert ranks(sheets) == ranking(results(cities, players))
    return ranks(sheets), deciding(sheets[0], sheets[2 if players == 4 else 1])


@rows("name, more, fewer", LEVELS)
def test_ties_are_broken_by_the_buildings_of_both_cities(name: str, more: str, fewer: str) -> None:
    """Player 0 has two cities with more buildings, player 2 two with fewer, the others one of each."""
    assert outcomes(4, [more, fewer, fewer, more]) == ([1, 2, 4, 2], name)
    assert outcomes(4, [fewer, more, more, fewer]) == ([4, 2, 1, 2], name)


@rows("name, more, fewer", LEVELS)
def test_ties_of_two_players_are_broken_by_the_buildings(name: str, more: str, fewer: str) -> None:
    assert outcomes(2, [fewer, more, fewer, fewer]) == ([1, 2], name)
    assert outcomes(2, [fewer, fewer, more, fewer]) == ([2, 1], name)


def test_the_lower_city_is_the_score() -> None:
    assert outcomes(4, ["S", "SS", "SS", "SSSS"]) == ([3, 4, 2, 1], "score")
    assert with_cities(4, [layout(text) for text in ("S", "SS", "SS", "SSSS")]).scores()[0].total == 2


def test_ties_are_broken_by_the_higher_city_before_all_buildings() -> None:
    assert outcomes(4, ["SS", "P", "PP", "S"]) == ([3, 4, 2, 1], "higher city")


def test_two_players_add_their_cities_and_know_no_higher_city() -> None:
    assert outcomes(2, ["S", "PP", "S", "SS"]) == ([1, 2], "score")
    assert outcomes(2, ["S", "PP", "SS", "SS"]) == ([2, 1], "shops")  # 2 + 8 and 5 + 5


def test_equal_in_everything_shares_the_place() -> None:
    assert outcomes(4, ["SP", "S", "S", "PS"]) == ([1, 2, 4, 2], "score")
    assert outcomes(4, ["SP", "SP", "SP", "SP"]) == ([1, 1, 1, 1], None)
    assert outcomes(2, ["S", "P", "P", "S"]) == ([1, 1], None)
