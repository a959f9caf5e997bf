"""What a seat of Between Two Cities has seen of hands, and what it imagines of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest

from cityleague.engine.between_two_cities import GAME
from cityleague.engine.between_two_cities.bots.imagining import imagine
from cityleague.engine.between_two_cities.components import load
from cityleague.engine.between_two_cities.moves import Options, Pick
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup

from ..rows import daily
from .helpers import new_game, play

BOX = Counter({**load(None).buildings, **load(None).duplexes})


def course(players: int) -> Iterator[CitiesState]:
    """The states of a game before its moves."""
    state = new_game(players, "drawn")
    for _ in play(state, "imagined"):
        yield state


def tiles(state: CitiesState) -> Counter[str]:
    """Every tile of a game, wherever it is."""
    counts = Counter({**state.table.bag, **state.table.pile}) + Counter(state.view(None).shown)
    for held in (*state.table.hands, *state.table.picked, *state.table.aside):
        counts.update(held or ())
    return counts


def imagined(state: CitiesState, seat: int, stream: Stream) -> CitiesState:
    """What the seat imagines."""
    return imagine(Setup(GAME, Options(), load(None), state.seats), state.view(seat), stream)


@pytest.mark.parametrize("players", daily([2, 5, 3, 4, 6, 7], 2))
def test_imagined_games_have_the_tiles_of_the_box(players: int) -> None:
    for state in course(players):
        assert tiles(state) == BOX
        for seat in range(players):
            other = imagined(state, seat, Stream("imagined", ""))
            assert tiles(other) == BOX
            table, other_table = state.table, other.table
            assert [len(tiles or ()) for tiles in other_table.picked] == [len(tiles or ()) for tiles in table.picked]
            assert sum(other_table.bag.values()) == sum(table.bag.values())
            assert sum(other_table.pile.values()) == sum(table.pile.values())


@pytest.mark.parametrize("players", daily([2, 3, 7, 4, 5, 6], 3))
def test_a_seat_knows_the_hands_that_it_has_held_and_no_others(players: int) -> None:
    """The test follows the hands by itself: a hand is the same list on its way round the table."""
    state = new_game(players, "drawn")
    held: list[dict[int, int]] = [{} for _ in range(players)]  # by seat: hand by its number, and its turn
    number: dict[int, int] = {}
    fresh = count()
    now = ""
    for seat, move in play(state, "hands"):
        view = state.view(seat)
        if view.round != now:
            now, number, held = view.round, {id(hand): next(fresh) for hand in state.table.hands}, [{} for _ in held]
        for owner, hand in enumerate(state.table.hands):
            held[owner][number[id(hand)]] = view.turn
        for watcher in range(players):
            told = state.view(watcher).known
            for owner, hand in enumerate(state.table.hands):
                whole = sorted([*hand, *(state.table.picked[owner] or ())])
                expected = whole if number[id(hand)] in held[watcher] else None
                assert (None if told[owner] is None else sorted(told[owner] or ())) == expected
        assert state.view(None).known == (None,) * players
        assert isinstance(move, Pick) or not any(state.table.picked)


def test_what_was_set_aside_is_known_to_those_who_have_held_it() -> None:
    for state in course(5):
        for seat in range(5):
            for number, aside in enumerate(state.view(seat).aside):
                known = [place for place, tile in enumerate(aside) if tile is not None]
                assert [aside[place] for place in known] == [state.table.aside[number][place] for place in known]
                assert len(known) == (1 if number == 1 else 3)  # a hand of duplexes is not passed on
        assert all(tile is None for aside in state.view(None).aside for tile in aside)


@pytest.mark.parametrize("players", daily([2, 5, 3, 4, 6, 7], 2))
def test_what_was_set_aside_lies_where_the_hand_was_that_a_seat_has_held(players: int) -> None:
    """With drawn seats a place round the table is not a seat. The test follows hands and seats by itself."""
    state = new_game(players, "drawn")
    now, rounds = "", 0
    number: dict[int, int] = {}
    last: list[tuple[int, list[str]]] = []
    held: list[set[int]] = []

    def check() -> None:
        ring = state.view(None).ring
        for watcher in range(players):
            expected = [tile if hand in held[watcher] else None for hand, (tile,) in [last[seat] for seat in ring]]
            assert list(state.view(watcher).aside[-1]) == expected

    for _ in play(state, "left"):
        if state.view(None).round != now:
            if now:
                check()
            now, rounds = state.view(None).round, rounds + 1
            number, held = {id(hand): at for at, hand in enumerate(state.table.hands)}, [set() for _ in range(players)]
        last = [(number[id(hand)], list(hand)) for hand in state.table.hands]
        for owner, (hand, _) in enumerate(last):
            held[owner].add(hand)
    check()
    assert state.view(None).ring != tuple(range(players))
    assert len(state.view(None).aside) == rounds == (6 if players == 2 else 3)


def test_every_tile_can_be_in_a_hand_that_was_not_seen() -> None:
    state = next(course(4))
    in_hand: Counter[str] = Counter()
    for number in range(100):
        other = imagined(state, 0, Stream("imagined", str(number)))
        assert other.table.hands[0] == state.table.hands[0]
        in_hand.update(other.table.hands[2])
    assert set(in_hand) == set(load(None).buildings)


def test_a_secret_pick_is_any_two_of_a_hand_that_was_seen() -> None:
    state = next(state for state in course(2) if state.table.turn == 2 and any(state.table.picked))
    owner = next(seat for seat in range(2) if state.table.picked[seat])
    hand = state.view(1 - owner).known[owner]
    assert hand is not None
    picks = set()
    for number in range(200):
        other = imagined(state, 1 - owner, Stream("imagined", str(number)))
        assert sorted([*other.table.hands[owner], *(other.table.picked[owner] or ())]) == sorted(hand)
        picks.add(tuple(sorted(other.table.picked[owner] or ())))
    assert picks == {tuple(sorted((tile, two))) for i, tile in enumerate(hand) for two in hand[i + 1 :]}


@pytest.mark.parametrize("players", daily([2, 3, 7, 4, 5, 6], 3))
def test_a_view_tells_who_has_revealed_what_in_every_turn(players: int) -> None:
    """Everybody is told as soon as all have picked, and until the end of the game."""
    picks: dict[tuple[str, int], dict[int, tuple[str, ...]]] = {}
    state = new_game(players, "drawn")
    for seat, move in play(state, "revealed"):
        view = state.view(None)
        told = [picks[turn] for turn in picks if len(picks[turn]) == players]
        expected = tuple([tuple([turn[player] for player in range(players)]) for turn in told])
        for watcher in (None, *range(players)):
            assert state.view(watcher).revealed == expected
        assert Counter(view.shown) == Counter([tile for turn in expected for tiles in turn for tile in tiles])
        if isinstance(move, Pick):
            picks.setdefault((view.round, view.turn), {})[seat] = move.tiles
    assert len(state.view(None).revealed) == (14 if players == 2 else 7)
