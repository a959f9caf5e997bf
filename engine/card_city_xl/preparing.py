"""What comes before the first round, and what chance brings in each and for the market (rulebook: Spielaufbau)."""

from collections.abc import Sequence
from typing import cast

from cityleague.engine.boards.grid import place_name
from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.moves import Found, Move
from cityleague.engine.card_city_xl.setting import MARKET as OPEN
from cityleague.engine.card_city_xl.setting import Setting
from cityleague.engine.card_city_xl.table import (
    DRAWING,
    FOUNDING,
    INDUSTRIES,
    MARKET,
    REMOVED,
    SEATING,
    SPLIT,
    CardCityTable,
)
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse


def begin(table: CardCityTable) -> None:
    """Put deck and supply on the table."""
    setting = table.setting
    table.deck = dict(setting.deck)
    table.industries = {"industry": setting.supply["industry"]}
    if setting.ecological:
        del table.deck["industry"]
        table.industries = dict(setting.box.industries)
    table.stage = ""


def _stages(setting: Setting) -> list[str]:
    """The stages before the first round."""
    stages = [SEATING] if setting.options.seating == "drawn" and not setting.solo else []
    stages += [FOUNDING] if setting.suburbs else []
    if setting.ecological:  # nothing is drawn where there is nothing
        stages += [INDUSTRIES] if setting.deck["industry"] else []
        stages += [MARKET] if setting.supply["industry"] else []
    return stages + ([REMOVED, SPLIT] if setting.advanced else [])


def after(table: CardCityTable) -> bool:
    """Go on to the next stage before the first round; False when all is ready for that round."""
    stages = ["", *_stages(table.setting)]
    following = stages[stages.index(table.stage) + 1 :]
    if following:
        table.stage = following[0]
        table.actor = 0
        if table.stage == FOUNDING:
            table.ask(0)
        return True
    table.starting_deck = {card: count for card in table.setting.rank if (count := table.deck.get(card, 0))}
    return False


def begin_round(table: CardCityTable) -> bool:
    """Begin a round. True: a draw is due. False: only cards under the deck are left, and lie in the pool now."""
    start = (table.round - 1) % table.setting.seats
    table.order = table.ring[start:] + table.ring[:start]
    table.stage = DRAWING
    if any(table.deck.values()):
        return True
    _fill_pool(table, [])
    return False


def _fill_pool(table: CardCityTable, drawn: Sequence[str]) -> None:
    """Put the cards drawn into the pool, and if they are too few, cards from under the deck."""
    more = table.setting.drawn - len(drawn)
    table.pool = [*drawn, *table.bottom[:more]]
    table.bottom = table.bottom[more:]


def draw(table: CardCityTable) -> Draw:
    """The draw that is due at this stage."""
    setting = table.setting
    if table.stage == DRAWING:
        deck = table.deck
        if table.round == 1:  # there are always enough cards besides leisure
            deck = {card: count for card, count in deck.items() if not setting.kinds[card].leisure}
        cards = setting.in_order(deck)
        return Draw(f"round-{table.round}", cards, min(setting.drawn, len(cards)))
    if table.stage == SEATING:
        return Draw("seating", range(setting.seats), setting.seats)
    if table.stage == INDUSTRIES:
        return Draw("industries", setting.in_order(table.industries), setting.deck["industry"])
    if table.stage == MARKET:
        there = setting.in_order(table.industries)
        return Draw("market", there, min(OPEN, len(there)))
    if table.stage == REMOVED:
        return Draw("removed", setting.in_order(table.deck), setting.exchanged)
    if table.stage == SPLIT:
        return Draw("split", setting.in_order(setting.box.split), setting.exchanged)
    return Draw(f"market-{table.replaced + 1}", setting.in_order(table.industries), 1)


def resolve(table: CardCityTable, order: Sequence[Item]) -> None:
    """Put what chance brought where it belongs."""
    if table.stage == SEATING:
        table.seat(tuple([int(seat) for seat in order]))
        return
    cards = cast(list[str], list(order))
    if table.stage == DRAWING:
        _move(cards, table.deck)
        _fill_pool(table, cards)
    elif table.stage == INDUSTRIES:
        _move(cards, table.industries, table.deck)
    elif table.stage == MARKET:
        _move(cards, table.industries)
        table.market = cards
    elif table.stage == REMOVED:
        _move(cards, table.deck)
        table.removed = tuple(cards)
    elif table.stage == SPLIT:
        _move(cards, None, table.deck)
        table.split = tuple(cards)
    else:
        _move(cards, table.industries)
        table.market += cards
        table.replaced += 1


def _move(cards: Sequence[str], source: dict[str, int] | None, target: dict[str, int] | None = None) -> None:
    if source is not None:
        for card in cards:
            source[card] -= 1
    if target is not None:
        for card in cards:
            target[card] = target.get(card, 0) + 1


# -- the town hall, in the suburbs variant (rulebook: Etablierte Vorstädte)


def _cells(table: CardCityTable) -> int:
    """The cells of the grid that do not touch the ring."""
    board = table.cities[0].board
    return board.lands[0] & ~board.grid.neighbours(board.suburbs)


def verify_found(table: CardCityTable, _seat: int, move: Found) -> int:
    """The cell of the town hall; raises IllegalMove unless it can lie there."""
    bit = table.cities[0].board.bit.get(move.cell, 0)
    if not bit & _cells(table):
        refuse(rules.TOWN_HALL, f"{place_name(move.cell)} is not within the ring, or touches it", "cell")
    return bit


def legal_found(table: CardCityTable, _seat: int) -> list[Move]:
    """Every cell for the town hall."""
    return [Found(cell) for cell in table.cities[0].board.cells(_cells(table))]


def apply_found(table: CardCityTable, seat: int, _move: Found, cell: int) -> None:
    """Put the town hall there."""
    city = table.cities[0]
    city.build(faces("town-hall", city.board.sides)[0], cell, 0)
    table.decided(seat)
