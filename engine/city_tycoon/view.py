"""What a seat may know of a game of City Tycoon, and the table rebuilt from that."""

from __future__ import annotations

import msgspec

from cityleague.engine import protocol
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import District, Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind, Side
from cityleague.engine.city_tycoon.table import DRAFTING, IN_TURN, Account, PlantToPlace, Supplying, Table
from cityleague.engine.city_tycoon.town import CENTRE, Town
from cityleague.engine.protocol import Setup


class PlacedDistrict(msgspec.Struct, frozen=True, gc=False):
    """A district in the city. `supplied` is about this round; `met` is the number of the demand that was met."""

    cell: Cell
    tile: str
    owner: int
    supplied: bool
    met: int | None = None


class PlacedPlant(msgspec.Struct, frozen=True, gc=False):
    """A plant in the city; the two of the centre have number 0 and no owner."""

    cell: Cell
    kind: PlantKind
    number: int
    side: Side
    owner: int | None
    cubes: int


class PlacedTerrain(msgspec.Struct, frozen=True, gc=False):
    """A tile of terrain."""

    cell: Cell
    terrain: Terrain


class Placing(msgspec.Struct, frozen=True, gc=False):
    """What the actor has to place: a district, a plant (kind, number, side), or terrain."""

    district: str | None = None
    plant: tuple[PlantKind, int, Side] | None = None
    terrain: tuple[Terrain, ...] = ()


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """The demand that is being met, and the cubes that it still needs."""

    district: Cell
    demand: int
    red: int
    blue: int


class Ledger(msgspec.Struct, frozen=True, gc=False):
    """The sources of a seat's points and money, and where its money went, since the beginning of the game."""

    instant: int
    """Points: for instant rewards, for touching terrain, for demands met."""
    touching: int
    demands: int
    start: int
    """Money from the bank: at the start, for tiles sold, for demands met."""
    sales: int
    rewards: int
    districts: int
    """Money to the bank."""
    plants: int
    fees: tuple[int, ...]
    """Money paid for cubes and crossings, by the seat that received it; the bank is last."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it. A spectator (`seat` None) sees what is open to all."""

    secrets = ("hand", "kept", "picked", "seen")
    round: int
    stage: str
    order: tuple[int, ...]
    """The seats in turn order."""
    actor: int
    """The seat that has to decide, except in the draft and before draws."""
    money: tuple[int, ...]
    points: tuple[int, ...]
    """By seat, without points for money."""
    accounts: tuple[Ledger, ...]
    """By seat."""
    yellow: tuple[int, ...]
    hand: tuple[str, ...]
    """The tiles in the seat's own hand in the draft."""
    kept: tuple[str, ...]
    """The tiles that the seat has kept in the draft and not used yet."""
    picked: str | None
    """The tile that the seat has picked, until all have picked."""
    ready: tuple[bool, ...]
    """By seat: whether it has picked."""
    unused: tuple[int, ...]
    """By seat: how many kept tiles it has not used yet."""
    used: tuple[tuple[str, ...], ...]
    """By seat: the tiles sold, built or given for a plant in this round. Emptied when all tiles are used."""
    seen: tuple[tuple[str, ...], ...]
    """The hands that the seat has received in this round's draft, in order. Emptied when all tiles are used."""
    built: tuple[Cell, ...]
    """The cells of districts and plants, in the order in which they were placed."""
    districts: tuple[PlacedDistrict, ...]
    plants: tuple[PlacedPlant, ...]
    terrain: tuple[PlacedTerrain, ...]
    terrain_left: int
    next_plant: dict[PlantKind, int]
    """By kind: the number of the next plant."""
    placing: Placing | None
    meeting: Meeting | None
    passed: tuple[bool, ...]


def _ledger(account: Account) -> Ledger:
    values = {name: getattr(account, name) for name in Account.__slots__}
    return Ledger(**values | {"fees": tuple(account.fees)})


def _placing(table: Table) -> Placing | None:
    if table.terrain_due:
        return Placing(terrain=table.terrain_due)
    if isinstance(table.to_place, District):
        return Placing(district=table.to_place.name)
    return Placing(plant=table.to_place[:3]) if table.to_place else None


def view_of(table: Table, seat: int | None) -> View:
    """What the seat may know."""
    town, meeting = table.town, table.supplying
    return View(
        seat=seat,
        round=table.round,
        stage=table.stage,
        order=table.order,
        actor=table.actor,
        money=tuple(table.money),
        points=tuple([account.points for account in table.accounts]),
        accounts=tuple(map(_ledger, table.accounts)),
        yellow=tuple(table.yellow),
        hand=() if seat is None else tuple(table.hands[seat]),
        kept=() if seat is None else tuple(table.kept[seat]),
        picked=None if seat is None else table.picked[seat],
        ready=tuple([pick is not None for pick in table.picked]),
        unused=tuple(map(len, table.kept)),
        used=tuple(table.used),
        seen=() if seat is None else tuple([hands[seat] for hands in table.held]),
        built=tuple(town.cells[CENTRE + 1 :]),
        districts=tuple([
            PlacedDistrict(town.cells[tile], district.name, town.owners[tile], tile in town.met, town.met.get(tile))
            for tile, district in town.districts.items()
        ]),
        plants=tuple([
            PlacedPlant(
                plant.cell, plant.kind, plant.number, plant.side, plant.owner if plant.number else None, plant.cubes
            )
            for plant in town.plants
        ]),
        terrain=tuple([PlacedTerrain(cell, terrain) for cell, terrain in sorted(town.terrain.items())]),
        terrain_left=table.terrain_left,
        next_plant=dict(table.next_plant),
        placing=_placing(table),
        meeting=meeting and Meeting(town.cells[meeting.tile], meeting.number, meeting.red, meeting.blue),
        passed=tuple(table.passed),
    )  # fmt: skip


def town_of(view: View, box: Box, known: Town | None = None) -> Town:
    """The city that a view shows. `known` is an earlier state of it, which is brought up to date in place."""
    town = known or Town(len(view.money))
    for placed in view.terrain:
        if placed.cell not in town.terrain:
            town.lay(placed.cell, placed.terrain)
    tiles: dict[Cell, PlacedDistrict | PlacedPlant] = {plant.cell: plant for plant in view.plants}
    tiles |= {district.cell: district for district in view.districts}
    for cell in view.built[len(town.cells) - 1 :]:
        tile = tiles[cell]
        if isinstance(tile, PlacedDistrict):
            town.districts[town.place(cell, tile.owner)] = box.districts[tile.tile]
        else:
            assert tile.owner is not None
            capacity = box.plants[tile.kind][tile.number].side(tile.side).cubes
            town.build_plant(tile.kind, tile.number, cell, tile.owner, capacity, renewing=tile.side == "renewing")
    town.met = {town.at[district.cell]: district.met for district in view.districts if district.met is not None}
    for plant, placed_plant in zip(town.plants, view.plants, strict=True):
        plant.cubes = placed_plant.cubes
    return town


def table_of(setup: Setup, view: View, known: Town | None = None) -> Table:
    """The table as far as the view shows it; the hands of others are empty. `known` is an earlier state of the city."""
    box: Box = setup.components
    table = Table(setup.seats, box)
    table.round, table.stage, table.order, table.actor = view.round, view.stage, view.order, view.actor
    table.money, table.yellow, table.passed = list(view.money), list(view.yellow), list(view.passed)
    for account, ledger in zip(table.accounts, view.accounts, strict=True):
        for name in Account.__slots__:
            setattr(account, name, getattr(ledger, name))
        account.fees = list(ledger.fees)
    if view.seat is not None:
        table.hands[view.seat], table.kept[view.seat] = list(view.hand), list(view.kept)
        table.picked[view.seat] = view.picked
    table.used = list(view.used)
    if table.stage == DRAFTING:
        table.due = sum([1 << seat for seat, ready in enumerate(view.ready) if not ready])
    elif table.stage in IN_TURN:
        table.ask(view.actor)
    table.town = town_of(view, box, known)
    table.terrain_left, table.next_plant = view.terrain_left, dict(view.next_plant)
    if view.placing:
        table.terrain_due = view.placing.terrain
        if view.placing.district:
            table.to_place = box.districts[view.placing.district]
        elif view.placing.plant:
            kind, number, side = view.placing.plant
            table.to_place = PlantToPlace(kind, number, side, box.plants[kind][number].side(side))
    if view.meeting:
        tile = table.town.at[view.meeting.district]
        demand = table.town.districts[tile].demands[view.meeting.demand]
        table.supplying = Supplying(tile, view.meeting.demand, demand, view.meeting.red, view.meeting.blue)
    return table
