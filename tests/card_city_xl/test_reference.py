"""The engine against an independent, slow implementation of the whole game, in every way it can be played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.components import packaged

from .. import oracles
from ..rows import rows
from .helpers import LEVELS, Way, course, options, sample, text, ways
from .reference import Reference
from .reference import text as as_text

COMPONENTS = msgspec.json.decode(packaged("card_city_xl"))


def same_money(state: CardCityState, reference: Reference) -> None:
    """Everyone has the same."""
    assert state.table.money == reference.money


def same_result(state: CardCityState, reference: Reference) -> None:
    """The engine and the reference give the same scores for the same reasons."""
    for sheet, expected in zip(state.scores(), reference.results(), strict=True):
        assert sheet.total == expected["total"]
        assert [tie.value for tie in sheet.tiebreaks] == expected["tiebreaks"]
        assert bool(sheet.last) == expected["last"]
        assert sheet.title == expected["title"]
        points: Counter[str] = Counter()
        for line in sheet.parts[0].lines:
            points[line.category] += line.points  # type: ignore[assignment]
        sums = {name.removesuffix("s"): value for name, value in expected["categories"].items()}
        assert {name: value for name, value in points.items() if value} == {k: v for k, v in sums.items() if v}


def same_moves(state: CardCityState, reference: Reference, seat: int) -> None:
    """Both allow the same, and the engine lists it once."""
    listed = [text(move) for move in state.legal(seat)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(map(as_text, reference.legal(seat)))


def compare(players: int, chosen: dict[str, Any], seed: str, every: int) -> None:
    """Play a random game and hold it against the reference."""
    reference, events = Reference(chosen, players, COMPONENTS), course(players, chosen, seed)
    oracles.compare(events, reference, every, table=same_money, moves=same_moves, result=same_result)


@pytest.mark.exhaustive
@rows("players, way", sample())
def test_any_two_choices_together_run_as_the_reference_says(players: int, way: Way) -> None:
    compare(players, options(way), f"sample/{way}", 15)


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_way_to_play_runs_as_the_reference_says(players: int, level: str) -> None:
    for number, way in enumerate(ways(players)):
        if way[0] == level:
            compare(players, options(way), f"reference/{players}/{number}", 9)
