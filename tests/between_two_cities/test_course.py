"""The course of the game, whose turn it is, and what stays secret."""

from __future__ import annotations

import json
from collections import Counter
from typing import Literal

import msgspec
import pytest

from cityleague.engine.between_two_cities.components import Tiles, load
from cityleague.engine.between_two_cities.moves import Options, Pick, Place
from cityleague.engine.between_two_cities.state import CitiesState, setup
from cityleague.engine.chance import outcome
from cityleague.engine.components import packaged
from cityleague.engine.protocol import Decision, Draw, OptionsError

from ..arena import due_draw
from ..rows import rows
from .helpers import city_of, finished, furnish, make, new_game, play, refusal
from .reference import KINDS, TAVERNS, covered, homes, layout, results, type_of

SEVERAL = range(3, 8)


def dealt(players: int, seating: Literal["given", "drawn"] = "given") -> CitiesState:
    """A game in which the first hands have just been drawn."""
    state = new_game(players, seating)
    while isinstance(due := state.pending(), Draw):
        state.resolve(outcome("dealt", due))
    return state


def all_pick(state: CitiesState) -> None:
    for seat in range(state.seats):
        make(state, seat, state.legal(seat)[0])


def all_place(state: CitiesState) -> None:
    for seat in range(state.seats):
        for _ in range(2):
            make(state, seat, state.legal(seat)[0])


# -- components


def test_there_are_108_building_tiles() -> None:
    sixteen, twenty = dict.fromkeys(("shop", "factory", "park"), 16), dict.fromkeys(("office", "house"), 20)
    assert Counter(load(None).buildings) == sixteen | twenty | dict.fromkeys(TAVERNS, 5)
    assert Counter(load(None).buildings).total() == 108


def test_there_are_24_duplexes_with_every_type_8_times() -> None:
    duplexes = list(Counter(load(None).duplexes).elements())
    assert len(set(duplexes)) == len(duplexes) == 24
    assert ["/" in name for name in duplexes].count(True) == ["|" in name for name in duplexes].count(True) == 12
    halves = [kind for name in duplexes for kind in covered(name, (0, 0)).values()]
    assert set(Counter(map(type_of, halves)).values()) == {8}
    assert [halves.count(kind) for kind in TAVERNS] == [2, 2, 2, 2]


def custom(buildings: int = 108, duplexes: int = 24) -> Tiles:
    """The packaged tiles but only the first so many of each sort; the buildings are all shops."""
    file = json.loads(packaged("between_two_cities"))
    file["buildings"]["tiles"] = {"shop": buildings}
    names = file["duplexes"]
    names["vertical"], names["horizontal"] = (
        names["vertical"][:duplexes],
        names["horizontal"][: max(duplexes - 12, 0)],
    )
    return load(json.dumps(file).encode())


@rows("players, buildings, duplexes", [(2, 56, 12), (3, 42, 9), (5, 70, 15), (7, 98, 21)])
def test_components_must_suffice(players: int, buildings: int, duplexes: int) -> None:
    state = setup(Options(), players, custom(buildings, duplexes))
    for _ in play(state, "just enough"):
        pass
    assert all(sheet.tiebreaks for sheet in state.scores())
    with pytest.raises(OptionsError, match=f"{players} players need {buildings} building tiles"):
        setup(Options(), players, custom(buildings - 1, duplexes))
    with pytest.raises(OptionsError, match=f"{players} players need {duplexes} duplex tiles"):
        setup(Options(), players, custom(buildings, duplexes - 1))


# -- rounds and turns


@rows("players", range(2, 8))
def test_rounds_turns_and_tiles(players: int) -> None:
    state = new_game(players)
    halves = [""] if players > 2 else ["a", "b"]
    course = [(name + half, hand) for name, hand in (("1", 7), ("2", 3), ("3", 7)) for half in halves]
    picks: Counter[tuple[str, int, int]] = Counter()
    placed: Counter[tuple[str, int, int, str]] = Counter()
    for seat, move in play(state, "course"):
        view = state.view(None)
        if isinstance(move, Pick):
            picks[view.round, view.turn, seat] += 1
        else:
            placed[view.round, view.turn, seat, move.city] += 1
    turns = [(name, turn) for name, hand in course for turn in range(1, hand // 2 + 1)]
    assert picks == Counter((name, turn, seat) for name, turn in turns for seat in range(players))
    assert placed == Counter((*key, side) for key in picks for side in ("left", "right"))
    assert state.round == len(course)
    assert state.pending() is None


@rows("players", range(2, 8))
def test_every_city_ends_as_four_by_four(players: int) -> None:
    state = finished(players, "complete")
    for number in range(4 if players == 2 else players):
        xs, ys = zip(*city_of(state, number), strict=True)
        assert len(city_of(state, number)) == 16
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (3, 3)


@rows("players", range(2, 8))
def test_tiles_are_drawn_from_what_is_left(players: int) -> None:
    state = new_game(players)
    supply = {False: Counter(load(None).buildings), True: Counter(load(None).duplexes)}
    names = []
    while (due := state.pending()) is not None:
        if isinstance(due, Decision):
            seat = due.seats[-1]
            make(state, seat, state.legal(seat)[-1])
            continue
        duplexes = due.name.startswith("round-2")
        names.append(due.name)
        assert due.take == players * (3 if duplexes else 7)
        assert Counter(due.items) == supply[duplexes]
        order = outcome("bag", due)
        supply[duplexes] -= Counter(map(str, order))
        state.resolve(order)
        assert sorted(tile for seat in range(players) for tile in state.view(seat).hand) == sorted(map(str, order))
    rounds = ["1a", "1b", "2a", "2b", "3a", "3b"] if players == 2 else ["1", "2", "3"]
    assert names == [f"round-{name}" for name in rounds]
    assert supply[False].total() == 108 - 2 * 7 * players * (2 if players == 2 else 1)


def to_round(state: CitiesState, name: str) -> CitiesState:
    """Play on until the hands of this round have been drawn."""
    for _ in play(state, "passing"):
        if state.view(None).round == name:
            return state
    raise AssertionError(name)


@rows("seating", ["given", "drawn"])
@rows("name, step", [("1", 1), ("3", -1)])
@rows("players", SEVERAL)
def test_the_rest_is_passed_left_in_round_1_and_right_in_round_3(
    players: int, name: str, step: int, seating: Literal["given", "drawn"]
) -> None:
    state = to_round(new_game(players, seating), name)
    ring = state.view(None).ring
    for left_over in (5, 3):
        all_pick(state)
        rests = [sorted(state.view(seat).hand) for seat in ring]
        all_place(state)
        for place, rest in enumerate(rests):
            assert len(rest) == left_over
            assert sorted(state.view(ring[(place + step) % players]).hand) == rest


@rows("name", ["1a", "1b", "3a", "3b"])
def test_two_players_exchange_the_rest(name: str) -> None:
    state = to_round(new_game(2), name)
    for _ in range(2):
        all_pick(state)
        hands = [state.view(seat).hand for seat in range(2)]
        all_place(state)
        assert [state.view(seat).hand for seat in range(2)] == hands[::-1]


@rows("name, following", [("1", "2"), ("2", "3")])
def test_the_last_tile_is_set_aside_and_does_not_return(name: str, following: str) -> None:
    state = to_round(new_game(4), name)
    while state.view(None).round == name and not isinstance(state.pending(), Draw):
        all_pick(state)
        last = [state.view(seat).hand for seat in range(4)]
        all_place(state)
    assert [len(hand) for hand in last] == [1, 1, 1, 1]
    assert state.view(None).round == following
    assert state.view(None).hand_sizes == (0, 0, 0, 0)
    to_round(state, "3")
    assert [len(city_of(state, number)) for number in range(4)] == [6 + 4] * 4


def test_duplexes_are_not_passed_on() -> None:
    state = to_round(new_game(5), "2")
    all_pick(state)
    all_place(state)
    assert due_draw(state).name == "round-3"


# -- the table


@rows("players", SEVERAL)
def test_a_city_is_shared_by_a_seat_and_its_left_neighbour(players: int) -> None:
    view = new_game(players).view(None)
    assert [city.builders for city in view.cities] == [(i, (i + 1) % players) for i in range(players)]
    assert [(home["left"], home["right"]) for home in view.home] == homes(players)


def test_two_players_have_two_cities_each() -> None:
    view = new_game(2).view(None)
    assert [city.builders for city in view.cities] == [(0,), (0,), (1,), (1,)]
    assert [(home["left"], home["right"]) for home in view.home] == homes(2)


def test_seating_can_be_drawn() -> None:
    state = new_game(4, "drawn")
    assert due_draw(state) == Draw("seating", range(4), 4)
    state.resolve([2, 0, 3, 1])
    view = state.view(None)
    assert view.ring == (2, 0, 3, 1)
    assert [city.builders for city in view.cities] == [(2, 0), (0, 3), (3, 1), (1, 2)]
    assert [(home["left"], home["right"]) for home in view.home] == [(1, 0), (3, 2), (0, 3), (2, 1)]
    assert due_draw(state).name == "round-1"
    assert due_draw(new_game(4)).name == "round-1"


def test_hands_are_dealt_round_the_table() -> None:
    state = new_game(3, "drawn")
    state.resolve([1, 2, 0])
    order = outcome("deal", due_draw(state))
    state.resolve(order)
    assert [tile for seat in (1, 2, 0) for tile in state.view(seat).hand] == order


def test_sheets_follow_the_seating() -> None:
    state = new_game(4, "drawn")
    ring = (2, 0, 3, 1)
    state.resolve(ring)
    cities = [layout(text) for text in ("SS", "PPP", "FOF", "12.O")]
    for number, city in enumerate(cities):
        furnish(state, number, city)
    sheets = state.scores()
    assert [sheets[seat].key[1:] for seat in ring] == results(cities, 4)


# -- refusals


def test_only_tiles_in_the_hand_are_picked() -> None:
    state = dealt(3)
    state.table.hands[0] = ["shop", "park", "park", "house", "office", "factory", "house"]
    code = ("B2C-PICK-NOT-IN-HAND", "tiles")
    assert refusal(state, 0, Pick(("shop", "tavern-bed"))) == code
    assert refusal(state, 0, Pick(("tavern-bed", "shop"))) == code
    assert refusal(state, 0, Pick(("shop", "shop"))) == code
    for tiles in (("shop", "park"), ("park", "shop"), ("park", "park")):
        state.verify(0, Pick(tiles))


def test_a_pick_is_listed_once_and_two_alike_count() -> None:
    state = dealt(3)
    state.table.hands[0] = ["park", "shop", "park"]
    assert [sorted(move.tiles) for move in state.legal(0) if isinstance(move, Pick)] == [
        ["park", "shop"],
        ["park", "park"],
    ]


PICK, PLACE = Pick(("shop", "shop")), Place("shop", "left", (0, 0))


def test_nobody_moves_twice() -> None:
    state = dealt(3)
    make(state, 1, state.legal(1)[0])
    assert state.pending() == Decision("secret", (0, 2))
    assert refusal(state, 1, Pick((state.table.hands[1][0], state.table.hands[1][1]))) == ("TURN-NOT-YOURS", None)
    for seat in (0, 2):
        make(state, seat, state.legal(seat)[0])
    assert state.pending() == Decision("open", (0, 1, 2))
    last = state.table.owed[1][1]
    for _ in range(2):
        make(state, 1, state.legal(1)[0])
    assert state.pending() == Decision("open", (0, 2))
    assert refusal(state, 1, Place(last, "left", (1, 0))) == ("TURN-NOT-YOURS", None)
    assert state.legal(1) == []


def test_a_move_is_of_the_kind_that_is_due() -> None:
    state = dealt(3)
    assert refusal(state, 0, Place(state.table.hands[0][0], "left", (0, 0))) == ("TURN-WRONG-MOVE", "type")
    all_pick(state)
    assert refusal(state, 0, Pick((state.table.hands[0][0], state.table.hands[0][1]))) == ("TURN-WRONG-MOVE", "type")


# -- secrets


def view_bytes(state: CitiesState, seat: int | None) -> bytes:
    return msgspec.json.encode(state.view(seat))


def who_notices(state: CitiesState, other: CitiesState) -> list[int | None]:
    """The seats that see two games of four differently; None is a spectator."""
    return [seat for seat in (None, 0, 1, 2, 3) if view_bytes(state, seat) != view_bytes(other, seat)]


@rows("owner", range(4))
def test_hands_are_seen_by_their_seat_only(owner: int) -> None:
    state = dealt(4)
    other = state.copy()
    other.table.hands[owner] = [next(kind for kind in KINDS if kind != tile) for tile in state.table.hands[owner]]
    assert who_notices(state, other) == [owner]


@rows("owner", range(4))
def test_a_pick_is_seen_by_its_seat_only_until_all_have_picked(owner: int) -> None:
    state = dealt(4)
    other = state.copy()
    make(state, owner, state.legal(owner)[0])
    make(other, owner, other.legal(owner)[-1])
    assert who_notices(state, other) == [owner]
    for game in (state, other):
        for seat in set(range(4)) - {owner}:
            make(game, seat, game.legal(seat)[0])
    assert state.view(None).owed[owner] != other.view(None).owed[owner]
    assert who_notices(state, other) == [None, 0, 1, 2, 3]


def test_nobody_sees_the_bag_the_pile_or_what_was_passed_on() -> None:
    state = dealt(4)
    other = state.copy()
    other.table.bag.clear()
    other.table.pile.clear()
    assert who_notices(state, other) == []
    all_pick(state)
    all_place(state)
    assert all(len(state.view(seat).hand) == 5 for seat in range(4))
    assert state.view(None).hand == ()
