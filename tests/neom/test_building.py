"""Where tiles can be built, what they replace, what goes with a tile that goes, and how many anchors a city has."""

from __future__ import annotations

from cityleague.engine.neom.moves import Anchor, Build, Cell, Move, Pick, Remove, Sell
from cityleague.engine.protocol import Draw

from ..rows import rows
from .helpers import course, do, position, refusal
from .scenes import LEGAL, buy, code, cost_of, exits, facing, goods, income, makers, money, put, routes, tiles, worth

# -- what can be built


@rows(
    "move, expected",
    [
        (Build(8, (0, 1)), ""),
        (Build(7, (0, 1)), "NEOM-BUILD-NOT-PICKED"),
        (Build(125, (0, 1)), "NEOM-BUILD-NOT-PICKED"),
        (Build(0, (0, 1)), "NEOM-BUILD-NOT-PICKED"),
        (Anchor(125, (0, 1)), ""),
        (Anchor(126, (0, 1)), "NEOM-ANCHOR-NOT-HELD"),
        (Anchor(8, (0, 1)), "NEOM-ANCHOR-NOT-HELD"),
        (Anchor(999, (0, 1)), "NEOM-ANCHOR-NOT-HELD"),
        (Build(8, (3, 0)), "NEOM-BUILD-OUTSIDE"),
        (Build(8, (0, -3)), "NEOM-BUILD-OUTSIDE"),
        (Build(8, (0, 1000)), "NEOM-BUILD-OUTSIDE"),
        (Build(8, (0, 0)), ""),
        (Sell(), ""),
    ],
)
def test_what_can_be_done_with_a_picked_tile(move: Move, expected: str) -> None:
    assert code(position(picked=8, anchors=[125]), move) == expected


def test_an_anchor_is_built_instead_of_the_picked_tile() -> None:
    state = do(position(picked=8, anchors=[125, 139], others_picked={1: 6}), Anchor(139, (0, 1)))
    assert tiles(state) == {(0, 1): 139}
    assert state.view(0).anchors[0] == (125,)
    assert state.view(0).due[0] == ""


def test_a_tile_is_sold_for_five() -> None:
    state = do(position(picked=8, money=0, others_picked={1: 6}), Sell())
    assert money(state) == 5
    assert tiles(state) == {}


# -- roads


@rows(
    "cell, roads, expected",
    [
        ((0, 1), "N", ""),
        ((0, 1), "ESW", "NEOM-BUILD-ROAD"),
        ((0, -1), "S", ""),
        ((0, -1), "NEW", "NEOM-BUILD-ROAD"),
        ((1, 0), "W", ""),
        ((1, 0), "NES", "NEOM-BUILD-ROAD"),
        ((-1, 0), "E", ""),
        ((-1, 0), "NSW", "NEOM-BUILD-ROAD"),
        ((1, 1), "NESW", "NEOM-BUILD-ROAD"),
        ((0, 2), "NESW", "NEOM-BUILD-ROAD"),
        ((0, 0), "W", ""),
    ],
)
def test_a_first_tile_is_linked_with_the_origin(cell: Cell, roads: str, expected: str) -> None:
    assert code(position(picked=8, box=exits(t8=roads)), Build(8, cell)) == expected


@rows(
    "between, new, expected",
    [
        ("NS", "N", ""),
        ("N", "N", "NEOM-BUILD-ROAD"),
        ("NS", "ESW", "NEOM-BUILD-ROAD"),
        ("NEW", "NESW", "NEOM-BUILD-ROAD"),
    ],
)
def test_both_tiles_have_an_exit_to_the_other(between: str, new: str, expected: str) -> None:
    assert code(position(picked=8, city={(0, 1): 17}, box=exits(t17=between, t8=new)), Build(8, (0, 2))) == expected


def test_the_way_to_the_origin_may_be_long() -> None:
    city = {(0, 1): 1, (1, 1): 2, (2, 1): 3, (2, 0): 4, (2, -1): 6}
    box = exits(t1="NE", t2="EW", t3="NW", t4="NS", t6="NS", t8="S")
    assert code(position(picked=8, city=city, box=box), Build(8, (2, -2))) == ""
    assert code(position(picked=8, city=city, box=box), Build(8, (1, 0))) == "NEOM-BUILD-ROAD"


CHAIN = {(0, 1): 6, (0, 2): 7}


def test_a_tile_is_connected_in_the_city_with_it_in_place() -> None:
    """Over the first tile of a chain: with an exit to the origin, or not; what hangs on it does not matter."""
    state = position(picked=8, city=CHAIN, box=exits(t8="ESW"))
    assert code(state, Build(8, (0, 1))) == "NEOM-BUILD-ROAD"
    assert code(position(picked=8, city=CHAIN, box=exits(t8="N")), Build(8, (0, 1))) == ""
    assert code(state, Build(8, (0, 2))) == "NEOM-BUILD-ROAD"
    around = {**CHAIN, (1, 1): 1, (1, 0): 2}
    assert code(position(picked=8, city=around, box=exits(t8="E")), Build(8, (0, 1))) == ""


def test_nothing_hangs_on_tiles_that_are_cut_off() -> None:
    box = exits(t8="N", t7="NESW")
    cut = do(position(picked=8, city=CHAIN, box=box), Build(8, (0, 1)))
    assert tiles(cut) == {(0, 1): 8, (0, 2): 7}
    after = position(picked=1, city=tiles(cut), box=box)
    assert code(after, Build(1, (1, 2))) == "NEOM-BUILD-ROAD"
    assert code(after, Build(1, (1, 1))) == "NEOM-BUILD-ROAD"
    assert code(position(picked=27, city=tiles(cut), box=box), Build(27, (0, 1))) == ""
    assert code(position(picked=27, city=tiles(cut), box=box), Build(27, (0, 2))) == "NEOM-BUILD-ROAD"


def test_a_connection_can_be_made_again() -> None:
    city = {(0, 1): 8, (0, 2): 7, (1, 0): 1}
    box = exits(t8="N")
    joined = do(position(picked=2, city=city, box=box, turn=2), Build(2, (1, 1)))
    assert code(position(picked=3, city=tiles(joined), box=box), Build(3, (1, 2))) == ""


def test_tiles_that_are_cut_off_keep_what_they_do() -> None:
    city = {(0, 1): 8, (0, 2): 35, (1, 2): 13, (2, 2): 5}
    box = exits(t8="N")
    assert income(city, box=box) == 3 + 4
    assert worth(city, "tiles", box=box) == 1
    assert worth(city, "goods", box=box) == 1 + 2
    assert code(facing(9, city=city, box=box), put(9, (0, -1))) == ""


def test_what_replaces_the_origin_is_connected_whatever_its_roads() -> None:
    city = {(0, 1): 6, (1, 0): 7}
    box = exits(t8="W")
    state = do(position(picked=8, city=city, box=box), Build(8, (0, 0)))
    assert goods(state) == set()
    after = position(picked=1, city=tiles(state), box=box)
    assert code(after, Build(1, (0, 2))) == "NEOM-BUILD-ROAD"
    assert code(after, Build(1, (0, -1))) == "NEOM-BUILD-ROAD"
    assert code(after, Build(1, (-1, 0))) == ""
    assert code(position(picked=28, city=tiles(state), box=box), Build(28, (0, 0))) == ""


def test_the_origin_lies_open_again_after_a_fire() -> None:
    """It has its roads and its good again."""
    box = exits(t8="W", t16="NESW")
    state = position(picked=48, city={(0, 0): 8, (0, 1): 44}, others_picked={1: 64}, generation=2, box=box)
    assert goods(state) == set()
    do(state, Sell(), Remove(((0, 0), (0, 1))))
    assert goods(state) == {"coal"}
    assert code(position(picked=16, city=tiles(state), box=box), put(16, (0, 1))) == ""


# -- replacing


@rows("old, new, expected", [
        (1, 4, ""), (6, 8, ""), (13, 14, ""), (17, 38, ""), (18, 19, ""), (18, 8, ""), (32, 17, ""), (18, 4, ""),
        (1, 8, "NEOM-BUILD-REPLACE"), (8, 4, "NEOM-BUILD-REPLACE"), (13, 18, "NEOM-BUILD-REPLACE"),
        (17, 18, "NEOM-BUILD-REPLACE"), (17, 14, "NEOM-BUILD-REPLACE"), (86, 4, ""), (86, 8, ""),
        (86, 17, "NEOM-BUILD-REPLACE"), (87, 14, "NEOM-BUILD-REPLACE"), (125, 17, ""), (15, 17, ""), (137, 14, ""),
    ])  # fmt: skip
def test_what_can_be_replaced(old: int, new: int, expected: str) -> None:
    assert code(position(picked=new, city={(0, 1): old}), Build(new, (0, 1))) == expected


@rows(
    "old, expected",
    [(1, ""), (6, ""), (18, ""), (87, ""), (None, ""), (13, "NEOM-BUILD-REPLACE"), (17, "NEOM-BUILD-REPLACE")],
)
def test_a_dual_tile_replaces_what_is_of_one_of_its_types(old: int | None, expected: str) -> None:
    cell = (0, 1) if old else (0, 0)
    city = {**makers("concrete", "glass"), **({cell: old} if old else {})}
    assert code(facing(86, city=city), put(86, cell)) == expected


def test_benefits_end_with_the_tile() -> None:
    city = {(0, 1): 8, (1, 0): 15, (0, -1): 13, (-1, 0): 26}
    state = do(position(picked=27, city=city, money=0), Build(27, (0, 1)))
    assert income(tiles(state)) == 2
    assert worth({**city, (1, 0): 17}, "penalties") == -4 - 5
    over = do(position(picked=14, city=city, turn=3), Build(14, (0, -1)))
    assert goods(over) == {"coal", "diamonds"}


def test_a_good_stays_if_another_tile_makes_it() -> None:
    both = {(0, 1): 13, (1, 0): 29}
    assert goods(do(position(picked=14, city=both), Build(14, (0, 1)))) == {"coal", "gold", "diamonds"}
    two = {(0, 1): 40, (1, 0): 21}
    assert goods(do(position(picked=18, city=two, raws=("ore", "wood", "gas")), Build(18, (0, 1)))) == {
        "ore",
        "coal",
        "oil",
    }
    origin = {(0, 1): 21}
    assert goods(do(position(picked=8, city=origin), Build(8, (0, 1)))) == {"coal"}
    assert goods(do(position(picked=8, city=origin), Build(8, (0, 0)))) == {"coal"}
    assert goods(do(position(picked=8), Build(8, (0, 0)))) == set()


def test_a_chosen_good_goes_with_the_modular_factory() -> None:
    city = {(0, 1): 137}
    assert goods(position(city=city, produced="steel")) == {"coal", "steel"}
    state = do(position(picked=14, city=city, produced="steel"), Build(14, (0, 1)))
    assert goods(state) == {"coal", "diamonds"}
    assert state.view(0).cities[0].produced is None
    kept = do(position(picked=14, city={**city, (1, 0): 51}, produced="steel"), Build(14, (0, 1)))
    assert goods(kept) == {"coal", "diamonds", "steel"}


def test_money_at_once_is_not_given_back() -> None:
    assert cost_of(put(8, (0, 1)), {(0, 1): 7}) == 0


# -- what it takes is judged before


def test_a_tile_may_use_up_what_it_replaces() -> None:
    state = do(position(picked=13, city={(0, 1): 22}), Build(13, (0, 1)))
    assert goods(state) == {"coal", "gold"}
    origin = do(position(picked=14), Build(14, (0, 0)))
    assert goods(origin) == {"diamonds"}


@rows("number, three", [(83, (1, 2, 4)), (94, (6, 7, 8)), (99, (11, 12, 13))])
def test_one_of_three_tiles_may_be_replaced(number: int, three: tuple[int, ...]) -> None:
    city = dict(zip([(0, 1), (1, 0), (-1, 0)], three, strict=True))
    assert code(facing(number, city=city), put(number, (0, 1))) == ""
    assert code(facing(number, city={(0, 1): three[0], (1, 0): three[1]}), put(number, (0, 1))) == "NEOM-BUILD-NEEDS"


def test_a_stand_in_may_be_replaced_by_what_it_helps_to_build() -> None:
    assert code(facing(58, city={(0, 1): 59}), put(58, (0, 1), virtual=("gas",))) == ""


ROUTE = {(1, 0): 6, (2, 0): 7}


def test_a_route_counts_as_it_was() -> None:
    """Goods for a tile that ends a route still come over it; those for a tile that establishes one do not."""
    others = {2: {(0, 1): 13}}
    ending = {"others": others, "box": exits(t9="NW"), "others_picked": {1: 6}}
    state = facing(9, city=ROUTE, **ending)
    assert routes(state) == (False, True)
    do(state, put(9, (2, 0), buy=(buy("gold", 2, "right"),)))
    assert money(state) == 50 - 3 + 4
    assert routes(state) == (False, False)
    assert cost_of(put(9, (2, 0), buy=(buy("gold", 2, "right"),)), {(1, 0): 6}, others=others) == 4 - 4


# -- trade routes


@rows(
    "city, roads, expected",
    [
        ({(1, 0): 6, (2, 0): 7}, {}, (False, True)),
        ({(-1, 0): 6, (-2, 0): 7}, {}, (True, False)),
        ({(1, 0): 6, (2, 0): 7}, {"t7": "NSW"}, (False, False)),
        ({(-1, 0): 6, (-2, 0): 7}, {"t7": "NES"}, (False, False)),
        ({(1, 0): 6}, {}, (False, False)),
        ({(0, 1): 6, (1, 1): 7, (2, 1): 8, (2, 0): 27}, {"t27": "SE"}, (False, True)),
        ({(0, 1): 6, (1, 1): 7, (2, 1): 8}, {}, (False, False)),
    ],
)
def test_a_route_leads_out_of_the_middle_row(
    city: dict[Cell, int], roads: dict[str, str], expected: tuple[bool, bool]
) -> None:
    """The last tile of the city is built, and with it the route."""
    (*_, cell) = city
    number = city[cell]
    rest = {place: tile for place, tile in city.items() if place != cell}
    state = position(picked=number, city=rest, box=exits(**roads), others_picked={1: 25})
    assert routes(state) == (False, False)
    assert routes(do(state, Build(number, cell))) == expected


def test_a_route_may_lead_around_by_the_corners() -> None:
    """Out of the origin to the north, along two borders; the roads lead nowhere else."""
    for side, exit_, corner in ((-1, "W", "ES"), (1, "E", "SW")):
        cells = [(0, -1), (0, -2), (side, -2), (2 * side, -2), (2 * side, -1)]
        city = dict(zip(cells, (1, 2, 3, 4, 6), strict=True))
        turn = "ES" if side > 0 else "SW"
        box = exits(t1="NS", t2=turn, t3="EW", t4=corner, t6="NS", t7="N" + exit_)
        state = do(position(city=city, picked=7, box=box), Build(7, (2 * side, 0)))
        assert routes(state) == (side < 0, side > 0)


def test_a_route_can_be_established_from_the_middle() -> None:
    """The tile at the border was cut off before; now the way to the origin is closed."""
    box = exits(t8="NES", t27="EW")
    city = {(1, 0): 8, (2, 0): 7}
    assert routes(position(city=city, picked=27, box=box)) == (False, False)
    assert routes(do(position(city=city, picked=27, box=box), Build(27, (1, 0)))) == (False, True)


def test_a_route_stays_when_it_is_cut_off_and_ends_with_the_exit() -> None:
    box = exits(t8="W", t27="NSW", t28="NESW")
    state = position(city=ROUTE, picked=8, box=box)
    do(state, Build(8, (1, 0)))
    assert routes(state) == (False, True)
    ended = position(city=ROUTE, picked=27, box=box)
    assert routes(do(ended, Build(27, (2, 0)))) == (False, False)
    kept = position(city=ROUTE, picked=28, box=box)
    assert routes(do(kept, Build(28, (2, 0)))) == (False, True)


def test_a_route_ends_when_its_tile_is_removed() -> None:
    state = position(city=ROUTE, picked=27, others_picked={1: 24})
    do(state, Sell(), Remove(((2, 0),)))
    assert routes(state) == (False, False)
    other = position(city=ROUTE, picked=27, others_picked={1: 24})
    do(other, Sell(), Remove(((1, 0),)))
    assert routes(other) == (False, True)


# -- anchors


HELD = (124, 125, 126, 128)
PLACES: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, -1))


@rows("generation", [1, 2, 3])
def test_a_city_has_as_many_anchors_as_generations_have_begun(generation: int) -> None:
    for built in range(4):
        city = dict(zip(PLACES, HELD[:built], strict=False))
        state = position(city=city, picked=6, anchors=HELD[3:], generation=generation)
        expected = "" if built < generation else "NEOM-ANCHOR-LIMIT"
        assert code(state, Anchor(128, (0, 1))) == expected
        if 0 < built <= generation:
            assert code(state, Anchor(128, (1, 0))) == ""
        if built > generation:
            assert code(state, Anchor(128, (1, 0))) == "NEOM-ANCHOR-LIMIT"


def test_at_the_limit_only_builds_over_anchors_are_listed() -> None:
    state = position(city={(1, 0): 124, (0, 1): 17, (-1, 0): 18}, picked=6, anchors=[125, 121])
    listed = [move for move in state.legal(0) if isinstance(move, Anchor)]
    assert listed == [Anchor(125, (1, 0))]


def test_an_anchor_that_was_replaced_makes_room() -> None:
    state = position(city={(1, 0): 124}, picked=17, anchors=[125], turn=2, others_picked={1: 6})
    assert refusal(do(state, Build(17, (1, 0))), Sell())[0] != ""
    assert code(position(city=tiles(state), picked=6, anchors=[125]), Anchor(125, (0, 1))) == ""


def test_an_anchor_that_was_removed_makes_room() -> None:
    state = position(2, city={(1, 0): 124}, picked=6, anchors=[125, 126], others_picked={1: 24})
    do(state, Sell(), Remove(((1, 0),)))
    draw = state.pending()
    assert isinstance(draw, Draw)
    state.resolve(draw.items[: draw.take])
    do(state, Pick(state.view(0).open[0]))
    assert code(state, Anchor(125, (0, 1))) == ""
    full = do(position(2, city={(1, 0): 124}, picked=6, anchors=[125, 126]), Sell())
    full.resolve([1, 2, 3, 4])
    do(full, Pick(1))
    assert code(full, Anchor(125, (0, 1))) == "NEOM-ANCHOR-LIMIT"


def test_anchors_are_built_by_the_same_rules() -> None:
    held = position(city={(0, 1): 6}, picked=8, anchors=[128, 137, 121], money=0, box=exits(t121="E"))
    assert code(held, Anchor(128, (1, 0))) == "NEOM-BUILD-MONEY"
    assert code(held, Anchor(137, (0, 1), produce="gold")) == "NEOM-BUILD-REPLACE"
    assert code(held, Anchor(121, (1, 0))) == "NEOM-BUILD-ROAD"
    assert refusal(held, Anchor(121, (-1, 0))) == LEGAL
    assert code(held, Anchor(121, (0, 3))) == "NEOM-BUILD-OUTSIDE"


@rows("seats", [1, 2, 4])
def test_a_city_knows_where_its_roads_lead_as_if_it_searched_for_them(seats: int) -> None:
    """It takes over what is connected from the one before it; `with_routes` makes one that knows nothing yet."""
    for state, _ in course(seats, {}, "roads"):
        for city in state.table.cities:
            assert city.approach() == city.with_routes(city.left, city.right).approach()
