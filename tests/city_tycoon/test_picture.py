"""Pictures of positions: they show what views tell, to everybody the same, and moves are told in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

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
from cityleague.engine.city_tycoon.looks import symbols
from cityleague.engine.city_tycoon.looks.picture import describe, picture
from cityleague.engine.city_tycoon.looks.symbols import SIZE
from cityleague.engine.city_tycoon.moves import Build, Cell, Cube, Move, Pass, Pick, Place, Plant, Sell, Supply
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import SUPPLYING
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol
from cityleague.engine.protocol import Setup

from ..rows import daily
from ..test_pictures_of_games import HOSTILE, check_form
from .helpers import another_box, course, new

every_table = pytest.mark.parametrize(
    ("seats", "every"), daily([(2, 9), (5, 12), *[(seats, 5) for seats in range(2, 6)]], 2)
)

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil")


def setup_of(state: TycoonState) -> Setup:
    return Setup(GAME, GAME.options(), state.table.box, state.seats)


def drawn(state: TycoonState, seat: int | None, names: tuple[str, ...] = NAMES) -> Picture:
    return picture(setup_of(state), state.view(seat), names[: state.seats])


def states(seats: int, every: int) -> Iterator[TycoonState]:
    """Every so many states of a random game, those in which terrain is laid, and the last one."""
    for number, (state, event) in enumerate(course(seats, f"picture {seats}")):
        if number % every == 0 or event is None or state.table.terrain_due:
            yield state


def sheet(shown: Picture, key: str) -> Sheet:
    return next(part for part in shown.sheets if part.key == key)


def pieces(shown: Picture, key: str) -> dict[str, Piece]:
    return {piece.key: piece for piece in sheet(shown, key).pieces}


def lying(shown: Picture, what: str) -> dict[Cell, str]:
    """The titles of pieces by the cell on which each lies; the key of a piece names that cell."""
    titles = {}
    for piece in sheet(shown, "city").pieces:
        if piece.key.startswith(f"{what} "):
            cell = round(piece.x / SIZE), round(piece.y / SIZE)
            assert piece.key == f"{what} {cell[0]},{cell[1]}"
            titles[cell] = piece.symbol.title
    return titles


# -- what everybody sees


@every_table
def test_the_city_is_that_of_the_view(seats: int, every: int) -> None:
    for state in states(seats, every):
        view, shown = state.view(None), drawn(state, None)
        check_city(view, shown, state.table.box)


def check_city(view: View, shown: Picture, box: Box) -> None:
    cells, owners, cubes, met = (lying(shown, what) for what in ("cell", "owner", "cubes", "met"))
    assert cells.pop((0, 0)).startswith("start centre")
    for district in view.districts:
        words = cells.pop(district.cell)
        assert words.startswith(f"{district.tile}, {box.districts[district.tile].kind}, costs ")
        assert owners.pop(district.cell) == f"owner: {NAMES[district.owner]}"
        assert (met.pop(district.cell, None) is not None) == district.supplied
    for plant in view.plants:
        colour = "red" if plant.kind == "electric" else "blue"
        assert cubes.pop(plant.cell).startswith(f"{plant.cubes} {colour} cube")
        if plant.owner is not None:
            assert cells.pop(plant.cell).startswith(f"{plant.kind} plant {plant.number} ({plant.side})")
            assert owners.pop(plant.cell) == f"owner: {NAMES[plant.owner]}"
    for terrain in view.terrain:
        assert cells.pop(terrain.cell) == terrain.terrain
    assert not any([cells, owners, cubes, met])
    centre = {(0, 0), (1, 0), (0, 1), (1, 1)}
    tiles = {*centre, *[district.cell for district in view.districts], *[plant.cell for plant in view.plants]}
    near = {(x + dx, y + dy) for x, y in tiles for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert {*lying(shown, "free")} == near - tiles - {terrain.cell for terrain in view.terrain}
    meeting = lying(shown, "meeting")
    assert list(meeting) == ([view.meeting.district] if view.meeting else [])


@every_table
def test_players_and_accounts_are_those_of_the_view(seats: int, every: int) -> None:
    for state in states(seats, every):
        view, shown = state.view(None), drawn(state, None)
        players, accounts, offer = (pieces(shown, key) for key in ("players", "accounts", "offer"))
        for seat in range(seats):
            counts = [players[f"count {seat} {i}"].symbol.title for i in range(3)]
            assert counts == [str(counts[seat]) for counts in (view.money, view.points, view.yellow)]
            tiles = [piece.symbol.title for key, piece in players.items() if key.startswith(f"tile {seat} ")]
            backs = ["unused tile, face down"] * view.unused[seat]
            assert tiles == [f"{tile} used" for tile in view.used[seat]] + backs
            assert players[f"seat {seat}"].symbol.title == NAMES[seat]
            shown_figures = [int(piece.symbol.title) for key, piece in accounts.items() if key.startswith(f"{seat} ")]
            ledger = view.accounts[seat]
            figures = [getattr(ledger, name) for name in ledger.__struct_fields__[:-1]] + list(ledger.fees)
            assert shown_figures == [figure for figure in figures if figure]
            if view.stage == SUPPLYING and view.passed[seat]:
                assert "passed" in players[f"status {seat}"].symbol.markup
        assert offer["left"].symbol.title == f"{view.terrain_left} terrain tiles left"
        for kind, number in view.next_plant.items():
            for side in ("exhausting", "renewing"):
                plant = offer.get(f"next {kind} {side}")
                assert (plant is None) == (number > 6)
                assert plant is None or plant.symbol.title.startswith(f"{kind} plant {number} ({side})")
                cubes = "".join(re.findall(r"holds (\d+)", plant.symbol.title)) if plant else ""
                assert plant is None or f">{cubes}</text>" in plant.symbol.markup, "its cubes lie on it"


@every_table
def test_what_is_to_be_placed_is_shown(seats: int, every: int) -> None:
    placed = set()
    for state in states(seats, every // 2):
        view, offer = state.view(None), pieces(drawn(state, None), "offer")
        titles = [offer[f"placing {i}"].symbol.title for i in range(2) if f"placing {i}" in offer]
        expected: list[str] = []
        if view.placing:
            terrain = sorted(set(view.placing.terrain))
            expected += terrain
            if view.placing.district:
                expected.append(view.placing.district)
            if view.placing.plant:
                expected.append("{} plant {}".format(*view.placing.plant))
            for i, kind in enumerate(terrain):
                assert offer[f"mark {i}"].symbol.title.startswith(f"{view.placing.terrain.count(kind)} ")
        assert len(titles) == len(expected)
        assert all(map(str.startswith, titles, expected))
        placed |= {re.sub("[^a-z ]", "", name) for name in expected}
    assert len(placed) >= 3


# -- what a seat knows


@every_table
def test_a_seat_sees_its_own_tiles_and_the_hands_that_it_has_had(seats: int, every: int) -> None:
    looked = set()
    for state in states(seats, every):
        for seat in range(seats):
            view, own = state.view(seat), pieces(drawn(state, seat), f"hand {seat}")
            titles = {key: piece.symbol.title.split(",")[0] for key, piece in own.items()}
            for what, tiles in ("hand", {*view.hand, *[view.picked] * bool(view.picked)}), ("kept", {*view.kept}):
                assert {title for key, title in titles.items() if re.fullmatch(rf"{what} \d+", key)} == tiles
            assert ("picked" in own) == bool(view.picked)
            if view.picked:
                places = {(piece.x, piece.y): titles[key] for key, piece in own.items() if key != "picked"}
                assert places[own["picked"].x, own["picked"].y] == view.picked
            looked |= {name for name in ("hand", "picked", "kept", "seen") if getattr(view, name)}
            for number, hand in enumerate(view.seen):
                assert f"hand: {', '.join(hand)}<" in own[f"seen {number}"].symbol.markup
    assert len(looked) == 4


# -- moves in words


@every_table
def test_moves_are_described(seats: int, every: int) -> None:
    kinds: set[type] = set()
    for state, event in course(seats, f"words {seats}"):
        if isinstance(event, tuple):
            seat, made = event
            view = state.view(seat)
            for move in {made, *state.legal(seat)[:6]}:
                check_words(state, view, move, describe(setup_of(state), view, move, NAMES[:seats]))
                kinds.add(type(move))
    assert kinds == {Pick, Sell, Build, Plant, Place, Supply, Cube, Pass}


def check_words(state: TycoonState, view: View, move: Move, words: str) -> None:
    box: Box = state.table.box
    assert len(words) <= 95
    assert words.isprintable()
    for cell in [getattr(move, name) for name in ("cell", "district") if hasattr(move, name)]:
        assert f" at {cell[0]}, {cell[1]}" in words
    if isinstance(move, Pick | Sell | Build):
        assert f" {move.tile} ({box.districts[move.tile].kind})" in words
    match move:
        case Sell():
            assert words.endswith(" for 5 money")
        case Build():
            assert words.endswith(f" for {box.districts[move.tile].cost} money")
        case Plant():
            assert words.startswith(f"gives {move.tile} and ")
            assert words.endswith(f" for {move.kind} plant {view.next_plant[move.kind]} ({move.side})")
        case Pass():
            assert words == "passes"
        case Cube():
            after, seat = state.copy(), view.actor
            after.apply(seat, move)
            paid = sum(after.table.accounts[seat].fees) - sum(state.table.accounts[seat].fees)
            assert (re.findall(r" for (\d+) money$", words) or ["0"]) == [str(paid)]
            plant = state.table.town.plant_at(move.plant)
            assert plant
            assert ("red" in words) == (plant.kind == "electric")


# -- other component files, other names


def hostile() -> Box:
    """Components with figures as large as they may be, six demands, and kinds with signs of markup."""
    box = another_box()
    demand = Demand(Takes(1000, 1000, 1000), Gives(1000, 1000, 1000))
    reward = Reward(1000, 1000, 1000, 1000, OfTerrain(1000, 1000))
    wild = ("<b>&\"'", (demand,) * 6, reward), ("", (), Reward()), ("a" * 30, (demand,), Reward(meadow=4))
    box.districts = {
        name: replace(tile, kind=wild[i % 3][0], demands=wild[i % 3][1], reward=wild[i % 3][2], cost=i % 1001)
        for i, (name, tile) in enumerate(box.districts.items())
    }
    large = {i: PlantFigures(i, PlantSide(1000, 1000), PlantSide(0, 1000)) for i in range(1, 7)}
    box.plants = {"electric": large, "water": large}
    return box


def test_hostile_names_are_escaped() -> None:
    box = hostile()
    for number, (state, event) in enumerate(course(5, "hostile", box)):
        if number % 10 and event is not None:
            continue
        for seat in (None, 0):
            check_form(drawn(state, seat, HOSTILE))
        if isinstance(event, tuple):
            words = describe(setup_of(state), state.view(event[0]), event[1], HOSTILE)
            assert "\n" not in words


def test_a_district_shows_what_the_file_says() -> None:
    """Each number is there once, in the order of the demands, with the reward last."""
    demands = Demand(Takes(1, 2, 3), Gives(4, 5, 6)), Demand(Takes(blue=7), Gives(points=8))
    drawn = symbols.district_symbol(District("II-9", 13, demands, "zoo", Reward(points=9, meadow=5)))
    numbers = sorted(int(text) for text in re.findall(r">(\d+)<", drawn.markup))
    assert numbers == [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 13]
    assert drawn.title == (
        "II-9, zoo, costs 13; at once 9 points, 5 meadow; "
        "1 red, 2 blue, 3 yellow for 4 money, 5 points, 6 yellow; 7 blue for 8 points"
    )
    assert ">II-9 <" in drawn.markup
    assert ">zoo<" in drawn.markup


def test_packaged_districts_are_drawn_in_letters_that_can_be_read() -> None:
    """None is shrunk, and no line is wider than the tile."""
    for district in load(None).districts.values():
        assert "scale" not in symbols.district_symbol(district).markup, district.name


@pytest.mark.exhaustive
def test_a_game_is_drawn_in_few_bytes() -> None:
    """Each symbol once, and of each position the pieces that are new; five seats have five times the tiles of one."""
    total = 0
    known: set[Symbol] = set()
    before: set[tuple[str, int | None, Piece]] = set()
    for state, _ in course(5, "bytes"):
        now = {(part.key, part.owner, piece) for part in drawn(state, 0).sheets for piece in part.pieces}
        fresh = {piece.symbol for _, _, piece in now - before} - known
        total += sum(len(drawn.markup) + len(drawn.title) for drawn in fresh)
        total += sum(25 if owner is None else 5 * 25 for _, owner, _ in now - before)
        known |= fresh
        before = now
    assert total < 300_000


def test_a_new_game_is_drawn_before_the_first_draw() -> None:
    assert "order of play" in drawn(new(2), None).caption
