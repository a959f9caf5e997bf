"""What a view hides, and what it shows: changes to the one leave no trace in it, changes to the other do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from cityleague.engine.course import OVER
from cityleague.engine.neom.board import PLACE
from cityleague.engine.neom.moves import Pay, Remove
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, PICKING, NeomTable

from .helpers import course, own

MANY = range(3, 6)
TABLES = [*[(seats, {}) for seats in range(1, 6)], (4, {"beginner": True})]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)

Change = Callable[[NeomTable], object]


def view_bytes(state: NeomState, watcher: int | None) -> bytes:
    return msgspec.json.encode(state.view(watcher))


def changed(state: NeomState, change: Change) -> NeomState:
    other = state.copy()
    change(other.table)
    return other


def states(seats: int, options: Mapping[str, Any]) -> Iterator[NeomState]:
    """Every seventh state of a random game, all of its disasters, half of its draft, and the first of every stage."""
    reached = set()
    for number, (state, _) in enumerate(course(seats, options, f"hidden {seats}")):
        stage = state.table.stage
        if number % 7 == 0 or stage not in reached or stage in (DRAFTING, DISASTER, OVER)[number % 2 :]:
            reached.add(stage)
            yield state


# -- what is hidden


def another(number: int) -> int:
    """A tile of the same kind: the next one, an anchor for an anchor."""
    return number + 1 if number not in (120, 150) else number - 1


def secrets(table: NeomTable, watcher: int | None) -> Iterator[tuple[str, Change]]:
    """Changes that the watcher must not notice."""
    if table.many and table.stage == DRAFTING:
        yield "anchors not drawn", lambda t: t.anchors_left.reverse()
        yield "anchors not drawn", lambda t: t.anchors_left.pop()
    for seat in range(table.seats):
        if seat != watcher:
            known = held_before(table, seat, watcher)
            for name, change in _secrets_of(table, seat):
                if name not in HAND or not known:
                    yield name, _of(change, seat)


def held_before(table: NeomTable, seat: int, watcher: int | None) -> bool:
    """Whether the watcher has held the hand, in this generation, that the seat holds now."""
    if watcher is None or table.stage == DRAFTING:
        return False
    return any((watcher + passed) % table.seats == seat for passed in range(table.turn))


def _of(change: Callable[[NeomTable, int], object], seat: int) -> Change:
    return lambda table: change(table, seat)


def _secrets_of(table: NeomTable, seat: int) -> Iterator[tuple[str, Callable[[NeomTable, int], None]]]:
    if table.hands[seat]:
        yield "a tile of a hand", lambda t, s: t.hands[s].__setitem__(0, another(t.hands[s][0]))
        yield "a hand", lambda t, s: t.hands[s].clear()
    if table.many and table.stage in (DRAFTING, PICKING) and table.picked[seat]:
        yield "a pick", _pick_another
    if table.many and table.stage == DRAFTING and table.anchors[seat]:
        yield "a drafted anchor", lambda t, s: t.anchors[s].__setitem__(0, another(t.anchors[s][0]))
    if table.stage == DISASTER and table.answers[seat] is not None:
        answer = Remove(((1, 0),)) if isinstance(table.answers[seat], Pay) else Pay()
        yield "an answer to a disaster", lambda t, s: t.answers.__setitem__(s, answer)


def _pick_another(table: NeomTable, seat: int) -> None:
    """Exchange the pick with a tile left in the hand."""
    left, *others = table.hands[seat]
    table.hands[seat] = sorted([table.picked[seat], *others])
    table.picked[seat] = left


HAND = {"a tile of a hand", "a hand"}
SECRETS = {"anchors not drawn", "a tile of a hand", "a hand", "a pick", "a drafted anchor", "an answer to a disaster"}


@every_table
def test_what_others_hide_is_in_no_view(seats: int, options: Mapping[str, Any]) -> None:
    checked = set()
    for state in states(seats, options):
        for watcher in (None, *range(seats)):
            before = view_bytes(state, watcher)
            legal = [] if watcher is None else state.legal(watcher)
            for name, change in secrets(state.table, watcher):
                other = changed(state, change)
                assert view_bytes(other, watcher) == before, (name, state.table.stage)
                assert watcher is None or other.legal(watcher) == legal, name
                checked.add(name)
    if seats not in MANY:
        assert not checked
    elif options:
        assert checked == SECRETS - {"a drafted anchor", "anchors not drawn"}
    else:
        assert checked == SECRETS


def test_changes_that_are_not_seen_are_changes_all_the_same() -> None:
    for state in states(3, {}):
        for name, change in secrets(state.table, None):
            assert changed(state, change).digest() != state.digest(), name


# -- what is not


def own_things(table: NeomTable, seat: int) -> Iterator[tuple[str, Change]]:
    """Changes that nobody notices but the seat, and of a hand, those who have held it."""
    for name, change in _secrets_of(table, seat):
        yield name, _of(change, seat)


@pytest.mark.parametrize("seats", MANY)
def test_everyone_sees_their_own_secrets(seats: int) -> None:
    checked = set()
    for state in states(seats, {}):
        for seat in range(seats):
            before = {watcher: view_bytes(state, watcher) for watcher in (None, *range(seats))}
            for name, change in own_things(state.table, seat):
                other = changed(state, change)
                noticed = {watcher for watcher, view in before.items() if view_bytes(other, watcher) != view}
                told = {other for other in range(seats) if name in HAND and held_before(state.table, seat, other)}
                assert noticed == {seat} | told, (name, state.table.stage)
                checked.add(name)
    assert checked == SECRETS - {"anchors not drawn"}


def open_things(table: NeomTable) -> Iterator[tuple[str, Change]]:
    """Changes that everybody notices, whoever it is."""
    last = table.seats - 1
    home = own().tiles[2]
    yield "round", lambda t: setattr(t, "round", t.round + 1)
    yield "generation", lambda t: setattr(t, "generation", t.generation + 1)
    yield "picks of the draft", lambda t: setattr(t, "row", t.row + 1)
    yield "who picks first", lambda t: setattr(t, "first", t.first + 1)
    yield "money", lambda t: t.money.__setitem__(last, t.money[last] + 1)
    yield "money of a round", lambda t: t.incoming.__setitem__(0, t.incoming[0] + 1)
    yield "a tile in a city", lambda t: t.cities.__setitem__(last, t.cities[last].with_tile(home, PLACE[-2, 2]))
    yield "trade routes used", lambda t: setattr(t, "used", (not t.used[0], t.used[1]))
    yield "tiles that were sold", lambda t: setattr(t, "sold", (*t.sold, 120))
    yield "a disaster averted", lambda t: setattr(t, "struck", not t.struck)
    if table.due:
        yield "who decides", lambda t: setattr(t, "due", t.due ^ 1 << last)
    if table.stage != DRAFTING or not table.many:
        yield "anchors not drawn", lambda t: t.anchors_left.append(121)
        yield "discarded anchors", lambda t: t.discarded.append(121)
        yield "an anchor", lambda t: t.anchors[last].append(121)
    if table.many:
        yield "tiles that were shown", lambda t: setattr(t, "picks", (*t.picks, (120,) * t.seats))
    else:
        yield "open tiles", lambda t: t.open.append(150)
        yield "tiles that were open", lambda t: t.gone.append(120)
    if table.stage == ACTING or (not table.many and table.picked[last]):
        yield "a pick that is shown", lambda t: t.picked.__setitem__(last, another(t.picked[last]))
    if table.many and table.stage in (ACTING, DISASTER):
        yield "goods for sale", lambda t: t.sale.__setitem__(last, ~t.sale[last] & 1)
    if table.stage == DISASTER:
        yield "the disaster", lambda t: setattr(t, "disaster", home)


@every_table
def test_everybody_sees_what_lies_open(seats: int, options: Mapping[str, Any]) -> None:
    for state in states(seats, options):
        before = {watcher: view_bytes(state, watcher) for watcher in (None, *range(seats))}
        for name, change in open_things(state.table):
            other = changed(state, change)
            for watcher, view in before.items():
                assert view_bytes(other, watcher) != view, (name, state.table.stage)


@pytest.mark.parametrize("seats", MANY)
def test_a_pick_stays_secret_until_all_have_picked(seats: int) -> None:
    """Two games that differ only in one seat's pick look the same to all others until the last has picked."""
    for number, (state, _) in enumerate(course(seats, {}, "secret")):
        pending = state.pending()
        if number % 3 or state.table.stage not in (DRAFTING, PICKING) or len(getattr(pending, "seats", ())) < 2:
            continue
        seat = pending.seats[0]  # type: ignore[union-attr]
        legal = state.legal(seat)
        after = []
        for move in (legal[0], legal[-1]):
            other = state.copy()
            other.apply(seat, move)
            after.append([view_bytes(other, watcher) for watcher in (None, *range(seats)) if watcher != seat])
        assert after[0] == after[1]
