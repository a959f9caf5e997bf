"""A checkout from a stranger, full of traps: nothing in it runs, and nothing outside it is written, whatever reads it.

Each trap is code or a program that leaves a mark, or a link to something precious, or a file whose name is an option.
Everything is run in the checkout, as people do who look into it, and from elsewhere, pointed at it. What is not here is
what README and SECURITY call code: to play a stranger's `tournament.toml`, and to start pytest inside the checkout.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from .cli.helpers import commands
from .replays.serving.visiting import Visitor
from .rows import daily
from .test_ci import read
from .traps import BIN, GAME, OPTIONS, Trapped, plant

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links and programs with a first line")

ROOT = Path(__file__).parent.parent
HONEST = """
class Bot:
    def __init__(self, setup, stream, parameters):
        pass

    def choose(self, view, legal):
        return legal[0]
"""
LEAGUE = ("tournament", "--game", GAME, "--bots", "theirs:Bot,greedy", "--deals", "1", "--seed", "1", "-j", "2", "-o")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of a bot that will be a trap."""
    folder = tmp_path_factory.mktemp("league")
    (folder / "theirs.py").write_text(HONEST)
    subprocess.run([BIN / "cityleague", *LEAGUE, "cup"], cwd=folder, capture_output=True, check=True)
    return folder / "cup"


def with_league(base: Path, league: Path) -> Trapped:
    """The traps, with the tournament."""
    trapped = plant(base)
    for name in ("games.jsonl", "tournament.toml"):
        shutil.copy(league / name, trapped.checkout / "league")
    return trapped


@pytest.fixture
def trapped(tmp_path: Path, league: Path) -> Trapped:
    """Traps of its own for a test that changes something about them."""
    return with_league(tmp_path / "base", league)


@pytest.fixture(scope="module")
def _planted(tmp_path_factory: pytest.TempPathFactory, league: Path) -> Trapped:
    return with_league(tmp_path_factory.mktemp("shared") / "base", league)


@pytest.fixture
def shared(_planted: Trapped) -> Trapped:
    """Traps that each of these tests leaves as they were, which it asserts; what the last one wrote is gone."""
    shutil.rmtree(_planted.base / "out")
    (_planted.base / "out").mkdir()
    return _planted


COMMANDS: Mapping[str, list[tuple[str, int | None]]] = {
    "analyse": [("HERE/logs/by-hand.jsonl --level quick --playouts 24 -j JOBS -o ../out/said.jsonl", 0)],
    "check-bot": [
        (f"greedy {GAME} --games 1", 0),
        ("greedy --at HERE/logs/by-hand.jsonl --move 4 --trace ../out/traces", 0),
    ],
    "components": [("neom --check HERE/theirs.json", None), ("neom --template", 0)],
    "export": [
        ("HERE/logs/by-hand.jsonl HERE/league --format parquet -j JOBS -o ../out/games", 0),
        ("HERE/logs/by-hand.jsonl --format sqlite -o ../out/games.sqlite", 0),
        ("HERE/logs/by-hand.jsonl -o ../out/games.jsonl.gz", 0),
    ],
    "games": [("neom", 0)],
    "play": [
        (f"{GAME} me greedy -o ../out/mine.jsonl", None),
        ("--from HERE/logs/by-hand.jsonl --move 4 greedy random heuristic -o ../out/g.jsonl", 0),
    ],
    "record": [(f"{GAME} Ada Ben -o ../out/typed.jsonl", None)],
    "report": [("HERE --validate -j JOBS -o ../out/site", 3), ("HERE/logs/by-hand.jsonl -j JOBS -o HERE/site", 4)],
    "rules": [("neom --text", 0)],
    "schema": [("neom", 0)],
    "score": [("HERE/logs/by-hand.jsonl HERE/league -j JOBS", 0)],
    "serve": [("HERE/nowhere/games", 2)],
    "show": [
        ("HERE/logs/by-hand.jsonl --format png -o ../out/g.png", None),
        ("HERE/logs/by-hand.jsonl --format html -o ../out/g.html", 0),
    ],
    "table": [("HERE --validate -j JOBS", 3)],
    "tournament": [
        ("--merge HERE/league -j JOBS -o ../out/merged", 0),
        ("HERE/tournament.toml --dry-run", 0),
        ("HERE/league --dry-run", 0),
        (f"--game {GAME} --bots random,greedy --deals 1 -j JOBS -o HERE/cup", 4),
        (f"--game {GAME} --bots random,greedy --deals 1 -j JOBS -o ../out/cup", 0),
    ],
    "tune": [
        (f"{GAME} heuristic?foresight=0..3 -o HERE/tuned", 4),
        (f"{GAME} heuristic?foresight=0..3 -o HERE/study", 2),
        (f"{GAME} heuristic?foresight=0..3 --deals 8 --most 20 -j JOBS -o ../out/tuned", 0),
    ],
    "validate": [("HERE -j JOBS --also junit=../out/report.xml", 3)],
}
"""For each command what is run, with its exit code; HERE is the checkout. `serve` has a test of its own."""
CASES = [(f"{name} {line}", code, jobs) for name, lines in COMMANDS.items() for line, code in lines for jobs in "21"]


def test_no_command_is_forgotten() -> None:
    assert set(COMMANDS) == set(commands())


def ways(at: str, first: str) -> list[Any]:
    """The first of the cases for each day, and all for the exhaustive run."""
    chosen = [case for case in CASES if "JOBS" in case[0] or case[2] == "2"]
    picked = [(at, *case) for case in chosen if case[2] == "2" and re.search(first, case[0])]
    return daily([*picked, *[(at, *case) for case in chosen if (at, *case) not in picked]], len(picked))


@pytest.mark.parametrize(
    ("at", "line", "code", "jobs"), ways("checkout", "^(games|report|serve)") + ways("elsewhere", "^validate")
)
def test_a_command(at: str, line: str, code: int | None, jobs: str, shared: Trapped) -> None:
    here = "." if at == "checkout" else "../checkout"
    words = [word.replace("HERE", here).replace("JOBS", jobs) for word in line.split()]
    shared.run(str(BIN / "cityleague"), *words, at=at, code=code)


@pytest.mark.exhaustive
def test_a_bot_that_is_named_is_all_that_is_imported(trapped: Trapped) -> None:
    (trapped.checkout / "theirs.py").write_text(HONEST)
    for name in sys.stdlib_module_names:
        if find_spec(name) is None:  # a module that this system lacks comes from wherever there is one
            (trapped.checkout / f"{name}.py").unlink()
    trapped.run(str(BIN / "cityleague"), *LEAGUE, "../out/cup", at="checkout", code=0)


@pytest.mark.parametrize(
    "line", ["show logs/by-hand.jsonl --format png -o ../out/g.png", "check-bot exec:true neom --sandbox"]
)
def test_programs_of_ours_are_not_looked_for_in_the_current_folder(line: str, shared: Trapped) -> None:
    """An empty entry of PATH means it; what the user names is found there all the same."""
    shared.run(str(BIN / "cityleague"), *line.split(), at="checkout", code=None, PATH=f":{BIN}:/usr/bin:/bin")


def test_the_module_takes_nothing_else_from_the_current_folder(trapped: Trapped) -> None:
    """`python -m` looks for cityleague there, which -P alone prevents; what cityleague needs comes from elsewhere."""
    begun = subprocess.run(
        [sys.executable, "-Ic", "import runpy, sys; print(*sys.modules)"], stdout=-1, check=True
    ).stdout
    for name in {"cityleague", *(name.partition(".")[0] for name in begun.decode().split())}:
        (trapped.checkout / f"{name}.py").unlink(missing_ok=True)
    shutil.rmtree(trapped.checkout / "cityleague")
    for flags in ([], ["-P"], ["-E"], ["-I"]):
        words = [*flags, "-m", "cityleague.cli", "validate", "logs/broken.jsonl", "-j", "2"]
        trapped.run(sys.executable, *words, at="checkout", code=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", daily(["checkout", "elsewhere"]))
def test_tables_in_a_browser(way: str, trapped: Trapped) -> None:
    before = trapped.kept()
    command = [str(BIN / "cityleague"), "serve", str(trapped.checkout / "logs"), "--port", "0"]
    with subprocess.Popen(
        command, cwd=trapped.base / way, env=trapped.environment(), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            said = next(iter(process.stderr))
            port = re.search(r":(\d+)/", said)
            assert port, said
            visitor = Visitor(int(port[1]))
            for _ in range(100):
                with contextlib.suppress(ConnectionRefusedError):
                    page = visitor.post({"player0": "Ada", "bot1": "greedy"}, f"/new/play/{GAME}")
                    break
                time.sleep(0.05)
            assert page.status == 200
            assert "greedy" in visitor.get("/").text
        finally:
            process.terminate()
            process.wait()
    assert trapped.marks() == []
    added = {name: what for name, what in trapped.kept().items() if name not in before}
    assert [Path(name).parent for name in added] == [trapped.checkout / "logs"]
    assert before.items() <= trapped.kept().items()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "words",
    daily([["--cityleague=../checkout/logs"], ["--cityleague=../checkout/league"], ["--cityleague=../checkout"]]),
)
def test_pytest(words: list[str], trapped: Trapped) -> None:
    (trapped.base / "elsewhere/test_own.py").write_text("def test_own():\n    pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA"]
    said = trapped.run(*command, *words, at="elsewhere", code=None, PYTHONDONTWRITEBYTECODE="1")
    assert "PASSED test_own.py::test_own" in said
    assert len(re.findall("^PASSED .*jsonl::", said, re.MULTILINE)) >= 1


# -- what runs on the machines of others; the scripts are read out of the files that these read


def ran_by_a_runner(trapped: Trapped, scripts: list[tuple[str, dict[str, str]]]) -> str:
    """What is said by scripts that a runner runs in the checkout; pip only starts, and git does nothing.

    Links may go: a job may clear the places of its reports.
    """
    git = trapped.base / "bin/git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\n")
    git.chmod(0o755)
    before, said = trapped.kept(), ""
    for script, more in scripts:
        words = ["bash", "-e", "-c", re.sub("pip install.*", "pip --version", script)]
        environment = trapped.environment(PATH=f"{git.parent}:{BIN}:/usr/bin:/bin", **more)
        done = subprocess.run(words, cwd=trapped.checkout, env=environment, capture_output=True, text=True, check=False)
        said += done.stdout + done.stderr
        assert trapped.marks() == [], said
    after = trapped.kept()
    for path, (mode, content) in before.items():
        assert isinstance(content, str) or after.get(path) == (mode, content), (path, said)
    return said


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", daily(["pages", "site"]))
def test_the_action(page: str, trapped: Trapped) -> None:
    action = read(".github/actions/cityleague/action.yml")
    runner = {
        "RUNNER_TEMP": f"{trapped.base}/out",
        "GITHUB_OUTPUT": f"{trapped.base}/out/outputs",
        "GITHUB_STEP_SUMMARY": f"{trapped.base}/out/summary.md",
        "GITHUB_ACTION_PATH": str(ROOT / ".github/actions/cityleague"),
    }
    given = {name: str(told.get("default", "")) for name, told in action["inputs"].items()}
    given |= {"paths": "logs\nleague", "formats": "sarif junit json gitlab markdown", "page": page}

    def text(value: object) -> str:
        """A value of a step: an input, or else nothing, as for a step that has not run."""
        known = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", str(value))
        return given[known[1]] if known else re.sub(r"\$\{\{.*?\}\}", "", str(value))

    scripts = [
        (step["run"], runner | {name: text(value) for name, value in step.get("env", {}).items()})
        for step in action["runs"]["steps"]
        if "run" in step
    ]
    said = ran_by_a_runner(trapped, scripts)
    assert "B2C-PLACE-APART" in said or page == "site", "the page may be refused"


@pytest.mark.exhaustive
def test_the_job_for_gitlab(trapped: Trapped) -> None:
    job = read("examples/gitlab-ci.yml")["validate-logs"]
    runner = {"CI_PROJECT_DIR": str(trapped.checkout)}
    variables = {
        name: str(value).replace("$CI_PROJECT_DIR", str(trapped.checkout)) for name, value in job["variables"].items()
    }
    said = ran_by_a_runner(trapped, [("\n".join([*job["before_script"], *job["script"]]), runner | variables)])
    assert "B2C-PLACE-APART" in said


def test_the_hook(shared: Trapped) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    names = sorted(path.relative_to(shared.checkout).as_posix() for path in shared.checkout.rglob("*.jsonl"))
    names = [name for name in names if re.search(hook["files"], name) and not (shared.checkout / name).is_symlink()]
    assert set(OPTIONS) <= set(names)
    said = shared.run(*shlex.split(hook["entry"]), *names, at="checkout", code=1)
    assert "B2C-PLACE-APART" in said
    assert f"\n{len(names)} files, " in said, "no name is taken for an option"
