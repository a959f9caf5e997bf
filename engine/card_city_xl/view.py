"""What a seat may know of a game of Card City XL, and the table as far as that tells it."""

from __future__ import annotations

import msgspec

from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.moves import Cell, Lot
from cityleague.engine.card_city_xl.setting import setting
from cityleague.engine.card_city_xl.table import Division, Hand, Table
from cityleague.engine.protocol import Setup

UNKNOWN = "?"
"""A hidden card."""


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A card of a city; `owner` is the seat in whose district it lies, None for a suburb."""

    cell: Cell
    card: str
    turn: int
    owner: int | None


class LotView(msgspec.Struct, frozen=True, gc=False):
    """A lot: its open cards, its hidden ones as far as the seat knows them, and the money on it."""

    open: tuple[str, ...]
    hidden: tuple[str, ...]
    money: int


class DivisionView(msgspec.Struct, frozen=True, gc=False):
    """A division of this round: who divided, the lots, and who took which (None: not yet)."""

    divider: int
    first: LotView
    second: LotView
    taker: int | None
    taken: Lot | None


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat sees it; a spectator (`seat` None) sees open cards only."""

    seat: int | None
    ring: tuple[int, ...]
    """The seats round the table, each the left neighbour of the one before."""
    round: int
    order: tuple[int, ...]
    """The seats in the turn order of this round."""
    stage: str
    actor: int
    """The seat that has to decide, unless chance has."""
    money: tuple[int, ...]
    cities: tuple[tuple[Placed, ...], ...]
    """One for each place round the table, or one for all (united city)."""
    hands: tuple[tuple[str, ...], ...]
    """By seat: the cards it has got and not built yet; `?` for one that this seat does not know."""
    pool: tuple[str, ...]
    """The cards that the actor is dividing or choosing from."""
    divisions: tuple[DivisionView, ...]
    """Those of this round."""
    supply: dict[str, int]
    """How many cards of each kind are left in the supply."""
    market: tuple[str, ...]
    """The industry cards that lie open (ecological city)."""
    starting_deck: dict[str, int]
    """How many of each card the deck had before the first round."""
    deck: int
    """How many cards are left in it."""
    bottom: tuple[str, ...]
    """Those of them that were put under it (solo)."""
    removed: tuple[str, ...]
    """Cards that left the deck before the first round (advanced)."""
    split: tuple[str, ...]
    """Split cards that joined it (advanced)."""
    discards: tuple[str, ...]
    architect: Cell | None
    """Where the architect stands."""
    bought: tuple[str, ...]
    """What the actor has bought in this phase."""


def view_of(table: Table, seat: int | None) -> View:
    """The table as a seat (None: a spectator) sees it."""
    solo = table.setting.solo
    architect = table.city(table.actor).board.cell[table.architect] if table.architect else None
    return View(
        seat=seat,
        ring=table.ring,
        round=table.round,
        order=table.order,
        stage=table.stage,
        actor=table.actor,
        money=tuple(table.money),
        cities=tuple([_city(table, number) for number in range(len(table.cities))]),
        hands=tuple([_hand(hand, owner, seat) for owner, hand in enumerate(table.hands)]),
        pool=tuple(table.pool) if solo or seat == table.actor else (UNKNOWN,) * len(table.pool),
        divisions=tuple([_division(division, seat) for division in table.divisions]),
        supply={**table.supply, "industry": sum(table.industries.values()), "park": table.parks, "smog": table.smog},
        market=tuple(table.market),
        starting_deck=table.starting_deck.copy(),
        deck=sum(table.deck.values()) + len(table.bottom),
        bottom=tuple(table.bottom),
        removed=table.removed,
        split=table.split,
        discards=tuple(table.discards),
        architect=architect,
        bought=table.bought,
    )


def _city(table: Table, number: int) -> tuple[Placed, ...]:
    """The cards of a city in reading order."""
    city = table.cities[number]
    cards = [(cell, city.faces[cell]) for cell in sorted(city.faces)]
    where = city.board.cell
    return tuple([Placed(where[cell], face.kind.name, face.turn, _owner(table, number, cell)) for cell, face in cards])


def _owner(table: Table, number: int, cell: int) -> int | None:
    return next((seat for seat in table.ring if table.number[seat] == number and cell & table.lands[seat]), None)


def _hand(hand: Hand, owner: int, seat: int | None) -> tuple[str, ...]:
    known = seat is not None and seat in (owner, hand.hider)
    return (*hand.open, *(hand.hidden if known else [UNKNOWN] * len(hand.hidden)))


def _division(division: Division, seat: int | None) -> DivisionView:
    def lot(name: Lot, open_: tuple[str, ...], hidden: tuple[str, ...], money: int) -> LotView:
        known = seat is not None and seat in (division.divider, division.receiver(name))
        return LotView(open_, hidden if known else (UNKNOWN,) * len(hidden), money)

    first = lot("first", division.first_open, division.first_hidden, division.money[0])
    second = lot("second", division.second_open, division.second_hidden, division.money[1])
    return DivisionView(division.divider, first, second, division.taker, division.taken)


def table_of(setup: Setup, view: View) -> Table:
    """The table as far as a view tells it: cities, money, supply, turn, and the cards that the seat knows."""
    table = Table(setting(setup.options, setup.seats, setup.components))
    table.ring, table.order, table.round = view.ring, view.order, view.round
    table.seat(view.ring)
    table.order = view.order
    table.stage, table.actor = view.stage, view.actor
    table.money = list(view.money)
    table.supply = {card: view.supply[card] for card in table.supply}
    table.industries = {"industry": view.supply["industry"]}
    table.parks, table.smog = view.supply["park"], view.supply["smog"]
    table.market, table.bottom, table.discards = list(view.market), list(view.bottom), list(view.discards)
    table.pool, table.bought = list(view.pool), view.bought
    for hand, cards in zip(table.hands, view.hands, strict=True):
        hand.open = [card for card in cards if card != UNKNOWN]
    for city, placed_cards in zip(table.cities, view.cities, strict=True):
        for placed in placed_cards:
            cell = city.board.bit[placed.cell]
            if cell not in city.faces and placed.owner is not None:
                place = table.place[placed.owner]
                city.build(faces(placed.card, city.board.sides)[placed.turn], cell, place)
    if view.architect is not None:
        table.architect = table.city(view.actor).board.bit[view.architect]
    return table
