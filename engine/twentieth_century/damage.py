"""Phase 3: bids of science for the columns of the damage card. Rulebook: 3. Umweltschäden eindämmen."""

from cityleague.engine.rules import refuse
from cityleague.engine.twentieth_century import rules
from cityleague.engine.twentieth_century.components import MAX_FIGURE, SEATS
from cityleague.engine.twentieth_century.figures import Damage
from cityleague.engine.twentieth_century.moves import Contain, Move
from cityleague.engine.twentieth_century.table import ADMINISTERING, CONTAINING, CenturyTable, Figure

_ALL_BIDS = [tuple([Contain(column, science) for science in range(MAX_FIGURE + 1)]) for column in range(SEATS[-1])]
"""By column: all bids that any component file allows, from 0 science."""


def columns(table: CenturyTable) -> tuple[Damage, ...]:
    """The columns of the damage card that are in use."""
    assert table.damage is not None
    return table.box.damage[table.damage].columns[: table.seats]


def standing(table: CenturyTable) -> list[int]:
    """By column: the highest bid; -1 if there is none."""
    highest = [-1] * table.seats
    for figure in table.figures:
        if figure is not None:
            highest[figure.column] = figure.science
    return highest


def verify(table: CenturyTable, seat: int, move: Contain) -> None:
    """Raise IllegalMove if the actor cannot make this bid."""
    if not 0 <= move.column < table.seats:
        refuse(rules.COLUMN, f"column {move.column}; columns are 0 to {table.seats - 1}", "column")
    if not 0 <= move.science <= table.box.basics.largest_bid:
        refuse(rules.LIMIT, f"{move.science} science; 0 to {table.box.basics.largest_bid} can be bid", "science")
    highest = standing(table)[move.column]
    if move.science <= highest:
        refuse(rules.HIGHER, f"{move.science} science; column {move.column} stands at {highest}", "science")
    held = table.science[seat]
    if move.science > held:
        refuse(rules.SCIENCE, f"{move.science} science; seat {seat} holds {held}", "science")


def apply(table: CenturyTable, seat: int, move: Contain, _: None) -> None:
    """Put the actor's figure on the column; an outbid player bids again later.

    In the end all pay their bids and take the damage of their columns; the seat at column 0 starts from now on.
    """
    figures = table.figures
    for other, figure in enumerate(figures):
        if figure is not None and figure.column == move.column:
            figures[other] = None
    figures[seat] = Figure(move.column, move.science)
    for following in table.following(seat):
        if figures[following] is None:
            table.give_turn(following, CONTAINING)
            return
    card = columns(table)
    for bidder, figure in enumerate(figures):
        assert figure is not None
        table.pay(bidder, science=figure.science)
        table.cubes[bidder] += card[figure.column].garbage
        table.pollute(bidder, -card[figure.column].skulls)
        if figure.column == 0:
            table.starter = table.actor = bidder
    table.all_decide(ADMINISTERING)


def legal(table: CenturyTable, seat: int) -> list[Move]:
    """All bids, column by column. There is always a column without a figure, where 0 is a legal bid."""
    limit = min(table.science[seat], table.box.basics.largest_bid)
    moves: list[Move] = []
    for column, highest in enumerate(standing(table)):
        moves += _ALL_BIDS[column][highest + 1 : limit + 1]
    return moves
