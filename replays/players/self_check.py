"""What a sandbox must withstand, tried from inside, before a bot is started in one.

`sandbox.py` runs the text of this file, which imports nothing of cityleague. It writes a line for each hole.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Iterator

_REMOUNT = 0x1020
"""MS_REMOUNT | MS_BIND, and not MS_RDONLY."""
_DETACH, _NEW_USER = 2, 0x10000000
"""MNT_DETACH; CLONE_NEWUSER."""
_STATUS = {"CapEff": "0000000000000000", "NoNewPrivs": "1", "Seccomp": "2"}
"""No capabilities, none to be had from a program, and a filter of system calls."""
_CORE_PATTERN = "/proc/sys/kernel/core_pattern"
"""Whoever writes to it has the host run a command of his as root."""


def holes() -> Iterator[str]:
    """What a bot could do that it must not be able to."""
    with open("/proc/self/status") as file:
        status = dict(line.split(":", 1) for line in file)
    for name, wanted in _STATUS.items():
        if (found := status.get(name, "missing").strip()) != wanted:
            yield f"{name} is {found}, not {wanted}"
    kernel = ctypes.CDLL(None)
    if kernel.mount(None, b"/usr", None, ctypes.c_ulong(_REMOUNT), None) == 0:
        yield "/usr can be mounted anew for writing"
    if kernel.umount2(b"/tmp", _DETACH) == 0:
        yield "what covers a folder can be taken away"
    if kernel.unshare(_NEW_USER) == 0:
        yield "a further namespace can be made"
    if _opened("/usr", os.O_WRONLY | os.O_TMPFILE) != errno.EROFS:  # a file without a name, of which nothing is left
        yield "/usr can be written to"
    if _opened(_CORE_PATTERN, os.O_WRONLY) == 0:
        yield f"{_CORE_PATTERN} can be written to"


def _opened(path: str, how: int) -> int:
    """The error with which a file cannot be opened; 0 if it can. Nothing is written."""
    try:
        os.close(os.open(path, how))
    except OSError as error:
        return error.errno or -1
    return 0


if __name__ == "__main__":
    for hole in holes():
        sys.stdout.write(f"{hole}\n")
