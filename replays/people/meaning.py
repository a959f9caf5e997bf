"""What typed words mean: which of several texts, moves in words or names of items, somebody has in mind.

A typed word stands for a whole word of a text, or a sign of the boards for the words that it stands for; else for the
beginning of a word; else for any letters. Words can have any order. Much can be read in several ways: `2 0` is a cell,
or two numbers, and `2 shops` a number and a word, or two words. All readings are tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import pairwise, takewhile
from operator import or_

from cityleague.engine.boards.bits import members
from cityleague.engine.words import printable, similar
from cityleague.replays.people.spelling import (
    ABSENT,
    ANYWHERE,
    BEGINNING,
    DIGITS,
    JOINT,
    MIXED,
    NAME,
    PAUSES,
    SHORT_CELL,
    SHORTEST,
    SLIGHT,
    WHOLE,
    Term,
    belongs,
    beside_in,
    counts_next,
    governed_in,
    in_a_row,
    is_closer,
    is_count,
    is_number,
    lines,
    number_fits,
    only_counts,
    overlapping,
    phrases_of,
    pieces_of,
    seated,
    shared_by,
    singulars,
    word_fits,
    words_of,
)

_MOST_READINGS = 100


class Meaning:
    """Texts to be found by what is typed."""

    def __init__(self, texts: Sequence[str], more: Sequence[str] = (), signs: Mapping[str, str] | None = None) -> None:
        """`more`: what else each text can be found by, if nothing fits; `signs`: those of the boards for its words."""
        self._texts, self._more = texts, more or [""] * len(texts)
        self._signs: dict[str, list[str]] = {}
        for sign, words in (signs or {}).items():
            self._signs["".join(pieces_of(sign))] = [word for word in words_of(lines([words])[0]) if word not in SLIGHT]

    @cached_property
    def _words(self) -> list[list[str]]:
        return [words_of(line) for line in lines(self._texts)]

    def _room(self, i: int) -> Counter[str]:
        """How often each word of a text can be meant: `2 parking` has parking twice."""
        room = Counter(self._words[i])
        for number, word in pairwise(self._words[i]):
            if is_count(number) and not is_number(word):
                room[word] += int(number) - 1
        return room

    @cached_property
    def _where(self) -> dict[str, int]:
        """By word: in which texts it is, as bits."""
        where: dict[str, int] = {}
        for i, words in enumerate(self._words):
            for word in words:
                where[word] = where.get(word, 0) | 1 << i
        return where

    @cached_property
    def _counted(self) -> set[tuple[str, str]]:
        """The numbers that stand before a word in some text: `2 parking`."""
        return {pair for words in self._words for pair in pairwise(words) if is_count(pair[0])}

    @cached_property
    def _labels(self) -> set[str]:
        """The words, besides the first of a text, that a number tells apart: `column 1`."""
        return {
            here
            for words in self._words
            for k, (here, there) in enumerate(pairwise(words))
            if k and is_number(there) and here not in SLIGHT and not counts_next(words, k + 1)
        }

    @cached_property
    def _reach(self) -> int:
        """The highest number in a cell."""
        return max(
            [abs(int(number)) for word in self._where if "," in word[1:] for number in word.split(",")], default=-1
        )

    @cached_property
    def _known(self) -> set[str]:
        """Words that signs stand for: whoever types one of them means no longer word, even if no text has it."""
        return {word for words in self._signs.values() for word in words}

    @cached_property
    def _told(self) -> list[str]:
        return lines(self._more)

    # -- finding

    def find(self, text: str) -> list[int]:
        """Which texts fit best, in order; all for an empty text, several if it leaves open which is meant.

        Texts in which every word is a whole one come before those with beginnings, and these before those with letters.
        Of these a text is left out if another fits as well in every word and better in one.
        """
        pieces = pieces_of(text)
        if not any(piece not in PAUSES for piece in pieces):
            return list(range(len(self._texts)))
        best, found = ABSENT + 1, set[int]()
        for reading in self._readings(pieces):
            quality, fitting = self._fitting(reading, best)
            if quality > best:
                best, found = quality, set()
            if fitting:
                found.update(self._closest(reading, fitting))
        return sorted(found)

    def missing(self, text: str) -> str:
        """What no text has of all that is typed: a word and what is like it, or the words that none has together."""
        terms = self._plain(pieces_of(text))
        for term in terms:
            if not term.where[ANYWHERE]:
                near = similar(term.text, [word for word in self._where if not is_number(word)])
                return f"`{printable(term.text)}`" + (f"; did you mean {near}?" if near else ".")
        together = list(terms)
        for term in terms:
            fewer = [other for other in together if other is not term]
            if fewer and not shared_by(fewer, ANYWHERE):
                together = fewer
        if len(together) < 2 or shared_by(together, ANYWHERE):
            return f"all of this: {printable(text)}."
        *first, last = [printable(term.text) for term in together]
        return f"both {first[0]} and {last}." if len(first) == 1 else f"{', '.join(first)} and {last} together."

    def _plain(self, pieces: Sequence[str]) -> list[Term]:
        """The reading that takes each word as it stands, and two numbers as a cell."""
        terms: list[Term] = []
        i = 0
        while i < len(pieces):
            word, i = pieces[i], i + 1
            if is_number(word) and i < len(pieces) and is_number(pieces[i]):
                word, i = f"{word},{pieces[i]}", i + 1
            elif is_count(word) and word not in self._where and i < len(pieces):
                continue  # `3 shops`
            if word not in SLIGHT and word != "*":
                terms.append(next((reading[0] for reading in self._single(word, lone=True)), self._term(word, {})))
        return terms

    # -- readings

    def _readings(self, pieces: Sequence[str]) -> Iterator[list[Term]]:
        """All ways to read what is typed, as far as there are words for them."""
        left = _MOST_READINGS
        stack: list[tuple[int, list[Term], int]] = [(0, [], -1)]
        while stack and left:
            i, terms, there = stack.pop()
            if i == len(pieces):
                left -= 1
                yield terms
                continue
            for taken, new in self._steps(pieces, i):
                needed = [term for term in new if not term.slight]
                if some := there & shared_by(needed, ANYWHERE):
                    stack.append((i + taken, [*terms, *new], some))

    def _steps(self, pieces: Sequence[str], i: int) -> Iterator[tuple[int, list[Term]]]:
        """How many pieces the next words of a reading take, and what these are."""
        piece, after = pieces[i], pieces[i + 1] if i + 1 < len(pieces) else ""
        number, before = is_number(piece), pieces[i - 1] if i else ""
        if number and is_number(after):
            cell = f"{piece},{after}"
            if cell in self._where:
                yield 2, [self._term(cell, {cell: WHOLE})]
        elif after and (number or is_number(after)) and piece + after in self._where:
            yield 2, [self._term(piece + after, {piece + after: WHOLE})]  # `i 16`
        if number and piece not in self._where and (digits := SHORT_CELL.fullmatch(piece)):
            cell = f"{digits[1]},{digits[2]}"  # `10`, where no text has this number
            if cell in self._where:
                yield 1, [self._term(cell, {cell: WHOLE})]
        for count in (2, 3):
            sign = "".join(pieces[i : i + count])
            if i + count <= len(pieces) and sign in self._signs:  # `tavern-bed/house`
                yield count, [self._meant_by_sign(meant) for meant in self._signs[sign]]
        if after == "*" and i + 2 < len(pieces) and is_count(pieces[i + 2]):
            yield from [(3, terms * int(pieces[i + 2])) for terms in self._single(piece, lone=True)]
        elif is_count(piece) and after and not is_number(after) and after not in SLIGHT:
            for terms in self._single(after, lone=True):
                if not any((piece, word) in self._counted for word in terms[0].fits):
                    yield 2, terms * int(piece)
        if piece == "*":
            yield 1, []
            return
        if self._part_of_cell(pieces, i) or (is_number(after) and self._part_of_name(piece)):
            return
        lone = not (is_number(before) or is_number(after))
        yield from [(1, terms) for terms in self._single(piece, lone)]

    def _part_of_cell(self, pieces: Sequence[str], i: int) -> bool:
        """Whether a number is one of just two that must be a cell, as they are no higher than those of cells."""
        first = i
        while first and is_number(pieces[first - 1]):
            first -= 1
        row = list(takewhile(is_number, pieces[first:]))
        return is_number(pieces[i]) and len(row) == 2 and max(abs(int(number[:9])) for number in row) <= self._reach

    def _part_of_name(self, word: str) -> bool:
        """Whether names begin with a word and go on with a number: whoever types `I 9` means no other 9."""
        return word.isalpha() and any(
            other.startswith(word) and other[len(word) :].isdecimal() for other in self._where
        )

    def _single(self, word: str, lone: bool) -> Iterator[list[Term]]:
        """The ways to read one word. A number that is `lone`, without others beside it, can be one of a cell."""
        if word == ",":
            yield [self._term(word, {word: WHOLE})]
            return
        term = self._literally(word, lone)
        if term.where[ANYWHERE] or (term.slight and word not in self._signs):
            yield [term]
        if word in self._signs:
            yield [self._meant_by_sign(meant) for meant in self._signs[word]]
        elif mixed := MIXED.fullmatch(word):
            yield from self._apart(*(mixed.group(1, 2) if mixed[1] else mixed.group(3, 4)))

    def _apart(self, first: str, second: str) -> Iterator[list[Term]]:
        """A number and letters without a blank: `i3` for industry of level 3. The letters are a sign or a long word."""
        for head in self._single(first, lone=False):
            for other in self._single(second, lone=False):
                if all(word in self._signs or is_number(word) or len(word) > NAME for word in (first, second)):
                    yield [*head, *other]

    def _meant_by_sign(self, word: str) -> Term:
        """A word that a sign stands for; `coin` is `coins`, too."""
        return self._term(word, {other: WHOLE for other in (word, f"{word}s") if other in self._where})

    def _literally(self, word: str, lone: bool) -> Term:
        if is_number(word):
            return self._term(word, {other: fit for other in self._where if (fit := number_fits(word, other, lone))})
        if JOINT.search(word):
            return self._term(word, {other: fit for other in self._where if (fit := self._joined_fits(word, other))})
        fits = {other: fit for other in self._where if (fit := word_fits(word, other))}
        if word in self._signs:
            fits = {other: fit for other, fit in fits.items() if fit > ANYWHERE}
        best = WHOLE if word in self._known else max(fits.values(), default=0)
        if best < BEGINNING:
            fits |= {base: WHOLE for base in singulars(word) if base in self._where}
            best = max(fits.values(), default=0)
        return self._term(word, {other: fit for other, fit in fits.items() if fit == best})

    def _term(self, text: str, fits: Mapping[str, int]) -> Term:
        where = [0] * (WHOLE + 1)
        for word, fit in fits.items():
            for quality in range(ANYWHERE, fit + 1):
                where[quality] |= self._where.get(word, 0)
        if len(text) >= SHORTEST and not DIGITS.search(text) and text not in SLIGHT and not where[BEGINNING]:
            where[ANYWHERE] |= sum([1 << i for i, told in enumerate(self._told) if text in told])
        return Term(text, fits, tuple(where))

    def _joined_fits(self, word: str, other: str) -> int:
        """How well `r/c` fits `residential/commerce`, part by part."""
        if word == other:
            return WHOLE
        parts, there = JOINT.split(word), JOINT.split(other)
        if not parts[0]:
            starts = range(1, len(there))
            return BEGINNING if any(there[i].startswith(parts[1]) for i in starts) else ABSENT
        if len(parts) > len(there) or len(there) == 1:
            return ABSENT
        fits = []
        for part, whole in zip(parts, there, strict=False):
            sign = self._signs.get(part) == [whole]
            fits.append(WHOLE if sign or part == whole else BEGINNING if whole.startswith(part) else ABSENT)
        return min(fits) if len(parts) == len(there) else min(*fits, BEGINNING)

    # -- fitting

    def _fitting(self, terms: Sequence[Term], least: int) -> tuple[int, list[int]]:
        """How well the terms fit where they fit best, and the texts of which that is true."""
        needed = [term for term in terms if not term.slight]
        if not needed:
            fits = max([fit for term in terms for fit in term.fits.values()], default=0)
            return fits, members(reduce(or_, [term.where[fits] for term in terms])) if fits >= least else []
        for quality in range(WHOLE, least - 1, -1):
            found = members(shared_by(needed, quality))
            found = [i for i in found if self._together(terms, i)]
            if found and (crowded := overlapping(needed, quality)):
                found = [i for i in found if seated(crowded, quality, self._room(i))]
            if found:
                return quality, found
        return 0, []

    def _together(self, terms: Sequence[Term], i: int) -> bool:
        """Whether numbers belong in a text to the words that they are typed beside."""
        for term, other in pairwise(terms):
            if term.slight or other.slight or is_number(term.text) == is_number(other.text):
                continue
            names = is_number(other.text) and not self._labels.isdisjoint(term.fits)
            counts = (
                is_number(term.text) and self._labels.isdisjoint(other.fits) and only_counts(term.text, self._words[i])
            )
            if (names or counts) and not beside_in(term, other, self._words[i]):
                return False
        return True

    def _closest(self, terms: Sequence[Term], found: Sequence[int]) -> list[int]:
        """The texts that no other one is closer than; of these those that have the terms in a row, or say no more."""
        if len(found) == 1:
            return list(found)
        close: dict[tuple[int, ...], list[int]] = {}
        for i in found:
            close.setdefault(self._closeness(terms, i), []).append(i)
        best = [mine for mine in close if not any(is_closer(other, mine) for other in close)]
        left = [i for fits in best for i in close[fits]]
        as_it_is = [i for i in left if in_a_row(terms, self._words[i])] if len(terms) > 1 else []
        left = as_it_is or left
        return [i for i in left if self._complete(terms, i)] or left

    def _complete(self, terms: Sequence[Term], i: int) -> bool:
        """Whether a text says nothing beyond the terms, of which each is a whole word of it."""
        words = [word for word in self._words[i] if word not in SLIGHT]
        needed = [term for term in terms if not term.slight]
        whole = [max([term.fits.get(word, 0) for word in words]) == WHOLE for term in needed]
        return len(words) == len(needed) and all(whole)

    def _closeness(self, terms: Sequence[Term], i: int) -> tuple[int, ...]:
        """How well each term fits a text, and whether names and numbers stand beside what they belong to."""
        words = self._words[i]
        fits = [max([term.fits.get(word, 0) for word in words]) for term in terms if term.text != ","]
        pairs = pairwise(terms)
        beside = [beside_in(term, other, words) for term, other in pairs if belongs(term) or belongs(other)]
        beside += [governed_in(term, other, words) for term, other in phrases_of(terms)]
        return (*fits, *beside)
