"""What is imagined adds up: drawn, held and to come are the contents of the box; and the truth can be imagined."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.replays.testing.games import course, move_on, states_at, steps

TRIES = 600
"""Imagined games in which each thing that a seat holds must be in its hand at least once."""
GOING_ON = 10
"""How often a game is played on to its next draw if there is a doubt: whether moves change what can be drawn."""


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        yield from _leaves([*value.values()])
    elif not isinstance(value, bool) and value is not None:
        yield value


def items_in(values: Iterable[Any], box: Counter[Any]) -> Counter[Any]:
    """The things of the box among these values of a view."""
    return Counter([piece for piece in _leaves(msgspec.to_builtins([*values])) if piece in box])


def held_by(state: State[Any], seat: int, box: Counter[Any]) -> Counter[Any]:
    """What a seat holds."""
    return items_in(state.view(seat).holds(), box)


def _held(state: State[Any], box: Counter[Any]) -> Counter[Any]:
    """What all seats hold together."""
    return sum([held_by(state, seat, box) for seat in range(state.seats)], Counter[Any]())


def elsewhere(state: State[Any], box: Counter[Any]) -> Counter[Any]:
    """What seats know otherwise, such as tiles that were set aside: it may be gone where nobody else has seen it."""
    kind = type(state.view(None))
    fields = [name for name in kind.secrets if name not in kind.holdings]
    views = [state.view(seat) for seat in range(state.seats)]
    return sum([items_in([getattr(view, name) for name in fields], box) for view in views], Counter[Any]())


def box_of(setup: Setup) -> Counter[Any]:
    """The most of each thing that could be drawn at once in a random game."""
    box: Counter[Any] = Counter()
    for step in steps(setup, "a"):
        if isinstance(step.due, Draw):
            box |= Counter(step.due.items)
    return box


def test_holdings_are_secrets(setup: Setup) -> None:
    """And a spectator holds nothing."""
    kind = type(setup.begin().view(None))
    assert {*kind.holdings} <= {*kind.secrets} <= {*kind.__struct_fields__}, "secrets are fields, and holdings secrets"
    box = box_of(setup)
    for state, _ in course(setup, some=20):
        assert not items_in(state.view(None).holds(), box)


def test_what_is_imagined_adds_up_to_the_box(setup: Setup) -> None:
    """Nothing is there twice, and nothing is lost. Of what is set aside, as many are held as in truth."""
    box, drawn, aside = box_of(setup), Counter[Any](), set[Any]()
    for number, (state, step) in enumerate(course(setup)):
        due, held = step.due, _held(state, box)
        if isinstance(due, Draw):  # what comes back is drawn again: it may have gone from one pile into another
            drawn &= box - Counter(due.items)
        seat = number % setup.seats
        other = setup.imagine(state.view(seat), Stream("counted", str(number)))
        imagined, pending = _held(other, box), other.pending()
        open_ = elsewhere(state, box) | elsewhere(other, box)
        gone = Counter({piece: n for piece, n in (drawn - held).items() if piece not in open_})
        most = (box - gone) | held
        if isinstance(due, Draw) and isinstance(pending, Draw):
            held, imagined = held + Counter(due.items), imagined + Counter(pending.items)
            lost = {piece for piece in box.keys() - aside if held[piece] != imagined[piece] and piece not in open_}
            of_these = aside - open_.keys()
            if sum([held[piece] - imagined[piece] for piece in of_these]):
                lost |= of_these
            assert not lost, (
                f"seat {seat} imagines more or fewer of these, in hands and to come: {sorted(lost, key=str)}"
            )
            most |= held
        more = imagined - most
        assert not more, f"seat {seat} imagines more of these than there are: {dict(more)}"
        if isinstance(due, Draw):
            drawn.update(step.event)
            aside |= {*due.items} if due.aside else set()


def draws_into_hands(setup: Setup, box: Counter[Any]) -> dict[str, set[Any]]:
    """The draws of a random game that go into hands, and what is in the piles that they are from."""
    taken = {}
    for state, step in course(setup):
        if isinstance(step.due, Draw):
            after = state.copy()
            after.resolve(step.event)
            if Counter(step.event) <= _held(after, box) - _held(state, box):
                taken[step.due.name] = {*step.due.items}
    return {
        name: set().union(*[other for other in taken.values() if not other.isdisjoint(items)])
        for name, items in taken.items()
    }  # fmt: skip


_Total = tuple[str, Counter[Any]]


def _totals(state: State[Any], box: Counter[Any], dealt: Mapping[str, set[Any]], times: int) -> list[_Total]:
    """What is held now and what is in the pile when the game has been played on to its next draw, as often as this.

    Only if that goes into hands: what is held can then have come from the same pile.
    """
    held, totals = _held(state, box), []
    for number in range(times):
        on, stream = state.copy(), Stream("on", str(number))
        while (due := on.pending()) is not None and not isinstance(due, Draw):
            move_on(on, "on", stream)
        if due and due.name in dealt:
            both = held + Counter(due.items)
            totals.append((due.name, Counter({piece: both[piece] for piece in dealt[due.name]})))
    return totals


def _lost(truth: Sequence[_Total], imagined: Sequence[_Total]) -> set[Any]:
    """What differs between two states, if each of them has but one total, whatever moves are made, of the same draw."""
    if not truth or not imagined or any(totals.count(totals[0]) < len(totals) for totals in (truth, imagined)):
        return set()
    (name, total), (same, claimed) = truth[0], imagined[0]
    return (
        {piece for piece in total.keys() | claimed.keys() if total[piece] != claimed[piece]} if name == same else set()
    )


def test_what_is_imagined_between_draws_adds_up_with_the_next_draw(setup: Setup) -> None:
    """Nothing is there twice, and nothing is lost, unless moves change what can be drawn next."""
    box = box_of(setup)
    dealt = draws_into_hands(setup, box)
    before = [n for n, step in enumerate(steps(setup, "a")) if isinstance(step.due, Draw) and step.due.name in dealt]
    for number, (state, _) in enumerate(states_at(setup, "a", range(max(before, default=0)), some=40)):
        truth = _totals(state, box, dealt, 1) or _totals(state, box, dealt, GOING_ON)
        if not truth or dealt[truth[0][0]].isdisjoint(_held(state, box)):  # this pile is for another round
            continue
        seat = number % setup.seats
        other = setup.imagine(state.view(seat), Stream("counted", str(number)))
        open_ = elsewhere(state, box) | elsewhere(other, box)
        for times in (1, GOING_ON):
            totals = [_totals(table, box, dealt, times) for table in (state, other)]
            lost = _lost(*totals) - {*open_}
            if not lost:
                break
        assert not lost, f"seat {seat} imagines more or fewer of these, in hands and to come: {sorted(lost, key=str)}"


def test_the_truth_can_be_imagined(setup: Setup) -> None:
    """Whatever a seat really holds, the others imagine at some time that it does: no possibility is left out."""
    box = box_of(setup)
    for number, (state, _) in enumerate(course(setup, some=6)):
        seat = number % setup.seats
        missing = {owner: {*held_by(state, owner, box)} for owner in range(setup.seats) if owner != seat}
        for attempt in range(TRIES):
            if not any(missing.values()):
                break
            other = setup.imagine(state.view(seat), Stream("truth", f"{number}/{attempt}"))
            for owner, things in missing.items():
                things -= {*held_by(other, owner, box)}
        assert not any(missing.values()), f"seat {seat} never imagines that these, by seat, are held: {missing}"
