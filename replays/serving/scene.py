"""What one pair of eyes at a table sees on its page: made of that seat's view and questions, and of nothing else.

Whoever writes a game down looks through the eyes of the seat that is asked. A `Sight` made of a state that the seat
imagines gives the same page as one made of the true state: that is how it is tested that a page keeps secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cityleague.engine import scoring
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.replays.serving.asking import Asked, Asking, Tile
from cityleague.replays.serving.boards import Board, boards_of, symbol_name, symbols_of
from cityleague.replays.serving.drawing import Told, told_of
from cityleague.replays.serving.news import News
from cityleague.replays.serving.pointing import Pointed


class Sight(NamedTuple):
    """A position as somebody at a table sees it."""

    setup: Setup
    names: Sequence[str]
    seat: int | None
    """Through whose eyes; None: a spectator's."""
    view: Any
    due: tuple[int, ...]
    asked: Asking | None
    """What the seat is asked, if it answers on this page."""
    draw: Draw | None
    """The draw that is to be told on this page."""
    scores: Sequence[scoring.Sheet]
    """The score sheets so far, if they may be told."""


class Scene(NamedTuple):
    """What a page shows of a position."""

    caption: str
    boards: Sequence[Board]
    text: str
    """The boards as text, if the game cannot be drawn."""
    symbols: Mapping[str, Symbol]
    """The symbols of all of this, by name."""
    asked: Asked | None
    told: Told | None
    tray: Sequence[Tile]


def sight_of(
    setup: Setup,
    names: Sequence[str],
    state: State[Any],
    seat: int | None,
    asking: Callable[[Picture], Asking] | None,
    *,
    tells_draws: bool,
    tells_points: bool,
) -> tuple[Sight, Picture]:
    """The sight of a seat, and its picture. `asking` makes its question, if the seat answers on this page."""
    pending, view = state.pending(), state.view(seat)
    pictures = pictures_of(setup.game)
    picture = pictures.picture(setup, view, names) if pictures else Picture("", ())
    shown = tells_points or setup.game.open_scores or pending is None
    sight = Sight(
        setup,
        names,
        seat,
        view,
        pending.seats if isinstance(pending, Decision) else (),
        asking(picture) if asking else None,
        pending if tells_draws and isinstance(pending, Draw) else None,
        state.scores() if shown else (),
    )
    return sight, picture


def scene_of(sight: Sight, picture: Picture, pointed: Pointed, news: Sequence[News] = ()) -> Scene:
    """What a page shows after somebody has pointed at something; what `news` tell of is framed."""
    asked, told, symbols = None, None, symbols_of(picture)
    if sight.asked:
        asked = sight.asked.after(pointed.about(sight.asked.question.key))
        drawn = [symbol for _, symbol in [*sight.asked.tiles, *asked.ghosts] if symbol]
        symbols = symbols_of(picture, [*drawn, *sight.asked.about])
    if sight.draw:
        key = f"draw {sight.draw.name}"
        told, items = told_of(sight.setup, sight.draw, sight.view, sight.names, pointed.about(key))
        symbols |= items
    spots, ghosts = (asked.spots, asked.ghosts) if asked else ((), ())
    boards = boards_of(picture, *_titles(sight, picture), spots, ghosts, news)
    if beside := getattr(targets_of(sight.setup.game), "beside", None):
        told_beside = beside(sight.view, sight.names)
        boards = [board._replace(tallies=told_beside.get(board.key, board.tallies)) for board in boards]
    text = "" if boards else paint(sight.setup, sight.view, names=sight.names)
    about = [Tile(drawn.title, symbol_name(drawn), is_up=True) for drawn in sight.asked.about] if sight.asked else []
    tray = [*about, *((asked.tray if asked else ()) or _hand(picture, sight.seat))]
    return Scene(picture.when, boards, text, symbols, asked, told, tray)


def _titles(sight: Sight, picture: Picture) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What the boards of whoever looks are called, by key, and those of others: as the game says, if it does."""
    if named := getattr(targets_of(sight.setup.game), "titles", None):
        own, others = named(sight.setup, sight.view, sight.names)
        return own, others
    boards = {sheet.key: sheet.title for sheet in picture.sheets if sheet.board}
    if len(boards) == 1:
        return boards, {}
    return {key: title for key, title in boards.items() if key.rpartition(" ")[2] == str(sight.seat)}, boards


def _hand(picture: Picture, seat: int | None) -> list[Tile]:
    """What a seat alone knows, while nothing of it is asked for."""
    return [
        Tile(piece.symbol.title, symbol_name(piece.symbol))
        for sheet in picture.sheets
        if sheet.owner is not None and sheet.owner == seat
        for piece in sheet.pieces
        if piece.symbol.title
    ]
