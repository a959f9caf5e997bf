"""The tests that every game has to pass find what is wrong with a game, and say what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from cityleague.engine import course, protocol
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Game, Setup
from cityleague.replays.testing import imagining, legality, states, views
from cityleague.replays.testing.games import setup_of

EXAMPLES = Path(__file__).parent.parent / "examples"


class Parts(NamedTuple):
    """The modules of the example, from which wrong games are made."""

    game: Game
    state: Any
    table: Any
    view: Any


@pytest.fixture
def right(monkeypatch: pytest.MonkeyPatch) -> Parts:
    """The example as it is."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "backyards"))
    state, table, view = [import_module(f"backyards.{module}") for module in ("state", "table", "view")]
    return Parts(import_module("backyards").GAME, state.BackyardsState, table.Table, view.View)


def wrong(right: Parts, state: type, *, imagine: Callable[[Any, Any], None] = lambda table, view: None) -> Setup:
    """The example with another class of state; `imagine` changes each imagined table."""
    kind: Any = state

    def begin(options: Any, seats: int, box: Any) -> Any:
        return kind.at(right.game.setup(options, seats, box).table)

    def imagined(setup: Setup, view: Any, stream: Stream) -> Any:
        table = right.game.imagine(setup, view, stream).table
        imagine(table, view)
        return kind.at(table)

    return setup_of(replace(right.game, setup=begin, imagine=imagined), 3)


def telling(right: Parts) -> type:
    """States whose views tell all hands in a field of their own."""

    class Telling(right.view, frozen=True, gc=False):
        hands: tuple[tuple[str, ...], ...] = ()

    class State(right.state):
        __slots__ = ()

        def view(self, seat: int | None) -> protocol.View:
            shown = msgspec.structs.asdict(super().view(seat))
            return Telling(**shown, hands=tuple(map(tuple, self.table.hands)))

    return State


def test_a_hidden_hand_in_a_view_is_found(right: Parts) -> None:
    with pytest.raises(AssertionError, match="does a view tell too much"):
        imagining.test_all_that_a_seat_knows_is_kept(wrong(right, telling(right)))


def test_a_hidden_hand_that_is_copied_from_a_view_is_found(right: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    def peek(table: Any, view: Any) -> None:
        table.hands = [list(hand) for hand in view.hands]

    setup = wrong(right, telling(right), imagine=peek)
    imagining.test_all_that_a_seat_knows_is_kept(setup)
    views.test_what_not_everybody_sees_is_named_as_a_secret(setup)
    monkeypatch.setattr(imagining, "setups", lambda name: {name: setup})
    with pytest.raises(AssertionError, match="others hold the same hand"):
        imagining.test_secrets_are_not_always_known_to_others("backyards")


def test_a_secret_that_is_not_named_is_found(right: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right.view, "secrets", ())
    with pytest.raises(AssertionError, match="does not name what only seat 0 sees"):
        views.test_what_not_everybody_sees_is_named_as_a_secret(wrong(right, right.state))


def test_a_hand_shown_to_spectators_is_found(right: Parts) -> None:
    class State(right.state):
        __slots__ = ()

        def view(self, seat: int | None) -> protocol.View:
            return msgspec.structs.replace(super().view(seat), hand=tuple(self.table.hands[seat or 0]))

    with pytest.raises(AssertionError, match="seat 1 imagines this otherwise"):
        imagining.test_all_that_a_seat_knows_is_kept(wrong(right, State))


def test_a_list_that_copies_share_is_named(right: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right.table, "copied", ("yards",))
    monkeypatch.setattr(right.table, "nested", ("hands",))
    with pytest.raises(AssertionError, match="both hold the same yards"):
        states.test_a_copy_is_independent(wrong(right, right.state))


def test_an_event_that_the_digest_ignores_is_named(right: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right.table, "plain", lambda table: [table.stage, table.round])
    with pytest.raises(AssertionError, match=r"not by \(0, Lay\("):
        states.test_every_event_changes_the_digest(wrong(right, right.state))


def test_a_move_that_is_not_listed_is_named(right: Parts) -> None:
    def few(table: course.Table, seat: int) -> Sequence[Any]:
        (stage,) = right.state.stages.values()
        return list(stage.legal(table, seat)[:2])

    class State(right.state):
        __slots__ = ()
        stages = {name: msgspec.structs.replace(stage, legal=few) for name, stage in right.state.stages.items()}  # noqa: RUF012

    with pytest.raises(AssertionError, match=r"verify accepts Lay\(.*\) of seat \d; legal does not list it"):
        legality.test_verify_accepts_nothing_that_legal_does_not_list(wrong(right, State))


def test_a_verify_that_changes_what_the_digest_does_not_tell_is_found(
    right: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    class State(right.state):
        __slots__ = ()

        def verify(self, seat: int, move: Any) -> None:
            super().verify(seat, move)
            self.table.hands[seat] = []

    legality.test_apply_makes_what_verify_accepts_and_nothing_else(wrong(right, right.state))
    monkeypatch.setattr(right.table, "plain", lambda table: [table.stage, table.round, table.due])
    with pytest.raises(AssertionError, match="verify changes the state"):
        legality.test_apply_makes_what_verify_accepts_and_nothing_else(wrong(right, State))


def test_an_apply_that_does_not_verify_is_found(right: Parts) -> None:
    class State(right.state):
        __slots__ = ()

        def apply(self, seat: int, move: Any) -> None:
            action = self.stages[self.table.stage].moves[type(move)]
            action.apply(self.table, seat, move, None)
            self.table.due or self.advance(seat)

    with pytest.raises(AssertionError):
        legality.test_apply_makes_what_verify_accepts_and_nothing_else(wrong(right, State))
