"""Setup and phases 1 to 3: order, draft, selling, building, plants, placing, instant rewards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cityleague.engine.chance import outcome
from cityleague.engine.city_tycoon.moves import Build, Cell, Options, Pass, Pick, Place, Plant, Power, Sell, Side
from cityleague.engine.city_tycoon.state import TycoonState, setup
from cityleague.engine.city_tycoon.town import CENTRE_CELLS
from cityleague.engine.protocol import Draw, OptionsError

from .scenes import LEGAL, NAMES, P, building, code, demand, do, field, line, money, own, plant, points, position

PLAYERS = [2, 3, 4, 5]
AROUND = {(0, -1), (1, -1), (2, 0), (2, 1), (1, 2), (0, 2), (-1, 1), (-1, 0)}
"""The cells around the centre."""
HERE: Cell = (2, 0)
PLANT = Plant("I-1", "electric", "renewing")


def new(seats: int) -> TycoonState:
    """A game before its first draw."""
    return setup(Options(), seats, own())


def dealt(seats: int, seed: str = "cards") -> TycoonState:
    """A game whose order is that of the seats, and whose first districts are dealt."""
    state = new(seats)
    state.resolve(list(range(seats)))
    due = state.pending()
    assert isinstance(due, Draw)
    state.resolve(outcome(seed, due))
    return state


def hands(state: TycoonState) -> list[tuple[str, ...]]:
    """What everyone holds."""
    return [state.view(seat).hand for seat in range(state.seats)]


def kept(state: TycoonState) -> list[tuple[str, ...]]:
    """What everyone has kept and not used."""
    return [state.view(seat).kept for seat in range(state.seats)]


# -- setup


@pytest.mark.parametrize(
    ("seats", "water"),
    [(2, {(0, -1), (1, -1), (-1, 0), (-1, 1)}), (3, {(0, -1), (1, -1)}), (4, set()), (5, set())],
)
def test_water_beside_the_centre(seats: int, water: set[Cell]) -> None:
    """North and west with 2 players, north with 3; it is taken from the terrain tiles."""
    state = new(seats)
    view = state.view(None)
    assert {(one.cell, one.terrain) for one in view.terrain} == {(cell, "water") for cell in water}
    assert view.terrain_left == 32 - len(water)
    assert set(state.table.town.free) == AROUND - water


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(OptionsError):
        new(seats)


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 2, 0, 1, 3], [1, 0], [2, 1, 0]])
def test_the_first_has_20_money_and_each_further_one_2_more(order: list[int]) -> None:
    state = new(len(order))
    assert state.pending() == Draw("order", range(len(order)), len(order))
    state.resolve(order)
    assert [money(state)[seat] for seat in order] == [20, 22, 24, 26, 28][: len(order)]
    assert state.view(None).order == tuple(order)


# -- order


@pytest.mark.parametrize(
    ("before", "have", "after"),
    [
        ((0, 1, 2), (30, 20, 10), (2, 1, 0)),
        ((2, 0, 1), (10, 10, 10), (2, 0, 1)),
        ((2, 0, 1), (10, 11, 11), (0, 2, 1)),
        ((1, 2, 0), (10, 11, 11), (0, 1, 2)),
        ((3, 1, 0, 2), (5, 7, 5, 7), (0, 2, 3, 1)),
        ((4, 3, 2, 1, 0), (0, 9, 0, 9, 0), (4, 2, 0, 3, 1)),
    ],
)
def test_least_money_goes_first_and_ties_keep_the_order(
    before: tuple[int, ...], have: tuple[int, ...], after: tuple[int, ...]
) -> None:
    everyone = range(len(have))
    for number in (1, 2, 3):
        state = position(seats=len(have), money=have, order=before, number=number, elsewhere=everyone)
        for _ in everyone:
            do(state, Pass())
        assert state.view(None).order == after
        assert state.round == number + 1


# -- draft


@pytest.mark.parametrize("seats", PLAYERS)
def test_everyone_gets_six_of_the_rounds_districts(seats: int) -> None:
    state = new(seats)
    state.resolve(list(range(seats)))
    due = state.pending()
    assert isinstance(due, Draw)
    assert (due.name, list(due.items), due.take) == ("round-1", list(NAMES[:30]), 6 * seats)
    order = outcome("some", due)
    state.resolve(order)
    assert [set(hand) for hand in hands(state)] == [set(order[6 * seat : 6 * seat + 6]) for seat in range(seats)]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_each_round_has_its_own_districts(number: int) -> None:
    state = do(position(number=number - 1, elsewhere=[0]), Pass())
    due = state.pending()
    assert isinstance(due, Draw)
    assert (due.name, list(due.items)) == (f"round-{number}", list(NAMES[30 * number - 30 : 30 * number]))


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_draft_passes_to_the_right_and_the_last_tile_is_kept_without_a_move(seats: int) -> None:
    """The right neighbour is the seat before; of six tiles the sixth is the one passed last."""
    state = dealt(seats)
    start = hands(state)
    expected: list[list[str]] = [[] for _ in range(seats)]
    stacks = [list(hand) for hand in start]
    for time in range(5):
        due = state.pending()
        assert due
        assert due[:2] == ("secret", tuple(range(seats)))
        assert [len(hand) for hand in hands(state)] == [6 - time] * seats
        for seat in reversed(range(seats)):
            tile = stacks[seat].pop(0)
            expected[seat].append(tile)
            state.verify(seat, Pick(tile))
            state.apply(seat, Pick(tile))
        stacks = [stacks[(seat + 1) % seats] for seat in range(seats)]
        if time < 4:
            assert [set(hand) for hand in hands(state)] == [set(stack) for stack in stacks]
    assert [set(tiles) for tiles in kept(state)] == [{*expected[seat], *stacks[seat]} for seat in range(seats)]
    assert [len(tiles) for tiles in kept(state)] == [6] * seats
    due = state.pending()
    assert due
    assert due[:2] == ("sequential", (0,))


def test_only_tiles_of_the_hand_are_picked() -> None:
    state = dealt(3)
    mine, other = hands(state)[0], hands(state)[1]
    assert state.legal(0) == [Pick(tile) for tile in sorted(mine, key=NAMES.index)]
    for tile in [*other, "II-1", "I-31", ""]:
        assert code(state, Pick(tile), 0) == "CT-PICK-NOT-IN-HAND"
    state.apply(0, Pick(mine[0]))
    assert code(state, Pick(mine[1]), 0) == "TURN-NOT-YOURS"
    assert state.legal(0) == []


# -- sell, build, plant


def test_in_turn_one_tile_a_turn_until_all_are_used() -> None:
    state = building(order=(1, 2, 0))
    turns = []
    for number in range(1, 7):
        for _ in range(3):
            turns.append(state.table.actor)
            do(state, Sell(f"I-{number}"))
    assert turns == [1, 2, 0] * 6
    assert isinstance(state.pending(), Draw)


def test_a_tile_is_sold_for_5() -> None:
    """Whatever it costs."""
    state = do(building(box=own({"I-1": {"cost": 30}}), money=(0, 0, 0)), Sell("I-1"), Sell("I-2"))
    assert (money(state), kept(state)[0]) == ((5, 5, 0), NAMES[1:6])
    assert [line(state, "money flows", "tiles sold", seat) for seat in range(3)] == [5, 5, 0]


@pytest.mark.parametrize("cost", [0, 1, 7, 20])
def test_a_district_costs_what_stands_on_it(cost: int) -> None:
    box = own({"I-1": {"cost": cost}})
    state = do(building(box=box, money=(cost, 9, 9)), Build("I-1"))
    assert money(state) == (0, 9, 9)
    assert code(building(box=box, money=(cost + 1, 9, 9)), Build("I-1")) == LEGAL
    if cost:
        poor = building(box=box, money=(cost - 1, 99, 99))
        assert code(poor, Build("I-1")) == "CT-BUILD-MONEY"
        assert Build("I-1") not in poor.legal(0)


MOVES: list[Any] = [Sell("I-9"), Build("I-9"), Plant("I-9", "water", "renewing"), Sell("I-7"), Build("?"), Build("")]


@pytest.mark.parametrize("move", MOVES)
def test_only_own_tiles_are_used(move: Any) -> None:
    """I-9 is held by another one."""
    state = building(kept={1: ["I-9"]})
    assert (code(state, move), field(state, move)) == ("CT-BUILD-NOT-IN-HAND", "tile")


@pytest.mark.parametrize("kind", ["electric", "water"])
def test_plants_come_in_the_order_of_their_numbers(kind: Power) -> None:
    """The number of the other kind does not matter; a seventh one there is not."""
    state = building(seats=2, money=(200, 200))
    other: Power = "water" if kind == "electric" else "electric"
    do(state, Plant("I-1", other, "exhausting"), Place((-1, 0)))
    for number in range(1, 7):
        side: Side = "exhausting" if number % 2 else "renewing"
        before = money(state)[state.table.actor]
        seat = state.table.actor
        do(state, Plant(f"I-{(number - 1) // 2 + 2 - seat}", kind, side), Place((1 + number, 0)))
        assert before - money(state)[seat] == (2 * number if number % 2 else 3 * number)
        found = plant(state, (1 + number, 0))
        assert (found.number, found.kind, found.side, found.owner) == (number, kind, side, seat)
        assert found.cubes == (2 * number + 1 if number % 2 else number + 1)
    last = state.view(state.table.actor).kept[0]
    assert code(state, Plant(last, kind, "renewing")) == "CT-PLANT-NONE-LEFT"
    assert field(state, Plant(last, kind, "renewing")) == "kind"
    assert code(state, Plant(last, other, "renewing")) == LEGAL


@pytest.mark.parametrize(("side", "cost"), [("exhausting", 8), ("renewing", 12)])
def test_the_cost_of_the_side_is_paid(side: Side, cost: int) -> None:
    """Plants 4 of this file."""
    picture, key = "# # p\n# # .", {"p": P("electric", 2, 3)}
    state = building(picture, key, money=(cost, 0, 0))
    assert money(do(state, Plant("I-1", "electric", side))) == (0, 0, 0)
    poor = building(picture, key, money=(cost - 1, 99, 99))
    assert code(poor, Plant("I-1", "electric", side)) == "CT-BUILD-MONEY"
    assert Plant("I-1", "electric", side) not in poor.legal(0)
    assert Plant("I-1", "water", side) in poor.legal(0)


def test_the_tile_given_for_a_plant_is_gone() -> None:
    state = do(building(), Plant("I-3", "water", "renewing"), Place(HERE))
    assert kept(state)[0] == ("I-1", "I-2", "I-4", "I-5", "I-6")
    assert state.view(None).districts == ()


def test_all_that_can_be_done_is_listed() -> None:
    """Of two tiles: each is sold, built, or given for one side of one of two plants; money for some of it."""
    state = building(box=own({"I-2": {"cost": 4}}), money=(3, 0, 0), kept={0: ["I-1", "I-2"]})
    listed = Counter(state.legal(0))
    plants = [Plant(tile, kind, side) for tile in ("I-1", "I-2") for kind, side in (
        ("electric", "exhausting"), ("electric", "renewing"), ("water", "exhausting"), ("water", "renewing"),
    )]  # type: ignore[arg-type]  # fmt: skip
    assert listed == Counter([Sell("I-1"), Sell("I-2"), Build("I-1"), *plants])


# -- placing

TOWN = """
. . . . . .
. . w w . .
. A # # B .
. m # # p .
. . . C . .
. . . . . .
"""
TOWN_KEY = {"p": P("water", 1)}
FREE = {(-1, -1), (-2, 0), (0, 2), (2, 2), (1, 3), (3, 0), (3, 1), (2, -1)}
"""The cells that touch a tile of TOWN."""


@pytest.mark.parametrize("move", [Build("I-1"), Plant("I-1", "electric", "renewing")])
def test_tiles_share_an_edge_with_a_tile_that_is_no_terrain(move: Any) -> None:
    state = do(building(TOWN, TOWN_KEY), move)
    for x in range(-4, 6):
        for y in range(-4, 6):
            expected = LEGAL if (x, y) in FREE else "CT-PLACE-APART"
            if (x, y) in state.table.town.at or (x, y) in state.table.town.terrain:
                expected = "CT-PLACE-OCCUPIED"
            assert code(state, Place((x, y))) == expected, (x, y)
    assert {one.cell for one in state.legal(0) if isinstance(one, Place)} == FREE
    assert len(state.legal(0)) == len(FREE)


def test_not_beside_terrain_alone_nor_on_it() -> None:
    state = do(building(TOWN, TOWN_KEY), Build("I-1"))
    for cell in [(0, -2), (1, -2), (-2, 1), (-1, 2)]:
        assert code(state, Place(cell)) == "CT-PLACE-APART", cell
    for cell in [(0, -1), (-1, 1), *CENTRE_CELLS, (-1, 0), (2, 1)]:
        assert (code(state, Place(cell)), field(state, Place(cell))) == ("CT-PLACE-OCCUPIED", "cell"), cell


def test_what_was_paid_is_placed_first() -> None:
    state = do(building(), Build("I-1"))
    assert code(state, Sell("I-2")) == "TURN-WRONG-MOVE"
    assert (code(state, Place(HERE), 1), state.legal(1)) == ("TURN-NOT-YOURS", [])
    assert code(building(), Place(HERE)) == "TURN-WRONG-MOVE"


def test_a_district_lies_where_it_was_placed() -> None:
    state = do(building(order=(2, 1, 0)), Build("I-4"), Place((0, 2)))
    (one,) = state.view(None).districts
    assert (one.cell, one.tile, one.owner, one.supplied) == ((0, 2), "I-4", 2, False)
    assert state.table.actor == 1


# -- instant rewards


def built(reward: dict[str, Any], cell: Cell = HERE, picture: str = TOWN, **details: Any) -> TycoonState:
    """Seat 0 builds I-1, which brings this, on a cell."""
    picture = picture.replace("B", ".") if cell == HERE else picture
    state = building(picture, TOWN_KEY, box=own({"I-1": {"reward": reward}}), **details)
    return do(state, Build("I-1"), Place(cell))


def test_points_at_once() -> None:
    state = built({"points": 3})
    assert (points(state), line(state, "points", "instant rewards")) == (3, 3)
    assert points(state, 1) == 0


def test_yellow_cubes_at_once() -> None:
    assert built({"yellow": 2}, yellow=(1, 0, 0)).view(None).yellow == (3, 0, 0)


@pytest.mark.parametrize(
    ("terrain", "cell", "touching"),
    [
        ("water", (-1, -1), 1),
        ("meadow", (-2, 0), 0),
        ("meadow", (0, 2), 0),
        ("water", (2, -1), 1),
        ("meadow", (2, -1), 0),
    ],
)
def test_points_for_each_terrain_that_touches(terrain: str, cell: Cell, touching: int) -> None:
    state = built({"points_for": {"terrain": terrain, "points": 3}}, cell)
    assert (points(state), line(state, "points", "touching terrain")) == (3 * touching, 3 * touching)


@pytest.mark.parametrize(("terrain", "expected"), [("water", 2), ("meadow", 4)])
def test_terrain_on_each_side_counts_and_at_corners_does_not(terrain: str, expected: int) -> None:
    picture = "m m m\nw . m\n# # .\n# # ."
    assert points(built({"points_for": {"terrain": terrain, "points": 2}}, (1, -1), picture)) == expected


def test_points_for_terrain_are_counted_once() -> None:
    """What is laid beside it later brings nothing more."""
    state = built({"points_for": {"terrain": "water", "points": 3}}, (-1, -1))
    state.table.town.lay((-1, -2), "water")
    assert points(state) == 3


@pytest.mark.parametrize("terrain", ["meadow", "water"])
def test_terrain_is_placed_at_once(terrain: str) -> None:
    state = built({terrain: 2}, (3, 1), terrain_left=5)
    assert (state.table.actor, state.view(None).terrain_left) == (0, 5)
    assert code(state, Sell("I-2")) == "TURN-WRONG-MOVE"
    assert code(state, Place(HERE), 1) == "TURN-NOT-YOURS"
    free = {one.cell for one in state.legal(0) if isinstance(one, Place)}
    assert free == FREE - {(3, 1)} | {(4, 1), (3, 2)}
    do(state, Place((4, 1)))
    assert state.table.actor == 0
    assert code(state, Place((5, 1))) == code(state, Place((0, -2))) == "CT-PLACE-APART"
    assert code(state, Place((4, 1))) == "CT-PLACE-OCCUPIED"
    do(state, Place((0, 2)))
    view = state.view(None)
    assert {(one.cell, one.terrain) for one in view.terrain} >= {((4, 1), terrain), ((0, 2), terrain)}
    assert (view.actor, view.terrain_left, view.placing) == (1, 3, None)
    assert points(state) == 0


@pytest.mark.parametrize(("left", "placed"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_when_the_terrain_is_used_up_there_is_none(left: int, placed: int) -> None:
    state = built({"water": 3}, terrain_left=left, picture="# # .\n# # .")
    for time in range(placed):
        assert state.table.actor == 0
        do(state, Place((0, 2 - 3 * (time % 2)) if time < 2 else (1, 2)))
    assert state.table.actor == 1
    assert state.view(None).terrain_left == left - placed
    assert len(state.view(None).terrain) == placed


def test_other_rewards_bring_no_terrain_and_plants_no_rewards() -> None:
    every = {"cost": 1, "reward": {"points": 4}, "demands": [demand(red=1)]}
    state = do(building(box=own(every=every)), PLANT, Place(HERE))
    assert (points(state), state.view(None).terrain, state.table.actor) == (0, (), 1)
