"""The last part of `make dist`: both packages are complete, and each works in a fresh environment.

Writes the manual page, and the software bill of materials: cityleague and what it needs, in the versions that were
tried, as CycloneDX.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from cityleague.cli import cli
from cityleague.engine import __version__

from . import ROOT, needed
from .manual import manual

LOG = ROOT / "examples/by-hand.jsonl"


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; if it fails, the program ends."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def contents(package: Path) -> set[str]:
    """The files in a wheel or an sdist, by the names that they have in a wheel."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return set(wheel.namelist())
    with tarfile.open(package) as archive:
        return {f"cityleague/{name.partition('/')[2]}" for name in archive.getnames()}


def installed(package: Path, folder: Path) -> Path:
    """The Python of a fresh environment in which the package works, away from its source."""
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), "install", "-q"]
    run(*pip, "-c", ROOT / "constraints.txt", package, cwd=folder)
    program = folder / "bin/cityleague"
    assert "between_two_cities" in run(program, "games", cwd=folder)
    run(program, "validate", LOG, cwd=folder)
    played = run(program, "play", "neom", "random", "greedy", "--seed", "7", cwd=folder)
    (folder / "played.jsonl").write_text(played, "utf-8")
    run(program, "validate", "played.jsonl", cwd=folder)
    return python


def main(folder: Path) -> None:
    """Check the packages in a folder, and write the manual page and the bill of materials into it."""
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    for package in (source, wheel):
        if missing := sorted(needed() - contents(package)):
            sys.exit(f"{package.name}: not in it: {', '.join(missing)}")
        with tempfile.TemporaryDirectory(prefix="cityleague-dist-") as fresh:
            python = installed(package, Path(fresh))
            print(f"{package.name}: complete; plays and validates in a fresh environment")
            if package == wheel:
                bill = folder / f"{wheel.name.split('-py3')[0]}.cdx.json"
                cyclonedx = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
                run(*cyclonedx, "--pyproject", ROOT / "pyproject.toml", "-o", bill, python, cwd=ROOT)
                print(f"{bill.name}: {len(json.loads(bill.read_bytes())['components'])} components")
    page = folder / "cityleague.1"
    page.write_text(manual(cli, __version__), "utf-8")
    print(f"{page.name}: the manual page; man -l shows it")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
