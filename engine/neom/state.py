"""NEOM: the state of a game, and its course (rulebook: Spielverlauf).

After the draft come three generations of seven rounds each. In a round everyone picks a tile and acts with it; at its
end a disaster may strike. Three players or more do this at the same time; two take turns.
"""

from collections.abc import Sequence
from operator import add

from cityleague.engine.course import OVER, Action, Course, Moves, Stage, decision
from cityleague.engine.neom import building, disasters, picking, scoring
from cityleague.engine.neom.components import Box
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
    PICKING,
    ROUNDS,
    SWAPPING,
    NeomTable,
)
from cityleague.engine.neom.view import View, view_of
from cityleague.engine.protocol import Decision, Draw, Item
from cityleague.engine.scoring import Sheet

_PICK: Moves = {Pick: Action(picking.verify_pick, picking.apply_pick)}
STAGES = {
    DRAFTING: Stage("secret", _PICK, picking.legal_picks),
    PICKING: Stage("secret", _PICK, picking.legal_picks),
    ACTING: Stage(
        "open",
        {
            Build: Action(building.verify_build, building.apply_build),
            Anchor: Action(building.verify_anchor, building.apply_anchor),
            Sell: Action(building.verify_sell, building.apply_sell),
            Swap: Action(building.verify_swap, building.apply_swap),
        },
        building.legal_act,
        expected=(Build, Anchor, Sell),
    ),
    DISASTER: Stage(
        "secret",
        {
            Pay: Action(disasters.verify_pay, disasters.apply_answer),
            Remove: Action(disasters.verify_remove, disasters.apply_answer),
        },
        disasters.legal_answers,
    ),
}


class NeomState(Course[Move, NeomTable]):
    """A game of NEOM: a table, and the course of the game on it."""

    __slots__ = ()
    stages = STAGES

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over. With one or two players nothing is secret."""
        table = self.table
        if table.many or table.stage not in STAGES:
            return super().pending()
        return decision("sequential", table.due)

    def draw(self) -> Draw:
        """The draw that is due at this stage."""
        return picking.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Go on with what chance brought."""
        table = self.table
        picking.resolve(table, order)
        if table.stage == BOARDS:
            table.stage = ANCHORS
        elif table.stage == SWAPPING:
            table.stage = ACTING
            building.end_swap(table, table.swapper)
            if not table.due:
                self._after_act()
        elif table.stage == DEALING:
            self._begin_picking()
        elif table.options.beginner:
            table.stage = DEALING
        else:
            self._draft()

    def advance(self, seat: int) -> None:
        """Go on when all who were due have picked, acted or answered; `seat` was the last."""
        stage = self.table.stage
        if stage == PICKING:
            self._after_pick(seat)
        elif stage == ACTING:
            self._after_act()
        elif stage == DRAFTING:
            self._after_draft_pick()
        else:
            self._close_round()

    # -- the draft

    def _draft(self) -> None:
        """Let anchors be picked: from all hands, or from those that lie open."""
        table = self.table
        if table.many:
            table.held = (*table.held, tuple(map(tuple, table.hands)))
            table.all_decide(DRAFTING)
        else:
            table.first = table.row % self.seats
            table.give_turn(table.first, DRAFTING)

    def _after_draft_pick(self) -> None:
        """Go on after a pick of the draft: with three players or more, all have picked."""
        table = self.table
        if not table.many and 0 in table.picked:
            table.ask(table.picked.index(0))
            return
        picking.keep_anchors(table)
        table.row += 1
        if table.row < DRAFT and table.many:
            picking.pass_left(table)
            self._draft()
            return
        left = [anchor for rest in (*table.hands, table.open) for anchor in rest]
        table.discarded = sorted([*table.discarded, *left])
        table.hands = [[] for _ in table.hands]
        table.open = []
        table.held = ()
        table.stage = ANCHORS if table.row < DRAFT else DEALING
        table.first = DRAFT % self.seats  # the seat that picked last

    # -- a round

    def _begin_picking(self) -> None:
        table = self.table
        if table.many:
            table.all_decide(PICKING)
        else:
            table.give_turn(table.first, PICKING)

    def _after_pick(self, last: int) -> None:
        """Show the picked tiles; seats without a disaster act. If players take turns, only `last` has picked."""
        table = self.table
        seats: Sequence[int] = (last,)
        if table.many:
            table.sale = [city.goods for city in table.cities]
            table.picks = (*table.picks, tuple(table.picked))
            seats = range(self.seats)
        table.stage = ACTING
        picked, disasters = table.picked, table.box.disasters
        for seat in seats:
            if paid := table.cities[seat].on_pick:
                table.money[seat] += paid
            if picked[seat] not in disasters:
                table.due |= 1 << seat
        if not table.due:
            self._after_act()

    def _after_act(self) -> None:
        """Go on after acting: with three players or more, all have acted."""
        table = self.table
        if not table.many and 0 in table.picked:
            table.give_turn(table.picked.index(0), PICKING)
        else:
            self._end_round()

    def _end_round(self) -> None:
        """A disaster may strike."""
        if disasters.begin(self.table):
            self.table.stage = DISASTER
        else:
            self._close_round()

    def _close_round(self) -> None:
        """Pay the sellers; then the next round begins, or the generation ends."""
        table = self.table
        if any(table.incoming):
            table.money = list(map(add, table.money, table.incoming))
            table.incoming = [0] * self.seats
        if table.disaster:
            table.answers = [None] * self.seats
            table.disaster = None
        table.picked = [0] * self.seats
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
        """Pay the income; then the next generation begins, or the game ends."""
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

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and its own hand and pick."""
        self.require_seat(seat)
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]


def setup(options: Options, seats: int, box: Box) -> NeomState:
    """A new game; raises OptionsError."""
    return NeomState.at(NeomTable(options, seats, box))
