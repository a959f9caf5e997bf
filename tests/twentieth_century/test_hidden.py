"""What a view hides and what it shows: changes to hidden things leave no trace in it, all other changes do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.table import ADMINISTERING, STAGES, CenturyTable, Figure, Sale
from cityleague.engine.twentieth_century.view import table_of

from ..hidden import Change, kept_secret, seen_by_all, view_bytes
from ..rows import daily
from .helpers import course, new
from .tour import tour

every_table = pytest.mark.parametrize("seats", range(3, 6))


def secrets_of(seat: int) -> Iterator[tuple[str, Change]]:
    """Changes that only this seat notices."""
    yield "a coin more", lambda t: t.coins.__setitem__(seat, t.coins[seat] + 1)
    yield "no coins", lambda t: t.coins.__setitem__(seat, -1)
    yield "many coins", lambda t: t.coins.__setitem__(seat, 500)
    yield "some science more", lambda t: t.science.__setitem__(seat, t.science[seat] + 1)
    yield "no science", lambda t: t.science.__setitem__(seat, -1)
    yield "much science", lambda t: t.science.__setitem__(seat, 500)


def test_the_tour_comes_through_every_stage() -> None:
    for seats in range(3, 6):
        assert {state.table.stage for state in tour(seats)} == set(STAGES)


# -- what is hidden


def secrets(table: CenturyTable) -> Iterator[tuple[str, list[int], Change]]:
    """What each seat holds."""
    for seat in range(table.seats):
        for name, change in secrets_of(seat):
            yield name, [seat], change


@every_table
def test_what_a_seat_holds_is_in_its_own_view_alone(seats: int) -> None:
    assert len(kept_secret((state for state in tour(seats) if state.table.stage != OVER), secrets)) == 6


@every_table
def test_a_view_tells_the_holdings_of_its_own_seat_alone(seats: int) -> None:
    for state in tour(seats):
        for watcher in (None, *range(seats)):
            for seat, player in enumerate(state.view(watcher).players):
                held = (state.table.coins[seat], state.table.science[seat])
                shown = watcher == seat or state.table.stage == OVER
                assert (player.coins, player.science) == (held if shown else (None, None))


@every_table
def test_after_the_end_all_is_shown(seats: int) -> None:
    *_, state = tour(seats)
    assert state.table.stage == OVER
    assert len(seen_by_all([state], lambda table: ((name, change) for name, _, change in secrets(table)))) == 6
    told = [msgspec.to_builtins(state.view(watcher)) | {"seat": None} for watcher in (None, *range(seats))]
    assert told == [told[0]] * (seats + 1)


@every_table
def test_no_view_shows_what_is_not_on_offer_yet(seats: int) -> None:
    """A view names only what has been drawn."""
    shown: set[str] = set()
    everything = {*new(seats).table.box.land, *new(seats).table.box.technologies, *new(seats).table.box.damage}
    for state, event in course(seats, "offer"):
        text = view_bytes(state, None).decode()
        assert {name for name in everything if f'"{name}"' in text} <= shown
        shown |= set(map(str, event)) if isinstance(event, list) else set()


# -- what is not


def open_things(table: CenturyTable) -> Iterator[tuple[str, Change]]:
    """Changes that every watcher notices."""
    last = table.seats - 1
    region = table.regions[last]
    yield "round", lambda t: setattr(t, "round", t.round % 6 + 1)
    if table.stage != OVER:
        yield "stage", lambda t: setattr(t, "stage", "elsewhere")
    yield "who decides", lambda t: setattr(t, "actor", (t.actor + 1) % t.seats)
    yield "the start player", lambda t: setattr(t, "starter", (t.starter + 1) % t.seats)
    yield "the technology marker", lambda t: setattr(t, "field", (t.field + 1) % 4)
    yield "land on offer", lambda t: t.land.append("N8")
    yield "technologies on offer", lambda t: t.technologies.append("V6")
    yield "what has been on offer", lambda t: t.shown.append("another")
    yield "land that is up", lambda t: setattr(t, "chosen", None if t.chosen else "N8")
    yield "the highest bid", lambda t: setattr(t, "highest", t.highest + 1)
    yield "whose the highest bid is", lambda t: setattr(t, "leader", last if t.leader is None else None)
    yield "the damage card", lambda t: setattr(t, "damage", None if t.damage else "D8")
    yield "bonus cards", lambda t: t.bonus_cards.append("B6")
    yield "points", lambda t: t.accounts[last].yields.__setitem__(0, t.accounts[last].yields[0] + 1)
    yield "points for life", lambda t: t.accounts[last].life.__setitem__(3, t.accounts[last].life[3] + 1)
    yield "bonus points", lambda t: t.accounts[last].bonus.append((1, 2))
    yield "pollution", lambda t: t.pollution.__setitem__(last, (t.pollution[last] + 1) % 13)
    yield "a new tile", lambda t: t.hands[last].append("N8")
    yield "new garbage", lambda t: t.cubes.__setitem__(last, t.cubes[last] + 1)
    yield "a sale", lambda t: t.sales.append(Sale(1, "N8", last, 5))
    yield "coins spent", lambda t: t.coins_spent.__setitem__(last, t.coins_spent[last] + 1)
    yield "science spent", lambda t: t.science_spent.__setitem__(last, t.science_spent[last] + 1)
    yield "a technology", lambda t: t.uses[last].__setitem__("another", 0)
    yield "land bought", lambda t: t.bought.__setitem__(last, t.bought[last] + 1)
    yield "who is in", lambda t: t.in_round.__setitem__(last, not t.in_round[last])
    yield "who bids on", lambda t: t.in_auction.__setitem__(last, not t.in_auction[last])
    yield "a figure", lambda t: t.figures.__setitem__(last, None if t.figures[last] else Figure(1, 2))
    if table.stage == ADMINISTERING:
        yield "who has finished", lambda t: setattr(t, "due", t.due ^ 1 << last)
    yield "a plant that was used", lambda t: t.cleared.__setitem__(last, t.cleared[last] ^ 1)
    yield "garbage", lambda t: t.regions[last].put(0)
    yield "a new citizen", lambda t: t.regions[last].settle(0)
    yield "a citizen who left", lambda t: t.regions[last].leave(1)
    yield "a citizen who waits", lambda t: setattr(t.regions[last], "waiting", t.regions[last].waiting ^ 1)
    yield "land that is laid", lambda t: t.regions[last].lay(t.box.shapes["N8"], t.regions[last].terrain.border[0], 1)
    if not region.terrain.bridges[0]:
        yield "a bridge", lambda t: t.regions[last].bridge(0, 0)
    if table.uses[last]:
        name = next(iter(table.uses[last]))
        yield "a use", lambda t: t.uses[last].__setitem__(name, t.uses[last][name] ^ 1)


@pytest.mark.parametrize("seats", daily([3, 5, 4], 2))
def test_everybody_sees_what_lies_open(seats: int) -> None:
    assert seen_by_all(tour(seats), open_things)


# -- the table as a view tells it


@every_table
def test_the_table_of_a_view_has_the_same_legal_moves_and_looks_the_same(seats: int) -> None:
    """It has everything that lies open, and what the seat holds."""
    for state in tour(seats):
        for watcher in range(seats):
            told = new(seats)
            told.table = table_of(Setup(GAME, GAME.options(), state.table.box, state.seats), state.view(watcher))
            assert told.legal(watcher) == state.legal(watcher), state.table.stage
            assert told.pending() == state.pending(), state.table.stage
            assert view_bytes(told, watcher) == view_bytes(state, watcher), state.table.stage
