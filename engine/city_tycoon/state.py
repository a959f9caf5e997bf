"""City Tycoon: the state of a game, and its course (rulebook: Spielablauf).

Four rounds of five phases: order, draft, build, supply, clean-up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon import building, drafting, scoring, supplying
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.imagining import imagined
from cityleague.engine.city_tycoon.moves import Build, Cube, Move, Options, Pass, Pick, Place, Plant, Sell, Supply
from cityleague.engine.city_tycoon.table import (
    BUILDING,
    CUBES,
    DEALING,
    DRAFTING,
    LAST_ROUND,
    ORDERING,
    OVER,
    PLACING,
    SUPPLYING,
    TERRAIN,
    Table,
)
from cityleague.engine.city_tycoon.town import SEATS
from cityleague.engine.city_tycoon.view import View, view_of
from cityleague.engine.protocol import Decision, Draw, Item, Setup, State, checksum, tags
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Sheet

_IN_TURN = tuple([Decision("sequential", (seat,)) for seat in range(SEATS[-1])])


class Stage(NamedTuple):
    """What the actor can do at a stage."""

    moves: dict[type[msgspec.Struct], tuple[Callable[[Table, Any], None], Callable[[Table, Any], bool]]]
    """By type of move: how to verify it, and how to make it; that tells whether the actor goes on."""
    legal: Callable[[Table], list[Move]]


STAGES = {
    BUILDING: Stage(
        {
            Sell: (building.verify_sell, building.apply_sell),
            Build: (building.verify_build, building.apply_build),
            Plant: (building.verify_plant, building.apply_plant),
        },
        building.legal_build,
    ),
    PLACING: Stage({Place: (building.verify_place, building.apply_place)}, building.legal_place),
    TERRAIN: Stage({Place: (building.verify_place, building.apply_terrain)}, building.legal_place),
    SUPPLYING: Stage(
        {
            Supply: (supplying.verify_supply, supplying.apply_supply),
            Pass: (supplying.verify_pass, supplying.apply_pass),
        },
        supplying.legal_supply,
    ),
    CUBES: Stage({Cube: (supplying.verify_cube, supplying.apply_cube)}, supplying.legal_cubes),
}


class TycoonState(State[Move]):
    """A game of City Tycoon: a table, and the course of what happens on it."""

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
        table = self.table
        if table.stage in STAGES:
            return _IN_TURN[table.actor]
        if table.stage == DRAFTING:
            return Decision("secret", tuple([seat for seat, tile in enumerate(table.picked) if tile is None]))
        return None if table.stage == OVER else drafting.draw(table)

    def resolve(self, order: Sequence[Item]) -> None:
        """The first order of play, or districts for the draft."""
        table = self.table
        if table.stage == ORDERING:
            drafting.sit(table, order)
            table.stage = DEALING
        else:
            drafting.deal(table, order)
            self._draft()

    # -- the phases

    def _draft(self) -> None:
        """Phase 2."""
        table = self.table
        if drafting.begin_picking(table):
            table.stage = DRAFTING
        else:
            table.stage = BUILDING
            table.actor = table.order[0]

    def _after_build(self) -> None:
        """Phase 3: the next one in turn; all have the same number of tiles, so the first one has none left last."""
        table = self.table
        table.actor = self._following()
        if not table.kept[table.actor]:
            table.forget_draft()
            table.stage = SUPPLYING
            table.actor = table.order[-1]
            self._after_supply()

    def _following(self) -> int:
        """Who comes after the actor."""
        order = self.table.order
        return order[(order.index(self.table.actor) + 1) % self.seats]

    def _after_supply(self) -> None:
        """Phase 4: the next one who has not passed and can supply; if there is none, phase 5."""
        table = self.table
        for _ in range(self.seats):
            table.actor = self._following()
            if not table.passed[table.actor] and supplying.can_supply(table, table.actor):
                return
        self._end_round()

    def _end_round(self) -> None:
        """Phase 5 and phase 1 of the next round; or the end, when all stays as it is for everyone to see."""
        table = self.table
        if table.round == LAST_ROUND:
            table.stage = OVER
            return
        supplying.clean_up(table)
        table.round += 1
        drafting.sort_order(table)
        table.stage = DEALING

    # -- moves

    def verify(self, seat: int, move: Move) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        table = self.table
        stage = STAGES.get(table.stage)
        if stage is not None and seat == table.actor and type(move) in stage.moves:
            stage.moves[type(move)][0](table, move)
        elif table.stage == DRAFTING and table.picked[seat] is None and isinstance(move, Pick):
            drafting.verify_pick(table, seat, move)
        else:
            self._refuse_turn(seat, move, stage)

    def _refuse_turn(self, seat: int, move: Move, stage: Stage | None) -> NoReturn:
        """Say why a seat cannot make such a move at this stage."""
        table = self.table
        why = "; nobody who has not passed can meet a demand, so no pass is due" if isinstance(move, Pass) else ""
        if table.stage == OVER:
            refuse(GAME_OVER, f"the game is over{why}")
        if table.stage in {ORDERING, DEALING}:
            refuse(CHANCE_DUE, f"{drafting.draw(table).name} must be drawn first{why}")
        if stage is None:
            if table.picked[seat] is not None:
                refuse(NOT_YOURS, f"seat {seat} has picked; others have not")
            refuse(WRONG_MOVE, "stage drafting: pick is due", "type")
        if seat != table.actor:
            skipped = table.stage == SUPPLYING and not table.passed[seat] and not supplying.can_supply(table, seat)
            why = f"; seat {seat} can meet no demand now and is skipped, without a line" if skipped else ""
            refuse(NOT_YOURS, f"it is seat {table.actor}'s turn ({table.stage}){why}")
        refuse(WRONG_MOVE, f"stage {table.stage}: {tags(stage.moves)} is due", "type")

    def legal(self, seat: int) -> list[Move]:
        """Every legal move; of the ways of a cube the cheapest for each set of payees."""
        table = self.table
        stage = STAGES.get(table.stage)
        if stage is not None:
            return stage.legal(table) if seat == table.actor else []
        if table.stage == DRAFTING and table.picked[seat] is None:
            return drafting.legal_picks(table, seat)
        return []

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that `verify` has accepted."""
        table = self.table
        if isinstance(move, Pick):
            drafting.apply_pick(table, seat, move)
            if not table.waiting:
                drafting.end_picking(table)
                self._draft()
            return
        stage = table.stage
        if not STAGES[stage].moves[type(move)][1](table, move):
            if stage in {SUPPLYING, CUBES}:
                self._after_supply()
            else:
                self._after_build()

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, and its own tiles."""
        return view_of(self.table, seat)

    def determinize(self, seat: int, stream: Stream) -> TycoonState:
        """A state in which what others hold is drawn from the stream."""
        return TycoonState(imagined(self.table.box, self.view(seat), stream))

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [scoring.sheet(self.table, seat) for seat in range(self.seats)]

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits."""
        return checksum(self.table.plain())

    def copy(self) -> TycoonState:
        """An independent copy."""
        return TycoonState(self.table.copy())


def setup(_options: Options, seats: int, box: Box) -> TycoonState:
    """A new game; raises OptionsError."""
    return TycoonState(Table(seats, box))


def imagine(setup: Setup, view: View, stream: Stream) -> TycoonState:
    """A state that a seat's view may be one of: the draft as it may have gone is drawn from the stream."""
    return TycoonState(imagined(setup.components, view, stream))
