"""Bots that are programs of their own: any language, JSON lines on standard input and output (BOTS.md).

Such a bot is sent its own view and its legal moves, but not the log, other seats' views or the game's seed. Limits are
enforced from outside: time for a decision and for the game, memory, and the length of an answer. When the game ends or
the bot misbehaves, its whole process tree is killed.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.log import ForfeitKind, canonical_options
from cityleague.replays.players.watchdog import MARK, kill_marked, new_mark
from cityleague.replays.workers import before_end

PROTOCOL = 1
"""Version of the protocol between cityleague and a bot."""
_CHUNK = 1 << 16
_KEPT = 2000
"""Bytes of standard error that are kept for the reason of a forfeit."""
_LAST_WORDS = 64
"""How many chunks of standard error are read after a crash."""
_GRACE = 0.5
"""Seconds that a program has to end after its standard input is closed."""

_DAY = 86400.0

_encode = msgspec.json.Encoder().encode


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a bot that is a program may use."""

    decision: Annotated[float, Meta(gt=0, le=_DAY)] = 10.0
    """Seconds for a decision, and for getting ready."""
    game: Annotated[float, Meta(gt=0, le=_DAY)] = 300.0
    """Seconds for all decisions of a game."""
    memory: Annotated[int, Meta(ge=0, le=1 << 20)] = 1024
    """MiB of address space for each of its processes (Linux); 0: no limit."""
    output: Annotated[int, Meta(ge=1, le=1 << 30)] = 1 << 20
    """Bytes of an answer."""


class Misbehaviour(Exception):
    """A bot has lost the game by what it did or failed to do."""

    def __init__(self, kind: ForfeitKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: ForfeitKind = kind
        self.reason = reason


_running: set[ProgramBot] = set()
"""The programs that this process has started and not closed."""


def kill_all() -> None:
    """Kill all programs that this process has started, before it ends abruptly."""
    for bot in list(_running):
        bot.kill()


before_end(kill_all)


class ProgramBot:
    """A program that plays one seat of one game. Its methods raise Misbehaviour."""

    def __init__(
        self, setup: Setup, stream: Stream, _parameters: Mapping[str, str], *, command: Sequence[str], limits: Limits
    ) -> None:
        self._setup, self._limits, self._command = setup, limits, command
        self._seed = "".join([f"{stream.below(1 << 32):08x}" for _ in range(4)])
        self._left = limits.game
        self._mark = new_mark()
        self._said = b""
        self._errors = b""
        self._process: subprocess.Popen[bytes] | None = None

    # -- what a player does

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The move that the program answers: a plain value, to be checked like a line of a log."""
        if self._process is None:
            self._begin(view)
        answer = self._ask({"decide": {"view": view, "legal": legal}})
        if isinstance(answer, dict) and len(answer) == 1:
            if "move" in answer:
                return answer["move"]
            number = answer.get("choose")
            if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(legal):
                return legal[number]
        wanted = f'{{"move": ...}} or {{"choose": 0 to {len(legal) - 1}}}'
        raise Misbehaviour("garbage", f"it should have said {wanted}, not {_quoted(answer)}")

    def close(self) -> None:
        """End the program and all processes that it has started."""
        process = self._process
        if process is None:
            return
        assert process.stdin
        assert process.stdout
        assert process.stderr
        with contextlib.suppress(OSError):
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        self.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
        _running.discard(self)
        self._process = None

    def kill(self) -> None:
        """Kill the program and all processes that it has started, in whatever process group they are."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        kill_marked(self._mark)  # processes that have left the group

    # -- the conversation

    def _begin(self, view: Any) -> None:
        """Start the program and tell it which game is played; it answers that it is ready."""
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=os.environ | {MARK: self._mark},
            )
        except (OSError, ValueError) as error:
            raise Misbehaviour("crash", f"cannot be started: {error}") from None
        _running.add(self)
        _limit_memory(self._process.pid, self._limits.memory)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream
            os.set_blocking(stream.fileno(), False)
        setup, game = self._setup, self._setup.game
        answer = self._ask({
            "cityleague": PROTOCOL,
            "game": game.name,
            "rules": game.version,
            "components": setup.components.hash,
            "options": canonical_options(setup.options),
            "seats": setup.seats,
            "seat": view.seat,
            "random": self._seed,
            "limits": self._limits,
        })  # fmt: skip
        ready = answer.get("ready") if isinstance(answer, dict) else None
        if type(ready) is not int or ready != PROTOCOL:
            raise Misbehaviour("garbage", f'it should have said {{"ready": {PROTOCOL}}}, not {_quoted(answer)}')

    def _ask(self, question: dict[str, Any]) -> Any:
        """Send a line and wait for the answer."""
        self._listen()
        if self._said:
            raise Misbehaviour("garbage", f"it spoke out of turn: {self._said!r:.200}")
        begun = time.monotonic()
        limit = min(self._limits.decision, self._left)
        try:
            line = self._exchange(_encode(question) + b"\n", begun + limit)
        finally:
            self._left -= time.monotonic() - begun
        if line is None and limit < self._limits.decision:
            raise Misbehaviour("timeout", f"it has used up its {self._limits.game:g} seconds for the game")
        if line is None:
            raise Misbehaviour("stall", f"it said nothing for {self._limits.decision:g} seconds")
        try:
            return msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Misbehaviour("garbage", f"not JSON: {line!r:.200} ({error})") from None

    def _exchange(self, rest: bytes, deadline: float) -> bytes | None:
        """Write `rest` and read a line; None if that takes too long."""
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                for key, _ in selector.select(left):
                    if key.fileobj is process.stdin:
                        rest = self._write(process.stdin, rest)
                        if not rest:
                            selector.unregister(process.stdin)
                    elif key.fileobj is process.stderr:
                        if not self._keep_errors(process.stderr):
                            selector.unregister(process.stderr)
                    elif (line := self._read(process.stdout)) is not None:
                        if rest:
                            raise Misbehaviour("garbage", "it answered before it had heard the whole question")
                        return line
        return None

    def _listen(self) -> None:
        """Read what it has said without being asked."""
        process = self._process
        assert process
        assert process.stdout
        with contextlib.suppress(BlockingIOError):
            self._said += os.read(process.stdout.fileno(), _CHUNK)

    def _write(self, pipe: IO[bytes], rest: bytes) -> bytes:
        try:
            return rest[os.write(pipe.fileno(), rest[:_CHUNK]) :]
        except BlockingIOError:
            return rest
        except OSError:
            raise self._crashed() from None

    def _read(self, pipe: IO[bytes]) -> bytes | None:
        """Read what there is; return a line once it is complete."""
        chunk = os.read(pipe.fileno(), _CHUNK)
        if not chunk:
            raise self._crashed()
        self._said += chunk
        line, end, rest = self._said.partition(b"\n")
        if len(line) > self._limits.output or len(rest) > self._limits.output:
            raise Misbehaviour("flood", f"it said more than {self._limits.output} bytes at once")
        if not end:
            return None
        self._said = rest
        return line

    def _keep_errors(self, pipe: IO[bytes]) -> bool:
        """Keep the last of what it writes to standard error; False at the end of the stream."""
        try:
            return self._read_errors(pipe)
        except BlockingIOError:
            return True

    def _read_errors(self, pipe: IO[bytes]) -> bool:
        chunk = os.read(pipe.fileno(), _CHUNK)
        self._errors = (self._errors + chunk)[-_KEPT:]
        return bool(chunk)

    def _crashed(self) -> Misbehaviour:
        """It has closed a pipe or ended: how, with its last line on standard error."""
        process = self._process
        assert process
        assert process.stderr
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        with contextlib.suppress(OSError):  # also if the pipe is open and there is nothing more to read
            for _ in range(_LAST_WORDS):
                if not self._read_errors(process.stderr):
                    break
        code = process.returncode
        how = "it closed its output" if code is None else f"it ended with exit code {code}"
        if code is not None and code < 0:
            how = f"it was ended by signal {-code}"
        words = self._errors.decode(errors="replace").strip().splitlines()
        return Misbehaviour("crash", f"{how}: {words[-1][:300]}" if words else how)


def _quoted(answer: object) -> str:
    """An answer as it was given, or its beginning."""
    return _encode(answer).decode()[:200]


def _limit_memory(pid: int, megabytes: int) -> None:
    """Limit the address space of a process and of those that it starts; only Linux can do that from outside."""
    if sys.platform == "linux" and megabytes:
        import resource  # noqa: PLC0415  (there is none on Windows)

        size = megabytes << 20
        with contextlib.suppress(OSError):  # it has ended already
            resource.prlimit(pid, resource.RLIMIT_AS, (size, size))
