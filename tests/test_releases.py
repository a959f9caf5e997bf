"""A release is the same everywhere: in pyproject.toml, in CHANGELOG, on the command line and for programs in Python."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import cityleague.engine

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
HEADINGS = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def test_the_newest_version_in_the_changelog_is_that_of_the_package() -> None:
    released = [heading for heading in HEADINGS if heading != "Unreleased"]
    assert released[0] == VERSION
    assert released == sorted(released, key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    assert "Unreleased" not in HEADINGS[1:]


def test_the_command_tells_its_version() -> None:
    told = subprocess.run(
        [sys.executable, "-P", "-m", "cityleague.cli", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout == f"cityleague, version {VERSION}\n"


def test_programs_in_python_find_the_same_version() -> None:
    assert cityleague.engine.__version__ == VERSION
