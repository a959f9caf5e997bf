"""Rules version 3: logs of version 2 are read by its rules and figures; a log of version 1 is told what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cityleague.engine.city_tycoon import GAME

from ..replays.helpers import OLDER, codes, verdicts, with_fields
from .by_hand import PLAIN, course, log

BOTH = course(2, (0, "build", "I-1", (2, 0)), (1, "build", "I-2", (2, 1)), until="supplying")
"""Two players with a district each; seat 0 begins to supply."""
SUPPLY = ((1, "supply", (2, 1)), (1, "cube", (0, 0), (2, 0)))
AGAIN = [*BOTH, (0, "pass"), *SUPPLY, (0, "pass")]
"""Seat 0 passes, seat 1 supplies, and seat 0 is asked again."""
ONCE = [*BOTH, (0, "pass"), *SUPPLY]
"""Seat 0's pass is final; with seat 1's only district the round is over."""


def played(rules: str, events: list[tuple[object, ...]], folder: Path, **options: str) -> str | None:
    """The code that refuses a log of these rules and options; None: it is clean, but for its end."""
    header, *lines = log(2, [*events, ("round-2", "II-1 II-2 II-3 II-4")])
    told = with_fields(header, rules=rules, options=options)
    (verdict,) = verdicts(folder, [told, *lines], components={"own.json": PLAIN})
    finding = verdict.finding
    return finding.code if finding else None


@pytest.mark.parametrize(
    ("rules", "options", "again"),
    [("3", {}, True), ("3", {"passing": "again"}, True), ("3", {"passing": "final"}, False), ("2", {}, False)],
)
def test_a_pass_is_final_by_rules_2_or_as_an_option(
    rules: str, options: dict[str, str], again: bool, tmp_path: Path
) -> None:
    codes = [played(rules, events, tmp_path, **options) for events in (AGAIN, ONCE)]
    unfinished = "GAME-TRUNCATED"
    assert codes == ([unfinished, "CHANCE-UNEXPECTED"] if again else ["TURN-CHANCE-DUE", unfinished])


def test_rules_2_have_no_options(tmp_path: Path) -> None:
    assert played("2", AGAIN, tmp_path, passing="final") == "LOG-UNKNOWN-FIELD"


def test_figures_of_rules_2_are_not_those_of_today(tmp_path: Path) -> None:
    """The same log is clean by its own rules, with or without the hash, and by no others."""
    lines = (OLDER / "city_tycoon-0.2.0.jsonl").read_bytes().splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(b'{"log"')]
    first = lines[: starts[1]]
    assert codes(tmp_path, first) == []
    assert codes(tmp_path, [with_fields(first[0], components=None), *first[1:]]) == []
    assert codes(tmp_path, [with_fields(first[0], rules="3"), *first[1:]]) == [("LOG-COMPONENTS", 1)]


def test_a_log_of_the_first_rules_is_told_which_ones_are_known(tmp_path: Path) -> None:
    """In version 1 a seat that could not supply had to pass, and was out."""
    header, *lines = log(2, course(2, (0, "build", "I-1", (2, 0))))
    assert json.loads(header)["rules"] == GAME.version == "3"
    (verdict,) = verdicts(tmp_path, [with_fields(header, rules="1"), *lines], components={"own.json": PLAIN})
    finding = verdict.finding
    assert finding
    assert (finding.code, finding.line, finding.pointer) == ("LOG-RULES", 1, "/rules")
    assert 'version "1" of the rules of City Tycoon; this program knows 3 and 2' in finding.message
