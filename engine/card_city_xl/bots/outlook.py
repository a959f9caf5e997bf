"""What a seat can expect of a game: how good a position is, considering what is still to come.

Every victory condition has an outlook of its own. All are made of the same parts: the rounds and cards that are left,
and what the size limit and the money will allow.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Annotated, NamedTuple

from cityleague.engine.bots.parameters import Parameters, within
from cityleague.engine.card_city_xl.bots.evaluation import Position, points
from cityleague.engine.card_city_xl.cards import COLOURS, LEISURE, LEISURE_PRICE, SIZE_PER_INDUSTRY, kind
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.setting import Setting
from cityleague.engine.card_city_xl.table import BUILDING, BUY, BUYING, DEVELOPING, PLACING_SMOG, CardCityTable
from cityleague.engine.protocol import Setup

LEFT_OVER = 0.001
"""What a $ counts at the very end, where it is no more than a tie-break."""
SOON = 2
"""For how many rounds ahead a player wants the size limit to allow all his cards."""


class Tastes(Parameters, frozen=True, cache_hash=True):
    """What the heuristic weighs. A factor changes the weights of the outlook of whatever wins the game."""

    width: Annotated[int, within(1, 100, "First cards for which it looks at what can follow; 1 looks no further.")] = 8
    at_once: Annotated[float, within(0, 1, "A card's own worth, against the best pair that it begins.")] = 0.05
    rivalry: Annotated[float, within(0, 5, "The mean gain of the opponents, against the seat's own.")] = 0.8
    certainty: Annotated[float, within(0.05, 20, "Points by which a lot is taken 3 times out of 4.", scale="log")] = 1.0
    growth: Annotated[float, within(0, 5, "A factor of what districts can become; not for industry or commerce.")] = 1.0
    site: Annotated[float, within(0, 5, "A factor of what a good cell for a card to come promises.")] = 1.0
    card: Annotated[float, within(0, 5, "A factor of cards within the size limit; not for industry or commerce.")] = 1.0
    leisure: Annotated[float, within(0, 5, "A factor of a leisure card to come; not for industry or commerce.")] = 1.0
    money: Annotated[float, within(0, 5, "A factor of what cash and income to come promise.")] = 1.0

    @classmethod
    def usual(cls, setup: Setup) -> Tastes:
        """What has been found for this number of players and this victory condition."""
        return TUNED.get((setup.seats, setup.options.victory), USUAL)


USUAL = Tastes()
TUNED = {(2, "residents"): Tastes(rivalry=1.0, growth=1.142, site=0.8508, card=1.595, leisure=0.7598, money=1.575)}
"""By number of players and victory condition: what `tune` has found."""


class Horizon(NamedTuple):
    """What is known of the rest of a game, for a seat. Outlooks with the same horizon judge alike."""

    setting: Setting
    deck: tuple[tuple[str, int], ...]
    """How many of each card it had at first."""
    parks: int
    """How many are left in the supply."""
    rounds: int
    """Rounds to come after this one."""
    buying: bool
    """Whether nothing but purchases are still to come in this round."""
    hand: int
    """Cards of this round, in hand or due to the seat."""


def horizon(table: CardCityTable, seat: int, by: int | None) -> Horizon:
    """What is known of the rest of the game for a seat, as far as another one, or a spectator (None), can tell."""
    setting, hand = table.setting, table.hands[seat]
    known = len(hand.open) + len(hand.hidden) * (by in (seat, hand.hider))
    served = table.stage in (BUILDING, PLACING_SMOG, DEVELOPING, BUYING)
    return Horizon(
        setting,
        tuple((table.starting_deck or setting.deck).items()),  # the latter before it is put together
        table.parks,
        setting.rounds - table.round,
        table.stage == BUYING or (table.stage == PLACING_SMOG and table.phase == BUY),
        (0 if served else setting.share) + known,
    )


class Outlook(abc.ABC):
    """What is still to come for a seat, and how good positions are to it."""

    smog: float
    """What a smog card to come does to the score."""

    def __init__(self, ahead: Horizon, tastes: Tastes) -> None:
        setting, self.deck, self.parks, self.rounds, buying, hand = ahead
        self._ahead, self._tastes = ahead, tastes
        self.setting = setting
        self.paydays = self.rounds + (not buying)
        self.grows = not buying
        """Whether districts still develop in this round."""
        self.over = buying and not self.rounds
        share, size = setting.share, sum([count for _, count in self.deck])
        self.cards = share * self.rounds + hand
        """Cards to come, and those in hand."""
        self.expected = [0.0] * len(COLOURS)
        """Of these, how many there are of each colour on average; halves count as halves."""
        industries = 0
        for name, count in self.deck:
            card = kind(name)
            industries += count * card.industry
            for colour in card.colours:
                self.expected[colour] += self.cards * count / len(card.colours) / size
        self.industries = self.cards * industries / size
        self.sized = self.cards - self.industries
        """Cards to come that count for size."""
        self.soon = (share * min(self.rounds, SOON) + hand) * (1 - industries / size)
        """Such cards in the next rounds."""

    @cached_property
    def next(self) -> Outlook:
        """The outlook when this round is over."""
        ahead, rounds = self._ahead, self.rounds
        if rounds:
            ahead = ahead._replace(rounds=rounds - 1, buying=False, hand=self.setting.share)
        return type(self)(ahead if rounds else ahead._replace(buying=True), self._tastes)

    def worth(self, now: Position) -> float:
        """How good a position is."""
        return _worth(self, now)

    @abc.abstractmethod
    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""

    def income(self, now: Position) -> int:
        """What the city pays in a round."""
        return income(now.city, now.land, meters=self.setting.advanced)

    def allowed(self, now: Position, sized: float) -> float:
        """How many of so many cards that count for size the size limit will allow."""
        return min(sized, max(0, now.holding.room) + SIZE_PER_INDUSTRY * self.industries)

    def leisure(self, now: Position, savings: float) -> float:
        """How many leisure cards are likely to be built, with these savings besides the money there is."""
        price = LEISURE_PRICE * (now.holding.leisure + 1 if self.setting.crisis else 1)
        return max(0.0, min(self.expected[LEISURE], (now.money + savings) / price))


@lru_cache(maxsize=1 << 12)
def _worth(outlook: Outlook, now: Position) -> float:
    """How good a position is; kept for the heuristic, a game of which takes half as long again without."""
    if outlook.over:
        return points(now, outlook.setting) + LEFT_OVER * now.money
    return outlook.promise(now)


class Layers(NamedTuple):
    """Cells by how many of some sets they are in."""

    once: int
    twice: int
    thrice: int


def layers(sets: Iterable[int]) -> Layers:
    """The cells that are in at least one, two, three of the sets."""
    once = twice = thrice = 0
    for cells in sets:
        thrice |= twice & cells
        twice |= once & cells
        once |= cells
    return Layers(once, twice, thrice)


def worth_on(cards: float, *sites: tuple[int, float]) -> float:
    """What so many cards are worth on cells of different worth; the best cells come first."""
    total, seen = 0.0, 0
    for cells, value in sites:
        if not cells:
            continue
        number = (cells & ~seen).bit_count()
        if number >= cards:
            return total + cards * value
        total += number * value
        cards -= number
        seen |= cells
    return total
