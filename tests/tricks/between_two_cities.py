"""Plans a clever player of Between Two Cities would try against machines: the heuristic plays all that they leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cityleague.engine.between_two_cities.bots.evaluation import Cities, points
from cityleague.engine.between_two_cities.bots.heuristic import Heuristic
from cityleague.engine.between_two_cities.components import BOARD, covered, halves, planes
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.scoring import FACTORY
from cityleague.engine.between_two_cities.table import SIDES, CitiesTable

from .planning import Trick, ends, exchanged, planner

Plan = Callable[[CitiesTable, int, Move], float]
"""How good a move is by a plan; the heuristic chooses of those that are best."""
NEVER = -1000.0
TAVERNS = ("tavern-food", "tavern-drink", "tavern-music", "tavern-bed")


def kinds(move: Pick) -> list[str]:
    """The buildings of both tiles."""
    return [kind for tile in move.tiles for kind, _, _ in halves(tile)]


def wants(*wanted: str, sign: int = 1) -> Plan:
    """Picks the tiles with most buildings of some kinds, or fewest."""
    return lambda _, __, move: (
        sign * len([kind for kind in kinds(move) if kind in wanted]) if isinstance(move, Pick) else 0
    )


def standing(table: CitiesTable, seat: int, side: Side) -> float:
    """The points of the city on a side, as it stands."""
    return Cities(table.tiles, table.cities).now(table.home[seat][side], points)


def favours(choose: Callable[[CitiesTable, int], Side]) -> Plan:
    """Picks the tile that brings most points in one of its two cities, and places it there first."""

    def plan(table: CitiesTable, seat: int, move: Move) -> float:
        side = choose(table, seat)
        cities, number = Cities(table.tiles, table.cities), table.home[seat][side]
        if isinstance(move, Pick):
            return max([cities.best(number, tile, points) for tile in move.tiles])
        if move.city == side:
            return cities.after(number, move, points)
        return 0 if table.served[seat] == side else NEVER

    return plan


def higher(table: CitiesTable, seat: int) -> Side:
    """The side with more points."""
    return max(SIDES, key=lambda side: standing(table, seat, side))


def lower(table: CitiesTable, seat: int) -> Side:
    """The side with fewer points."""
    return min(SIDES, key=lambda side: standing(table, seat, side))


def fuller(table: CitiesTable, seat: int) -> Side:
    """The side whose partner has placed already."""
    return max(SIDES, key=lambda side: covered(table.cities[table.home[seat][side]]).bit_count())


def receiver(table: CitiesTable, seat: int) -> int:
    """The seat that gets the hand next."""
    return table.ring[(table.ring.index(seat) + table.this_round.passing) % table.seats]


def deny(table: CitiesTable, seat: int, move: Move) -> float:
    """Picks what the seat that gets the hand next could use best."""
    if not isinstance(move, Pick):
        return 0
    cities, homes = Cities(table.tiles, table.cities), table.home[receiver(table, seat)].values()
    return sum([max([cities.best(city, tile, points) for city in homes]) for tile in move.tiles])


def deny_far(table: CitiesTable, seat: int, move: Move) -> float:
    """Picks what would help most in a city that only others build."""
    if not isinstance(move, Pick):
        return 0
    own, cities = table.home[seat].values(), Cities(table.tiles, table.cities)
    others = [city for city in range(len(table.cities)) if city not in own]
    return max([cities.best(city, tile, points) for city in others for tile in move.tiles])


def copy(table: CitiesTable, seat: int, move: Move) -> float:
    """Picks the kinds that the seat to its left has shown last."""
    if not isinstance(move, Pick) or not table.revealed:
        return 0
    left = table.ring[(table.ring.index(seat) + 1) % table.seats]
    shown = [kind for tile in table.revealed[-1][left] for kind, _, _ in halves(tile)]
    return len([kind for kind in kinds(move) if kind in shown])


def complete(table: CitiesTable, seat: int, move: Move) -> float:
    """Picks kinds that one of its cities lacks."""
    if not isinstance(move, Pick):
        return 0
    there = [planes(table.cities[city]) for city in table.home[seat].values()]
    plane = list(table.tiles.buildings)
    return sum([min([not city[plane.index(kind)] for city in there]) for kind in kinds(move)])


def majority(table: CitiesTable, seat: int, move: Move) -> float:
    """Picks factories while one of its cities can still have most of them."""
    counts = [planes(city)[FACTORY].bit_count() for city in table.cities]
    own = [counts[city] for city in table.home[seat].values()]
    return kinds(move).count("factory") if isinstance(move, Pick) and max(own) >= max(counts) - 1 else 0


def rare(sign: int) -> Plan:
    """Picks the tiles of which fewest are left to come, or most."""
    return lambda table, _, move: (
        -sign * sum([table.supply[tile] for tile in move.tiles]) if isinstance(move, Pick) else 0
    )


def alike(table: CitiesTable, _: int, move: Move) -> float:
    """Picks two tiles alike, so that no city is left behind."""
    return -len({*kinds(move)}) if isinstance(move, Pick) else 0


def houses_last(table: CitiesTable, _: int, move: Move) -> float:
    """Picks no house before the last round, and as many as it can then."""
    if not isinstance(move, Pick):
        return 0
    last = table.round > 2 * len(table.rounds) // 3
    return (1 if last else -1) * kinds(move).count("house")


def close(sign: int) -> Plan:
    """Builds where most buildings are around, or fewest."""

    def plan(table: CitiesTable, seat: int, move: Move) -> float:
        if not isinstance(move, Place):
            return 0
        mask = table.tiles.footprints[move.tile][move.cell].mask
        return sign * (BOARD.neighbours(mask) & covered(table.cities[table.home[seat][move.city]])).bit_count()

    return plan


def broad(sign: int) -> Plan:
    """Makes its cities as broad as they may be before they are high, or the other way round."""
    return lambda _, __, move: sign * (abs(move.cell[0]) - abs(move.cell[1])) if isinstance(move, Place) else 0


def wait(table: CitiesTable, seat: int, move: Move) -> float:
    """Places first in the city whose other builder has placed already."""
    return isinstance(move, Place) and move.city == fuller(table, seat)


def spoil(table: CitiesTable, seat: int, move: Move) -> float:
    """In the last round, it places its tiles where they bring least to the city that it leads with."""
    if not isinstance(move, Place) or table.round < len(table.rounds) or move.city != higher(table, seat):
        return 0
    return -Cities(table.tiles, table.cities).after(table.home[seat][move.city], move, points)


PLANS: dict[str, Plan] = {
    "left city only": favours(lambda _, __: "left"),
    "right city only": favours(lambda _, __: "right"),
    "best city only": favours(higher),
    "worst city first": favours(lower),
    "cities in turn": favours(lambda table, _: SIDES[table.turn % 2]),
    "fuller city first": favours(fuller),
    "places behind its partner": wait,
    "spoils its better city": spoil,
    "shops": wants("shop"),
    "factories": wants("factory"),
    "taverns": wants(*TAVERNS),
    "offices": wants("office"),
    "parks": wants("park"),
    "houses": wants("house"),
    "no factory": wants("factory", sign=-1),
    "no house": wants("house", sign=-1),
    "no park": wants("park", sign=-1),
    "offices and taverns": wants("office", *TAVERNS),
    "shops and parks": wants("shop", "park"),
    "houses last": houses_last,
    "factories while it leads": majority,
    "what is missing": complete,
    "two alike": alike,
    "two that differ": lambda table, seat, move: -alike(table, seat, move),
    "rare tiles": rare(1),
    "common tiles": rare(-1),
    "deny the neighbour": deny,
    "deny strangers": deny_far,
    "copy": copy,
    "close together": close(1),
    "far apart": close(-1),
    "broad": broad(1),
    "high": broad(-1),
}  # fmt: skip
PHASES: dict[str, Any] = {"picks": Pick, "places": Place, "moves": Pick | Place}

TRICKS: dict[str, Trick] = {
    **{name: planner(Heuristic, plan) for name, plan in PLANS.items()},
    **{
        f"{judge} {name}": exchanged(Heuristic, judge, moves=moves)
        for judge in ("greedy", "random", "first", "last")
        for name, moves in PHASES.items()
    },
    **ends(Heuristic),
}
"""By name: the bot that plays a trick."""
