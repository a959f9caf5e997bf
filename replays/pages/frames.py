"""Steps as data for a page: each symbol once, and of each step only what differs from the one before.

What is alike stands together, which takes far less once it is compressed. By step, `c` is the caption as the number of
a word, `d` who may move; `s` is by seat the points that steps bring. An object of `steps` tells what else has changed:

* `x`: the boards as text, as the number of a word;
* `b`: sheets by number, each with what is shown of its plane (left, top, width, height), or null if it is gone;
* `t`: sheets by number, each with its title, then names and values of its tallies in turn, all as numbers of words; or,
  in pairs, the places of some among these and their new words;
* `p`: in turn, a sheet and how many of its pieces have changed. Of all these, one after another, `keys` tells the keys,
  and `drawn` the symbols, or -1 of one that is gone. Of those that are there, `moved` has a 1 if the next of `spots`
  (x's, y's and layers) follows, a 0 if it lies where a piece of its key was last on this sheet, or else on any.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from cityleague.engine.looks.picture import Piece, Symbol
from cityleague.engine.scoring import whole
from cityleague.replays.pages.advice import Other
from cityleague.replays.pages.sharing import COORDINATE
from cityleague.replays.pages.steps import Step


class Frames:
    """The data of a game's steps, and the symbols and sheets that it numbers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.sheets: dict[str, int] = {}
        """The numbers of sheets, by their keys, in the order in which they first turn up."""
        self.keys: dict[str, int] = {}
        """The keys of pieces, numbered likewise."""
        self._words: dict[str, int] = {}
        self._owners: list[int | None] = []
        self._boards: list[int] = []
        self._boxes: dict[int, list[int | float] | None] = {}
        self._titles: dict[int, list[int]] = {}
        self._text = ""
        self._pieces: dict[tuple[int, int], Piece] = {}
        self._places: dict[int | tuple[int, int], list[int | float]] = {}
        self._laid: list[tuple[int, Symbol | None]] = []
        self._spots: list[list[int | float]] = []
        changes = [self._frame(step) for step in steps]
        advised = [step.move.advice for step in steps if step.move and step.move.advice]
        better = [other for advice in advised for other in (advice.better, *advice.worse)]
        others = [symbol for other in better for _, symbol, _ in other.drawn]
        drawings = dict.fromkeys([*[symbol for _, symbol in self._laid if symbol], *others])
        drawn = sorted([(COORDINATE.sub("", symbol.markup), symbol) for symbol in drawings], key=_likeness)
        self.drawings = {symbol: drawing for drawing, symbol in drawn}
        """What is drawn of each symbol, in the order of their numbers: those that are much alike follow each other."""
        self.symbols = {symbol: number for number, symbol in enumerate(self.drawings)}
        scores = [step.scores for step in steps]
        gains = [[now - then for then, now in pairwise([0, *course])] for course in zip(*scores, strict=True)]
        self.data: dict[str, Any] = {
            "c": [self._word(step.picture.caption) for step in steps],
            "d": [step.due for step in steps],
            "s": gains,
            "words": list(self._words),
            "sizes": [[round(symbol.width, 1), round(symbol.height, 1)] for symbol in self.symbols],
            "owners": self._owners,
            "boards": self._boards,
            "reach": self._reach(steps, better),
            "steps": changes,
            "keys": [key for key, _ in self._laid],
            "drawn": [self.symbols[symbol] if symbol else -1 for _, symbol in self._laid],
            "moved": "".join(["01"[bool(spot)] for spot in self._spots]),
            "spots": [*zip(*filter(None, self._spots), strict=True)],
        }
        """All of it. `owners` tells of each sheet the only seat that sees it, `boards` whether it is a board.

        `reach` tells how far it ever reaches: a board stays where it is.
        """

    def _reach(self, steps: Sequence[Step], better: Sequence[Other]) -> list[list[int | float]]:
        """Of each sheet, and with what would have been better: left, top, width, height."""
        ends: list[list[tuple[float, float, float, float]]] = [[] for _ in self.sheets]
        for step in steps:
            for key, _, x, y, width, height, *_ in step.picture.sheets:
                ends[self.sheets[key]].append((x, y, x + width, y + height))
        for key, symbol, spot in [drawn for other in better for drawn in other.drawn if drawn[2]]:
            if key in self.sheets:
                x, y = spot
                ends[self.sheets[key]].append((x, y, x + symbol.width, y + symbol.height))
        reached = [[*zip(*own, strict=True)] for own in ends]
        return [
            [short(size) for size in (min(x), min(y), max(right) - min(x), max(foot) - min(y))]
            for x, y, right, foot in reached
        ]

    def _frame(self, step: Step) -> dict[str, Any]:
        frame: dict[str, Any] = {}
        if step.text != self._text:
            self._text, frame["x"] = step.text, self._word(step.text)
        boxes: dict[int, list[int | float] | None] = {}
        titles: dict[int, list[int]] = {}
        pieces: dict[tuple[int, int], Piece] = {}
        for sheet in step.picture.sheets:
            number = self.sheets.setdefault(sheet.key, len(self.sheets))
            if number == len(self._owners):
                self._owners.append(sheet.owner)
                self._boards.append(int(bool(sheet.board)))
            boxes[number] = [short(size) for size in (sheet.left, sheet.top, sheet.width, sheet.height)]
            told = [sheet.title, *[words for tally in sheet.tallies for words in tally]]
            titles[number] = [self._word(words) for words in told]
            for piece in sheet.pieces:
                pieces[number, self.keys.setdefault(piece.key, len(self.keys))] = piece
        gone = {number: None for number in self._boxes if number not in boxes}
        for name, now in (
            ("b", _differing(boxes | gone, self._boxes)),
            ("t", {at: self._told(at, words) for at, words in _differing(titles, self._titles).items()}),
        ):
            if now:
                frame[name] = {str(at): told for at, told in now.items()}
        self._boxes |= boxes | gone
        self._titles |= titles
        changed: dict[tuple[int, int], Piece | None] = {place: None for place in self._pieces if place not in pieces}
        changed |= {at: piece for at, piece in pieces.items() if self._pieces.get(at, ())[:6] != piece[:6]}  # not text
        self._pieces = pieces
        for place, moved in sorted(changed.items(), key=lambda change: change[0][0]):
            self._laid.append((place[1], moved.symbol if moved else None))
            if moved:
                self._spots.append(self._spot(place, moved))
        if changed:
            frame["p"] = [number for count in sorted(Counter([at for at, _ in changed]).items()) for number in count]
        return frame

    def _told(self, sheet: int, words: list[int]) -> list[int]:
        """A title and tallies, which are odd in number, or pairs for those that have changed."""
        old = self._titles.get(sheet, [])
        if len(old) != len(words):
            return words
        return [told for i, word in enumerate(words) if word != old[i] for told in (i, word)]

    def _spot(self, place: tuple[int, int], piece: Piece) -> list[int | float]:
        spot = [short(piece.x), short(piece.y), piece.layer]
        known = self._places.get(place, self._places.get(place[1]))
        self._places[place] = self._places[place[1]] = spot
        return [] if known == spot else spot

    def _word(self, words: str) -> int:
        return self._words.setdefault(words, len(self._words))


def _likeness(drawn: tuple[str, Symbol]) -> tuple[str, str, str]:
    """Beginning with the elements, each by its first letter."""
    drawing, symbol = drawn
    return "".join(re.findall("<(.)", drawing)), drawing, symbol.title


def _differing(now: dict[int, Any], known: dict[int, Any]) -> dict[int, Any]:
    return {number: value for number, value in now.items() if number not in known or known[number] != value}


def short(length: float) -> int | float:
    """A length in the data."""
    return whole(round(length, 1))
