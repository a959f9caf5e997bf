"""What a seat cannot know, drawn from what is plausible: the coins and the science of the others.

A view does not tell what was earned and paid before. So others are taken to hold about as much as the seat itself,
more or less by what their cities yield more or less; but never less than they must hold by what lies open.
"""

from __future__ import annotations

from cityleague.engine.chance import Stream
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BUYING,
    CHOOSING,
    CONTAINING,
    OPENING,
    OVER,
    RECYCLING,
    Table,
)
from cityleague.engine.twentieth_century.view import View, table_of

SPREAD = 6
"""By how much more or less others hold."""
_ENDLESS = 1 << 30

_AUCTION = frozenset([CHOOSING, OPENING, BIDDING, BUYING, CONTAINING])
"""The stages in which who is not in has dropped out of this round's auctions."""


def imagined(box: Box, view: View, stream: Stream) -> Table:
    """A table that a seat's view may be one of."""
    table, own = table_of(box, view), view.seat
    assert own is not None
    if table.stage == OVER:  # all is told
        return table
    mine = table.regions[own].production
    for seat in table.following(own):
        more = table.regions[seat].production
        coins, science = table.coins[own] + more.coins - mine.coins, table.science[own] + more.science - mine.science
        table.coins[seat] = _held(stream, coins, *coins_of(table, seat))
        table.science[seat] = _held(stream, science, *science_of(table, seat))
    return table


def _held(stream: Stream, usual: int, least: int, most: int) -> int:
    """Something about as usual, within these bounds."""
    usual = max(usual, least)
    lowest, highest = min(most, max(least, usual - SPREAD)), min(most, usual + SPREAD)
    return lowest + stream.below(highest - lowest + 1)


def coins_of(table: Table, seat: int) -> tuple[int, int]:
    """What a seat holds at least and at most: it has what its cities yielded until it pays, and what it bids."""
    setup = table.box.setup
    least, most = _begun(table, setup.coins, table.regions[seat].production.coins)
    bought = table.bought[seat]
    if table.stage in _AUCTION:
        if bought:
            least, most = 0, most - bought * table.minimum
        elif not table.in_round[seat]:
            paid = table.minimum + setup.compensation
            least, most = least + paid, most + paid
    if table.stage == OPENING and seat == table.actor:
        least = max(least, table.minimum)
    return max(least, table.highest) if seat == table.leader else least, most


def science_of(table: Table, seat: int) -> tuple[int, int]:
    """What a seat holds at least and at most: it has what its cities yielded until it can pay, and what it bids."""
    least, most = _begun(table, table.box.setup.science, table.regions[seat].production.science)
    if table.stage in _AUCTION and _may_have_bought_technology(table, seat):
        least = 0
    figure = table.figures[seat]
    return max(least, figure.science) if figure and table.stage == CONTAINING else least, most


def _may_have_bought_technology(table: Table, seat: int) -> bool:
    """Whether it has been asked in this round; in the first one everybody sees what it answered."""
    asked = not table.in_round[seat] and not (table.stage == BUYING and table.actor == seat)
    return asked and (table.round > 1 or bool(table.uses[seat]))


def _begun(table: Table, start: int, production: int) -> tuple[int, int]:
    """What a seat had at least and at most when it last got something: at the beginning of the game, or of its cities.

    In the administration it may have paid since.
    """
    if table.stage == ADMINISTERING:
        return 0, _ENDLESS
    if table.round == 1 and table.stage != RECYCLING:
        return start, start
    return production, _ENDLESS
