"""Verdicts that are remembered are those of a replay, whatever has changed."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from cityleague.engine.version import contents
from cityleague.replays.log import REVEALED_FILE, Problem, read_games
from cityleague.replays.replay import cache as caching
from cityleague.replays.replay import validate
from cityleague.replays.replay.store import Store
from cityleague.replays.reports import FINDING_FORMATS, Counts, reported

from ...fuzz.choosing import Choices
from ...fuzz.spoiling import spoilt
from ...fuzz.targets import CORPUS, component_files, logs
from ...rows import daily
from ..helpers import recorded, write
from .remembering import STORE, Run, count

pytestmark = pytest.mark.usefixtures("never_again")


# -- the same verdicts


@pytest.fixture(scope="module", params=daily([50, 1000]))
def damaged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """So many games that are mostly damaged, and all of the corpus."""
    folder = tmp_path_factory.mktemp("damaged")
    short = [data for data in logs() if len(data) < 1 << 14]
    for number in range(request.param):
        content = spoilt(Choices.by_chance(Random(number)), short)
        (folder / f"{number:03}.jsonl").write_bytes(content)
    return [*sorted(path for path in CORPUS.rglob("*.jsonl*")), *sorted(folder.iterdir())]


@pytest.mark.exhaustive
def test_cold_warm_and_half_warm_runs_say_the_same_in_every_format(damaged: list[Path], tmp_path: Path) -> None:
    files = component_files()
    plain = list(validate(damaged, files))
    assert len(plain) > len(damaged) > 150
    cold = Run(tmp_path / "cache", damaged, components=files)
    assert cold == plain
    warm = Run(tmp_path / "cache", damaged, components=files)
    assert warm == plain
    assert warm.replayed <= sum(1 for verdict in plain if verdict.finding and verdict.finding.code == "LOG-GAME") + 3
    for format_ in FINDING_FORMATS:
        texts = [
            list(reported(iter(verdicts), format_, Counts(), 10_000, []))
            for verdicts in (plain, cold.verdicts, warm.verdicts)
        ]
        assert texts[0] == texts[1] == texts[2]
    half = Run(tmp_path / "half", damaged[::2], components=files)
    assert half.replayed
    turned = damaged[::-1]
    again = Run(tmp_path / "half", turned, components=files, jobs=2)
    assert again == list(validate(turned, files))
    assert again.told == []


def test_a_game_that_stands_elsewhere_now_is_known(tmp_path: Path, log: str, store: Path) -> None:
    games = [game for game in read_games(log) if not isinstance(game, Problem)]
    moved = write(tmp_path, b"\n\n" + games[1].data.rstrip(b"\n") + b"\n" + games[0].data, "moved.jsonl")
    run = Run(store, [moved])
    assert run == list(validate(moved))
    assert run.replayed <= 1, "the blank lines belong to a game of their own, or to none"
    found = [verdict.finding for verdict in run.verdicts if verdict.finding]
    assert found
    assert found[0].file == moved


def test_an_evening_more_costs_an_evening(tmp_path: Path, log: str, store: Path) -> None:
    evening = write(tmp_path, recorded(seed="evening"), "evening.jsonl")
    assert Run(store, [log, evening]).replayed == 1
    assert Run(store, [log, evening]).replayed == 0


def test_the_same_id_twice_is_found_among_games_that_are_known(tmp_path: Path, log: str, store: Path) -> None:
    shutil.copy(log, tmp_path / "again.jsonl")
    both = [log, str(tmp_path / "again.jsonl")]
    run = Run(store, both)
    assert run.replayed == 0
    assert run == list(validate(both))


# -- what decides a verdict


def test_a_game_that_may_still_be_running_has_a_verdict_of_its_own(tmp_path: Path) -> None:
    log = write(tmp_path, recorded()[:20])
    for running in (False, True, False, True):
        run = Run(tmp_path / "cache", [log], still_running=running)
        assert run == list(validate(log, still_running=running))
        assert (run.verdicts[0].finding is None) is running


def test_a_secret_that_is_added_changed_or_removed_decides(tmp_path: Path) -> None:
    folder = CORPUS / "broken/format/LOG-SEED"
    shutil.copy(folder / "games.jsonl", tmp_path / "games.jsonl")
    secret = (folder / REVEALED_FILE).read_bytes()
    codes = []
    for content in (None, secret, b"1 " + b"ab" * 32 + b"\n", None, secret):
        (tmp_path / REVEALED_FILE).unlink(missing_ok=True)
        if content:
            (tmp_path / REVEALED_FILE).write_bytes(content)
        run = Run(tmp_path / "cache", [tmp_path / "games.jsonl"])
        assert run == list(validate(tmp_path / "games.jsonl"))
        codes.append(run.verdicts[0].finding and run.verdicts[0].finding.code)
    assert codes == [codes[0], "LOG-SEED", "LOG-COMMITMENT", codes[0], "LOG-SEED"]
    assert codes[0] != "LOG-SEED"


def test_component_files_that_are_added_changed_or_removed_decide(tmp_path: Path) -> None:
    log = next(path for path in sorted(CORPUS.rglob("broken/*/*.jsonl")) if needs_files(path))
    files = component_files()
    seen = []
    for given in ({}, files, {}, dict(list(files.items())[:1]), files):
        run = Run(tmp_path / "cache", [log], components=given)
        assert run == list(validate(log, given))
        seen.append(run.verdicts[0].finding and run.verdicts[0].finding.code)
    assert seen[0] == seen[2] == "LOG-COMPONENTS"
    assert seen[1] == seen[4] != "LOG-COMPONENTS"


def needs_files(path: Path) -> bool:
    return [verdict.finding.code for verdict in validate(path) if verdict.finding] == ["LOG-COMPONENTS"] and [
        verdict.finding.code for verdict in validate(path, component_files()) if verdict.finding
    ] != ["LOG-COMPONENTS"]


def test_another_program_or_another_python_proves_anew(
    log: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "engine"
    files.mkdir()
    (files / "rules.py").write_text("LIMIT = 1\n")
    before = contents(str(files))
    (files / "rules.py").write_text("LIMIT = 2\n")
    assert contents(str(files)) != before
    for name, module in (("version", sys), ("__version__", msgspec)):
        assert Run(store, [log]).replayed == 0
        with monkeypatch.context() as patch:
            patch.setattr(module, name, "another")
            assert Run(store, [log]).replayed == 2


def test_a_package_with_games_decides_about_games_that_are_not_ours(
    tmp_path: Path, store: Path, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write(tmp_path, recorded()[0].replace(b"{", b"{ ", 1), "other.jsonl")  # not as ours are written
    assert [Run(store, [other]).replayed for _ in range(2)] == [1, 0]
    monkeypatch.setattr(caching, "_packages", lambda: b"installed")
    assert [Run(store, [log, other]).replayed for _ in range(2)] == [1, 0]


def test_the_files_of_packages_with_games_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name, value = "plots", "plots_for_a_test.games:GAME"

    package = tmp_path / "plots_for_a_test"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(caching, "entry_points", lambda group: [Point] if group == "cityleague.games" else [])
    seen = set()
    for content in ("one", "two"):
        (package / "games.py").write_text(content)
        caching._packages.cache_clear()
        seen.add(caching._packages())
    monkeypatch.undo()
    caching._packages.cache_clear()
    assert len(seen | {caching._packages()}) == 3


def test_a_game_that_is_not_installed_is_not_remembered(tmp_path: Path) -> None:
    log = write(tmp_path, [recorded()[0].replace(b"between_two_cities", b"nobodys")])
    for _ in range(2):
        run = Run(tmp_path / "cache", [log])
        assert run.replayed == 1
        assert run.verdicts[0].finding
        assert run.verdicts[0].finding.code == "LOG-GAME"


# -- what is checked, and what is forgotten


def test_a_verdict_that_a_replay_contradicts_empties_the_store(
    log: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(store / STORE) as database:
        keys = [key for (key,) in database.execute("SELECT key FROM verdicts ORDER BY key")]
    opened = Store(str(store), 1 << 20)
    values = opened.get(keys)
    opened.put(dict(zip(keys, [values[key] for key in reversed(keys)], strict=True)))
    opened.close()
    assert Run(store, [log]) != list(validate(log)), "whoever can write here can make up verdicts"
    monkeypatch.setattr(caching, "_AGAIN", 1)
    run = Run(store, [log])
    assert run == list(validate(log))
    assert len(run.told) == 1
    assert "a replay did not come to the verdict remembered" in run.told[0]
    assert count(store / STORE) == 0
    assert Run(store, [log]).told == []


def test_one_game_in_some_hundreds_is_replayed_again(log: str, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert 100 <= caching._AGAIN <= 999
    monkeypatch.setattr(caching, "_AGAIN", 1)
    run = Run(store, [log])
    assert (run.replayed, run.told) == (2, [])
