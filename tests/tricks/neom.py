"""Plans a clever player of NEOM would try against machines: the heuristic plays all that a plan leaves open."""

from __future__ import annotations

from collections.abc import Callable

from cityleague.engine.neom.board import AROUND, EDGE, PLACE
from cityleague.engine.neom.bots.evaluation import Actions, after, position, score, score_of
from cityleague.engine.neom.bots.heuristic import Heuristic
from cityleague.engine.neom.bots.outlook import Moment, Outlook
from cityleague.engine.neom.disasters import fine
from cityleague.engine.neom.moves import Anchor, Build, Move, Pay, Pick, Remove, Sell
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, GENERATIONS, PICKING, NeomTable
from cityleague.engine.neom.tiles import COMMERCIAL, EAST, INDUSTRIAL, PUBLIC, RESIDENTIAL, WEST, Tile
from cityleague.engine.neom.trade import bill

from .planning import Trick, ends, exchanged, planner

Plan = Callable[[NeomTable, int, Move], float]
"""How good a move is by a plan; the heuristic chooses of those that are best."""


def of_tile(value: Callable[[Tile], float]) -> Plan:
    """Picks and builds the tiles with the highest value; it sells those below 0."""
    return lambda table, _, move: value(table.box.tiles[move.tile]) if isinstance(move, Pick | Build) else 0


def only(*kinds: int) -> Plan:
    """Picks and builds tiles of some types; it sells others."""
    return lambda table, _, move: (
        not isinstance(move, Pick | Build) or not {*kinds}.isdisjoint(table.box.tiles[move.tile].types)
    )


def first(*kinds: int) -> Plan:
    """Picks and builds tiles of some types, where it can."""
    return of_tile(lambda tile: not {*kinds}.isdisjoint(tile.types))


def spends(table: NeomTable, seat: int, move: Build) -> int:
    """What a move costs in all."""
    return bill(table, seat, table.box.tiles[move.tile], move).total


def thrift(table: NeomTable, seat: int, move: Move) -> float:
    """Spends at most half of its money."""
    return not isinstance(move, Build) or 2 * spends(table, seat, move) <= table.money[seat]


def routes(table: NeomTable, seat: int, move: Move) -> float:
    """Builds the trade routes, along the middle row."""
    if not isinstance(move, Build):
        return 0
    city, through = after(table, seat, move).city, EAST | WEST
    along = move.cell[1] == 0 and table.box.tiles[move.tile].exits & through == through
    return 2 * (city.left + city.right) + along


def deny(table: NeomTable, seat: int, move: Move) -> float:
    """Picks the tile that is worth most to the seat that picks next of these."""
    if not isinstance(move, Pick) or table.stage == DRAFTING:
        return 0
    other = (seat + 1) % table.seats
    return Actions(table, other, score(table.box)).picked(move.tile)


def farsighted_deny(table: NeomTable, seat: int, move: Move) -> float:
    """The same, by what its city can still become."""
    if not isinstance(move, Pick) or table.stage == DRAFTING:
        return 0
    other = (seat + 1) % table.seats
    return Actions(table, other, Outlook(Moment.of(table, other))).picked(move.tile)


def copy(table: NeomTable, seat: int, move: Move) -> float:
    """Picks the types that the seat before it has picked last."""
    shown = table.picks[-1] if table.picks else table.picked
    tile = shown[(seat - 1) % table.seats]
    if not isinstance(move, Pick) or not tile:
        return 0
    return len({*table.box.tiles[move.tile].types}.intersection(table.box.tiles[tile].types))


def leader(table: NeomTable, seat: int) -> int:
    """The best of the others as the game stands."""
    others = [other for other in range(table.seats) if other != seat]
    return max(others, key=lambda other: score_of(table.box, position(table, other)))


def strike(table: NeomTable, seat: int, move: Move) -> float:
    """Picks disasters that cost the leader more than itself."""
    disaster = table.box.tiles[move.tile].disaster if isinstance(move, Pick) else None
    return disaster is not None and fine(table.cities[leader(table, seat)], disaster) > fine(
        table.cities[seat], disaster
    )


def avert(table: NeomTable, seat: int, move: Move) -> float:
    """Picks disasters for which it would have to pay more than it has."""
    disaster = table.box.tiles[move.tile].disaster if isinstance(move, Pick) else None
    return disaster is not None and fine(table.cities[seat], disaster) > table.money[seat]


def close(sign: int) -> Plan:
    """Builds where most tiles are around, or fewest."""

    def plan(table: NeomTable, seat: int, move: Move) -> float:
        if not isinstance(move, Build):
            return 0
        return sign * (AROUND[PLACE[move.cell]] & table.cities[seat].tiles).bit_count()

    return plan


def replaces(table: NeomTable, seat: int, move: Move) -> bool:
    """Whether a move builds on another tile."""
    return isinstance(move, Build) and bool(table.cities[seat].tiles >> PLACE[move.cell] & 1)


def one_area(table: NeomTable, seat: int, move: Move) -> float:
    """Builds for the largest residential area."""
    if not isinstance(move, Build):
        return 0
    return max([area.bit_count() for area in after(table, seat, move).city.homes], default=0)


def monopoly(table: NeomTable, seat: int, move: Move) -> float:
    """Picks and builds what makes goods that nobody makes."""
    if not isinstance(move, Pick | Build):
        return 0
    made = 0
    for city in table.cities:
        made |= city.goods
    return (table.box.tiles[move.tile].goods & ~made).bit_count()


def chain(table: NeomTable, seat: int, move: Move) -> float:
    """Picks and builds what needs the goods that it makes."""
    if not isinstance(move, Pick | Build):
        return 0
    return (table.box.tiles[move.tile].wanted & table.cities[seat].goods).bit_count()


def rarest_type(table: NeomTable, seat: int, move: Move) -> float:
    """Picks and builds the type of building that it has fewest of."""
    kinds = (RESIDENTIAL, COMMERCIAL, INDUSTRIAL)
    counts = {kind: table.cities[seat].cells[kind].bit_count() for kind in kinds}
    fewest = [kind for kind in kinds if counts[kind] == min(counts.values())]
    return first(*fewest)(table, seat, move)


def feeds_nobody(_: NeomTable, __: int, move: Move) -> float:
    """Buys no good that another seat sells."""
    return not isinstance(move, Build) or all(purchase.seller is None for purchase in move.buy)


def sells_in(*generations: int) -> Plan:
    """Sells all tiles of some generations."""
    return lambda table, _, move: table.generation in generations and isinstance(move, Sell)


PLANS: dict[str, Plan] = {
    "sell all": sells_in(1, 2, 3),
    "sell all first": sells_in(1),
    "sell all last": sells_in(GENERATIONS),
    "never sell": lambda _, __, move: not isinstance(move, Sell),
    "tiles only": lambda _, __, move: not isinstance(move, Anchor),
    "anchors first": lambda _, __, move: isinstance(move, Anchor),
    "anchors last": lambda table, _, move: not isinstance(move, Anchor) or table.generation == GENERATIONS,
    "anchors in between": lambda table, _, move: isinstance(move, Anchor) == (table.generation == 2),
    "homes only": only(RESIDENTIAL),
    "shops only": only(COMMERCIAL),
    "works only": only(INDUSTRIAL),
    "homes and shops": only(RESIDENTIAL, COMMERCIAL),
    "homes first": first(RESIDENTIAL),
    "shops first": first(COMMERCIAL),
    "works first": first(INDUSTRIAL),
    "public first": first(PUBLIC),
    "rarest type": rarest_type,
    "no pollution": of_tile(lambda tile: -tile.polluted),
    "power first": of_tile(lambda tile: tile.power),
    "goods first": of_tile(lambda tile: (tile.goods | tile.any_good).bit_count()),
    "monopoly": monopoly,
    "chain": chain,
    "income first": of_tile(lambda tile: sum(tile.income)),
    "points first": of_tile(lambda tile: tile.points),
    "cheapest": of_tile(lambda tile: 1 / (1 + tile.cheapest)),
    "dearest": of_tile(lambda tile: tile.cheapest),
    "thrift": thrift,
    "buys nothing": lambda _, __, move: not isinstance(move, Build) or not move.buy,
    "feeds nobody": feeds_nobody,
    "trade routes first": routes,
    "one area": one_area,
    "close together": close(1),
    "far apart": close(-1),
    "edge first": lambda _, __, move: isinstance(move, Build) and bool(EDGE >> PLACE[move.cell] & 1),
    "replaces": replaces,
    "never replaces": lambda table, seat, move: not replaces(table, seat, move),
    "deny the neighbour": deny,
    "deny the neighbour's plans": farsighted_deny,
    "copy": copy,
    "disasters always": lambda table, _, move: isinstance(move, Pick) and bool(table.box.tiles[move.tile].disaster),
    "disasters never": lambda table, _, move: not isinstance(move, Pick) or not table.box.tiles[move.tile].disaster,
    "disasters on the leader": strike,
    "disasters averted": avert,
    "always pays": lambda _, __, move: isinstance(move, Pay),
    "always removes": lambda _, __, move: isinstance(move, Remove),
}  # fmt: skip
PHASES = {"draft": DRAFTING, "picks": PICKING, "building": ACTING, "answers": DISASTER}

TRICKS: dict[str, Trick] = {
    **{name: planner(Heuristic, plan) for name, plan in PLANS.items()},
    **{
        f"{judge} {name}": exchanged(Heuristic, judge, [stage])
        for judge in ("greedy", "random")
        for name, stage in PHASES.items()
    },
    "first always": exchanged(Heuristic, "first", PHASES.values()),
    "last always": exchanged(Heuristic, "last", PHASES.values()),
    **ends(Heuristic),
}
"""By name: the bot that plays a trick."""
