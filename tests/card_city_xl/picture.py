"""Pictures, and how to read that of a city back, cell by cell and wall by wall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.view import View
from cityleague.engine.protocol import Setup

from .helpers import GAME
from .reference_city import SUBURB, Card, Cell, City


def draw(view: View, chosen: Mapping[str, Any], players: int) -> str:
    return GAME.draw(Setup(GAME, msgspec.convert(chosen, Options), GAME.components(None), players), view)


def picture(state: CardCityState, chosen: Mapping[str, Any], seat: int | None = None) -> str:
    return draw(state.view(seat), chosen, state.seats)


def city_part(text: str) -> str:
    """The part of a picture that shows the cities."""
    return re.split(r"\n\n[> ] seat", text.split("\n\n", 1)[1])[0]


def check_form(text: str) -> None:
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in text.splitlines())


LETTERS = {
    "residential": "R",
    "commerce": "C",
    "parking": "K",
    "industry": "I",
    "leisure": "L",
    "town-hall": "M",
    "park": "G",
    "smog": "S",
}
JOINING = ("residential", "commerce", "parking")
STEPS = {4: ((0, -1), (2, 0), (0, 1), (-2, 0)), 6: ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))}
"""By number of sides: where the wall of each side stands, in columns and lines from the middle of a cell."""
VERTICAL, HORIZONTAL, FALLING, RISING = " │║┊", " ─═┈", r" \\.", " //."
WALLS = {
    4: (HORIZONTAL, VERTICAL, HORIZONTAL, VERTICAL),
    6: (FALLING, VERTICAL, RISING, FALLING, VERTICAL, RISING),
}
"""By number of sides, for each: no wall, a line, a border, a border that a district goes across."""
SPLIT_LINES = {4: "\\/\\/", 6: "|/\\|/\\"}


class Map:
    """The one city of a picture, read by its numbers."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        hexagonal = "[" in lines[2]
        self._steps = STEPS[6 if hexagonal else 4]
        self.middle = {cell: at for cell, at in (self._hexagons() if hexagonal else self._squares()) if self._text(at)}
        """Where each cell stands: column and line."""

    def _squares(self) -> Iterator[tuple[Cell, Cell]]:
        columns = [(int(number[0]), number.end() - 1) for number in re.finditer(r"-?\d+", self._lines[1])]
        for row, line in enumerate(self._lines[2:], 2):
            if label := re.match(r" ?(-?\d+) ", line):
                yield from (((x, int(label[1])), (column, row)) for x, column in columns)

    def _hexagons(self) -> Iterator[tuple[Cell, Cell]]:
        for row, line in enumerate(self._lines):
            if labels := re.match(r" *\[(-?\d+),(-?\d+)\] (.*) \[(-?\d+),(-?\d+)\]$", line):
                first, last = (int(labels[1]), int(labels[2])), (int(labels[4]), int(labels[5]))
                assert first[1] == last[1]
                assert len(labels[3]) == 4 * (last[0] - first[0] + 1) + 1
                for x in range(first[0], last[0] + 1):
                    yield (x, first[1]), (labels.start(3) + 2 + 4 * (x - first[0]), row)

    def _text(self, at: Cell) -> str:
        return self._lines[at[1]][at[0] - 1 : at[0] + 2].strip()

    def cell(self, cell: Cell) -> str:
        return self._text(self.middle[cell])

    def cards(self) -> dict[Cell, str]:
        return {cell: self.cell(cell) for cell in self.middle if self.cell(cell) not in ("·", "+", "A")}

    def empty(self) -> dict[Cell, str]:
        return {cell: self.cell(cell) for cell in self.middle if self.cell(cell) in ("·", "+")}

    def wall(self, cell: Cell, side: int) -> str:
        dx, dy = self._steps[side]
        x, y = self.middle[cell]
        return self._lines[y + dy].ljust(x + 3)[x + dx]


def city_of(view: View, state: CardCityState, players: int, variants: Sequence[str]) -> City:
    """The one city of a view, as the reference has it."""
    layout: Any = "united" if players > 1 else "suburbs" if "suburbs" in variants else "own"
    city = City(state.table.setting.side, layout, players)
    for placed in view.cities[0]:
        owner = SUBURB if placed.owner is None else view.ring.index(placed.owner)
        city.cards[placed.cell] = Card(placed.card, placed.turn, owner)
    city.architect = view.architect
    return city


def written(city: City, cell: Cell) -> str:
    """What must stand in the cell of a card."""
    name, turn, owner = city.cards[cell]
    sides = len(city.steps)
    if "/" in name:
        left, right = city.face_of(name, turn, city.opposite(1)), city.face_of(name, turn, 1)
        return LETTERS[left] + SPLIT_LINES[sides][turn] + LETTERS[right]
    kind, _, level = name.partition("-") if name.startswith("industry") else (name, "", "")
    return LETTERS[kind].lower() if owner == SUBURB else LETTERS[kind] + level


def expected_wall(city: City, cell: Cell, side: int, other: Cell) -> str:
    """What must stand between a card and the cell across one of its sides."""
    card, beyond = city.cards[cell], city.cards.get(other)
    shows = city.face_of(card.name, card.turn, side)
    joined = (
        beyond is not None and shows in JOINING and shows == city.face_of(beyond.name, beyond.turn, city.opposite(side))
    )
    places = [place for place in range(city.places) if city.in_district(other, place)]
    owner = beyond.owner if beyond else places[0] if places else None
    border = owner is not None and owner != card.owner
    wall = (3 if joined else 2) if border else 0 if joined else 1
    return WALLS[len(city.steps)][side][wall]
