"""A checkout from a stranger, full of traps: nothing in it runs, and nothing outside it is written, whatever reads it.

Each trap is code or a program that leaves a mark, or a link to something precious, or a file whose name is an option.
Everything is run in the checkout, as people do who look into it, and from elsewhere, pointed at it. What is not here is
what README and SECURITY call code: to play a stranger's `tournament.toml`, and to start pytest inside the checkout.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .cli.helpers import commands
from .replays.conformance import CORPUS
from .replays.serving.visiting import Visitor
from .rows import daily

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links and programs with a first line")

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
GAME = "between_two_cities"
OPTIONS = ("--cache=c.jsonl", "--also=text=X.jsonl", "-o.jsonl", "--components=c.jsonl")
"""Names of logs that are options, too."""
MODULES = ("sitecustomize", "usercustomize", "conftest", "__init__", "__main__", "setup", "test_theirs", "theirs", "c")
PROGRAMS = ("bwrap", "cairosvg", "evil", "git", "inkscape", "magick", "pip", "python", "python3", "rsvg-convert", "sh")
HOOKS = tuple(f".git/hooks/{name}" for name in ("pre-commit", "post-checkout", "fsmonitor"))
SETTINGS = {
    "pytest.ini": "[pytest]\naddopts = -p theirs\npythonpath = .\n",
    "tox.ini": "[pytest]\naddopts = -p theirs\n",
    "setup.cfg": "[tool:pytest]\naddopts = -p theirs\n",
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-p theirs"\n[build-system]\nbuild-backend = "theirs"\n',
    "theirs.pth": "import theirs\n",
    "theirs-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: theirs\nVersion: 1\n",
    "theirs-1.dist-info/entry_points.txt": "[cityleague.games]\ntheirs = theirs\n[pytest11]\ntheirs = theirs\n",
    ".git/config": "[core]\nfsmonitor = .git/hooks/fsmonitor\nhooksPath = .git/hooks\n",
    ".pre-commit-config.yaml": "repos: []\n",
    "tournament.toml": f'game = "{GAME}"\nbots = ["theirs:Bot", "exec:./evil", "greedy"]\n',
    "study/study.toml": f'game = "{GAME}"\ntuned = "theirs:Bot?x=0..1"\nagainst = "exec:./evil"\n',
    "theirs.json": "{}\n",
}
LINKED = {
    "cup": ("games.jsonl", "tournament.toml", "deals.secret", "deals.revealed"),
    "tuned": ("games.jsonl", "study.toml", "study.html"),
    "site": ("index.html", "history.json", "findings.html", "games", "players"),
    "cityleague-reports": ("report.sarif", "report.xml", "findings.ndjson", "report.md", "code-quality.json"),
    ".": ("report.xml", "code-quality.json", "X.jsonl", ".pip", ".verdicts", ".pytest_cache", "league.history.json"),
}
"""Links at places that commands and jobs write to."""
HONEST = """
class Bot:
    def __init__(self, setup, stream, parameters):
        pass

    def choose(self, view, legal):
        return legal[0]
"""


class Trapped(NamedTuple):
    """A folder with the checkout, another one to work in, one for what is written, and one with what is precious."""

    base: Path

    @property
    def checkout(self) -> Path:
        """What came from the stranger."""
        return self.base / "checkout"

    def marks(self) -> list[str]:
        """The traps that have run."""
        mark = self.base / "mark"
        return mark.read_text().splitlines() if mark.exists() else []

    def environment(self, **more: str) -> dict[str, str]:
        """That of somebody who trusts nobody: what the tests themselves are run with must not protect from anything."""
        ours = {name: text for name, text in os.environ.items() if not name.startswith(("CITYLEAGUE_", "PYTEST_"))}
        for name in ("PYTHONPATH", "PYTHONSAFEPATH"):
            ours.pop(name, None)
        places = {"HOME": f"{self.base}/home", "TMPDIR": f"{self.base}/out", "PATH": f"{BIN}:/usr/bin:/bin"}
        return ours | places | more

    def run(self, *words: str, at: str, code: int | None, **more: str) -> str:
        """What a command says that is run at a folder, and ends with this code; nothing has run or changed by it."""
        before = self.kept()
        done = subprocess.run(
            words,
            cwd=self.base / at,
            env=self.environment(**more),
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        assert self.marks() == [], (words, said)
        assert self.kept() == before
        assert code in (None, done.returncode), (words, said)
        assert "Traceback" not in said
        return said

    def kept(self) -> Mapping[str, tuple[int, object]]:
        """All but what commands may write."""
        found: dict[str, tuple[int, object]] = {}
        for folder, folders, files in os.walk(self.base):
            for path in [Path(folder, name) for name in (*folders, *files)]:
                content = os.readlink(path) if path.is_symlink() else path.is_dir() or path.read_bytes()
                found[str(path)] = (path.lstat().st_mode, content)
            folders[:] = [name for name in folders if Path(folder, name) != self.base / "out"]
        return {path: what for path, what in found.items() if path != f"{self.base}/mark"}


def plant(base: Path) -> Trapped:
    """A checkout that is full of traps."""
    trapped = Trapped(base)
    checkout, mark = trapped.checkout, base / "mark"
    for folder in ("checkout/logs", "elsewhere", "out", "home"):
        (base / folder).mkdir(parents=True)

    def write(name: str, text: str, mode: int = 0o644) -> None:
        path = checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    modules = {*sys.stdlib_module_names, *packages_distributions(), *MODULES}
    names = [f"{name}.py" for name in sorted(modules) if name.isidentifier()]
    names += [f"{place}/{name}.py" for place in ("logs", "league") for name in (*MODULES, "pickle", "json", "msgspec")]
    for name in (*names, "cityleague/__init__.py", "cityleague/cli/__init__.py", "numpy/__init__.py"):
        write(name, f"open({str(mark)!r}, 'a').write({name!r} + chr(10))\n")
    for name in (*PROGRAMS, *HOOKS):
        write(name, f"#!/bin/sh\necho {name} >> {shlex.quote(str(mark))}\n", 0o755)
    for place in ("", "logs/"):
        for name, text in SETTINGS.items():
            write(place + name, text)
        for name in OPTIONS:
            shutil.copy(CORPUS.parent / "by-hand.jsonl", checkout / place / name)
    for folder, links in LINKED.items():
        (checkout / folder).mkdir(exist_ok=True)
        for name in links:
            (checkout / folder / name).symlink_to(kept := base / "home" / f"{folder}-{name}")
            kept.write_text("precious\n") if "." in name[1:] else kept.mkdir()
    (checkout / "study/games.jsonl").write_bytes((CORPUS.parent / "by-hand.jsonl").read_bytes())
    for name in ("by-hand", "broken"):
        shutil.copy(CORPUS.parent / f"{name}.jsonl", checkout / "logs")
    return trapped


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of a bot from the checkout; naming it makes nothing else there run, in no process."""
    trapped = plant(tmp_path_factory.mktemp("league"))
    (trapped.checkout / "theirs.py").write_text(HONEST)
    for name in sys.stdlib_module_names:
        if find_spec(name) is None:  # a module that this system lacks comes from wherever there is one
            (trapped.checkout / f"{name}.py").unlink()
    words = ("tournament", "--game", GAME, "--bots", "theirs:Bot,greedy", "--deals", "1", "--seed", "1")
    trapped.run(str(BIN / "cityleague"), *words, "-j", "2", "-o", "../out/league", at="checkout", code=0)
    return trapped.base / "out/league"


@pytest.fixture
def trapped(tmp_path: Path, league: Path) -> Trapped:
    """The traps, with the tournament."""
    trapped = plant(tmp_path / "base")
    for name in ("games.jsonl", "tournament.toml"):
        shutil.copy(league / name, trapped.checkout / "league")
    return trapped


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
    "report": [
        ("HERE --validate -j JOBS -o ../out/site", 3),
        ("HERE/logs/by-hand.jsonl -j JOBS -o HERE/site", 4),
    ],
    "rules": [("neom --text", 0)],
    "schema": [("neom", 0)],
    "score": [("HERE/logs/by-hand.jsonl HERE/league -j JOBS", 0)],
    "serve": [("HERE/nowhere", 2)],
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
    "validate": [
        ("HERE -j JOBS --also junit=../out/report.xml", 3),
        (f"HERE/logs -j JOBS --no-cache -- {' '.join(OPTIONS)}", None),
    ],
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
    ("at", "line", "code", "jobs"),
    ways("checkout", "^(?!tune.*JOBS|rules|schema|.*parquet)") + ways("elsewhere", "^validate"),
)
def test_a_command(at: str, line: str, code: int | None, jobs: str, trapped: Trapped) -> None:
    here = "." if at == "checkout" else "../checkout"
    words = [word.replace("HERE", here).replace("JOBS", jobs) for word in line.split()]
    trapped.run(str(BIN / "cityleague"), *words, at=at, code=code)


def test_what_was_remembered_for_somebody_else_is_not_believed(trapped: Trapped) -> None:
    """Names of logs are no options, also where a shell makes words of them."""
    names = sorted(path.name for path in (trapped.checkout / "logs").glob("*.jsonl"))
    said = trapped.run(str(BIN / "cityleague"), "validate", "--", *names, at="checkout/logs", code=1)
    assert "B2C-PLACE-APART" in said


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


def jobs_ran(trapped: Trapped, scripts: list[tuple[str, dict[str, str]]]) -> subprocess.CompletedProcess[str]:
    """The last of the scripts that a runner runs in the checkout; pip installs nothing here, but starts."""
    before = trapped.kept()
    for script, more in scripts:
        done = subprocess.run(
            ["bash", "-e", "-c", script.replace("pip install", "pip help install #")],
            cwd=trapped.checkout,
            env=trapped.environment(**more),
            capture_output=True,
            text=True,
            check=False,
        )
        assert trapped.marks() == [], (script, done.stdout + done.stderr)
    after = trapped.kept()
    for path, what in before.items():
        if path.startswith(f"{trapped.base}/home") or not stat.S_ISLNK(what[0]):
            assert after.get(path) == what or path not in after, (path, scripts)
    return done


def read(path: str) -> Any:
    return pytest.importorskip("yaml").safe_load((ROOT / path).read_text("utf-8"))


def test_the_action(trapped: Trapped) -> None:
    action = read(".github/actions/cityleague/action.yml")
    runner = {
        "RUNNER_TEMP": f"{trapped.base}/out",
        "GITHUB_OUTPUT": f"{trapped.base}/out/outputs",
        "GITHUB_STEP_SUMMARY": f"{trapped.base}/out/summary.md",
        "GITHUB_ACTION_PATH": str(ROOT / ".github/actions/cityleague"),
        "GITHUB_WORKSPACE": str(trapped.checkout),
    }
    given = {name: str(told.get("default", "")) for name, told in action["inputs"].items()}
    given |= {"paths": "logs\nleague", "formats": "sarif junit json gitlab markdown", "page": "pages"}

    def text(value: object) -> str:
        """A value of a step: an input, or else nothing, as for a step that has not run."""
        known = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", str(value))
        return given[known[1]] if known else re.sub(r"\$\{\{.*?\}\}", "", str(value))

    steps = [step for step in action["runs"]["steps"] if "run" in step]
    scripts = [
        (step["run"], runner | {name: text(value) for name, value in step.get("env", {}).items()}) for step in steps
    ]
    done = jobs_ran(trapped, scripts)
    assert "B2C-PLACE-APART" in done.stdout + done.stderr
    script, environment = scripts[-1]
    for name in ("PAGE", "OUTPUT"):  # of which the stranger knew the names
        done = jobs_ran(trapped, [(script, environment | {name: "cityleague-reports"})])
        assert done.returncode == 4, done.stderr


def test_the_job_for_gitlab(trapped: Trapped) -> None:
    job = read("examples/gitlab-ci.yml")["validate-logs"]
    runner = {"CI_PROJECT_DIR": str(trapped.checkout), "CI_BUILDS_DIR": f"{trapped.base}/out"}
    variables = {
        name: str(value).replace("$CI_PROJECT_DIR", str(trapped.checkout)) for name, value in job["variables"].items()
    }
    ours = trapped.base / "out/cityleague"
    ours.mkdir()
    for words in (["init", "-q"], ["-c", "user.name=us", "-c", "user.email=us", "commit", "-qm", "x", "--allow-empty"]):
        subprocess.run(["git", "-C", str(ours), *words], env=trapped.environment(), check=True)
    script = "\n".join([*job["before_script"], *job["script"]])
    script = script.replace("REPOSITORY", shlex.quote(str(ours))).replace("COMMIT", "HEAD")
    done = jobs_ran(trapped, [(script, runner | variables)])
    assert "B2C-PLACE-APART" in done.stdout + done.stderr


def test_the_hook(trapped: Trapped) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    names = sorted(path.relative_to(trapped.checkout).as_posix() for path in trapped.checkout.rglob("*.jsonl"))
    names = [name for name in names if re.search(hook["files"], name) and not (trapped.checkout / name).is_symlink()]
    assert set(OPTIONS) <= set(names)
    said = trapped.run(*shlex.split(hook["entry"]), *names, at="checkout", code=1)
    assert "B2C-PLACE-APART" in said
