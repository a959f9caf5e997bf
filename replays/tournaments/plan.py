"""A tournament as it is described, by a TOML file or by the options of the command, before it is worked out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Name, options_from_text
from cityleague.replays.players import Limits


class PlanError(ValueError):
    """A tournament that cannot be played as described: what is wrong with it."""


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot under the name by which the table lists it."""

    name: str
    spec: str


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as described by a TOML file or by the options of the command.

    All that decides what is played is here, so that equal plans give equal games.
    """

    game: str
    bots: tuple[str | Entrant, ...]
    """Specs, `name=spec` for a name of one's own, or both spelled out."""
    deals: int = 10
    seed: str = "0"
    seats: int | None = None
    """How many sit at a table; none: all bots, or as many as the game allows."""
    options: dict[str, Any] = {}
    components: str | None = None
    """Path of a component file."""
    schedule: Literal["round-robin", "gauntlet", "swiss", "knockout"] = "round-robin"
    """Who meets whom: all of them, all of them the first, or round by round as the results so far suggest."""
    rounds: int | None = None
    """Of a Swiss tournament; none: enough to find the best. Each is played on so many deals."""
    tables: int | None = None
    """How many tables play each deal, so that all meet equally often; none: all that can be made."""
    limits: Limits = Limits()
    """What bots may use up that are programs of their own."""


# A name cannot hold what a spec may have before its first "=": parameters, a module's class, a path.
_NAMED = re.compile(r"([^=?:/]+)=(.+)", re.DOTALL)


def entrants(bots: Sequence[str | Entrant]) -> list[Entrant]:
    """The bots of a plan with their names; raises PlanError if a log cannot hold these as players."""
    found = [entrant_of(bot) for bot in bots]
    names = [entrant.name for entrant in found]
    for name in names:
        try:
            msgspec.convert(name, Name)
        except msgspec.ValidationError:
            raise PlanError(f"{name!r} cannot be a player's name: 1 to 200 characters that can be printed") from None
        if names.count(name) > 1:
            raise PlanError(f"two bots are called {name!r}; name them apart: one={name},two={name}")
    return found


def numbered(bots: Sequence[str]) -> list[Entrant]:
    """The bots of one game, where the same one may sit twice: later ones get #2, #3 ... behind their names."""
    found = [entrant_of(bot) for bot in bots]
    names = [entrant.name for entrant in found]
    counts = [names[: i + 1].count(name) for i, name in enumerate(names)]
    return [
        entrant if count == 1 else Entrant(f"{entrant.name}#{count}", entrant.spec)
        for entrant, count in zip(found, counts, strict=True)
    ]


def entrant_of(bot: str | Entrant) -> Entrant:
    """A bot with its name: the one before the first `=`, or its spec."""
    if isinstance(bot, Entrant):
        return bot
    named = _NAMED.fullmatch(bot)
    return Entrant(*map(str.strip, named.groups())) if named else Entrant(bot.strip() or bot, bot.strip())


def options_from(texts: Mapping[str, str], game: str) -> dict[str, Any]:
    """The options of a plan from those of a command line; raises PlanError."""
    try:
        return options_from_text(texts, find_game(game))
    except UnknownGameError as error:
        raise PlanError(str(error)) from None
    except ValueError as error:
        raise PlanError(f"options: {error}") from None


def limits_from(texts: Mapping[str, str], standing: Mapping[str, Any] | None = None) -> Limits:
    """Limits from texts, the rest as they stand; raises PlanError."""
    try:
        return msgspec.convert({**(standing or {}), **texts}, Limits, strict=False)
    except msgspec.ValidationError as error:
        names = ", ".join(Limits.__struct_fields__)
        raise PlanError(f"limits: {error} (there are {names})") from None


def make_plan(
    toml: bytes, name: str, folder: Path, given: dict[str, Any], options: Mapping[str, str] | None = None
) -> Plan:
    """A plan from a TOML file's content and what is given beside it, which wins; raises PlanError.

    A component file is looked for beside the TOML file, in `folder`. `options`: the game's options as texts, in
    place of all those of the file.
    """
    try:
        described = msgspec.toml.decode(toml)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlanError(f"{name}: not TOML: {error}") from None
    if isinstance(number := described.get("seed"), int) and not isinstance(number, bool):
        described["seed"] = str(number)
    if isinstance(beside := described.get("components"), str):
        described["components"] = str(folder / beside)
    if texts := given.get("limits"):
        standing = described.get("limits")
        given |= {"limits": limits_from(texts, standing if isinstance(standing, dict) else None)}
    try:
        plan = msgspec.convert(described | given, Plan)
    except msgspec.ValidationError as error:
        raise PlanError(f"{name}: {error}" if toml else f"--{_missing(error)}") from None
    return msgspec.structs.replace(plan, options=options_from(options, plan.game)) if options else plan


def _missing(error: msgspec.ValidationError) -> str:
    return str(error).replace("Object missing required field `", "").replace("`", " is needed, or a TOML file")
