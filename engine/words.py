"""Words for messages: foreign text shown safely, and lists cut short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re


def quote(text: object) -> str:
    """Text from a file, safe for a message: quoted, escaped, and cut if it is long."""
    import json  # noqa: PLC0415  (slow to import, and needed only where something is wrong)

    shown = json.dumps(text, ensure_ascii=True, default=str)
    return shown if len(shown) <= 80 else shown[:77] + '..."'


def printable(text: str, most: int = 300) -> str:
    """Text that may hold parts of a file: all of it can be seen (`seen`), and it is cut if it is long."""
    clean = seen(text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


_UNSEEN = (
    "\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164"
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff"
    "\\u2800\\U00013441\\U00013442\\U00016fe4\\U0001d159"
)
"""What Unicode calls Default_Ignorable_Code_Point; in the last line, what is blank without being a space."""
_SYMBOL = "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_JOINED = (  # people, flags, and the few faces and things that are first in a joined emoji
    "\u26d3\u26f9\u2764\U0001f344\U0001f34b\U0001f3c3\U0001f3c4\U0001f3ca-\U0001f3cc\U0001f3f3\U0001f3f4\U0001f3fb-\U0001f3ff"
    "\U0001f408\U0001f415\U0001f426\U0001f43b\U0001f441\U0001f466-\U0001f469\U0001f46e-\U0001f487\U0001f48b\U0001f575"
    "\U0001f62e\U0001f635\U0001f636\U0001f642\U0001f645-\U0001f64e\U0001f6a3\U0001f6b4-\U0001f6b6\U0001f926\U0001f935"
    "\U0001f937-\U0001f93e\U0001f9b8\U0001f9b9\U0001f9cd-\U0001f9df\U0001faf1"
)
_JOINING = (  # what is joined to them
    "\u2194\u2195\u2620\u2640\u2642\u2695\u2696\u26a7\u2708\u2744\u2764\u27a1\u2b1b\U0001f308\U0001f32b\U0001f33e\U0001f373"
    "\U0001f37c\U0001f384\U0001f393\U0001f3a4\U0001f3a8\U0001f3eb\U0001f3ed\U0001f407\U0001f466-\U0001f469\U0001f48b\U0001f4a5"
    "\U0001f4a8\U0001f4ab\U0001f4bb\U0001f4bc\U0001f525\U0001f527\U0001f52c\U0001f5e8\U0001f680\U0001f692\U0001f7e9\U0001f7eb"
    "\U0001f91d\U0001f9af-\U0001f9b3\U0001f9ba\U0001f9bc\U0001f9bd\U0001f9d1\U0001f9d2\U0001fa79\U0001faf2"
)
_INDIC = "\u0900-\u0dff\u1000-\u109f\u1780-\u17d3"
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2"
_ARABIC = "\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f"
_UNJOINED = (  # Arabic letters that never join what follows
    "\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0-\u06cb\u06cd\u06cf\u06d2\u06d3\u0750-\u077f"
)
_SHAPING = (
    rf"(?<=[{_SYMBOL}])[\ufe0e\ufe0f](?![\ufe0e\ufe0f])"
    rf"|(?:(?<=[{_JOINED}])|(?<=[{_JOINED}]\ufe0f))\u200d(?=[{_JOINING}])"
    r"|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    rf"|(?<=[{_ARABIC}])(?<![{_UNJOINED}])\u200c(?=[{_ARABIC}])"
    rf"|(?<=[{_VIRAMA}])(?:\u200d(?![\u200c\u200d])|\u200c(?=[{_INDIC}]))|(?<=[{_INDIC}])\u200d(?=[{_VIRAMA}])"
)
"""What is not seen itself but gives another shape to what it stands beside, and only there: the colours of a symbol,
several emoji that are one, a keycap, letters of Arabic that are kept apart, and those of Indic scripts."""
_SHAPERS = "\u200c\u200d\ufe0e\ufe0f"


def counted(count: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def with_gap(head: str, tail: str) -> str:
    """The two ends of a text that was cut, without what would have joined them to what is gone."""
    return head.rstrip("\u200c\u200d") + "…" + tail.lstrip(_SHAPERS)


def seen(text: str) -> str:
    """Text in which each character that is not seen, or that moves or turns others, is written as its number.

    What gives another shape to its neighbours is kept there, as in names with emoji, and in Persian and Indic ones.

    >>> seen("Ada\u200b"), seen("Ada\u3164")
    ('Ada\\\\u200b', 'Ada\\\\u3164')
    """
    if text.isprintable() and (text.isascii() or max(text) < "\u0300"):  # before that, none hides or moves others
        return text
    import re  # noqa: PLC0415  (slow to import)

    shown = re.sub(rf"({_SHAPING})|[{_UNSEEN}]", _shown, text)
    return "".join([c if c in _SHAPERS or c.isprintable() else _number(c) for c in shown])


def _shown(unseen: re.Match[str]) -> str:
    from unicodedata import east_asian_width  # noqa: PLC0415  (likewise)

    character, before = unseen[0], unseen.string[max(unseen.start() - 1, 0) : unseen.start()] or " "
    # Wide symbols are emoji as they stand: only the others are changed by a wish for colours.
    useless = character == "\ufe0f" and east_asian_width(before) == "W"
    return character if unseen[1] and not useless else _number(character)


def _number(character: str) -> str:
    return f"\\u{ord(character):04x}"


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
        swapped = wanted[:1] == there[:1] and sorted(wanted) == sorted(there)
        ratio = 1.0 if swapped else SequenceMatcher(None, wanted, there).ratio()
        # Names that differ in their numbers are different names, not slips.
        if _digits(wanted) == _digits(there) and ratio > alike:
            best, alike = other, ratio
    return best


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))


def abridged(words: Sequence[str], most: int) -> str:
    """The first of the words, and how many more there are.

    >>> abridged(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    """
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")
