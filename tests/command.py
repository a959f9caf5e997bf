"""The command as a process of its own, as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import PIPE
from typing import Any

COMMAND = (sys.executable, "-P", "-m", "cityleague.cli")


def process(
    *arguments: str | bytes | Path, stdin: bytes = b"", env: Mapping[str, str] = {}, **others: Any
) -> subprocess.CompletedProcess[bytes]:
    """The command, run to its end, in this environment and more; whatever happens, there is no traceback."""
    usual = {"stdout": PIPE, "stderr": PIPE, "timeout": 60}
    done: subprocess.CompletedProcess[bytes] = subprocess.run(
        [*COMMAND, *arguments], input=stdin, env={**os.environ, **env}, check=False, **usual | others
    )
    said = done.stderr or b""
    assert b"Traceback" not in said, said.decode(errors="replace")
    return done


def running(*arguments: str | bytes | Path, **others: Any) -> subprocess.Popen[bytes]:
    """The command on pipes, in a process group of its own."""
    usual: dict[str, Any] = {"stdin": PIPE, "stdout": PIPE, "stderr": PIPE, "start_new_session": True}
    return subprocess.Popen([*COMMAND, *arguments], **usual | others)
