"""A game of one move each, which still shows everything that recording, scoring and ranking must handle.

It can be played solo, takes sets and lists as options, and has half points, negative points, titles, and reasons to
be last.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from cityleague.engine import protocol
from cityleague.engine.protocol import Decision, Draw, Game, Setup, State
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Line, Sheet, part

NAME = "toy"
Lot = Literal["half", "pit", "tower", "mill"]
POINTS: dict[Lot, float] = {"half": 0.5, "pit": -3, "tower": 1, "mill": 9}


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build"):
    """I build on this lot."""

    lot: Lot


class Look(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="look"):
    """I look to this side, which is never allowed."""

    lot: Literal["left", "right"]


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One option of each type that a command line can give; none changes the game."""

    level: Literal["low", "high"] = "low"
    colours: frozenset[Literal["red", "green", "blue"]] = frozenset()
    names: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    pair: tuple[str, str] = ("a", "b")


class View(protocol.View, frozen=True, gc=False):
    """Everything: nothing is hidden."""

    built: tuple[Lot, ...]


class ToyState(State[Build | Look]):
    """The lots built on, by seat."""

    round = 1

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.drawn = False
        self.built: list[Lot] = []

    def pending(self) -> Draw | Decision | None:
        if not self.drawn:
            return Draw("weather", ["rain", "sun", "snow"], 2)
        return Decision("sequential", (len(self.built),)) if len(self.built) < self.seats else None

    def resolve(self, order: Sequence[str | int]) -> None:
        self.drawn = True

    def verify(self, seat: int, move: Build | Look) -> None:
        pending = self.pending()
        if pending is None:
            refuse(GAME_OVER, "all have built")
        if isinstance(pending, Draw):
            refuse(CHANCE_DUE, "the weather comes first")
        if seat not in pending.seats:
            refuse(NOT_YOURS, "another builds")
        if not isinstance(move, Build):
            refuse(WRONG_MOVE, "build", "type")

    def legal(self, seat: int) -> list[Build | Look]:
        pending = self.pending()
        return [Build(lot) for lot in POINTS] if isinstance(pending, Decision) and seat in pending.seats else []

    def apply(self, seat: int, move: Build | Look) -> None:
        assert isinstance(move, Build)
        self.built.append(move.lot)

    def view(self, seat: int | None) -> View:
        return View(seat, tuple(self.built))

    def scores(self) -> list[Sheet]:
        built: list[Lot | None] = [*self.built, *[None] * (self.seats - len(self.built))]
        return [self._sheet(lot) for lot in built]

    def _sheet(self, lot: Lot | None) -> Sheet:
        floors = Line("floors", POINTS[lot] if lot else 0, lot or "none")
        return Sheet(
            parts=(part("city", [floors]),),
            tiebreaks=(),
            last="31 % smog" if lot == "mill" else "",
            title="hamlet" if self.seats == 1 and lot == "tower" else "",
        )

    def digest(self) -> str:
        return blake2b(repr((self.seats, self.drawn, self.built)).encode(), digest_size=8).hexdigest()

    def copy(self) -> ToyState:
        new = ToyState(self.seats)
        new.drawn, new.built = self.drawn, self.built.copy()
        return new


class Nothing:
    """No components."""

    hash = "blake2b:" + "0" * 32


class Always:
    """Builds on the lot that its parameter names."""

    def __init__(self, _setup: Setup, _stream: Any, parameters: Any) -> None:
        self.lot = parameters.get("lot", "half")

    def choose(self, _view: Any, _legal: Any) -> Build:
        return Build(self.lot)


def imagined(seats: int, view: View) -> ToyState:
    """The state that the view shows: nothing is hidden."""
    state = ToyState(seats)
    state.drawn, state.built = True, list(view.built)
    return state


GAME = Game(
    name=NAME,
    title="Toy",
    package=__name__,
    seats=range(1, 4),
    version="1",
    options=Options,
    moves=Build | Look,
    rules=(),
    components=lambda _: Nothing(),
    template=dict,
    setup=lambda _options, seats, _components: ToyState(seats),
    prospects=lambda _setup, _view, legal: [POINTS[move.lot] for move in legal],
    imagine=lambda setup, view, _stream: imagined(setup.seats, view),
    bots={"always": Always},
)
