"""City Tycoon: the state of a game and its sequence of play (rulebook: Spielablauf).

Four rounds of five phases: order, draft, build, supply, clean-up.
"""

from collections.abc import Sequence

from cityleague.engine.city_tycoon import building, drafting, moves, scoring, supplying
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.table import (
    BUILDING,
    CUBES,
    DEALING,
    DRAFTING,
    LAST_ROUND,
    ORDERING,
    PLACING,
    SUPPLYING,
    TERRAIN,
    TycoonTable,
)
from cityleague.engine.city_tycoon.view import View, view_of
from cityleague.engine.course import OVER, Action, Course, Stage, always_legal
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.scoring import Sheet

STAGES = {
    DRAFTING: Stage("secret", {moves.Pick: Action(drafting.verify_pick, drafting.apply_pick)}, drafting.legal_picks),
    BUILDING: Stage(
        "sequential",
        {
            moves.Sell: Action(building.verify_sell, building.apply_sell),
            moves.Build: Action(building.verify_build, building.apply_build),
            moves.Plant: Action(building.verify_plant, building.apply_plant),
        },
        building.legal_build,
    ),
    PLACING: Stage(
        "sequential", {moves.Place: Action(building.verify_place, building.apply_place)}, building.legal_place
    ),
    TERRAIN: Stage(
        "sequential", {moves.Place: Action(building.verify_place, building.apply_terrain)}, building.legal_place
    ),
    SUPPLYING: Stage(
        "sequential",
        {
            moves.Supply: Action(supplying.verify_supply, supplying.apply_supply),
            moves.Pass: Action(always_legal, supplying.apply_pass),
        },
        supplying.legal_supply,
    ),
    CUBES: Stage(
        "sequential", {moves.Cube: Action(supplying.verify_cube, supplying.apply_cube)}, supplying.legal_cubes
    ),
}


class TycoonState(Course[moves.Move, TycoonTable]):
    """A game of City Tycoon: a table and the sequence of play."""

    __slots__ = ()
    stages = STAGES

    def draw(self) -> Draw:
        """The draw that is due: the first turn order, or the districts of a round."""
        return drafting.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Apply a draw: set the first turn order, or deal districts for the draft."""
        table = self.table
        if table.stage == ORDERING:
            drafting.sit(table, order)
            table.stage = DEALING
        else:
            drafting.deal(table, order)
            self._draft()

    # -- the phases

    def advance(self, _seat: int) -> None:
        """Go on when all have picked, or when the actor has finished a turn of building or supplying."""
        stage = self.table.stage
        if stage == DRAFTING:
            drafting.end_picking(self.table)
            self._draft()
        elif stage == BUILDING:
            self._after_build()
        else:
            self._after_supply()

    def _draft(self) -> None:
        """Phase 2: the next pick; after the last one, phase 3 begins."""
        table = self.table
        if not drafting.begin_picking(table):
            table.give_turn(table.order[0], BUILDING)

    def _after_build(self) -> None:
        """Phase 3: the next seat in turn order. All use one tile a turn, so if this seat has none left, nobody has.

        Then the record of the draft is dropped, and phase 4 begins.
        """
        table = self.table
        order = table.order
        table.give_turn(order[order.index(table.actor) - self.seats + 1], BUILDING)  # counted from the end, or 0
        if not table.kept[table.actor]:
            table.held, table.used = (), [()] * self.seats
            table.actor = order[-1]
            self._after_supply()

    def _after_supply(self) -> None:
        """Phase 4: the next seat that has not passed and can supply; if there is none, phase 5.

        A demand that is met wipes out passes, so play goes round until nobody wants to supply or can. It ends, because
        each district is supplied once a round.
        """
        table, order = self.table, self.table.order
        behind = order.index(table.actor) + 1
        for seat in order[behind:] + order[:behind]:
            if not table.passed[seat] and self._is_asked(seat):
                table.give_turn(seat, SUPPLYING)
                return
        table.due = 0
        self._end_round()

    def _is_asked(self, seat: int) -> bool:
        """Whether a seat that has not passed is asked to supply: if it can."""
        self.table.able = supplying.possible_demand(self.table, seat)
        return self.table.able is not None

    def _end_round(self) -> None:
        """Phase 5, then phase 1 of the next round. After the last round the game ends and the table stays as it is."""
        table = self.table
        if table.round == LAST_ROUND:
            table.stage = OVER
            return
        supplying.clean_up(table)
        table.round += 1
        drafting.sort_order(table)
        table.stage = DEALING

    def hint(self, seat: int, move: moves.Move) -> str:
        """Explain a refused pass: a seat that cannot supply is skipped, and the log has no line for that."""
        table = self.table
        if not isinstance(move, moves.Pass):
            return ""
        if table.stage in {OVER, ORDERING, DEALING}:
            return "; the supply phase is over, because every seat has passed or cannot meet a demand"
        skipped = table.stage == SUPPLYING and not table.passed[seat] and not supplying.possible_demand(table, seat)
        return f"; seat {seat} can meet no demand now and is skipped, without a line" if skipped else ""

    # -- queries

    def view(self, seat: int | None) -> View:
        """What the seat may know: the open table and its own tiles."""
        self.require_seat(seat)
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]


def setup(options: moves.Options | moves.OptionsOfRules2, seats: int, box: Box) -> TycoonState:
    """A new game; raises OptionsError."""
    return TycoonState.at(TycoonTable(seats, box, pass_is_final=options.passing == "final"))
