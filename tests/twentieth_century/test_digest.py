"""The checksum of a state covers what lies on the table, not the order in which it came there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from cityleague.engine.chance import Stream
from cityleague.engine.course import Table
from cityleague.engine.rules import IllegalMove
from cityleague.engine.twentieth_century.moves import Bid, Choose, Contain, Move, Pass
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import ADMINISTERING, RECYCLING, CenturyTable
from cityleague.engine.twentieth_century.view import View

from ..by_hand import Event
from ..hidden import changed
from ..rows import daily
from .by_hand import LAND, PLAIN, after, figures
from .by_hand import course as told_course
from .helpers import course, new
from .scenes import auction, damage, do, players
from .test_hidden import open_things, secrets_of
from .tour import tour

every_table = pytest.mark.parametrize("seats", daily([3, 5, 4], 2))


# -- what counts


@every_table
def test_every_part_of_the_state_counts(seats: int) -> None:
    """Except what was paid before, which has no effect on what can be done."""
    for state in tour(seats):
        for name, change in open_things(state.table):
            counts = changed(state, change).digest() != state.digest()
            assert counts == (name not in {"a sale", "coins spent", "science spent"}), name
        for seat in range(seats):
            for name, change in secrets_of(seat):
                assert changed(state, change).digest() != state.digest(), name


def test_no_part_of_a_table_is_left_out() -> None:
    """Only what follows from the rest, and what was paid before, is left out."""
    history = {"sales", "coins_spent", "science_spent"}
    counted = {*Table.__slots__, *CenturyTable.__slots__} - {"box", "seats", "due"} - history
    before = new(3).table
    for name in counted:
        table = before.copy()
        value = getattr(table, name)
        other: Any = [*value, 7] if isinstance(value, list) else f"{value}?" if isinstance(value, str) else 7
        if name in {"accounts", "regions", "hands", "uses"}:
            other = value[:-1]
        elif name == "cleared":
            other = [0, 0, 1]
        setattr(table, name, other)
        assert table.plain() != before.plain(), name


# -- what does not


@pytest.mark.parametrize("games", daily([3, 4]))
@every_table
def test_two_moves_that_can_be_made_in_either_order_lead_to_the_same_table(seats: int, games: int) -> None:
    stream, compared = Stream("either", "order"), set()
    for number in range(games):
        for state, _ in course(seats, f"either {number}"):
            if state.table.stage not in {ADMINISTERING, RECYCLING}:
                continue
            for seat in range(seats):
                legal = state.legal(seat)
                for _ in range(3 if legal else 0):
                    pair = (stream.choice(legal), stream.choice(legal))
                    outcomes = [after_moves(state, seat, moves) for moves in permutations(pair)]
                    if None not in outcomes:
                        assert outcomes[0] == outcomes[1], pair
                        compared.add(frozenset(type(move).__name__ for move in pair))
    assert len(compared) >= 15


def by_cell(view: View) -> View:
    """A view without the order in which tiles were laid."""
    regions = [tuple(sorted(player.region, key=lambda placed: placed.cell)) for player in view.players]
    players = [replace(player, region=region) for player, region in zip(view.players, regions, strict=True)]
    return replace(view, players=tuple(players))


def after_moves(state: CenturyState, seat: int, moves: Sequence[Move]) -> tuple[str, list[str], View] | None:
    """The checksum after these moves, what the seat can do then and sees; None: not in this order."""
    other = state.copy()
    for move in moves:
        try:
            other.verify(seat, move)
        except IllegalMove:
            return None
        other.apply(seat, move)
    return other.digest(), sorted(map(repr, other.legal(seat))), by_cell(other.view(seat))


TWO = ((0, "choose", "L1"), (0, "choose", "L2"), (0, "buy", "mine"))
"""Seat 0 has two tiles of land, a facility, and three cubes of garbage."""
TILES = ((0, "lay", "L1", (1, 0)), (0, "lay", "L2", (0, 1), 1), (0, "lay", "mine", (1, 1), 3))
PLACED = ((0, "settle", "L1.a"), (0, "settle", "L2.b"), (0, "dump", "L1"), (0, "dump", "L2"), (0, "dump", "L1"))


def checksum(*events: Event, until: str | None = None, components: bytes = PLAIN) -> str:
    """The checksum of a game of three, of which these events are told."""
    return after(3, told_course(3, *events, until=until, components=components), components).digest()


def test_the_order_in_which_tiles_are_laid_does_not_count() -> None:
    assert len({checksum(*TWO, *tiles) for tiles in permutations(TILES)}) == 1


@pytest.mark.parametrize("every", daily([3, 1]))
def test_the_order_of_citizens_and_garbage_does_not_count(every: int) -> None:
    """It does not count after yields and another round either."""
    for until in (None, "land", "choosing"):
        orders = [*permutations(PLACED)][::every]
        checksums = {checksum(*TWO, *TILES, *placed, until=until) for placed in orders}
        assert len(checksums) == 1


def test_the_order_in_which_plants_work_does_not_count() -> None:
    """Each of two plants removes a cube; the tiles were laid in another order too."""
    works = [{**city, "recycling": True} for city in LAND["cities"]]
    box = figures({"L1": {"cities": works}, "L2": {"cities": works}})
    clear = ((0, "clear", "L1.a", "L1"), (0, "clear", "L2.b", "L2"))
    checksums = {
        checksum(*TWO, *tiles, *PLACED, *cleared, components=box)
        for tiles in permutations(TILES)
        for cleared in permutations(clear)
    }
    assert len(checksums) == 1


def test_plants_that_have_removed_garbage_are_shown_in_one_order() -> None:
    """Views of the same table differ only in the order in which tiles were laid."""
    works = [{**city, "recycling": True} for city in LAND["cities"]]
    box = figures({"L1": {"cities": works}, "L2": {"cities": works}}, {"mine": {"worker": True}})
    worker = (0, "worker", "mine", "L1.b")
    cleared = ((0, "clear", "L1.a", "L1"), (0, "clear", "L2.b", "L2"))
    games = [
        told_course(3, *TWO, *tiles, worker, *PLACED, *cleared, components=box) for tiles in (TILES[:2], TILES[1::-1])
    ]
    state, other = [after(3, events, box) for events in games]
    assert state.digest() == other.digest()
    assert by_cell(state.view(None)) == by_cell(other.view(None))
    assert state.view(None) != other.view(None)


# -- what is not the same


def test_tables_that_differ_have_checksums_that_differ() -> None:
    checksums = [
        checksum(*TWO, TILES[0]),
        checksum(*TWO, TILES[1]),
        checksum(*TWO, (0, "lay", "L2", (1, 0))),
        *[checksum(*TWO, (0, "lay", "L1", (1, 0), turn)) for turn in (1, 2, 3)],
        *[checksum(*TWO, (0, "lay", "L1", cell)) for cell in ((1, 1), (0, -1), (-1, -1))],
        *[checksum(*TWO, TILES[0], (0, "settle", f"L1.{letter}")) for letter in "ab"],
        *[checksum(*TWO, TILES[0], (0, "dump", tile)) for tile in ("start", "L1")],
        *[checksum((0, "buy", "bridge"), (0, "bridge", "bridge", "start", span)) for span in ("N-E", "S-W")],
        *[checksum((0, "buy", name)) for name in ("bridge", "bridge-2")],
        *[checksum((2, "contain", column, science)) for column in (0, 1) for science in (0, 1)],
        *[checksum((0, "choose", "L1"), (0, "bid", coins)) for coins in (2, 3)],
    ]
    assert len(set(checksums)) == len(checksums)


def test_two_ways_to_the_same_figures_are_one_state() -> None:
    """It leaves no trace who bid last for damage, and who was outbid."""
    straight = do(damage(3, last=0), Contain(0, 1), Contain(1, 1), Contain(2, 1))
    crossed = do(damage(3, last=0), Contain(1, 0), Contain(1, 1), Contain(2, 1), Contain(0, 1))
    assert straight.digest() == crossed.digest()
    assert straight.view(0) == crossed.view(0)


def test_after_a_sale_nobody_is_in_an_auction() -> None:
    state = do(auction(3), Choose("L1"), Bid(2), Pass(), Pass())
    assert [player.in_auction for player in players(state)] == [False] * 3
