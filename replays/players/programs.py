"""Bots that are programs of their own: any language, JSON lines on standard input and output (BOTS.md).

Such a bot is sent its own view and its legal moves, but not the log, other seats' views or the game's seed. Limits are
enforced from outside: time for a decision and for the game, memory, and the length of an answer. When the game ends or
the bot misbehaves, its whole process tree is killed, unless it may stay for the next game and says so.
"""

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.log import Problem, canonical_options, refuse_deep_nesting, refuse_repeated_keys
from cityleague.replays.players.program import Launch, Program, shown
from cityleague.replays.players.terms import Misbehaviour
from cityleague.replays.players.trace import Speaker
from cityleague.replays.players.waiting import fetch, leave

PROTOCOL = 1
"""Version of the protocol between cityleague and a bot, unless the bot asks for another."""
STAYING = 2
"""Version of the protocol of bots that hear the result, and stay alive for the next game."""

_encode = msgspec.json.Encoder().encode


class ProgramBot(Speaker):
    """A program that plays one seat of one game. `choose` raises Misbehaviour."""

    def __init__(
        self, setup: Setup, stream: Stream, _parameters: Mapping[str, str], *, launch: Launch, keep: bool = False
    ) -> None:
        self.info: Any = None
        """What it has said of its last move."""
        self._setup, self._launch, self._keep = setup, launch, keep
        self._limits = launch.limits
        self._seed = "".join([f"{stream.below(1 << 32):08x}" for _ in range(4)])
        self._left, self._increment = launch.limits.clock
        self._program: Program | None = None
        self._version = PROTOCOL
        self._stays = False
        self._declares: Any = []

    def declaration(self, view: Any) -> Any:
        """What the program declares of its parameters, unchecked; nothing in version 1. It is started for that."""
        self._begin(view)
        return self._declares

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The move that the program answers: a plain value, to be checked like a line of a log."""
        if self._program is None:
            self._begin(view)
        asked = {"view": view, "legal": [*legal]}
        if self._limits.time is not UNSET:  # only then: what a bot hears should be the same each time
            asked["left"] = round(self._left, 3)
        answer = self._ask({"decide": asked})
        self._left += self._increment
        self.info = answer.pop("info", None) if isinstance(answer, dict) else None
        if isinstance(answer, dict) and len(answer) == 1:
            if "move" in answer:
                return answer["move"]
            number = answer.get("choose")
            if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(legal):
                return legal[number]
        wanted = f'{{"move": ...}} or {{"choose": 0 to {len(legal) - 1}}}'
        raise Misbehaviour("garbage", f"it should have said {wanted}, not {_quoted(answer)}")

    def end_game(self, result: Mapping[str, Any]) -> None:
        """Tell the result to a program that wants to hear it. If it answers that it is ready, it may stay alive.

        The game is over, so that nothing it does now loses it; but whoever takes longer than to get ready is ended.
        """
        if self._program is None or self._version != STAYING:
            return
        with contextlib.suppress(Misbehaviour):
            ready = self._ask({"result": result}, self._to_start) == {"ready": STAYING}
            self._stays = ready and self._keep and self._program.alive

    def close(self) -> None:
        """End the program, or leave it to the next game."""
        program, self._program = self._program, None
        if program is None:
            return
        if self._stays:
            leave(program)
        else:
            program.close()

    def _begin(self, view: Any) -> None:
        """Tell the program which game is played; it answers that it is ready.

        If one that waits from an earlier game fails to, whatever it has done since then, another one is started.
        """
        waiting = fetch(self._launch) if self._keep else None
        if waiting is not None:
            try:
                self._greet(waiting, view)
                return
            except Misbehaviour:
                waiting.close()
        self._greet(Program(self._launch), view)

    def _greet(self, program: Program, view: Any) -> None:
        self._program = program
        program.note = self.note
        setup, game = self._setup, self._setup.game
        answer = self._ask({
            "cityleague": PROTOCOL,
            "versions": [PROTOCOL, STAYING],
            "game": game.name,
            "rules": game.version,
            "components": setup.components.hash,
            "options": canonical_options(setup.options),
            "seats": setup.seats,
            "seat": view.seat,
            "random": self._seed,
            "limits": self._limits,
        }, None if self._limits.start is UNSET else self._to_start)  # fmt: skip
        ready = answer.get("ready") if isinstance(answer, dict) else None
        if type(ready) is not int or ready not in (PROTOCOL, STAYING):
            wanted = f'{{"ready": {PROTOCOL}}} or {{"ready": {STAYING}}}'
            raise Misbehaviour("garbage", f"it should have said {wanted}, not {_quoted(answer)}")
        self._version = ready
        self._declares = answer.get("parameters", []) if ready == STAYING else []

    @property
    def _to_start(self) -> float:
        """Seconds for getting ready."""
        return self._limits.decision if self._limits.start is UNSET else self._limits.start

    def _ask(self, question: dict[str, Any], seconds: float | None = None) -> Any:
        """Ask, and decode the answer, within the limits of time; with `seconds`, within those, which cost no others."""
        assert self._program
        begun = time.monotonic()
        most = self._limits.decision if seconds is None else seconds
        limit = most if seconds is not None else min(most, self._left)
        try:
            line = self._program.ask(_encode(question), limit)
        finally:
            if seconds is None:
                self._left -= time.monotonic() - begun
        if line is None:
            wrote = f"it wrote {shown(self._program.said)} without a line end" if self._program.said else ""
            if limit < most:
                clock = _seconds(self._limits.game) if self._limits.time is UNSET else f"time ({self._limits.time})"
                raise Misbehaviour("timeout", f"it has used up its {clock} for the game{wrote and f'; {wrote}'}")
            late = " as it should have got ready" if seconds is not None else ""
            raise Misbehaviour("stall", f"{wrote or f'it said nothing for {_seconds(most)}'}{late}")
        try:
            refuse_deep_nesting(line)
            line.decode()  # the decoder of JSON would count bytes from the beginning of a text
            answer = msgspec.json.decode(line)
            refuse_repeated_keys(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            why = f" ({str(error).removeprefix('JSON is malformed: ')})" if line.strip() else ""
            raise Misbehaviour("garbage", f"not JSON: {shown(line)}{why}") from None
        except Problem as problem:
            raise Misbehaviour("garbage", f"{problem.message}: {shown(line)}") from None
        return answer


def _quoted(answer: object) -> str:
    """An answer as it was given, or its beginning."""
    return _encode(answer).decode()[:200]


def _seconds(number: float) -> str:
    return f"{number:g} second{'' if number == 1 else 's'}"
