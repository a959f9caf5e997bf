"""What lots are worth to the seats that may get them: how the heuristic divides, shows, offers and takes."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from operator import itemgetter

from cityleague.engine.card_city_xl.bots.evaluation import Gains, Position, Worth, cost, position
from cityleague.engine.card_city_xl.bots.outlook import Outlook
from cityleague.engine.card_city_xl.cards import SIZE_PER_INDUSTRY, kind
from cityleague.engine.card_city_xl.moves import Divide, Move, Offer, Return, Show, Take
from cityleague.engine.card_city_xl.table import DIVIDING, RETURNING, TAKING, CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, LotView, lots_of
from cityleague.engine.sums import portable_sum

ALIKE = 2
"""After this many equal cards, all further ones are taken to be worth the same."""
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
        self._mine, self._theirs = [
            Hopes(table, position(table, who), outlooks[who].worth, table.starting_deck, self._share)
            for who in (seat, _other(table))
        ]

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


class Hopes(Gains):
    """What lots would do for a seat."""

    def __init__(self, table: CardCityTable, now: Position, worth: Worth, deck: Mapping[str, int], share: int) -> None:
        super().__init__(table, now, worth, any_way=True)
        self._share = share
        self._chains: dict[str, list[tuple[float, Position]]] = {}
        self._lots: dict[tuple[str, ...], float] = {}
        self._amounts: dict[int, float] = {}
        whole = {card: count for card, count in deck.items() if not kind(card).split}
        gains = [count * self.of_card(card) for card, count in whole.items()]
        self._known[UNKNOWN] = portable_sum(gains) / max(1, sum(whole.values()))

    def of_another(self, card: str, times: int) -> float:
        """The gain of a card after so many like it have been built, each where it adds most."""
        if not times or card == UNKNOWN:
            return self.of_card(card)
        chain = self._chains.setdefault(card, [(self.before, self._now)])
        while len(chain) < times + 2:
            now = chain[-1][1]
            built = [now.with_card(*way) for way in self.ways(now, card)]
            chain.append(max([(self._worth(new), new) for new in built], key=itemgetter(0), default=chain[-1]))
        return chain[times + 1][0] - chain[times][0]

    def of_lot(self, lot: LotView) -> float:
        """The gain of a share of a lot's cards, as far as size limit and money allow them, and of its money."""
        cards = tuple(sorted((*lot.open, *lot.hidden)))
        if cards not in self._lots:
            self._lots[cards] = self._of_cards(cards)
        return self._lots[cards] + self._of_money(lot.money)

    def _of_cards(self, cards: Sequence[str]) -> float:
        part = self._share / len(cards)
        room, purse = float(max(0, self._now.holding.room)), float(self._now.money)
        free, counting = 0.0, []
        for i, card in enumerate(cards):
            gain = self.of_another(card, min(cards[:i].count(card), ALIKE))
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

    def _of_money(self, amount: int) -> float:
        """What more or less money is worth."""
        if amount not in self._amounts:
            self._amounts[amount] = self._worth(self._now._replace(money=self._now.money + amount)) - self.before
        return self._amounts[amount]
