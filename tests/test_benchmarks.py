"""What the benchmark keeps from one run to the next."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent


def test_the_benchmark_names_the_figures_that_fell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    figures = importlib.import_module("figures")
    kept = tmp_path / "kept.json"
    assert figures.last(kept, "usual") is None
    figures.keep(kept, "usual", {"steady": 10.0, "slower": 2.0, "slowest": 4.0, "gone": 1.0})
    figures.keep(kept, "large", {"steady": 1.0})
    before = figures.last(kept, "usual")
    now = {"slower": 1.6, "steady": 9.5, "slowest": 1.0, "new": 1.0}
    assert figures.compared(before, now) == [
        "slowest: 4 before, 1 now (-75 %)",
        "slower: 2 before, 1.6 now (-20 %)",
    ]
    assert figures.last(kept, "large") == {"steady": 1.0}
    kept.write_bytes(b"{")
    assert figures.last(kept, "usual") is None
