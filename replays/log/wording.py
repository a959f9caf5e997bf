"""How messages show what may come from a log, or from a file's name: nothing that could trick a terminal."""

from __future__ import annotations

import json


def quote(text: object) -> str:
    """Text from a log as a message may show it: quoted, escaped, and not too long."""
    shown = json.dumps(text, ensure_ascii=True, default=str)
    return shown if len(shown) <= 80 else shown[:77] + '..."'


def printable(text: str, most: int = 300) -> str:
    """Text that may hold parts of a log, without what could trick a terminal, and not too long."""
    clean = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


def counted(count: int, noun: str) -> str:
    """1 game, 2 games."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def path_text(path: str) -> str:
    """A path as text that can be printed and encoded, whatever bytes the file's name consists of."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
