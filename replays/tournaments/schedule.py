"""Who plays whom, in which seat, on which deal: a tournament as the list of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, count, islice, repeat
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.bots.specs import BotSpecError, is_foreign
from cityleague.engine.chance import Stream
from cityleague.engine.components import ComponentsError
from cityleague.engine.protocol import Components, Game, OptionsError, Setup
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Commitment, Header, Problem, convert_options, counted, encode
from cityleague.replays.players import (
    ME,
    PLAYED_ON,
    TIMED,
    Entrant,
    Opening,
    Terms,
    bot_of,
    make_header,
    stdout_to_stderr,
    warn_of_shared_folders,
    warn_of_unlimited_memory,
)
from cityleague.replays.replay import Midgame, check_names, check_seats
from cityleague.replays.tournaments.deals import Deals, SeededDeals
from cityleague.replays.tournaments.openings import openings_of
from cityleague.replays.tournaments.plan import LATEST, Edition, Plan, PlanError, entrant_of, entrants, numbered

if TYPE_CHECKING:
    from cityleague.replays.tournaments.rounds import Outcome

Tables = Iterable[tuple[Entrant, ...]]
"""Who sits together: the tables of a deal."""


class Pairing(NamedTuple):
    """One game to play: the header has everything but what the bots are."""

    header: Header
    entrants: tuple[Entrant, ...]
    """By seat."""
    opening: Opening = ()
    """What has happened before they sit down."""


def from_there(
    game: Midgame, seated: Sequence[Entrant], seed: str, label: str = "", more: Sequence[str] = (), *, times: bool
) -> Pairing:
    """One game that begins where another one stood, as its header tells; `more` also decides its id.

    `seed` decides chance if that game has none.
    """
    old = game.header
    note = f"{counted(game.moves, 'move')} from {f'game {old.id}' if old.id else 'another game'}, {PLAYED_ON}"
    players, specs = [entrant.name for entrant in seated], [entrant.identity() for entrant in seated]
    seed = old.seed if isinstance(old.seed, str) else seed
    header = make_header(game.setup, players, specs=[*specs, note, *more], seed=seed, label=label)
    note = f"{note}; {TIMED}" if times else note
    return Pairing(msgspec.structs.replace(header, seed=old.seed, note=note), tuple(seated), game.past)


class Block(NamedTuple):
    """A table playing one deal: as many games as the table has seats."""

    deal: int
    table: int
    """Number among the tables of this deal; deals and tables count from 1."""
    players: tuple[Entrant, ...]


class Change(NamedTuple):
    """A bot has another name from some game on, because it is another one."""

    bot: str
    since: tuple[int, int, int]
    """Deal, table and rotation of the first game, from 1."""
    name: str


class Shard(NamedTuple):
    """Which blocks of a tournament are played: every `of`-th, beginning with block `number`, from 1."""

    number: int = 1
    of: int = 1


def shard_of(text: str | None) -> Shard:
    """The shard that a text such as 1/3, the first of three, describes; raises PlanError."""
    if text is None:
        return _ALL
    number, slash, of = text.partition("/")
    if not slash or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (number, of)):
        raise PlanError(f"--shard takes I/N, as 1/3 for the first of three; not {text!r}")
    return Shard(int(number), int(of))


_ALL = Shard()
_MOST_ROUNDS = 10_000
_STAND_IN = "0"


def _components(plan: Plan, game: Game, data: bytes | None) -> Components:
    try:
        return game.components(data)
    except ComponentsError as error:
        raise PlanError(f"{plan.components}: {error}" if plan.components else str(error)) from None


class Tournament:
    """A plan, checked and turned into a schedule. Raises PlanError for anything wrong with the plan."""

    def __init__(
        self,
        plan: Plan,
        components_file: bytes | None = None,
        shard: Shard = _ALL,
        *,
        with_bots: bool = True,
        with_people: bool = False,
    ) -> None:
        """`with_bots`: whether to look for programs and classes that play, which imports these; if not, none play.
        `with_people`: whether people may sit among the bots.
        """
        self.shard = shard
        self.edition: Edition = plan.edition or LATEST
        self.deals: Deals = SeededDeals(_STAND_IN)
        """A plan without a seed gets its deals when it is played; until then, others stand in for them."""
        self.changes: Sequence[Change] = ()
        """In the order of their games."""
        try:
            plan = msgspec.convert(msgspec.to_builtins(plan), Plan)  # nothing else has checked its types
            if plan.from_file and plan.seed is None:  # what is drawn is known anyway
                plan = msgspec.structs.replace(plan, seed=_STAND_IN)
            self.plan = plan
            msgspec.json.encode(plan).decode()  # what is not UTF-8 text cannot be written to a log
            game = find_game(plan.game)
            options = _options(plan, game)
            components = _components(plan, game, components_file)
            with stdout_to_stderr():
                for entrant in map(entrant_of, plan.bots):
                    if (with_bots or not is_foreign(entrant.spec)) and not (with_people and entrant.spec == ME):
                        bot_of(entrant, game, self.terms())
            if plan.seed is not None:
                self.deals = SeededDeals(plan.seed)
            self.entrants = entrants(plan.bots)
            self.seats = plan.seats if plan.seats is not None else min(len(plan.bots), game.seats[-1])
            if self._gauntlet and len(self.entrants) == 2 < self.seats <= game.seats[-1]:
                first, other = self.entrants
                self.entrants = entrants([first, *numbered([other] * (self.seats - 1))])
            if plan.deals < 1:
                raise PlanError(f"deals must be at least 1, not {plan.deals}")
            if plan.tables is not None and plan.tables < 1:
                raise PlanError(f"tables must be at least 1, not {plan.tables}")
            check_seats(self.seats, game)
            if self.seats > len(self.entrants):
                raise PlanError(f"{len(self.entrants)} bots cannot fill a table of {self.seats}{self._filling}")
            check_names([entrant.name for entrant in self.entrants[: self.seats]])
            if plan.sandbox and with_bots:
                warn_of_shared_folders(self.entrants)
            elif with_bots:
                warn_of_unlimited_memory(self.entrants, plan.limits)
            self.setup = Setup(game, options, components, self.seats)
            self.setup.begin()
            self._check_schedule()
            rounds = len(self.tables())
            self.openings = (
                openings_of(plan.from_file, self.setup, components_file, plan.deals * rounds) if plan.from_file else ()
            )
        except (UnknownGameError, BotSpecError, OptionsError, msgspec.ValidationError) as error:
            raise PlanError(str(error)) from None
        except UnicodeEncodeError:
            raise PlanError("names, seeds and options are UTF-8 text, and one of these is not") from None
        except Problem as problem:
            raise PlanError(problem.message) from None

    def _check_schedule(self) -> None:
        """Raise PlanError if a value of the plan does not fit its schedule."""
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
    def _filling(self) -> str:
        """What fills a table for which there are too few bots."""
        two = len(self.entrants) == 2 and not self._gauntlet
        return "; in a gauntlet, copies of the second fill it (--schedule gauntlet)" if two else ""

    @property
    def one_against_copies(self) -> bool:
        """Whether a single table plays: the first bot, and against it another one in all other seats."""
        kinds = {entrant.identity() for entrant in self.entrants[1:]}
        return len(self.entrants) == self.seats and len(kinds) == 1 and (self.seats == 2 or self._gauntlet)

    def but(self, **others: Any) -> Self:
        """The same tournament with other `changes` of bots, `deals` or `edition`."""
        import copy  # noqa: PLC0415  (slow to import)

        other = copy.copy(self)
        vars(other).update(others)
        return other

    @property
    def by_results(self) -> bool:
        """Whether later rounds depend on the results of earlier ones."""
        return self.plan.schedule in ("swiss", "knockout")

    def rounds(self, results: Sequence[Outcome] = ()) -> Iterator[Iterator[Block]]:
        """The blocks of each round; a schedule that does not depend on results is a single round.

        Where it does, all games of a round must be in `results` before the next round is asked for.
        """
        deals = count(1)
        for tables_by_deal in self._by_results(results) if self.by_results else [self._tables()]:
            blocks = (
                Block(deal, number, table)
                for tables, deal in zip(tables_by_deal, deals, strict=False)
                for number, table in enumerate(tables, 1)
            )
            yield islice(blocks, self.shard.number - 1, None, self.shard.of)

    def _by_results(self, results: Sequence[Outcome]) -> Iterator[Iterator[Tables]]:
        """The tables of each deal, round by round; all deals of a round have the same tables."""
        from cityleague.replays.tournaments.rounds import stages, swiss  # noqa: PLC0415  (slow to import)

        named = {entrant.name: entrant for entrant in self.entrants}
        names, games = list(named), self.plan.deals * self.seats
        if self.plan.schedule == "swiss":
            rounds = swiss(names, self.seats, len(self.tables()), games, results, self.edition)
        else:
            rounds = (stage.tables for stage in stages(names, self.seats, games, results))
        for tables in rounds:
            yield repeat([tuple([named[name] for name in table]) for table in tables], self.plan.deals)

    def _tables(self) -> Iterator[Tables]:
        """The tables of each deal: every possible table (in a gauntlet, every table with the first bot), or as many as
        the plan says, chosen so that all play and meet equally often. There may be millions: each is made when it is
        asked for.
        """
        if self.plan.tables is not None:
            yield from self._balanced(self.plan.tables)
            return
        for _ in range(self.plan.deals):
            if self._gauntlet:
                first, others = self.entrants[0], self.entrants[1:]
                yield ((first, *table) for table in combinations(others, self.seats - 1))
            else:
                yield combinations(self.entrants, self.seats)

    def _balanced(self, number: int) -> Iterator[Tables]:
        """`number` tables for each deal; those of a deal must be taken before the next one's.

        Next at a table is who has met the others there least, then played least. From edition 2 on, a deal has no table
        again before it has all.
        """
        everybody = range(len(self.entrants))
        first = [0] if self._gauntlet else []
        taken: Counter[frozenset[int]] = Counter()
        """How many tables of the deal, since it had all, have these players."""
        games = [0] * len(self.entrants)
        met = [[0] * len(self.entrants) for _ in everybody]
        stream = Stream(self.deals.seating, "tables")

        def is_left(*group: int) -> bool:
            """Whether a table with these players is left; then one is left with somebody more, too."""
            among = comb(len(everybody) - len(group), self.seats - len(group))
            return self.edition < 2 or taken[frozenset(group)] < among

        def next_table() -> tuple[Entrant, ...]:
            table = first.copy()
            if not is_left(*table):
                taken.clear()
            while len(table) < self.seats:
                others = [player for player in stream.draw(everybody, len(everybody)) if player not in table]
                possible = [player for player in others if is_left(*table, player)]
                table.append(
                    min(possible, key=lambda player: (sum([met[player][other] for other in table]), games[player]))
                )
            for size in range(self.seats + 1):
                taken.update(map(frozenset, combinations(table, size)))
            for player in table:
                games[player] += 1
                for other in table:
                    met[player][other] += player != other
            return tuple([self.entrants[player] for player in sorted(table)])

        for _ in range(self.plan.deals):
            taken.clear()
            yield (next_table() for _ in range(number))

    @property
    def _gauntlet(self) -> bool:
        return self.plan.schedule == "gauntlet"

    def games(self, block: Block) -> Iterator[Pairing]:
        """The games of a block: everyone sits once in every seat. The deals decide the seating order of each block,
        which then rotates."""
        ring = Stream(self.deals.seating, f"ring/{block.deal}/{block.table}").draw(block.players, self.seats)
        for rotation in range(self.seats):
            place = (block.deal, block.table, rotation + 1)
            seated = [self._called(entrant, place) for entrant in ring[rotation:] + ring[:rotation]]
            label = f"d{block.deal}-t{block.table}-r{rotation + 1}"
            if self.openings:
                there = self.openings[block.deal - 1]
                past = [encode(event).decode() for event in there.past]
                yield from_there(there, seated, "", label, past, times=self.plan.times)
                continue
            seed, commitment = self.deals.seed(block.deal), self.deals.commitment(block.deal)
            yield self.pairing(seated, seed, label, commitment)

    def _called(self, entrant: Entrant, place: tuple[int, int, int]) -> Entrant:
        """An entrant under the name that it has in a game."""
        names = [change.name for change in self.changes if change.bot == entrant.name and change.since <= place]
        return msgspec.structs.replace(entrant, name=names[-1]) if names else entrant

    def place(self, number: int) -> tuple[int, int, int]:
        """Deal, table and rotation of a game, counted from 0; the schedule must not depend on results."""
        block = next(islice(chain.from_iterable(self.rounds()), number // self.seats, None))
        return block.deal, block.table, number % self.seats + 1

    def pairings(self, results: Sequence[Outcome] = ()) -> Iterator[Pairing]:
        """All games in order: by round, deal, table and rotation of the seats."""
        for blocks in self.rounds(results):
            for block in blocks:
                yield from self.games(block)

    def pairing(
        self, seated: Sequence[Entrant], seed: str, label: str = "", commitment: Commitment | UnsetType = UNSET
    ) -> Pairing:
        """One game between entrants, listed by seat."""
        specs = [entrant.identity() for entrant in seated]
        players = [entrant.name for entrant in seated]
        header = make_header(self.setup, players, specs=specs, seed=seed, commitment=commitment, label=label)
        if self.plan.times:
            header = msgspec.structs.replace(header, note=TIMED)
        return Pairing(header, tuple(seated))

    def terms(self, hidden: Sequence[str] = (), trace: str | None = None, *, keep: bool = False) -> Terms:
        """Under which terms the bots play. No bot in a sandbox sees the `hidden` folders."""
        plan = self.plan
        return Terms(plan.limits, plan.sandbox, tuple(hidden), keep, plan.times, trace, plan.info)

    def tables(self) -> list[int]:
        """How many tables play each deal of a round, round by round."""
        entrants, seats = len(self.entrants), self.seats
        if self.by_results:
            from cityleague.replays.tournaments.rounds import bracket, swiss_rounds  # noqa: PLC0415  (slow to import)

            if self.plan.schedule == "swiss":
                return [entrants // seats] * (self.plan.rounds or swiss_rounds(entrants, seats))
            return [tables for tables, _ in bracket(entrants, seats)]
        return [self.plan.tables or (comb(entrants - 1, seats - 1) if self._gauntlet else comb(entrants, seats))]

    def blocks(self) -> int:
        """How many blocks there are, in all shards together."""
        return self.plan.deals * sum(self.tables())

    def count(self) -> int:
        """How many games are played, in this shard."""
        return (self.blocks() + self.shard.of - self.shard.number) // self.shard.of * self.seats


def _options(plan: Plan, game: Game) -> Any:
    try:
        return convert_options(plan.options, game)
    except Problem as problem:
        raise PlanError(problem.message_with_place()) from None
