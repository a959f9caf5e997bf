"""`pytest --cityleague LOGS` in somebody's own suite."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .replays.conformance import CORPUS
from .rows import daily

EXAMPLES = CORPUS.parent
PLUGIN = "cityleague.replays.pytest_plugin"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite with a test and a folder of logs."""
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    (tmp_path / "logs").mkdir()
    for name in ("by-hand", "broken"):
        shutil.copy(EXAMPLES / f"{name}.jsonl", tmp_path / "logs")
    shutil.copy(EXAMPLES / "by-hand.jsonl", tmp_path / "logs/twice.jsonl")
    shutil.copy(CORPUS / "broken/format/IO-CORRUPT.jsonl.gz", tmp_path / "logs")
    return tmp_path


def ran(suite: Path, *arguments: str, code: int = 1, alone: bool = True) -> str:
    """What pytest prints there; `alone`: without other plugins, which take longer to load than most of this."""
    loaded = ["-p", PLUGIN, *["-p", "xdist"] * any(word.startswith("-n") for word in arguments)]
    if not alone and any(point.value == PLUGIN for point in entry_points(group="pytest11")):
        loaded = []
    command = [sys.executable, "-P", "-m", "pytest", *loaded, "-p", "no:cacheprovider", "-rA", "-q", *arguments]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1" if alone else ""}
    done = subprocess.run(command, cwd=suite, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_each_game_is_a_test_and_its_finding_the_failure(suite: Path) -> None:
    said = ran(suite, "--cityleague", "logs", "--junit-xml=report.xml", alone=False)
    passed = set(re.findall(r"^PASSED (.*)", said, re.MULTILINE))
    failed = set(re.findall(r"^FAILED (.*?) - ", said, re.MULTILINE))
    assert passed == {"test_own.py::test_own", "logs/by-hand.jsonl::friday-1"}
    assert {"logs/broken.jsonl::apart", "logs/twice.jsonl::friday-1", "logs/IO-CORRUPT.jsonl.gz::the file"} <= failed
    assert len(failed) == 10
    assert "logs/broken.jsonl:147:79: error B2C-PLACE-APART: at [2, 2] it would touch no building\n" in said
    assert 'a game with the id "friday-1" stands at logs/by-hand.jsonl:1 already' in said
    assert "Traceback" not in said
    cases = ElementTree.parse(suite / "report.xml").getroot().findall(".//testcase")
    assert {case.get("name") for case in cases} >= {"test_own", "apart", "friday-1"}


@pytest.mark.exhaustive
def test_several_workers_of_xdist_find_the_same(suite: Path) -> None:
    alone, shared = (ran(suite, "--cityleague", "logs", *jobs) for jobs in ((), ("-n", "2")))
    results = re.compile(r"^(?:PASSED|FAILED) .*", re.MULTILINE)
    assert sorted(results.findall(alone)) == sorted(results.findall(shared)) != []


@pytest.mark.exhaustive
def test_a_single_game_can_be_asked_for_beside_an_empty_folder(suite: Path) -> None:
    (suite / "none").mkdir()
    said = ran(suite, "--cityleague=none", "--cityleague=logs", "logs/by-hand.jsonl::friday-1", code=0)
    assert re.findall(r"^PASSED (.*)", said, re.MULTILINE) == ["logs/by-hand.jsonl::friday-1"]


def test_an_empty_folder_is_a_failure_only_where_nothing_else_is_tested(suite: Path) -> None:
    (suite / "none").mkdir()
    assert "no tests ran" in ran(suite, "--cityleague=none", "none", code=5)
    ran(suite, "--cityleague=none", code=0)


def test_a_path_that_does_not_exist_is_a_usage_error(suite: Path) -> None:
    assert "--cityleague: there is no " in ran(suite, "--cityleague=lgos", code=4)


@pytest.mark.parametrize("target", daily([None, "/dev/zero", "nowhere", "odd.jsonl"]))
def test_what_is_no_file_is_not_passed_over_in_silence(suite: Path, target: str | None) -> None:
    odd = suite / "logs" / "odd.jsonl"
    odd.symlink_to(target) if target else os.mkfifo(odd)
    assert re.search(r"--cityleague: .*odd\.jsonl is not a file", ran(suite, "--cityleague=logs", code=4))


@pytest.mark.exhaustive
def test_a_link_out_of_the_folder_is_not_followed(suite: Path) -> None:
    (suite / "foreign.txt").write_text("foreignword and more")
    (suite / "logs" / "odd.jsonl").symlink_to("../foreign.txt")
    said = ran(suite, "--cityleague=logs")
    assert "FAILED logs/odd.jsonl::the file - " in said
    assert "it is a link that leads out of" in said
    assert "foreignword" not in said


@pytest.fixture
def mark(suite: Path) -> Path:
    """A file that code from the folder of logs would write. It came from a stranger."""
    mark = suite / "mark"
    for name in ("conftest.py", "__init__.py", "test_theirs.py", "deep/conftest.py", "deep/__init__.py", "msgspec.py"):
        (suite / "logs" / name).parent.mkdir(exist_ok=True)
        (suite / "logs" / name).write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
    (suite / "logs/pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = logs/test_theirs.py\n")
    shutil.copy(EXAMPLES / "neom.jsonl", suite / "logs/deep/neom.jsonl")
    return mark


ONE = "logs/by-hand.jsonl::friday-1"


@pytest.mark.parametrize(
    ("words", "passed"),
    daily(
        [
            (["--cityleague=logs"], 5),
            (["--cityleague=logs", "-c", "own.ini", ONE], 1),
            (["--cityleague=logs/deep", "test_own.py"], 4),
            (["--cityleague=logs", "-n2", "-c", "own.ini", ONE, "test_own.py"], 2),
            (["--cityleague=logs", "--collect-only"], 0),
            (["--cityleague=logs", "-k", "friday-1 or own"], 2),
            (["--cityleague=logs", "--rootdir=."], 5),
            (["--cityleague", "logs", "-c", "own.ini"], 5),
        ],
        1,
    ),
)
def test_nothing_beside_the_logs_runs(words: list[str], passed: int, suite: Path, mark: Path) -> None:
    (suite / "own.ini").write_text("[pytest]\n")
    said = ran(suite, *words, code=int(passed == 5 or "-k" in words))
    assert len(re.findall(r"^PASSED ", said, re.MULTILINE)) == passed
    assert (ONE in said) == ("deep" not in str(words))
    assert not mark.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    daily(
        [
            (["--cityleague", "logs"], "settings"),
            (["--cityleague=logs", ONE], "settings"),
            (["--cityleague=logs", "--rootdir=.", ONE], "settings"),
            (["--cityleague=test-logs"], "conftest.py"),
        ]
    ),
)
def test_what_pytest_would_run_too_early_is_refused(words: list[str], why: str, suite: Path, mark: Path) -> None:
    (suite / "test-logs").symlink_to("logs")
    assert re.search(f"^ERROR: --cityleague: pytest would .*{why}", ran(suite, *words, code=4), re.MULTILINE)
    assert not mark.exists()


def test_a_game_that_is_not_there_is_told(suite: Path) -> None:
    said = ran(suite, "--cityleague=logs", "logs/by-hand.jsonl::saturday", code=2)
    assert "logs/by-hand.jsonl: there is no game saturday" in said


def test_a_suite_without_logs_pays_nothing() -> None:
    code = f"import sys, {PLUGIN}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert not {"msgspec", "numpy", "cityleague.replays.log"} & set(done.stdout.split())
