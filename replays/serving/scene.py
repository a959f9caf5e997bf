"""What one pair of eyes at a table sees on its page: made of that seat's view and questions, and of nothing else.

Whoever writes a game down looks through the eyes of the seat that is asked. A `Sight` made of a state that the seat
imagines gives the same page as one made of the true state: that is how it is tested that a page keeps secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.protocol import Decision, Draw, Kind, Setup, State
from cityleague.engine.scoring import Points
from cityleague.replays.pages import pictures_of
from cityleague.replays.serving.asking import Asked, Asking
from cityleague.replays.serving.boards import Board, boards_of, symbols_of
from cityleague.replays.serving.drawing import Told, told_of
from cityleague.replays.serving.pointing import Pointed


class Sight(NamedTuple):
    """A position as somebody at a table sees it."""

    setup: Setup
    names: Sequence[str]
    seat: int | None
    """Through whose eyes; None: a spectator's."""
    view: Any
    round: int
    kind: Kind | None
    """How the decision is made that is pending; None if there is none."""
    due: tuple[int, ...]
    """Who may move now."""
    asked: Asking | None
    """What the seat is asked, if it answers on this page."""
    draw: Draw | None
    """The draw that is to be told on this page."""
    points: Sequence[Points]
    """The points so far, if they may be told."""


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
        state.round,
        pending.kind if isinstance(pending, Decision) else None,
        pending.seats if isinstance(pending, Decision) else (),
        asking(picture) if asking else None,
        pending if tells_draws and isinstance(pending, Draw) else None,
        [sheet.total for sheet in state.scores()] if shown else (),
    )
    return sight, picture


def scene_of(sight: Sight, picture: Picture, pointed: Pointed) -> Scene:
    """What a page shows after somebody has pointed at something."""
    asked, told, symbols = None, None, dict[str, Symbol]()
    places = {}
    if sight.asked:
        asked = sight.asked.after(pointed.about(sight.asked.question.key))
        places = sight.asked.places
        off = [symbol for symbol in sight.asked.palette.values() if symbol]
        symbols = symbols_of(picture, off)
    else:
        symbols = symbols_of(picture)
    if sight.draw:
        key = f"draw {sight.draw.name}"
        told, items = told_of(sight.setup, sight.draw, sight.view, sight.names, pointed.about(key))
        symbols |= items
    boards = boards_of(picture, sight.seat, asked.spots if asked else (), places)
    text = "" if boards else paint(sight.setup, sight.view, names=sight.names)
    return Scene(picture.caption, boards, text, symbols, asked, told)
