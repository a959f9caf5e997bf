"""What has happened at a table, in short sentences for whoever looks at it, and where it lies on the boards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from cityleague.engine.looks.picture import Picture
from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.looks.targets import SENTENCE, YOU, done
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.replays.log import ChanceEvent, ForfeitEvent, MoveEvent, printable
from cityleague.replays.people import DrawAnswers, Step, move_in_words, questions_of

_OPEN = ("a", "an", "and", "at", "city", "for", "from", "in", "of", "on", "the", "to", "with")
"""No words of what was done end with these."""
SECRET = "decided in secret."
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
        draw, (kind, _, number) = step.before.pending(), printable(event.chance).partition("-")
        seen = kind in getattr(targets_of(game), "OPEN", ())
        if isinstance(draw, Draw) and (seen or (writes and not draw.hidden)):
            asked = questions_of(setup, draw, step.before.view(None), names)
            return " ".join([f"{line}." for line in DrawAnswers(draw, asked, {}, event.order).told(0)])
        return f"{kind.capitalize()} {number} is dealt." if number else f"Drawn: {kind}."
    if isinstance(event, ForfeitEvent):
        forfeit = event.forfeit
        why = f"{forfeit.kind}: {printable(forfeit.reason)}"
        return f"{names[forfeit.seat]} has forfeited ({why}). A stand-in makes random moves for it."
    if not isinstance(event, MoveEvent):
        return ""
    seat, move = event.seat, event.move
    if not writes and seat != to and game.conceals(step.before.pending(), move):
        return f"{names[seat]} {SECRET}"
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


def done_so_far(setup: Setup, view: Any, left: Sequence[Any], names: Sequence[str], what: str) -> str:
    """What a seat has done, as far as the moves that are left tell it, and `what` else is asked: where, or how."""
    who, is_last = names[view.seat], len(left) == 1
    told = [deed(setup, view, move, names).split() for move in left]
    shared = [words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*told, strict=False))]
    if is_last and not shared:
        return f"{who} {move_in_words(setup, view, left[0], names)}?"
    whole, end = len(shared), "?" if is_last else f": {what}?"
    while shared and (
        len(f"{who} {' '.join(shared)}{end}") > SENTENCE
        or (shared[-1] in _OPEN and (not is_last or len(shared) < whole))
    ):
        del shared[-1]
    if len(shared) > 1 or is_last:
        return f"{who} {' '.join(shared).rstrip(',')}{end}"
    asks = getattr(targets_of(setup.game), "sentence", None)
    verb = asks(setup, view, left[:1], Counter())[0].split()[0].lower() if asks and shared else "do"
    return f"What did {who} {verb}?"


def news_for(
    setup: Setup,
    steps: Sequence[Step],
    state: State[Any],
    names: Sequence[str],
    seat: int | None,
    drawn: Callable[[State[Any]], Picture],
    forced: Sequence[Step] = (),
) -> list[News]:
    """What has been done since a seat has last chosen a move, in order, what that led to, and what has come to an end.

    `state` is the position now, `drawn` tells how all see one. A `forced` move was not chosen.
    """
    first = len(steps)
    while first and not (getattr((step := steps[first - 1]).event, "seat", None) == seat and step not in forced):
        first -= 1
    found, led_to = [], getattr(targets_of(setup.game), "led_to", lambda *_: "")
    called = [YOU if other == seat else name for other, name in enumerate(names)]
    for number in range(max(first - 1, len(steps) - _AT_ONCE, 0), len(steps)):
        event, was = steps[number].event, steps[number].before
        now = steps[number + 1].before if number + 1 < len(steps) else state
        before, after = drawn(was), drawn(now)
        if number >= first and isinstance(event, MoveEvent):
            new = _pieces(after) - _pieces(before)
            words = told_of(setup, steps[number], names, seat)
            found.append(News(number, event.seat, words, frozenset([(sheet, key) for sheet, key, _ in new])))
        if (
            isinstance(event, MoveEvent)
            and not setup.game.conceals(was.pending(), event.move)
            and (words := led_to(setup, was.view(seat), event.move, now.view(seat), called))
        ):
            found.append(News(number, None, words, frozenset()))
        if over := ended(before, after):
            found.append(News(number, None, over, frozenset()))
    since = first - bool(found and found[0].number < first)
    if seat is not None and since < len(steps):
        had, has = [_counted(setup, now.view(seat), drawn(now), names) for now in (steps[since].before, state)]
        changes = [
            f"{what} from {had[what]} to {value}" for what, value in has.items() if had.get(what, value) != value
        ]
        if changes:
            words = f"Your {', '.join(changes)}.".replace(" from", " went from", 1)
            found.append(News(len(steps) - 1, None, words, frozenset()))
    return found


def ended(before: Picture, after: Picture) -> str:
    """What has come to an end between two pictures, such as a round; empty if nothing has."""
    was, now = [re.split("[,;:]", picture.caption)[0].partition(" of ")[0] for picture in (before, after)]
    return "" if was == now or not was else f"{'The ' * (' ' not in was)}{was} is over.".capitalize()


def _counted(setup: Setup, view: Any, picture: Picture, names: Sequence[str]) -> dict[str, str]:
    """What a seat has in numbers: beside its board, with its hand, and beside the board of all."""
    sheets = [sheet for sheet in picture.sheets if sheet.board and sheet.key.endswith(f" {view.seat}")]
    sheets += getattr(pictures_of(setup.game), "own_sheets", lambda *_: ())(setup, view, names)
    told = [tally for sheet in sheets for tally in sheet.tallies]
    for tallies in getattr(targets_of(setup.game), "beside", lambda *_: {})(view, names).values():
        told += [(what, number) for _, value in tallies for number, what in re.findall(r"(-?\d+) (\w+)", value)]
    return {what: value for what, value in told if re.fullmatch(r"-?\d+( \$)? \w+", f"{value} {what}")}


def _pieces(picture: Picture) -> set[tuple[str, str, str]]:
    boards = [sheet for sheet in picture.sheets if sheet.board]
    return {
        (board.key, piece.key, piece.symbol.markup) for board in boards for piece in board.pieces if piece.symbol.title
    }
