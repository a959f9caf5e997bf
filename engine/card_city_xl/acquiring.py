"""Phase 1: cards are drawn and divided into lots until everyone has a share (rulebook: Erwerben neuer Gebäude).

`dividing`, `showing`, `offering` and `taking` follow each other, once for every seat but one; the solo player draws one
card too many and is `returning` one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, repeat

from msgspec.structs import replace

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.move_lists import Made
from cityleague.engine.card_city_xl.moves import Divide, Lot, Move, Offer, Return, Show, Take
from cityleague.engine.card_city_xl.setting import OPEN_IN_FIRST_LOT
from cityleague.engine.card_city_xl.table import DIVIDING, OFFERING, RETURNING, SHOWING, TAKING, CardCityTable, Division
from cityleague.engine.rules import refuse

_LOTS: tuple[Lot, Lot] = ("first", "second")
_TAKES = Made[Lot, Move](Take, _LOTS)


def begin(table: CardCityTable) -> bool:
    """Begin phase 1 with the cards of the round in the pool; return whether somebody must decide."""
    setting = table.setting
    table.last_divisions = tuple(table.divisions)
    table.divisions = []
    table.played = [()] * setting.seats
    table.actor = table.order[0]
    if setting.solo:
        if len(table.pool) > setting.share:
            table.give_turn(table.actor, RETURNING)
            return True
        _deal(table, table.actor, table.pool, (), None)
        table.pool = []
        return False
    table.waiting = table.order[1:]
    table.give_turn(table.actor, DIVIDING)
    return True


def _deal(table: CardCityTable, seat: int, open_: Iterable[str], hidden: Iterable[str], hider: int | None) -> None:
    hand = table.hands[seat]
    hand.open, hand.hidden, hand.hider = list(open_), list(hidden), hider


# -- dividing


def verify_divide(table: CardCityTable, _seat: int, move: Divide) -> list[str]:
    """The cards that the first lot leaves; raises IllegalMove if it is not a possible one."""
    hidden = table.setting.hidden_in_first_lot
    if len(move.open) != OPEN_IN_FIRST_LOT or len(move.hidden) != hidden:
        wanted = f"{OPEN_IN_FIRST_LOT} open and {hidden} hidden cards"
        given = f"{len(move.open)} open and {len(move.hidden)} hidden"
        refuse(rules.FIRST_LOT, f"the first lot has {wanted}, not {given}", "open" if not hidden else None)
    left = table.pool.copy()
    _take_out(table, left, "open", move.open)
    _take_out(table, left, "hidden", move.hidden)
    return left


def _take_out(table: CardCityTable, held: list[str], field: str, cards: Iterable[str]) -> None:
    """Remove these cards from those that are held; raises IllegalMove if one is not among them."""
    for card in cards:
        try:
            held.remove(card)
        except ValueError:
            refuse(rules.NOT_HELD, f"{card} is missing, or too rare, among {', '.join(table.pool)}", field)


def legal_divide(table: CardCityTable, _seat: int) -> Sequence[Move]:
    """Every first lot."""
    pool = _sorted(table, table.pool)

    def divide(lot: _Places) -> Move:
        open_, hidden = lot
        return Divide(tuple(map(pool.__getitem__, open_)), tuple(map(pool.__getitem__, hidden)))

    return Made(divide, _first_lots(tuple(map(pool.index, pool)), table.setting.hidden_in_first_lot))


_Places = tuple[tuple[int, ...], tuple[int, ...]]
"""The open and the hidden cards of a lot, by their places in the pool."""


@lru_cache(maxsize=1 << 8)
def _first_lots(pool: tuple[int, ...], hidden: int) -> list[_Places]:
    """Every first lot; `pool`: for each card, the place of the first one that equals it. So few pools differ."""
    lots: list[_Places] = []
    covered, number = dict.fromkeys(combinations(pool, hidden)), Counter(pool)  # no card is hidden, or one
    for open_ in dict.fromkeys(combinations(pool, OPEN_IN_FIRST_LOT)):
        left = covered
        for card in open_ if hidden else ():
            if number[card] == open_.count(card) and (card,) in left:
                left = left.copy()
                del left[(card,)]
        lots += zip(repeat(open_), left, strict=False)
    return lots


def apply_divide(table: CardCityTable, seat: int, move: Divide, left: list[str]) -> None:
    """Lay out the first lot."""
    table.pool = left
    table.divisions.append(Division(seat, move.open, move.hidden))
    table.stage = SHOWING


def _sorted(table: CardCityTable, cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=table.setting.rank.__getitem__)


# -- showing


def verify_show(table: CardCityTable, _seat: int, move: Show) -> list[str]:
    """The cards that stay hidden in the second lot; raises IllegalMove if the others cannot lie open."""
    shares = len(table.waiting)
    if len(move.cards) != shares:
        refuse(
            rules.SECOND_LOT,
            f"of the {len(table.pool)} cards of the second lot {shares} must lie open, not {len(move.cards)}",
            "cards",
        )
    left = table.pool.copy()
    _take_out(table, left, "cards", move.cards)
    return left


def legal_show(table: CardCityTable, _seat: int) -> Sequence[Move]:
    """Every choice of open cards for the second lot."""
    pool = _sorted(table, table.pool)
    number = len(table.waiting)
    return Made(Show, list(dict.fromkeys(combinations(pool, number))))


def apply_show(table: CardCityTable, _seat: int, move: Show, left: list[str]) -> None:
    """Lay out the second lot."""
    hidden = tuple(_sorted(table, left))
    table.divisions[-1] = replace(table.divisions[-1], second_open=move.cards, second_hidden=hidden)
    table.pool = []
    if table.setting.advanced:
        table.stage = OFFERING
    else:
        table.give_turn(table.waiting[0], TAKING)


# -- offering


def verify_offer(table: CardCityTable, seat: int, move: Offer) -> None:
    """Raise IllegalMove unless the divider has this money."""
    own = table.money[seat]
    for field, amount in (("first", move.first), ("second", move.second)):
        if amount < 0:
            refuse(rules.OFFER, f"{amount} $ cannot be put on a lot", field)
    if move.first + move.second > own:
        refuse(rules.OFFER, f"{move.first} + {move.second} $ are more than the {own} $ there are")


def legal_offer(table: CardCityTable, seat: int) -> Sequence[Move]:
    """Every offer with money on one lot at most; `verify` also takes money on both."""
    own = table.money[seat]
    return Made(lambda n: Offer(first=n) if n <= own else Offer(second=n - own), range(2 * own + 1))


def apply_offer(table: CardCityTable, seat: int, move: Offer, _: None) -> None:
    """Put the money on the lots."""
    table.money[seat] -= move.first + move.second
    table.divisions[-1] = replace(table.divisions[-1], money=(move.first, move.second))
    table.give_turn(table.waiting[0], TAKING)


# -- taking


def legal_take(_table: CardCityTable, _seat: int) -> Sequence[Move]:
    """Either lot."""
    return _TAKES


def apply_take(table: CardCityTable, seat: int, move: Take, _: None) -> None:
    """Give the lots to taker and divider. While a seat still waits, the owner of the second lot divides it."""
    table.divisions[-1] = made = replace(table.divisions[-1], taker=seat, taken=move.lot)
    divider, (first, second) = made.divider, made.money
    first_to, second_to = (seat, divider) if move.lot == "first" else (divider, seat)
    table.money[first_to] += first
    table.money[second_to] += second
    _deal(table, first_to, made.first_open, made.first_hidden, divider)
    table.waiting = table.waiting[1:]
    if table.waiting:
        table.pool = [*made.second_open, *made.second_hidden]
        table.give_turn(second_to, DIVIDING)
        return
    _deal(table, second_to, made.second_open, made.second_hidden, divider)
    table.decided(seat)


# -- returning (solo)


def verify_return(table: CardCityTable, _seat: int, move: Return) -> None:
    """Raise IllegalMove unless this card was drawn."""
    if move.card not in table.pool:
        refuse(rules.RETURN, f"the cards drawn are {', '.join(table.pool)}", "card")


def legal_return(table: CardCityTable, _seat: int) -> Sequence[Move]:
    """Each of the cards drawn."""
    return [Return(card) for card in dict.fromkeys(_sorted(table, table.pool))]


def apply_return(table: CardCityTable, seat: int, move: Return, _: None) -> None:
    """Put the card under the deck, and keep the others."""
    table.bottom.append(move.card)
    table.pool.remove(move.card)
    _deal(table, seat, table.pool, (), None)
    table.pool = []
    table.decided(seat)
