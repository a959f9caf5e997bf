"""Each of our games hides something, and imagines it differently from time to time."""

from __future__ import annotations

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays.testing.games import course, hides, setup_of


@pytest.mark.parametrize("name", GAMES)
def test_what_others_hold_differs_from_time_to_time(name: str) -> None:
    setup = setup_of(find(name), 3)
    assert hides(setup)
    assert any(
        len({setup.imagine(state.view(seat), Stream("imagined", str(number))).digest() for number in range(4)}) == 4
        for state, _ in course(setup, some=40)
        for seat in range(setup.seats)
    )
