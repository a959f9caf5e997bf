"""The city as a picture: a short text for each cell. A city that is too wide is cut into strips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from cityleague.engine.city_tycoon.figures import Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind
from cityleague.engine.city_tycoon.town import CENTRE_CELLS, beside
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.text import stacked, strips

PLANT_LETTERS: dict[PlantKind, str] = {"electric": "E", "water": "W"}
_TERRAIN: dict[Terrain, str] = {"meadow": '""', "water": "~~"}
_CENTRE, _FREE = "#", "·"
_SUPPLIED, _MEETING = "+", "*"
_MIN_WIDTH = 4
"""The least width of a cell in characters, with the blank between cells."""

LEGEND = (
    f"0a district of seat 0, as listed  0a{_SUPPLIED} supplied in this round  0a{_MEETING} being supplied",
    f"0E3 electric plant of seat 0 with 3 cubes  0W3 water plant  {_CENTRE} start centre",
    f"{_TERRAIN['meadow']} meadow  {_TERRAIN['water']} water  {_FREE} free cell that touches a tile",
)
"""What the texts of cells mean."""


def labels(view: View) -> dict[Cell, str]:
    """By cell with a district: its owner's seat and a letter, a for the owner's first district."""
    names: dict[Cell, str] = {}
    built: dict[int, int] = {}
    for district in view.districts:
        number = built.get(district.owner, 0)
        built[district.owner] = number + 1
        times, letter = divmod(number, len(ascii_lowercase))
        names[district.cell] = f"{district.owner}{ascii_lowercase[letter] * (times + 1)}"
    return names


def cell_texts(view: View) -> dict[Cell, str]:
    """What is written on each cell: tiles, terrain, and free cells on which one can build."""
    texts = dict.fromkeys(CENTRE_CELLS, _CENTRE * 2) | labels(view)
    for district in view.districts:
        if district.supplied:
            texts[district.cell] += _SUPPLIED
    if view.meeting:
        texts[view.meeting.district] += _MEETING
    for plant in view.plants:
        owner = _CENTRE if plant.owner is None else plant.owner
        texts[plant.cell] = f"{owner}{PLANT_LETTERS[plant.kind]}{plant.cubes}"
    near = [cell for tile in texts for cell in beside(tile)]
    for terrain in view.terrain:
        texts[terrain.cell] = _TERRAIN[terrain.terrain]
    for cell in near:
        texts.setdefault(cell, _FREE)
    return texts


def picture(texts: Mapping[Cell, str], width: int) -> list[str]:
    """The picture: each text in its cell, columns and rows with the numbers that moves use."""
    columns, rows = _span([x for x, _ in texts]), _span([y for _, y in texts])
    margin = max([len(str(y)) for y in rows])
    cell_width = max(_MIN_WIDTH, *[len(text) + 1 for text in texts.values()], *[len(str(x)) + 1 for x in columns])
    parts = strips(columns, (width - margin) // cell_width)
    return stacked([_strip(texts, part, rows, margin, cell_width) for part in parts])


def _span(numbers: Sequence[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _strip(texts: Mapping[Cell, str], columns: range, rows: range, margin: int, cell_width: int) -> Iterator[str]:
    """The lines of one strip."""
    yield _line("", [str(x) for x in columns], margin, cell_width)
    for y in rows:
        yield _line(str(y), [texts.get((x, y), "") for x in columns], margin, cell_width)


def _line(start: str, words: Sequence[str], margin: int, cell_width: int) -> str:
    return (start.rjust(margin) + "".join([" " + word.ljust(cell_width - 1) for word in words])).rstrip()
