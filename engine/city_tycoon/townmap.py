"""The city as a picture: a short text for each cell, in strips one below another where it is too wide for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from cityleague.engine.city_tycoon.figures import Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind
from cityleague.engine.city_tycoon.town import CENTRE_CELLS, beside
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.drawing import stacked, strips

_PLANT_LETTERS: dict[PlantKind, str] = {"electric": "E", "water": "W"}
_TERRAIN: dict[Terrain, str] = {"meadow": '""', "water": "~~"}
_CENTRE, _FREE = "#", "·"
_SUPPLIED, _MEETING = "+", "*"
_CELL = 4
"""Columns of a cell at least, with a blank between cells."""

LEGEND = (
    f"0a district of seat 0, as listed  0a{_SUPPLIED} supplied in this round  0a{_MEETING} being supplied",
    f"0E3 electric plant of seat 0 with 3 cubes  0W3 water plant  {_CENTRE} start centre",
    f"{_TERRAIN['meadow']} meadow  {_TERRAIN['water']} water  {_FREE} free cell that touches a tile",
)
"""What the texts of cells mean."""


def labels(view: View) -> dict[Cell, str]:
    """By cell: the seat of its district, and a letter for each of a seat's districts, in the order of building."""
    found: dict[Cell, str] = {}
    built: dict[int, int] = {}
    for district in view.districts:
        number = built.get(district.owner, 0)
        built[district.owner] = number + 1
        times, letter = divmod(number, len(ascii_lowercase))
        found[district.cell] = f"{district.owner}{ascii_lowercase[letter] * (times + 1)}"
    return found


def texts(view: View) -> dict[Cell, str]:
    """What is written on each cell: tiles, terrain, and free cells on which one can build."""
    found = dict.fromkeys(CENTRE_CELLS, _CENTRE * 2) | labels(view)
    for district in view.districts:
        if district.supplied:
            found[district.cell] += _SUPPLIED
    if view.meeting:
        found[view.meeting.district] += _MEETING
    for plant in view.plants:
        owner = _CENTRE if plant.owner is None else plant.owner
        found[plant.cell] = f"{owner}{_PLANT_LETTERS[plant.kind]}{plant.cubes}"
    near = [cell for tile in found for cell in beside(tile)]
    for terrain in view.terrain:
        found[terrain.cell] = _TERRAIN[terrain.terrain]
    for cell in near:
        found.setdefault(cell, _FREE)
    return found


def picture(found: Mapping[Cell, str], width: int) -> list[str]:
    """These texts in their cells; columns and rows are numbered as moves name them."""
    columns, rows = _span([x for x, _ in found]), _span([y for _, y in found])
    margin = max([len(str(y)) for y in rows])
    cell = max(_CELL, *[len(text) + 1 for text in found.values()], *[len(str(x)) + 1 for x in columns])
    parts = strips(columns, (width - margin) // cell)
    return stacked([_strip(found, part, rows, margin, cell) for part in parts])


def _span(numbers: Sequence[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _strip(found: Mapping[Cell, str], columns: range, rows: range, margin: int, cell: int) -> Iterator[str]:
    """Some of the columns."""
    yield _line("", [str(x) for x in columns], margin, cell)
    for y in rows:
        yield _line(str(y), [found.get((x, y), "") for x in columns], margin, cell)


def _line(start: str, words: Sequence[str], margin: int, cell: int) -> str:
    return (start.rjust(margin) + "".join([" " + word.ljust(cell - 1) for word in words])).rstrip()
