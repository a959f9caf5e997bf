"""The packages that are released, and what must be in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("cli", "engine", "replays")

_DECLARED = """
import setuptools
from distutils.core import run_setup
from setuptools.command.build_py import build_py
project = run_setup("setup.py", ["build_py"], stop_after="commandline")
project.include_package_data = False  # or else a manifest is written; it would add nothing
build = build_py(project)
build.ensure_finalized()
for package, source, _, names in build.data_files:
    for name in names:
        print(f"{package.replace('.', '/')}/{name}")
for package, module, _ in build.find_all_modules():
    print(f"{package.replace('.', '/')}/{module}.py")
"""


def needed() -> set[str]:
    """The files of the packages, code and data, by the names that they have in a wheel."""
    return {
        f"cityleague/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def declared() -> set[str]:
    """The files that pyproject.toml and setup.py put into a wheel, without building one."""
    command = [sys.executable, "-c", _DECLARED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())
