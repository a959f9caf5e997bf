"""Files of a site: written whole, only where they have changed, and never over a file that is not ours."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_MARK = "<!-- made by cityleague, "
"""What the last line of every page of ours begins with; then come sixteen digits that tell what it was made from."""
_END = " -->\n"


class ForeignFileError(Exception):
    """A file that would be overwritten was not made by cityleague; the message names it."""


def ours(path: Path) -> bool:
    """Whether nothing is there, or a page of ours. Raises OSError."""
    return not path.exists() or _last_line(path).startswith(_MARK)


def require_ours(path: Path) -> None:
    """Raise ForeignFileError if another file is there."""
    if not ours(path):
        raise ForeignFileError(f"{path}: not made by cityleague; it is left alone. Name another place with -o")


def put(path: Path, content: Callable[[], str], stamp: str | None = None) -> bool:
    """Write a page unless the same one is there; whether it was written.

    With `stamp`, a text that tells what the page is made from, the page that is there is known by it and `content` is
    not even called. Raises ForeignFileError, OSError.
    """
    require_ours(path)
    page = None if stamp is not None else content()
    made_from = f"{version('cityleague')}\n{page if stamp is None else stamp}"
    mark = f"{_MARK}{sha256(made_from.encode(errors='replace')).hexdigest()[:16]}{_END}"
    if path.exists() and _last_line(path) == mark:
        return False
    replace(path, (content() if page is None else page).rstrip("\n") + "\n" + mark)
    return True


def replace(path: Path, text: str) -> None:
    """Write a file whole, then give it its name: nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")  # should a kill leave it behind, the next run takes it
    try:
        unfinished.write_text(text, "utf-8", newline="\n")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _last_line(path: Path) -> str:
    with open(path, "rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 200))
        lines = file.read().decode(errors="replace").splitlines(keepends=True)
    return lines[-1] if lines else ""
