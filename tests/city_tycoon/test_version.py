"""Rules version 2: a log of version 1 is told so, whatever else it says."""

from __future__ import annotations

import json
from pathlib import Path

from cityleague.engine.city_tycoon import GAME

from ..replays.helpers import verdicts
from .by_hand import PLAIN, course, log


def test_a_log_of_the_first_rules_is_told_which_ones_are_played(tmp_path: Path) -> None:
    """In version 1 a seat that could not supply had to pass, and was out."""
    header, *lines = log(2, course(2, (0, "build", "I-1", (2, 0))))
    assert json.loads(header)["rules"] == GAME.version == "2"
    old = json.dumps(json.loads(header) | {"rules": "1"}).encode()
    (verdict,) = verdicts(tmp_path, [old, *lines], components={"own.json": PLAIN})
    finding = verdict.finding
    assert finding
    assert (finding.code, finding.line, finding.pointer) == ("LOG-RULES", 1, "/rules")
    assert 'version "1" of the rules of City Tycoon; this program knows 2' in finding.message
