"""Everything that is written: whole or not at all, and only where the user has said. Logs also go to pipes.

A link that the user has named is followed. Below a folder of outputs none is: whoever sends such a folder, by git say,
could lead what is written there to any file of the user's. So folders below it are opened one by one, each by the
descriptor of the one before, and a file is written under a random name beside its own, which it gets when it is whole.

Windows has neither descriptors of folders nor flags against links. There, links are looked for just before; only
whoever can write into the folder at this very moment could still plant one.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
import warnings
from collections.abc import Iterable, Iterator
from typing import IO, cast

from cityleague.engine.errors import InputError
from cityleague.replays.log.compression import pack
from cityleague.replays.log.opening import Found
from cityleague.replays.log.wording import path_text

_BY_DESCRIPTOR = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_AS_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_PATH", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_FOR_ALL, _FOR_OWNER = 0o666, 0o600
"""Permissions of new files; the umask takes from them."""
_MOST_LINKS = 40
"""So many links lead on from each other before the system gives up, too."""
_BEGIN, _END = ".cityleague-", ".part"
"""Sixteen random digits between these are the name of a file that is not whole yet."""


class InTheWayError(OSError):
    """A link that nobody named, a pipe or a device where something is to be written; `filename` is its path."""

    @classmethod
    def at(cls, path: str, mode: int) -> InTheWayError:
        """The exception for what has this path and these bits of its mode."""
        is_link = stat.S_ISLNK(mode)
        what = "a link, and only links that you name yourself are followed" if is_link else "neither file nor folder"
        number = errno.ELOOP if is_link else errno.EEXIST
        return cls(number, f"it is {what}: remove it, or name another place", path)


class _Folder:
    """An open folder, and what can be done in it. A name in it is never that of what a link leads to."""

    def __init__(self, path: str) -> None:
        """A folder that the user has named; links to it are followed."""
        self.path = path
        self._descriptor = os.open(path or ".", _AS_FOLDER) if _BY_DESCRIPTOR else None

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _at(self, name: str) -> str:
        return os.path.join(self.path, name) if self._descriptor is None else name

    @contextlib.contextmanager
    def _blamed(self, name: str) -> Iterator[None]:
        """Errors tell the whole path."""
        try:
            yield
        except InTheWayError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.path.join(self.path, name)) from None

    def enter(self, name: str, *, make: bool) -> None:
        """Go on into a folder in this one, which may be made."""
        with self._blamed(name):
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(self._at(name), dir_fd=self._descriptor)
            self.look(name)
            inner = os.open(name, _AS_FOLDER | _NO_LINK, dir_fd=self._descriptor) if _BY_DESCRIPTOR else None
        self.close()
        self.path, self._descriptor = os.path.join(self.path, name), inner

    def look(self, name: str) -> int | None:
        """The mode of the file or folder of this name, if there is one; raises InTheWayError for anything else."""
        try:
            with self._blamed(name):
                mode = os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return None
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return mode
        raise InTheWayError.at(os.path.join(self.path, name), mode)

    def open(self, name: str, how: str, permissions: int = _FOR_ALL, told: str = "") -> IO[bytes]:
        """Open a file as `open` does, but for what is no file; errors may be `told` of another."""

        def opener(_name: str, flags: int) -> int:
            return os.open(self._at(name), flags | _NO_LINK | _NO_WAIT, permissions, dir_fd=self._descriptor)

        self.look(name)
        with self._blamed(told or name):
            file = open(name, how, 0 if how == "ab" else -1, opener=opener)  # noqa: SIM115  (for the caller)
        if not stat.S_ISREG(mode := os.fstat(file.fileno()).st_mode):  # it has come since the look
            file.close()
            raise InTheWayError.at(os.path.join(self.path, name), mode)
        return file

    def rename(self, name: str, to: str) -> None:
        with self._blamed(to):
            os.replace(self._at(name), self._at(to), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def unlink(self, name: str) -> None:
        with self._blamed(name):
            os.unlink(self._at(name), dir_fd=self._descriptor)

    def sync(self) -> None:
        """Have the names in it on the disk."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):  # some file systems cannot
                descriptor = os.open(".", os.O_RDONLY, dir_fd=self._descriptor)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)


def _entered(folder: str, name: str, *, make: bool) -> tuple[_Folder, str]:
    """The folder that a file below another one is in, opened, and the file's name there."""
    if make and folder:
        os.makedirs(folder, exist_ok=True)
    *inner, last = name.split("/")
    opened = _Folder(folder)
    try:
        for part in inner:
            opened.enter(part, make=make)
    except BaseException:
        opened.close()
        raise
    return opened, last


def folder_and_name(path: str) -> tuple[str, str]:
    """Folder and name of a file that the user has named: if it is a link, of the file that it leads to."""
    return os.path.split(os.path.realpath(path) if os.path.islink(path) else path)


class FileBeside:
    """A file that is written under another name beside its own, and gets its own when it is kept.

    What had that name before stays until then, and its permissions stay. A pipe or a device that the user has named has
    nothing beside it, and is written as it is. Every method but `drop` raises OSError, InTheWayError above all.
    """

    def __init__(self, path: str, below: str | None = None, *, private: bool = False, durable: bool = False) -> None:
        """A file that the user has named, or one at a path `below` a folder of the user's, which is made if need be.

        There is none before it is begun, so that whoever is to drop it knows it by then. A `private` file is for its
        owner alone; a `durable` one is on the disk when it is kept, whatever happens to the machine.
        """
        self._path, self._below = path, below
        self._private, self._durable = private, durable
        self._folder: _Folder | None = None
        self._name = self._beside = ""
        self._rests = False
        self._file: IO[bytes] = io.BytesIO()

    def begin(self) -> None:
        """Open it."""
        if self._below is None and not _is_plain_file(self._path):
            how = "ab" if is_descriptor(self._path) else "wb"  # what `>>` has opened keeps what it has
            self._file = open(self._path, how)  # noqa: SIM115  (closed by `close`)
            return
        self._enter()
        assert self._folder
        before = self._folder.look(self._name)
        self._beside = f"{_BEGIN}{os.urandom(8).hex()}{_END}"
        as_new = before is None and not self._private
        self._file = self._folder.open(self._beside, "xb", _FOR_ALL if as_new else _FOR_OWNER, self._name)
        if before is not None and not self._private:
            _permit(self._file, before)

    @property
    def beside(self) -> str:
        """The path of what is written, once it is begun, for a library that writes it by itself."""
        return os.path.join(self._folder.path, self._beside) if self._folder else self._path

    def write(self, data: bytes | bytearray) -> None:
        """Write more of it."""
        if self._rests:
            self._enter()
            assert self._folder
            self._file = io.BufferedWriter(cast("io.RawIOBase", self._folder.open(self._beside, "ab")))
        self._file.write(data)

    def rest(self) -> None:
        """Close it and its folder until more is written: many files can be written side by side, and few be open."""
        if self._folder:
            self._file.close()
            self._folder.close()
            self._rests = True

    def _enter(self) -> None:
        """Open the folder that it is in."""
        folder, name = folder_and_name(self._path) if self._below is None else (self._below, self._path)
        self._folder, self._name = _entered(folder, name, make=self._below is not None)
        self._rests = False

    def close(self) -> None:
        """Write what is still in a buffer: afterwards the file is whole."""
        if self._durable and not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
        self._file.close()

    def keep(self) -> None:
        """Close the file and give it its name."""
        self.close()
        if self._rests:
            self._enter()
        if self._folder:
            self._folder.rename(self._beside, self._name)
            if self._durable:
                self._folder.sync()

    def drop(self) -> None:
        """Remove the file, unless it is kept already."""
        with contextlib.suppress(OSError):  # a full disk has been told by then
            self._file.close()
            if self._rests:
                self._enter()
        if self._folder:
            with contextlib.suppress(OSError):  # mostly: it is kept
                if self._beside:
                    self._folder.unlink(self._beside)
            self._folder.close()


def _is_plain_file(path: str) -> bool:
    """Whether a path is that of a file, or of nothing yet."""
    there = os.path.isfile(path) or not os.path.exists(path)
    return there and not path.endswith("/") and not is_descriptor(path)


def is_descriptor(path: str) -> bool:
    """Whether a path is that of something that is open already, as those of /dev/stdout and /dev/fd/5 are."""
    for _ in range(_MOST_LINKS):
        if os.path.realpath(os.path.dirname(path)).startswith("/proc/"):
            return True
        if not os.path.islink(path):
            break
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return False


def _permit(file: IO[bytes], mode: int) -> None:
    wanted = stat.S_IMODE(mode) & 0o777
    if hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(file.fileno()).st_mode) != wanted:  # Windows has other ones
        os.fchmod(file.fileno(), wanted)


def write_log(path: str, log: bytes, *, durable: bool = False) -> None:
    """Write a log, compressed by the ending of `path`; `-` is standard output. Raises OSError.

    A `durable` one is on the disk afterwards, whatever happens to the machine. For one that was found in a folder, no
    link is followed.
    """
    if isinstance(path, Found):
        write_below(path.folder, os.path.relpath(path, path.folder), pack(path, log), durable=durable)
        return
    if path == "-":
        sys.stdout.buffer.write(log)
        sys.stdout.buffer.flush()
        return
    write_whole(path, pack(path, log), durable=durable)


def write_whole(path: str, content: bytes, *, durable: bool = False) -> None:
    """Write a file that the user has named: it has this content afterwards, or what it had before. Raises OSError."""
    _write(FileBeside(path, durable=durable), content)


def write_below(
    folder: str, name: str, content: bytes | bytearray, *, private: bool = False, durable: bool = False
) -> None:
    """The same for a file at a path below a folder of outputs (see FileBeside). Raises OSError."""
    _write(FileBeside(name, folder, private=private, durable=durable), content)


def _write(file: FileBeside, content: bytes | bytearray) -> None:
    try:
        file.begin()
        file.write(content)
        file.keep()
    finally:
        file.drop()


def append_below(folder: str, name: str) -> IO[bytes]:
    """A file in a folder of outputs, unbuffered, to add to; it may be new. Raises OSError."""
    return _opened_below(folder, name, "ab")


def read_below(folder: str, name: str) -> IO[bytes]:
    """An output that may be there already, to be read. Raises OSError."""
    return _opened_below(folder, name, "rb")


def _opened_below(folder: str, name: str, how: str) -> IO[bytes]:
    opened, last = _entered(folder, name, make=False)
    try:
        return opened.open(last, how)
    finally:
        opened.close()


def make_private(folder: str, name: str) -> None:
    """Let its owner alone read a file in a folder of outputs. Raises OSError."""
    with read_below(folder, name) as file:
        _permit(file, _FOR_OWNER)


def refuse_in_the_way(folder: str, names: Iterable[str]) -> None:
    """Raise InTheWayError if in a folder of outputs something else than a file or folder has one of these names."""
    if os.path.isdir(folder or "."):
        opened = _Folder(folder)
        try:
            for name in names:
                opened.look(name)
        finally:
            opened.close()


def is_unfinished(name: str) -> bool:
    """Whether a file of this name is an output that was not whole when its run was killed."""
    digits = name.removeprefix(_BEGIN).removesuffix(_END)
    return name == f"{_BEGIN}{digits}{_END}" and len(digits) == 16 and not digits.strip("0123456789abcdef")


def sweep(folder: str) -> None:
    """Remove such files from a folder that no other run writes to. Raises OSError."""
    for path in [os.path.join(folder, name) for name in os.listdir(folder) if is_unfinished(name)]:
        if os.path.islink(path) or not os.path.isdir(path):  # no output of ours is a folder
            os.unlink(path)


class InUseError(InputError):
    """Another run is writing the file."""


@contextlib.contextmanager
def append_alone(folder: str, name: str) -> Iterator[IO[bytes]]:
    """As `append_below`, for this process alone; raises InUseError if another one has it."""
    path = path_text(os.path.join(folder, name))
    with append_below(folder, name) as file:
        try:
            import fcntl  # noqa: PLC0415  (there is none on Windows)

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(f"{path} is being written by another run") from None
        except (ImportError, OSError):  # nor can some file systems of a network
            warnings.warn(f"{path} cannot be locked here: start no other run that writes it meanwhile", stacklevel=3)
        yield file


def write_all(file: IO[bytes], log: bytes) -> None:
    """Write all of the log: a disk that becomes full may take only a part at first."""
    rest = memoryview(log)
    while rest:
        rest = rest[file.write(rest) :]
