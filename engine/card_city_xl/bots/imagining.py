"""A game as it may be, given what a seat knows: hidden cards are drawn from those that can lie there."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from cityleague.engine.card_city_xl import building
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import BUILDING, CardCityTable, Division, Hand
from cityleague.engine.card_city_xl.view import UNKNOWN, LotView, View, division_of, table_of
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def imagine(setup: Setup, view: View, stream: Stream) -> CardCityState:
    """A state in which the seat would have this view. A seat that is building can build or place the architect."""
    table = table_of(setup, view)
    table.cities = [city.copy() for city in table.cities]
    unseen = _unseen(table)
    while True:
        _deal(table, view, unseen, stream)
        table.most_buildable = building.UNKNOWN
        if table.stage != BUILDING or building.decides(table):
            return CardCityState.at(table)


def _unseen(table: CardCityTable) -> Counter[str]:
    """The cards that are neither in a city, a supply or the market nor discarded or under the deck."""
    setting = table.setting
    unseen = Counter(setting.cards)
    unseen.update(table.split)
    unseen.subtract(table.supply)
    unseen.subtract(table.industries)
    for cards in (table.removed, table.market, table.discards, table.bottom):
        unseen.subtract(cards)
    for city in table.cities:
        suburbs = city.board.suburbs
        unseen.subtract([face.kind.name for cell, face in city.faces.items() if not cell & suburbs])
    if setting.solo:
        unseen.subtract(table.hands[0].cards)
    return Counter({card: unseen[card] for card in setting.rank})


def _without(cards: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The cards without those taken; a taken card that is not among them is ignored."""
    left = list(cards)
    for card in taken:
        if card in left:
            left.remove(card)
    return left


def _known(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card != UNKNOWN]


class _Lot:
    """A first lot of this round, or what the last division has left: a second lot, or the pool."""

    __slots__ = ("cards", "divider", "holder", "open", "played", "size")

    def __init__(self, view: View, seen: LotView, divider: int, holder: int | None) -> None:
        self.divider = divider
        self.holder = holder
        """The seat to which it was dealt, if it was."""
        self.size = len(seen.open) + len(seen.hidden)
        self.open = seen.open
        self.played = view.played[holder] if holder is not None else ()
        held = [*seen.open, *seen.hidden] if holder is None else view.hands[holder]
        self.cards = [*self.played, *_known(held)]
        """Those that are known, and later on those that are imagined; the played ones first."""

    @property
    def hand(self) -> list[str]:
        """The cards that have not been played."""
        return self.cards[len(self.played) :]


def _lots(view: View, divisions: Sequence[Division]) -> list[_Lot]:
    """All cards of the round: each first lot, then what is left of the last second lot, or the pool."""
    first_lots = [
        _Lot(view, seen.first, lots.divider, lots.receiver("first"))
        for seen, lots in zip(view.divisions, divisions, strict=True)
    ]
    if view.pool or not divisions:
        return [*first_lots, _Lot(view, LotView((), view.pool, 0), view.actor, None)]
    last = divisions[-1]
    return [*first_lots, _Lot(view, view.divisions[-1].second, last.divider, last.receiver("second"))]


def _deal(table: CardCityTable, view: View, unseen: Counter[str], stream: Stream) -> None:
    """Draw the unknown cards of the lots; the rest makes up the deck."""
    divisions = [division_of(seen) for seen in view.divisions]
    lots = _lots(view, divisions)
    for number in reversed(range(len(divisions))):
        second, later = view.divisions[number].second, lots[number + 1 :]
        _spread(_without(_known([*second.open, *second.hidden]), _together(later)), later, stream)
    left = Counter(unseen)
    for lot in lots:
        left.subtract(lot.hand)
    if missing := sum([lot.size - len(lot.cards) for lot in lots]):
        drawn = stream.draw(_drawable(table, left), missing)
        left.subtract(drawn)
        _spread(drawn, lots, stream)
    table.deck = {card: count for card, count in left.items() if count}
    table.divisions = [
        _completed(division, lots[number].cards, _together(lots[number + 1 :]))
        for number, division in enumerate(divisions)
    ]
    if view.pool:
        table.pool = lots[-1].cards
    for lot in lots:
        if lot.holder is not None:
            _hold(table.hands[lot.holder], lot)


def _together(lots: Sequence[_Lot]) -> list[str]:
    return [card for lot in lots for card in lot.cards]


def _spread(cards: Sequence[str], lots: Sequence[_Lot], stream: Stream) -> None:
    """Put cards into lots of which not all cards are known."""
    free = [lot for lot in lots for _ in range(lot.size - len(lot.cards))]
    for lot, card in zip(stream.draw(free, len(cards)), cards, strict=True):
        lot.cards.append(card)


def _drawable(table: CardCityTable, cards: Mapping[str, int]) -> list[str]:
    """The cards that can have been drawn up to now: no leisure in the first round."""
    kinds = table.setting.kinds
    return [card for card, count in cards.items() if table.round > 1 or not kinds[card].leisure for _ in range(count)]


def _completed(division: Division, first: Sequence[str], second: Sequence[str]) -> Division:
    """With hidden cards, where they are not known, so that its lots have these cards."""
    if UNKNOWN in division.first_hidden:
        division = replace(division, first_hidden=tuple(_without(first, division.first_open)))
    if UNKNOWN in division.second_hidden:
        division = replace(division, second_hidden=tuple(_without(second, division.second_open)))
    return division


def _hold(hand: Hand, lot: _Lot) -> None:
    """Of two equal cards the open one has been played first."""
    cards = lot.hand
    shown = len(_without(lot.open, lot.played))
    hand.open, hand.hidden, hand.hider = cards[:shown], cards[shown:], lot.divider if cards else None
