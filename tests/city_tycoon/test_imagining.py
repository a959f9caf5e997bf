"""What a seat can know of the draft is kept in what it imagines; of the rest nothing that can be is left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.bots.imagining import imagine
from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import DRAFTING
from cityleague.engine.protocol import Setup

from ..rows import daily
from . import by_hand
from .helpers import course

PLAYERS = range(2, 6)
OPEN = ("order", "money", "yellow", "next_plant", "terrain_left", "terrain_due", "to_place", "supplying", "due")
every_table = pytest.mark.parametrize("seats", daily([2, 5, 3, 4], 2))


def hiding(seats: int) -> Iterator[tuple[TycoonState, int]]:
    """Every third state of a random game in which others hold something, each seen by a seat."""
    for step, (state, _) in enumerate(course(seats, "imagined")):
        if state.table.held and step % 3 == 0:
            yield state, step // 3 % seats


def imagined(state: TycoonState, seat: int, number: int = 0) -> TycoonState:
    """One of the states that a seat imagines."""
    setup = Setup(GAME, GAME.options(), state.table.box, state.seats)
    return imagine(setup, state.view(seat), Stream("imagined", str(number)))


def holdings(state: TycoonState, seat: int) -> list[str]:
    """All that a seat has of this round: tiles used, kept, and picked."""
    table = state.table
    pick = table.picked[seat]
    return [*table.used[seat], *table.kept[seat], *([pick] if pick else [])]


def dealt(state: TycoonState) -> list[str]:
    """All tiles of this round that were dealt, wherever they are."""
    return [tile for seat in range(state.seats) for tile in (*holdings(state, seat), *state.table.hands[seat])]


@every_table
def test_no_tile_is_twice_and_none_is_lost(seats: int) -> None:
    for state, seat in hiding(seats):
        other = imagined(state, seat)
        assert len(set(dealt(other))) == len(dealt(other)) == 6 * seats
        assert set(dealt(other)) <= set(state.table.box.rounds[state.round])
        for player in range(seats):
            assert len(holdings(other, player)) == len(holdings(state, player))
            assert len(other.table.hands[player]) == len(state.table.hands[player])
            assert other.table.used[player] == state.table.used[player]


def test_the_draft_that_is_imagined_could_have_been() -> None:
    """Each hand is that of the turn before without one tile, which its former holder has now."""
    for seats in PLAYERS:
        for state, watcher in hiding(seats):
            other = imagined(state, watcher)
            table = other.table
            now = [tuple(table.hands[seat]) for seat in range(seats)]
            turns = [*table.held]
            if table.stage != DRAFTING:
                turns.append(tuple([()] * seats))
            for before, after in pairwise(turns):
                for seat in range(seats):
                    (taken,) = set(before[seat]) - set(after[seat - 1])
                    assert set(after[seat - 1]) < set(before[seat])
                    assert taken in holdings(other, seat)
            for seat in range(seats) if table.stage == DRAFTING else ():
                pick = table.picked[seat]
                assert set(turns[-1][seat]) == {*now[seat], *([pick] if pick else [])}


@every_table
def test_what_has_been_seen_is_kept(seats: int) -> None:
    """A tile that was passed on is in the hand that it was in, or with one of those who have had that hand since."""
    for state, seat in hiding(seats):
        other = imagined(state, seat)
        held = state.table.held
        assert [hands[seat] for hands in other.table.held] == [hands[seat] for hands in held]
        own = holdings(other, seat)
        assert sorted(own) == sorted(holdings(state, seat))
        for turn, hands in enumerate(held):
            since = {(seat + turn - later) % seats for later in range(turn, len(held))} - {seat}
            tiles = {tile for player in since for tile in (*holdings(other, player), *other.table.hands[player])}
            assert set(hands[seat]) <= tiles | set(own) | set(other.table.hands[seat])


@every_table
def test_everyone_else_has_taken_one_tile_of_a_hand_that_comes_again(seats: int) -> None:
    met = 0
    for state, seat in hiding(seats):
        held = state.table.held
        for turn in range(len(held) - seats):
            other = imagined(state, seat)
            gone = set(held[turn][seat]) - set(held[turn + seats][seat])
            assert [len(gone & set(holdings(other, player))) for player in range(seats)] == [1] * seats
            met += 1
    assert met


def test_two_players_know_all_but_the_first_pick() -> None:
    """Each hand comes back to who passed it on with one tile less; only the first one was never seen before."""
    for state, seat in hiding(2):
        kept = set(holdings(state, 1 - seat)) - {state.table.picked[1 - seat]}
        certain = set.intersection(*[set(holdings(imagined(state, seat, number), 1 - seat)) for number in range(20)])
        unseen = kept - {tile for hands in state.table.held for tile in hands[seat]}
        assert len(unseen) <= 1
        assert kept - unseen <= certain
        used_it = unseen & set(state.table.used[1 - seat])
        assert unseen & certain == used_it


@pytest.mark.parametrize("seats", [3, 5])
def test_nothing_that_can_be_is_left_out(seats: int) -> None:
    """A tile that a seat has not seen may be in any hand that is to come; the next one has any of those passed on."""
    looked = 0
    for state, _ in hiding(seats):
        table = state.table
        if table.round > 1 or len(table.held) > 2 or not any(table.picked):
            continue
        seat = next(seat for seat, pick in enumerate(table.picked) if pick)
        looked += 1
        others = [imagined(state, seat, number) for number in range(600)]
        seen = {tile for hands in table.held for tile in hands[seat]}
        unseen = set(table.box.rounds[1]) - seen
        before, after = (seat - 1) % seats, (seat + 1) % seats
        assert {tile for other in others for tile in other.table.hands[after]} == unseen
        if len(table.held) == 2:
            passed = set(table.held[0][seat]) - set(table.kept[seat])
            assert {tile for other in others for tile in other.table.hands[before]} == passed
            kept = {tile for other in others for tile in other.table.kept[before]}
            assert kept == unseen
            if table.picked[before]:
                assert {other.table.picked[before] for other in others} == passed
    assert looked


@pytest.mark.parametrize("every", daily([2, 1]))
def test_what_others_still_keep_is_all_that_it_can_be(every: int) -> None:
    """Of four hands of two tiles the seat knows the first, of which seat 0 kept one, and the second's last tile."""
    box = load(by_hand.figures())
    for number, (state, _) in enumerate(course(4, "kept", box)):
        table = state.table
        if number % every == 0 and table.round == 1 and table.held and table.stage != DRAFTING:
            first, second = table.held[0][1], table.held[1][1]
            (own,) = set(first) & set(holdings(state, 1))
            (passed,) = set(first) - {own}
            unseen = set(table.box.rounds[1]) - {*first, *second}
            used = {tile for tiles in table.used for tile in tiles}
            possible: list[set[str]] = [set() for _ in range(4)]
            for world in range(400):
                other = imagined(state, 1, world)
                for seat in range(4):
                    possible[seat] |= set(other.table.kept[seat])
            known = {passed} - used
            taken_unseen = [len(set(table.used[seat]) & unseen) for seat in range(4)]
            assert possible[0] - known == (unseen - used if taken_unseen[0] == 0 else set())
            assert possible[0] & known == known
            assert possible[1] == set(table.kept[1])
            for seat in (2, 3):
                assert possible[seat] == (unseen - used if taken_unseen[seat] < 2 else set())


@pytest.mark.parametrize("every", daily([3, 1]))
@every_table
def test_all_that_lies_open_is_the_same(seats: int, every: int) -> None:
    """Cities, supplies, money and scores: only what is drawn in the draft differs."""
    for number, (state, _) in enumerate(islice(course(seats, "open"), 0, None, every)):
        for seat in range(seats) if every == 1 else [number % seats]:
            other = imagined(state, seat)
            assert other.table.town.plain() == state.table.town.plain()
            assert other.scores() == state.scores()
            for name in OPEN:
                assert getattr(other.table, name) == getattr(state.table, name), name
            assert [len(tiles) for tiles in other.table.kept] == [len(tiles) for tiles in state.table.kept]
