"""A state with open draws allows just those moves that some outcome of the draws allows.

The proof is another way to the same answer: full hands are made up, the ordinary rules play the game with them, and
wherever a tile is missing, it changes places with one that nothing depends on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cityleague.engine.between_two_cities.moves import Pick as CitiesPick
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.moves import Pick as TycoonPick
from cityleague.engine.neom.moves import Pick as NeomPick
from cityleague.engine.neom.state import NeomState
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN

Event = tuple[int, Any] | list[Any]
"""A move, or the outcome of a draw that everybody sees; an empty list: a hidden one."""
Hands = dict[str, list[Any]]
"""The outcomes of the hidden draws, by name."""


def scarce(seats: int) -> Setup:
    """Between Two Cities with hardly more tiles than are drawn, so that kinds run out."""
    game = find_game("between_two_cities")
    file = json.loads(game.file("components.json"))
    few = 14 if seats == 3 else 18
    file["buildings"]["tiles"] = {"shop": few, "park": few, "house": few, "tavern-bed": 3}
    return Setup(game, game.options(), game.components(json.dumps(file).encode()), seats)


def packaged(name: str, seats: int) -> Setup:
    game = find_game(name)
    return Setup(game, game.options(), game.components(None), seats)


def played(setup: Setup, seed: str, most: int) -> tuple[list[Event], State[Any], Sequence[Any]]:
    """The first events of a random game, in which players know only what was seen; the state after them, and the
    items of the last hidden draw.
    """
    state, stream = setup.begin(), Stream(seed, "unseen")
    events: list[Event] = []
    items: Sequence[Any] = ()
    while (due := state.pending()) is not None and len(events) < most:
        if isinstance(due, Draw):
            shown = [] if due.hidden else stream.draw(due.items, due.take)
            items = due.items if due.hidden else items
            state.resolve(shown or [UNSEEN] * due.take)
            events.append(shown)
        else:
            seat = stream.choice(due.seats)
            move = stream.choice(state.legal(seat))
            state.apply(seat, move)
            events.append((seat, move))
    return events, state, items


def wanted(move: Any) -> list[Any]:
    """The hidden items that a move takes."""
    if hasattr(move, "take"):
        return list(move.take)
    return list(getattr(move, "tiles", [])) or [getattr(move, "tile", None)]


def progress(setup: Setup, events: Sequence[Event], hands: Hands) -> tuple[int, int, list[Any]]:
    """How many events the rules allow with these hands, how little is missing then, and what the next one wants.

    Hands of later draws are made up on the way.
    """
    state, latest = setup.begin(), ""
    for number, event in enumerate(events):
        due = state.pending()
        if isinstance(due, Draw):
            if not event:
                latest = due.name
                if Counter(hands.setdefault(latest, list(due.items[: due.take]))) - Counter(due.items):
                    return number, 0, []
            state.resolve(event or hands[latest])
            continue
        assert isinstance(event, tuple)
        try:
            state.verify(*event)
        except IllegalMove:
            there = state.table.hands[event[0]] if isinstance(due, Decision) else ()  # type: ignore[attr-defined]
            missing = Counter(wanted(event[1])) - Counter(there)
            return number, -missing.total(), list(missing) or wanted(event[1])
        state.apply(*event)
    return len(events), 0, []


def completed(setup: Setup, events: Sequence[Event]) -> bool:
    """Whether some outcome of the hidden draws allows these events."""
    hands: Hands = {}
    done = progress(setup, events, hands)
    while done[0] < len(events):
        for other in changed(hands, done[2]):
            better = progress(setup, events, other)
            if better[:2] > done[:2]:
                hands, done = other, better
                break
        else:
            return False
    return True


def changed(hands: Hands, items: Sequence[Any]) -> Iterator[Hands]:
    """The hands with one of the items in another place: taken from elsewhere in them, or from what was not drawn."""
    places = [(name, i) for name in reversed(hands) for i in range(len(hands[name]))]
    for item in items:
        sources = [(name, i) for name, i in places if hands[name][i] == item]
        for name, i in places:
            yield hands | {name: [*hands[name][:i], item, *hands[name][i + 1 :]]}
            for source, k in sources:
                new = {seat: [*order] for seat, order in hands.items()}
                new[name][i], new[source][k] = item, hands[name][i]
                yield new


def is_right(setup: Setup, seed: str, most: int) -> None:
    """Some draw allows a random game; at several points of it, no draw allows a pick that is refused."""
    events, state, _ = played(setup, seed, most)
    assert completed(setup, events), "no draw allows this game"
    stream = Stream(seed, "refused")
    for length in range(most // 4, len(events), most // 4):
        events, state, items = played(setup, seed, length)
        due = state.pending()
        seat = due.seats[0] if isinstance(due, Decision) else 0
        some = stream.draw(sorted({*items}), min(4, len({*items})))
        for pick in picks(some, state) if isinstance(due, Decision) else ():
            if isinstance(state.legal(seat)[0], type(pick)) and is_refused(state, seat, pick):
                assert not completed(setup, [*events, (seat, pick)]), f"{pick} is refused, and a draw allows it"


def picks(items: Sequence[Any], state: State[Any]) -> list[Any]:
    """Picks of these items, as the game has them."""
    if isinstance(state, CitiesState):
        return [CitiesPick((item, other)) for item in items for other in items]
    return [(NeomPick if isinstance(state, NeomState) else TycoonPick)(item) for item in items]


def is_refused(state: State[Any], seat: int, move: Any) -> bool:
    try:
        state.verify(seat, move)
    except IllegalMove:
        return True
    return False


@pytest.mark.parametrize("seats", [2, 3])
def test_scarce_tiles_are_allowed_or_refused_rightly(seats: int) -> None:
    is_right(scarce(seats), "a", 48)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "seats", "most"),
    [("between_two_cities", 7, 120), ("neom", 3, 100), ("neom", 5, 90), ("city_tycoon", 2, 90), ("city_tycoon", 4, 90)],
)
def test_moves_of_random_games_are_allowed_or_refused_rightly(name: str, seats: int, most: int) -> None:
    for seed in "abc":
        is_right(packaged(name, seats), seed, most)
