"""Bot specs: `greedy`, `heuristic?foresight=0.5`, `mypackage.bots:Clever?level=3`."""

import importlib
import sys
from collections import UserDict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cityleague.engine.bots.builtin import Greedy, Random
from cityleague.engine.bots.mcts import Mcts
from cityleague.engine.bots.parameters import Parameter, declaration_of, declared, fields, given
from cityleague.engine.chance import Stream
from cityleague.engine.errors import InputError
from cityleague.engine.protocol import Bot, BotFactory, Game, Setup
from cityleague.engine.words import similar

EVERY_GAME: Mapping[str, BotFactory] = {"random": Random, "greedy": Greedy, "mcts": Mcts}
LEVELS: Mapping[str, str] = {
    "easy": "an easy opponent",
    "good": "a good opponent",
    "strong": "a strong opponent, which thinks longer",
}
"""The names by which people choose an opponent, and what they are told of it; each game says which bots these are."""


class BotSpecError(InputError):
    """A spec that names no bot, or gives it wrong parameters."""


def is_foreign(spec: str) -> bool:
    """Whether a spec names a program or a Python class, whose code runs when they are looked for."""
    return ":" in spec.partition("?")[0]


class _WatchedParameters(UserDict[str, str]):
    """The parameters of a spec, which note what a class asks for: what it never asks for, it does not know."""

    def __init__(self, parameters: Mapping[str, str]) -> None:
        super().__init__(parameters)
        self.left = {*parameters}

    def __getitem__(self, key: str) -> str:
        self.left.discard(key)
        return self.data[key]

    def __contains__(self, key: object) -> bool:
        self.left -= {key}
        return key in self.data

    def __iter__(self) -> Iterator[str]:
        self.left.clear()
        return iter(self.data)


class BotSpec(NamedTuple):
    """A spec taken apart: which bot, and its parameters."""

    text: str
    factory: BotFactory
    parameters: dict[str, str]

    @property
    def foreign(self) -> bool:
        """Whether it is a program or a class of the user's own, no bot that a game registers."""
        return is_foreign(self.text)

    def make(self, setup: Setup, stream: Stream) -> Bot:
        """A new bot for one seat of one game; raises BotSpecError."""
        asked = _WatchedParameters(self.parameters)
        try:
            bot = self.factory(setup, stream, asked)
            if asked.left and not getattr(self.factory, "parameters", None):
                unknown = ", ".join(map(repr, sorted(asked.left)))
                raise ValueError(f"unknown parameter {unknown}; the class asks for none of that name when it is made")
        except ValueError as error:
            raise BotSpecError(f"{self.text!r}: {error}") from None
        except (Exception, SystemExit) as error:  # a bot of the user's own can fail in any way
            how = "; a bot is made with setup, stream and parameters" if isinstance(error, TypeError) else ""
            raise BotSpecError(f"{self.text!r} cannot be made: {type(error).__name__}: {error}{how}") from error
        if not callable(getattr(bot, "choose", None)):
            raise BotSpecError(f"{self.text!r} is not a bot: it has no method `choose`")
        return bot


def levels_of(game: Game) -> dict[str, str]:
    """The bots that a game means by the levels, as specs."""
    good = "heuristic" if "heuristic" in game.bots else "greedy"
    return {"easy": "greedy", "good": good, "strong": "mcts", **game.levels}


def known(game: Game) -> list[str]:
    """The names of the built-in bots for a game, the levels first."""
    return [*LEVELS, *EVERY_GAME, *game.bots]


def parse(text: str, game: Game) -> BotSpec:
    """Find the bot and check its parameters by making one; raises BotSpecError."""
    name, _, query = text.partition("?")
    try:
        pairs = given(query)
    except ValueError:
        raise BotSpecError(f"{text!r}: parameters are written name=value&name=value") from None
    parameters = dict(pairs)
    if len(parameters) < len(pairs):
        raise BotSpecError(f"{text!r}: a parameter is given twice")
    if ":" in name:
        factory = _import(name)
    elif name in LEVELS:  # what is given comes instead of what the level says
        meant, _, usual = levels_of(game)[name].partition("?")
        factory, parameters = {**EVERY_GAME, **game.bots}[meant], dict(given(usual)) | parameters
    elif name in EVERY_GAME:
        factory = EVERY_GAME[name]
    elif name in game.bots:
        factory = game.bots[name]
    else:
        near = similar(name, known(game))
        hint = f"; do you mean {near}? The game" if near else ";"
        raise BotSpecError(
            f"no bot is called {name!r}{hint} {game.name} has {', '.join(known(game))}, "
            "and a bot of your own is written MODULE:CLASS, or exec:COMMAND"
        )
    spec = BotSpec(text, factory, parameters)
    trial = Setup(game, game.options(), game.components(None), game.seats[0])
    try:
        if declaration := declaration_of(factory):
            fields(declaration)
            declaration.read(parameters, trial)  # a class of the user's may not do so itself
    except (TypeError, ValueError) as error:
        raise BotSpecError(f"{text!r}: {error}") from None
    spec.make(trial, Stream("", "trial"))
    return spec


def of_game(game: Game, setup: Setup) -> list[tuple[str, Parameter]]:
    """The parameters of the built-in bots for a game, with the names of their bots."""
    every = {**EVERY_GAME, **game.bots}
    return [(name, parameter) for name, factory in every.items() for parameter in declared(factory, setup)]


def _import(name: str) -> BotFactory:
    module_name, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in [*module_name.split("."), attribute]):
        raise BotSpecError(f"{name!r}: a Python class is written MODULE:CLASS")
    if "" not in sys.path:
        sys.path.append("")  # a bot in the current folder needs no installing
    try:
        factory = getattr(importlib.import_module(module_name), attribute)
    except ModuleNotFoundError as error:
        what = "leave out .py" if module_name.endswith(".py") else "is it installed, or on PYTHONPATH?"
        raise BotSpecError(f"{name!r}: {error} ({what})") from None
    except AttributeError:
        raise BotSpecError(f"{name!r}: module {module_name!r} has no {attribute!r}") from None
    except (Exception, SystemExit) as error:  # the module is the user's, and can fail in any way
        raise BotSpecError(f"{name!r}: its module fails: {type(error).__name__}: {error}") from error
    if not callable(factory):
        raise BotSpecError(f"{name!r} is not a class")
    checked: BotFactory = factory
    return checked
