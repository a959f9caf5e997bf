"""Phase 5: the yields of cities, and recycling. Rulebook: 5. Ertrag (und Recycling)."""

from cityleague.engine.boards.bits import members, set_with
from cityleague.engine.boards.grid import place_name
from cityleague.engine.rules import refuse
from cityleague.engine.twentieth_century import rules
from cityleague.engine.twentieth_century.moves import Clear, Move
from cityleague.engine.twentieth_century.table import RECYCLING, CenturyTable
from cityleague.engine.twentieth_century.technologies import city_of, dirty_of
from cityleague.engine.twentieth_century.terrain import PLACES


def begin(table: CenturyTable) -> None:
    """Give all players their yields; then those with something to recycle decide."""
    for seat, region in enumerate(table.regions):
        production = region.production
        table.coins[seat] += production.coins
        table.science[seat] += production.science
        table.accounts[seat].yields[table.round - 1] += production.prosperity
    table.cleared = [0] * table.seats
    table.stage, table.due = RECYCLING, recyclers(table)


def recyclers(table: CenturyTable) -> int:
    """The seats with a plant that can still remove garbage, as a set."""
    return set_with([seat for seat in range(table.seats) if _recycles(table, seat)])


def _recycles(table: CenturyTable, seat: int) -> bool:
    """Whether the seat has a plant that can still remove garbage."""
    region = table.regions[seat]
    plants = _ready(table, seat)
    if plants and region.dirty:
        for plant in members(plants):
            if region.terrain.reaches(plant, region.dirty):
                return True
    return False


def _ready(table: CenturyTable, seat: int) -> int:
    """The plants with a citizen that have not removed garbage in this round yet."""
    region = table.regions[seat]
    return region.terrain.plants & region.citizens & ~table.cleared[seat]


def verify(table: CenturyTable, seat: int, move: Clear) -> tuple[int, int]:
    """The plant's city and the tile, as numbers; raises IllegalMove if the plant cannot remove garbage from it."""
    region = table.regions[seat]
    plant = city_of(region, move.plant, "plant")
    if not region.terrain.plants >> plant & 1:
        refuse(rules.PLANT, f"{place_name(move.plant)} has no recycling plant", "plant")
    if not region.citizens >> plant & 1:
        refuse(rules.PLANT, f"{place_name(move.plant)} has no citizen", "plant")
    if table.cleared[seat] >> plant & 1:
        refuse(rules.PLANT, f"the plant of {place_name(move.plant)} has removed garbage in this round", "plant")
    tile = dirty_of(region, move.tile)
    if not region.terrain.reaches(plant, 1 << tile):
        touching = region.terrain.touching[plant // PLACES] >> tile & 1
        why = (
            "no track leads there without crossing another city"
            if touching
            else "it does not touch the tile of the plant"
        )
        refuse(rules.REACH, f"the plant of {place_name(move.plant)} does not reach {move.tile}: {why}", "tile")
    return plant, tile


def apply(table: CenturyTable, seat: int, _move: Clear, cleared: tuple[int, int]) -> None:
    """Remove the cube; the plant has done its work for this round."""
    plant, tile = cleared
    table.regions[seat].put(tile, -1)
    table.cleared[seat] |= 1 << plant
    if not _recycles(table, seat):
        table.decided(seat)


def legal(table: CenturyTable, seat: int) -> list[Move]:
    """Each plant with each tile from which it can remove garbage."""
    region = table.regions[seat]
    return [
        Clear(region.name(plant), region.terrain.shapes[tile].name)
        for plant in members(_ready(table, seat))
        for tile in members(region.terrain.reach(plant) & region.dirty)
    ]
