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
from .helpers import grows, plan, play, refusal, scene, stage, town


def developing(picture: str, level: str = "simplified") -> CardCityState:
    """The leisure in hand cannot be paid for: what comes next is development, if there is any."""
    return scene(picture, "L L" if level == "simplified" else "L L L", level=level)


def develop(letter: str, cell: Cell) -> Develop:
    return Develop("residential" if letter == "R" else "commerce", cell)


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


@rows(
    "picture, grow",
    [
        # three cards that touch M and L twice, and perhaps a fourth culture card, which a joined district needs
        *[(f". L R K\n. . R {beside}\nI M R L\n. . . K", beside == "L") for beside in ".KL"],
        # only culture cards that share a side with the district count
        ("M . L\n. R .", False),
        ("M L L\n. R .", False),
        ("M L .\n. R L", True),
        ("M R L", True),
        # one that touches a district twice counts once: M touches two of three cards
        (". R R L\nI M R L\n. . K .", False),
        (". R R L\nI M R L\n. . L .", True),
    ],
)
def test_which_houses_grow(picture: str, grow: bool) -> None:
    assert (stage(developing(picture)) == "developing") == grow


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


@rows(
    "picture, colour, cells",
    [
        # leisure on half a card counts where it faces the house, which also touches M and can grow to its left
        *[(f". M .\n. R C/L{turn}\n. K .", "residential", {(-1, 1)} if turn < 2 else set()) for turn in range(4)],
        # half a house touches its other half, and grows across its own sides: where R faces M it touches two cultures
        ("M R/L3", "residential", {(1, -1)}),
        ("M R/L2", "residential", {(1, 1)}),
        *[(f"M R/L{turn}", "residential", set()) for turn in (0, 1)],
        # two halves of commerce make one district of two: it touches a house and another half; that is not enough
        ("M .\nR/C3 .\nR .", "commerce", {(1, 1)}),
        ("M .\nR/C3 C/I2\nR .", "commerce", set()),
    ],
)
def test_where_halves_of_cards_grow(picture: str, colour: str, cells: set[Cell]) -> None:
    assert grows(developing(picture, level="advanced"), colour) == cells


# -- income


@rows(
    "picture, brings",
    [
        *[("M " + "C " * cards, brings) for cards, brings in ((1, 1), (2, 3), (3, 6), (4, 10), (5, 15))],
        ("M R/C3 C/I2", 3),  # half a commerce counts as a whole one
        # parks and smog are no colours, and two of a colour are one
        ("M . G . .\n. S K R .\n. . K R .\n. . L . .", 1),
        # three colours and one commerce
        ("M K C", 2 + 1),
        ("M R .\nC K I", 2 + 1),
        # half a car park counts as a whole one: its other half is one colour, M two more where K faces it
        *[(f"M R/K{turn}", 2 * (turn < 2)) for turn in range(4)],
    ],
)
def test_what_a_city_brings_beside_the_salary(picture: str, brings: int) -> None:
    city = town(single(6), picture)
    assert income(city, city.board.lands[0], meters=True) == 1 + brings


def test_three_districts_of_commerce_and_the_salary_bring_six_dollars() -> None:
    city = town(single(5), "C M C\n. K .\nC C .")
    assert income(city, city.board.lands[0], meters=False) == 1 + 1 + 1 + 3


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
