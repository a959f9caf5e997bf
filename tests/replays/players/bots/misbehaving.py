#!/usr/bin/env python3
"""A bot that makes the first legal move, but for one fault: misbehaving.py MODE MARK [FILE].

The mark identifies its processes; the mode `spy` writes everything that it is told to the file.
"""

from __future__ import annotations

import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # it is started dozens of times, and should begin at once
    from collections.abc import Callable
    from typing import Any, NoReturn

READY, FIRST = b'{"ready":1}\n', b'{"choose":0}\n'
HOUR = 3600
SLEEPER = "import time; time.sleep(3600)"


def say(words: bytes) -> None:
    """Write at once, in one piece if the pipe takes it."""
    while words:
        words = words[os.write(1, words) :]


def complain(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()


# -- before anything is said


def crash_at_start() -> NoReturn:
    raise RuntimeError("no such opening book")


def ignore_end() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def leave_children() -> None:
    import subprocess  # noqa: PLC0415

    for new_session in (False, True):
        subprocess.Popen([sys.executable, "-c", SLEEPER, sys.argv[2]], start_new_session=new_session)


START: dict[str, Callable[[], Any]] = {
    "crash_at_start": crash_at_start,
    "ignores_end": ignore_end,
    "leaves_children": leave_children,
    "silent_at_start": lambda: time.sleep(HOUR),
    "speaks_first": lambda: say(READY),
}

HELLO: dict[str, bytes] = {
    "no_hello": FIRST,
    "wrong_version": b'{"ready":3}\n',
    "hello_boolean": b'{"ready":true}\n',
    "hello_text": b"hello, I am ready\n",
    "speaks_first": b"",
}

# -- for a decision: what these say is instead of an answer


def last_words() -> NoReturn:
    complain("thinking\n\x1b[31mout of ideas\n")
    sys.exit(3)


def flood() -> NoReturn:
    while True:
        say(b"x" * 60_000)


def close_output() -> NoReturn:
    os.close(1)
    time.sleep(HOUR)
    raise AssertionError


def close_input() -> bytes:
    """Answer once more: then there is nobody who hears the next question."""
    os.close(0)
    say(FIRST)
    time.sleep(HOUR)
    raise AssertionError


def close_output_and_babble() -> NoReturn:
    """Close standard output; several processes babble at once, so that the pipe of standard error is never empty."""
    os.close(1)
    for _ in range(4):
        if not os.fork():
            break
    while True:
        os.write(2, b"bla " * 16_384)


def hog() -> bytes:
    return bytes(bytearray(2 << 30)[:0]) + FIRST


def respelled(line: bytes) -> bytes:
    """The first move, with its fields in another order, and with spaces and escapes."""
    import json  # noqa: PLC0415

    move = json.loads(line)["decide"]["legal"][0]
    text = json.dumps({"move": dict(reversed(move.items()))}, indent=3).replace("\n", " ")
    return b"\t " + text.encode().replace(b'"house"', b'"\\u0068ouse"') + b" \r\n"


def complaining() -> bytes:
    complain("no! " * 100_000 + "\n")
    return FIRST


def slow() -> bytes:
    time.sleep(0.1)
    return FIRST


def half_a_line() -> None:
    say(b'{"choose":')
    time.sleep(HOUR)


DECIDE: dict[str, Callable[[], Any]] = {
    "crash_later": last_words,
    "exit_silently": lambda: os._exit(0),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "silent": lambda: time.sleep(HOUR),
    "slow": slow,
    "half_a_line": half_a_line,
    "memory_hog": hog,
    "flood_line": flood,
    "flood_lines": lambda: FIRST * 5000,
    "talks_out_of_turn": lambda: FIRST * 2,
    "noisy_stderr": complaining,
    "closes_input": close_input,
    "closes_output": close_output,
    "closes_output_and_babbles": close_output_and_babble,
}

ANSWERS: dict[str, bytes] = {
    "not_json": b"the first one, please\n",
    "empty_line": b"\n",
    "key_twice": b'{"choose":0,"choose":1}\n',
    "key_twice_inside": b'{"move":{"type":"pick","type":"pick","tiles":["shop","shop"]}}\n',
    "two_values": b'{"choose":0} {"choose":0}\n',
    "no_move": b'{"thinking":"hard"}\n',
    "move_and_choose": b'{"move":{"type":"pick","tiles":["shop","shop"]},"choose":0}\n',
    "list": b"[0]\n",
    "null": b"null\n",
    "null_move": b'{"move":null}\n',
    "unknown_move": b'{"move":{"type":"resign"}}\n',
    "index_beyond": b'{"choose":1000000}\n',
    "index_negative": b'{"choose":-1}\n',
    "index_boolean": b'{"choose":true}\n',
    "index_float": b'{"choose":0.0}\n',
    "index_text": b'{"choose":"0"}\n',
    "index_huge": b'{"choose":' + b"9" * 10_000 + b"}\n",
    "number_huge": b'{"move":{"type":"pick","tiles":1' + b"0" * 5000 + b"e5000}}\n",
    "surrogate": b'{"move":{"type":"pick","tiles":["\\ud800","\\u0000\\u202e"]}}\n',
    "illegal": b'{"move":{"type":"pick","tiles":["park","zoo"]}}\n',
    "deep_json": b'{"move":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
    "not_utf8": b'{"choose":0,"a":"\xff"}\n',
    "binary": bytes(range(11, 256)) * 8 + b"\n",
}


def main(mode: str, *files: str) -> None:
    """Play, with this fault from the third decision on."""
    if mode in START:
        START[mode]()
    for number, line in enumerate(sys.stdin.buffer):
        if mode == "spy":
            with open(files[0], "ab") as file:
                file.write(line)
        if number == 0:
            say(HELLO.get(mode, READY))
        elif mode == "respelled":
            say(respelled(line))
        elif mode in DECIDE and number >= 3:
            say(DECIDE[mode]() or b"")
        elif mode in ANSWERS and number >= 3:
            say(ANSWERS[mode])
        else:
            say(FIRST)
    if mode == "ignores_end":
        time.sleep(HOUR)


if __name__ == "__main__":
    main(sys.argv[1], *sys.argv[3:])
