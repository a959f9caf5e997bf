"""Rules version 3: logs of versions 1 and 2 are read by their rules and figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine import Setup, Stream, next_decision
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.components import ComponentsError

from ..replays.helpers import OLDER, codes, verdicts, with_fields
from .by_hand import PLAIN, course, demand, figures, log

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


# -- rules 1

DEAR = figures({"I-1": {"demands": [demand(red=9)]}})
"""Nobody can supply district I-1: the city has two red cubes."""
SKIPPED = course(2, (0, "build", "I-1", (2, 0)), (1, "build", "I-2", (2, 1)), until="supplying", components=DEAR)


def refused_by(rules: str, events: list[tuple[object, ...]], folder: Path) -> str | None:
    """The code that refuses a log of these rules, up to the next round; None: it is clean, but for its end."""
    header, *lines = log(2, [*SKIPPED, *events, ("round-2", "II-1 II-2 II-3 II-4")], DEAR)
    (verdict,) = verdicts(folder, [with_fields(header, rules=rules), *lines], components={"own.json": DEAR})
    return verdict.finding.code if verdict.finding else None


def test_by_rules_1_whoever_cannot_supply_has_to_pass(tmp_path: Path) -> None:
    passes = [[(0, "pass"), *SUPPLY], SUPPLY]
    assert [refused_by("1", [*events], tmp_path) for events in passes] == ["GAME-TRUNCATED", "TURN-NOT-YOURS"]
    assert [refused_by("2", [*events], tmp_path) for events in passes] == ["TURN-NOT-YOURS", "GAME-TRUNCATED"]


def test_by_rules_1_whoever_has_no_district_left_has_passed(tmp_path: Path) -> None:
    assert refused_by("1", [(0, "pass"), *SUPPLY, (1, "pass")], tmp_path) == "TURN-CHANCE-DUE"


def test_a_state_by_rules_1_is_imagined_as_one() -> None:
    older = GAME.older["1"]
    run = Setup(older, older.options(), older.components(None), 3)
    state = run.begin()
    while decision := next_decision(state, seed="7"):
        seat = decision.seats[0]
        imagined = run.imagine(state.view(seat), Stream("7", "imagined"))
        assert type(imagined) is type(state)
        assert imagined.view(seat) == state.view(seat)
        state.apply(seat, state.legal(seat)[0])


# -- component files as version 0.1.0 had them


def old_form(*, spoilt: Callable[[Any], object] = lambda file: None) -> bytes:
    file = json.loads(GAME.file("older/0.1.0.json"))
    spoilt(file)
    return json.dumps(file, indent=1).encode()


def test_a_file_in_the_old_form_is_read_by_all_rules_and_keeps_its_hash() -> None:
    """Every figure stands where it stands today; the conversion is undone here."""
    own = old_form()
    for game in GAME.versions().values():
        box = game.components(own)
        assert box.hash == "blake2b:" + blake2b(own, digest_size=16).hexdigest()
        told = json.loads(own)
        assert isinstance(box, Box)
        for plant in told["plants"]["list"]:
            for kind in ("electric", "water"):
                assert msgspec.to_builtins(box.plants[kind][plant["number"]]) == plant
        for tile in told["districts"]["list"]:
            reward = box.districts[tile["name"]].reward
            touching = tile.get("reward", {}).get("points_for", {"terrain": "meadow", "points": 0})
            assert reward.points_for.of(touching["terrain"]) == touching["points"]
            assert reward.points_for.meadow + reward.points_for.water == touching["points"]
            demands = [
                {side: {name: value for name, value in part.items() if value} for side, part in demand.items()}
                for demand in msgspec.to_builtins(box.districts[tile["name"]].demands)
            ]
            assert demands == tile["demands"]


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda file: file["plants"].update(list=None), "plants"),
        (lambda file: file["plants"]["list"].pop(), "missing: 6"),
        (lambda file: file["districts"].update(list={}), "districts"),
        (lambda file: file["districts"]["list"].__setitem__(0, None), "districts"),
        (lambda file: file["districts"]["list"][0].update(reward=3), "reward"),
        (lambda file: file["districts"]["list"][0].update(reward={"points_for": {"terrain": "sand"}}), "sand"),
        (lambda file: file["districts"]["list"][0].update(reward={"points_for": {"terrain": "water"}}), "points_for"),
    ],
)
def test_a_bad_file_in_the_old_form_is_refused(spoilt: Callable[[Any], object], said: str) -> None:
    with pytest.raises(ComponentsError, match=said):
        GAME.components(old_form(spoilt=spoilt))
