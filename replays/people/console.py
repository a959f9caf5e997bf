"""What a person is asked through: a terminal, or lines from a pipe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cityleague.engine.looks.text import wrapped

Completing = Callable[[str], Sequence[str]]
"""What somebody who has typed this so far can mean: whole answers, the likeliest first."""


class Leave(KeyboardInterrupt):
    """The person leaves: by a word, by the end of the input, or by Ctrl-C."""


class Console(Protocol):
    """Where the words of a session come from and go to."""

    @property
    def width(self) -> int:
        """How many columns a line may have."""

    def say(self, text: str) -> None:
        """Show lines."""

    def ask(self, question: str, completing: Completing) -> str:
        """The line that is typed as an answer, without the white space around it.

        Raises EOFError at the end of the input, and KeyboardInterrupt for Ctrl-C.
        """

    def clear(self) -> None:
        """Take from the screen, if there is one, what the next person must not see."""


def say_wrapped(console: Console, text: str) -> None:
    """Show lines, and break those between words that are too long."""
    console.say("\n".join(wrapped(text.split("\n"), console.width, indent=4)))


def nothing(_text: str) -> Sequence[str]:
    """No completion."""
    return ()


def answer(console: Console, question: str, completing: Completing = nothing) -> str:
    """What a person answers; raises Leave."""
    try:
        return console.ask(question, completing)
    except (EOFError, KeyboardInterrupt):
        raise Leave from None
