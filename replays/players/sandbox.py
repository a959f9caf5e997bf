"""A sandbox for programs that play, made by bubblewrap (`bwrap`; Linux alone).

A program in it has no network, sees no other processes, and none of the environment. It can read the system, the
interpreter that runs it, and its own folder; it can write to a home and a temporary folder that are empty at first and
gone after the game. Nothing that it starts outlives it: its processes have a process space of their own, which ends
with the first of them. The memory of all its processes together is watched from outside.

It has no capabilities, in a user namespace of its own. On the host its processes still belong to whoever runs
cityleague, and settings of the kernel ask for no more than that where it is root: so /proc is for reading alone, and
what root alone may read at its top is covered; below `/proc/sys`, root reads on. `seccomp.py` says which system calls
there are.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cityleague.replays.log import SECRET_FILE
from cityleague.replays.players.seccomp import MACHINES, filter_for
from cityleague.replays.players.watchdog import MARK

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
"""What everybody may read."""
_SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
"""Likewise; the rest of /etc tells about people and machines."""
_JAVA = "java-*"
"""Folders of /etc in which some systems keep the settings of Java, without which parts of its library fail."""
_ENVIRONMENT = (
    ("HOME", "/tmp/home"),
    ("LANG", "C.UTF-8"),
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("TMPDIR", "/tmp"),
)
_TELLING = (
    *("iomem", "ioports", "kallsyms", "kpagecgroup", "kpagecount", "kpageflags"),
    *("pagetypeinfo", "slabinfo", "timer_list", "vmallocinfo"),
)
"""Files of /proc that tell root about the kernel and everybody's memory."""
_USER = "1000"
"""Who a program is, as it sees it; nobody in particular."""
_MEBI = 1 << 20
_FILES = 256
"""MiB of temporary files at most, if memory is not limited; otherwise a quarter of its limit."""
_PROBE = 10.0
"""Seconds within which a sandbox must have proved itself."""
_LOOK = 0.05
"""Seconds between two looks at the memory of a program."""
_PROCESSES = 256
"""How many processes a program may have."""
_PACKAGES = ("site-packages", "node_modules")
"""Folders of installed packages; nobody plays a tournament in them, and to search them takes long."""


class Confined(NamedTuple):
    """The sandbox of one program."""

    shown: tuple[str, ...]
    """The folders that it can read besides the system."""
    hidden: tuple[str, ...]
    """Folders that it cannot see even where they lie within these."""
    folder: str
    """Where it runs."""
    memory: int
    """MiB; 0: no limit."""

    @classmethod
    def to(cls, command: Sequence[str], folder: str | None, hidden: Sequence[str], memory: int) -> Confined:
        """The sandbox for a command line that runs in this folder (None: in the current one).

        Raises ValueError if its own folder holds what it must not see.
        """
        shown = tuple(dict.fromkeys(_needed_folders(command, folder)))
        for path in shown:
            own = Path(path).resolve()
            if any(Path(kept).resolve().is_relative_to(own) for kept in (Path.home(), "/tmp", *_SYSTEM)):
                raise ValueError(
                    f"in a sandbox it could read all of {path}: give it a folder of its own, or name one in a TOML file"
                )
            if any(own == Path(kept).resolve() for kept in hidden) or (own / SECRET_FILE).exists():
                raise ValueError(f"in a sandbox it must not run in {path}, where the games are written")
            for place in sorted(_meeting_places(path)):
                raise ValueError(
                    f"in a sandbox it could talk to other seats by {place}, which is not a file: "
                    "take it out of the folder"
                )
        return cls(shown, tuple(hidden), folder or os.getcwd(), memory)

    @property
    def environment(self) -> tuple[tuple[str, str], ...]:
        """The variables that every program has."""
        return _ENVIRONMENT

    def prefix(self, rules: int) -> tuple[str, ...]:
        """The words before its command line; `rules` is a descriptor from which the filter of system calls is read."""
        words = [*_BEGIN, "--seccomp", str(rules), "--unsetenv", MARK]
        for path in (*_SYSTEM, *_SETTINGS, *map(str, sorted(Path("/etc").glob(_JAVA)))):
            words += ["--ro-bind-try", path, path]
        size = str((self.memory // 4 or 1 if self.memory else _FILES) * _MEBI)
        words += ["--proc", "/proc"]
        for path in _covered():
            words += ["--ro-bind", "/dev/null", path]
        words += ["--remount-ro", "/proc"]
        words += ["--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        words += ["--size", size, "--tmpfs", "/tmp", "--dir", "/tmp/home"]
        for path in self.shown:
            words += ["--ro-bind", path, path]
        for path in self._masks():
            words += ["--tmpfs", path, "--remount-ro", path]
        return (*words, "--dir", self.folder, "--chdir", self.folder, "--remount-ro", "/", "--")

    def _masks(self) -> Iterator[str]:
        """Where it would see folders that it must not see, as far as they are there now.

        A folder with the secret of deals is another tournament that is being played, or another shard of this one.
        """
        kept = {Path(folder).resolve() for folder in (*self.hidden, *_with_secrets(self.shown))}
        for path in (*self.shown, *_SYSTEM):
            own = Path(path).resolve()
            for folder in sorted(kept):
                if folder.is_relative_to(own) and folder.is_dir():
                    yield str(Path(path, folder.relative_to(own)))


@cache
def _covered() -> tuple[str, ...]:
    """The files at the top of /proc that no program may see: those for root alone, and those that tell root more."""
    found = []
    with os.scandir("/proc") as entries:
        for entry in entries:
            mode = 0
            with contextlib.suppress(FileNotFoundError):  # a process has ended since
                mode = 0 if entry.name.isdigit() else entry.stat(follow_symlinks=False).st_mode
            if entry.name in _TELLING or (stat.S_ISREG(mode) and not mode & stat.S_IROTH):
                found.append(entry.path)
    return tuple(sorted(found))


def _meeting_places(folder: str) -> Iterator[str]:
    """Pipes and sockets at or below a folder: two programs that see one can talk, though neither can write a file."""
    waiting = [folder]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif not (entry.is_file(follow_symlinks=False) or entry.is_symlink()):
                    yield entry.path


def _with_secrets(shown: Sequence[str]) -> Iterator[str]:
    """The folders at or below these in which there is the secret of deals."""
    for path in shown:
        for folder, folders, files in os.walk(path):
            folders[:] = [name for name in folders if name not in _PACKAGES]
            if SECRET_FILE in files:
                yield folder


_BEGIN = (
    *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--uid", _USER),
    *("--gid", _USER, "--die-with-parent", "--new-session", "--hostname", "bot"),
)


@contextlib.contextmanager
def passed_filter() -> Iterator[int]:
    """A descriptor from which the filter for this machine can be read once, for a process that inherits it."""
    reading, writing = os.pipe()
    try:
        with open(writing, "wb") as pipe:
            pipe.write(filter_for(platform.machine()))
        yield reading
    finally:
        os.close(reading)


def _needed_folders(command: Sequence[str], folder: str | None) -> Iterator[str]:
    """The folders that a program needs: that of its interpreter, and its own."""
    at = folder or os.getcwd()
    if folder:
        yield folder
    program = shutil.which(os.path.join(at, command[0]) if "/" in command[0] else command[0])
    if program:
        for path in (os.path.abspath(program), os.path.realpath(program)):
            if _private(path) and not (folder and Path(path).is_relative_to(folder)):
                yield _installed(Path(path).parent)
    named = (os.path.abspath(os.path.join(at, word)) for word in command[1:])
    if not folder and (own := next((path for path in named if os.path.isfile(path) and _private(path)), None)):
        yield os.path.dirname(own)


def own_folder(command: Sequence[str], folder: str | None) -> str | None:
    """The folder whose files are a program's own; None if it has none that others do not see."""
    return folder or next(reversed([*_needed_folders(command, folder)]), None)


def _private(path: str) -> bool:
    return not any(Path(path).is_relative_to(folder) for folder in _SYSTEM)


def _installed(folder: Path) -> str:
    """The folder of a program, or all that is installed with it: `bin` beside `lib`."""
    return str(folder.parent if folder.name == "bin" and (folder.parent / "lib").is_dir() else folder)


@cache
def check_sandbox() -> None:
    """Let a sandbox prove itself, once in each process. Raises ValueError, with what to do about it, if it does not."""
    if sys.platform != "linux":
        raise ValueError("a sandbox needs bubblewrap, which is for Linux alone")
    if (machine := platform.machine()) not in MACHINES:
        raise ValueError(
            f"a sandbox needs a filter of system calls, and there is none for {machine}: let strangers' programs play "
            f"on {' or '.join(MACHINES)}"
        )
    if not os.path.isabs(shutil.which("bwrap") or ""):  # never that of the current folder
        raise ValueError("a sandbox needs bubblewrap: install it (the package bubblewrap, the program bwrap)")
    interpreter = os.path.realpath(sys.executable)
    probe = (interpreter, "-I", "-S", "-c", Path(__file__).with_name("self_check.py").read_text())
    confined = Confined(tuple(_needed_folders(probe[:1], None)), (), "/tmp", 0)
    try:
        with passed_filter() as rules:
            done = subprocess.run(
                [*confined.prefix(rules), *probe],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_PROBE,
                check=False,
                pass_fds=(rules,),
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ValueError(f"bubblewrap cannot be run: {error}") from None
    if done.returncode:
        said = (done.stderr.decode(errors="replace").strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise ValueError(
            f"bubblewrap cannot make a sandbox here ({said}): it needs version 0.8 or later and user namespaces, "
            "which the system or a container may forbid; SANDBOX.md tells how to allow them"
        )
    if holes := done.stdout.decode(errors="replace").splitlines():
        raise ValueError(f"the sandbox does not hold here: {'; '.join(holes)}. Let strangers' programs play elsewhere")


class MemoryGuard:
    """Watches the memory of a program and of all its processes together, and kills them when it is too much."""

    def __init__(self, pid: int, megabytes: int, kill: Callable[[], None]) -> None:
        self.exceeded = ""
        """What was too much; empty while nothing is."""
        self._pid, self._megabytes, self._kill = pid, megabytes, kill
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def end(self) -> None:
        """Watch no longer."""
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(_LOOK):
            processes = list(_tree(self._pid))
            if len(processes) > _PROCESSES:
                self.exceeded = f"it had more than {_PROCESSES} processes"
            elif self._megabytes and sum(map(_memory, processes)) > self._megabytes * _MEBI:
                self.exceeded = f"it used more than {self._megabytes} MiB of memory"
            if self.exceeded:
                self._kill()
                return


def _tree(pid: int) -> Iterator[int]:
    """A process and all that descend from it."""
    waiting = [pid]
    while waiting:
        yield (process := waiting.pop())
        with contextlib.suppress(OSError):  # it has ended
            for thread in Path(f"/proc/{process}/task").iterdir():
                with contextlib.suppress(OSError):
                    waiting += map(int, (thread / "children").read_text().split())


def _memory(pid: int) -> int:
    """Bytes of memory of a process; what it shares with others counts in part, if the system tells."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) << 10
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
