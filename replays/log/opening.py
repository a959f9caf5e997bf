"""Inputs are found and opened: what somebody has named as it is, what a folder holds only if it is a file of it.

Folders come from strangers, and a name in them may lead to a device without an end or to a pipe that nobody writes.
What is found is therefore opened without waiting and without following a link, and judged by what was opened.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from functools import partial, reduce
from io import BufferedReader
from operator import or_
from typing import NamedTuple, NoReturn

from cityleague.replays.log.wording import path_text

MAX_WHOLE = 1 << 20
"""Bytes of a file that is read at once: a secret, a plan, a component file. Ours have 30 KB at most."""


def _flags(*names: str) -> int:
    """Those of these flags of `os.open` that the system has, together; Windows has none of them."""
    return reduce(or_, [getattr(os, name, 0) for name in names])


_HOW = _flags("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
_FOLDER = _flags("O_DIRECTORY", "O_NOFOLLOW", "O_PATH")
_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_UNOPENED = {errno.ELOOP: "a link that leads in a circle", errno.ENXIO: "a socket or a device"}
"""What cannot even be opened, by the error."""


class Found(str):
    """The path of something that was found in a folder: nobody has named it, and anything may be there."""

    folder: str
    """Only what lies in this folder or below it is read."""

    def __new__(cls, path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Found:
        """The path, which begins with that of the folder."""
        found = super().__new__(cls, os.fspath(path))
        found.folder = os.fspath(folder)
        return found

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # for pickle, which calls `__new__`
        return str(self), self.folder


class RefusedInputError(OSError):
    """An input that is not read though the system would let us: `filename` and `strerror` tell which, and why."""


def open_input(path: str) -> BufferedReader:
    """A file, to be read; `-` is standard input. Raises OSError; RefusedInputError where no file was found."""
    if path == "-":
        return open(0, "rb", closefd=False)
    return open(path, "rb", opener=partial(_opened_inside, path.folder) if isinstance(path, Found) else None)


def read_whole(path: str) -> bytes:
    """The content of a file that is read at once; raises OSError, RefusedInputError above MAX_WHOLE."""
    with open_input(path) as file:
        content = file.read(MAX_WHOLE + 1)
    if len(content) > MAX_WHOLE:
        why = f"it has more than {MAX_WHOLE >> 20} MiB; no plan, secret or component file needs that"
        _refuse(path, why, errno.EFBIG)
    return content


def _opened_inside(folder: str, path: str, flags: int) -> int:
    """A descriptor of a file in a folder, as `open` takes it."""
    base, target = os.path.realpath(folder), os.path.realpath(path)
    if not _is_below(base, target):
        where = f"out of the folder {path_text(folder)}"
        _refuse(path, f"it is a link that leads {where}: name it itself, or put the file there")
    try:
        file = _without_links(base, target, flags)
    except OSError as error:
        if error.errno in _UNOPENED:
            _refuse_kind(path, _UNOPENED[error.errno])
        raise OSError(error.errno, error.strerror, path) from None
    kind = stat.S_IFMT(os.fstat(file).st_mode)
    if kind != stat.S_IFREG:
        os.close(file)
        _refuse_kind(path, _KINDS.get(kind, "something else"))
    return file


def _is_below(folder: str, path: str) -> bool:
    try:
        return os.path.commonpath([folder, path]) == folder
    except ValueError:  # they are on different drives of Windows
        return False


def _without_links(base: str, target: str, flags: int) -> int:
    """A descriptor of a file below a folder: folder after folder is opened, so that no link comes between meanwhile."""
    if os.open not in os.supports_dir_fd:  # Windows
        return os.open(target, flags)
    *folders, name = os.path.relpath(target, base).split(os.sep)
    at = os.open(base, _FOLDER)
    try:
        for part in folders:
            below = os.open(part, _FOLDER, dir_fd=at)
            os.close(at)
            at = below
        return os.open(name, flags | _HOW, dir_fd=at)
    finally:
        os.close(at)


def _refuse_kind(path: str, what: str) -> NoReturn:
    _refuse(path, f"it is {what}, and in a folder only files are read")


def _refuse(path: str, why: str, number: int = errno.EINVAL) -> NoReturn:
    raise RefusedInputError(number, why, path)


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
    once: dict[object, str] = {}
    for log in [str(log) if log in named else log for log in searched.logs]:
        once.setdefault(identity_of(log) or log, log)
    return Searched(list(once.values()), list(dict.fromkeys(searched.analyses)), list(dict.fromkeys(searched.empty)))


def logs_of(paths: Iterable[str]) -> list[str]:
    """The logs that these paths mean, each once, whatever names it has.

    A tournament's folder stands for its games, any other folder for all logs in it and in the folders below it, sorted
    by path. Hidden folders and files are left out, and so are analyses. A folder without a log, or one that may not be
    entered, stands for itself. A log that was not named as well is `Found`.
    """
    return search(paths).logs


def identity_of(file: str | int) -> tuple[int, int] | None:
    """What all names of a file have in common, but for links that are found; None: it is no file, or not there."""
    try:
        about = os.stat(0 if file == "-" else file, follow_symlinks=not isinstance(file, Found))
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None
    return (about.st_dev, about.st_ino) if about.st_ino and stat.S_ISREG(about.st_mode) else None


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
