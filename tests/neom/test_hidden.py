"""What a view hides, and what it shows: changes to the one leave no trace in it, changes to the other do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from cityleague.engine.course import OVER
from cityleague.engine.neom.board import PLACE
from cityleague.engine.neom.moves import Pay, Remove
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, PICKING, NeomTable

from ..hidden import Change, kept_secret, seen_by_all
from .helpers import course, own

MANY = range(3, 6)
TABLES = [*[(seats, {}) for seats in range(1, 6)], (4, {"beginner": True})]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)


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


def secrets(table: NeomTable) -> Iterator[tuple[str, set[int], Change]]:
    """What a seat hides, which it knows itself, and of a hand, those who have held it; and what nobody knows."""
    if table.many and table.stage == DRAFTING:
        yield "anchors not drawn", set(), lambda t: t.anchors_left.reverse()
        yield "anchors not drawn", set(), lambda t: t.anchors_left.pop()
    for seat in range(table.seats) if table.many else ():
        held = {other for other in range(table.seats) if held_before(table, seat, other)}
        for name, change in _secrets_of(table, seat):
            yield name, {seat} | (held if name in HAND else set()), _of(change, seat)


def held_before(table: NeomTable, seat: int, watcher: int) -> bool:
    """Whether the watcher has held the hand, in this generation, that the seat holds now."""
    if table.stage == DRAFTING:
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
def test_what_a_seat_hides_is_in_no_view_of_others(seats: int, options: Mapping[str, Any]) -> None:
    expected = SECRETS - {"a drafted anchor", "anchors not drawn"} if options else SECRETS
    assert kept_secret(states(seats, options), secrets) == (expected if seats in MANY else set())


# -- what is not


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
    assert seen_by_all(states(seats, options), open_things)
