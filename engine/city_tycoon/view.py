"""What a seat may know of a game of City Tycoon, and the table rebuilt from that."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from cityleague.engine import protocol
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import District, Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind, Side
from cityleague.engine.city_tycoon.table import DRAFTING, IN_TURN, Account, PlantToPlace, Supplying, TycoonTable
from cityleague.engine.city_tycoon.town import CENTRE, GENERAL, BuiltPlant, Layout, Town, copies, start
from cityleague.engine.marks import BySeat, BySeatAndBank, Component, InOrder, Seat
from cityleague.engine.protocol import Setup


class PlacedDistrict(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A district in the city."""

    cell: Cell
    """Column and row."""
    tile: Component
    """Its name."""
    owner: Seat
    """The seat that built it."""
    supplied: bool
    """Whether one of its demands was met in this round."""
    met: int | None = None
    """The number of that demand, from 0; None: none was met."""


class PlacedPlant(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A plant in the city."""

    cell: Cell
    """Column and row."""
    kind: PlantKind
    """What it produces."""
    number: int
    """1 to 6; 0: a general one, of the centre."""
    side: Side
    """Whether it is refilled."""
    owner: Seat | None
    """The seat that built it; None: it is general."""
    cubes: int
    """The cubes that are left."""


class PlacedTerrain(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A tile of terrain."""

    cell: Cell
    """Column and row."""
    terrain: Terrain
    """Meadow or water."""


class Placing(msgspec.Struct, frozen=True, gc=False):
    """What the actor has to place."""

    district: Component | None = None
    """The name of a district; None: no district."""
    plant: tuple[PlantKind, int, Side] | None = None
    """Kind, number and side of a plant; None: no plant."""
    terrain: tuple[Terrain, ...] = ()
    """Tiles of terrain, in order."""


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """The demand that is being met."""

    district: Cell
    """The cell of the district."""
    demand: int
    """The number of its demand, from 0."""
    red: int
    """Red cubes that it still needs."""
    blue: int
    """Blue cubes that it still needs."""


class Ledger(msgspec.Struct, frozen=True, gc=False):
    """The sources of a seat's points and money, and where its money went, since the beginning of the game."""

    instant: int
    """Points for instant rewards."""
    touching: int
    """Points for touching terrain."""
    demands: int
    """Points for demands met."""
    start: int
    """Money from the bank at the start."""
    sales: int
    """Money from the bank for tiles sold."""
    rewards: int
    """Money from the bank for demands met."""
    districts: int
    """Money paid to the bank for districts."""
    plants: int
    """Money paid to the bank for plants."""
    fees: BySeatAndBank[int]
    """Money paid for cubes and crossings, by the seat that received it; the bank is last."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it. A spectator (`seat` None) sees what is open to all."""

    secrets = ("hand", "kept", "picked", "seen")
    holdings = ("hand", "kept", "picked")
    round: int
    """1 to 4."""
    stage: str
    """`ordering`, `dealing`, `drafting`, `building`, `placing`, `terrain`, `supplying`, `cubes` or `over`."""
    order: InOrder
    """The seats in turn order."""
    actor: Seat
    """The seat that has to decide, except in the draft and before draws."""
    money: BySeat[int]
    """By seat."""
    points: BySeat[int]
    """By seat, without points for money."""
    accounts: BySeat[Ledger]
    """By seat, over the whole game."""
    yellow: BySeat[int]
    """By seat: its yellow cubes."""
    hand: tuple[Component, ...]
    """The tiles in the seat's own hand in the draft."""
    kept: tuple[Component, ...]
    """The tiles that the seat has kept in the draft and not used yet."""
    picked: Component | None
    """The tile that the seat has picked, until all have picked."""
    ready: BySeat[bool]
    """By seat: whether it has picked."""
    unused: BySeat[int]
    """By seat: how many kept tiles it has not used yet."""
    used: BySeat[tuple[Component, ...]]
    """By seat: the tiles sold, built or given for a plant in this round. Emptied when all tiles are used."""
    seen: tuple[tuple[Component, ...], ...]
    """The hands that the seat has received in this round's draft, in order. Emptied when all tiles are used."""
    built: tuple[Cell, ...]
    """The cells of districts and plants, in the order in which they were placed."""
    districts: tuple[PlacedDistrict, ...]
    """In the order of building."""
    plants: tuple[PlacedPlant, ...]
    """Those of the centre first, then in the order of building."""
    terrain: tuple[PlacedTerrain, ...]
    """By cell."""
    terrain_left: int
    """Tiles of terrain in the supply."""
    next_plant: dict[PlantKind, int]
    """By kind: the number of the next plant."""
    placing: Placing | None
    """None: nothing is to be placed."""
    meeting: Meeting | None
    """None: no demand is being met."""
    passed: BySeat[bool]
    """By seat: whether it has passed, and is asked again only when somebody has supplied (final passes: never)."""


def _ledger(account: Account) -> Ledger:
    return Ledger(
        account.instant, account.touching, account.demands, account.start, account.sales, account.rewards,
        account.districts, account.plants, tuple(account.fees),
    )  # fmt: skip


def _account(ledger: Ledger) -> Account:
    account = Account(0)
    account.instant, account.touching, account.demands = ledger.instant, ledger.touching, ledger.demands
    account.start, account.sales, account.rewards = ledger.start, ledger.sales, ledger.rewards
    account.districts, account.plants, account.fees = ledger.districts, ledger.plants, list(ledger.fees)
    return account


@lru_cache(maxsize=64)
def _districts(layout: Layout, met: tuple[tuple[int, int], ...]) -> tuple[PlacedDistrict, ...]:
    """The districts in the city. The cache saves showing them again when nothing has changed."""
    numbers = dict(met)
    return tuple([
        PlacedDistrict(layout.cells[tile], district.name, layout.owners[tile], tile in numbers, numbers.get(tile))
        for tile, district in layout.districts.items()
    ])  # fmt: skip


def _terrain(town: Town) -> tuple[PlacedTerrain, ...]:
    """The terrain in the city; it is rarely laid."""
    if town.pictured is None:
        town.pictured = tuple([PlacedTerrain(cell, terrain) for cell, terrain in sorted(town.terrain.items())])
    shown: tuple[PlacedTerrain, ...] = town.pictured
    return shown


def _placing(table: TycoonTable) -> Placing | None:
    if table.terrain_due:
        return Placing(terrain=table.terrain_due)
    if isinstance(table.to_place, District):
        return Placing(district=table.to_place.name)
    return Placing(plant=table.to_place[:3]) if table.to_place else None


def view_of(table: TycoonTable, seat: int | None) -> View:
    """What the seat may know."""
    town, meeting = table.town, table.supplying
    layout, met = town.share(), tuple(town.met.items())
    view = View(  # by position, in the order of its fields: by name it takes longer
        seat,
        table.round,
        table.stage,
        table.order,
        table.actor,
        tuple(table.money),
        tuple([account.points for account in table.accounts]),
        tuple(map(_ledger, table.accounts)),
        tuple(table.yellow),
        () if seat is None else tuple(table.hands[seat]),
        () if seat is None else tuple(table.kept[seat]),
        None if seat is None else table.picked[seat],
        tuple([pick is not None for pick in table.picked]),
        tuple(map(len, table.kept)),
        tuple(table.used),
        () if seat is None else tuple([hands[seat] for hands in table.held]),
        tuple(town.cells[CENTRE + 1 :]),
        _districts(layout, met),
        tuple([
            PlacedPlant(
                plant.cell, plant.kind, plant.number, "renewing" if plant.renewing else "exhausting",
                plant.owner if plant.number else None, plant.cubes,
            )
            for plant in town.plants
        ]),
        _terrain(town),
        table.terrain_left,
        dict(table.next_plant),
        _placing(table),
        Meeting(town.cells[meeting.tile], meeting.number, meeting.red, meeting.blue) if meeting else None,
        tuple(table.passed),
    )  # fmt: skip
    _recent.appendleft((view, layout, town.terrain, tuple(town.plants), met))
    return view


_Met = tuple[tuple[int, int], ...]
_recent: deque[tuple[View, Layout, Mapping[Cell, Terrain], tuple[BuiltPlant, ...], _Met]] = deque(maxlen=8)
"""Views, and what they were made from and show all of, but for the cubes of plants, which may have changed since. Bots
mostly look at the view that was made last: their table takes this over.
"""


def town_of(view: View, box: Box) -> Town:
    """The city that a view shows."""
    for known in tuple(_recent):
        if known[0] is view:
            _, layout, terrain, built, met = known
            plants = copies(built)
            for plant, shown in zip(plants, view.plants, strict=True):
                plant.cubes = shown.cubes
            return Town.so_far(layout, terrain, plants, dict(met))
    placed = tuple([(plant.cell, plant.kind, plant.owner) for plant in view.plants if plant.owner is not None])
    layout = _layout(len(view.money), view.built, view.districts, placed, box)
    made, at = [], layout.at
    for shown in view.plants:
        capacity = box.plants[shown.kind][shown.number].side(shown.side).cubes if shown.number else len(view.money)
        owner, renewing = GENERAL if shown.owner is None else shown.owner, shown.side == "renewing"
        made.append(
            BuiltPlant(shown.kind, shown.number, shown.cell, at[shown.cell], owner, capacity, renewing, shown.cubes)
        )
    numbers = {at[district.cell]: district.met for district in view.districts if district.met is not None}
    return Town.so_far(layout, {laid.cell: laid.terrain for laid in view.terrain}, made, numbers)


_placed = lru_cache(maxsize=256)(Layout.placed)
"""A cache: the next view mostly shows one tile more."""


@lru_cache(maxsize=64)
def _layout(
    seats: int,
    built: tuple[Cell, ...],
    districts: tuple[PlacedDistrict, ...],
    plants: tuple[tuple[Cell, PlantKind, int], ...],
    box: Box,
) -> Layout:
    """The layout that a view shows."""
    tiles: dict[Cell, tuple[int, District | PlantKind]] = {cell: (owner, kind) for cell, kind, owner in plants}
    tiles |= {district.cell: (district.owner, box.districts[district.tile]) for district in districts}
    layout = start(seats)
    for cell in built:
        layout = _placed(layout, cell, *tiles[cell])
    return layout


def table_of(setup: Setup, view: View, *, accounts: bool = True) -> TycoonTable:
    """The table as far as the view shows it, or without what is in the accounts; the hands of others are empty."""
    box: Box = setup.components
    seats = setup.seats
    table = object.__new__(TycoonTable)  # all its attributes follow
    table.box, table.seats, table.town = box, seats, town_of(view, box)
    table.round, table.stage, table.order, table.actor = view.round, view.stage, view.order, view.actor
    table.money, table.yellow, table.passed = list(view.money), list(view.yellow), list(view.passed)
    table.accounts = list(map(_account, view.accounts)) if accounts else []
    table.hands, table.kept, table.picked = [[] for _ in view.money], [[] for _ in view.money], [None] * seats
    if view.seat is not None:
        table.hands[view.seat], table.kept[view.seat] = list(view.hand), list(view.kept)
        table.picked[view.seat] = view.picked
    table.held, table.used = (), list(view.used)
    table.pass_is_final = setup.options.passing == "final"
    table.due = 0
    if table.stage == DRAFTING:
        table.due = sum([1 << seat for seat, ready in enumerate(view.ready) if not ready])
    elif table.stage in IN_TURN:
        table.ask(view.actor)
    table.terrain_left, table.next_plant = view.terrain_left, dict(view.next_plant)
    table.terrain_due, table.to_place = (), None
    table.able = table.supplying = table.routes = None
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
