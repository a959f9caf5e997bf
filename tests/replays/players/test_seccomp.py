"""The filter of system calls, run by a BPF machine of its own: what each call is answered, on both machines.

The numbers of calls are written down here a second time, and compared with the kernel's header files where these are.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from cityleague.replays.players.seccomp import MACHINES, filter_for

ALLOWED, KILLED = "allowed", "killed"
X86_64, AARCH64, I386, ARM = 0xC000003E, 0xC00000B7, 0x40000003, 0x40000028
X32 = 1 << 30
ENOSYS, EINVAL, EAFNOSUPPORT, EOPNOTSUPP, ENOTTY = 38, 22, 97, 95, 25
HIGH = 0xDEADBEEF << 32
"""Rubbish in the upper half of an argument, which the kernel does not look at."""

MISSING = {
    "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
    "inotify_rm_watch": (255, 28), "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "mincore": (27, 232),
    "cachestat": (451, 451), "openat2": (437, 437), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "io_setup": (206, 0), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219), "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "userfaultfd": (323, 282), "perf_event_open": (298, 241), "bpf": (321, 280),
    "clone3": (435, 435), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "statmount": (457, 457), "listmount": (458, 458), "syslog": (103, 116), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
}  # fmt: skip
DONE = {"flock": (73, 32), "fadvise64": (221, 223), "readahead": (187, 213)}
"""They hear that it is done."""
BY_ARGUMENT = {
    "fcntl": (72, 25), "ioctl": (16, 29), "madvise": (28, 233), "preadv2": (327, 286), "pwritev2": (328, 287),
    "socket": (41, 198), "socketpair": (53, 199), "clone": (56, 220),
}  # fmt: skip
PLAYED = {
    "read": (0, 63), "write": (1, 64), "openat": (257, 56), "close": (3, 57), "mmap": (9, 222), "brk": (12, 214),
    "futex": (202, 98), "execve": (59, 221), "exit_group": (231, 94), "epoll_create1": (291, 20), "pipe2": (293, 59),
    "getrandom": (318, 278), "clock_gettime": (228, 113), "rt_sigaction": (13, 134), "sched_yield": (24, 124),
    "prctl": (157, 167), "rseq": (334, 293), "faccessat2": (439, 439), "statx": (332, 291), "mseal": (462, 462),
}  # fmt: skip
"""Some of what every program needs."""
HEADERS = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h")),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"),),
}
"""Where a system keeps the kernel's own lists."""
on_both = pytest.mark.parametrize("machine", ["x86_64", "aarch64"])


def answer(rules: bytes, number: int, architecture: int, arguments: Sequence[int] = ()) -> str | int:
    """What the filter answers to a call: the error that is returned, or what else happens.

    Classic BPF as the kernel's documentation describes it, as far as it may occur here.
    """
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0x7F00_0000_1234, *padded)
    steps = list(struct.iter_unpack("<HBBI", rules))
    accumulator = at = 0
    for _ in range(len(steps)):
        code, yes, no, operand = steps[at]
        at += 1
        if code == 0x20:
            assert operand % 4 == 0
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif code == 0x54:
            accumulator &= operand
        elif code == 0x05:
            at += operand
        elif code in (0x15, 0x25, 0x35, 0x45):
            holds = {
                0x15: accumulator == operand,
                0x25: accumulator > operand,
                0x35: accumulator >= operand,
                0x45: bool(accumulator & operand),
            }[code]
            at += yes if holds else no
        elif code == 0x06:
            action, value = operand & 0xFFFF0000, operand & 0xFFFF
            assert action in (0x7FFF0000, 0x80000000, 0x00050000)
            return {0x7FFF0000: ALLOWED, 0x80000000: KILLED}.get(action) or int(value)
        else:
            raise AssertionError(f"no such instruction: {code:#x}")
    raise AssertionError("it jumps out of the program")


class Machine:
    """A machine with its filter."""

    def __init__(self, name: str) -> None:
        self.column = ["x86_64", "aarch64"].index(name)
        self.architecture = (X86_64, AARCH64)[self.column]
        self.rules = filter_for(name)

    def numbers(self, calls: dict[str, tuple[int, int]] | dict[str, tuple[int, int | None]]) -> dict[str, int]:
        """The numbers that calls have here."""
        return {name: number for name, both in calls.items() if (number := both[self.column]) is not None}

    def call(self, name: str, *arguments: int) -> str | int:
        """What a call is answered; it is made with rubbish in the upper halves of its arguments, too."""
        number = self.numbers({**MISSING, **DONE, **BY_ARGUMENT, **PLAYED})[name]
        plain = answer(self.rules, number, self.architecture, arguments)
        assert plain == answer(self.rules, number, self.architecture, [HIGH | argument for argument in arguments])
        return plain


@on_both
def test_only_the_machines_own_calls_are_answered(machine: str) -> None:
    here = Machine(machine)
    for other in {X86_64, AARCH64, I386, ARM, 0, 0xFFFFFFFF} - {here.architecture}:
        assert {answer(here.rules, number, other) for number in range(500)} == {KILLED}


@on_both
def test_every_call_is_done_missing_allowed_or_depends_on_its_arguments(machine: str) -> None:
    here = Machine(machine)
    told = dict.fromkeys(here.numbers(DONE).values(), 0)
    told |= dict.fromkeys(here.numbers(MISSING).values(), ENOSYS)
    looked_at = here.numbers(BY_ARGUMENT).values()
    for number in range(600):
        if number not in looked_at:
            expected = told.get(number, ENOSYS if number > 462 else ALLOWED)
            assert answer(here.rules, number, here.architecture, [1] * 6) == expected, number
    assert {here.call(name) for name in PLAYED} == {ALLOWED}


@on_both
def test_calls_that_nobody_has_looked_at_are_missing(machine: str) -> None:
    """Those of later kernels, those of the x32 ABI, and numbers that no kernel has."""
    here = Machine(machine)
    later = [463, 470, 512, 547, 1 << 20, X32 - 1, (1 << 31) - 1, 1 << 31, -1]
    for number in (*later, *[X32 + number for number in range(600)]):
        assert answer(here.rules, number, here.architecture) == ENOSYS


@on_both
def test_locks_are_taken_without_being_taken(machine: str) -> None:
    here = Machine(machine)
    for command in (6, 7, 37, 38):  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
        assert here.call("fcntl", 3, command, 0) == 0


@on_both
def test_descriptors_are_changed_but_no_marks_left_on_files(machine: str) -> None:
    here = Machine(machine)
    # F_DUPFD to F_GETLK, F_SETOWN to F_GETSIG, F_SETOWN_EX to F_GETOWNER_UIDS, F_OFD_GETLK, F_DUPFD_QUERY,
    # F_CREATED_QUERY, F_DUPFD_CLOEXEC, sizes of pipes, seals
    allowed = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 15, 16, 17, 36, 1027, 1028, 1030, 1031, 1032, 1033, 1034}
    for command in {*range(2000), 1 << 31, (1 << 32) - 1} - {6, 7, 37, 38}:  # 1024 to 1026 and 1035 to 1040 are marks
        assert here.call("fcntl", 3, command, 0) == (ALLOWED if command in allowed else EINVAL), command


@on_both
def test_terminals_and_sockets_are_asked_and_file_systems_are_not(machine: str) -> None:
    here = Machine(machine)
    for request in (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x80045430, 0x40045431, 0x8912, 0x8933):
        assert here.call("ioctl", 3, request, 0) == ALLOWED  # TCGETS, TIOCGWINSZ, FIONREAD, ..., SIOCGIFINDEX
    for request in (
        0x6601,
        0x6628,
        0xC020662A,
        0xC020660B,
        0x40049409,
        0x5879,
        0x1260,
        0,
        0x54,
        0x53FF,
        0x5500,
        1 << 31,
    ):
        assert here.call("ioctl", 3, request, 0) == ENOTTY  # FS_IOC_GETFLAGS, two of ext4, FIEMAP, FICLONE, ...


@on_both
def test_pages_cannot_be_put_out_but_all_other_advice_is_taken(machine: str) -> None:
    here = Machine(machine)
    for advice in range(120):
        assert here.call("madvise", 0, 4096, advice) == (EINVAL if advice in (20, 21) else ALLOWED)


@on_both
@pytest.mark.parametrize("name", ["preadv2", "pwritev2"])
def test_no_read_asks_what_is_in_the_cache(name: str, machine: str) -> None:
    here = Machine(machine)
    assert here.call(name, 3, 0x1000, 1, 0, 0, 0) == ALLOWED
    for bit in range(32):
        assert here.call(name, 3, 0x1000, 1, 0, 0, 1 << bit) == EOPNOTSUPP


@on_both
@pytest.mark.parametrize("name", ["socket", "socketpair"])
def test_there_are_four_families_of_sockets(name: str, machine: str) -> None:
    here = Machine(machine)
    allowed = [family for family in range(64) if here.call(name, family, 1, 0) == ALLOWED]
    assert allowed == [1, 2, 10, 16]
    assert {here.call(name, family, 1, 0) for family in range(64)} == {ALLOWED, EAFNOSUPPORT}


@on_both
def test_processes_and_threads_are_made_but_no_namespaces(machine: str) -> None:
    here = Machine(machine)
    for flags in (17, 0x01200011, 0x003D0F00, 0x00004111):  # fork, fork of glibc, a thread, vfork
        assert here.call("clone", flags) == ALLOWED
    for bit in (17, 25, 26, 27, 28, 29, 30):
        assert here.call("clone", 1 << bit) == ENOSYS
        assert here.call("clone", 17 | 1 << bit) == ENOSYS


@on_both
def test_the_kernel_would_take_it(machine: str) -> None:
    """It has whole instructions, not too many; jumps lead forwards and into it; each way ends with an answer."""
    steps = list(struct.iter_unpack("<HBBI", filter_for(machine)))
    assert 0 < len(steps) <= 4096
    assert steps[-1][0] == 0x06
    for at, (code, yes, no, _) in enumerate(steps):
        assert code in (0x20, 0x54, 0x15, 0x25, 0x35, 0x45, 0x06)
        assert code in (0x15, 0x25, 0x35, 0x45) or yes == no == 0
        assert at + 1 + max(yes, no) < len(steps) or code == 0x06


@on_both
def test_the_numbers_are_those_of_the_kernels_header_files(machine: str) -> None:
    header = next((path for path in HEADERS[machine] if path.exists()), None)
    if header is None:
        pytest.skip("the kernel's header files are not installed")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    kernel = {name: int(number) for name, number in found}
    ours = Machine(machine).numbers({**MISSING, **DONE, **BY_ARGUMENT, **PLAYED})
    newer = set(ours) - set(kernel)
    assert newer <= {"cachestat", "statmount", "listmount", "mseal"}, "header files may be older than these"
    assert {name: number for name, number in ours.items() if name not in newer} == {
        name: kernel[name] for name in ours if name not in newer
    }


def test_these_machines_have_a_filter() -> None:
    assert MACHINES == {"x86_64": X86_64, "aarch64": AARCH64}
