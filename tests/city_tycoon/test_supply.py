"""Phase 4 and 5 on small cities made by hand: what cubes cost and whom, what is refused, rewards, and the clean-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.moves import Cell, Cube, Pass, Supply
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.town import CENTRE_CELLS
from cityleague.engine.rules import NOT_YOURS, WRONG_MOVE, IllegalMove

from ..rows import rows
from .scenes import LEGAL, D, Key, P, code, cubes, demand, do, field, money, own, plant, points, position

ELECTRIC, WATER = (0, 0), (1, 1)

# -- what each cube costs

BESIDE = """
. T .
. # #
. # #
"""
SOUTH = """
. . T
. # #
. # #
"""
EAST = "# #\n# # {}"
ROW = "# # {}\n# # ."
"""To the east of [1, 0]: the first tile of the row is on [2, 0]."""

MINE, YOURS, THEIRS = P(seat=0), P(seat=1), P(seat=2)

COSTS: dict[str, tuple[str, P | None, Cell, Sequence[Cell], tuple[int, int, int], int]] = {
    # picture, plant p, where the cube is from, its path, what the three seats pay (or get, if < 0), what the bank gets
    "own plant beside the district": (ROW.format("p T"), MINE, (2, 0), [], (0, 0, 0), 0),
    "own plant, own tiles": (ROW.format("p A A T"), MINE, (2, 0), [(3, 0), (4, 0)], (0, 0, 0), 0),
    "own plant, own plant crossed": (ROW.format("p q T"), MINE, (2, 0), [(3, 0)], (0, 0, 0), 0),
    "own plant, another's district crossed": (ROW.format("p B T"), MINE, (2, 0), [(3, 0)], (2, -2, 0), 0),
    "own plant, another's plant crossed": (ROW.format("p r T"), MINE, (2, 0), [(3, 0)], (2, -2, 0), 0),
    "own plant, two of another crossed": (ROW.format("p B B T"), MINE, (2, 0), [(3, 0), (4, 0)], (4, -4, 0), 0),
    "own plant, two others crossed": (ROW.format("p B C T"), MINE, (2, 0), [(3, 0), (4, 0)], (4, -2, -2), 0),
    "own plant, own and another's": (ROW.format("p A C A T"), MINE, (2, 0), [(3, 0), (4, 0), (5, 0)], (2, 0, -2), 0),
    "own plant, centre crossed": ("p # # T\n. # # .", MINE, (-1, 0), [(0, 0)], (2, 0, 0), 2),
    "own plant, centre crossed from end to end": ("p # # .\n. # # T", MINE, (-1, 0), [(1, 1)], (2, 0, 0), 2),
    "own plant, centre and another's": ("p # # B T\n. # # .", MINE, (-1, 0), [(1, 0), (2, 0)], (4, -2, 0), 2),
    "general plant beside the district": (BESIDE, None, ELECTRIC, [], (2, 0, 0), 2),
    "general plant, district at another cell of the centre": (SOUTH, None, ELECTRIC, [], (2, 0, 0), 2),
    "general plant, district at the far cell of the centre": (EAST.format("T"), None, ELECTRIC, [], (2, 0, 0), 2),
    "general plant, own tile": (ROW.format("A T"), None, ELECTRIC, [(2, 0)], (2, 0, 0), 2),
    "general plant, own plant crossed": (ROW.format("q T"), None, ELECTRIC, [(2, 0)], (2, 0, 0), 2),
    "general plant, another's district crossed": (ROW.format("B T"), None, ELECTRIC, [(2, 0)], (4, -2, 0), 2),
    "general plant, two others crossed": (ROW.format("C B T"), None, ELECTRIC, [(2, 0), (3, 0)], (6, -2, -2), 2),
    "another's plant beside the district": (ROW.format("p T"), YOURS, (2, 0), [], (2, -2, 0), 0),
    "another's plant, own tile": (ROW.format("p A T"), YOURS, (2, 0), [(3, 0)], (2, -2, 0), 0),
    "another's plant, tile of the same crossed": (ROW.format("p B T"), YOURS, (2, 0), [(3, 0)], (4, -4, 0), 0),
    "another's plant, plant of the same crossed": (ROW.format("p r T"), YOURS, (2, 0), [(3, 0)], (4, -4, 0), 0),
    "another's plant, a third one's tile crossed": (ROW.format("p B T"), THEIRS, (2, 0), [(3, 0)], (4, -2, -2), 0),
    "another's plant, centre crossed": ("p # # T\n. # # .", THEIRS, (-1, 0), [(0, 1)], (4, 0, -2), 2),
}
"""q is a plant of seat 0, r one of seat 1."""


@rows("case", COSTS)
@rows("colour", ["red", "blue"])
def test_what_a_cube_costs(case: str, colour: str) -> None:
    picture, source, at, path, paid, to_bank = COSTS[case]
    electric = colour == "red"
    kind: Any = "electric" if electric else "water"
    if source is None and not electric:
        at = WATER
    key: dict[str, D | P] = {
        "T": D("I-1"),
        "q": P(kind, 0, 5),
        "r": P(kind, 1, 6),
        "p": (source or P())._replace(kind=kind),
    }
    box = own({"I-1": {"demands": [demand(**{colour: 1}, points=3)]}})
    state = position(picture, key, box=box, elsewhere=[1])
    before = plant(state, at).cubes
    cell = state.table.town.cells[next(t for t, d in state.table.town.districts.items() if d.name == "I-1")]
    do(state, Supply(cell), Cube(at, tuple(path)))
    assert tuple(50 - left for left in money(state)) == paid
    assert 150 - sum(money(state)) == to_bank
    assert plant(state, at).cubes == before - 1
    assert (points(state, 0), points(state, 1), points(state, 2)) == (3, 0, 0)


@rows("cell", CENTRE_CELLS)
def test_a_path_names_any_one_cell_of_the_centre(cell: Cell) -> None:
    state = position("p # # .\n. # # T", {"p": MINE, "T": D("I-1")})
    assert money(do(state, Supply((2, 1)), Cube((-1, 0), (cell,)))) == (48, 50, 50)


def test_cubes_of_one_demand_are_paid_one_by_one() -> None:
    """Two cubes of a plant of one's own cost nothing; one of the bank's over another's tile costs 4."""
    box = own({"I-1": {"demands": [demand(red=3)]}})
    state = position(ROW.format("B T p"), {"p": P(cubes=2), "T": D("I-1")}, box=box)
    do(state, Supply((3, 0)), Cube((4, 0)))
    assert (money(state), points(state)) == ((50, 50, 50), 0)
    do(state, Cube(ELECTRIC, ((2, 0),)))
    assert (money(state), points(state)) == ((46, 52, 50), 0)
    do(state, Cube((4, 0)))
    assert (money(state), points(state)) == ((46, 52, 50), 1)


def test_a_way_longer_than_needed_may_be_chosen() -> None:
    picture = "# # p T\n# # A B"
    state = do(position(picture, {"p": MINE, "T": D("I-1")}), Supply((3, 0)))
    assert Cube((2, 0)) in cubes(state)
    assert money(do(state, Cube((2, 0), ((2, 1), (3, 1))))) == (48, 52, 50)


# -- what is refused

CITY = """
. . . w .
. . p T B
. . # # A
. A # # b
. e . . x
"""
KEY: Key = {
    "p": P("electric", 0),
    "T": D("I-1"),
    "b": P("water", 1),
    "e": P("electric", 1, 2, "exhausting", 0),
    "x": D("I-2", 0, supplied=True),
}
TARGET = (1, -1)


def city(**details: Any) -> TycoonState:
    """Seat 0's district at [1, -1] asks for 2 red and 1 blue cube, or 2 yellow ones."""
    box = own({"I-1": {"demands": [demand(2, 1), demand(yellow=2)]}})
    return position(CITY, KEY, **{"box": box, **details})


@rows(
    "move, expected",
    [
        (Supply(TARGET), LEGAL),
        *[(Supply(cell), "CT-SUPPLY-NOT-YOURS") for cell in [(2, -1), (0, -1), (2, 1), (0, 0), (1, -2), (9, 9)]],
        (Supply((2, 2)), "CT-SUPPLY-ONCE"),
        *[(Supply(TARGET, number), "CT-SUPPLY-DEMAND") for number in (-1, 2, 99)],
    ],
)
def test_which_districts_are_supplied_and_with_what(move: Supply, expected: str) -> None:
    assert code(city(), move) == expected
    assert expected != "CT-SUPPLY-NOT-YOURS" or field(city(), move) == "district"


@rows(
    "demands, known",
    [
        (0, "no demand"),
        (1, "one demand, number 0"),
        (2, "demands 0 to 1"),
        (3, "demands 0 to 2"),
        (6, "demands 0 to 5"),
    ],
)
def test_one_demand_of_several_is_met(demands: int, known: str) -> None:
    """The last demand is met; one that does not exist is refused, and the refusal says which there are."""
    box = own({"I-1": {"demands": [demand(red=1, points=number + 1) for number in range(demands)]}})
    with pytest.raises(IllegalMove, match=f"I-1 has {known}$"):
        city(box=box).verify(0, Supply(TARGET, demands))
    listed = [move for move in city(box=box).legal(0) if isinstance(move, Supply) and move.district == TARGET]
    assert listed == [Supply(TARGET, number) for number in range(demands)]
    if demands:
        assert points(do(city(box=box), Supply(TARGET, demands - 1), Cube((0, -1)))) == demands


def test_yellow_cubes_must_be_there() -> None:
    for yellow, expected in [(0, "CT-SUPPLY-YELLOW"), (1, "CT-SUPPLY-YELLOW"), (2, LEGAL), (3, LEGAL)]:
        state = city(yellow=(yellow, 9, 9))
        assert code(state, Supply(TARGET, 1)) == expected
        assert (Supply(TARGET, 1) in state.legal(0)) == (expected == LEGAL)


def test_a_demand_needs_money_for_all_its_cubes() -> None:
    """Its own plant has the red ones; the blue one is the bank's."""
    for have, expected in [(0, "CT-SUPPLY-SHORT"), (1, "CT-SUPPLY-SHORT"), (2, LEGAL)]:
        state = city(money=(have, 50, 50))
        assert code(state, Supply(TARGET)) == expected
        assert (Supply(TARGET) in state.legal(0)) == (expected == LEGAL)


DEAR = """
. . p . .
# # T B b
# # . . .
"""
"""Seat 0's own plant has one red cube; seat 1's blue one crosses another tile of seat 1."""
DEAR_KEY: Key = {"p": P("electric", 0, cubes=1), "T": D("I-1"), "b": P("water", 1)}


def dear(have: int) -> TycoonState:
    """2 red and 1 blue cube for the district at [2, 0]: nothing, 2 and 4."""
    box = own({"I-1": {"demands": [demand(2, 1, money=9)]}})
    return position(DEAR, DEAR_KEY, money=(have, 0, 0), general={"water": 0}, box=box)


@rows("have, expected", [(5, "CT-SUPPLY-SHORT"), (6, LEGAL)])
def test_a_demand_needs_money_for_dearer_cubes_when_the_cheap_ones_are_gone(have: int, expected: str) -> None:
    assert code(dear(have), Supply((2, 0))) == expected
    assert (Supply((2, 0)) in dear(have).legal(0)) == (expected == LEGAL)


def test_the_reward_does_not_help_to_pay() -> None:
    state = do(dear(6), Supply((2, 0)), Cube((4, 0), ((3, 0),)), Cube(ELECTRIC))
    assert money(state) == (0, 4, 0)
    assert money(do(state, Cube((2, -1)))) == (9, 4, 0)


@rows("red", [1, 2])
def test_the_last_cube_is_not_paid_with_the_reward_that_it_brings(red: int) -> None:
    """Its own way costs 2, and that is all that is left; the one over B costs 4, and the reward would be 9."""
    box = own({"I-1": {"demands": [demand(red, money=9)]}})
    state = position(". B T\n# # A\n# # .", {"T": D("I-1")}, money=(2 * red, 0, 0), box=box)
    state = do(state, Supply((2, -1)), *[Cube(ELECTRIC, ((2, 0),))] * (red - 1))
    assert money(state) == (2, 0, 0)
    assert code(state, Cube(ELECTRIC, ((1, -1),))) == "CT-CUBE-MONEY"
    assert field(state, Cube(ELECTRIC, ((1, -1),))) == "path"
    assert cubes(state) == [Cube(ELECTRIC, ((2, 0),))]
    assert money(do(state, Cube(ELECTRIC, ((2, 0),)))) == (9, 0, 0)


def test_a_cube_must_leave_money_for_the_rest() -> None:
    """The two red cubes of the centre cost 4; then there is not enough for the blue one."""
    state = do(dear(7), Supply((2, 0)), Cube(ELECTRIC))
    assert code(state, Cube(ELECTRIC)) == "CT-CUBE-MONEY"
    assert cubes(state) == [Cube((2, -1)), Cube((4, 0), ((3, 0),))]
    assert code(do(dear(8), Supply((2, 0)), Cube(ELECTRIC)), Cube(ELECTRIC)) == LEGAL


def test_a_detour_must_be_paid() -> None:
    detour = Cube((4, 0), ((4, 1), (3, 1), (3, 0)))
    for have, expected in [(9, "CT-CUBE-MONEY"), (10, LEGAL)]:
        state = position(
            DEAR.replace("# # . . .", "# # . B B"),
            DEAR_KEY,
            money=(have, 0, 0),
            general={"water": 0},
            box=own({"I-1": {"demands": [demand(2, 1)]}}),
        )
        assert code(do(state, Supply((2, 0))), detour) == expected


def test_cubes_must_be_there() -> None:
    """The city has four red cubes in three plants; five are asked for."""
    for asked, expected in [(4, LEGAL), (5, "CT-SUPPLY-SHORT")]:
        box = own({"I-1": {"demands": [demand(asked)]}})
        state = position(CITY, {**KEY, "p": P("electric", 0, cubes=1)}, box=box)
        assert code(state, Supply(TARGET)) == expected


def test_no_more_cubes_of_a_colour_than_are_asked_for() -> None:
    state = do(city(), Supply(TARGET), Cube((0, -1)), Cube(ELECTRIC))
    assert code(state, Cube((0, -1))) == code(state, Cube(ELECTRIC)) == "CT-CUBE-COLOUR"
    state = do(city(), Supply(TARGET), Cube(WATER))
    assert code(state, Cube(WATER)) == "CT-CUBE-COLOUR"
    assert code(state, Cube(ELECTRIC)) == LEGAL


PATHS: list[tuple[str, Cell, Sequence[Cell], str]] = [
    ("it touches", (0, -1), [], LEGAL),
    ("over the centre", (0, -1), [(1, 1)], LEGAL),
    ("from the centre, around", ELECTRIC, [(2, 0), (2, -1)], LEGAL),
    ("over a plant", WATER, [(2, 1), (2, 0), (2, -1)], LEGAL),
    ("over the centre twice", (0, -1), [(0, 0), (1, 0)], "CT-CUBE-PATH"),
    ("over the centre, and back", (0, -1), [(0, 0), (2, 0), (1, 0)], "CT-CUBE-PATH"),
    ("from the centre over it", ELECTRIC, [(1, 0)], "CT-CUBE-PATH"),
    ("out of the centre and back", ELECTRIC, [(2, 0), (1, 0)], "CT-CUBE-PATH"),
    ("the plant crossed", (0, -1), [(0, -1)], "CT-CUBE-PATH"),
    ("the district crossed", (0, -1), [TARGET], "CT-CUBE-PATH"),
    ("the district crossed on the way", (0, -1), [TARGET, (2, -1)], "CT-CUBE-PATH"),
    ("the wrong way round", (2, 1), [(2, -1), (2, 0)], "CT-CUBE-PATH"),
    ("a tile left out", (2, 1), [(2, -1)], "CT-CUBE-PATH"),
    ("corner to corner", (2, 1), [(2, 0)], "CT-CUBE-PATH"),
    ("no path where one is needed", (2, 1), [], "CT-CUBE-PATH"),
    ("a tile crossed twice", (2, 1), [(2, 0), (0, 0), (2, 0), (2, -1)], "CT-CUBE-PATH"),
    ("terrain", (2, 1), [(2, 0), (2, -1), (2, -2), (1, -2)], "CT-CUBE-PATH"),
    ("nothing there", (0, -1), [(0, -2)], "CT-CUBE-PATH"),
    ("far away", (0, -1), [(10**9, -(10**9))], "CT-CUBE-PATH"),
    ("an empty plant", (-1, 2), [(-1, 1), (0, 1)], "CT-CUBE-EMPTY"),
    *[("no plant", c, [], "CT-CUBE-PLANT") for c in (TARGET, (1, 0), (0, 1), (-1, 1), (2, -1), (1, -2), (5, 5))],
]


@rows("start, path, expected", [case[1:] for case in PATHS])
def test_paths(start: Cell, path: Sequence[Cell], expected: str) -> None:
    assert code(do(city(), Supply(TARGET)), Cube(start, tuple(path))) == expected


@rows("terrain", "wm")
def test_terrain_cannot_be_crossed(terrain: str) -> None:
    picture = f"# # p {terrain} T\n# # A A A"
    state = do(position(picture, {"p": MINE, "T": D("I-1")}), Supply((4, 0)))
    assert code(state, Cube((2, 0), ((3, 0),))) == "CT-CUBE-PATH"
    assert code(state, Cube((2, 0), ((2, 1), (3, 1), (4, 1)))) == LEGAL


def test_a_demand_that_was_begun_is_met() -> None:
    state = do(city(), Supply(TARGET))
    assert code(state, Pass()) == code(state, Supply(TARGET)) == WRONG_MOVE.code
    assert code(state, Cube((0, -1)), 1) == NOT_YOURS.code
    assert (state.legal(1), state.legal(2)) == ([], [])
    assert code(city(), Cube((0, -1))) == WRONG_MOVE.code


# -- what is listed


def simple_paths(state: TycoonState, start: int, end: int) -> Iterator[tuple[int, ...]]:
    """Every way from tile to tile without crossing one twice, neither end included."""
    around = state.table.town.around

    def on(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if around[path[-1]] >> end & 1:
            yield path[1:]
        for near in range(len(around)):
            if around[path[-1]] >> near & 1 and near != end and near not in path:
                yield from on((*path, near))

    return on((start,))


def crossing(state: TycoonState, move: Cube) -> tuple[Cell, tuple[int, ...], int]:
    """The plant, who is paid for crossings (-1: the bank), and how much the cube costs the actor in all."""
    town, seat = state.table.town, state.table.actor
    payees = sorted({town.owners[town.at[cell]] for cell in move.path} - {seat})
    after = state.copy()
    after.apply(seat, move)
    assert after.table.supplying, "a reward would hide what was paid"
    return move.plant, tuple(payees), money(state)[seat] - money(after)[seat]


MAZES: dict[str, tuple[str, dict[str, P]]] = {
    "a block": (". . p B C\n. . A B A\n# # C T C\n# # B A b", {"p": P("electric", 1), "b": P("water", 2)}),
    "ways around": ("B A C . .\nC # # B p\nB # # A T\n. b C B .", {"p": P("electric", 2), "b": P("water", 0)}),
    "terrain between": ("p B w A B\nA C # # C\nB w # # T\nC A B b A", {"p": P("electric", 0), "b": P("water", 1)}),
    "plants in the way": ("p q B A .\nC b # # B\nA r # # T\nB C A C B", {
        "p": P("electric", 1), "b": P("water", 2), "q": P("electric", 2, 2, cubes=0), "r": P("water", 1, 2),
    }),
}  # fmt: skip


def block(seed: str) -> tuple[str, dict[str, P]]:
    """A city at random: tiles of three seats, plants and terrain around the centre, the district T beside it."""
    stream = Stream(seed, "block")
    words = ["p", "q", "b", "w", *[stream.choice("AABBCC") for _ in range(7 + stream.below(3))]]
    words = stream.draw(words + ["."] * (15 - len(words)), 15)
    words.insert(4 + stream.below(4), "T")
    rows = [words[:4], [words[4], "#", "#", words[5]], [words[6], "#", "#", words[7]], words[8:12], words[12:]]
    kinds = {"p": P("electric", stream.below(3)), "q": P("electric", stream.below(3), 2), "b": P("water", 1)}
    return "\n".join(map(" ".join, rows)), kinds


MAZES |= {f"block {seed}": block(str(seed)) for seed in range(24)}


@pytest.mark.exhaustive
@rows("maze", MAZES)
@rows("more", [0, 2, 4, 20])
def test_a_cheapest_way_is_listed_for_each_set_of_payees_unless_some_of_them_get_no_more(maze: str, more: int) -> None:
    """The actor has as much money as the demand needs at least, or more."""
    picture, plants = MAZES[maze]
    box = own({"I-1": {"demands": [demand(2, 2)]}})
    state = position(picture, {**plants, "T": D("I-1")}, money=(0, 50, 50), box=box)
    town = state.table.town
    target = next(tile for tile, district in town.districts.items() if district.name == "I-1")
    while code(state, Supply(town.cells[target])) != LEGAL:
        state.table.money[0] += 1
    state.table.money[0] += more
    do(state, Supply(town.cells[target]))
    cheapest: dict[tuple[Cell, tuple[int, ...]], int] = {}
    for source in town.plants:
        for path in simple_paths(state, source.tile, target):
            move = Cube(source.cell, tuple([town.cells[tile] for tile in path]))
            if code(state, move) == LEGAL:
                *who, cost = crossing(state, move)
                cheapest[tuple(who)] = min(cost, cheapest.get(tuple(who), cost))  # type: ignore[index, arg-type]
    expected = [
        (cell, payees, cost)
        for (cell, payees), cost in cheapest.items()
        if not any(cell == at and set(fewer) < set(payees) and less <= cost for (at, fewer), less in cheapest.items())
    ]
    assert all(code(state, move) == LEGAL for move in cubes(state))
    assert sorted(crossing(state, move) for move in cubes(state)) == sorted(expected)
