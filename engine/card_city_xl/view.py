"""What a seat may know of a game of Card City XL, and the table rebuilt from that."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cityleague.engine import protocol
from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import Face, faces
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.moves import Cell, Lot
from cityleague.engine.card_city_xl.setting import MARKET, Setting, setting
from cityleague.engine.card_city_xl.table import (
    ACQUIRE,
    BUILD,
    BUILDING,
    BUY,
    BUYING,
    DEVELOP,
    DEVELOPING,
    DIVIDING,
    FOUNDING,
    OFFERING,
    PLACING_SMOG,
    REPLACING,
    RETURNING,
    SHOWING,
    TAKING,
    CardCityTable,
    Division,
    Hand,
)
from cityleague.engine.marks import BySeat, Component, InOrder, Seat
from cityleague.engine.protocol import Setup

UNKNOWN = "?"
"""A hidden card."""


class Placed(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A card of a city."""

    cell: Cell
    """Column and row; where [0, 0] is depends on the variant."""
    card: Component
    """Its name."""
    turn: int
    """The side at which the first half of a split card begins; 0 for others."""
    owner: Seat | None
    """The seat in whose district it lies; None: it is one of the suburbs."""


class LotView(msgspec.Struct, frozen=True, gc=False):
    """A lot."""

    open: tuple[Component, ...]
    """Its open cards."""
    hidden: tuple[Component, ...]
    """Its hidden cards; `?` for one that the seat does not know."""
    money: int
    """The money on it, in $."""


class DivisionView(msgspec.Struct, frozen=True, gc=False):
    """A division of cards into two lots."""

    divider: Seat
    """The seat that divides."""
    first: LotView
    """The first lot."""
    second: LotView
    """The second lot."""
    taker: Seat | None
    """The seat that has taken one; None: not yet."""
    taken: Lot | None
    """Which lot it has taken; None: not yet."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it; a spectator (`seat` None) sees open cards only."""

    secrets = ("hands", "pool", "divisions")
    holdings = secrets
    ring: InOrder
    """The seats round the table, each the left neighbour of the one before."""
    round: int
    """From 1."""
    order: InOrder
    """The seats in the turn order of this round."""
    stage: str
    """`founding`, `dividing`, `showing`, `offering`, `taking`, `returning`, `building`, `smog`, `developing`, `buying`,
    `over`; before draws `seating`, `industries`, `market`, `removed`, `split`, `drawing`, `replacing`."""
    actor: Seat
    """The seat that has to decide, unless chance has."""
    money: BySeat[int]
    """By seat, in $."""
    cities: tuple[tuple[Placed, ...], ...]
    """One for each place round the table, or one for all (united city)."""
    hands: BySeat[tuple[Component, ...]]
    """By seat: the cards that it has received and not built yet; `?` for one that this seat does not know."""
    played: BySeat[tuple[Component, ...]]
    """By seat: the cards of this round that it has built or discarded."""
    pool: tuple[Component, ...]
    """The cards that the actor is dividing or choosing from."""
    divisions: tuple[DivisionView, ...]
    """The divisions of this round."""
    last_divisions: tuple[DivisionView, ...]
    """The divisions of the round before; all their cards have been played since then, and are known."""
    supply: dict[str, int]
    """How many cards of each kind are left in the supply."""
    industries: dict[str, int]
    """How many industry cards of each name are left in the supply."""
    market: tuple[Component, ...]
    """The industry cards that lie open (ecological city)."""
    starting_deck: dict[str, int]
    """How many of each card the deck had before the first round."""
    deck: int
    """How many cards are left in it."""
    bottom: tuple[Component, ...]
    """Those of them that were put under it (solo)."""
    removed: tuple[Component, ...]
    """Cards that left the deck before the first round (advanced)."""
    split: tuple[Component, ...]
    """Split cards that joined it (advanced)."""
    discards: tuple[Component, ...]
    """Cards that could not be built."""
    architect: Cell | None
    """Where the architect stands."""
    bought: tuple[Component, ...]
    """What the actor has bought in this phase."""
    stage_after: str
    """While an industry is drawn for the market: the stage that follows."""

    def holds(self) -> list[str]:
        """The seat's own hand, the cards that it divides or chooses from, and the lots that wait for a taker."""
        if self.seat is None:
            return []
        cards = [*self.hands[self.seat], *(self.pool if self.seat == self.actor else ())]
        for division in self.divisions[-1:]:
            if division.divider == self.seat and division.taken is None:
                for lot in (division.first, division.second):
                    cards += [*lot.open, *lot.hidden]
        return cards


def view_of(table: CardCityTable, seat: int | None) -> View:
    """The table as a seat (None: a spectator) sees it."""
    solo = table.setting.solo
    buying = table.stage in (BUYING, REPLACING) or (table.stage == PLACING_SMOG and table.phase == BUY)
    architect = table.city(table.actor).board.cell[table.architect] if table.architect else None
    return View(  # by position, in the order of its fields: by name it takes longer
        seat,
        table.ring,
        table.round,
        table.order,
        table.stage,
        table.actor,
        tuple(table.money),
        tuple([_city(table, number) for number in range(len(table.cities))]),
        tuple([_hand(hand, owner, seat) for owner, hand in enumerate(table.hands)]),
        tuple(table.played),
        tuple(table.pool) if solo or seat == table.actor else (UNKNOWN,) * len(table.pool),
        tuple([lots_of(division, seat) for division in table.divisions]),
        tuple([lots_of(division, division.divider) for division in table.last_divisions]),
        {**table.supply, "industry": sum(table.industries.values()), "park": table.parks, "smog": table.smog},
        table.industries.copy(),
        tuple(table.market),
        table.starting_deck.copy(),
        sum(table.deck.values()) + len(table.bottom),
        tuple(table.bottom),
        table.removed,
        table.split,
        tuple(table.discards),
        architect,
        table.bought if buying else (),
        table.stage_after if table.stage == REPLACING else "",
    )


def _city(table: CardCityTable, number: int) -> tuple[Placed, ...]:
    """The cards of a city in reading order."""
    city = table.cities[number]
    if city.seen and city.seen[0] == table.ring:
        return city.seen[1]
    board, faces_there = city.board, city.faces
    cards: list[Placed] = []
    estates = [(table.lands[seat], seat) for seat in table.ring if table.number[seat] == number]
    for cell in sorted(faces_there):
        owner = None
        for land, seat in estates:
            if cell & land:
                owner = seat
                break
        cards.append(_placed(board, cell, faces_there[cell], owner))
    placed = tuple(cards)
    city.seen = table.ring, placed
    return placed


@lru_cache(maxsize=1 << 13)
def _placed(board: Board, cell: int, face: Face, owner: int | None) -> Placed:
    """A card of a city; kept, as a view shows nearly the same cards as the one before."""
    return Placed(board.cell[cell], face.kind.name, face.turn, owner)


def _hand(hand: Hand, owner: int, seat: int | None) -> tuple[str, ...]:
    known = seat is not None and seat in (owner, hand.hider)
    return (*hand.open, *(hand.hidden if known else [UNKNOWN] * len(hand.hidden)))


def lots_of(division: Division, seat: int | None) -> DivisionView:
    """A division as a seat sees it."""

    def lot(name: Lot, open_: tuple[str, ...], hidden: tuple[str, ...], money: int) -> LotView:
        known = seat is not None and seat in (division.divider, division.receiver(name))
        return LotView(open_, hidden if known else (UNKNOWN,) * len(hidden), money)

    first = lot("first", division.first_open, division.first_hidden, division.money[0])
    second = lot("second", division.second_open, division.second_hidden, division.money[1])
    return DivisionView(division.divider, first, second, division.taker, division.taken)


def division_of(seen: DivisionView) -> Division:
    """A division as far as it is seen."""
    first, second = seen.first, seen.second
    money = first.money, second.money
    return Division(
        seen.divider, first.open, first.hidden, second.open, second.hidden, money, seen.taker, seen.taken
    )  # fmt: skip


def table_of(setup: Setup, view: View) -> CardCityTable:
    """The table as far as a view shows it, without cards that are hidden; in lots they are `UNKNOWN`.

    Its cities are shared with other tables: nobody may build in them. Who wants to takes copies.
    """
    at = setting(setup.options, setup.seats, setup.components)
    table = CardCityTable(at, [_city_of(at, number, cards) for number, cards in enumerate(view.cities)])
    if view.ring != table.ring:
        table.seat(view.ring)
    table.order, table.round = view.order, view.round
    table.stage, table.actor = view.stage, view.actor
    if view.stage in _PHASES or view.stage in (FOUNDING, PLACING_SMOG):
        table.ask(view.actor)
    table.stage_after = view.stage_after
    if view.stage == PLACING_SMOG:
        table.phase = BUY if view.bought else BUILD
    else:
        table.phase = _PHASES.get(view.stage, BUY + 1 if view.divisions or view.round > 1 else BUILD)
    if table.phase == ACQUIRE:
        table.turn = setup.seats - 1
    elif view.stage in _PHASES or view.stage == PLACING_SMOG:
        table.turn = view.order.index(view.actor)
    table.money = list(view.money)
    table.supply = {card: view.supply[card] for card in table.supply}
    table.industries = view.industries.copy()
    table.replaced = _replaced(table)
    table.starting_deck, table.removed, table.split = view.starting_deck.copy(), view.removed, view.split
    table.parks, table.smog = view.supply["park"], view.supply["smog"]
    table.market, table.bottom, table.discards = list(view.market), list(view.bottom), list(view.discards)
    table.divisions = [division_of(lots) for lots in view.divisions]
    table.last_divisions = tuple([division_of(lots) for lots in view.last_divisions])
    table.pool, table.bought = list(view.pool), view.bought
    table.played = list(view.played)
    if view.stage in (DIVIDING, SHOWING, OFFERING, TAKING):
        table.waiting = view.order[1 + sum([lots.taken is not None for lots in view.divisions]) :]
    for hand, cards in zip(table.hands, view.hands, strict=True):
        hand.open = [card for card in cards if card != UNKNOWN]
    if view.architect is not None:
        table.architect = table.city(view.actor).board.bit[view.architect]
    elif view.stage in (BUILDING, PLACING_SMOG) and table.phase == BUILD:
        table.architect_free = table.setting.architect and view.actor == view.order[0]
    return table


def kept_city(table: CardCityTable, number: int) -> City:
    """A city of the table as it is: nobody may build in it. For the same cards it is the same one."""
    return _city_of(table.setting, number, _city(table, number))


@lru_cache(maxsize=1 << 8)
def _city_of(setting: Setting, number: int, cards: tuple[Placed, ...]) -> City:
    """The city that a view shows; cached, as a bot that searches needs the same cities again and again."""
    board = setting.boards[number]
    city = City(board, split=setting.advanced)
    for placed in cards:
        cell = board.bit[placed.cell]
        if cell not in city.faces:
            place = next(place for place, land in enumerate(board.lands) if land & cell)
            city.build(faces(placed.card, board.sides)[placed.turn], cell, place)
    return city


_PHASES = {
    DIVIDING: ACQUIRE, SHOWING: ACQUIRE, OFFERING: ACQUIRE, TAKING: ACQUIRE, RETURNING: ACQUIRE,
    BUILDING: BUILD, DEVELOPING: DEVELOP, BUYING: BUY, REPLACING: BUY,
}  # fmt: skip


def _replaced(table: CardCityTable) -> int:
    """How often the market was refilled: as many industries have left the supply since it was laid out."""
    setting = table.setting
    if not setting.ecological:
        return 0
    return max(0, setting.supply["industry"] - MARKET - sum(table.industries.values()))
