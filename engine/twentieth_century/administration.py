"""Phase 4: players place new tiles, citizens and garbage, and use technologies. Rulebook: 4. Administration."""

from functools import lru_cache

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.rules import refuse
from cityleague.engine.twentieth_century import rules, technologies
from cityleague.engine.twentieth_century.moves import Cell, Done, Dump, Lay, Move, Settle, Turn
from cityleague.engine.twentieth_century.table import CenturyTable
from cityleague.engine.twentieth_century.technologies import city_of, land_of
from cityleague.engine.twentieth_century.terrain import PLACES

_DONE = Done()
_TURNS: tuple[Turn, ...] = (0, 1, 2, 3)


@lru_cache(maxsize=1 << 13)  # 3.5 % of random play: hands are laid nearly everywhere, move after move
def _lays(tile: str, cell: Cell) -> tuple[Lay, ...]:
    """A tile on a cell, in each of its four rotations."""
    return tuple([Lay(tile, cell, turn) for turn in _TURNS])


def verify_lay(table: CenturyTable, seat: int, move: Lay) -> None:
    """Raise IllegalMove if the seat cannot lay a tile there."""
    hand, region = table.hands[seat], table.regions[seat]
    if move.tile not in hand:
        refuse(rules.NEW, f"{move.tile!r} is no new tile of seat {seat}; it has {', '.join(hand) or 'none'}", "tile")
    if move.cell in region.terrain.at:
        taken = region.terrain.shapes[region.terrain.at[move.cell]].name
        message = f"{place_name(move.cell)} is taken by {taken}"
        refuse(rules.OCCUPIED, message, "cell", lambda state: move.cell in state.table.regions[seat].terrain.at)
    if not region.terrain.touched(move.cell):
        refuse(rules.APART, f"{place_name(move.cell)} touches no tile of the region", "cell")


def apply_lay(table: CenturyTable, seat: int, move: Lay, _: None) -> None:
    """Lay the tile in the region; the citizen of new land waits for a city."""
    region, shape = table.regions[seat], table.box.shapes[move.tile]
    table.hands[seat].remove(move.tile)
    tile = region.lay(shape, move.cell, move.turn)
    if shape.is_land:
        region.waiting |= 1 << tile


def verify_settle(table: CenturyTable, seat: int, move: Settle) -> int:
    """The number of the city; raises IllegalMove if no citizen of new land can settle there."""
    region = table.regions[seat]
    city = city_of(region, move.city, "city")
    if not region.waiting >> region.terrain.numbers[move.city[0]] & 1:
        refuse(rules.SETTLED, f"no new citizen waits on {move.city[0]}", "city/0")
    if region.citizens >> city & 1:
        refuse(rules.TAKEN, f"{place_name(move.city)} has a citizen", "city")
    return city


def apply_settle(table: CenturyTable, seat: int, _move: Settle, city: int) -> None:
    """Settle the citizen in the city."""
    region = table.regions[seat]
    region.waiting &= ~(1 << city // PLACES)
    region.settle(city)


def verify_dump(table: CenturyTable, seat: int, move: Dump) -> int:
    """The number of the tile; raises IllegalMove if the seat has no new garbage, or cannot put it there."""
    if not table.cubes[seat]:
        refuse(rules.NO_CUBE, f"seat {seat} has no new garbage", "type")
    tile = land_of(table.regions[seat], move.tile, "tile")
    if table.keeps_garbage and (new := table.new_land(seat)) and move.tile not in new:
        refuse(rules.NEW_LAND, f"new garbage goes on {' or '.join(new)} in this round, not on {move.tile}", "tile")
    return tile


def apply_dump(table: CenturyTable, seat: int, _move: Dump, tile: int) -> None:
    """Put a cube of new garbage on the tile."""
    table.cubes[seat] -= 1
    table.regions[seat].put(tile)


def verify_done(table: CenturyTable, seat: int, _move: Done) -> None:
    """Raise IllegalMove if something is still to be placed."""
    if table.hands[seat]:
        refuse(rules.UNDONE, f"seat {seat} still has to lay {', '.join(table.hands[seat])}", "type")
    region = table.regions[seat]
    if region.waiting:
        waiting = ", ".join([region.terrain.shapes[tile].name for tile in members(region.waiting)])
        refuse(rules.UNDONE, f"the citizen of {waiting} has no city yet", "type")
    if table.cubes[seat]:
        refuse(rules.UNDONE, f"seat {seat} still has {table.cubes[seat]} garbage to place", "type")


def legal(table: CenturyTable, seat: int) -> list[Move]:
    """All moves of the seat: tiles first, then citizens, garbage, technologies, and finishing."""
    region, hand = table.regions[seat], table.hands[seat]
    moves: list[Move] = []
    for tile in hand:
        for cell in region.terrain.border:
            moves += _lays(tile, cell)
    for number in members(region.waiting):
        shape = region.terrain.shapes[number]
        free = region.free_on(number) >> PLACES * number
        moves += [Settle((shape.name, city.node)) for i, city in enumerate(shape.cities) if free >> i & 1]
    if table.cubes[seat]:
        land = region.terrain.land_names
        new = table.new_land(seat) if table.keeps_garbage else []
        moves += map(Dump, [name for name in land if name in new] if new else land)
    if table.uses[seat]:
        moves += technologies.legal(table, seat)
    if not (hand or region.waiting or table.cubes[seat]):
        moves.append(_DONE)
    return moves
