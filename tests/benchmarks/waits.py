"""What people wait for: `python -m tests.benchmarks.waits [--beside PYTHON] [WORD...]` measures all, or what has one of
the WORDs in its name; what was measured is kept, and the page made of it (`page.py`).

Work is told in fixed pieces of Python work (`measure.fixed_work`), timed just before and after it: so many take as
long. That means the same on another machine. PYTHON is an interpreter in which commit `bars.EARLIER` is installed: it
does the same in turn, and without it what is compared with that commit is not measured anew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from . import analysis, bars, commands, ours, page, starts
from .measure import VALGRIND, fixed_work

PARTS = 7
"""Of the positions of each of so many games, another seventh is analysed."""
_RECORDED = 30
"""Slices of recorded games that are given to commands, of six games each."""


def _analysed(game: str, level: str, pythons: list[str]) -> list[float]:
    """Pieces that the analysis of a game takes with each of these interpreters."""
    spent = dict.fromkeys(pythons, 0.0)
    for number in range(PARTS):
        recorded, before = analysis.mixed(game, number), fixed_work()
        took = {python: analysis.seconds(python, recorded, level, number, PARTS) for python in pythons}
        piece = (before + fixed_work()) / 2
        for python, seconds in took.items():
            spent[python] += seconds / piece
    return [*spent.values()]


def measured(chosen: Callable[[str], bool], other: str = "") -> Iterator[dict[str, float]]:
    """What is chosen by its name, as it is measured; without valgrind, no starts."""
    both = [sys.executable, other]
    with tempfile.TemporaryDirectory(prefix="cityleague-waits-") as name:
        folder = Path(name)
        for game in bars.NORMAL:
            title = next(title for title in ours.WAYS if title.startswith(game))
            internal = ours.WAYS[title].game
            if chosen(quick := bars.analysed(game, "quick")):
                yield {quick: _analysed(internal, "quick", both[:1])[0]}
            if other and chosen(normal := bars.faster(bars.analysed(game, "normal"))):
                own, theirs = _analysed(internal, "normal", both)
                yield {normal: theirs / own}
            if game in bars.LEAGUES and chosen(league := bars.league(game)):
                own, *others = commands.league(internal, both if other else both[:1], folder)
                yield {league: own} | {bars.faster(league): theirs / own for theirs in others}
        if any(map(chosen, commands.NAMES)):
            ours.record(folder, _RECORDED, 30)
            yield commands.ratios([path for paths in ours.logs(folder, _RECORDED).values() for path in paths], folder)
    if VALGRIND and chosen(bars.start("")):
        counted = starts.starts()
        light = {name: counted[name] / counted["validate"] for name in bars.LIGHT}
        yield {bars.start(name): figure for name, figure in (counted | light).items()}


def main() -> None:
    """Measure, and tell each figure when it is there."""
    parser = argparse.ArgumentParser(description="Measure what people wait for.")
    parser.add_argument("--beside", default="", metavar="PYTHON", help=f"an interpreter that has commit {bars.EARLIER}")
    parser.add_argument("words", nargs="*", metavar="WORD", help="measure what has one of these in its name")
    given = parser.parse_args()
    for figures in measured(lambda name: not given.words or any(word in name for word in given.words), given.beside):
        for name, figure in figures.items():
            print(f"{name}: {figure:.3g}", flush=True)
        page.keep(waits=figures)


if __name__ == "__main__":
    main()
