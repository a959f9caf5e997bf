"""Somebody who types in a recorded game, with slips, and the pseudo-terminal for it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType, UnionType
from typing import Any, Self

from click.testing import CliRunner

from cityleague.cli import cli
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw
from cityleague.engine.registry import game as find_game
from cityleague.engine.unseen import UNSEEN
from cityleague.replays import Header, recorded_games
from cityleague.replays.log import ChanceEvent, MoveEvent, decoder
from cityleague.replays.people.menu import menu_of
from cityleague.replays.people.steps import only
from cityleague.replays.replay import ComponentFiles, begin

DATA = Path(__file__).parents[2] / "examples/conformance/good"
_PATIENCE = 30.0
_CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>])|[\r\x07\x08]")


class Golden:
    """A recorded game."""

    def __init__(self, game: str, number: int) -> None:
        """`number` counts the games of the file from 0."""
        recorded = list(recorded_games(DATA / f"{game}.jsonl"))[number]
        self.header: Header = recorded.header()
        self.scores = recorded.result().scores
        decode = decoder(find_game(game)).event
        decoded = [decode(line) for line in recorded.log.splitlines()]
        self.events = [event for event in decoded if isinstance(event, ChanceEvent | MoveEvent)]

    def command(self, output: Path) -> list[str]:
        """The command that records it."""
        options = [f"--option={name}={_text(value)}" for name, value in self.header.options.items()]
        names, game = [f"Anna {seat}" for seat in range(len(self.header.players))], find_game(self.header.game)
        if self.header.components != game.components(None).hash:  # it was played by earlier numbers
            options.append(f"--components=engine/{game.name}/{game.superseded[0]}")
        return ["record", game.name, *names, "-o", str(output), "--date", "2026-11-23T19:30:00+01:00", *options]

    def typed(self, *, unseen: bool = False) -> Iterator[str]:
        """What somebody types who has never read FORMAT.md: numbers, moves in words, names of what was drawn.

        Now and then there is a slip, which is undone. `unseen`: nobody has seen the hands of others.
        """
        setup, state = begin(self.header, ComponentFiles())
        names = [f"Anna {seat}" for seat in range(len(self.header.players))]
        chooser = Stream("typing", self.header.game)
        for event in self.events:
            if isinstance(event, ChanceEvent):
                pending = state.pending()
                assert isinstance(pending, Draw)
                if unseen and pending.hidden:
                    yield "unseen"
                    state.resolve([UNSEEN] * pending.take)
                    continue
                if pending.take and len(set(pending.items)) > 1:
                    half = chooser.below(pending.take) + 1
                    yield " ".join(map(str, event.order[:half]))
                    if half < pending.take:
                        yield ", ".join(map(str, event.order[half:]))
                state.resolve([item for item in event.order if item is not None])
                continue
            if only(setup, state.legal(event.seat)):  # it is made without a question
                state.apply(event.seat, event.move)
                continue
            menu = menu_of(setup, state.view(event.seat), state.legal(event.seat), names)
            at = menu.moves.index(event.move)
            if chooser.below(12) == 0:
                yield str(chooser.below(len(menu.moves)) + 1)
                yield "undo"
            yield str(at + 1) if chooser.below(2) else menu.words[at]
            state.apply(event.seat, event.move)

    def written(self, output: Path, kinds: type[Any] | UnionType = ChanceEvent | MoveEvent) -> bool:
        """Whether the file has every event of these kinds."""
        decode = decoder(find_game(self.header.game)).event
        decoded = [decode(line) for line in output.read_bytes().splitlines()]
        return [event for event in decoded if isinstance(event, kinds)] == [
            event for event in self.events if isinstance(event, kinds)
        ]


def _text(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)


def piped(arguments: Sequence[str], *lines: str) -> str:
    """The output of a command for somebody who types these lines and then leaves."""
    result = CliRunner().invoke(cli, list(arguments), input="".join([f"{line}\n" for line in lines]))
    assert result.exit_code == 0, result.output
    return result.output


class Terminal:
    """A command in a pseudo-terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 120, **environment: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cityleague.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"} | environment,
            start_new_session=True,
        )
        os.close(slave)
        self.raw = ""
        """All that it wrote."""
        self._read = 0  # where in it the next answer begins

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        if self._master >= 0:
            os.close(self._master)

    @property
    def shown(self) -> str:
        """All output, without the sequences that move the cursor."""
        return _CONTROL.sub("", self.raw)

    def type(self, text: str, end: str = "\r") -> None:
        """Wait for a question, and answer."""
        self._until(">")
        self._read = len(self.raw)
        os.write(self._master, (text + end).encode())

    def expect(self, words: str) -> None:
        """Wait until these words have been written since the last answer."""
        self._until(words, at_end=False)

    def end(self) -> int:
        """Wait for the end of the command; return its exit code."""
        while self._more():
            pass
        return self._process.wait(_PATIENCE)

    def hang_up(self) -> None:
        """Close the terminal, and wait for the end of the command."""
        os.close(self._master)
        self._master = -1
        self._process.wait(_PATIENCE)

    def _until(self, words: str, *, at_end: bool = True) -> None:
        while True:
            new = _CONTROL.sub("", self.raw[self._read :])
            if new.rstrip().endswith(words) if at_end else words in new:
                return
            assert self._more(), f"it ended before {words!r}: {new[-2000:]}"

    def _more(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], _PATIENCE)
        assert ready, f"it is silent: {self.shown[-2000:]!r}"
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # so Linux says that nobody writes any more
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
