"""Inputs are opened: what somebody has named as it is, what was found in a folder only if it is a file of that folder.

Folders come from strangers, and a name in them may lead to a device without an end or to a pipe that nobody writes.
What is found is therefore opened without waiting and without following a link, and judged by what was opened.
"""

from __future__ import annotations

import errno
import os
import stat
from functools import partial, reduce
from io import BufferedReader
from operator import or_
from typing import NoReturn

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
