"""The example of a third-party game: installed in a fresh virtual environment, it is played, proven and ranked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "examples" / "backyards"
ROOT = SOURCE.parent.parent


def _can_build() -> bool:
    """Whether the setuptools at hand can build a package; pip fetches others for itself, as it does for cityleague."""
    try:
        return int(version("setuptools").split(".")[0]) >= 77
    except PackageNotFoundError:
        return False


class Fresh:
    """A virtual environment with the package in it; cityleague and pytest are those at hand: nothing is fetched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "project"
        shutil.copytree(SOURCE, self.project)
        venv.create(folder / "venv", with_pip=False)
        self._python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        (path,) = (folder / "venv").glob("[Ll]ib/**/site-packages")
        (path / "outer.pth").write_text(sysconfig.get_path("purelib") + "\n")
        how = ["--no-index", "--no-build-isolation"] if _can_build() else []
        pip = ["-m", "pip", "--python", str(self._python), "install", "--quiet", "--no-deps", *how]
        self._run(Path(sys.executable), (*pip, str(self.project)), folder)

    def inner(self, *words: str) -> str:
        """Run the Python of the virtual environment, in the folder of the project's copy."""
        return self._run(self._python, words, self.project)

    def cityleague(self, *words: str) -> str:
        """Run a command in the virtual environment."""
        return self.inner("-m", "cityleague.cli", *words)

    def several(self, *commands: str) -> list[str]:
        """What each of some commands prints, one after the other in one process there."""
        printed: list[str] = json.loads(self.inner("-c", _SEVERAL, *commands))
        return printed

    def _run(self, python: Path, words: tuple[str, ...], folder: Path) -> str:
        env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # no plugin at hand is needed, and they load slowly
        done = subprocess.run([python, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


_SEVERAL = """
import json, shlex, sys
from click.testing import CliRunner
from cityleague.cli import cli

results = [CliRunner().invoke(cli, shlex.split(command)) for command in sys.argv[1:]]
assert not any([result.exit_code for result in results]), [result.output for result in results]
print(json.dumps([result.stdout for result in results]))
"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return Fresh(tmp_path_factory.mktemp("fresh"))


@pytest.mark.exhaustive
@pytest.mark.slow
def test_it_is_installed_where_it_is_found(fresh: Fresh) -> None:
    where = fresh.inner("-c", "import sys; sys.path.remove(''); import backyards; print(backyards.__file__)")
    assert str(fresh.folder / "venv") in where
    games, rules, text, components, schema = fresh.several(
        "games", "rules backyards", "rules backyards --text", "components backyards", "schema backyards"
    )
    assert "backyards           Backyards           2 to 4" in games
    assert "BY-CELL" in rules
    assert text.startswith((SOURCE / "backyards" / "RULES.md").read_text("utf-8"))
    assert "- `hand_sizes`: By seat." in text
    assert components == (SOURCE / "backyards" / "components.json").read_text("utf-8")
    assert '"game":{"const":"backyards"}' in "".join(schema.split())


@pytest.mark.exhaustive
@pytest.mark.slow
def test_it_is_played_proven_scored_and_shown(fresh: Fresh) -> None:
    bots = "random greedy heuristic mcts?iterations=8"
    _, findings, scores, shown = fresh.several(
        f"play backyards {bots} -o g.jsonl", "validate g.jsonl", "score g.jsonl", "show g.jsonl"
    )
    assert findings == ""
    assert "1. " in scores
    assert "round 9: over" in shown


@pytest.mark.exhaustive
@pytest.mark.slow
def test_it_is_ranked_and_its_bots_differ(fresh: Fresh) -> None:
    bots = "random,greedy,heuristic"
    fresh.cityleague(
        "tournament", "--game", "backyards", "--bots", bots, "--seed", "0", "--deals", "15", "-j", "2", "-o", "cup"
    )
    findings, table = fresh.several("validate cup", "table cup")
    assert findings == ""
    assert "\n\nBackyards: 45 games in 15 blocks\n" in table
    assert [line.split()[1] for line in table.splitlines()[6:9]] == ["heuristic", "greedy", "random"]


@pytest.mark.exhaustive
@pytest.mark.slow
def test_it_passes_the_tests_that_every_game_has_to_pass(fresh: Fresh) -> None:
    passed = fresh.inner("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert "failed" not in passed
    assert passed.count(".") > 100


def test_it_is_small() -> None:
    """Newcomers copy it: it has about 270 lines that are neither blank nor docstrings."""
    lines: list[str] = []
    for path in SOURCE.rglob("*.py"):
        code = path.read_text("utf-8").split('"""')[::2]
        lines += [line for line in "".join(code).splitlines() if line.strip()]
    assert 150 < len(lines) <= 270


def test_the_document_for_newcomers_is_short_and_names_the_modules_of_the_example() -> None:
    text = (ROOT / "engine" / "ADDING.md").read_text("utf-8")
    assert len(text.splitlines()) <= 100
    for path in (SOURCE / "backyards").glob("*.py"):
        assert f"`{path.name}`" in text
