"""The site of the documents: what would be wrong on it stops `make docs`, and browsers show it without a server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ..cli.helpers import commands
from .screen import Screen

ROOT = Path(__file__).parents[2]
READ = (".docs", "cli", "engine", "examples", "replays", "tests")
FAULTS = {
    "cli/COMMANDS.md": ("[a file](../engine/MISSING.md)", "'../engine/MISSING.md'"),
    "SECURITY.md": ("[an anchor here](#nowhere-here)", "'nowhere-here'"),
    "engine/ADDING.md": ("[an anchor there](../replays/log/FORMAT.md#nowhere-there)", "'nowhere-there'"),
    "CONTRIBUTING.md": ("[a code file](engine/missing.py)", "'engine/missing.py'"),
    "CHANGELOG.md": ("![a picture](examples/pictures/missing.png)", "image file not readable: .*missing.png"),
    "replays/UNLISTED.md": ("# A page that is on no menu", "UNLISTED.md: .*isn't included in any toctree"),
}
"""By file: a fault to put at its end, and what the build says of it."""


def build(source: Path, into: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` does, with the sources in a folder."""
    options = ["-q", "-W", "--keep-going", "-E", "-c", source / ".docs", "-d", into.with_name(f"{into.name}.kept")]
    command = [sys.executable, "-P", "-m", "sphinx", *map(str, [*options, source, into])]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that the site is made of."""
    pytest.importorskip("sphinx", reason="the site needs the extra docs")
    folder = tmp_path_factory.mktemp("source")
    for name in READ:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*_cache"))
    for path in ROOT.glob("*.md"):
        shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def site(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made without a warning."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    done = build(source, folder)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def pages(folder: Path) -> Iterator[Path]:
    """What a reader can open, but for the lists that Sphinx adds."""
    listed = {"genindex.html", "py-modindex.html", "search.html"}
    return (path for path in sorted(folder.rglob("*.html")) if path.name not in listed and "_static" not in path.parts)


@pytest.mark.exhaustive
def test_the_site_has_each_document_each_command_and_each_public_name(site: Path) -> None:
    documents = [path for name in (".", *READ) for path in (ROOT / name).glob("*.md" if name == "." else "**/*.md")]
    assert len([*pages(site)]) == len(documents)
    help_page = (site / "reference/help.html").read_text("utf-8")
    assert [name for name in commands() if f'id="cityleague-{name}"' not in help_page] == []
    for page, room in (("engine", "engine"), ("environments", "engine.env"), ("replays", "replays")):
        module = import_module(f"cityleague.{room}")
        text = (site / f"reference/{page}.html").read_text("utf-8")
        assert [name for name in module.__all__ if f'id="{module.__name__}.{name}"' not in text] == []


@pytest.mark.exhaustive
def test_whatever_would_be_wrong_on_the_site_stops_it(source: Path, tmp_path: Path) -> None:
    """All faults at once: each is told, and any warning ends the build with an error."""
    spoilt = tmp_path / "spoilt"
    shutil.copytree(source, spoilt)
    for file, (fault, _) in FAULTS.items():
        with (spoilt / file).open("a", encoding="utf-8") as stream:
            stream.write(f"\n{fault}\n")
    done = build(spoilt, tmp_path / "docs")
    assert done.returncode == 1
    assert [said for _, said in FAULTS.values() if not re.search(said, done.stderr)] == []
    assert done.stderr.count("WARNING") == len(FAULTS)


@pytest.mark.exhaustive
def test_the_site_needs_no_server_and_nothing_from_elsewhere_and_fits_a_phone(site: Path, screen: Screen) -> None:
    screen.allow_server(site.as_uri())
    screen.resize(390, 844)
    for page in pages(site):
        screen.go(page.as_uri())
        screen.assert_fits()
    screen.go(f"{(site / 'search.html').as_uri()}?q=forfeit")
    screen.wait_until("document.querySelectorAll('#search-results li a').length")
    light = screen.run("return getComputedStyle(document.body).backgroundColor")
    screen.scheme("dark")
    assert screen.run("return getComputedStyle(document.body).backgroundColor") != light
    screen.assert_quiet()
