"""Phases 4 and 5: supply, cube by cube, and clean-up (rulebook: 4. and 5. Phase)."""

from collections.abc import Iterator, Sequence

import msgspec

from cityleague.engine.boards.grid import place_name
from cityleague.engine.city_tycoon import rules
from cityleague.engine.city_tycoon.figures import Demand
from cityleague.engine.city_tycoon.moves import Cell, Cube, Move, Pass, PlantKind, Supply
from cityleague.engine.city_tycoon.routes import Reach, flaw, least_price, reach, routes
from cityleague.engine.city_tycoon.table import CUBES, SUPPLYING, Supplying, TycoonTable
from cityleague.engine.city_tycoon.town import BuiltPlant, Town
from cityleague.engine.protocol import Setup
from cityleague.engine.rules import refuse

COLOURS: dict[PlantKind, str] = {"electric": "red", "water": "blue"}
"""The colour of the cubes of each kind of plant."""
_Asked = tuple[tuple[PlantKind, int], ...]
"""How many cubes of each kind of plant."""
_PASS = Pass()


def possible_demand(table: TycoonTable, seat: int) -> tuple[int, int] | None:
    """The first demand that a seat can meet now, as tile and number; None: none, as long as nobody pays the seat."""
    return next(_possible_demands(table, seat), None)


def _possible_demands(table: TycoonTable, seat: int) -> Iterator[tuple[int, int]]:
    """The demands that a seat can meet now, as tile and number, in the order of building."""
    town, yellow, money = table.town, table.yellow[seat], table.money[seat]
    for tile in town.built[seat]:
        if tile not in town.met:
            for number, demand in enumerate(town.districts[tile].demands):
                takes = demand.takes
                if takes.yellow <= yellow:
                    cost = cheapest(table, tile, takes.red, takes.blue)
                    if cost is not None and cost <= money:
                        yield tile, number


# -- the cost of cubes


def cheapest(table: TycoonTable, tile: int, red: int, blue: int) -> int | None:
    """The least cost of these cubes for a district; None if there are not enough."""
    town, fees = table.town, 0
    seat, known = town.owners[tile], reach(town.layout, tile)
    if red:
        fees, missing, _ = least_price(known, town, seat, "electric", red)
        if missing:
            return None
    if blue:
        more, missing, _ = least_price(known, town, seat, "water", blue)
        if missing:
            return None
        fees += more
    return fees * table.box.basics.fee


def payees(town: Town, seat: int, plant: BuiltPlant, path: Sequence[Cell]) -> list[int]:
    """Who gets a fee for a cube: the owners of its plant and of the tiles that it crosses, without the seat itself."""
    owners, at = town.owners, town.at
    payees = [] if plant.owner == seat else [plant.owner]
    for cell in path:
        if (owner := owners[at[cell]]) != seat:
            payees.append(owner)
    return payees


# -- meeting a demand


def verify_supply(table: TycoonTable, seat: int, move: Supply) -> tuple[int, Demand]:
    """The tile of the district, and its demand; raises IllegalMove unless it is the seat's, and can be met."""
    town = table.town
    tile = town.at.get(move.district)
    if tile is None or tile not in town.districts or town.owners[tile] != seat:
        refuse(rules.DISTRICT, f"at {place_name(move.district)} lies no district of seat {seat}", "district")
    if tile in town.met:
        refuse(rules.ONCE, f"the district at {place_name(move.district)} has been supplied in this round", "district")
    district = town.districts[tile]
    if not 0 <= move.demand < len(district.demands):
        refuse(rules.DEMAND, f"{district.name} has {_numbers(len(district.demands))}", "demand")
    demand = district.demands[move.demand]
    if (tile, move.demand) == table.able:
        return tile, demand  # this was found when the seat was asked
    takes = demand.takes
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
    return tile, demand


def _numbers(demands: int) -> str:
    """How moves number the demands of a district that has so many."""
    if demands > 1:
        return f"demands 0 to {demands - 1}"
    return "one demand, number 0" if demands else "no demand"


def apply_supply(table: TycoonTable, seat: int, move: Supply, meeting: tuple[int, Demand]) -> None:
    """Pay the yellow cubes; red and blue ones may follow."""
    tile, demand = meeting
    table.yellow[seat] -= demand.takes.yellow
    table.supplying = Supplying(tile, move.demand, demand, demand.takes.red, demand.takes.blue)
    table.stage = CUBES
    table.able = None
    _go_on(table)


def _go_on(table: TycoonTable) -> None:
    """If the demand has been met, the actor gets the reward, the turn is over, and those who passed are asked again."""
    meeting = table.supplying
    assert meeting
    if meeting.red or meeting.blue:
        return
    seat, gives = table.actor, meeting.demand.gives
    table.money[seat] += gives.money
    table.yellow[seat] += gives.yellow
    table.accounts[seat].rewards += gives.money
    table.accounts[seat].demands += gives.points
    table.town.met[meeting.tile] = meeting.number
    table.supplying = None
    table.routes = None
    table.stage = SUPPLYING
    if not table.pass_is_final:
        table.passed = [False] * table.seats
    table.decided(seat)


def apply_pass(table: TycoonTable, seat: int, _move: Pass, _: None) -> None:
    """The seat is not asked again until somebody has supplied; where a pass is final, not in this round."""
    table.passed[seat] = True
    table.able = None
    table.decided(seat)


def lasts(setup: Setup, move: Move) -> str:
    """Whoever passes, and is asked again after each supply of others, can say so once for the phase."""
    return "pass until I say so" if isinstance(move, Pass) and setup.options.passing == "again" else ""


def legal_supply(table: TycoonTable, seat: int) -> list[Move]:
    """Every demand that can be met, by district in the order of building; then passing."""
    cells = table.town.cells
    return [*[Supply(cells[tile], number) for tile, number in _possible_demands(table, seat)], _PASS]


# -- cubes


def verify_cube(table: TycoonTable, seat: int, move: Cube) -> tuple[BuiltPlant, list[int]]:
    """The plant, and who gets a fee; raises IllegalMove unless cube, path and money for all cubes will do."""
    town, meeting = table.town, table.supplying
    assert meeting
    plant = town.plant_at(move.plant)
    if plant is None:
        refuse(rules.SOURCE, f"at {place_name(move.plant)} there is no plant", "plant")
    colour = COLOURS[plant.kind]
    if not (meeting.red if colour == "red" else meeting.blue):
        refuse(
            rules.COLOUR, f"{meeting.red} red and {meeting.blue} blue cubes are asked for, not a {colour} one", "plant"
        )
    if not plant.cubes:
        refuse(rules.EMPTY, f"the plant at {place_name(move.plant)} has no cube left", "plant")
    if (wrong := flaw(town, plant, move.path, meeting.tile)) is not None:
        refuse(rules.PATH, wrong, "path" if move.path else "plant")
    fee, paid = table.box.basics.fee, payees(town, seat, plant, move.path)
    cost = fee * len(paid)
    later = fee * _price_after(_needs(table), town.plants, plant) if meeting.red + meeting.blue > 1 else 0
    if cost + later > table.money[seat]:
        more = f" and the other cubes at least {later}" if later else ""
        blame = "path" if move.path else "plant"
        message = f"it costs {cost}{more}; seat {seat} has {table.money[seat]}"
        refuse(rules.FEES, message, blame, lambda state: state.table.money[seat] < cost + later)
    return plant, paid


class _Needs(msgspec.Struct, gc=False):
    """The least price, in fees, of all cubes that the demand still needs. There are enough of them."""

    fees: int
    dearest: dict[PlantKind, int]
    """By kind: the price of the dearest cube among them."""
    known: Reach


def _needs(table: TycoonTable) -> _Needs:
    meeting, fees, dearest = table.supplying, 0, {}
    assert meeting
    known = reach(table.town.layout, meeting.tile)
    asked: _Asked = (("electric", meeting.red), ("water", meeting.blue))
    for kind, needed in asked:
        if needed:
            more, _, dearest[kind] = least_price(known, table.town, table.actor, kind, needed)
            fees += more
    return _Needs(fees, dearest, known)


def _price_after(needs: _Needs, plants: Sequence[BuiltPlant], plant: BuiltPlant) -> int:
    """The least price, in fees, of the cubes that are needed after one from this plant.

    If they cost the least with one from this plant, then that one is no longer needed; else the dearest of its kind.
    """
    dearest = needs.dearest[plant.kind]
    for price, i in needs.known.prices[plant.kind]:
        if price >= dearest:
            break
        if plants[i] is plant:
            return needs.fees - price
    return needs.fees - dearest


def apply_cube(table: TycoonTable, seat: int, _move: Cube, cube: tuple[BuiltPlant, list[int]]) -> None:
    """Pay for the cube and its path; the demand may need more."""
    (plant, paid), meeting = cube, table.supplying
    assert meeting
    table.pay_fees(seat, paid)
    plant.cubes -= 1
    red, blue = (1, 0) if plant.kind == "electric" else (0, 1)
    table.supplying = Supplying(meeting.tile, meeting.number, meeting.demand, meeting.red - red, meeting.blue - blue)
    _go_on(table)


def legal_cubes(table: TycoonTable, _seat: int) -> list[Move]:
    """For each plant and each set of payees, the cheapest path; see `routes`."""
    budgets = _budgets(table)
    if table.routes is None:
        meeting = table.supplying
        assert meeting
        table.routes = routes(table.town, table.actor, meeting.tile, budgets)
    return [route.move for route in table.routes if route.crossed <= budgets.get(route.plant, -1)]


def _budgets(table: TycoonTable) -> dict[int, int]:
    """By plant, as an index, that has a cube of a kind that is needed: how many foreign tiles its cube may cross.

    No budget grows while a demand is being met: nothing is placed in between, plants only run empty, and what a cube
    costs is at least what it saves later. So the routes of the first cube hold for the later ones, too; only some have
    to be left out.
    """
    needs, plants, seat = _needs(table), table.town.plants, table.actor
    payable = table.money[seat] // table.box.basics.fee
    return {
        i: payable - _price_after(needs, plants, plant) - (plant.owner != seat)
        for i, plant in enumerate(plants)
        if plant.cubes and plant.kind in needs.dearest
    }


# -- clean-up


def clean_up(table: TycoonTable) -> None:
    """Remove all yellow cubes, and refill the renewing plants."""
    table.yellow = [0] * table.seats
    table.passed = [False] * table.seats
    table.town.met = {}
    for plant in table.town.plants:
        if plant.renewing:
            plant.cubes = plant.capacity
