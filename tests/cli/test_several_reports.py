"""`validate --also`: other reports of the same validation, each in a file that is whole or not there."""

from __future__ import annotations

import os
import shutil
import tracemalloc
from pathlib import Path

import pytest

from cityleague.replays.log import FileBeside
from cityleague.replays.replay import Verdict
from cityleague.replays.reports import UnwrittenError, findings, report_files
from cityleague.replays.reports.formats import FINDING_FORMATS

from ..command import process
from .helpers import run, usage


@pytest.fixture(scope="module")
def logs(log: Path, broken: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a good log, three broken ones, and one that cannot be read."""
    folder = tmp_path_factory.mktemp("Spiele für zwei")
    shutil.copy(log, folder / "good.jsonl")
    for number in range(3):
        shutil.copy(broken, folder / f"{number}.jsonl")
    (folder / "x.jsonl.gz").write_bytes(b"\x1f\x8bnonsense")
    return folder


def also(folder: Path) -> list[str]:
    return [word for format_ in FINDING_FORMATS for word in ("--also", f"{format_}={folder / format_}")]


def test_each_report_has_the_bytes_that_it_has_alone(logs: Path, tmp_path: Path) -> None:
    command: list[str | Path] = ["validate", logs, "--max-findings", "2"]
    said = run(*command, *also(tmp_path), code=3)
    for format_ in FINDING_FORMATS:
        alone = run(*command, "--format", format_, code=3)
        assert (tmp_path / format_).read_bytes() == alone.stdout_bytes, format_
    assert said.stdout_bytes == (tmp_path / "text").read_bytes()
    assert sorted(os.listdir(tmp_path)) == sorted(FINDING_FORMATS)


def test_findings_that_every_report_leaves_out_are_counted(logs: Path, tmp_path: Path) -> None:
    command: list[str | Path] = ["validate", logs, "--max-findings", "1", "--format", "markdown"]
    assert "not shown" not in run(*command, "--also", f"markdown={tmp_path / 'x'}", code=3).stderr
    assert "; 4 of them not shown" in run(*command, "--also", f"json={tmp_path / 'x'}", code=3).stderr


def test_no_report_keeps_clean_games_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "_SPOOL", 1 << 12)
    wanted = [(format_, str(tmp_path / format_)) for format_ in FINDING_FORMATS]
    held = []
    with report_files(wanted, []) as files:
        tracemalloc.start()
        for number in range(900):
            for file in files:
                file.add(Verdict("g.jsonl", number + 1, f"game {number}", 9, None))
            if number % 300 == 299:
                held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert abs(held[2] - held[1]) < 25_000, f"{held}: that is less than the verdicts take, and more than a buffer"
    assert (tmp_path / "junit").read_text().count("<testcase ") == 900


def test_a_report_is_whole_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("an older report")
    with pytest.raises(KeyboardInterrupt), report_files([("text", f"{tmp_path}/a"), ("junit", f"{tmp_path}/b")], []):
        raise KeyboardInterrupt
    assert (os.listdir(tmp_path), (tmp_path / "b").read_text()) == (["b"], "an older report")
    with (
        pytest.raises(UnwrittenError, match="No space left"),
        report_files([("text", f"{tmp_path}/a"), ("junit", "/dev/full"), ("json", f"{tmp_path}/b")], []),
    ):
        pass
    assert (os.listdir(tmp_path), (tmp_path / "b").read_text()) == (["b"], "an older report")


def test_an_interrupt_while_reports_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = FileBeside.begin

    def interrupted(file: FileBeside) -> None:
        begin(file)
        raise KeyboardInterrupt

    monkeypatch.setattr(FileBeside, "begin", interrupted)
    with pytest.raises(KeyboardInterrupt), report_files([("json", f"{tmp_path}/a")], []):
        pass
    assert os.listdir(tmp_path) == []


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_read(broken: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for place, why in (
        ("folder", "Is a directory"),
        ("new/", "Is a directory"),
        ("none/x", "No such file or directory"),
    ):
        said = usage("validate", broken, "--also", f"json={tmp_path / 'x'}", "--also", f"junit={tmp_path}/{place}")
        assert said == f"{tmp_path}/{place}: cannot be written: {why}"
    assert os.listdir(tmp_path) == ["folder"]
    said = run("validate", broken, "--also", "json=/dev/full", code=4).stderr
    assert said.endswith("Error: /dev/full: cannot be written: No space left on device\n")


def test_a_report_never_replaces_a_file_that_is_needed(broken: Path, tmp_path: Path) -> None:
    log = Path(shutil.copy(broken, tmp_path / "g.jsonl"))
    box = tmp_path / "box.json"
    box.write_text(run("components", "neom").stdout)
    other = tmp_path / "other"
    other.hardlink_to(log)
    x = f"json={tmp_path / 'x'}"
    for more, message in (
        (["--also", x, "--also", f"text={tmp_path}/./x"], f"{tmp_path}/./x: that is the file of another report"),
        (["--also", f"json={other}"], f"{other}: that is the input {log}"),
        (["--also", x, "--also", f"json={box}", "--components", box], f"{box}: that is the input {box}"),
        (["--also", "json=-"], "-: that is standard output"),
    ):
        assert usage("validate", log, *more) == f"a report cannot go into {message}"
    with (tmp_path / "out").open("w+b") as out:
        command = ("validate", log, "--also", f"json={tmp_path / 'out'}")
        done = process(*command, stdout=out)
        assert (done.returncode, b"out: that is standard output\n" in done.stderr) == (2, True)
        silent = process(*command, stderr=out)
        out.seek(0)
        assert (silent.returncode, b"out: that is standard error\n" in out.read()) == (2, True)
    assert log.read_bytes() == broken.read_bytes()
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("value", ["json", "json=", "yaml=x", "=x"])
def test_another_report_needs_a_format_and_a_file(value: str, broken: Path) -> None:
    assert "is not FORMAT=FILE; the formats are text, json, junit" in usage("validate", broken, "--also", value)


def test_a_link_stays_a_link_and_a_pipe_is_written_as_it_is(broken: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    run("validate", broken, "--also", f"json={tmp_path / 'link'}", "--also", "text=/dev/null", code=1)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes().count(b"\n") == 1


def test_a_pipe_whose_reader_has_gone_is_no_wrong_usage(
    broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    begin = FileBeside.begin

    def forsaken(file: FileBeside) -> None:
        begin(file)
        os.close(reader)

    monkeypatch.setattr(FileBeside, "begin", forsaken)
    said = run("validate", broken, "--also", f"json={tmp_path / 'pipe'}", code=4).stderr
    assert said.endswith("pipe: cannot be written: Broken pipe\n")
