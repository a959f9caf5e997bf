"""A game written down as it is played: what is next is asked for, until the game is over."""

from __future__ import annotations

from typing import Any

from cityleague.engine.protocol import Decision, Draw
from cityleague.replays.log import ChanceEvent, MoveEvent, counted, printable
from cityleague.replays.pages import names_of
from cityleague.replays.people.asking import Desk, Undo, ask_draw, ask_end, ask_move
from cityleague.replays.people.console import Console, Leave
from cityleague.replays.people.menu import in_words, menu_of, points
from cityleague.replays.people.recorder import Recorder
from cityleague.replays.reports import SHEET_FORMATS


def record_by_hand(recorder: Recorder, console: Console) -> bool:
    """Ask for draws and moves until the game is over or the person leaves; whether it is over. Raises OSError.

    Everything is in the file as soon as it is told. The result is written when the last move has been made; undo still
    takes that back.
    """
    return _Writing(recorder, console).go()


class _Writing:
    def __init__(self, recorder: Recorder, console: Console) -> None:
        self._recorder, self._console = recorder, console
        self._names = names_of(recorder.header.players)
        self._seat: int | None = None  # whose board was shown last

    def go(self) -> bool:
        recorder, console = self._recorder, self._console
        game = recorder.setup.game.title
        if recorder.resumed:
            console.say(f"{game}, going on in {recorder.path} after {counted(recorder.moves, 'move')}.")
        else:
            console.say(f"{game}, written to {recorder.path} as you type. ? helps at every question.")
        try:
            while True:
                try:
                    pending = recorder.pending()
                    if pending is None:
                        self._over()
                        return True
                    self._next(pending)
                except Undo:
                    self._undo()
        except Leave:
            console.say(
                f"\nThe game is in {recorder.path} as far as it came: {counted(recorder.moves, 'move')}. "
                "To go on, run the same command again."
            )
            return False

    def _next(self, pending: Draw | Decision) -> None:
        recorder = self._recorder
        desk = Desk(self._console, self._board, self._scores)
        if isinstance(pending, Draw):
            recorder.draw(ask_draw(desk, recorder.setup, pending))
            self._seat = None  # everything looks different
            return
        state, setup, seat = recorder.state, recorder.setup, pending.seats[0]
        if seat != self._seat:
            self._seat = seat
            self._console.say(f"\n{self._board()}\n")
        menu = menu_of(setup, state.view(seat), state.legal(seat), self._names)
        by, move = ask_move(desk, setup, seat, self._who(seat), menu, state.verify)
        self._tell_move(by, move)
        recorder.move(by, move)

    def _tell_move(self, seat: int, move: Any) -> None:
        recorder = self._recorder
        words = in_words(recorder.setup, recorder.state.view(seat), move, self._names)
        self._console.say(f"{self._who(seat)} {words}.")

    def _over(self) -> None:
        self._recorder.finish()
        self._console.say(f"\nThe game is over, and its result is in {self._recorder.path}.\n\n{self._sheets()}")
        desk = Desk(self._console, self._board, self._scores)
        try:
            ask_end(desk)
        except Leave:
            return

    def _undo(self) -> None:
        event = self._recorder.undo()
        self._seat = None
        if isinstance(event, MoveEvent):
            words = in_words(self._recorder.setup, self._recorder.state.view(event.seat), event.move, self._names)
            self._console.say(f"Taken back: {self._who(event.seat)} {words}.")
        elif isinstance(event, ChanceEvent):
            self._console.say(f"Taken back: the draw {printable(event.chance)}.")
        else:
            self._console.say("There is nothing to take back.")

    def _who(self, seat: int) -> str:
        return f"{self._names[seat]} (seat {seat})"

    def _board(self) -> str:
        recorder = self._recorder
        view, width = recorder.state.view(self._seat), self._console.width
        return recorder.setup.game.draw(recorder.setup, view, width, names=self._names)

    def _scores(self) -> str:
        return points(self._names, self._recorder.state)

    def _sheets(self) -> str:
        return "\n".join(SHEET_FORMATS["table"]([self._recorder.report()])).rstrip()
