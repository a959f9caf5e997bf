"""Phases 4 and 5: supply, cube by cube, and clean-up (rulebook: 4. and 5. Phase)."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon import rules
from cityleague.engine.city_tycoon.figures import Demand
from cityleague.engine.city_tycoon.moves import Cell, Cube, Move, Pass, PlantKind, Supply
from cityleague.engine.city_tycoon.routes import Route, cost, flaw, reach, routes
from cityleague.engine.city_tycoon.table import CUBES, SUPPLYING, Supplying, Table
from cityleague.engine.city_tycoon.town import BuiltPlant
from cityleague.engine.grid import named
from cityleague.engine.rules import refuse

COLOURS: dict[PlantKind, str] = {"electric": "red", "water": "blue"}
"""The colour of the cubes of each kind of plant."""
_PASS = Pass()


def _open_districts(table: Table, seat: int) -> list[int]:
    """The districts of a seat that have not been supplied in this round."""
    districts, met = table.town.districts, table.town.met
    return [tile for tile in members(table.town.owned[seat]) if tile in districts and tile not in met]


def can_supply(table: Table, seat: int) -> bool:
    """Whether a seat can meet any demand now. If not, it may be able to later, when others have paid it."""
    districts = table.town.districts
    for tile in _open_districts(table, seat):
        for demand in districts[tile].demands:
            if _can_meet(table, seat, tile, demand):
                return True
    return False


def _can_meet(table: Table, seat: int, tile: int, demand: Demand) -> bool:
    """Whether a seat can pay all cubes of a demand of its district."""
    takes = demand.takes
    if takes.yellow > table.yellow[seat]:
        return False
    cost = cheapest(table, tile, takes.red, takes.blue)
    return cost is not None and cost <= table.money[seat]


# -- the cost of cubes


def cheapest(table: Table, tile: int, red: int, blue: int, taken: BuiltPlant | None = None) -> int | None:
    """The least cost of these cubes for a district; None if there are not enough.

    `taken` is a plant that gives up one cube first.
    """
    if not red and not blue:
        return 0
    town, fee, total = table.town, table.box.basics.fee, 0
    known, seat = reach(town, tile, fee), town.owners[tile]
    if red:
        total, missing = cost(known, town, seat, "electric", red, fee, taken)
        if missing:
            return None
    if blue:
        more, missing = cost(known, town, seat, "water", blue, fee, taken)
        if missing:
            return None
        total += more
    return total


def payees(table: Table, seat: int, plant: BuiltPlant, path: Sequence[Cell]) -> list[int]:
    """Who gets a fee for a cube: the owners of its plant and of the tiles that it crosses, without the seat itself."""
    town = table.town
    owners = [plant.owner, *[town.owners[town.at[cell]] for cell in path]]
    return [owner for owner in owners if owner != seat]


# -- meeting a demand


def verify_supply(table: Table, seat: int, move: Supply) -> None:
    """Raise IllegalMove unless the seat can meet this demand of this district of its own."""
    town = table.town
    tile = town.at.get(move.district)
    at = named(move.district)
    if tile is None or tile not in town.districts or town.owners[tile] != seat:
        refuse(rules.DISTRICT, f"at {at} lies no district of seat {seat}", "district")
    if tile in town.met:
        refuse(rules.ONCE, f"the district at {at} has been supplied in this round", "district")
    district = town.districts[tile]
    if not 0 <= move.demand < len(district.demands):
        refuse(rules.DEMAND, f"{district.name} has {_numbers(len(district.demands))}", "demand")
    takes = district.demands[move.demand].takes
    if takes.yellow > table.yellow[seat]:
        refuse(rules.YELLOW, f"yellow cubes: {takes.yellow} needed, seat {seat} has {table.yellow[seat]}", "demand")
    cost = cheapest(table, tile, takes.red, takes.blue)
    if cost is None:
        red, blue = [sum([plant.cubes for plant in town.plants if plant.kind == kind]) for kind in COLOURS]
        shortage = (
            f"red cubes: {takes.red} needed, {red} in all plants; blue cubes: {takes.blue} needed, {blue} in all plants"
        )
        refuse(rules.SHORT, shortage, "demand")
    if cost > table.money[seat]:
        refuse(rules.SHORT, f"its cubes cost at least {cost}; seat {seat} has {table.money[seat]}", "demand")


def _numbers(demands: int) -> str:
    """How moves number the demands of a district that has so many."""
    if demands > 1:
        return f"demands 0 to {demands - 1}"
    return "one demand, number 0" if demands else "no demand"


def apply_supply(table: Table, seat: int, move: Supply) -> None:
    """Pay the yellow cubes; red and blue ones may follow."""
    town = table.town
    tile = town.at[move.district]
    demand = town.districts[tile].demands[move.demand]
    table.yellow[seat] -= demand.takes.yellow
    table.supplying = Supplying(tile, move.demand, demand, demand.takes.red, demand.takes.blue)
    table.stage = CUBES
    _go_on(table)


def _go_on(table: Table) -> None:
    """If the demand has been met, the actor gets the reward, and the turn is over."""
    meeting = table.supplying
    assert meeting
    if meeting.red or meeting.blue:
        return
    _reward(table, meeting.demand)
    table.town.met[meeting.tile] = meeting.number
    table.supplying = None
    table.routes = None
    table.stage = SUPPLYING
    table.decided(table.actor)


def _reward(table: Table, demand: Demand) -> None:
    seat, gives = table.actor, demand.gives
    table.money[seat] += gives.money
    table.yellow[seat] += gives.yellow
    table.accounts[seat].rewards += gives.money
    table.accounts[seat].demands += gives.points


def verify_pass(_table: Table, _seat: int, _move: Pass) -> None:
    """Whoever is asked may pass."""


def apply_pass(table: Table, seat: int, _move: Pass) -> None:
    """The seat is not asked again in this round, even if others pay it."""
    table.passed[seat] = True
    table.decided(seat)


def legal_supply(table: Table, seat: int) -> list[Move]:
    """Every demand that can be met, by district in the order of building; then passing."""
    town = table.town
    demands: list[Move] = [
        Supply(town.cells[tile], number)
        for tile in _open_districts(table, seat)
        for number, demand in enumerate(town.districts[tile].demands)
        if _can_meet(table, seat, tile, demand)
    ]
    return [*demands, _PASS]


# -- cubes


def verify_cube(table: Table, seat: int, move: Cube) -> None:
    """Raise IllegalMove unless the demand needs this cube, its path is possible, and there is money for all cubes."""
    town, meeting = table.town, table.supplying
    assert meeting
    plant = town.plant_at(move.plant)
    at = named(move.plant)
    if plant is None:
        refuse(rules.SOURCE, f"at {at} there is no plant", "plant")
    colour = COLOURS[plant.kind]
    if not (meeting.red if colour == "red" else meeting.blue):
        refuse(
            rules.COLOUR, f"{meeting.red} red and {meeting.blue} blue cubes are asked for, not a {colour} one", "plant"
        )
    if not plant.cubes:
        refuse(rules.EMPTY, f"the plant at {at} has no cube left", "plant")
    if (wrong := flaw(town, plant, move.path, meeting.tile)) is not None:
        refuse(rules.PATH, wrong, "path" if move.path else "plant")
    cost = table.box.basics.fee * len(payees(table, seat, plant, move.path))
    later = _cost_after(table, plant)
    if cost + later > table.money[seat]:
        more = f" and the other cubes at least {later}" if later else ""
        blame = "path" if move.path else "plant"
        message = f"it costs {cost}{more}; seat {seat} has {table.money[seat]}"
        refuse(rules.FEES, message, blame, lambda state: state.table.money[seat] < cost + later)


def _cost_after(table: Table, plant: BuiltPlant) -> int:
    """The least cost of the cubes that are needed after one from this plant. There are enough for the whole demand."""
    meeting = table.supplying
    assert meeting
    red, blue = (meeting.red - 1, meeting.blue) if plant.kind == "electric" else (meeting.red, meeting.blue - 1)
    cost = cheapest(table, meeting.tile, red, blue, plant)
    assert cost is not None
    return cost


def apply_cube(table: Table, seat: int, move: Cube) -> None:
    """Pay for the cube and its path; the demand may need more."""
    plant, meeting = table.town.plant_at(move.plant), table.supplying
    assert meeting
    assert plant
    for receiver in payees(table, seat, plant, move.path):
        table.pay_fee(seat, receiver, table.box.basics.fee)
    plant.cubes -= 1
    if plant.kind == "electric":
        table.supplying = meeting._replace(red=meeting.red - 1)
    else:
        table.supplying = meeting._replace(blue=meeting.blue - 1)
    _go_on(table)


def legal_cubes(table: Table, seat: int) -> list[Move]:
    """For each plant and each set of payees, the cheapest path; see `routes`."""
    town = table.town
    fee, money = table.box.basics.fee, table.money[seat]
    budget: dict[int, int] = {}
    for i in _sources(table):
        plant = town.plants[i]
        budget[i] = money - _cost_after(table, plant) - fee * (plant.owner != seat)
    return [
        Cube(town.plants[route.plant].cell, tuple([town.cells[tile] for tile in route.tiles]))
        for route in _routes(table)
        if route.plant in budget and route.crossed * fee <= budget[route.plant]
    ]


def _sources(table: Table) -> set[int]:
    """The plants with cubes that the demand still needs, as indices."""
    meeting = table.supplying
    assert meeting
    needed = {"electric": meeting.red, "water": meeting.blue}
    return {i for i, plant in enumerate(table.town.plants) if plant.cubes and needed[plant.kind]}


def _routes(table: Table) -> list[Route]:
    """The routes for the cubes of this demand, worked out for its first cube.

    They hold for the later cubes too: nothing is placed in between, money only shrinks and plants only run empty. So
    the caller need only leave some out.
    """
    if table.routes is None:
        meeting, fee = table.supplying, table.box.basics.fee
        assert meeting
        table.routes = routes(table.town, table.actor, meeting.tile, _sources(table), table.money[table.actor] // fee)
    return table.routes


# -- clean-up


def clean_up(table: Table) -> None:
    """Remove all yellow cubes, and refill the renewing plants."""
    table.yellow = [0] * table.seats
    table.passed = [False] * table.seats
    table.town.met = {}
    for plant in table.town.plants:
        if plant.renewing:
            plant.cubes = plant.capacity
