"""Words for messages: foreign text shown safely, and lists cut short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def quote(text: object) -> str:
    """Text from a file, safe for a message: quoted, escaped, and cut if it is long."""
    import json  # noqa: PLC0415  (slow to import, and needed only where something is wrong)

    shown = json.dumps(text, ensure_ascii=True, default=str)
    return shown if len(shown) <= 80 else shown[:77] + '..."'


def printable(text: str, most: int = 300) -> str:
    """Text that may hold parts of a file: without characters that could trick a terminal, and cut if it is long."""
    clean = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


_ALIKE = 0.87
_LETTERS = 80
"""How many letters of a name are compared, however long it is."""


def similar(name: str, names: Iterable[str]) -> str | None:
    """Which of the names was probably meant by a mistyped one; None if none is near, or if it is one of them.

    >>> similar("Shop", ["park", "shop"])
    'shop'
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  (likewise)

    wanted = name[:_LETTERS].casefold()
    best, alike = None, _ALIKE
    for other in names:
        if other == name:
            return None
        there = other[:_LETTERS].casefold()
        if 2 * min(len(wanted), len(there)) <= alike * (len(wanted) + len(there)):
            continue  # they cannot have so many letters in common
        # Names that differ in their numbers are different names, not slips.
        if _digits(wanted) == _digits(there) and (ratio := SequenceMatcher(None, wanted, there).ratio()) > alike:
            best, alike = other, ratio
    return best


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))


def some(words: Sequence[str], most: int) -> str:
    """The first of the words, and how many more there are.

    >>> some(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    """
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")
