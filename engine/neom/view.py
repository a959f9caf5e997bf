"""What a seat may know of a game of NEOM, and the table rebuilt from that."""

from functools import lru_cache
from typing import get_args

import msgspec

from cityleague.engine import protocol
from cityleague.engine.course import OVER
from cityleague.engine.marks import BySeat, Numbered, Seat
from cityleague.engine.neom.board import CELLS, PLACE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.counting import income
from cityleague.engine.neom.moves import Cell, Good, Pay, Raw, Remove
from cityleague.engine.neom.table import (
    ACTING,
    ANCHORS,
    BOARDS,
    DISASTER,
    DRAFTING,
    GENERATIONS,
    PICKING,
    SWAPPING,
    Due,
    NeomTable,
)
from cityleague.engine.neom.tiles import GOOD, good_names, good_set
from cityleague.engine.protocol import Setup


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A tile of a city."""

    cell: Cell
    """Column and row, from the origin."""
    tile: int
    """Its number."""


class CityView(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A city."""

    raw: Raw | None
    """What its board makes, or made until a tile replaced the origin; None: not drawn yet."""
    tiles: tuple[Placed, ...]
    """In reading order."""
    goods: tuple[Good, ...]
    """The goods that it makes."""
    produced: Good | None
    """The good chosen for a tile that makes a good of choice."""
    left: bool
    """Whether the left trade route, in the west, is active."""
    right: bool
    """Whether the right trade route, in the east, is active."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it; a spectator (`seat` None) sees what is open."""

    secrets = ("hand", "hands", "held", "picked", "anchors", "answer")
    holdings = ("hand",)
    round: int
    """1 to 21; 1 during the draft."""
    generation: int
    """1 to 3."""
    row: int
    """How many of the draft's picks, or open rows of anchors, are over."""
    first: Seat
    """The seat that picks first in this round (two players)."""
    stage: str
    """`boards`, `anchors`, `drafting`, `dealing`, `picking`, `acting`, `swapping`, `disaster` or `over`."""
    due: BySeat[Due]
    """By seat: `pick`, `act`, `swap`, `suffer`, or nothing."""
    hand: tuple[Numbered, ...]
    """The tiles in this seat's hand."""
    hands: BySeat[tuple[Numbered, ...]]
    """By seat: the tiles of its hand, if this seat has held that hand; else nothing. While picks are secret, a tile
    that its holder has picked is still among them (in a generation, three players or more)."""
    held: tuple[tuple[Numbered, ...], ...]
    """The hands of anchors that this seat has picked from, each before its pick; the last one is the current one (in
    the draft, three players or more)."""
    open: tuple[Numbered, ...]
    """The tiles that lie open (one or two players)."""
    picked: BySeat[Numbered | None]
    """By seat: the tile picked in this round; None if there is none, or this seat does not know it."""
    money: BySeat[int]
    """By seat."""
    incoming: BySeat[int]
    """By seat: the money that it got for goods in this round, to be used from the next one on."""
    anchors: BySeat[tuple[Numbered, ...]]
    """By seat: its unbuilt anchors, if this seat knows them."""
    discarded: tuple[Numbered, ...]
    """The discarded anchors, once the draft is over."""
    anchors_left: tuple[Numbered, ...]
    """The anchors that have not been drawn; empty while this seat does not know them."""
    cities: BySeat[CityView]
    """By seat."""
    sale: BySeat[tuple[Good, ...]]
    """By seat: the goods that others can buy of it in this round."""
    disaster: Numbered | None
    """The disaster that strikes now."""
    answer: Pay | Remove | None
    """This seat's answer to the disaster."""
    gone: tuple[Numbered, ...]
    """The tiles of this generation that have lain open (one or two players)."""
    picks: tuple[tuple[int, ...], ...]
    """For each round of this generation, by seat, the tile picked, once it is shown (three players or more)."""
    shown: tuple[Numbered, ...]
    """The tiles of this generation that have been picked and shown (three players or more)."""
    sold: tuple[Numbered, ...]
    """The tiles of this generation that have been sold."""
    struck: bool
    """Whether this generation's disaster has struck or was averted (alone)."""
    used: tuple[bool, bool]
    """Whether the left and the right trade route have been used in this generation (alone)."""


@lru_cache(maxsize=256)
def _city_view(city: City) -> CityView:
    """The caches save showing a city again that has not changed, and bots building it again from what they see.

    They are 9 and 15 % of `greedy`.
    """
    tiles = [Placed(CELLS[place], tile.number) for place in CELLS if (tile := city.at[place]) and tile.number]
    produced = good_names(city.produced)
    raw: Raw | None = next((raw for raw in get_args(Raw) if GOOD[raw] & city.origin.goods), None)
    return CityView(raw, tuple(tiles), good_names(city.goods), produced[0] if produced else None, city.left, city.right)


def _sale(table: NeomTable, seat: int) -> int:
    """The goods that others can buy of a seat."""
    if table.solo or table.stage in {BOARDS, ANCHORS, DRAFTING, OVER}:
        return 0
    if table.many and table.stage in {ACTING, SWAPPING, DISASTER}:
        return table.sale[seat]
    return table.cities[seat].goods


def _known_hands(table: NeomTable, seat: int | None) -> tuple[tuple[int, ...], ...]:
    """By seat: its hand before a pick that is not shown yet, if this seat has held that hand in this generation.

    A hand moves on by one seat each round. So this seat has held it if there have been enough rounds.
    """
    seats = range(table.seats)
    if seat is None or not table.many or table.stage == DRAFTING:
        return ((),) * len(seats)
    secret = table.picked if table.stage == PICKING else [0] * len(seats)
    return tuple([
        tuple(sorted([*table.hands[other], *[secret[other]] * bool(secret[other])]))
        if (other - seat) % len(seats) < table.turn
        else ()
        for other in seats
    ])  # fmt: skip


def view_of(table: NeomTable, seat: int | None) -> View:
    """What the seat may know."""
    hidden = table.many and table.stage not in {ACTING, SWAPPING, DISASTER, OVER}
    drafting = table.many and table.stage == DRAFTING
    seats = range(table.seats)
    return View(  # by position, in the order of its fields: by name it takes longer
        seat,
        table.round,
        table.generation,
        table.row,
        table.first,
        table.stage,
        tuple(table.dues),
        () if seat is None else tuple(table.hands[seat]),
        _known_hands(table, seat),
        () if seat is None else tuple([hands[seat] for hands in table.held]),
        tuple(table.open),
        tuple([tile if tile and not (hidden and other != seat) else None for other, tile in enumerate(table.picked)]),
        tuple(table.money),
        tuple(table.incoming),
        tuple([() if drafting and other != seat else tuple(table.anchors[other]) for other in seats]),
        () if drafting else tuple(table.discarded),
        () if drafting else tuple(table.anchors_left),
        tuple([_city_view(city) for city in table.cities]),
        tuple([good_names(_sale(table, other)) for other in seats]),
        table.disaster.number if table.disaster and table.stage == DISASTER else None,
        None if seat is None else table.answers[seat],
        tuple(table.gone),
        table.picks,
        tuple(sorted([tile for picked in table.picks for tile in picked])),
        table.sold,
        table.struck,
        table.used,
    )


@lru_cache(maxsize=256)
def city_of(view: CityView, box: Box) -> City:
    """The city that a view shows."""
    city = box.boards[view.raw] if view.raw else box.blank
    for placed in view.tiles:
        tile = box.tiles[placed.tile]
        city = city.with_tile(tile, PLACE[placed.cell], GOOD[view.produced] if tile.any_good and view.produced else 0)
    return city.with_routes(view.left, view.right)


def table_of(setup: Setup, view: View) -> NeomTable:
    """The table as far as the view shows it; the hands of others, and their secret decisions, are left empty."""
    table = NeomTable(setup.options, setup.seats, setup.components)
    table.stage, table.round, table.generation = view.stage, view.round, view.generation
    table.row, table.first = view.row, view.first
    table.cities = [city_of(city, setup.components) for city in view.cities]
    table.money, table.incoming = list(view.money), list(view.incoming)
    if view.stage == OVER:
        table.final_income = [income(city, GENERATIONS) for city in table.cities]
    table.anchors = [list(own) for own in view.anchors]
    table.anchors_left, table.discarded = list(view.anchors_left), list(view.discarded)
    table.open, table.gone = list(view.open), list(view.gone)
    table.picks, table.sold = view.picks, view.sold
    if view.seat is not None:
        table.hands[view.seat] = list(view.hand)
    table.picked = [tile or 0 for tile in view.picked]
    if table.many:
        table.sale = [good_set(goods) for goods in view.sale]
    table.due = sum([1 << seat for seat, due in enumerate(view.due) if due])
    table.swaps = sum([1 << seat for seat, due in enumerate(view.due) if due == "swap"])
    if view.seat is not None:
        table.answers[view.seat] = view.answer
    table.disaster = setup.components.tiles[view.disaster] if view.disaster else None
    table.struck, table.used = view.struck, view.used
    return table
