"""Goods that a city lacks: what they cost, of whom they come, what stands in for them, and that all ways are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from cityleague.engine.neom.moves import Anchor, Build, Cell, Pick, Purchase, Sell
from cityleague.engine.neom.state import NeomState
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import IllegalMove

from ..rows import rows
from .helpers import do, position, refusal
from .scenes import buy, code, cost_of, facing, makers, money, put, raws_without, routes

LEFT: Mapping[Cell, int] = {(-1, 0): 32, (-2, 0): 32}
RIGHT: Mapping[Cell, int] = {(1, 0): 32, (2, 0): 32}
NO_CONCRETE = raws_without("stone", seats=5)
ROUTES = [(False, False), (True, False), (False, True), (True, True)]


def roads(left: bool, right: bool) -> dict[Cell, int]:
    """Wind turbines up to the borders."""
    return {**(LEFT if left else {}), **(RIGHT if right else {})}


# -- three to five players


@rows("left, right", ROUTES)
@rows("seats, seller", [(n, s) for n in (3, 4, 5) for s in range(1, n)])
@rows("number, good, base", [(54, "stone", 2), (45, "concrete", 4), (90, "electronics", 10)])
def test_seats_between_make_goods_dear_and_routes_cheap(
    number: int, good: str, base: int, seats: int, seller: int, left: bool, right: bool
) -> None:
    maker = makers(good)
    for way, between, active in [("left", seller - 1, left), ("right", seats - seller - 1, right)]:
        state = facing(
            number,
            seats=seats,
            city=roads(left, right),
            others={seller: maker},
            others_picked={1: 6},
            raws=raws_of(good, seats),
        )
        assert routes(state) == (left, right)
        do(state, put(number, buy=(buy(good, seller, way),)))
        price = base + between - active
        assert state.view(None).incoming == tuple(price if seat == seller else 0 for seat in range(seats))
        assert money(state) == 50 - price
        assert money(state, seller) == 50


def raws_of(good: str, seats: int) -> tuple[str, ...]:
    """Boards that do not make the good."""
    return raws_without(good, seats=seats)


SELLING: dict[int, Mapping[Cell, int]] = {1: makers("concrete"), 2: makers("gold")}


@rows(
    "purchases, expected",
    [
        ((buy("concrete", 1, "left"),), ""),
        ((buy("concrete", 1, "right"),), ""),
        ((), "NEOM-BUILD-GOOD"),
        ((buy("concrete", 1),), "NEOM-BUY-WAY"),
        ((buy("concrete", 1, "both"),), "NEOM-BUY-WAY"),
        ((buy("concrete", None, "left"),), "NEOM-BUY-SELLER"),
        ((buy("concrete"),), "NEOM-BUY-SELLER"),
        ((buy("concrete", 2, "left"),), "NEOM-BUY-SELLER"),
        ((buy("concrete", 0, "left"),), "NEOM-BUY-SELLER"),
        ((buy("concrete", 3, "left"),), "NEOM-BUY-SELLER"),
        ((buy("concrete", -2, "left"),), "NEOM-BUY-SELLER"),
        ((buy("concrete", 1, "left"), buy("gold", 2, "left")), "NEOM-BUY-NOT-NEEDED"),
        ((buy("concrete", 1, "left"), buy("concrete", 1, "right")), "NEOM-BUY-NOT-NEEDED"),
        ((buy("concrete", 1, "left"), buy("concrete", 1, "left")), "NEOM-BUY-NOT-NEEDED"),
    ],
)
def test_purchases_that_are_allowed_and_not(purchases: tuple[Purchase, ...], expected: str) -> None:
    assert code(facing(45, others=SELLING, raws=NO_CONCRETE), put(45, buy=purchases)) == expected


def test_what_the_city_makes_is_not_bought() -> None:
    state = facing(45, city=makers("concrete"), others=SELLING)
    assert code(state, put(45, buy=(buy("concrete", 1, "left"),))) == "NEOM-BUY-NOT-NEEDED"
    assert code(facing(8, others=SELLING), put(8, buy=(buy("concrete", 1, "left"),))) == "NEOM-BUY-NOT-NEEDED"


@rows(
    "city, bought, why",
    [
        ("concrete", ["concrete"], "the city makes concrete itself"),
        ("gold", ["glass"], "glass is not needed"),
        ("gold", ["concrete", "concrete"], "concrete has been bought or stood in for already"),
    ],
)
def test_why_a_good_cannot_be_bought_is_said(city: Any, bought: list[Any], why: str) -> None:
    state = facing(45, city=makers(city), others={1: makers("concrete"), 2: makers("glass")})
    move = put(45, buy=tuple([buy(good, 1 + (good == "glass"), "left") for good in bought]))
    with pytest.raises(IllegalMove, match=why):
        state.verify(0, move)


def test_the_price_and_the_purchases_are_paid_together() -> None:
    """74 takes 2 and concrete, which costs 4."""
    move = put(74, buy=(buy("concrete", 1, "left"),))
    assert code(facing(74, others=SELLING, money=5), move) == "NEOM-BUILD-MONEY"
    assert code(facing(74, others=SELLING, money=6), move) == ""


def test_money_at_once_does_not_pay_for_its_tile() -> None:
    state = facing(46, others=SELLING, money=3)
    assert code(state, put(46, buy=(buy("gold", 2, "right"),))) == "NEOM-BUILD-MONEY"


def test_several_goods_come_from_several_seats() -> None:
    others = {1: makers("glass"), 2: makers("plastic", "steel"), 3: makers("steel")}
    state = facing(96, seats=4, others=others, others_picked={1: 88}, raws=NO_CONCRETE[:4])
    purchases = (buy("glass", 1, "left"), buy("plastic", 2, "right"), buy("steel", 3, "left"))
    do(state, put(96, buy=purchases))
    assert state.view(None).incoming == (0, 4, 5, 6)
    assert money(state) == 50 - 15


def test_goods_are_those_that_were_made_when_the_tiles_were_shown() -> None:
    """All act at once: what is built or lost in this round does not matter for the sale."""
    state = facing(45, others={1: makers("stone")}, others_picked={1: 68}, raws=NO_CONCRETE)
    do(state, put(68), seat=1)
    assert code(state, put(45, buy=(buy("concrete", 1, "left"),))) == "NEOM-BUY-SELLER"
    lost = facing(45, others={1: {(0, 1): 12, **makers("ore")}}, others_picked={1: 53}, raws=NO_CONCRETE)
    do(lost, put(53, (0, 1)), seat=1)
    assert code(lost, put(45, buy=(buy("concrete", 1, "left"),))) == ""


def test_what_a_sale_brings_is_there_in_the_next_round() -> None:
    state = facing(45, others=SELLING, others_picked={1: 49}, raws=NO_CONCRETE, money=4, anchors=[125])
    do(state, put(45, buy=(buy("concrete", 1, "left"),)))
    state.table.money[1] = 3
    assert code(state, put(49), seat=1) == "NEOM-BUILD-MONEY"
    assert (money(state, 1), state.view(1).incoming[1]) == (3, 4)
    do(state, Sell(), seat=1)
    assert (money(state, 1), state.view(1).incoming[1]) == (3 + 5 + 4, 0)


# -- two players


@rows("left, right", ROUTES)
@rows("other", [False, True])
@rows("number, good, base", [(54, "stone", 2), (45, "concrete", 4), (90, "electronics", 10)])
def test_two_players_buy_from_each_other_or_from_the_bank(
    number: int, good: str, base: int, other: bool, left: bool, right: bool
) -> None:
    details: dict[str, Any] = {"seats": 2, "city": roads(left, right), "raws": raws_of(good, 2)}
    state = facing(number, others={1: makers(good) if other else {}}, **details)
    for seller in (None, 0, 1, 2):
        right_one = seller == (1 if other else None)
        assert code(state, put(number, buy=(buy(good, seller),))) == ("" if right_one else "NEOM-BUY-SELLER")
    for way in ("left", "right", "both"):
        assert code(state, put(number, buy=(buy(good, 1 if other else None, way),))) == "NEOM-BUY-WAY"
    do(state, put(number, buy=(buy(good, 1 if other else None),)))
    price = max(1, base - left - right)
    assert money(state) == 50 - price
    assert money(state, 1) == 50 + (price if other else 0)


def test_what_the_second_player_sold_is_there_in_the_next_round() -> None:
    """Seat 0 begins the round and buys of seat 1, who cannot build with that money."""
    state = do(position(2, picked=6, others={1: {(0, -1): 13}}, raws=("coal", "stone")), Sell())
    draw = state.pending()
    assert isinstance(draw, Draw)
    state.resolve([9, 1, 2, 3])
    do(state, Pick(9), put(9, buy=(buy("gold", 1),)))
    state.table.money[1] = 0
    do(state, Pick(1), seat=1)
    assert state.view(1).incoming == (0, 4)
    assert code(state, put(1), seat=1) == "NEOM-BUILD-MONEY"
    do(state, Sell(), seat=1)
    assert money(state, 1) == 5 + 4


def test_two_players_buy_from_cities_as_they_are_at_that_moment() -> None:
    state = do(position(2, picked=6, raws=("coal", "ore")), Sell())
    state.resolve([9, 13, 2, 3])
    do(state, Pick(13), put(13, (0, 1), buy=(buy("ore", 1),)))
    do(state, Pick(9), seat=1)
    assert code(state, put(9, buy=(buy("gold"),)), seat=1) == "NEOM-BUY-SELLER"
    assert code(state, put(9, buy=(buy("gold", 0),)), seat=1) == ""


# -- alone


@rows("number, good, level", [(54, "stone", 1), (45, "concrete", 2), (90, "electronics", 3)])
def test_alone_levels_open_with_the_generations(number: int, good: str, level: int) -> None:
    for generation in (1, 2, 3):
        state = facing(number, seats=1, generation=generation, raws=("coal",))
        expected = "" if generation >= level else "NEOM-BUY-LEVEL"
        assert code(state, put(number, buy=(buy(good),))) == expected
        assert code(state, put(number, buy=(buy(good, 0),))) in ("NEOM-BUY-SELLER", expected or "-")


@rows("left, right", ROUTES)
def test_alone_a_route_is_used_once_in_a_generation(left: bool, right: bool) -> None:
    for way, active, rebate in [(None, True, 0), ("left", left, 1), ("right", right, 1), ("both", left and right, 2)]:
        state = facing(45, seats=1, city=roads(left, right), raws=("coal",))
        move = put(45, buy=(buy("concrete", None, way),))
        assert code(state, move) == ("" if active else "NEOM-BUY-WAY")
        if active:
            do(state, move)
            assert money(state) == 50 - 4 + rebate
            assert state.view(0).used == (way in ("left", "both"), way in ("right", "both"))


def test_alone_a_used_route_gives_nothing_more() -> None:
    state = facing(45, seats=1, city=roads(True, True), raws=("coal",))
    do(state, put(45, buy=(buy("concrete", None, "left"),)))
    draw = state.pending()
    assert isinstance(draw, Draw)
    state.resolve([74, 42, 43, 44, 48][: draw.take])
    do(state, Pick(74))
    for way, expected in [("left", "NEOM-BUY-WAY"), ("both", "NEOM-BUY-WAY"), ("right", ""), (None, "")]:
        assert code(state, put(74, (1, 1), buy=(buy("concrete", None, way),))) == expected


def test_alone_routes_can_be_used_again_in_the_next_generation() -> None:
    state = facing(45, seats=1, city=roads(True, True), raws=("coal",), turn=7)
    do(state, put(45, buy=(buy("concrete", None, "both"),)))
    while state.view(0).stage == "disaster":
        do(state, state.legal(0)[0])
    assert state.view(0).generation == 3
    assert state.view(0).used == (False, False)


def test_alone_a_route_serves_one_of_two_purchases() -> None:
    state = facing(86, seats=1, city=roads(True, True), raws=("coal",))
    first, second = (put(86, buy=(buy("concrete", None, "left"), buy("glass", None, way))) for way in ("left", "right"))
    assert code(state, first) == "NEOM-BUY-WAY"
    assert code(state, second) == ""
    third = put(86, buy=(buy("concrete", None, "both"), buy("glass", None, "right")))
    assert code(state, third) == "NEOM-BUY-WAY"
    do(state, second)
    assert money(state) == 50 - 3 - 3 + 3


def test_alone_a_good_costs_one_at_least() -> None:
    move = put(54, buy=(buy("stone", None, "both"),))
    assert cost_of(move, roads(True, True), seats=1, raws=("coal",)) == 1


def test_refusals_say_why() -> None:
    alone = refusal(facing(90, seats=1, raws=("coal",), generation=2), put(90, buy=(buy("electronics"),)))
    assert alone[0] == "NEOM-BUY-LEVEL"
    assert "generation 3" in alone[1]


# -- stand-ins


def refused(number: int, city: Mapping[Cell, int], virtual: tuple[str, ...], **details: Any) -> str:
    """The code that refuses to build with these goods stood in for."""
    return code(facing(number, city=city, raws=("wood", "oil", "gas"), **details), put(number, virtual=virtual))


def test_each_stand_in_serves_one_good_a_build() -> None:
    post, customs, both = {(0, -1): 59}, {(0, -1): 111}, {(0, -1): 59, (1, 0): 111}
    assert refused(51, post, ("coal",)) == "NEOM-BUILD-GOOD"
    assert refused(51, post, ("coal", "ore")) == "NEOM-BUILD-STAND-IN"
    assert refused(51, customs, ("coal", "ore")) == "NEOM-BUILD-STAND-IN"
    assert refused(51, both, ("coal", "ore")) == ""
    assert refused(51, both, ("ore", "coal")) == ""
    assert refused(86, customs, ("concrete",)) == "NEOM-BUILD-GOOD"
    assert refused(86, both, ("concrete", "glass")) == "NEOM-BUILD-STAND-IN"
    assert refused(51, both, ("coal", "coal")) == "NEOM-BUILD-STAND-IN"
    assert refused(51, {}, ("coal",)) == "NEOM-BUILD-STAND-IN"
    assert refused(88, both, ("sports_cars",)) == "NEOM-BUILD-STAND-IN"


def test_only_missing_goods_of_the_build_are_stood_in_for() -> None:
    both = {(0, -1): 59, (1, 0): 111}
    assert refused(55, both, ("wood",)) == "NEOM-BUILD-STAND-IN"
    assert refused(53, both, ("ore", "stone")) == "NEOM-BUILD-STAND-IN"
    assert refused(57, both, ("stone",)) == "NEOM-BUILD-STAND-IN"


def test_a_good_is_not_bought_and_stood_in_for() -> None:
    state = facing(54, city={(0, -1): 59}, raws=("wood", "stone", "gas"))
    move = put(54, virtual=("stone",), buy=(buy("stone", 1, "left"),))
    assert code(state, move) in ("NEOM-BUY-NOT-NEEDED", "NEOM-BUILD-STAND-IN")


def test_a_stand_in_and_a_purchase_serve_together() -> None:
    state = facing(51, city={(0, -1): 59}, raws=("wood", "ore", "gas"), others_picked={1: 42})
    do(state, put(51, virtual=("coal",), buy=(buy("ore", 1, "left"),)))
    assert money(state) == 48


# -- alternatives


@rows(
    "number, raw, city, first, second",
    [
        (16, "coal", {}, "", "NEOM-BUILD-GOOD"),
        (16, "oil", {}, "NEOM-BUILD-GOOD", ""),
        (16, "ore", {}, "NEOM-BUILD-GOOD", "NEOM-BUILD-GOOD"),
        (77, "gas", {}, "", "NEOM-BUILD-GOOD"),
        (77, "oil", {}, "NEOM-BUILD-GOOD", ""),
        (60, "ore", {}, "NEOM-BUILD-GOOD", ""),
        (60, "ore", {(0, -1): 51}, "", ""),
    ],
)
def test_one_alternative_is_chosen(number: int, raw: str, city: dict[Cell, int], first: str, second: str) -> None:
    state = facing(number, city=city, raws=(raw, "wood", "stone"))
    assert code(state, put(number, alternative=0)) == first
    assert code(state, put(number, alternative=1)) == second
    assert code(state, put(number, alternative=2)) == "NEOM-BUILD-ALTERNATIVE"
    assert code(state, put(number, alternative=-1)) == "NEOM-BUILD-ALTERNATIVE"


def test_what_the_other_alternative_needs_is_not_bought() -> None:
    state = facing(60, others={1: makers("steel")})
    assert code(state, put(60, alternative=1, buy=(buy("steel", 1, "left"),))) == "NEOM-BUY-NOT-NEEDED"
    assert code(state, put(60, buy=(buy("steel", 1, "left"),))) == ""


# -- all ways to pay are listed: against a search of everything that can be said

COSTS: dict[int, list[tuple[Any, ...]]] = {
    8: [()],
    16: [("coal",), ("oil",)],
    45: [("concrete",)],
    51: [("coal", "ore")],
    60: [("steel",), ()],
    77: [("gas",), ("oil",)],
    86: [("concrete", "glass")],
    96: [("glass", "plastic", "steel")],
    125: [()],
}


def everything(state: NeomState, number: int) -> Iterator[Build]:
    """All legal moves that build the tile, in any way to pay."""
    kind = Anchor if number > 120 else Build
    seats: list[int | None] = [None, *range(state.seats)]
    for alternative, needed in enumerate(COSTS[number]):
        options: list[list[Any]] = [
            [None, "virtual", *[Purchase(good, s, way) for s in seats for way in (None, "left", "right", "both")]]
            for good in needed
        ]
        ways = [
            (tuple(purchase for purchase in choice if isinstance(purchase, Purchase)),
             tuple(good for good, means in zip(needed, choice, strict=True) if means == "virtual"))
            for choice in product(*options)
        ]  # fmt: skip
        cells = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]  # a road leads there, however one pays
        cells = [cell for cell in cells if code(state, kind(number, cell, alternative)) != "NEOM-BUILD-ROAD"]
        for cell, (purchases, virtual) in product(cells, ways):
            move = kind(number, cell, alternative, purchases, virtual)
            if not code(state, move):
                yield move


def paid(state: NeomState, move: Build) -> tuple[int, ...]:
    """What the move costs: to the bank, to each seat, and of the trade routes."""
    after = state.copy()
    after.apply(0, move)
    had, has = state.view(None), after.view(None)
    gain = [a + b - c for a, b, c in zip(has.money, has.incoming, had.money, strict=True)]
    return (-sum(gain), *gain[1:], *[int(b) - int(a) for a, b in zip(had.used, has.used, strict=True)])


def undercut(way: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the other way costs less somewhere and no more anywhere."""
    return way != other and all(b <= a for a, b in zip(way, other, strict=True))


SHOPS = {1: makers("concrete", "coal", "plastic"), 2: makers("glass", "coal", "steel"), 3: makers("concrete", "ore")}
POSITIONS: list[tuple[int, int, dict[str, Any]]] = [
    (3, 45, {}), (3, 45, {"city": dict(RIGHT)}), (4, 86, {"city": dict(LEFT)}), (4, 86, {"money": 8}),
    (4, 51, {"city": {(0, -1): 59}}), (4, 51, {"city": {(0, -1): 59, (1, 0): 111}}), (4, 16, {}), (3, 60, {}),
    (4, 86, {"city": {(0, -1): 59, (1, 0): 111}}), (4, 96, {"city": {(0, -1): 59, (1, 0): 111}}),
    (3, 60, {"money": 4}), (4, 77, {"money": 6}), (3, 8, {"city": {(0, 1): 7, (1, 0): 1}}), (3, 125, {}),
    (2, 45, {}), (2, 86, {"city": {**LEFT, **RIGHT}}), (2, 51, {"city": {(0, -1): 59}}), (2, 60, {}), (2, 77, {}),
    (2, 86, {"city": {(0, -1): 111}, "money": 4}),
    (1, 45, {"city": {**LEFT, **RIGHT}}), (1, 86, {"city": {**LEFT, **RIGHT}}), (1, 86, {"city": dict(LEFT)}),
    (1, 51, {"city": {**LEFT, **RIGHT, (0, -1): 59}}), (1, 60, {"city": dict(RIGHT)}),
    (1, 16, {"city": {**LEFT, **RIGHT}}),
    (1, 96, {"city": {**LEFT, **RIGHT, (0, -1): 111}}), (1, 77, {"city": {**LEFT, **RIGHT}}),
]  # fmt: skip


@pytest.mark.exhaustive
@rows("seats, number, details", POSITIONS)
def test_all_ways_to_pay_that_no_other_undercuts_are_listed(seats: int, number: int, details: dict[str, Any]) -> None:
    raws = ("wood", "ore", "gas", "oil")[:seats]
    others = {seat: city for seat, city in SHOPS.items() if seat < seats}
    picked = {1: 6} if seats > 2 else {}
    state = facing(number, seats=seats, **{"others": others, "raws": raws, "others_picked": picked, **details})
    ways = {move: paid(state, move) for move in everything(state, number)}
    costs = {(move.cell, cost) for move, cost in ways.items()}
    best = {(cell, cost) for cell, cost in costs if not any(c == cell and undercut(cost, other) for c, other in costs)}
    listed = [move for move in state.legal(0) if isinstance(move, Build) and move.tile == number]
    assert {plain(move) for move in listed} <= {plain(move) for move in ways}
    assert sorted((move.cell, paid(state, move)) for move in listed) == sorted(best)
    assert Sell() in state.legal(0)


def plain(move: Build) -> tuple[Any, ...]:
    """A move without regard to the order of what is bought."""
    return type(move), move.tile, move.cell, move.alternative, frozenset(move.buy), frozenset(move.virtual)


@rows("number", [6, 7, 121])
@rows("seats", [1, 2, 3, 5])
@rows(
    "details, refused",
    [
        ({}, ""),
        ({"virtual": ("coal",)}, "NEOM-BUILD-STAND-IN"),
        ({"virtual": ("steel", "steel")}, "NEOM-BUILD-STAND-IN"),
        ({"alternative": 1}, "NEOM-BUILD-ALTERNATIVE"),
    ],
)
def test_a_tile_that_costs_no_goods_takes_no_payment_in_goods(
    number: int, seats: int, details: dict[str, Any], refused: str
) -> None:
    """Not even if a tile of the city stands in for them."""
    for city in ({}, {(2, 2): 111}):
        state = facing(number, seats=seats, city=city)
        assert code(state, put(number, **details)) == refused
