"""How bots judge a move: what a seat has on the table, what the move adds to it, and what that scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.card_city_xl import scoring
from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import (
    COMMERCE,
    INDUSTRY,
    INDUSTRY_PRICE,
    LEISURE,
    PARK,
    PARK_PRICE,
    PARKING,
    RESIDENTIAL,
    SMOG,
    Face,
    Kind,
    faces,
    kind,
)
from cityleague.engine.card_city_xl.city import City, Holding
from cityleague.engine.card_city_xl.growth import grown_points, share_of
from cityleague.engine.card_city_xl.hand_search import leisure_price
from cityleague.engine.card_city_xl.moves import Build, Buy, Develop, Found, Move, Smog, Victory
from cityleague.engine.card_city_xl.setting import Setting
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, kept_city
from cityleague.engine.sums import portable_sum

NEEDS = (LEISURE, PARKING, COMMERCE)
"""What residential districts must touch in the satisfaction victory."""
LAST = 1000.0
"""How many points a seat loses here if it is last whatever its score."""


class Position(NamedTuple):
    """What a seat has on the table. A position is never changed; another card makes another position."""

    city: City
    place: int
    """Which of the city's lands is his."""
    money: int

    @property
    def land(self) -> int:
        """The cells on which he builds."""
        return self.city.board.lands[self.place]

    @property
    def holding(self) -> Holding:
        """His cards, counted."""
        return self.city.holdings[self.place]

    @property
    def sites(self) -> int:
        """His free cells on which a card may find room some day."""
        ground = self.city.ground
        return self.land & ground.room & ~ground.covered

    def with_card(self, face: Face, cell: int, price: int) -> Position:
        """The position after a card has been paid and built there; smog to come is left out."""
        return Position(_grown(self.city, face, cell, self.place), self.place, self.money - price)


@lru_cache(maxsize=1 << 12)
def _grown(city: City, face: Face, cell: int, place: int) -> City:
    """The city with one more card; kept for the heuristic, a game of which takes a third longer without."""
    return city.grown(face, cell, place)


Worth = Callable[[Position], float]
"""How good a position is."""


def position(table: CardCityTable, seat: int) -> Position:
    """What the seat has."""
    return Position(kept_city(table, table.number[seat]), table.place[seat], table.money[seat])


Addition = tuple[Face, int, int]
"""A card to be built, its cell, and what it costs."""


def added(table: CardCityTable, now: Position, move: Move) -> Addition | None:
    """What a move puts into the actor's city; None: nothing."""
    board = now.city.board
    if isinstance(move, Build):
        face = faces(move.card, board.sides)[move.turn]
        return face, board.bit[move.cell], cost(table.setting, now, face.kind)
    if isinstance(move, Buy):
        return faces(move.card, board.sides)[0], board.bit[move.cell], price(now, move.card)
    if isinstance(move, Develop | Smog | Found):
        card = move.card if isinstance(move, Develop) else "smog" if isinstance(move, Smog) else "town-hall"
        return faces(card, board.sides)[0], board.bit[move.cell], 0
    return None


def after(table: CardCityTable, now: Position, move: Move) -> Position:
    """The actor's position after a move; the same one if the move puts no card into a city."""
    addition = added(table, now, move)
    return now if addition is None else now.with_card(*addition)


def cost(at: Setting, now: Position, card: Kind) -> int:
    """What it costs to build a card of the hand."""
    return leisure_price(now.holding.leisure, at.crisis) if card.leisure else 0


def price(now: Position, card: str) -> int:
    """What a card of the supply costs."""
    return PARK_PRICE if card == "park" else INDUSTRY_PRICE * (now.holding.industries + 1)


# -- points, as scoring counts them but without words


@lru_cache(maxsize=1 << 12)
def points(now: Position, at: Setting) -> float:
    """The score if the game ended now; a seat that is last whatever its score counts as far behind.

    Kept for greedy bots, which meet positions again in their next decision: a tenth of their time.
    """
    victory = at.options.victory
    total = _POINTS[victory](now)
    if not at.ecological:
        return total
    dirt = pollution(now, at)
    if victory != "satisfaction":
        return total + dirt if victory in ("industry", "commerce") else total - dirt
    excess = max(dirt - scoring.TOLERATED, 0)
    return total - LAST * (excess * scoring.POINT_PRICE > now.money)


def residents(now: Position) -> int:
    """The points of the residential districts."""
    city = now.city
    return grown_points(tuple(city.districts[RESIDENTIAL]), now.land, city.board.suburbs)


def empty_cells(now: Position, good: int) -> tuple[int, int]:
    """The cells that would stay empty: how many, and how many of the good ones in the frame that has most of them."""
    ground = now.city.ground
    return empty_within(now.city.board, ground.frames, now.land & ~ground.covered, good)


def empty_within(board: Board, frames: int, inner: int, good: int) -> tuple[int, int]:
    """The same for these frames. `inner`: the cells of the land without a card."""
    if frames & (frames - 1) == 0:
        empty = board.rooms[frames] & inner
        return empty.bit_count(), (empty & good).bit_count()
    lowest = board.frames[(frames & -frames).bit_length() - 1]
    size = (lowest & inner).bit_count()  # the same in each, as all hold all cards
    good &= inner
    return size, max([(board.frames[i] & good).bit_count() for i in members(frames)]) if good else 0


def _residents(now: Position) -> float:
    city = now.city
    smog = (city.planes[SMOG] & now.land).bit_count()
    money = now.money // scoring.POINT_PRICE
    return residents(now) + money + scoring.SMOG_POINTS * smog + _empty(now, scoring.EMPTY, scoring.EMPTY_BESIDE_PARK)


def _empty(now: Position, alone: int, beside_park: int) -> int:
    size, green = empty_cells(now, now.city.board.grid.neighbours(now.city.planes[PARK]))
    return alone * (size - green) + beside_park * green


def _economy(now: Position) -> float:
    return now.money + _empty(now, -scoring.EMPTY_MONEY, scoring.EMPTY_MONEY)


def cards(now: Position, colour: int) -> float:
    """The points of the industry and commerce victories."""
    city = now.city
    joined = city.joined()
    own = joined & (now.land | city.board.suburbs)
    total = 0.0
    for wanted in (colour, PARKING):
        total += counted_cards(city, city.planes[wanted] & own)
    return total + empty_cells(now, city.faced(city.planes[colour] & joined, colour))[1]


def counted_cards(city: City, cells: int) -> float:
    """How many cards lie there, half ones as halves."""
    return cells.bit_count() - (cells & city.split_cells).bit_count() / 2


def _satisfaction(now: Position) -> float:
    city, land = now.city, now.land
    joined = city.joined()
    return sum(
        [
            share_of(satisfied(city, district, joined), district, land | city.board.suburbs)
            for district in city.districts[RESIDENTIAL]
            if district & land
        ]
    )


def satisfied(city: City, district: int, joined: int) -> int:
    """The points of a residential district in the satisfaction victory."""
    for colour in NEEDS:
        if not city.touched(district, RESIDENTIAL, colour) & joined:
            return 0
    if city.touched(district, RESIDENTIAL, SMOG):
        return 0
    park = city.touched(district, RESIDENTIAL, PARK)
    return scoring.SATISFIED_BESIDE_PARK if park else scoring.SATISFIED


_POINTS: dict[Victory, Worth] = {
    "residents": _residents,
    "economy": _economy,
    "industry": partial(cards, colour=INDUSTRY),
    "commerce": partial(cards, colour=COMMERCE),
    "satisfaction": _satisfaction,
}


def pollution(now: Position, at: Setting) -> int:
    """The pollution of a city in %."""
    city, land, levels = now.city, now.land, at.box.pollution
    total = sum([count * (city.planes[colour] & land).bit_count() for colour, count in scoring.POLLUTION.items()])
    cells = city.planes[INDUSTRY] & land
    while cells:
        cell = cells & -cells
        cells ^= cell
        total += levels.get(city.faces[cell].kind.name, at.box.file.industry.half)
    return total


# -- gains


class Gains:
    """What single cards would add to the worth of a position, built where they add most."""

    def __init__(self, at: Setting, now: Position, worth: Worth, *, any_way: bool = False) -> None:
        """`any_way`: cards can be built whatever the size limit and the money say."""
        self._setting = at
        self._now = now
        self._worth = worth
        self._any_way = any_way
        self.before = worth(now)
        self._known: dict[str, float] = {UNKNOWN: 0.0}

    def of_card(self, card: str) -> float:
        """The gain of a card; 0 for one that cannot be built, or is not known."""
        if card not in self._known:
            best = max([self.after(*way) for way in self.ways(self._now, card)], default=self.before)
            self._known[card] = best - self.before
        return self._known[card]

    def after(self, face: Face, cell: int, price: int) -> float:
        """The worth with one more card."""
        return self._worth(self._now.with_card(face, cell, price))

    def followed(self, now: Position, cards: Iterable[str]) -> list[float]:
        """The worth of a position after each way to build one of the cards."""
        return [self._worth(now.with_card(*way)) for card in dict.fromkeys(cards) for way in self.ways(now, card)]

    def ways(self, now: Position, card: str) -> Iterator[Addition]:
        """All ways to build a card."""
        card_kind = kind(card)
        price = cost(self._setting, now, card_kind)
        if not self._any_way and (
            now.money < price or (card_kind.size and not card_kind.industry and now.holding.room <= 0)
        ):
            return
        ground = now.city.ground
        free = ground.open & now.land
        for face in faces(card, now.city.board.sides):
            cells = ground.without_clash(face, free)
            while cells:
                cell = cells & -cells
                cells ^= cell
                yield face, cell, price

    def average(self, cards: Iterable[str]) -> float:
        """The mean gain of some cards."""
        gains = [self.of_card(card) for card in cards]
        return portable_sum(gains) / len(gains)
