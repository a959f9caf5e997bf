"""People who play against bots: what they are asked, and what they are told of the others' moves.

A person sees what a bot at the same seat is given, its own view and its legal moves. Of the moves of others a person
hears no more than everybody may: of a secret one, that it was made. The boards show what is revealed later. A move
stands once it is made: to take it back would be to play on with what it has revealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Setup, State
from cityleague.replays.log import Forfeit, Problem, has_field, printable
from cityleague.replays.pages import names_of
from cityleague.replays.people.asking import Desk, ask_move
from cityleague.replays.people.console import Console, Leave, answer
from cityleague.replays.people.menu import in_words, menu_of, points
from cityleague.replays.players import ME

_STANDS = "A move against bots stands. To try another one, quit, and play on from an earlier move (play --from)."


class Company:
    """The people at one table with bots, as `players.Guests`."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._setup: Setup
        self._state: State[Any]
        self._names: list[str] = []
        self._people: dict[int, list[str]] = {}  # by seat: what the person there has not been told yet
        self._looking: int | None = None  # the seat of whoever looks at the screen
        self._lines: Sequence[bytes] = ()

    @property
    def moves(self) -> int:
        """How many moves the log has."""
        return sum([has_field(line, "move") for line in self._lines])

    def log(self) -> bytes:
        """The log so far."""
        return b"".join([line + b"\n" for line in self._lines])

    # -- what the table tells

    def spec(self, seat: int) -> BotSpec:
        """What makes the person at a seat, who is then asked here."""
        self._people[seat] = []
        return BotSpec(ME, partial(_Person, company=self, seat=seat), {})

    def begin(self, setup: Setup, players: Sequence[str], state: State[Any], lines: Sequence[bytes]) -> None:
        """A game begins."""
        self._setup, self._state, self._lines = setup, state, lines
        self._names = names_of(["you" if player == ME else player for player in players])
        if len(self._people) == 1:
            (self._looking,) = self._people

    def hear_move(self, before: State[Any], seat: int, move: Any) -> None:
        """Keep a move, as far as everybody may know it, until the others are asked."""
        pending, who = before.pending(), self._who(seat)
        if isinstance(pending, Decision) and pending.kind == "secret":
            news = f"{who} has decided in secret."
        elif isinstance(move, self._setup.game.private):
            news = f"{who}: {_tag(move)} (the boards show what you may know of it)."
        else:
            news = f"{who} {in_words(self._setup, before.view(seat), move, self._names)}."
        self._tell(news, seat)

    def hear_forfeit(self, forfeit: Forfeit) -> None:
        """Keep it until a person is asked."""
        why = f" ({forfeit.kind}: {printable(forfeit.reason)})"
        self._tell(f"{self._who(forfeit.seat)} has forfeited{why}. A stand-in makes random moves for it.", forfeit.seat)

    def _tell(self, news: str, but: int) -> None:
        for seat, waiting in self._people.items():
            if seat != but:
                waiting.append(news)

    # -- what a person is asked

    def ask(self, seat: int, view: Any, legal: Sequence[Any]) -> Any:
        """The move that the person at a seat chooses; raises Leave."""
        console, who = self._console, self._who(seat)
        if seat != self._looking and type(view).secrets:
            console.clear()
            answer(console, f"{who} is to look now, and nobody else. Enter> ")
        self._looking = seat
        if self._people[seat]:
            console.say("\n" + "\n".join(self._people[seat]))
            self._people[seat].clear()
        board = partial(self._board, view)
        console.say(f"\n{board()}\n")
        desk = Desk(console, board, self._scores, _STANDS)
        menu = menu_of(self._setup, view, legal, self._names)
        _, move = ask_move(desk, self._setup, seat, who, menu, partial(self._verify, seat))
        subject = "Your move:" if self._names[seat] == "you" else who
        console.say(f"{subject} {in_words(self._setup, view, move, self._names)}.")
        return move

    def _verify(self, seat: int, by: int, move: Any) -> None:
        if by != seat:
            raise Problem("LOG-SEAT", f"{self._who(seat)} is asked here")
        self._state.verify(seat, move)

    def _board(self, view: Any) -> str:
        return self._setup.game.draw(self._setup, view, self._console.width, names=self._names)

    def _scores(self) -> str:
        if not self._setup.game.open_scores:
            return "The points so far would give secrets away: they are told at the end."
        return points(self._names, self._state)

    def _who(self, seat: int) -> str:
        return f"{self._names[seat]} (seat {seat})"


class _Person:
    """A person at one seat, as a bot."""

    def __init__(
        self, _setup: Setup, _stream: Stream, _parameters: Mapping[str, str], *, company: Company, seat: int
    ) -> None:
        self._company, self._seat = company, seat

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """What the person chooses; raises Leave."""
        try:
            return self._company.ask(self._seat, view, legal)
        except OSError:  # the terminal was closed, or whatever the pipe led to has ended
            raise Leave from None


def _tag(move: msgspec.Struct) -> str:
    return str(move.__struct_config__.tag)
