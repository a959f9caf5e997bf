"""Pictures of random games and of full cities, read back: what is drawn is what is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.neom import GAME
from cityleague.engine.neom.components import Box, load
from cityleague.engine.neom.moves import Cell, Options, Sell
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.view import CityView
from cityleague.engine.protocol import Setup

from ..rows import daily
from .helpers import course, do, position

PLAYERS = range(1, 6)


def page(state: NeomState, seat: int | None = None) -> str:
    table = state.table
    return GAME.draw(Setup(GAME, table.options, table.box, state.seats), state.view(seat))


class Map:
    """A city read from a page."""

    def __init__(self, text: str, seat: int) -> None:
        lines = [line.ljust(80) for line in text.splitlines()]
        top, left = next(
            (i, match.start()) for i, line in enumerate(lines) if (match := re.search(rf"seat {seat}: ", line))
        )
        self._lines = [line[left : left + 39] for line in lines[top + 1 : top + 13]]
        self._columns = {int(match[0]): match.end() - 1 for match in re.finditer(r"-?\d", self._lines[0])}
        self._rows = {
            int(match[1]): i for i, line in enumerate(self._lines) if i and (match := re.match(r" ?(-?\d)", line))
        }

    def at(self, cell: Cell, right: int = 0, down: int = 0) -> str:
        """The character so far from the middle of a cell."""
        return self._lines[self._rows[cell[1]] + down][self._columns[cell[0]] + right]

    def text(self, cell: Cell) -> str:
        around = "".join([self.at(cell, right) for right in range(-3, 4)])
        return around.strip(" ─═├┤")

    def between(self, cell: Cell) -> str:
        """What stands between the text of a cell and that of the next one to the east."""
        x, y = cell
        line = self._lines[self._rows[y]][self._columns[x] : self._columns[x + 1] + 1]
        match = re.fullmatch(r"[^ ─├┤]*([ ─├┤]+)[^ ─├┤]*", line)
        assert match, line
        return match[1]

    def routes(self) -> str:
        return self.at((-2, 0), -4) + self.at((2, 0), 4)


CELLS = [(x, y) for y, x in product(range(-2, 3), repeat=2)]
SIDES = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
HALVES = {"N": "╷", "E": "─", "S": "╵", "W": "─"}
BARS = {"N": "┬", "E": "┤", "S": "┴", "W": "├"}


def exits_of(box: Box, view: CityView) -> dict[Cell, str]:
    """By cell, as far as there is something: the exits."""
    exits = {(0, 0): "NESW"}
    for placed in view.tiles:
        bits = box.tiles[placed.tile].exits
        exits[placed.cell] = "".join([name for i, name in enumerate("NESW") if bits >> i & 1])
    return exits


def expected_text(box: Box, view: CityView, cell: Cell) -> str:
    number = next((placed.tile for placed in view.tiles if placed.cell == cell), None)
    if number is None:
        return "·" if cell != (0, 0) else view.raw or "?"
    figures = box.figures[number]
    marks = ["", "~", "*", "#"][figures.polluted + 2 * figures.power]
    marks += ["", "!", "§", "&"][("fire" in figures.protects) + 2 * ("violence" in figures.protects)]
    return str(number) + "".join([kind[0].upper() for kind in figures.types]) + marks


def check_city(box: Box, view: CityView, drawing: Map) -> None:
    """The picture shows the city: every text, every road as far as the edge of its cell, every link, the routes."""
    exits = exits_of(box, view)
    assert drawing.routes() == "<◄"[view.left] + ">►"[view.right]
    for cell in CELLS:
        assert drawing.text(cell) == expected_text(box, view, cell)
        for side, (dx, dy, back) in SIDES.items():
            beyond = cell[0] + dx, cell[1] + dy
            drawn = drawing.at(cell, 3 * dx, dy)
            if beyond[0] * dx == 3 and cell[1] == 0:
                active = view.left if side == "W" else view.right
                assert drawn == ("═" if active else "─" if side in exits.get(cell, "") else " ")
            elif side in exits.get(cell, ""):
                linked = back in exits.get(beyond, "")
                closed = beyond in exits or beyond not in CELLS
                assert drawn == ("─" if dx else "│") if linked else drawn == (BARS if closed else HALVES)[side]
            elif dx or back not in exits.get(beyond, ""):
                assert drawn == " "
        if (cell[0] + 1, cell[1]) in CELLS:
            linked = "E" in exits.get(cell, "") and "W" in exits.get((cell[0] + 1, cell[1]), "")
            assert (set(drawing.between(cell)) == {"─"}) == linked


def check_form(text: str) -> None:
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in text.splitlines())


def states(seats: int) -> Iterator[NeomState]:
    options: list[dict[str, Any]] = [{}, {"beginner": True}, *([{"tiles": "5+"}] if seats == 1 else [])]
    for i, chosen in enumerate(options):
        for state, _ in course(seats, chosen, f"draw {i}"):
            yield state
    if seats > 1:
        yield do(position(seats, city={(1, 0): 8}, picked=6, others_picked={1: 24}), Sell())


@pytest.mark.parametrize("all_seats", daily([False, True]))
@pytest.mark.parametrize("seats", PLAYERS)
def test_pictures_of_random_games_can_be_read_back(seats: int, all_seats: bool) -> None:
    """Every day all watchers see the first state of each stage; of some others, everybody and one seat."""
    stages = set()
    for step, state in enumerate(states(seats)):
        new_stage = state.table.stage not in stages
        stages.add(state.table.stage)
        if new_stage or step % 30 == 0:
            for watcher in (None, *(range(seats) if new_stage or all_seats else [step // 30 % seats])):
                text = page(state, watcher)
                check_form(text)
                view = state.view(watcher)
                for seat in range(seats):
                    check_city(state.table.box, view.cities[seat], Map(text, seat))
                    coming = f", {view.incoming[seat]} to come" if view.incoming[seat] else ""
                    assert re.search(rf"\bseat {seat}: {view.money[seat]} money{coming}( |\n)", text)
                for number in (*view.hand, *view.open):
                    assert re.search(rf"\n  {number}[RCIPE~*#!§&]* ", text)
    always = {"boards", "drafting", "dealing", "picking", "acting", "over"}
    assert stages >= (always | {"disaster"} if seats > 1 else always)


@pytest.mark.parametrize("seed", range(10))
def test_cities_full_of_tiles_can_be_read_back(seed: int) -> None:
    """What no game between random players comes to: crowded cities, also with the origin replaced."""
    box, stream = load(None), Stream("full", str(seed))
    numbers = [number for number, tile in box.tiles.items() if not tile.disaster]
    for size in (12, 20, 24, 25):
        tiles = dict(
            zip(
                stream.draw(CELLS if size == 25 else [cell for cell in CELLS if cell != (0, 0)], size),
                stream.draw(numbers, size),
                strict=True,
            )
        )
        state = position(2, city=tiles, box=box)
        text = page(state)
        check_form(text)
        check_city(box, state.view(None).cities[0], Map(text, 0))


def test_long_names_and_large_figures_of_ones_own_fit_too() -> None:
    state = position(5, money=1_000_000, anchors=[125])
    state.table.incoming = [123_456] * 5
    tile = state.table.box.tiles[125]
    name, tile.name = tile.name, "a town hall with " + "very " * 30 + "many" * 30 + " floors"
    try:
        for seat in (None, 0):
            check_form(page(state, seat))
    finally:
        tile.name = name


def test_options_do_not_matter() -> None:
    state = position(3, options=msgspec.convert({"beginner": True}, Options))
    assert page(state) == page(position(3))
