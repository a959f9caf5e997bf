"""Many games analysed, one after the other, into a file that a later run goes on with."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.errors import InputError
from cityleague.replays.analysis.game import Task, analysed, each, opening, playouts_of, tasks
from cityleague.replays.analysis.levels import CHANGES, Terms, terms_of
from cityleague.replays.analysis.reading import LONGEST, lines_of, read_line, summaries, together
from cityleague.replays.analysis.records import Chances, Judged, Luck, Opening, Record, Skipped, Summary, line_of
from cityleague.replays.log import (
    Finding,
    LogError,
    RawGame,
    append_alone,
    folder_and_name,
    path_text,
    read_below,
    write_all,
)
from cityleague.replays.replay import ComponentFiles, RecordedGame, Replay, files_of
from cityleague.replays.workers import Workers

PARTS = 8
"""A game is shared out in so many parts, whoever works on them."""
_BEGINNING = b'{"kind":"'
"""Of each line."""
Contents = tuple[tuple[str, bytes], ...]
"""Component files, by name."""


class OtherAnalysisError(InputError):
    """The file to write to holds something else."""


class Planned(NamedTuple):
    """A game that is going to be analysed."""

    raw: RawGame
    opening: Opening
    skip: str = ""
    """Why it cannot be; empty: it can."""


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    """Games that are in the file."""
    total: int
    parts: int
    """Parts of the next game that are done, of PARTS."""
    dropped: int = 0
    """Bytes of an unfinished game that were cut off."""


def examine(raw: RawGame, files: ComponentFiles, level: str, **changes: Any) -> Planned | Finding:
    """Whether a game can be analysed, and by which terms; raises TermsError."""
    report = Replay(raw, files).run()
    if report.finding:
        return report.finding
    assert report.header
    begun = opening(raw, report.header, terms_of(report.header.game, level, **changes))
    return Planned(raw, begun, "the log leaves open what a draw brought" if report.unseen else "")


def analyse(game: RecordedGame, level: str = "normal", **changes: Any) -> list[Record]:
    """What there is to say of a game: the records of which `cityleague analyse` writes a line each, in their order.

    `level` is quick, normal or deep. `changes` are those of its terms: worlds, candidates, confirm, playouts, horizon,
    policy, luck. Raises LogError if something is wrong with the game, TypeError for what is no game, and TermsError.

    >>> from cityleague.replays import analyse, play
    >>> game = play("between_two_cities", ["random", "greedy", "heuristic"], seed="7")
    >>> records = analyse(game, "quick")
    >>> [type(record).__name__ for record in records]
    ['Opening', 'Chances', 'Chances', 'Chances', 'Chances', 'Summary', 'Summary', 'Summary']
    >>> records[-4].chances
    (0.0, 0.0, 1.0)
    """
    if not isinstance(game, RecordedGame):
        raise TypeError(f"a game is what `play` returns, or one of `recorded_games(path)`, not {game!r}")
    plan = examine(game.raw, game.files, level, **changes)
    if isinstance(plan, Finding):
        raise LogError(plan)
    return [*saying(plan, game.files)]


def saying(plan: Planned, files: ComponentFiles) -> Iterator[Record]:
    """The same of a game that was examined, one by one."""
    records: list[Record] = []
    yield plan.opening
    for record in () if plan.skip else each(plan.raw, files, plan.opening.terms):
        records.append(record)
        yield record
    yield from _ended(plan, records)[len(records) :]


def _ended(plan: Planned, records: Sequence[Record]) -> list[Record]:
    if plan.skip:
        return [Skipped(id=plan.opening.id, reason=plan.skip)]
    return [*records, *summaries(plan.opening, records)]


def _part(contents: Contents, work: tuple[RawGame, Terms, int]) -> list[Record]:
    raw, terms, part = work
    return analysed(raw, files_of(contents), terms, part, PARTS)


def run(games: Sequence[Planned], output: str, contents: Contents, workers: Workers) -> Generator[Progress]:
    """Analyse what is missing in the file; yields once before, and after each part of a game.

    A game's lines are added when all of them are there, in the order of the games: the file has the same bytes whoever
    does the work. Raises OtherAnalysisError, AnalysisError, InUseError, WorkerError and OSError.
    """
    with append_alone(*folder_and_name(output)) as file:
        done, kept = _done(games, output, files_of(contents))
        size = os.fstat(file.fileno()).st_size
        file.truncate(kept)
        yield Progress(done, len(games), 0, size - kept)
        with workers as at_work:
            todo = [plan for plan in games[done:] if not plan.skip]
            works = ((plan.raw, plan.opening.terms, part) for plan in todo for part in range(PARTS))
            found = at_work.map(partial(_part, contents), works)
            for number, plan in enumerate(games[done:], done):
                parts: list[list[Record]] = []
                while not plan.skip and len(parts) < PARTS:
                    parts.append(next(found))
                    if len(parts) < PARTS:
                        yield Progress(number, len(games), len(parts))
                records = [record for row in zip_longest(*parts) for record in row if record]  # in the game's order
                write_all(file, b"".join(map(line_of, [plan.opening, *_ended(plan, records)])))
                yield Progress(number + 1, len(games), 0)


def _done(games: Sequence[Planned], output: str, files: ComponentFiles) -> tuple[int, int]:
    """How many of these games the file has already, and the length of their lines.

    What may be cut off begins as it would if this run had written it. Raises OtherAnalysisError and AnalysisError.
    """
    path = path_text(output)
    done = kept = size = 0
    records: list[Record] = []
    with read_below(*folder_and_name(output)) as file:
        for number, line in enumerate(lines_of(file), 1):
            if not records and done == len(games):
                raise _of_other_games(path)
            due = _BEGINNING if records else line_of(games[done].opening)
            if len(line) <= LONGEST and not line.endswith(b"\n") and line[: len(due)] == due[: len(line)]:
                break
            if number == 1 and not line.startswith(_BEGINNING):
                raise OtherAnalysisError(f"{path} is no analysis: name another file")
            record = read_line(path, number, line, records)
            if not records:
                _require_next(record, games[done], path)
            records.append(record)
            size += len(line)
            last = len(games[done].opening.players) - 1
            if isinstance(record, Skipped) or (isinstance(record, Summary) and record.seat == last):
                found, plan = together(path, number - len(records) + 1, records), games[done]
                if found.reason != plan.skip:
                    found.refuse(f"it says that the game {'cannot' if found.reason else 'can'} be analysed")
                if not plan.skip:
                    found.require_fit(plan.raw, files)  # so that nobody goes on with a file that nothing will show
                done, kept, records = done + 1, size, []
    return done, kept


def _require_next(record: Record, plan: Planned, path: str) -> None:
    """Raise OtherAnalysisError unless the record begins this game."""
    if record == plan.opening:
        return
    if isinstance(record, Opening) and record.hash == plan.opening.hash:
        old, new = (msgspec.to_builtins(opening.terms) for opening in (record, plan.opening))
        differ = {name: f"{name} {old[name]} (now {new[name]})" for name in new if old[name] != new[name]}
        if chosen := [words for name, words in differ.items() if name == "level" or name in CHANGES]:
            raise OtherAnalysisError(
                f"{path} has an analysis by other options: {', '.join(chosen)}; give those of before, or name another "
                "file"
            )
        raise OtherAnalysisError(f"{path} was written by another version of cityleague: name another file")
    raise _of_other_games(path)


def _of_other_games(path: str) -> OtherAnalysisError:
    return OtherAnalysisError(
        f"{path} has an analysis of other games: give the same logs as before, or name another file"
    )


_TRIED = 0.75
"""Of all trials in the first worlds, about so many are made: rivals that are clearly behind are dropped."""
_LOOKED_AT = 0.15
"""Of all choices, about so many are looked at in further worlds."""


class Forecast(NamedTuple):
    """The effort for all games of one kind."""

    games: float
    """So many games are to be played from start to end."""
    play: Callable[[], object]
    """Plays one."""


def forecasts(plans: Iterable[Planned], files: ComponentFiles) -> Iterator[Forecast]:
    """For each kind of game, one by each bot that plays on. The first game of a kind stands for all, by its length."""
    sizes: dict[tuple[str, int], int] = {}
    first: dict[tuple[str, int], Planned] = {}
    for plan in plans:
        if not plan.skip:
            kind = plan.opening.game, len(plan.opening.players)
            sizes[kind] = sizes.get(kind, 0) + plan.raw.size
            first.setdefault(kind, plan)
    for kind, plan in first.items():
        replay, terms, times = Replay(plan.raw, files), plan.opening.terms, sizes[kind] / plan.raw.size
        *all_tasks, last = tasks(replay, terms)
        play = playouts_of(plan.raw, replay.setup, terms).play
        for confirming, share in ((False, _looked_for), (True, _confirmed)):
            games = sum([share(task, last, terms) for task in all_tasks])
            if games:
                yield Forecast(games * times, partial(play, replay.setup.begin(), "forecast", confirming=confirming))


def _looked_for(task: Task, last: Task, terms: Terms) -> float:
    """The playouts for a task by the bot that looks for marks and tells luck, each by the share of a game it takes."""
    left = 1 - task.move / last.move
    if task.kind is Luck:
        return 2 * terms.luck * left
    judged = min(left, terms.horizon / last.state.round) if terms.horizon and not task.forfeited else left
    return _TRIED * terms.worlds * terms.candidates * judged if task.kind is Judged else 0


def _confirmed(task: Task, last: Task, terms: Terms) -> float:
    """The same by the bot that plays the chances, and the worlds in which marks must hold."""
    left = 1 - task.move / last.move
    if task.kind is Judged:
        return _LOOKED_AT * 2 * terms.confirm * left
    return terms.playouts * left if task.kind is Chances else 0
