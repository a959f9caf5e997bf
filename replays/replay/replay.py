"""One game of a log, replayed by its engine: every line is checked against the rules, and chance against the seed.

`Replay` is the one reader of games: validation, score sheets and pictures all use it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from hashlib import blake2b
from itertools import islice
from typing import Any, NoReturn

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.chance import outcome
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.engine.rules import CHANCE_DUE, TURN_RULES, IllegalMove, Since
from cityleague.engine.unseen import UNSEEN
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
    Related,
    ResultEvent,
    Secrets,
    check_secret,
    column_of,
    decode_header,
    decoder,
    encode,
    has_field,
    heads,
    printable,
    quote,
)
from cityleague.replays.replay.claims import check_order, compare, due, left_out, result_event, result_line
from cityleague.replays.replay.headers import ComponentFiles, begin, superseded
from cityleague.replays.replay.hints import mistyped, nearest, with_names
from cityleague.replays.replay.report import Report


class Replay:
    """A game being replayed, by `run` or move by move by `walk`. One Replay replays its game once."""

    def __init__(self, raw: RawGame, files: ComponentFiles, secrets: Secrets | None = None, stated: str = "") -> None:
        """`secrets`: those from which the seed must follow. `stated`: `components`, as if the header had them."""
        self.raw = raw
        self._lines: Iterator[tuple[int, bytes]] = enumerate(raw.each_line_with_end())
        self._files = files
        self._secrets = secrets or {}
        self._stated = stated
        self.header: Header | None = None
        self.setup: Setup
        self.state: State[Any]
        """The current state."""
        self._seed: str | UnsetType
        self._decoder: LineDecoder
        self.begun = False
        """Whether the game has been set up from its header: then there are `setup` and `state`."""
        self.moves = 0
        self.unseen = False
        """Whether the log has left open so far what a draw brought: no digest can be compared then."""
        self.drawn: list[ChanceEvent] = []
        """What chance has brought so far, but for draws that the log leaves out."""
        self.forfeits: list[Forfeit] = []
        self.result: ResultEvent | None = None
        self._standing: ResultEvent | None = None
        self._ended = False  # whether the last line has been replayed
        self._index = 0  # of the current line
        self._seat: int | None = None  # the seat that the current line is about, for findings

    def run(self, may_lack: Collection[str] = ()) -> Report:
        """Replay to the end; never raises.

        `may_lack`: RESULT-MISSING, GAME-TRUNCATED or both, where a log may end without a result, or before its game.
        Only then the report has the standing of a game that is not over.
        """
        finding, lines, moves = None, self._lines, 0
        try:
            self._begin()
            apply = self.state.apply
            # Nearly all lines are moves of this generation of remembered ones, bound once; `_move` finds later ones.
            seat_of, remembered = heads(self.state.seats).get, self._decoder.recent.get
            for self._index, line in lines:
                head, _, rest = line.partition(b",")
                seat, move = seat_of(head), remembered(rest)
                if seat is None or move is None:
                    if (made := self._move(line)) is None:
                        continue
                    seat, move = made
                try:
                    apply(seat, move)
                except IllegalMove as error:
                    self._after_unseen_draws(seat, move, error)
                    apply(seat, move)
                moves += 1
            self._end(may_lack)
        except Problem as problem:
            self.moves = moves
            finding = self._with_older_figures(self.finding(problem), may_lack)
        self.moves = moves
        result = self.result if finding is None else None
        over = self._standing is not None and self._over()
        begins = self.raw.file, self.raw.first
        return Report(*begins, self.header, self.moves, finding, result, self._standing, over, self.unseen)

    def walk(self, grown: RawGame | None = None) -> Iterator[tuple[int, Any]]:
        """Seat and move of each move to the end of the game, just before it is applied. Raises Problem.

        `grown`: the game, to which lines were added. Then it is the moves that are new, and the game need not be over.
        """
        for seat, move in self.attempts(grown):
            self._verify(seat, move)
            yield seat, move

    def attempts(self, grown: RawGame | None = None) -> Iterator[tuple[int, Any]]:
        """Like `walk`, but a move is verified as it is applied, after it was given out; a fifth faster."""
        if grown:
            done = self._index + 1 if self.begun else 0
            self.raw, self._lines = grown, islice(enumerate(grown.each_line_with_end()), done, None)
        if not self.begun:
            self._begin()
        for seat, move in self._moves():
            if self._seed is UNSET:  # hidden draws may be left out before it
                self._verify(seat, move)
            yield seat, move
            try:
                self.state.apply(seat, move)
            except IllegalMove as error:
                self._illegal(seat, move, error)
            self.moves += 1
        if not grown:
            self._end()

    @property
    def line(self) -> int:
        """Number of the current line in the file, from 1."""
        return self.raw.first + self._index

    # -- the lines

    def read_header(self) -> Header:
        """The game's header; raises Problem."""
        self._index, line = next(numbered for numbered in self._lines if numbered[1].strip(BLANK))
        self.header = decode_header(line.removesuffix(b"\n"))
        if self._stated:
            self.header = msgspec.structs.replace(self.header, components=self._stated)
        return self.header

    def _begin(self) -> None:
        header = self.read_header()
        self.setup, self.state = begin(header, self._files)
        check_secret(header, self._secrets)
        self._seed = header.seed
        self._decoder = decoder(self.setup.game)
        self.begun = True

    def _moves(self) -> Iterator[tuple[int, Any]]:
        """Seat and move of each line that is a move. The caller verifies and applies it before asking for the next."""
        for index, line in self._lines:
            self._index = index
            if (made := self._move(line)) is not None:
                yield made

    def _move(self, line: bytes) -> tuple[int, Any] | None:
        """Seat and move of a line with its end; any line but a move is applied and gives None. Raises Problem."""
        made = self._decoder.move(line)
        return self._other_form(line.removesuffix(b"\n")) if made is None or made[0] >= self.state.seats else made

    def _verify(self, seat: int, move: Any) -> None:
        """Raise Problem unless the move is legal."""
        try:
            self.state.verify(seat, move)
        except IllegalMove as error:
            self._after_unseen_draws(seat, move, error)

    def _after_unseen_draws(self, seat: int, move: Any, error: IllegalMove) -> None:
        """Pass over hidden draws that the log leaves out, if the move belongs after them; raises Problem if not."""
        if error.rule is CHANCE_DUE and (before := self._pass_over()):
            try:
                self.state.verify(seat, move)
            except IllegalMove as later:
                if later.rule in TURN_RULES:
                    self.state, self.unseen = before
                else:
                    error = later
            else:
                return
        self._illegal(seat, move, error)

    def _pass_over(self, until: str | None = None) -> tuple[State[Any], bool] | None:
        """Pass over the hidden draws that are due, all or up to the one of that name; None if there are none.

        A log may leave them out where no seed decides them. Returned is how things stood before: a copy of the state.
        """
        before = None
        for draw in left_out(self.state, until) if self._seed is UNSET else ():
            before = before or (self.state.copy(), self.unseen)
            self.unseen |= draw.take > 0
            self.state.resolve([UNSEEN] * draw.take)
        return before

    def _resolve(self, event: ChanceEvent) -> None:
        """Apply the outcome of a draw; None is an item that nobody saw."""
        self.drawn.append(event)
        self.unseen |= None in event.order
        self.state.resolve([UNSEEN if item is None else item for item in event.order])

    def _other_form(self, line: bytes) -> tuple[int, Any] | None:
        """Seat and move of a line that is a move in another form; any other line is applied and gives None."""
        if not line.strip(BLANK) or self._as_written_here(line):
            return None
        event = self._decoder.event(line)
        self._require_no_result()
        if isinstance(event, MoveEvent):
            self._check_seat(event.seat, "/seat")
            return event.seat, event.move
        if isinstance(event, ChanceEvent):
            self._chance(event)
        elif isinstance(event, CheckEvent):
            self._check(event)
        elif isinstance(event, ForfeitEvent):
            self._forfeit(event.forfeit)
        elif isinstance(event, ResultEvent):
            self._result(event)
        return None

    def _as_written_here(self, line: bytes) -> bool:
        """Apply a line of chance, check or result if it is, byte for byte, what we would write; whether it is."""
        if line.startswith(b'{"check":'):
            return self.result is None and not self.unseen and line == encode(CheckEvent(check=self.state.digest()))
        if line.startswith(b'{"chance"') and isinstance(self._seed, str):
            draw = self.state.pending()
            if isinstance(draw, Draw):
                order = outcome(self._seed, draw)
                event = ChanceEvent(chance=draw.name, order=tuple(order))
                if line == encode(event):
                    self.drawn.append(event)
                    self.state.resolve(order)
                    return True
        elif line.startswith(b'{"result"') and self.result is None and self._over():
            computed = self._computed()
            if line == encode(computed):
                self.result = self._standing = computed
                return True
        return False

    def _chance(self, event: ChanceEvent) -> None:
        before = self._pass_over(event.chance)
        if before and getattr(self.state.pending(), "name", None) != event.chance:
            self.state, self.unseen = before
        draw = self.state.pending()
        if not isinstance(draw, Draw):
            raise Problem("CHANCE-UNEXPECTED", f"no draw is due here, but {self._named(due(self.state))}", "/chance")
        if event.chance != draw.name:
            message = f"the draw that is due is {draw.name}, not {quote(event.chance)}"
            raise Problem("CHANCE-NAME", message, "/chance", expected=[draw.name])
        check_order(draw, list(event.order), self._seed if isinstance(self._seed, str) else None)
        self._resolve(event)

    def _check(self, event: CheckEvent) -> None:
        digest = self.state.digest()
        if event.check != digest and not self.unseen:
            message = f"the state here has the digest {digest}: an earlier line of this game is not what was played"
            raise Problem("CHECK-MISMATCH", message, "/check", expected=[digest])

    def _forfeit(self, forfeit: Forfeit) -> None:
        self._check_seat(forfeit.seat, "/forfeit/seat")
        if self._over() or any(forfeit.seat == other.seat for other in self.forfeits):
            when = "the game is over" if self._over() else "it has forfeited already"
            raise Problem("FORFEIT-REPEATED", f"seat {forfeit.seat} cannot forfeit: {when}", "/forfeit/seat")
        self.forfeits.append(forfeit)

    def _result(self, event: ResultEvent) -> None:
        computed = self._standing = self._computed()
        if not self._over():
            raise Problem("RESULT-EARLY", f"the game is not over: {self._named(due(self.state))}", "/result")
        compare(event, computed)
        self.result = computed

    def _computed(self) -> ResultEvent:
        """The result of the game as it stands; it has no digest if the log leaves open what lies where."""
        computed = result_event(self.state, self.forfeits)
        return msgspec.structs.replace(computed, digest=UNSET) if self.unseen else computed

    def _over(self) -> bool:
        return self.state.pending() is None

    def _end(self, may_lack: Collection[str] = ()) -> None:
        if self.raw.dropped:
            raise Problem("LOG-GAME-TOO-LONG", "the game is too long; the lines after this one are not read")
        self._index -= self.raw.blank_at_end()  # what is missing is missing before them
        self._ended = True
        if self.result is None:
            over = self._over()
            if over or may_lack:
                self._standing = self._computed()
            if over and "RESULT-MISSING" not in may_lack:
                message = "the game is over, but the log does not say its result: append the line that is expected"
                raise Problem("RESULT-MISSING", message, expected=[result_line(self._computed())])
            if not over and "GAME-TRUNCATED" not in may_lack:
                raise Problem("GAME-TRUNCATED", f"the game ends in the middle: {self._named(due(self.state))}")

    # -- what is wrong

    def _require_no_result(self) -> None:
        if self.result is not None:
            raise Problem("GAME-AFTER-END", "the game has its result already; a header would begin the next", "")

    def _check_seat(self, seat: int, pointer: str) -> None:
        if seat >= self.state.seats:
            last = self.state.seats - 1
            hint = ": the first player sits at seat 0" if seat == self.state.seats else ""
            raise Problem("LOG-SEAT", f"the seats of this game are 0 to {last}, not {seat}{hint}", pointer)

    def _illegal(self, seat: int, move: Any, error: IllegalMove) -> NoReturn:
        self._require_no_result()
        self._seat = seat
        pointer = "/move" + (f"/{error.field}" if error.field else "")
        pending = self.state.pending()
        legal = self.state.legal(seat) if isinstance(pending, Decision) and seat in pending.seats else []
        message = self._named(printable(error.message)) + mistyped(move, legal, error.field)
        related = self._cause(error.since) if error.since is not None else []
        raise Problem(error.rule.code, message, pointer, expected=nearest(move, legal), related=related)

    def _cause(self, since: Since) -> list[Related]:
        """The earlier move since which something is in the way; none if chance put it there, or it always was there."""
        again = Replay(self.raw, self._files, stated=self._stated)
        again._lines = islice(again._lines, self._index)
        again._begin()
        players = again.header.players if again.header else ()
        cause = None
        for seat, move in again._moves():
            again._verify(seat, move)
            before = since(again.state)
            again.state.apply(seat, move)
            if not since(again.state):
                cause = None
            elif not before:
                said = printable(msgspec.json.encode(move).decode())
                cause = Related(again.line, f"{players[seat]} (seat {seat}): {said}")
        return [cause] if cause is not None and since(again.state) else []

    def _with_older_figures(self, finding: Finding, may_lack: Collection[str]) -> Finding:
        """The finding; it names figures packaged before with which all is right, if the header states no others."""
        if self.begun and self.header and self.header.components is UNSET:
            for digest, (name, _) in superseded(self.setup.game).items():
                if Replay(self.raw, self._files, self._secrets, digest).run(may_lack).finding is None:
                    first = next(number for number, line in enumerate(self.raw.each_line()) if line.strip(BLANK))
                    said = f'it has no "components"; with "components":"{digest}" this game is right ({name})'
                    related = [*finding.related, Related(self.raw.first + first, said)]
                    return msgspec.structs.replace(finding, related=related)
        return finding

    def _named(self, message: str) -> str:
        return with_names(message, self.header.players if self.header else ())

    def finding(self, problem: Problem) -> Finding:
        """The finding for a problem that this replay has raised: the problem with its place."""
        lines = islice(self.raw.each_line(), self._index, None)
        line = next(lines)
        column = problem.column
        if column is None and problem.pointer is not None:
            column = column_of(line, problem.pointer)
        header = self.header
        return Finding(
            code=problem.code,
            message=problem.message,
            file=self.raw.file,
            line=self.line,
            column=column,
            character=len(line[: column - 1].decode(errors="replace")) + 1 if column is not None else None,
            pointer=problem.pointer,
            id=(header.id or None) if header else None,
            title=(header.title or None) if header else None,
            date=(header.date or None) if header else None,
            game=header.game if header else None,
            move=self.moves + (has_field(line, "move") and not self._ended) if self.begun else None,
            seat=self._seat,
            player=header.players[self._seat] if header and self._seat is not None else None,
            expected=problem.expected,
            related=problem.related,
            unexamined=sum(1 for following in lines if following.strip(BLANK)) + self.raw.dropped,
            fingerprint=blake2b(self.raw.data.rstrip(BLANK) + problem.code.encode(), digest_size=16).hexdigest(),
        )
