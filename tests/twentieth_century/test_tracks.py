"""How track connects, for facilities, recycling and locomotives, however tiles are turned and bridged."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from cityleague.engine.protocol import Decision
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.moves import Bridge, Cell, City, Clear, Locomotive, Turn
from cityleague.engine.twentieth_century.state import CenturyState

from ..rows import daily, rows
from .scenes import (
    LEGAL,
    Json,
    T,
    administration,
    at,
    building,
    by,
    close,
    facility,
    land,
    own,
    players,
    refusal,
    stage,
)
from .scenes import tile as lying

PORTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise: a quarter turn moves each two places on."""
STEPS: dict[str, Cell] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""Where the tile lies that touches at a port."""
TURNS: tuple[Turn, ...] = (0, 1, 2, 3)
STAR = " ".join([f"a-{port}" for port in PORTS])
APART = "CENTURY-LOCOMOTIVE-TRACK"

LANDS: dict[str, Json] = {
    **{f"to {port}": land(f"a-{port}", a=at(2, 2)) for port in PORTS},
    "star": land(STAR, a=at(2, 2, coins=1)),
    "cross": land("a-N a-E a-S a-W", a=at(2, 2)),
    "fork": land("x-N x-E x-S x-W x-a", x=at(2, 2), a=at(1, 1)),
    "line": land("W-E", a=at(2, 1)),
    "bend": land("W-S", a=at(3, 1)),
    "row": land("W-a a-b b-E", a=at(1, 2, coins=1), b=at(3, 2, science=1)),
    "pair": land("W-x x-a x-b", x=at(2, 2), a=at(3, 1, coins=1), b=at(3, 3)),
    "meadow": land("", "W-E N-S N-W E-S", a=at(3, 1)),
    "moor": land("a-N", "a-E b-E", a=at(3, 1), b=at(3, 3)),
    "plant": land(STAR, a=at(2, 2, recycling=True)),
    "sealed": land("", a=at(2, 2, recycling=True)),
    "drain": land("a-E", a=at(2, 2, recycling=True)),
    "hidden": land("a-b b-E", a=at(1, 2, recycling=True), b=at(3, 2)),
    "twins": land("a-E", a=at(2, 2, recycling=True), b=at(2, 1, recycling=True)),
}
FACILITIES: dict[str, Json] = {
    "mine": facility(STAR, a=building(2, 2, "mine", 2)),
    "lab": facility(STAR, a=building(2, 2, "laboratory", 3)),
    "hospital": facility("a-E", a=building(2, 2, "hospital", 1)),
    "forked": facility("x-N x-E x-S x-W x-a", x=at(2, 2), a=building(1, 1, "mine", 2)),
    "works": facility("W-a a-b b-E", a=building(1, 2, "mine", 1), b=building(3, 2, "mine", 3)),
    "estate": facility("x-a x-b x-c x-E", x=at(2, 2), a=building(1, 2), b=building(2, 1, "laboratory"),
                       c=building(2, 3, "hospital")),
    "quarry": facility("a-N", "W-E a-b", a=building(2, 1, "mine", 1), b=building(1, 1, "laboratory", 1)),
    "shed": facility("a-N", "a-E", a=building(2, 2, "mine", 1)),
}  # fmt: skip
ENGINES: dict[str, Json] = {
    **{name: {"locomotive": True} for name in ("loco", "loco 2")},
    **{name: {"bridge": True} for name in ("bridge 1", "bridge 2", "bridge 3")},
}


@cache
def box(names: tuple[str, ...]) -> Box:
    """A box with tiles of these names: a number behind a name tells equal ones apart."""
    plain = {name: name.rstrip("0123456789") for name in names}
    lands = {name: LANDS[kind] for name, kind in plain.items() if kind in LANDS}
    facilities = {name: FACILITIES[kind] for name, kind in plain.items() if kind in FACILITIES}
    return own(lands, facilities | ENGINES)


def scene(*tiles: T, **details: Any) -> CenturyState:
    """An administration phase in which seat 0 has this region, locomotives and bridges."""
    return administration(tiles, box=box(tuple([tile.name for tile in tiles])), technologies=list(ENGINES), **details)


def city(name: str) -> City:
    """City a of a tile, unless the name says another: "row.b"."""
    tile, _, letter = name.partition(".")
    return tile, letter or "a"


def joined(state: CenturyState, start: str, other: str) -> bool:
    """Whether the citizen of one city can travel to another, which is free."""
    code = refusal(state, 0, Locomotive("loco", city(start), city(other)))
    assert code in {LEGAL, APART}
    return code == LEGAL


# -- ports


@pytest.mark.parametrize("every", daily([5, 1]))
@rows("port", PORTS)
def test_track_is_joined_where_two_tiles_have_a_port_at_the_same_point(port: str, every: int) -> None:
    """That holds however both are turned, and wherever the other lies: at an edge, at a corner, or further away.

    All pairs that are joined are built, and every day a fifth of the others.
    """

    def place(name: str, turn: int, cell: Cell) -> Cell:
        x, y = STEPS[PORTS[(PORTS.index(name) + 2 * turn) % 8]]
        return (2 * cell[0] + x, 2 * cell[1] + y)

    box_of = box((f"to {port}", *[f"to {other}2" for other in PORTS]))
    cells = set()
    places = [*STEPS.values(), (2, 0), (0, -2), (2, 2)]
    for number, (turn, other, turned, cell) in enumerate(itertools.product(TURNS, PORTS, TURNS, places)):
        expected = place(port, turn, (0, 0)) == place(other, turned, cell)
        if expected or number % every == 0:
            tiles = [T(f"to {port}", (0, 0), turn, "a"), T(f"to {other}2", cell, turned)]
            state = administration(tiles, box=box_of, technologies=["loco"])
            assert joined(state, f"to {port}", f"to {other}2") == expected, tiles
            cells |= {cell} if expected else set()
    assert len(cells) == (8 if port not in {"N", "E", "S", "W"} else 4)


def test_a_single_port_is_not_a_joint() -> None:
    assert not joined(scene(T("star", citizens="a"), T("to N", (1, 0))), "star", "to N")
    assert not joined(scene(T("to E", citizens="a"), T("meadow", (1, 0))), "to E", "meadow")


@rows("pair", [("to NE", "to NW", (1, 0)), ("to SE", "to SW", (1, 0)), ("to SW", "to NW", (0, 1))])
def test_neighbours_by_an_edge_can_meet_at_its_end(pair: tuple[str, str, Cell]) -> None:
    tile, other, cell = pair
    assert joined(scene(T(tile, citizens="a"), T(other, cell)), tile, other)


@rows("turns", [*itertools.product(TURNS[::2], repeat=4)])
def test_up_to_four_tiles_are_joined_at_a_corner(turns: tuple[Turn, ...]) -> None:
    """The tiles with a port there are joined; the others are turned away."""
    cells = {"to SE": (0, 0), "to SW": (1, 0), "to NE": (0, 1), "to NW": (1, 1)}
    at_it = {name for name, turn in zip(cells, turns, strict=True) if turn == 0}
    for start, other in itertools.permutations(cells, 2):
        tiles = [T(name, cells[name], turn, "a" * (name == start)) for name, turn in zip(cells, turns, strict=True)]
        assert joined(scene(*tiles), start, other) == ({start, other} <= at_it)


# -- through tiles

BETWEEN = {
    "fork": (0, 1, 2, 3), "line": (0, 2), "mine": (0, 1, 2, 3), "forked": (0, 1, 2, 3), "works": (0, 2),
    "star": (), "row": (), "bend": (), "pair": (), "meadow": (), "quarry": (),
}  # fmt: skip
"""What can lie between two cities, and with which turns track leads through it from W to E."""


@rows("middle", BETWEEN)
@rows("turn", TURNS)
def test_track_leads_through_forks_buildings_and_tiles_but_not_through_cities(middle: str, turn: Turn) -> None:
    tiles = [T("to E", (-1, 0), 0, "a"), T(middle, (0, 0), turn), T("to W", (1, 0))]
    assert joined(scene(*tiles), "to E", "to W") == (turn in BETWEEN[middle])


@rows("citizens", ["", "a"])
def test_a_city_is_in_the_way_with_or_without_a_citizen(citizens: str) -> None:
    state = scene(T("to E", (-1, 0), 0, "a"), T("star", (0, 0), 0, citizens), T("to W", (1, 0)))
    assert not joined(state, "to E", "to W")


def test_a_way_around_a_city_is_a_way() -> None:
    corners = [T("cross", (0, 0), 0, "a"), T("cross2", (1, 0)), T("cross3", (1, 1))]
    assert not joined(scene(*corners), "cross", "cross3")
    assert joined(scene(*corners, T("fork", (0, 1))), "cross", "cross3")


@rows("length", [1, 2, 3, 6])
def test_a_citizen_travels_near_and_far(length: int) -> None:
    way = [T(f"line{x}" if x % 2 else f"mine{x}", (x, 0)) for x in range(1, length)]
    state = scene(T("to E", citizens="a"), *way, T("to W", (length, 0)))
    by(state, 0, Locomotive("loco", ("to E", "a"), ("to W", "a")))
    assert (lying(state, "to E").citizens, lying(state, "to W").citizens) == ((), ("a",))


@rows("name", ["row", "pair"])
def test_a_citizen_travels_on_one_tile(name: str) -> None:
    assert joined(scene(T(name, citizens="a")), name, f"{name}.b")


def test_a_journey_needs_a_citizen_track_and_a_free_city() -> None:
    state = scene(T("row", citizens="a"), T("row2", (1, 0), 0, "a"), T("row3", (2, 0)), T("line", (-1, 0)))
    codes = {
        ("row.a", "row.b"): LEGAL,
        ("row2.a", "row.b"): LEGAL,
        ("row2.a", "row2.b"): LEGAL,
        ("row2.a", "row3.a"): APART,
        ("row.a", "line.a"): APART,
        ("row.b", "row.a"): "CENTURY-LOCOMOTIVE-CITIZEN",
        ("row2.b", "row3.a"): "CENTURY-LOCOMOTIVE-CITIZEN",
        ("row.a", "row.c"): "CENTURY-CITY-UNKNOWN",
    }
    assert {pair: refusal(state, 0, Locomotive("loco", *map(city, pair))) for pair in codes} == codes
    by(state, 0, Locomotive("loco", ("row", "a"), ("row", "b")))
    assert refusal(state, 0, Locomotive("loco 2", ("row", "b"), ("row2", "a"))) == "CENTURY-CITY-TAKEN"


def test_two_locomotives_take_a_citizen_through_a_city() -> None:
    state = scene(T("row", citizens="a"), T("row2", (1, 0)))
    by(state, 0, Locomotive("loco 2", ("row", "a"), ("row", "b")), Locomotive("loco", ("row", "b"), ("row2", "a")))
    assert [lying(state, name).citizens for name in ("row", "row2")] == [(), ("a",)]


# -- bridges


def bridged(state: CenturyState, tile: str, *spans: str) -> CenturyState:
    """Put bridges there."""
    return by(state, 0, *[Bridge(f"bridge {i}", tile, span) for i, span in enumerate(spans, 1)])


@rows("middle, span", [("meadow", "W-E"), ("quarry", "W-E")])
@rows("turn", TURNS)
def test_a_bridge_is_track_on_land_and_on_a_facility_and_turns_with_it(middle: str, span: str, turn: Turn) -> None:
    tiles = [T("to E", (-1, 0), 0, "a"), T(middle, (0, 0), turn), T("to W", (1, 0))]
    state = scene(*tiles, T("to S", (0, -1)), T("to N", (0, 1)))
    assert not joined(state, "to E", "to W")
    bridged(state, middle, span)
    assert joined(state, "to E", "to W") == (turn in {0, 2})
    assert not joined(state, "to E", "to N")
    assert lying(state, middle).bridges == (span,)


def test_a_bridge_can_lead_from_a_city_to_an_edge() -> None:
    state = scene(T("moor", citizens="a"), T("to W", (1, 0)))
    assert not joined(state, "moor", "to W")
    assert joined(bridged(state, "moor", "a-E"), "moor", "to W")


def test_two_bridges_on_a_tile_are_separate_track() -> None:
    tiles = [T("to S", (0, -1), 0, "a"), T("to E", (-1, 0)), T("to W", (1, 0)), T("to N", (0, 1), 0, "a")]
    state = bridged(scene(*tiles, T("meadow")), "meadow", "N-W", "E-S")
    pairs = {pair for pair in itertools.product(("to S", "to N"), ("to E", "to W")) if joined(state, *pair)}
    assert pairs == {("to S", "to E"), ("to N", "to W")}


def test_two_bridges_can_meet_at_an_end() -> None:
    state = bridged(scene(T("moor", citizens="ab"), T("to W", (1, 0))), "moor", "a-E", "b-E")
    assert joined(state, "moor.a", "to W")
    assert joined(state, "moor.b", "to W")


@rows("first, second", [*itertools.permutations(["W-E", "N-S", "N-W", "E-S"], 2)])
def test_bridges_do_not_cross(first: str, second: str) -> None:
    state = bridged(scene(T("meadow")), "meadow", first)
    expected = "CENTURY-BRIDGE-CROSSING" if {first, second} == {"W-E", "N-S"} else LEGAL
    assert refusal(state, 0, Bridge("bridge 2", "meadow", second)) == expected
    assert refusal(state, 0, Bridge("bridge 2", "meadow", first)) == "CENTURY-BRIDGE-CROSSING"


@rows("span", ["W-S", "N-E", "E-W", "a-W", "SE-NW", "a", "", "a-N"])
def test_a_bridge_lies_on_a_span_of_the_tile(span: str) -> None:
    assert refusal(scene(T("meadow"), T("moor", (1, 0))), 0, Bridge("bridge 1", "meadow", span)) == (
        "CENTURY-BRIDGE-SPAN"
    )


def test_a_bridge_lies_only_in_the_region_of_its_player() -> None:
    state = scene(T("meadow"))
    codes = [refusal(state, 0, Bridge("bridge 1", name, "W-E")) for name in ("moor", "start", "bridge 1", "L1")]
    assert codes == ["CENTURY-LAND-NOT-YOURS"] * 4


# -- facilities

YIELDS: dict[str, tuple[Sequence[T], tuple[int, int, int]]] = {
    "by edges": ([T("mine"), T("to W", (1, 0), 0, "a"), T("to N", (0, 1), 0, "a")], (4, 0, 0)),
    "by corners": ([T("mine"), T("to NW", (1, 1), 0, "a"), T("to SE", (-1, -1), 0, "a")], (4, 0, 0)),
    "besides what the city yields": ([T("mine"), T("star", (1, 0), 0, "a")], (3, 0, 0)),
    "not without a citizen": ([T("mine"), T("star", (1, 0))], (0, 0, 0)),
    "not without track": ([T("mine"), T("to N", (1, 0), 0, "a")], (0, 0, 0)),
    "turned": ([T("hospital", turn=1), T("to N", (0, 1), 0, "a"), T("to W", (1, 0), 0, "a")], (0, 0, 1)),
    "not an untouching tile": ([T("mine"), T("line", (1, 0)), T("to W", (2, 0), 0, "a")], (0, 0, 0)),
    "over a third tile": ([T("hospital"), T("bend", (1, 0)), T("to N", (1, 1), 0, "a")], (0, 0, 1)),
    "through a fork both": ([T("mine"), T("pair", (1, 0), 0, "ab")], (5, 0, 0)),
    "through a fork one": ([T("mine"), T("pair", (1, 0), 0, "b")], (2, 0, 0)),
    "through a fork of its own": ([T("forked"), T("to W", (1, 0), 0, "a"), T("to E", (-1, 0), 0, "a")], (4, 0, 0)),
    "not through a city": ([T("mine"), T("row", (1, 0), 0, "ab")], (3, 1, 0)),
    "not through a free city": ([T("mine"), T("row", (1, 0), 0, "b")], (0, 1, 0)),
    "not through a city of another tile": (
        [T("hospital"), T("cross", (1, 0), 0, "a"), T("to N", (1, 1), 0, "a")],
        (0, 0, 1),
    ),
    "once though joined twice": (
        [T("mine"), T("star", (0, 1), 0, "a"), T("fork", (1, 0)), T("fork2", (1, 1))], (3, 0, 0),
    ),
    "each of its buildings": ([T("estate"), T("star", (1, 0), 0, "a")], (2, 1, 1)),
    "two of a kind, one behind the other": ([T("works"), T("to W", (1, 0), 0, "a")], (4, 0, 0)),
    "from both sides": ([T("works"), T("to W", (1, 0), 0, "a"), T("to E", (-1, 0), 0, "a")], (8, 0, 0)),
    "two facilities": ([T("mine"), T("star", (1, 0), 0, "a"), T("lab", (2, 0))], (3, 3, 0)),
    "two alike": ([T("mine"), T("star", (1, 0), 0, "a"), T("mine2", (2, 0))], (5, 0, 0)),
    "through a facility that touches": ([T("lab"), T("mine", (1, 0)), T("to N", (1, 1), 0, "a")], (2, 3, 0)),
    "not from one behind it": ([T("lab"), T("mine", (1, 0)), T("to W", (2, 0), 0, "a")], (2, 0, 0)),
    "without its bridge": ([T("shed"), T("to W", (1, 0), 0, "a")], (0, 0, 0)),
    "over its bridge": ([T("shed", bridges=("a-E",)), T("to W", (1, 0), 0, "a")], (1, 0, 0)),
    "over a bridge of the land": ([T("mine"), T("moor", (-1, 0), 0, "ab", 0, ("b-E",))], (2, 0, 0)),
    "a building over a bridge": ([T("quarry", bridges=("a-b",)), T("to S", (0, -1), 0, "a")], (1, 1, 0)),
}  # fmt: skip


@rows("case", YIELDS)
def test_facilities_raise_the_yields_that_they_name(case: str) -> None:
    tiles, expected = YIELDS[case]
    assert players(scene(*tiles))[0].production == expected


def test_a_facility_serves_its_owner() -> None:
    mine, other = [T("mine")], [T("star", (1, 0), 0, "a")]
    state = administration(mine, other, box=box(("mine", "star")))
    assert [player.production for player in players(state)] == [(0, 0, 0), (1, 0, 0), (0, 0, 0)]


# -- recycling

REACH: dict[str, tuple[Sequence[T], set[str]]] = {
    "its own tile without track": ([T("sealed", citizens="a"), T("star", (1, 0))], {"sealed"}),
    "along edges": ([T("plant", citizens="a"), *[T(f"to {p}", STEPS[q]) for p, q in ("NS", "EW", "SN", "WE")]],
                    {"plant", "to N", "to E", "to S", "to W"}),
    "along corners": (
        [T("plant", citizens="a"), T("to NE", (-1, 1)), T("to SE", (-1, -1)), T("to SW", (1, -1)), T("to NW", (1, 1))],
        {"plant", "to NE", "to SE", "to SW", "to NW"},
    ),
    "not without a joint": ([T("plant", citizens="a"), T("to N", (1, 0)), T("meadow", (0, 1))], {"plant"}),
    "turned": ([T("drain", turn=3, citizens="a"), T("to S", (0, -1)), T("to W", (1, 0))], {"drain", "to S"}),
    "track that only crosses it": ([T("drain", citizens="a"), T("line", (1, 0))], {"drain", "line"}),
    "not two tiles away": ([T("drain", citizens="a"), T("line", (1, 0)), T("to W", (2, 0))], {"drain", "line"}),
    "not through its neighbour city": ([T("hidden", citizens="ab"), T("to W", (1, 0))], {"hidden"}),
    "not through a city of another tile": (
        [T("drain", citizens="a"), T("cross", (1, 0)), T("to N", (1, 1))], {"drain", "cross"},
    ),
    "over a third tile": ([T("drain", citizens="a"), T("bend", (1, 0)), T("to N", (1, 1))], {"drain", "bend", "to N"}),
    "through a facility": ([T("drain", citizens="a"), T("mine", (1, 0)), T("to N", (1, 1))], {"drain", "to N"}),
    "over a bridge": ([T("drain", citizens="a"), T("meadow", (1, 0), 0, "", 0, ("W-E",))], {"drain", "meadow"}),
    "over the bridge of a third tile": (
        [T("drain", citizens="a"), T("meadow", (1, 0), 1, "", 0, ("N-W",)), T("meadow2", (1, -1), 0, "", 0, ("N-S",)),
         T("to N", (1, 1)), T("bend", (2, 0))],
        {"drain"},
    ),
    "not without a citizen": ([T("plant"), T("star", (1, 0), 0, "a")], set()),
}  # fmt: skip


@rows("case", REACH)
def test_a_plant_removes_garbage_only_within_its_reach(case: str) -> None:
    """There is garbage on all land; a player without a plant with a citizen is not asked."""
    tiles, expected = REACH[case]
    dirty = [tile._replace(garbage=1 if tile.name.rstrip("2") in LANDS else 0) for tile in tiles]
    state = close(scene(*dirty, number=6))
    assert (stage(state) == "recycling") == bool(expected)
    codes = {tile.name: refusal(state, 0, Clear((tiles[0].name, "a"), tile.name)) for tile in tiles}
    assert {name for name, code in codes.items() if code == LEGAL} == expected
    for name, code in codes.items():
        if expected and name in LANDS and name not in expected:
            assert code == "CENTURY-CLEAR-REACH"


def test_each_plant_removes_one_cube_and_must_while_it_can() -> None:
    state = close(scene(T("plant", (0, 0), 0, "a", 3), T("drain", (-1, 0), 0, "a", 0), number=6))
    assert refusal(state, 0, Clear(("drain", "a"), "drain")) == "CENTURY-GARBAGE-NONE"
    by(state, 0, Clear(("plant", "a"), "plant"))
    assert refusal(state, 0, Clear(("plant", "a"), "plant")) == "CENTURY-CLEAR-PLANT"
    assert state.pending() == Decision("open", (0,))
    by(state, 0, Clear(("drain", "a"), "plant"))
    assert (lying(state, "plant").garbage, state.pending()) == (1, None)


def test_nobody_is_asked_when_no_plant_has_anything_to_remove() -> None:
    """There are two plants and one cube: whichever takes it, the other has nothing left to do."""
    for letter in "ab":
        state = close(scene(T("twins", (0, 0), 0, "ab", 1), number=6))
        assert state.pending() == Decision("open", (0,))
        assert by(state, 0, Clear(("twins", letter), "twins")).pending() is None
    assert close(scene(T("twins", (0, 0), 0, "ab"), T("to N", (1, 0), garbage=4), number=6)).pending() is None


@rows(
    "name, code",
    [
        ("twins.a", LEGAL),
        ("twins.b", "CENTURY-CLEAR-PLANT"),
        ("star.a", "CENTURY-CLEAR-PLANT"),
        ("twins.c", "CENTURY-CITY-UNKNOWN"),
        ("line.a", "CENTURY-LAND-NOT-YOURS"),
    ],
)
def test_only_a_plant_with_a_citizen_removes_garbage(name: str, code: str) -> None:
    state = close(scene(T("twins", citizens="a", garbage=1), T("star", (1, 0), 0, "a", 1), number=6))
    assert refusal(state, 0, Clear(city(name), "twins")) == code
