"""requirements.txt: what the action installs before cityleague, with the hashes of all wheels that it may get.

`make requirements.txt` writes it, once constraints.txt or pyproject.toml have changed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import defaultdict

from . import ROOT

ABOUT = """\
# What the action installs before cityleague, at the versions of constraints.txt: wheels alone, as building others would
# fetch more, for the Python of the action on Linux, macOS and Windows. `make requirements.txt` writes it.
--only-binary :all:
"""
PYTHON = "3.12"
LINUX = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
PLATFORMS = [
    *[[f"{kind}_{machine}" for kind in LINUX] for machine in ("x86_64", "aarch64")],
    *[[f"macosx_{version}_{machine}"] for version in ("11_0", "14_0") for machine in ("x86_64", "arm64")],
    ["win_amd64"],
]
MARKERS = {"colorama": ' ; sys_platform == "win32"'}  # of what Linux would leave out


def main() -> None:
    """Print the file."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*settings["project"]["dependencies"], *settings["build-system"]["requires"], *MARKERS]
    hashes = defaultdict(set)
    for tags in PLATFORMS:
        pip = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--report", "-"]
        pip += ["--target", "unused", "--only-binary", ":all:", "--python-version", PYTHON, "-c", "constraints.txt"]
        done = subprocess.run([*pip, *[f"--platform={tag}" for tag in tags], *wanted], cwd=ROOT, stdout=-1, check=True)
        for item in json.loads(done.stdout)["install"]:
            name = item["metadata"]["name"].lower().replace("_", "-")
            pin = f"{name}=={item['metadata']['version']}{MARKERS.get(name, '')}"
            hashes[pin].add(item["download_info"]["archive_info"]["hashes"]["sha256"])
    print(ABOUT, end="")
    for pin in sorted(hashes):
        print(pin, *[f"--hash=sha256:{value}" for value in sorted(hashes[pin])], sep=" \\\n    ")


if __name__ == "__main__":
    main()
