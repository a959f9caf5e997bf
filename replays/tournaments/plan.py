"""The description of a tournament, from a TOML file or from the options of the command."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from cityleague.engine.errors import InputError
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import QUOTED, Name, Problem, convert_options, options_from_text, type_problem
from cityleague.replays.players import Entrant, Limits, with_changes

if TYPE_CHECKING:
    from pathlib import Path

Edition = Literal[1, 2]
"""1: up to version 0.2.0. 2: a deal has no table twice as long as there are others, larger tables of a Swiss round have
the fewest meetings, `sprt` keeps its error on skewed scores, and studies of one parameter are searched as others."""
LATEST: Edition = 2


class PlanError(InputError):
    """A tournament cannot be played as described; the message says why."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as described by a TOML file or by the options of the command.

    A plan has everything that decides what is played, so that equal plans with a seed give equal games.
    """

    game: str
    bots: tuple[str | Entrant, ...]
    """Each a spec, `name=spec` to give it a name, or an Entrant."""
    deals: int = 10
    seed: str | None = None
    """Decides all deals, for repetition; None: each tournament draws a secret, and nobody can know the deals."""
    seats: int | None = None
    """How many play at a table; None: all bots, or as many as the game allows."""
    options: dict[str, Any] = {}
    components: str | None = None
    """Path of a component file."""
    from_file: str | None = None
    """Path of a log: each deal begins where one of its games stood after its first round, in their order."""
    schedule: Literal["round-robin", "gauntlet", "swiss", "knockout"] = "round-robin"
    """Who meets whom. Round robin: all meet all; gauntlet: all meet the first (of two bots, copies of
    the second fill the table); swiss, knockout: the results decide."""
    rounds: int | None = None
    """Rounds of a Swiss tournament, each of `deals` deals; None: enough rounds to find the best."""
    tables: int | None = None
    """How many tables play each deal, chosen so that all meet equally often; None: all possible tables."""
    limits: Limits = Limits()
    """What bots that are programs may use, unless they have limits of their own."""
    sandbox: bool = False
    """Whether each bot that is a program runs in a sandbox of its own."""
    times: bool = False
    """Whether the log says how long each move took; it then differs from run to run."""
    info: bool = False
    """Whether the log has what bots say of their moves."""
    edition: Edition | None = None
    """By which rules tables are chosen, Swiss rounds seated and `sprt` decides; None: those by which the folder was
    begun, or else the latest."""


# A spec may have parameters, a class of a module or a path before its first "="; a name must not look like these.
_NAMED = re.compile(r"([^=?:/]+)=(.+)", re.DOTALL)


def entrants(bots: Sequence[str | Entrant]) -> list[Entrant]:
    """The bots of a plan with their names; raises PlanError if a log cannot hold these as players."""
    entered = [entrant_of(bot) for bot in bots]
    names = [entrant.name for entrant in entered]
    for name in names:
        try:
            msgspec.convert(name, Name)
        except msgspec.ValidationError:
            raise PlanError(f"{name!r} cannot be a player's name: 1 to 200 characters that can be printed") from None
        if names.count(name) > 1:
            raise PlanError(f"two bots are called {name!r}; name them apart: one={name},two={name}")
    return entered


def numbered(bots: Sequence[str | Entrant]) -> list[Entrant]:
    """The bots of one game, in which a bot may sit several times: its later seats get #2, #3 ... after the name."""
    entered = [entrant_of(bot) for bot in bots]
    names = [entrant.name for entrant in entered]
    counts = [names[: i + 1].count(name) for i, name in enumerate(names)]
    return [
        entrant if count == 1 else msgspec.structs.replace(entrant, name=f"{entrant.name}#{count}")
        for entrant, count in zip(entered, counts, strict=True)
    ]


def entrant_of(bot: str | Entrant) -> Entrant:
    """A bot with its name: the text before the first `=`, or else its spec."""
    if isinstance(bot, Entrant):
        return bot
    named = _NAMED.fullmatch(bot)
    return Entrant(named[1].strip(), named[2].strip()) if named else Entrant(bot.strip() or bot, bot.strip())


def options_from(texts: Mapping[str, str], game: str) -> dict[str, Any]:
    """The options of a plan from those of a command line; raises PlanError."""
    try:
        options = options_from_text(texts, find_game(game))
        convert_options(options, find_game(game))
    except Problem as problem:
        said = problem.message_with_place().removesuffix(QUOTED)
        raise PlanError(said.replace("options/", "--option ", 1)) from None
    except UnicodeEncodeError:
        raise PlanError("options are UTF-8 text, and one of these is not") from None
    except ValueError as error:
        raise PlanError(str(error) if isinstance(error, UnknownGameError) else f"options: {error}") from None
    return options


def limits_from(texts: Mapping[str, str], standing: Mapping[str, Any] | None = None) -> Limits:
    """Limits from texts; those without a text as in `standing`, or the default. Raises PlanError."""
    try:
        return with_changes(Limits(), {**(standing or {}), **texts})
    except msgspec.ValidationError as error:
        said = type_problem(error, kind=Limits, value=texts).message_with_place().removesuffix(QUOTED)
        raise PlanError(f"{'--limit ' if said.partition(':')[0] in texts else 'limits: '}{said}") from None


def decode_toml(data: bytes) -> dict[str, Any]:
    """The content of a TOML file; raises ValueError."""
    try:
        return dict(msgspec.toml.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    except ValueError:  # Python's limit on the digits of a number, which the decoder lets through
        raise ValueError("a number has too many digits") from None


def make_plan(
    toml: bytes, name: str, folder: Path, given: dict[str, Any], options: Mapping[str, str] | None = None
) -> Plan:
    """A plan from the content of a TOML file and from `given` values, which win; raises PlanError.

    A component file and the folders of bots are looked for beside the TOML file, in `folder`; those of a tournament's
    record, from where it was begun. `options`, the game's options as texts, replace all those of the file.
    """
    try:
        described = decode_toml(toml)
    except ValueError as error:
        raise PlanError(f"{name}: not TOML: {error}") from None
    record = described.pop("record", None)  # by a run, in its folder: paths are as it was given them
    if isinstance(record, dict):
        described.setdefault("edition", record.get("edition", 1))
    if isinstance(number := described.get("seed"), int) and not isinstance(number, bool):
        described["seed"] = str(number)
    for key in ("components", "from_file"):
        if isinstance(beside := described.get(key), str):
            described[key] = str(folder / beside)
    for bot in described["bots"] if isinstance(described.get("bots"), list) and record is None else []:
        if isinstance(bot, dict) and isinstance(own := bot.get("folder"), str):
            bot["folder"] = str(folder / own)
    if texts := given.get("limits"):
        standing = described.get("limits")
        given |= {"limits": limits_from(texts, standing if isinstance(standing, dict) else None)}
    try:
        plan = msgspec.convert(described | given, Plan)
    except msgspec.ValidationError as error:
        if toml:
            raise PlanError(f"{name}: {_toml_problem(error, described | given)}") from None
        missing = str(error).removeprefix("Object missing required field `").removesuffix("`")
        raise PlanError(f"--{missing} is needed, or a TOML file") from None
    return msgspec.structs.replace(plan, options=options_from(options, plan.game)) if options else plan


def _toml_problem(error: msgspec.ValidationError, described: Any) -> str:
    """What is wrong with which value of a plan, in the words of TOML, which has tables and no null."""
    said = type_problem(error, kind=Plan, value=described).message_with_place()
    return said.replace(" or null", "").replace("an object (in { })", "a table")
