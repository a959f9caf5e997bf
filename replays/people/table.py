"""A game in progress: people, bots and chance at its seats, and the log of what they do.

Everything that people do at a table goes through a `Table`, whatever they see it in. Any seat that is due may answer,
in any order. What is answered is in the file, and on the disk, before the answer returns; the file is always a log with
nothing wrong in it, of a game that may still be running. Several threads may use a table.
"""

import contextlib
import threading
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Item, State
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
from cityleague.replays.people.steps import (
    UNFINISHED,
    Again,
    Choice,
    Lasting,
    OutdatedError,
    Played,
    Question,
    Standing,
    Step,
    TableError,
    lasting_move,
    only,
)
from cityleague.replays.replay import ComponentFiles, Replay, Report, begin, left_out, result_event


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
        self.header, self.journal, self._files = header, journal, files
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
        self._seed = header.seed if isinstance(header.seed, str) else seed
        self._changed = threading.Condition()
        self._failure: BaseException | None = None
        self._questions: dict[int, Question] = {}
        self._head = lines[0] if lines else encode(header)
        self._steps: list[Step] = []
        self.setup, self._state = begin(header, files)
        if lines:
            if finding := self._replayed(lines).finding:
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
        with self._changed:
            return self._steps

    @property
    def state(self) -> State[Any]:
        """The position; the same holds for it."""
        with self._changed:
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
        with self._changed:
            pending = self._state.pending()
            if not isinstance(pending, Decision) or seat not in pending.seats:
                return None
            if seat not in self._questions:
                legal = self._state.legal(seat)
                moves = sum([isinstance(step.event, MoveEvent) and step.event.seat == seat for step in self._steps])
                digest = blake2b(msgspec.json.encode([*legal]), digest_size=6).hexdigest()
                self._questions[seat] = Question(seat, f"{moves}-{digest}", self._state.view(seat), legal)
            return self._questions[seat]

    def standing(self) -> Standing:
        """The table as it stands."""
        with self._changed:
            pending = self._state.pending()
            questions = [question for seat in getattr(pending, "seats", ()) if (question := self.question(seat))]
            return Standing(self.revision, self._cuts, [step.line for step in self._steps], questions)

    def report(self) -> Report:
        """The game as it stands, with its sheets."""
        return self._replayed(self.lines)

    def wait(self, revision: int, timeout: float | None = None) -> None:
        """Wait until the table has changed since this revision, at most so many seconds. Raises what made it fail."""
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
        TableError, FileChangedError and NotSavedError.
        """
        with self._change():
            self._require(seat, key)
            if lasts and lasting_move(self.setup, [move]) is None:
                raise TableError("this is said each time anew")
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

        Raises TableError if it cannot have, FileChangedError and NotSavedError.
        """
        with self._change():
            draw = self._state.pending()
            if revision not in (None, self.revision) or not isinstance(draw, Draw):
                raise OutdatedError("the game has gone on, and this draw is no longer asked for")
            self._try(ChanceEvent(chance=draw.name, order=tuple(order)))
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
        """Take back all after so many steps, and return it, for `again`. Raises FileChangedError and NotSavedError."""
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
        """How many steps are left without so many choices: moves for which there was another, and draws typed in."""
        for length in reversed(range(len(self._steps))):
            if self._is_choice(self._steps[length]):
                number -= 1
                if not number:
                    return length
        return 0

    def after_moves(self, number: int) -> int:
        """How many steps there are up to the one after so many moves."""
        moves = [at for at, step in enumerate(self._steps) if isinstance(step.event, MoveEvent)]
        return moves[number] if number < len(moves) else len(self._steps)

    def again(self) -> Again:
        """Play again what was taken back, as far as it is still possible. Raises FileChangedError and NotSavedError."""
        with self._change():
            played = 0
            while self.taken_back:
                step = self.taken_back[0]
                assert not isinstance(step.event, CheckEvent | ResultEvent)
                try:
                    self._try(step.event)
                except (IllegalMove, TableError) as error:
                    return Again(played, step, str(error))
                del self.taken_back[0]
                self._advance()
                played += 1
            return Again(played, None, "")

    # -- how it is done

    def _require(self, seat: int, key: str | None) -> None:
        """Raise TableError without such a seat, OutdatedError unless it is asked what this key, if any, tells."""
        if not 0 <= seat < self.setup.seats:
            raise TableError(f"the seats of this game are 0 to {self.setup.seats - 1}, not {seat}")
        if key is not None:
            question = self.question(seat)
            if question is None or question.key != key:
                raise OutdatedError("the game has gone on, and this is no longer asked")

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """Change the table and the file, or neither."""
        with self._changed:
            before = dict(vars(self))  # what others look at meanwhile stays as it is: all that changes is replaced
            self._steps, self._state = [*self._steps], self._state.copy()
            self.forfeits, self.taken_back = [*self.forfeits], [*self.taken_back]
            self.lasting = self.lasting.copy()
            try:
                yield
                self._advance()
                self.journal.write(self.lines)
            except BaseException:
                vars(self).update(before)
                raise
            self.revision += 1
            self._questions = {}
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
        round_ = self._state.round
        self._append(event, by_itself=by_itself)
        if self._state.round != round_ and not self.unseen:
            self._append(CheckEvent(check=self._state.digest()))

    def _append(self, event: Played | CheckEvent | ResultEvent, line: bytes = b"", *, by_itself: bool = False) -> None:
        """Do what an event tells, and keep it as a line of the log. Raises IllegalMove."""
        step = Step(line or encode(event), event, self._state.copy(), self.unseen, len(self.forfeits), by_itself)
        if isinstance(event, MoveEvent):
            self._state.apply(event.seat, event.move)
        elif isinstance(event, ChanceEvent):
            self._resolve(event.order)
        elif isinstance(event, ForfeitEvent):
            self.forfeits.append(event.forfeit)
        self._steps.append(step)

    def _resolve(self, order: Sequence[Item | None]) -> None:
        self.unseen |= None in order
        self._state.resolve([UNSEEN if item is None else item for item in order])

    def _read(self, line: bytes) -> None:
        """Go on by a line of a log that has been proven."""
        event = decoder(self.setup.game).event(line)
        assert not isinstance(event, Header)
        if isinstance(event, MoveEvent | ChanceEvent):
            name = event.chance if isinstance(event, ChanceEvent) else None
            for draw in left_out(self._state, name):
                self._resolve((None,) * draw.take)
        self._append(event, line)

    def _try(self, event: Played) -> None:
        """Play what may not be possible; raises IllegalMove and TableError."""
        if isinstance(event, ForfeitEvent):
            gone = [forfeit.seat for forfeit in self.forfeits]
            if self._state.pending() is None or event.forfeit.seat in gone:
                raise TableError(f"seat {event.forfeit.seat} cannot forfeit any more")
        if isinstance(event, ChanceEvent):
            draw = self._state.pending()
            if not isinstance(draw, Draw) or draw.name != event.chance:
                raise TableError("this draw is not due here")
            if wrong := verify_draw(draw, event.order):
                raise TableError(wrong)
        self._play(event)

    def _replaced(self, who: int | str) -> None:
        """What a seat has done now, or a draw has brought, stands for the next of it that was taken back."""
        for at, step in enumerate(self.taken_back):
            if who in (getattr(step.event, "seat", None), getattr(step.event, "chance", None)):
                del self.taken_back[at]
                return

    def _kept(self, step: Step) -> bool:
        """Whether a step that is taken back is kept: what a seat has done, or a draw that somebody has told."""
        draw = step.before.pending()
        told = isinstance(draw, Draw) and self._decided(draw) is None
        return isinstance(step.event, MoveEvent | ForfeitEvent) or (isinstance(step.event, ChanceEvent) and told)

    def _is_choice(self, step: Step) -> bool:
        """Whether somebody could have made another move here, or has told a draw."""
        if isinstance(step.event, MoveEvent):
            return not step.by_itself and not only(self.setup, step.before.legal(step.event.seat))
        return isinstance(step.event, ChanceEvent) and self._kept(step)

    def _replayed(self, lines: Sequence[bytes]) -> Report:
        raw = RawGame(self.journal.path or "-", 1, (b"".join([line + b"\n" for line in lines]),), 0)
        return Replay(raw, self._files).run(UNFINISHED)
