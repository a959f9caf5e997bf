"""A folder of logs: all logs in it are found and read, whatever else is there."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from cityleague.replays.log.compression import pack
from cityleague.replays.replay import recorded_games

from .helpers import run, usage

ANALYSED = Path(__file__).parents[2] / "examples" / "analysed"
OUTPUTS = {"validate": "", "score": "", "table": "", "report": "site", "export": "out.jsonl", "analyse": "more.jsonl"}
"""By command that reads many logs: what it writes, if anything."""


@pytest.fixture
def evenings(log: Path, cup: Path, tmp_path: Path) -> Path:
    """A folder with four logs, one of them of a tournament, and files that are not logs."""
    folder = tmp_path / "evenings"
    (folder / "b" / "deep").mkdir(parents=True)
    data = log.read_bytes()
    for number, name in enumerate(("b/deep/one.jsonl", "b.jsonl.zst", "a.jsonl.gz")):
        changed = data.replace(b'"id":"', b'"id":"%d' % number)
        (folder / name).write_bytes(pack(name, changed))
    shutil.copytree(cup, folder / "cup")
    (folder / "cup" / "old.jsonl").write_text("not a game of the tournament's")
    for name in ("notes.txt", "picture.gz", ".hidden.jsonl", "b/one.jsonl.part"):
        (folder / name).write_text("no log")
    (folder / ".git").mkdir()
    (folder / ".git" / "x.jsonl").write_text("no log")
    (folder / "b" / "back").symlink_to(folder)
    return folder


FOUND = ["a.jsonl.gz", "b.jsonl.zst", "b/deep/one.jsonl", "cup/games.jsonl"]


def test_a_folder_is_searched_in_the_order_of_paths(evenings: Path) -> None:
    said = run("validate", evenings)
    assert said.stderr.startswith("4 files, 7 games")
    rows = [json.loads(line) for line in run("score", evenings, "--format", "json").stdout.splitlines()]
    assert list(dict.fromkeys(row["file"] for row in rows)) == [str(evenings / name) for name in FOUND]
    assert "7 games" in run("table", evenings).stdout.replace("3 games", "7 games")
    assert "after move" in run("show", evenings, "--id", rows[2]["id"]).stdout
    assert [game.file for game in recorded_games(evenings)] == [row["file"] for row in rows]


def test_a_log_that_is_given_twice_is_read_once(evenings: Path) -> None:
    said = run("validate", evenings, evenings / "b", evenings / "cup", f"{evenings}/")
    assert said.stderr.startswith("4 files, 7 games")


def test_a_log_is_read_once_however_it_is_named(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("logs").mkdir()
    shutil.copy(log, "logs/g.jsonl")
    Path("link.jsonl").symlink_to("logs/g.jsonl")
    names: list[str | Path] = ["logs", "logs/g.jsonl", "./logs/g.jsonl", tmp_path / "logs" / "g.jsonl", "link.jsonl"]
    for paths in (names, names[::-1]):
        assert run("validate", *paths).stderr.startswith("1 file, 1 game, ")
    shutil.copy(log, "same.jsonl")
    assert "1 LOG-DUPLICATE-ID" in run("validate", *names, "same.jsonl", code=1).stderr, "it is another file"


@pytest.mark.parametrize("command", ["validate", "score", "table"])
def test_an_empty_folder_says_so(command: str, log: Path, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    (folder / "below").mkdir(parents=True)
    (folder / "notes.txt").write_text("nothing yet")
    for paths in ([folder], [log, folder]):
        assert "there is no log in this folder (*.jsonl, *.jsonl.gz, *.jsonl.zst)" in usage(command, *paths)
        assert "there is no log in this folder" in run(command, *paths, "--allow-empty").stderr
    assert run(command, log, folder, "--allow-empty").stdout == run(command, log).stdout


@pytest.mark.parametrize("command", [*OUTPUTS])
def test_an_analysis_alone_is_as_an_empty_folder(command: str, tmp_path: Path) -> None:
    analysis, log = ANALYSED / "neom.analysis.jsonl", ANALYSED / "neom.jsonl"
    out = OUTPUTS[command]
    more: list[str | Path] = ["-o", tmp_path / out] if out else []
    said = usage(command, analysis, *more)
    assert said == f"{analysis} is an analysis, and no log; with --allow-empty that is not an error"
    assert "an analysis, and no log" in run(command, analysis, *more, "--allow-empty").stderr
    assert not (tmp_path / (out or "none")).exists()
    assert "is an analysis, and no log: left out" in run("table", analysis, log).stderr
    assert usage("show", analysis) == f"{analysis} is an analysis, and no log"


def test_there_is_nothing_to_show_in_an_empty_folder(tmp_path: Path) -> None:
    said = usage("show", tmp_path)
    assert "there is no log in this folder" in said
    assert "--allow-empty" not in said, "it has no such option"


def test_all_other_logs_are_read_whatever_cannot_be(log: Path, broken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(log, folder / "z.jsonl")
    (folder / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (folder / "m.jsonl.gz").write_bytes(b"\x1f\x8bnonsense")
    long = "x" * 300 + ".jsonl"
    for paths in ([folder], [long, log], [Path("y" * 5000) / "z", broken, log], [tmp_path / "missing", log]):
        for command in ("validate", "score", "table"):
            said = run(command, *paths, code=3).output
            assert "error IO-" in said
        assert "(seat 0)" in run("score", *paths, code=3).stdout
    assert run("validate", folder, code=3).stderr.startswith("3 files, 1 game")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_closed_folder_or_file_is_a_finding_of_its_own(log: Path, tmp_path: Path) -> None:
    closed = tmp_path / "logs" / "closed"
    closed.mkdir(parents=True)
    for name in ("a.jsonl", "z.jsonl", "closed/b.jsonl"):
        shutil.copy(log, tmp_path / "logs" / name)
    (tmp_path / "logs" / "a.jsonl").chmod(0)
    closed.chmod(0)
    try:
        for paths in ([tmp_path / "logs"], [tmp_path / "logs" / "a.jsonl", closed, tmp_path / "logs" / "z.jsonl"]):
            said = run("validate", *paths, code=3)
            assert said.stdout.count("IO-UNREADABLE: cannot be read: Permission denied") == 2
            assert said.stderr.startswith("3 files, 1 game")
        assert "IO-UNREADABLE" in run("validate", closed / "b.jsonl", code=3).stdout
    finally:
        closed.chmod(0o700)
