"""Speed and memory of cityleague beside python-chess, PokerKit and catanatron: `make bench`.

All are measured in one run, in one process, taking turns; figures are of processor time, the best of several
rounds. Compare the ratios: the absolute figures are those of this machine at this hour.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import memory
import ours
import peers
from measure import best_rates
from tabulate import tabulate

MIB = 1 << 20
_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_JOBS = (1, 2)

VALIDATED, PLAYED = "validated", "played at random"


class Scale(NamedTuple):
    """How much is measured."""

    rounds: int
    games: int
    """Recorded for each round and game."""
    playouts: int


FULL = Scale(rounds=5, games=1000, playouts=120)
QUICK = Scale(rounds=2, games=60, playouts=36)


class Bar(NamedTuple):
    """Something that is promised."""

    what: str
    ratio: float
    needed: float
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether the promise is kept."""
        return self.ratio <= self.needed if self.at_most else self.ratio >= self.needed


Rates = dict[str, float]


def measure(scale: Scale, folder: Path, size: int) -> tuple[dict[str, Rates], list[memory.Usage]]:
    """The rates of everyone by what they do, and the memory of validation (none for a size of 0)."""
    _say(f"recording {scale.rounds * scale.games} games each of {'; '.join(ours.WAYS)}")
    logs = ours.record(folder, scale.rounds, scale.games)
    contests = {
        VALIDATED: [
            *[ours.validating(name, paths) for name, paths in logs.items()],
            peers.replaying_chess(),
            peers.replaying_poker(),
        ],
        PLAYED: [
            *[ours.playing(name, scale.playouts) for name in ours.WAYS],
            peers.playing_chess(),
            peers.playing_catan(),
        ],
    }
    rates = {}
    for what, contestants in contests.items():
        _say(f"moves {what}: {scale.rounds} rounds")
        rates[what] = best_rates(contestants, scale.rounds)
    return rates, _memory(list(chain.from_iterable(logs.values())), folder, size) if size else []


def _memory(logs: Sequence[Path], folder: Path, size: int) -> list[memory.Usage]:
    found = []
    _say(f"validating logs of {_megabytes(size // 10)} and {_megabytes(size)}, with -j 1 and -j 2")
    for usage in memory.usages(logs, folder, (size // 10, size), _JOBS):
        _say(f"  {_megabytes(usage.size)} with -j {usage.jobs}: {usage.seconds:.0f} s")
        found.append(usage)
    return found


def bars(rates: Mapping[str, Rates], usages: Sequence[memory.Usage]) -> list[Bar]:
    """What is promised, and how it stands."""
    validated, played = rates[VALIDATED], rates[PLAYED]
    found = []
    for name in ours.WAYS:
        needed = 3 if name == ours.FLAGSHIP else 1
        ratio = validated[name] / validated[peers.CHESS]
        found.append(Bar(f"{name}: moves validated, by those {peers.CHESS} replays", ratio, needed))
    for name in ours.WAYS:
        ratio = played[name] / played[peers.CATANATRON]
        found.append(Bar(f"{name}: moves played at random, by those of {peers.CATANATRON}", ratio, 2))
    if usages:
        highest = max(usage.peak for usage in usages)
        found.append(Bar("peak memory of validation, by 100 MiB", highest / (100 * MIB), 1, at_most=True))
    return found


def report(rates: Mapping[str, Rates], usages: Sequence[memory.Usage]) -> str:
    """All figures as text."""
    parts = [_rates_table(what, found) for what, found in rates.items()]
    if usages:
        parts.append(_memory_table(usages))
    parts.append(_bars_table(bars(rates, usages)))
    return "\n\n".join(parts)


def _rates_table(what: str, rates: Rates) -> str:
    others = [name for name in rates if name not in ours.WAYS]
    rows = [[name, f"{rate:,.0f}", *[f"{rate / rates[other]:.2f}" for other in others]] for name, rate in rates.items()]
    headers = [f"moves {what}", "per second", *[f"× {other}" for other in others]]
    return tabulate(rows, headers, disable_numparse=True, colalign=["left"] + ["right"] * (len(headers) - 1))


def _memory_table(usages: Sequence[memory.Usage]) -> str:
    rows = [
        [
            f"{_megabytes(usage.size)} with -j {usage.jobs}",
            f"{usage.seconds:.1f}",
            f"{usage.largest / MIB:.1f}",
            f"{usage.together / MIB:.1f}" if usage.together else "unknown",
        ]
        for usage in usages
    ]
    headers = ["log validated", "seconds", "MiB, largest process", "MiB, all processes"]
    return tabulate(rows, headers, disable_numparse=True, colalign=["left", "right", "right", "right"])


def _bars_table(found: Sequence[Bar]) -> str:
    rows = [
        [bar.what, f"{bar.ratio:.2f}", f"{'<' if bar.at_most else '>'}= {bar.needed:g}", "met" if bar.met else "MISSED"]
        for bar in found
    ]
    return tabulate(rows, ["bar", "ratio", "needed", ""], disable_numparse=True, colalign=["left", "right", "right"])


def _figures(rates: Mapping[str, Rates], usages: Sequence[memory.Usage]) -> dict[str, Any]:
    """All figures for programs."""
    return {
        "python": platform.python_version(),
        "peers": peers.versions(),
        "moves_per_second": rates,
        "memory": [usage._asdict() for usage in usages],
        "bars": [bar._asdict() | {"met": bar.met} for bar in bars(rates, usages)],
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _megabytes(size: int) -> str:
    return f"{size / 10**6:,.0f} MB"


def _size(text: str) -> int:
    """Bytes: 1GB, 100MB, 2500000."""
    found = re.fullmatch(r"(\d+)([kMG]?)B?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"a size is written 1GB or 100MB, not {text}")
    return int(found[1]) * _UNITS[found[2]]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="less of everything, and no memory")
    parser.add_argument("--size", type=_size, default="1GB", help="of the log to validate (%(default)s)")
    parser.add_argument("--no-memory", action="store_true", help="leave out the large log")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    arguments = _arguments()
    size = 0 if arguments.quick or arguments.no_memory else arguments.size
    with tempfile.TemporaryDirectory(prefix="cityleague-bench-") as folder:
        rates, usages = measure(QUICK if arguments.quick else FULL, Path(folder), size)
    others = ", ".join(f"{name} {version}" for name, version in peers.versions().items())
    print(f"Python {platform.python_version()}, {others}\n")
    print(report(rates, usages))
    if arguments.json:
        arguments.json.write_text(json.dumps(_figures(rates, usages), indent=2) + "\n")


if __name__ == "__main__":
    main()
