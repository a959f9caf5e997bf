"""The games of logs as pages need them, read once, in parallel: results, points by category, findings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cityleague.replays.league import Played, game_ends, is_bare, played_of
from cityleague.replays.log import (
    Chosen,
    Finding,
    Found,
    Header,
    Problem,
    RawGame,
    Result,
    Secrets,
    logs_of,
    path_text,
    read_games,
    repeated_id,
    secrets_of,
)
from cityleague.replays.pages.converters import png
from cityleague.replays.pages.files import put, put_picture
from cityleague.replays.pages.game import game_picture, walked_page
from cityleague.replays.pages.shares import Shares, shares_of
from cityleague.replays.pages.sharing import NOWHERE, Share
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import Replay, files_of
from cityleague.replays.workers import local_workers

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses, Analysis

GAMES = "games"
"""The folder of a site with the pages of games."""
_MOST_POINTS = 10**9
_BATCH = 1 << 17
"""How many bytes of a log a worker gets at a time."""


class Record(NamedTuple):
    """A game of a log, as far as pages tell about it."""

    file: str
    line: int | None
    """Where it begins; None: the file cannot be read any further."""
    name: str
    """Sixteen hexadecimal digits that tell the game's lines: the name of its page."""
    id: str | None
    seed: str | None
    played: Played | None
    """Its result; None: there is a finding instead."""
    shares: tuple[Shares, ...]
    """Where the points of each seat come from; empty if the log has no sheets."""
    finding: Finding | None
    page: bool = False
    """Whether it has a page."""
    losses: tuple[float | None, ...] = ()
    """By seat, the points lost on average in a choice, if an analysis says so."""
    doubt: str = ""
    """Why the analysis of the game is not shown; empty: it is, or there is none."""


class Sources:
    """The logs that have been read, with the SHA-256 of the bytes of their games, unpacked."""

    def __init__(self) -> None:
        self._sums: dict[str, Any] = {}

    def add(self, file: str, data: bytes) -> None:
        """Count the bytes of a game."""
        self._sums.setdefault(file, sha256()).update(data)

    def hashes(self) -> dict[str, str]:
        """The hash of each log so far."""
        return {file: digest.hexdigest() for file, digest in self._sums.items()}


class _Task(NamedTuple):
    """What is done with every game."""

    components: tuple[tuple[str, bytes], ...]
    validate: bool
    bare: bool
    folder: str | None
    """Of the site to which the pages of games belong; None: there are none."""
    paged: str
    """The games that have one: `all`, those with `findings`, `none`."""
    share: Share


class _Item(NamedTuple):
    raw: RawGame
    secrets: Secrets
    name: str
    first: bool
    """Whether no game with the same lines was read before: one page is enough."""
    analysis: Analysis | None


def read_records(
    paths: Iterable[str],
    sources: Sources,
    components: Mapping[str, bytes],
    *,
    validate: bool,
    bare: bool = False,
    folder: Path | None = None,
    paged: str = "all",
    share: Share = NOWHERE,
    jobs: int = 1,
    chosen: Chosen | None = None,
    analyses: Analyses | None = None,
) -> Iterator[Record]:
    """A record for each game of these logs, and one for each file that is not readable to its end, in their order.

    With `validate` every game is checked against the rules; without, its result is taken as the log states it, and with
    `bare` so are results alone. With a `folder`, that of a site, the pages of games are written into it (`paged`: of
    `all`, of those with `findings`, of `none`), unless they are there already, and their pictures if `share` says so.
    Games that are not `chosen` are counted there, and left out; what `analyses` say goes with their games. Raises
    ComponentsError before anything is read, ConverterMissing, ForeignFileError, OSError and WorkerError.
    """
    task = _Task(
        tuple(sorted(components.items())), validate, bare, None if folder is None else str(folder), paged, share
    )
    files_of(task.components)
    ids: dict[str, str] = {}
    with local_workers(jobs) as at_work:
        for records in at_work.map(partial(_examine, task), _batches(paths, sources, chosen or Chosen(), analyses)):
            yield from (_unless_known(record, ids) for record in records)


def count_games(paths: Sequence[str]) -> tuple[int, int] | None:
    """How many games there are to read, and how many bytes.

    None: a pipe or standard input is among the logs, and can be read only once.
    """
    logs = logs_of(paths)
    if not all(path != "-" and os.path.isfile(path) for path in logs if not isinstance(path, Found)):
        return None
    sizes = [len(raw.data) for path in logs for raw in read_games(path) if not isinstance(raw, Problem)]
    return len(sizes), sum(sizes)


def _batches(
    paths: Iterable[str], sources: Sources, chosen: Chosen, analyses: Analyses | None
) -> Iterator[list[_Item | Finding]]:
    seen: set[str] = set()
    batch: list[_Item | Finding] = []
    size = 0
    for path in logs_of(paths):
        secrets: Secrets = {}
        try:
            secrets = secrets_of(path)
        except Problem as problem:
            batch.append(problem.at(path_text(path)))
        for raw in read_games(path):
            if isinstance(raw, Problem):
                batch.append(raw.at(path_text(path)))
                continue
            sources.add(raw.file, raw.data)
            if not chosen.takes(raw):
                continue
            name = sha256(raw.data).hexdigest()[:16]
            batch.append(_Item(raw, secrets, name, name not in seen, analyses.of(raw) if analyses else None))
            seen.add(name)
            size += len(raw.data)
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch


def _unless_known(record: Record, ids: dict[str, str]) -> Record:
    """The record, with a finding if another game had its id and nothing else is wrong."""
    if record.id is None:
        return record
    place = f"{record.file}:{record.line}"
    first = ids.setdefault(record.id, place)
    if first == place or record.finding:
        return record
    game = record.played.game if record.played else None
    return record._replace(finding=repeated_id(record.id, first, record.file, record.line, game), played=None)


def _examine(task: _Task, batch: list[_Item | Finding]) -> list[Record]:
    return [
        Record(one.file, None, "", None, None, None, (), one) if isinstance(one, Finding) else _record(task, one)
        for one in batch
    ]


def _record(task: _Task, item: _Item) -> Record:
    raw = item.raw
    proven = task.validate and not (task.bare and is_bare(raw))
    header, result, finding = _validated(task, item) if proven else _as_stated(raw)
    played: Played | None = None
    if header and result and finding is None:
        played = played_of(header, result, raw)._replace(proven=proven)
    page = task.folder is not None and (task.paged == "all" or (task.paged == "findings" and finding is not None))
    page = page and not (played and played.bare)
    doubt = _write(task, item, finding) if page and item.first else ""
    analysis = None if doubt else item.analysis
    return Record(
        raw.file,
        raw.first,
        item.name,
        (header.id or None) if header else None,
        (header.seed or None) if header else None,
        played,
        _shares(result) if result else (),
        finding,
        page and (item.first or task.paged == "all"),
        tuple([one.loss for one in analysis.seats]) if analysis else (),
        doubt,
    )


def _validated(task: _Task, item: _Item) -> tuple[Header | None, Result | None, Finding | None]:
    report = Replay(item.raw, files_of(task.components), item.secrets).run()
    return report.header, report.result.result if report.result else None, report.finding


def _as_stated(raw: RawGame) -> tuple[Header | None, Result | None, Finding | None]:
    try:
        header, event = game_ends(raw)
    except Problem as problem:
        return None, None, problem.at(raw.file, raw.first)
    return header, event.result, None


def _shares(result: Result) -> tuple[Shares, ...]:
    """Where the points of each seat come from, in the parts that count; nothing if they are beyond all measure."""
    shares = [shares_of(sheet) for sheet in result.sheets or ()]
    points = [value for share in shares for sums in share for value in sums.values()]
    return tuple(shares) if all(abs(value) <= _MOST_POINTS for value in points) else ()


def _write(task: _Task, item: _Item, finding: Finding | None) -> str:
    """Write the page of a game, unless the one that is there was made from the same lines, by the same program.

    Returns why its analysis is not on it, if that is about another game.
    """
    if item.analysis is None:
        _put(task, item, finding, None)
        return ""
    from cityleague.replays.analysis import AnalysisError  # noqa: PLC0415  # reports without an analysis do not wait

    try:
        _put(task, item, finding, item.analysis)
    except AnalysisError as error:
        _put(task, item, finding, None)
        return str(error)
    return ""


def _put(task: _Task, item: _Item, finding: Finding | None, analysis: Analysis | None) -> None:
    """Write the page of a game with this analysis; raises AnalysisError."""
    assert task.folder is not None
    wrong = "" if finding is None else f"{finding.code}: {finding.message}"
    told = cache(partial(walk, item.raw, files_of(task.components), analysis))
    name, picture = f"{GAMES}/{item.name}.html", f"{GAMES}/{item.name}.png"
    tags = task.share.tags(name, picture)
    stamp = f"{item.name}\n{item.raw.file}\n{item.raw.first}\n{wrong}"
    said = sha256(repr(analysis[2:]).encode()).hexdigest() if analysis else ""
    put(
        task.folder,
        name,
        lambda: walked_page(item.raw, told(), "../index.html", tags),
        "\n".join([stamp, *filter(None, [*tags.values(), said])]),
    )
    if tags["image"]:
        put_picture(task.folder, picture, lambda: png(game_picture(told())), stamp)
