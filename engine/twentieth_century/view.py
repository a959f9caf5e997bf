"""What a seat may know of a game of 20th Century, and the table rebuilt from that."""

from functools import lru_cache

import msgspec

from cityleague.engine import protocol
from cityleague.engine.boards.bits import members
from cityleague.engine.course import OVER
from cityleague.engine.marks import BySeat, Component, Seat
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS, Box
from cityleague.engine.twentieth_century.figures import BITS, TAGS
from cityleague.engine.twentieth_century.moves import Cell, City, Turn
from cityleague.engine.twentieth_century.region import Region
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    IN_TURN,
    RECYCLING,
    CenturyTable,
    Figure,
    Sale,
    new_table,
)
from cityleague.engine.twentieth_century.terrain import PLACES, Terrain
from cityleague.engine.twentieth_century.yields import recyclers


class Placed(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A tile of a region."""

    cell: Cell
    """Column and row, from the start tile."""
    tile: Component
    """Its name."""
    turn: Turn
    """Quarter turns clockwise."""
    citizens: tuple[str, ...]
    """The letters of the cities with a citizen."""
    garbage: int
    """Its cubes of garbage."""
    bridges: tuple[str, ...]
    """The spans with a bridge."""
    waiting: bool
    """Whether its own citizen has no city yet."""


class Owned(msgspec.Struct, frozen=True, gc=False):
    """A technology of a player."""

    technology: Component
    """Its name."""
    used: tuple[str, ...]
    """The uses that are gone, for the game or for this round."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees of a player; also its holdings, if the viewer may know them."""

    coins: int | None
    """None if the viewer may not know them: it knows its own, and everybody's at the end."""
    science: int | None
    """The same."""
    spent: tuple[int, int]
    """All coins and science paid in the game, less compensation received."""
    points: int
    """Points so far, without those after the last round."""
    production: tuple[int, int, int]
    """The coins, science and prosperity that the cities yield."""
    pollution: int
    """The field of the marker, counted from the middle of the track; > 0 is to the right."""
    new_tiles: tuple[Component, ...]
    """Land and facilities to be laid."""
    new_garbage: int
    """Cubes of garbage to be placed."""
    technologies: tuple[Owned, ...]
    """In the order of buying."""
    region: tuple[Placed, ...]
    """Its tiles, in the order in which they were laid."""
    bought: int
    """How many land tiles it has bought in this round."""
    in_round: bool
    """Whether it has not dropped out of the land auction of this round."""
    in_auction: bool
    """Whether it can still bid for the land that is up."""
    figure: Figure | None
    """Its column and bid on the damage card; None: none, or outbid."""
    done: bool
    """Whether it has finished its latest administration."""
    cleared: tuple[City, ...]
    """The recycling plants that have removed garbage in this round."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it. A spectator (`seat` None) sees what is open to all."""

    secrets = ("players",)
    holdings = secrets
    round: int
    """1 to 6."""
    stage: str
    """`choosing`, `opening`, `bidding`, `buying`, `containing`, `administering`, `recycling`, `over`, or a draw."""
    actor: Seat
    """The seat that has to decide, in the auction and in damage bidding."""
    start_player: Seat
    """The start player; after damage bidding, that of the next round."""
    minimum: int
    """The minimum bid for land."""
    price: int
    """The price of a technology, in science."""
    marker: int
    """The field of the technology marker, from 1."""
    land: tuple[Component, ...]
    """On offer."""
    technologies: tuple[Component, ...]
    """On offer."""
    shown: tuple[Component, ...]
    """All land, technologies and damage cards shown in this period."""
    chosen: Component | None
    """The land that is up for auction."""
    highest: int
    """The highest bid for it."""
    leader: Seat | None
    """Who made it; None: nobody yet."""
    sales: tuple[Sale, ...]
    """All sales of land and technologies in the game, in order."""
    damage: str | None
    """The damage card."""
    bonus: tuple[str, ...]
    """The bonus cards of rounds II and IV."""
    players: BySeat[Player]
    """By seat."""

    def holds(self) -> list[str]:
        """The seat's own land and technologies; a facility, which is a technology and a tile, once."""
        if self.seat is None:
            return []
        own = self.players[self.seat]
        technologies = [owned.technology for owned in own.technologies]
        tiles = [*own.new_tiles, *[placed.tile for placed in own.region]]
        return technologies + [tile for tile in tiles if tile not in technologies]


def view_of(table: CenturyTable, seat: int | None) -> View:
    """What the seat may know."""
    return View(  # by position, in the order of its fields: by name it takes longer
        seat,
        table.round,
        table.stage,
        table.actor,
        table.starter,
        table.minimum,
        table.price,
        table.field + 1,
        tuple(table.land),
        tuple(table.technologies),
        tuple(table.shown),
        table.chosen,
        table.highest,
        table.leader,
        tuple(table.sales),
        table.damage,
        tuple(table.bonus_cards),
        tuple([
            _player(table, other, done, known=other == seat or table.stage == OVER)
            for other, done in enumerate(table.done)
        ]),
    )  # fmt: skip


def _player(table: CenturyTable, seat: int, done: bool, *, known: bool) -> Player:
    region = table.regions[seat]
    return Player(  # by position, in the order of its fields: by name it takes longer
        table.coins[seat] if known else None,
        table.science[seat] if known else None,
        (table.coins_spent[seat], table.science_spent[seat]),
        table.accounts[seat].points,
        region.production,
        table.pollution[seat] - len(table.box.pollution.values) // 2,
        tuple(table.hands[seat]),
        table.cubes[seat],
        tuple([
            Owned(name, tuple([tag for kind, tag in TAGS.items() if uses & BITS[kind]]))
            for name, uses in table.uses[seat].items()
        ]),
        _tiles(region.terrain, region.citizens, tuple(region.garbage), region.waiting),
        table.bought[seat],
        table.in_round[seat],
        table.in_auction[seat],
        table.figures[seat],
        done,
        tuple(sorted([region.name(city) for city in members(table.cleared[seat])])),
    )  # fmt: skip


def _uses(used: tuple[str, ...]) -> int:
    """The uses that are gone, as bits."""
    return sum([BITS[kind] for kind, tag in TAGS.items() if tag in used]) if used else 0


@lru_cache(maxsize=128)  # 12 % of `greedy`: most regions have not changed since the view before
def _tiles(terrain: Terrain, citizens: int, garbage: tuple[int, ...], waiting: int) -> tuple[Placed, ...]:
    """The tiles of a region."""
    return tuple([
        Placed(
            terrain.cells[tile],
            shape.name,
            terrain.turns[tile],
            tuple([city.node for number, city in enumerate(shape.cities) if citizens >> PLACES * tile + number & 1]),
            garbage[tile],
            tuple([span for span, number in shape.span_numbers.items() if terrain.bridges[tile] >> number & 1]),
            bool(waiting >> tile & 1),
        )
        for tile, shape in enumerate(terrain.shapes)
    ])  # fmt: skip


@lru_cache(maxsize=128)  # 8 % of `greedy`: most regions have not changed since the view before
def _region(tiles: tuple[Placed, ...], box: Box) -> Region:
    """The region of a player that a view shows; to be copied."""
    region = Region()
    for placed in tiles:
        shape = box.shapes[placed.tile]
        tile = region.lay(shape, placed.cell, placed.turn, trying=True)
        region.put(tile, placed.garbage)
        region.waiting |= placed.waiting << tile
        for span in placed.bridges:
            region.bridge(tile, shape.span_numbers[span])
        for letter in placed.citizens:
            region.settle(PLACES * tile + shape.letters[letter])
    return region


def table_of(setup: Setup, view: View) -> CenturyTable:
    """The table as far as the view shows it. Hidden holdings are 0.

    All points are booked as yields of round I, since a view does not tell where they come from.
    """
    box: Box = setup.components
    table = new_table(setup.options, setup.seats, box)
    for name in ("round", "stage", "actor", "chosen", "highest", "leader", "damage"):
        setattr(table, name, getattr(view, name))
    table.starter, table.field = view.start_player, view.marker - 1
    table.land, table.technologies = list(view.land), list(view.technologies)
    table.shown, table.bonus_cards, table.sales = list(view.shown), list(view.bonus), list(view.sales)
    scored = [name for number, name in zip(BONUS_ROUNDS, view.bonus, strict=False) if number < view.round]
    bonus = [(0,) * len(box.bonus[name].lines) for name in scored]
    for seat, player in enumerate(view.players):
        _seat(table, seat, player)
        account = table.accounts[seat]
        account.yields[0], account.bonus = player.points, bonus.copy()
    table.due = _due(table, view)
    return table


def _due(table: CenturyTable, view: View) -> int:
    """The seats that have to decide."""
    if view.stage == ADMINISTERING:
        return sum([1 << seat for seat, player in enumerate(view.players) if not player.done])
    if view.stage == RECYCLING:
        return recyclers(table)
    return 1 << view.actor if view.stage in IN_TURN else 0


def _seat(table: CenturyTable, seat: int, player: Player) -> None:
    """Put on the table what a view shows of a player."""
    table.coins[seat], table.science[seat] = player.coins or 0, player.science or 0
    table.coins_spent[seat], table.science_spent[seat] = player.spent
    table.pollution[seat] = player.pollution + len(table.box.pollution.values) // 2
    table.hands[seat], table.cubes[seat] = list(player.new_tiles), player.new_garbage
    table.uses[seat] = {owned.technology: _uses(owned.used) for owned in player.technologies}
    table.bought[seat], table.figures[seat] = player.bought, player.figure
    table.in_round[seat], table.in_auction[seat] = player.in_round, player.in_auction
    region = table.regions[seat] = _region(player.region, table.box).copy()
    table.cleared[seat] = sum([1 << region.city(place) for place in player.cleared])
