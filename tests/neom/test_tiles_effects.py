"""Generation tiles that do more than to pay, to make and to be worth points: 31, 59, 60, 103, 111, 118, protection."""

from __future__ import annotations

from cityleague.engine.neom.moves import Options, Pay, Pick, Sell, Swap
from cityleague.engine.neom.state import NeomState
from cityleague.engine.protocol import Draw

from ..rows import rows
from .helpers import do, line, new, points, position, refusal
from .index import INDEX
from .scenes import (
    HOME,
    LEGAL,
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
    tiles,
)

# -- 31: anchors are swapped


def swapping(**details: object) -> NeomState:
    """31 has just been built by who holds 125, 126 and 127, while 130 to 133 are discarded."""
    return do(facing(31, **{"anchors": [125, 126, 127], "discarded": [130, 131, 132, 133], **details}), put(31))


def test_the_building_office_swaps_any_number_of_unbuilt_anchors() -> None:
    for give, take in [((), ()), ((126,), (130,)), ((125, 127), (131, 133)), ((125, 126, 127), (130, 131, 132))]:
        state = swapping()
        assert state.view(0).due[0] == "swap"
        do(state, Swap(give, take))
        assert set(state.view(0).anchors[0]) == {125, 126, 127} - set(give) | set(take)
        assert set(state.view(0).discarded) == {130, 131, 132, 133} - set(take) | set(give)
        assert (state.view(0).stage, state.view(0).round) == ("picking", 2)


@rows(
    "give, take, expected",
    [
        ((128,), (130,), "NEOM-SWAP-GIVE"),
        ((130,), (131,), "NEOM-SWAP-GIVE"),
        ((125, 125), (130, 131), "NEOM-SWAP-GIVE"),
        ((125,), (134,), "NEOM-SWAP-TAKE"),
        ((125,), (126,), "NEOM-SWAP-TAKE"),
        ((125,), (125,), "NEOM-SWAP-TAKE"),
        ((125, 126), (130, 130), "NEOM-SWAP-TAKE"),
        ((125,), (130, 131), "NEOM-SWAP-TAKE"),
        ((125, 126), (130,), "NEOM-SWAP-TAKE"),
        ((), (130,), "NEOM-SWAP-TAKE"),
    ],
)
def test_illegal_swaps_are_refused(give: tuple[int, ...], take: tuple[int, ...], expected: str) -> None:
    assert code(swapping(), Swap(give, take)) == expected


def test_swaps_are_listed() -> None:
    """1 + 3 × 4 + 3 × 6 + 1 × 4 ways."""
    legal = swapping().legal(0)
    assert len(legal) == len(set(legal)) == 1 + 12 + 18 + 4
    assert all(refusal(swapping(), move) == LEGAL for move in legal)


def test_there_is_no_swap_without_anchors_or_discarded_ones() -> None:
    assert swapping(anchors=[]).view(0).due[0] != "swap"
    assert swapping(discarded=[]).view(0).due[0] != "swap"


def test_a_beginner_gets_another_anchor_from_chance() -> None:
    state = new(4, {"beginner": True}, exits())
    while isinstance(draw := state.pending(), Draw):
        state.resolve(sorted(draw.items, reverse=draw.name == "generation-1", key=lambda tile: tile == 31)[: draw.take])
    assert state.view(0).anchors[0] == (121,)
    do(state, Pick(31))
    for seat in (1, 2, 3):
        do(state, state.legal(seat)[0], seat=seat)
    do(state, put(31))
    assert state.view(0).due[0] == "swap"
    assert set(state.legal(0)) == {Swap(), Swap((121,))}
    assert code(state, Swap((121,), (126,))) == "NEOM-SWAP-TAKE"
    assert code(state, Swap((122,))) == "NEOM-SWAP-GIVE"
    do(state, Swap((121,)))
    draw = state.pending()
    assert isinstance(draw, Draw)
    assert (draw.name, list(draw.items), draw.take) == ("swap", list(range(125, 151)), 1)
    state.resolve([140])
    assert state.view(0).anchors[0] == (140,)


def test_a_beginner_may_keep_the_anchor() -> None:
    state = do(swapping(anchors=[125], options=Options(beginner=True)), Swap())
    assert state.view(0).anchors[0] == (125,)
    assert (state.view(0).stage, state.view(0).round) == ("picking", 2)


# -- 59 and 111: stand-ins


@rows(
    "helper, number, good, expected",
    [
        (59, 54, "stone", ""),
        (59, 57, "stone", "NEOM-BUILD-STAND-IN"),  # nothing is missing
        (59, 45, "concrete", "NEOM-BUILD-STAND-IN"),  # not a raw good
        (111, 54, "stone", ""),
        (111, 45, "concrete", ""),
        (111, 88, "sports_cars", "NEOM-BUILD-STAND-IN"),
        (17, 54, "stone", "NEOM-BUILD-STAND-IN"),
    ],
)
def test_what_a_post_office_and_a_customs_office_stand_in_for(
    helper: int, number: int, good: str, expected: str
) -> None:
    state = facing(number, city={(0, -1): helper}, raws=raws_without(good), money=1)
    assert code(state, put(number, virtual=(good,))) == expected
    assert expected or money(do(state, put(number, virtual=(good,)))) == 1


def test_they_help_with_every_build_and_not_just_once() -> None:
    state = facing(54, city={(0, -1): 59, (0, 1): 11}, raws=raws_without("stone", "wood"))
    do(state, put(54, (1, 0), virtual=("stone",)))
    again = facing(55, city={(0, -1): 59, (0, 1): 11, (1, 0): 54}, raws=raws_without("stone", "wood"))
    assert code(again, put(55, (-1, 0), virtual=("wood",))) == ""


# -- 60 and 103


@rows("before, expected", [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3), (45, 10)])
def test_the_treasury_counts_money_before_the_last_income(before: int, expected: int) -> None:
    """Sold for 5 in the last round; the night club then brings 8, which are money but do not count."""
    state = position(city={(0, 1): 60, (1, 0): 49}, money=before, generation=3, turn=7, picked=95)
    do(state, Sell())
    assert money(state) == before + 13
    assert points(state)["tiles"] == expected
    assert points(state)["money"] == (before + 13) // 2


def test_a_warehouse_counts_each_good_once() -> None:
    """Coal of the origin and of the mine, ore, stone, concrete, glass, sports cars."""
    city = {HOME: 103, (0, -1): 61, (1, 0): 68, (1, 1): 12, (-1, 0): 19, (-1, -1): 96}
    assert extra(city) == 6
    assert extra({HOME: 103}) == 1
    assert extra({(0, 0): 103}) == 0


def test_a_warehouse_can_bring_seventeen() -> None:
    city = plan(""". . . 96 97
                   . . . . 98
                   61 62 . 63 .
                   . 99 100 . .
                   . . 103 . .""")
    assert extra(city) == 17


# -- 118


@rows(
    "picture, expected",
    [
        (". . . . .  . . . . .  . . . . .  . . 118 . .  . . . . .", 0),
        (". . . . .  . . . . .  . 1 . 2 .  . . 118 . .  . . . . .", 4),
        (". . . . .  . . 4 . .  1 2 . . .  . . 118 . .  5 . 86 . .", 2 + 2 + 3),
        ("25 . . . 26  . . . . .  . 1 2 3 .  . 4 118 5 .  . 33 34 41 .", 16 + 2),
    ],
)
def test_a_clinic_counts_residential_tiles_around_it_twice(picture: str, expected: int) -> None:
    """In the last one, one of the eight stands on the origin."""
    assert extra(plan(picture.replace("  ", "\n"))) == expected


# -- protection: a disaster's fine with the tile in the middle of the city


def fine_of(disaster: int, generation: int, number: int, cell: tuple[int, int]) -> int:
    """The fine with this tile, and a commercial one on the cell."""
    state = position(
        city={HOME: number, cell: 8},
        picked=6,
        others_picked={1: disaster},
        generation=generation,
        money=20,
        anchors=[125],
    )
    do(state, Sell())
    assert state.view(0).due == ("suffer", "", "")
    before = money(state)
    return before - money(do(state, Pay()))


@rows("number", INDEX)
@rows(
    "disaster, generation, mark, each, spared",
    [(64, 2, "fire", 1, {"extraction"}), (104, 3, "police", 2, {"extraction", "public"})],
)
def test_protection(number: int, disaster: int, generation: int, mark: str, each: int, spared: set[str]) -> None:
    """From a fire and from a crime: of the tile itself and of one that touches it, not of one further off."""
    row = INDEX[number]
    fine = ((0 if row.types & spared else each) + each) // (2 if number == 133 else 1)
    assert fine_of(disaster, generation, number, (1, 2)) == (0 if mark in row.marks else fine)
    assert fine_of(disaster, generation, number, (2, 2)) == (each if mark in row.marks else fine)


@rows("number", INDEX)
def test_nothing_protects_from_a_flood(number: int) -> None:
    buildings = 1 if "extraction" in INDEX[number].types else 2
    assert fine_of(24, 1, number, (1, 2)) == (1 if number == 133 else buildings)


@rows("disaster, generation", [(24, 1), (64, 2), (104, 3)])
def test_disasters_are_picked_and_strike_the_others(disaster: int, generation: int) -> None:
    """Seat 0 picks it at the end of a round, and is spared."""
    state = position(picked=disaster, others_picked={1: 6, 2: 8}, generation=generation, city={HOME: 7},
                     others={1: {HOME: 9}, 2: {HOME: 10}})  # fmt: skip
    do(state, Sell(), seat=1)
    do(state, Sell(), seat=2)
    assert state.view(None).due == ("", "suffer", "suffer")
    do(state, Pay(), seat=1)
    do(state, Pay(), seat=2)
    expected = 2 if disaster == 104 else 1
    assert [money(state, seat) for seat in range(3)] == [50, 55 - expected, 55 - expected]
    assert tiles(state) == {HOME: 7}


def test_a_disaster_is_picked_from_the_hand() -> None:
    state = new(3, {"beginner": True})
    while isinstance(draw := state.pending(), Draw):
        state.resolve(draw.items[: draw.take])
    seat = next(s for s in range(3) if 24 in state.view(s).hand)
    assert Pick(24) in state.legal(seat)


# -- costs met in other ways


def test_a_cost_is_met_by_money_goods_and_purchases_together() -> None:
    """100 takes 2, ore and stone: one is made, one bought for 2 of the neighbour."""
    city = makers("ore")
    others = {1: {HOME: 19}}
    assert cost_of(put(100, buy=(buy("stone", 1, "left"),)), city, others=others, raws=("oil", "gas", "wood")) == 2 + 2
    assert cost_of(put(79, virtual=("gas",)), far([59]), raws=("oil", "coal", "wood")) == 2
    assert line(position(city={HOME: 60}, picked=6, money=9), "money", "money") == 4
