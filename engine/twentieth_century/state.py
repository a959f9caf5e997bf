"""20th Century: the state of a game, and its course (rulebook: Spielablauf).

Six rounds: what is on offer, land auction, environmental damage, administration, yield, and a bonus after each second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.course import tags
from cityleague.engine.protocol import Decision, Draw, Item, Setup, State, checksum
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Sheet
from cityleague.engine.twentieth_century import administration, auction, damage, scoring, technologies, yields
from cityleague.engine.twentieth_century.components import SEATS, Box
from cityleague.engine.twentieth_century.imagining import imagined
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Buy,
    Choose,
    Clear,
    Contain,
    Decline,
    Done,
    Drop,
    Dump,
    Lay,
    Move,
    Options,
    Pass,
    Settle,
)
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BUYING,
    CHOOSING,
    CONTAINING,
    LAND,
    LAST_ROUND,
    OPENING,
    OVER,
    RECYCLING,
    Table,
)
from cityleague.engine.twentieth_century.uses import KINDS
from cityleague.engine.twentieth_century.view import View, view_of

_IN_TURN = tuple([Decision("sequential", (seat,)) for seat in range(SEATS[-1])])


@cache
def _all_but(done: tuple[bool, ...]) -> Decision:
    """All that have not finished may do something."""
    return Decision("open", tuple([seat for seat, finished in enumerate(done) if not finished]))


class Stage(NamedTuple):
    """What the actor can do at a stage of auction and damage bidding."""

    moves: dict[type[msgspec.Struct], tuple[Callable[[Table, Any], None], Callable[[Table, Any], None]]]
    """By type of move: how to verify it, and how to make it."""
    legal: Callable[[Table], list[Move]]
    never: type[Move] | None = None
    """A type that is verified only to say why it is not possible here."""


_DROPPING = (auction.verify_drop, auction.apply_drop)
_PASSING = (auction.verify_pass, auction.apply_pass)
_BIDDING = (auction.verify_bid, auction.apply_bid)
IN_TURN = {
    CHOOSING: Stage(
        {Choose: (auction.verify_choose, auction.apply_choose), Pass: _PASSING, Drop: _DROPPING},
        auction.legal_choose,
        never=Pass,
    ),
    OPENING: Stage({Bid: _BIDDING}, auction.legal_open),
    BIDDING: Stage({Bid: _BIDDING, Pass: _PASSING, Drop: _DROPPING}, auction.legal_bid),
    BUYING: Stage(
        {Buy: (auction.verify_buy, auction.apply_buy), Decline: (auction.verify_decline, auction.apply_decline)},
        auction.legal_buy,
    ),
    CONTAINING: Stage({Contain: (damage.verify, damage.apply)}, damage.legal),
}


class OpenStage(NamedTuple):
    """What all who have not finished can do at a stage, in any order."""

    moves: dict[type[msgspec.Struct], tuple[Callable[[Table, int, Any], None], Callable[[Table, int, Any], None]]]
    legal: Callable[[Table, int], list[Move]]


OPEN = {
    ADMINISTERING: OpenStage(
        {
            Lay: (administration.verify_lay, administration.apply_lay),
            Settle: (administration.verify_settle, administration.apply_settle),
            Dump: (administration.verify_dump, administration.apply_dump),
            **dict.fromkeys(KINDS, (technologies.verify, technologies.apply)),
            Done: (administration.verify_done, administration.apply_done),
        },
        administration.legal,
    ),
    RECYCLING: OpenStage({Clear: (yields.verify, yields.apply)}, yields.legal),
}


class CenturyState(State[Move]):
    """A game of 20th Century: a table, and the course of what happens on it."""

    __slots__ = ("seats", "table")
    seats: int

    def __init__(self, table: Table) -> None:
        self.seats, self.table = table.seats, table

    @property
    def round(self) -> int:
        """The rounds begun, from 1."""
        return self.table.round

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over."""
        stage = self.table.stage
        if stage in IN_TURN:
            return _IN_TURN[self.table.actor]
        if stage == ADMINISTERING:
            return _all_but(tuple(self.table.done))
        if stage == RECYCLING:
            return Decision("open", self.table.recyclers)
        return None if stage == OVER else auction.draw(self.table)

    def _is_busy(self, seat: int) -> bool:
        """Whether a seat has not finished, at an open stage."""
        table = self.table
        return seat in table.recyclers if table.stage == RECYCLING else not table.done[seat]

    def resolve(self, order: Sequence[Item]) -> None:
        """The start player, bonus cards, what is on offer, a damage card."""
        auction.resolve(self.table, order)

    # -- the phases

    def _after(self) -> None:
        """Phases 5 and 6, when all have finished what they can do at the same time."""
        table = self.table
        if table.stage == ADMINISTERING and all(table.done):
            yields.begin(table)
        if table.stage == RECYCLING and not table.recyclers:
            scoring.score_bonus(table)
            self._next_round()

    def _next_round(self) -> None:
        """The next round, or the end; in the last one nothing is on offer."""
        table = self.table
        before = table.period
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
            table.done = [False] * table.seats
            table.stage = ADMINISTERING
        else:
            if table.period != before:
                table.shown = []
            table.stage = LAND

    # -- moves

    def verify(self, seat: int, move: Move) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        table, kind = self.table, type(move)
        stage = IN_TURN.get(table.stage)
        if stage is not None:
            if seat == table.actor and kind in stage.moves:
                stage.moves[kind][0](table, move)
                return
        elif table.stage in OPEN and kind in OPEN[table.stage].moves and self._is_busy(seat):
            OPEN[table.stage].moves[kind][0](table, seat, move)
            return
        self._refuse_turn(seat)

    def _refuse_turn(self, seat: int) -> NoReturn:
        """Say why a seat cannot make such a move at this stage."""
        table = self.table
        if table.stage == OVER:
            refuse(GAME_OVER, "the game is over")
        if table.stage in IN_TURN:
            if seat != table.actor:
                refuse(NOT_YOURS, f"it is seat {table.actor}'s turn ({table.stage})")
            stage = IN_TURN[table.stage]
            due = tags([kind for kind in stage.moves if kind is not stage.never])
            refuse(WRONG_MOVE, f"stage {table.stage}: {due} is due", "type")
        if table.stage not in OPEN:
            refuse(CHANCE_DUE, f"{auction.draw(table).name} must be drawn first")
        if not self._is_busy(seat):
            refuse(NOT_YOURS, f"seat {seat} has finished {table.stage}; others have not")
        refuse(WRONG_MOVE, f"stage {table.stage}: {tags(OPEN[table.stage].moves)} is due", "type")

    def legal(self, seat: int) -> list[Move]:
        """Every legal move."""
        table = self.table
        if table.stage in IN_TURN:
            return IN_TURN[table.stage].legal(table) if seat == table.actor else []
        if table.stage in OPEN and self._is_busy(seat):
            return OPEN[table.stage].legal(table, seat)
        return []

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that `verify` has accepted."""
        table = self.table
        if table.stage in IN_TURN:
            IN_TURN[table.stage].moves[type(move)][1](table, move)
        else:
            OPEN[table.stage].moves[type(move)][1](table, seat, move)
            if isinstance(move, Done | Clear):
                self._after()

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and what it holds itself; after the end, what all hold."""
        return view_of(self.table, seat)

    def determinize(self, seat: int, stream: Stream) -> CenturyState:
        """A state in which what others hold is drawn from the stream."""
        return CenturyState(imagined(self.table.box, self.view(seat), stream))

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return scoring.sheets(self.table)

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits."""
        return checksum(self.table.plain())

    def copy(self) -> CenturyState:
        """An independent copy."""
        return CenturyState(self.table.copy())


def setup(_options: Options, seats: int, box: Box) -> CenturyState:
    """A new game; raises OptionsError."""
    return CenturyState(Table(seats, box))


def imagine(setup: Setup, view: View, stream: Stream) -> CenturyState:
    """A state that a seat's view may be one of: what others hold is drawn from the stream."""
    return CenturyState(imagined(setup.components, view, stream))
