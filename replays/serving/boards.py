"""What somebody can tap: the boards of a picture as SVG with their places, tiles, and buttons beside them."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import MARGIN, Picture, Piece, Sheet, Symbol, clean, group, path, rect, shape
from cityleague.engine.looks.targets import Target
from cityleague.replays.serving.news import News

FINGER = 44
"""How large a place must be that a finger hits, in pixels."""
_SPACE = 40
"""Units of a side below which a place is drawn with a thin line."""
_PHONE = 320
"""Pixels of width that a phone has for a board."""
_LEAST = 60
"""A sheet is shown at least so many units wide."""


class Spot(NamedTuple):
    """A place to tap."""

    target: Target
    words: str
    """What the tap does, or what is there; empty for a cell."""
    to: str
    move: int | None = None
    """The only legal move that is left after the tap."""
    taken: bool = False
    """Whether it has been tapped already; then a tap takes that back."""
    is_else: bool = False
    """Whether another one has been tapped, and a tap takes its place."""


class Chip(NamedTuple):
    """A button for a part of a move, or for a whole one."""

    words: str
    to: str
    """Where it leads."""
    move: int | None = None
    """The only legal move that is left then."""
    drawn: Symbol | None = None
    """How what it lays would lie, if that tells it from the others."""


class Row(NamedTuple):
    """A row of buttons, or numbers to step through."""

    title: str
    kind: str
    chips: list[Chip]


class Tile(NamedTuple):
    """What is put somewhere or kept, a tile, a card or a lot, as it lies in the tray below the boards."""

    words: str
    symbol: str
    to: str = ""
    """Where a tap leads; empty if a tap does nothing now."""
    move: int | None = None
    is_up: bool = False
    """Whether it has been tapped, or is the only one that is left."""
    is_next: bool = False
    """Whether a tap on it goes on with what was tapped; if not, it begins anew."""
    starts: bool = False
    """Whether the tiles from here on are taken together."""
    is_held: bool = False
    """Whether the seat has it already."""


class Board(NamedTuple):
    """A sheet as it is shown."""

    key: str
    title: str
    tallies: Sequence[tuple[str, str]]
    drawing: str
    thumbnail: str
    """The same, without places to tap."""
    rank: str
    """`own` for the boards of whoever looks, `other` for those of others, `aside` for what is no board."""
    is_lit: bool
    """Whether something can be tapped on it that does not lie in the tray."""


def symbol_name(symbol: Symbol) -> str:
    """The name of a symbol: it tells how the symbol looks, and nothing of how many others there are."""
    return _name(symbol.title, symbol.markup)


@lru_cache(maxsize=1 << 12)
def _name(title: str, markup: str) -> str:
    return "s" + urlsafe_b64encode(blake2b(f"{title}\n{markup}".encode(), digest_size=6).digest()).decode()


def symbols_of(picture: Picture, others: Iterable[Symbol] = ()) -> dict[str, Symbol]:
    """All symbols that lie on a picture, and others, by name."""
    drawn = [piece.symbol for sheet in picture.sheets for piece in sheet.pieces]
    return {symbol_name(symbol): symbol for symbol in [*drawn, *others]}


def boards_of(
    picture: Picture,
    own: Mapping[str, str],
    others: Mapping[str, str],
    spots: Sequence[Spot],
    ghosts: Sequence[tuple[Target, Symbol]],
    news: Sequence[News] = (),
) -> list[Board]:
    """The sheets of a picture that all see, in an order that stays: own boards, those of others, and what is no board.

    `own`, in order, and `others` tell what boards are called, by key; pieces that `news` tell of are framed.
    """
    fresh = {piece: told for told in news for piece in told.pieces}
    ranks = {sheet.key: "own" if sheet.key in own else "other" if sheet.board else "aside" for sheet in picture.sheets}
    keys = [*own, *[key for rank in ("other", "aside") for key, other in ranks.items() if other == rank]]
    sheets = {sheet.key: sheet for sheet in picture.sheets if sheet.owner is None and sheet.width and sheet.height}
    return [
        _board(
            sheets[key]._replace(title=own.get(key) or others.get(key) or sheets[key].title),
            ranks[key],
            [spot for spot in spots if spot.target.sheet == key],
            [ghost for ghost in ghosts if ghost[0].sheet == key],
            {piece: told for (sheet, piece), told in fresh.items() if sheet == key},
        )
        for key in keys
        if key in sheets
    ]


def _board(
    sheet: Sheet, rank: str, spots: Sequence[Spot], ghosts: Sequence[tuple[Target, Symbol]], fresh: Mapping[str, News]
) -> Board:
    stands = bool(sheet.blank)  # all of its spaces are drawn: it gives way to nothing that may lie beside them
    targets = [_edge(sheet, spot.target) if stands or not spot.taken else spot.target for spot in spots]
    both = [*zip(spots, targets, strict=True)]
    outside = [spot.to for spot, shown in both if sum(shown[4:]) < sum(spot.target[4:]) - 1]
    spots = [spot._replace(target=shown) for spot, shown in both]
    lie = [piece for piece in sheet.pieces if piece.symbol.title]
    spots = _named(spots, lie)
    laid = [(_covered(at, drawn), drawn) for at, drawn in ghosts]
    laid = [(_edge(sheet, at), drawn) for at, drawn in laid] if stands else laid
    put = [at for at, _ in laid] + [spot.target for spot in spots if spot.taken]
    across = [(piece.x, piece.symbol.width) for piece in lie], [(at.x, at.width) for at in put]
    down = [(piece.y, piece.symbol.height) for piece in lie], [(at.y, at.height) for at in put]
    left, right = _seen(sheet.left, sheet.left + max(sheet.width, _LEAST), *across)
    top, bottom = _seen(sheet.top, sheet.top + sheet.height, *down)
    width = right - left
    finger = FINGER * max(width, bottom - top) / _PHONE
    # The smaller, the higher: a city is above its tile; and a space outside the sheet is below a piece that lies there.
    rising = sorted(spots, key=lambda spot: (-spot.target.width * spot.target.height, spot.target.key is not None))
    small = [spot for spot in rising if min(spot.target.width, spot.target.height) < finger]
    in_order = sorted(sheet.pieces, key=lambda piece: piece.layer)
    pieces = [_used(piece, fresh.get(piece.key)) for piece in in_order]
    frame = f"{left:g} {top:g} {width:g} {bottom - top:g}"
    drawing = shape(
        "svg",
        *pieces,
        *[_frame(piece, fresh[piece.key]) for piece in in_order if piece.key in fresh],
        *[_ghost(at, drawn) for at, drawn in laid],
        *[_spot(spot, lie) for spot in rising if spot not in small],
        *[_around(spot, finger, (left, top, right, bottom)) for spot in small],
        *[_spot(spot, lie, outside=spot.to in outside and not spot.taken) for spot in small],
        viewBox=frame,
        role="group",
        aria_label=sheet.title,
        data_sheet=sheet.key,
    )
    thumbnail = shape("svg", *pieces, viewBox=frame, aria_hidden="true")
    return Board(
        sheet.key,
        sheet.title,
        sheet.tallies,
        tostring(drawing),
        tostring(thumbnail),
        rank,
        bool(spots) and rank != "aside",
    )


def _named(spots: Sequence[Spot], lie: Sequence[Piece]) -> list[Spot]:
    """The same with words for cells: what lies there, else which of the free ones it is, and what lies beside it."""
    there = {spot.to: [piece for piece in lie if _apart(spot.target, piece) < 0] for spot in spots if not spot.words}
    free = sorted({spot.target[2:4][::-1] for spot in spots if there.get(spot.to) == []})
    named = []
    for spot in spots:
        words, at = spot.words, spot.target
        if not words and (pieces := there[spot.to]):
            words = min(pieces, key=lambda piece: piece.layer).symbol.title
        elif not words:
            near = [piece.symbol.title for piece in lie if 0 <= _apart(at, piece) < 1]
            beside = dict.fromkeys([re.split("[,:;(]", title)[0].strip() for title in near])
            words = f"free place {free.index((at.y, at.x)) + 1} of {len(free)}"
            words += f", beside {' and '.join(beside)}" if beside else ""
        named.append(spot._replace(words=f"{'not ' * spot.taken}{words}"))
    return named


def _apart(at: Target, piece: Piece) -> float:
    """How far a piece is from a place, across or down; a corner does not touch, and less than 0 lies on it."""
    across = max(piece.x - at.x - at.width, at.x - piece.x - piece.symbol.width)
    down = max(piece.y - at.y - at.height, at.y - piece.y - piece.symbol.height)
    return max(across, down) if min(across, down) < 0 else 1


def _edge(sheet: Sheet, at: Target) -> Target:
    """What is shown of a space: of one outside the sheet a strip along its edge."""
    end, foot = sheet.left + sheet.width, sheet.top + sheet.height
    left, top = min(max(at.x, sheet.left), end - MARGIN), min(max(at.y, sheet.top), foot - MARGIN)
    right = max(min(at.x + at.width, end), sheet.left + MARGIN)
    bottom = max(min(at.y + at.height, foot), sheet.top + MARGIN)
    return at._replace(x=left, y=top, width=right - left, height=bottom - top)


def _seen(
    first: float, last: float, lie: Sequence[tuple[float, float]], put: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """What is shown of a line on which things lie, each told by where it begins and how long it is: from first to last,
    moved so far that all that is put there is seen; longer only if something that lies there would not be.
    """
    begin, end = min([first, *[x for x, _ in put]]), max([last, *[x + size for x, size in put]])
    if begin < first:
        begin -= MARGIN
        return begin, max([end - (first - begin), *[x + size + MARGIN for x, size in lie]])
    if end > last:
        end += MARGIN
        return min([begin + end - last, *[x - MARGIN for x, _ in lie]]), end
    return first, last


def _covered(at: Target, drawn: Symbol) -> Target:
    """A space, with those beside it that a longer thing covers, too."""
    scale = min(at.width, at.height) / min(drawn.width, drawn.height)
    return at._replace(width=max(at.width, drawn.width * scale), height=max(at.height, drawn.height * scale))


def _ghost(at: Target, drawn: Symbol) -> Element:
    """A thing as it would lie on a space, in its middle."""
    scale = min(at.width / drawn.width, at.height / drawn.height)
    x, y = at.x + (at.width - drawn.width * scale) / 2, at.y + (at.height - drawn.height * scale) / 2
    ghost = group([shape("use", href=f"#{symbol_name(drawn)}")], x, y, scale)
    ghost.set("class", "ghost")
    return ghost


def _used(piece: Piece, news: News | None) -> Element:
    used = shape("use", href=f"#{symbol_name(piece.symbol)}", x=float(piece.x), y=float(piece.y))
    if news:
        used.set("data-news", str(news.number))
    return used


def _frame(piece: Piece, news: News) -> Element:
    """A frame in the colour of whoever has put a piece there, until the next move of whoever looks."""
    width, height = piece.symbol.width - 4, piece.symbol.height - 4
    kind = f"new seat{(news.seat or 0) % 7}"
    return rect(piece.x + 2, piece.y + 2, width, height, rx=6, class_=kind, data_news=news.number)


def _spot(spot: Spot, lie: Sequence[Piece], *, outside: bool = False) -> Element:
    """A link over a place: a frame where something lies, else a glow; a plus says that it is one outside."""
    target = spot.target
    drawn = rect(target.x + 1, target.y + 1, target.width - 2, target.height - 2, rx=6)
    if outside:
        x, y = target.x + target.width / 2, target.y + target.height / 2
        drawn = group([drawn, path(f"M{x - 6:g} {y:g}h12M{x:g} {y - 6:g}v12")])
    is_on = any((piece.x, piece.y, piece.symbol.width) == target[2:5] for piece in lie)
    kind = (
        ("taken" if spot.taken else "else" if spot.is_else else "lit")
        + " on" * is_on
        + " small" * (min(target.width, target.height) < _SPACE)
    )
    return _link(spot, drawn, class_=kind, aria_label=clean(spot.words))


def _around(spot: Spot, size: float, shown: tuple[float, float, float, float]) -> Element:
    """The same below all places, and as large within what is shown: a small piece is hit by a finger that comes near,
    unless it hits another one.
    """
    target, (left, top, right, bottom) = spot.target, shown
    across, down = max(target.width, size), max(target.height, size)
    x, y = target.x + (target.width - across) / 2, target.y + (target.height - down) / 2
    begin, end = (min(x, right - across), min(y, bottom - down)), (max(x, left) + across, max(y, top) + down)
    room = rect(*begin, end[0] - begin[0], end[1] - begin[1])
    return _link(spot, room, class_="near", tabindex=-1, aria_hidden="true")


def _link(spot: Spot, drawn: Element, **attributes: object) -> Element:
    link = shape("a", drawn, href=spot.to, **attributes)
    if spot.move is not None:
        link.set("data-move", str(spot.move))
    return link
