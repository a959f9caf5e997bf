"""Playing tournaments: game after game in the order of the schedule, whoever plays them, wherever a run stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain, count, islice
from typing import TYPE_CHECKING, NamedTuple

from cityleague.replays.log import GAMES_FILE, Claim, refuse_in_the_way, sweep
from cityleague.replays.players import Terms, end_idle, play_log
from cityleague.replays.replay import file_of, set_up
from cityleague.replays.tournaments.deals import SecretDeals, open_vault, refuse_secrets
from cityleague.replays.tournaments.games_file import Claimed, Watched, claimed, locked, refuse_compressed, resume
from cityleague.replays.tournaments.record import (
    OUTPUTS,
    fingerprints_of,
    read_record,
    record_of,
    with_changes,
    with_edition,
    write_record,
)
from cityleague.replays.tournaments.rounds import Outcome
from cityleague.replays.tournaments.schedule import Pairing, Tournament
from cityleague.replays.tournaments.single_games import trace_of
from cityleague.replays.tournaments.whole_games import ResumeError
from cityleague.replays.workers import Here, Workers

if TYPE_CHECKING:
    from pathlib import Path


class Progress(NamedTuple):
    """How many games of a tournament have been played."""

    done: int
    total: int
    dropped: int
    """Bytes of an unfinished game that an earlier run left at the end of the file, and that were cut off."""
    enough: str = ""
    """Why no more games are played; empty if the tournament goes on."""
    told: tuple[str, ...] = ()
    """What else there is to say: who has forfeited for the first time in this run, why, and where the trace is, if
    something is traced; of a study, how far it has come.
    """


class HopelessError(RuntimeError):
    """A bot forfeits so many games that it makes no sense to go on; the message says which bot, and why."""


class Faults:
    """Counts forfeits. Raises HopelessError when a bot has played `ENOUGH` games and forfeited too many."""

    ENOUGH = 20
    """Games that a bot must have played before its share of forfeits matters."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._games: Counter[str] = Counter()
        self._forfeits: Counter[str] = Counter()

    def count(self, players: Sequence[str], result: Claim, trace: str | None = None) -> tuple[str, ...]:
        """Count a game that has been played, and tell the first forfeit of each bot, if there is a trace of it."""
        self._games.update(players)
        where = f"; trace: {trace}" if trace else ""
        first = []
        for lost in result.forfeits:
            name = players[lost.seat]
            self._forfeits[name] += 1
            if self._forfeits[name] == 1 and trace:
                first.append(f"{name} has forfeited for {lost.kind}: {lost.reason}{where}")
            if self._games[name] >= self.ENOUGH and self._forfeits[name] > self._limit * self._games[name]:
                raise HopelessError(
                    f"{name} has forfeited {self._forfeits[name]} of the {self._games[name]} games that it has played, "
                    f"this one for {lost.kind}: {lost.reason}{where}"
                )
        return tuple(first)


def run(
    tournament: Tournament,
    folder: Path,
    components_file: bytes | None = None,
    workers: Workers | None = None,
    forfeit_limit: float = 1.0,
    enough: Callable[[int], str | None] | None = None,
    results: list[Outcome] | None = None,
    trace: str | None = None,
    *,
    allow_changed: bool = False,
) -> Generator[Progress]:
    """Play what is missing; yields once before the first game, and after each game.

    Games are written whole and in the order of the schedule, so that the file's bytes depend on the plan alone, not on
    who plays the games or where an earlier run was stopped. Where the plan has no seed, they depend on a secret in the
    folder, which is drawn before the first game and revealed after the last one; a shard does not reveal it. If more
    deals are played after that, another secret is drawn for them.

    The plan in full is kept in the folder, as tournament.toml. A bot that is not the one that played there before is
    refused, unless this is `allow_changed`: then it has another name from now on.

    `enough` is called with the number of games that have been played, and can end the run by returning a reason. If
    later rounds depend on results, those of all games, old and new, are appended to `results`. What is said at the
    tables is kept in the folder `trace`, if there is one, by whoever plays the game.

    Raises ResumeError before anything is played, LogChangedError if somebody else changes the file, and HopelessError
    after a game if a bot has forfeited more than `forfeit_limit` of its games in this run.
    """
    results = [] if results is None else results
    faults = Faults(forfeit_limit)
    terms = tournament.terms([str(folder.absolute())], trace, keep=True)
    folder.mkdir(parents=True, exist_ok=True)
    refuse_in_the_way(str(folder), OUTPUTS)  # before anything is read through a link
    path, total = folder / GAMES_FILE, tournament.count()
    refuse_compressed(path)
    with locked(path) as file:
        sweep(str(folder))
        vault = None
        if tournament.plan.seed is None:
            vault = open_vault(folder, may_draw=tournament.shard.number == 1)
            tournament = tournament.but(deals=SecretDeals(vault.known))
        else:
            refuse_secrets(folder)
        record, bots = read_record(folder), fingerprints_of(tournament)
        tournament = with_edition(tournament, folder).but(changes=record.changes() if record else [])
        done, dropped, deal = resume(tournament, path, file, results)
        if not record or not done:
            record = record_of(tournament, bots)
        elif done < total:
            record = with_changes(tournament, record, bots, done, allow_changed=allow_changed)
        tournament = tournament.but(changes=record.changes())
        if enough and tournament.changes:
            raise ResumeError("a bot has changed during this tournament: no rule can tell when it has shown enough")
        reason = (enough(done) if enough else None) or ""
        if vault and not vault.hidden and done < total and not reason:
            vault.draw(deal + 1)
            tournament = tournament.but(deals=SecretDeals(vault.known))
        write_record(tournament, record, folder)
        log = Watched(path, file)
        yield Progress(done, total, dropped, reason)
        if not reason:
            with ExitStack() as stack:
                stack.callback(end_idle)
                at_work = stack.enter_context(workers or Here())
                play = partial(game_log, components_file, terms)
                for number, game in enumerate(_played(tournament, done, play, results, log, at_work), done + 1):
                    lost = faults.count(game.players, game.claim, trace_of(trace, game.log))
                    reason = (enough(number) if enough else None) or ""
                    yield Progress(number, total, dropped, reason, lost)
                    if reason:
                        break
        log.check()
        log.prove()
        if vault and tournament.shard.of == 1:
            vault.reveal()


def _played(
    tournament: Tournament,
    done: int,
    play: Callable[[Pairing], bytes],
    results: list[Outcome],
    log: Watched,
    at_work: Workers,
) -> Iterator[Claimed]:
    """Each game that is missing, once it has been added to the log."""
    position = count()
    for blocks in tournament.rounds(results):
        todo = (pairing for block in blocks for pairing in tournament.games(block) if next(position) >= done)
        for game in at_work.map(play, todo):
            log.add(game)
            added = claimed(game)
            if tournament.by_results:
                results.append(Outcome(added.players, added.claim.ranks, added.claim.scores))
            yield added


def sample(tournament: Tournament, components_file: bytes | None, games: int) -> Iterator[bytes]:
    """The logs of the first few games, without writing them to a file."""
    first_round = chain.from_iterable(map(tournament.games, next(tournament.rounds())))
    for pairing in islice(first_round, games):
        yield game_log(components_file, tournament.terms(), pairing)


def game_log(components_file: bytes | None, terms: Terms, pairing: Pairing) -> bytes:
    """A game's log. The arguments can all be sent to another process or machine."""
    setup = set_up(pairing.header, file_of(components_file))
    return play_log(setup, pairing.header, pairing.entrants, terms, opening=pairing.opening)
