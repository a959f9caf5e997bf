"""The rulebook's worked examples and tables, and how setups and deals come out."""

from __future__ import annotations

from itertools import product

from cityleague.engine.neom.moves import Build, Cell, Remove, Sell

from ..rows import rows
from .helpers import do, line, points, position
from .index import INDEX
from .scenes import (
    buy,
    code,
    cost_of,
    exits,
    extra,
    facing,
    far,
    makers,
    money,
    plan,
    put,
    raws_without,
    routes,
    tiles,
    worth,
)

# -- what tiles take


def test_tenements_cost_one() -> None:
    assert code(facing(1, money=0), put(1)) == "NEOM-BUILD-MONEY"
    assert cost_of(put(1), {}) == 1


def test_the_antique_shop_needs_gold_and_the_stock_exchange_three_commercial_tiles() -> None:
    assert code(facing(9), put(9)) == "NEOM-BUILD-GOOD"
    assert code(facing(9, city=makers("gold")), put(9)) == ""
    assert code(facing(94, city=far([6, 7])), put(94)) == "NEOM-BUILD-NEEDS"
    assert code(facing(94, city=far([6, 7, 8])), put(94)) == ""
    assert code(facing(94, city=far([6, 7, 8, 27])), put(94)) == ""


def test_the_steel_foundry_needs_both_and_the_treasury_one_of_two() -> None:
    assert code(facing(51, city=makers("ore"), raws=raws_without("coal", "ore")), put(51)) == "NEOM-BUILD-GOOD"
    assert code(facing(51, city=makers("coal", "ore")), put(51)) == ""
    assert code(facing(60, city=makers("steel"), money=0), put(60)) == ""
    assert code(facing(60, money=5), put(60, alternative=1)) == ""
    assert code(facing(60, money=4), put(60, alternative=1)) == "NEOM-BUILD-MONEY"


# -- trade


@rows(
    "seller, way, left, price",
    [(1, "left", True, 3), (2, "left", True, 4), (3, "right", True, 4), (1, "left", False, 4), (2, "right", False, 5)],
)
def test_a_trade_good_between_four(seller: int, way: str, left: bool, price: int) -> None:
    """With the left trade route only, of the left neighbour, from opposite and of the right one; and without it."""
    state = facing(
        45, seats=4, city={(-1, 0): 32, (-2, 0): 32} if left else {}, others={seller: makers("concrete")},
        raws=raws_without("stone", seats=4), others_picked={1: 6},
    )  # fmt: skip
    do(state, put(45, buy=(buy("concrete", seller, way),)))
    assert money(state) == 50 - price
    assert state.view(None).incoming[seller] == price


def test_both_routes_make_a_good_no_cheaper_than_one() -> None:
    both = {(-1, 0): 32, (-2, 0): 32, (1, 0): 32, (2, 0): 32}
    for seller, way, price in [(1, "left", 3), (2, "left", 4), (2, "right", 4), (3, "right", 3)]:
        others = {seller: makers("concrete")}
        move = put(45, buy=(buy("concrete", seller, way),))
        assert cost_of(move, both, seats=4, others=others, raws=raws_without("stone", seats=4)) == price


@rows("buyer", range(1, 5))
def test_seats_between_are_counted_from_the_buyer(buyer: int) -> None:
    """Among five, of the second seat on the left: 1 more to the left, 2 more to the right."""
    seller = (buyer + 2) % 5
    cities = {seller: makers("concrete")}
    raws = raws_without("stone", seats=5)
    for way, price in [("left", 5), ("right", 6)]:
        state = position(5, picked=6, city=cities.get(0, {}), others=cities, others_picked={buyer: 45}, raws=raws)
        do(state, put(45, buy=(buy("concrete", seller, way),)), seat=buyer)
        assert money(state, buyer) == 50 - price
        assert state.view(None).incoming[seller] == price


def test_a_route_can_be_established_in_the_second_round() -> None:
    box = exits(t8="NEW", t27="EW")
    state = position(3, picked=8, box=box)
    do(state, Build(8, (-1, 0)))
    assert routes(state) == (False, False)
    second = position(3, picked=27, city={(-1, 0): 8}, box=box, turn=2)
    do(second, Build(27, (-2, 0)))
    assert routes(second) == (True, False)


def test_a_route_stays_when_the_origin_is_replaced_and_cuts_it_off() -> None:
    box = exits(t27="NES")
    city = {(-1, 0): 8, (-2, 0): 6}
    state = do(position(4, picked=27, city=city, box=box), Build(27, (0, 0)))
    assert routes(state) == (True, False)
    others = {1: makers("concrete")}
    move = put(45, buy=(buy("concrete", 1, "left"),))
    assert cost_of(move, {}, seats=4, others=others) == 4
    after = facing(45, seats=4, others=others, others_picked={2: 6}, city={**city, (0, 0): 27}, box=box)
    assert routes(after) == (True, False)
    assert money(do(after, move)) == 50 - 3


def test_the_trade_association_pays_for_each_commercial_tile() -> None:
    assert cost_of(put(8), {(0, -1): 132}) == -1


# -- replacing


@rows("old", [1, 4, 135, 6, 121, 18, 32, 87, None])
def test_living_and_eating_replaces_residential_commercial_and_extraction_tiles_and_the_origin(old: int | None) -> None:
    cell = (0, 1) if old else (0, 0)
    city = {**makers("concrete", "glass"), **({cell: old} if old else {})}
    state = facing(86, city=city, others_picked={1: 95})
    do(state, put(86, cell))
    assert tiles(state)[cell] == 86


def test_a_tile_need_not_continue_all_roads() -> None:
    """Green is linked with the origin although another of its roads ends at a tile; blue is not linked."""
    city = {(1, 0): 6, (1, 1): 7}
    box = exits(t8="NES", t27="NES", t7="NE")
    assert code(position(city=city, picked=8, box=box), Build(8, (0, 1))) == ""
    assert code(position(city=city, picked=27, box=box), Build(27, (2, 0))) == "NEOM-BUILD-ROAD"


# -- disasters


def test_without_commercial_tiles_a_residential_and_an_industrial_one_suffice() -> None:
    city: dict[Cell, int] = {(0, -1): 4, (1, 0): 11, (-1, 0): 12, (0, 1): 57}
    for cash in (0, 100):
        state = do(position(picked=95, city=city, others_picked={1: 104}, generation=3, money=cash), Sell())
        assert code(state, Remove(((0, -1), (1, 0)))) == ""
        assert code(state, Remove(((0, -1), (1, 0), (0, 1)))) == "NEOM-DISASTER-REMOVE"
        assert code(state, Remove(((0, -1),))) == "NEOM-DISASTER-REMOVE"
        before = money(state)
        assert money(do(state, Remove(((-1, 0), (0, -1))))) == before


# -- the end


@rows("size, expected", list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 40, 44, 48])))
def test_residential_areas(size: int, expected: int) -> None:
    """They lie along a snake; all have four exits, so neighbours in other rows are linked too."""
    cells = [(x - 2, y - 2) for y in range(5) for x in range(5) if (x, y) != (2, 2)]
    homes = [number for number, row in INDEX.items() if row.types == {"residential"} and row.generation]
    assert worth(dict(zip(cells, homes[:size], strict=False)), "residential areas") == expected


POLLUTED = "1 . 2 . .  3 11 . . .  . . . . .  . . . . .  . . . . ."
"""One polluted tile between three residential ones: two at its corners and one at its side."""


@rows(
    "picture, roads, part, expected",
    [
        ("1 . 2 3 .  . . 4 . .  . . . . .  . . . . .  . . . . .", {}, "residential areas", 1 + 6),
        ("1 2 . . .  6 7 . . .  . . . . .  . . . . .  . . . . .", {}, "residential areas", 3),
        # areas need direct roads, and not just any
        ("1 2 . . .  6 7 . . .  . . . . .  . . . . .  . . . . .", {"t1": "NSW"}, "residential areas", 1 + 1),
        (POLLUTED, {}, "pollution", -(1 + 1 + 2)),
        (POLLUTED, {"t11": "N", "t3": "N"}, "pollution", -(1 + 1 + 2)),  # it needs no roads
    ],
)
def test_areas_and_pollution(picture: str, roads: dict[str, str], part: str, expected: int) -> None:
    assert worth(plan(picture.replace("  ", "\n")), part, box=exits(**roads)) == expected


@rows(
    "tiles_, expected",
    [((), -15), ((1,), -9), ((1, 2), -5), ((86,), -9), ((1, 32), -4), ((1, 2, 140), 0), ((101,), -10)],
)
def test_ghost_towns_and_power(tiles_: tuple[int, ...], expected: int) -> None:
    assert worth(far(tiles_), "penalties") == expected


@rows("cash, expected", [(0, 0), (1, 0), (2, 1), (3, 1), (41, 20)])
def test_two_money_are_a_point(cash: int, expected: int) -> None:
    assert worth({}, "money", money=cash) == expected


def test_goods_count_once_by_level() -> None:
    city = far([61, 21, 51, 13, 96])
    state = position(city=city, picked=6)
    assert points(state)["goods"] == 1 + 1 + 2 + 2 + 10
    assert [line(state, "goods", f"{level} goods") for level in ("raw", "trade", "luxury")] == [2, 4, 10]


def test_a_tie_is_shared() -> None:
    sheets = position(3, picked=6, raws=("coal", "ore", "wood")).scores()
    assert len({sheet.key for sheet in sheets}) == 1


# -- anchors


def test_the_bus_station_cell_by_cell() -> None:
    """An industrial tile anywhere, the residential one in the middle."""
    for x, y in product(range(-2, 3), range(-2, 3)):
        if (x, y) not in ((0, 0), (-1, 2)):
            near = max(abs(x), abs(y)) == 1 or 0 in (x, y)
            assert extra({(0, 0): 4, (-1, 2): 142, (x, y): 11}) == 3 * near
