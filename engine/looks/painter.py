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
from cityleague.engine.looks.text import WIDTH, block_width, columns, seat_names, side_by_side, whole, wrapped
from cityleague.engine.unseen import UNSEEN

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
    seats = seat_names(setup.seats, names)
    if not setup.game.pictures:
        fields = msgspec.to_builtins(view).items()
        lines = [f"{name}: {msgspec.json.encode(value).decode()}" for name, value in fields]
        return "\n".join(wrapped(lines, width, _INDENT))
    game = import_module(setup.game.pictures)
    picture = game.picture(setup, view, seats)
    seen = f" (seen by {seats[view.seat]})" if view.seat is not None else ""
    numbered = [whole(f"{number} {name}") for number, name in enumerate(seats)]
    heading = f"{picture.caption}{seen}" + (f"; seats: {', '.join(numbered)}" if names else "")
    lines = wrapped([heading], width, _INDENT)
    letters = getattr(game, "letters", None)
    boards: list[list[str]] = []
    alone = sum([bool(sheet.board) for sheet in picture.sheets]) == 1
    for sheet in [*picture.sheets, *(game.details(setup, view, seats) if hasattr(game, "details") else ())]:
        own = letters(setup, view, sheet.key, width) if letters else []
        block = _block(sheet, own, width, alone)
        if sheet.board and not own:
            boards.append(block)
        elif block:
            lines += ["", *side_by_side(boards, width, _GAP)] if boards else []
            boards = []
            lines += ["", *block] if own else block
    lines += ["", *side_by_side(boards, width, _GAP)] if boards else []
    legend = game.legend(setup, view) if hasattr(game, "legend") else ()
    return "\n".join([*lines, *wrapped(legend, width, _INDENT)])


def _block(sheet: Sheet, own: Sequence[str], width: int, alone: bool) -> list[str]:
    """A sheet: its title, its board, and lists of what else lies there."""
    if not sheet.board:
        lists = [*_lists(sheet)]
        together = "; ".join(lists)
        if not sheet.told and columns(f"{sheet.title}: {together}") <= width:
            lists = [together] * bool(lists)
        if len(lists) > 1:
            return wrapped([sheet.title, *[f"  {line}" for line in lists]], width, 3 * _INDENT)
        return wrapped([f"{sheet.title}: {line}" for line in lists], width, 2 * _INDENT)
    board = Board(sheet)
    drawn = own or board.lines(width) or ["empty"]
    whole_width = alone or bool(own)
    room = width if whole_width else min(width, max(block_width(drawn), _LEAST))
    below = _lists(sheet, board, "; " if whole_width else "\n")
    return [*wrapped([sheet.title], room, _INDENT), *drawn, *wrapped(below, room, _INDENT)]


# -- lists


def _lists(sheet: Sheet, board: Board | None = None, between: str = "; ") -> Iterator[str]:
    """What lies on a sheet, in rows below their headings; then its tallies."""
    headings = [piece for piece in sheet.pieces if _said(piece) and not (board and board.cell(piece))]
    rows: dict[str, tuple[str, list[str]]] = {heading.key: (_said(heading), []) for heading in headings}
    for piece, words in _items(sheet, board):
        if board and board.cell(piece):
            rows.setdefault("", ("", []))[1].append(words)
        elif heading := _heading(piece, headings):
            rows[heading.key][1].append(words)
        else:
            stem = _stem(piece.key)
            known = stem[:-1] in f"{sheet.key} {words}"
            rows.setdefault(f"{stem}s", ("" if known else stem, []))[1].append(words)
    tallies = dict(sheet.tallies if sheet.spoken is None else sheet.spoken)
    for key, (name, row) in rows.items():
        end = [tallies.pop(name)] if name in tallies else []
        if sheet.told and row and not (board and name):
            yield from [f"{name}:"] * bool(name)
            yield from [f"{'  ' * bool(name)}{line}" for line in row]
        elif row or end:
            several = board and len(row) > 1 and key == f"{name}s"
            listed = "; ".join([", ".join(row)] * bool(row) + end)
            yield f"{name}{'s' * bool(several)}: {listed}" if name else listed
    if tallies:
        yield from between.join([f"{whole(name)}: {value}" for name, value in tallies.items()]).split("\n")


def _items(sheet: Sheet, board: Board | None) -> list[tuple[Piece, str]]:
    """What is told of the pieces, each with what lies on it; those on a board in the order of their names."""
    items: list[tuple[Piece, str]] = []
    for piece in sorted(sheet.pieces, key=lambda piece: piece.layer):
        brief = piece.symbol.brief if piece.brief is None else piece.brief
        if not piece.symbol.title and brief is None:
            continue
        cell = board.cell(piece) if board else None
        if board and cell and not (sheet.told and brief):
            continue
        words = _words(sheet, piece, brief)
        if board and cell and piece.layer < 2:
            words = f"{board.texts[cell]} [{cell[0]},{cell[1]}] {words}"
        base = next((i for i in range(len(items))[::-1] if _on(piece, items[i][0])), None) if piece.layer > 1 else None
        if base is None:
            items.append((piece, words))
        elif words:
            lower, below = items[base]
            beside = below and "{}" not in words
            items[base] = lower, f"{below}, {words}" if beside else words.replace("{}", below).strip()
    items.sort(key=lambda item: item[1] if board and board.cell(item[0]) else "")
    return [item for item in items if item[1]]


def _words(sheet: Sheet, piece: Piece, brief: str | None) -> str:
    """A piece in a list: in its whole words if each has a line, and with its roads."""
    told = sheet.told and not sheet.board and piece.layer < 2
    if brief is None or (told and brief not in ("", UNSEEN) and piece.brief is None):
        brief = piece.symbol.title
    return f"{FORKS[piece.symbol.links]} {brief}" if told and brief and piece.symbol.links is not None else brief


def _on(piece: Piece, other: Piece) -> bool:
    """Whether the middle of a piece lies on the other one."""
    x, y = piece.x + piece.symbol.width / 2, piece.y + piece.symbol.height / 2
    return 0 <= x - other.x <= other.symbol.width and 0 <= y - other.y <= other.symbol.height


def _stem(key: str) -> str:
    """What a piece is by its key: the words before its number, or the first word."""
    return key.rstrip(_DIGITS) if key[-1] in _DIGITS else key.split(maxsplit=1)[0]


def _said(piece: Piece) -> str:
    """The words of a heading; nothing for what is no heading."""
    if piece.brief or (piece.symbol.title and piece.symbol.brief != ""):
        return ""
    return piece.symbol.text if piece.text is None else piece.text


def _heading(piece: Piece, headings: Sequence[Piece]) -> Piece | None:
    """The heading of a piece: the nearest that lies not right of it, and not below its middle."""
    middle = piece.y + piece.symbol.height / 2
    fitting = [heading for heading in headings if heading.x <= piece.x and heading.y <= middle]
    return max(fitting, key=lambda heading: (heading.y, heading.x), default=None)
