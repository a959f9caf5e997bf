"""Logs written to files, whole or not at all, and to pipes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cityleague.replays.log.compression import pack


def write_log(path: str, log: bytes) -> None:
    """Write a log, compressed by the ending of `path`; `-` is standard output. Raises OSError."""
    if path == "-":
        sys.stdout.buffer.write(log)
        sys.stdout.buffer.flush()
        return
    if (target := Path(path)).exists() and not target.is_file():
        with open(target, "wb") as file:  # a pipe, or a device
            file.write(pack(path, log))
        return
    beside = Path(f"{path}.{os.getpid()}.part")
    try:
        beside.write_bytes(pack(path, log))
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
