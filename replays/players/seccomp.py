"""What a program in a sandbox may ask of the kernel: a filter of system calls (seccomp), for x86_64 and aarch64.

Some calls leave a note on a file that another sandbox sees too, tell what others do with it, or reach parts of the
kernel that no bot needs. Whoever locks a file or gives advice hears that it is done, and nothing is done: an error
would break databases. What is missing is answered as by a kernel that has never had it, for which programs are
prepared. Everything else passes.

The filter is a program for the kernel's classic BPF machine, an accumulator that can only jump forwards. It is run at
each system call, and looks at the number of the call and the lower halves of its arguments, which are all that the
kernel reads of those that are looked at here.
"""

import errno
import struct
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, json

from cityleague.engine.doors import file_in

# Instructions: load a word of what is known of the call; keep some of its bits; jump if the accumulator equals or
# exceeds the operand; answer.
_LOAD, _AND, _EQUAL, _GREATER, _ANSWER = 0x20, 0x54, 0x15, 0x25, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Where the words lie; each argument has eight bytes, the lower half first."""

_ALLOW, _KILL, _RETURN = 0x7FFF0000, 0x80000000, 0x00050000
"""Answers: make the call, end the process, make no call but return this error (0: as if it were done)."""
_DONE = _RETURN
_MISSING, _INVALID = _RETURN | errno.ENOSYS, _RETURN | errno.EINVAL
_UNSUPPORTED, _NO_FAMILY = _RETURN | errno.EOPNOTSUPP, _RETURN | errno.EAFNOSUPPORT
_NO_SUCH = _RETURN | errno.ENOTTY

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The machines that have a filter, and how the kernel calls their architecture."""

_LAST = 462
"""The last call that was looked at (mseal). Later ones, and those of x86_64's x32 ABI, are missing."""


class _Calls(Struct, forbid_unknown_fields=True):
    """Calls of a kind: why they are not made, what is answered, and the number of each on each of MACHINES, if any."""

    why: str
    answer: Literal["done", "missing"]
    calls: dict[str, tuple[int | None, int | None]]


_CALLS = json.decode(file_in("cityleague.replays.players", "calls.json"), type=list[_Calls])

# fmt: off
# Calls that depend on an argument: which one it is, which of its bits count, for which values there is which answer,
# and the answer for all others.
_ALL = 0xFFFFFFFF
_LOCKS = (6, 7, 37, 38)                              # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
_PLAIN = (*range(6), *range(8, 12), *range(15, 18), 36, 1027, 1028, *range(1030, 1035))
# All other commands of fcntl, but for leases, notices of changes in a folder, and how long data may live: on the file.
_KINDS = (0x5400, 0x8900)                            # ioctl of terminals and of sockets, not of file systems
_OUT = (20, 21)                                      # MADV_COLD, MADV_PAGEOUT
_FAMILIES = (1, 2, 10, 16)                           # unix, inet, inet6, netlink
_NAMESPACES = 0x7E020000                             # all CLONE_NEW... that clone knows
_BY_ARGUMENT: tuple[tuple[str, int, int, int, int, tuple[tuple[tuple[int, ...], int], ...], int], ...] = (
    ("fcntl",               72,   25, 1, _ALL,        ((_LOCKS, _DONE), (_PLAIN, _ALLOW)), _INVALID),
    ("ioctl",               16,   29, 1, 0xFF00,      ((_KINDS, _ALLOW),),                 _NO_SUCH),
    ("madvise",             28,  233, 2, _ALL,        ((_OUT, _INVALID),),                 _ALLOW),
    ("preadv2",            327,  286, 5, _ALL,        (((0,), _ALLOW),),                   _UNSUPPORTED),
    ("pwritev2",           328,  287, 5, _ALL,        (((0,), _ALLOW),),                   _UNSUPPORTED),
    ("socket",              41,  198, 0, _ALL,        ((_FAMILIES, _ALLOW),),              _NO_FAMILY),
    ("socketpair",          53,  199, 0, _ALL,        ((_FAMILIES, _ALLOW),),              _NO_FAMILY),
    ("clone",               56,  220, 0, _NAMESPACES, (((0,), _ALLOW),),                   _MISSING),
)
# fmt: on


class _Step(NamedTuple):
    """An instruction: what it does with its operand, and how many it skips if a comparison holds, and if not."""

    code: int
    operand: int
    yes: int = 0
    no: int = 0


def filter_for(machine: str) -> bytes:
    """The filter for one of MACHINES, as the kernel takes it: instructions of eight bytes."""
    steps = [
        _Step(_LOAD, _ARCHITECTURE),
        _Step(_EQUAL, MACHINES[machine], yes=1),
        _Step(_ANSWER, _KILL),  # the numbers of calls would mean others: 32-bit programs on a 64-bit kernel
        _Step(_LOAD, _NUMBER),
        *_if(_GREATER, (_LAST,), _MISSING),
    ]
    column = list(MACHINES).index(machine)
    for some in _CALLS:
        numbers = [number for both in some.calls.values() if (number := both[column]) is not None]
        steps += _if(_EQUAL, numbers, _DONE if some.answer == "done" else _MISSING)
    for _, x86_64, aarch64, argument, bits, answers, otherwise in _BY_ARGUMENT:
        looks = [_Step(_LOAD, _ARGUMENTS + 8 * argument), _Step(_AND, bits)]
        for values, answer in answers:
            looks += _if(_EQUAL, values, answer)
        looks.append(_Step(_ANSWER, otherwise))
        steps += [_Step(_EQUAL, (x86_64, aarch64)[column], no=len(looks)), *looks]
    steps.append(_Step(_ANSWER, _ALLOW))
    return b"".join(struct.pack("<HBBI", step.code, step.yes, step.no, step.operand) for step in steps)


def _if(code: int, operands: Sequence[int], answer: int) -> Iterator[_Step]:
    """Answer if the accumulator compares in this way with one of these operands."""
    for operand in operands:
        yield _Step(code, operand, no=1)
        yield _Step(_ANSWER, answer)
