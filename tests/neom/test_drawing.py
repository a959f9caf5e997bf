"""The table as text: pictures of small cities and of a page, and what holds for every picture."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from cityleague.engine.course import OVER
from cityleague.engine.neom import GAME
from cityleague.engine.neom.looks.text_map import picture
from cityleague.engine.neom.moves import Build, Cell, Pick, Swap
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import DISASTER, SWAPPING
from cityleague.engine.protocol import Setup

from .helpers import course, do, new, own, position


def page(state: NeomState, seat: int | None = None) -> str:
    table = state.table
    return GAME.draw(Setup(GAME, table.options, table.box, state.seats), state.view(seat))


def city(tiles: Mapping[Cell, int], **roads: str) -> str:
    """The picture of a city of these tiles, on a board with coal; roads as in `own`."""
    return "\n" + "\n".join(picture(position(city=tiles, box=own(**roads)).table.cities[0])) + "\n"


# -- small cities


def test_an_empty_city() -> None:
    assert (
        city({})
        == """
     -2     -1      0      1      2

-2    ·      ·      ·      ·      ·

-1    ·      ·      ·      ·      ·
                    ╷
 0<   ·      ·   ─coal──   ·      ·   >
                    ╵
 1    ·      ·      ·      ·      ·

 2    ·      ·      ·      ·      ·

"""
    )


def test_links_and_roads_that_end() -> None:
    """Links to the north, the east and the west; then roads to tiles without an exit, and to the edge."""
    tiles = {(0, -1): 9, (1, 0): 1, (-1, 0): 10, (0, 1): 2, (1, -1): 3, (-1, -1): 4, (1, 1): 8, (0, -2): 5}
    assert (
        city(tiles, t9="NESW", t1="NWS", t10="E", t2="EW", t3="E", t4="NES", t8="W", t5="NEW")
        == """
     -2     -1      0      1      2
                    ┬
-2    ·      ·   ──5R───   ·      ·
             ╷      ┬
-1    ·     4R─────9C──┤  3R───   ·
             ┴      │      ┬
 0<   ·     10C───coal────1R      ·   >
                    ┴      ┴
 1    ·      ·   ──2R─────8C      ·

 2    ·      ·      ·      ·      ·

"""
    )


def test_the_corners_and_the_edges() -> None:
    corners = {(-2, -2): 1, (2, -2): 2, (-2, 2): 121, (2, 2): 122}
    sides = {(0, -2): 17, (0, 2): 18}
    assert (
        city(corners | sides)
        == """
     -2     -1      0      1      2
      ┬             ┬             ┬
-2 ├─1R───   ·   ─17P!──   ·   ──2R──┤
      ╵             ╵             ╵
-1    ·      ·      ·      ·      ·
                    ╷
 0<   ·      ·   ─coal──   ·      ·   >
                    ╵
 1    ·      ·      ·      ·      ·
      ╷             ╷             ╷
 2 ├121C──   ·   ──18E──   ·   ─122C─┤
      ┴             ┴             ┴
"""
    )


def test_trade_routes() -> None:
    """An active one to the west; to the east a road that is not connected with the origin."""
    assert (
        city({(-1, 0): 1, (-2, 0): 129, (2, 0): 9}, t1="EW", t129="EW", t9="NE")
        == """
     -2     -1      0      1      2

-2    ·      ·      ·      ·      ·

-1    ·      ·      ·      ·      ·
                    ╷             ╷
 0◄═129P────1R────coal──   ·     9C───>
                    ╵
 1    ·      ·      ·      ·      ·

 2    ·      ·      ·      ·      ·

"""
    )
    assert " 0<   ·      ·   ─coal────1R─────9C═══►\n" in city({(1, 0): 1, (2, 0): 9})
    assert " 0<  1R───   ·   ─coal──   ·      ·   >\n" in city({(-2, 0): 1}, t1="E")


def test_a_trade_route_stays_active_without_the_road_to_it() -> None:
    state = position(city={(1, 0): 1, (2, 0): 9})
    state.table.cities[0] = state.table.cities[0].without(1 << 15)
    assert " 0<   ·      ·   ─coal──   ·   ──9C═══►" in picture(state.table.cities[0])


def test_marks_and_types() -> None:
    """Polluted, with power, both; protections; two types; and the origin replaced."""
    tiles = {(0, 0): 86, (1, 0): 13, (-1, 0): 15, (0, -1): 101, (0, 1): 139, (1, 1): 102, (-1, 1): 56}
    assert (
        city(tiles)
        == """
     -2     -1      0      1      2

-2    ·      ·      ·      ·      ·
                    ╷
-1    ·      ·   ─101P*─   ·      ·
             ╷      │      ╷
 0<   ·   ─15P#───86RC───13I~──   ·   >
             │      │      │
 1    ·   ─56P!───139P&──102P§─   ·
             ╵      ╵      ╵
 2    ·      ·      ·      ·      ·

"""
    )


def test_an_origin_that_was_replaced_shows_the_new_roads() -> None:
    assert " 0<   ·      ·     3R      ·      ·   >\n" in city({(0, 0): 3}, t3="NS")
    assert " 0<   ·   ──4R──┤  3R      ·      ·   >\n" in city({(0, 0): 3, (-1, 0): 4}, t3="NS")


def test_a_text_that_is_too_long_leaves_room_for_the_roads() -> None:
    """A file of one's own may mark a tile with more than fits."""
    box = own()
    tile = box.tiles[150]
    marks = tile.types, tile.polluted, tile.power
    tile.types, tile.polluted, tile.power = (0, 1), True, True
    try:
        assert " 0<   ·      ·   ─150RC─   ·      ·   >\n" in city({(0, 0): 150})
    finally:
        tile.types, tile.polluted, tile.power = marks


# -- pages


def test_a_page() -> None:
    state = position(
        city={(1, 0): 121, (2, 0): 137},
        others={2: {(0, 1): 13}},
        produced="steel",
        picked=16,
        others_picked={1: 1, 2: 24},
        anchors=[128, 132],
        discarded=[125, 148],
        turn=6,
    )
    table = state.table
    table.money, table.incoming, table.hands[0] = [12, 0, 6], [3, 0, 0], [24, 36]
    assert (
        "\n" + page(state, 0)
        == """
generation 1 of 3, round 6 of 7: acting (seen by seat 0)
seats 0 and 1 to act

seat 0: 12 money, 3 to come              seat 1: 0 money
     -2     -1      0      1      2           -2     -1      0      1      2

-2    ·      ·      ·      ·      ·      -2    ·      ·      ·      ·      ·

-1    ·      ·      ·      ·      ·      -1    ·      ·      ·      ·      ·
                    ╷      ╷      ╷                          ╷
 0<   ·      ·   ─coal───121C───137I~═►   0<   ·      ·   ──ore──   ·      ·   >
                    ╵      ╵      ╵                          ╵
 1    ·      ·      ·      ·      ·       1    ·      ·      ·      ·      ·

 2    ·      ·      ·      ·      ·       2    ·      ·      ·      ·      ·

makes coal, steel (steel by choice)      makes ore
trade routes: right                      picked 1 tenements
picked 16 fuel plant
anchors: 128 university, 132 trade
  association

seat 2: 6 money
     -2     -1      0      1      2

-2    ·      ·      ·      ·      ·

-1    ·      ·      ·      ·      ·
                    ╷
 0<   ·      ·   ─wood──   ·      ·   >
                    │
 1    ·      ·   ─13I~──   ·      ·
                    ╵
 2    ·      ·      ·      ·      ·

makes wood, gold
picked 24 flood

hand of seat 0
  24        flood     pay 1 for each building, or remove one
  36C    ┼  pharmacy  free: 3 money at once, income 1/2/3

picked by seat 0
  16P#   ┼  fuel plant  coal or oil: 4 points

unbuilt anchors of seat 0
  128P   ┼  university         1 money: 1 point per residential, 1 point per
      industrial
  132P   ┼  trade association  1 money: 1 point per commercial, 1 money when a
      commercial tile is built

discarded anchors: 125 town hall, 148 city council

R residential  C commercial  I industrial  P public  E extraction
~ polluted  * makes power  # both; protection: ! from fire  § by police  & both
─ │ roads  ┤ ├ ┴ ┬ the end of one, at a tile without an exit to it or the edge
· empty cell; trade routes: ◄═ ═► active, < > not active"""
    )
    others = page(state)
    assert "\nhand" not in others
    assert "seen by" not in others
    assert "anchors: 128 university" in others


def test_before_the_boards_are_drawn() -> None:
    text = page(new(2))
    assert text.startswith("generation 1 of 3, round 1 of 7: boards\nchance brings the boards\n\nseat 0: 6 money")
    assert text.count("   ·   ───?───   ·   ") == 2
    assert "\nmakes" not in text


def test_what_is_sold_is_told_only_if_it_differs() -> None:
    state = position(picked=18, others_picked={1: 1})
    assert "sells" not in page(state)
    do(state, Build(18, (1, 0)))
    assert re.search(r"makes coal, oil +makes ore\n", page(state))
    assert re.search(r"\nsells coal in this round  ", page(state))
    state.table.sale[0] = 0
    assert re.search(r"\nsells nothing in this round  ", page(state))


def test_a_disaster() -> None:
    state = position(city={(1, 0): 1}, others={1: {(1, 0): 2}}, picked=3, others_picked={2: 24})
    assert "disaster" not in page(state)
    do(state, next(move for move in state.legal(0) if isinstance(move, Build)))
    assert state.table.stage == DISASTER
    lines = page(state).splitlines()
    assert lines[0] == "generation 1 of 3, round 1 of 7: disaster"
    assert lines[1] == "seats 0 and 1 to pay or to remove tiles"
    assert lines[2] == "disaster 24 flood: pay 1 for each building, or remove one"


def test_a_swap_among_those_who_act() -> None:
    state = position(picked=31, others_picked={1: 1}, anchors=[125], discarded=[130], seats=4)
    do(state, Build(31, (1, 0)))
    assert page(state).splitlines()[1] == "seat 1 to act; seat 0 to swap anchors"
    do(state, Swap((125,), (130,)))
    assert page(state).splitlines()[1] == "seat 1 to act"
    assert "discarded anchors: 125 town hall\n" in page(state)


def test_while_chance_swaps() -> None:
    state = position(picked=31, anchors=[125], discarded=[130], seats=4)
    state.table.stage = SWAPPING
    assert page(state).splitlines()[1] == "chance brings an anchor"


def test_alone() -> None:
    state = position(1, city={(1, 0): 1, (2, 0): 2, (-1, 0): 3, (-2, 0): 4}, picked=5)
    state.table.used = (True, False)
    assert "\ntrade routes: left (used) and right\n" in page(state)
    assert "this generation's disaster is over" not in page(state)
    state.table.struck = True
    assert "\nthis generation's disaster is over\n" in page(state)


def test_open_tiles_and_what_seats_see_of_a_pick() -> None:
    state = position(2, picked=5)
    state.table.open = [1, 46]
    text = page(state, 1)
    assert "\nopen\n" in text
    assert "\n  1R     ┼  tenements    1 money: 1 point\n" in text
    assert "\n  46C    ┼  loan office  gold: 8 money at once, income 2\n" in text
    assert "picked 5 ranch" in text

    state = new(3)
    for now, _ in course(3, {}, "pick"):
        if now.table.stage == "picking":
            state = now.copy()
            break
    hand = state.view(0).hand
    state.apply(0, Pick(hand[0]))
    name = f"picked {hand[0]} "
    assert name in page(state, 0)
    assert name not in page(state, 1)
    assert name not in page(state)


def test_anchors_that_cannot_be_built_are_listed_without_their_costs() -> None:
    state = position(anchors=[125])
    assert "\nunbuilt anchors of seat 0\n" in page(state, 0)
    state.table.stage = OVER
    assert "unbuilt" not in page(state, 0)
    assert "anchors: 125 town hall" in page(state, 0)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (16, "fuel plant coal or oil: 4 points"),
        (29, "gold smelter 1 money and ore: makes gold"),
        (31, "building office free: 2 points, swaps anchors"),
        (36, "pharmacy free: 3 money at once, income 1/2/3"),
        (44, "bungalows free: 2 points"),
        (60, "treasury steel or 5 money: 1 point per five money"),
        (64, "great fire pay 1 for each building without fire protection, or remove two tiles"),
        (78, "die-casting works 2 money, coal and ore: makes diamonds and steel"),
        (83, "retirement home free: needs 3 residential tiles, 4 points"),
        (88, "car dealer sports cars: 12 money at once, income 12"),
        (111, "customs office free: 2 points, stands in for a raw or trade good"),
        (121, "casino free: 1 money at once, income 1 per residential"),
        (133, "insurance free: 2 money at once, halves fines"),
        (137, "modular factory free: makes a trade good of choice, income 2"),
        (140, "hydroelectric plant 1 money: 11 points, -1 point per building around"),
        (141, "investment company 5 money: 1 money when a tile is picked"),
        (146, "trade office free: 2 money at once per commercial industrial pair"),
        (150, "tourist office free: 2 money for a link with a new commercial tile"),
    ],
)
def test_what_a_tile_costs_and_does(number: int, text: str) -> None:
    state = position()
    state.table.hands[1] = [number]
    line = page(state, 1).split("hand of seat 1\n")[1].split("\n\n")[0]
    assert re.fullmatch(rf"{number}([A-Z]+[~*#!§&]* ┼)? {re.escape(text)}", " ".join(line.split()))


def test_the_roads_of_a_tile_as_one_character() -> None:
    forks = {"N": "╵", "ES": "┌", "NESW": "┼", "EW": "─", "NS": "│", "NSW": "┤", "ESW": "┬", "W": "╴"}
    for exits, fork in forks.items():
        state = position(box=own(t3=exits))
        state.table.hands[0] = [3]
        assert f"\n  3R     {fork}  slums  free\n" in page(state, 0)
