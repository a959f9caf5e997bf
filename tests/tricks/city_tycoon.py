"""Plans a clever player of City Tycoon would try against machines: the heuristic plays all that a plan leaves open."""

from __future__ import annotations

from collections.abc import Callable

from cityleague.engine.city_tycoon.bots.evaluation import Judge
from cityleague.engine.city_tycoon.bots.heuristic import Heuristic
from cityleague.engine.city_tycoon.bots.outlook import Weights
from cityleague.engine.city_tycoon.figures import District
from cityleague.engine.city_tycoon.moves import Build, Cube, Move, Pass, Pick, Place, Plant, Sell, Supply
from cityleague.engine.city_tycoon.table import BUILDING, CUBES, DRAFTING, PLACING, SUPPLYING, TERRAIN, TycoonTable

from .planning import Trick, ends, exchanged, planner

EARLY = Weights(money=0.4, rounds=2, cube=1, yellow=0.5)
Plan = Callable[[TycoonTable, int, Move], float]
"""How good a move is by a plan; the heuristic chooses of those that are best."""


def district(table: TycoonTable, move: Pick | Build) -> District:
    """The district that a move names."""
    return table.box.districts[move.tile]


def of_kind(*kinds: str) -> Plan:
    """Picks and builds districts of some kinds; it sells others, or gives them for plants."""
    return lambda table, _, move: not isinstance(move, Pick | Build) or district(table, move).kind in kinds


def red_only(table: TycoonTable, _: int, move: Move) -> float:
    """Picks and builds districts that need no blue cubes, and electric plants."""
    if isinstance(move, Plant):
        return move.kind == "electric"
    return not isinstance(move, Pick | Build) or not any(need.takes.blue for need in district(table, move).demands)


def thrift(table: TycoonTable, seat: int, move: Move) -> float:
    """Builds no plant, and districts for at most half of its money."""
    if isinstance(move, Build):
        return 2 * district(table, move).cost <= table.money[seat]
    return not isinstance(move, Plant)


def deny(table: TycoonTable, seat: int, move: Move) -> float:
    """Picks the tile that is worth most to the seat that gets the hand next."""
    return Judge(table, (seat - 1) % table.seats, EARLY).pick(move) if isinstance(move, Pick) else 0


def large_first(table: TycoonTable, _: int, move: Move) -> float:
    """Meets the demand that takes most cubes, before the plants are empty."""
    if not isinstance(move, Supply):
        return 0
    takes = table.town.districts[table.town.at[move.district]].demands[move.demand].takes
    return takes.red + takes.blue


def drain(table: TycoonTable, seat: int, move: Move) -> float:
    """Takes cubes from the plants of others, and keeps its own."""
    plant = table.town.plant_at(move.plant) if isinstance(move, Cube) else None
    return plant is not None and plant.owner != seat


def toll(table: TycoonTable, seat: int, move: Move) -> float:
    """Builds where most tiles of others are, so that their cubes cross its own."""
    town = table.town
    near = town.layout.border[move.cell] if isinstance(move, Place) else 0
    return (near & ~town.owned[seat]).bit_count()


def apart(table: TycoonTable, seat: int, move: Move) -> float:
    """Builds where most of its own tiles are."""
    town = table.town
    return (town.layout.border[move.cell] & town.owned[seat]).bit_count() if isinstance(move, Place) else 0


def first_plant(table: TycoonTable, seat: int, move: Move) -> float:
    """Its first tile of each round is given for a plant."""
    return isinstance(move, Plant) and not table.used[seat]


def hoard(table: TycoonTable, _: int, move: Move) -> float:
    """Sells all tiles of the first two rounds."""
    return table.round < 3 and isinstance(move, Sell)


def none_late(table: TycoonTable, _: int, move: Move) -> float:
    """Builds nothing in the last round, and keeps its money."""
    return table.round == 4 and isinstance(move, Sell)


PLANS: dict[str, Plan] = {
    "no plant": lambda _, __, move: not isinstance(move, Plant),
    "plants first": lambda _, __, move: isinstance(move, Plant),
    "a plant each round": first_plant,
    "renewing only": lambda _, __, move: not isinstance(move, Plant) or move.side == "renewing",
    "exhausting only": lambda _, __, move: not isinstance(move, Plant) or move.side == "exhausting",
    "never build": lambda _, __, move: not isinstance(move, Build),
    "build only": lambda _, __, move: isinstance(move, Build),
    "never sell": lambda _, __, move: not isinstance(move, Sell),
    "sell all": lambda _, __, move: isinstance(move, Sell),
    "always pass": lambda _, __, move: isinstance(move, Pass),
    "never pass": lambda _, __, move: not isinstance(move, Pass),
    "red only": red_only,
    "housing and trade": of_kind("housing", "trade"),
    "industry and shops": of_kind("industry", "shops"),
    "parks and landmarks": of_kind("park", "landmark"),
    "dearest": lambda table, _, move: district(table, move).cost if isinstance(move, Pick) else 0,
    "cheapest": lambda table, _, move: -district(table, move).cost if isinstance(move, Pick) else 0,
    "thrift": thrift,
    "hoard": hoard,
    "nothing in the last round": none_late,
    "deny": deny,
    "large demands first": large_first,
    "drain": drain,
    "toll": toll,
    "apart": apart,
}  # fmt: skip
PHASES = {"draft": (DRAFTING,), "building": (BUILDING,), "places": (PLACING, TERRAIN), "supply": (SUPPLYING, CUBES)}

TRICKS: dict[str, Trick] = {
    **{name: planner(Heuristic, plan) for name, plan in PLANS.items()},
    **{
        f"{judge} {name}": exchanged(Heuristic, judge, stages)
        for judge in ("greedy", "random")
        for name, stages in PHASES.items()
    },
    **ends(Heuristic),
}
"""By name: the bot that plays a trick."""
