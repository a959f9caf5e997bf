"""Speed and memory of cityleague beside python-chess, PokerKit and catanatron: `make bench`.

All are measured in one run, in one process, taking turns; figures are of processor time, the best of several
rounds. Compare the ratios: absolute figures are those of this machine at this hour. The ratios are kept, and those that
fell since the last run are named.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import figures
import memory
import ours
import peers
import starts
from measure import best_rates
from tabulate import tabulate

_KEPT = Path(".bench.json")

VALIDATED, PLAYED, BOTS = "validated", "played at random", "played by three bots"


class Scale(NamedTuple):
    """How much is measured."""

    name: str
    rounds: int
    games: int
    """Recorded for each round and game."""
    playouts: int
    botted: Mapping[str, int]
    """Games by three bots of each name in a round."""
    starts: int
    """How often each short command is started."""
    sizes: tuple[int, ...]
    """Bytes of the logs that mix all games; none: memory is not measured."""
    jobs: tuple[int, ...] = (1, 2)


QUICK = Scale("quick", 2, 60, 36, {"random": 4, "greedy": 2}, 5, ())
USUAL = Scale("usual", 3, 250, 120, {"random": 20, "greedy": 8, "heuristic": 4}, 10, (10**8,))
LARGE = Scale("large", 5, 1000, 120, {"random": 60, "greedy": 24, "heuristic": 12}, 20, (10**8, 10**9), (1, 2, 8))


class Bar(NamedTuple):
    """A promise: a ratio and the bound that it must keep."""

    what: str
    ratio: float
    needed: float
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether the promise is kept."""
        return self.ratio <= self.needed if self.at_most else self.ratio >= self.needed


Rates = dict[str, float]

VALIDATION_BARS = {
    ours.FLAGSHIP: 3,
    "Card City XL, simplified": 1,
    "Card City XL, normal": 0.85,
    "Card City XL, advanced": 0.75,
    "City Tycoon": 1.8,
    "NEOM": 1.4,
    "20th Century": 1.8,
}
PLAY_BARS = dict.fromkeys(ours.WAYS, 2.0) | {
    "Card City XL, simplified": 2.5,
    "Card City XL, advanced": 1.6,
}
START_BARS = {
    "--help": 5,
    "validate of one game": 10,
    "show of one game": 10,
    "score of one game": 13,
    "table of one game": 19,
}
LARGEST, FOR_EACH_JOB = 64 * memory.MIB, 40 * memory.MIB
"""Bytes that a process may take, and all of them together beyond that for each job."""


def measure(scale: Scale, folder: Path) -> tuple[dict[str, Rates], Rates, list[memory.Usage]]:
    """The rates of everyone by what they do, the times of short commands, and the memory of validation."""
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
        BOTS: [
            *[ours.botting(bot, name, count) for name in ours.BOTTED for bot, count in scale.botted.items()],
            peers.playing_catan(),
        ],
    }
    rates = {}
    for what, contestants in contests.items():
        _say(f"{what}: {scale.rounds} rounds")
        rates[what] = best_rates(contestants, scale.rounds)
    _say("starting short commands")
    times = starts.starts(scale.starts)
    return rates, times, list(_memory([paths[0] for paths in logs.values()], folder, scale))


def _memory(logs: Sequence[Path], folder: Path, scale: Scale) -> Iterator[memory.Usage]:
    if scale.sizes:
        _say("validating large logs")
        for usage in memory.usages(logs, folder, scale.sizes, scale.jobs):
            _say(f"  {usage.log}, with -j {usage.jobs}: {usage.seconds:.0f} s")
            yield usage


def bars(rates: Mapping[str, Rates], times: Rates, usages: Sequence[memory.Usage]) -> list[Bar]:
    """The promises, with the ratios measured now."""
    validated, played = rates[VALIDATED], rates[PLAYED]
    promises = []
    for name, needed in VALIDATION_BARS.items():
        ratio = validated[name] / validated[peers.CHESS]
        promises.append(Bar(f"{name}: moves validated, by those {peers.CHESS} replays", ratio, needed))
    for name, needed in PLAY_BARS.items():
        ratio = played[name] / played[peers.CATANATRON]
        promises.append(Bar(f"{name}: moves played at random, by those of {peers.CATANATRON}", ratio, needed))
    for name, most in START_BARS.items():
        promises.append(Bar(f"time of {name}, by that of an empty interpreter", times[name], most, at_most=True))
    if usages:
        largest = max(usage.largest / LARGEST for usage in usages)
        together = max(usage.together / (LARGEST + usage.jobs * FOR_EACH_JOB) for usage in usages)
        mib, more = LARGEST // memory.MIB, FOR_EACH_JOB // memory.MIB
        promises.append(Bar(f"memory of the largest process, by {mib} MiB", largest, 1, at_most=True))
        promises.append(Bar(f"memory of all, by {mib} MiB and {more} for each job", together, 1, at_most=True))
    return promises


def figures_of(rates: Mapping[str, Rates], times: Rates, usages: Sequence[memory.Usage]) -> figures.Figures:
    """The figures that are compared from run to run: rates by a peer's, and the inverse of times and memory."""
    compared = {}
    for what, peer in ((VALIDATED, peers.CHESS), (PLAYED, peers.CATANATRON), (BOTS, peers.CATANATRON)):
        for name, rate in rates[what].items():
            if name not in peers.versions():
                compared[f"{name}, {what}, by {peer}"] = rate / rates[what][peer]
    for name, multiple in times.items():
        compared[f"{name}, by an empty interpreter: starts in the time of 100"] = 100 / multiple
    for usage in usages:
        for what, size in (("the largest process", usage.largest), ("all processes", usage.together)):
            if size:
                compared[f"{usage.log}, -j {usage.jobs}: logs of that kind in 1 GiB of {what}"] = (1 << 30) / size
    return compared


def report(rates: Mapping[str, Rates], times: Rates, usages: Sequence[memory.Usage]) -> str:
    """All figures as text."""
    parts = [_rates_table(what, of_each) for what, of_each in rates.items()]
    if usages:
        parts.append(_memory_table(usages))
    parts.append(_bars_table(bars(rates, times, usages)))
    return "\n\n".join(parts)


def _rates_table(what: str, rates: Rates) -> str:
    others = [name for name in rates if name in peers.versions()]
    digits = 1 if what == BOTS else 0
    unit = "games" if what == BOTS else "moves"
    rows = [
        [name, f"{rate:,.{digits}f}", *[f"{rate / rates[other]:.2f}" for other in others if what != BOTS]]
        for name, rate in rates.items()
        if what != BOTS or name not in others
    ]
    headers = [f"{unit} {what}", "per second", *[f"× {other}" for other in others if what != BOTS]]
    return tabulate(rows, headers, disable_numparse=True, colalign=["left"] + ["right"] * (len(headers) - 1))


def _memory_table(usages: Sequence[memory.Usage]) -> str:
    rows = [
        [
            usage.log,
            str(usage.jobs),
            f"{usage.seconds:.1f}",
            f"{usage.processor:.1f}",
            f"{100 * usage.first / usage.processor:.0f} %",
            f"{usage.largest / memory.MIB:.1f}",
            f"{usage.together / memory.MIB:.1f}" if usage.together else "unknown",
        ]
        for usage in usages
    ]
    headers = ["log validated", "-j", "seconds", "of processors", "the first's", "MiB, largest process", "MiB, all"]
    return tabulate(rows, headers, disable_numparse=True, colalign=["left"] + ["right"] * 6)


def _bars_table(promises: Sequence[Bar]) -> str:
    rows = [
        [bar.what, f"{bar.ratio:.2f}", f"{'<' if bar.at_most else '>'}= {bar.needed:g}", "met" if bar.met else "MISSED"]
        for bar in promises
    ]
    return tabulate(rows, ["bar", "ratio", "needed", ""], disable_numparse=True, colalign=["left", "right", "right"])


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--quick", dest="scale", action="store_const", const=QUICK, help="less of it, and no memory")
    scale.add_argument("--large", dest="scale", action="store_const", const=LARGE, help="more, and a log of 1 GB")
    parser.add_argument("--kept", type=Path, default=_KEPT, help="the file of the last figures (%(default)s)")
    parser.set_defaults(scale=USUAL)
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    arguments = _arguments()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cityleague-bench-") as folder:
        rates, times, usages = measure(arguments.scale, Path(folder))
    others = ", ".join(f"{name} {version}" for name, version in peers.versions().items())
    print(f"Python {platform.python_version()}, {others}; {time.monotonic() - begun:.0f} seconds\n")
    print(report(rates, times, usages))
    now, before = figures_of(rates, times, usages), figures.last(arguments.kept, arguments.scale.name)
    figures.keep(arguments.kept, arguments.scale.name, now)
    if before is None:
        print(f"\nThese are the first figures at this scale; {arguments.kept} has them now.")
        return
    fell = figures.compared(before, now)
    print("\nWorse than at the last run:" if fell else "\nNothing got worse since the last run.")
    for line in fell:
        print(f"  {line}")


if __name__ == "__main__":
    main()
