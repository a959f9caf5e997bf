"""The games of logs as pages need them, read once, in parallel: results, points by category, findings."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cityleague.engine.scoring import Sheet
from cityleague.engine.shares import Shares, shares_of
from cityleague.replays.league import Played, day_of, game_ends, played_of
from cityleague.replays.log import (
    Chosen,
    Finding,
    Found,
    Header,
    Ids,
    Problem,
    RawGame,
    Result,
    Secrets,
    header_of,
    is_bare,
    logs_of,
    path_text,
    read_games,
    secrets_of,
)
from cityleague.replays.pages.advice import by_phase
from cityleague.replays.pages.files import png, put, put_picture
from cityleague.replays.pages.game import game_picture, walked_page
from cityleague.replays.pages.records import Record
from cityleague.replays.pages.sharing import NOWHERE, Share, miniature
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import Replay, Verdict, files_of, remembered, verdict_of
from cityleague.replays.workers import local_workers

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses, Analysis
    from cityleague.replays.replay import VerdictCache

GAMES = "games"
"""The folder of a site with the pages of games."""
_MOST_POINTS = 10**9
_BATCH = 1 << 17
"""How many bytes of a log a worker gets at a time."""


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
    known: Verdict | None = None
    """What a cache knows of it."""


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
    cache: VerdictCache | None = None,
    analyses: Analyses | None = None,
) -> Iterator[Record]:
    """A record for each game of these logs, and one for each file that is not readable to its end, in their order.

    Without `validate` results are taken as logs state them, and with `bare` results alone are. With a `folder`, that of
    a site, the pages of games (`paged`: of `all`, of those with `findings`, of `none`) are written into it, unless they
    are there already, and pictures if `share` says so. Games that are not `chosen` are counted there. Raises
    ComponentsError before anything is read, ConverterMissing, ForeignFileError, OSError and WorkerError.
    """
    task = _Task(
        tuple(sorted(components.items())), validate, bare, None if folder is None else str(folder), paged, share
    )
    files_of(task.components)
    with local_workers(jobs) as at_work, contextlib.closing(Ids()) as ids:
        batches = _batches(paths, sources, chosen or Chosen(), analyses)
        if cache and validate:
            batches = ([_looked_up(task, item, cache) for item in batch] for batch in batches)
        for records, values in at_work.map(partial(_examine, task), batches):
            if cache:
                cache.learn(values)
            yield from (_unless_known(record, ids) for record in records)


def count_games(paths: Sequence[str]) -> tuple[int, int] | None:
    """How many games there are to read, and how many bytes; None if an input can be read only once."""
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


def _looked_up(task: _Task, item: _Item | Finding, cache: VerdictCache) -> _Item | Finding:
    """A game with what the cache knows of it."""
    if isinstance(item, Finding):
        return item
    (found,) = cache.find([item.raw], task.components, (), item.secrets)
    return item._replace(known=found) if isinstance(found, Verdict) else item._replace(raw=found)


def _unless_known(record: Record, ids: Ids) -> Record:
    """The record, with a finding if another game had its id and nothing else is wrong."""
    game = record.played.game if record.played else None
    repeated = ids.repeated(record.id, record.file, record.line, game)
    return record if record.finding or not repeated else record._replace(finding=repeated, played=None)


def _examine(task: _Task, batch: list[_Item | Finding]) -> tuple[list[Record], dict[bytes, bytes]]:
    """The records of a batch, and what a cache is to learn from it."""
    values: dict[bytes, bytes] = {}
    return [
        _record(task, item, values)
        if isinstance(item, _Item)
        else Record(item.file, None, "", None, None, None, (), item)
        for item in batch
    ], values


def _record(task: _Task, item: _Item, values: dict[bytes, bytes]) -> Record:
    raw = item.raw
    proven = task.validate and not (task.bare and is_bare(raw))
    if not proven:
        header, result, finding = _as_stated(raw)
    elif item.known:
        header, result, finding = _recalled(task, item, item.known)
    else:
        report = Replay(item.raw, files_of(task.components), item.secrets).run()
        header, result, finding = report.header, report.result.result if report.result else None, report.finding
        if raw.key:
            verdict, values[raw.key] = remembered(verdict_of(report), raw)
            finding = verdict.finding
    played: Played | None = None
    if header and result and finding is None:
        played = played_of(header, result, raw)._replace(proven=proven)
    page = task.folder is not None and (task.paged == "all" or (task.paged == "findings" and finding is not None))
    page = page and not (played and played.bare)
    doubt = _doubt(task, item)
    analysis = None if doubt else item.analysis
    if page and item.first:
        _write(task, item, finding, analysis, small=played is not None and day_of(played) is not None)
    named = (header.id or None, header.seed or None) if header else (None, None)
    losses = (tuple([summary.loss for summary in analysis.seats]), by_phase(analysis)) if analysis else ((), ())
    shares, page = _shares(result) if result else (), page and (item.first or task.paged == "all")
    return Record(raw.file, raw.first, item.name, *named, played, shares, finding, page, *losses, doubt)


def _recalled(task: _Task, item: _Item, known: Verdict) -> tuple[Header | None, Result | None, Finding | None]:
    """Header, result and finding, as a replay gives them; a cache has no sheets, but they are in the log mostly."""
    header, result = None, known.result
    with contextlib.suppress(Problem):
        header = header_of(item.raw)
    if result:
        sheets = game_ends(item.raw)[1].result.sheets
        if not sheets or _is_odd(sheets):
            replayed = Replay(item.raw, files_of(task.components), item.secrets).run().result
            assert replayed
            sheets = replayed.result.sheets
        result = replace(result, sheets=sheets)
    return header, result, known.finding


def _is_odd(sheets: tuple[Sheet, ...]) -> bool:
    """Whether there is 3.0 in sheets of a log, which may be 3 in those that are computed: pages would show it."""
    return re.search(rb'"points":-?[\d.]+(?:\.0|e\d+)[,}]', msgspec.json.encode(sheets)) is not None


def _as_stated(raw: RawGame) -> tuple[Header | None, Result | None, Finding | None]:
    try:
        header, event = game_ends(raw)
    except Problem as problem:
        return None, None, problem.at(raw.file, raw.first)
    return header, event.result, None


def _shares(result: Result) -> tuple[Shares, ...]:
    """Where the points of each seat come from, in the parts that count; nothing if they are beyond all measure."""
    shares = [shares_of(sheet) for sheet in result.sheets or ()]
    small = all(abs(value) <= _MOST_POINTS for share in shares for value in share.points)
    return tuple(shares) if small else ()


def _doubt(task: _Task, item: _Item) -> str:
    """Why the analysis of a game cannot be of this game; empty: it can, or there is none."""
    if item.analysis is None:
        return ""
    from cityleague.replays.analysis import AnalysisError  # noqa: PLC0415  # reports without an analysis do not wait

    try:
        item.analysis.require_fit(item.raw, files_of(task.components))
    except AnalysisError as error:
        return str(error)
    return ""


def _write(task: _Task, item: _Item, finding: Finding | None, analysis: Analysis | None, *, small: bool) -> None:
    """Write the page of a game unless it is there, made of the same lines; if `small`, a small picture beside it."""
    assert task.folder is not None
    wrong = "" if finding is None else f"{finding.code}: {finding.message}"
    told = cache(partial(walk, item.raw, files_of(task.components), analysis))
    name, picture = f"{GAMES}/{item.name}.html", f"{GAMES}/{item.name}.png"
    tags = task.share.tags(name, picture)
    stamp = f"{item.name}\n{item.raw.file}\n{item.raw.first}\n{wrong}"
    said = sha256(repr(analysis[2:]).encode()).hexdigest() if analysis else ""
    made_of, league = "\n".join([stamp, *filter(None, [*tags.values(), said])]), f"../index.html#{item.name}"
    put(task.folder, name, lambda: walked_page(item.raw, told(), league, tags), made_of)
    if small:
        put(
            task.folder,
            f"{GAMES}/{item.name}.svg",
            lambda: bytearray(miniature(told().steps[-1].picture.sheets).encode()),
            stamp,
        )
    if tags["image"]:
        put_picture(task.folder, picture, lambda: png(game_picture(told())), stamp)
