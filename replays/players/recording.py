"""A game played by bots, as the lines of its log."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.bots.builtin import Random
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Bot, Draw, Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import (
    LOG_VERSION,
    ChanceEvent,
    CheckEvent,
    Commitment,
    Forfeit,
    ForfeitEvent,
    Header,
    MoveEvent,
    canonical_options,
    decoder,
    encode,
    printable,
    quote,
)
from cityleague.replays.players.guests import ME, Guests
from cityleague.replays.players.program import Misbehaviour
from cityleague.replays.players.programs import ProgramBot
from cityleague.replays.players.specs import Entrant, bot_of
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Terms
from cityleague.replays.players.trace import Note, Trace, trace_file, unheard
from cityleague.replays.replay import result_event

_REASON = 800
"""Characters of the reason of a forfeit in the log."""
TIMED = "with times, which differ from run to run"
"""The note in the header of a game whose log says how long each move took."""

Opening = Sequence[ChanceEvent | MoveEvent[Any]]
"""What has happened in a game that is played on, from its begin."""


def make_header(
    setup: Setup,
    players: Sequence[str],
    *,
    specs: Sequence[str],
    seed: str,
    commitment: Commitment | UnsetType = UNSET,
    label: str = "",
) -> Header:
    """The header of a game between these bots, by seat.

    Its id is the label and a digest of the header and the bots' specs, which together decide the whole game.
    """
    header = Header(
        log=LOG_VERSION,
        game=setup.game.name,
        rules=setup.game.version,
        components=setup.components.hash,
        options=canonical_options(setup.options),
        players=tuple(players),
        seed=seed,
        commitment=commitment,
    )
    identity = blake2b(encode(header) + msgspec.json.encode(specs), digest_size=6).hexdigest()
    return msgspec.structs.replace(header, id=f"{label}-{identity}" if label else identity)


def play_log(
    setup: Setup,
    header: Header,
    entrants: Sequence[Entrant],
    terms: Terms,
    *,
    opening: Opening = (),
    seed: str | None = None,
    guests: Guests | None = None,
) -> bytes:
    """The log of a game that these bots play under these terms, and its trace, if the terms have a folder for it.

    `opening`, `seed` and `guests` as for `record_game`; guests have the seats whose spec is `me`. What bots print goes
    to standard error. Raises BotSpecError, and OSError if the trace cannot be written.
    """
    trace = Trace() if terms.trace is not None else None
    with stdout_to_stderr():
        bots = [
            guests.spec(seat) if guests and one.spec == ME else bot_of(one, setup.game, terms)
            for seat, one in enumerate(entrants)
        ]
        try:
            lines = record_game(
                setup, header, bots, opening=opening, seed=seed, trace=trace, times=terms.times, guests=guests
            )
        finally:
            if trace is not None:
                trace.write(trace_file(str(terms.trace), str(header.id)))
    return b"".join([line + b"\n" for line in lines])


def record_game(
    setup: Setup,
    header: Header,
    bots: Sequence[BotSpec],
    *,
    opening: Opening = (),
    seed: str | None = None,
    trace: Trace | None = None,
    times: bool = False,
    guests: Guests | None = None,
) -> list[bytes]:
    """The log of a game that these bots play, as lines; `bots` are by seat, and `setup` is what the header says.

    A bot that fails or breaks a rule forfeits: a stand-in makes random moves for it to the end.

    `opening`: what has happened already, which the rules allow; the bots play on. `seed`: decides the rest of a game
    whose header has none. `trace` takes down what is said; with `times`, each move has its time in milliseconds.
    `guests` hear of every move.
    """
    decides = str(header.seed) if seed is None else seed
    return _Table(setup, header, bots, opening, decides, trace, times, guests).play()


def decide(setup: Setup, header: Header, bot: BotSpec, state: State[Any], seat: int, trace: Trace) -> bytes:
    """The line of the one move that a bot, made anew, chooses in the middle of a game; raises Misbehaviour.

    Its random numbers are those that it had when it was made in the game with this header.
    """
    table = _Table(setup, header, [bot] * setup.seats, (), str(header.seed), trace, False)
    table.state = state.copy()
    with stdout_to_stderr():
        try:
            return table.ask(seat)[1]
        finally:
            table.dismiss(seat)


def _described(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    try:
        return f"{type(error).__name__}: {error}{where}"
    except Exception:  # its own text raises an exception too
        return f"{type(error).__name__}{where}"


def _traceback(error: BaseException) -> bytes:
    try:
        return "".join(traceback.format_exception(error)).encode(errors="replace")
    except Exception:  # its own text raises an exception too
        return "".join(traceback.format_tb(error.__traceback__)).encode(errors="replace")


class _Table:
    """The players of one game, and the log of what they do."""

    def __init__(
        self,
        setup: Setup,
        header: Header,
        bots: Sequence[BotSpec],
        opening: Opening,
        seed: str,
        trace: Trace | None,
        times: bool,
        guests: Guests | None = None,
    ) -> None:
        self.setup = setup
        self.state = setup.begin()
        self.seed = seed
        self.opening = deque(opening)
        self.trace = trace
        self.times = times
        self.guests = guests
        self.players = header.players
        self.id = str(header.id)
        self.specs = bots
        self.bots: list[Bot | None] = [None] * len(bots)
        self.forfeits: list[Forfeit] = []
        self.lines = [encode(header)]
        self.decode = decoder(setup.game)

    def play(self) -> list[bytes]:
        """Play to the end; whatever happens, all bots are closed."""
        try:
            return self._play()
        finally:
            for seat in range(len(self.bots)):
                self.dismiss(seat)

    def dismiss(self, seat: int) -> None:
        """Close a bot, if it has a method `close`."""
        bot, self.bots[seat] = self.bots[seat], None
        close = getattr(bot, "close", None)
        if callable(close):
            with contextlib.suppress(Exception):  # a bot that fails now changes nothing
                close()

    def _play(self) -> list[bytes]:
        state = self.state
        if self.guests:
            self.guests.begin(self.setup, self.players, state, self.lines)
        while (pending := state.pending()) is not None:
            before = state.round
            past = self.opening.popleft() if self.opening else None
            if isinstance(pending, Draw):
                if isinstance(past, ChanceEvent):  # `Midgame` sees to it that it leaves nothing open
                    order = [item for item in past.order if item is not None]
                else:
                    order = outcome(self.seed, pending)
                self.lines.append(encode(ChanceEvent(chance=pending.name, order=tuple(order))))
                state.resolve(order)
            elif isinstance(past, MoveEvent):
                self.lines.append(encode(MoveEvent(seat=past.seat, move=past.move)))
                state.apply(past.seat, past.move)
            else:
                self._move(pending.seats[0])
            if state.round != before:
                self.lines.append(encode(CheckEvent(check=state.digest())))
        event = result_event(state, self.forfeits)
        self.lines.append(encode(event))
        told = {"scores": event.result.scores, "ranks": event.result.ranks, "forfeits": event.result.forfeits}
        for bot in self.bots:
            if isinstance(bot, ProgramBot):
                bot.end_game(told)
        return self.lines

    def _note(self, seat: int) -> Note:
        """What takes down what a seat's bot hears and says; what a stand-in does is of no interest."""
        lost = any(forfeit.seat == seat for forfeit in self.forfeits)
        return unheard if self.trace is None or lost else self.trace.of(seat)

    def _stream(self, purpose: str, seat: int) -> Stream:
        """Random numbers for a player, from a seed that does not reveal the game's seed."""
        secret = blake2b(f"{self.seed}/{purpose}/{self.id}/{seat}".encode(), digest_size=32)
        return Stream(secret.hexdigest(), purpose)

    def _move(self, seat: int) -> None:
        before = self.state.copy() if self.guests else self.state
        try:
            move, line = self.ask(seat)
        except Misbehaviour as lost:
            self._note(seat)("forfeits", f"{lost.kind}: {lost.reason}".encode(errors="replace"))
            forfeit = Forfeit(seat, lost.kind, printable(lost.reason, _REASON))
            self.forfeits.append(forfeit)
            self.lines.append(encode(ForfeitEvent(forfeit=forfeit)))
            if self.guests:
                self.guests.hear_forfeit(forfeit)
            self.dismiss(seat)
            self.bots[seat] = Random(self.setup, self._stream("stand-in", seat), {})
            move, line = self.ask(seat)
        if self.guests:
            self.guests.hear_move(before, seat, move)
        self.lines.append(line)

    def ask(self, seat: int) -> tuple[Any, bytes]:
        """Make the move that the seat's bot chooses; the move, and its line in the log."""
        view, legal = self.state.view(seat), self.state.legal(seat)  # if these fail, it is not the bot's fault
        if not legal:
            raise RuntimeError(f"{self.setup.game.title}: seat {seat} is due and has no legal move")
        begun = time.monotonic() if self.times else 0.0
        try:
            move = self._chosen(seat, view, legal)
        except (KeyboardInterrupt, Misbehaviour):
            raise
        except BaseException as error:  # whatever a bot does, the tournament goes on
            self._note(seat)("traceback", _traceback(error))
            raise Misbehaviour("crash", _described(error)) from None
        taken = round((time.monotonic() - begun) * 1000, 3) if self.times else UNSET
        try:
            line = encode(MoveEvent(seat=seat, move=move))
        except Exception as error:
            raise Misbehaviour("garbage", f"not a move: {_described(error)}") from None
        known = self.decode.move(line)
        if known is None:
            line = self._respelled(seat, line)
            known = self.decode.move(line)
        if known is None:
            raise Misbehaviour("garbage", f"not a move: {quote(line.decode())}")
        try:
            self.state.apply(seat, known[1])
        except IllegalMove as error:
            raise Misbehaviour("illegal", str(error)) from None
        if taken is not UNSET:
            line = encode(MoveEvent(seat=seat, move=known[1], ms=taken))
        return known[1], line

    def _chosen(self, seat: int, view: Any, legal: Sequence[Any]) -> Any:
        """What the seat's bot chooses, which may be anything; it is made when it is first asked."""
        bot = self.bots[seat]
        if bot is None:
            bot = self.specs[seat].make(self.setup, self._stream("bot", seat))
            self.bots[seat] = bot
            if isinstance(bot, ProgramBot):
                bot.note = self._note(seat)
        if self.trace is None or isinstance(bot, ProgramBot):  # which notes by itself what it hears, and when
            return bot.choose(view, legal)
        note = self._note(seat)
        note("hears", msgspec.json.encode({"decide": {"view": view, "legal": [*legal]}}))
        move = bot.choose(view, legal)
        try:
            said = encode(MoveEvent(seat=seat, move=move))
        except Exception as error:
            said = _described(error).encode(errors="replace")
        note("says", said)
        return move

    def _respelled(self, seat: int, line: bytes) -> bytes:
        """The line in canonical form, where a bot writes a move in another form; unchanged if it is not a move."""
        try:
            move = msgspec.convert(msgspec.json.decode(line)["move"], self.setup.game.moves)
        except (msgspec.MsgspecError, RecursionError):
            return line
        return encode(MoveEvent(seat=seat, move=move))
