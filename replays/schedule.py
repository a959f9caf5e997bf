"""Who plays whom, in which seat, on which deal: a tournament as the list of its games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from cityleague.engine.bots.specs import BotSpec, BotSpecError, parse
from cityleague.engine.chance import Stream
from cityleague.engine.components import ComponentsError
from cityleague.engine.protocol import Game, OptionsError, Setup
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.events import Header, Name
from cityleague.replays.findings import Problem
from cityleague.replays.foreign import PREFIX, ForeignBot, Limits, command_of
from cityleague.replays.opening import check_players
from cityleague.replays.options import convert, from_text
from cityleague.replays.quiet import hushed
from cityleague.replays.record import make_header


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
    schedule: Literal["round-robin", "gauntlet"] = "round-robin"
    """Who meets whom: all of them, or all of them the first."""
    tables: int | None = None
    """How many tables play each deal, so that all meet equally often; none: all that can be made."""
    limits: Limits = Limits()
    """What bots may use up that are programs of their own."""


class Pairing(NamedTuple):
    """One game to play: its header says everything but which bots the names stand for."""

    header: Header
    specs: tuple[str, ...]


# A name cannot hold what a spec may have before its first "=": parameters, a module's class, a path.
_NAMED = re.compile(r"([^=?:/]+)=(.+)", re.DOTALL)


def entrants(bots: Sequence[str | Entrant]) -> list[Entrant]:
    """The bots of a plan with their names; raises PlanError if a log cannot hold these as players."""
    found = [_entrant(bot) for bot in bots]
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
    found = [_entrant(bot) for bot in bots]
    names = [entrant.name for entrant in found]
    counts = [names[: i + 1].count(name) for i, name in enumerate(names)]
    return [
        entrant if count == 1 else Entrant(f"{entrant.name}#{count}", entrant.spec)
        for entrant, count in zip(found, counts, strict=True)
    ]


def _entrant(bot: str | Entrant) -> Entrant:
    if isinstance(bot, Entrant):
        return bot
    named = _NAMED.fullmatch(bot)
    return Entrant(*map(str.strip, named.groups())) if named else Entrant(bot.strip() or bot, bot.strip())


class Tournament:
    """A plan checked and worked out. Raises PlanError, whatever is wrong with it."""

    def __init__(self, plan: Plan, components_file: bytes | None = None) -> None:
        self.plan = plan
        try:
            msgspec.json.encode(plan).decode()  # what is not text cannot be written to a log
            game = find_game(plan.game)
            options = _options(plan, game)
            components = game.components(components_file)
            with hushed():
                for spec in [_entrant(bot).spec for bot in plan.bots]:
                    bot_of(spec, game, plan.limits)
            self.entrants = entrants(plan.bots)
            self.seats = plan.seats if plan.seats is not None else min(len(plan.bots), game.seats[-1])
            if plan.deals < 1:
                raise PlanError(f"deals must be at least 1, not {plan.deals}")
            if plan.tables is not None and plan.tables < 1:
                raise PlanError(f"tables must be at least 1, not {plan.tables}")
            if self.seats > len(self.entrants):
                raise PlanError(f"{len(self.entrants)} bots cannot fill a table of {self.seats}")
            check_players([entrant.name for entrant in self.entrants[: self.seats]], game)
            self.setup = Setup(game, options, components, self.seats)
            self.setup.begin()
        except (UnknownGameError, ComponentsError, BotSpecError, OptionsError) as error:
            raise PlanError(str(error)) from None
        except UnicodeEncodeError:
            raise PlanError("names, seeds and options are UTF-8 text, and one of these is not") from None
        except Problem as problem:
            raise PlanError(problem.message) from None

    def tables(self) -> Iterator[list[tuple[Entrant, ...]]]:
        """Deal by deal, who shares a table: every set of as many as it seats (in a gauntlet those with the first), or
        as many sets as the plan says, chosen so that all play and meet equally often."""
        if self.plan.tables is not None:
            yield from self._balanced(self.plan.tables)
            return
        for _ in range(self.plan.deals):
            if self._gauntlet:
                first, others = self.entrants[0], self.entrants[1:]
                yield [(first, *table) for table in combinations(others, self.seats - 1)]
            else:
                yield list(combinations(self.entrants, self.seats))

    def _balanced(self, number: int) -> Iterator[list[tuple[Entrant, ...]]]:
        """So many tables for each deal. One after another sits down who has played least and met the others least."""
        everybody = range(len(self.entrants))
        games = [0] * len(self.entrants)
        met = [[0] * len(self.entrants) for _ in everybody]
        stream = Stream(self.plan.seed, "tables")
        for _ in range(self.plan.deals):
            found = []
            for _ in range(number):
                table = [0] if self._gauntlet else []
                while len(table) < self.seats:
                    standing = [one for one in stream.draw(everybody, len(everybody)) if one not in table]
                    table.append(min(standing, key=lambda one: (sum([met[one][other] for other in table]), games[one])))
                for one in table:
                    games[one] += 1
                    for other in table:
                        met[one][other] += one != other
                found.append(tuple([self.entrants[one] for one in sorted(table)]))
            yield found

    @property
    def _gauntlet(self) -> bool:
        return self.plan.schedule == "gauntlet"

    def coverage(self) -> tuple[Counter[str], Counter[frozenset[str]]]:
        """How many games each plays, and how often two meet."""
        games: Counter[str] = Counter()
        meetings: Counter[frozenset[str]] = Counter({
            frozenset([one.name, other.name]): 0 for one, other in combinations(self.entrants, 2)
        })  # fmt: skip
        for tables in self.tables():
            for table in tables:
                for one in table:
                    games[one.name] += self.seats
                for one, other in combinations(table, 2):
                    meetings[frozenset([one.name, other.name])] += self.seats
        return games, meetings

    def pairings(self) -> Iterator[Pairing]:
        """All games in their order: deal by deal, table by table, the seats rotated on the same deal.

        The games of a table on a deal are a block: everyone sits once in every seat, in a ring whose order the
        seed decides anew for each block.
        """
        for deal, tables in enumerate(self.tables(), 1):
            for number, table in enumerate(tables, 1):
                ring = Stream(self.plan.seed, f"ring/{deal}/{number}").draw(table, self.seats)
                for rotation in range(self.seats):
                    seated = ring[rotation:] + ring[:rotation]
                    label = f"d{deal}-t{number}-r{rotation + 1}"
                    yield self.pairing(seated, f"{self.plan.seed}/{deal}", label)

    def pairing(self, seated: Sequence[Entrant], seed: str, label: str = "") -> Pairing:
        """One game between these, by seat."""
        specs = tuple([entrant.spec for entrant in seated])
        players = [entrant.name for entrant in seated]
        header = make_header(self.setup, players, specs=specs, seed=seed, label=label)
        return Pairing(header, specs)

    def count(self) -> int:
        """How many games there are."""
        entrants, seats = len(self.entrants), self.seats
        tables = comb(entrants - 1, seats - 1) if self._gauntlet else comb(entrants, seats)
        return self.plan.deals * (self.plan.tables or tables) * seats


def _options(plan: Plan, game: Game) -> Any:
    try:
        return convert(plan.options, game)
    except Problem as problem:
        raise PlanError(f"options: {problem.message}, at {problem.pointer}") from None


def options_from(texts: Mapping[str, str], game: str) -> dict[str, Any]:
    """The options of a plan from those of a command line; raises PlanError."""
    try:
        return from_text(texts, find_game(game))
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


@cache
def bot_of(spec: str, game: Game, limits: Limits) -> BotSpec:
    """A spec taken apart, once for each process; raises BotSpecError."""
    if not spec.startswith(PREFIX):
        return parse(spec, game)
    return BotSpec(spec, partial(ForeignBot, command=command_of(spec), limits=limits), {})
