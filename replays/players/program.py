"""A program that has been started: lines to its standard input, lines from its standard output, and how it ends."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import signal
import subprocess
import sys
import time
from typing import IO, NamedTuple

from cityleague.replays.log import printable
from cityleague.replays.players.sandbox import Confined, MemoryGuard, passed_filter
from cityleague.replays.players.terms import Limits, Misbehaviour
from cityleague.replays.players.trace import Note, unheard
from cityleague.replays.players.watchdog import MARK, kill_marked, new_mark
from cityleague.replays.workers import before_end

_CHUNK = 1 << 16
_KEPT = 2000
"""Bytes of standard error that are kept for the reason of a forfeit."""
_LAST_WORDS = 64
"""How many chunks of standard error are read after a crash."""
_QUOTED_LINES, _QUOTED = 5, 300
"""How many of its last lines on standard error a reason quotes; characters of the last one, and of those before."""
_GRACE = 0.5
"""Seconds that a program has to end after its standard input is closed."""


class Launch(NamedTuple):
    """How a program is started; equal ones start equal programs."""

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    """Variables that it gets besides: in a sandbox, besides none."""
    folder: str | None = None
    """Where it runs; None: where cityleague does."""
    limits: Limits = Limits()
    confined: Confined | None = None
    """Its sandbox."""


CAN_PLAY = hasattr(os, "killpg") and hasattr(os, "set_blocking")
"""Whether this system can wait for what a program says, and end all that it has started; Windows cannot."""

_running: set[Program] = set()
"""The programs that this process has started and not closed."""


def kill_all() -> None:
    """Kill all programs that this process has started, before it ends abruptly."""
    for program in list(_running):
        program.kill()


before_end(kill_all)


class Program:
    """A running program. Its methods raise Misbehaviour."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.note: Note = unheard
        """Takes down what it hears and says."""
        self._limits = launch.limits
        self._mark = new_mark()
        self.said = b""
        """What it has said and nobody has taken: at most times the beginning of a line."""
        self._errors = b""
        confined = launch.confined
        inherited = dict(confined.environment) if confined else os.environ
        try:
            with passed_filter() if confined else contextlib.nullcontext(-1) as rules:
                self._process = subprocess.Popen(
                    [*(confined.prefix(rules) if confined else ()), *launch.command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=(rules,) if confined else (),
                    cwd=None if confined else launch.folder,
                    env=inherited | dict(launch.environment) | {MARK: self._mark},
                )
        except (OSError, ValueError) as error:
            raise Misbehaviour("crash", f"cannot be started: {_why(error)}") from None
        _running.add(self)
        self._guard: MemoryGuard | None = None
        if confined:
            self._guard = MemoryGuard(self._process.pid, self._limits.memory, self.kill)
        else:
            _limit_memory(self._process.pid, self._limits.memory)
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            assert stream
            os.set_blocking(stream.fileno(), False)

    @property
    def alive(self) -> bool:
        """Whether it is running, and has nothing more to say."""
        self._listen()
        return self._process.poll() is None and not self.said

    def close(self) -> None:
        """End the program and all processes that it has started."""
        process = self._process
        assert self._stdin
        assert self._stdout
        assert self._stderr
        with contextlib.suppress(OSError):
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        self.kill()
        process.wait()
        self._read_last_words()
        self._stdout.close()
        self._stderr.close()
        if self._guard:
            self._guard.end()
        _running.discard(self)

    def kill(self) -> None:
        """Kill the program and all processes that it has started, in whatever process group they are."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        kill_marked(self._mark)  # processes that have left the group

    def ask(self, question: bytes, seconds: float) -> bytes | None:
        """Send a line and wait for the answer, a line; None if that takes longer."""
        self._listen()
        if self.said:
            self.note("says", self.said)
            raise Misbehaviour("garbage", f"it spoke out of turn: {shown(self.said)}")
        self.note("hears", question)
        line = self._exchange(question + b"\n", time.monotonic() + seconds)
        self.note("says", line if line is not None else self.said)
        return line

    def _exchange(self, rest: bytes, deadline: float) -> bytes | None:
        """Write `rest` and read a line; None if that takes too long."""
        assert self._stdin
        assert self._stdout
        assert self._stderr
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stderr, selectors.EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                for key, _ in selector.select(left):
                    if key.fileobj is self._stdin:
                        rest = self._write(self._stdin, rest)
                        if not rest:
                            selector.unregister(self._stdin)
                    elif key.fileobj is self._stderr:
                        with contextlib.suppress(BlockingIOError):
                            if not self._read_errors(self._stderr):
                                selector.unregister(self._stderr)
                    elif (line := self._read(self._stdout)) is not None:
                        if rest:
                            raise Misbehaviour("garbage", "it answered before it had heard the whole question")
                        return line
        return None

    def _listen(self) -> None:
        """Read what it has said without being asked."""
        assert self._stdout
        with contextlib.suppress(BlockingIOError):
            self.said += os.read(self._stdout.fileno(), _CHUNK)

    def _write(self, pipe: IO[bytes], rest: bytes) -> bytes:
        try:
            return rest[os.write(pipe.fileno(), rest[:_CHUNK]) :]
        except BlockingIOError:
            return rest
        except OSError:
            raise self._crashed("input") from None

    def _read(self, pipe: IO[bytes]) -> bytes | None:
        """Read what there is; return a line once it is complete."""
        chunk = os.read(pipe.fileno(), _CHUNK)
        if not chunk:
            raise self._crashed("output")
        self.said += chunk
        line, end, rest = self.said.partition(b"\n")
        if len(line) > self._limits.output or len(rest) > self._limits.output:
            self.note("says", self.said)
            raise Misbehaviour("flood", f"it said more than {self._limits.output} bytes at once")
        if not end:
            return None
        self.said = rest
        return line

    def _read_errors(self, pipe: IO[bytes]) -> bool:
        """Keep the last of what it writes to standard error; False at the end of the stream."""
        chunk = os.read(pipe.fileno(), _CHUNK)
        if chunk:
            self.note("stderr", chunk)
        self._errors = (self._errors + chunk)[-_KEPT:]
        return bool(chunk)

    def _read_last_words(self) -> None:
        """Read what it has written to standard error, or the beginning if there is no end of it."""
        assert self._stderr
        with contextlib.suppress(OSError):  # also if the pipe is open and there is nothing more to read
            for _ in range(_LAST_WORDS):
                if not self._read_errors(self._stderr):
                    break

    def _crashed(self, closed: str) -> Misbehaviour:
        """It has closed its input or its output, or ended: how, with its last lines on standard error."""
        process = self._process
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        self._read_last_words()
        if self.said:
            self.note("says", self.said)
        code = process.returncode
        how = f"it closed its {closed}" if code is None else f"it ended with exit code {code}"
        if code is not None and code < 0:
            how = f"it was ended by signal {-code}"
        if self._guard and self._guard.exceeded:
            how = self._guard.exceeded
        words = [line for line in self._errors.decode(errors="replace").strip().splitlines() if line.strip()]
        if not words:
            return Misbehaviour("crash", how)
        before = " | ".join([line.strip() for line in words[-_QUOTED_LINES:-1]])[-_QUOTED:]
        said = f"{how}: {words[-1][:_QUOTED]}"
        return Misbehaviour("crash", f"{said} (before that: {before})" if before else said)


def shown(said: bytes) -> str:
    """What a program has said, or its beginning, as text."""
    return printable(said.decode(errors="backslashreplace").rstrip(), 200) or "an empty line"


def _why(error: OSError | ValueError) -> str:
    """Why a program could not be started. The system names the script where its interpreter is what is missing."""
    if not isinstance(error, OSError):
        return str(error)
    hint = {
        errno.ENOENT: "; or the interpreter that its first line names is not there",
        errno.ENOEXEC: "; a script needs a first line that names its interpreter (#!)",
    }
    said = f"{error.strerror or error}{hint.get(error.errno or 0, '')}"
    return f"{error.filename}: {said}" if error.filename else said  # no file is to blame where the system lacks means


def _limit_memory(pid: int, megabytes: int) -> None:
    """Limit the address space of a process and of those that it starts; only Linux can do that from outside."""
    if sys.platform == "linux" and megabytes:
        import resource  # noqa: PLC0415  (there is none on Windows)

        size = megabytes << 20
        with contextlib.suppress(OSError):  # it has ended already
            resource.prlimit(pid, resource.RLIMIT_AS, (size, size))
