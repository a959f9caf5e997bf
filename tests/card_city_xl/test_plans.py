"""Obvious plans and counts of cells spare the search for the most cards; without them it finds the same moves."""

from __future__ import annotations

from cityleague.engine.card_city_xl import building
from cityleague.engine.card_city_xl.cards import Kind
from cityleague.engine.card_city_xl.hand_moves import builds, cards
from cityleague.engine.card_city_xl.hand_search import Situation
from cityleague.engine.card_city_xl.move_lists import OnCells
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import BUILDING
from cityleague.engine.chance import Stream

from ..rows import rows
from .helpers import Way, course, options
from .shortcuts import without_shortcuts
from .test_obvious_places import unusual

WAYS: list[tuple[int, Way]] = [
    (1, ("advanced", "residents", ("architect", "leisure_crisis"))),
    (2, ("simplified", "residents", ())),
    (2, ("normal", "economy", ("leisure_crisis",))),
    (2, ("normal", "industry", ("united_city",))),
    (3, ("advanced", "commerce", ("united_city",))),
]
EVERY = 5
"""At every so many decisions of phase 2 the moves are listed both ways."""
NARROW = 25
"""So many situations are made of each position."""
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
            here, *others = [state.copy() for _ in range(1 + UNUSUAL)]
            states = [here, *[other for other in others if unusual(other, stream)]]
            quick = [listed(one, seat) for one in states]
            for one in states:
                one.table.hands[seat].open.reverse()  # this makes no difference
            with without_shortcuts():
                assert [listed(one, seat) for one in states] == quick
            compared += len(states) > 1
    assert compared


@rows("players, way", [WAYS[1], (3, ("advanced", "residents", ())), (1, ("normal", "residents", ()))])
def test_the_search_alone_finds_the_same_builds_on_a_few_cells(players: int, way: Way) -> None:
    """There, single cells decide: those beside each other, those that no frame has together, and those for smog."""
    compared, stream = 0, Stream("plans", "cells")
    for state, _ in course(players, options(way), "cells"):
        table = state.table
        city, kinds = table.city(table.actor), list(table.setting.kinds.values())
        whole = [kind for kind in kinds if not kind.split]
        board, room = city.board, city.ground.room & ~city.ground.covered & table.lands[table.actor]
        cells = board.each(city.ground.open & room)
        if table.stage != BUILDING or not cells:
            continue
        for _ in range(NARROW):
            land = sum({stream.choice(cells) for _ in range(1 + stream.below(4))})
            if stream.below(2):
                land |= board.star[stream.choice(cells)] & room
            hand = [stream.choice(kinds), stream.choice(whole), stream.choice(kinds)][: 2 + stream.below(2)]
            hand[0] = hand[stream.below(2)]
            money, smog = 5 * stream.below(4), stream.below(3)
            at = Situation(city.ground, land, stream.below(5), money, 0, smog, stream.below(2) > 0)
            if any(map(at.sites, hand)):
                compared += 1
                quick = ways_to_build(at, hand)
                with without_shortcuts():
                    assert ways_to_build(at, hand) == quick
    assert compared > 50


def ways_to_build(at: Situation, hand: list[Kind]) -> tuple[list[object], int]:
    """The ways to build a card of the hand, and how many of them can be built."""
    parts, most = builds(at, cards(at.ground.board, *hand), None)
    return list(OnCells(parts)), most
