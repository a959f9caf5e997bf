"""What a seat cannot know can be imagined, without using anything that is hidden from it.

What is imagined adds up: drawn, held and to come are the contents of the box. The truth can be imagined, and whatever
can be hidden: in every hand and in the pile, about as often as chance would have it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup, State, View
from cityleague.replays.testing.games import course, differing, hides, move_on, seats_looking, setups, states_at, steps


def test_all_that_a_seat_knows_is_kept(setup: Setup) -> None:
    for number, (state, step) in enumerate(course(setup, some=30)):
        for seat in seats_looking(state, step, number):
            before = state.digest()
            other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
            assert state.digest() == before
            for watcher in (seat, None):  # what everybody sees, the seat knows
                assert not differing(other.view(watcher), state.view(watcher)), (
                    f"seat {seat} imagines this otherwise: does imagine not keep it, or does a view tell too much?"
                )
            assert other.round == state.round
            assert other.legal(seat) == step.legal.get(seat, [])
            drawn = other.pending()
            if isinstance(step.due, Draw):
                assert isinstance(drawn, Draw)
                assert (drawn.name, drawn.take, len(drawn.items)) == (step.due.name, step.due.take, len(step.due.items))
            else:
                assert drawn == step.due


def test_open_scores_are_known_to_everybody(setup: Setup) -> None:
    if not setup.game.open_scores:
        return
    for number, (state, _) in enumerate(course(setup, some=12)):
        seat = number % setup.seats
        other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
        assert [sheet.total for sheet in other.scores()] == [sheet.total for sheet in state.scores()], (
            f"seat {seat} cannot know these scores; is open_scores right?"
        )


def test_nothing_is_used_that_is_hidden(setup: Setup) -> None:
    """Two states that a seat cannot tell apart give the same imagined ones."""
    for number, (state, step) in enumerate(course(setup, some=12)):
        for seat in seats_looking(state, step, number):
            other = setup.imagine(state.view(seat), Stream("another", str(seat)))
            for stream in ("1", "2"):
                once, again = [
                    setup.imagine(state_.view(seat), Stream("imagined", stream)) for state_ in (state, other)
                ]
                assert once.digest() == again.digest()


def test_secrets_are_not_always_known_to_others(name: str) -> None:
    """Otherwise a view tells them, and `imagine` makes use of it."""
    by_seats = sorted(setups(name).values(), key=lambda setup: -setup.seats)
    told = {*type(by_seats[0].begin().view(None)).secrets}
    for setup in by_seats:
        for number, (state, _) in enumerate(course(setup, some=40)):
            if not told:
                return
            seat = number % setup.seats
            other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
            for owner in {*range(setup.seats)} - {seat}:
                told -= {*differing(other.view(owner), state.view(owner))}
    assert not told, f"View.secrets: whatever game is imagined, others hold the same {', '.join(sorted(told))}"


def test_an_imagined_game_can_be_played_to_its_end(setup: Setup) -> None:
    for number, (state, _) in enumerate(course(setup, some=8)):
        seat = number % setup.seats
        other, stream = setup.imagine(state.view(seat), Stream("imagined", "")), Stream("on", str(seat))
        while other.pending() is not None:
            move_on(other, "on", stream)
        assert len(other.scores()) == setup.seats


def test_what_is_hidden_is_imagined_differently_from_time_to_time(setup: Setup) -> None:
    if not hides(setup):
        return
    assert any(
        len({setup.imagine(state.view(seat), Stream("imagined", str(number))).digest() for number in range(4)}) > 1
        for state, _ in course(setup, some=40)
        for seat in range(setup.seats)
    )


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
