"""Which cityleague this is: its version, which stands here alone, and a hash of its files."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec

__version__ = "0.4.0.dev0"


@cache
def program_hash() -> bytes:
    """A hash of all files of this program but for its commands; empty where it is not installed as files."""
    folders = [find_spec(f"cityleague.{name}") for name in ("engine", "replays")]
    found = [file for spec in folders if spec for file in contents(*(spec.submodule_search_locations or ()))]
    return blake2b(repr(found).encode()).digest() if found else b""


def contents(*places: str) -> list[tuple[str, bytes]]:
    """Name and hash of each file, or of each file in a folder and below it; raises OSError."""
    found = []
    for place in places:
        paths = [os.path.join(at, name) for at, _, names in os.walk(place) if "__pycache__" not in at for name in names]
        for path in paths or [place] * os.path.isfile(place):
            with open(path, "rb") as file:
                found.append((os.path.relpath(path, place), blake2b(file.read()).digest()))
    return sorted(found)
