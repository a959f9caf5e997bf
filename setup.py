"""The packages, found: the three folders that become `cityleague`, and each folder in them, be it one of data.

What setuptools writes while it builds goes into a temporary folder, so that `pip install .` leaves nothing here.
"""

import atexit
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import setup

FOLDERS = ("cli", "engine", "replays")


def readme() -> str:
    """README as a package index shows it, where links to files lead nowhere: to the repository, if its address is given
    (CITYLEAGUE_REPOSITORY, up to where files follow: `https://…/blob/v1`); else their words stay, and pictures go.
    """
    text = Path("README.md").read_text("utf-8")
    if address := os.environ.get("CITYLEAGUE_REPOSITORY", "").rstrip("/"):
        text = re.sub(r"(?<=\]\()(?!https?:|#)", f"{address}/", text)
        return text.replace(".png)", ".png?raw=true)")
    text = re.sub(r"^(\|[^\n]*\n){2}\| \[!\[.*\n\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]+\)", r"\1", text)


options = {}
if "sdist" not in sys.argv:  # a source distribution names its files from here
    beside = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, beside, ignore_errors=True)
    options = {"build": {"build_base": beside}, "egg_info": {"egg_base": beside}}

setup(
    options=options,
    long_description=readme(),
    long_description_content_type="text/markdown",
    package_dir={f"cityleague.{folder}": folder for folder in FOLDERS},
    packages=[
        f"cityleague.{'.'.join(path.parts)}"
        for folder in FOLDERS
        for path in [Path(folder), *sorted(Path(folder).rglob("*"))]
        if path.is_dir() and path.name != "__pycache__"
    ],
)
