"""Playing tournaments: game after game in the order of the schedule, whoever plays them, wherever a run stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, partial
from itertools import chain, count, islice
from pathlib import Path
from typing import NamedTuple

from cityleague.engine.protocol import Setup
from cityleague.replays.log import GAMES_FILE, Result
from cityleague.replays.players import Limits, bot_of, record_game, stdout_to_stderr
from cityleague.replays.replay import ComponentFiles, begin
from cityleague.replays.tournaments.deals import Drawn, ResumeError, open_vault
from cityleague.replays.tournaments.games_file import Watched, locked, result_of, resume
from cityleague.replays.tournaments.record import (
    fingerprints,
    read_record,
    record_of,
    with_changes,
    write_record,
)
from cityleague.replays.tournaments.schedule import Pairing, Tournament
from cityleague.replays.tournaments.standing import Outcome
from cityleague.replays.workers import Here, Workers


class Progress(NamedTuple):
    """How many games of a tournament have been played."""

    done: int
    total: int
    dropped: int
    """Bytes of an unfinished game that an earlier run left at the end of the file, and that were cut off."""
    enough: str = ""
    """Why no more games are played; empty if the tournament goes on."""


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

    def count(self, players: Sequence[str], result: Result) -> None:
        """Count a game that has been played."""
        self._games.update(players)
        for lost in result.forfeits:
            name = players[lost.seat]
            self._forfeits[name] += 1
            if self._games[name] >= self.ENOUGH and self._forfeits[name] > self._limit * self._games[name]:
                raise HopelessError(
                    f"{name} has forfeited {self._forfeits[name]} of the {self._games[name]} games that it has played, "
                    f"this one for {lost.kind}: {lost.reason}"
                )


def run(
    tournament: Tournament,
    folder: Path,
    components_file: bytes | None = None,
    workers: Workers | None = None,
    forfeit_limit: float = 1.0,
    enough: Callable[[int], str | None] | None = None,
    results: list[Outcome] | None = None,
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
    later rounds depend on results, those of all games, old and new, are appended to `results`.

    Raises ResumeError before anything is played, LogChangedError if somebody else changes the file, and HopelessError
    after a game if a bot has forfeited more than `forfeit_limit` of its games in this run.
    """
    results = [] if results is None else results
    faults = Faults(forfeit_limit)
    folder.mkdir(parents=True, exist_ok=True)
    path, total = folder / GAMES_FILE, tournament.count()
    with locked(path) as file:
        vault = None
        if tournament.plan.seed is None:
            vault = open_vault(folder, may_draw=tournament.shard.number == 1)
            tournament = tournament.dealt(Drawn(vault.known))
        record, bots = read_record(folder), fingerprints(tournament)
        tournament = tournament.changed(record.changes() if record else [])
        done, dropped, deal = resume(tournament, path, file, results)
        if vault and not vault.hidden and done < total:
            vault.draw(deal + 1)
            tournament = tournament.dealt(Drawn(vault.known))
        if not record or not done:
            record = record_of(tournament, bots)
        elif done < total:
            record = with_changes(tournament, record, bots, done, allow_changed=allow_changed)
        tournament = tournament.changed(record.changes())
        if enough and tournament.changes:
            raise ResumeError("a bot has changed during this tournament: no rule can tell when it has shown enough")
        write_record(tournament, record, folder)
        log = Watched(path, file)
        reason = (enough(done) if enough else None) or ""
        yield Progress(done, total, dropped, reason)
        if not reason:
            with workers or Here() as at_work:
                playing = _played(tournament, done, components_file, results, log, at_work)
                for number, (players, result) in enumerate(playing, done + 1):
                    faults.count(players, result)
                    reason = (enough(number) if enough else None) or ""
                    yield Progress(number, total, dropped, reason)
                    if reason:
                        break
        log.check()
        log.prove()
        if vault and tournament.shard.of == 1:
            vault.reveal()


def _played(
    tournament: Tournament,
    done: int,
    components_file: bytes | None,
    results: list[Outcome],
    log: Watched,
    at_work: Workers,
) -> Iterator[tuple[Sequence[str], Result]]:
    """Players and result of each game that is missing, once it has been added to the log."""
    position = count()
    for blocks in tournament.rounds(results):
        todo = (one for block in blocks for one in tournament.games(block) if next(position) >= done)
        for game in at_work.map(partial(_play, components_file, tournament.plan.limits), todo):
            log.add(game)
            players, result = result_of(game)
            if tournament.by_results:
                results.append(Outcome(players, result.ranks, result.scores))
            yield players, result


def sample(tournament: Tournament, components_file: bytes | None, games: int) -> Iterator[bytes]:
    """The logs of the first few games, without writing them to a file."""
    first_round = chain.from_iterable(map(tournament.games, next(tournament.rounds())))
    for pairing in islice(first_round, games):
        yield _play(components_file, tournament.plan.limits, pairing)


def _play(components_file: bytes | None, limits: Limits, pairing: Pairing) -> bytes:
    """A game's log. The arguments can all be sent to another process or machine."""
    setup, _ = begin(pairing.header, _component_files(components_file))
    return _recorded(setup, limits, pairing)


def _recorded(setup: Setup, limits: Limits, pairing: Pairing) -> bytes:
    with stdout_to_stderr():
        bots = [bot_of(spec, setup.game, limits) for spec in pairing.specs]
        return b"".join([line + b"\n" for line in record_game(setup, pairing.header, bots)])


@cache
def _component_files(components_file: bytes | None) -> ComponentFiles:
    return ComponentFiles({} if components_file is None else {"components": components_file})


def play_single(tournament: Tournament) -> bytes:
    """The log of one game between the bots of a plan, seated in the order of the list."""
    pairing = tournament.pairing(tournament.entrants, tournament.deals.seating)
    return _recorded(tournament.setup, tournament.plan.limits, pairing)
