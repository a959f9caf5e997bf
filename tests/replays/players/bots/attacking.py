"""A bot that attacks its sandbox, and tries to leave a note for the game after: attacking.py CUP.

Before it plays it writes to standard error, as one line of JSON, what it has reached: of each attack how the kernel
answered, or what came of it. Then it makes the first of its legal moves. The library of C makes all calls; numbers
serve where it has no function.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import mmap
import os
import platform
import signal
import socket
import stat
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

C = ctypes.CDLL(None, use_errno=True)
BOOK = Path(__file__).parent / "book.bin"
"""A file of its own, which its next game sees, too; somebody outside has locked it."""
REMOUNT, DETACH = 0x1020, 2
NAMESPACES = {"mount": 0x20000, "cgroup": 0x02000000, "user": 0x10000000, "pid": 0x20000000, "net": 0x40000000}
SECRETIVE = ("iomem", "kallsyms", "kmsg", "kpagecount", "kpageflags", "slabinfo", "timer_list", "vmallocinfo")
SET_HINT, GET_HINT = 1036, 1035
NUMBERS = {
    "x86_64": {
        "inotify_init1": 294, "fanotify_init": 300, "mincore": 27, "cachestat": 451, "io_uring_setup": 425,
        "io_setup": 206, "keyctl": 250, "ptrace": 101, "process_vm_readv": 310, "userfaultfd": 323,
        "perf_event_open": 298, "bpf": 321, "clone3": 435, "syslog": 103, "process_madvise": 440, "fsopen": 430,
        "open_tree": 428, "setns": 308, "openat2": 437,
    },
    "aarch64": {
        "inotify_init1": 26, "fanotify_init": 262, "mincore": 232, "cachestat": 451, "io_uring_setup": 425,
        "io_setup": 0, "keyctl": 219, "ptrace": 117, "process_vm_readv": 270, "userfaultfd": 282,
        "perf_event_open": 241, "bpf": 280, "clone3": 435, "syslog": 116, "process_madvise": 440, "fsopen": 430,
        "open_tree": 428, "setns": 268, "openat2": 437,
    },
}[platform.machine()]  # fmt: skip


def answer_name(answer: int) -> str:
    """What the kernel answered: `done`, or the name of the error."""
    return "done" if answer >= 0 else os.strerror(ctypes.get_errno())


def called(number: int, *arguments: int) -> str:
    """A call by its number."""
    ctypes.set_errno(0)
    return answer_name(C.syscall(ctypes.c_long(number), *[ctypes.c_long(argument) for argument in arguments]))


def tried(what: Any, *arguments: Any) -> str:
    """An attempt by way of Python."""
    try:
        what(*arguments)
    except OSError as error:
        return os.strerror(error.errno or 0)
    return "done"


def writable(path: str, how: int = 0) -> bool:
    """Whether a file can be opened for writing; nothing is written."""
    try:
        os.close(os.open(path, os.O_WRONLY | how))
    except OSError:
        return False
    return True


def files_below(folder: str) -> Iterator[str]:
    """Every file below a folder, but for those of processes."""
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.isdigit()]
        yield from [os.path.join(at, name) for name in names]


def told_by_kernel() -> list[str]:
    """The files of /proc with something to read that root alone may read, or that tell where things lie in memory."""
    told = []
    for name in os.listdir("/proc"):
        path = Path("/proc", name)
        with contextlib.suppress(OSError):
            mode = path.stat().st_mode
            if stat.S_ISREG(mode) and (name in SECRETIVE or not mode & stat.S_IROTH):
                with path.open("rb") as file:
                    told += [name] if file.read(1) else []
    return told


def locks() -> dict[str, str]:
    """Locks on a file that is locked already, by each of the three ways that there are."""
    with BOOK.open("rb") as book:
        wanted = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
        return {
            "flock": tried(fcntl.flock, book, fcntl.LOCK_EX | fcntl.LOCK_NB),
            "fcntl": tried(fcntl.fcntl, book, fcntl.F_SETLK, wanted),
            "of the open file": tried(fcntl.fcntl, book, 37, wanted),
        }


def marks() -> dict[str, Any]:
    """Notes on an open file that outlive the program, and notices of what others do with it."""
    with BOOK.open("rb") as book:
        before = bytes(8)
        found = tried(fcntl.fcntl, book, GET_HINT, before)
        folder = os.open(BOOK.parent, os.O_RDONLY)
        return {
            "found": found,
            "left": tried(fcntl.fcntl, book, SET_HINT, struct.pack("Q", 4)),
            "lease": tried(fcntl.fcntl, book, 1024, fcntl.F_RDLCK),
            "notice": tried(fcntl.fcntl, folder, 1026, 2),
            "name": looked_up("/usr/share/their-hand"),
            "extents": tried(fcntl.ioctl, book, 0x6628),
            "flags": tried(fcntl.ioctl, book, 0x80086601, bytes(8)),
        }


def looked_up(path: str) -> str:
    """Whether somebody has asked for a file of this name, even if there is none: a note without a file."""
    with contextlib.suppress(OSError):
        os.stat(path)
    ctypes.set_errno(0)
    how = struct.pack("QQQ", os.O_PATH, 0, 0x20)  # RESOLVE_CACHED
    return answer_name(C.syscall(ctypes.c_long(437), -100, path.encode(), how, ctypes.c_long(len(how))))


def cache() -> dict[str, str]:
    """What tells, or decides, which pages of a file are in memory."""
    C.mmap.restype = ctypes.c_void_p
    with BOOK.open("rb") as book:
        at = C.mmap(None, mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, book.fileno(), ctypes.c_long(0))
        seen = ctypes.create_string_buffer(1)
        page = (ctypes.c_void_p(at), ctypes.c_size_t(mmap.PAGESIZE))
        return {
            "mincore": answer_name(C.mincore(*page, seen)),
            "read without waiting": tried(os.preadv, book.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT),
            "cold": answer_name(C.madvise(*page, 20)),
            "out": answer_name(C.madvise(*page, 21)),
            "advice": tried(os.posix_fadvise, book.fileno(), 0, 0, os.POSIX_FADV_DONTNEED),
        }


def of_32_bits() -> str:
    """A call of 32-bit programs from a 64-bit one, by which filters have been got round: how the child ends."""
    if platform.machine() != "x86_64":
        return "SIGSYS"
    code = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20 (getpid); int 0x80; ret
    child = os.fork()
    if child == 0:
        C.prctl(4, 0, 0, 0, 0)  # no core dump
        place = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        place.write(code)
        ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(place)))()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "it was made"


def attacked(cup: str) -> dict[str, Any]:
    """What came of all attacks."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {
        "status": {name: status[name].strip() for name in ("CapEff", "CapPrm", "NoNewPrivs", "Seccomp")},
        "remount": {
            path: answer_name(C.mount(None, path.encode(), None, ctypes.c_ulong(REMOUNT), None))
            for path in ("/usr", "/proc", "/", str(BOOK.parent))
        },
        "unmount": {path: answer_name(C.umount2(path.encode(), DETACH)) for path in (cup, "/usr", "/proc", "/tmp")},
        "cup": os.listdir(cup),
        "secret": Path(cup, "deals.secret").exists(),
        "namespaces": [name for name, flag in NAMESPACES.items() if C.unshare(flag) == 0],
        "writable": [path for path in files_below("/proc") if writable(path)],
        "usr": [path for path in ("/usr", "/usr/bin", "/", str(BOOK.parent)) if writable(path, os.O_TMPFILE)],
        "told": told_by_kernel(),
        "files": sorted(os.listdir("/proc/self/fd"))[:3] == ["0", "1", "2"] and len(os.listdir("/proc/self/fd")) == 4,
        "calls": {name: called(number, *[0] * 6) for name, number in NUMBERS.items()},
        "x32": called(0x40000000 + 39),
        "32 bits": of_32_bits(),
        "machines beside": tried(socket.socket, 40, socket.SOCK_STREAM),
        "locks": locks(),
        "marks": marks(),
        "cache": cache(),
    }


def main(cup: str) -> None:
    """Attack, then play."""
    sys.stderr.write(json.dumps(attacked(cup)) + "\n")
    sys.stderr.flush()
    for number, _ in enumerate(sys.stdin):
        sys.stdout.write('{"choose":0}\n' if number else '{"ready":1}\n')
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
