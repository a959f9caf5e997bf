"""A game played by bots, as the lines of its log."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.bots.builtin import Random
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Bot, Draw, Setup
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
from cityleague.replays.players.programs import Misbehaviour
from cityleague.replays.replay import result_event


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


def record_game(setup: Setup, header: Header, bots: Sequence[BotSpec]) -> list[bytes]:
    """The log of a game that these bots play, as lines; `bots` are by seat, and `setup` is what the header says.

    A bot that fails or breaks a rule forfeits: a stand-in makes random moves for it to the end.
    """
    return _Table(setup, header, bots).play()


def _described(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    try:
        return f"{type(error).__name__}: {error}{where}"
    except Exception:  # its own text raises an exception too
        return f"{type(error).__name__}{where}"


class _Table:
    """The players of one game, and the log of what they do."""

    def __init__(self, setup: Setup, header: Header, bots: Sequence[BotSpec]) -> None:
        self.setup = setup
        self.state = setup.begin()
        self.seed = str(header.seed)
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
                self._dismiss(seat)

    def _dismiss(self, seat: int) -> None:
        """Close a bot, if it has a method `close`."""
        bot, self.bots[seat] = self.bots[seat], None
        close = getattr(bot, "close", None)
        if callable(close):
            with contextlib.suppress(Exception):  # a bot that fails now changes nothing
                close()

    def _play(self) -> list[bytes]:
        state = self.state
        while (pending := state.pending()) is not None:
            before = state.round
            if isinstance(pending, Draw):
                order = outcome(self.seed, pending)
                self.lines.append(encode(ChanceEvent(chance=pending.name, order=tuple(order))))
                state.resolve(order)
            else:
                self._move(pending.seats[0])
            if state.round != before:
                self.lines.append(encode(CheckEvent(check=state.digest())))
        self.lines.append(encode(result_event(state, self.forfeits)))
        return self.lines

    def _stream(self, purpose: str, seat: int) -> Stream:
        """Random numbers for a player, from a seed that does not reveal the game's seed."""
        secret = blake2b(f"{self.seed}/{purpose}/{self.id}/{seat}".encode(), digest_size=32)
        return Stream(secret.hexdigest(), purpose)

    def _move(self, seat: int) -> None:
        try:
            move, line = self._ask(seat)
        except Misbehaviour as lost:
            forfeit = Forfeit(seat, lost.kind, printable(lost.reason))
            self.forfeits.append(forfeit)
            self.lines.append(encode(ForfeitEvent(forfeit=forfeit)))
            self._dismiss(seat)
            self.bots[seat] = Random(self.setup, self._stream("stand-in", seat), {})
            move, line = self._ask(seat)
        self.lines.append(line)
        self.state.apply(seat, move)

    def _ask(self, seat: int) -> tuple[Any, bytes]:
        """A move that the seat's bot chooses and `verify` accepts, and its line in the log."""
        view, legal = self.state.view(seat), self.state.legal(seat)  # if these fail, it is not the bot's fault
        if not legal:
            raise RuntimeError(f"{self.setup.game.title}: seat {seat} is due and has no legal move")
        try:
            bot = self.bots[seat]
            if bot is None:
                bot = self.specs[seat].make(self.setup, self._stream("bot", seat))
                self.bots[seat] = bot
            move = bot.choose(view, legal)
        except (KeyboardInterrupt, Misbehaviour):
            raise
        except BaseException as error:  # whatever a bot does, the tournament goes on
            raise Misbehaviour("crash", _described(error)) from None
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
            self.state.verify(seat, known[1])
        except IllegalMove as error:
            raise Misbehaviour("illegal", str(error)) from None
        return known[1], line

    def _respelled(self, seat: int, line: bytes) -> bytes:
        """The line in canonical form, where a bot writes a move in another form; unchanged if it is not a move."""
        try:
            move = msgspec.convert(msgspec.json.decode(line)["move"], self.setup.game.moves)
        except (msgspec.MsgspecError, RecursionError):
            return line
        return encode(MoveEvent(seat=seat, move=move))
