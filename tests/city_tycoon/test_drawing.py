"""The table as text: pictures of small cities and of pages, and pictures of random games read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.components import Box, load
from cityleague.engine.city_tycoon.figures import (
    Demand,
    District,
    Gives,
    OfTerrain,
    PlantFigures,
    PlantSide,
    Reward,
    Takes,
)
from cityleague.engine.city_tycoon.looks.text_map import LEGEND, cell_texts, picture
from cityleague.engine.city_tycoon.moves import Build, Cell, Cube, Options, Place, Plant, Supply
from cityleague.engine.city_tycoon.state import TycoonState, setup
from cityleague.engine.city_tycoon.table import BUILDING, DEALING, DRAFTING, SUPPLYING
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Draw, Setup

from ..rows import daily
from .helpers import another_box

PLAYERS = range(2, 6)


def demand(takes: str, **gives: int) -> Demand:
    return Demand(Takes(*map(takes.count, "rby")), Gives(**gives))


DISTRICTS = (
    District("I-1", 1, (demand("r", money=1, points=1),), "housing"),
    District("I-2", 0, (demand("yy", points=2),), reward=Reward(points=1)),
    District("I-7", 3, (demand("rb", money=5), demand("rby", money=6, yellow=2)), "trade"),
    District("I-12", 3, (demand("bb", yellow=1),), "industry", Reward(yellow=1)),
    District("I-22", 4, (demand("y", points=1),), "park", Reward(water=1)),
    District("I-23", 5, (demand("b", points=1),), "park", Reward(points_for=OfTerrain(meadow=2))),
    District("I-25", 8, (demand("b", points=1),), "park", Reward(meadow=2)),
    District("IV-4", 12, (demand("rbb", money=4, points=10), demand("rrbbb", money=4, points=17)), "housing"),
)
"""Districts with figures of their own."""


@cache
def own() -> Box:
    """The packaged components with these districts, all others like the first of them, and with plants like these."""
    box, figures = another_box(), {tile.name: tile for tile in DISTRICTS}
    box.districts = {name: figures.get(name, replace(DISTRICTS[0], name=name)) for name in box.districts}
    some = {i: PlantFigures(i, PlantSide(4 * i, 3 + i), PlantSide(11 * i, 2 + i)) for i in range(1, 7)}
    box.plants = {"electric": some, "water": {**some, 3: PlantFigures(3, PlantSide(7, 1), PlantSide(9, 1))}}
    return box


def new(seats: int = 4, stage: str = BUILDING) -> TycoonState:
    """A game at a stage, with nothing in the city but the centre; four players have no water there."""
    state = setup(Options(), seats, own())
    state.table.order = tuple(range(seats))
    state.table.give_turn(0, stage)
    return state


def build(state: TycoonState, cell: Cell, seat: int, name: str, *, supplied: bool = False) -> None:
    """Put a district in the city."""
    town = state.table.town
    tile = town.place(cell, seat, state.table.box.districts[name])
    if supplied:
        town.met[tile] = 0


def page(state: TycoonState, seat: int | None = None) -> str:
    text = GAME.draw(Setup(GAME, Options(), state.table.box, state.seats), state.view(seat))
    check_form(text)
    return text


def check_form(text: str) -> None:
    """What holds for every page."""
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in text.splitlines())


def city(state: TycoonState, width: int = 80) -> str:
    return "\n" + "\n".join(picture(cell_texts(state.view(None)), width)) + "\n"


# -- cities


def test_the_centre() -> None:
    assert (
        city(new(5))
        == """
   -1  0   1   2
-1     ·   ·
 0 ·   #E5 ##  ·
 1 ·   ##  #W5 ·
 2     ·   ·
"""
    )
    assert city(new(2)).splitlines()[2:5] == ["-1     ~~  ~~", " 0 ~~  #E2 ##  ·", " 1 ~~  ##  #W2 ·"]


def test_districts_plants_and_terrain() -> None:
    """Districts are lettered by seat, as they were built."""
    state = new()
    town = state.table.town
    for cell, seat in {(2, 0): 0, (2, 1): 3, (3, 0): 0, (0, -1): 3, (1, 2): 0}.items():
        build(state, cell, seat, f"I-{1 + len(town.districts)}", supplied=cell in {(3, 0), (0, -1)})
    town.build_plant("electric", 1, (3, 1), 2, 4, renewing=False)
    town.build_plant("water", 1, (2, 2), 0, 2, renewing=True)
    town.plants[0].cubes, town.plants[3].cubes = 0, 1
    town.lay((4, 0), "meadow")
    town.lay((-1, 1), "water")
    assert (
        city(state)
        == """
   -1  0   1   2   3   4
-2     ·
-1 ·   3b+ ·   ·   ·
 0 ·   #E0 ##  0a  0b+ \"\"
 1 ~~  ##  #W4 3a  2E4 ·
 2     ·   0c  0W1 ·
 3         ·   ·
"""
    )


def test_cells_are_as_wide_as_they_have_to_be() -> None:
    state = new()
    state.table.town.build_plant("electric", 6, (2, 0), 1, 16, renewing=False)
    assert city(state).startswith("\n   -1   0    1    2    3\n-1      ·    ·    ·\n 0 ·    #E4  ##   1E16 ·\n")


def test_a_wide_city_is_drawn_in_strips() -> None:
    state = new()
    for x in range(2, 7):
        build(state, (x, 0), x % 4, f"I-{x}")
    assert (
        city(state, 22)
        == """
   -1  0   1   2   3
-1     ·   ·   ·   ·
 0 ·   #E4 ##  2a  3a
 1 ·   ##  #W4 ·   ·
 2     ·   ·

   4   5   6   7
-1 ·   ·   ·
 0 0a  1a  2b  ·
 1 ·   ·   ·
 2
"""
    )
    assert [city(state, width).count("\n-1 ") for width in (80, 38, 37, 22, 21, 14)] == [1, 1, 2, 2, 3, 3]


def test_a_wide_city_is_cut_only_where_there_is_no_room_for_it() -> None:
    """25 columns of 4 characters, and 2 for the numbers of the rows."""
    state = new()
    for x in range(2, 24):
        build(state, (x, 0), x % 4, f"I-{x}")
    setup, view = Setup(GAME, Options(), state.table.box, state.seats), state.view(None)
    for width, strips in ((40, 3), (60, 2), (80, 2), (105, 2), (106, 1), (120, 1), (200, 1)):
        text = GAME.draw(setup, view, width)
        assert text.count("\n-1 ") == strips, width
        assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("length", [13, 14, 15, 16, 33, 34, 60, 110])
def test_cities_of_every_width_and_height_can_be_read_back(length: int) -> None:
    """No game between random players has cities as long; districts are used more than once."""
    state = new(5)
    for i in range(length):
        build(state, (2 + i, i % 2), i % 5, f"II-{i % 30 + 1}", supplied=not i % 3)
        build(state, (-1, -i), (i // 2) % 5, f"III-{i % 30 + 1}")
        build(state, (-2 - i, 1), (i // 3) % 5, f"IV-{i % 30 + 1}")
    state.table.town.build_plant("water", 6, (2, 2), 1, 1000, renewing=False)
    state.table.money = [10**15] * 5
    check_city(state.view(None), page(state))


# -- pages


def test_a_page() -> None:
    state = new(3)
    table = state.table
    build(state, (2, 0), 0, "I-7", supplied=True)
    build(state, (-1, 0), 2, "I-12")
    build(state, (3, 0), 0, "IV-4")
    table.town.build_plant("electric", 1, (2, 1), 0, 4, renewing=False)
    table.town.plants[2].cubes = 3
    table.order, table.actor, table.round, table.money, table.yellow = (2, 0, 1), 0, 3, [12, 0, 6], [0, 1, 3]
    table.accounts[0].instant, table.accounts[0].demands, table.accounts[2].touching = 3, 10, 1
    table.kept, table.next_plant = [["I-23", "IV-5"], ["III-1"], []], {"electric": 2, "water": 7}
    assert (
        "\n" + page(state, 0) + "\n"
        == """
round 3 of 4: building (seen by seat 0)
seat 0 to sell, to build, or to take a plant
turn order: 2, 0, 1

seat 0:  12 money  13 points  0 yellow  2 unused tiles
seat 1:  0 money   0 points   1 yellow  1 unused tile
seat 2:  6 money   1 point    3 yellow  0 unused tiles

   -2  -1  0   1   2   3   4
-1     ·   ~~  ~~  ·   ·
 0 ·   2a  #E3 ##  0a+ 0b  ·
 1     ·   ##  #W3 0E3 ·
 2         ·   ·   ·

unused tiles of seat 0
  I-23  park     5 money  1b: 1 point; at once 2 points per meadow beside it
  IV-5  housing  1 money  1r: 1 money 1 point

next plants
  electric 2  exhausting 8 money, 5 cubes  renewing 22 money, 4 cubes
  water       none left
terrain left: 30 tiles

built by seat 0
  0a+  [2, 0]  I-7         1r 1b: 5 money (met); 1r 1b 1y: 6 money 2 yellow
  0b   [3, 0]  IV-4        1r 2b: 4 money 10 points; 2r 3b: 4 money 17 points
  0E3  [2, 1]  electric 1  exhausting, 3 of 4 cubes

built by seat 2
  2a  [-1, 0]  I-12  2b: 1 yellow

0a district of seat 0, as listed  0a+ supplied in this round  0a* being supplied
0E3 electric plant of seat 0 with 3 cubes  0W3 water plant  # start centre
\"\" meadow  ~~ water  · free cell that touches a tile
r red cubes (electricity)  b blue (water)  y yellow; points are without money
"""
    )
    others = page(state)
    assert "seen by" not in others
    assert "unused tiles of" not in others
    assert not re.search("I-23|IV-5|III-1", others)
    assert "I-23" not in page(state, 1)


def test_what_chance_brings() -> None:
    state = setup(Options(), 2, load(None))
    assert page(state).startswith("round 1 of 4: ordering\nchance brings the turn order\n\nseat 0:  0 money")
    state.resolve([1, 0])
    assert page(state, 1).startswith(
        "round 1 of 4: dealing (seen by seat 1)\nchance brings districts\nturn order: 1, 0\n\nseat 0:  22 money"
    )


def test_the_draft() -> None:
    state = new(3, DRAFTING)
    table = state.table
    table.hands = [["I-1", "I-22"], ["I-21"], ["I-23"]]
    table.kept, table.picked = [["I-2"], ["I-24"], ["I-25"]], [None, "I-12", None]
    lines = page(state, 0).splitlines()
    assert lines[1] == "to pick a district: seats 0 and 2"
    assert lines[4:7] == [
        "seat 0:  0 money  0 points  0 yellow  1 unused tile",
        "seat 1:  0 money  0 points  0 yellow  1 unused tile  has picked",
        "seat 2:  0 money  0 points  0 yellow  1 unused tile",
    ]
    assert lines[14:21] == [
        "hand of seat 0",
        "  I-1   housing  1 money  1r: 1 money 1 point",
        "  I-22  park     4 money  1y: 1 point; at once 1 water",
        "",
        "unused tiles of seat 0",
        "  I-2  0 money  2y: 2 points; at once 1 point",
        "",
    ]
    assert "\npicked by seat 1\n  I-12  industry  3 money  2b: 1 yellow; at once 1 yellow\n" in page(state, 1)
    assert all("I-12" not in page(state, seat) for seat in (None, 0, 2))
    table.picked = [None, "I-12", "I-23"]
    assert "\nto pick a district: seat 0\n" in page(state)


def test_what_is_being_placed() -> None:
    state = new()
    table = state.table
    table.money, table.kept[0] = [50] * 4, ["I-1", "I-25"]
    state.apply(0, Build("I-25"))
    assert page(state).splitlines()[1] == "seat 0 to place district I-25"
    assert "\nto be placed by seat 0\n  I-25  park  8 money  1b: 1 point; at once 2 meadow\n\nnext" in page(state)
    state.apply(0, Place((2, 0)))
    assert page(state).splitlines()[1] == "seat 0 to place meadow, then meadow"
    state.apply(0, Place((3, 0)))
    assert page(state).splitlines()[1] == "seat 0 to place meadow"
    assert "\nterrain left: 31 tiles\n" in page(state)
    table.give_turn(1, BUILDING)
    table.terrain_due, table.kept[1] = (), ["I-4"]
    state.apply(1, Plant("I-4", "water", "renewing"))
    assert page(state).splitlines()[1] == "seat 1 to place water plant 1, renewing, 3 cubes"
    assert "to be placed" not in page(state)


def test_each_kind_has_plants_of_its_own() -> None:
    state = new()
    state.table.next_plant = {"electric": 3, "water": 3}
    assert (
        "\nnext plants\n"
        "  electric 3  exhausting 12 money, 6 cubes  renewing 33 money, 5 cubes\n"
        "  water 3     exhausting 7 money, 1 cube    renewing 9 money, 1 cube\n"
    ) in page(state)


def test_a_district_with_all_rewards_and_one_with_no_demand() -> None:
    state = new()
    state.table.kept[0] = ["IV-5", "IV-6"]
    box = state.table.box = another_box(state.table.box)
    every = Reward(1, 2, 3, 4, OfTerrain(2, 1))
    box.districts = box.districts | {
        "IV-5": District("IV-5", 9, (demand("r", points=1),) * 6, "tower", every),
        "IV-6": District("IV-6", 1, (), "green"),
    }
    assert (
        "\nunused tiles of seat 0\n"
        "  IV-5  tower  9 money  1r: 1 point; 1r: 1 point; 1r: 1 point; 1r: 1 point; 1r:\n"
        "      1 point; 1r: 1 point; at once 1 point, 2 points per meadow beside it, 1\n"
        "      point per water beside it, 2 yellow, 3 meadow, 4 water\n"
        "  IV-6  green  1 money  no demand\n"
    ) in page(state, 0)


def test_what_is_being_met() -> None:
    state = new(4, SUPPLYING)
    table = state.table
    build(state, (2, 0), 1, "I-1")
    build(state, (3, 0), 1, "I-7")
    table.give_turn(1, SUPPLYING)
    table.money, table.yellow, table.passed = [50] * 4, [2] * 4, [True, False, True, False]
    lines = page(state, 1).splitlines()
    assert lines[1] == "seat 1 to supply a district, or to pass"
    assert [line.endswith("tiles  passed") for line in lines[4:8]] == table.passed
    state.apply(1, Supply((3, 0), 1))
    text = page(state)
    assert text.splitlines()[1] == "seat 1 to bring 1r 1b to 1b [3, 0], for demand 1, 1r 1b 1y: 6 money 2 yellow"
    assert "\n 0 ·   #E4 ##  1a  1b* ·\n" in text
    assert "\n  1b*  [3, 0]  I-7  1r 1b: 5 money; 1r 1b 1y: 6 money 2 yellow\n" in text
    state.apply(1, state.legal(1)[0])
    assert re.search(r"\nseat 1 to bring 1[rb] to 1b \[3, 0\], for demand 1, ", page(state))
    state.apply(1, state.legal(1)[0])
    assert "\n 0 ·   #E3 ##  1a  1b+ ·\n" in page(state)
    assert "\n  1b+  [3, 0]  I-7  1r 1b: 5 money; 1r 1b 1y: 6 money 2 yellow (met)\n" in page(state)


def test_the_end_shows_what_was_supplied_last_and_the_cubes_that_were_left() -> None:
    """A reader of the whole game sees what the last supply phase came to."""
    state = new(4, SUPPLYING)
    table = state.table
    build(state, (2, 0), 0, "I-1")
    build(state, (2, 1), 0, "I-3")
    table.town.build_plant("electric", 1, (3, 0), 0, 3, renewing=True)
    table.round, table.money = 4, [0] * 4
    for move in (Supply((2, 0)), Cube((3, 0)), Supply((2, 1)), Cube((3, 0), ((2, 0),))):
        state.verify(0, move)
        state.apply(0, move)
    assert state.pending() is None
    text = page(state)
    assert text.startswith("round 4 of 4: over\n")
    assert (
        "\nbuilt by seat 0\n"
        "  0a+  [2, 0]  I-1         1r: 1 money 1 point (met)\n"
        "  0b+  [2, 1]  I-3         1r: 1 money 1 point (met)\n"
        "  0E1  [3, 0]  electric 1  renewing, 1 of 3 cubes\n"
    ) in text


# -- random games


def read(text: str) -> dict[Cell, str]:
    """The city read from a page: texts by cell."""
    words: dict[Cell, str] = {}
    for head, *lines in [block.splitlines() for block in text.split("\n\n")]:
        if re.fullmatch(r" +-?\d+( +-?\d+)*", head):
            starts = {int(number[0]): number.start() for number in re.finditer(r"-?\d+", head)}
            for line in lines:
                y = int(line[: min(starts.values())])
                for (x, start), end in zip(starts.items(), [*starts.values(), 80][1:], strict=True):
                    if word := line[start:end].strip():
                        assert (x, y) not in words
                        words[x, y] = word
    return words


def check_city(view: View, text: str) -> None:
    """The picture shows the city: owners, cubes, terrain and free cells; so do the lists."""
    texts = read(text)
    for cell in ((1, 0), (0, 1)):
        assert texts.pop(cell) == "##"
    free = {cell for cell, word in texts.items() if word == "·"}
    taken = {(x, y) for x in (0, 1) for y in (0, 1)}
    for plant in view.plants:
        owner = "#" if plant.owner is None else plant.owner
        word = texts.pop(plant.cell)
        assert word == f"{owner}{'E' if plant.kind == 'electric' else 'W'}{plant.cubes}"
        if plant.owner is not None:
            x, y = plant.cell
            line = rf"{word} +\[{x}, {y}\] +{plant.kind} {plant.number} +{plant.side}, {plant.cubes} of "
            assert re.search(rf"\nbuilt by seat {plant.owner}\n(  .*\n)*  {line}", text)
        taken.add(plant.cell)
    words = set()
    for district in view.districts:
        word = texts.pop(district.cell)
        mark = "+" if district.supplied else "*" if view.meeting and view.meeting.district == district.cell else ""
        assert re.fullmatch(rf"{district.owner}[a-z]+{re.escape(mark)}", word)
        x, y = district.cell
        line = rf"{re.escape(word)} +\[{x}, {y}\] +{district.tile} +\S"
        assert re.search(rf"\nbuilt by seat {district.owner}\n(  .*\n)*  {line}", text)
        taken.add(district.cell)
        words.add(word)
    assert len(words) == len(view.districts)
    for terrain in view.terrain:
        assert texts.pop(terrain.cell) == ("~~" if terrain.terrain == "water" else '""')
    assert texts.keys() == free
    near = {(x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert free == near - taken - {terrain.cell for terrain in view.terrain}


def course(seats: int, seed: str) -> Iterator[TycoonState]:
    """The states of a game between random players."""
    state, stream = setup(Options(), seats, load(None)), Stream("drawing", seed)
    while due := state.pending():
        yield state
        if isinstance(due, Draw):
            state.resolve(outcome(seed, due))
        else:
            seat = stream.choice(due.seats)
            state.apply(seat, stream.choice(state.legal(seat)))
    yield state


SOME, MORE = 19, 7
"""At every so many steps a picture is read back: every day, and in the exhaustive run."""


@pytest.mark.parametrize("every", daily([SOME, MORE]))
@pytest.mark.parametrize("seats", PLAYERS)
def test_pictures_of_random_games_can_be_read_back(seats: int, every: int) -> None:
    """Every day all watchers see the first state of each stage; of the others, everybody and one seat."""
    stages = set()
    for step, state in enumerate(course(seats, "draw")):
        new_stage = state.table.stage not in stages
        stages.add(state.table.stage)
        if new_stage or step % every == 0 or state.pending() is None:
            for watcher in (None, *(range(seats) if new_stage or every == MORE else [step % seats])):
                text, view = page(state, watcher), state.view(watcher)
                check_city(view, text)
                for seat in range(seats):
                    line = rf"\nseat {seat}: +{view.money[seat]} money +{view.points[seat]} points? "
                    assert re.search(rf"{line} +{view.yellow[seat]} yellow +{view.unused[seat]} unused tiles?\b", text)
                for tile in (*view.hand, *view.kept):
                    assert re.search(rf"\n  {tile} +[a-z]+ +{state.table.box.districts[tile].cost} money +", text)
                assert all(line in text for line in LEGEND)
    assert stages >= {DEALING, DRAFTING, BUILDING, OVER}  # what no game is without
