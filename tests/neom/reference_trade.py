"""What a tile of NEOM takes, straight from RULES.md: costs, prices, and all the ways to pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from ..oracle_loop import Move
from .reference_city import City, Tile

LEVELS = {
    "raw": ["coal", "ore", "wood", "stone", "gas", "oil"],
    "trade": ["steel", "lumber", "glass", "copper", "concrete", "diamonds", "plastic", "gold"],
    "luxury": ["sports_cars", "jewellery", "electronics"],
}
SOLO_LEVELS = {1: ["raw"], 2: ["raw", "trade"], 3: ["raw", "trade", "luxury"]}
"""What one who plays alone can buy in each generation."""

Vector = tuple[int, ...]
"""Paid to the bank and to each seat; then, alone, the trade routes used up, the left and the right one."""


def level_of(good: str) -> str:
    return next(level for level, goods in LEVELS.items() if good in goods)


class Buyer(NamedTuple):
    """Who builds, and all that matters for what he must pay."""

    seat: int
    players: int
    generation: int
    money: int
    city: City
    sale: list[set[str]]
    """What each seat sells."""
    used: set[str]
    """Alone: the trade routes used up in this generation."""
    prices: dict[str, int]
    """Those of the levels."""

    def routes(self) -> set[str]:
        """The active trade routes."""
        return {way for way, active in (("left", self.city.left), ("right", self.city.right)) if active}


def ways_of(purchase: Move) -> set[str]:
    """The trade routes that one who plays alone uses up."""
    way = purchase.get("way")
    if way is None:
        return set()
    return {"left", "right"} if way == "both" else {way}


def price(buyer: Buyer, purchase: Move) -> int | None:
    """What this purchase alone costs; None if it cannot be made."""
    good, seller, way = purchase["good"], purchase.get("seller"), purchase.get("way")
    base = buyer.prices[level_of(good)]
    if buyer.players == 1:
        if seller is not None or level_of(good) not in SOLO_LEVELS[buyer.generation]:
            return None
        if not ways_of(purchase) <= buyer.routes() - buyer.used:
            return None
        return max(1, base - len(ways_of(purchase)))
    if buyer.players == 2:
        other = 1 - buyer.seat
        if way is not None or seller != (other if good in buyer.sale[other] else None):
            return None
        return max(1, base - len(buyer.routes()))
    if seller is None or seller not in range(buyer.players) or seller == buyer.seat:
        return None
    if good not in buyer.sale[seller]:
        return None
    if way not in {"left", "right"}:
        return None
    step = 1 if way == "left" else -1
    between, seat = 0, (buyer.seat + step) % buyer.players
    while seat != seller:
        between, seat = between + 1, (seat + step) % buyer.players
    return base + between - (1 if way in buyer.routes() else 0)


def stood_in(city: City, goods: list[str]) -> bool:
    """Whether there is a tile of its own to stand in for each of these goods."""
    helpers = [city.book[number]["stands_in"] for number in city.numbers_with("stands_in")]
    return any(
        all(level_of(good) in levels for good, levels in zip(goods, chosen, strict=True))
        for chosen in permutations(helpers, len(goods))
    )


def costs_of(tile: Tile) -> list[dict[str, Any]]:
    """The costs of which one is chosen."""
    return list(tile.get("cost", [{}]))


def outlays(buyer: Buyer, tile: Tile, move: Move) -> Vector:
    """What a move with purchases that can be made pays to whom."""
    bank = costs_of(tile)[move.get("alternative", 0)].get("money", 0)
    sellers = [0] * buyer.players
    used: set[str] = set()
    for purchase in move.get("buy", ()):
        paid = price(buyer, purchase)
        assert paid is not None, purchase
        if purchase.get("seller") is None:
            bank += paid
        else:
            sellers[purchase["seller"]] += paid
        if buyer.players == 1:
            used |= ways_of(purchase)
    return (bank, *sellers, int("left" in used), int("right" in used))


def paid(vector: Vector) -> int:
    return sum(vector[:-2])


def may_pay(buyer: Buyer, tile: Tile, move: Move) -> bool:
    """Whether this is a way to get what the tile costs."""
    alternative = move.get("alternative", 0)
    if alternative not in range(len(costs_of(tile))):
        return False
    missing = [good for good in costs_of(tile)[alternative].get("goods", ()) if good not in buyer.city.goods]
    bought, virtual = list(move.get("buy", ())), list(move.get("virtual", ()))
    if Counter(missing) != Counter([purchase["good"] for purchase in bought] + virtual):
        return False
    if not stood_in(buyer.city, virtual):
        return False
    if any(price(buyer, purchase) is None for purchase in bought):
        return False
    if buyer.players == 1:
        uses = Counter(way for purchase in bought for way in ways_of(purchase))
        if any(number > 1 for number in uses.values()):
            return False
    return paid(outlays(buyer, tile, move)) <= buyer.money


def purchases(buyer: Buyer, good: str) -> list[Move]:
    """Every way to buy a good, by itself."""
    legal = []
    for seller in (None, *range(buyer.players)):
        for way in (None, "left", "right", "both"):
            purchase: Move = {"good": good}
            if seller is not None:
                purchase["seller"] = seller
            if way is not None:
                purchase["way"] = way
            if price(buyer, purchase) is not None:
                legal.append(purchase)
    return legal


def all_ways(buyer: Buyer, tile: Tile) -> Iterator[Move]:
    """Every way to pay, undercut or not: the fields that a move needs for it."""
    for alternative, cost in enumerate(costs_of(tile)):
        missing = [good for good in cost.get("goods", ()) if good not in buyer.city.goods]
        for chosen in product(*([None, *purchases(buyer, good)] for good in missing)):
            bought = [purchase for purchase in chosen if purchase is not None]
            virtual = [good for good, purchase in zip(missing, chosen, strict=True) if purchase is None]
            way: Move = {}
            if alternative:
                way["alternative"] = alternative
            if bought:
                way["buy"] = bought
            if virtual:
                way["virtual"] = virtual
            if may_pay(buyer, tile, way):
                yield way


def undercuts(way: Vector, other: Vector) -> bool:
    """Whether one pays nobody more than the other, and somebody less."""
    return way != other and all(mine <= yours for mine, yours in zip(way, other, strict=True))


def best_ways(buyer: Buyer, tile: Tile) -> list[Move]:
    """The ways to pay that no other undercuts, one for each that differ in what is paid to whom."""
    cheapest: dict[Vector, Move] = {}
    for way in all_ways(buyer, tile):
        cheapest.setdefault(outlays(buyer, tile, way), way)
    return [way for vector, way in cheapest.items() if not any(undercuts(other, vector) for other in cheapest)]
