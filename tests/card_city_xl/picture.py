"""Pictures, and how to read that of a city back, cell by cell and wall by wall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import BUILDING
from cityleague.engine.card_city_xl.view import View
from cityleague.engine.looks.painter import paint
from cityleague.engine.protocol import Setup

from .helpers import GAME, new
from .reference_city import SUBURB, Card, Cell, City


def picture(state: CardCityState, chosen: Mapping[str, Any], seat: int | None = None) -> str:
    setup = Setup(GAME, msgspec.convert(chosen, Options), GAME.components(None), state.seats)
    return paint(setup, state.view(seat))


def city_part(text: str) -> str:
    """The part of a picture that shows the cities."""
    return re.split(r"\n\n(?:Hands|Lots|Cards|Supply)", text.split("\n\n", 1)[1])[0]


def build(state: CardCityState, seat: int, *cards: str) -> None:
    """Put cards into the city of a seat, legal or not: each as its name, x, y and turn, the latter if it is not 0."""
    city = state.table.city(seat)
    for card in cards:
        name, *numbers = card.split()
        x, y, turn = [*map(int, numbers), 0][:3]
        face = faces(name, city.board.sides)[turn]
        city.build(face, city.board.bit[x, y], state.table.place[seat])


def building(players: int, chosen: Mapping[str, Any], *cities: Sequence[str]) -> CardCityState:
    """A game in its building phase, in which the seats have built these cards besides their town halls."""
    state = new(players, chosen)
    state.table.stage = BUILDING
    for seat, cards in enumerate(cities):
        build(state, seat, *cards)
    return state


def with_other_secrets(state: CardCityState) -> CardCityState:
    """The same game, but everything that lies hidden is something else."""
    other = state.copy()
    table = other.table
    table.pool = ["smog" for _ in table.pool]
    for hand in table.hands:
        hand.hidden = ["smog" for _ in hand.hidden]
    table.divisions = [
        replace(
            division,
            first_hidden=("smog",) * len(division.first_hidden),
            second_hidden=("smog",) * len(division.second_hidden),
        )
        for division in table.divisions
    ]
    return other


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
WALLS = {4: (HORIZONTAL, VERTICAL, HORIZONTAL, VERTICAL), 6: (FALLING, VERTICAL, RISING, FALLING, VERTICAL, RISING)}
"""By number of sides, for each: no wall, a line, a border, a border that a district goes across."""
SPLIT_LINES = {4: "\\/\\/", 6: "|/\\|/\\"}


class Map:
    """The one city of a picture, read by its numbers."""

    def __init__(self, lines: Sequence[str]) -> None:
        lines = self._lines = ["", *[line for line in lines if not re.search("[a-z]{3}", line)]]
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
