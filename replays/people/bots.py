"""People who play against bots. Bots think in a process of their own, and answer by the same door as everybody."""

import contextlib
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import ForfeitEvent, Header, MoveEvent, decode_header, decoder, encode
from cityleague.replays.people.by_hand import lines_of, require_names
from cityleague.replays.people.console import Console
from cityleague.replays.people.journal import Journal, NotSavedError
from cityleague.replays.people.session import Session
from cityleague.replays.people.steps import Choice, OutdatedError, Question
from cityleague.replays.people.table import Table
from cityleague.replays.players import ME, Entrant, SeatedBots, Terms
from cityleague.replays.replay import ComponentFiles
from cityleague.replays.workers import partner

_GRACE = 20.0
"""Seconds that the bots have to hear how a game has ended."""


class _LeftError(Exception):
    """The bots are to leave the table."""


class Bots:
    """The bots at a table, while the context lasts. If they cannot go on, whoever waits at the table is told why."""

    def __init__(
        self,
        table: Table,
        entrants: Mapping[int, Entrant],
        terms: Terms,
        *,
        components: bytes | None = None,
        seed: str | None = None,
    ) -> None:
        """`entrants` are by seat; `seed` is that of their random numbers, if the header has none.

        A bot is asked when the seats before it have answered: the same answers of people give the same log.
        """
        self._table, self._seats = table, frozenset(entrants)
        self._decoder = decoder(table.setup.game)
        header = table.header
        decides = header.seed if isinstance(header.seed, str) else str(seed)
        self._partner = partner(SeatedBots, encode(header), components, dict(entrants), terms, decides)
        self._thread = threading.Thread(target=self._go, daemon=True)
        self._know_the_end = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        """Raises OSError if the trace cannot be written, unless something else has gone wrong before."""
        try:
            if not kind and self._table.pending() is None:
                self._know_the_end.wait(_GRACE)  # programs are told the result, and it is in the trace
        finally:
            self._table.fail(_LeftError())
            self._partner.interrupt()
            self._thread.join()
            with contextlib.suppress(OSError) if kind else contextlib.nullcontext():
                self._partner.close()

    def _go(self) -> None:
        try:
            self._play()
        except _LeftError:
            pass
        except BaseException as error:  # a full disk, a process that was killed: whoever waits is to know
            self._table.fail(error)
        finally:
            self._know_the_end.set()

    def _play(self) -> None:
        told, cuts = 0, 0
        while True:
            is_over = self._table.pending() is None
            at = self._table.standing()
            if at.cuts != cuts:
                told, cuts = 0, at.cuts
            if told < len(at.lines) or not told:
                self._partner.call("follow", at.lines[told:], anew=not told)
                told = len(at.lines)
            if is_over:
                self._know_the_end.set()
            if at.questions and at.questions[0].seat in self._seats:
                self._answer(at.questions[0])
            else:
                self._table.wait(at.revision)

    def _answer(self, question: Question) -> None:
        event = self._decoder.event(self._partner.call("ask", question.seat))
        with contextlib.suppress(OutdatedError, IllegalMove):  # something was taken back meanwhile
            if isinstance(event, MoveEvent):
                self._table.answer(question.seat, event.move, question.key, ms=event.ms, note=event.note)
            else:
                assert isinstance(event, ForfeitEvent)
                self._table.forfeit(event.forfeit, question.key)


def seed_of(path: str) -> str | None:
    """The seed of the game in a file; None if there is no game or no seed. Raises TableError and LogError."""
    journal = Journal(path)
    seed = None if journal.is_new else decode_header(lines_of(path)[0]).seed
    return seed if isinstance(seed, str) else None


def company(
    journal: Journal,
    header: Header,
    files: ComponentFiles,
    *,
    past: Sequence[Choice] = (),
    seed: str | None = None,
    anew: bool = False,
) -> Table | None:
    """The table of a game that people begin or go on with; None if the journal has another one, or this one to its end.

    `past` is what has happened before; `anew`: it replaces what the journal has. Raises TableError, and as `Table`.
    """
    if journal.path is None or journal.is_new or anew:
        require_names(header.players)
        return Table(journal, header, files, past=past, seed=seed)
    lines = lines_of(journal.path)
    if decode_header(lines[0]) != header:
        return None
    table = Table(journal, header, files, lines=lines, seed=seed)
    return None if table.pending() is None else table


def play_with_bots(
    table: Table,
    console: Console,
    entrants: Sequence[Entrant],
    terms: Terms,
    components: bytes | None,
    seed: str | None,
) -> bool:
    """Play on until the game is over or somebody leaves; whether it is over. `entrants` are by seat.

    `components` is a component file (None: the packaged one). Raises BotSpecError, WorkerError, OSError and
    FileChangedError.
    """
    people = {seat for seat, entrant in enumerate(entrants) if entrant.spec == ME}
    bots = {seat: entrant for seat, entrant in enumerate(entrants) if seat not in people}
    with Bots(table, bots, terms, components=components, seed=seed):
        try:
            return Session(table, console, people, times=terms.times).go()
        except NotSavedError:
            raise
        except OSError:  # the terminal was closed, or whatever the pipe led to has ended
            return False
