"""The boards of every game as text for a terminal, made from its picture.

Words without a drawing are the heading of what lies right of them or below. What lies on another piece is told with it,
and the rest of the ground is not told. Without a heading, the keys of pieces say what they are: `picked 0`, `picked 1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from cityleague.engine.looks.board import FORKS, Board
from cityleague.engine.looks.picture import Piece, Sheet
from cityleague.engine.looks.text import WIDTH, Seats, block_width, side_by_side, whole, wrapped

if TYPE_CHECKING:
    from cityleague.engine.protocol import Setup

_GAP = 2
_INDENT = 2
_DIGITS = "0123456789 "
_LEAST = 25
"""The least width of what is told below a board."""


def paint(setup: Setup, view: Any, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """A view as text, at most `width` columns wide, but at least `looks.text.LEAST_WIDTH`.

    `names` are the players' by seat; without them, seats are called by their numbers. A game without pictures is shown
    by the fields of its views.
    """
    if setup.game.draw:
        return setup.game.draw(setup, view, width, names)
    seats = Seats(setup.seats, names)
    if not setup.game.pictures:
        fields = msgspec.to_builtins(view).items()
        lines = [f"{name}: {msgspec.json.encode(value).decode()}" for name, value in fields]
        return "\n".join(wrapped(lines, width, _INDENT))
    game = import_module(setup.game.pictures)
    called = [seats[seat] for seat in range(setup.seats)]
    picture = game.picture(setup, view, called)
    seen = f" (seen by {seats[view.seat]})" if view.seat is not None else ""
    lines = wrapped([picture.caption + seen], width, _INDENT)
    if seats.named:
        lines += wrapped(
            [f"seats: {', '.join([whole(f'{n} {seats[n]}') for n in range(setup.seats)])}"], width, _INDENT
        )
    letters = getattr(game, "letters", None)
    boards: list[list[str]] = []
    alone = sum([bool(sheet.board) for sheet in picture.sheets]) == 1
    for sheet in [*picture.sheets, *(game.details(setup, view, called) if hasattr(game, "details") else ())]:
        own = letters(setup, view, sheet.key, width) if letters else []
        block = _block(sheet, own, width, alone)
        if sheet.board:
            boards.append(block)
        elif block:
            lines += ["", *_beside(boards, width)] if boards else []
            boards = []
            lines += block
    lines += ["", *_beside(boards, width)] if boards else []
    legend = game.legend(setup, view) if hasattr(game, "legend") else ()
    return "\n".join([*lines, *wrapped(legend, width, _INDENT)])


def _beside(boards: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Boards side by side as far as there is room."""
    return side_by_side(boards, width, _GAP)


def _block(sheet: Sheet, own: Sequence[str], width: int, alone: bool) -> list[str]:
    """A sheet: its title, its board, and lists of what else lies there."""
    if not sheet.board:
        lists = [*_lists(sheet)]
        if len(lists) > 1:
            return wrapped([sheet.title, *[f"  {line}" for line in lists]], width, 2 * _INDENT)
        return wrapped([f"{sheet.title}: {line}" for line in lists], width, 2 * _INDENT)
    board = Board(sheet)
    drawn = own or board.lines(width) or ["empty"]
    room = width if alone else min(width, max(block_width(drawn), min(_LEAST, (width - _GAP) // 2)))
    return [*wrapped([sheet.title], room, _INDENT), *drawn, *wrapped(_lists(sheet, board), room, _INDENT)]


# -- lists


class _Item:
    """A piece in words, and what lies on it."""

    def __init__(self, piece: Piece, words: str) -> None:
        self.piece, self.words = piece, words

    def holds(self, other: Piece) -> bool:
        """Whether the middle of a piece lies on this one."""
        mine, x, y = self.piece, other.x + other.symbol.width / 2, other.y + other.symbol.height / 2
        return 0 <= x - mine.x <= mine.symbol.width and 0 <= y - mine.y <= mine.symbol.height

    def add(self, words: str) -> None:
        """Tell what lies on it."""
        if "{}" in words:
            self.words = words.replace("{}", self.words).strip()
        elif words:
            self.words = f"{self.words}, {words}" if self.words else words


def _lists(sheet: Sheet, board: Board | None = None) -> Iterator[str]:
    """What lies on a sheet, in rows below their headings; then its tallies."""
    headings = [piece for piece in sheet.pieces if _said(piece)]
    headings = [piece for piece in headings if not (board and board.cell(piece))]
    rows: dict[str, tuple[str, list[_Item]]] = {heading.key: (_said(heading), []) for heading in headings}
    for item in _items(sheet, board):
        heading = _heading(item.piece, headings)
        stem = "" if board and board.cell(item.piece) else _stem(item.piece.key)
        name = "" if stem == sheet.key.split()[0] else stem
        row = rows[heading.key] if heading else rows.setdefault(stem, (name, []))
        row[1].append(item)
    tallies = dict(sheet.tallies if sheet.spoken is None else sheet.spoken)
    for name, row in rows.values():
        end = [tallies.pop(name)] if name in tallies else []
        words = [item.words for item in row]
        if sheet.told and row and row[0].piece.brief is None:
            yield from [f"{name}:"] * bool(name)
            yield from [f"{'  ' * bool(name)}{line}" for line in words]
        elif words or end:
            several = "s" * (board is not None and len(words) > 1)
            listed = "; ".join([", ".join(words)] * bool(words) + end)
            yield f"{name}{several}: {listed}" if name else listed
    if tallies:
        yield "; ".join([f"{name}: {value}" for name, value in tallies.items()])


def _stem(key: str) -> str:
    """What a piece is by its key: the words before its number, or the first word."""
    return key.rstrip(_DIGITS) if key[-1] in _DIGITS else key.split(maxsplit=1)[0]


def _said(piece: Piece) -> str:
    """The words of a heading; nothing for what is no heading."""
    if piece.brief or (piece.symbol.title and piece.symbol.brief != ""):
        return ""
    return piece.symbol.text if piece.text is None else piece.text


def _items(sheet: Sheet, board: Board | None) -> list[_Item]:
    """What is told of the pieces, in the order in which they lie there."""
    items: list[_Item] = []
    for piece in sorted(sheet.pieces, key=lambda piece: piece.layer):
        if not piece.symbol.title and piece.brief is None:
            continue
        brief = piece.symbol.brief if piece.brief is None else piece.brief
        words = piece.symbol.title if brief is None or (sheet.told and not board and piece.layer < 2) else brief
        if sheet.told and not board and piece.symbol.links is not None:
            words = f"{FORKS[piece.symbol.links]} {words}"
        if board:
            if not (cell := board.cell(piece)):
                pass
            elif not (sheet.told and brief):
                continue
            elif piece.layer < 2:
                words = f"{board.texts[cell]} [{cell[0]},{cell[1]}] {words}"
        elif piece.brief is not None:
            words = piece.brief
        base = next((item for item in reversed(items) if item.holds(piece)), None) if piece.layer > 1 else None
        if base:
            base.add(words)
        else:
            items.append(_Item(piece, words))
    if board and sheet.told:
        items.sort(key=lambda item: item.words)
    return [item for item in items if item.words]


def _heading(piece: Piece, headings: Sequence[Piece]) -> Piece | None:
    """The heading of a piece: the nearest that lies not right of it, and not below its middle."""
    middle = piece.y + piece.symbol.height / 2
    fitting = [heading for heading in headings if heading.x <= piece.x and heading.y <= middle]
    return max(fitting, key=lambda heading: (heading.y, heading.x), default=None)
