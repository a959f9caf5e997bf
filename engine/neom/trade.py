"""What a build takes: tiles, goods and money; and where missing goods come from (rulebook: Fehlende Waren kaufen)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.neom import rules
from cityleague.engine.neom.moves import LEVELS, Build, Good, Purchase, Way
from cityleague.engine.neom.table import PICKING, NeomTable
from cityleague.engine.neom.tiles import GOOD, GOODS, LEVEL_OF, NUMBER, TYPES, Tile, good_names, good_set
from cityleague.engine.rules import refuse

BANK = None


class Bill(NamedTuple):
    """What a build costs: money for the bank and for sellers, and the trade routes used up after it (left, right)."""

    bank: int
    sellers: tuple[tuple[int, int], ...] = ()
    """(seat, money) of each purchase."""
    used: tuple[bool, bool] = (False, False)

    @property
    def total(self) -> int:
        """All the money that it costs."""
        return self.bank + sum([money for _, money in self.sellers]) if self.sellers else self.bank


class Payment(NamedTuple):
    """A way to pay for a tile, as fields of the move."""

    alternative: int = 0
    buy: tuple[Purchase, ...] = ()
    virtual: tuple[Good, ...] = ()


FREE = Payment()


def verify_payment(table: NeomTable, seat: int, tile: Tile, move: Build) -> Bill | None:
    """What a tile costs with these purchases, or None. Raises IllegalMove unless the seat can pay as the move says."""
    city = table.cities[seat]
    for kind, count in tile.needs:
        if (there := city.count(kind)) < count:
            refuse(rules.NEEDS, f"{tile.name} needs {count} {TYPES[kind]} tiles in the city; there are {there}", "tile")
    if not 0 <= move.alternative < len(tile.costs):
        known = f"0 to {len(tile.costs) - 1} for its costs" if len(tile.costs) > 1 else "only one cost, number 0"
        refuse(rules.ALTERNATIVE, f"{tile.name} has {known}", "alternative")
    due = None
    total, needed = tile.costs[move.alternative]
    missing = needed & ~city.goods
    if move.virtual:
        _check_stand_ins(move.virtual, missing, city.stand_ins, tile)
        missing &= ~good_set(move.virtual)
    if move.buy:
        missing = _check_purchases(table, seat, needed, missing, move.buy)
        due = bill(table, seat, tile, move)
        total = due.total
    if missing:
        names = ", ".join(good_names(missing))
        refuse(rules.GOOD, f"{tile.name} needs {names}: neither made, nor bought, nor stood in for", "buy")
    if total > table.money[seat]:
        blame = "buy" if move.buy else "tile"
        message = f"{tile.name} costs {total} in all; seat {seat} has {table.money[seat]} money"
        refuse(rules.MONEY, message, blame, lambda state: state.table.money[seat] < total)
    return due


def _check_purchases(table: NeomTable, seat: int, needed: int, missing: int, buy: Sequence[Purchase]) -> int:
    """The goods that are missing after these purchases; raises IllegalMove."""
    used = table.used
    for number, purchase in enumerate(buy):
        bit = GOOD[purchase.good]
        if not missing & bit:
            why = f"{purchase.good} has been bought or stood in for already"
            if not needed & bit:
                why = f"{purchase.good} is not needed"
            elif table.cities[seat].goods & bit:
                why = f"the city makes {purchase.good} itself"
            refuse(rules.NOT_NEEDED, why, f"buy/{number}")
        missing ^= bit
        if table.many:
            _check_seller(table, seat, purchase, number)
        elif table.solo:
            _check_alone(table, purchase, number, used)
            used = _used_after(used, purchase)
        else:
            _check_with_two(table, seat, purchase, number)
    return missing


def bill(table: NeomTable, seat: int, tile: Tile, move: Build) -> Bill:
    """What the seat pays to build a tile as the move says, which `verify_payment` allows."""
    bank, used = tile.costs[move.alternative].money, table.used
    sellers = []
    for purchase in move.buy:
        if table.many:
            assert purchase.seller is not None
            assert purchase.way is not None
            price = _price(table, seat, NUMBER[purchase.good], purchase.seller, purchase.way)
        elif table.solo:
            price = max(1, table.box.prices[NUMBER[purchase.good]] - sum(_USES[purchase.way]))
            used = _used_after(used, purchase)
        else:
            price = _price_for_two(table, seat, NUMBER[purchase.good])
        if purchase.seller is BANK:
            bank += price
        else:
            sellers.append((purchase.seller, price))
    return Bill(bank, tuple(sellers), used)


def _check_stand_ins(virtual: Sequence[Good], missing: int, stand_ins: Sequence[int], tile: Tile) -> None:
    for good in virtual:
        if not missing & GOOD[good]:
            refuse(rules.STAND_IN, f"{good} is not missing for {tile.name}", "virtual")
        if virtual.count(good) > 1:
            refuse(rules.STAND_IN, f"{good} is named twice", "virtual")
    if not _matched([GOOD[good] for good in virtual], stand_ins):
        counts = Counter([_levels(goods) for goods in stand_ins])
        there = ", ".join([f"{number} {levels}" for levels, number in counts.items()])
        text = f"the city's tiles stand in for: {there}" if there else "no tile of the city stands in for goods"
        refuse(rules.STAND_IN, text, "virtual")


def _levels(goods: int) -> str:
    return " or ".join([level for level, names in LEVELS.items() if goods & good_set(names)])


def _matched(goods: Sequence[int], stand_ins: Sequence[int]) -> bool:
    """Whether each of these goods can have a stand-in of its own."""
    if not goods:
        return True
    first, rest = goods[0], goods[1:]
    return any(
        first & some and _matched(rest, [*stand_ins[:i], *stand_ins[i + 1 :]]) for i, some in enumerate(stand_ins)
    )


# -- prices


def _price(table: NeomTable, seat: int, good: int, seller: int, way: Way) -> int:
    """The price of a good with three players or more."""
    city = table.cities[seat]
    active = city.left if way == "left" else city.right
    between = (seller - seat if way == "left" else seat - seller) % table.seats - 1
    return table.box.prices[good] + between - active


def _price_for_two(table: NeomTable, seat: int, good: int) -> int:
    """The price of a good with two players."""
    city = table.cities[seat]
    return max(1, table.box.prices[good] - city.left - city.right)


def _check_seller(table: NeomTable, seat: int, purchase: Purchase, number: int) -> None:
    """Raise IllegalMove unless the good can be bought so, with three players or more."""
    seller, good, way = purchase.seller, purchase.good, purchase.way
    sale, bit = table.sale, GOOD[good]
    if seller is None or seller == seat or not 0 <= seller < table.seats or not sale[seller] & bit:
        sellers = [other for other in range(table.seats) if other != seat and sale[other] & bit]
        makers = f"made by seat {' and '.join(map(str, sellers))}" if sellers else "made by nobody else"
        refuse(
            rules.SELLER,
            f"{good} cannot be bought from {_called(seller)}: {makers} when the picked tiles were shown",
            f"buy/{number}/seller",
        )
    if way is None or way == "both":
        refuse(rules.WAY, f"the {good} comes from the left or from the right", f"buy/{number}/way")


def _called(seller: int | None) -> str:
    return "the bank" if seller is BANK else f"seat {seller}"


def _check_with_two(table: NeomTable, seat: int, purchase: Purchase, number: int) -> None:
    """Raise IllegalMove unless the good can be bought so, with two players."""
    other, good = 1 - seat, purchase.good
    seller = other if table.cities[other].goods & GOOD[good] else BANK
    if purchase.seller != seller:
        refuse(
            rules.SELLER,
            f"{good} is bought from {_called(seller)} here, not from {_called(purchase.seller)}",
            f"buy/{number}/seller",
        )
    if purchase.way is not None:
        refuse(rules.WAY, "with two players there is no way to choose: all active routes count", f"buy/{number}/way")


_USES: dict[Way | None, tuple[bool, bool]] = {
    None: (False, False), "left": (True, False), "right": (False, True), "both": (True, True),
}  # fmt: skip


def _sold_by_bank(table: NeomTable, good: Good) -> bool:
    """Whether a solo player can buy this good in this generation."""
    return [*LEVELS].index(LEVEL_OF[good]) < table.generation


def _used_after(used: tuple[bool, bool], purchase: Purchase) -> tuple[bool, bool]:
    """The trade routes used up after a purchase in the solo game."""
    left, right = _USES[purchase.way]
    return used[0] or left, used[1] or right


def _check_alone(table: NeomTable, purchase: Purchase, number: int, used: tuple[bool, bool]) -> None:
    """Raise IllegalMove unless the good can be bought so in the solo game."""
    good, city = purchase.good, table.cities[0]
    if not _sold_by_bank(table, good):
        first = [*LEVELS].index(LEVEL_OF[good]) + 1
        refuse(rules.LEVEL, f"{good} can be bought from generation {first} on", f"buy/{number}/good")
    if purchase.seller is not BANK:
        refuse(rules.SELLER, "a solo player buys from the bank", f"buy/{number}/seller")
    uses = _USES[purchase.way]
    for name, use, active, gone in zip(("left", "right"), uses, (city.left, city.right), used, strict=True):
        if use and (gone or not active):
            why = "has been used in this generation" if gone else "is not active"
            refuse(rules.WAY, f"the {name} trade route {why}", f"buy/{number}/way")


# -- all ways to pay


class _Offer(NamedTuple):
    """A way to buy a good: the move's purchase, who gets how much, and the trade routes used up after it."""

    purchase: Purchase
    receiver: int
    """A seat, or -1 for the bank."""
    price: int
    used: tuple[bool, bool]


def _offers(table: NeomTable, seat: int, good: int, used: tuple[bool, bool]) -> Iterator[_Offer]:
    """The ways to buy a good: each seller, by the cheapest way; alone, every use of trade routes."""
    name = GOODS[good]
    if table.many:  # while tiles are picked, bots ask what they could buy then
        sale = [city.goods for city in table.cities] if table.stage == PICKING else table.sale
        for seller in range(table.seats):
            if seller != seat and sale[seller] >> good & 1:
                left, right = [_price(table, seat, good, seller, way) for way in ("left", "right")]
                way: Way = "left" if left <= right else "right"
                yield _Offer(Purchase(name, seller, way), seller, min(left, right), used)
    elif table.solo:
        if _sold_by_bank(table, name):
            city = table.cities[seat]
            for how, (west, east) in _USES.items():
                if (not west or (city.left and not used[0])) and (not east or (city.right and not used[1])):
                    price = max(1, table.box.prices[good] - west - east)
                    yield _Offer(Purchase(name, BANK, how), -1, price, (used[0] or west, used[1] or east))
    else:
        other = 1 - seat
        made = table.cities[other].goods >> good & 1
        price = _price_for_two(table, seat, good)
        yield _Offer(Purchase(name, other if made else BANK), other if made else -1, price, used)


_Outlay = tuple[int, ...]
"""What each seat and the bank get (the bank last), and then the trade routes used."""


def payments(table: NeomTable, seat: int, tile: Tile) -> list[Payment]:
    """All ways to pay for a tile, except those that another one undercuts."""
    city = table.cities[seat]
    if tile.free:
        return [FREE]
    if any(city.count(kind) < count for kind, count in tile.needs):
        return []
    money = table.money[seat]
    ways: dict[_Outlay, Payment] = {}
    for number, price in enumerate(tile.costs):
        missing = price.goods & ~city.goods
        if price.money > money:
            continue
        if not missing:
            ways.setdefault((*(0,) * table.seats, price.money, *table.used), Payment(number))
            continue
        for virtual in _stood_in(missing, city.stand_ins):
            rest = members(missing & ~virtual)
            start = [*(0,) * table.seats, price.money]
            names = good_names(virtual)
            for outlay, buy in _bought(table, seat, rest, money - price.money, start, table.used):
                ways.setdefault(outlay, Payment(number, buy, names))
    if len(ways) < 2:
        return list(ways.values())
    return [
        payment
        for outlay, payment in ways.items()
        if not any(other != outlay and all(map(int.__le__, other, outlay)) for other in ways)
    ]


def _stood_in(missing: int, stand_ins: Sequence[int]) -> list[int]:
    """The sets of missing goods for which tiles can stand in, as large as possible."""
    if not stand_ins:
        return [0]
    goods = [1 << i for i in range(missing.bit_length()) if missing >> i & 1]
    for size in range(min(len(stand_ins), len(goods)), 0, -1):
        sets = [sum(chosen) for chosen in combinations(goods, size) if _matched(chosen, stand_ins)]
        if sets:
            return sets
    return [0]


def _bought(
    table: NeomTable, seat: int, goods: Sequence[int], money: int, outlay: list[int], used: tuple[bool, bool]
) -> Iterator[tuple[_Outlay, tuple[Purchase, ...]]]:
    """Every way to buy these goods with this money."""
    if not goods:
        yield (*outlay, *used), ()
        return
    for purchase, receiver, price, now in _offers(table, seat, goods[0], used):
        if price <= money:
            paid = outlay.copy()
            paid[receiver] += price
            for end, others in _bought(table, seat, goods[1:], money - price, paid, now):
                yield end, (purchase, *others)
