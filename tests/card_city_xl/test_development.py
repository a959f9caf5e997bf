"""Phases 3 and 4: which districts grow, where and how far, and what a round brings in."""

from __future__ import annotations

from itertools import combinations

import pytest

from cityleague.engine.card_city_xl.board import single
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.moves import Build, Cell, Develop, Done
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.rules import IllegalMove

from ..rows import rows
from .helpers import grows, plan, play, refusal, scene, town


def developing(picture: str, level: str = "simplified") -> CardCityState:
    """The leisure in hand cannot be paid for: what comes next is development, if there is any."""
    return scene(picture, "L L" if level == "simplified" else "L L L", level=level)


def develop(letter: str, cell: Cell) -> Develop:
    return Develop("residential" if letter == "R" else "commerce", cell)


def stage(state: CardCityState) -> str:
    return state.view(None).stage


def size(state: CardCityState) -> int:
    return len(state.view(None).cities[0])


# -- residential

MERGING = """
.  .  R  K
.  .  a  .
I  M  R  L
.  .  b  K
"""
"""Six cards and an industry. The lower R touches M and L and can grow on a or b."""


def test_one_house_that_touches_two_culture_cards_grows_and_may_join_another() -> None:
    state = developing(MERGING)
    drawn = plan(MERGING)
    assert stage(state) == "developing"
    assert grows(state, "residential") == {drawn.at("a"), drawn.at("b")}
    assert grows(state, "commerce") == set()
    assert refusal(state, Done()) == "TURN-WRONG-MOVE"
    assert refusal(state, develop("R", (2, -3))) == "CCXL-DEVELOP-DISTRICT"
    assert refusal(state, develop("C", drawn.at("a"))) == "CCXL-DEVELOP-DISTRICT"
    for letter, needed in (("R", "culture cards"), ("C", "residential districts")):
        with pytest.raises(IllegalMove, match=f"beside .* touches more {needed} than it has"):
            state.verify(0, develop(letter, (2, -3)))
    play(state, develop("R", drawn.at("a")))
    assert (stage(state), size(state)) == ("drawing", 7 + 1)
    lines = [line.points for line in state.scores()[0].parts[0].lines if "residential" in line.category]
    assert lines == [6]


@rows("beside, grow", [(".", False), ("K", False), ("L", True)])
def test_a_joined_district_needs_one_culture_card_more_than_it_has_cards(beside: str, grow: bool) -> None:
    """Three cards that touch M and L twice: a fourth culture card is missing."""
    state = developing(f". L R K\n. . R {beside}\nI M R L\n. . . K")
    assert (stage(state) == "developing") == grow


@rows("picture, grow", [("M . L\n. R .", False), ("M L L\n. R .", False), ("M L .\n. R L", True), ("M R L", True)])
def test_only_culture_cards_that_share_a_side_with_the_district_count(picture: str, grow: bool) -> None:
    assert (stage(developing(picture)) == "developing") == grow


@rows("below, grow", [("K", False), ("L", True)])
def test_a_culture_card_that_touches_a_district_twice_counts_once(below: str, grow: bool) -> None:
    """Three cards; M touches two of them."""
    state = developing(f". R R L\nI M R L\n. . {below} .")
    assert (stage(state) == "developing") == grow


def test_growth_keeps_away_from_industry_and_inside_the_frame() -> None:
    """To the right of the house the frame ends; above it is the one cell left, unless it touches industry."""
    picture = "K . . K a\nK I K M R\n. . . . L"
    assert grows(developing(picture), "residential") == {plan(picture).at("a")}
    assert stage(developing(picture.replace("K a", "I a"))) == "drawing"


# -- commerce


def test_commerce_that_touches_two_houses_of_one_district_does_not_grow() -> None:
    assert stage(developing("K M I\nR C .\nR R .")) == "drawing"
    assert grows(developing("K M I\nR C .\nK R ."), "commerce") == {(1, 1)}


ONLY_CELL = """
K  R  y
K  C  x  R
M  R  K
I  K  .
"""
"""Nine cards and an industry: there is room for one more."""


def test_commerce_grows_on_the_only_cell_there_is_until_the_city_is_full() -> None:
    state = developing(ONLY_CELL)
    x = plan(ONLY_CELL).at("x")
    assert grows(state, "commerce") == {x}
    play(state, develop("C", x))
    assert stage(state) == "drawing"
    assert size(state) == 11


def test_with_more_industry_it_must_grow_again_at_once() -> None:
    """Then the district of two touches three others."""
    state = developing(ONLY_CELL.replace("I  K  .", "I  K  .\nI  .  ."))
    drawn = plan(ONLY_CELL)
    play(state, develop("C", drawn.at("x")))
    assert grows(state, "commerce") == {drawn.at("y")}
    play(state, develop("C", drawn.at("y")))
    assert stage(state) == "drawing"


BOTH = """
I  M  K  .
L  R  x  K
y  C  R  K
.  z  .  .
"""
"""A house can grow on x, where it joins the other one; C, which touches both, on y or z."""


def test_the_order_is_free_even_if_fewer_cards_come() -> None:
    drawn = plan(BOTH)
    state = developing(BOTH)
    assert grows(state, "residential") == {drawn.at("x")}
    assert grows(state, "commerce") == {drawn.at("y"), drawn.at("z")}
    houses_first = state.copy()
    play(houses_first, develop("R", drawn.at("x")))
    assert (stage(houses_first), size(houses_first)) == ("drawing", 10)
    play(state, develop("C", drawn.at("z")))
    assert grows(state, "residential") == {drawn.at("x")}
    play(state, develop("R", drawn.at("x")))
    assert (stage(state), size(state)) == ("drawing", 11)


@rows("letter, mark", [("R", "x"), ("C", "y")])
def test_the_last_room_goes_to_what_the_player_lets_grow_first(letter: str, mark: str) -> None:
    picture = BOTH.replace(".  z  .", ".  z  K")
    state = developing(picture)
    play(state, develop(letter, plan(picture).at(mark)))
    assert (stage(state), size(state)) == ("drawing", 11)


def test_nothing_grows_without_a_card_in_the_supply() -> None:
    state = scene(MERGING, "L K", money=[0])
    state.table.supply["residential"] = 0
    play(state, Build("parking", (0, 1)))
    assert stage(state) == "drawing"


@rows("gone, other, grown", [("R", "C", "y"), ("C", "R", "x")])
def test_with_one_colour_gone_from_the_supply_the_other_must_still_grow(gone: str, other: str, grown: str) -> None:
    """What touches enough for the colour that is gone, does not grow, and is refused for that reason."""
    drawn = plan(BOTH)
    state = developing(BOTH)
    names = {letter: develop(letter, (0, 0)).card for letter in "RC"}
    state.table.supply[names[gone]] = 0
    assert grows(state, names[gone]) == set()
    assert drawn.at(grown) in grows(state, names[other])
    assert refusal(state, develop(gone, drawn.at("x" if gone == "R" else "y"))) == "CCXL-SUPPLY-EMPTY"
    play(state, develop(other, drawn.at(grown)))
    assert stage(state) == "drawing"
    assert state.view(None).supply[names[gone]] == 0


def test_without_commerce_in_the_supply_the_phase_passes() -> None:
    """Only commerce can grow here."""
    state = scene(ONLY_CELL.replace("I  K  .", "I  .  ."), "L K", money=[0])
    state.table.supply["commerce"] = 0
    play(state, Build("parking", (1, 1)))
    assert (stage(state), state.view(None).discards) == ("drawing", ("leisure",))


def test_commerce_stops_growing_with_the_last_card_of_the_supply() -> None:
    """There is room to grow a second time, but no card."""
    state = developing(ONLY_CELL.replace("I  K  .", "I  K  .\nI  .  ."))
    state.table.supply["commerce"] = 1
    play(state, develop("C", plan(ONLY_CELL).at("x")))
    assert (stage(state), state.view(None).supply["commerce"]) == ("drawing", 0)


def test_the_last_commerce_of_the_supply_goes_to_who_comes_first() -> None:
    state = scene([ONLY_CELL, ONLY_CELL], "L L", "L L", players=2)
    other = state.copy()
    state.table.supply["commerce"] = 1
    x = develop("C", plan(ONLY_CELL).at("x"))
    play(state, x)
    assert stage(state) == "drawing"
    play(other, x, x)
    assert [len(city) for city in other.view(None).cities] == [12 - 1, 12 - 1]


def test_the_supply_gives_one_card_for_each_growth() -> None:
    state = developing(MERGING)
    before = state.view(None).supply
    play(state, develop("R", plan(MERGING).at("a")))
    assert state.view(None).supply == before | {"residential": before["residential"] - 1}


# -- split cards


@rows("turn, grow", [(0, True), (1, True), (2, False), (3, False)])
def test_leisure_on_half_a_card_counts_where_it_faces_the_house(turn: int, grow: bool) -> None:
    """The house touches M, and the half card to its right; it can grow to its left."""
    state = developing(f". M .\n. R C/L{turn}\n. K .", level="advanced")
    assert grows(state, "residential") == ({(-1, 1)} if grow else set())


def test_two_halves_of_commerce_make_one_district_of_two() -> None:
    """It touches the other half of one card, and a house; two districts are not enough."""
    alone = developing("M .\nR/C3 .\nR .", level="advanced")
    assert grows(alone, "commerce") == {(1, 1)}
    joined = developing("M .\nR/C3 C/I2\nR .", level="advanced")
    assert stage(joined) == "drawing"


@rows("turn, cells", [(3, {(1, -1)}), (2, {(1, 1)}), (0, set()), (1, set())])
def test_half_a_house_touches_its_other_half_and_grows_across_its_own_sides(turn: int, cells: set[Cell]) -> None:
    """R/L beside M: where R faces M it touches two culture cards, one of them its own other half."""
    state = developing(f"M R/L{turn}", level="advanced")
    assert grows(state, "residential") == cells


# -- income


def test_three_districts_of_commerce_and_the_salary_bring_six_dollars() -> None:
    city = town(single(5), "C M C\n. K .\nC C .")
    assert income(city, city.board.lands[0], meters=False) == 1 + 1 + 1 + 3


@rows("cards, brings", [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_a_district_of_commerce_brings_more_the_larger_it_is(cards: int, brings: int) -> None:
    city = town(single(6), "M " + "C " * cards)
    assert income(city, city.board.lands[0], meters=True) == 1 + brings


def test_a_round_pays_the_income_to_everybody() -> None:
    state = scene(["M C", "M . C\n. . C"], "L L", "L L", money=[0, 1], players=2)
    assert state.view(None).money == (0 + 1 + 1, 1 + 1 + 3)


@rows("level, money", [("simplified", 1), ("normal", 1), ("advanced", 1 + 1)])
def test_car_parks_pay_in_the_advanced_game_only(level: str, money: int) -> None:
    assert developing("M K", level).view(None).money == (money,)


NEIGHBOURS = [letters for n in range(6) for letters in combinations("RCILM", n)]


@rows("letters", NEIGHBOURS)
def test_car_parks_pay_by_the_colours_that_touch_their_district(letters: tuple[str, ...]) -> None:
    """Nothing for one colour, 1 $ for two, up to 4 $ for all five; the town hall is lilac and red."""
    left = 1 if "M" in letters else 2
    around = [(left, -1), (left + 1, -1), (left + 2, 0), (left + 1, 1)]
    others = [letter for letter in letters if letter != "M"]
    cards = {(0, 0): "M", (left, 0): "K", (left + 1, 0): "K", **dict(zip(around, others, strict=False))}
    rows = [" ".join([cards.get((x, y), ".") for x in range(5)]) for y in (-1, 0, 1)]
    city = town(single(5), "\n".join(rows))
    colours = set(others) - {"L"} | ({"lilac"} if "L" in letters or "M" in letters else set())
    colours |= {"red"} if "M" in letters else set()
    expected = (0, 0, 1, 2, 3, 4)[len(colours)] + letters.count("C")
    assert income(city, city.board.lands[0], meters=True) == 1 + expected


def test_parks_and_smog_are_no_colours_and_two_of_a_colour_are_one() -> None:
    city = town(single(6), "M . G . .\n. S K R .\n. . K R .\n. . L . .")
    assert income(city, city.board.lands[0], meters=True) == 1 + 1


@rows("picture", ["M K C", "M R .\nC K I"])
def test_three_colours_one_commerce_and_the_salary_bring_four_dollars(picture: str) -> None:
    city = town(single(6), picture)
    assert income(city, city.board.lands[0], meters=True) == 2 + 1 + 1


@rows("turn, brings", [(0, 2), (1, 2), (2, 0), (3, 0)])
def test_half_a_car_park_counts_as_a_whole_one(turn: int, brings: int) -> None:
    """R/K beside M: its own other half is one colour, M two more where K faces it."""
    city = town(single(6), f"M R/K{turn}")
    assert income(city, city.board.lands[0], meters=True) == 1 + brings


def test_half_a_commerce_counts_as_a_whole_one() -> None:
    city = town(single(6), "M R/C3 C/I2")
    assert income(city, city.board.lands[0], meters=True) == 1 + 3
