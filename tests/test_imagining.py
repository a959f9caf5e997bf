"""What a seat cannot know can be imagined, in every game, and nothing hidden is used for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Draw, State
from cityleague.engine.registry import game as find
from tests.test_games import Options, course, every_table, move_on, seen, setup_of

EVERY = 5
"""Of so many states one is looked at."""


def met(name: str, seats: int, options: Options, seed: str = "a") -> Iterator[tuple[State[Any], Any, int]]:
    """States of a random game, what is due, and a seat."""
    for step, (state, due) in enumerate(islice(course(name, seats, options, seed), 0, None, EVERY)):
        for seat in range(seats):
            if step % seats == seat or (isinstance(due, Decision) and seat in due.seats):
                yield state, due, seat


@every_table
def test_all_that_the_seat_knows_is_kept(name: str, seats: int, options: Options) -> None:
    setup = setup_of(find(name), seats, options)
    for state, due, seat in met(name, seats, options):
        before = state.digest()
        other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
        assert state.digest() == before
        assert seen(other, seat) == seen(state, seat)
        assert other.round == state.round
        assert other.legal(seat) == state.legal(seat)
        drawn = other.pending()
        if isinstance(due, Draw):
            assert isinstance(drawn, Draw)
            assert (drawn.name, drawn.take, len(drawn.items)) == (due.name, due.take, len(due.items))
        else:
            assert drawn == due


@every_table
def test_nothing_is_used_that_is_hidden(name: str, seats: int, options: Options) -> None:
    """Two states that the seat cannot tell apart give the same imagined ones."""
    setup = setup_of(find(name), seats, options)
    for state, _, seat in met(name, seats, options):
        other = setup.imagine(state.view(seat), Stream("another", str(seat)))
        for number in ("1", "2"):
            once, again = [setup.imagine(one.view(seat), Stream("imagined", number)) for one in (state, other)]
            assert once.digest() == again.digest()


@every_table
def test_an_imagined_game_can_be_played_to_its_end(name: str, seats: int, options: Options) -> None:
    setup = setup_of(find(name), seats, options)
    for state, _, seat in islice(met(name, seats, options), 0, None, 3):
        other, stream = setup.imagine(state.view(seat), Stream("imagined", "")), Stream("on", str(seat))
        while other.pending() is not None:
            move_on(other, "on", stream)
        assert len(other.scores()) == seats


HIDING = [("between_two_cities", 3), ("card_city_xl", 3), ("city_tycoon", 3), ("neom", 3), ("twentieth_century", 3)]


@pytest.mark.parametrize(("name", "seats"), HIDING)
def test_what_others_hold_differs_from_time_to_time(name: str, seats: int) -> None:
    setup = setup_of(find(name), seats, {})
    for state, _, seat in met(name, seats, {}):
        found = {setup.imagine(state.view(seat), Stream("imagined", str(number))).digest() for number in range(4)}
        if len(found) == 4:
            return
    pytest.fail("always the same")
