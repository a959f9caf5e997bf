"""Card City XL: the state of a game, and its course (rulebook: Spielablauf).

A round has five phases. In phase 1, acquiring, the seats are served one after the other. In phases 2, 3 and 5,
building, developing and buying, each seat has its turn. In phase 4, income, nobody decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cityleague.engine.card_city_xl import acquiring, building, buying, developing, moves, preparing, scoring
from cityleague.engine.card_city_xl.components import Box
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.setting import setting
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
    PLACING_SMOG,
    REPLACING,
    RETURNING,
    SHOWING,
    TAKING,
    CardCityTable,
)
from cityleague.engine.card_city_xl.view import View, view_of
from cityleague.engine.course import OVER, Action, Course, Stage, always_legal, only_decide
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.scoring import Sheet

PHASES: tuple[Callable[[CardCityTable, int], None], ...] = (building.begin, developing.begin, buying.begin)
"""For each phase in which every seat has a turn: begins that turn. The seat is then due if it can decide anything."""


def _place_smog(table: CardCityTable, _seat: int, _move: moves.Smog, cell: int) -> None:
    """Smog follows an industry that was built, or bought; then the phase goes on."""
    building.put_smog(table, cell)
    if table.phase == BUY:
        buying.go_on(table)
    else:
        building.go_on(table)


STAGES = {
    FOUNDING: Stage(
        "sequential", {moves.Found: Action(preparing.verify_found, preparing.apply_found)}, preparing.legal_found
    ),
    DIVIDING: Stage(
        "sequential", {moves.Divide: Action(acquiring.verify_divide, acquiring.apply_divide)}, acquiring.legal_divide
    ),
    SHOWING: Stage(
        "sequential", {moves.Show: Action(acquiring.verify_show, acquiring.apply_show)}, acquiring.legal_show
    ),
    OFFERING: Stage(
        "sequential", {moves.Offer: Action(acquiring.verify_offer, acquiring.apply_offer)}, acquiring.legal_offer
    ),
    TAKING: Stage("sequential", {moves.Take: Action(always_legal, acquiring.apply_take)}, acquiring.legal_take),
    RETURNING: Stage(
        "sequential", {moves.Return: Action(acquiring.verify_return, acquiring.apply_return)}, acquiring.legal_return
    ),
    BUILDING: Stage(
        "sequential",
        {
            moves.Build: Action(building.verify_build, building.apply_build),
            moves.Architect: Action(building.verify_architect, building.apply_architect),
            moves.Done: Action(building.verify_done, building.apply_done),
        },
        building.legal_build,
    ),
    PLACING_SMOG: Stage("sequential", {moves.Smog: Action(building.verify_smog, _place_smog)}, building.legal_smog),
    DEVELOPING: Stage(
        "sequential",
        {moves.Develop: Action(developing.verify_develop, developing.apply_develop)},
        developing.legal_develop,
    ),
    BUYING: Stage(
        "sequential",
        {moves.Buy: Action(buying.verify_buy, buying.apply_buy), moves.Done: Action(always_legal, only_decide)},
        buying.legal_buy,
    ),
}


class CardCityState(Course[moves.Move, CardCityTable]):
    """A game of Card City XL: a table, and the course of the game on it."""

    __slots__ = ()
    stages = STAGES

    @classmethod
    def begin(cls, table: CardCityTable) -> CardCityState:
        """A new game on a table that has just been set."""
        state = cls.at(table)
        preparing.begin(table)
        state._prepare()
        return state

    # -- the course of the game

    def draw(self) -> Draw:
        """The draw that is due at this stage."""
        return preparing.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Go on with what chance brought: prepare the game, begin phase 1, or refill the market."""
        table = self.table
        preparing.resolve(table, order)
        if table.stage == DRAWING:
            self._acquire()
        elif table.stage == REPLACING:
            table.stage = table.stage_after
            if table.stage == BUYING:
                buying.go_on(table)
                if not table.due:
                    self._next()
        else:
            self._prepare()

    def advance(self, _seat: int) -> None:
        """Go on when the seat whose turn it was has nothing more to decide."""
        if self.table.stage == FOUNDING:
            self._prepare()
        else:
            self._next()

    def _prepare(self) -> None:
        """Go on with the preparations, or to the first round."""
        if not preparing.after(self.table):
            self._begin_round()

    def _begin_round(self) -> None:
        if not preparing.begin_round(self.table):
            self._acquire()

    def _acquire(self) -> None:
        """Begin phase 1 with the cards in the pool. It counts as the turn of the last seat in the order."""
        table = self.table
        table.phase, table.turn = ACQUIRE, self.seats - 1
        if not acquiring.begin(table):
            self._next()

    def _next(self) -> None:
        """Go on to the next seat that has something to decide; after the last phase, to the next round or the end."""
        table, first = self.table, self.table.turn + 1
        while table.phase <= BUY:
            begin_turn = PHASES[table.phase]
            for turn, seat in enumerate(table.order[first:], first):
                begin_turn(table, seat)
                if table.due:
                    table.turn = turn
                    return
            table.phase += 1
            table.turn = first = 0
            if table.phase == BUY:
                self._pay()
        if table.round == table.setting.rounds:
            table.stage = OVER
        else:
            table.round += 1
            self._begin_round()

    def _pay(self) -> None:
        """Phase 4: pay the income."""
        table = self.table
        advanced = table.setting.advanced
        for seat, land in enumerate(table.lands):
            table.money[seat] += income(table.cities[table.number[seat]], land, meters=advanced)

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and the hidden cards it holds or has divided."""
        self.require_seat(seat)
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]


def setup(options: moves.Options, seats: int, box: Box) -> CardCityState:
    """A new game; raises OptionsError."""
    return CardCityState.begin(CardCityTable(setting(options, seats, box)))
