"""A game of Card City XL as text: the cities with their districts, then what else lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cityleague.engine.card_city_xl.cards import COLOURS, DISTRICTS, LETTERS, Face
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.looks.text_map import PITCH, Wall, hexagons, squares
from cityleague.engine.card_city_xl.moves import Cell
from cityleague.engine.card_city_xl.state import STAGES
from cityleague.engine.card_city_xl.table import (
    BUYING,
    DIVIDING,
    OFFERING,
    PLACING_SMOG,
    REPLACING,
    SHOWING,
    TAKING,
    CardCityTable,
)
from cityleague.engine.card_city_xl.view import DivisionView, LotView, View, table_of
from cityleague.engine.looks.text import WIDTH, Seats, block_width, cut, padded, side_by_side, whole, wrapped
from cityleague.engine.protocol import Setup

_GAP = 4
_INDENT = 2
_LIST_WIDTH = 28
"""The least width of the list of districts below a city."""
_CELL_WIDTH = 3

_SURE, _PERHAPS, _ARCHITECT = "·", "+", "A"
"""What stands in a cell without a card."""
_SUPPLY = ("residential", "commerce", "industry", "park", "smog")
PLACES = {
    2: ("left", "right"),
    3: ("upper left", "right", "lower left"),
    4: ("top left", "top right", "bottom right", "bottom left"),
}
"""Where the players' districts lie in the united city, by place round the table."""
_SPLIT_LEGEND = {
    4: "split cards: R/C: R left and top, C right and bottom; R\\C: R left and bottom",
    6: "split cards: R/C, R\\C, R|C: R upper left, lower left, left; C the other sides",
}


def draw(setup: Setup, view: View, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text, at most `width` columns wide."""
    table, seats = table_of(setup, view), Seats(setup.seats, names)
    cities = side_by_side([_city(table, number, width, seats) for number in range(len(table.cities))], width, _GAP)
    below = [*_seats(table, view, seats), *_acquiring(table, view, seats), "", *_piles(table, view, seats)]
    below += ["", *_legend(table)]
    return "\n".join([*wrapped(_heading(table, seats), width, _INDENT), "", *cities, *wrapped(below, width, _INDENT)])


def _heading(table: CardCityTable, seats: Seats) -> Iterator[str]:
    setting = table.setting
    options = setting.options
    variants = "".join([f", {name.replace('_', ' ')}" for name in sorted(options.variants)])
    yield f"{options.level} level, {options.victory} victory{variants}"
    mover = f"; {seats[table.actor]} to move" if table.stage in STAGES else ""
    order = f"; turn order {', '.join(map(seats.short, table.order))}" if setting.seats > 1 else ""
    yield f"round {table.round} of {setting.rounds}: {table.stage}{mover}{order}"


# -- cities


def _city(table: CardCityTable, number: int, width: int, seats: Seats) -> list[str]:
    """A city with its title and its districts."""
    city = table.cities[number]
    plan = _Plan(city, table.architect if city is table.city(table.actor) else 0)
    picture = plan.picture(width)
    beside = max(_LIST_WIDTH, block_width(picture)) if len(table.cities) > 1 else width
    lists = [line for colour in DISTRICTS for line in _districts(table, city, colour, seats)]
    title = _title(table, number, seats)
    return [*wrapped([title], beside if seats.named else width, _INDENT), *picture, *wrapped(lists, beside, _INDENT)]


def _title(table: CardCityTable, number: int, seats: Seats) -> str:
    if not table.setting.united:
        return f"city of {seats[table.ring[number]]}"
    places = zip(table.ring, PLACES[len(table.ring)], strict=True)
    return ", ".join([f"{seats[seat]} {place}" for seat, place in places])


class _Plan:
    """What the picture of a city shows: the texts in its cells, and the walls between them."""

    def __init__(self, city: City, architect: int) -> None:
        board, ground = city.board, city.ground
        self._city = city
        self._sure = ground.covered | board.cores[ground.frames]
        """The cells that are part of the city, whatever frame it fills."""
        room = self._sure | board.rooms[ground.frames]
        shown = board.cells(self._sure | architect)
        columns = range(min(x for x, _ in shown) - 1, max(x for x, _ in shown) + 2)
        rows = range(min(y for _, y in shown) - 1, max(y for _, y in shown) + 2)
        self._bits = {(x, y): bit for (x, y), bit in board.bit.items() if bit & room and x in columns and y in rows}
        self.texts = {cell: self._text(bit, architect) for cell, bit in self._bits.items()}

    def picture(self, width: int) -> list[str]:
        """The cells and walls as text, in strips if there is no room for it as a whole."""
        if self._city.board.sides == 4:
            margin = max([len(str(y)) for _, y in self.texts]) + 1
            return cut(squares(self.texts, self.wall), width, margin, PITCH)
        return cut(hexagons(self.texts, self.wall), width, 0, PITCH)

    def _text(self, bit: int, architect: int) -> str:
        face = self._city.faces.get(bit)
        if face is None:
            return _ARCHITECT if bit == architect else _SURE if bit & self._sure else _PERHAPS
        text = _split(face, self._city.board.sides) if face.kind.split else _card(face.kind.name)
        if bit & self._city.board.suburbs:
            return text.lower()
        return text if len(text) <= _CELL_WIDTH else f"{text[0]}…"

    def wall(self, one: Cell, other: Cell) -> Wall:
        """What there is between two cells that touch."""
        here, there = self._bits.get(one, 0), self._bits.get(other, 0)
        if not here or not there:
            return Wall.LINE if (here | there) & self._sure else Wall.NONE
        faces = self._city.faces
        joined = here in faces and there in faces and self._joined(here, there)
        if self._land(here) != self._land(there):
            return Wall.GATE if joined else Wall.BORDER
        apart = here in faces or there in faces or bool(here & self._sure) != bool(there & self._sure)
        return Wall.LINE if apart and not joined else Wall.NONE

    def _land(self, bit: int) -> int:
        """On whose land a cell lies; -1: the suburbs."""
        return next((place for place, land in enumerate(self._city.board.lands) if land & bit), -1)

    def _joined(self, here: int, there: int) -> bool:
        """Whether two cards show each other the same colour of district."""
        board, faces = self._city.board, self._city.faces
        side = board.beside[here].index(there)
        colour = _shown(faces[here], side)
        return colour in DISTRICTS and colour == _shown(faces[there], board.opposite(side))


def _shown(face: Face, side: int) -> int:
    """The colour of a side."""
    return next(colour for colour, sides in face.halves if side in sides)


def _split(face: Face, sides: int) -> str:
    """A split card: its left half, the direction of the line between the halves, and its right half."""
    right, left = _shown(face, 1), _shown(face, 1 + sides // 2)
    line = "/" if _shown(face, 0) == left else "\\" if _shown(face, 2) == left else "|"
    return f"{LETTERS[left]}{line}{LETTERS[right]}"


def _districts(table: CardCityTable, city: City, colour: int, seats: Seats) -> Iterator[str]:
    """The districts of a colour: the larger ones by size, each with its first cell; then the number of single cards."""
    districts = sorted(city.own(colour), key=int.bit_count, reverse=True)
    texts = [_district(table, city, district, seats) for district in districts if district.bit_count() > 1]
    if single := len(districts) - len(texts):
        texts.append(f"{single} single")
    if texts:
        yield f"{LETTERS[colour]} districts: {', '.join(map(whole, texts))}"


def _district(table: CardCityTable, city: City, district: int, seats: Seats) -> str:
    x, y = city.board.cells(district)[0]
    shares = {f"of {seats[seat]}": table.lands[seat] for seat in table.ring} if table.setting.united else {}
    shares["of the suburbs"] = city.board.suburbs
    parts = [f"{(land & district).bit_count()} {whose}" for whose, land in shares.items() if land & district]
    whole = table.setting.united and len(parts) < 2
    return f"{district.bit_count()} at [{x},{y}]" + (f" ({', '.join(parts)})" if parts and not whole else "")


# -- what else lies on the table


def _card(name: str) -> str:
    """A card by its letter, or those of its halves; industry of the ecological city with its pollution."""
    if name in COLOURS:
        return LETTERS[COLOURS.index(name)]
    return "/".join(map(_card, name.split("/"))) if "/" in name else name.replace("industry-", "I")


def _cards(names: Iterable[str]) -> str:
    return " ".join(map(_card, names))


def _counted(names: Sequence[str]) -> str:
    """Cards with their numbers."""
    counts = {_card(name): names.count(name) for name in sorted(names)}
    return ", ".join([whole(f"{card} × {count}") if count > 1 else card for card, count in counts.items()])


def _seats(table: CardCityTable, view: View, seats: Seats) -> Iterator[str]:
    """A line for each seat, in their order round the table."""
    widest = block_width([seats.own(seat) for seat in table.ring])
    digits = len(str(max(table.money)))
    for seat in table.ring:
        turn = ">" if seat == table.actor and table.stage in STAGES else " "
        size = table.holding(seat).size
        hand = _cards(view.hands[seat]) or "-"
        this = "  (this view)" if seat == view.seat else ""
        limit = size + table.holding(seat).room
        start = f"{turn} {padded(seats.own(seat), widest)}  {table.money[seat]:{digits}} $"
        yield f"{start}  size {size:2} of {limit:2}  hand {hand}{this}"


def _acquiring(table: CardCityTable, view: View, seats: Seats) -> Iterator[str]:
    """The lots of this round, while seats are being served, and the cards that the actor has drawn."""
    if table.stage in (DIVIDING, SHOWING, OFFERING, TAKING):
        for division in view.divisions:
            yield ""
            yield f"lots of {seats[division.divider]}, hidden cards in brackets"
            yield from _lots(division, seats)
    if table.pool:
        yield ""
        yield f"{seats[table.actor]} holds {_cards(table.pool)}"


def _lots(division: DivisionView, seats: Seats) -> Iterator[str]:
    lots = {"first": division.first, "second": division.second}
    texts = {name: _lot(lot) for name, lot in lots.items() if lot.open}
    width = block_width(texts.values())
    for name, text in texts.items():
        seat = division.taker if name == division.taken else division.divider
        owner = f"  to {seats[seat]}" if division.taken and seat is not None else ""
        yield f"  {name:6}  {text:{width}}  {lots[name].money} ${owner}"


def _lot(lot: LotView) -> str:
    """The open cards of a lot, and the hidden ones in brackets."""
    return _cards(lot.open) + (f" ({_cards(lot.hidden)})" if lot.hidden else "")


def _piles(table: CardCityTable, view: View, seats: Seats) -> Iterator[str]:
    """What lies beside the cities."""
    setting = table.setting
    supply = [f"{_card(name)} {view.supply[name]}" for name in _SUPPLY if setting.green or name in COLOURS[:4]]
    market = f"; industry for sale: {_cards(view.market) or '-'}" if setting.ecological else ""
    yield f"supply: {', '.join(map(whole, supply))}{market}"
    if view.bought and table.stage in (BUYING, PLACING_SMOG, REPLACING):
        yield f"bought by {seats[table.actor]}: {_cards(view.bought)}"
    under = f" (under it: {_cards(view.bottom)})" if view.bottom else ""
    yield f"deck: {view.deck}{under}; discards: {len(view.discards)}"
    if view.split:
        yield f"split cards that joined the deck: {_counted(view.split)}"
        yield f"cards that left it: {_counted(view.removed)}"


def _legend(table: CardCityTable) -> Iterator[str]:
    """The meaning of the letters and lines that can occur in this game."""
    setting, board = table.setting, table.cities[0].board
    colours = [f"{letter} {name.replace('-', ' ')}" for letter, name in zip(LETTERS, COLOURS, strict=True)]
    yield "  ".join(colours[:6])
    marks = [*(colours[6:] if setting.green else []), f"{_SURE} free cell"]
    if any(city.ground.frames.bit_count() > 1 for city in table.cities):
        marks.append(f"{_PERHAPS} free cell, if the grid comes to lie there")
    if setting.architect:
        marks.append(f"{_ARCHITECT} architect")
    yield "  ".join(map(whole, marks))
    if setting.ecological:
        yield "I1, I2, ... industry that pollutes 1 %, 2 %, ..."
    if setting.advanced:
        yield _SPLIT_LEGEND[board.sides]
    if board.sides == 6:
        yield "[x + 1, y] is to the right of [x, y], [x, y + 1] below to the right"
    if setting.united:
        yield "double lines: borders of the players; dotted: a district goes across"
    elif setting.suburbs:
        yield "small letters: suburbs; dotted: a suburb district has joined the city"
