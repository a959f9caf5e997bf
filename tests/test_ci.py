"""What a repository of logs uses in continuous integration: the action's script, the hook, the job for GitLab."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from .command import process

ROOT = Path(__file__).parent.parent
ACTION = ROOT / ".github/actions/cityleague"


def read(path: str) -> Any:
    """What a file for CI says."""
    return pytest.importorskip("yaml").safe_load((ROOT / path).read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with an empty folder of logs, and a `cityleague` that runs this code."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/cityleague"
    calls = shlex.quote(str(tmp_path / "calls"))
    program.write_text(
        f'#!/bin/sh\necho "$1" >> {calls}\nexec {shlex.quote(sys.executable)} -P -m cityleague.cli "$@"\n'
    )
    program.chmod(0o755)
    return tmp_path


def runner(repository: Path) -> Path:
    """The runner's own folder for temporary files."""
    folder = repository.with_name(f"{repository.name}-runner")
    folder.mkdir(exist_ok=True)
    return folder


def outputs(repository: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (repository / "output").read_text().splitlines())


def action(repository: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PATH": f"{repository / 'bin'}:{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(repository / "summary.md"),
        "GITHUB_OUTPUT": str(repository / "output"),
        "RUNNER_TEMP": str(runner(repository)),
        "PATHS": "logs\n",
        "FORMATS": "sarif junit gitlab",
        "JOBS": "1",
        **inputs,
    }
    return subprocess.run(
        ["bash", str(ACTION / "run.sh")], cwd=repository, env=environment, capture_output=True, text=True, check=False
    )


def test_an_empty_folder_of_logs_is_not_a_failure(repository: Path) -> None:
    (repository / "logs/.hidden.jsonl").write_text("no log")
    done = action(repository, FORMATS="", PAGE="site")
    assert (done.returncode, done.stdout) == (0, "")
    assert (repository / "summary.md").read_text().startswith("## Nothing wrong")
    assert not (repository / "site").exists()
    assert outputs(repository)["site"] == "false"


@pytest.mark.exhaustive
def test_an_empty_folder_beside_one_with_logs_is_not_a_failure_either(repository: Path) -> None:
    shutil.copy(ROOT / "examples/by-hand.jsonl", repository / "logs")
    (repository / "empty").mkdir()
    done = action(repository, FORMATS="", PAGE="site", PATHS="logs\nempty", BASE_URL="https://example.org/league")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "0 findings" in done.stderr
    assert 'content="https://example.org/league/index.html"' in (repository / "site/index.html").read_text("utf-8")


def test_a_broken_log_is_annotated_and_reported_and_fails_the_run(repository: Path) -> None:
    shutil.copy(ROOT / "examples/broken.jsonl", repository / "logs")
    shutil.copy(ROOT / "examples/by-hand.jsonl", repository / "logs/fine; $(touch x).jsonl")
    done = action(repository, PAGE="site", FORMATS="sarif junit gitlab json markdown", OUTPUT="logs/reports")
    assert done.returncode == 1, done.stderr
    assert all(line.startswith("::error file=logs/broken.jsonl,line=") for line in done.stdout.splitlines())
    assert (repository / "summary.md").read_text().startswith("## Findings")
    reports = repository / "logs/reports"
    count = len(done.stdout.splitlines())
    assert len(json.loads((reports / "report.sarif").read_text())["runs"][0]["results"]) == count
    assert len(json.loads((reports / "code-quality.json").read_text())) == count
    suites = ElementTree.parse(reports / "report.xml").getroot()
    assert sum(int(suite.get("failures", 0)) for suite in suites) == count
    assert len((reports / "findings.ndjson").read_bytes().splitlines()) == count
    assert (repository / "site/index.html").is_file()
    assert done.stderr.count(f" {count} findings") == 2, "reports in a folder of logs are no logs"
    assert not (repository / "x").exists()
    assert outputs(repository) == {"reports": "logs/reports", "sarif": "true", "site": "true"}
    assert (repository / "calls").read_text() == "validate\nreport\n", (
        "each log is checked against the rules once for all"
    )


def test_what_is_known_does_not_fail_the_run(repository: Path) -> None:
    broken = repository / "logs" / "broken.jsonl"
    broken.write_bytes((ROOT / "examples/conformance/broken/between_two_cities/B2C-PLACE-APART.jsonl").read_bytes())
    assert action(repository, PATHS="logs").returncode == 1
    assert process("validate", "logs", "--write-known", "known.txt", cwd=repository).returncode == 0
    done = action(repository, PATHS="logs", KNOWN="known.txt")
    assert done.returncode == 0
    assert "1 more finding known" in done.stderr
    assert "::error" not in done.stdout


def test_an_unknown_format_is_refused_before_anything_is_read(repository: Path) -> None:
    done = action(repository, FORMATS="sarif yaml")
    assert (done.returncode, done.stdout.count("::error"), "'yaml'" in done.stdout) == (2, 1, True)
    assert not (repository / "calls").exists()


def test_reports_are_new_files_of_the_runner_whatever_the_checkout_has(repository: Path) -> None:
    shutil.copy(ROOT / "examples/broken.jsonl", repository / "logs")
    (repository / "cityleague-reports").mkdir()
    for name in ("report.sarif", "report.xml", "code-quality.json"):
        (repository / "cityleague-reports" / name).symlink_to("../bin/cityleague")
    before = (repository / "bin/cityleague").read_bytes()
    folders = set()
    for _ in range(2):
        assert action(repository).returncode == 1
        folders.add(Path(outputs(repository)["reports"]))
    assert (repository / "bin/cityleague").read_bytes() == before
    assert len(folders) == 2, "one for each use of the action in a job"
    for folder in folders:
        assert folder.parent == runner(repository)
        assert sorted(path.name for path in folder.iterdir()) == ["code-quality.json", "report.sarif", "report.xml"]


@pytest.mark.parametrize("place", [".", "kept", "link", "link/", "dangling", "dangling/", "link/new", "link/a/../new"])
@pytest.mark.parametrize("what", ["OUTPUT", "PAGE"])
def test_a_folder_that_is_there_or_behind_a_link_is_refused(place: str, what: str, repository: Path) -> None:
    shutil.copy(ROOT / "examples/by-hand.jsonl", repository / "logs")
    (repository / "kept").mkdir()
    (repository / "link").symlink_to(runner(repository))
    (repository / "dangling").symlink_to(runner(repository) / "new")
    for named in (place, f"{repository}/{place}"):
        done = action(repository, **{what: named})
        assert (done.returncode, done.stdout.count("::error")) == (4, 1)
        assert done.stdout.startswith(f"::error title=cityleague::{what.lower()}: ")
    assert not (repository / "calls").exists()
    assert list(runner(repository).iterdir()) == []


@pytest.mark.exhaustive
def test_folders_that_are_named_outside_of_the_checkout_or_deep_in_it_are_made(repository: Path) -> None:
    shutil.copy(ROOT / "examples/by-hand.jsonl", repository / "logs")
    named = {"OUTPUT": f"{runner(repository)}/reports", "PAGE": "./public/league/"}
    assert action(repository, **named).returncode == 0
    assert (runner(repository) / "reports/report.sarif").is_file()
    assert (repository / "public/league/index.html").is_file()


def test_nothing_of_the_checkout_is_imported_by_the_action(repository: Path) -> None:
    """Each process is as Python starts it with `python -m pip` or `-c`: by that alone it would import from here."""
    for step in read(".github/actions/cityleague/action.yml")["runs"]["steps"]:
        if "run" in step or "python" in step["uses"]:
            assert step["env"]["PYTHONSAFEPATH"] == "1"
        for line in step.get("run", "").splitlines():
            assert "python" not in line or "python -I -m pip" in line
    script = f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c 'import json, pickle, statistics'\n"
    (repository / "bin/cityleague").write_text(script)
    for name in ("json", "pickle", "statistics"):
        (repository / f"{name}.py").write_text("open('imported', 'w')")
    assert action(repository).returncode == 0
    assert not (repository / "imported").exists()


def test_the_job_for_gitlab_writes_its_reports_where_no_commit_can_lead_it_elsewhere(repository: Path) -> None:
    shutil.copy(ROOT / "examples/broken.jsonl", repository / "logs")
    (repository / "code-quality.json").symlink_to("bin/cityleague")
    (repository / "report.xml").mkdir()
    (repository / "report.xml/kept").symlink_to("../bin/cityleague")
    before = (repository / "bin/cityleague").read_bytes()
    job = read("examples/gitlab-ci.yml")["validate-logs"]
    environment = os.environ | job["variables"] | {"PATH": f"{repository / 'bin'}:{os.environ['PATH']}"}
    command = ["bash", "-e", "-c", "\n".join(job["script"])]
    done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    assert (repository / "bin/cityleague").read_bytes() == before
    assert all((repository / report).stat().st_size > 1000 for report in job["artifacts"]["reports"].values())
    assert "cache" not in job, "what it restores into the checkout is not told from what a commit has put there"
    assert job["variables"]["PYTHONSAFEPATH"] == "1"
    assert all("python -I -m pip" in line for line in job["before_script"] if "pip" in line)


def test_the_files_for_ci_are_what_their_readers_expect() -> None:
    composite = read(".github/actions/cityleague/action.yml")
    assert composite["runs"]["using"] == "composite"
    for step in composite["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert "shell" in step or "uses" in step
        assert "${{" not in step.get("run", ""), "an input would become a part of the script"
    (hook,) = read(".pre-commit-hooks.yaml")
    assert hook["id"] == "cityleague-validate"
    assert hook["entry"] == "cityleague validate --no-cache --"
    job = read("examples/gitlab-ci.yml")["validate-logs"]
    (python,) = [
        step["with"]["python-version"] for step in composite["runs"]["steps"] if "python" in step.get("uses", "")
    ]
    assert job["artifacts"]["reports"] == {"codequality": "code-quality.json", "junit": "report.xml"}
    assert job["image"] == f"python:{python}", "requirements.txt has the hashes for one Python"
    workflow = read("examples/ci-workflow.yml")["jobs"]
    (league,) = [step for step in workflow["league"]["steps"] if step.get("id") == "league"]
    assert league["uses"].partition("@")[0].endswith("/" + ACTION.relative_to(ROOT).as_posix())
    assert set(league["with"]) <= set(composite["inputs"])
    assert workflow["league"]["outputs"]["site"] == "${{ steps.league.outputs.site }}"
    assert composite["outputs"]["site"]["value"] == "${{ steps.validate.outputs.site }}"
    assert "needs.league.outputs.site == 'true'" in workflow["documents"]["if"]
    assert workflow["documents"]["permissions"] == {"contents": "read", "actions": "read"}, "it runs what it fetches"
    *_, upload = workflow["documents"]["steps"]
    assert "needs.documents.result == 'success'" in workflow["publish"]["if"]
    assert workflow["publish"]["steps"][0]["with"] == {"artifact_name": upload["with"]["name"]}


def test_the_suite_runs_on_three_systems_and_two_of_them_may_fail() -> None:
    jobs = read(".github/workflows/test.yml")["jobs"]
    assert jobs["test"]["runs-on"] == "ubuntu-latest"
    assert "continue-on-error" not in jobs["test"]
    assert jobs["elsewhere"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]
    assert jobs["elsewhere"]["continue-on-error"] is True
    for name, job in (("test", "make test"), ("elsewhere", "-m pytest")):
        assert [step for step in jobs[name]["steps"] if job in step.get("run", "")]


@pytest.mark.parametrize(
    "path",
    [ACTION / "action.yml", *sorted((ROOT / ".github/workflows").iterdir()), ROOT / "examples/ci-workflow.yml"],
    ids=lambda path: path.name,
)
def test_actions_are_pinned_by_commit_and_tell_their_version(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text("utf-8"))
    pinned = [use for use in used if re.fullmatch(r"[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)]
    assert pinned
    assert [use for use in used if use not in pinned and not use.startswith("<OWNER>/cityleague/")] == []


def test_newer_versions_are_proposed_of_all_that_is_pinned() -> None:
    updates = read(".github/dependabot.yml")["updates"]
    by_kind = {update["package-ecosystem"]: update for update in updates}
    assert set(by_kind) == {"pip", "github-actions"}
    used = [path.relative_to(ROOT).parent for path in (ROOT / ".github/actions").rglob("action.yml")]
    assert by_kind["github-actions"]["directories"] == ["/", *(f"/{folder.as_posix()}" for folder in used)]
    for name in ("constraints.txt", "requirements.txt"):
        assert (ROOT / by_kind["pip"]["directory"].lstrip("/") / name).is_file()


@pytest.mark.exhaustive
def test_the_action_keeps_verdicts_between_runs(repository: Path) -> None:
    shutil.copy(ROOT / "examples/broken.jsonl", repository / "logs")
    plain = action(repository)
    kept = [action(repository, CITYLEAGUE_CACHE=str(repository / "verdicts")) for _ in range(2)]
    assert [(run.returncode, run.stdout, run.stderr) for run in kept] == [(1, plain.stdout, plain.stderr)] * 2
    assert (repository / "verdicts/CACHEDIR.TAG").is_file()
    steps = read(".github/actions/cityleague/action.yml")["runs"]["steps"]
    uses = [step.get("uses", "").partition("@")[0] for step in steps]
    begun, proven, saved = (
        uses.index("actions/cache/restore"),
        next(number for number, step in enumerate(steps) if step.get("id") == "validate"),
        uses.index("actions/cache/save"),
    )
    assert begun < proven < saved
    assert steps[saved]["with"].items() <= steps[begun]["with"].items()
    assert steps[begun]["with"]["key"].startswith(steps[begun]["with"]["restore-keys"])
    assert steps[saved]["if"].startswith("!cancelled()"), "also after findings"
    assert "steps.pip.outputs.verdicts" in steps[proven]["env"]["CITYLEAGUE_CACHE"]
