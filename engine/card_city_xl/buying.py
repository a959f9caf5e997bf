"""Phase 5: industry and parks are bought from the supply (rulebook: Ende der Spielrunde)."""

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.building import Built, brings_smog, put
from cityleague.engine.card_city_xl.cards import INDUSTRY_PRICE, PARK_PRICE, faces
from cityleague.engine.card_city_xl.move_lists import DONE, OnCells, Part, moves_on
from cityleague.engine.card_city_xl.moves import Buy, Move
from cityleague.engine.card_city_xl.placing import verify_site
from cityleague.engine.card_city_xl.table import BUYING, REPLACING, CardCityTable
from cityleague.engine.rules import refuse

_PARK = "park"
LEAST_PRICE = min(PARK_PRICE, INDUSTRY_PRICE)
"""No card costs less."""


class Sale(NamedTuple):
    """A card for sale; `left`: the supply still has one."""

    card: str
    price: int
    left: bool


def sales(table: CardCityTable) -> list[Sale]:
    """The cards that the actor may still buy in this round, even those it cannot pay for."""
    offers = []
    if table.bought in ((), (_PARK,)):
        price = _industry_price(table)
        if table.setting.ecological:
            offers += [Sale(card, price, True) for card in dict.fromkeys(table.market)]
        else:
            offers.append(Sale("industry", price, table.industries["industry"] > 0))
    if table.setting.green and _PARK not in table.bought:
        offers.append(Sale(_PARK, PARK_PRICE, table.parks > 0))
    return offers


def begin(table: CardCityTable, seat: int) -> None:
    """Let the seat buy, if it can buy anything."""
    table.actor = seat
    table.bought = ()
    if table.money[seat] >= LEAST_PRICE and _can_buy(table):
        table.give_turn(seat, BUYING)


def go_on(table: CardCityTable) -> None:
    """Let the actor buy on, if it can still buy something."""
    if _can_buy(table):
        table.give_turn(table.actor, BUYING)
    else:
        table.decided(table.actor)


def _can_buy(table: CardCityTable) -> bool:
    """Whether the actor can still buy something. A park is tried first, as it finds a cell most easily."""
    if table.setting.green and _PARK not in table.bought and _cells(table, Sale(_PARK, PARK_PRICE, table.parks > 0)):
        return True
    affordable = table.money[table.actor] >= _industry_price(table)
    return affordable and any(_cells(table, sale) for sale in sales(table) if sale.card != _PARK)


def _industry_price(table: CardCityTable) -> int:
    return INDUSTRY_PRICE * (table.holding(table.actor).industries + 1)


def _cells(table: CardCityTable, sale: Sale) -> int:
    """The cells on which the actor can build a card that it buys."""
    seat = table.actor
    if not sale.left or table.money[seat] < sale.price:
        return 0
    city = table.city(seat)
    return city.ground.without_clash(faces(sale.card, city.board.sides)[0], city.ground.open & table.lands[seat])


def verify_buy(table: CardCityTable, seat: int, move: Buy) -> Built:
    """The card at its place; raises IllegalMove unless it is for sale, can be paid for and can be built there."""
    offered = sales(table)
    sale = next((sale for sale in offered if sale.card == move.card), None)
    if sale is None:
        names = " or ".join([sale.card for sale in offered])
        message = f"still to be bought: {names or 'nothing'}"
        refuse(rules.BUY_OFFER, message, "card", lambda state: move.card in state.table.bought)
    if not sale.left:
        message = f"no {move.card} card is left in the supply"
        refuse(
            rules.SUPPLY, message, "card",
            lambda state: not (state.table.parks if move.card == _PARK else state.table.industries["industry"]),
        )  # fmt: skip
    if table.money[seat] < sale.price:
        message = f"it costs {sale.price} $; seat {seat} has {table.money[seat]} $"
        refuse(rules.BUY_MONEY, message, "card", lambda state: state.table.money[seat] < sale.price)
    at = table.situation(seat)
    face = faces(move.card, at.ground.board.sides)[0]
    cell = verify_site(table, at, face, move.cell)
    ground = at.ground.with_card(face, cell)
    smog = face.kind.industry and brings_smog(table, seat, cell, ground)
    return Built(face, cell, sale.price, ground, smog)


def legal_buy(table: CardCityTable, seat: int) -> Sequence[Move]:
    """Every card at every cell, then `done`."""
    board = table.city(seat).board
    parts: list[Part] = [(moves_on(board, Buy, sale.card), _cells(table, sale)) for sale in sales(table)]
    return OnCells([*parts, DONE])


def apply_buy(table: CardCityTable, _seat: int, move: Buy, built: Built) -> None:
    """Pay, build, and go on; if an industry left the market, chance first brings another one."""
    table.bought += (move.card,)
    if move.card == _PARK:
        table.parks -= 1
    elif table.setting.ecological:
        table.market.remove(move.card)
    else:
        table.industries["industry"] -= 1
    put(table, built)
    if move.card != _PARK and table.setting.ecological and any(table.industries.values()):
        table.stage_after = table.stage
        table.stage = REPLACING
    elif not built.smog:
        go_on(table)
