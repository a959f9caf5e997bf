"""What a view hides, and what it shows: changes to the one leave no trace in it, changes to the other do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from msgspec.structs import replace

from cityleague.engine.city_tycoon.moves import Build, Cell, Place, Plant, Sell
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import BUILDING, CUBES, DRAFTING, PLACING, TERRAIN, TycoonTable
from cityleague.engine.city_tycoon.town import Layout
from cityleague.engine.course import OVER

from ..hidden import Change, changed, kept_secret, noticed, seen_by_all, views
from ..rows import daily
from .helpers import course

every_table = pytest.mark.parametrize("seats", range(2, 6))


def states(seats: int) -> Iterator[TycoonState]:
    """Every eleventh state of a random game, and the last one."""
    for number, (state, _) in enumerate(course(seats, f"hidden {seats}")):
        if number % 11 == 0 or state.table.stage == OVER:
            yield state


# -- what is hidden


def another(tile: str) -> str:
    """The next tile of the same round."""
    mark, number = tile.split("-")
    return f"{mark}-{int(number) % 30 + 1}"


def _of(change: Callable[[TycoonTable, int], None], seat: int) -> Change:
    return lambda table: change(table, seat)


def _pick(table: TycoonTable, seat: int) -> None:
    tile = table.picked[seat]
    assert tile is not None
    table.picked[seat] = another(tile)


def secrets(table: TycoonTable) -> Iterator[tuple[str, list[int], Change]]:
    """What only the seat knows whose it is."""
    for seat in range(table.seats):
        for name, change in _secrets_of(table, seat):
            yield name, [seat], change


def _secrets_of(table: TycoonTable, seat: int) -> Iterator[tuple[str, Change]]:
    if table.hands[seat]:
        yield "a tile of a hand", _of(lambda t, s: t.hands[s].__setitem__(0, another(t.hands[s][0])), seat)
        yield "a hand", _of(lambda t, s: t.hands[s].clear(), seat)
    if table.kept[seat]:
        yield "a tile that was kept", _of(lambda t, s: t.kept[s].__setitem__(0, another(t.kept[s][0])), seat)
    if table.picked[seat]:
        yield "a pick", _of(_pick, seat)


def _hand_held(table: TycoonTable, seat: int) -> None:
    """Another first hand of the seat; hands that it passed on stay as they were."""
    first, *later = table.held
    hands = [*first]
    hands[seat] = (another(hands[seat][0]), *hands[seat][1:])
    table.held = (tuple(hands), *later)


SECRETS = {"a tile of a hand", "a hand", "a tile that was kept", "a pick"}


@every_table
def test_what_a_seat_hides_is_in_its_own_view_alone(seats: int) -> None:
    assert kept_secret(states(seats), secrets) == SECRETS


@every_table
def test_a_hand_that_was_held_is_told_to_who_held_it(seats: int) -> None:
    """What a seat remembers is no part of the state and changes nothing."""
    remembered = 0
    for state in states(seats):
        for seat in range(seats) if state.table.held else ():
            remembered += 1
            other = changed(state, _of(_hand_held, seat))
            assert noticed(views(state), other) == {seat}
            assert other.digest() == state.digest()
    assert remembered > 10


@every_table
def test_what_was_used_is_told_to_all(seats: int) -> None:
    used: list[list[str]] = [[] for _ in range(seats)]
    for state, event in course(seats, "used"):
        open_part = state.table.stage in {DRAFTING, BUILDING, PLACING, TERRAIN}
        for watcher in (None, *range(seats)):
            assert state.view(watcher).used == tuple(map(tuple, used)) if open_part else ((),) * seats
        if not open_part:
            used = [[] for _ in range(seats)]
        if isinstance(event, tuple) and isinstance(event[1], Sell | Build | Plant):
            used[event[0]].append(event[1].tile)


@every_table
def test_the_order_of_building_is_told(seats: int) -> None:
    built: list[Cell] = []
    for state, event in course(seats, "built"):
        assert state.view(None).built == tuple(built)
        if isinstance(event, tuple) and isinstance(event[1], Place) and state.table.stage == PLACING:
            built.append(event[1].cell)
    assert len(built) > 10


# -- what is not


def passed_on(layout: Layout, tile: int) -> Layout:
    """The layout in which a tile belongs to the next seat."""
    new = layout.copy()
    new.owners[tile] = (layout.owners[tile] + 1) % len(layout.owned)
    return new


def open_things(table: TycoonTable) -> Iterator[tuple[str, Change]]:
    """Changes that everybody notices, whoever it is."""
    last = table.seats - 1
    yield "round", lambda t: setattr(t, "round", t.round + 1)
    yield "stage", lambda t: setattr(t, "stage", "elsewhere")
    yield "turn order", lambda t: setattr(t, "order", (*t.order[1:], 0, 0))
    yield "who decides", lambda t: setattr(t, "actor", (t.actor + 1) % t.seats)
    yield "money", lambda t: t.money.__setitem__(last, t.money[last] + 1)
    yield "points", lambda t: setattr(t.accounts[last], "touching", t.accounts[last].touching + 1)
    for name in ("instant", "touching", "demands", "start", "sales", "rewards", "districts", "plants"):
        yield f"account: {name}", lambda t, name=name: setattr(t.accounts[0], name, -1)  # type: ignore[misc]
    yield "what another was paid", lambda t: t.accounts[0].fees.__setitem__(last, -1)
    yield "what the bank was paid", lambda t: t.accounts[last].fees.__setitem__(-1, -1)
    yield "yellow cubes", lambda t: t.yellow.__setitem__(last, t.yellow[last] + 1)
    yield "who has passed", lambda t: t.passed.__setitem__(last, not t.passed[last])
    yield "how many tiles are kept", lambda t: t.kept[last].append("IV-1")
    yield "a plant's cubes", lambda t: setattr(t.town.plants[0], "cubes", t.town.plants[0].cubes + 1)
    yield "a new plant", lambda t: t.town.build_plant("water", 6, t.town.free[0], last, 9, renewing=False)
    yield "terrain", lambda t: t.town.lay(t.town.free[0], "meadow")
    yield "terrain that is left", lambda t: setattr(t, "terrain_left", t.terrain_left - 1)
    yield "the next plant", lambda t: t.next_plant.__setitem__("electric", t.next_plant["electric"] + 1)
    if table.town.districts:
        tile = next(iter(table.town.districts))
        yield "what is supplied", lambda t: setattr(t.town, "met", t.town.met | {tile: 7})
        if met := table.town.met:
            yield "which demand was met", lambda t: t.town.met.update(dict.fromkeys(met, 7))
        yield "whose a district is", lambda t: t.town.use(passed_on(t.town.layout, tile))
    if table.stage == DRAFTING:
        yield "who has picked", lambda t: t.picked.__setitem__(last, None if t.picked[last] else t.hands[last][0])
    if table.stage == PLACING:
        yield "what is placed", lambda t: setattr(t, "to_place", None)
    if table.stage == TERRAIN:
        yield "the terrain that is placed", lambda t: setattr(t, "terrain_due", ())
    if table.stage == CUBES:
        yield (
            "the cubes that are asked for",
            lambda t: setattr(t, "supplying", t.supplying and replace(t.supplying, red=t.supplying.red + 1)),
        )


@pytest.mark.parametrize("seats", daily([2, 5, 3, 4], 2))
def test_everybody_sees_what_lies_open(seats: int) -> None:
    assert len(seen_by_all(states(seats), open_things)) >= 29
    for state in states(seats):
        for name, change in open_things(state.table):
            assert changed(state, change).digest() != state.digest(), (name, state.table.stage)


@every_table
def test_tiles_that_are_out_of_the_game_are_in_no_view(seats: int) -> None:
    """A view names no tile but those in the city, those used, the watcher's own, and those of hands it has held."""
    for state in states(seats):
        table = state.table
        for watcher in (None, *range(seats)):
            view = state.view(watcher)
            own = [] if watcher is None else [*table.hands[watcher], *table.kept[watcher], table.picked[watcher]]
            shown = {tile.name for tile in table.town.districts.values()} | {tile for tile in own if tile}
            shown |= {tile for tiles in table.used for tile in tiles}
            shown |= set() if watcher is None else {tile for hands in table.held for tile in hands[watcher]}
            text = msgspec.json.encode(view).decode()
            named = {name for name in table.box.districts if f'"{name}"' in text}
            assert named == shown
