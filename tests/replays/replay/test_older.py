"""Older rules and figures stay with their game: whatever reads logs reads theirs, and no table mixes them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import structs

from cityleague.engine import registry
from cityleague.engine.components import fingerprint
from cityleague.engine.protocol import Game
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import play
from cityleague.replays.league import Played, league_tables, read_results
from cityleague.replays.log import Problem, decode_header
from cityleague.replays.people import new_header, recording
from cityleague.replays.replay import ComponentFiles, recorded_games, validate
from cityleague.replays.tournaments import Plan, ResumeError, Tournament
from cityleague.replays.tournaments import run as run_tournament

from ...cli.helpers import run
from ...rows import daily
from ..helpers import GAME, OLDER, codes, dump, findings, log, recorded, verdicts, with_fields, write

FILES = sorted(OLDER.glob("**/*.jsonl"))
BTC = find_game(GAME)


class Leisurely(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of older rules that had one more, and not that of today."""

    pace: Literal["quick", "slow"] = "quick"


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Between Two Cities, as if its rules "1" were older ones with options and packaged figures of their own."""
    figures = BTC.file("components.json") + b"\n"
    older = structs.replace(
        BTC,
        options=Leisurely,
        setup=lambda _options, seats, box: BTC.setup(BTC.options(), seats, box),
        components=lambda data: BTC.components(figures if data is None else data),
    )
    today = structs.replace(BTC, version="2", older={"1": older})
    registry.game.cache_clear()
    monkeypatch.setattr("cityleague.engine.between_two_cities.GAME", today)
    yield today
    registry.game.cache_clear()


# -- games on file


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_reader_takes_games_of_earlier_releases(path: Path) -> None:
    assert ", 0 findings" in run("validate", path).stderr
    assert run("score", path).stdout
    games = list(recorded_games(path))
    for game in games:
        assert list(game.positions())[-1].state.pending() is None
        assert game.result().scores
    assert run("show", path, "--move", "5").stdout
    assert run("table", path, "--validate").stdout


RECORDED = sorted(OLDER.glob("*/*.jsonl.zst"))
"""Games that a release wrote: 60 for each game and number of players."""


@pytest.mark.parametrize("path", daily(RECORDED), ids=["-".join(path.parts[-2:]) for path in RECORDED])
def test_games_that_a_release_wrote_are_valid_with_the_same_score_sheets(path: Path) -> None:
    """The sheets are those of the logs' results, which are worked out again and compared line by line."""
    seats: Counter[int] = Counter()
    for verdict in validate([path]):
        assert verdict.finding is None, verdict.finding
    for game in recorded_games(path):
        seats[len(game.header().players)] += 1
    assert seats == dict.fromkeys(find_game(path.name.partition(".")[0]).seats, 60)


def test_a_release_has_games_of_all_games_on_file() -> None:
    assert {path.parent.name: {file.name for file in path.parent.glob("*.zst")} for path in RECORDED} == {
        "0.1.0": {f"{name}.jsonl.zst" for name in GAMES}
    }


@pytest.mark.parametrize("path", RECORDED, ids=["-".join(path.parts[-2:]) for path in RECORDED])
def test_damaged_games_that_a_release_wrote_are_refused(path: Path, tmp_path: Path) -> None:
    """A check line at the end of a round, and the last score, are not what they were."""
    [game, *_] = recorded_games(path)
    lines = game.log.splitlines()
    last_check = max(i for i, line in enumerate(lines) if line.startswith(b'{"check"'))
    damaged = [*lines]
    damaged[last_check] = dump({"check": "0" * 16})
    assert codes(tmp_path, damaged) == [("CHECK-MISMATCH", last_check + 1)]
    result = json.loads(lines[-1])
    result["result"]["scores"][0] += 1
    assert codes(tmp_path, [*lines[:-1], dump(result)]) == [("RESULT-SCORE", len(lines))]


FIGURES = {
    "between_two_cities": {"1": ["fc1d7f458950e32ac133a4b1c767d7d1"]},
    "card_city_xl": {"1": ["dc7df72883da15402912f8a993084cbe"]},
    "city_tycoon": {
        "3": ["e74002a85678781a57d8e254c1836d44", "d7999c727d1638a24cfd5c2d9ea8f42d"],
        "2": ["1fc6fc05b495dea6d484cd0982769d6c"],
        "1": ["136f194f051dede2194c8813b021620e"],
    },
    "neom": {"1": ["e6b5669ebcc2b6dcfa2242377c5b23c1"]},
    "twentieth_century": {
        "1": [
            "04e82f587a2081cab1193e815ed8d372",
            "80eb1ab96996901cb0ef1ce4a32d2a49",
            "d91061ce0ad174227194c6117002bc1b",
            "ca862312cd8eb42e93ae6fef9906cc8d",
        ],
        "2": ["ca862312cd8eb42e93ae6fef9906cc8d", "d91061ce0ad174227194c6117002bc1b"],
    },
}
"""The component files ever packaged with each version of the rules, the newest first.

If this fails since you changed figures: put the file as it was into `older/`, name it in the game's `superseded`, and
add the new hash here. Where rules change, or a log on file would end otherwise, the version goes up.
"""


def test_figures_never_change_silently() -> None:
    told = {
        name: {
            version: [
                digest.removeprefix("blake2b:")
                for digest in (game.components(None).hash, *[fingerprint(game.file(old)) for old in game.superseded])
            ]
            for version, game in find_game(name).versions().items()
        }
        for name in GAMES
    }
    assert told == FIGURES


def test_the_games_on_file_are_those_of_their_figures() -> None:
    """The hash is computed from the file in the package, by nothing of ours."""
    told = {
        json.loads(line)["components"] for path in FILES for line in path.read_bytes().splitlines() if b'"log"' in line
    }
    files = [Path(find_game(name).package.replace("cityleague.", "").replace(".", "/")) for name in GAMES]
    root = Path(__file__).parents[3]
    there = [
        file for folder in files for file in [*(root / folder).glob("older/*.json"), root / folder / "components.json"]
    ]
    assert told <= {"blake2b:" + blake2b(file.read_bytes(), digest_size=16).hexdigest() for file in there}


def test_every_file_that_was_packaged_before_is_found_by_its_hash() -> None:
    """One that lies in the folder and in no list would never be."""
    root = Path(__file__).parents[3] / "engine"
    for name in GAMES:
        for file in (root / name / "older").glob("*"):
            digest = "blake2b:" + blake2b(file.read_bytes(), digest_size=16).hexdigest()
            assert any(_has(game, digest) for game in find_game(name).versions().values()), file


def _has(game: Game, digest: str) -> bool:
    try:
        return ComponentFiles().find(game, digest).hash == digest
    except Problem:
        return False


# -- what a reader is told


@pytest.mark.parametrize("name", GAMES)
def test_a_log_of_unknown_rules_is_told_which_are_known_and_what_to_do(name: str, tmp_path: Path) -> None:
    header, *events = play(name, ["random"] * find_game(name).seats[-1], seed="r").log.splitlines()
    (finding,) = findings(tmp_path, [with_fields(header, rules="2001"), *events[:3]])
    versions = list(find_game(name).versions())
    assert (finding.code, finding.line, finding.pointer) == ("LOG-RULES", 1, "/rules")
    assert finding.expected == versions
    assert all(said in finding.message for said in ('"2001"', *versions, "release of cityleague"))


def test_rules_are_known_as_they_are_written(tmp_path: Path) -> None:
    for rules in ("", "1 ", "01", "1.0"):
        ((code, line),) = codes(tmp_path, [with_fields(recorded()[0], rules=rules), *recorded()[1:]])
        assert (code, line) == ("LOG-RULES", 1)


def test_an_unknown_component_file_is_told_all_that_are_at_hand(tmp_path: Path) -> None:
    for path in FILES:
        header, *events = path.read_bytes().splitlines()
        (finding,) = findings(tmp_path, [with_fields(header, components="blake2b:" + "0" * 32), *events[:3]])
        assert finding.code == "LOG-COMPONENTS"
        assert decode_header(header).components in finding.expected


CENTURY = find_game("twentieth_century")


def without_hash(lines: list[bytes]) -> list[bytes]:
    return [with_fields(line, components=None) if b'"log"' in line else line for line in lines]


@pytest.mark.parametrize("name", CENTURY.superseded)
def test_a_finding_of_a_game_without_a_hash_names_the_figures_with_which_it_is_right(name: str, tmp_path: Path) -> None:
    game = play("twentieth_century", ["greedy"] * 3, seed="1", components=CENTURY.file(name)).log.splitlines()
    bare = [b"", *without_hash(game)]
    (finding,) = findings(tmp_path, bare)
    header, *_ = [other for other in finding.related if "components" in other.message]
    told = re.search(r'"components":"(blake2b:[0-9a-f]{32})" this game is right \((.*)\)$', header.message)
    assert told
    assert (header.line, told[1], told[2]) == (2, fingerprint(CENTURY.file(name)), name)
    assert codes(tmp_path, [b"", with_fields(bare[1], components=told[1]), *bare[2:]]) == []
    damaged = [*bare[:-1], bare[-1].replace(b'"ranks":[', b'"ranks":[9')]
    (finding,) = findings(tmp_path, damaged)
    assert "this game is right" not in str(finding.related), "it is wrong by all figures"


def test_games_without_a_hash_get_the_same_findings_from_several_processes_and_from_memory(tmp_path: Path) -> None:
    """Each of its games is told on its own header; one that may go on is told so, too."""
    lines = without_hash((OLDER / "twentieth_century-0.1.0.jsonl").read_bytes().splitlines())
    path = write(tmp_path, lines)
    alone = run("validate", path, "--no-cache", code=1).stdout
    headers = [number for number, line in enumerate(lines, 1) if b'"log"' in line]
    digest = decode_header((OLDER / "twentieth_century-0.1.0.jsonl").read_bytes().splitlines()[0]).components
    for line in headers:
        assert f'because of line {line}: it has no "components"; with "components":"{digest}"' in alone
    assert alone == run("validate", path, "-j", "2", code=1).stdout
    for _ in range(2):
        assert alone == run("validate", path, f"--cache={tmp_path / 'cache'}", code=1).stdout
    write(tmp_path, lines[:100])
    assert "this game is right" in run("validate", path, "--still-running", code=1).stdout
    assert "this game is right" not in run("validate", path, code=1).stdout


# -- a game with two versions


def test_each_log_is_played_by_its_own_version(two_versions: Game, tmp_path: Path) -> None:
    old = [*recorded()]
    old[0] = with_fields(old[0], components=two_versions.older["1"].components(None).hash, options={"pace": "slow"})
    assert codes(tmp_path, old) == []
    assert codes(tmp_path, [with_fields(old[0], rules="2"), *old[1:]]) == [("LOG-UNKNOWN-FIELD", 1)]
    without = with_fields(old[0], components=None)
    assert codes(tmp_path, [without, *old[1:]]) == []
    assert decode_header(play(GAME, ["random", "random"]).log.splitlines()[0]).rules == "2"


def test_a_file_of_your_own_is_found_by_whatever_rules_it_was_played(two_versions: Game, tmp_path: Path) -> None:
    own = BTC.file("components.json") + b" "
    fields = {"components": BTC.components(own).hash, "options": {}}
    old = [with_fields(recorded()[0], **fields), *recorded()[1:]]
    assert codes(tmp_path, old) == [("LOG-COMPONENTS", 1)]
    for rules in two_versions.versions():
        lines = [with_fields(old[0], rules=rules), *old[1:]]
        (verdict,) = verdicts(tmp_path, lines, components={"own.json": own})
        assert verdict.finding is None


def test_no_table_mixes_rules_or_figures(two_versions: Game, tmp_path: Path) -> None:
    """Games by the rules and figures of a version are in one table, whether the log says the hash or leaves it out."""
    game, older = recorded(), two_versions.older["1"]
    headers: list[dict[str, Any]] = [
        {"rules": rules, "components": components, "options": {}, "id": f"{number}"}
        for number, (rules, components) in enumerate(
            [
                ("2", None),
                ("2", two_versions.components(None).hash),
                ("1", None),
                ("1", older.components(None).hash),
                ("1", two_versions.components(None).hash),
                ("3", None),
            ]
        )
    ]
    path = write(tmp_path, log([line for fields in headers for line in (with_fields(game[0], **fields), *game[1:])]))
    results = [result for result in read_results([path]) if isinstance(result, Played)]
    assert len(results) == len(headers)
    assert sorted(table.games for table in league_tables(results)) == [1, 1, 2, 2]
    shown = run("table", path).stdout
    assert '"rules":"3"' in shown
    assert shown.count("Between Two Cities with ") == 4


def test_results_of_a_game_that_is_not_installed_are_not_mixed_either(tmp_path: Path) -> None:
    game = recorded()
    fields: list[dict[str, Any]] = [{"rules": "1"}, {"rules": "2"}, {"rules": "1", "components": None}]
    lines = [
        line
        for number, changed in enumerate(fields)
        for line in (with_fields(game[0], game="chess", id=f"{number}", **changed), *game[1:])
    ]
    results = [result for result in read_results([write(tmp_path, lines)]) if isinstance(result, Played)]
    assert [table.games for table in league_tables(results)] == [1, 1, 1]


def test_a_game_at_the_table_goes_on_by_the_rules_it_was_begun_by(two_versions: Game, tmp_path: Path) -> None:
    lines = [with_fields(recorded()[0], options={}, components=None), *recorded()[1:5]]
    path = write(tmp_path, lines)
    header = new_header(GAME, ["random", "random#2"], options={}, components=None, seed="golden")
    assert header.rules == "2"
    recorder = recording(path, header, ComponentFiles())
    assert recorder.resumed
    assert recorder.setup.game is two_versions.older["1"]
    other = new_header(GAME, ["random", "random#2"], options={"seating": "drawn"}, components=None, seed="golden")
    with pytest.raises(ValueError, match="other options"):
        recording(path, other, ComponentFiles())


def test_a_tournament_by_older_rules_is_not_played_on_and_says_why(
    two_versions: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(game=GAME, bots=("random", "greedy"), deals=2, seed="7")
    for _ in run_tournament(Tournament(plan), tmp_path):
        pass
    monkeypatch.setattr("cityleague.engine.between_two_cities.GAME", structs.replace(two_versions, version="3"))
    registry.game.cache_clear()
    with pytest.raises(ResumeError, match='version "2" of the rules, and new games are by version "3": give another'):
        next(iter(run_tournament(Tournament(plan), tmp_path)))
