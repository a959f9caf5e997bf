"""Backyards with goals: everyone is dealt one in secret; the rest of them stay in the box, and nobody sees them.

At the end everyone shows the goal: it is worth 2 points if its tile lies on its cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from backyards import GAME as BACKYARDS
from backyards import bots, state, table, view
from backyards.components import Box
from backyards.moves import RULES, Lay, Options
from backyards.scoring import sheet
from msgspec.structs import asdict, replace

from cityleague.engine import course
from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER, Action, Stage
from cityleague.engine.protocol import Draw, Item, Setup
from cityleague.engine.rules import Rule, refuse
from cityleague.engine.scoring import Line, Sheet, part
from cityleague.engine.unseen import UNSEEN, can_lie

NAME = "goals"
GOALS = ("pond 0", "pond 1", "rose 0", "rose 1", "tree 0", "tree 1", "tree 2")
SHOWING = "showing"


class Show(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="show"):
    """I show my goal."""

    goal: str


GOAL = Rule("GOALS-SHOW", "Everyone shows the goal that was dealt to the seat.", "End of the game")


class Table(table.Table):
    """With a goal for each seat, once they are dealt."""

    copied = ("goals", "shown")
    shared, nested = table.Table.shared, table.Table.nested
    __slots__ = copied

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        super().__init__(options, seats, box)
        self.goals: list[str] = []
        self.shown: list[str] = []

    def plain(self) -> object:
        return [super().plain(), self.goals, self.shown]


class View(view.View, frozen=True, gc=False):
    """With the goal of the seat, until it is shown, and those that have been shown."""

    secrets = ("hand", "goal")  # type: ignore[assignment]  # the example has one
    holdings = secrets  # type: ignore[assignment]
    goal: str = ""
    shown: tuple[str, ...] = ()


def left(table: Table, seat: int) -> dict[str, int]:
    """The goals that can still turn up where nobody saw them."""
    return {goal: 1 for goal in GOALS if goal not in [*table.goals, *table.shown]}


def verify_show(table: Table, seat: int, move: Show) -> None:
    if not can_lie([table.goals[seat]], [move.goal], left(table, seat), UNSEEN):
        refuse(GOAL, f"the goal is {table.goals[seat]}", "goal")


def apply_show(table: Table, seat: int, move: Show, _: None) -> None:
    table.goals[seat] = move.goal
    table.shown.append(move.goal)
    table.decided(seat)


def legal_show(table: Table, seat: int) -> list[Show]:
    goal = table.goals[seat]
    return [Show(shown) for shown in ([*left(table, seat)] if goal == UNSEEN else [goal])]


class State(state.BackyardsState):
    """A game of Backyards with goals."""

    __slots__ = ()
    table: Table
    stages: ClassVar[Any] = {
        **state.BackyardsState.stages,
        SHOWING: Stage("sequential", {Show: Action(verify_show, apply_show)}, legal_show),
    }

    def draw(self) -> Draw:
        if not self.table.goals:
            return Draw("goals", list(GOALS), self.seats, hidden=True, aside=True)
        return super().draw()

    def resolve(self, order: Sequence[Item]) -> None:
        if not self.table.goals:
            self.table.goals = list(map(str, order))
        else:
            super().resolve(order)

    def advance(self, seat: int) -> None:
        if self.table.stage == SHOWING:
            if seat + 1 < self.seats:
                self.table.give_turn(seat + 1, SHOWING)
            else:
                self.table.stage = OVER
            return
        super().advance(seat)
        if self.table.stage == OVER:
            self.table.give_turn(0, SHOWING)

    def view(self, seat: int | None) -> View:
        goals = self.table.goals
        goal = goals[seat] if goals and seat is not None and len(self.table.shown) <= seat else ""
        return View(**asdict(super().view(seat)), goal=goal, shown=tuple(self.table.shown))

    def scores(self) -> list[Sheet]:
        sheets = []
        for seat, yard in enumerate(self.table.yards):
            goal = self.table.shown[seat] if seat < len(self.table.shown) else ""
            kind, _, cell = goal.partition(" ")
            line = Line("goal", 2 * bool(goal and yard[int(cell)] == kind), goal or "not shown yet")
            own = sheet(yard)
            sheets.append(replace(own, parts=(*own.parts, part("goal", [line]))))
        return sheets


def imagine(setup: Setup, view: View, stream: Stream) -> State:
    base = bots.imagine(setup, view, stream).table
    made = Table(setup.options, setup.seats, setup.components)
    for name in (*course.Table.shared, *base.shared, *base.nested):
        setattr(made, name, getattr(base, name))
    made.shown = list(view.shown)
    if view.goal or view.shown:
        others = [goal for goal in GOALS if goal != view.goal and goal not in view.shown]
        drawn = stream.draw(others, len(others))
        made.goals = [
            view.shown[s] if s < len(view.shown) else view.goal if s == view.seat else drawn.pop()
            for s in range(setup.seats)
        ]
    return State.at(made)


def prospects(_setup: Setup, view: View, legal: Sequence[Any]) -> list[float]:
    return bots.prospects(_setup, view, legal) if isinstance(legal[0], Lay) else [0.0 for _ in legal]


GAME = replace(
    BACKYARDS,
    name=NAME,
    title="Goals",
    moves=Lay | Show,
    rules=(*RULES, GOAL),
    setup=lambda options, seats, box: State.at(Table(options, seats, box)),
    prospects=prospects,
    imagine=imagine,
    questions=None,
    targets=None,
    bots={},
)
