"""20th Century: the state of a game and its sequence of play (rulebook: Spielablauf).

Six rounds of six phases: setup of the round, land auction, environmental damage, administration, yield, bonus.
"""

from collections.abc import Sequence

from cityleague.engine.course import OVER, Action, Course, Stage, always_legal, only_decide
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.scoring import Sheet
from cityleague.engine.twentieth_century import administration, auction, damage, moves, scoring, technologies, yields
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.figures import KINDS
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BUYING,
    CHOOSING,
    CONTAINING,
    LAND,
    LAST_ROUND,
    OPENING,
    RECYCLING,
    CenturyTable,
    new_table,
)
from cityleague.engine.twentieth_century.view import View, view_of

_DROP = Action(always_legal, auction.apply_drop)
_PASS = Action(auction.verify_pass, auction.apply_pass)
_BID = Action(auction.verify_bid, auction.apply_bid)
_USE = Action(technologies.verify, technologies.apply)

STAGES = {
    # phase 2
    CHOOSING: Stage(
        "sequential",
        # Passing is never legal here; listing it gives a refusal with the reason.
        {moves.Choose: Action(auction.verify_choose, auction.apply_choose), moves.Pass: _PASS, moves.Drop: _DROP},
        auction.legal_choose,
        expected=(moves.Choose, moves.Drop),
    ),
    OPENING: Stage("sequential", {moves.Bid: _BID}, auction.legal_open),
    BIDDING: Stage("sequential", {moves.Bid: _BID, moves.Pass: _PASS, moves.Drop: _DROP}, auction.legal_bid),
    BUYING: Stage(
        "sequential",
        {
            moves.Buy: Action(auction.verify_buy, auction.apply_buy),
            moves.Decline: Action(always_legal, auction.apply_decline),
        },
        auction.legal_buy,
    ),
    # phase 3
    CONTAINING: Stage("sequential", {moves.Contain: Action(damage.verify, damage.apply)}, damage.legal),
    # phase 4
    ADMINISTERING: Stage(
        "open",
        {
            moves.Lay: Action(administration.verify_lay, administration.apply_lay),
            moves.Settle: Action(administration.verify_settle, administration.apply_settle),
            moves.Dump: Action(administration.verify_dump, administration.apply_dump),
            **dict.fromkeys(KINDS, _USE),
            moves.Done: Action(administration.verify_done, only_decide),
        },
        administration.legal,
    ),
    # phase 5
    RECYCLING: Stage("open", {moves.Clear: Action(yields.verify, yields.apply)}, yields.legal),
}


class CenturyState(Course[moves.Move, CenturyTable]):
    """A game of 20th Century: a table and the sequence of play."""

    __slots__ = ()
    stages = STAGES

    def draw(self) -> Draw:
        """The draw that is due."""
        return auction.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Apply a draw: the start player, a bonus card, land or technologies on offer, or a damage card."""
        auction.resolve(self.table, order)

    # -- the phases

    def advance(self, _seat: int) -> None:
        """Phases 5 and 6, when all have finished their administration or recycling; then the next round begins.

        In the last round nothing is on offer; after it, the game ends.
        """
        table = self.table
        if table.stage == ADMINISTERING:
            yields.begin(table)
        if table.due:
            return
        scoring.score_bonus(table)
        last_period = table.period
        table.land, table.technologies, table.damage = [], [], None
        table.field = table.first_field
        table.bought, table.cleared = [0] * table.seats, [0] * table.seats
        table.figures = [None] * table.seats
        technologies.refresh(table)
        if table.round == LAST_ROUND:
            table.stage = OVER
            return
        table.round += 1
        if table.round == LAST_ROUND:
            table.all_decide(ADMINISTERING)
        else:
            if table.period != last_period:
                table.shown = []
            table.stage = LAND

    # -- queries

    def view(self, seat: int | None) -> View:
        """What the seat may know: the open table and its own holdings; after the end, all holdings."""
        self.require_seat(seat)
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return scoring.sheets(self.table)


def setup(options: moves.Options, seats: int, box: Box) -> CenturyState:
    """A new game; raises OptionsError."""
    return CenturyState.at(new_table(options, seats, box))
