"""What is imagined adds up: drawn, held and to come are the contents of the box; and the truth can be imagined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.replays.testing.games import course, steps

TRIES = 600
"""Imagined games in which each thing that a seat holds must be in its hand at least once."""


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)
    elif isinstance(value, dict):
        yield from _leaves([*value.values()])
    elif not isinstance(value, bool) and value is not None:
        yield value


def _told(state: State[Any], seat: int, fields: Iterable[str], box: Counter[Any]) -> Counter[Any]:
    """The things of the box that these fields of a seat's view tell."""
    view = state.view(seat)
    return Counter([
        one for name in fields for one in _leaves(msgspec.to_builtins(getattr(view, name))) if one in box
    ])  # fmt: skip


def _held(state: State[Any], box: Counter[Any]) -> Counter[Any]:
    """What all seats hold together."""
    holdings = type(state.view(None)).holdings
    return sum([_told(state, seat, holdings, box) for seat in range(state.seats)], Counter[Any]())


def _elsewhere(state: State[Any], box: Counter[Any]) -> Counter[Any]:
    """What seats know otherwise, such as tiles that were set aside: it may be gone where nobody else has seen it."""
    kind = type(state.view(None))
    fields = [name for name in kind.secrets if name not in kind.holdings]
    return sum([_told(state, seat, fields, box) for seat in range(state.seats)], Counter[Any]())


def _box(setup: Setup) -> Counter[Any]:
    """The most of each thing that could be drawn at once in a random game."""
    box: Counter[Any] = Counter()
    for step in steps(setup, "a"):
        if isinstance(step.due, Draw):
            box |= Counter(step.due.items)
    return box


def test_holdings_are_secrets(setup: Setup) -> None:
    kind = type(setup.begin().view(None))
    assert {*kind.holdings} <= {*kind.secrets}


def test_what_is_imagined_adds_up_to_the_box(setup: Setup) -> None:
    """Nothing is there twice, and nothing is lost."""
    box, drawn = _box(setup), Counter[Any]()
    for number, (state, step) in enumerate(course(setup)):
        due, held = step.due, _held(state, box)
        seat = number % setup.seats
        other = setup.imagine(state.view(seat), Stream("counted", str(number)))
        imagined, pending = _held(other, box), other.pending()
        open_ = _elsewhere(state, box) | _elsewhere(other, box)
        gone = Counter({one: n for one, n in (drawn - held).items() if one not in open_ and drawn[one] <= box[one]})
        most = (box - gone) | held
        if isinstance(due, Draw) and isinstance(pending, Draw):
            held, imagined = held + Counter(due.items), imagined + Counter(pending.items)
            lost = {one for one in box if held[one] != imagined[one] and one not in open_}
            assert not lost, (
                f"seat {seat} imagines more or fewer of these, in hands and to come: {sorted(lost, key=str)}"
            )
            most |= held
        more = imagined - most
        assert not more, f"seat {seat} imagines more of these than there are: {dict(more)}"
        if isinstance(due, Draw):
            drawn.update(step.event)


def test_the_truth_can_be_imagined(setup: Setup) -> None:
    """Whatever a seat really holds, the others imagine at some time that it does: no possibility is left out."""
    box = _box(setup)
    holdings = type(setup.begin().view(None)).holdings
    for number, (state, _) in enumerate(course(setup, some=6)):
        seat = number % setup.seats
        missing = {
            owner: {*_told(state, owner, holdings, box)} for owner in range(setup.seats) if owner != seat
        }  # fmt: skip
        for attempt in range(TRIES):
            if not any(missing.values()):
                break
            other = setup.imagine(state.view(seat), Stream("truth", f"{number}/{attempt}"))
            for owner, things in missing.items():
                things -= {*_told(other, owner, holdings, box)}
        assert not any(missing.values()), f"seat {seat} never imagines that these, by seat, are held: {missing}"
