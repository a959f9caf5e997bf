"""How people are asked: in a terminal with completion, otherwise line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli.output import clean, say, terminal_width
from cityleague.cli.output import question as ask

if TYPE_CHECKING:
    from cityleague.replays.people import Completing, Console

_OFFERED = 200
"""How many completions are offered at most."""


def console(*, err: bool = False) -> Console:
    """Where people are asked; everything is shown on standard output, or with `err` on standard error."""
    shown = sys.stderr if err else sys.stdout
    if sys.stdin.isatty() and shown.isatty() and os.environ.get("TERM") != "dumb":
        return _Terminal(err)
    return _Lines(err)


class _Lines:
    """Questions and answers line by line, without completion: over a pipe, or in a terminal that can do no more."""

    def __init__(self, err: bool) -> None:
        self._err = err
        self.width = terminal_width()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # a slip of the keyboard is no reason to fail

    def say(self, text: str) -> None:
        """Show lines."""
        say(text, err=self._err)

    def ask(self, question: str, completing: Completing) -> str:
        """The next line."""
        ask(question, err=self._err)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.say(line.strip())  # as if it had been typed here
        return line.strip()

    def clear(self) -> None:
        """A pipe has no screen."""


class _Terminal:
    """A prompt at which Tab completes, and the arrows bring back what was typed before."""

    def __init__(self, err: bool) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth, create_output

        self._err = err
        context = click.get_current_context(silent=True)
        plain = context is not None and context.color is False  # --color never; NO_COLOR is the library's own matter
        self._session: PromptSession[str] = PromptSession(
            output=create_output(sys.stderr if err else sys.stdout),
            color_depth=ColorDepth.DEPTH_1_BIT if plain else None,
        )

    @property
    def width(self) -> int:
        """The columns of the terminal, which may change."""
        return terminal_width()

    def say(self, text: str) -> None:
        """Show lines."""
        say(text, err=self._err)

    def ask(self, question: str, completing: Completing) -> str:
        """A line with completion."""
        answer: str = self._session.prompt(
            clean(question), completer=_completer(completing), complete_while_typing=False, reserve_space_for_menu=6
        )
        return answer.strip()

    def clear(self) -> None:
        """Clear the screen, and what was scrolled out of it."""
        self._session.output.write_raw("\x1b[3J")
        self._session.output.erase_screen()
        self._session.output.cursor_goto(0, 0)
        self._session.output.flush()


def _completer(completing: Completing) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Whole(Completer):
        """Offers whole lines in place of what has been typed."""

        def get_completions(self, document: Any, _event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for line in completing(typed.lstrip())[:_OFFERED]:
                yield Completion(clean(line), start_position=-len(typed))

    return Whole()
