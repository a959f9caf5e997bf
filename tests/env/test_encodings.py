"""Encodings show the learner the board, and count seats from it, so that one learner can play at all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cityleague.engine.env import encoding_of
from cityleague.engine.env.encoding import Generic
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays.testing import views
from cityleague.replays.testing.games import course, setup_of, setups

from ..rows import daily

LABELS = [(name, label) for name in GAMES for label in setups(name)]


def test_what_the_types_alone_tell_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of all games notices that sums do not tell where something lies."""
    monkeypatch.setattr(views, "encoding_of", Generic)
    with pytest.raises(AssertionError, match=r"positions that differ in .* have the same numbers; types need marks"):
        views.test_an_encoding_tells_next_positions_apart(setup_of(find("twentieth_century"), 3))


@pytest.mark.parametrize(("name", "label"), daily(LABELS, 5))
def test_legal_moves_have_rows_of_their_own(name: str, label: str) -> None:
    setup = setups(name)[label]
    encoding = encoding_of(setup)
    assert not [column for column in encoding.move_columns if column == "checksum"]
    for state, step in course(setup, some=60):
        for seat, legal in step.legal.items():
            assert len({row.tobytes() for row in encoding.rows(state, seat, legal)}) == len(legal)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_seats_are_counted_from_the_learner(name: str, seats: int) -> None:
    setup = setup_of(find(name), seats)
    encoding = encoding_of(setup)
    at = {column: number for number, column in enumerate(encoding.columns)}
    for state, step in course(setup, some=30):
        for seat in step.legal:
            view: Any = state.view(seat)
            numbers = encoding.observe(state, seat)
            for other in range(seats):
                there = (seat + other) % seats
                if hasattr(view, "money"):
                    assert numbers[at[f"money of seat {other}"]] == view.money[there]
                if hasattr(view, "order"):
                    assert numbers[at[f"order: place of seat {other}"]] == view.order.index(there) + 1
                if name in ("card_city_xl", "city_tycoon", "twentieth_century"):
                    assert numbers[at[f"actor: seat {other}"]] == (view.actor == there)


def boards(name: str, view: Any, seat: int) -> list[list[tuple[tuple[int, int], str | None]]]:
    """What lies where by the view, the learner's board first, and a figure that tells it."""
    order = [(seat + other) % len(view.players if name == "twentieth_century" else view.money) for other in range(3)]
    if name == "neom":
        return [[(placed.cell, "filled") for placed in view.cities[other].tiles] for other in order]
    if name == "card_city_xl":
        return [[(placed.cell, placed.card) for placed in view.cities[view.ring.index(other)]] for other in order]
    if name == "twentieth_century":
        return [[(placed.cell, None) for placed in view.players[other].region] for other in order]
    placed = [(placed.cell, f"of seat {(placed.owner - seat) % 3}") for placed in view.districts]
    return [placed + [(placed.cell, placed.terrain) for placed in view.terrain]]


@pytest.mark.parametrize("name", ["card_city_xl", "city_tycoon", "neom", "twentieth_century"])
def test_what_lies_on_a_cell_stands_in_its_plane(name: str) -> None:
    encoding = encoding_of(setup_of(find(name), 3))
    planes = encoding.planes
    assert planes
    names = [column.partition(": ")[0] for column in encoding.columns[-int(np.prod(planes.shape)) :]]
    by_board = list(dict.fromkeys(names))
    at = {column: number for number, column in enumerate(encoding.columns)}
    seen = 0
    for state, step in course(setup_of(find(name), 3), some=30):
        for seat in step.legal:
            numbers = encoding.observe(state, seat)
            shown = numbers[-int(np.prod(planes.shape)) :].reshape(planes.shape)
            for number, lying in enumerate(boards(name, state.view(seat), seat)):
                assert shown[number].any(axis=0).sum() >= len(lying) > -1
                for (x, y), figure in lying:
                    figures = [figure] if figure else ["land", "facility"]
                    assert sum(numbers[at[f"{by_board[number]}: {each} on [{x}, {y}]"]] for each in figures) == 1
                    seen += 1
    assert seen > 50


def test_cities_that_seats_exchange_look_otherwise() -> None:
    """In Between Two Cities: the learner's left and right cities, and those that it does not build."""
    encoding = encoding_of(setup_of(find("between_two_cities"), 3))
    differ = 0
    for state, step in course(setup_of(find("between_two_cities"), 3), some=30):
        other: Any = state.copy()
        other.table.cities = other.table.cities[1:] + other.table.cities[:1]
        for seat in step.legal:
            if other.table.cities != state.table.cities:  # type: ignore[attr-defined]
                assert (encoding.observe(state, seat) != encoding.observe(other, seat)).any()
                differ += 1
    assert differ > 10
