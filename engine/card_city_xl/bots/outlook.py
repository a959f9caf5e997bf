"""What a seat can expect of a game: how good a position is, considering what is still to come.

Every victory condition has an outlook of its own. All are made of the same parts: the rounds and cards that are left,
and what the size limit and the money will allow.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping

from cityleague.engine.card_city_xl.bots.evaluation import Position, points
from cityleague.engine.card_city_xl.cards import COLOURS, LEISURE, LEISURE_PRICE, SIZE_PER_INDUSTRY, kind
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.table import (
    BUILDING,
    BUYING,
    DEVELOPING,
    PLACING_SMOG,
    Table,
)

INDUSTRY_HOPE = 1.0
"""The part of the industry to come that is counted on to raise the size limit."""
LEFT_OVER = 0.001
"""What a $ counts at the very end, where it is no more than a tie-break."""
SOON = 2
"""For how many rounds ahead a player wants the size limit to allow all his cards."""


class Outlook(abc.ABC):
    """What is still to come for a seat, and how good positions are to it."""

    def __init__(self, table: Table, seat: int, deck: Mapping[str, int]) -> None:
        """`deck`: how many of each card it had at first."""
        self.setting = table.setting
        self.parks = table.parks
        """How many are left in the supply."""
        self.rounds = table.setting.rounds - table.round
        """Rounds to come after this one."""
        buying = table.stage == BUYING or (table.stage == PLACING_SMOG and bool(table.bought))
        self.paydays = self.rounds + (not buying)
        self.grows = not buying
        """Whether districts still develop in this round."""
        self.over = buying and not self.rounds
        hand = len(table.hands[seat].cards)
        served = table.stage in (BUILDING, PLACING_SMOG, DEVELOPING, BUYING)
        deck = deck or table.setting.deck  # before it is put together
        share, size = table.setting.share, sum(deck.values())
        due = 0 if served else share
        self.cards = share * self.rounds + due + hand
        """Cards to come, and those in hand."""
        self.expected = [0.0] * len(COLOURS)
        """Of these, how many there are of each colour on average; halves count as halves."""
        industries = 0
        for name, count in deck.items():
            card = kind(name)
            industries += count * card.industry
            for colour in card.colours:
                self.expected[colour] += self.cards * count / len(card.colours) / size
        self.industries = self.cards * industries / size
        self.sized = self.cards - self.industries
        """Cards to come that count for size."""
        self.soon = (share * min(self.rounds, SOON) + due + hand) * (1 - industries / size)
        """Such cards in the next rounds."""

    def worth(self, now: Position) -> float:
        """How good a position is."""
        if self.over:
            return points(now, self.setting) + LEFT_OVER * now.money
        return self.promise(now)

    @property
    @abc.abstractmethod
    def smog(self) -> float:
        """What a smog card to come does to the score."""

    @abc.abstractmethod
    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""

    def income(self, now: Position) -> int:
        """What the city pays in a round."""
        return income(now.city, now.land, meters=self.setting.advanced)

    def allowed(self, now: Position, sized: float) -> float:
        """How many of so many cards that count for size the size limit will allow."""
        return min(sized, max(0, now.holding.room) + SIZE_PER_INDUSTRY * INDUSTRY_HOPE * self.industries)

    def leisure(self, now: Position, savings: float) -> float:
        """How many leisure cards are likely to be built, with these savings besides the money there is."""
        price = LEISURE_PRICE * (now.holding.leisure + 1 if self.setting.crisis else 1)
        return max(0.0, min(self.expected[LEISURE], (now.money + savings) / price))


class Layers:
    """Cells by how many of some sets they are in."""

    __slots__ = ("once", "thrice", "twice")

    def __init__(self) -> None:
        self.once = self.twice = self.thrice = 0

    def add(self, cells: int) -> None:
        """One more set."""
        self.thrice |= self.twice & cells
        self.twice |= self.once & cells
        self.once |= cells


def placed(cards: float, *sites: tuple[int, float]) -> float:
    """What so many cards are worth on cells of different worth; the best cells come first."""
    total, seen = 0.0, 0
    for cells, value in sites:
        number = min((cells & ~seen).bit_count(), cards)
        total += number * value
        cards -= number
        seen |= cells
    return total


def contacts(city: City, district: int, colour: int, *others: int) -> tuple[int, int]:
    """The cells that a district of a colour faces, and the cards of other colours that it touches."""
    return city.districts[colour][district], city.touched(district, colour, *others)
