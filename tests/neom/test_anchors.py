"""The anchors 121 to 150: income, points and money that depend on the city, triggers, insurance, goods of choice."""

from __future__ import annotations

import json

from cityleague.engine.components import packaged
from cityleague.engine.neom.components import load
from cityleague.engine.neom.moves import Pay, Pick, Sell

from ..rows import rows
from .helpers import do, line, points, position
from .index import INDEX
from .scenes import HOME, code, cost_of, exits, extra, facing, goods, income, money, plan, put, tiles, worth

EMPTY = ". . . . ."
MIXED = """. 1 2 . 86
           . 8 9 . .
           11 . . 12 .
           17 . 15 32 .
           . . {} . ."""
"""Three residential tiles, three commercial (86 is both), two industrial, two public, one extraction; and one more."""


@rows("number, count", [(121, 3), (122, 2), (123, 4), (136, 2)])
def test_income_by_what_the_city_has(number: int, count: int) -> None:
    """123 counts itself; 136 the open origin too. 8 and 9 bring 3 + 2 and 86 brings 3."""
    for generation in (1, 2, 3):
        assert income(plan(MIXED.format(number)), generation) == count + 3 + 2 + 3


@rows("number, alone", [(121, 0), (122, 0), (123, 1), (136, 1)])
def test_income_of_an_anchor_alone(number: int, alone: int) -> None:
    assert income({HOME: number}) == alone
    assert income({(0, 0): number}) == (0 if number == 136 else alone)


@rows(
    "number, expected",
    [
        (124, 4 * 2),  # 1 and 2 side by side, 86 apart
        (125, 3 * 2),
        (128, 3 + 2),
        (129, 2 * 3),  # itself too
        (130, 2 * 2),
        (132, 3),
        (134, 3 * 1),
        (135, 6),
        (138, 2 * 1),
        (145, 2 * 2 + 1),
        (147, 4 * 2),
        (148, 6 + 3),
    ],
)
def test_points_by_what_the_city_has(number: int, expected: int) -> None:
    assert extra(plan(MIXED.format(number))) == expected


PICTURES: list[tuple[int, str, int]] = [
    # residential areas of any size: a 1, a 2, a 4; linked at the sides only
    (124, "1 . 2 3 .  . . . . .  4 5 . . .  25 26 . . 124  . . . . .", 4 * 3),
    (124, f"{EMPTY}  {EMPTY}  . . . 124 .  {EMPTY}  {EMPTY}", 0),
    (148, "1 . 2 3 .  . . . . .  4 5 . . .  25 26 . . 148  . . . . .", 3 + 6 + 9),
    (148, "1 . 2 . 3  . . . . .  4 5 25 . .  . . . . 148  . . . . .", 3 * 3 + 9),
    (148, "1 1 . 2 2  . . . . .  4 4 4 4 4  4 4 4 4 148  . . . . .", 6 + 6 + 9),
    # sets
    (125, f"1 2 8 11 12  {EMPTY}  . . . 125 .  {EMPTY}  {EMPTY}", 3),
    (125, f"1 2 . 11 12  {EMPTY}  . . . 125 .  {EMPTY}  {EMPTY}", 0),
    (125, f"86 . . 11 12  {EMPTY}  . . . 125 .  {EMPTY}  {EMPTY}", 3),  # the ruling: 86 counts as both
    (125, "1 2 3 . .  6 7 8 . .  11 12 . 13 14  . 125 . . .  . . . . .", 9),
    # polluted tiles around the park, up to eight; power stations too
    (126, f"{EMPTY}  . 11 12 13 .  . 14 . 15 .  . 16 126 17 .  . 29 30 37 .", 2 * 6),
    (126, ". . . . .  . . . . .  11 12 13 14 15  58 . . 68 .  126 79 69 120 .", 2 * 2),
    (126, "58 79 120 . .  11 126 12 . .  13 14 30 . .  . . . . .  . . . . 29", 2 * 8),
    # residential tiles with two commercial ones around them
    (127, "6 1 7 . .  . . . 2 8  . . . . .  9 . 3 . 127  . 4 10 . .", 2 * 3),
    (127, "6 . . . .  . 1 . . .  86 . . . .  . 87 . . 127  2 . . . .", 2 * 1),
    # squares: the origin counts as any other cell
    (131, "131 1 . . .  2 3 . . .  . . . . .  . . . . .  . . . . .", 2),
    (131, "131 1 4 . .  2 3 5 . .  6 7 8 . .  . . . . .  . . . . .", 2 * 4),
    (131, ". . . . .  . 1 2 . .  . 131 . . .  . . . . .  . . . . .", 2),
    (131, ". . . . .  . 1 2 3 .  . 131 . 4 .  . 5 6 7 .  . . . . .", 2 * 4),
    (131, ". . . . .  . 1 2 . .  . 131 . 4 .  . . 6 7 .  . . . . .", 2 * 2),
    # buildings in the corners; extraction is none
    (134, "1 . . . 8  . . . . .  . . . . .  . . . . .  11 . . . 134", 12),
    (134, "86 . . . 18  . 2 . . .  . 134 . . .  . . . . .  32 . . . 17", 6),
    # penthouses
    (135, f"{EMPTY}  . 6 7 8 .  . 9 . 10 .  . 27 135 28 .  . 35 36 46 .", 6 + 7),
    (135, "6 7 8 . .  9 135 10 . .  27 28 35 . 36  . . . . .  . . . . .", 14),
    (135, "86 . 2 . .  . 135 . . .  . . 11 . .  . . . . .  . . . . .", 7),
    # industry on the edge
    (138, "11 . 12 . 13  . 14 . . .  29 . . . 30  . . . 138 .  37 . 52 . 53", 2 * 8),
    # the hydroelectric plant: 11 less the buildings around it; extraction and the origin are none
    (140, f"{EMPTY}  {EMPTY}  {EMPTY}  . . 140 . .  {EMPTY}", 11),
    (140, f"{EMPTY}  {EMPTY}  . 1 . 6 .  . 11 140 17 .  . 86 . 18 .", 11 - 5),
    (140, "1 2 3 . .  4 140 5 . .  25 26 33 . 34  . . . . .  . . . . .", 3),
    # the bus station: tiles around it, or two cells away in a straight line; the first two are the rulebook's
    (142, ". . 11 . .  . 12 13 . .  14 . 4 29 30  . . 37 . .  142 . 51 . .", 3 * 8),
    (142, ". 11 . 12 .  13 . . . 14  . . 4 . .  29 . . . 30  142 37 . 51 .", 0),
    (142, "11 . 1 . 12  . 13 . 14 .  . . . . .  15 . . . 142  . . . . 29", 3 * 4),
    (142, "1 . . . .  . . 11 . .  . 12 . . .  . . . . 142  . . . . .", 0),  # a knight's move away
    (142, "1 . . . .  . . . . .  . . . . .  11 . . 12 142  . . . . .", 0),
    (142, "1 . . . .  . . . . .  . . 11 . .  . . . . 142  . . . . .", 0),  # two away by corners
    (142, "86 . 11 . .  . . . . .  12 . . . .  . . . . 142  . . . . .", 6),
    (142, "1 13 11 . 2  . . . . .  . . . . .  . . . . 142  . . . . .", 6),  # each once
    # the efficiency authority: linked at the sides
    (144, "11 12 . 13 14  29 . . . 30  . . . . 37  . . . . .  144 . . . .", 2 * 4),
    (144, "11 . 12 . .  . 13 . . .  . . . . .  . . . . .  144 . . . .", 2),
    (144, "144 . . . .  . . . . .  . . . . .  . . . . .  . . . . .", 0),
    # the cooperative: extraction tiles, the origin while it lies open, raw goods
    (145, ". . 145 . .  . . . . .  . . . . .  . . . . .  . . . . .", 2 + 1),
    (145, ". . 145 . .  . . 6 . .  . . 1 . .  . . . . .  . . . . .", 0),
    (145, ". . 145 . .  21 32 61 62 .  . . 18 . .  . . 11 . .  . . . . .", 2 * 5 + 5),
    # the substation
    (147, "147 15 16 . .  . 32 . . .  . 101 . 140 .  . . . . .  . . . . .", 4 * 5 + 11),
    # the prison: printed 0, 1 or 2; the penthouses vary
    (130, "3 1 4 26 .  86 . . . .  . 87 . . .  135 . . . .  . . . . 130", 2 * 4 + 7),
    # the university, the administration, the association
    (128, "86 . 1 . .  11 137 . . .  . . . . .  . . . . .  . . . . 128", 4),
    (129, "17 56 57 . .  15 . . . .  . . . . .  . . . . .  . . . . 129", 2 * 5),
    (132, "86 6 121 . .  1 11 . . .  . . . . .  . . . . .  . . . . 132", 3),
    # the planning authority; in the rulebook's example, two commercial, three public, a dual, a residential one
    (143, ". 6 7 . .  . . . . 143  4 87 . . 17  . . 11 . 38  18 . . . .", 7 // 2),
    (143, "2 . 7 6 .  4 . . . 143  . 87 86 . 17  . 18 11 . .  18 . . . .", 8 // 2),
    (143, f"{EMPTY}  {EMPTY}  . . . 143 .  {EMPTY}  {EMPTY}", 0),
    (143, "1 2 . . .  . . . . .  . . . . .  . . . . .  . . . . 143", 1),
    (143, "1 86 8 . .  . . . . .  . . . . .  . . . . .  . . . . 143", 1),
    (143, "1 86 8 7 .  . . . . .  . . . . .  . . . . .  . . . 17 143", 3),
    (143, ". . . . .  . . 18 . .  . . . . .  . . 19 . .  . . . . 143", 0),  # the origin helps not
    (143, ". . 18 . .  . . 32 . .  . . . . .  . . . . .  . . . . 143", 1),
    (143, "1 . . . .  . 2 . . .  . . . . .  . . . . .  . . . . 143", 0),  # corners do not count
]


@rows("number, picture, expected", PICTURES)
def test_points_in_a_drawn_city(number: int, picture: str, expected: int) -> None:
    assert extra(plan(picture.replace("  ", "\n"))) == expected


def test_all_anchors_are_tested() -> None:
    here = {number for number, _, _ in PICTURES} | {121, 122, 123, 136, 133, 137, 139, 141, 146, 149, 150}
    assert here == {number for number, row in INDEX.items() if not row.generation}


# -- links matter for some


def test_areas_are_joined_by_links() -> None:
    """Tile 4 has no exit to the east, so there are two areas of one."""
    city = plan("4 5 . . .\n. . . . .\n. . . . 124\n. . . . .\n. . . . .")
    assert extra(city) == 4
    assert extra(city, box=exits(t4="NSW")) == 8
    assert extra(city, box=exits(t5="NES")) == 8


def test_the_largest_industrial_area_is_joined_by_links() -> None:
    city = plan("11 12 13 . .\n. . . . .\n. . . . 144\n. . . . .\n. . . . .")
    assert extra(city) == 6
    assert extra(city, box=exits(t12="NSE")) == 4
    assert extra(city, box=exits(t12="NS")) == 2


@rows("lost", [{"t131": "NSW"}, {"t1": "NES"}, {"t2": "ESW"}, {"t3": "NES"}, {"t3": "ESW"}])
def test_a_square_needs_its_four_inner_links(lost: dict[str, str]) -> None:
    city = plan(". . . . .\n. . . . .\n. . . 131 1\n. . . 2 3\n. . . . .")
    assert extra(city, box=exits(t131="ES", t1="SW", t2="NE", t3="NW")) == 2
    assert extra(city, box=exits(**lost)) == 0


# -- 149: the last income


@rows(
    "city, expected", [({}, 0), ({(1, 0): 35}, 0), ({(1, 0): 48}, 1), ({(1, 0): 90}, 4), ({(1, 0): 90, (2, 0): 6}, 5)]
)
def test_the_city_treasury_counts_the_last_income(city: dict[tuple[int, int], int], expected: int) -> None:
    """4, 5, 24 and 25; neither the money that is there nor what a sale brings."""
    state = position(city={HOME: 149, **city}, money=33, generation=3, turn=7, picked=95)
    do(state, Sell())
    assert points(state)["tiles"] == expected


# -- 146: pairs


@rows(
    "picture, pairs",
    [
        (". . . . .  . . . . .  . . . . .  . . . . .  . . . . .", 0),
        ("6 11 . . .  . . . . .  . . . . .  . . . . .  . . . . .", 1),
        ("6 . . . .  . 11 . . .  . . . . .  . . . . .  . . . . .", 0),
        (". 11 . . .  12 6 13 . .  . 14 . . .  . . . . .  . . . . .", 4),
        ("6 11 7 . .  . . . . .  . 87 12 . .  . . . . .  . . . . .", 3),
        ("6 11 . . .  . 87 12 . .  . . . . .  . . . . .  . . . . .", 3),  # the dual tile belongs to two of them
    ],
)
def test_the_trade_office_pays_for_pairs(picture: str, pairs: int) -> None:
    """No pair needs a road."""
    city = plan(picture.replace("  ", "\n"))
    roads = {f"t{number}": "S" for number in city.values() if number != 12}
    assert cost_of(put(146), city, box=exits(**roads)) == -2 * pairs


def test_the_trade_office_counts_pairs_in_the_new_city() -> None:
    """It replaces nothing that is in a pair of its own; over 32 it pays for the pair that stays."""
    assert cost_of(put(146, (0, 1)), {(0, 1): 32, (2, 2): 6, (1, 2): 11}) == -2


# -- 137: a good of one's choice


def test_a_modular_factory_makes_the_trade_good_chosen() -> None:
    for good in ("steel", "lumber", "glass", "copper", "concrete", "diamonds", "plastic", "gold"):
        state = do(facing(137), put(137, produce=good))
        assert goods(state) == {"coal", good}
        assert state.view(1).cities[0].produced == good


@rows("good", [None, "ore", "sports_cars"])
def test_a_modular_factory_makes_trade_goods_only(good: str | None) -> None:
    assert code(facing(137), put(137, produce=good)) == "NEOM-BUILD-CHOICE"


def test_no_other_tile_has_a_choice() -> None:
    assert code(facing(6), put(6, produce="steel")) == "NEOM-BUILD-CHOICE"


def test_a_good_that_the_city_makes_may_be_chosen() -> None:
    """It is worth nothing more, but stays when the other maker goes."""
    city = {(0, -1): 13}
    state = do(facing(137, city=city), put(137, produce="gold"))
    assert goods(state) == {"coal", "gold"}
    assert worth({**city, HOME: 137}, "goods", produced="gold") == 1 + 2
    over = do(facing(137, city=city), put(137, (0, -1), produce="copper"))
    assert goods(over) == {"coal", "copper"}


# -- 132, 141 and 150: triggers


def test_the_trade_association_gives_one_for_each_commercial_tile() -> None:
    """It pays after the purchase and for its own city only; dual tiles count once."""
    city = {(0, -1): 132}
    assert cost_of(put(8), city) == -1
    assert cost_of(put(35), city) == 2 - 1
    assert cost_of(put(121), city, generation=2) == -1 - 1
    assert cost_of(put(33), city) == 0
    assert cost_of(put(86), {**city, (1, 0): 12, (-1, 0): 54}) == -3 - 1
    assert code(facing(35, city=city, money=1), put(35)) == "NEOM-BUILD-MONEY"
    assert cost_of(put(132), {(0, -1): 8}) == 1


def test_the_trade_association_reacts_no_more_when_replaced() -> None:
    state = do(position(city={(0, -1): 132}, picked=17, turn=3), put(17, (0, -1)))
    assert (money(state), tiles(state)) == (50, {(0, -1): 17})
    assert cost_of(put(121, (0, 1)), {(0, 1): 8, (0, -1): 132}, generation=2) == -1 - 1


def test_the_investment_company_gives_one_whenever_a_tile_is_picked_later() -> None:
    state = do(facing(141, turn=2), put(141))
    assert money(state) == 45
    hand = state.view(0).hand
    for seat in range(3):
        do(state, Pick((state.view(seat).hand or hand)[0]), seat=seat)
    assert money(state) == 46


def test_its_money_comes_when_the_picked_tiles_are_shown_and_can_be_spent_at_once() -> None:
    state = position(picked=6, city={HOME: 141}, money=0, turn=4)
    do(state, Sell())
    before = money(state)
    do(state, Pick(state.view(0).hand[0]))
    assert money(state) == before
    do(state, Pick(state.view(1).hand[0]), seat=1)
    do(state, Pick(state.view(2).hand[0]), seat=2)
    assert money(state) == before + 1


@rows(
    "city, cell, expected",
    [
        ({(1, 0): 6}, (1, 1), 2),
        ({(1, 0): 6, (0, 1): 7}, (1, 1), 4),
        ({(1, 0): 6, (0, 1): 7, (2, 1): 8, (1, 2): 86}, (1, 1), 8),
        ({(1, 0): 6}, (0, 1), 0),  # at a corner
        ({(1, 0): 61}, (1, 1), 0),
        ({(1, 0): 6, (1, 1): 61}, (1, 1), 2),  # what replaces another tile has new links
        ({(1, 0): 6}, (0, 0), 2),
    ],
)
def test_the_tourist_office_gives_two_for_each_link_to_a_commercial_tile(
    city: dict[tuple[int, int], int], cell: tuple[int, int], expected: int
) -> None:
    """It does so for any new tile; its own link does not count."""
    assert cost_of(put(44, cell), {**city, (0, -2): 150}) == -expected
    assert cost_of(put(27, cell), {**city, (0, -2): 150}) == -expected - 2


def test_the_tourist_office_needs_links() -> None:
    city = {(0, -2): 150, (1, 0): 6, (0, 1): 7}
    assert cost_of(put(44, (1, 1)), city) == -4
    assert cost_of(put(44, (1, 1)), city, box=exits(t44="NES")) == -2
    assert cost_of(put(44, (1, 1)), city, box=exits(t6="NEW")) == -2
    assert code(facing(1, city={**city, (0, 0): 4}, money=0), put(1, (1, 1))) == "NEOM-BUILD-MONEY"


def test_the_tourist_office_does_not_react_to_itself() -> None:
    assert cost_of(put(150, (1, 1)), {(1, 0): 6}) == 0


# -- 133: insurance


@rows("others, expected", [((), 0), ((6,), 1), ((6, 7), 1), ((6, 7, 8), 2)])
def test_insurance_halves_a_fine_rounded_down(others: tuple[int, ...], expected: int) -> None:
    """The flood counts the insurance itself."""
    city = {HOME: 133, **{(x - 1, -1): number for x, number in enumerate(others)}}
    state = position(city=city, picked=27, others_picked={1: 24}, money=0)
    do(state, Sell())
    assert money(do(state, Pay())) == 5 - expected


def test_insurance_pays_two_at_once() -> None:
    assert cost_of(put(133), {}) == -2


@rows(
    "printed, points_per, counted",
    [(0, False, True), (2, False, True), (3, False, False), (0, True, False), (2, True, False)],
)
def test_the_prison_counts_homes_of_two_points_or_less_that_do_not_vary(
    printed: int, points_per: bool, counted: bool
) -> None:
    """In the box only 135 varies, and it has more points anyway: a file of one's own may have a modest one."""
    file = json.loads(packaged("neom"))
    (home,) = [tile for tile in file["tiles"]["list"] if tile["number"] == 1]
    home["points"] = printed
    if points_per:
        home["points_per"] = [{"each": 1, "of": "corner"}]
    homes = {(0, 1): 1, (0, -1): 2, (1, 0): 130}
    state = position(city=homes, picked=6, box=load(json.dumps(file).encode()))
    assert line(state, "tiles", "130 prison") == 2 * (1 + counted)
