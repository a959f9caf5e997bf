"""What a table is told and tells: questions, steps and their words, and answers that last, such as to pass."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from cityleague.engine.errors import InputError
from cityleague.engine.protocol import Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import ChanceEvent, CheckEvent, ForfeitEvent, MoveEvent, ResultEvent, printable
from cityleague.replays.people.menu import move_in_words

UNFINISHED = ("RESULT-MISSING", "GAME-TRUNCATED")
"""What is missing in the log of a game in progress, and is no fault."""

Played = ChanceEvent | MoveEvent[Any] | ForfeitEvent
"""What happens at a table. Checks and the result follow from it."""
Choice = ChanceEvent | MoveEvent[Any]
"""What somebody has chosen or typed in."""


class TableError(InputError):
    """Something cannot be done at this table; the message says why."""


class OutdatedError(TableError):
    """What somebody answers is no longer asked."""


class Question(NamedTuple):
    """What a seat is asked. It is the same question as long as others leave the seat's legal moves as they are."""

    seat: int
    key: str
    view: Any
    legal: Sequence[Any]


class Step(NamedTuple):
    """A line of the log after its header."""

    line: bytes
    event: Played | CheckEvent | ResultEvent
    before: State[Any]
    """The position before it."""
    unseen: bool
    """Whether the log has left open before it what a draw brought."""
    forfeits: int
    """How many seats have forfeited before it."""
    by_itself: bool = False
    """Whether it is a move that the seat has said to make whenever it is asked."""


class Again(NamedTuple):
    """What has come of playing again what was taken back."""

    played: int
    stopped: Step | None
    """The first one that is not possible any more; it stays with those that can be played again."""
    why: str


class Standing(NamedTuple):
    """A table at one moment."""

    revision: int
    cuts: int
    """How often something has been taken back."""
    lines: list[bytes]
    """The log after its header."""
    questions: list[Question]
    """What the seats that are due are asked."""


class LastingMove(NamedTuple):
    """A legal move that somebody can make whenever asked."""

    at: int
    """Its place among the legal moves."""
    words: str
    """What somebody says who does so: `pass until I say so`."""

    def begins(self, text: str) -> bool:
        """Whether a text is these words, or their beginning."""
        return self.words.casefold().startswith(text.casefold())


def lasting_move(setup: Setup, legal: Sequence[Any]) -> LastingMove | None:
    """The legal move that a seat can make whenever it is asked; None if there is none."""
    if (lasts := setup.game.lasts) is None:
        return None
    return next((LastingMove(at, words) for at, move in enumerate(legal) if (words := lasts(setup, move))), None)


class _Said(NamedTuple):
    move: Any
    round: int
    step: int
    """With which step of the game it was said."""


class Lasting(dict[int, _Said]):
    """By seat, what it has said that it does whenever it is asked: in this round, and until it is to be asked again."""

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(self)

    def say(self, seat: int, move: Any, round_: int, step: int) -> None:
        """A seat makes this move, and will make it whenever it is asked."""
        self[seat] = _Said(move, round_, step)

    def due(self, state: State[Any], seats: Sequence[int]) -> tuple[int, Any] | None:
        """The first of the seats that has said what it does now, and its move; what no longer holds is forgotten."""
        for seat in [*self]:
            if self[seat].round != state.round:
                del self[seat]
        for seat in [seat for seat in seats if seat in self]:
            try:
                state.verify(seat, self[seat].move)
            except IllegalMove:
                del self[seat]
            else:
                return seat, self[seat].move
        return None

    def cut(self, length: int) -> None:
        """Forget what was said after so many steps."""
        for seat in [seat for seat, said in self.items() if said.step >= length]:
            del self[seat]


def only(setup: Setup, legal: Sequence[Any]) -> bool:
    """Whether there is one move and no other: `legal` may list a few of many ways to make it."""
    return len(legal) == 1 and setup.game.canonical(legal[0]) == legal[0]


class News(NamedTuple):
    """Something that has happened."""

    seat: int | None
    """Whose doing it was; None: chance's."""
    words: str
    move: Any
    """The move, if it is one whose whole content is told."""


def news_of(setup: Setup, step: Step, names: Sequence[str], to: int | None) -> News | None:
    """What the person at a seat (None: who only looks on) is told of a step; None of what only the log tells."""
    event = step.event
    if isinstance(event, ForfeitEvent):
        forfeit, name = event.forfeit, with_seat(names, event.forfeit.seat)
        why = f" ({forfeit.kind}: {printable(forfeit.reason)})"
        return News(forfeit.seat, f"{name} has forfeited{why}. A stand-in makes random moves for it.", None)
    if isinstance(event, ChanceEvent):
        kind, _, number = printable(event.chance).partition("-")
        return News(None, f"{kind.capitalize()} {number} is dealt." if number else f"Drawn: {kind}.", None)
    if not isinstance(event, MoveEvent):
        return None
    seat, move, before = event.seat, event.move, step.before
    if seat == to or not setup.game.conceals(before.pending(), move):
        return News(seat, f"{with_seat(names, seat)} {move_in_words(setup, before.view(seat), move, names)}.", move)
    if isinstance(move, setup.game.private):
        tag = str(move.__struct_config__.tag)
        return News(seat, f"{with_seat(names, seat)}: {tag} (the boards show what you may know of it).", None)
    return News(seat, f"{with_seat(names, seat)} has decided in secret.", None)


def with_seat(names: Sequence[str], seat: int) -> str:
    """A player, with the seat, as others are told."""
    return f"{names[seat]} (seat {seat})"
