"""A game played by bots, as the lines of its log."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.bots.builtin import looks_at_table, stand_in
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.errors import InputError, no_sequence
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
    ResultEvent,
    canonical_options,
    decoder,
    encode,
    printable,
    quote,
)
from cityleague.replays.players.specs import Entrant, bot_of
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Misbehaviour, Terms
from cityleague.replays.players.trace import Note, Speaker, Trace, note_by, trace_file, unheard
from cityleague.replays.replay import result_event

_REASON = 800
"""Characters of the reason of a forfeit in the log."""

Opening = Sequence[ChanceEvent | MoveEvent[Any]]
"""What has happened in a game that is played on, from its begin."""
Made = Mapping[int, Iterator[Any]]
"""By seat: the moves of a log, and its forfeit, if there is one."""


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
) -> bytes:
    """The log of a game that these bots play under these terms, and its trace, if the terms have a folder for it.

    `opening` and `seed` as for `record_game`. What bots print goes to standard error. Raises BotSpecError, and OSError
    if the trace cannot be written.
    """
    trace = Trace() if terms.trace is not None else None
    with stdout_to_stderr():
        bots = [bot_of(entrant, setup.game, terms) for entrant in entrants]
        try:
            lines = record_game(
                setup, header, bots, opening=opening, seed=seed, trace=trace, times=terms.times, info=terms.info
            )
        finally:
            if trace is not None:
                trace.write(trace_file(str(terms.trace), str(header.id)))
    return b"".join([line + b"\n" for line in lines])


def record_game(
    setup: Setup,
    header: Header,
    bots: Sequence[BotSpec | None],
    *,
    opening: Opening = (),
    seed: str | None = None,
    trace: Trace | None = None,
    times: bool = False,
    info: bool = False,
    made: Made | None = None,
) -> list[bytes]:
    """The log of a game that these bots play, as lines; `bots` are by seat, and `setup` is what the header says.

    A bot that fails or breaks a rule forfeits: a stand-in makes random moves for it to the end. `opening`: what has
    happened already, which the rules allow; the bots play on. `seed`: decides the rest of a game whose header has none.
    `trace` takes down what is said; with `times`, each move has its time in milliseconds, and with `info` a note of
    what its bot has said of it. Seats in `made` do what is there, and their bots do nothing.
    """
    decides = str(header.seed) if seed is None else seed
    return Recording(setup, header, bots, decides, trace, times, info, opening, made).play()


def follow(state: State[Any], event: ChanceEvent | MoveEvent[Any]) -> None:
    """Let happen what a log has next; it is known to be legal."""
    if isinstance(event, ChanceEvent):
        state.resolve(_revealed(event))
    else:
        state.apply(event.seat, event.move)


def _revealed(event: ChanceEvent) -> list[Any]:
    """What a draw brought, without what a log leaves open."""
    return [item for item in event.order if item is not None]


def _described(error: BaseException) -> str:
    import traceback  # noqa: PLC0415  (slow to import)

    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    try:
        return f"{type(error).__name__}: {error}{where}"
    except Exception:  # its own text raises an exception too
        return f"{type(error).__name__}{where}"


def _traceback(error: BaseException) -> bytes:
    import traceback  # noqa: PLC0415  (slow to import)

    try:
        return "".join(traceback.format_exception(error)).encode(errors="replace")
    except Exception:  # its own text raises an exception too
        return "".join(traceback.format_tb(error.__traceback__)).encode(errors="replace")


class Recording:
    """The bots of one game, and the log of what they do."""

    def __init__(
        self,
        setup: Setup,
        header: Header,
        bots: Sequence[BotSpec | None],
        seed: str,
        trace: Trace | None,
        times: bool,
        info: bool,
        opening: Opening = (),
        made: Made | None = None,
    ) -> None:
        self.setup = setup
        self.state = setup.begin()
        self.seed = seed
        self.opening = deque(opening)
        self.made = made or {}
        self.trace = trace
        self.times = times
        self.info = info
        self.id = str(header.id)
        self.specs = bots
        self.bots: list[Bot | None] = [None] * len(bots)
        self._at_table = [bool(spec and not spec.foreign and looks_at_table(spec.factory)) for spec in bots]
        """By seat: a bot of the house may look at the state itself."""
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
        state, begun = self.state, self.state.round
        while (pending := state.pending()) is not None:
            past = self.opening.popleft() if self.opening else None
            if isinstance(pending, Draw):
                order = _revealed(past) if isinstance(past, ChanceEvent) else outcome(self.seed, pending)
                self.lines.append(encode(ChanceEvent(chance=pending.name, order=tuple(order))))
                state.resolve(order)
            elif isinstance(past, MoveEvent):
                self.lines.append(encode(MoveEvent(seat=past.seat, move=past.move)))
                follow(state, past)
            else:
                self._move(pending.seats[0])
            if state.round != begun:
                begun = state.round
                self.lines.append(encode(CheckEvent(check=state.digest())))
        event = result_event(state, self.forfeits)
        self.lines.append(encode(event))
        self.tell(event)
        return self.lines

    def tell(self, event: ResultEvent) -> None:
        """Tell the programs how the game has ended."""
        told = {"scores": event.result.scores, "ranks": event.result.ranks, "forfeits": event.result.forfeits}
        for bot in self.bots:
            if isinstance(bot, Speaker):
                bot.end_game(told)

    def _note(self, seat: int) -> Note:
        """What takes down what a seat's bot hears and says; what a stand-in does is of no interest."""
        return unheard if self.trace is None or self._has_lost(seat) else self.trace.of(seat)

    def _stream(self, purpose: str, seat: int) -> Stream:
        """Random numbers for a player, from a seed that does not reveal the game's seed."""
        secret = blake2b(f"{self.seed}/{purpose}/{self.id}/{seat}".encode(), digest_size=32)
        return Stream(secret.hexdigest(), purpose)

    def _move(self, seat: int) -> None:
        try:
            line = self.ask(self.state, seat)[1]
        except Misbehaviour as lost:
            forfeit = self.lose(seat, lost)
            self.lines.append(encode(ForfeitEvent(forfeit=forfeit)))
            self.stand_in(forfeit)
            line = self.ask(self.state, seat)[1]
        self.lines.append(line)

    def lose(self, seat: int, lost: Misbehaviour) -> Forfeit:
        """The forfeit of a bot that has misbehaved."""
        self._note(seat)("forfeits", f"{lost.kind}: {lost.reason}".encode(errors="replace"))
        return Forfeit(seat, lost.kind, printable(lost.reason, _REASON))

    def stand_in(self, forfeit: Forfeit) -> None:
        """Put a stand-in in the place of a bot that has forfeited."""
        self.forfeits.append(forfeit)
        self.dismiss(forfeit.seat)
        self.bots[forfeit.seat] = stand_in(self.setup, self._stream("stand-in", forfeit.seat))

    def ask(self, state: State[Any], seat: int) -> tuple[Any, bytes]:
        """Make the move that the seat's bot chooses; the move, and its line in the log. Raises Misbehaviour."""
        begun = time.monotonic() if self.times else 0.0
        note: str | UnsetType = UNSET
        if seat in self.made and not self._has_lost(seat):  # what it did next in a log
            move = next(self.made[seat], None)
            if isinstance(move, Forfeit):
                raise Misbehaviour(move.kind, move.reason)
        else:
            move, note = self._chosen(state, seat)
        taken = round((time.monotonic() - begun) * 1000, 3) if self.times else UNSET
        try:
            line = encode(MoveEvent(seat=seat, move=move))
        except Exception as error:
            raise Misbehaviour("garbage", f"not a move: {_described(error)}") from None
        known = self.decode.move(line) or self.decode.move(line := self._respelled(seat, line))
        if known is None:
            gave = f"not a move: {quote(line.decode())}" if move is not None else "it gave no move, though it had some"
            raise Misbehaviour("garbage", gave)
        try:
            state.apply(seat, known[1])
        except IllegalMove as error:
            raise Misbehaviour("illegal", str(error)) from None
        if self.times or (self.info and note):
            line = encode(MoveEvent(seat=seat, move=known[1], ms=taken, note=note if self.info else UNSET))
        return known[1], line

    def _has_lost(self, seat: int) -> bool:
        """Whether a stand-in plays for the seat."""
        return any(forfeit.seat == seat for forfeit in self.forfeits)

    def _chosen(self, state: State[Any], seat: int) -> tuple[Any, str | UnsetType]:
        """What the seat's bot chooses, which may be anything, and what it says of it; raises Misbehaviour."""
        legal = state.legal(seat)  # if this or a view fails, it is not the bot's fault
        stays = self._at_table[seat] or self._has_lost(seat)
        view = None if self.trace is None and stays else state.view(seat)
        if not legal:
            raise RuntimeError(f"{self.setup.game.title}: seat {seat} is due and has no legal move")
        try:
            bot: Any = self._bot(seat)
            if view is None:
                return bot.choose_at(state, seat, legal), note_by(bot)
            return self._heard(seat, bot, view, legal)
        except (KeyboardInterrupt, Misbehaviour):
            raise
        except BaseException as error:  # whatever a bot does, the tournament goes on
            if not isinstance(legal, Sequence):
                raise InputError(f"{self.setup.game.title}: State.legal {no_sequence(legal)}") from None
            self._note(seat)("traceback", _traceback(error))
            raise Misbehaviour("crash", _described(error)) from None

    def _bot(self, seat: int) -> Bot:
        """The seat's bot, which is made when it is first asked."""
        bot = self.bots[seat]
        if bot is None:
            spec = self.specs[seat]
            assert spec, "a person has this seat"
            bot = spec.make(self.setup, self._stream("bot", seat))
            self.bots[seat] = bot
            if isinstance(bot, Speaker):
                bot.note = self._note(seat)
        return bot

    def _heard(self, seat: int, bot: Bot, view: Any, legal: Sequence[Any]) -> tuple[Any, str | UnsetType]:
        """What a bot chooses, and what it says of it; a trace takes down what it hears."""
        if self.trace is None or isinstance(bot, Speaker):  # which notes by itself what it hears, and when
            return bot.choose(view, legal), note_by(bot)
        note = self._note(seat)
        note("hears", msgspec.json.encode({"decide": {"view": view, "legal": [*legal]}}))
        move, thought = bot.choose(view, legal), note_by(bot)
        try:
            said = encode(MoveEvent(seat=seat, move=move, note=thought))
        except Exception as error:
            said = _described(error).encode(errors="replace")
        note("says", said)
        return move, thought

    def _respelled(self, seat: int, line: bytes) -> bytes:
        """The line in canonical form, where a bot writes a move in another form; unchanged if it is not a move."""
        try:
            move = msgspec.convert(msgspec.json.decode(line)["move"], self.setup.game.moves)
        except (msgspec.MsgspecError, RecursionError):
            return line
        return encode(MoveEvent(seat=seat, move=move))
