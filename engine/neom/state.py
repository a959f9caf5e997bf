"""NEOM: the state of a game, and its course (rulebook: Spielverlauf).

After the draft three generations of seven rounds each. A round is: pick a tile, act with it, and at the end the
disaster, if one strikes. With three players or more all do that at the same time; two take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.neom import building, disasters, picking, scoring
from cityleague.engine.neom.components import NAME, Box
from cityleague.engine.neom.counting import income
from cityleague.engine.neom.moves import Anchor, Build, Move, Options, Pay, Pick, Remove, Sell, Swap
from cityleague.engine.neom.table import (
    ACTING,
    ANCHORS,
    BOARDS,
    DEALING,
    DISASTER,
    DRAFT,
    DRAFTING,
    GENERATIONS,
    OVER,
    PICKING,
    ROUNDS,
    SWAPPING,
    Due,
    Table,
)
from cityleague.engine.neom.view import View, view_of
from cityleague.engine.protocol import Decision, Draw, Item, Kind, Setup, State, checksum, tags
from cityleague.engine.registry import game
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Sheet

_BY_CHANCE = frozenset({BOARDS, ANCHORS, DEALING, SWAPPING})
_KINDS: dict[str, Kind] = {DRAFTING: "secret", PICKING: "secret", ACTING: "open", DISASTER: "secret"}
"""With three players or more."""
_IN_TURN = tuple([Decision("sequential", (seat,)) for seat in (0, 1)])


class Choice(NamedTuple):
    """What a seat can say when it has something to decide."""

    moves: dict[type[msgspec.Struct], tuple[Callable[[Table, int, Any], None], Callable[[Table, int, Any], None]]]
    """By type of move: how to verify it, and how to make it."""
    legal: Callable[[Table, int], list[Move]]


CHOICES: dict[Due, Choice] = {
    "pick": Choice({Pick: (picking.verify_pick, picking.apply_pick)}, picking.legal_picks),
    "act": Choice(
        {
            Build: (building.verify_build, building.apply_build),
            Anchor: (building.verify_anchor, building.apply_anchor),
            Sell: (building.verify_sell, building.apply_sell),
        },
        building.legal_act,
    ),
    "swap": Choice({Swap: (building.verify_swap, building.apply_swap)}, building.legal_swap),
    "suffer": Choice(
        {
            Pay: (disasters.verify_pay, disasters.apply_answer),
            Remove: (disasters.verify_remove, disasters.apply_answer),
        },
        disasters.legal_answers,
    ),
}


class NeomState(State[Move]):
    """A game of NEOM: a table, and the course of what happens on it."""

    __slots__ = ("seats", "table")
    seats: int

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        self.seats = seats
        self.table = Table(options, seats, box)

    @property
    def round(self) -> int:
        """The rounds begun, from 1; the draft is part of the first."""
        return self.table.round

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over."""
        table = self.table
        if table.stage in _BY_CHANCE:
            return picking.draw(table)
        if table.stage == OVER:
            return None
        if table.many:
            return Decision(_KINDS[table.stage], tuple([seat for seat, due in enumerate(table.due) if due]))
        return _IN_TURN[0 if table.due[0] else 1]

    def resolve(self, order: Sequence[Item]) -> None:
        """Go on with what chance brought."""
        table = self.table
        picking.resolve(table, order)
        if table.stage == BOARDS:
            table.stage = ANCHORS
        elif table.stage == SWAPPING:
            table.stage = ACTING
            table.done(table.due.index("swap"))
            if not table.waiting:
                self._after_act()
        elif table.stage == DEALING:
            self._begin_picking()
        elif table.options.beginner:
            table.stage = DEALING
        else:
            self._draft()

    # -- the draft

    def _draft(self) -> None:
        """Let anchors be picked: from all hands, or from those that lie open."""
        table = self.table
        table.stage = DRAFTING
        if table.many:
            table.held = (*table.held, tuple(map(tuple, table.hands)))
            for seat in range(self.seats):
                table.ask(seat, "pick")
        else:
            table.first = table.row % self.seats
            table.ask(table.first, "pick")

    def _after_draft_pick(self) -> None:
        """All have picked an anchor, or one who takes turns."""
        table = self.table
        if not table.many and 0 in table.picked:
            table.ask(table.picked.index(0), "pick")
            return
        picking.keep_anchors(table)
        table.row += 1
        if table.row < DRAFT and table.many:
            picking.pass_left(table)
            self._draft()
            return
        picking.discard(table, [anchor for rest in (*table.hands, table.open) for anchor in rest])
        table.hands = [[] for _ in table.hands]
        table.open = []
        table.held = ()
        table.stage = ANCHORS if table.row < DRAFT else DEALING
        table.first = DRAFT % self.seats  # who picked last

    # -- a round

    def _begin_picking(self) -> None:
        table = self.table
        table.stage = PICKING
        if table.many:
            for seat in range(self.seats):
                table.ask(seat, "pick")
        else:
            table.ask(table.first, "pick")

    def _after_pick(self, last: int) -> None:
        """The picked tiles are shown; who has no disaster acts. Where players take turns, `last` has picked."""
        table = self.table
        if table.many:
            table.sale = [city.goods for city in table.cities]
            table.picks = (*table.picks, tuple(table.picked))
        table.stage = ACTING
        for seat in range(self.seats) if table.many else (last,):
            table.money[seat] += table.cities[seat].on_pick
            if not table.box.tiles[table.picked[seat]].disaster:
                table.ask(seat, "act")
        if not table.waiting:
            self._after_act()

    def _after_act(self) -> None:
        """All have acted, or one who takes turns."""
        table = self.table
        if not table.many and 0 in table.picked:
            table.stage = PICKING
            table.ask(table.picked.index(0), "pick")
        else:
            self._end_round()

    def _end_round(self) -> None:
        """A disaster may strike."""
        if disasters.begin(self.table):
            self.table.stage = DISASTER
        else:
            self._close_round()

    def _close_round(self) -> None:
        """Sellers have their money; then the next round, or the end of the generation."""
        table = self.table
        for seat in range(self.seats):
            table.money[seat] += table.incoming[seat]
            table.incoming[seat] = 0
            table.picked[seat] = 0
            table.answers[seat] = None
        table.disaster = None
        table.open = []
        if self.seats == 2:
            table.first = 1 - table.first
        if table.turn == ROUNDS:
            self._end_generation()
        else:
            table.round += 1
            if table.many:
                picking.pass_left(table)
                self._begin_picking()
            else:
                table.stage = DEALING

    def _end_generation(self) -> None:
        """Income; then the next generation, or the end."""
        table = self.table
        for seat, city in enumerate(table.cities):
            paid = income(city, table.generation)
            table.money[seat] += paid
            if table.generation == GENERATIONS:
                table.final_income[seat] = paid
        table.hands = [[] for _ in table.hands]
        if table.generation == GENERATIONS:
            table.stage = OVER
            return
        table.generation += 1
        table.round += 1
        table.gone = []
        table.picks = table.sold = ()
        table.struck = False
        table.used = (False, False)
        table.stage = DEALING

    # -- moves

    def verify(self, seat: int, move: Move) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        table = self.table
        choice = CHOICES.get(table.due[seat])
        if choice is None or table.stage == SWAPPING or type(move) not in choice.moves:
            self._refuse_turn(seat, choice)
        choice.moves[type(move)][0](table, seat, move)

    def _refuse_turn(self, seat: int, choice: Choice | None) -> NoReturn:
        """Say why a seat cannot make such a move now."""
        table = self.table
        if table.stage == OVER:
            refuse(GAME_OVER, "the game is over")
        if table.stage in _BY_CHANCE:
            refuse(CHANCE_DUE, f"{picking.draw(table).name} must be drawn first")
        if choice is None:
            waiting = ", ".join([str(other) for other, due in enumerate(table.due) if due])
            refuse(NOT_YOURS, f"seat {seat} has nothing to decide; waiting for: {waiting} ({table.stage})")
        refuse(WRONG_MOVE, f"stage {table.stage}: {tags(choice.moves)} is due", "type")

    def legal(self, seat: int) -> list[Move]:
        """Every legal move, but for ways to pay that another one undercuts, and the order of numbers and cells."""
        table = self.table
        choice = CHOICES.get(table.due[seat])
        return choice.legal(table, seat) if choice is not None and table.stage != SWAPPING else []

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that `verify` has accepted."""
        table = self.table
        stage = table.stage
        CHOICES[table.due[seat]].moves[type(move)][1](table, seat, move)
        if table.waiting or table.stage == SWAPPING:
            return
        if stage == PICKING:
            self._after_pick(seat)
        elif stage == ACTING:
            self._after_act()
        elif stage == DRAFTING:
            self._after_draft_pick()
        else:
            self._close_round()

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and its own hand and pick."""
        return view_of(self.table, seat)

    def determinize(self, seat: int, stream: Stream) -> State[Move]:
        """A state in which all that the seat cannot know is drawn from the stream."""
        table = self.table
        here = Setup(game(NAME), table.options, table.box, self.seats)
        return here.game.imagine(here, self.view(seat), stream)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits."""
        return checksum(self.table.plain())

    def copy(self) -> NeomState:
        """An independent copy."""
        return NeomState.at(self.table.copy())

    @classmethod
    def at(cls, table: Table) -> NeomState:
        """The game that has come to this table."""
        new = object.__new__(cls)
        new.seats, new.table = table.seats, table
        return new


def setup(options: Options, seats: int, box: Box) -> NeomState:
    """A new game; raises OptionsError."""
    return NeomState(options, seats, box)
