"""The most cards that can be built, where smog may take the cell of one: crowded cities, in which every cell counts.

For each reason for which the search must think of smog there is a city in which it matters.
"""

from __future__ import annotations

from cityleague.engine.card_city_xl import building
from cityleague.engine.card_city_xl.moves import Smog
from cityleague.engine.card_city_xl.state import CardCityState

from .helpers import build, card, open_to, plan, play, refusal, scene


def crowded(picture: str, hand: str, smog: int) -> CardCityState:
    """A full 6 x 6 city but for the marked cells, and so much smog in the supply."""
    state = scene(picture, hand, level="normal")
    state.table.smog = smog
    building.go_on(state.table)
    return state


TWO_LEFT = """
K K K K K K
K K a K K K
K K M K K K
I K K K I b
I K K I K K
I K K K I K
"""
"""R can go to a only, and I brings smog on b."""


def test_the_smog_of_a_card_takes_the_only_cell_of_another() -> None:
    """R comes first; then there is no cell for smog."""
    state = crowded(TWO_LEFT, "I R L", 3)
    a, b = plan(TWO_LEFT).at("a"), plan(TWO_LEFT).at("b")
    assert refusal(state, build("I", b)) == "CCXL-BUILD-MOST-CARDS"
    assert (open_to(state, "industry"), open_to(state, "residential")) == (set(), {a})
    play(state, build("R", a), build("I", b))
    assert state.view(None).supply["smog"] == 3
    assert state.view(None).discards == (card("L"),)


def test_without_smog_in_the_supply_it_takes_nothing() -> None:
    state = crowded(TWO_LEFT, "I R L", 0)
    a, b = plan(TWO_LEFT).at("a"), plan(TWO_LEFT).at("b")
    assert (open_to(state, "industry"), open_to(state, "residential")) == ({b}, {a})
    play(state, build("I", b), build("R", a))


THREE_LEFT = """
K K K K K K
K K K I a K
K K M K K K
I K K K I b
I K K I K K
K c K I I K
"""
"""I brings smog on each of them."""


def test_the_smog_of_the_first_of_two_industries_takes_the_cell_of_the_second() -> None:
    """Whatever comes first, one of the three cards has no cell; so any may come first."""
    state = crowded(THREE_LEFT, "I I K", 3)
    a, b, c = (plan(THREE_LEFT).at(mark) for mark in "abc")
    assert open_to(state, "industry") == open_to(state, "parking") == {a, b, c}
    play(state, build("K", b), build("I", a))
    assert state.view(None).stage == "smog"
    play(state, Smog(c))
    assert state.view(None).discards == (card("I"),)


FOUR_LEFT = """
K K K K K K
K K K I a K
K K M K K K
I K K K I b
I K K I R d
K c K I I K
"""
"""I brings smog on a, b and c, and cannot go to d."""


def test_the_last_smog_of_the_supply_is_the_last_that_the_search_thinks_of() -> None:
    """Smog must leave the cells to two more industries, which bring none; all three are built."""
    state = crowded(FOUR_LEFT, "I I I", 1)
    drawn = plan(FOUR_LEFT)
    a, b, c, d = (drawn.at(mark) for mark in "abcd")
    assert open_to(state, "industry") == {a, b, c}
    play(state, build("I", a))
    for cell in (b, c):
        assert refusal(state, Smog(cell)) == "CCXL-BUILD-MOST-CARDS"
    assert [move for move in state.legal(0) if isinstance(move, Smog)] == [Smog(d)]
    play(state, Smog(d), build("I", b))
    assert open_to(state, "industry") == {c}
    play(state, build("I", c))
    assert state.view(None).discards == ()


def test_with_more_smog_in_the_supply_the_second_industry_takes_the_cell_of_the_third() -> None:
    state = crowded(FOUR_LEFT, "I I I", 2)
    drawn = plan(FOUR_LEFT)
    a, b, c, d = (drawn.at(mark) for mark in "abcd")
    play(state, build("I", a), Smog(d), build("I", b), Smog(c))
    assert state.view(None).discards == (card("I"),)
