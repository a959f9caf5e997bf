"""The checksum of a state says what lies on the table, not in which order it was named or came about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.moves import Move
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.protocol import Draw

from .. import by_hand
from ..by_hand import Event
from .by_hand import course as told_course
from .by_hand import demand, figures, move
from .helpers import course, new

every_table = pytest.mark.parametrize("seats", range(2, 6))


@every_table
def test_the_order_of_tiles_within_a_hand_leaves_no_trace(seats: int) -> None:
    mirrored = new(seats)
    for state, event in course(seats, "digest"):
        assert mirrored.digest() == state.digest()
        assert mirrored.view(0) == state.view(0)
        if isinstance(event, list):
            due = mirrored.pending()
            assert isinstance(due, Draw)
            share = 1 if due.name == "order" else len(event) // seats
            hands = [event[i : i + share] for i in range(0, len(event), share)]
            mirrored.resolve([item for hand in hands for item in hand[::-1]])
        elif event is not None:
            mirrored.verify(*event)
            mirrored.apply(*event)


# -- other ways to the same table


def after(*events: Event, until: str | None = None, components: bytes, held: Mapping[int, str] = {}) -> TycoonState:
    """The state after a game of two of which a part is told."""
    told = told_course(2, *events, until=until, held=held, components=components)
    return by_hand.after(new(2, load(components)), told, move, Move)


THREE = figures(hand=3)
FIRST, SECOND = (0, "build", "I-1", (2, 0)), (0, "build", "I-2", (0, 2))
PLANT = (1, "plant", "I-4", "electric", "renewing", (1, 2))
RICH = figures({"I-1": {"demands": [demand(red=1, blue=1)]}}, hand=3)


def test_picking_the_same_tiles_in_another_order_is_the_same() -> None:
    states = [after(until="building", held={0: own}, components=THREE) for own in ("I-1 I-2 I-3", "I-3 I-1 I-2")]
    assert states[0].digest() == states[1].digest()
    assert states[0].legal(0) == states[1].legal(0)


def test_building_the_same_city_in_another_order_is_the_same() -> None:
    """It stays the same when cubes have been brought since."""
    sell, supply = (0, "sell", "I-3"), (0, "supply", (0, 2))
    ways = [(FIRST, PLANT, SECOND, sell), (SECOND, sell, PLANT, FIRST), (sell, FIRST, SECOND, PLANT)]
    for more in ((), (supply,), (supply, (0, "cube", (0, 0)), (0, "supply", (2, 0)))):
        states = [after(*way, *more, until=None if more else "supplying", components=THREE) for way in ways]
        assert len({state.digest() for state in states}) == 1
        assert len({frozenset(state.legal(0)) for state in states}) == 1


def test_bringing_the_same_cubes_in_another_order_is_the_same() -> None:
    supply, red, blue = (0, "supply", (2, 0)), (0, "cube", (0, 0)), (0, "cube", (1, 1))
    state = after(FIRST, SECOND, supply, red, blue, components=RICH)
    other = after(FIRST, SECOND, supply, blue, red, components=RICH)
    assert state.digest() == other.digest()
    assert after(FIRST, SECOND, supply, red, components=RICH).digest() != state.digest()


@pytest.mark.parametrize("cell", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_any_cell_of_the_centre_is_the_centre(cell: tuple[int, int]) -> None:
    cubes = [(0, "cube", (1, 2), way) for way in ((0, 1), cell)]
    state, other = [after(FIRST, PLANT, (0, "supply", (2, 0)), cube, components=THREE) for cube in cubes]
    assert state.digest() == other.digest()


# -- what is not the same


def test_tables_that_differ_have_checksums_that_differ() -> None:
    tables = [
        after(FIRST, components=THREE),
        after(SECOND, components=THREE),
        after((0, "build", "I-2", (2, 0)), components=THREE),
        after((0, "build", "I-1", (2, 1)), components=THREE),
        after(FIRST[:3], components=THREE),
        *[
            after((0, "plant", "I-1", kind, side, (2, 0)), components=THREE)
            for kind in ("electric", "water")
            for side in ("exhausting", "renewing")
        ],
        *[after((0, "sell", tile), held={0: "I-1 I-2"}, components=THREE) for tile in ("I-1", "I-2")],
    ]
    assert len({state.digest() for state in tables}) == len(tables)


def test_the_kind_of_terrain_matters() -> None:
    digests = set()
    for reward in ({"meadow": 1}, {"water": 1}, {}):
        box = figures({"I-1": {"reward": reward}})
        digests.add(after((0, "build", "I-1", (2, 0), *([(3, 0)] if reward else [])), components=box).digest())
    assert len(digests) == 3
