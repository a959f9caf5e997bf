"""Obvious places for the rest of the hand spare a search; the search alone says the same of every build."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cityleague.engine.boards.bits import set_with
from cityleague.engine.card_city_xl.building import UNKNOWN, decides
from cityleague.engine.card_city_xl.hand_search import Situation, have_places, most_buildable
from cityleague.engine.card_city_xl.moves import Build
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import BUILDING
from cityleague.engine.chance import Stream
from cityleague.engine.rules import IllegalMove

from .helpers import Way, course, options, scene, ways
from .shortcuts import without_shortcuts


def built(state: CardCityState, move: Build) -> tuple[object, ...]:
    """What a build makes of a copy of the state, or why it is refused; how many cards can be built is unknown."""
    after, seat = state.copy(), state.table.actor
    if after.table.most_buildable:
        after.table.most_buildable = UNKNOWN
    try:
        after.apply(seat, move)
    except IllegalMove as error:
        return error.rule.code, error.message, error.field
    return after.digest(), after.table.due, after.table.stage, after.view(seat), list(after.legal(seat))


def same_by_search(state: CardCityState, moves: list[Build]) -> int:
    """Make builds with and without the shortcuts, and compare what becomes of the game; return how many are legal."""
    quick = [built(state, move) for move in moves]
    with without_shortcuts():
        assert quick == [built(state, move) for move in moves]
    return sum([len(result) > 3 for result in quick])


def unusual(state: CardCityState, stream: Stream) -> bool:
    """Change what the actor has: hand, money, size limit, land, and the supply of smog. Return whether it can build."""
    table = state.table
    seat, city = table.actor, table.city(table.actor)
    cards, hand = list(table.setting.rank), table.hands[seat]
    cards += [card for card in cards if {"industry", "leisure"} & set(card.split("/"))] * 2
    hand.open = [stream.choice(cards) for _ in range(1 + stream.below(3))]
    hand.hidden = [stream.choice(cards)] if stream.below(3) == 0 else []
    table.money[seat] = stream.below(13)
    table.smog = min(table.smog, stream.below(3))
    if stream.below(2):
        table.holding(seat).room = stream.below(3)
    near = city.board.each(city.ground.room & city.ground.edge & ~city.ground.covered & table.lands[seat])
    if near and stream.below(4):  # only some cells, and what touches one of them
        land = city.board.star[stream.choice(near)] if stream.below(2) else 0
        land |= set_with([stream.choice(near).bit_length() - 1 for _ in range(1 + stream.below(3))])
        table.lands = (*table.lands[:seat], land & table.lands[seat], *table.lands[seat + 1 :])
    table.most_buildable = UNKNOWN
    return decides(table)


def compare(players: int, way: Way, seed: str, every: int) -> int:
    """Compare at every so many steps of a random game; return how many builds were legal."""
    made, stream = 0, Stream(seed, "hands")
    for step, (state, event) in enumerate(course(players, options(way), seed)):
        if step % every or not isinstance(event, tuple) or state.table.stage != BUILDING:
            continue
        for number in range(8):
            here = state.copy()
            if number and not unusual(here, stream):
                continue
            made += same_by_search(here, list(builds(here, stream)))
    return made


def builds(state: CardCityState, stream: Stream) -> Iterator[Build]:
    """Some builds of each card, legal and illegal."""
    table = state.table
    city, kinds = table.city(table.actor), table.setting.kinds
    cells = city.board.cells(city.ground.free(table.lands[table.actor]))
    if len(cells) > 3:
        cells = [stream.choice(cells), stream.choice(cells), *city.board.cells(city.ground.edge)[:1], (99, 99)]
    for card in dict.fromkeys([*table.hands[table.actor].cards, "park"]):
        split = card in kinds and kinds[card].split
        for cell in cells:
            yield Build(card, cell, stream.below(city.board.sides + 1) if split else stream.below(9) // 8)
        yield Build(card, cells[0], -1)


def places_found(players: int, way: Way, seed: str) -> int:
    """Look for obvious places on a few cells of a random game, and search for all that are found; return how many."""
    found, stream = 0, Stream(seed, "places")
    for state, _ in course(players, options(way), seed):
        table = state.table
        city, kinds = table.city(table.actor), list(table.setting.kinds.values())
        cells = city.board.each(city.ground.open & table.lands[table.actor])
        if table.stage != BUILDING or not cells:
            continue
        for _ in range(60):
            cell, other = stream.choice(cells), stream.choice(cells)
            beside = city.board.each(city.board.halo[cell] & sum(cells))
            land = cell | (stream.choice(beside) if beside and stream.below(2) else other)
            if stream.below(2):
                land |= stream.choice(cells)
            hand = [stream.choice(kinds), stream.choice(kinds)]
            hand[1] = hand[stream.below(2)]
            need, smog = 1 + stream.below(2), stream.below(3)
            if have_places(city.ground, land, hand, need, smog):
                found += 1
                with without_shortcuts():
                    assert most_buildable(Situation(city.ground, land, 9, 99, 0, smog, False), hand, need) == need
    return found


def test_obvious_places_for_the_rest_of_the_hand_are_found_by_the_search_too() -> None:
    some: list[tuple[int, Way]] = [(1, ("advanced", "residents", ())), (3, ("normal", "residents", ()))]
    assert min(places_found(players, way, "places") for players, way in some) > 50


def test_the_search_alone_says_the_same_of_every_build() -> None:
    some = [(players, way) for players in (1, 2, 3, 4) for way in list(ways(players))[players::41]]
    assert sum(compare(players, way, f"quick/{way}", 9) for players, way in some) > 50


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_search_alone_says_the_same_of_every_build_in_every_way(players: int) -> None:
    assert sum(compare(players, way, f"quick/{way}", 4) for way in ways(players)) > 500


@pytest.mark.parametrize("room", [1, 2])
def test_the_size_limit_counts_for_the_cards_after_the_next(room: int) -> None:
    """Three residential cards and places for all: as many are built as there is room for, then the turn is over."""
    state = scene("R M R", "R R R", level="normal")
    table, seat = state.table, state.table.actor
    table.holding(seat).room = room
    table.most_buildable = UNKNOWN
    for left in range(room, 0, -1):
        assert (table.actor, table.stage) == (seat, BUILDING)
        move = next(move for move in state.legal(seat) if isinstance(move, Build))
        table.most_buildable = UNKNOWN
        assert same_by_search(state, [move]) == 1
        state.apply(seat, move)
        assert table.most_buildable == left - 1
    assert table.hands[seat].cards == []
    assert table.stage != BUILDING
