"""The games of logs scored, in the order of the logs, whoever shares the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from cityleague.replays.log import Choice, Finding, LeftOut, RawGame, Secrets
from cityleague.replays.replay.component_files import files_of
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report
from cityleague.replays.replay.validation import each_game


class Scored(NamedTuple):
    """A game of a log with its report, or why it has none."""

    file: str
    line: int
    """Where the game begins."""
    ended: bool
    """Whether its last line has an end, so that another one can be appended."""
    left_out: LeftOut | None
    report: Report | None


def scored(
    paths: Iterable[str],
    components: Mapping[str, bytes],
    jobs: int = 1,
    may_lack: tuple[str, ...] = (),
    choice: Choice | None = None,
) -> Iterator[Scored | Finding]:
    """Each game of these logs, and a finding for each unreadable file; only what is meant is replayed.

    Raises ComponentsError, WorkerError and LogChangedError.
    """
    files = tuple(sorted(components.items()))
    files_of(files)
    return each_game(paths, partial(_scored, files, may_lack, choice or Choice()), jobs)


def _scored(
    files: tuple[tuple[str, bytes], ...],
    may_lack: tuple[str, ...],
    choice: Choice,
    raw: RawGame,
    _secrets: Secrets,
) -> Scored:
    left_out = choice.leaves_out(raw)
    report = None if left_out else Replay(raw, files_of(files)).run(may_lack)
    return Scored(raw.file, raw.first, raw.pieces[-1].endswith(b"\n"), left_out, report)
