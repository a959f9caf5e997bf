"""What a bot declares of its parameters, and whether it keeps to that: a class says it, or a program (BOTS.md)."""

import shlex
from collections.abc import Iterator
from math import isfinite
from typing import Any

import msgspec

from cityleague.engine.bots.parameters import Kind, Parameter, Scale, declared
from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Game, Setup, View
from cityleague.replays.players.compliance import possible_setups
from cityleague.replays.players.specs import PREFIX, bot_of
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Misbehaviour, Terms


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A parameter as a program declares it; the fields mean what they mean in `Parameter`."""

    name: str
    kind: Kind
    default: int | float | str
    about: str
    low: int | float | None = None
    high: int | float | None = None
    scale: Scale = "linear"
    values: tuple[str, ...] = ()


def declared_by(spec: str, setup: Setup, terms: Terms) -> tuple[Parameter, ...]:
    """What the bot of a spec declares for a setup; nothing if it takes none, or does not say. A program is started.

    Raises BotSpecError if there is no such bot, if a program does not get ready, or if what it says is no declaration.
    """
    if not spec.startswith(PREFIX):
        try:
            return declared(bot_of(spec, setup.game, terms).factory, setup)
        except TypeError as error:
            raise BotSpecError(f"{spec!r}: {error}") from None
    try:
        told = msgspec.convert(_heard(spec, setup, terms), tuple[Told, ...])
    except Misbehaviour as lost:
        raise BotSpecError(f"{spec!r}: {lost.kind}: {lost.reason}") from None
    except msgspec.ValidationError as error:
        raise BotSpecError(f"{spec!r} declares no parameters of this form: {error}") from None
    return tuple([msgspec.convert(msgspec.to_builtins(fields), Parameter) for fields in told])


def with_parameter(spec: str, name: str, value: object) -> str:
    """The spec with one more parameter: behind the `?` of a class, as the argument `--name=value` of a program."""
    if spec.startswith(PREFIX):
        return f"{spec} {shlex.quote(f'--{name}={value}')}"
    return f"{spec}{'&' if '?' in spec else '?'}{name}={value}"


def check_declaration(
    spec: str, game: Game, terms: Terms, options: Any = None
) -> tuple[tuple[Parameter, ...], list[str]]:
    """What a bot declares with the fewest players, and what is wrong with it, in sentences.

    Of a class, the defaults are checked for every number of players. Parameters that the spec gives are left out.
    Raises BotSpecError if the bot cannot be made, and OptionsError as `trials` does.
    """
    setups = possible_setups(game, options)
    program = spec.startswith(PREFIX)
    bare = spec if program else spec.partition("?")[0]
    with stdout_to_stderr():
        try:
            every = [declared_by(bare, setup, terms) for setup in (setups[:1] if program else setups)]
        except BotSpecError as error:
            return (), [str(error)]
        wrong = [said for some in every for parameter in some for said in flaws(parameter)]
        names = [parameter.name for parameter in every[0]]
        wrong += [f"{name} is declared twice" for name in names if names.count(name) > 1]
        if not wrong:
            wrong = [said for parameter in every[0] for said in _broken(bare, parameter, setups[0], terms)]
    return every[0], [*dict.fromkeys(wrong)]


def flaws(parameter: Parameter) -> Iterator[str]:
    """What is wrong with a declaration as it stands."""
    if not (parameter.name.isidentifier() and parameter.name.isascii()):
        yield f"{parameter.name!r} is no name: letters, digits and _ make one"
    if not parameter.about.strip():
        yield f"{parameter.name}: a sentence should say what it is"
    if parameter.kind == "choice":
        if len(set(parameter.values)) != len(parameter.values) or len(parameter.values) < 2:
            yield f"{parameter.name}: a choice needs two different values or more"
        if parameter.default not in parameter.values:
            yield f"{parameter.name}: the default {parameter.default!r} is none of its values"
        return
    if parameter.values:
        yield f"{parameter.name}: a number has no values to choose from; leave them out"
    bounds = (parameter.low, parameter.default, parameter.high)
    wanted = int if parameter.kind == "integer" else int | float
    if not all(isinstance(bound, wanted) and isfinite(bound) for bound in bounds):
        numbers = "whole numbers" if parameter.kind == "integer" else "numbers"
        yield f"{parameter.name}: its low, default and high should be {numbers}"
        return
    low, default, high = [float(bound) for bound in bounds if bound is not None]
    if low >= high:
        yield f"{parameter.name}: its low {parameter.low} should be below its high {parameter.high}"
    elif not low <= default <= high:
        yield f"{parameter.name}: the default {parameter.default} is not within {parameter.low} to {parameter.high}"
    if parameter.scale == "log" and low <= 0:
        yield f"{parameter.name}: on a scale of factors (log) its low should be above 0, not {parameter.low}"


def allowed(parameter: Parameter) -> list[Any]:
    """Values that a sound declaration allows: all of a choice; the default and the bounds of a number."""
    return [*parameter.values] if parameter.kind == "choice" else [parameter.default, parameter.low, parameter.high]


def forbidden(parameter: Parameter) -> list[Any]:
    """Values that it does not allow: words, and numbers on both sides."""
    if parameter.low is None or parameter.high is None:
        return ["".join(parameter.values) + "-"]
    step = 1 if parameter.kind == "integer" else parameter.high - parameter.low
    return [parameter.low - step, parameter.high + step, "nan", "much"]


def _broken(spec: str, parameter: Parameter, setup: Setup, terms: Terms) -> Iterator[str]:
    """Where the bot does not keep to what it declares."""
    takes = ", ".join(parameter.values) if parameter.kind == "choice" else f"{parameter.low} to {parameter.high}"
    for value in allowed(parameter):
        if why := _refusal(with_parameter(spec, parameter.name, value), setup, terms):
            yield f"it declares {parameter.name}={value}, and refuses it: {why}"
    for value in forbidden(parameter):
        if not _refusal(with_parameter(spec, parameter.name, value), setup, terms):
            yield f"it declares that {parameter.name} takes {takes}, and accepts {value}"


def _refusal(spec: str, setup: Setup, terms: Terms) -> str:
    """Why no bot is made of a spec; empty if one is."""
    try:
        if spec.startswith(PREFIX):
            _heard(spec, setup, terms)
        else:
            bot_of(spec, setup.game, terms).make(setup, Stream("parameters", "bot"))
    except Misbehaviour as lost:
        return f"{lost.kind}: {lost.reason}"
    except BotSpecError as error:
        return str(error)
    return ""


def _heard(spec: str, setup: Setup, terms: Terms) -> Any:
    """What a program declares as it gets ready; raises Misbehaviour."""
    from cityleague.replays.players.programs import ProgramBot  # noqa: PLC0415  (only where a program plays)

    bot = bot_of(spec, setup.game, terms).make(setup, Stream("parameters", "bot"))
    assert isinstance(bot, ProgramBot)
    try:
        return bot.declaration(View(0))
    finally:
        bot.close()
