"""The boards of a picture as SVG, with the places that somebody can tap."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol, clean, group, rect, shape
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
    """What the tap does."""
    to: str
    """Where a tap leads."""
    move: int | None = None
    """The only legal move that is left after the tap."""
    taken: bool = False
    """Whether it has been tapped already; then a tap takes that back."""


class Board(NamedTuple):
    """A sheet as it is shown."""

    key: str
    title: str
    tallies: Sequence[tuple[str, str]]
    drawing: str
    """An SVG element."""
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
    places: Mapping[str, Sequence[Target]],
    ghosts: Sequence[tuple[Target, Symbol]],
    news: Sequence[News] = (),
) -> list[Board]:
    """The sheets of a picture that all see, in an order that stays: own boards, those of others, and what is no board.

    `own` and `others` have keys of boards with what they are called, `own` in order; `places` are all targets of the
    question by sheet, also those that cannot be tapped now: no board grows or moves when something is tapped. Pieces
    that `news` tell of are framed.
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
            places.get(key, ()),
            [ghost for ghost in ghosts if ghost[0].sheet == key],
            {piece: told for (sheet, piece), told in fresh.items() if sheet == key},
        )
        for key in keys
        if key in sheets
    ]


def _board(
    sheet: Sheet,
    rank: str,
    spots: Sequence[Spot],
    places: Sequence[Target],
    ghosts: Sequence[tuple[Target, Symbol]],
    fresh: Mapping[str, News],
) -> Board:
    left = min([sheet.left, *[place.x for place in places]])
    top = min([sheet.top, *[place.y for place in places]])
    right = max([sheet.left + sheet.width, *[place.x + place.width for place in places]])
    bottom = max([sheet.top + sheet.height, *[place.y + place.height for place in places]])
    width = max(right - left, _LEAST)
    finger = FINGER * max(width, bottom - top) / _PHONE
    """Units that a finger needs on a phone."""
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
        *[_ghost(at, drawn) for at, drawn in ghosts],
        *[_spot(spot) for spot in rising if spot not in small],
        *[_around(spot, finger) for spot in small],
        *[_spot(spot) for spot in small],
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


def _ghost(at: Target, drawn: Symbol) -> Element:
    """A thing as it would lie on a space: its shorter side fills it."""
    scale = min(at.width, at.height) / min(drawn.width, drawn.height)
    ghost = group([shape("use", href=f"#{symbol_name(drawn)}")], at.x, at.y, scale)
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
    kind = f"new seat{news.seat % 7}"
    return rect(piece.x + 2, piece.y + 2, width, height, rx=6, class_=kind, data_news=news.number)


def _spot(spot: Spot) -> Element:
    """A link over a place."""
    target = spot.target
    drawn = rect(target.x + 1, target.y + 1, target.width - 2, target.height - 2, rx=6)
    kind = ("taken" if spot.taken else "lit") + " small" * (min(target.width, target.height) < _SPACE)
    return _link(spot, drawn, class_=kind, aria_label=clean(spot.words))


def _around(spot: Spot, size: float) -> Element:
    """The same below all places: a small piece is hit by a finger that comes near, unless it hits another one."""
    target = spot.target
    width, height = max(target.width, size), max(target.height, size)
    middle = target.x + target.width / 2, target.y + target.height / 2
    room = rect(middle[0] - width / 2, middle[1] - height / 2, width, height)
    return _link(spot, room, class_="near", tabindex=-1, aria_hidden="true")


def _link(spot: Spot, drawn: Element, **attributes: object) -> Element:
    link = shape("a", drawn, href=spot.to, **attributes)
    if spot.move is not None:
        link.set("data-move", str(spot.move))
    return link
