"""Cities as text: small ones written out, and walls of random games read back."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from ..rows import daily
from .helpers import course
from .picture import Map, building, city_of, city_part, expected_wall, picture, written

ONE_CITY = [
    (players, {"level": level, "variants": [*variants, "architect", "ecological"]})
    for players, variants in (
        (1, []),
        (1, ["suburbs"]),
        (2, ["united_city"]),
        (3, ["united_city"]),
        (4, ["united_city"]),
    )
    for level in ("simplified", "normal", "advanced")
]


def test_cities_of_ones_own() -> None:
    chosen = {"level": "advanced"}
    first = ["commerce 1 0", "commerce 1 1", "commerce/leisure 2 0 1", "residential -1 0", "residential -1 2"]
    first += ["commerce/parking 2 1 2", "industry 1 2", "smog 2 2", "park -1 1"]
    state = building(2, chosen, first, [])
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
City of seat 0              City of seat 1
    -2  -1   0   1   2   3      -1   0   1
-1   +   +   +   +   +   +  -1   +   +   +
       ┌───┬───┬───┬───┐           ┌───┐
 0   + │ R │ M │ C │L/C│ +   0   + │ M │ +
       ├───┼───┤   └───┤           └───┘
 1   + │ G │ · │ C  C\K│ +   1   +   +   +
       ├───┤   ├───┬───┤    money: 3 $
 2   + │ R │ · │ I │ S │ +  size: 1 of 5
       └───┴───┴───┴───┘
 3   +   +   +   +   +   +
money: 3 $
size: 7 of 10
R districts: 2 single
C districts: 3 at [1,0],
  1 single
K districts: 1 single"""
    )


def test_three_players_in_one_city() -> None:
    chosen = {"level": "simplified", "variants": ["united_city"]}
    first = ["parking 0 -1", "parking -1 0", "commerce -2 0", "residential 1 -2"]
    second = ["commerce 2 0", "commerce 3 -1", "parking 1 1", "residential 2 -2"]
    third = ["parking -1 1", "leisure 0 3", "parking -1 2", "parking 0 2", "commerce -2 1"]
    state = building(3, chosen, first, second, third)
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
The united city: seat 0 upper left, seat 1 right, seat 2 lower left
                / \ / \ / \ / \ / \ / \
        [0,-4] │ ·   ·   ·   ·   · ║ · │ [5,-4]
              /                   //    \
     [-1,-3] │ ·   ·   ·   ·   · ║ ·   · │ [5,-3]
            /           / \ / \ //        \
   [-2,-2] │ ·   ·   · │ R   R ║ ·   ·   · │ [5,-2]
          /           / \ / \ //  / \       \
 [-3,-1] │ ·   ·   · │ K │ · ║ · │ C │ ·   · │ [5,-1]
        /       / \ /   / \ //\ /   /         \
[-4,0] │ ·   · │ C │ K │ M ║ M │ C │ ·   ·   · │ [5,0]
        \ //\\//\\..\\..\\//\\/ \ /           /
  [-4,1] │ ·   · │ C │ K │ M ║ K │ ·   ·   · │ [4,1]
          \       \ / \   \ / ../           /
    [-4,2] │ ·   ·   · │ K   K ║ ·   ·   · │ [3,2]
            \           \ / \ / \\        /
      [-4,3] │ ·   ·   ·   · │ L ║ ·   · │ [2,3]
              \               \ / \\    /
        [-4,4] │ ·   ·   ·   ·   · ║ · │ [1,4]
                \                   \\/
          [-4,5] │ ·   ·   ·   ·   · │ [0,5]
                  \ / \ / \ / \ / \ /
seat 0: 3 $, size 6 of 5; seat 1: 3 $, size 4 of 5; seat 2: 3 $, size 6 of 5;
  R districts: 2 at [1,-2]; C districts: 2 at [3,-1],
  2 at [-2,0] (1 by seat 0, 1 by seat 2); K districts:
  6 at [0,-1] (2 by seat 0, 1 by seat 1, 3 by seat 2)"""
    )


def test_suburbs() -> None:
    chosen = {"variants": ["suburbs"]}
    state = building(1, chosen, ["town-hall 3 3", "parking 1 1", "parking 1 2", "leisure 1 3", "industry 4 5"])
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
City of seat 0
    0   1   2   3   4   5   6
  ┌───┬───┬───┬───┬───┬───┬───┐
0 │ r │ k │ c │ r │ k │ c │ r │
  ├───╢┈┈┈╞═══╧═══╧═══╧═══╬───┤
1 │ c ║ K │ ·   ·   ·   · ║ k │
  ├───╜   │               ╟───┤
2 │ k ┊ K │ ·   ·   ·   · ║ c │
  ├───╥───┤   ┌───┐       ╟───┤
3 │ r ║ L │ · │ M │ ·   · ║ r │
  ├───╫───┘   └───┘       ╟───┤
4 │ c ║ ·   ·   ·   ·   · ║ k │
  ├───╢           ┌───┐   ╟───┤
5 │ k ║ ·   ·   · │ I │ · ║ c │
  ├───╬═══╤═══╤═══╪═══╪═══╬───┤
6 │ r │ c │ k │ r │ c │ k │ r │
  └───┴───┴───┴───┴───┴───┴───┘
money: 3 $; size: 4 of 10; K districts: 4 at [1,0] (2 of the suburbs)"""
    )
    assert "small letters: suburbs" in picture(state, chosen)


@pytest.mark.parametrize(("turn", "text"), [(0, r"C\R"), (1, "C/R"), (2, r"R\C"), (3, "R/C")])
def test_how_a_split_card_lies_on_a_square(turn: int, text: str) -> None:
    chosen = {"level": "advanced"}
    state = building(1, chosen, [f"residential/commerce 1 0 {turn}"])
    assert f" 0   + │ M │{text}│ +\n" in picture(state, chosen)


@pytest.mark.parametrize(("turn", "text"), [(0, "C|R"), (1, "C/R"), (2, r"R\C"), (3, "R|C"), (4, "R/C"), (5, r"C\R")])
def test_how_a_split_card_lies_on_a_hexagon(turn: int, text: str) -> None:
    chosen = {"level": "advanced", "variants": ["united_city"]}
    state = building(3, chosen, [], [f"residential/commerce 2 0 {turn}"])
    assert f"│ M ║ M │{text}│" in picture(state, chosen)


@pytest.mark.parametrize(("players", "chosen"), daily([*ONE_CITY], 5), ids=str)
def test_pictures_show_cells_and_walls_where_they_are(players: int, chosen: dict[str, Any]) -> None:
    for state, _ in islice(course(players, chosen, "cells"), 0, None, 19):
        text = city_part(picture(state, chosen))
        shown = Map(text.splitlines())
        city = city_of(state.view(None), state, players, chosen["variants"])
        assert shown.cards() == {cell: written(city, cell) for cell in city.cards}
        assert {shown.cell(cell) for cell in [city.architect] if cell} <= {"A"}
        for cell in city.cards:
            for side, other in enumerate(city.around(cell)):
                assert shown.wall(cell, side) == expected_wall(city, cell, side, other), (cell, side)
        free = shown.empty()
        places = range(players)
        sure = {
            cell for place in places for cell in set.intersection(*city.frames(place)) if city.in_district(cell, place)
        }
        possible = {cell for place in places for cell in city.free_cells(place)}
        assert {cell for cell, mark in free.items() if mark == "·"} == sure - city.cards.keys() - {city.architect}
        assert possible <= free.keys()
        assert free.keys() <= {cell for place in places for frame in city.frames(place) for cell in frame}
        assert city.cards.keys() <= {*shown.middle}
