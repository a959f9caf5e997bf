"""Encodings count seats from the learner, so that one learner can play at all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cityleague.engine.course import Course
from cityleague.engine.env import encoding_of
from cityleague.engine.registry import game as find
from cityleague.replays.testing.games import course, setup_of

BY_SEAT = {
    "between_two_cities": ("hands", "home", "owed", "picked", "served"),
    "neom": ("anchors", "cities", "hands", "incoming", "money", "picked"),
}
"""What the tables of these games have for each seat, and the encodings read."""


def turned(by_seat: Sequence[Any]) -> list[Any]:
    return [by_seat[-1], *by_seat[:-1]]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", BY_SEAT)
def test_a_table_that_is_turned_looks_the_same_from_the_next_seat(name: str, seats: int) -> None:
    setup = setup_of(find(name), seats)
    encoding, seen = encoding_of(setup), set()
    for state, step in course(setup, some=30):
        assert isinstance(state, Course)
        other = state.copy()
        for field in BY_SEAT[name]:
            setattr(other.table, field, turned(getattr(other.table, field)))
        if name == "neom":
            other.table.first = (other.table.first + 1) % seats
        for seat in range(seats):
            there = (seat + 1) % seats
            numbers = encoding.observe(state, seat)
            seen.add(numbers.tobytes())
            differ = np.flatnonzero(numbers != encoding.observe(other, there))
            assert not [encoding.columns[number] for number in differ]
            if legal := step.legal.get(seat):
                assert (encoding.rows(state, seat, legal) == encoding.rows(other, there, legal)).all()
    assert len(seen) > 10 * seats


@pytest.mark.parametrize("name", ["card_city_xl", "city_tycoon"])
def test_encodings_made_of_types_count_seats_from_the_learner_too(name: str) -> None:
    setup = setup_of(find(name), 3)
    encoding = encoding_of(setup)
    at = {column: number for number, column in enumerate(encoding.columns)}
    for state, step in course(setup, some=30):
        for seat in step.legal:
            view: Any = state.view(seat)
            numbers = encoding.observe(state, seat)
            for other in range(3):
                there = (seat + other) % 3
                assert numbers[at[f"money of seat {other}"]] == view.money[there]
                assert numbers[at[f"actor: seat {other}"]] == (view.actor == there)
