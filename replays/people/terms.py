"""Typed words as one reading has them, and how several of them stand to a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import NamedTuple

from cityleague.replays.people.spelling import ARTICLES, BEGINNING, SLIGHT, is_number


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


def members_of(mask: int) -> list[int]:
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
