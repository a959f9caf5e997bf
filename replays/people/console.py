"""What a person is asked through, a terminal or lines from a pipe, and what works there besides an answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

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
        """The line typed as an answer, stripped. Raises EOFError at the end of input, KeyboardInterrupt for Ctrl-C."""

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


class Elsewhere(Exception):
    """The person wants to go on elsewhere in the game."""


class Undo(Elsewhere):
    """Takes back the last choices."""

    def __init__(self, number: int = 1) -> None:
        super().__init__(number)
        self.number = number


class Back(Elsewhere):
    """Takes back all after so many moves."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.moves = moves


class Again(Elsewhere):
    """Plays again what was taken back."""


class Stop(Elsewhere):
    """Ends what lasts: whoever has said what to do whenever asked is asked again."""


class Command(NamedTuple):
    """A word that is typed in place of an answer, and what may follow it."""

    help: str
    run: Callable[[str], None]
    """Is given what follows the word; may raise Elsewhere."""
    rest: str = ""
    """A regular expression for what may follow; if something else does, it is an answer that begins with the word."""


class Desk(NamedTuple):
    """Where somebody is asked, and what can be looked at and done there besides."""

    console: Console
    commands: Mapping[str, Command]
    certain: bool = True
    """Whether what is typed by mistake can be taken back. If not, a move is shown before it is made."""

    def ask(self, question: str, completing: Completing, help_text: Callable[[], str]) -> str:
        """An answer; raises Elsewhere and Leave."""
        while True:
            text = answer(self.console, question, completing)
            word, _, rest = text.partition(" ")
            word = _SPELLED.get(word.casefold(), word.casefold())
            if word == "?" and not rest:
                words = {name: command.help for name, command in self.commands.items()} | _ALWAYS
                say_wrapped(self.console, "\n".join([help_text(), *[f"  {name:7} {words[name]}" for name in words]]))
            elif word == "quit" and not rest:
                raise Leave
            elif word in self.commands and re.fullmatch(self.commands[word].rest, rest.strip()):
                self.commands[word].run(rest.strip())
            else:
                return text

    def usage(self, text: str) -> str:
        """What may follow the command that an answer begins with; empty if it begins with none."""
        word = text.partition(" ")[0].casefold()
        return f"{word}: {self.commands[word].help}." if word in self.commands else ""


_ALWAYS = {"?": "this help", "quit": "leave; the game can be gone on with later (Ctrl-D and Ctrl-C do the same)"}
_SPELLED = {"help": "?", "exit": "quit"}
