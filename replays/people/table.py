"""A game in progress: people, bots and chance at its seats, and the log of what they do.

Everything that people do at a table goes through a `Table`, whatever they see it in. Any seat that is due may answer,
in any order. What is answered is in the file, and on the disk, before the answer returns; the file is always a log with
nothing wrong in it, of a game that may still be running. Several threads may use a table.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Item, Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN
from cityleague.replays.log import (
    ChanceEvent,
    CheckEvent,
    Forfeit,
    ForfeitEvent,
    Header,
    LogError,
    MoveEvent,
    RawGame,
    ResultEvent,
    decoder,
    encode,
)
from cityleague.replays.people.journal import Journal
from cityleague.replays.people.lasting import Lasting, lasting_move
from cityleague.replays.replay import ComponentFiles, Replay, Report, begin, result_event

UNFINISHED = ("RESULT-MISSING", "GAME-TRUNCATED")
"""What is missing in the log of a game in progress, and is no fault."""

Played = ChanceEvent | MoveEvent[Any] | ForfeitEvent
"""What happens at a table. Checks and the result follow from it."""
Choice = ChanceEvent | MoveEvent[Any]
"""What somebody has chosen or typed in."""


class RefusedError(ValueError):
    """Something cannot be done at this table; the message says why."""


class OutdatedError(RefusedError):
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


class _Kept(NamedTuple):
    """All that changes at a table."""

    steps: list[Step]
    state: State[Any]
    forfeits: list[Forfeit]
    unseen: bool
    taken_back: list[Step]
    lasting: Lasting
    cuts: int


class Table:
    """A game in progress. Whatever raises an exception has changed nothing, neither here nor in the file."""

    def __init__(
        self,
        journal: Journal,
        header: Header,
        files: ComponentFiles,
        *,
        lines: Sequence[bytes] = (),
        past: Sequence[Choice] = (),
        seed: str | None = None,
    ) -> None:
        """A game with this header. Either it goes on where its log, these `lines`, ends, or it begins, with `past`.

        `seed` decides chance where the header has none. Raises LogError if something is wrong with the lines, Problem
        if the header is of no game, IllegalMove, FileChangedError and NotSavedError.
        """
        self.header, self.journal = header, journal
        self.resumed = bool(lines)
        """Whether it goes on where a log ends."""
        self.revision = 0
        """Grows with every change."""
        self._cuts = 0
        self.taken_back: list[Step] = []
        """What was taken back and can be played again, the next first."""
        self.lasting = Lasting()
        """What seats have said that they do whenever they are asked; the file does not tell it."""
        self.forfeits: list[Forfeit] = []
        self.unseen = False
        """Whether the log leaves open what some draw brought: no digest is written then."""
        self._files = files
        self._seed = header.seed if isinstance(header.seed, str) else seed
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._failure: BaseException | None = None
        self._question: tuple[int, dict[int, Question]] = (0, {})
        self._head = lines[0] if lines else encode(header)
        self._steps: list[Step] = []
        self._state: State[Any]
        self.setup, self._state = begin(header, files)
        if lines:
            finding = Replay(self._raw(lines), files).run(UNFINISHED).finding
            if finding:
                raise LogError(finding)
            for line in lines[1:]:
                self._read(line)
        with self._change():
            for event in past:
                self._play(event)

    # -- what can be seen

    @property
    def lines(self) -> list[bytes]:
        """The log so far."""
        return [self._head, *[step.line for step in self.steps]]

    @property
    def steps(self) -> list[Step]:
        """What has happened so far. The list stays as it is; after a change, there is another one."""
        with self._lock:
            return self._steps

    @property
    def state(self) -> State[Any]:
        """The position; the same holds for it."""
        with self._lock:
            return self._state

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return sum([isinstance(step.event, MoveEvent) for step in self.steps])

    def pending(self) -> Draw | Decision | None:
        """What comes next: a draw that somebody has to tell, a decision, or None at the end."""
        return self.state.pending()

    def question(self, seat: int) -> Question | None:
        """What a seat is asked; None if it is not due."""
        with self._lock:
            pending = self._state.pending()
            if not isinstance(pending, Decision) or seat not in pending.seats:
                return None
            revision, questions = self._question
            if revision != self.revision:
                questions = {}
                self._question = self.revision, questions
            if seat not in questions:
                legal = self._state.legal(seat)
                moves = sum([isinstance(step.event, MoveEvent) and step.event.seat == seat for step in self._steps])
                digest = blake2b(msgspec.json.encode([*legal]), digest_size=6).hexdigest()
                questions[seat] = Question(seat, f"{moves}-{digest}", self._state.view(seat), legal)
            return questions[seat]

    def standing(self) -> Standing:
        """The table as it stands."""
        with self._lock:
            pending = self._state.pending()
            due = pending.seats if isinstance(pending, Decision) else ()
            questions = [question for seat in due if (question := self.question(seat))]
            return Standing(self.revision, self._cuts, [step.line for step in self._steps], questions)

    def report(self) -> Report:
        """The game as it stands, with its sheets."""
        return Replay(self._raw(self.lines), self._files).run(UNFINISHED)

    def wait(self, revision: int, timeout: float | None = None) -> None:
        """Wait until the table has changed since this revision, but not longer than so many seconds.

        Raises what has made it fail, if something has.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.revision != revision or self._failure, timeout)
            if self._failure:
                raise self._failure

    def fail(self, error: BaseException) -> None:
        """The table cannot go on; whoever waits is told why."""
        with self._changed:
            self._failure = self._failure or error
            self._changed.notify_all()

    # -- what can be done

    def answer(
        self,
        seat: int,
        move: Any,
        key: str | None = None,
        *,
        ms: float | UnsetType = UNSET,
        note: str | UnsetType = UNSET,
        lasts: bool = False,
    ) -> None:
        """A seat makes this move, in answer to the question with this key, if one is told.

        `ms` is how long it has thought, in milliseconds; `note`, a remark for the log. `lasts`: it makes it whenever it
        is asked in this round, until it is to be asked again (`ask_again`). Raises IllegalMove, OutdatedError,
        RefusedError, FileChangedError and NotSavedError.
        """
        with self._change():
            self._require(seat, key)
            if lasts and lasting_move(self.setup, [move]) is None:
                raise RefusedError("this is said each time anew")
            self.lasting.pop(seat, None)
            said = self._state.round, len(self._steps)
            self._play(MoveEvent(seat=seat, move=move, ms=ms, note=note))
            self._replaced(seat)
            if lasts:
                self.lasting.say(seat, move, *said)

    def ask_again(self, seat: int) -> None:
        """A seat is asked again, whatever it has said to do whenever it is. Raises FileChangedError, NotSavedError."""
        with self._change():
            self.lasting.pop(seat, None)

    def draw(self, order: Sequence[Item | None], revision: int | None = None) -> None:
        """Chance brought this (None: something nobody saw), as told by somebody who saw this revision of the table.

        Raises RefusedError if it cannot have, FileChangedError and NotSavedError.
        """
        with self._change():
            draw = self._state.pending()
            if revision not in (None, self.revision) or not isinstance(draw, Draw):
                raise OutdatedError("the game has gone on, and this draw is no longer asked for")
            if wrong := verify_draw(draw, order):
                raise RefusedError(wrong)
            self._play(ChanceEvent(chance=draw.name, order=tuple(order)))
            self._replaced(draw.name)

    def forfeit(self, forfeit: Forfeit, key: str | None = None) -> None:
        """A seat has lost the game by misbehaving, and goes on by a stand-in. Raises as `answer`."""
        with self._change():
            self._require(forfeit.seat, key)
            self._try(ForfeitEvent(forfeit=forfeit))

    def note_hint(self, seat: int, key: str) -> None:
        """Note in the log that a seat has been told what a bot would do, once for each question.

        The note stays when the move is taken back. Raises OutdatedError, FileChangedError and NotSavedError.
        """
        note = f"seat {seat} has asked for a hint"
        with self._change():
            self._require(seat, key)
            since = takewhile(lambda step: isinstance(step.event, CheckEvent), reversed(self._steps))
            if all(step.event.note != note for step in since):
                self._append(CheckEvent(check=self._state.digest(), note=note))

    def cut(self, length: int) -> list[Step]:
        """Take back all after so many steps, and return it; what people did is kept, to be played `again`.

        Raises FileChangedError and NotSavedError.
        """
        with self._change():
            while length < len(self._steps) and isinstance(self._steps[length].event, CheckEvent):
                length += 1  # it belongs to what is before it
            gone = self._steps[length:]
            if gone:
                first = gone[0]
                self.taken_back = [step for step in gone if self._kept(step)] + self.taken_back
                self.lasting.cut(length)
                if first.by_itself and isinstance(first.event, MoveEvent):
                    self.lasting.pop(first.event.seat, None)  # whoever goes back to it wants to do something else
                del self._steps[length:]
                self._state, self.unseen = first.before.copy(), first.unseen
                del self.forfeits[first.forfeits :]
                self._cuts += 1
            return gone

    def last_choices(self, number: int) -> int:
        """How many steps are left if so many choices are taken back: moves for which there was another, and draws that
        were typed in."""
        for length in range(len(self._steps) - 1, -1, -1):
            step = self._steps[length]
            if self._is_choice(step):
                number -= 1
                if not number:
                    return length
        return 0

    def after_moves(self, number: int) -> int:
        """How many steps there are up to the one after so many moves."""
        for length, step in enumerate(self._steps):
            number -= isinstance(step.event, MoveEvent)
            if number < 0:
                return length
        return len(self._steps)

    def again(self) -> Again:
        """Play again what was taken back, as far as it is still possible. Raises FileChangedError and NotSavedError."""
        with self._change():
            played = 0
            while self.taken_back:
                step = self.taken_back[0]
                assert not isinstance(step.event, CheckEvent | ResultEvent)
                try:
                    self._try(step.event)
                except (IllegalMove, RefusedError) as error:
                    return Again(played, step, str(error))
                del self.taken_back[0]
                self._advance()
                played += 1
            return Again(played, None, "")

    # -- how it is done

    def _require(self, seat: int, key: str | None) -> None:
        """Raise OutdatedError unless a seat is asked the question with this key, if one is told; RefusedError unless
        there is such a seat."""
        if not 0 <= seat < self.setup.seats:
            raise RefusedError(f"the seats of this game are 0 to {self.setup.seats - 1}, not {seat}")
        if key is not None:
            question = self.question(seat)
            if question is None or question.key != key:
                raise OutdatedError("the game has gone on, and this is no longer asked")

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """Change the table and the file, or neither."""
        with self._lock:
            kept = _Kept(
                self._steps, self._state, self.forfeits, self.unseen, self.taken_back, self.lasting, self._cuts
            )
            # what others look at meanwhile stays as it is
            self._steps, self._state = [*self._steps], self._state.copy()
            self.forfeits, self.taken_back = [*self.forfeits], [*self.taken_back]
            self.lasting = self.lasting.copy()
            try:
                yield
                self._advance()
                self.journal.write(self.lines)
            except BaseException:
                self._steps, self._state, self.forfeits, self.unseen, self.taken_back, self.lasting, self._cuts = kept
                raise
            self.revision += 1
            self._changed.notify_all()

    def _advance(self) -> None:
        """Make draws that nobody has to tell and moves that last, and write the result of a game that is over."""
        while (pending := self._state.pending()) is not None:
            due = self.lasting.due(self._state, getattr(pending, "seats", ()))
            if isinstance(pending, Draw) and (order := self._decided(pending)) is not None:
                self._play(ChanceEvent(chance=pending.name, order=tuple(order)))
            elif due:
                self._play(MoveEvent(seat=due[0], move=due[1]), by_itself=True)
                self._replaced(due[0])
            else:
                return
        if not (self._steps and isinstance(self._steps[-1].event, ResultEvent)):
            event = result_event(self._state, self.forfeits)
            self._append(msgspec.structs.replace(event, digest=UNSET) if self.unseen else event)

    def _decided(self, draw: Draw) -> list[Item] | None:
        """What a draw brings, if the seed decides it or all its items are alike."""
        if self._seed is not None:
            return outcome(self._seed, draw)
        return list(draw.items[: draw.take]) if draw.take == 0 or len(set(draw.items)) == 1 else None

    def _play(self, event: Played, *, by_itself: bool = False) -> None:
        """Something happens; the rules say whether a move can. Raises IllegalMove."""
        before, unseen, forfeits = self._state.copy(), self.unseen, len(self.forfeits)
        self._apply(event)
        self._steps.append(Step(encode(event), event, before, unseen, forfeits, by_itself))
        if self._state.round != before.round and not self.unseen:
            self._append(CheckEvent(check=self._state.digest()))

    def _append(self, event: CheckEvent | ResultEvent) -> None:
        self._steps.append(Step(encode(event), event, self._state.copy(), self.unseen, len(self.forfeits)))

    def _apply(self, event: Played) -> None:
        if isinstance(event, MoveEvent):
            self._state.apply(event.seat, event.move)
        elif isinstance(event, ChanceEvent):
            self.unseen |= None in event.order
            self._state.resolve([UNSEEN if item is None else item for item in event.order])
        else:
            self.forfeits.append(event.forfeit)

    def _read(self, line: bytes) -> None:
        """Go on by a line of a log that has been proven."""
        event = decoder(self.setup.game).event(line)
        if isinstance(event, MoveEvent | ChanceEvent):
            name = event.chance if isinstance(event, ChanceEvent) else None
            while isinstance(draw := self._state.pending(), Draw) and draw.hidden and draw.name != name:
                self._apply(ChanceEvent(chance=draw.name, order=(None,) * draw.take))  # a log may leave it out
        before, unseen, forfeits = self._state.copy(), self.unseen, len(self.forfeits)
        if isinstance(event, MoveEvent | ChanceEvent | ForfeitEvent):
            self._apply(event)
        assert not isinstance(event, Header)
        self._steps.append(Step(line, event, before, unseen, forfeits))

    def _try(self, event: Played) -> None:
        """Play what may not be possible; raises IllegalMove and RefusedError."""
        if isinstance(event, ForfeitEvent):
            seat = event.forfeit.seat
            if self._state.pending() is None or any(seat == other.seat for other in self.forfeits):
                raise RefusedError(f"seat {seat} cannot forfeit any more")
        if isinstance(event, ChanceEvent):
            draw = self._state.pending()
            if not isinstance(draw, Draw) or draw.name != event.chance:
                raise RefusedError("this draw is not due here")
            if wrong := verify_draw(draw, event.order):
                raise RefusedError(wrong)
        self._play(event)

    def _replaced(self, who: int | str) -> None:
        """What a seat has done now, or a draw has brought, stands for the next of it that was taken back."""
        for at, step in enumerate(self.taken_back):
            if who in (getattr(step.event, "seat", None), getattr(step.event, "chance", None)):
                del self.taken_back[at]
                return

    def _kept(self, step: Step) -> Played | None:
        """What is kept of a step that is taken back: what a seat has done, or a draw that somebody has told."""
        draw = step.before.pending()
        if isinstance(step.event, MoveEvent | ForfeitEvent):
            return step.event
        told = isinstance(draw, Draw) and self._decided(draw) is None
        return step.event if isinstance(step.event, ChanceEvent) and told else None

    def _is_choice(self, step: Step) -> bool:
        """Whether somebody could have made another move here, or has told a draw."""
        if isinstance(step.event, MoveEvent):
            return not step.by_itself and not only(self.setup, step.before.legal(step.event.seat))
        return isinstance(self._kept(step), ChanceEvent)

    def _raw(self, lines: Sequence[bytes]) -> RawGame:
        return RawGame(self.journal.path or "-", 1, (b"".join([line + b"\n" for line in lines]),), 0)


def only(setup: Setup, legal: Sequence[Any]) -> bool:
    """Whether there is one move and no other: `legal` may list a few of many ways to make it."""
    return len(legal) == 1 and setup.game.canonical(legal[0]) == legal[0]
