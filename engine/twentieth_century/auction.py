"""Phases 1 and 2: the setup of the round, the land auction, and the purchase of a technology after dropping out.

Rulebook: 1. Aufbau, 2. Landauktion (und Technologiekauf).
"""

from collections.abc import Sequence

from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.twentieth_century import rules
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS
from cityleague.engine.twentieth_century.moves import Bid, Buy, Choose, Decline, Drop, Move, Pass
from cityleague.engine.twentieth_century.table import (
    BIDDING,
    BONUS,
    BUYING,
    CHOOSING,
    CONTAINING,
    DAMAGE,
    LAND,
    OPENING,
    STARTING,
    TECHNOLOGIES,
    CenturyTable,
)

_PASS, _DROP, _DECLINE = Pass(), Drop(), Decline()
_ONE_BID = tuple([Bid(coins) for coins in range(200)])


# -- draws


def draw(table: CenturyTable) -> Draw:
    """The draw that is due."""
    if table.stage == STARTING:
        return Draw("start", range(table.seats), 1)
    if table.stage == BONUS:
        number = BONUS_ROUNDS[len(table.bonus_cards)]
        return Draw(f"bonus-{number}", [name for name, card in table.box.bonus.items() if card.round == number], 1)
    shown = {*table.shown}
    pile = [name for name in table.box.piles[table.stage][table.period] if name not in shown]
    offer = table.box.offers[table.seats]
    take = offer.land if table.stage == LAND else offer.technologies if table.stage == TECHNOLOGIES else 1
    return Draw(f"{table.stage}-{table.round}", pile, take)


def resolve(table: CenturyTable, order: Sequence[Item]) -> None:
    """Apply a draw; after the damage card the auction begins."""
    names = list(map(str, order))
    if table.stage == STARTING:
        table.starter = int(order[0])
        table.stage = BONUS
    elif table.stage == BONUS:
        table.bonus_cards += names
        if len(table.bonus_cards) == len(BONUS_ROUNDS):
            table.stage = LAND
    elif table.stage == LAND:
        table.land = names
        table.shown += names
        table.stage = TECHNOLOGIES
    elif table.stage == TECHNOLOGIES:
        table.technologies = names
        table.shown += names
        table.stage = DAMAGE
    else:
        table.damage = names[0]
        table.shown += names
        table.in_round = [True] * table.seats
        table.give_turn(table.starter, CHOOSING)


# -- the auction


def verify_choose(table: CenturyTable, seat: int, move: Choose) -> None:
    """Raise IllegalMove if the actor cannot put this land up for auction."""
    if move.tile not in table.land:
        refuse(rules.OFFER, f"{move.tile!r} is not on offer; on offer: {', '.join(table.land)}", "tile")
    held = table.coins[seat]
    if held < table.minimum:
        refuse(rules.COINS, f"the minimum is {table.minimum} coins; seat {seat} holds {held}", "tile")


def apply_choose(table: CenturyTable, seat: int, move: Choose, _: None) -> None:
    """Put land up for auction; the last player in buys it at once."""
    table.chosen = move.tile
    table.leader = None
    table.highest = 0
    if sum(table.in_round) == 1:
        table.leader, table.highest = seat, table.minimum
        _award(table)
    else:
        table.in_auction = table.in_round.copy()
        table.stage = OPENING


def verify_bid(table: CenturyTable, seat: int, move: Bid) -> None:
    """Raise IllegalMove if the actor cannot make this bid."""
    if table.leader is None:
        if move.coins < table.minimum:
            refuse(rules.MINIMUM, f"{move.coins} coins; the minimum is {table.minimum}", "coins")
    elif move.coins <= table.highest:
        refuse(rules.RAISE, f"{move.coins} coins; the highest bid is {table.highest}", "coins")
    held = table.coins[seat]
    if move.coins > held:
        refuse(rules.COINS, f"{move.coins} coins; seat {seat} holds {held}", "coins")


def apply_bid(table: CenturyTable, seat: int, move: Bid, _: None) -> None:
    """The actor is the highest bidder; the next one is asked."""
    table.leader, table.highest = seat, move.coins
    _next_bidder(table)


def verify_pass(table: CenturyTable, _seat: int, _move: Pass) -> None:
    """Raise IllegalMove if the actor has to choose land."""
    if table.stage == CHOOSING:
        refuse(rules.NO_PASS, "the start player chooses land or drops out", "type")


def apply_pass(table: CenturyTable, seat: int, _move: Pass, _: None) -> None:
    """The actor leaves this auction; the next bidder is asked."""
    table.in_auction[seat] = False
    _next_bidder(table)


def _next_bidder(table: CenturyTable) -> None:
    """Ask the next seat clockwise that can raise the bid; if there is none, the land is sold."""
    in_auction, leader = table.in_auction, table.leader
    for seat in table.following(table.actor):
        if in_auction[seat] and seat != leader:
            table.give_turn(seat, BIDDING)
            return
    _award(table)


def _award(table: CenturyTable) -> None:
    """The highest bidder pays and takes the land."""
    winner, tile = table.leader, table.chosen
    assert winner is not None
    assert tile is not None
    table.pay(winner, coins=table.highest)
    table.sell(tile, winner, table.highest)
    table.land.remove(tile)
    table.hands[winner].append(tile)
    table.bought[winner] += 1
    table.cubes[winner] += table.bought[winner]
    table.field = min(table.field + 1, len(table.box.strips[table.period]) - 1)
    table.chosen, table.leader, table.highest = None, None, 0
    table.in_auction = [False] * table.seats
    table.starter = winner
    if table.land:
        table.give_turn(winner, CHOOSING)
    else:
        _leave(table, winner)


# -- dropping out


def apply_drop(table: CenturyTable, seat: int, _move: Drop, _: None) -> None:
    """The actor drops out of this round's auctions."""
    _leave(table, seat)


def _leave(table: CenturyTable, seat: int) -> None:
    """A seat drops out: it gets the compensation if it bought no land, and may buy a technology."""
    table.in_round[seat] = table.in_auction[seat] = False
    if not table.bought[seat]:
        table.pay(seat, coins=-(table.minimum + table.box.basics.compensation))
    table.give_turn(seat, BUYING)


def verify_buy(table: CenturyTable, seat: int, move: Buy) -> None:
    """Raise IllegalMove if the actor cannot buy this technology."""
    if move.technology not in table.technologies:
        offer = ", ".join(table.technologies)
        refuse(rules.ON_SALE, f"{move.technology!r} is not on offer; on offer: {offer}", "technology")
    held = table.science[seat]
    if held < table.price:
        message = f"{move.technology} costs {table.price} science; seat {seat} holds {held}"
        refuse(rules.PRICE, message, "technology", lambda state: state.table.science[seat] < table.price)


def apply_buy(table: CenturyTable, seat: int, move: Buy, _: None) -> None:
    """The actor takes the technology, with its garbage, skulls and flowers."""
    technology = table.box.technologies[move.technology]
    table.pay(seat, science=table.price)
    table.sell(move.technology, seat, table.price)
    table.technologies.remove(move.technology)
    table.uses[seat][move.technology] = 0
    if technology.facility:
        table.hands[seat].append(move.technology)
    table.cubes[seat] += technology.garbage
    table.pollute(seat, -technology.skulls)
    table.pollute(seat, technology.flowers)
    _go_on(table)


def apply_decline(table: CenturyTable, _seat: int, _move: Decline, _: None) -> None:
    """The actor buys nothing."""
    _go_on(table)


def _go_on(table: CenturyTable) -> None:
    """After a seat has dropped out: go on with the auction, with the next start player, or with the next phase."""
    if table.chosen is not None:
        _next_bidder(table)
        return
    for seat in table.following(table.actor):
        if table.in_round[seat]:
            if table.land:
                table.starter = seat
                table.give_turn(seat, CHOOSING)
            else:
                _leave(table, seat)
            return
    table.starter = table.actor
    table.give_turn(table.actor, CONTAINING)


# -- legal moves


def legal_choose(table: CenturyTable, seat: int) -> list[Move]:
    """Each land on offer, if the seat can pay the minimum; dropping out."""
    return [_DROP] if table.coins[seat] < table.minimum else [*map(Choose, table.land), _DROP]


def legal_open(table: CenturyTable, seat: int) -> list[Move]:
    """All opening bids."""
    return [*_bids(table.minimum, table.coins[seat])]


def legal_bid(table: CenturyTable, seat: int) -> list[Move]:
    """All higher bids, passing, dropping out."""
    return [*_bids(table.highest + 1, table.coins[seat]), _PASS, _DROP]


def _bids(lowest: int, highest: int) -> Sequence[Bid]:
    if highest < len(_ONE_BID):
        return _ONE_BID[lowest : highest + 1]
    return [Bid(coins) for coins in range(lowest, highest + 1)]


def legal_buy(table: CenturyTable, seat: int) -> list[Move]:
    """Each technology on offer, if the seat can pay; declining."""
    return [_DECLINE] if table.science[seat] < table.price else [*map(Buy, table.technologies), _DECLINE]
