"""From the paths that people give to the logs that they mean: a folder is searched."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cityleague.replays.log.opening import Found, open_input

GAMES_FILE = "games.jsonl"
"""The log in a tournament's folder."""
LOG_NAMES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
"""What the names of logs end with."""
_ANALYSIS = b'{"kind":'
"""What an analysis begins with, and no log does."""


class Searched(NamedTuple):
    """What some paths mean."""

    logs: list[str]
    """Each once, as `logs_of` tells."""
    analyses: list[str]
    """What is left out, as it is no log."""
    empty: list[str]
    """Folders without any log."""


def search(paths: Iterable[str], *, also_named: bool = False) -> Searched:
    """From paths to logs, with what was left out: analyses in folders; also those that are named, where it says so."""
    searched = Searched([], [], [])
    for path in paths:
        if path == "-" or isinstance(path, Found) or not os.path.isdir(path):
            (searched.analyses if also_named and _is_analysis(path) else searched.logs).append(path)
            continue
        files = sorted(_walked(path))
        analyses = [file for file in files if _is_analysis(file)]
        left_out = set(analyses)
        logs = [file for file in files if file not in left_out]
        searched.logs.extend(logs or [path])
        searched.analyses.extend(analyses)
        searched.empty.extend([path] * (not logs))
    named = {log for log in searched.logs if not isinstance(log, Found)}
    once = dict.fromkeys([str(log) if log in named else log for log in searched.logs])
    return Searched(list(once), list(dict.fromkeys(searched.analyses)), list(dict.fromkeys(searched.empty)))


def logs_of(paths: Iterable[str]) -> list[str]:
    """The logs that these paths mean, each once.

    A tournament's folder stands for its games, any other folder for all logs in it and in the folders below it, sorted
    by path. Hidden folders and files are left out, and so are analyses. A folder without a log, or one that may not be
    entered, stands for itself: whoever reads it is told why that does not work. A log that was not named as well is
    `Found`.
    """
    return search(paths).logs


def _is_analysis(path: str) -> bool:
    if not path.endswith(".jsonl") or not os.path.isfile(path):  # nothing compressed is an analysis
        return False
    try:
        with open_input(path) as file:
            return file.read(len(_ANALYSIS)) == _ANALYSIS
    except OSError:  # whoever reads it as a log tells what is wrong
        return False


def _walked(folder: str) -> Iterator[str]:
    """What has the name of a log in a folder and below it, and each folder that may not be entered."""
    from pathlib import Path  # noqa: PLC0415  (slow to import, and needed for folders alone)

    folders = [folder]
    while folders:
        here = folders.pop()
        try:
            entries = {entry.name: entry for entry in os.scandir(here) if not entry.name.startswith(".")}
        except OSError:
            yield str(Path(here))
            continue
        if GAMES_FILE in entries:
            yield Found(Path(here) / GAMES_FILE, folder)
            continue
        for name, entry in entries.items():
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif name.endswith(LOG_NAMES):
                yield Found(Path(entry.path), folder)
