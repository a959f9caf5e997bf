"""What commands take for each game of a log: processor time, what of it is left to the first process, and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time

from .starts import ONE_GAME

_PEAK = Path(__file__).with_name("peak.py")
_LOOPS = 100_000
SHEET = "score as text: a game, by the fixed piece of work"
LAYOUT = "score as text, by the same as JSON"
KEPT = "report --pages none: KiB kept of a game"
LEFT = {
    "export --format csv": ["export", "--format", "csv", "-o", "DIR"],
    "export --format parquet": ["export", "--format", "parquet", "-o", "DIR"],
    "export --format sqlite": ["export", "--format", "sqlite", "-o", "DIR"],
    "table": ["table"],
}
"""What several processes share, with its words but for the log."""


def fixed_work() -> float:
    """Seconds of processor time for a loop in Python, with which the times of commands are compared."""
    times = []
    for _ in range(25):
        start = process_time()
        total = 0
        for number in range(_LOOPS):
            total += number * number % 7
        times.append(process_time() - start)
    return median(times)


def ratios(logs: Sequence[Path], folder: Path) -> dict[str, float]:
    """What is measured, by the names of its bars; the logs are taken as one. What a start takes does not count."""
    whole, some = folder / "all.jsonl", folder / "some.jsonl"
    games = [_joined(logs, whole), _joined(logs[::5], some)]

    def takes(whose: str, *words: str) -> float:
        """Seconds for the whole log, without those for one game."""
        spent = [_run([words[0], str(log), *words[1:]])[whose] for log in (whole, ONE_GAME)]
        return spent[0] - spent[1]

    before = fixed_work()
    text, as_json = takes("processor", "score"), takes("processor", "score", "--format", "json")
    found = {SHEET: text / games[0] / ((before + fixed_work()) / 2), LAYOUT: text / as_json}
    for name, words in LEFT.items():
        given = [folder.joinpath("tables").as_posix() if word == "DIR" else word for word in words]
        found[left(name)] = takes("first", *given, "-j", "2") / takes("processor", *given)
    kept = ["--no-validate", "--pages", "none", "-o"]
    peaks = [_run(["report", str(log), *kept, str(folder / log.stem)])["largest"] for log in (whole, some)]
    found[KEPT] = (peaks[0] - peaks[1]) / 1024 / (games[0] - games[1])
    return found


def _joined(logs: Sequence[Path], target: Path) -> int:
    """Write all games into one log; how many they are."""
    target.write_bytes(b"".join([log.read_bytes() for log in logs]))
    return target.read_bytes().count(b'{"log":')


def left(name: str) -> str:
    """The name of the bar of a shared command."""
    return f"{name} -j 2: the first process, by all of -j 1"


def _run(words: Sequence[str]) -> dict[str, float]:
    command = [sys.executable, str(_PEAK), sys.executable, "-m", "cityleague.cli", *words]
    measured: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    if measured["exit"]:
        raise RuntimeError(f"cityleague {' '.join(words)} exits with {measured['exit']}")
    return measured
