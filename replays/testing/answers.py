"""What a game answers is of the kind that is due: lists where the protocol says so. Other tests rely on it."""

from collections.abc import Iterator, Sequence

from cityleague.engine.chance import Stream
from cityleague.engine.errors import no_sequence
from cityleague.engine.protocol import Decision, Draw, Setup
from cityleague.replays.testing.games import move_on

_EVENTS = 60
"""So many events of a game are looked at."""


def test_lists_are_lists(setup: Setup) -> None:
    """A generator can be read once, and a set has no order."""
    state, stream = setup.begin(), Stream("answers", "course")
    for _ in range(_EVENTS):
        due = state.pending()
        if isinstance(due, Draw):
            _is_sequence("Draw.items", due.items)
        if isinstance(due, Decision):
            legal, view = state.legal(due.seats[0]), state.view(due.seats[0])
            _is_sequence("State.legal", legal)
            for name in view.__struct_fields__:
                assert not isinstance(getattr(view, name), Iterator), f"View.{name} {no_sequence(getattr(view, name))}"
            _is_sequence("Game.prospects", setup.game.prospects(setup, view, legal))
        scores = state.scores()
        _is_sequence("State.scores", scores)
        for sheet in scores:
            _is_sequence("Sheet.parts", sheet.parts)
            _is_sequence("Sheet.tiebreaks", sheet.tiebreaks)
        if due is None:
            return
        move_on(state, "answers", stream)


def _is_sequence(what: str, value: object) -> None:
    assert isinstance(value, Sequence), f"{what} {no_sequence(value)}"
