"""Nobody is told to install `cityleague` from an index: until its owner publishes it, the name is anybody's to take."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = (".github", "cli", "engine", "examples", "replays", "tests")
TEXTS = {"", ".html", ".js", ".md", ".py", ".sh", ".toml", ".txt", ".yaml", ".yml"}
INSTALLS = re.compile(
    r"\b(?:(?:pip3?|pipx|uv|uv pip|uv tool|poetry|pdm|conda) (?:install|add|run|download|inject)|uvx)\b[^\n|;&`]*?"
    r"(?<![\w./$-])cityleague(?![\w-])(?!(?:\[\w+\])? @ git\+REPOSITORY)[^\n]*",
    re.IGNORECASE,
)
"""A command that fetches it by its name. With `@ git+REPOSITORY` behind it, no installer takes it as it is."""


def texts() -> Iterator[Path]:
    """All that somebody reads or runs, but for this file, whose examples are the wrong ones."""
    below = [path for place in PLACES for path in sorted((ROOT / place).rglob("*"))]
    for path in [*sorted(ROOT.glob("*")), *sorted(ROOT.glob(".*.yaml")), *below]:
        if path.is_file() and path.suffix in TEXTS and path != Path(__file__) and "__pycache__" not in path.parts:
            yield path


@pytest.mark.parametrize(
    "text",
    [
        "pip install cityleague",
        "needs Dask: pip install 'cityleague[cluster]'",
        'python -m pip install --quiet -c constraints.txt "cityleague>=0.2"',
        "pipx run cityleague games",
        "uv tool install cityleague",
        "uvx cityleague games",
        "pip install cityleague @ git+elsewhere",
    ],
)
def test_such_advice_is_found(text: str) -> None:
    assert INSTALLS.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "pip install .",
        "pip install -e '.[dev]'",
        'pip install "$CITYLEAGUE"',
        'pip install "cityleague[pages] @ git+REPOSITORY@COMMIT"',
        "pip install ./cityleague",
        "pip install cityleague-backyards",
    ],
)
def test_other_advice_is_not(text: str) -> None:
    assert not INSTALLS.search(text)


def test_nothing_advises_to_install_cityleague_by_its_name() -> None:
    read = {path: path.read_text("utf-8") for path in texts()}
    assert len(read) > 300
    assert {"README.md", "COMMANDS.md", "gitlab-ci.yml", "action.yml", "tournament.py"} <= {path.name for path in read}
    assert not {str(path): found for path, text in read.items() if (found := INSTALLS.findall(text))}


def test_no_package_of_the_project_asks_an_index_for_cityleague() -> None:
    """pip fetches what a package depends on, unless it is there."""
    files = sorted(path for path in texts() if path.name == "pyproject.toml")
    assert len(files) > 1
    for path in files:
        settings = tomllib.loads(path.read_text("utf-8"))
        project = settings["project"]
        extras = [requirement for many in project.get("optional-dependencies", {}).values() for requirement in many]
        wanted = [*settings["build-system"]["requires"], *project["dependencies"], *extras]
        assert not [requirement for requirement in wanted if re.match(r"cityleague(?![\w-])", requirement)], path


def test_the_placeholders_for_ci_are_names_that_nobody_can_have() -> None:
    """A word is a folder to git, and none has this name; accounts on GitHub have letters, digits and hyphens alone."""
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load((ROOT / "examples/gitlab-ci.yml").read_text("utf-8"))["validate-logs"]
    assert 'git clone --quiet REPOSITORY "$cityleague"' in job["before_script"]
    assert 'git -C "$cityleague" checkout --quiet COMMIT' in job["before_script"]
    workflow = (ROOT / "examples/ci-workflow.yml").read_text("utf-8")
    (used,) = re.findall(r"uses: (\S+/cityleague/\S+)", workflow)
    owner, *_, commit = re.split("[/@]", used)
    assert not re.fullmatch("[A-Za-z0-9-]+", owner)
    assert not re.fullmatch(r"[\w.-]+", commit)
