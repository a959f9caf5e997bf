"""A bot that looks for the secret of deals, and for the games of others, wherever it can: seeking.py [-SKIP] ROOT...

At its first decision and at a later one it writes to standard error, as a line of JSON, what it has found. It makes the
first of its legal moves. Folders called SKIP are left out.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = re.compile(r"deals\.secret|deals\.revealed|games\.jsonl|.*\.trace")
SECRET = re.compile(rb"\d+ [0-9a-f]{64}\n")
LOOKS = (1, 4)
"""Before which questions it looks around."""


def files(roots: list[str], skipped: set[str]) -> Iterator[Path]:
    """Every file below the roots."""
    for root in roots:
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name not in skipped]
            yield from [Path(folder, name) for name in names]


def giveaways(roots: list[str], skipped: set[str]) -> list[str]:
    """The files that give the deals away, by name or by content."""
    known = []
    for path in files(roots, skipped):
        with contextlib.suppress(OSError):
            told = path.is_file() and path.stat().st_size
            if told and (NAMES.fullmatch(path.name) or (told < 1000 and SECRET.fullmatch(path.read_bytes()))):
                known.append(str(path))
    return sorted(known)


def main(*words: str) -> None:
    """Look around, and play."""
    roots, skipped = [word for word in words if word[0] != "-"], {word[1:] for word in words if word[0] == "-"}
    for number, _ in enumerate(sys.stdin):
        if number in LOOKS:
            sys.stderr.write(json.dumps(giveaways(roots, skipped)) + "\n")
            sys.stderr.flush()
        sys.stdout.write('{"choose":0}\n' if number else '{"ready":1}\n')
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
