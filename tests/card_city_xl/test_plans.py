"""Obvious plans and counts of cells spare the search for the most cards; without them it finds the same moves."""

from __future__ import annotations

import pytest

from cityleague.engine.card_city_xl import building, hand_search, listing
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.chance import Stream

from ..rows import rows
from .helpers import Way, course, options
from .test_quick_building import unusual

SHORTCUTS = {
    "ample": False,
    "have_places_elsewhere": False,
    "places_decide": False,
    "_at_once": False,
    "_undisturbed": 0,
    "_strangers": False,
}
"""Each shortcut, and the answer that proves nothing."""

WAYS: list[tuple[int, Way]] = [
    (1, ("advanced", "residents", ("architect", "leisure_crisis"))),
    (2, ("simplified", "residents", ())),
    (2, ("normal", "economy", ("leisure_crisis",))),
    (2, ("normal", "industry", ("united_city",))),
    (3, ("advanced", "commerce", ("united_city",))),
]
EVERY = 5
"""At every so many decisions of phase 2 the moves are listed both ways."""
UNUSUAL = 4
"""So many times more with another hand, other money and less land."""


def listed(state: CardCityState, seat: int) -> list[object]:
    """The legal moves of a copy that has not counted yet how many cards can be built."""
    again = state.copy()
    if again.table.most_buildable:
        again.table.most_buildable = building.UNKNOWN
    return list(again.legal(seat))


@rows("players, way", WAYS)
def test_the_search_alone_finds_the_same_moves(players: int, way: Way) -> None:
    compared, stream = 0, Stream("plans", "hands")
    for step, (state, event) in enumerate(course(players, options(way), "plans")):
        if step % EVERY == 0 and isinstance(event, tuple) and state.table.stage == "building":
            seat = event[0]
            others = [state.copy() for _ in range(UNUSUAL)]
            states = [state, *[other for other in others if unusual(other, stream)]]
            quick = [listed(one, seat) for one in states]
            with pytest.MonkeyPatch.context() as patch:
                for name, answer in SHORTCUTS.items():
                    for module in (hand_search, listing, building):
                        patch.setattr(module, name, lambda *_, told=answer: told, raising=False)
                assert [listed(one, seat) for one in states] == quick
            compared += len(states) > 1
    assert compared
