"""Cities drawn as pictures, component files of the tests' own, and short questions about positions.

The figures of the packaged file may change; rules do not depend on them. So every district here is alike but for those
that a test names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon.components import Box, load
from cityleague.engine.city_tycoon.figures import Demand, Gives, Takes
from cityleague.engine.city_tycoon.moves import Cell, Cube, Move, Options, PlantKind, Side
from cityleague.engine.city_tycoon.state import TycoonState, setup
from cityleague.engine.city_tycoon.table import BUILDING, SUPPLYING, TycoonTable
from cityleague.engine.city_tycoon.town import Town
from cityleague.engine.city_tycoon.view import PlacedPlant
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import IllegalMove

Json = dict[str, Any]
Chooser = Callable[[TycoonState, int, Stream], Move]
"""How a seat chooses its move."""

ROUNDS = ("I", "II", "III", "IV")
NAMES = tuple([f"{mark}-{number}" for mark in ROUNDS for number in range(1, 31)])
START = {"money": 20, "step": 2, "sale": 5, "fee": 2, "money_for_point": 10, "terrain": 32, "hand": 6}
TERRAIN = {"w": "water", "m": "meadow"}
LEGAL = ""

# -- component files


def demand(red: int = 0, blue: int = 0, yellow: int = 0, *, goods: int = 0, **gives: int) -> Json:
    """A demand as a component file has it: it takes cubes and gives goods (yellow cubes), money and points."""
    gives |= {"yellow": goods} if goods else {}
    return {"takes": {"red": red, "blue": blue, "yellow": yellow}, "gives": gives or {"points": 1}}


PLAIN: Json = {"cost": 3, "demands": [demand(red=1)]}
"""A district that no test names."""


def plant_figures(number: int) -> Json:
    """What the plants of a number cost and hold."""
    return {
        "number": number,
        "exhausting": {"cost": 2 * number, "cubes": 2 * number + 1},
        "renewing": {"cost": 3 * number, "cubes": number + 1},
    }


def file(
    districts: Mapping[str, Mapping[str, Any]] = {},
    *,
    every: Mapping[str, Any] = PLAIN,
    start: Mapping[str, int] = {},
    plants: Mapping[str, Mapping[str, Any]] = {},
) -> Json:
    """A component file whose districts are like `every`, but for those named; plants are named like "water 1"."""
    built = {
        kind: [{**plant_figures(number), **plants.get(f"{kind} {number}", {})} for number in range(1, 7)]
        for kind in ("electric", "water")
    }
    tiles = [{"name": name, **every, **districts.get(name, {})} for name in NAMES]
    return {
        "game": "city_tycoon",
        "setup": {"provenance": "house", **START, **start},
        "plants": {"provenance": "house", **built},
        "districts": {"provenance": "house", "list": tiles},
    }


_loaded = cache(load)


def own(districts: Mapping[str, Mapping[str, Any]] = {}, **others: Any) -> Box:
    """A box of such a file."""
    return _loaded(json.dumps(file(districts, **others)).encode())


def varied(seed: str) -> Json:
    """A file as a real copy may state it: every plant has figures of its own, districts any demands and rewards."""
    stream = Stream(seed, "varied")

    def some_counts(names: Sequence[str], most: int) -> Json:
        return {name: value for name in names if (value := stream.below(most + 1) * stream.below(2))}

    def one_demand() -> Json:
        takes = some_counts(("red", "blue", "yellow"), 3) or {stream.choice(("red", "blue", "yellow")): 1}
        return {"takes": takes, "gives": some_counts(("money", "points", "yellow"), 6) or {"points": 1}}

    def side() -> Json:
        return {"cost": stream.below(15), "cubes": 1 + stream.below(8)}

    whole = file()
    for plants in (whole["plants"]["electric"], whole["plants"]["water"]):
        for plant in plants:
            plant |= {"exhausting": side(), "renewing": side()}
    for tile in whole["districts"]["list"]:
        tile["cost"] = stream.below(12)
        tile["reward"] = some_counts(("points", "yellow", "meadow", "water"), 2) | {
            "points_for": some_counts(("meadow", "water"), 3)
        }
        tile["demands"] = [one_demand() for _ in range(stream.below(7))]
    return whole


# -- cities


class D(NamedTuple):
    """A district in a picture: its name and owner."""

    name: str
    seat: int = 0
    supplied: bool = False


class P(NamedTuple):
    """A plant in a picture; `cubes` None: as many as it holds."""

    kind: PlantKind = "electric"
    seat: int = 0
    number: int = 1
    side: Side = "exhausting"
    cubes: int | None = None


Key = Mapping[str, D | P]
"""What the letters of a picture stand for."""


def cells(picture: str) -> Iterator[tuple[Cell, str]]:
    """The cells of a picture and what is written there; `#` is the centre, its top left cell [0, 0]."""
    rows = [line.split() for line in picture.strip().splitlines()]
    places = [((x, y), word) for y, row in enumerate(rows) for x, word in enumerate(row)]
    left, top = next(place for place, word in places if word == "#")
    for (x, y), word in places:
        if word not in {"#", "."}:
            yield (x - left, y - top), word


def lay_out(town: Town, box: Box, picture: str, key: Key) -> None:
    """Build the city: w and m are terrain, A, B, ... districts of seat 0, 1, ... that nobody names."""
    rest = iter(reversed(NAMES))
    for cell, word in cells(picture):
        thing = key.get(word) or D(next(rest), "ABCDE".find(word))
        if word in TERRAIN and word not in key:
            town.lay(cell, TERRAIN[word])  # type: ignore[arg-type]
        elif isinstance(thing, D):
            assert thing.seat >= 0, word
            tile = town.place(cell, thing.seat, box.districts[thing.name])
            if thing.supplied:
                town.met[tile] = 0
        else:
            side = box.plants[thing.kind][thing.number].side(thing.side)
            town.build_plant(thing.kind, thing.number, cell, thing.seat, side.cubes, renewing=thing.side == "renewing")
            town.plants[-1].cubes = side.cubes if thing.cubes is None else thing.cubes


def position(
    picture: str = "# #\n# #",
    key: Mapping[str, D | P] = {},
    *,
    seats: int = 3,
    money: Sequence[int] = (50, 50, 50, 50, 50),
    yellow: Sequence[int] = (0, 0, 0, 0, 0),
    stage: str = SUPPLYING,
    number: int = 1,
    order: Sequence[int] = range(5),
    passed: Sequence[int] = (),
    passing: str = "again",
    elsewhere: Sequence[int] = (),
    general: Mapping[PlantKind, int] = {},
    terrain_left: int = 20,
    kept: Mapping[int, Sequence[str]] = {},
    box: Box | None = None,
) -> TycoonState:
    """A game in which the first in order has to decide, in the city of a picture, in a round of this number.

    No water lies beside the centre but what the picture shows. `general` are cubes of general plants; `passed` the
    seats that have passed; `passing` is the option. `elsewhere` are the seats that have a district
    far away that asks for nothing: they can go on.
    """
    state = TycoonState.at(TycoonTable(seats, box or own(), pass_is_final=passing == "final"))
    table = state.table
    table.order = tuple(order)[:seats]
    table.give_turn(table.order[0], stage)
    table.round = number
    table.money, table.yellow = list(money)[:seats], list(yellow)[:seats]
    for account, coins in zip(table.accounts, table.money, strict=True):
        account.start = coins
    table.terrain_left = terrain_left
    table.town = town = Town(seats)
    for plant in town.plants:
        plant.cubes = general.get(plant.kind, plant.cubes)
    lay_out(town, table.box, picture, key)
    for seat in elsewhere:
        district = replace(table.box.districts[f"III-{seat + 1}"], demands=(Demand(Takes(), Gives(points=1)),))
        town.place((100 + 2 * seat, 100), seat, district)
    table.passed = [seat in passed for seat in range(seats)]
    for kind in ("electric", "water"):
        built = [plant.number for plant in town.plants if plant.kind == kind]
        table.next_plant[kind] = max(built) + 1
    for seat, tiles in kept.items():
        table.kept[seat] = list(tiles)
    return state


def building(picture: str = "# #\n# #", key: Mapping[str, D | P] = {}, **details: Any) -> TycoonState:
    """The same in the building phase: everyone holds I-1 to I-6, unless `kept` says otherwise."""
    seats = details.get("seats", 3)
    kept = dict.fromkeys(range(seats), NAMES[:6]) | details.pop("kept", {})
    return position(picture, key, stage=BUILDING, kept=kept, **details)


# -- moves and questions


def code(state: TycoonState, move: Move, seat: int | None = None) -> str:
    """The code that refuses a move of the actor, or another seat; nothing if it is legal."""
    try:
        state.verify(state.table.actor if seat is None else seat, move)
    except IllegalMove as error:
        return error.rule.code
    return LEGAL


def field(state: TycoonState, move: Move) -> str | None:
    """The field of the actor's move that is to blame."""
    try:
        state.verify(state.table.actor, move)
    except IllegalMove as error:
        return error.field
    raise AssertionError("the move is legal")


def do(state: TycoonState, *moves: Move) -> TycoonState:
    """Make legal moves, each of whose turn it is."""
    for move in moves:
        seat = state.table.actor
        state.verify(seat, move)
        state.apply(seat, move)
    return state


def money(state: TycoonState) -> tuple[int, ...]:
    """What everyone has."""
    return state.view(None).money


def points(state: TycoonState, seat: int = 0) -> int:
    """The points of a seat, without those for money."""
    return state.view(None).points[seat]


def kept(state: TycoonState) -> list[tuple[str, ...]]:
    """What everyone has kept and not used."""
    return [state.view(seat).kept for seat in range(state.seats)]


def plant(state: TycoonState, cell: Cell) -> PlacedPlant:
    """The plant on a cell."""
    return next(plant for plant in state.view(None).plants if plant.cell == cell)


def line(state: TycoonState, title: str, category: str, seat: int = 0) -> int:
    """A line of a seat's sheet."""
    part = next(part for part in state.scores()[seat].parts if part.title == title)
    points = [int(line.points) for line in part.lines if line.category == category]
    assert len(points) == 1, (title, category, part)
    return points[0]


def cubes(state: TycoonState) -> list[Cube]:
    """The cube moves that are listed for the actor."""
    moves = state.legal(state.table.actor)
    assert all(isinstance(move, Cube) for move in moves)
    return [move for move in moves if isinstance(move, Cube)]


# -- games


def any_kind(state: TycoonState, seat: int, stream: Stream) -> Move:
    """A move of a kind chosen at random, at random."""
    moves = state.legal(seat)
    kind = stream.choice(sorted({type(move).__name__ for move in moves}))
    return stream.choice([move for move in moves if type(move).__name__ == kind])


def course(seats: int, seed: str, box: Box, choose: Chooser = any_kind) -> Iterator[TycoonState]:
    """A game: the state before each event, and at the end."""
    state, stream = setup(Options(), seats, box), Stream(seed, "course")
    while (due := state.pending()) is not None:
        yield state
        if isinstance(due, Draw):
            state.resolve(outcome(seed, due))
        else:
            seat = stream.choice(due.seats)
            state.apply(seat, choose(state, seat, stream))
    yield state
