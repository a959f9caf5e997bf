"""Phase 2: what can be built where, what must be built, and what the variants make of it."""

from __future__ import annotations

from collections import Counter

from cityleague.engine.card_city_xl.moves import Architect, Build, Cell, Done, Smog

from ..rows import rows
from .helpers import actor, build, card, deal, hand, open_to, plan, play, refusal, scene, stage


def around(cell: Cell) -> list[Cell]:
    """The neighbours, clockwise from the top."""
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


# -- where a card can go

EXAMPLE = """
.  6  1  1  2  .
7  R  M  K  I  3
.  8  5  C  4  .
.  .  .  5  .  .
"""
"""The fields touch: 1 neither R, C nor I; 2 and 3 I; 4 I and C; 5 C; 6, 7 and 8 R."""


@rows(
    "letter, beside, closed",
    [("L", "K", ""), ("K", "L", ""), ("I", "K", "678"), ("C", "K", "45"), ("R", "K", "678234")],
)
def test_where_each_kind_of_card_can_go(letter: str, beside: str, closed: str) -> None:
    state = scene(EXAMPLE, f"{letter} {beside}", money=[5])
    marks = plan(EXAMPLE).marks
    free = set().union(*[cells for mark, cells in marks.items() if mark not in f".{closed}"])
    assert open_to(state, card(letter)) == free
    code = {"I": "INDUSTRY-NEXT-TO-RESIDENTIAL", "C": "SAME-COLOUR"}.get(letter)
    for mark in closed:
        for cell in marks[mark]:
            rule = code or ("SAME-COLOUR" if mark in "678" else "INDUSTRY-NEXT-TO-RESIDENTIAL")
            assert refusal(state, build(letter, cell)) == f"CCXL-BUILD-{rule}"


def test_a_card_goes_on_a_free_cell_that_shares_a_side_with_a_card() -> None:
    state = scene("M K", "K R")
    assert refusal(state, build("K", (1, 0))) == "CCXL-BUILD-OCCUPIED"
    assert refusal(state, build("K", (2, 1))) == "CCXL-BUILD-APART"
    assert refusal(state, build("K", (-1, -1))) == "CCXL-BUILD-APART"
    assert refusal(state, build("C", (2, 0))) == "CCXL-BUILD-NOT-IN-HAND"
    assert refusal(state, Build("parking", (2, 0), 1)) == "CCXL-BUILD-TURN"


def test_other_cards_may_touch_their_own_colour() -> None:
    state = scene("K M\nI L", "K I")
    assert (
        open_to(state, "parking")
        == open_to(state, "industry")
        == set(plan(". a a .\na K M a\na I L a\n. a a .").marks["a"])
    )


@rows("level, side", [("simplified", 5), ("normal", 6)])
def test_the_frame_floats_until_it_is_filled(level: str, side: int) -> None:
    row = "K I " + "K " * (side - 4) + "M"
    state = scene(row, "K K" if side == 5 else "K K C", level=level)
    left = 1 - side
    assert {(left, 0), (1, 0)} <= open_to(state, "parking")
    other = state.copy()
    play(state, build("K", (1, 0)))
    assert refusal(state, build("K", (left, 0))) == refusal(state, build("K", (2, 0))) == "CCXL-BUILD-FRAME"
    play(other, build("K", (left, 0)))
    assert refusal(other, build("K", (1, 0))) == "CCXL-BUILD-FRAME"
    column = scene("\n".join(["M", "I", *["K"] * (side - 2)]), "K K" if side == 5 else "K K C", level=level)
    assert open_to(column, "parking") == {(x, y) for x in (-1, 1) for y in range(side)}


# -- how many cards can be built


def test_five_cards_without_industry_each_industry_five_more_and_itself_none() -> None:
    state = scene("K K K\nM K .", "I L", money=[5])
    assert refusal(state, build("L", (2, 0))) == "CCXL-BUILD-SIZE-LIMIT"
    play(state, build("I", (0, 1)), build("L", (2, 0)))
    deal(state, hand("R R"))
    play(state, build("R", (3, -1)), build("R", (1, -2)))
    assert len(state.view(None).cities[0]) == 8 + 1
    deal(state, hand("K K"))
    play(state, build("K", (0, -2)), build("K", (2, -2)))
    deal(state, hand("C C"))
    assert Counter(state.view(None).discards) == Counter(hand("C C"))
    assert state.round == 5


def test_parks_and_smog_do_not_count_for_size_but_one_can_build_beside_them() -> None:
    state = scene("G S . .\n. K M K\n. . K .", "K R C", level="normal")
    assert {(-2, -2), (-1, -2), (-3, -1)} <= open_to(state, "parking")
    state = scene("G S K .\n. K M K\n. . K .", "K R C", level="normal")
    assert Counter(state.view(None).discards) == Counter(hand("K R C"))


def test_a_split_card_counts_for_size_even_if_half_of_it_is_industry() -> None:
    """M, K, R/C and C/I are 4 cards; the industry makes room for 10."""
    state = scene("R/C0 M K C/I0", "K K R", level="advanced")
    play(state, build("K", (0, 1)), build("K", (0, 2)), build("R", (0, 3)), Done())
    deal(state, hand("K K R"))
    play(state, build("K", (1, 1)), build("K", (1, 2)), build("R", (-1, 2)), Done())
    deal(state, hand("C C C"))
    assert Counter(state.view(None).discards) == Counter(hand("C C C"))


def test_a_split_card_with_industry_can_be_built_at_the_limit() -> None:
    state = scene("K K K\nM K .", "I/K R C", level="advanced")
    assert refusal(state, build("R", (0, 1))) == "CCXL-BUILD-SIZE-LIMIT"
    play(state, build("I/K", (2, 0), 1), build("R", (0, 1)))
    assert open_to(state, "commerce")


@rows("money, built", [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_leisure_costs_5_and_who_cannot_pay_discards_it(money: int, built: int) -> None:
    state = scene("M K", "L L", money=[money])
    for number in range(built):
        assert actor(state) == 0
        play(state, build("L", [(0, 1), (1, 1)][number]))
    assert stage(state) in ("drawing", "buying")
    assert state.view(None).money == (money - 5 * built + 1,)
    assert state.view(None).discards == ("leisure",) * (2 - built)


TWO_LEFT = """
K K K K K
K K a K K
K K M K K
I K K I b
I K K I K
"""


def test_no_card_may_be_put_where_it_keeps_another_from_being_built() -> None:
    """R can go to a only, next to no industry; so I cannot."""
    state = scene(TWO_LEFT, "R I")
    a, b = plan(TWO_LEFT).at("a"), plan(TWO_LEFT).at("b")
    assert refusal(state, build("I", a)) == "CCXL-BUILD-MOST-CARDS"
    assert (open_to(state, "residential"), open_to(state, "industry")) == ({a}, {b})
    play(state, build("I", b), build("R", a))


def test_the_order_is_free_where_as_many_cards_get_built() -> None:
    state = scene(TWO_LEFT, "C K")
    a, b = plan(TWO_LEFT).at("a"), plan(TWO_LEFT).at("b")
    assert open_to(state, "commerce") == open_to(state, "parking") == {a, b}


def test_with_room_for_one_card_the_player_chooses_which_and_discards_the_other() -> None:
    state = scene("K K K\nM . .", "R C")
    assert open_to(state, "residential") == open_to(state, "commerce")
    play(state, build("C", (1, 0)))
    assert state.view(None).discards == ("residential",)
    assert stage(state) == "drawing"


def test_what_can_be_built_must_be_built() -> None:
    state = scene("M", "R C")
    assert refusal(state, Done()) == "CCXL-BUILD-DONE"


def test_a_card_that_becomes_possible_by_another_must_be_built() -> None:
    """Every cell beside this city touches industry: R goes beside C, and C where this can be."""
    state = scene(". I .\nI M I\n. I .", "R C")
    assert open_to(state, "residential") == set()
    play(state, build("C", (2, 0)))
    assert open_to(state, "residential") == {(2, 1), (2, -1), (3, 0)}


THREE_LEFT = """
K K K K K K
K K a K K K
K K M K K K
I K K K I b
I K K I c K
I K K K I K
"""


def test_smog_may_not_take_the_place_of_a_card_either() -> None:
    """R can go to a only; the smog that I on b brings must go to c."""
    state = scene(THREE_LEFT, "I R L", level="normal")
    drawn = plan(THREE_LEFT)
    play(state, build("I", drawn.at("b")))
    assert refusal(state, Smog(drawn.at("a"))) == "CCXL-BUILD-MOST-CARDS"
    play(state, Smog(drawn.at("c")), build("R", drawn.at("a")))


# -- split cards


@rows("turn", range(4))
def test_halves_mind_what_lies_across_their_own_sides(turn: int) -> None:
    """C/I keeps R from the two cells beside its industry, and C from the two beside its commerce."""
    state = scene(f"M . .\n. . .\n. . C/I{turn}", "R C K", level="advanced")
    sides = around((2, 2))
    commerce = {sides[turn], sides[(turn + 1) % 4]}
    industry = set(sides) - commerce
    assert open_to(state, "residential") == set(around((0, 0))) | commerce
    assert open_to(state, "commerce") == set(around((0, 0))) | industry
    assert open_to(state, "parking") == set(around((0, 0))) | set(sides)


def test_a_split_card_can_be_turned_four_ways_and_minds_both_colours() -> None:
    """To the left lies C, above R; C must turn away from the one, I from the other."""
    picture = "M R .\nC a .\n. . ."
    state = scene(picture, "C/I K K", level="advanced")
    allowed = {turn for turn in range(4) if plan(picture).at("a") in open_to(state, "commerce/industry", turn)}
    assert allowed == {0}
    codes = [refusal(state, build("C/I", (1, 1), turn)) for turn in (1, 4, -1)]
    assert codes == ["CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL", *["CCXL-BUILD-TURN"] * 2]
    assert refusal(state, build("C/I", (1, 1), 3)) == "CCXL-BUILD-SAME-COLOUR"


# -- smog

SMOG = """
. x o o .
x I M K x
. x o o .
"""


def test_industry_in_the_row_or_column_of_another_brings_smog_whatever_lies_between() -> None:
    marks = plan(SMOG).marks
    for mark, there in (("x", True), ("o", False)):
        for cell in marks[mark]:
            state = scene(SMOG, "I K C", level="normal")
            play(state, build("I", cell))
            assert (stage(state) == "smog") == there
            simple = scene(SMOG, "I C")
            play(simple, build("I", cell))
            assert stage(simple) == "building"


def test_smog_goes_next_to_any_card_in_the_frame() -> None:
    state = scene("R I M K C", "I K C", level="normal")
    play(state, build("I", (2, 1)))
    assert stage(state) == "building"
    state = scene("R I M K C", "I K C", level="normal")
    play(state, build("I", (-1, 1)))
    assert refusal(state, Smog((0, 0))) == "CCXL-BUILD-OCCUPIED"
    assert refusal(state, Smog((1, 2))) == "CCXL-BUILD-APART"
    assert refusal(state, build("K", (0, 1))) == "TURN-WRONG-MOVE"
    allowed = {move.cell for move in state.legal(0) if isinstance(move, Smog)}
    beside = plan(". a a a a a .\na R I M K C a\n. a I a a a .\n. . a . . . .").marks["a"]
    assert allowed == beside
    play(state, Smog((3, 0)))
    assert stage(state) == "building"
    assert state.view(None).supply["smog"] == 2
    assert refusal(state, build("K", (-3, 0))) == "CCXL-BUILD-FRAME"


def test_several_industries_in_row_and_column_bring_one_smog() -> None:
    state = scene("M I\nI a", "I K C", level="normal")
    play(state, build("I", (1, 1)), Smog((2, 0)))
    assert stage(state) == "building"


@rows("town, built", [("M I", "I/K"), ("M I/K0", "I"), ("M C/I2", "I/K")])
def test_half_an_industry_brings_smog_too(town: str, built: str) -> None:
    state = scene(town, f"{built} K R", level="advanced")
    play(state, build(built, (1, 1)))
    assert stage(state) == "smog"


def test_without_smog_in_the_supply_or_a_free_cell_there_is_none() -> None:
    state = scene("M I", "I K C", level="normal")
    state.table.smog = 0
    play(state, build("I", (1, 1)))
    assert stage(state) == "building"
    full = scene("\n".join(["M K I K K I", *["K K I K K I"] * 4, "K K I K K a"]), "I L L", level="normal")
    play(full, build("I", (5, 5)))
    assert stage(full) == "drawing"
    assert full.view(None).supply["smog"] == 3


# -- the architect


def test_the_architect_lets_build_apart_until_the_end_of_the_phase() -> None:
    state = scene("I M K", "R C K", level="normal", variants=["architect"])
    assert refusal(state, build("K", (1, 2))) == "CCXL-BUILD-APART"
    assert refusal(state, Architect((1, 0))) == "CCXL-BUILD-OCCUPIED"
    assert refusal(state, Architect((2, 1))) == "CCXL-BUILD-APART"
    play(state, Architect((1, 1)))
    assert refusal(state, Architect((0, 1))) == "CCXL-ARCHITECT-NOW"
    assert refusal(state, build("K", (1, 1))) == "CCXL-BUILD-OCCUPIED"
    assert refusal(state, build("K", (1, 3))) == "CCXL-BUILD-APART"
    play(state, build("K", (1, 2)), build("R", (1, 3)))
    assert {(2, 1), (1, 4), (0, 3), (2, 0)} <= open_to(state, "commerce")
    play(state, build("C", (2, 0)))
    assert state.view(None).architect is None
    deal(state, hand("R K K"))
    assert refusal(state, build("K", (0, 4))) == "CCXL-BUILD-APART"
    assert {(0, 2), (2, 2), (1, 4), (0, 1), (1, 1)} <= open_to(state, "parking")


def test_cells_beside_the_architect_alone_are_apart_again_in_the_next_round() -> None:
    state = scene("M K", "C K", variants=["architect"])
    play(state, Architect((2, 0)))
    assert {(3, 0), (2, 1), (2, -1)} <= open_to(state, "parking")
    play(state, build("K", (3, 0)), build("C", (4, 0)))
    deal(state, hand("R K"))
    assert refusal(state, build("K", (2, 1))) == "CCXL-BUILD-APART"
    assert {(2, 0), (3, 1), (3, -1)} <= open_to(state, "parking")


def test_the_architect_does_not_count_for_the_frame() -> None:
    state = scene("M I K K", "K K", variants=["architect"])
    play(state, Architect((4, 0)))
    play(state, build("K", (-1, 0)))
    assert refusal(state, build("K", (4, 1))) == "CCXL-BUILD-FRAME"


def test_there_is_no_smog_where_the_architect_has_the_last_free_cell() -> None:
    full = "\n".join(["M K I K K I", *["K K I K K I"] * 4, "K K I K a b"])
    state = scene(full, "I", level="normal", variants=["architect"])
    play(state, Architect((4, 5)), build("I", (5, 5)))
    assert stage(state) == "drawing"
    assert state.view(None).supply["smog"] == 3
    without = scene(full, "I", level="normal", variants=["architect"])
    play(without, build("I", (5, 5)))
    assert (stage(without), without.legal(0)) == ("smog", [Smog((4, 5))])


def test_only_the_start_player_has_the_architect() -> None:
    state = scene(["M", "M"], "R C", "R C", players=2, variants=["architect"])
    play(state, build("R", (0, 1)), build("C", (1, 0)))
    assert actor(state) == 1
    assert refusal(state, Architect((0, 1))) == "CCXL-ARCHITECT-NOW"
    assert not [move for move in state.legal(1) if isinstance(move, Architect)]


def test_the_architect_is_never_compulsory_but_what_he_allows_is() -> None:
    picture = ". I .\nI M I\n. I ."
    state = scene(picture, "R R", variants=["architect"])
    other = state.copy()
    play(state, Done())
    assert state.view(None).discards == ("residential",) * 2
    play(other, Architect((2, 0)))
    assert refusal(other, Done()) == "CCXL-BUILD-DONE"
    play(other, build("R", (3, 0)))
    open_one = scene("M", "R R", variants=["architect"])
    assert refusal(open_one, Done()) == "CCXL-BUILD-DONE"


def test_the_architect_may_not_take_the_place_of_a_card() -> None:
    picture = "\n".join(["M K I K K", *["K K I K K"] * 3, "K K I K a"])
    state = scene(picture, "K L", variants=["architect"])
    assert refusal(state, Architect((4, 4))) == "CCXL-BUILD-MOST-CARDS"
    play(state, build("K", (4, 4)))


# -- leisure crisis


@rows("money, built", [(9, 0), (10, 1), (24, 1), (25, 2)])
def test_in_a_leisure_crisis_each_leisure_costs_5_more(money: int, built: int) -> None:
    """There is one already; the next ones cost 10 and 15."""
    state = scene("M L", "L L", money=[money], variants=["leisure_crisis"])
    for number in range(built):
        play(state, build("L", [(0, 1), (1, 1)][number]))
    assert stage(state) in ("drawing", "buying")
    assert state.view(None).money == (money - (0, 10, 25)[built] + 1,)


def test_in_a_leisure_crisis_halves_count() -> None:
    state = scene("M C/L0", "L L/K K", money=[25], level="advanced", variants=["leisure_crisis"])
    play(state, build("L/K", (0, 1)), build("L", (-1, 0)))
    assert state.view(None).money == (0,)
