"""Ctrl-C at any moment from the first line of the command on: exit code 130, and no traceback."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from ..command import COMMAND
from ..rows import daily

_STRIKING = """
import os, signal, sys
number, how, *sys.argv = int(sys.argv[1]), sys.argv[2], "cityleague", *sys.argv[3:]
strike = lambda: os.kill(os.getpid(), signal.SIGINT)

class Dropping:
    def __del__(self):
        strike()
        sum(range(10))  # here it is delivered, and Python drops it

class Finder:
    found = 0
    def find_spec(self, name, *_):
        self.found += "cityleague.cli" in sys.modules
        if self.found == number:
            self.found += 1
            strike() if how == "import" else Dropping()

sys.meta_path.insert(0, Finder())
from cityleague.cli import main
main()
"""
"""The command; Ctrl-C strikes at the import of this number, or in a callback during it."""


def struck(how: str, number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", _STRIKING, str(number), how, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("how", ["import", "callback"])
@pytest.mark.parametrize("step", daily([46, 1]))
def test_ctrl_c_while_a_module_is_imported_prints_no_traceback(how: str, step: int, log: Path) -> None:
    first = 1 if how == "import" else 3  # with the first two comes what minds Ctrl-C: no callback is ours till then
    for number in count(first, step):
        done = struck(how, number, "score", str(log))
        assert "Traceback" not in done.stderr, (number, done.stderr)
        if done.returncode == 0:
            break  # there are no more imports
        assert done.returncode == 130, number
    assert number > 40


@pytest.mark.exhaustive
@pytest.mark.parametrize("times", daily([12, 200]))
@pytest.mark.parametrize("arguments", daily([["validate", "-j", "2"], ["table"], ["score"], ["show"]], 1))
def test_ctrl_c_after_any_delay_prints_no_traceback_of_ours(arguments: list[str], times: int, log: Path) -> None:
    command = [*COMMAND, *arguments, str(log)]
    begun = time.monotonic()
    subprocess.run(command, capture_output=True, check=True)
    whole = time.monotonic() - begun
    codes = []
    for number in range(times):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(whole * 1.2 * number / times)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        if "Traceback" in errors and not re.search(r'File "[^"]*/site-packages/cityleague/', errors):
            continue  # Python itself was interrupted, before it came to us; its message may have our folder
        assert "Traceback" not in errors, errors
        assert process.returncode in (0, 130, -signal.SIGINT), errors  # the last before Python minds signals
        codes.append(process.returncode)
    assert 130 in codes


def test_an_interruption_that_is_ignored_stays_so(log: Path) -> None:
    """A shell does that for what follows `&`."""
    ignoring = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{_STRIKING}"
    command = [sys.executable, "-P", "-c", ignoring, "30", "import", "score", str(log)]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0


def test_a_program_that_imports_the_commands_keeps_its_own_ctrl_c() -> None:
    program = "import signal, cityleague.cli; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
