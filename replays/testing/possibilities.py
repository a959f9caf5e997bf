"""Whatever can be hidden is imagined: in every hand and in the pile, about as often as chance would have it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, NamedTuple

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup, State, View
from cityleague.replays.testing.counting import box_of, draws_into_hands, elsewhere, held_by, items_in
from cityleague.replays.testing.games import states_at, steps

EXPECTED, FEWER = 30, 10
"""A thing is missed in a place where it is expected so often, and found so many times less often than expected.

By chance that happens in less than 1 of 10**9 cases: 30 are expected, and 3 found (Poisson; dealing without replacement
varies less). A game may well imagine what is likely more often than what is not; but not that much.
"""
MOST = 240
"""States imagined for a position at most; what is too rare for these is not missed."""

PILE = None
"""The place of what has not been drawn. The other places are seats: what these hold."""


class Hidden(NamedTuple):
    """What others hold, and the rest of the pile that it was dealt from, as far as a seat may not know it."""

    pile: Counter[Any]
    """The whole pile, before the draw."""
    there: Mapping[int | None, Counter[Any]]
    """By place: what is in it, in truth."""
    seen: Counter[Any]
    """What the seat may have seen of that: rather too much than too little, as it may stand in several fields."""
    aside: Counter[Any]
    """What of the pile may lie elsewhere, seen by others: rather too much than too little."""

    @property
    def together(self) -> Counter[Any]:
        """What is in all places."""
        return sum(self.there.values(), Counter[Any]())

    def shares(self) -> dict[tuple[int | None, Any], float]:
        """By place and thing: how many there are on average, or more; unseen things can lie in all unseen places."""
        unseen, everything = self.together - self.seen, self.together + self.aside
        return {
            (place, thing): (things - self.seen).total() * number / everything.total()
            for place, things in self.there.items()
            for thing, number in unseen.items()
            if place is not PILE or thing not in self.aside
        }


def _positions(setup: Setup, box: Counter[Any]) -> Iterator[tuple[State[Any], int, Hidden]]:
    """Some positions of a random game after a draw into hands, each with a seat and what is hidden from it."""
    into_hands, rests = draws_into_hands(setup, box), dict[int, list[tuple[Counter[Any], Counter[Any]]]]()
    piles: list[tuple[Counter[Any], Counter[Any]]] = []  # those set aside, and the latest one
    aside: list[tuple[Counter[Any], Counter[Any]]] = []
    for number, step in enumerate(steps(setup, "a")):
        if not isinstance(step.due, Draw):
            if piles:
                rests[number] = piles
        elif step.due.name in into_hands:
            latest = Counter(step.due.items), Counter(step.due.items) - Counter(step.event)
            piles = [*aside, latest]
            aside = piles if step.due.aside else aside
        elif piles and not piles[-1][0].keys().isdisjoint(step.due.items):
            piles = aside  # is it another one? nobody says
    dealt = [number for number in rests if number - 1 not in rests]
    chosen = sorted({*dealt[:: len(dealt) // 12 + 1], *[*rests][:: len(rests) // 6 + 1]})
    for place, (number, (state, _)) in enumerate(zip(chosen, states_at(setup, "a", chosen), strict=True)):
        seat = place % setup.seats
        for pile, left in rests[number]:
            held = [held_by(state, owner, pile) for owner in range(setup.seats)]
            seen = _seen(state.view(seat), pile) - held[seat]
            open_ = elsewhere(state, pile) & (box - sum(held, left))
            there: dict[int | None, Counter[Any]] = {PILE: left, **dict(enumerate(held))}
            del there[seat]
            yield state, seat, Hidden(pile, there, seen, open_)


def _seen(view: View, pile: Counter[Any]) -> Counter[Any]:
    """The things that stand in a seat's secrets; those of which there is but one, wherever they stand in its view."""
    single = Counter([thing for thing, number in pile.items() if number == 1])
    fields = {name: getattr(view, name) for name in type(view).__struct_fields__}
    return items_in([fields[name] for name in view.secrets], pile) | items_in(fields.values(), single)


def test_whatever_is_hidden_is_imagined_in_each_place(setup: Setup) -> None:
    """No thing is missing in a hand, or in the pile, that can be there; and none is imagined that cannot be there."""
    box = box_of(setup)
    for state, seat, hidden in _positions(setup, box):
        shares = {key: share for key, share in hidden.shares().items() if share * MOST >= EXPECTED}
        times = ceil(EXPECTED / min(shares.values())) if shares else 0
        found: Counter[Any] = Counter()
        view, stream = state.view(seat), Stream("possible", str(seat))
        for _ in range(times):
            other = setup.imagine(view, stream)
            rest = hidden.together
            for owner in {*range(setup.seats)} - {seat}:
                held = held_by(other, owner, hidden.pile)
                rest.subtract(held)
                found.update({(owner, thing): number for thing, number in held.items()})
            found.update({(PILE, thing): number for thing, number in rest.items()})
            more = -rest - hidden.aside
            assert not more, f"seat {seat} imagines more of these in hands than can be there: {dict(more)}"
        missed = [key for key, share in shares.items() if found[key] * FEWER < share * times]
        assert not missed, (
            f"seat {seat} never, or hardly ever, imagines these things, although they can be in the hand of this seat"
            f" (None: in the pile): {missed}"
        )
