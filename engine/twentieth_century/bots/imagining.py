"""What a seat cannot know, drawn from what is plausible: the coins and the science of the others.

A view tells what all have paid, but not what they earned before. So others are taken to hold about as much as the seat
itself, more or less by what they have spent less or more, and by what their cities yield more or less; but never less
than they must hold by what lies open.
"""

from __future__ import annotations

from collections.abc import Container

from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BUYING,
    CHOOSING,
    CONTAINING,
    OPENING,
    RECYCLING,
    Table,
)
from cityleague.engine.twentieth_century.view import View, table_of

SPREAD = 6
"""By how much more or less others hold."""
_ENDLESS = 1 << 30

_AUCTION = frozenset([CHOOSING, OPENING, BIDDING, BUYING, CONTAINING])
"""The stages in which who is not in has dropped out of this round's auctions."""


def imagine(setup: Setup, view: View, stream: Stream) -> CenturyState:
    """A state that a seat's view may be one of: what others hold is drawn from the stream."""
    table, own = table_of(setup, view), view.seat
    assert own is not None
    if table.stage != OVER:  # then all is told
        for seat in table.following(own):
            coins, science = usual(view, seat)
            table.coins[seat] = _held(stream, coins, *coins_of(table, seat))
            table.science[seat] = _held(stream, science, *science_of(table, seat))
    return CenturyState.at(table)


def usual(view: View, seat: int) -> tuple[int, int]:
    """The coins and the science that another seat may have, by what all have spent and what their cities yield."""
    assert view.seat is not None
    own, other = view.players[view.seat], view.players[seat]
    coins = (own.coins or 0) + own.spent[0] - other.spent[0] + other.production[0] - own.production[0]
    science = (own.science or 0) + own.spent[1] - other.spent[1] + other.production[1] - own.production[1]
    return coins, science


def _held(stream: Stream, usual: int, least: int, most: int) -> int:
    """Something about as usual, within these bounds."""
    usual = max(usual, least)
    lowest, highest = min(most, max(least, usual - SPREAD)), min(most, usual + SPREAD)
    return lowest + stream.below(highest - lowest + 1)


def coins_of(table: Table, seat: int) -> tuple[int, int]:
    """What a seat holds at least and at most: what its cities yielded, less what it paid since; and what it bids."""
    basics = table.box.basics
    paid = _paid(table, seat, table.box.land)
    if table.stage in _AUCTION and not table.in_round[seat] and not table.bought[seat]:
        paid -= table.minimum + basics.compensation
    least, most = _begun(table, basics.coins - table.coins_spent[seat], table.regions[seat].production.coins - paid)
    if table.stage == OPENING and seat == table.actor:
        least = max(least, table.minimum)
    return max(least, table.highest) if seat == table.leader else least, most


def science_of(table: Table, seat: int) -> tuple[int, int]:
    """What a seat holds at least and at most: what its cities yielded, less what it paid since; and what it bids."""
    paid = _paid(table, seat, table.box.technologies)
    start, production = table.box.basics.science - table.science_spent[seat], table.regions[seat].production.science
    least, most = _begun(table, start, production - paid)
    figure = table.figures[seat]
    return max(least, figure.science) if figure and table.stage == CONTAINING else least, most


def _paid(table: Table, seat: int, things: Container[str]) -> int:
    """What a seat has paid for such things in this round's auctions; later in the round it has had new yields."""
    if table.stage not in _AUCTION:
        return 0
    return sum([sale.price for sale in table.sales
                if sale.round == table.round and sale.seat == seat and sale.name in things])  # fmt: skip


def _begun(table: Table, exact: int, production: int) -> tuple[int, int]:
    """What a seat has at least and at most: in round I exactly so much; later what was left, and its cities' yields.

    In the administration it may have paid since.
    """
    if table.round == 1 and table.stage != RECYCLING:
        return exact, exact
    if table.stage == ADMINISTERING:
        return 0, _ENDLESS
    return max(0, production), _ENDLESS
