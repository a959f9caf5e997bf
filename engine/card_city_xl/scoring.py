"""What a city is worth to a player: a line for each district, empty cell, smog card, sum of money and variant effect.

(Rulebook: Spielende, 5 neue Siegbedingungen, and the variants.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import COMMERCE, INDUSTRY, LEISURE, PARK, PARKING, RESIDENTIAL, SMOG
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.components import Box
from cityleague.engine.card_city_xl.growth import share_of, triangle
from cityleague.engine.card_city_xl.moves import Victory
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.scoring import Line, Sheet, TieBreak, part

POINT_PRICE = 5
"""How many $ are worth a point, and buy off 1 % of pollution."""
EMPTY, EMPTY_BESIDE_PARK = -1, 1
EMPTY_MONEY = 5
"""What an empty cell adds or takes, in $."""
SMOG_POINTS = -2
SATISFIED, SATISFIED_BESIDE_PARK = 5, 8
TOLERATED = 30
"""% of pollution above which satisfaction is lost."""
POLLUTION = {COMMERCE: 1, SMOG: 5, PARK: -5}
"""% for each card; industry has it printed on."""

TITLES = (
    "market town", "hamlet", "small village", "village", "small town", "city", "town", "large town", "metropolis",
    "conurbation",
)  # fmt: skip
LOST = "lost"
RATING: dict[Victory, tuple[int | None, ...]] = {
    "residents": (30, 40, 50, 60, 70, 80, 90, 100, 120),
    "economy": (60, 80, 100, 110, 120, 130, 140, 160, 170),
    "industry": (30, 35, 40, 45, 50, 55, 60, 65, 70),
    "commerce": (20, 30, 40, 50, 60, 65, 70, 75, 80),
    "satisfaction": (None, 10, None, 15, None, 20, 25, None, 30),
}
"""From how many points a solo player has each title but the first (rulebook: Solospiel)."""


class Estate(NamedTuple):
    """A city as it counts for one player."""

    city: City
    land: int
    money: int
    box: Box

    @property
    def estate(self) -> int:
        """His cells, and those of his suburbs."""
        return self.land | self.city.board.suburbs

    @property
    def size(self) -> int:
        """How many cards he has in the city, suburbs left out."""
        return (self.land & self.city.ground.covered).bit_count()

    def cells(self, colour: int) -> list[int]:
        """His cards of a colour; suburbs only where they have joined."""
        return self.city.board.each(self.city.planes[colour] & self.city.joined() & self.estate)

    def name(self, cells: int) -> str:
        """Cells as text."""
        return _named(self.city.board, cells)

    def share(self, district: int) -> str:
        """His part of a district, as text; empty if all of it is his."""
        return _portion(district, self.estate)

    def districts(self, colour: int) -> list[int]:
        """The districts of a colour in which he has a card, in reading order."""
        return [district for district in self.city.own(colour) if district & self.land]

    def frames(self) -> list[int]:
        """His empty cells in each frame that the city may still fill."""
        board, ground = self.city.board, self.city.ground
        inner = self.land & ~ground.covered
        return [board.frames[i] & inner for i in members(ground.frames)]


def _named(board: Board, cells: int) -> str:
    return " ".join([board.name[cell] for cell in board.each(cells)])


def _portion(district: int, estate: int) -> str:
    own, size = (district & estate).bit_count(), district.bit_count()
    return "" if own == size else f", {own} of {size} cards"


def _estate(table: CardCityTable, seat: int) -> Estate:
    return Estate(table.city(seat), table.lands[seat], table.money[seat], table.setting.box)


def pollution_of(table: CardCityTable, seat: int) -> int:
    """How much a seat pollutes in the ecological city, in %; negative if its parks outweigh the rest."""
    return _pollution(_estate(table, seat))[0]


def sheet(table: CardCityTable, seat: int) -> Sheet:
    """A seat's score sheet for the game as it stands."""
    setting = table.setting
    mine = _estate(table, seat)
    victory = setting.options.victory
    lines, ties = _VICTORIES[victory](mine)
    last = ""
    if setting.ecological:
        pollution, detail = _pollution(mine)
        if victory == "satisfaction":
            line, last, spent = _tolerated(pollution, detail, mine.money)
            lines.append(line)
            ties = [TieBreak("money", mine.money - spent)]
        else:
            sign = 1 if victory in ("industry", "commerce") else -1
            lines.append(Line("pollution", sign * pollution, detail))
    city = part("city", lines)
    title = ""
    if setting.solo:
        titles = zip(TITLES[1:], RATING[victory], strict=True)
        reached = [name for name, least in titles if least is not None and city.points >= least]
        title = LOST if last else [TITLES[0], *reached][-1]
    return Sheet((city,), tuple(ties), last, title)


Judged = tuple[list[Line], list[TieBreak]]


def _residents(mine: Estate) -> Judged:
    board, estate = mine.city.board, mine.estate
    lines = [_residential(board, district, estate) for district in mine.districts(RESIDENTIAL)]
    points, left = divmod(mine.money, POINT_PRICE)
    lines.append(Line("money", points, f"{mine.money} $ / {POINT_PRICE}, {left} $ left"))
    lines += _empty_cells(mine, EMPTY, EMPTY_BESIDE_PARK)
    lines += [Line("smog", SMOG_POINTS, mine.name(cell)) for cell in mine.cells(SMOG)]
    return lines, [TieBreak("money left", left)]


@lru_cache(maxsize=1 << 12)
def _residential(board: Board, district: int, estate: int) -> Line:
    """The line of a residential district; kept, as most are small, and come again."""
    size = district.bit_count()
    points = share_of(triangle(size), district, estate)
    return Line("residential district", points, f"{_sum(size)}{_portion(district, estate)}: {_named(board, district)}")


def _economy(mine: Estate) -> Judged:
    lines = [Line("money", mine.money, f"{mine.money} $")]
    lines += _empty_cells(mine, -EMPTY_MONEY, EMPTY_MONEY)
    return lines, [TieBreak("cards", mine.size)]


def _satisfaction(mine: Estate) -> Judged:
    lines = []
    for district in mine.districts(RESIDENTIAL):
        points, why = _satisfied(mine, district)
        detail = f"{why}{mine.share(district)}: {mine.name(district)}"
        lines.append(Line("residential district", share_of(points, district, mine.estate), detail))
    return lines, [TieBreak("money", mine.money)]


_VICTORIES: dict[Victory, Callable[[Estate], Judged]] = {
    "residents": _residents,
    "economy": _economy,
    "industry": lambda mine: _cards(mine, INDUSTRY),
    "commerce": lambda mine: _cards(mine, COMMERCE),
    "satisfaction": _satisfaction,
}


def _sum(n: int) -> str:
    """The sum that a district of n cards is worth, written out."""
    return " + ".join(map(str, range(1, n + 1))) if n < 6 else f"1 + 2 + ... + {n}"


def _empty_cells(mine: Estate, alone: int, beside_park: int) -> list[Line]:
    """A line for each empty cell of the best frame."""
    green = mine.city.board.grid.neighbours(mine.city.planes[PARK])
    value = {
        frame: alone * (frame & ~green).bit_count() + beside_park * (frame & green).bit_count()
        for frame in mine.frames()
    }
    best = max(value, key=value.__getitem__)
    board = mine.city.board
    plain, beside = _empty(board, alone, ""), _empty(board, beside_park, ", next to a park")
    return [(beside if cell & green else plain)[cell] for cell in board.each(best)]


@cache
def _empty(board: Board, points: int, why: str) -> dict[int, Line]:
    """The lines of empty cells that bring so many points, by cell."""
    return {cell: Line("empty cell", points, f"{name}{why}") for cell, name in board.name.items()}


def _cards(mine: Estate, colour: int) -> Judged:
    """The industry and commerce victories: cards of a colour and car parks, and empty cells beside that colour."""
    names = {INDUSTRY: "industry", COMMERCE: "commerce", PARKING: "parking"}
    lines = []
    for wanted in (colour, PARKING):
        for cell in mine.cells(wanted):
            split = mine.city.faces[cell].kind.split
            lines.append(Line(names[wanted], 0.5 if split else 1, f"{mine.name(cell)}{', half a card' * split}"))
    beside = mine.city.faced(mine.city.planes[colour] & mine.city.joined(), colour)
    best = max([frame & beside for frame in mine.frames()], key=int.bit_count)
    lines += [
        Line("empty cell", 1, f"{mine.name(cell)}, next to {names[colour]}") for cell in mine.city.board.each(best)
    ]
    return lines, [TieBreak("money", mine.money), TieBreak("cards", mine.size)]


def _satisfied(mine: Estate, district: int) -> tuple[int, str]:
    """The points of a residential district, and why."""
    city, joined = mine.city, mine.city.joined()

    def touches(colour: int) -> int:
        return city.touched(district, RESIDENTIAL, colour) & joined

    if touches(SMOG):
        return 0, "smog"
    missing = [
        name
        for colour, name in ((LEISURE, "leisure"), (PARKING, "parking"), (COMMERCE, "commerce"))
        if not touches(colour)
    ]
    if missing:
        return 0, f"no {', no '.join(missing)}"
    if touches(PARK):
        return SATISFIED_BESIDE_PARK, "leisure, parking, commerce, park"
    return SATISFIED, "leisure, parking, commerce"


def _pollution(mine: Estate) -> tuple[int, str]:
    """A player's pollution in %, and how it comes about (rulebook: Die ökologische Stadt)."""
    faces = mine.city.faces
    levels = []
    for cell in mine.city.board.each(mine.city.planes[INDUSTRY] & mine.land):
        kind = faces[cell].kind
        levels.append(mine.box.file.industry.half if kind.split else mine.box.pollution[kind.name])
    total, words = sum(levels), [f"industry {' + '.join(map(str, levels))}"] if levels else []
    for colour, name in ((COMMERCE, "commerce"), (SMOG, "smog"), (PARK, "parks")):
        count = (mine.city.planes[colour] & mine.land).bit_count()
        if count:
            total += count * POLLUTION[colour]
            words.append(f"{name} {count} × {POLLUTION[colour]}")
    return total, f"{total} %: {', '.join(words) or 'none'}"


def _tolerated(pollution: int, detail: str, money: int) -> tuple[Line, str, int]:
    """Satisfaction in the ecological city: the line, the reason to be last (or none), and the money spent."""
    excess = max(pollution - TOLERATED, 0)
    price = excess * POINT_PRICE
    if not excess:
        return Line("pollution", 0, detail), "", 0
    if price <= money:
        return Line("pollution", 0, f"{detail}; {excess} % bought off for {price} $"), "", price
    reason = f"{pollution} % pollution"
    return Line("pollution", 0, f"{detail}; above {TOLERATED} %, and {price} $ are not there"), reason, 0
