"""Words for messages: text of others shown safely, and lists that do not run on."""

from __future__ import annotations

import json
from collections.abc import Sequence


def quote(text: object) -> str:
    """Text from a file as a message may show it: quoted, escaped, and not too long."""
    shown = json.dumps(text, ensure_ascii=True, default=str)
    return shown if len(shown) <= 80 else shown[:77] + '..."'


def printable(text: str, most: int = 300) -> str:
    """Text that may hold parts of a file, without what could trick a terminal, and not too long."""
    clean = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


def some(words: Sequence[str], most: int) -> str:
    """The first of the words, and how many more there are.

    >>> some(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    """
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")
