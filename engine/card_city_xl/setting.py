"""One way to play: what follows from options, number of players and components (rulebook: Spielaufbau)."""

from functools import lru_cache, reduce
from itertools import repeat
from operator import iconcat, mul

from cityleague.engine.card_city_xl.board import Board, single, suburban, united
from cityleague.engine.card_city_xl.cards import Face, Kind, faces, kind
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.components import DECK, Box
from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.course import check_seats
from cityleague.engine.protocol import OptionsError

SEATS = range(1, 5)
MONEY = 3
"""$ with which everyone begins."""
OPEN_IN_FIRST_LOT = 2
MARKET = 2
"""Industry cards that lie open in the ecological city."""


class Setting:
    """All that stays the same throughout a game. Raises OptionsError if these options cannot be played."""

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        check_seats(seats, SEATS)
        self.options = options
        self.seats = seats
        self.box = box
        variants = options.variants
        self.architect = "architect" in variants
        self.ecological = "ecological" in variants
        self.crisis = "leisure_crisis" in variants
        self.united = "united_city" in variants
        self.suburbs = "suburbs" in variants
        if self.united and seats == 1:
            raise OptionsError("united_city is for 2 to 4 players; alone one can play suburbs in its place")
        if self.suburbs and seats > 1:
            raise OptionsError(f"suburbs is for one player alone, not for {seats}")
        self.advanced = options.level == "advanced"
        self.green = options.level != "simplified"
        """Whether there are parks and smog."""
        deck = box.deck(options.level, seats)
        self.rounds, self.share, self.side = deck.rounds, deck.share, deck.side
        self.solo = seats == 1
        self.drawn = self.share + 1 if self.solo else self.share * seats
        """Cards drawn each round."""
        self.exchanged = seats * (4 if self.solo else 3) if self.advanced else 0
        """How many cards leave the deck, and how many split cards come in."""
        self.deck = {card: seats * deck.count(card) for card in DECK}
        """The deck as it is put together, industry without its levels."""
        self.parks = self.smog = seats * (3 if self.solo else 2) if self.green else 0
        self.hidden_in_first_lot = self.share - OPEN_IN_FIRST_LOT
        self.boards = self._boards()
        """The boards of the cities."""
        ring = [name for _, name in self.boards[0].ring]
        self.supply = {card: box.count(card) - count - ring.count(card) for card, count in self.deck.items()}
        """How many cards of each kind the supply has: those of the box without the deck and the ring of suburbs."""
        self._check_figures()
        self._cities = [City(board, split=self.advanced) for board in self.boards]
        self.rank = {name: i for i, name in enumerate(self._names())}
        """A card's position in the fixed order of all cards."""
        self._singles = [[name] for name in self.rank]
        self.kinds: dict[str, Kind] = {name: kind(name) for name in self.rank}
        self.faces: dict[str, tuple[Face, ...]] = {name: faces(name, self.boards[0].sides) for name in self.rank}
        """Every way in which a card can lie on the boards."""
        self.cards = self._cards()
        """How many of each card the deck and the supply have together, without split cards."""
        self.city_of = (0,) * seats if self.united else tuple(range(seats))
        """By place round the table: which city he builds."""
        self.place_in = tuple(range(seats)) if self.united else (0,) * seats
        """By place round the table: which of the city's lands is his."""

    def _boards(self) -> tuple[Board, ...]:
        if self.united:
            return (united(self.seats, self.side),)
        if self.suburbs:
            return (suburban(self.side),)
        return (single(self.side),) * self.seats

    def cities(self) -> list[City]:
        """The cities as they begin."""
        return [city.copy() for city in self._cities]

    def _names(self) -> list[str]:
        industries = list(self.box.industries) if self.ecological else ["industry"]
        names = [name for card in DECK for name in (industries if card == "industry" else [card])]
        return names + (list(self.box.split) if self.advanced else [])

    def _cards(self) -> dict[str, int]:
        counts = dict(self.deck)
        if self.ecological:
            del counts["industry"]
            counts |= self.box.industries
        supplied = ("residential", "commerce") if self.ecological else ("residential", "commerce", "industry")
        return counts | {card: self.deck[card] + self.supply[card] for card in supplied}

    def in_order(self, counts: dict[str, int]) -> list[str]:
        """Cards as chance draws from them: in the order of the component file, equal ones side by side."""
        # each card of `rank` as often as `counts` says; without a loop, as it is asked for in every round
        empty: list[str] = []
        return reduce(iconcat, map(mul, self._singles, map(counts.get, self.rank, repeat(0))), empty)

    def _check_figures(self) -> None:
        box = self.box
        for card in DECK:
            if self.supply[card] < 0:
                raise OptionsError(f"{box.count(card)} {card} cards are not enough for {self.seats} players")
        if box.file.cards.town_halls < self.seats:
            raise OptionsError(f"{box.file.cards.town_halls} town halls are not enough for {self.seats} players")
        if self.green and min(box.file.cards.parks, box.file.cards.smog) < self.parks:
            raise OptionsError(f"{self.parks} parks and {self.smog} smog cards are needed")
        if sum(box.split.values()) < self.exchanged:
            raise OptionsError(f"{self.exchanged} split cards are needed, there are {sum(box.split.values())}")
        if sum(self.deck.values()) - self.deck["leisure"] - self.exchanged < self.drawn:
            raise OptionsError("the deck has not enough cards besides leisure for the first round")


@lru_cache(maxsize=1024)
def setting(options: Options, seats: int, box: Box) -> Setting:
    """The setting of a game; raises OptionsError."""
    return Setting(options, seats, box)
