"""Speed and memory of cityleague beside python-chess, PokerKit and catanatron: `make bench`.

Bars hold for the instructions that a move takes, which are the same each time. Time is told beside them: it is this
machine's at this hour. What people wait for comes first, in pieces of Python work. The exit code is 1 if a bar of a
move's instructions or of memory is missed. What was measured is kept, and the page made of it (`page.py`).
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

from tabulate import tabulate

from . import bars, counting, memory, ours, page, peers, poker, waits
from .measure import VALGRIND, Contest, Rate, rates

_GAMES = 6
"""Recorded, or played at random, in each slice."""
_PEERS = {ours.VALIDATED: peers.CHESS, ours.PLAYED: peers.CATANATRON}


class Scale(NamedTuple):
    """How much is measured. Instructions are counted of the same work at all scales."""

    slices: int
    """In which moves are timed."""
    botted: int
    """Slices in which bots play."""
    sizes: tuple[int, ...]
    """Bytes of the logs that mix all games; none: memory is not measured, nor the analyses that take minutes."""
    jobs: tuple[int, ...] = (1, 2)


QUICK = Scale(10, 1, ())
USUAL = Scale(150, 20, (10**8,))
LARGE = Scale(400, 60, (10**8, 10**9), (1, 2, 8))


def count(folder: Path) -> counting.Counts | None:
    """Instructions a move; None, with a word about it, where nothing can count them."""
    if not VALGRIND:
        _say("valgrind is not installed: of moves, time alone is told, and no bar holds for it")
        return None
    _say("counting instructions")
    return counting.instructions(folder)


def measure_time(scale: Scale, folder: Path) -> dict[str, dict[str, Rate]]:
    """The rates of everyone by what they do."""
    _say(f"recording {scale.slices * _GAMES} games each of {'; '.join(ours.WAYS)}; {peers.CHESS}; {poker.POKERKIT}")
    ours.record(folder, scale.slices, _GAMES)
    peers.record(folder, scale.slices, _GAMES)
    validated, played = counting.contests(folder, scale.slices, _GAMES, catan_games=1)
    by_poker = poker.replaying(scale.slices, _GAMES)
    botting = [ours.botting(bot, name) for name in ours.BOTTED_WAYS for bot in ours.BOTS]
    measured = {}
    for contest, slices in (
        (validated._replace(contestants=[*validated.contestants, by_poker]), scale.slices),
        (played, scale.slices),
        (Contest(ours.BOTTED, played.peer, botting), scale.botted),
    ):
        _say(f"{contest.what}: {slices} slices")
        measured[contest.what] = rates(contest, slices)
    return measured


def measure_memory(scale: Scale, folder: Path) -> Iterator[memory.Usage]:
    """The memory of validation, if this scale has it."""
    if scale.sizes:
        _say("validating large logs")
        logs = [_joined(paths, folder) for paths in ours.logs(folder, scale.slices).values()]
        for usage in memory.usages(logs, folder, scale.sizes, scale.jobs):
            _say(f"  {usage.log}, with -j {usage.jobs}: {usage.seconds:.0f} s")
            yield usage


def _joined(logs: Sequence[Path], folder: Path) -> Path:
    whole = folder / f"whole-{logs[0].name}"
    whole.write_bytes(b"".join([log.read_bytes() for log in logs]))
    return whole


def _moves_table(what: str, timed: Mapping[str, Rate], counts: counting.Counts | None) -> str:
    peer = _PEERS[what]
    headers = [what, "per second", f"time, × {peer}"]
    rows = [[name, f"{rate.each_second:,.0f}", f"{rate.by_peer:.2f}"] for name, rate in timed.items()]
    if counts:
        headers += ["instructions", f"{peer}'s by them"]
        rows = [row + _counted(counts[what].get(row[0]), counts[what][peer]) for row in rows]
    return _table(rows, headers)


def _counted(by_these: float | None, by_peer: float) -> list[str]:
    return [f"{by_these:,.0f}", f"{by_peer / by_these:.2f}"] if by_these else ["", ""]


def _bots_table(timed: Mapping[str, Rate]) -> str:
    rows = [[name, f"{rate.each_second:,.1f}"] for name, rate in timed.items() if name != peers.CATANATRON]
    return _table(rows, [ours.BOTTED, "per second"])


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
    return _table(
        rows, ["log validated", "-j", "seconds", "of processors", "the first's", "MiB, largest process", "MiB, all"]
    )


def _bars_table(what: str, promises: Sequence[bars.Bar]) -> str:
    rows = [
        [bar.what, f"{bar.ratio:.3g}", f"{'<' if bar.at_most else '>'}= {bar.needed:g}", "met" if bar.met else "MISSED"]
        for bar in promises
    ]
    return _table(rows, [what, "now", "needed", ""])


def _table(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    return tabulate(rows, headers, disable_numparse=True, colalign=["left"] + ["right"] * (len(headers) - 1))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _scale() -> Scale:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument(
        "--quick",
        dest="scale",
        action="store_const",
        const=QUICK,
        help="less of it, without memory and what takes minutes",
    )
    scale.add_argument("--large", dest="scale", action="store_const", const=LARGE, help="more, and a log of 1 GB")
    parser.set_defaults(scale=USUAL)
    chosen: Scale = parser.parse_args().scale
    return chosen


def main() -> int:
    """Measure and print; 1 if a bar is missed that is not one of time."""
    scale = _scale()
    begun = time.monotonic()
    _say("measuring what people wait for")
    waited: dict[str, float] = {}
    for figures in waits.measured(lambda name: bool(scale.sizes) or not name.startswith("analyse")):
        waited |= figures
        page.keep(waits=figures)
    with tempfile.TemporaryDirectory(prefix="cityleague-bench-") as name:
        folder = Path(name)
        counts = count(folder / "counted")
        timed = measure_time(scale, folder)
        usages = list(measure_memory(scale, folder))
    others = peers.versions("chess", "catanatron", "pokerkit")
    print(f"Python {platform.python_version()}, {others}; {time.monotonic() - begun:.0f} seconds\n")
    parts = [_bars_table("what people wait for", list(bars.of_waits(waited)))]
    parts += [_moves_table(what, timed[what], counts) for what in _PEERS] + [_bots_table(timed[ours.BOTTED])]
    if usages:
        parts.append(_memory_table(usages))
    promises = list(bars.of_memory(usages))
    if counts and bars.hold():
        counted = bars.ratios(counts, _PEERS)
        page.keep(moves=counted)
        promises += bars.of_moves(counted)
    else:
        parts.append(f"No bar holds for moves: they are of instructions, counted by valgrind in Python {bars.PYTHON}.")
    print("\n\n".join([*parts, _bars_table("bar", promises)]))
    return 0 if all(bar.met for bar in promises) else 1


if __name__ == "__main__":
    sys.exit(main())
