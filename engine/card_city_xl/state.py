"""Card City XL: the state of a game, and its course (rulebook: Spielablauf).

After the set-up a round is: phase 1, acquiring, in which the seats are served one after the other; phases 2, 3 and 5,
building, developing and buying, in which each has its turn; and after developing phase 4, income, where nobody decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.card_city_xl import acquiring, building, buying, developing, founding, preparing, scoring
from cityleague.engine.card_city_xl.components import NAME, Box
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.moves import (
    Architect,
    Build,
    Buy,
    Develop,
    Divide,
    Done,
    Found,
    Move,
    Offer,
    Options,
    Return,
    Show,
    Smog,
    Take,
)
from cityleague.engine.card_city_xl.setting import SEATS, setting
from cityleague.engine.card_city_xl.table import (
    ACQUIRE,
    BUILDING,
    BUY,
    BUYING,
    DEVELOPING,
    DIVIDING,
    DRAWING,
    FOUNDING,
    OFFERING,
    OVER,
    PLACING_SMOG,
    REPLACING,
    RETURNING,
    SHOWING,
    TAKING,
    Table,
)
from cityleague.engine.card_city_xl.view import View, view_of
from cityleague.engine.chance import Stream
from cityleague.engine.course import tags
from cityleague.engine.protocol import Decision, Draw, Item, Setup, State, checksum
from cityleague.engine.registry import game
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Sheet

_DECISIONS = tuple([Decision("sequential", (seat,)) for seat in range(SEATS[-1])])

PHASES: tuple[Callable[[Table, int], bool], ...] = (building.begin, developing.begin, buying.begin)
"""Those in which each seat has its turn: how it begins, telling whether the seat has anything to decide."""


class Stage(NamedTuple):
    """What the actor can do at a stage."""

    moves: dict[type[msgspec.Struct], tuple[Callable[[Table, Any], None], Callable[[Table, Any], bool | None]]]
    """By type of move: how to verify it, and how to make it. Made, it tells False when the actor's part is over."""
    legal: Callable[[Table], list[Move]]


def _place_smog(table: Table, move: Smog) -> bool:
    building.put_smog(table, move.cell)
    go_on = buying.go_on if table.phase == BUY else building.go_on
    return go_on(table)


def _build_no_more(table: Table, _move: Done) -> bool:
    building.end(table)
    return False


def _buy_no_more(_table: Table, _move: Done) -> bool:
    return False


STAGES = {
    FOUNDING: Stage({Found: (founding.verify_found, founding.apply_found)}, founding.legal_found),
    DIVIDING: Stage({Divide: (acquiring.verify_divide, acquiring.apply_divide)}, acquiring.legal_divide),
    SHOWING: Stage({Show: (acquiring.verify_show, acquiring.apply_show)}, acquiring.legal_show),
    OFFERING: Stage({Offer: (acquiring.verify_offer, acquiring.apply_offer)}, acquiring.legal_offer),
    TAKING: Stage({Take: (acquiring.verify_take, acquiring.apply_take)}, acquiring.legal_take),
    RETURNING: Stage({Return: (acquiring.verify_return, acquiring.apply_return)}, acquiring.legal_return),
    BUILDING: Stage(
        {
            Build: (building.verify_build, building.apply_build),
            Architect: (building.verify_architect, building.apply_architect),
            Done: (building.verify_done, _build_no_more),
        },
        building.legal_build,
    ),
    PLACING_SMOG: Stage({Smog: (building.verify_smog, _place_smog)}, building.legal_smog),
    DEVELOPING: Stage({Develop: (developing.verify_develop, developing.apply_develop)}, developing.legal_develop),
    BUYING: Stage(
        {Buy: (buying.verify_buy, buying.apply_buy), Done: (buying.verify_done, _buy_no_more)}, buying.legal_buy
    ),
}


class CardCityState(State[Move]):
    """A game of Card City XL: a table, and the course of what happens on it."""

    __slots__ = ("seats", "table")
    seats: int

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        self.seats = seats
        self.table = Table(setting(options, seats, box))
        preparing.begin(self.table)
        self._prepare()

    @property
    def round(self) -> int:
        """The rounds begun, from 1."""
        return self.table.round

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over."""
        stage = self.table.stage
        if stage in STAGES:
            return _DECISIONS[self.table.actor]
        return None if stage == OVER else preparing.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Set up with what chance brought, or hand the cards of the round to who divides them."""
        table = self.table
        preparing.resolve(table, order)
        if table.stage == DRAWING:
            self._acquire()
        elif table.stage == REPLACING:
            table.stage = table.stage_after
            if table.stage == BUYING and not buying.go_on(table):
                self._next()
        else:
            self._prepare()

    def _prepare(self) -> None:
        """Go on with the set-up, or to the first round."""
        if not preparing.after(self.table):
            self._begin_round()

    def _begin_round(self) -> None:
        if not preparing.begin_round(self.table):
            self._acquire()

    def _acquire(self) -> None:
        """Phase 1, with the cards in the pool; the last of the order is served last, whoever made the last move."""
        table = self.table
        table.phase, table.turn = ACQUIRE, self.seats - 1
        if not acquiring.begin(table):
            self._next()

    def _next(self) -> None:
        """Go on to the next seat that has something to decide; after the last phase, to the next round."""
        table = self.table
        while True:
            table.turn += 1
            if table.turn == self.seats:
                table.turn = 0
                table.phase += 1
            if table.phase > BUY:
                self._end_round()
                return
            if table.phase == BUY and not table.turn:
                self._pay()
            if PHASES[table.phase](table, table.order[table.turn]):
                return

    def _pay(self) -> None:
        """Phase 4."""
        table = self.table
        advanced = table.setting.advanced
        paid = [income(table.city(seat), table.lands[seat], meters=advanced) for seat in range(self.seats)]
        table.money = [own + more for own, more in zip(table.money, paid, strict=True)]

    def _end_round(self) -> None:
        """The architect moves on, or the game is over."""
        table = self.table
        if table.round == table.setting.rounds:
            table.stage = OVER
        else:
            table.round += 1
            self._begin_round()

    # -- moves

    def verify(self, seat: int, move: Move) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        table = self.table
        stage = STAGES.get(table.stage)
        if stage is None or seat != table.actor or type(move) not in stage.moves:
            self._refuse_turn(seat, stage)
        stage.moves[type(move)][0](table, move)

    def _refuse_turn(self, seat: int, stage: Stage | None) -> NoReturn:
        """Say why a seat cannot make such a move at this stage."""
        if self.table.stage == OVER:
            refuse(GAME_OVER, "the game is over")
        if stage is None:
            due = self.pending()
            refuse(CHANCE_DUE, f"{due.name if isinstance(due, Draw) else ''} must be drawn first")
        if seat != self.table.actor:
            refuse(NOT_YOURS, f"it is seat {self.table.actor}'s turn ({self.table.stage})")
        refuse(WRONG_MOVE, f"stage {self.table.stage}: {tags(stage.moves)} is due", "type")

    def legal(self, seat: int) -> list[Move]:
        """Every legal move, but for the order of cards in a list, and offers with money on both lots."""
        table = self.table
        stage = STAGES.get(table.stage)
        return stage.legal(table) if stage is not None and seat == table.actor else []

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that `verify` has accepted."""
        table = self.table
        stage = table.stage
        if STAGES[stage].moves[type(move)][1](table, move) is False:
            if stage == FOUNDING:
                self._prepare()
            else:
                self._next()

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and the hidden cards it holds or has divided."""
        return view_of(self.table, seat)

    def determinize(self, seat: int, stream: Stream) -> State[Move]:
        """A state in which all that the seat cannot know is drawn from the stream."""
        setting = self.table.setting
        here = Setup(game(NAME), setting.options, setting.box, self.seats)
        return here.game.imagine(here, self.view(seat), stream)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits."""
        return checksum(self.table.plain())

    def copy(self) -> CardCityState:
        """An independent copy."""
        return CardCityState.at(self.table.copy())

    @classmethod
    def at(cls, table: Table) -> CardCityState:
        """The game that has come to this table."""
        new = object.__new__(cls)
        new.seats, new.table = table.setting.seats, table
        return new


def setup(options: Options, seats: int, box: Box) -> CardCityState:
    """A new game; raises OptionsError."""
    return CardCityState(options, seats, box)
