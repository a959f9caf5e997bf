"""How typed words and the words of texts are compared: what is alike in them, and how well one fits another.

Small and capital letters, dashes, quotation marks and blanks of any kind are the same. `I-7` and `i7` are one word, and
so are the two numbers of a cell. A number is never cut: `1` is not the beginning of `10`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

WHOLE, BEGINNING, ANYWHERE, ABSENT = 3, 2, 1, 0
"""How well a typed word fits a word."""
SLIGHT = frozenset(["a", "an", "the", "of", "at", "in", "on", "to", "from", "for", "with", "over", "by", ","])
"""Words that need not be there; what stands beside them may still tell moves apart. A comma is any pause, or "and"."""
ARTICLES = frozenset({"a", "an", "the"})
PAUSES = frozenset([*",;:()&+", "and"])
SHORTEST = 3
"""The least letters of a word that `s` makes a plural, and that is looked for within words."""
_MOST = 20
"""The highest number before a word that can be a count."""
_ALIKE = str.maketrans({
    **dict.fromkeys("‐‑‒–—―−⁃", "-"),
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    "×": "*",
    "_": " ",
})  # fmt: skip
_NAME_NUMBER = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,4})-(?=\d)")
"""`I-7`: a short name, of at most NAME letters, and its number."""
NAME = 4
_NUMBER = r"(?<![^\W\d_])-?\d+(?![^\W_])"
_WORD = r"[/|\\]?[^\W_]+(?:['/|\\][^\W_]+)*[/|\\]?"
_OTHER = r"[,;:()&+*]|[^\x00-\x7f\w\s]+"
"""Pauses, a sign for times, and what names can have besides letters."""
_PIECE = re.compile(rf"{_NUMBER}|{_WORD}|{_OTHER}")
_TOKEN = re.compile(rf"{_NUMBER}, ?-?\d+(?![^\W_])|{_PIECE.pattern}")
JOINT = re.compile(r"[/|\\]")
MIXED = re.compile(r"([^\W\d_]+)(\d+)|(\d+)([^\W\d_]+)")
DIGITS = re.compile(r"-?\d+")
SHORT_CELL = re.compile(r"(-?\d)(\d)")
"""The two numbers of a cell without anything between them."""


# -- words of a text


def _normal(text: str) -> str:
    if text.isascii():
        return text.replace("_", " ").casefold()
    return normalize("NFKC", text.translate(_ALIKE)).translate(_ALIKE).casefold()


def lines(texts: Sequence[str]) -> list[str]:
    """The texts as they are compared; all at once, as they may be hundreds."""
    whole = "\n".join([text.replace("\n", " ") for text in texts])
    return _NAME_NUMBER.sub(r"\1", _normal(whole)).split("\n")


def _split(line: str, pattern: re.Pattern[str]) -> list[str]:
    """The words of a line; any pause is a comma, and none stands at an end."""
    words: list[str] = []
    for found in pattern.findall(line):
        word = "," if found in PAUSES else found.replace(", ", ",")
        if word != "," or (words and words[-1] != ","):
            words.append(word)
    return words[:-1] if words and words[-1] == "," else words


def pieces_of(text: str) -> list[str]:
    """The words of what is typed. A comma between two numbers is none: they may be a cell or not."""
    pieces = _split(lines([text])[0], _PIECE)
    return [
        piece
        for i, piece in enumerate(pieces)
        if not (piece == "," and is_number(pieces[i - 1]) and is_number(pieces[i + 1]))
    ]


def words_of(line: str) -> list[str]:
    """The words of a text, a cell as one; `a` is one only where it is a name."""
    words = _split(line, _TOKEN)
    return [
        word
        for i, word in enumerate(words)
        if word not in ARTICLES or (word == "a" and (i + 1 == len(words) or words[i + 1] in SLIGHT - ARTICLES))
    ]


def is_number(word: str) -> bool:
    return DIGITS.fullmatch(word) is not None


def is_count(word: str) -> bool:
    return word.isdecimal() and len(word) < 3 and 1 < int(word) <= _MOST


def singulars(word: str) -> list[str]:
    """What a word can be the plural of."""
    if len(word) <= SHORTEST or not word.endswith("s"):
        return []
    return [word[:-1]] + [word[:-2]] * word.endswith("es") + [f"{word[:-3]}y"] * word.endswith("ies")


# -- how words fit


def word_fits(word: str, other: str) -> int:
    if word == other:
        return WHOLE
    if len(word) >= SHORTEST and other in (f"{word}s", f"{word}es", f"{word[:-1]}ies"):
        return WHOLE  # `pick` is what somebody who picks says
    if other.startswith(word) and other not in SLIGHT and not (word[-1].isdecimal() and other[len(word)].isdecimal()):
        name = MIXED.fullmatch(other)
        return ABSENT if name and name[1] not in (None, word) else BEGINNING  # `I` is not the beginning of II-4
    return ANYWHERE if word in other and len(word) >= SHORTEST and not DIGITS.search(word) else ABSENT


def number_fits(number: str, other: str, lone: bool) -> int:
    if number == other:
        return WHOLE
    if mixed := MIXED.fullmatch(other):
        return BEGINNING if number in (mixed[2], mixed[3]) and lone else ABSENT
    return ANYWHERE if lone and number in other.split(",") else ABSENT
