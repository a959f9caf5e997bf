"""Who plays whom, in which seat, on which deal: a tournament as the list of its games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, count, islice, repeat
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
from cityleague.replays.log.events import Header, Name
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.options import convert, from_text
from cityleague.replays.players.programs import PREFIX, ForeignBot, Limits, command_of
from cityleague.replays.players.recording import make_header
from cityleague.replays.players.stdout import hushed
from cityleague.replays.replay.headers import check_players
from cityleague.replays.tournaments.pairing import Outcome, bracket, course, stages, swiss, swiss_rounds


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


class Pairing(NamedTuple):
    """One game to play: its header says everything but which bots the names stand for."""

    header: Header
    specs: tuple[str, ...]


class Block(NamedTuple):
    """A table on a deal: as many games as it has seats."""

    deal: int
    table: int
    """Number among the tables of this deal; like deals, from 1."""
    players: tuple[Entrant, ...]


class Shard(NamedTuple):
    """Which blocks of a tournament are played: of so many in turn, the one with this number, from 1."""

    number: int = 1
    of: int = 1


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


_ALL = Shard()
_MOST_ROUNDS = 10_000


class Tournament:
    """A plan checked and worked out. Raises PlanError, whatever is wrong with it."""

    def __init__(self, plan: Plan, components_file: bytes | None = None, shard: Shard = _ALL) -> None:
        self.plan = plan
        self.shard = shard
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
            self._check_schedule()
        except (UnknownGameError, ComponentsError, BotSpecError, OptionsError) as error:
            raise PlanError(str(error)) from None
        except UnicodeEncodeError:
            raise PlanError("names, seeds and options are UTF-8 text, and one of these is not") from None
        except Problem as problem:
            raise PlanError(problem.message) from None

    def _check_schedule(self) -> None:
        """Raise PlanError if what is asked for does not go with the schedule."""
        plan, shard = self.plan, self.shard
        if plan.rounds is not None and plan.schedule != "swiss":
            raise PlanError(f"rounds are for swiss, not for {plan.schedule}")
        if plan.rounds is not None and not 1 <= plan.rounds <= _MOST_ROUNDS:
            raise PlanError(f"rounds must be 1 to {_MOST_ROUNDS}, not {plan.rounds}")
        if not 1 <= shard.number <= shard.of:
            raise PlanError(f"there is no shard {shard.number} of {shard.of}")
        if self.by_results:
            if plan.tables is not None:
                raise PlanError(f"tables are for round-robin and gauntlet, not for {plan.schedule}")
            if shard != _ALL:
                raise PlanError(f"{plan.schedule} cannot be played in shards: its rounds depend on all results")
            if self.seats < 2:
                raise PlanError(f"{plan.schedule} needs tables of at least 2")
        elif shard.of > self.blocks():
            raise PlanError(f"there are only {self.blocks()} blocks, not enough for {shard.of} shards")

    @property
    def by_results(self) -> bool:
        """Whether later rounds depend on the results of earlier ones."""
        return self.plan.schedule in ("swiss", "knockout")

    def rounds(self, results: Sequence[Outcome] = ()) -> Iterator[Iterator[Block]]:
        """The blocks of each round; a schedule that does not depend on results is a single one.

        Where it does, all games of a round must be in `results` before the next is asked for.
        """
        deals = count(1)
        for tables in self._by_results(results) if self.by_results else [self._tables()]:
            blocks = (
                Block(deal, number, table)
                for found, deal in zip(tables, deals, strict=False)
                for number, table in enumerate(found, 1)
            )
            yield islice(blocks, self.shard.number - 1, None, self.shard.of)

    def _by_results(self, results: Sequence[Outcome]) -> Iterator[Iterator[list[tuple[Entrant, ...]]]]:
        """Round by round and deal by deal, who shares a table; all deals of a round have the same tables."""
        named = {entrant.name: entrant for entrant in self.entrants}
        names, games = list(named), self.plan.deals * self.seats
        if self.plan.schedule == "swiss":
            rounds = swiss(names, self.seats, len(self.tables()), games, results)
        else:
            rounds = (stage.tables for stage in stages(names, self.seats, games, results))
        for tables in rounds:
            yield repeat([tuple([named[name] for name in table]) for table in tables], self.plan.deals)

    def _tables(self) -> Iterator[list[tuple[Entrant, ...]]]:
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

    def games(self, block: Block) -> Iterator[Pairing]:
        """The games of a block: everyone sits once in every seat, in a ring whose order the seed decides anew for each
        block."""
        ring = Stream(self.plan.seed, f"ring/{block.deal}/{block.table}").draw(block.players, self.seats)
        for rotation in range(self.seats):
            seated = ring[rotation:] + ring[:rotation]
            label = f"d{block.deal}-t{block.table}-r{rotation + 1}"
            yield self.pairing(seated, f"{self.plan.seed}/{block.deal}", label)

    def pairings(self, results: Sequence[Outcome] = ()) -> Iterator[Pairing]:
        """All games in their order: round by round, deal by deal, table by table, the seats rotated."""
        for blocks in self.rounds(results):
            for block in blocks:
                yield from self.games(block)

    def pairing(self, seated: Sequence[Entrant], seed: str, label: str = "") -> Pairing:
        """One game between these, by seat."""
        specs = tuple([entrant.spec for entrant in seated])
        players = [entrant.name for entrant in seated]
        header = make_header(self.setup, players, specs=specs, seed=seed, label=label)
        return Pairing(header, specs)

    def tables(self) -> list[int]:
        """How many tables play each deal of a round, round by round."""
        entrants, seats = len(self.entrants), self.seats
        if self.plan.schedule == "swiss":
            return [entrants // seats] * (self.plan.rounds or swiss_rounds(entrants, seats))
        if self.plan.schedule == "knockout":
            return [tables for tables, _ in bracket(entrants, seats)]
        return [self.plan.tables or (comb(entrants - 1, seats - 1) if self._gauntlet else comb(entrants, seats))]

    def blocks(self) -> int:
        """How many blocks there are, in all shards together."""
        return self.plan.deals * sum(self.tables())

    def count(self) -> int:
        """How many games are played, in this shard."""
        return len(range(self.shard.number, self.blocks() + 1, self.shard.of)) * self.seats

    def course(self, results: Sequence[Outcome]) -> list[str]:
        """What happened round by round in a knockout that has been played, as text; nothing of other schedules."""
        if self.plan.schedule != "knockout":
            return []
        names = [entrant.name for entrant in self.entrants]
        return list(course(names, self.seats, self.plan.deals * self.seats, results))


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
