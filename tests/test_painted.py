"""What boards as text tell of each game: some are written out, and facts that are easily lost are looked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.looks.painter import paint
from cityleague.replays.testing.games import course, setups

from .cli.helpers import run
from .rows import daily

ROOT = Path(__file__).parent.parent
WRITTEN = {
    "between_two_cities": ("by-hand.jsonl", "--move", "25", "--seat", "1"),
    "card_city_xl": ("card-city-xl.jsonl", "--move", "40", "--seat", "0", "--width", "40"),
    "city_tycoon": ("city-tycoon.jsonl", "--move", "60", "--seat", "1"),
    "neom": ("neom.jsonl", "--move", "40", "--seat", "0"),
    "twentieth_century": ("twentieth-century.jsonl", "--move", "70", "--seat", "0"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_board_of_each_game_is_as_it_is_written_out(name: str) -> None:
    """`cityleague show` of an example gives the file in `painted`."""
    log, *choices = WRITTEN[name]
    assert run("show", ROOT / "examples" / log, *choices).stdout == (
        ROOT / "tests" / "painted" / f"{name}.txt"
    ).read_text("utf-8")


some = pytest.mark.parametrize("some", daily([4, 40]))


@some
def test_hands_and_numbers_of_tiles_are_told(some: int) -> None:
    for setup in setups("between_two_cities").values():
        for state, _ in course(setup, some=some):
            view: Any = state.view(0)
            text = paint(setup, view, 1000)
            assert ", ".join(view.hand) in text.partition("Hand of seat 0")[2]
            for seat, tiles in enumerate(view.owed):
                words = [", ".join(tiles)] * bool(tiles) + [f"{view.hand_sizes[seat]} in hand"] * any(view.hand_sizes)
                assert not words or f" seat {seat}: {'; '.join(words)}" in text


@some
def test_cubes_and_demands_of_the_round_are_told(some: int) -> None:
    for setup in setups("city_tycoon").values():
        for state, _ in course(setup, some=some):
            view: Any = state.view(None)
            box = setup.components
            lines = paint(setup, view, 1000).splitlines()
            for plant in view.plants:
                letter = plant.kind[0].upper()
                if plant.owner is None:
                    assert any(f"#{letter}{plant.cubes}" in line for line in lines)
                    continue
                most = box.plants[plant.kind][plant.number].side(plant.side).cubes
                start = (
                    f"{plant.owner}{letter}{plant.cubes} [{plant.cell[0]},{plant.cell[1]}] {plant.kind} {plant.number} "
                )
                assert f"{start}{plant.side}, {plant.cubes} of {most} cube{'s' * (most != 1)}" in lines
            for district in view.districts:
                place = f"[{district.cell[0]},{district.cell[1]}] {district.tile} "
                (line,) = [line for line in lines if place in line]
                assert (", met" in line) == (district.met is not None)
                assert ("+ [" in line) == district.supplied


@some
def test_goods_trade_routes_and_what_stands_on_unbuilt_anchors_are_told(some: int) -> None:
    for setup in setups("neom").values():
        for state, _ in course(setup, some=some):
            view: Any = state.view(0)
            box = setup.components
            text = paint(setup, view, 1000)
            city = view.cities[0]
            sides = ("left", city.left, view.used[0]), ("right", city.right, view.used[1])
            routes = [f"{side}{' (used)' * used}" for side, active, used in sides if active]
            assert not routes or f"route{'s' * (len(routes) > 1)}: {', '.join(routes)}" in " ".join(text.split())
            for number in view.anchors[0] if view.stage not in {"drafting", "over"} else ():
                assert f" {number} {box.figures[number].gloss}: " in text


@some
def test_turns_citizens_garbage_and_what_is_used_are_told(some: int) -> None:
    for setup in setups("twentieth_century").values():
        for state, _ in course(setup, some=some):
            view: Any = state.view(0)
            lines = paint(setup, view, 1000).splitlines()
            for player in view.players:
                for placed in player.region:
                    turned = f"turn {placed.turn}: " * (placed.turn > 0)
                    start = f"{placed.tile} [{placed.cell[0]},{placed.cell[1]}] {turned}"
                    likely = [line for line in lines if line.startswith(start)]
                    rest = [f"{placed.garbage} garbage"] * bool(placed.garbage)
                    rest += [f"bridge {span}" for span in placed.bridges]
                    rest += [f"plant of {letter} used" for tile, letter in player.cleared if tile == placed.tile]
                    rest += ["its own citizen waits"] * placed.waiting
                    assert any(all(f", {words}" in line for words in rest) for line in likely)
                    capitals = {letter.upper() for letter in placed.citizens}
                    assert any(all(f"{letter} " in line for letter in capitals) for line in likely)
                for owned in player.technologies:
                    used = "".join([f" ({tag} used)" for tag in owned.used])
                    assert any(f"{owned.technology} " in line and used in line for line in lines)
