"""What one pair of eyes at a table sees on its page: made of that seat's view and questions, and of nothing else.

Whoever writes a game down looks through the eyes of the seat that is asked. A `Sight` made of a state that the seat
imagines gives the same page as one made of the true state: that is how it is tested that a page keeps secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cityleague.engine import scoring
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.picture import Picture, Sheet, Symbol
from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.replays.serving.asking import Asked, Asking
from cityleague.replays.serving.boards import Board, Tile, boards_of, symbol_name, symbols_of
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
    purse: Sequence[tuple[str, str]]
    """What the seat alone knows in numbers, such as its coins."""


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
    held = getattr(targets_of(sight.setup.game), "held", lambda *_: ())(sight.setup, sight.view) if sight.asked else ()
    if sight.asked:
        asked = sight.asked.after(pointed.about(sight.asked.question.key))
        chips = [(chip, chip.drawn) for row in asked.rows for chip in row.chips]
        drawn = [symbol for _, symbol in [*sight.asked.tiles, *asked.ghosts, *chips] if symbol]
        symbols = symbols_of(picture, [*drawn, *sight.asked.about, *held])
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
    own = [sheet for sheet in picture.sheets if sheet.owner is not None and sheet.owner == sight.seat]
    purse = [(what, value) for sheet in own for what, value in sheet.tallies if value.isdigit() and " " not in what]
    about = [Tile(drawn.title, symbol_name(drawn), is_up=True) for drawn in sight.asked.about] if sight.asked else []
    tray = [*about, *((asked.tray if asked else ()) or ([] if purse or about else _hand(own)))]
    tray += [Tile(drawn.title, symbol_name(drawn), is_held=True) for drawn in held]
    return Scene(picture.when, boards, text, symbols, asked, told, tray, purse)


def _titles(sight: Sight, picture: Picture) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What own boards, and those of others, are called, by key; none changes its name while a game is written down."""
    if named := getattr(targets_of(sight.setup.game), "titles", None):
        own, others = named(sight.setup, sight.view, sight.names)
        return {} if sight.asked and sight.asked.writes else own, others
    boards = {sheet.key: sheet.title for sheet in picture.sheets if sheet.board}
    if len(boards) == 1:
        return boards, {}
    return {key: title for key, title in boards.items() if key.rpartition(" ")[2] == str(sight.seat)}, boards


def _hand(own: Sequence[Sheet]) -> list[Tile]:
    """What a seat alone knows, while nothing of it is asked for."""
    pieces = [piece for sheet in own for piece in sheet.pieces if piece.symbol.title]
    return [Tile(piece.symbol.title, symbol_name(piece.symbol)) for piece in pieces]
