"""A game of which only the final cities are known: what is asked for, whether there can be such cities, their state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, repeat
from operator import add, sub

from cityleague.engine.between_two_cities.components import BOARD, KINDS, REACH, SIDE, Tiles, city_of, halves
from cityleague.engine.between_two_cities.looks.picture import SYMBOLS
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.course import OVER
from cityleague.engine.looks.text import seat_names
from cityleague.engine.protocol import Setup

City = Sequence[str]
"""The kinds of its buildings, row by row."""

_DUPLEXES = 2
"""How many duplex tiles a finished city has."""
_CELLS = SIDE * SIDE

rows, columns = SIDE, SIDE
signs: Mapping[str, str] = {sign: kind for kind, sign in SYMBOLS.items()}


def places(setup: Setup, names: Sequence[str]) -> list[str]:
    """Whose the cities are, in their order; raises ValueError if that is not known."""
    if setup.options.seating != "given":
        raise ValueError("nobody draws seats at the end: list the players in their order round the table, to the left")
    seats = seat_names(setup.seats, names)
    if setup.seats == 2:
        return [f"{seats[seat]}'s {side} city" for seat in range(2) for side in ("left", "right")]
    return [f"The city of {seats[seat]} and {seats[(seat + 1) % setup.seats]}" for seat in range(setup.seats)]


def wrong(setup: Setup, cities: Sequence[City]) -> str | None:
    """Why these cannot be final cities of one game, built of the tiles in the box; None if they can be."""
    box: Tiles = setup.components
    pairs = [_pairs(box, city) for city in cities]
    for city, (there, _) in enumerate(zip(pairs, cities, strict=True)):
        if not there:
            return (
                f"city {city}: no two duplex tiles of the box can lie in it, and every finished city has two; is a row "
                "or a sign not as it lies there?"
            )
    if _found(box, cities, pairs):
        return None
    many = Counter([kind for city in cities for kind in city])
    over = [f"{many[kind]} × {kind}, of {box.buildings[kind]}" for kind in KINDS if many[kind] > box.buildings[kind]]
    what = "these cities together" if len(cities) > 1 else "this city"
    why = f"{'; '.join(over)} and what is on duplex tiles" if over else "two of them need the same duplex tile"
    return f"the box has not the tiles for {what}: {why}"


def final(setup: Setup, cities: Sequence[City]) -> CitiesState:
    """The state of a game that is over, with these cities; those that are missing are empty."""
    state: CitiesState = setup.begin()  # type: ignore[assignment]
    table = state.table
    for number, city in enumerate(cities):
        bits = dict.fromkeys(KINDS, 0)
        for cell, kind in enumerate(city):
            bits[kind] |= BOARD.bit(cell % SIDE + REACH, cell // SIDE + REACH)
        table.cities[number] = city_of([*bits.values()], 0, 0)
    table.round, table.stage = len(table.rounds), OVER
    table.turn = table.this_round.turns
    return state


# -- duplex tiles


Pair = tuple[str, ...]
"""The names of the duplex tiles of a city, sorted."""


def _lying(box: Tiles, city: City) -> Iterator[tuple[str, int, int]]:
    """Each duplex tile that can lie in a city, and its two cells."""
    for cell in range(_CELLS):
        for mark, other, there in (("|", cell + 1, cell % SIDE < SIDE - 1), ("/", cell + SIDE, cell < _CELLS - SIDE)):
            if there and (name := f"{city[cell]}{mark}{city[other]}") in box.duplexes:
                yield name, cell, other


def _pairs(box: Tiles, city: City) -> list[Pair]:
    """The duplex tiles that can lie in a city side by side."""
    chosen = combinations(_lying(box, city), _DUPLEXES)
    apart = [ways for ways in chosen if len({cell for _, *cells in ways for cell in cells}) == 2 * _DUPLEXES]
    found = {tuple(sorted([name for name, *_ in ways])) for ways in apart}
    return sorted([pair for pair in found if not Counter(pair) - Counter(box.duplexes)])


def _found(box: Tiles, cities: Sequence[City], pairs: Sequence[Sequence[Pair]]) -> bool:
    """Whether each city can have a pair of its own, so that the single tiles suffice for all that is left."""
    many = Counter([kind for city in cities for kind in city])
    lacking = [kind for kind in KINDS if many[kind] > box.buildings[kind]]
    copies, left = {}, 0  # a bit for each duplex tile in the box that can be needed
    for name, count in box.duplexes.items():
        copies[name] = (1 << min(count, _DUPLEXES * len(cities))) - 1 << left.bit_length()
        left |= copies[name]
    gains = {name: _buildings(name, lacking) for name in copies}
    failed = set()

    def go(waiting: Sequence[Sequence[Pair]], left: int, needs: tuple[int, ...]) -> bool:
        """Whether the cities that still wait can have pairs of these tiles, with so many buildings of each kind."""
        if not waiting:
            return not any(needs)
        open_to = sorted([[pair for pair in pairs if _without(copies, left, pair) >= 0] for pairs in waiting], key=len)
        key = (tuple(map(tuple, open_to)), needs)
        there = {name: (left & bits).bit_count() for name, bits in copies.items()}
        if key in failed or _too_few(gains, there, open_to, needs):
            return False
        for first, second in sorted(open_to[0], key=lambda pair: -_useful(gains, pair, needs)):
            rest = tuple(map(max, map(sub, map(sub, needs, gains[first]), gains[second]), repeat(0)))
            if go(open_to[1:], _without(copies, left, (first, second)), rest):
                return True
        failed.add(key)
        return False

    return go(pairs, left, tuple([many[kind] - box.buildings[kind] for kind in lacking]))


def _without(copies: Mapping[str, int], left: int, pair: Pair) -> int:
    """The tiles that are left when these are taken; -1 if they are not there."""
    for name in pair:
        free = left & copies[name]
        if not free:
            return -1
        left ^= free & -free
    return left


def _buildings(name: str, kinds: Sequence[str]) -> tuple[int, ...]:
    """How many buildings of each of these kinds are on a tile."""
    there = [kind for kind, *_ in halves(name)]
    return tuple(map(there.count, kinds))


def _too_few(
    gains: Mapping[str, Sequence[int]],
    there: Mapping[str, int],
    open_to: Sequence[Sequence[Pair]],
    needs: Sequence[int],
) -> bool:
    """Whether the cities cannot have so many buildings of the kinds on duplex tiles.

    It counts the best pair of each city, and the best of the tiles that are `there` and fit some city.
    """
    best = sum([max([_useful(gains, pair, needs) for pair in pairs], default=0) for pairs in open_to])
    fitting = {name for pairs in open_to for pair in pairs for name in pair}
    tiles = sorted([sum(map(min, gains[name], needs)) for name in fitting for _ in range(there[name])])
    return sum(needs) > min(best, sum(tiles[-_DUPLEXES * len(open_to) :]))


def _useful(gains: Mapping[str, Sequence[int]], pair: Pair, needs: Sequence[int]) -> int:
    """How many of the buildings that are needed are on these tiles."""
    return sum(map(min, map(add, gains[pair[0]], gains[pair[1]]), needs))
