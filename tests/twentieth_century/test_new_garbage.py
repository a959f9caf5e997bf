"""Where new garbage is placed, by the option `garbage`."""

from __future__ import annotations

import pytest

from cityleague.engine.rules import IllegalMove
from cityleague.engine.twentieth_century.moves import Dump, Options
from cityleague.engine.twentieth_century.state import CenturyState

from ..by_hand import Event
from .by_hand import USUAL, after, course, figures

KEPT = Options(garbage="new_land")
WASTE = figures(columns=[{"garbage": 2}, {}, {}, {}, {}])
"""The left damage column brings two cubes."""
ONE = ((0, "choose", "L1"), (0, "lay", "L1", (1, 0)))
TWO = ((0, "choose", "L1"), (0, "choose", "L2"), (0, "lay", "L1", (1, 0)), (0, "lay", "L2", (1, 1)))
COLUMN = (0, "contain", 0, 1)


def played(*told: Event, options: Options = KEPT) -> CenturyState:
    return after(3, course(3, *told, components=WASTE, options=options), WASTE, options)


def places(state: CenturyState, seat: int = 0) -> list[str]:
    """The land on which a seat can put new garbage."""
    return [move.tile for move in state.legal(seat) if isinstance(move, Dump)]


def test_new_garbage_lies_anywhere_unless_the_option_says_otherwise() -> None:
    assert Options() == Options(garbage="anywhere")
    assert places(played(*TWO, options=USUAL)) == ["start", "L1", "L2"]


def test_new_garbage_lies_on_land_bought_in_the_round() -> None:
    assert places(played(*ONE)) == ["L1"]
    assert places(played(*TWO)) == ["L1", "L2"]


def test_land_that_is_still_in_the_hand_keeps_garbage_off_all_other_land() -> None:
    state = played((0, "choose", "L1"), (0, "choose", "L2"), (0, "lay", "L2", (1, 0)))
    assert places(state) == ["L2"]
    assert places(played((0, "choose", "L1"), (1, "done"))) == []


def test_the_garbage_of_a_damage_column_lies_there_too() -> None:
    state = played(ONE[0], COLUMN, ONE[1])
    assert state.table.cubes[0] == 3
    assert places(state) == ["L1"]


def test_without_new_land_garbage_lies_anywhere() -> None:
    assert places(played(COLUMN, (1, "done"))) == ["start"]
    bought = (*ONE, (0, "settle", "L1.a"), (0, "dump", "L1"), (0, "done"))
    assert places(played(*bought, ("round", 2), COLUMN, (1, "done"))) == ["start", "L1"]


def test_the_land_of_others_does_not_matter() -> None:
    assert places(played(*ONE, (1, "contain", 0, 1), (2, "done")), 1) == ["start"]


def test_a_technology_is_no_land() -> None:
    assert places(played((0, "buy", "worker"), COLUMN, (1, "done"))) == ["start"]


def test_three_pieces_of_new_land_keep_garbage_off_the_start_too() -> None:
    names = ("L1", "L2", "L3")
    laid = [(0, "lay", name, (1 + number, 0)) for number, name in enumerate(names)]
    state = played(*[(0, "choose", name) for name in names], *laid)
    assert places(state) == [*names]
    with pytest.raises(IllegalMove, match="CENTURY-DUMP-NEW-LAND"):
        state.verify(0, Dump("start"))
