"""Steps as data for a page: each symbol once, and of each step only what differs from the one before.

The data of a step is an object; a key that is missing stands for no change:

* `c`: the caption, `x`: the boards as text, `s`: the scores by seat, `d`: the seats that may move;
* `b`: sheets by number, each with what is shown of its plane (left, top, width, height), or null if it is gone;
* `t`: sheets by number, each with its title and its tallies;
* `p`: pieces, each `[sheet, key, symbol, x, y, layer]` with the numbers of sheet, key and symbol, or `[sheet, key]` if
  it is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cityleague.engine.picture import Piece, Sheet, Symbol
from cityleague.replays.pages.steps import Step


class Frames:
    """The data of a game's steps, and the symbols and sheets that it numbers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.symbols: dict[Symbol, int] = {}
        """Numbered in the order in which they first turn up."""
        self.owners: list[int | None] = []
        """Of each sheet: the only seat that sees it."""
        self._sheets: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        self._boxes: dict[int, object] = {}
        self._titles: dict[int, object] = {}
        self._pieces: dict[tuple[int, int], Piece] = {}
        self._before: dict[str, object] = {}
        self.steps = [self._frame(step) for step in steps]

    def sheet_number(self, sheet: Sheet) -> int:
        """The number of a sheet."""
        return self._sheets[sheet.key]

    def _frame(self, step: Step) -> dict[str, Any]:
        frame: dict[str, Any] = {}
        for name, value in (
            ("c", step.picture.caption),
            ("x", step.text),
            ("s", step.scores),
            ("d", list(step.due)),
        ):
            if self._before.get(name, "") != value:
                self._before[name] = frame[name] = value
        boxes, titles, pieces = {}, {}, {}
        for sheet in step.picture.sheets:
            number = self._sheets.setdefault(sheet.key, len(self._sheets))
            if number == len(self.owners):
                self.owners.append(sheet.owner)
            boxes[number] = [_short(size) for size in (sheet.left, sheet.top, sheet.width, sheet.height)]
            titles[number] = [sheet.title, [list(tally) for tally in sheet.tallies]]
            for piece in sheet.pieces:
                pieces[number, self._keys.setdefault(piece.key, len(self._keys))] = piece
        gone = {number: None for number, box in self._boxes.items() if box is not None and number not in boxes}
        _tell(frame, "b", self._boxes, boxes | gone)
        _tell(frame, "t", self._titles, titles)
        moved: list[list[int | float]] = [[*place] for place in self._pieces if place not in pieces]
        moved += [
            [*place, self._number(piece), _short(piece.x), _short(piece.y), piece.layer]
            for place, piece in pieces.items()
            if self._pieces.get(place) != piece
        ]
        self._pieces = pieces
        if moved:
            frame["p"] = moved
        return frame

    def _number(self, piece: Piece) -> int:
        return self.symbols.setdefault(piece.symbol, len(self.symbols))


def _tell(frame: dict[str, Any], name: str, known: dict[int, object], now: dict[int, Any]) -> None:
    """Put what differs from what is known into the frame."""
    changes = {str(number): value for number, value in now.items() if number not in known or known[number] != value}
    known.update(now)
    if changes:
        frame[name] = changes


def _short(length: float) -> int | float:
    rounded = round(length, 1)
    return int(rounded) if rounded == int(rounded) else rounded
