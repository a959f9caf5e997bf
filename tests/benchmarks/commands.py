"""What commands take for each game of a log: processor time, what of it is left to the first process, and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from .measure import fixed_work
from .starts import ONE_GAME

_PEAK = Path(__file__).with_name("peak.py")
MERGED = "tournament --merge: a game"
VALIDATED_SAME = "validate, the same games"
AS_JSON = "as JSON"
SHEET = "score as text: a game"
LAYOUT = "score as text, by the same as JSON"
KEPT = "report --pages none: KiB kept of a game"
LEFT = {
    "export --format csv": ["export", "--format", "csv", "-o", "DIR"],
    "export --format parquet": ["export", "--format", "parquet", "-o", "DIR"],
    "export --format sqlite": ["export", "--format", "sqlite", "-o", "DIR"],
    "table": ["table"],
}
"""What several processes share, with its words but for the log."""


def ratios(logs: Sequence[Path], folder: Path) -> dict[str, float]:
    """What is measured, by the names of its bars; a fifth of the logs, taken as one. Starts do not count.

    What is kept of a game takes all of them: a thousand games keep less than the memory of a start varies.
    """
    whole, some = folder / "all.jsonl", folder / "some.jsonl"
    games = [_joined(logs, whole), _joined(logs[::5], some)]

    def takes(whose: str, *words: str) -> float:
        """Seconds for some of the logs, without those for one game."""
        spent = [_run([words[0], str(log), *words[1:]])[whose] for log in (some, ONE_GAME)]
        return spent[0] - spent[1]

    found = _of_a_cup(folder)
    for name, words in LEFT.items():
        given = [folder.joinpath("tables").as_posix() if word == "DIR" else word for word in words]
        found[left(name)] = takes("first", *given, "-j", "2") / takes("processor", *given)
    kept = ["--no-validate", "--pages", "none", "-o"]
    peaks = [_run(["report", str(log), *kept, str(folder / log.stem)])["largest"] for log in (whole, some)]
    found[KEPT] = (peaks[0] - peaks[1]) / 1024 / (games[0] - games[1])
    return found


def _of_a_cup(folder: Path) -> dict[str, float]:
    """What a game of Between Two Cities takes, without the start, which a small cup tells."""
    spent, before = [], fixed_work()
    for deals in (200, 2):
        cup = str(folder / f"cup-{deals}")
        shards = [f"{cup}-{shard}" for shard in (1, 2)]
        for shard, target in enumerate(shards, 1):
            _run([*_cup("between_two_cities", deals), "--shard", f"{shard}/2", "-o", target])
        done = [["tournament", "--merge", *shards, "-o", cup], ["validate", cup], ["score", cup]]
        done.append(["score", cup, "--format", "json"])
        spent.append([*[_run(words)["processor"] for words in done], _games(Path(cup, "games.jsonl"))])
    piece = (before + fixed_work()) / 2
    *seconds, games = [many - few for many, few in zip(*spent, strict=True)]
    merging, validating, text, as_json = [spent / games / piece for spent in seconds]
    return {MERGED: merging, VALIDATED_SAME: validating, SHEET: text, AS_JSON: as_json, LAYOUT: text / as_json}


def league(game: str, pythons: Sequence[str], folder: Path, deals: int = 100) -> list[float]:
    """Pieces of fixed work that a game of a league of random bots takes with each of these interpreters, in turn."""
    spent: dict[tuple[str, int], list[float]] = {}
    before = fixed_work()
    for round_, number, python in product(range(3), (deals, 1), pythons):
        target = folder / f"{game}-{number}-{round_}-{pythons.index(python)}"
        took = _run([*_cup(game, number), "-o", str(target)], python)["processor"]
        so_far = spent.setdefault((python, number), [0.0, 0.0])
        so_far[0] += took
        so_far[1] += _games(target / "games.jsonl")
    piece = (before + fixed_work()) / 2
    gaps = [
        [many - few for many, few in zip(spent[python, deals], spent[python, 1], strict=True)] for python in pythons
    ]
    return [seconds / games / piece for seconds, games in gaps]


def _cup(game: str, deals: int) -> list[str]:
    bots = "a=random,b=random" if game == "card_city_xl" else "a=random,b=random,c=random"
    return ["tournament", "--game", game, "--bots", bots, "--seed", "random", "--deals", str(deals)]


def _joined(logs: Sequence[Path], target: Path) -> int:
    """Write all games into one log; how many they are."""
    target.write_bytes(b"".join([log.read_bytes() for log in logs]))
    return _games(target)


def _games(log: Path) -> int:
    return log.read_bytes().count(b'{"log":')


def left(name: str) -> str:
    """The name of the bar of a shared command."""
    return f"{name} -j 2: the first process, by all of -j 1"


NAMES = (SHEET, LAYOUT, MERGED, KEPT, *map(left, LEFT))
"""Of all bars for which `ratios` measures something."""


def _run(words: Sequence[str], python: str = sys.executable) -> dict[str, float]:
    command = [sys.executable, str(_PEAK), python, "-m", "cityleague.cli", *words]
    measured: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    if measured["exit"]:
        raise RuntimeError(f"cityleague {' '.join(words)} exits with {measured['exit']}")
    return measured
