"""Phase 3: sell tiles, build districts and plants, and place them (rulebook: 3. Phase)."""

from functools import lru_cache

from cityleague.engine.boards.grid import place_name
from cityleague.engine.city_tycoon import rules
from cityleague.engine.city_tycoon.drafting import can_hold, choice, listed
from cityleague.engine.city_tycoon.figures import TERRAINS, District
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Cell, Move, Place, Plant, PlantKind, Sell, Side
from cityleague.engine.city_tycoon.table import BUILDING, PLACING, TERRAIN, PlantToPlace, TycoonTable
from cityleague.engine.rules import refuse

SIDES: tuple[Side, ...] = ("exhausting", "renewing")


def _verify_room(table: TycoonTable) -> None:
    if table.town.full:
        refuse(rules.ROOM, "terrain lies on all cells that touch the city")


def _verify_held(table: TycoonTable, tile: str) -> None:
    kept = table.kept[table.actor]
    if not can_hold(table, kept, tile):
        seat = table.actor
        message = f"unused tiles: {listed(table, kept, tile)}"
        refuse(rules.HAND, message, "tile", lambda state: tile not in state.table.kept[seat])


def _verify_money(table: TycoonTable, item: str, cost: int, field: str) -> None:
    seat = table.actor
    if cost > table.money[seat]:
        message = f"{item} costs {cost}; seat {seat} has {table.money[seat]}"
        refuse(rules.COST, message, field, lambda state: state.table.money[seat] < cost)


def verify_sell(table: TycoonTable, _seat: int, move: Sell) -> None:
    """Raise IllegalMove unless the actor holds the tile."""
    _verify_held(table, move.tile)


def verify_build(table: TycoonTable, _seat: int, move: Build) -> District:
    """The district; raises IllegalMove unless the actor holds the tile and can pay for it, and the city has room."""
    _verify_held(table, move.tile)
    district = table.box.districts[move.tile]
    _verify_money(table, move.tile, district.cost, "tile")
    _verify_room(table)
    return district


def verify_plant(table: TycoonTable, _seat: int, move: Plant) -> PlantToPlace:
    """The plant; raises IllegalMove unless one of this kind is left, can be paid for, and the city has room."""
    _verify_held(table, move.tile)
    figures = table.box.plants[move.kind].get(table.next_plant[move.kind])
    if figures is None:
        refuse(rules.PLANTS, f"all {move.kind} plants have been built", "kind")
    side = figures.side(move.side)
    _verify_money(table, f"{move.side} {move.kind} plant {figures.number}", side.cost, "side")
    _verify_room(table)
    return PlantToPlace(move.kind, figures.number, move.side, side)


def apply_sell(table: TycoonTable, seat: int, move: Sell, _: None) -> None:
    """Take the money for the tile; the turn is over."""
    table.use(move.tile)
    table.money[seat] += table.box.basics.sale
    table.accounts[seat].sales += table.box.basics.sale
    table.decided(seat)


def apply_build(table: TycoonTable, seat: int, move: Build, district: District) -> None:
    """Pay for the district; it is placed next."""
    table.use(move.tile)
    table.money[seat] -= district.cost
    table.accounts[seat].districts += district.cost
    table.to_place = district
    table.stage = PLACING


def apply_plant(table: TycoonTable, seat: int, move: Plant, plant: PlantToPlace) -> None:
    """Discard the tile and pay for the plant; it is placed next."""
    table.use(move.tile)
    table.next_plant[move.kind] += 1
    table.money[seat] -= plant.figures.cost
    table.accounts[seat].plants += plant.figures.cost
    table.to_place = plant
    table.stage = PLACING


def legal_build(table: TycoonTable, seat: int) -> list[Move]:
    """For each tile, in the order of the component file: sell it, build it, give it for each plant."""
    money = -1 if table.town.full else table.money[seat]  # nothing can be built without room
    plants: list[tuple[PlantKind, Side]] = []
    for kind in PLANT_KINDS:
        figures = table.box.plants[kind].get(table.next_plant[kind])
        if figures is not None:
            plants += [(kind, side) for side in SIDES if figures.side(side).cost <= money]
    moves: list[Move] = []
    for tile in choice(table, table.kept[seat]):
        moves.append(Sell(tile))
        if table.box.districts[tile].cost <= money:
            moves.append(Build(tile))
        moves += [Plant(tile, kind, side) for kind, side in plants]
    return moves


# -- placing


def verify_place(table: TycoonTable, _seat: int, move: Place) -> None:
    """Raise IllegalMove unless the cell is free and touches a tile of the city."""
    town, cell = table.town, move.cell
    if cell in town.layout.border and cell not in town.terrain:
        return
    at = place_name(cell)
    if not town.is_free(cell):
        there = "terrain" if cell in town.terrain else "a tile"
        refuse(rules.OCCUPIED, f"there is {there} at {at}", "cell", lambda state: not state.table.town.is_free(cell))
    refuse(rules.APART, f"at {at} it would touch no tile of the city", "cell")


def apply_place(table: TycoonTable, seat: int, move: Place, _: None) -> None:
    """Place the district or the plant; a district brings its instant rewards."""
    town = table.town
    if isinstance(table.to_place, District):
        district = table.to_place
        town.place(move.cell, seat, district)
        reward, account = district.reward, table.accounts[seat]
        account.instant += reward.points
        table.yellow[seat] += reward.yellow
        for terrain in TERRAINS:
            if points := reward.points_for.of(terrain):
                account.touching += points * town.touching(move.cell, terrain)
        table.terrain_due = table.box.brings[district.name][: table.terrain_left]  # placed next
    else:
        plant = table.to_place
        assert plant
        town.build_plant(
            plant.kind, plant.number, move.cell, seat, plant.figures.cubes, renewing=plant.side == "renewing"
        )
    table.to_place = None
    _go_on(table)


def apply_terrain(table: TycoonTable, _seat: int, move: Place, _: None) -> None:
    """Place a tile of terrain."""
    first, *later = table.terrain_due
    table.town.lay(move.cell, first)
    table.terrain_left -= 1
    table.terrain_due = tuple(later)
    _go_on(table)


def _go_on(table: TycoonTable) -> None:
    """The actor places the terrain that is due, if there is room; then the turn is over."""
    if table.town.full:
        table.terrain_due = ()
    if table.terrain_due:
        table.stage = TERRAIN
    else:
        table.stage = BUILDING
        table.decided(table.actor)


@lru_cache(maxsize=4096)
def _place(cell: Cell) -> Place:
    return Place(cell)


def legal_place(table: TycoonTable, _seat: int) -> list[Move]:
    """Every free cell that touches the city, ascending."""
    return list(map(_place, table.town.free))
