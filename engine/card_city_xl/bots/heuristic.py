"""A bot that judges a city by what it can still become, and a lot by what its cards would make of the city."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from cityleague.engine.bots.builtin import TableBot, best
from cityleague.engine.card_city_xl.bots.evaluation import Addition, Gains, added, after, points, position
from cityleague.engine.card_city_xl.bots.lots import Lots
from cityleague.engine.card_city_xl.bots.outlook import Horizon, Outlook, Tastes, horizon
from cityleague.engine.card_city_xl.bots.outlook_cards import Cards
from cityleague.engine.card_city_xl.bots.outlook_districts import Districts
from cityleague.engine.card_city_xl.bots.outlook_satisfaction import Satisfaction
from cityleague.engine.card_city_xl.cards import Face, kind
from cityleague.engine.card_city_xl.moves import Architect, Build, Buy, Divide, Move, Offer, Return, Show, Take
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import table_of
from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup

_OUTLOOKS: Mapping[str, Callable[[Horizon, Tastes], Outlook]] = {
    "residents": Districts,
    "economy": Districts,
    "industry": Cards,
    "commerce": Cards,
    "satisfaction": Satisfaction,
}


class Heuristic(TableBot):
    """Maximises its likely final score; a divider or taker also considers what the others get."""

    parameters = Tastes

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, table_of)
        self._tastes = Tastes.read(parameters, setup)

    def _choose(self, table: CardCityTable, seat: int, legal: Sequence[Move]) -> Move:
        values = self._of_lots(table, seat, legal) or self._of_city(table, seat, legal)
        chosen: Move = best(legal, values, self._stream)
        return chosen

    def _expect(self, table: CardCityTable, by: int | None) -> list[float]:
        """The scores, apart from a constant that all of them share.

        At the end, it is the score; one of a seat that is last whatever its score counts as far behind.
        """
        there = [position(table, seat) for seat in range(table.seats)]
        if table.stage == OVER:
            return [points(now, table.setting) for now in there]
        return [outlook(table, seat, by, self._tastes).worth(now) for seat, now in enumerate(there)]

    def _of_lots(self, table: CardCityTable, seat: int, legal: Sequence[Move]) -> list[float]:
        """How good moves of phase 1 are; nothing for others."""
        if not isinstance(legal[0], Divide | Show | Offer | Take | Return):
            return []
        outlooks = [outlook(table, other, seat, self._tastes) for other in range(table.seats)]
        lots = Lots(table, seat, outlooks, self._tastes.rivalry, self._tastes.certainty)
        return [lots.of(move) for move in legal]

    def _of_city(self, table: CardCityTable, seat: int, legal: Sequence[Move]) -> list[float]:
        """How good moves are that change the city, or leave it as it is."""
        mind = _Mind(table, seat, outlook(table, seat, seat, self._tastes))
        values = [mind.of(move) for move in legal]
        builds = [i for i, move in enumerate(legal) if isinstance(move, Build)]
        if not builds:
            return values
        worths = [float("-inf")] * len(legal)  # the architect is only called where nothing else can be built
        followed = len(table.hands[seat].cards) > 1 and self._tastes.width > 1
        width = self._tastes.width if followed else len(builds)
        for i in sorted(builds, key=lambda i: -values[i])[:width]:
            move = legal[i]
            assert isinstance(move, Build)
            worths[i] = mind.with_next(move, values[i], self._tastes.at_once) if followed else values[i]
        return worths


def outlook(table: CardCityTable, seat: int, by: int | None, tastes: Tastes) -> Outlook:
    """The outlook of a seat for whatever wins this game, as far as another one, or a spectator (None), can tell."""
    return _of_horizon(horizon(table, seat, by), tastes)


@lru_cache(maxsize=1 << 6)
def _of_horizon(ahead: Horizon, tastes: Tastes) -> Outlook:
    """The outlook; the same one for the same horizon, so that worths that were kept are found again."""
    return _OUTLOOKS[ahead.setting.options.victory](ahead, tastes)


class _Mind(Gains):
    """How a seat judges moves in its city."""

    def __init__(self, table: CardCityTable, seat: int, outlook: Outlook) -> None:
        super().__init__(table.setting, position(table, seat), outlook.worth)
        self._table = table
        self._hand = table.hands[seat].cards
        self._pairs: dict[frozenset[tuple[Face, int]], float] = {}
        self._coming_smog = outlook.smog if table.smog else 0.0

    def of(self, move: Move) -> float:
        """How good the city is after a move."""
        if isinstance(move, Architect):
            return self._with_architect(move)
        return self._worth(after(self._table, self._now, move)) + self._smog(move)

    def with_next(self, move: Build, value: float, at_once: float) -> float:
        """How good the city is after a card and the best next one; `value`: after it alone, counted `at_once` times."""
        rest = list(self._hand)
        rest.remove(move.card)
        first = added(self._table, self._now, move)
        assert first is not None
        return max(self._seconds(first, rest), default=value) + at_once * value + self._smog(move)

    def _seconds(self, first: Addition, cards: Sequence[str]) -> Iterator[float]:
        """How good the city is after a card and each way to build another; which is first matters to equal colours."""
        new, colours, begun = self._now.with_card(*first), first[0].kind.shows, first[:2]
        for card in dict.fromkeys(cards):
            for face, cell, price in self.ways(new, card):
                pair = frozenset((begun, (face, cell)))
                if pair not in self._pairs or face.kind.shows & colours:
                    self._pairs[pair] = self._worth(new.with_card(face, cell, price))
                yield self._pairs[pair]

    def _smog(self, move: Move) -> float:
        """The effect of the smog that an industry is about to bring."""
        if not isinstance(move, Build | Buy) or not kind(move.card).industry:
            return 0.0
        city = self._now.city
        line = city.board.lines[city.board.bit[move.cell]]
        return self._coming_smog if line & city.ground.industry else 0.0

    def _with_architect(self, move: Architect) -> float:
        """How good the city is after the best card to build with the architect there; -inf without any."""
        city = self._now.city.copy()
        city.ground = city.ground.with_architect(city.board.bit[move.cell])
        return max(self.followed(self._now._replace(city=city), self._hand), default=float("-inf"))
