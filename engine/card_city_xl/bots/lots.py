"""What lots are worth to the seats that may get them: how the heuristic divides, shows, offers and takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp

from cityleague.engine.card_city_xl.bots.evaluation import Addition, Gains, Position, cost, position
from cityleague.engine.card_city_xl.bots.outlook import Outlook
from cityleague.engine.card_city_xl.cards import COMMERCE, RESIDENTIAL, faces, kind
from cityleague.engine.card_city_xl.growth import income, sprouts
from cityleague.engine.card_city_xl.moves import Divide, Move, Offer, Return, Show, Take
from cityleague.engine.card_city_xl.table import DIVIDING, RETURNING, TAKING, CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, LotView, lots_of
from cityleague.engine.sums import portable_sum

MOST_OFFERED = 10
"""The most $ that are ever offered."""


class Lots:
    """The division of a round, as the divider or taker sees it."""

    def __init__(
        self, table: CardCityTable, seat: int, outlooks: Sequence[Outlook], rivalry: float, certainty: float
    ) -> None:
        """`outlooks`: of each seat; `rivalry` and `certainty` are the heuristic's."""
        self._pool, self._certainty = table.pool, certainty
        self._seen = [lots_of(division, seat) for division in table.divisions[-1:]]
        self._share = table.setting.share
        self._rivalry = rivalry / max(1, table.setting.seats - 1)
        self._mine, self._theirs = [_hopes(position(table, who), outlooks[who]) for who in (seat, _other(table))]

    def of(self, move: Move) -> float:
        """How good a move of phase 1 is."""
        if isinstance(move, Return):
            return -self._mine.of_card(move.card)
        if isinstance(move, Divide):
            return self._of_dividing(move)
        (last,) = self._seen
        if isinstance(move, Take):
            mine, other = (last.first, last.second) if move.lot == "first" else (last.second, last.first)
            return self._mine.of_lot(mine) - self._rivalry * self._theirs.of_lot(other)
        if isinstance(move, Show):
            return self._expected(last.first, LotView(move.cards, self._left(move.cards), 0))
        assert isinstance(move, Offer)
        if move.first + move.second > MOST_OFFERED:
            return float("-inf")
        return self._expected(
            LotView(last.first.open, last.first.hidden, move.first),
            LotView(last.second.open, last.second.hidden, move.second),
        )

    def _left(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The pool without these cards."""
        rest = list(self._pool)
        for card in cards:
            rest.remove(card)
        return tuple(rest)

    def _of_dividing(self, move: Divide) -> float:
        """How good a first lot is, if the better of two ways to show the second is chosen."""
        rest = sorted(self._left((*move.open, *move.hidden)), key=lambda card: (self._theirs.of_card(card), card))
        shown, first = len(rest) // self._share, LotView(move.open, move.hidden, 0)
        worst = LotView(tuple(rest[:shown]), tuple(rest[shown:]), 0)
        best = LotView(tuple(rest[-shown:]), tuple(rest[:-shown]), 0)
        return max(self._expected(first, worst), self._expected(first, best))

    def _expected(self, first: LotView, second: LotView) -> float:
        """What the divider can expect."""
        likely = self.first_taken(first, second)
        taken, left = [mine - self._rivalry * theirs for theirs, mine in self._outcomes(first, second)]
        return likely * taken + (1 - likely) * left

    def first_taken(self, *lots: LotView) -> float:
        """How likely the taker takes the first of two lots: it sees the open cards, and weighs what it leaves, too."""
        seen = [LotView(lot.open, (UNKNOWN,) * len(lot.hidden), lot.money) for lot in lots]
        first, second = [theirs - self._rivalry * mine for theirs, mine in self._outcomes(*seen)]
        return 1 / (1 + exp(-max(-30.0, min(30.0, (first - second) / self._certainty))))

    def _outcomes(self, *lots: LotView) -> list[tuple[float, float]]:
        """What the taker and the divider get, by the lot that is taken."""
        taker, mine = self._theirs, self._mine
        return [
            (taker.of_lot(taken), mine.of_lot(LotView(kept.open, kept.hidden, -taken.money)))
            for taken, kept in (lots, lots[::-1])
        ]


def _other(table: CardCityTable) -> int:
    """The seat on the other side of the division that is going on; alone, oneself."""
    if table.stage == RETURNING:
        return table.actor
    if table.stage == TAKING:
        return table.divisions[-1].divider
    return table.order[len(table.divisions) + (table.stage == DIVIDING)]


@lru_cache(maxsize=1 << 4)
def _hopes(now: Position, outlook: Outlook) -> Hopes:
    """What a seat hopes for; the same ones while a lot is divided, shown and taken."""
    return Hopes(now, outlook)


class Hopes(Gains):
    """What lots would do for a seat until the round is over."""

    def __init__(self, now: Position, outlook: Outlook) -> None:
        super().__init__(outlook.setting, now, outlook.worth, any_way=True)
        self._share, self._next = outlook.setting.share, outlook.next
        self._best: dict[str, list[Addition]] = {}
        """Of each card, all ways to build it, from the best one to the worst."""
        self._lots: dict[tuple[str, ...], float] = {}
        self._without = self._later(now)
        whole = {card: count for card, count in outlook.deck if not kind(card).split}
        gains = [count * self.of_card(card) for card, count in whole.items()]
        self._known[UNKNOWN] = portable_sum(gains) / max(1, sum(whole.values()))

    def of_card(self, card: str) -> float:
        """The gain of a card, whether it can be paid and allowed or not; 0 if it finds no cell."""
        if card not in self._known:
            ways = sorted(self.ways(self._now, card), key=lambda way: self.after(*way), reverse=True)
            self._known[card] = self._later(self._now.with_card(*ways[0])) - self._without if ways else 0.0
            self._best[card] = ways
        return self._known[card]

    def _later(self, now: Position) -> float:
        """What a position is worth when its districts have grown, each card where it adds most, and have paid."""
        city, at = now.city, self._setting
        if now.holding.room > 0:
            grown = [
                now.with_card(faces(card, city.board.sides)[0], cell, 0)
                for card, colour in (("residential", RESIDENTIAL), ("commerce", COMMERCE))
                for cell in city.board.each(sprouts(city, colour, now.land))
            ]
            if grown:
                return self._later(max(grown, key=self._worth) if len(grown) > 1 else grown[0])
        return self._next.worth(now._replace(money=now.money + income(city, now.land, meters=at.advanced)))

    def _built(self, now: Position, card: str) -> Position:
        """The position with a card on the best cell that is left; the same one if it cannot be built."""
        card_kind, ground = kind(card), now.city.ground
        price = cost(self._setting, now, card_kind)
        if price <= now.money and (card_kind.industry or not card_kind.size or now.holding.room > 0):
            for face, cell, _ in self._best[card]:
                if ground.without_clash(face, ground.open & now.land & cell):
                    return now.with_card(face, cell, price)
        return now

    def of_lot(self, lot: LotView) -> float:
        """The gain of a lot's cards, or of a share of them, and of its money."""
        return self._of_cards(tuple(sorted((*lot.open, *lot.hidden)))) + self._of_money(lot.money)

    def _of_cards(self, cards: tuple[str, ...]) -> float:
        if cards not in self._lots:
            shares = [*combinations(cards, self._share)]
            gains = [self._of_cards(share) if len(shares) > 1 else self._of_share(share) for share in shares]
            self._lots[cards] = portable_sum(gains) / len(gains)
        return self._lots[cards]

    def _of_share(self, cards: Sequence[str]) -> float:
        """The gain of cards that are built one after the other, industry first."""
        now = self._now
        for card in sorted(cards, key=lambda card: (card == UNKNOWN or not kind(card).industry, -self.of_card(card))):
            if card != UNKNOWN:
                now = self._built(now, card)
        return self._later(now) - self._without + cards.count(UNKNOWN) * self._known[UNKNOWN]

    def _of_money(self, amount: int) -> float:
        """What more or less money is worth."""
        return self._worth(self._now._replace(money=self._now.money + amount)) - self.before if amount else 0.0
