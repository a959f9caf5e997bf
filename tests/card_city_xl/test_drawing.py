"""The table as text: pictures of small positions, and what holds for every picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.components import load
from cityleague.engine.card_city_xl.looks.text_map import Canvas
from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.card_city_xl.state import CardCityState, setup
from cityleague.engine.card_city_xl.table import BUILDING, BUYING, RETURNING, TAKING, Division
from cityleague.engine.components import packaged
from cityleague.engine.protocol import Setup

from .helpers import GAME, course, new
from .picture import check_form, city_part, picture
from .reference_city import Cell

Cards = Sequence[tuple[str, Cell, int]]
"""Cards to be built: name, cell, turn."""


def build(state: CardCityState, seat: int, *cards: str) -> None:
    """Put cards into the city of a seat, legal or not: each as its name, x, y and turn, the latter if it is not 0."""
    city = state.table.city(seat)
    for card in cards:
        name, *numbers = card.split()
        x, y, turn = [*map(int, numbers), 0][:3]
        face = faces(name, city.board.sides)[turn]
        city.build(face, city.board.bit[x, y], state.table.place[seat])


def building(players: int, chosen: Mapping[str, Any], *cities: Sequence[str]) -> CardCityState:
    """A game in its building phase, in which the seats have built these cards besides their town halls."""
    state = new(players, chosen)
    state.table.stage = BUILDING
    for seat, cards in enumerate(cities):
        build(state, seat, *cards)
    return state


# -- small positions


def test_cities_of_ones_own() -> None:
    chosen = {"level": "advanced"}
    first = ["commerce 1 0", "commerce 1 1", "commerce/leisure 2 0 1", "residential -1 0", "residential -1 2"]
    first += ["commerce/parking 2 1 2", "industry 1 2", "smog 2 2", "park -1 1"]
    state = building(2, chosen, first, [])
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
city of seat 0                city of seat 1
    -2  -1   0   1   2   3        -1   0   1
-1   +   +   +   +   +   +    -1   +   +   +
       ┌───┬───┬───┬───┐             ┌───┐
 0   + │ R │ M │ C │L/C│ +     0   + │ M │ +
       ├───┼───┤   └───┤             └───┘
 1   + │ G │ · │ C  C\K│ +     1   +   +   +
       ├───┤   ├───┬───┤
 2   + │ R │ · │ I │ S │ +
       └───┴───┴───┴───┘
 3   +   +   +   +   +   +
R districts: 2 single
C districts: 3 at [1,0],
  1 single
K districts: 1 single"""
    )


def test_a_city_that_fills_its_frame_has_no_cells_beyond() -> None:
    chosen = {"level": "simplified"}
    state = building(2, chosen, ["industry 2 0", "industry -2 1", "industry -1 -1", "industry 0 3"], ["leisure 1 0"])
    text = picture(state, chosen)
    assert (
        "\n" + city_part(text)
        == r"""
city of seat 0              city of seat 1
    -2  -1   0   1   2          -1   0   1   2
   ┌───┬───┬───────────┐    -1   +   +   +   +
-1 │ · │ I │ ·   ·   · │           ┌───┬───┐
   │   └───┼───┐   ┌───┤     0   + │ M │ L │ +
 0 │ ·   · │ M │ · │ I │           └───┴───┘
   ├───┐   └───┘   └───┤     1   +   +   +   +
 1 │ I │ ·   ·   ·   · │
   ├───┘               │
 2 │ ·   ·   ·   ·   · │
   │       ┌───┐       │
 3 │ ·   · │ I │ ·   · │
   └───────┴───┴───────┘"""
    )
    assert "+ free cell" in text
    build(state, 1, "leisure 4 0", "leisure 0 4")
    assert "+" not in picture(state, chosen)


def test_levels_of_pollution() -> None:
    chosen = {"variants": ["ecological"]}
    state = building(1, chosen, ["industry-3 1 0", "industry-1 0 1"])
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
city of seat 0
    -1   0   1   2
-1   +   +   +   +
       ┌───┬───┐
 0   + │ M │ I3│ +
       ├───┼───┤
 1   + │ I1│ · │ +
       └───┴───┘
 2   +   +   +   +"""
    )


def test_the_architect() -> None:
    chosen = {"variants": ["architect"]}
    state = building(2, chosen, [], ["residential 1 0"])
    state.table.actor = 1
    state.table.architect = state.table.city(1).board.bit[2, 0]
    text = picture(state, chosen)
    assert (
        "\n" + city_part(text)
        == r"""
city of seat 0    city of seat 1
    -1   0   1        -1   0   1   2   3
-1   +   +   +    -1   +   +   +   +   +
       ┌───┐             ┌───┬───┐
 0   + │ M │ +     0   + │ M │ R │ A   +
       └───┘             └───┴───┘
 1   +   +   +     1   +   +   +   +   +
                  R districts: 1 single"""
    )
    assert "A architect" in text


def test_two_players_in_one_city() -> None:
    chosen = {"level": "advanced", "variants": ["united_city"]}
    first = ["commerce 0 1", "commerce -1 1", "parking 0 -1", "industry -5 0"]
    state = building(2, chosen, first, ["commerce/parking 1 1 3", "residential 1 -1", "commerce 2 1", "parking 2 0"])
    text = picture(state, chosen)
    assert (
        "\n" + city_part(text)
        == r"""
seat 0 left, seat 1 right
    -5  -4  -3  -2  -1   0   1   2   3   4   5   6
                           ║
-2   +   +   +   +   +   + ║ +   +   +   +   +   +
   ┌───────────────────┬───╫───┬───────────────────┐
-1 │ ·   ·   ·   ·   · │ K ║ R │ ·   ·   ·   ·   · │
   ├───┐               ├───╫───┼───┐               │
 0 │ I │ ·   ·   ·   · │ M ║ M │ K │ ·   ·   ·   · │
   ├───┘           ┌───┴───╨───┼───┤               │
 1 │ ·   ·   ·   · │ C   C ┊C/K│ C │ ·   ·   ·   · │
   └───────────────┴───────╥───┴───┴───────────────┘
 2   +   +   +   +   +   + ║ +   +   +   +   +   +
                           ║
R districts: 1 single
C districts: 3 at [-1,1] (2 of seat 0, 1 of seat 1), 1 single
K districts: 3 single"""
    )
    assert "dotted: a district goes across" in text


def test_three_players_in_one_city() -> None:
    chosen = {"level": "simplified", "variants": ["united_city"]}
    first = ["parking 0 -1", "parking -1 0", "commerce -2 0", "residential 1 -2"]
    second = ["commerce 2 0", "commerce 3 -1", "parking 1 1", "residential 2 -2"]
    third = ["parking -1 1", "leisure 0 3", "parking -1 2", "parking 0 2", "commerce -2 1"]
    state = building(3, chosen, first, second, third)
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
seat 0 upper left, seat 1 right, seat 2 lower left
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
R districts: 2 at [1,-2]
C districts: 2 at [3,-1], 2 at [-2,0] (1 of seat 0, 1 of seat 2)
K districts: 6 at [0,-1] (2 of seat 0, 1 of seat 1, 3 of seat 2)"""
    )


def test_four_players_in_one_city() -> None:
    chosen = {"level": "simplified", "variants": ["united_city"], "seating": "drawn"}
    state = new(4, chosen)
    state.resolve([2, 0, 3, 1])
    state.table.stage = BUILDING
    for seat, cards in ((2, ["parking 0 -1"]), (0, ["parking 1 -1"]), (3, ["leisure 2 1"]), (1, ["commerce 0 2"])):
        build(state, seat, *cards)
    assert (
        "\n" + city_part(picture(state, chosen))
        == r"""
seat 2 top left, seat 0 top right, seat 3 bottom right, seat 1 bottom left
    -4  -3  -2  -1   0   1   2   3   4   5
   ┌───────────────────╥───────────────────┐
-4 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   │                   ║                   │
-3 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   │                   ║                   │
-2 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   │               ┌───╨───┐               │
-1 │ ·   ·   ·   · │ K ┊ K │ ·   ·   ·   · │
   │               ├───╥───┤               │
 0 │ ·   ·   ·   · │ M ║ M │ ·   ·   ·   · │
   ╞═══════════════╪═══╬═══╪═══╤═══════════╡
 1 │ ·   ·   ·   · │ M ║ M │ L │ ·   ·   · │
   │               ├───╫───┴───┘           │
 2 │ ·   ·   ·   · │ C ║ ·   ·   ·   ·   · │
   │               └───╢                   │
 3 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   │                   ║                   │
 4 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   │                   ║                   │
 5 │ ·   ·   ·   ·   · ║ ·   ·   ·   ·   · │
   └───────────────────╨───────────────────┘
C districts: 1 single
K districts: 2 at [0,-1] (1 of seat 2, 1 of seat 0)"""
    )


def test_suburbs() -> None:
    chosen = {"variants": ["suburbs"]}
    state = building(1, chosen, ["town-hall 3 3", "parking 1 1", "parking 1 2", "leisure 1 3", "industry 4 5"])
    text = picture(state, chosen)
    assert (
        "\n" + city_part(text)
        == r"""
city of seat 0
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
K districts: 4 at [1,0] (2 of the suburbs)"""
    )
    assert "small letters: suburbs" in text


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


def test_all_of_a_picture() -> None:
    chosen = {"level": "advanced", "victory": "economy", "variants": ["ecological"]}
    state = building(3, chosen)
    table = state.table
    table.stage, table.round, table.order, table.actor = TAKING, 2, (1, 2, 0), 2
    table.divisions = [
        Division(1, ("residential", "commerce"), ("industry-4",), ("parking",), ("leisure", "residential"), (0, 12)),
    ]
    table.money = [3, 10, 0]
    table.hands[0].open = ["commerce/parking"]
    table.hands[0].hidden = ["leisure"]
    table.market = ["industry-1", "industry-2"]
    table.removed, table.split = ("parking", "leisure", "parking"), ("commerce/parking", "commerce/parking")
    table.discards = ["leisure"]
    table.deck = {"residential": 7}
    assert (
        "\n" + picture(state, chosen, 1)
        == r"""
advanced level, economy victory, ecological
round 2 of 9: taking; seat 2 to move; turn order 1, 2, 0

city of seat 0    city of seat 1    city of seat 2
    -1   0   1        -1   0   1        -1   0   1
-1   +   +   +    -1   +   +   +    -1   +   +   +
       ┌───┐             ┌───┐             ┌───┐
 0   + │ M │ +     0   + │ M │ +     0   + │ M │ +
       └───┘             └───┘             └───┘
 1   +   +   +     1   +   +   +     1   +   +   +

  seat 0   3 $  size  1 of  5  hand C/K ?
  seat 1  10 $  size  1 of  5  hand -  (this view)
> seat 2   0 $  size  1 of  5  hand -

lots of seat 1, hidden cards in brackets
  first   R C (I4)  0 $
  second  K (L R)   12 $

supply: R 23, C 24, I 24, G 6, S 6; industry for sale: I1 I2
deck: 7; discards: 1
split cards that joined the deck: C/K × 2
cards that left it: L, K × 2

R residential  C commerce  K parking  I industry  L leisure  M town hall
G park  S smog  · free cell  + free cell, if the grid comes to lie there
I1, I2, ... industry that pollutes 1 %, 2 %, ...
split cards: R/C: R left and top, C right and bottom; R\C: R left and bottom"""
    )
    assert "first   R C (?)  0 $\n  second  K (? ?)  12 $\n" in picture(state, chosen, 2)
    table.divisions[0] = table.divisions[0]._replace(taker=2, taken="second")
    assert "first   R C (?)  0 $  to seat 1\n  second  K (L R)  12 $  to seat 2\n" in picture(state, chosen, 2)
    assert "hand C/K ?\n" in picture(state, chosen, 2)
    assert "hand C/K L  (this view)\n" in picture(state, chosen, 0)


def test_the_solo_player_and_what_lies_under_the_deck() -> None:
    chosen = {"level": "normal"}
    state = building(1, chosen)
    table = state.table
    table.stage, table.pool, table.bottom = RETURNING, ["residential", "parking"], ["leisure", "industry"]
    text = picture(state, chosen)
    assert "\nseat 0 holds R K\n" in text
    assert "\ndeck: 26 (under it: L I); discards: 0\n" in text
    assert "turn order" not in text


def test_what_was_bought() -> None:
    state = building(2, {"level": "normal"})
    state.table.stage, state.table.bought = BUYING, ("park",)
    assert "\nbought by seat 0: G\n" in picture(state, {"level": "normal"})


def test_nobody_is_to_move_while_a_draw_is_due_or_after_the_end() -> None:
    for state, _ in course(2, {}, "a"):
        first = picture(state, {}).splitlines()[1]
        assert ("to move" in first) == (bool(state.legal(0) or state.legal(1)))
    assert first == "round 10 of 10: over; turn order 1, 0"


def test_components_of_ones_own_fit_too() -> None:
    """The largest grids, and industry with more figures than there is room for in a cell."""
    file = json.loads(packaged("card_city_xl"))
    file["decks"]["larger"] |= {"side": 8}
    file["decks"]["larger_for_three"] |= {"side": 8}
    file["industry"]["levels"][3] = {"pollution": 1000, "cards": 6}
    box = load(json.dumps(file).encode())
    for players, variants in ((1, ["suburbs"]), (2, ["united_city"]), (3, ["united_city"]), (4, [])):
        chosen = msgspec.convert({"level": "advanced", "variants": [*variants, "ecological"]}, Options)
        state = setup(chosen, players, box)
        state.table.stage = BUILDING
        state.table.hands[0].open = ["industry-1000", "industry-3"]
        build(state, 0, f"industry-1000 {'2 2' if 'suburbs' in variants else '-1 0'}")
        text = GAME.draw(Setup(GAME, chosen, box, players), state.view(0))
        assert "hand I1000 I3" in text
        assert "I…" in text
        check_form(text)


def test_a_canvas_has_no_margins() -> None:
    canvas = Canvas()
    canvas.put(-2, 5, "a b")
    canvas.put(-1, 7, "c")
    assert canvas.lines() == ["a b", "", " c"]
