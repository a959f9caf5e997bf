"""One game of a log through its engine: every line held against the rules, the chance against the seed.

`Replay` is the one reader of games: validation, score sheets and pictures all ride on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from msgspec import UnsetType

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import (
    BLANK,
    ChanceEvent,
    CheckEvent,
    Finding,
    Forfeit,
    ForfeitEvent,
    Header,
    LineDecoder,
    MoveEvent,
    Problem,
    RawGame,
    ResultEvent,
    column_of,
    decode_header,
    decoder,
    encode,
    has_field,
    printable,
    quote,
)
from cityleague.replays.replay.component_files import ComponentFiles
from cityleague.replays.replay.headers import begin
from cityleague.replays.replay.nearest import nearest
from cityleague.replays.replay.results import compare, result_event


class Report(NamedTuple):
    """What a replay has found out about a game."""

    file: str
    line: int
    """Where the game begins."""
    header: Header | None
    moves: int
    finding: Finding | None
    """What is wrong with it, if anything."""
    result: ResultEvent | None
    """The result as computed, sheets and all, if nothing is wrong."""

    @property
    def id(self) -> str | None:
        """The game's id, if it has one."""
        return (self.header.id or None) if self.header else None


class Replay:
    """A game being replayed."""

    def __init__(self, raw: RawGame, files: ComponentFiles) -> None:
        self.raw = raw
        self._lines = raw.lines
        self._files = files
        self.header: Header | None = None
        self._setup: Setup
        self._state: State[Any]
        self._seed: str | UnsetType
        self._decoder: LineDecoder
        self._begun = False
        self.moves = 0
        self.forfeits: list[Forfeit] = []
        self.result: ResultEvent | None = None
        self._index = 0  # of the line being looked at
        self._seat: int | None = None  # that the line speaks of

    def run(self, until: int = -1) -> Report:
        """Replay to the end, or to just after `until` moves (0: before the first); never raises."""
        finding = None
        try:
            self._begin()
            self._play(until)
            if until < 0:
                self._end()
        except Problem as problem:
            finding = self._finding(problem)
        result = self.result if finding is None else None
        return Report(
            self.raw.file,
            self.raw.first,
            self.header,
            self.moves,
            finding,
            result,
        )

    def picture(self, seat: int | None = None) -> str | None:
        """The boards as they stand, as a seat or (None) a spectator sees them; None if no game was set up.

        Raises ValueError if the game has no such seat.
        """
        if not self._begun:
            return None
        if seat is not None and seat >= self._state.seats:
            raise ValueError(f"the seats of this game are 0 to {self._state.seats - 1}")
        return self._setup.game.draw(self._setup, self._state.view(seat))

    # -- the lines

    def _begin(self) -> None:
        lines = self._lines
        while not lines[self._index].strip(BLANK):
            self._index += 1
        self.header = decode_header(lines[self._index])
        self._setup, self._state = begin(self.header, self._files)
        self._seed = self.header.seed
        self._decoder = decoder(self._setup.game)
        self._begun = True

    def _play(self, until: int) -> None:
        state = self._state
        remembered, decode_move = self._decoder.recent.get, self._decoder.move
        verify, apply, seats = state.verify, state.apply, state.seats
        moves = 0
        first = self._index + 1
        lines = self._lines[first:]
        index = self._index
        try:
            for index, line in enumerate(lines if until < 0 else self._up_to(until, lines), first):
                known = remembered(line) or decode_move(line)
                if known is None or known[0] >= seats:
                    self._index = index
                    known = self._other(line)
                    if known is None:
                        continue
                seat, move = known
                verify(seat, move)
                apply(seat, move)
                moves += 1
        except IllegalMove as error:
            self._illegal(seat, move, error)
        finally:
            self._index = index
            self.moves = moves

    def _up_to(self, moves: int, lines: list[bytes]) -> Iterator[bytes]:
        """The lines from the game's beginning to this many moves; a line that cannot be decoded is given out too."""
        for line in lines:
            if not moves:
                return
            yield line
            moves -= has_field(line, "move")

    def _other(self, line: bytes) -> tuple[int, Any] | None:
        """Seat and move of a line that is a move in another form; None for whatever else, which has then happened."""
        if not line.strip(BLANK) or self._as_written_here(line):
            return None
        event = self._decoder.event(line)
        if self.result is not None:
            raise _after_end()
        if isinstance(event, MoveEvent):
            self._check_seat(event.seat, "/seat")
            return event.seat, event.move
        _HANDLERS[type(event)](self, event)
        return None

    def _as_written_here(self, line: bytes) -> bool:
        """Whether a line of chance, check or result is, byte for byte, what this program would write at this point.

        If so, what the line says has happened.
        """
        state = self._state
        if line.startswith(b'{"check":'):
            return self.result is None and line == encode(CheckEvent(check=state.digest()))
        if line.startswith(b'{"chance":') and isinstance(self._seed, str):
            draw = state.pending()
            if isinstance(draw, Draw):
                order = outcome(self._seed, draw)
                if line == encode(ChanceEvent(chance=draw.name, order=tuple(order))):
                    state.resolve(order)
                    return True
        elif line.startswith(b'{"result":') and self.result is None and self._over():
            computed = result_event(state, self.forfeits)
            if line == encode(computed):
                self.result = computed
                return True
        return False

    def _chance(self, event: ChanceEvent) -> None:
        draw = self._state.pending()
        if not isinstance(draw, Draw):
            raise Problem("CHANCE-UNEXPECTED", f"no draw is due here, but {due(self._state)}", "/chance")
        if event.chance != draw.name:
            raise Problem(
                "CHANCE-NAME",
                f"the draw that is due is {draw.name}, not {quote(event.chance)}",
                "/chance",
                expected=[draw.name],
            )
        order = list(event.order)
        expected = outcome(self._seed, draw) if isinstance(self._seed, str) else None
        if order != expected:
            if wrong := verify_draw(draw, order):
                raise Problem("CHANCE-ITEMS", printable(wrong), "/order", expected=[expected] if expected else None)
            if expected is not None:
                at = next(i for i, pair in enumerate(zip(order, expected, strict=True)) if pair[0] != pair[1])
                raise Problem(
                    "CHANCE-SEED",
                    f"the seed brings {quote(expected[at])} here, not {quote(order[at])}",
                    f"/order/{at}",
                    expected=[expected],
                )
        self._state.resolve(order)

    def _check(self, event: CheckEvent) -> None:
        digest = self._state.digest()
        if event.check != digest:
            raise Problem(
                "CHECK-MISMATCH",
                f"the state here has the digest {digest}: an earlier line of this game is not what was played",
                "/check",
                expected=[digest],
            )

    def _forfeit(self, event: ForfeitEvent) -> None:
        forfeit = event.forfeit
        self._check_seat(forfeit.seat, "/forfeit/seat")
        if any(forfeit.seat == other.seat for other in self.forfeits) or self._state.pending() is None:
            when = "the game is over" if self._state.pending() is None else "it has forfeited already"
            raise Problem("FORFEIT-REPEATED", f"seat {forfeit.seat} cannot forfeit: {when}", "/forfeit/seat")
        self.forfeits.append(forfeit)

    def _result(self, event: ResultEvent) -> None:
        if not self._over():
            raise Problem("RESULT-EARLY", f"the game is not over: {due(self._state)}", "/result")
        computed = result_event(self._state, self.forfeits)
        compare(event, computed)
        self.result = computed

    def _over(self) -> bool:
        return self._state.pending() is None

    def _end(self) -> None:
        if self.raw.dropped:
            raise Problem("LOG-GAME-TOO-LONG", "the game is too long; the lines after this one are not read")
        if self.result is None:
            while not self._lines[self._index].strip(BLANK):
                self._index -= 1  # blank lines at the end are not where anything is missing
            if self._over():
                raise Problem("RESULT-MISSING", "the game is over, but the log does not say its result")
            raise Problem("GAME-TRUNCATED", f"the game ends in the middle: {due(self._state)}")

    # -- what is wrong

    def _check_seat(self, seat: int, pointer: str) -> None:
        if seat >= self._state.seats:
            last = self._state.seats - 1
            raise Problem("LOG-SEAT", f"the seats of this game are 0 to {last}, not {seat}", pointer)

    def _illegal(self, seat: int, move: Any, error: IllegalMove) -> NoReturn:
        if self.result is not None:
            raise _after_end()
        self._seat = seat
        pointer = "/move" + (f"/{error.field}" if error.field else "")
        legal = self._state.legal(seat) if self._may_move(seat) else []
        raise Problem(error.rule.code, printable(error.message), pointer, expected=nearest(move, legal))

    def _may_move(self, seat: int) -> bool:
        pending = self._state.pending()
        return isinstance(pending, Decision) and seat in pending.seats

    def _finding(self, problem: Problem) -> Finding:
        lines = self._lines
        line = lines[self._index]
        column = problem.column
        if column is None and problem.pointer is not None:
            column = column_of(line, problem.pointer)
        following = lines[self._index + 1 :]
        return Finding(
            code=problem.code,
            message=problem.message,
            file=self.raw.file,
            line=self.raw.first + self._index,
            column=column,
            character=len(line[: column - 1].decode(errors="replace")) + 1 if column is not None else None,
            pointer=problem.pointer,
            game=(self.header.id or None) if self.header else None,
            move=self.moves + has_field(line, "move") if self._begun else None,
            seat=self._seat,
            expected=problem.expected,
            unexamined=sum(1 for line in following if line.strip(BLANK)) + self.raw.dropped,
        )


def _after_end() -> Problem:
    return Problem("GAME-AFTER-END", "the game has its result already; a header would begin the next", "")


_HANDLERS: dict[type, Callable[[Replay, Any], None]] = {
    ChanceEvent: Replay._chance,
    CheckEvent: Replay._check,
    ForfeitEvent: Replay._forfeit,
    ResultEvent: Replay._result,
}


def due(state: State[Any]) -> str:
    """What must happen next, in words."""
    pending = state.pending()
    if isinstance(pending, Draw):
        return f"the draw {pending.name} is due"
    if isinstance(pending, Decision):
        seats = " or ".join(map(str, pending.seats))
        return f"a move of seat {seats} is due"
    return "the game is over"
