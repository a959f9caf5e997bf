"""What has happened at a table, in short sentences for whoever looks at it, and where it lies on the boards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cityleague.engine.looks.picture import Picture
from cityleague.engine.looks.svg import targets_of
from cityleague.engine.looks.targets import YOU, done
from cityleague.engine.protocol import Setup
from cityleague.replays.log import ChanceEvent, ForfeitEvent, MoveEvent, printable
from cityleague.replays.people import Step, move_in_words

_AT_ONCE = 40
"""So many moves are told at once; of more, the last ones."""


class News(NamedTuple):
    """Something that others have done since somebody last moved, or that has come to an end."""

    number: int
    """Which step of the game it is."""
    seat: int | None
    """None: it is nobody's."""
    words: str
    pieces: frozenset[tuple[str, str]]
    """The pieces that it has put on boards: the key of each sheet with that of the piece."""

    @property
    def board(self) -> str:
        """The key of the sheet on which it can be seen; empty if there is none."""
        return min(self.pieces, default=("", ""))[0]


def told_of(setup: Setup, step: Step, names: Sequence[str], to: int | None, *, writes: bool = False) -> str:
    """A step in a sentence for the seat `to` (None: who only looks on); empty if only the log tells it.

    Whoever writes a game down is told all of it, and is no player.
    """
    event, game = step.event, setup.game
    if isinstance(event, ChanceEvent):
        return f"Drawn: {printable(event.chance).replace('-', ' ')}."
    if isinstance(event, ForfeitEvent):
        forfeit = event.forfeit
        why = f"{forfeit.kind}: {printable(forfeit.reason)}"
        return f"{names[forfeit.seat]} has forfeited ({why}). A stand-in makes random moves for it."
    if not isinstance(event, MoveEvent):
        return ""
    seat, move = event.seat, event.move
    if not writes and seat != to and game.conceals(step.before.pending(), move):
        kind = f" ({move.__struct_config__.tag})" if isinstance(move, game.private) else ""
        return f"{names[seat]} decided in secret{kind}."
    return done_of(setup, step.before.view(seat), move, names, None if writes else to)


def done_of(setup: Setup, view: Any, move: Any, names: Sequence[str], to: int | None) -> str:
    """What a move has done, as a sentence for a seat; `view` is that of whoever has made it, just before."""
    called = [YOU if seat == to else name for seat, name in enumerate(names)]
    who, words = called[view.seat], deed(setup, view, move, called)
    return (
        f"{'You' if who == YOU else who} {words}."
        if words
        else f"{names[view.seat]}: {move_in_words(setup, view, move, names)}."
    )


def deed(setup: Setup, view: Any, move: Any, called: Sequence[str]) -> str:
    """What a move has done, without its subject; empty if the game has no words for it.

    `view` is that of whoever has made it, just before; `called` are the names by seat, YOU for whoever reads it.
    """
    targets = targets_of(setup.game)
    if told := getattr(targets, "told", None):
        return str(told(setup, view, move, called))
    if asks := getattr(targets, "sentence", None):
        assert targets
        return done(asks(setup, view, [move], Counter(targets.places(setup, view, move)))[0])
    return ""


def news_for(
    setup: Setup, steps: Sequence[Step], names: Sequence[str], seat: int | None, looks: Callable[[int], Picture]
) -> list[News]:
    """What others have done since the last move of a seat, in order, and what has come to an end since then; `looks`
    tells how all see the table after so many steps."""
    first = len(steps)
    while first and not (isinstance(event := steps[first - 1].event, MoveEvent) and event.seat == seat):
        first -= 1
    found = []
    for number in range(max(first - 1, len(steps) - _AT_ONCE, 0), len(steps)):
        event, before, after = steps[number].event, looks(number), looks(number + 1)
        if number >= first and isinstance(event, MoveEvent):
            new = _pieces(after) - _pieces(before)
            words = told_of(setup, steps[number], names, seat)
            found.append(News(number, event.seat, words, frozenset([(sheet, key) for sheet, key, _ in new])))
        if over := ended(before, after, f" {seat}"):
            found.append(News(number, None, over, frozenset()))
    return found


def ended(before: Picture, after: Picture, own: str) -> str:
    """What has come to an end between two pictures, such as a round, and what that has changed of the numbers beside a
    board whose key ends like that; empty if nothing has.
    """
    was, now = [re.split("[,;:]", picture.caption)[0].partition(" of ")[0] for picture in (before, after)]
    if was == now or not was:
        return ""
    old, new = [
        dict([tally for sheet in picture.sheets if sheet.board and sheet.key.endswith(own) for tally in sheet.tallies])
        for picture in (before, after)
    ]
    told = [
        f"{what} from {old[what]} to {value}"
        for what, value in new.items()
        if old.get(what, value) != value and re.fullmatch(r"-?\d+( \$)?/-?\d+( \$)?", f"{old[what]}/{value}")
    ]
    return f"{'The ' * (' ' not in was)}{was} is over{': ' * bool(told)}{', '.join(told)}.".capitalize()


def _pieces(picture: Picture) -> set[tuple[str, str, str]]:
    boards = [sheet for sheet in picture.sheets if sheet.board]
    return {
        (board.key, piece.key, piece.symbol.markup) for board in boards for piece in board.pieces if piece.symbol.title
    }
