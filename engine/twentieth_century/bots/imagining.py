"""Imagined games: what a seat cannot know, the coins and science of the others, is drawn from what is plausible.

A view shows what all have paid, but not what they earned before. So others are assumed to hold about as much as the
seat itself, corrected for differences in spending and in yields; but never less than open information implies.
"""

from collections.abc import Container

from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    CONTAINING,
    IN_TURN,
    OPENING,
    RECYCLING,
    CenturyTable,
)
from cityleague.engine.twentieth_century.view import View, table_of

SPREAD = 6
"""How far the holdings of others may lie from the estimate."""
_ENDLESS = 1 << 30


def imagine(setup: Setup, view: View, stream: Stream) -> CenturyState:
    """A state that fits a seat's view; the holdings of others are drawn from the stream."""
    table, own = table_of(setup, view), view.seat
    assert own is not None
    if table.stage != OVER:  # then all holdings are open
        for seat in table.following(own):
            coins, science = estimate(table, own, seat)
            table.coins[seat] = _held(stream, coins, *coins_of(table, seat))
            table.science[seat] = _held(stream, science, *science_of(table, seat))
    return CenturyState.at(table)


def estimate(table: CenturyTable, own: int, other: int) -> tuple[int, int]:
    """An estimate by one seat of another's coins and science, from its own, and from all spending and yields."""
    mine, theirs = table.regions[own].production, table.regions[other].production
    coins = table.coins[own] + table.coins_spent[own] - table.coins_spent[other] + theirs.coins - mine.coins
    science = table.science[own] + table.science_spent[own] - table.science_spent[other]
    return coins, science + theirs.science - mine.science


def _held(stream: Stream, estimate: int, least: int, most: int) -> int:
    """A random amount near the estimate, within these bounds."""
    estimate = max(estimate, least)
    lowest, highest = min(most, max(least, estimate - SPREAD)), min(most, estimate + SPREAD)
    return lowest + stream.below(highest - lowest + 1)


def coins_of(table: CenturyTable, seat: int) -> tuple[int, int]:
    """The least and the most coins that a seat can hold: last yields, less payments since, and what it has bid."""
    basics = table.box.basics
    paid = _paid(table, seat, table.box.land)
    if table.stage in IN_TURN and not table.in_round[seat] and not table.bought[seat]:
        paid -= table.minimum + basics.compensation
    least, most = _bounds(table, basics.coins - table.coins_spent[seat], table.regions[seat].production.coins - paid)
    if table.stage == OPENING and seat == table.actor:
        least = max(least, table.minimum)
    return max(least, table.highest) if seat == table.leader else least, most


def science_of(table: CenturyTable, seat: int) -> tuple[int, int]:
    """The least and the most science that a seat can hold: last yields, less payments since, and what it has bid."""
    paid = _paid(table, seat, table.box.technologies)
    start, production = table.box.basics.science - table.science_spent[seat], table.regions[seat].production.science
    least, most = _bounds(table, start, production - paid)
    figure = table.figures[seat]
    return max(least, figure.science) if figure and table.stage == CONTAINING else least, most


def _paid(table: CenturyTable, seat: int, names: Container[str]) -> int:
    """What a seat has paid for these in this round's auctions; 0 later in the round, after new yields."""
    if table.stage not in IN_TURN:
        return 0
    return sum([sale.price for sale in table.sales
                if sale.round == table.round and sale.seat == seat and sale.name in names])  # fmt: skip


def _bounds(table: CenturyTable, exact: int, left_of_yields: int) -> tuple[int, int]:
    """The least and the most that a seat can hold. In round I, up to the yields, that is known exactly.

    In the administration nothing is known, as it may have paid since.
    """
    if table.round == 1 and table.stage != RECYCLING:
        return exact, exact
    if table.stage == ADMINISTERING:
        return 0, _ENDLESS
    return max(0, left_of_yields), _ENDLESS
