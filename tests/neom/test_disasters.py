"""Flood, fire and violence: fines and what is removed, who is struck and when, what others learn of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import msgspec

from cityleague.engine.neom.moves import Build, Cell, Pay, Pick, Remove, Sell
from cityleague.engine.neom.state import NeomState
from cityleague.engine.protocol import Decision, Draw

from ..rows import rows
from .helpers import do, position
from .index import INDEX
from .scenes import buy, code, facing, goods, makers, money, plan, put, tiles

FLOOD, FIRE, VIOLENCE = 24, 64, 104
GENERATION = {FLOOD: 1, FIRE: 2, VIOLENCE: 3}
SOLD = {1: 6, 2: 48, 3: 95}


def struck(disaster: int, city: Mapping[Cell, int], cash: int = 50, **details: Any) -> NeomState:
    """Seat 1 has picked the disaster; seat 0 sells a tile for 5, with which it has `cash`."""
    generation = GENERATION[disaster]
    state = position(
        **{
            "city": city, "picked": SOLD[generation], "others_picked": {1: disaster}, "generation": generation,
            "money": cash - 5, **details,
        }
    )  # fmt: skip
    state.table.money[0] = cash - 5
    return do(state, Sell())


def asked(state: NeomState, seat: int = 0) -> bool:
    """Whether a seat has to choose what a disaster costs it."""
    return state.view(None).due[seat] == "suffer"


def fine_of(disaster: int, picture: str) -> int:
    """What the disaster costs in this city."""
    state = struck(disaster, plan(picture.replace("  ", "\n")))
    assert asked(state)
    return 50 - money(do(state, Pay()))


# -- fines


@rows(
    "picture, flood, fire, violence",
    [
        ("1 . . . .  . . . . .  . . . . .  . . . . .  . . . . .", 1, 1, 2),
        ("1 8 11 17 18  . . . . .  . . . . .  . . . . .  . . . . .", 4, 2, 6),
        ("86 . 87 . .  . . . . .  . . . . .  . . . . .  . . . . .", 2, 2, 4),
        ("86 18 125 . .  . . . . .  32 61 15 . .  . . . . .  . . . . .", 3, 3, 2),
        # eight tiles around a fire brigade, two farther away
        ("1 2 3 . .  4 17 6 . .  7 8 9 . 1  . . . . 11  . . . . .", 11, 2, 20),
        ("1 2 3 . .  4 57 6 . .  7 8 9 . 1  . . . . 11  . . . . .", 11, 11, 4),
        ("1 2 3 . .  4 139 6 . .  7 8 9 . 1  . . . . 11  . . . . .", 11, 2, 4),
        # two of them together protect more, but nothing twice
        ("1 17 2 3 .  . . 38 . .  11 . . . 12  . . . . .  . . . . 4", 8, 3, 12),
        ("1 102 2 3 .  . . 119 . .  11 . . . 12  . . . . .  . . . . 4", 8, 8, 6 * 2 - 6),
        # protection by a corner only
        ("17 . . . .  . 1 2 . .  . . . . .  57 . . . .  . 6 7 . .", 6, 5 - 1, 8 - 2),
        # the insurance: 5 → 2, 4 → 2, 8 → 4; 3 → 1
        ("1 2 6 11 133  . . . . .  . . . . .  . . . . .  . . . . .", 2, 2, 4),
        ("1 2 133 . .  . . . . .  . . . . .  . . . . .  . . . . .", 1, 1, 2),
    ],
)
def test_fines(picture: str, flood: int, fire: int, violence: int) -> None:
    assert (fine_of(FLOOD, picture), fine_of(FIRE, picture), fine_of(VIOLENCE, picture)) == (flood, fire, violence)


def test_tiles_that_are_cut_off_count_and_protect() -> None:
    assert fine_of(FIRE, "17 1 . . .  . . . . .  . . . . .  . . . . .  . . . . 2") == 1


def test_what_was_built_in_this_round_counts() -> None:
    state = position(picked=8, city={(0, -1): 1}, others_picked={1: FLOOD})
    do(state, Build(8, (0, 1)))
    assert money(do(state, Pay())) == 50 - 2


def test_money_of_the_tile_sold_can_be_used() -> None:
    state = struck(FLOOD, plan("1 2 6 8 11\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), 5)
    assert money(do(state, Pay())) == 0


def test_who_cannot_pay_the_whole_fine_removes() -> None:
    city = plan("1 2 6 8 11\n17 . . . .\n. . . . .\n. . . . .\n. . . . .")
    state = struck(FLOOD, city, 5)
    assert code(state, Pay()) == "NEOM-DISASTER-PAY"
    assert Pay() not in state.legal(0)
    assert Pay() in struck(FLOOD, city, 6).legal(0)
    insured = {**city, (0, 1): 133, (1, 1): 125, (2, 1): 129, (2, 2): 3, (1, 2): 4, (0, 2): 7}
    assert code(struck(FLOOD, insured, 6), Pay()) == ""
    assert code(struck(FLOOD, insured, 5), Pay()) == "NEOM-DISASTER-PAY"


def test_money_for_goods_of_this_round_does_not_pay_the_fine() -> None:
    """Seat 1 has nothing but the 4 that seat 0 pays it for its gold."""
    state = facing(9, others={1: {(0, -1): 13}}, others_picked={1: 8, 2: FLOOD})
    state.table.money[1] = 0
    do(state, put(9, buy=(buy("gold", 1, "left"),)))
    do(state, put(8, (1, 0)), seat=1)
    assert money(state, 1) == 0
    assert state.view(1).incoming[1] == 4
    assert code(state, Pay(), 1) == "NEOM-DISASTER-PAY"
    do(state, Pay())
    do(state, Remove(((0, -1),)), seat=1)
    assert money(state, 1) == 4
    assert tiles(state, 1) == {(1, 0): 8}


# -- what is removed: against a search of all sets of tiles


def served(numbers: tuple[int, ...], kinds: tuple[str, ...]) -> bool:
    """Whether each of these tiles can serve for one of these types, all different."""
    return any(
        all(kind in INDEX[number].types for number, kind in zip(numbers, order, strict=True))
        for order in permutations(kinds, len(numbers))
    )


def allowed(disaster: int, city: Mapping[Cell, int]) -> set[frozenset[Cell]]:
    """The sets of cells of which the rules allow one to be chosen."""
    buildings = [cell for cell, number in city.items() if "extraction" not in INDEX[number].types]
    if disaster == FLOOD:
        return {frozenset([cell]) for cell in buildings}
    if disaster == FIRE:
        return {frozenset(pair) for pair in combinations(city, min(2, len(city)))}
    kinds = ("residential", "commercial", "industrial")
    by_size = {
        size: {frozenset(cells) for cells in combinations(city, size) if served(tuple(city[c] for c in cells), kinds)}
        for size in (1, 2, 3)
    }
    return next((sets for size in (3, 2, 1) if (sets := by_size[size])), set())


CITIES = [
    "1 . . . .  . . . . .  . . . . .  . . . . .  . . . . .",
    "1 8 11 17 18  . 2 . . .  . . . . .  . . . . .  . . . . .",
    "86 . . . .  . . . . .  . . . . .  . . . . .  . . . . .",
    "86 87 . . .  . . . . .  . . . . .  . . . . .  . . . . .",
    "86 1 . . .  . . . . .  . . . . .  . . . . .  . . . . 17",
    "86 8 . . .  . . . . .  . . 32 . .  . . . . .  . . . . .",
    "86 1 2 11 12  . . . . .  . . 17 . .  . . . . .  . . . . .",
    "86 87 11 . .  . . . . .  . . 19 . .  . . . . .  . . . . .",
    "86 87 1 8 11  12 15 . . .  . . . . .  . . . . .  . . . . 125",
    "1 2 11 12 .  . . . . .  . . . . .  . . . . .  . . . . .",
    "8 7 17 15 .  . . . . .  . . . . .  . . . . .  . . . . .",
    "137 135 121 125 18  . . . . .  . . 4 . .  . . . . .  . . . . .",
]


@rows("disaster", [FLOOD, FIRE, VIOLENCE])
@rows("picture", CITIES)
def test_all_removals_are_listed_and_no_other(disaster: int, picture: str) -> None:
    city = plan(picture.replace("  ", "\n"))
    state = struck(disaster, city)
    expected = allowed(disaster, city)
    assert expected
    moves = state.legal(0)
    listed = [move.cells for move in moves if isinstance(move, Remove)]
    assert {frozenset(cells) for cells in listed} == expected
    assert len(listed) == len(expected)
    assert Pay() in moves
    assert len(moves) == len(listed) + 1
    cells = [*city, (0, 0), (2, 1)]
    for size in range(5):
        for some in combinations(dict.fromkeys(cells), size):
            assert code(state, Remove(some)) == ("" if frozenset(some) in expected else "NEOM-DISASTER-REMOVE"), some


@rows(
    "cells",
    [((0, -2), (0, -2)), ((0, 0), (0, -2)), ((0, -2), (3, 3)), ((0, -2), (0, 2)), ((0, -2), (0, -1), (1, -1)), ()],
)
def test_illegal_removals_are_refused(cells: tuple[Cell, ...]) -> None:
    state = struck(FIRE, {(0, -2): 1, (0, -1): 2, (1, -1): 3})
    assert code(state, Remove(cells)) == "NEOM-DISASTER-REMOVE"


def test_tiles_can_be_removed_although_they_are_protected_or_the_fine_could_be_paid() -> None:
    state = struck(FIRE, {(0, -1): 17, (0, 1): 32, (1, 0): 1})
    do(state, Remove(((0, -1), (0, 1))))
    assert tiles(state) == {(1, 0): 1}
    assert money(state) == 50


def test_what_tiles_do_ends_with_them() -> None:
    state = struck(FLOOD, {(0, -1): 13, (0, 1): 11})
    do(state, Remove(((0, -1),)))
    assert goods(state) == {"coal", "lumber"}


@rows(
    "disaster, city",
    [(FLOOD, {}), (FIRE, {}), (VIOLENCE, {}), (FLOOD, {(0, 1): 18}), (VIOLENCE, {(0, 1): 18, (1, 0): 17})],
)
def test_who_has_nothing_to_remove_is_not_asked(disaster: int, city: dict[Cell, int]) -> None:
    state = struck(disaster, city)
    assert not asked(state)
    assert money(state) == 50
    assert state.view(None).stage == "picking"


def test_fire_takes_extraction_tiles_too_but_has_no_fine_for_them() -> None:
    state = struck(FIRE, {(0, 1): 18, (1, 0): 32})
    assert len(state.legal(0)) == 2
    assert code(state, Remove(((0, 1), (1, 0)))) == ""
    assert money(do(state, Pay())) == 50


# -- who is struck, and when


@rows("seats", [3, 4, 5])
@rows("disaster", [FLOOD, FIRE, VIOLENCE])
def test_all_others_are_struck_after_all_have_acted(seats: int, disaster: int) -> None:
    cities = {seat: {(0, -1): 1, (1, 0): 8} for seat in range(1, seats)}
    generation = GENERATION[disaster]
    state = position(
        seats, city={(0, -1): 2}, others=cities, others_picked={1: disaster, 2: 33}, generation=generation, picked=27
    )
    assert (state.view(None).stage, state.view(None).disaster) == ("acting", None)
    do(state, Sell())
    assert state.view(None).stage == "acting"
    do(state, Sell(), seat=2)
    assert state.pending() == Decision("secret", tuple(seat for seat in range(seats) if seat != 1))
    assert state.view(None).stage == "disaster"
    assert state.view(None).disaster == disaster
    for seat in range(seats):
        if seat != 1:
            do(state, Remove(state_first(state, seat)), seat=seat)
    assert tiles(state, 1) == cities[1]
    assert money(state, 1) == 50
    assert len(tiles(state, 2)) == (1 if disaster == FLOOD else 0)


def state_first(state: NeomState, seat: int) -> tuple[Cell, ...]:
    """The first removal that is listed."""
    return next(move.cells for move in state.legal(seat) if isinstance(move, Remove))


def test_choices_are_secret_and_take_effect_together() -> None:
    home = {(0, -1): 1, (1, 0): 8}
    state = struck(FLOOD, home, others={1: home, 2: home})
    before = [hidden(state, seat) for seat in (1, 2, None)]
    assert state.pending() == Decision("secret", (0, 2))
    other = state.copy()
    do(state, Pay())
    do(other, Remove(((1, 0),)))
    for branch in (state, other):
        assert [hidden(branch, seat) for seat in (1, 2, None)] == before
        assert money(branch) == 50
        assert tiles(branch) == home
        assert branch.pending() == Decision("secret", (2,))
    do(state, Remove(((0, -1),)), seat=2)
    do(other, Pay(), seat=2)
    assert (money(state), tiles(state), money(state, 2), tiles(state, 2)) == (48, home, 45, {(1, 0): 8})
    assert (money(other), tiles(other), money(other, 2), tiles(other, 2)) == (50, {(0, -1): 1}, 43, home)


def hidden(state: NeomState, seat: int | None) -> dict[str, object]:
    """A view without who is still to choose."""
    view: dict[str, object] = msgspec.to_builtins(state.view(seat))
    return {name: value for name, value in view.items() if name != "due"}


def test_a_disaster_that_nobody_picks_does_not_happen() -> None:
    state = position(picked=6, city={(0, 1): 8}, turn=7)
    do(state, Sell())
    assert state.view(None).disaster is None
    assert money(state) == 50 + 5 + 3


# -- two players


def test_the_disaster_of_the_first_strikes_the_second_after_he_has_acted() -> None:
    state = position(2, picked=8, others_picked={1: FLOOD}, others={1: {(0, 1): 6}})
    assert not asked(state)
    do(state, Build(8, (0, 1)))
    assert asked(state)
    assert not asked(state, 1)
    do(state, Pay())
    assert (money(state), money(state, 1)) == (49, 50)


def test_the_disaster_of_the_second_strikes_the_first() -> None:
    state = do(position(2, picked=6, city={(0, -1): 1}, others={1: {(0, -1): 2}}), Sell())
    state.resolve([8, FLOOD, 9, 10])
    do(state, Pick(8), Build(8, (0, 1)))
    assert not asked(state)
    do(state, Pick(FLOOD), seat=1)
    assert state.pending() == Decision("sequential", (0,))
    assert asked(state)
    do(state, Remove(((0, 1),)))
    assert tiles(state) == {(0, -1): 1}
    assert isinstance(state.pending(), Draw)


def test_between_two_an_unpicked_disaster_does_not_happen() -> None:
    state = do(position(2, picked=6, city={(0, -1): 1}, others={1: {(0, -1): 2}}), Sell())
    state.resolve([8, FLOOD, 9, 10])
    do(state, Pick(8), Sell())
    do(state, Pick(9), Sell(), seat=1)
    assert isinstance(state.pending(), Draw)


# -- alone


def alone(turn: int, *shown: int, cash: int = 20) -> NeomState:
    """Alone, at the beginning of a later round of generation I, with these tiles open, a building in the city."""
    state = do(position(1, picked=6, city={(0, -1): 1, (1, 0): 8}, turn=turn - 1, money=cash - 5), Sell())
    draw = state.pending()
    assert isinstance(draw, Draw)
    rest = [number for number in draw.items if number not in (*shown, FLOOD)]
    state.resolve([*shown, *rest][: draw.take])
    return state


def test_alone_a_disaster_is_averted_by_picking_it_in_the_first_three_rounds() -> None:
    for turn in (2, 3):
        state = alone(turn, FLOOD, 9)
        assert Pick(FLOOD) in state.legal(0)
        do(state, Pick(FLOOD))
        assert not asked(state)
        assert state.view(0).struck
        assert money(state) == 20
        assert isinstance(state.pending(), Draw)
        assert state.round == turn + 1


@rows("turn", [4, 5, 6, 7])
def test_alone_a_disaster_cannot_be_picked_later_and_strikes(turn: int) -> None:
    state = alone(turn, FLOOD, 9)
    assert code(state, Pick(FLOOD)) == "NEOM-PICK-DISASTER"
    assert Pick(FLOOD) not in state.legal(0)
    do(state, Pick(9), Sell())
    assert asked(state)
    assert code(state, Remove(((1, 0),))) == ""
    do(state, Pay())
    assert money(state) == 20 + 5 - 2 + (3 if turn == 7 else 0)


@rows("turn", [2, 3])
def test_alone_it_strikes_too_where_it_could_have_been_picked(turn: int) -> None:
    state = do(alone(turn, FLOOD, 9), Pick(9), Sell())
    assert asked(state)
    do(state, Remove(((1, 0),)))
    assert tiles(state) == {(0, -1): 1}
    assert state.view(0).struck


@rows("turn", [2, 4, 6])
def test_alone_nothing_strikes_in_a_round_without_a_disaster(turn: int) -> None:
    assert isinstance(do(alone(turn, 9), Pick(9), Sell()).pending(), Draw)


def test_alone_what_never_appeared_strikes_after_the_last_round_before_the_income() -> None:
    state = do(alone(7, 9, cash=0), Pick(9), Sell())
    assert asked(state)
    assert money(state) == 5
    do(state, Pay())
    assert money(state) == 5 - 2 + 3
    assert not state.view(0).struck


@rows("averted", [False, True])
def test_alone_a_disaster_strikes_once_at_most(averted: bool) -> None:
    state = alone(3, FLOOD, 9)
    do(state, Pick(FLOOD)) if averted else do(state, Pick(9), Sell(), Pay())
    while state.round < 8:
        draw = state.pending()
        assert isinstance(draw, Draw), state.round
        state.resolve(draw.items[: draw.take])
        if state.round < 8:
            do(state, Pick(state.view(0).open[0]), Sell())
            assert not asked(state)
    assert state.view(0).generation == 2


def test_makers_are_struck_as_others() -> None:
    """Three makers of goods pay fines of 3, 3 and 6."""
    city = makers("gold", "steel", "lumber")
    for disaster, cost in [(FLOOD, 3), (FIRE, 3), (VIOLENCE, 6)]:
        assert money(do(struck(disaster, city), Pay())) == 50 - cost
