"""Final cities as they are entered: their points, and whether the tiles in the box can make them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import pytest

from cityleague.engine.between_two_cities import GAME, finals
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.scoring import ranks
from cityleague.replays import play, recorded_games

from .reference import Cell, all_categories, around, homes, ranking, results

EXAMPLES = Path(__file__).parents[2] / "examples"
LOGS = [
    EXAMPLES / "conformance/good/between_two_cities.jsonl",
    EXAMPLES / "by-hand.jsonl",
    *(EXAMPLES / "evenings").glob("*between-two-cities.jsonl"),
]
CELLS = [(x, y) for y in range(4) for x in range(4)]
PACKAGED = json.loads(GAME.file("components.json"))
SINGLES = [kind for kind, count in PACKAGED["buildings"]["tiles"].items() for _ in range(count)]
DUPLEXES = [*PACKAGED["duplexes"]["vertical"], *PACKAGED["duplexes"]["horizontal"]]


def setup_for(seats: int, box: bytes | None = None) -> Setup:
    return Setup(GAME, GAME.options(), GAME.components(box), seats)


def laid(duplex: str, cell: Cell) -> dict[Cell, str]:
    """A duplex tile with its upper or left half on a cell."""
    (x, y), (kind, mark, other) = cell, duplex.partition("/" if "/" in duplex else "|")
    return {(x, y): kind, ((x, y + 1) if mark == "/" else (x + 1, y)): other}


def legal_cities(stream: Stream, number: int) -> list[list[str]]:
    """Cities of two duplex tiles and twelve single ones, all out of one box."""
    singles, duplexes = stream.draw(SINGLES, 12 * number), stream.draw(DUPLEXES, 2 * number)
    cities = []
    for city in range(number):
        while True:
            first, second = (laid(duplex, stream.choice(CELLS)) for duplex in duplexes[2 * city : 2 * city + 2])
            if len(first | second) == 4 and {*first, *second} <= {*CELLS}:
                break
        rest = iter(singles[12 * city : 12 * city + 12])
        cities.append([(first | second).get(cell) or next(rest) for cell in CELLS])
    return cities


def test_two_hundred_cities_are_worth_what_the_rulebook_says() -> None:
    done = 0
    for game in range(44):
        players = 2 + game % 6
        stream = Stream("finals", str(game))
        cities = legal_cities(stream, 4 if players == 2 else players)
        done += len(cities)
        setup = setup_for(players)
        assert finals.wrong(setup, cities) is None
        sheets = finals.final(setup, cities).scores()
        plain = [dict(zip(CELLS, city, strict=True)) for city in cities]
        assert [sheet.key[1:] for sheet in sheets] == results(plain, players)
        assert ranks(sheets) == ranking(results(plain, players))
        lines = all_categories(plain)
        for sheet, home in zip(sheets, homes(players), strict=True):
            for part, number in zip(sheet.parts, home, strict=True):
                assert {line.category: line.points for line in part.lines} == lines[number]
    assert done >= 200


def test_final_cities_of_recorded_games_have_their_scores() -> None:
    done = 0
    logs = [game for log in LOGS for game in recorded_games(log)]
    for game in [*logs, *[play("between_two_cities", ["greedy"] * seats, seed="finals") for seats in range(2, 8)]]:
        *_, last = game.positions()
        view = last.view(None)
        cities = []
        assert isinstance(view, View)
        for city in view.cities:
            kinds = {building.cell: building.kind for building in city.buildings}
            cities.append([kinds[cell] for cell in sorted(kinds, key=lambda cell: (cell[1], cell[0]))])
        setup = setup_for(last.setup.seats)
        assert finals.wrong(setup, cities) is None
        sheets = finals.final(setup, cities).scores()
        claimed = game.result()
        ring = view.ring
        assert [sheet.total for sheet in sheets] == [claimed.scores[seat] for seat in ring]
        assert ranks(sheets) == [claimed.ranks[seat] for seat in ring]
        done += 1
    assert done >= len(LOGS) + 6


# -- which cities there can be


def dominoes() -> Iterator[tuple[Cell, Cell, str]]:
    for x, y in CELLS:
        yield from [((x, y), other, mark) for other, mark in (((x + 1, y), "|"), ((x, y + 1), "/")) if other in CELLS]


def can_be(cities: list[list[str]], singles: Counter[str], duplexes: Counter[str]) -> bool:
    """Whether some choice of two duplex tiles in each city leaves no more of each kind than there are single tiles."""
    ways = []
    for city in cities:
        kinds = dict(zip(CELLS, city, strict=True))
        all_ways = [
            ([f"{kinds[a]}{m}{kinds[b]}", f"{kinds[c]}{n}{kinds[d]}"], [kinds[cell] for cell in (a, b, c, d)])
            for (a, b, m), (c, d, n) in combinations(dominoes(), 2)
            if len({a, b, c, d}) == 4
        ]
        counted = [(Counter(tiles), Counter(on)) for tiles, on in all_ways if not Counter(tiles) - duplexes]
        ways.append(counted)
    needed = sum([Counter(city) for city in cities], Counter[str]())
    return any(
        not sum([tiles for tiles, _ in chosen], Counter[str]()) - duplexes
        and not needed - sum([on for _, on in chosen], Counter[str]()) - singles
        for chosen in product(*ways)
    )


@pytest.mark.parametrize("cities", [1, 2])
def test_the_box_must_have_the_tiles_as_a_search_of_all_ways_says(cities: int) -> None:
    verdicts = Counter[bool]()
    for number in range(60 if cities == 1 else 12):
        stream = Stream("tiles", f"{cities} {number}")
        kinds = stream.draw(["shop", "factory", "office", "park", "house"], 3)
        pairs = [f"{a}{mark}{b}" for a in kinds for b in kinds if a != b for mark in "/|"]
        duplexes = Counter(stream.draw(pairs, 2 + stream.below(3)) * cities)
        entered = [[stream.choice(kinds) for _ in CELLS] for _ in range(cities)]
        singles = Counter(
            {kind: sum(city.count(kind) for city in entered) - stream.below(3 * cities) for kind in kinds}
        )
        singles = +singles
        box = json.dumps({
            "game": "between_two_cities",
            "buildings": {"provenance": "house", "tiles": dict(singles)},
            "duplexes": {
                "provenance": "house",
                "vertical": [name for name in duplexes.elements() if "/" in name],
                "horizontal": [name for name in duplexes.elements() if "|" in name],
            },
        })  # fmt: skip
        found = finals.wrong(setup_for(3, box.encode()), entered)
        assert (found is None) == can_be(entered, singles, duplexes), (entered, box)
        verdicts[found is None] += 1
    assert min(verdicts[True], verdicts[False]) > 1


def test_whatever_two_duplex_tiles_a_city_has_it_can_have_been_built() -> None:
    """Six single tiles that hang together, both duplex tiles, and then the rest: nothing more can be asked for."""

    def connected(cells: set[Cell]) -> bool:
        reached, waiting = set[Cell](), [min(cells)]
        while waiting:
            cell = waiting.pop()
            reached.add(cell)
            waiting += around(cell) & cells - reached
        return reached == cells

    def touches(cells: set[Cell], others: set[Cell]) -> bool:
        return any(around(cell) & others for cell in cells)

    for (a, b, _), (c, d, _) in combinations(dominoes(), 2):
        if len({a, b, c, d}) == 4:
            rest = [cell for cell in CELLS if cell not in {a, b, c, d}]
            assert any(
                connected(start) and touches(pair, start) and touches(other, start | pair)
                for six in combinations(rest, 6)
                for start in [set(six)]
                for pair, other in (({a, b}, {c, d}), ({c, d}, {a, b}))
            )
