"""From the paths that people give to the logs that they mean: a folder is searched."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from cityleague.replays.log.opening import Found, open_input

GAMES_FILE = "games.jsonl"
"""The log in a tournament's folder."""
LOG_NAMES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
"""What the names of logs end with."""
_ANALYSIS = b'{"kind":'
"""What an analysis begins with, and no log does."""


def logs_of(paths: Iterable[str]) -> list[str]:
    """The logs that these paths mean, each once.

    A tournament's folder stands for its games, any other folder for all logs in it and in the folders below it, sorted
    by path. Hidden folders and files are left out, and so are analyses. A folder without a log, or one that may not be
    entered, stands for itself: whoever reads it is told why that does not work. A log that was not named as well is
    `Found`.
    """
    logs = [log for path in paths for log in _logs_of_path(path)]
    named = {log for log in logs if not isinstance(log, Found)}
    return list(dict.fromkeys([str(log) if log in named else log for log in logs]))


def empty_folders(paths: Iterable[str]) -> list[str]:
    """Those of the paths that are folders without any log."""
    return [path for path in dict.fromkeys(paths) if _is_folder(path) and not _logs_in(path)]


def analyses_among(paths: Iterable[str]) -> list[str]:
    """The analyses in the folders among the paths, which `logs_of` leaves out."""
    folders = [path for path in dict.fromkeys(paths) if _is_folder(path)]
    return [file for folder in folders for file in sorted(_walked(folder)) if _is_analysis(file)]


def _logs_of_path(path: str) -> list[str]:
    return (_logs_in(path) or [path]) if _is_folder(path) else [path]


def _is_folder(path: str) -> bool:
    return path != "-" and not isinstance(path, Found) and os.path.isdir(path)


def _logs_in(folder: str) -> list[str]:
    return [file for file in sorted(_walked(folder)) if not _is_analysis(file)]


def _is_analysis(path: str) -> bool:
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
