"""A position as one SVG file: its sheets below a heading, with rings round what the last move changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, cast

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import (
    Picture,
    Pictures,
    Piece,
    Sheet,
    Symbol,
    clean,
    figure,
    group,
    label,
    rect,
    shape,
    shortened,
    text_width,
)
from cityleague.engine.looks.targets import Targets
from cityleague.engine.looks.text import seat_names
from cityleague.engine.protocol import Game, Setup


def style(ink: str, faint: str, paper: str, edge: str, ring: str) -> str:
    """How the classes of symbols look in these colours, as CSS."""
    return (
        'text{font-family:"DejaVu Sans",Verdana,sans-serif}\n'
        f".ink,.sum{{fill:{ink}}}\n"
        ".sum{font-size:12px;text-anchor:end}\n"
        f".faint,.coordinate{{fill:{faint}}}\n"
        f".room{{fill:{paper};stroke:{edge};stroke-width:1.5}}\n"
        f".ring{{fill:none;stroke:{ring};stroke-width:4}}\n"
    )


STYLE = style("#1d1d1b", "#5f5c57", "#fffefa", "#d9d4ca", "#c2185b")
"""On light paper."""

_WIDTH = 1240
"""Sheets stand side by side as long as the picture is no wider than this, in units."""
_GAP = 16
_LINE = 19

Ring = tuple[str, str]
"""What gets a ring: the keys of a sheet and of a piece on it."""


def pictures_of(game: Game) -> Pictures | None:
    """The module that draws the game, imported now; None if it has none."""
    return cast(Pictures, import_module(game.pictures)) if game.pictures else None


def targets_of(game: Game) -> Targets | None:
    """The module that tells the places of the game's moves, imported now; None if it has none."""
    return cast(Targets, import_module(game.targets)) if game.targets else None


def mark(seat: int) -> str:
    """What tells a seat on a page, as an SVG element: a shape in its colour."""
    return tostring(shape("svg", figure(seat, 12, 12, 9), viewBox="0 0 24 24", class_="mark", aria_hidden="true"))


def changed(before: Picture, after: Picture) -> set[Ring]:
    """What has come to lie where it lies, or changed there, on sheets that everybody sees."""
    old = {(sheet.key, piece.key): piece.symbol for sheet in before.sheets for piece in sheet.pieces}
    return {
        (sheet.key, piece.key)
        for sheet in after.sheets
        if sheet.owner is None
        for piece in sheet.pieces
        if piece.symbol.title and old.get((sheet.key, piece.key)) != piece.symbol
    }


def svg(picture: Picture, heading: Sequence[str], rings: set[Ring]) -> str:
    """The picture as an SVG file. The lines of `heading` stand above it; the first is its title."""
    symbols: dict[Symbol, str] = {}
    blocks = [_block(sheet, rings, symbols) for sheet in picture.sheets]
    top = _GAP + _LINE * (len(heading) + 1)
    placed, height = _flow(blocks, top)
    width = max([_WIDTH / 2, *[x + block.width for x, _, block in placed]]) + _GAP
    root = shape(
        "svg",
        Element("title", text=clean(heading[0])),
        Element("style", text=STYLE),
        _definitions(symbols),
        rect(0, 0, width, height, fill="#fbfaf6"),
        *_heading([*heading, picture.caption], width - 2 * _GAP),
        *[group([block.drawing], x, y) for x, y, block in placed],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        role="img",
    )
    return tostring(root) + "\n"


def drawn(setup: Setup, view: Any, names: Sequence[str] = ()) -> str | None:
    """The boards of a view as an SVG file, with names by seat; None if the game cannot be drawn."""
    pictures = pictures_of(setup.game)
    if pictures is None:
        return None
    return svg(pictures.picture(setup, view, seat_names(setup.seats, names)), [setup.game.title], set())


def fitted(
    sheets: Sequence[Sheet], x: float, y: float, width: float, height: float, *, bare: bool = False
) -> list[Element]:
    """The sheets in a box of this size, in rows that make them as large as can be; `bare`: without words round them."""
    symbols: dict[Symbol, str] = {}
    blocks = [_bare(sheet, symbols) if bare else _block(sheet, set(), symbols) for sheet in sheets]
    scale, placed = max(
        [_scaled(blocks, most, width, height) for most in range(300, 4000, 100)], key=lambda tried: tried[0]
    )
    right = max([at + block.width for at, _, block in placed])
    drawn = [group([block.drawing], at, top) for at, top, block in placed]
    inside = group(drawn)
    inside.set("transform", f"translate({x + (width - (right + _GAP) * scale) / 2:.1f} {y}) scale({scale:.4f})")
    return [_definitions(symbols), inside]


def _scaled(
    blocks: Sequence[_Block], most: float, width: float, height: float
) -> tuple[float, list[tuple[float, float, _Block]]]:
    """How large the blocks can be in rows of this width, at most twice their size, and where they then stand."""
    placed, deep = _flow(blocks, 0, most)
    wide = max([x + block.width for x, _, block in placed]) + _GAP
    return min(width / wide, height / deep, 2), placed


def _definitions(symbols: dict[Symbol, str]) -> Element:
    return shape("defs", *[shape("g", drawn.markup.replace("/>", " />"), id=name) for drawn, name in symbols.items()])


def _heading(lines: Sequence[str], width: float) -> Iterator[Element]:
    for i, words in enumerate(lines):
        size = 13 if i else 17
        weight = "normal" if i else "bold"
        y = _GAP + _LINE * (i + 0.7)
        yield label(_GAP, y, shortened(words, width, size), size, "start", class_="ink", font_weight=weight)


class _Block(NamedTuple):
    """A sheet with its title and tallies, drawn from (0, 0) on."""

    drawing: Element
    width: float
    height: float


def _block(sheet: Sheet, rings: set[Ring], symbols: dict[Symbol, str]) -> _Block:
    """A sheet in its frame; its symbols are added to those defined."""
    width = max(sheet.width, 200.0) + 16
    lines = list(_tallies(sheet.tallies, width - 16))
    head = 28 + _LINE * len(lines)
    height = head + sheet.height + 8
    title = label(8, 19, shortened(sheet.title, width - 16, 14), 14, "start", class_="ink", font_weight="bold")
    pieces = sorted(sheet.pieces, key=lambda piece: piece.layer)
    inside = [_use(piece, symbols) for piece in pieces]
    inside += [
        rect(piece.x, piece.y, piece.symbol.width, piece.symbol.height, rx=6, class_="ring")
        for piece in pieces
        if (sheet.key, piece.key) in rings
    ]
    drawing = group([
        rect(0, 0, width, height, rx=6, class_="room"),
        title,
        *[label(8, 38 + _LINE * i, words, 12, "start", class_="ink") for i, words in enumerate(lines)],
        group(inside, 8 - sheet.left, head - sheet.top),
    ])  # fmt: skip
    return _Block(drawing, width, height)


def _bare(sheet: Sheet, symbols: dict[Symbol, str]) -> _Block:
    """A sheet alone."""
    pieces = [_use(piece, symbols) for piece in sorted(sheet.pieces, key=lambda piece: piece.layer)]
    return _Block(group(pieces, -sheet.left, -sheet.top), sheet.width, sheet.height)


def _tallies(tallies: Sequence[tuple[str, str]], width: float) -> Iterator[str]:
    """What is counted, in as few lines as it fits in."""
    text = ""
    for name, value in tallies:
        tally = f"{name}: {value}"
        if text and text_width(f"{text} · {tally}", 12) > width:
            yield text
            text = ""
        text = f"{text} · {tally}" if text else shortened(tally, width, 12)
    if text:
        yield text


def _use(piece: Piece, symbols: dict[Symbol, str]) -> Element:
    name = symbols.setdefault(piece.symbol, f"s{len(symbols)}")
    used = shape("use", href=f"#{name}", x=float(piece.x), y=float(piece.y))
    if piece.symbol.title:
        used.append(Element("title", text=piece.symbol.title))
    return used


def _flow(
    blocks: Sequence[_Block], top: float, most: float = _WIDTH
) -> tuple[list[tuple[float, float, _Block]], float]:
    """Where the blocks stand, in rows like words, `most` units wide; and how high all of it is."""
    placed: list[tuple[float, float, _Block]] = []
    x, y, tallest = float(_GAP), top, 0.0
    for block in blocks:
        if x > _GAP and x + block.width + _GAP > most:
            x, y, tallest = float(_GAP), y + tallest + _GAP, 0.0
        placed.append((x, y, block))
        x += block.width + _GAP
        tallest = max(tallest, block.height)
    return placed, y + tallest + _GAP
