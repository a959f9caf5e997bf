"""Steps as data for a page: each symbol once, and of each step only what differs from the one before.

The data of a step is an object; a key that is missing stands for no change:

* `c`: the caption, `x`: the boards as text, both as numbers of words; `s`: the scores by seat, `d`: the seats that may
  move;
* `b`: sheets by number, each with what is shown of its plane (left, top, width, height), or null if it is gone;
* `t`: sheets by number, each with its title, then names and values of its tallies in turn, all as numbers of words;
* `p`: sheets by number, each with its pieces `[key, symbol, x, y, layer]`, the first two as numbers, or `[key]` if one
  is gone; x, y and layer are left out if they are those of the piece that lay in this place last.
"""

from collections.abc import Sequence
from typing import Any

from cityleague.engine.looks.picture import Piece, Symbol
from cityleague.replays.pages.steps import Step


class Frames:
    """The data of a game's steps, and the symbols and sheets that it numbers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.symbols: dict[Symbol, int] = {}
        """Numbered in the order in which they first turn up."""
        self.words: dict[str, int] = {}
        """Numbered likewise."""
        self.owners: list[int | None] = []
        """Of each sheet: the only seat that sees it."""
        self.boards: list[int] = []
        """Of each sheet: whether it is somebody's board, or the board of all."""
        self.sheets: dict[str, int] = {}
        """The numbers of sheets, by their keys."""
        self.keys: dict[str, int] = {}
        """The keys of pieces, numbered likewise."""
        self._boxes: dict[int, object] = {}
        self._titles: dict[int, object] = {}
        self._pieces: dict[tuple[int, int], Piece] = {}
        self._spots: dict[tuple[int, int], list[int | float]] = {}
        self._before: dict[str, object] = {}
        self.steps = [self._frame(step) for step in steps]

    def _frame(self, step: Step) -> dict[str, Any]:
        frame: dict[str, Any] = {}
        for name, value in (
            ("c", self._word(step.picture.caption)),
            ("x", self._word(step.text)),
            ("s", step.scores),
            ("d", list(step.due)),
        ):
            if self._before.get(name) != value:
                self._before[name] = frame[name] = value
        boxes, titles, pieces = {}, {}, {}
        for sheet in step.picture.sheets:
            number = self.sheets.setdefault(sheet.key, len(self.sheets))
            if number == len(self.owners):
                self.owners.append(sheet.owner)
                self.boards.append(int(bool(sheet.board)))
            boxes[number] = [short(size) for size in (sheet.left, sheet.top, sheet.width, sheet.height)]
            told = [sheet.title, *[words for tally in sheet.tallies for words in tally]]
            titles[number] = [self._word(words) for words in told]
            for piece in sheet.pieces:
                pieces[number, self.keys.setdefault(piece.key, len(self.keys))] = piece
        gone = {number: None for number, box in self._boxes.items() if box is not None and number not in boxes}
        _tell(frame, "b", self._boxes, boxes | gone)
        _tell(frame, "t", self._titles, titles)
        moved: dict[str, list[list[int | float]]] = {}
        for place in self._pieces:
            if place not in pieces:
                moved.setdefault(str(place[0]), []).append([place[1]])
        for place, piece in pieces.items():
            if self._pieces.get(place, ())[:6] != piece[:6]:  # the rest is for text
                drawn = [place[1], self.symbol(piece.symbol), *self._spot(place, piece)]
                moved.setdefault(str(place[0]), []).append(drawn)
        self._pieces = pieces
        if moved:
            frame["p"] = moved
        return frame

    def _spot(self, place: tuple[int, int], piece: Piece) -> list[int | float]:
        spot = [short(piece.x), short(piece.y), piece.layer]
        if self._spots.get(place) == spot:
            return []
        self._spots[place] = spot
        return spot

    def _word(self, words: str) -> int:
        return self.words.setdefault(words, len(self.words))

    def symbol(self, symbol: Symbol) -> int:
        """The number of a symbol."""
        return self.symbols.setdefault(symbol, len(self.symbols))


def _tell(frame: dict[str, Any], name: str, known: dict[int, object], now: dict[int, Any]) -> None:
    """Put what differs from what is known into the frame."""
    changes = {str(number): value for number, value in now.items() if number not in known or known[number] != value}
    known.update(now)
    if changes:
        frame[name] = changes


def short(length: float) -> int | float:
    """A length in the data."""
    rounded = round(length, 1)
    return int(rounded) if rounded == int(rounded) else rounded
