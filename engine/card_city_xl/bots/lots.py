"""What lots are worth to the seats that may get them: how the heuristic divides, shows, offers and takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from cityleague.engine.card_city_xl.bots.evaluation import Gains, Position, Worth, cost, position
from cityleague.engine.card_city_xl.bots.outlook import Outlook
from cityleague.engine.card_city_xl.cards import SIZE_PER_INDUSTRY, kind
from cityleague.engine.card_city_xl.moves import Divide, Offer, Show
from cityleague.engine.card_city_xl.table import DIVIDING, CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, LotView, View

RIVALRY = 0.8
"""The weight of the opponents' mean gain, against 1 for the seat's own."""
CERTAINTY = 1.0
"""By how many points a lot must look better for a taker to choose it about three times out of four."""
MOST_OFFERED = 10
"""The most $ that are ever offered."""
ALIKE = 2
"""After this many equal cards, all further ones are taken to be worth the same."""


class Lots:
    """The division of a round, as the divider or taker sees it."""

    def __init__(self, table: CardCityTable, view: View, outlooks: Sequence[Outlook]) -> None:
        """`outlooks`: of each seat."""
        assert view.seat is not None
        self._view = view
        self._me = view.seat
        self._share = table.setting.share
        self._rivalry = RIVALRY / max(1, table.setting.seats - 1)
        self._hopes = [
            Hopes(table, position(table, seat), outlook.worth, view.starting_deck, table.setting.share)
            for seat, outlook in enumerate(outlooks)
        ]

    def of_card(self, card: str) -> float:
        """What a card is worth to the seat itself."""
        return self._hopes[self._me].of_card_again(card, 0)

    def of_taking(self) -> list[float]:
        """How good it is to take the first lot, and the second."""
        division = self._view.divisions[-1]
        lots = (division.first, division.second)
        return [self._taken(lot, other, division.divider) for lot, other in (lots, lots[::-1])]

    def _taken(self, mine: LotView, other: LotView, divider: int) -> float:
        theirs = self._hopes[divider].of_lot([*other.open, *other.hidden], other.money)
        return self._hopes[self._me].of_lot([*mine.open, *mine.hidden], mine.money) - self._rivalry * theirs

    def of_dividing(self, move: Divide) -> float:
        """How good a first lot is, if the better of two ways to show the second is chosen."""
        rest = list(self._view.pool)
        for card in (*move.open, *move.hidden):
            rest.remove(card)
        taker = self._hopes[self._taker()]
        rest.sort(key=lambda card: (taker.of_card_again(card, 0), card))
        shown = len(rest) // self._share
        ways = ((rest[:shown], rest[shown:]), (rest[-shown:], rest[:-shown]))
        return max([self._expected((move.open, move.hidden), way, (0, 0)) for way in ways])

    def of_showing(self, move: Show) -> float:
        """How good it is to show these cards of the second lot."""
        rest = list(self._view.pool)
        for card in move.cards:
            rest.remove(card)
        first = self._view.divisions[-1].first
        return self._expected((first.open, first.hidden), (move.cards, rest), (0, 0))

    def of_offering(self, move: Offer) -> float:
        """How good it is to put this money on the lots."""
        if move.first + move.second > MOST_OFFERED:
            return float("-inf")
        last = self._view.divisions[-1]
        lots = ((last.first.open, last.first.hidden), (last.second.open, last.second.hidden))
        return self._expected(*lots, (move.first, move.second))

    def _taker(self) -> int:
        """The seat that takes a lot of the division that is going on."""
        done = len(self._view.divisions) - (self._view.stage != DIVIDING)
        return self._view.order[done + 1]

    def _expected(
        self,
        first: tuple[Sequence[str], Sequence[str]],
        second: tuple[Sequence[str], Sequence[str]],
        money: tuple[int, int],
    ) -> float:
        """What the divider can expect if the taker sees the open cards and prefers the lot that looks better."""
        me, taker = self._hopes[self._me], self._hopes[self._taker()]
        cards = ([*first[0], *first[1]], [*second[0], *second[1]])
        looks = [
            taker.of_lot([*open_, *[UNKNOWN] * len(hidden)], amount)
            for (open_, hidden), amount in zip((first, second), money, strict=True)
        ]
        left = [me.of_lot(cards[lot], 0) + me.of_money(-money[1 - lot]) for lot in (0, 1)]
        lost = [self._rivalry * taker.of_lot(cards[lot], money[lot]) for lot in (0, 1)]
        first_taken = 1 / (1 + exp(-max(-30.0, min(30.0, (looks[0] - looks[1]) / CERTAINTY))))
        return first_taken * (left[1] - lost[0]) + (1 - first_taken) * (left[0] - lost[1])


class Hopes(Gains):
    """What lots would do for a seat."""

    def __init__(self, table: CardCityTable, now: Position, worth: Worth, deck: Mapping[str, int], share: int) -> None:
        super().__init__(table, now, worth)
        self._deck, self._share = deck, share
        self._chains: dict[str, list[tuple[float, Position | None]]] = {}
        self._lots: dict[tuple[str, ...], float] = {}
        self._amounts: dict[int, float] = {0: 0.0}

    def of_card_again(self, card: str, times: int) -> float:
        """The gain of one more such card after so many of them have been built."""
        if card == UNKNOWN:
            return self._of_unknown()
        chain = self._chains.setdefault(card, [])
        while len(chain) <= times:
            now = chain[-1][1] if chain else self._now
            built = self.best(now, card, any_way=True) if now else None
            before = self.before if not chain or now is None else self._worth(now)
            chain.append((built[0] - before, built[1]) if built else (0.0, None))
        return chain[times][0]

    def _of_unknown(self) -> float:
        """The gain of a card of which nothing is known: the average of the deck."""
        whole = {card: count for card, count in self._deck.items() if not kind(card).split}
        return sum([count * self.of_card_again(card, 0) for card, count in whole.items()]) / sum(whole.values())

    def of_lot(self, cards: Sequence[str], money: int) -> float:
        """The gain of a share of these cards, as far as size limit and money allow them, and of the money."""
        key = tuple(sorted(cards))
        if key not in self._lots:
            self._lots[key] = self._of_cards(key)
        return self._lots[key] + self.of_money(money)

    def _of_cards(self, cards: Sequence[str]) -> float:
        part = self._share / len(cards)
        room, purse = float(max(0, self._now.holding.room)), float(self._now.money)
        free, counting = 0.0, []
        for i, card in enumerate(cards):
            times = min(cards[:i].count(card), ALIKE)
            gain = self.of_card_again(card, times)
            if card == UNKNOWN:
                counting.append(gain)
                continue
            card_kind = kind(card)
            if card_kind.leisure:
                purse -= part * cost(self._table, self._now, card_kind)
                if purse < 0:
                    continue
            if card_kind.industry:
                room += SIZE_PER_INDUSTRY * part
            if card_kind.size:
                counting.append(gain)
            else:
                free += gain
        counting.sort(reverse=True)
        return part * (free + sum(counting[: int(room / part)]))

    def of_money(self, amount: int) -> float:
        """What more or less money is worth."""
        if amount not in self._amounts:
            self._amounts[amount] = self._worth(self._now._replace(money=self._now.money + amount)) - self.before
        return self._amounts[amount]
