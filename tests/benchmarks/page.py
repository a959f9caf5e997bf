"""The tables of what runs have kept in `results.json`: the page has that of moves.

`python -m tests.benchmarks.page` prints that of what people wait for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from . import bars

PAGE = Path(__file__).with_name("README.md")
RESULTS = Path(__file__).with_name("results.json")

Results = dict[str, dict[str, float]]
"""Figures by name: `waits` as their bars are told, `moves` as a peer's instructions by ours."""


def kept() -> Results:
    """What the last runs have measured."""
    results: Results = json.loads(RESULTS.read_text("utf-8"))
    return results


def keep(**measured: Mapping[str, float]) -> None:
    """Replace what was measured anew, to four digits, and make the page's tables of all."""
    results = kept()
    for group, figures in measured.items():
        results[group] |= {name: float(f"{figure:.4g}") for name, figure in figures.items()}
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", "utf-8")
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), results), "utf-8")


def with_tables(text: str, results: Results) -> str:
    """The text with the table of these results between its markers."""
    before, marker, rest = text.partition("<!-- moves -->\n")
    return f"{before}{marker}{_table(_moves(results['moves']))}{rest[rest.index('<!-- end -->') :]}"


def _table(rows: Iterator[Sequence[str]]) -> str:
    return "".join([f"| {' | '.join(row)} |\n" for row in rows])


def _waits(figures: Mapping[str, float]) -> Iterator[Sequence[str]]:
    yield from (["what people wait for", "now", "needed", "in", "peer or floor"], ["---"] * 5)
    told = {bar.what: _told(bar) for bar in bars.of_waits(figures)}
    for name, wait in bars.WAITS.items():
        beside = f"{wait.beside}: {figures[wait.beside]:.3g}" if wait.beside in figures else ""
        needed = f"{'<' if wait.at_most else '>'}= {wait.needed:.4g}"
        yield [name, told.get(name, "not measured"), needed, wait.unit, beside]


def _moves(ratios: Mapping[str, float]) -> Iterator[Sequence[str]]:
    yield from (["a peer's instructions by ours", "now", "at least"], ["---"] * 3)
    for bar in bars.of_moves(ratios):
        yield [bar.what, _told(bar), f"{bar.needed:g}"]


def _told(bar: bars.Bar) -> str:
    digits = f"{bar.ratio:.0f}" if bar.ratio >= 100 else f"{bar.ratio:.3g}"
    return digits if bar.met else f"**{digits}**"


if __name__ == "__main__":
    print(_table(_waits(kept()["waits"])), end="")
