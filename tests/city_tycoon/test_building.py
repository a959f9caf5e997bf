"""Phase 3: selling, building, plants in their order, placing, and what districts bring at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Cell, Move, Place, Plant, PlantKind, Sell, Side
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.town import CENTRE_CELLS
from cityleague.engine.city_tycoon.view import Placing
from cityleague.engine.protocol import Draw

from ..rows import rows
from .scenes import LEGAL, NAMES, P, building, code, demand, do, field, kept, line, money, own, plant, points

HERE: Cell = (2, 0)
SIDES: tuple[Side, ...] = ("exhausting", "renewing")
PLANT = Plant("I-1", "electric", "renewing")


# -- sell, build, plant


def test_players_use_one_tile_a_turn_until_all_are_used() -> None:
    state = building(order=(1, 2, 0))
    turns = []
    for number in range(1, 7):
        for _ in range(3):
            turns.append(state.table.actor)
            do(state, Sell(f"I-{number}"))
    assert turns == [1, 2, 0] * 6
    assert isinstance(state.pending(), Draw)


def test_a_tile_is_sold_for_5() -> None:
    """The price does not depend on its cost."""
    state = do(building(box=own({"I-1": {"cost": 30}}), money=(0, 0, 0)), Sell("I-1"), Sell("I-2"))
    assert (money(state), kept(state)[0]) == ((5, 5, 0), NAMES[1:6])
    assert [line(state, "money flows", "tiles sold", seat) for seat in range(3)] == [5, 5, 0]


@rows("cost", [0, 1, 7, 20])
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


@rows("move", MOVES)
def test_only_own_tiles_are_used(move: Any) -> None:
    """Another player holds I-9."""
    state = building(kept={1: ["I-9"]})
    assert (code(state, move), field(state, move)) == ("CT-BUILD-NOT-IN-HAND", "tile")


@rows("kind", ["electric", "water"])
def test_plants_come_in_the_order_of_their_numbers(kind: PlantKind) -> None:
    """The number of the other kind does not matter, and there is no seventh plant."""
    state = building(seats=2, money=(200, 200))
    other: PlantKind = "water" if kind == "electric" else "electric"
    do(state, Plant("I-1", other, "exhausting"), Place((-1, 0)))
    for number in range(1, 7):
        side: Side = "exhausting" if number % 2 else "renewing"
        before = money(state)[state.table.actor]
        seat = state.table.actor
        do(state, Plant(f"I-{(number - 1) // 2 + 2 - seat}", kind, side), Place((1 + number, 0)))
        assert before - money(state)[seat] == (2 * number if number % 2 else 3 * number)
        built = plant(state, (1 + number, 0))
        assert (built.number, built.kind, built.side, built.owner) == (number, kind, side, seat)
        assert built.cubes == (2 * number + 1 if number % 2 else number + 1)
    last = state.view(state.table.actor).kept[0]
    assert code(state, Plant(last, kind, "renewing")) == "CT-PLANT-NONE-LEFT"
    assert field(state, Plant(last, kind, "renewing")) == "kind"
    assert code(state, Plant(last, other, "renewing")) == LEGAL


@rows("kind, cost, cubes", [("electric", 11, 7), ("water", 4, 2)])
def test_each_plant_of_each_kind_has_figures_of_its_own(kind: PlantKind, cost: int, cubes: int) -> None:
    box = own(plants={
        "electric 1": {"renewing": {"cost": 11, "cubes": 7}},
        "water 1": {"renewing": {"cost": 4, "cubes": 2}},
    })  # fmt: skip
    for have, expected in [(cost - 1, "CT-BUILD-MONEY"), (cost, LEGAL)]:
        assert code(building(box=box, money=(have, 0, 0)), Plant("I-1", kind, "renewing")) == expected
    state = do(building(box=box), Plant("I-1", kind, "renewing"), Place(HERE))
    assert (money(state), plant(state, HERE).cubes) == ((50 - cost, 50, 50), cubes)


@rows("side, cost", [("exhausting", 8), ("renewing", 12)])
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


def test_every_legal_move_is_listed() -> None:
    """Each of two tiles is sold, built, or given for a side of a plant, as far as money goes."""
    state = building(box=own({"I-2": {"cost": 4}}), money=(3, 0, 0), kept={0: ["I-1", "I-2"]})
    listed = Counter(state.legal(0))
    plants = [Plant(tile, kind, side) for tile in ("I-1", "I-2") for kind in PLANT_KINDS for side in SIDES]
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


@rows("move", [Build("I-1"), Plant("I-1", "electric", "renewing")])
def test_a_tile_shares_an_edge_with_a_tile_that_is_not_terrain(move: Any) -> None:
    state = do(building(TOWN, TOWN_KEY), move)
    for x in range(-4, 6):
        for y in range(-4, 6):
            expected = LEGAL if (x, y) in FREE else "CT-PLACE-APART"
            if (x, y) in state.table.town.at or (x, y) in state.table.town.terrain:
                expected = "CT-PLACE-OCCUPIED"
            assert code(state, Place((x, y))) == expected, (x, y)
    assert {move.cell for move in state.legal(0) if isinstance(move, Place)} == FREE
    assert len(state.legal(0)) == len(FREE)


def test_not_beside_terrain_alone_nor_on_it() -> None:
    state = do(building(TOWN, TOWN_KEY), Build("I-1"))
    for cell in [(0, -2), (1, -2), (-2, 1), (-1, 2)]:
        assert code(state, Place(cell)) == "CT-PLACE-APART", cell
    for cell in [(0, -1), (-1, 1), *CENTRE_CELLS, (-1, 0), (2, 1)]:
        assert (code(state, Place(cell)), field(state, Place(cell))) == ("CT-PLACE-OCCUPIED", "cell"), cell


def test_terrain_stays_beside_what_is_built_later() -> None:
    """[-1, -1] lies beside the water on [0, -1], [-2, 0] beside nothing else."""
    state = do(building(TOWN, TOWN_KEY), Build("I-1"), Place((-1, -1)), Build("I-1"), Place((-2, 0)), Build("I-1"))
    free = {move.cell for move in state.legal(2) if isinstance(move, Place)}
    assert free == FREE - {(-1, -1), (-2, 0)} | {(-1, -2), (-2, -1), (-3, 0), (-2, 1)}
    assert code(state, Place((0, -1))) == "CT-PLACE-OCCUPIED"


def test_what_was_paid_is_placed_first() -> None:
    state = do(building(), Build("I-1"))
    assert code(state, Sell("I-2")) == "TURN-WRONG-MOVE"
    assert (code(state, Place(HERE), 1), state.legal(1)) == ("TURN-NOT-YOURS", [])
    assert code(building(), Place(HERE)) == "TURN-WRONG-MOVE"


def test_a_district_lies_where_it_was_placed() -> None:
    state = do(building(order=(2, 1, 0)), Build("I-4"), Place((0, 2)))
    (district,) = state.view(None).districts
    assert (district.cell, district.tile, district.owner, district.supplied) == ((0, 2), "I-4", 2, False)
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


@rows(
    "terrain, cell, touching",
    [
        ("water", (-1, -1), 1),
        ("meadow", (-2, 0), 0),
        ("meadow", (0, 2), 0),
        ("water", (2, -1), 1),
        ("meadow", (2, -1), 0),
    ],
)
def test_points_for_each_terrain_that_touches(terrain: str, cell: Cell, touching: int) -> None:
    state = built({"points_for": {terrain: 3}}, cell)
    assert (points(state), line(state, "points", "touching terrain")) == (3 * touching, 3 * touching)


@rows("left, terrain, expected", [("w", "water", 2), ("w", "meadow", 4), ("m", "meadow", 6)])
def test_terrain_on_each_side_counts_and_at_corners_does_not(left: str, terrain: str, expected: int) -> None:
    picture = f"m m m\n{left} . m\n# # .\n# # ."
    assert points(built({"points_for": {terrain: 2}}, (1, -1), picture)) == expected


def test_points_for_terrain_are_counted_once() -> None:
    """Terrain that is laid beside the district later brings nothing more."""
    state = built({"points_for": {"water": 3}}, (-1, -1))
    state.table.town.lay((-1, -2), "water")
    assert points(state) == 3


@rows("terrain", ["meadow", "water"])
def test_terrain_is_placed_at_once(terrain: str) -> None:
    state = built({terrain: 2}, (3, 1), terrain_left=5)
    assert (state.table.actor, state.view(None).terrain_left) == (0, 5)
    assert code(state, Sell("I-2")) == "TURN-WRONG-MOVE"
    assert code(state, Place(HERE), 1) == "TURN-NOT-YOURS"
    free = {move.cell for move in state.legal(0) if isinstance(move, Place)}
    assert free == FREE - {(3, 1)} | {(4, 1), (3, 2)}
    do(state, Place((4, 1)))
    assert state.table.actor == 0
    assert code(state, Place((5, 1))) == code(state, Place((0, -2))) == "CT-PLACE-APART"
    assert code(state, Place((4, 1))) == "CT-PLACE-OCCUPIED"
    do(state, Place((0, 2)))
    view = state.view(None)
    assert {(tile.cell, tile.terrain) for tile in view.terrain} >= {((4, 1), terrain), ((0, 2), terrain)}
    assert (view.actor, view.terrain_left, view.placing) == (1, 3, None)
    assert points(state) == 0


def test_a_district_may_bring_all_rewards_at_once() -> None:
    """Three meadows and one water touch [1, -1]; the terrain that it brings itself counts nothing, meadows go first."""
    reward = {"points": 5, "yellow": 2, "meadow": 1, "water": 2, "points_for": {"meadow": 3, "water": 10}}
    state = built(reward, (1, -1), ". m m\nw . m\n# # .\n# # .", terrain_left=2)
    assert line(state, "points", "instant rewards") == 5
    assert line(state, "points", "touching terrain") == 3 * 2 + 10
    assert state.view(None).yellow == (2, 0, 0)
    assert state.view(None).placing == Placing(terrain=("meadow", "water"))
    do(state, Place((2, 0)), Place((2, 1)))
    assert {(tile.cell, tile.terrain) for tile in state.view(None).terrain} >= {((2, 0), "meadow"), ((2, 1), "water")}
    assert (state.table.actor, points(state)) == (1, 21)


@rows("left, placed", [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
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


# -- no room


def shut_in(**details: Any) -> TycoonState:
    """The centre and one district, with terrain all around, and more of it to come."""
    box = own({"I-1": {"reward": {"water": 12}}, "I-2": {"cost": 2}})
    state = do(building(box=box, terrain_left=20, **details), Build("I-1"), Place(HERE))
    for cell in [(2, -1), (3, 0), (2, 1), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 2)]:
        do(state, Place(cell))
    return state


def test_where_there_is_no_room_no_more_terrain_is_placed() -> None:
    state = shut_in()
    assert state.legal(0) == [Place((1, 2))]
    do(state, Place((1, 2)))
    assert (state.table.actor, state.view(None).terrain_left, state.view(None).placing) == (1, 11, None)


def test_where_there_is_no_room_nothing_is_built() -> None:
    state = do(shut_in(), Place((1, 2)))
    assert state.legal(1) == [Sell(tile) for tile in NAMES[:6]]
    moves: list[Move] = [Build("I-2"), Plant("I-2", "water", "exhausting")]
    for move in moves:
        assert code(state, move) == "CT-BUILD-NO-ROOM"
    had = state.view(None).money
    do(state, *[Sell(f"I-{number}") for number in (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6)])
    assert state.view(None).stage == "supplying"
    assert [has - before for has, before in zip(state.view(None).money, had, strict=True)] == [25, 30, 30]
