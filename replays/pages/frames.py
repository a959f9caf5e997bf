"""Steps as data for a page: each symbol once, and of each step only what differs from the one before.

What is alike stands together, which takes far less once it is compressed. By step, `c` is the caption as the number of
a word, `x` the boards as text, likewise, if they cannot be drawn, and `d` who may move; `s` is by seat the points that
steps bring. The rest tells by step what has changed, or 0 for nothing:

* `b`: sheets by number, each with what is shown of its plane (left, top, width, height; nothing of a board that is not
  shared, which is shown as far as it ever reaches), or null if it is gone;
* `t`: in turn, a sheet and how many of its words have changed, which are its title, then names and values of its
  tallies in turn; `places` tells which of them, `told` the numbers of the new words. Less than 0: all are told, without
  places;
* `p`: in turn, a sheet and how many of its pieces have changed. Of all these, one after another, `keys` tells the keys,
  by their numbers on the sheet (-1: the next number), and `drawn` the symbols, or -1 of one that is gone. Of those that
  are there, `moved` has a 1 if the next of `spots` (x's, y's and layers) follows, a 0 if it lies where a piece with its
  number was last on this sheet, or else on any.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

from cityleague.engine.looks.picture import Piece, Symbol, drawn_once
from cityleague.engine.scoring import whole
from cityleague.replays.pages.advice import Other
from cityleague.replays.pages.sharing import COORDINATE
from cityleague.replays.pages.steps import Step


class Frames:
    """The data of a game's steps, and the symbols and sheets that it numbers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.sheets: dict[str, int] = {}
        """The numbers of sheets, by their keys, in the order in which they first turn up."""
        self.keys: defaultdict[int, dict[str, int]] = defaultdict(dict)
        """By the number of a sheet: the keys of its pieces, numbered likewise."""
        self._words: dict[str, int] = {}
        self._owners: list[int | None] = []
        self._boards: list[int] = []
        self._boxes: dict[int, list[int | float] | None] = {}
        self._titles: dict[int, list[int]] = {}
        self._pieces: dict[tuple[int, int], Piece] = {}
        self._places: dict[int | tuple[int, int], list[int | float]] = {}
        self._laid: list[tuple[int, Symbol | None]] = []
        self._spots: list[list[int | float]] = []
        self._changed: list[int] = []
        self._told: list[int] = []
        changes = [self._frame(step) for step in steps]
        advised = [step.move.advice for step in steps if step.move and step.move.advice]
        better = [other for advice in advised for other in (advice.better, *advice.worse)]
        others = [symbol for other in better for _, symbol, _ in other.drawn]
        drawings = dict.fromkeys([*[symbol for _, symbol in self._laid if symbol], *others])
        drawn = sorted([(bare(symbol), symbol) for symbol in drawings], key=_likeness)
        alike = {(drawing, *symbol[1:4]): drawing for drawing, symbol in drawn}
        self.drawings = list(alike.values())
        """What is drawn of symbols, in the order of their numbers: those that are much alike follow each other."""
        numbers = {of: number for number, of in enumerate(alike)}
        self.symbols = {symbol: numbers[drawing, *symbol[1:4]] for drawing, symbol in drawn}
        scores = [step.scores for step in steps]
        gains = [[now - then for then, now in pairwise([0, *course])] for course in zip(*scores, strict=True)]
        self.data: dict[str, Any] = {
            "c": [self._word(re.sub(r" of \d+", "", step.picture.caption)) for step in steps],
            **({"x": [self._word(step.text) for step in steps]} if any(step.text for step in steps) else {}),
            "d": [step.due for step in steps],
            "s": gains,
            "words": list(self._words),
            "sizes": [[round(width, 1), round(height, 1)] for _, width, height, _ in alike],
            "owners": self._owners,
            "boards": self._boards,
            "reach": self._reach(steps, better),
            **dict(zip("btp", zip(*changes, strict=True), strict=False)),
            "places": self._changed,
            "told": self._told,
            "titles": [_told(title, drawing) for drawing, _, _, title in alike],
            "keys": [key for key, _ in self._laid],
            "drawn": [self.symbols[symbol] if symbol else -1 for _, symbol in self._laid],
            "moved": "".join(["01"[bool(spot)] for spot in self._spots]),
            "spots": [*zip(*filter(None, self._spots), strict=True)],
        }
        """All of it. `owners`: who alone sees a sheet; `boards`: whether it is one; `reach`: how far it ever goes."""

    def _reach(self, steps: Sequence[Step], better: Sequence[Other]) -> list[list[int | float]]:
        """Of each sheet, and with what would have been better: left, top, width, height."""
        ends: list[list[tuple[float, ...]]] = [[] for _ in self.sheets]
        boxes: list[Any] = [sheet[:1] + sheet[2:6] for step in steps for sheet in step.picture.sheets]
        drawn = [found for other in better for found in other.drawn if found[2]]
        boxes += [(key, *spot, symbol.width, symbol.height) for key, symbol, spot in drawn if key in self.sheets]
        for key, x, y, width, height in boxes:
            ends[self.sheets[key]].append((x, y, x + width, y + height))
        reached = [[*zip(*own, strict=True)] for own in ends]
        return [
            [short(size) for size in (min(x), min(y), max(right) - min(x), max(foot) - min(y))]
            for x, y, right, foot in reached
        ]

    def _frame(self, step: Step) -> tuple[Any, Any, Any]:
        boxes: dict[int, list[int | float] | None] = {}
        titles: dict[int, list[int]] = {}
        pieces: dict[tuple[int, int], Piece] = {}
        shared = len([sheet for sheet in step.picture.sheets if sheet.board]) < len(step.scores)
        for sheet in step.picture.sheets:
            number = self.sheets.setdefault(sheet.key, len(self.sheets))
            if number == len(self._owners):
                self._owners.append(sheet.owner)
                self._boards.append(int(bool(sheet.board)))
            box = () if sheet.board and not shared else (sheet.left, sheet.top, sheet.width, sheet.height)
            boxes[number] = list(map(short, box))
            titles[number] = list(map(self._word, (sheet.title, *chain(*sheet.tallies))))
            keys = self.keys[number]
            for piece in sheet.pieces:
                if bare(piece.symbol):
                    pieces[number, keys.setdefault(piece.key, len(keys))] = piece
        gone = {number: None for number in self._boxes if number not in boxes}
        shown = {str(at): box for at, box in _differing(boxes | gone, self._boxes).items()}
        told = [number for at, words in _differing(titles, self._titles).items() for number in self._tell(at, words)]
        self._boxes |= boxes | gone
        self._titles |= titles
        changed: dict[tuple[int, int], Piece | None] = {place: None for place in self._pieces if place not in pieces}
        changed |= {at: piece for at, piece in pieces.items() if self._pieces.get(at, ())[:6] != piece[:6]}  # not text
        self._pieces = pieces
        for place, moved in sorted(changed.items(), key=lambda change: change[0][0]):
            self._laid.append((place[1] if place in self._places else -1, moved.symbol if moved else None))
            if moved:
                self._spots.append(self._spot(place, moved))
        laid = [number for count in sorted(Counter([at for at, _ in changed]).items()) for number in count]
        return shown or 0, told or 0, laid or 0

    def _tell(self, sheet: int, words: list[int]) -> tuple[int, int]:
        """Tell a title and tallies, or those that have changed."""
        old = self._titles.get(sheet, [])
        is_new = len(old) != len(words)
        places = [i for i, word in enumerate(words) if is_new or word != old[i]]
        self._changed += [] if is_new else places
        self._told += [words[i] for i in places]
        return sheet, -len(places) if is_new else len(places)

    def _spot(self, place: tuple[int, int], piece: Piece) -> list[int | float]:
        spot = [short(piece.x), short(piece.y), piece.layer]
        known = self._places.get(place, self._places.get(place[1]))
        self._places[place] = self._places[place[1]] = spot
        return [] if known == spot else spot

    def _word(self, words: str) -> int:
        return self._words.setdefault(words, len(self._words))


@drawn_once
def bare(symbol: Symbol) -> str:
    """What is drawn of it on pages, which show no coordinates."""
    return COORDINATE.sub("", symbol.markup)


def _told(title: str, drawing: str) -> str | int:
    """What it is: 0 for nothing, 1 if no more than its letters say."""
    return int("".join(re.findall(">([^<]+)<", drawing)) == title) or title or 0


def _likeness(drawn: tuple[str, Symbol]) -> tuple[str, str, str]:
    """Beginning with the elements, each by its first letter."""
    drawing, symbol = drawn
    return "".join(re.findall("<(.)", drawing)), drawing, symbol.title


def _differing(now: dict[int, Any], known: dict[int, Any]) -> dict[int, Any]:
    return {number: value for number, value in now.items() if number not in known or known[number] != value}


def short(length: float) -> int | float:
    """A length in the data."""
    return whole(round(length, 1))
