"""How messages show text from logs and file names: without anything that could trick a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from cityleague.engine.words import counted, printable, quote, similar

__all__ = ["counted", "path_text", "perhaps", "printable", "quote"]


def perhaps(name: str, names: Iterable[str]) -> str:
    """A question at the end of a message, where a name was probably mistyped; else nothing."""
    meant = similar(name, names)
    return f"; did you mean {quote(meant)}?" if meant is not None else ""


def path_text(path: str) -> str:
    """A path as text that can be printed and encoded, whatever bytes it has."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
