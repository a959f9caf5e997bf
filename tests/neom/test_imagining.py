"""Imagined games of NEOM: what a seat has seen of passed hands is kept, all else is possible and varies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.neom import GAME
from cityleague.engine.neom.bots.imagining import imagine
from cityleague.engine.neom.moves import Pick, Sell
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import BOARDS, DEALING, DISASTER, DRAFT, DRAFTING, HAND, PICKING, ROUNDS, NeomTable
from cityleague.engine.protocol import Setup

from ..rows import daily
from .helpers import course, new

MANY = range(3, 6)
many = pytest.mark.parametrize("seats", MANY)


def imagined(state: NeomState, seat: int, number: int = 0) -> NeomState:
    table = state.table
    setup = Setup(GAME, table.options, table.box, table.seats)
    return imagine(setup, state.view(seat), Stream("imagined", str(number)))


def states(seats: int, options: Mapping[str, Any] = {}, every: int = 3) -> Iterator[NeomState]:
    for number, (state, _) in enumerate(course(seats, options, f"imagined {seats}")):
        if number % every == 0 or state.table.stage in (DRAFTING, DISASTER, OVER):
            yield state


def tiles(table: NeomTable) -> list[int]:
    """The tiles of this generation: in hands, picked, or shown before; none between generations."""
    secret = table.picked if table.stage == PICKING else []
    return sorted([tile for tiles in (*table.hands, secret, *table.picks) for tile in tiles if tile])


def anchors(table: NeomTable) -> list[int]:
    """All anchors of the box, in the draft."""
    hands = [*table.hands, *table.anchors, table.picked, table.discarded, table.anchors_left]
    return sorted([anchor for hand in hands for anchor in hand if anchor])


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (1, {"tiles": "5+"}), (1, {"beginner": True}), (2, {}), (2, {"beginner": True})]
)
def test_one_or_two_players_hide_nothing(seats: int, options: Mapping[str, Any]) -> None:
    for state in states(seats, options, 1):
        for seat in range(seats):
            assert imagined(state, seat).digest() == state.digest()


@many
@pytest.mark.parametrize("options", [{}, {"beginner": True}], ids=["", "beginner"])
def test_every_tile_is_somewhere_and_once(seats: int, options: Mapping[str, Any]) -> None:
    """Tiles that left with the last tile of each hand at the end of a generation do not count."""
    for state in states(seats, options):
        for seat in range(seats):
            other = imagined(state, seat).table
            if state.table.stage == DRAFTING:
                assert anchors(other) == list(other.box.anchors)
            elif state.table.hands[seat]:
                assert tiles(other) == list(other.stack())
            else:
                assert not any(other.hands)
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.table.hands]
            assert [bool(tile) for tile in other.picked] == [bool(tile) for tile in state.table.picked]
            assert [len(own) for own in other.anchors] == [len(own) for own in state.table.anchors]


@many
def test_a_hand_that_was_held_is_known(seats: int) -> None:
    """A seat that has held a hand knows it, except for a secret pick; nobody else does."""
    holders: dict[int, set[int]] = {}
    dealt: dict[int, int] = {}
    for state, _ in course(seats, {}, "followed"):
        table = state.table
        if table.stage != PICKING:
            continue
        if table.turn == 1 and not any(table.picked):
            dealt = {tile: seat for seat, hand in enumerate(table.hands) for tile in hand}
            holders = {seat: set() for seat in range(seats)}
        full = [sorted([*hand, *[pick] * bool(pick)]) for hand, pick in zip(table.hands, table.picked, strict=True)]
        for seat, hand in enumerate(full):
            holders[dealt[hand[0]]].add(seat)
        for watcher in range(seats):
            known = [watcher in holders[dealt[hand[0]]] for hand in full]
            view = state.view(watcher)
            assert list(view.hands) == [tuple(hand) if seen else () for hand, seen in zip(full, known, strict=True)]
            there = imagined(state, watcher).table
            for seat in range(seats):
                if known[seat]:
                    assert sorted([*there.hands[seat], *[there.picked[seat]] * bool(there.picked[seat])]) == full[seat]


@many
def test_every_tile_that_was_not_seen_can_be_in_every_hand_that_was_not_held(seats: int) -> None:
    """After the first round, when seat 0 knows two hands, and the tiles that were shown."""
    state = next(state for state, _ in course(seats, {}, "all") if state.table.stage == PICKING and state.round == 2)
    table = state.table
    unknown = [hand for seat, hand in enumerate(table.hands) if seat not in (0, 1)]
    possible: list[Counter[int]] = [Counter() for _ in range(seats)]
    for number in range(150):
        for seat, hand in enumerate(imagined(state, 0, number).table.hands):
            possible[seat].update(hand)
    assert set(possible[0]) == set(table.hands[0])
    assert set(possible[1]) == set(table.hands[1])
    for seat in range(2, seats):
        assert set(possible[seat]) == {tile for hand in unknown for tile in hand}


def test_a_secret_pick_can_be_any_tile_of_the_hand() -> None:
    """This holds for a hand that has been held, and for one that has not."""
    state = next(
        state for state, _ in course(3, {}, "secret") if state.round == 2 and state.table.stage == PICKING
    ).copy()
    known = state.view(0).hands[1]
    for seat in (1, 2):
        state.apply(seat, state.legal(seat)[0])
    picks = [imagined(state, 0, number).table.picked for number in range(200)]
    assert {pick[1] for pick in picks} == set(known)
    assert len({pick[2] for pick in picks}) == HAND - 1
    assert not any(pick[0] for pick in picks)


# -- the draft


def drafted(seats: int, row: int) -> NeomState:
    """A draft before the last of its picks in this row: seat 0 has still to pick."""
    state = new(seats)
    state.resolve(state.pending().items[:seats])  # type: ignore[union-attr]
    state.resolve(range(121, 121 + (DRAFT + 1) * seats))
    while state.table.row < row:
        for seat in range(seats):
            state.apply(seat, state.legal(seat)[-1])
    for seat in range(1, seats):
        state.apply(seat, state.legal(seat)[0])
    return state


@many
def test_anchors_that_were_passed_on_are_with_those_who_held_them_since(seats: int) -> None:
    """In the last pick seat 1 holds what seat 0 held in the second, and seat 2 what it held in the first."""
    state = drafted(seats, DRAFT - 1)
    first, second, _ = map(set, state.view(0).held)
    mine = set(state.table.anchors[0])
    for number in range(20):
        there = imagined(state, 0, number).table
        assert {*there.hands[1], there.picked[1]} == second - mine
        taken = set(there.anchors[1]) & first
        assert len(taken) == 1
        assert {*there.hands[2], there.picked[2]} == first - mine - taken
        unseen = set(there.box.anchors) - first - second - set(there.held[2][0])
        assert (set(there.anchors[1]) | set(there.anchors[2])) - first - second <= unseen


@many
def test_every_anchor_that_was_not_seen_can_be_anybodys(seats: int) -> None:
    state = drafted(seats, 1)
    seen = {anchor for hand in state.view(0).held for anchor in hand}
    kept: list[set[int]] = [set() for _ in range(seats)]
    picked: list[set[int]] = [set() for _ in range(seats)]
    for number in range(300):
        there = imagined(state, 0, number).table
        for seat in range(seats):
            kept[seat].update(there.anchors[seat])
            picked[seat].add(there.picked[seat])
    unseen = set(state.table.box.anchors) - seen
    assert kept[0] == set(state.table.anchors[0])
    assert all(others == unseen for others in kept[1:])
    assert picked[0] == {0}
    assert picked[1] == set(state.view(0).held[0]) - kept[0]
    assert all(others == unseen for others in picked[2:])


@many
def test_what_others_remember_of_an_imagined_draft_agrees(seats: int) -> None:
    """Each has picked one of the hands it held, and has passed on the rest; seat 0 remembers what it does."""
    for row in range(DRAFT):
        state = drafted(seats, row)
        table = imagined(state, 0).table
        assert [hands[0] for hands in table.held] == [hands[0] for hands in state.table.held]
        for seat in range(seats):
            for before, after in zip(table.held, table.held[1:], strict=False):
                (picked,) = set(before[seat]) - set(after[(seat + 1) % seats])
                assert picked in table.anchors[seat]
            assert {*table.hands[seat], table.picked[seat]} - {0} == set(table.held[-1][seat])


# -- disasters


@pytest.mark.parametrize("games", daily([3, 6]))
@many
def test_a_disaster_is_taken_in_ways_that_are_legal(seats: int, games: int) -> None:
    kinds = set()
    for game in range(games):
        for state, event in course(seats, {}, f"disaster {game}"):
            table = state.table
            if table.stage != DISASTER:
                continue
            assert isinstance(event, tuple)
            asked = state.copy().table
            for watcher in range(seats):
                for number in range(4):
                    there = imagined(state, watcher, number).table
                    assert [bool(answer) for answer in there.answers] == [bool(answer) for answer in table.answers]
                    assert there.answers[watcher] == table.answers[watcher]
                    for seat, answer in enumerate(there.answers):
                        if answer is not None and seat != watcher:
                            asked.ask(seat)
                            NeomState.at(asked).verify(seat, answer)
                            kinds.add(type(answer))
    assert len(kinds) == 2


def test_what_was_shown_is_forgotten_with_its_generation() -> None:
    for state, _ in course(3, {}, "shown"):
        table = state.table
        if table.stage in (BOARDS, DEALING):
            assert (table.picks, table.held, table.sold) == ((), (), ())
        elif table.stage == PICKING:
            assert len(state.view(None).shown) == 3 * len(table.picks) == 3 * (table.turn - 1) < 3 * ROUNDS
            assert not table.held


@many
def test_a_view_tells_who_picked_what_and_what_was_sold(seats: int) -> None:
    """It tells this generation's picks once all are shown, whatever becomes of the tiles."""
    picks: list[list[int]] = []
    sold: set[int] = set()
    for state, event in course(seats, {}, "picked"):
        table = state.table
        if table.stage in (BOARDS, DEALING):
            picks, sold = [], set()
        for watcher in (None, *range(seats)):
            view = state.view(watcher)
            shown = picks if table.stage != PICKING else picks[: table.turn - 1]
            assert view.picks == tuple(map(tuple, shown))
            assert set(view.shown) == {tile for picked in view.picks for tile in picked}
            assert set(view.sold) == sold
        if isinstance(event, tuple) and table.stage == PICKING:
            seat, move = event
            assert isinstance(move, Pick)
            if len(picks) < table.turn:
                picks.append([0] * seats)
            picks[-1][seat] = move.tile
        if isinstance(event, tuple) and isinstance(event[1], Sell):
            sold.add(picks[-1][event[0]])


@pytest.mark.parametrize("seats", [1, 2])
def test_between_two_and_alone_a_view_tells_what_was_sold(seats: int) -> None:
    sold: set[tuple[int, int]] = set()
    for state, event in course(seats, {}, "sold"):
        generation = state.table.generation
        assert set(state.view(None).sold) == {tile for when, tile in sold if when == generation}
        assert state.view(None).picks == ()
        if isinstance(event, tuple) and isinstance(event[1], Sell):
            sold.add((generation, state.table.picked[event[0]]))


def test_a_pick_that_was_sold_is_not_imagined_in_a_hand() -> None:
    for state, event in course(4, {}, "sold", choose=lambda state, seat: state.legal(seat)[-1]):
        if state.round != 2 or state.table.stage != PICKING or not isinstance(event, tuple):
            continue
        assert isinstance(event[1], Pick)
        there = imagined(state, 0).table
        shown = state.view(0).shown
        assert len(shown) == 4
        assert not {tile for hand in there.hands for tile in hand} & set(shown)
