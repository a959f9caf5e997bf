"""Figures of the last run, kept in a file, and what got worse since then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

Figures = dict[str, float]
"""Figures by the names of what they measure; more is better."""

NOISE = 0.1
"""By how much a figure may fall without being named: machines have better and worse hours."""


def compared(before: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """A line for each figure that fell since the last run, the worst first."""
    fell = {what: now[what] / old - 1 for what, old in before.items() if what in now and old}
    return [
        f"{what}: {before[what]:.3g} before, {now[what]:.3g} now ({100 * change:+.0f} %)"
        for what, change in sorted(fell.items(), key=lambda one: one[1])
        if change < -NOISE
    ]


def last(path: Path, scale: str) -> Figures | None:
    """The figures of the last run at this scale; None if there was none."""
    return _read(path).get(scale)


def keep(path: Path, scale: str, figures: Figures) -> None:
    """Put these figures in place of the last ones at this scale."""
    path.write_text(json.dumps({**_read(path), scale: figures}, indent=2) + "\n")


def _read(path: Path) -> dict[str, Figures]:
    try:
        kept: dict[str, Figures] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return kept
