"""Bots at a table of people: they think in a process of their own, and answer by the same door as everybody."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import ForfeitEvent, MoveEvent, decoder, encode
from cityleague.replays.people.table import OutdatedError, Question, Table
from cityleague.replays.players import Beside, Entrant, Terms
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
        in_turn: bool = True,
    ) -> None:
        """`entrants` are by seat; `seed` is that of their random numbers, if the header has none.

        `in_turn`: where several seats are due, a bot is asked when those before it have answered. The same answers of
        people then give the same log. If not, it is asked at once.
        """
        self._table, self._seats, self._in_turn = table, frozenset(entrants), in_turn
        self._decoder = decoder(table.setup.game)
        header = table.header
        decides = header.seed if isinstance(header.seed, str) else str(seed)
        self._partner = partner(Beside, encode(header), components, dict(entrants), terms, decides)
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
            question = self._asked(at.questions)
            if is_over:
                self._know_the_end.set()
            if question is None:
                self._table.wait(at.revision)
            else:
                self._answer(question)

    def _asked(self, due: Sequence[Question]) -> Question | None:
        for question in due:
            if question.seat in self._seats:
                return question
            if self._in_turn:
                return None
        return None

    def _answer(self, question: Question) -> None:
        event = self._decoder.event(self._partner.call("ask", question.seat))
        with contextlib.suppress(OutdatedError, IllegalMove):  # something was taken back meanwhile
            if isinstance(event, MoveEvent):
                self._table.answer(question.seat, event.move, question.key, ms=event.ms, note=event.note)
            else:
                assert isinstance(event, ForfeitEvent)
                self._table.forfeit(event.forfeit, question.key)
