"""A checkout from a stranger, full of traps: code and programs that leave a mark, links, names that are options."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

from .replays.conformance import CORPUS

BIN = Path(sys.executable).parent
GAME = "between_two_cities"
OPTIONS = ("--cache=c.jsonl", "--also=text=X.jsonl", "-o.jsonl", "--components=c.jsonl")
"""Names of logs that are options, too."""
MODULES = ("sitecustomize", "usercustomize", "conftest", "__init__", "__main__", "setup", "test_theirs", "theirs", "c")
PROGRAMS = (
    *("bwrap", "cairosvg", "evil", "git", "inkscape", "magick", "pip", "python", "python3", "rsvg-convert", "sh"),
    *(".git/hooks/pre-commit", ".git/hooks/post-checkout", ".git/hooks/fsmonitor"),
)
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

    def kept(self) -> Mapping[str, tuple[int, str | bytes | bool]]:
        """All but what commands may write: modes, and what is in files, or where links lead to."""
        found: dict[str, tuple[int, str | bytes | bool]] = {}
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
    for name in PROGRAMS:
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
