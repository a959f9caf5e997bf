"""How typed words and the words of texts are compared: how well one fits another, and how several stand to a text.

Small and capital letters, dashes, quotation marks and blanks of any kind are the same. `I-7` and `i7` are one word, and
so are the two numbers of a cell. A number is never cut: `1` is not the beginning of `10`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import NamedTuple
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


class Term(NamedTuple):
    """A typed word as one reading has it."""

    text: str
    fits: Mapping[str, int]
    """How well it fits words of the texts; words that it does not fit are left out."""
    where: tuple[int, ...]
    """By quality: the texts with a word that it fits so well or better, as bits."""

    @property
    def slight(self) -> bool:
        return self.text in SLIGHT


def shared_by(terms: Sequence[Term], quality: int) -> int:
    """The texts that all terms fit so well, as bits."""
    return reduce(and_, [term.where[quality] for term in terms], -1)


def overlapping(terms: Sequence[Term], quality: int) -> list[Term]:
    """The terms that fit a word which another one fits, too."""
    counts = Counter([word for term in terms for word, fit in term.fits.items() if fit >= quality])
    return [term for term in terms if any(counts[word] > 1 for word, fit in term.fits.items() if fit >= quality)]


def seated(terms: Sequence[Term], quality: int, room: Mapping[str, int]) -> bool:
    """Whether each term has a word of its own in a text."""
    taken: dict[str, list[int]] = {}

    def seat(number: int, tried: set[str]) -> bool:
        for word, fit in terms[number].fits.items():
            if fit < quality or word not in room or word in tried:
                continue
            tried.add(word)
            sitting = taken.setdefault(word, [])
            if len(sitting) < room[word]:
                sitting.append(number)
                return True
            for k, other in enumerate(sitting):
                if seat(other, tried):
                    sitting[k] = number
                    return True
        return False

    return all(seat(number, set()) for number in range(len(terms)))


def is_closer(closeness: Sequence[int], other: Sequence[int]) -> bool:
    return closeness != other and all(mine >= theirs for mine, theirs in zip(closeness, other, strict=True))


def beside_in(term: Term, other: Term, words: Sequence[str]) -> bool:
    """Whether the two stand side by side in a text, and belong together there: `column 1`, but not `bids 1` coin."""
    for k, (here, there) in enumerate(pairwise(words)):
        together = term.fits.get(here, 0) >= BEGINNING and other.fits.get(there, 0) >= BEGINNING
        if together and (here in SLIGHT or not counts_next(words, k + 1)):
            return True
    return False


def only_counts(number: str, words: Sequence[str]) -> bool:
    """Whether a number is in a text, and always belongs to the next word."""
    places = [k for k, word in enumerate(words) if word == number]
    return bool(places) and all(counts_next(words, k) for k in places)


def counts_next(words: Sequence[str], k: int) -> bool:
    """Whether a word is a number that belongs to the next one."""
    return is_number(words[k]) and k + 1 < len(words) and words[k + 1] not in SLIGHT and not is_number(words[k + 1])


def in_a_row(terms: Sequence[Term], words: Sequence[str]) -> bool:
    """Whether a text has the terms one after the other, as they are typed."""
    fitting = [[term.fits.get(word, 0) >= BEGINNING for word in words] for term in terms if term.text not in ARTICLES]
    return any(all(fits[k + n] for n, fits in enumerate(fitting)) for k in range(len(words) - len(fitting) + 1))


def phrases_of(terms: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """The pairs of `from` or `to` and one of the two words that follow: `from city a`."""
    for i, term in enumerate(terms):
        if _leads(term.text):
            yield from [(term, other) for other in terms[i + 1 : i + 3] if not other.slight]


def governed_in(head: Term, term: Term, words: Sequence[str]) -> bool:
    """Whether a text has the word after that `from` or `to`, before the next of them: `from city a`."""
    leading = ""
    for word in words:
        if _leads(word):
            leading = word
        elif leading == head.text and term.fits.get(word, 0) >= BEGINNING:
            return True
    return False


def _leads(word: str) -> bool:
    return word in ("from", "to")


def belongs(term: Term) -> bool:
    """Whether it is a number or a letter, and so belongs to the word beside it: `column 1`, `1 science`, `city a`."""
    return is_number(term.text) or (len(term.text) == 1 and term.text.isalpha())
