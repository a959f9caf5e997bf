"""A table with those who have sat down at it, people and bots, and with those who are told when it changes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import msgspec

from cityleague.engine.bots.specs import LEVELS
from cityleague.engine.looks.picture import Picture
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.protocol import State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.analysis import hint
from cityleague.replays.log import MoveEvent, RawGame, counted, decode_header, encode
from cityleague.replays.pages import names_of
from cityleague.replays.people import (
    UNFINISHED,
    Bots,
    FileChangedError,
    NotSavedError,
    OutdatedError,
    Question,
    Step,
    Table,
    TableError,
    choices,
    narrowing_of,
    only,
)
from cityleague.replays.players import Entrant, Terms
from cityleague.replays.replay import Replay, begin, file_of
from cityleague.replays.serving.asking import Asking
from cityleague.replays.serving.folder import called
from cityleague.replays.serving.news import told_of
from cityleague.replays.workers import WorkerError, partner

_BYTES = 16
"""Of a token: 128 bits, which nobody guesses."""
_HEARTBEAT = 15.0
"""Seconds after which a page that hears nothing is told again how far the table is."""
_DRAWN = 99
"""So many positions are kept as pictures."""
_MOST_PAGES = 40
"""So many pages can listen to a table at once."""


class _LeftError(Exception):
    """Nobody serves the table any more."""


class TooManyError(TableError):
    """More pages listen to a table than it can tell."""


class Seated:
    """A table that a server shows. Any thread may use it."""

    def __init__(
        self,
        name: str,
        table: Table,
        entrants: Mapping[int, Entrant] | None = None,
        *,
        components: bytes | None = None,
        seed: str | None = None,
    ) -> None:
        """`entrants`: the bots by seat, where people play against each other and them; None: somebody writes a game
        down. Raises BotSpecError and WorkerError.
        """
        self.name, self.table = name, table
        self.setup, players = table.setup, table.header.players
        self.names = names_of(players) if entrants is None else called(players)
        seats = range(table.setup.seats)
        self.people = None if entrants is None else tuple([seat for seat in seats if seat not in entrants])
        """The seats of people, where they play; None: somebody writes down what all of them do."""
        self.tokens: dict[str, int | None] = {}
        """Who opens a page with this token: a seat, or (None) whoever looks on."""
        if self.people is not None:
            self.tokens = {secrets.token_urlsafe(_BYTES): seat for seat in [*self.people, None]}
        self.bots = None if entrants is None else {seat: entrant.spec for seat, entrant in entrants.items()}
        self.stopped = ""
        """Why the table cannot go on; empty while it can."""
        self._number = secrets.token_hex(4)
        self._first = len(table.steps)
        self._thinking, self._waiting = threading.Lock(), set[int]()
        self._think_no_more: Callable[[], None] = lambda: None
        self._listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._lock = threading.Lock()
        self._open = contextlib.ExitStack()
        self._askings: dict[tuple[int, int], Asking] = {}
        self._drawn: dict[int, tuple[State[Any], Picture]] = {}
        self.hinted: dict[int, tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]] = {}
        """By seat, the key of the question of its last hint, with taps and picks of the move, until they are shown."""
        self._forced: list[Step] = []
        self._forcing = threading.Lock()
        self._components = components
        if entrants:
            self._open.enter_context(Bots(table, entrants, Terms(), components=components, seed=seed))
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the table; bots that think are stopped."""
        self.stopped = self.stopped or "The table was left."
        self.table.fail(_LeftError())
        self._think_no_more()
        self._thread.join()
        with contextlib.suppress(OSError, WorkerError):
            self._open.close()
        self._tell()

    @property
    def revision(self) -> str:
        """Another one whenever something has changed."""
        return f"{self._number}-{self.table.revision}{'-stopped' * bool(self.stopped)}"

    @property
    def answering(self) -> Sequence[int]:
        """The seats for which people answer."""
        return range(self.setup.seats) if self.people is None else self.people

    # -- questions

    def asking(self, revision: int, question: Question, picture: Picture) -> Asking:
        """A question with its places on the picture of its seat; kept while the table has this revision."""
        key = revision, question.seat
        found = self._askings.get(key)
        if found is None or found.question is not question:
            verify, writes = self.table.state.verify, self.people is None
            found = Asking(self.setup, question, self.names, picture, verify, writes=writes)
            self._askings = {other: asking for other, asking in self._askings.items() if other[0] == revision} | {
                key: found
            }
        return found

    def drawn(self, state: State[Any]) -> Picture:
        """How all see a position; the last of them are kept."""
        found = self._drawn.get(id(state))
        if found is None:
            pictures = pictures_of(self.setup.game)
            picture = pictures.picture(self.setup, state.view(None), self.names) if pictures else Picture("", ())
            found = state, picture  # the position is kept too: no other one has its number then
            self._drawn = {**dict([*self._drawn.items()][-_DRAWN:]), id(state): found}
        return found[1]

    # -- what can be done

    def answer(self, seat: int, key: str, move: Any, *, lasts: bool = False, shared: bool = False) -> str:
        """A person makes a move; what was done, in words for all at a `shared` screen. Raises as `Table.answer`."""
        self._require_answering(seat)
        first = len(self.table.steps)
        with self._stopping():
            self.table.answer(seat, move, key, lasts=lasts)
        made = [
            step for step in self.table.steps[first:] if not self.people or getattr(step.event, "seat", None) == seat
        ]
        writes, to = self.people is None, seat if self.people and not shared else None
        return " ".join(filter(None, [told_of(self.setup, step, self.names, to, writes=writes) for step in made]))

    def ask_again(self, seat: int) -> str:
        """A person who had said what to do whenever asked is asked again; in words. Raises as `Table.ask_again`."""
        self._require_answering(seat)
        with self._stopping():
            self.table.ask_again(seat)
        return f"{self.names[seat]} is asked again."

    def listed(self, seat: int, key: str, number: int) -> Any:
        """A legal move of the question with this key; raises OutdatedError."""
        question = self.table.question(seat) if seat in self.answering else None
        if question is None or question.key != key or number >= len(question.legal):
            raise OutdatedError("the game has gone on, and this is no longer asked")
        return question.legal[number]

    def draw(self, order: str, name: str) -> str:
        """Note what a draw has brought, as JSON. Raises TableError, FileChangedError and NotSavedError."""
        self._require_going()
        revision, pending = self.table.revision, self.table.pending()
        if self.people is not None or name != getattr(pending, "name", None):
            raise OutdatedError("the game has gone on, and this draw is no longer asked for")
        try:
            told = msgspec.json.decode(order, type=list[int | str | None])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise TableError("this is no draw") from None
        with self._stopping():
            self.table.draw(told, revision)
        return "Written down."

    def may_undo(self, seat: int | None) -> bool:
        """Whether whoever looks through these eyes can take the last choice back: where people write a game down,
        always; where they play, the seat whose move it was, as long as nothing has happened since."""
        length = self.table.last_choices(1)
        gone = [step.event for step in self.table.steps[max(length, self._first) :]]
        if self.people is None:
            return bool(self.table.steps)
        played = [event for event in gone if not hasattr(event, "check")]
        return bool(played) and all(isinstance(event, MoveEvent) and event.seat == seat for event in played)

    def undo(self, seat: int | None) -> str:
        """Take back the last choice; what that was. Raises TableError, FileChangedError and NotSavedError."""
        self._require_going()
        if not self.may_undo(seat):
            raise TableError("a move stands once another seat has moved or chance has spoken")
        return self._cut(self.table.last_choices(1))

    def back(self, moves: int) -> str:
        """Take back all after so many moves; raises as `undo`."""
        self._require_going()
        if self.people is not None:
            raise TableError("where people play, nobody goes back to an earlier move")
        return self._cut(self.table.after_moves(moves))

    def again(self) -> str:
        """Play again what was taken back, as far as it is possible; what came of it. Raises as `undo`."""
        self._require_going()
        with self._stopping():
            again = self.table.again()
        words = f"Played again: {counted(again.played, 'event')}."
        if again.stopped and isinstance(again.stopped.event, MoveEvent):
            return f"{words} Not possible any more: {self._said(again.stopped)} {again.why}."
        return f"{words} The next draw or forfeit is not possible any more: {again.why}." if again.stopped else words

    def hint(self, seat: int, key: str, bot: str = "") -> str:
        """What a bot of this level would do; the log notes who asked. Raises OutdatedError and TableError."""
        if bot and bot not in LEVELS:
            raise TableError(f"hints are by {', '.join(LEVELS)}")
        self._require_going()
        question = self.table.question(seat)
        if self.people is None or seat not in self.people or question is None or question.key != key:
            raise OutdatedError("the game has gone on, and this is no longer asked")
        lost = [forfeit.seat for forfeit in self.table.forfeits]
        with self._lock:
            if seat in self._waiting:
                raise TableError("a hint is being thought of already")
            self._waiting.add(seat)
        try:
            with self._thinking:  # one after the other
                self._require_going()
                with contextlib.closing(partner(Thinker, encode(self.table.header), self._components)) as thinker:
                    self._think_no_more = thinker.interrupt
                    found = thinker.call("hint", self.table.lines, seat, f"{seat} {key}", lost, bot)
        finally:
            self._waiting.remove(seat)
        move = msgspec.convert(found, self.setup.game.moves)
        with self._stopping():
            self.table.note_hint(seat, key)
        moves = narrowing_of(self.setup, question.view, question.legal)
        if move in moves.moves:
            number = moves.moves.index(move)
            taps = tuple(moves.places[number].elements())
            self.hinted[seat] = key, taps, tuple(moves.picks(number, moves.after(taps).moves))
        (words,) = choices(self.setup, question.view, [move], self.names)
        return f"Hint, a bot's opinion: {words[:1].lower()}{words[1:]}."

    def give_up(self, seat: int) -> str:
        """Think of no hint for this seat any more; in words."""
        if self._waiting == {seat}:
            self._think_no_more()
        return "No hint, then."

    def _require_going(self) -> None:
        if self.stopped:
            raise TableError(self.stopped)

    def _require_answering(self, seat: int) -> None:
        self._require_going()
        if seat not in self.answering:
            raise TableError("nobody answers for this seat here")

    def _cut(self, length: int) -> str:
        with self._stopping():
            gone = self.table.cut(max(length, 0 if self.people is None else self._first))
        moves = [step for step in gone if isinstance(step.event, MoveEvent)]
        if not moves:
            return "Taken back." if gone else "There is nothing to take back."
        more = f" What followed, too: {counted(len(moves) - 1, 'move')}." if len(moves) > 1 else ""
        return f"Taken back: {self._said(moves[0])}{more}"

    def _said(self, step: Step) -> str:
        """A move as it was made, in words."""
        alone = self.people[0] if self.people and len(self.people) == 1 else None
        return told_of(self.setup, step, self.names, alone, writes=alone is None)

    @contextlib.contextmanager
    def _stopping(self) -> Any:
        """What somebody does, and the moves for which there is no other then.

        The table stops if another program has written its file: nothing of either is lost.
        """
        try:
            yield
            self._make_forced()
        except FileChangedError as error:
            self._stop(error)
            raise

    def _stop(self, error: BaseException) -> None:
        if isinstance(error, FileChangedError):
            self.stopped = "Another program has changed this game's file, which is left as it is. Open the game again."
        else:
            self.stopped = f"The table cannot go on: {error}. What was answered is saved; open the game again."
        self._tell()

    # -- what happens by itself

    def _watch(self) -> None:
        """Tell whoever listens of each change; a bot's move may leave a person only one."""
        try:
            while True:
                revision = self.table.revision
                self._make_forced()
                self._tell()
                self.table.wait(revision)
        except _LeftError:
            pass
        except Exception as error:  # what has made the table fail, such as a bot's process that was killed
            self._stop(error)

    def _make_forced(self) -> None:
        """Make the moves of people for which there is no other; where somebody writes a game down, in their order."""
        with contextlib.suppress(OutdatedError, IllegalMove, NotSavedError):
            while questions := self.table.standing().questions[: 1 if self.people is None else None]:
                forced = [
                    question
                    for question in questions
                    if question.seat in self.answering and only(self.setup, question.legal)
                ]
                if not forced:
                    return
                with self._forcing:
                    self.table.answer(forced[0].seat, forced[0].legal[0], forced[0].key)
                    moves = [step for step in self.table.steps if getattr(step.event, "seat", None) == forced[0].seat]
                    self._forced.append(moves[-1])

    @property
    def forced(self) -> list[Step]:
        """The moves of people for which there was no other, made by this table; all of those that can be seen."""
        with self._forcing:
            return [*self._forced]

    def _tell(self) -> None:
        with self._lock:
            for event, loop in self._listeners.items():
                with contextlib.suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(event.set)

    @property
    def is_heard(self) -> bool:
        """Whether a page listens to it."""
        return bool(self._listeners)

    def require_room(self) -> None:
        """Raise TooManyError if no further page can listen."""
        if len(self._listeners) >= _MOST_PAGES:
            raise TooManyError("too many pages listen to this table; close some")

    async def changes(self) -> AsyncIterator[str]:
        """The revision now, after each change, and from time to time in any case."""
        changed = asyncio.Event()
        with self._lock:
            self._listeners[changed] = asyncio.get_running_loop()
        try:
            while True:
                changed.clear()
                yield self.revision
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
        finally:
            with self._lock:
                del self._listeners[changed]


class Thinker:
    """Thinks of moves in one game."""

    def __init__(self, header: bytes, components: bytes | None) -> None:
        """A game with this header; `components` is a component file (None: the packaged one)."""
        self._files = file_of(components)
        self._setup, _ = begin(decode_header(header), self._files)

    def hint(self, lines: Sequence[bytes], seat: int, name: str, forfeited: Sequence[int], bot: str) -> Any:
        """A move for a seat after these lines, as simple values; `name` decides what is imagined."""
        replay = Replay(RawGame("-", 1, (b"".join([line + b"\n" for line in lines]),), 0), self._files)
        replay.run(UNFINISHED)
        return msgspec.to_builtins(hint(self._setup, replay.state, seat, name, forfeited, bot))

    def close(self) -> None:
        """Nothing is left open."""
