"""Monstrous moves: with hundreds of legal ones to compare them with, the hints must not cost more than the line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cityleague.replays.tournaments import Plan, Tournament, numbered, play_single

from ..replays.helpers import dump, measured, replaced, with_fields, write

GAMES = 2
SECONDS = 15
"""Much more than it takes; compared letter by letter, so many games would take far longer."""


@pytest.mark.parametrize(
    ("cards", "code"),
    [(["x" * 400_000] * 2, "CCXL-DIVIDE-NOT-HELD"), (["commerce"] * 80_000, "CCXL-DIVIDE-FIRST-LOT")],
    ids=["long names", "long list"],
)
def test_monstrous_lots_are_refused_in_no_time(cards: list[str], code: str, tmp_path: Path) -> None:
    plan = Plan(game="card_city_xl", bots=tuple(numbered(["random"] * 4)), options={"level": "advanced"})
    good = play_single(Tournament(plan)).splitlines()
    wrong = next(i for i, line in enumerate(good) if b'"divide"' in line)
    move = {"type": "divide", "open": cards, "hidden": ["industry"]}
    broken = replaced(good, wrong, dump({"seat": json.loads(good[wrong])["seat"], "move": move}))
    said, _ = measured(write(tmp_path, [with_fields(broken[0], id=None), *broken[1:]] * GAMES), seconds=SECONDS)
    assert said == [code] * GAMES
