"""A log, a cache that knows its games, and replays that can be counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cityleague.replays.replay import cache as caching

from ...fuzz.targets import CORPUS
from ..helpers import recorded, write
from .remembering import Run


@pytest.fixture
def never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game that is known is replayed, so that replays can be counted."""
    monkeypatch.setattr(caching, "_AGAIN", 1 << 200)


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Two games: one in order, one with a finding that names an earlier line."""
    broken = (CORPUS / "broken/between_two_cities/B2C-PLACE-COVERED.jsonl").read_bytes()
    return write(tmp_path, b"\n".join(recorded()) + b"\n" + broken)


@pytest.fixture
def store(tmp_path: Path, log: str) -> Path:
    """A cache that knows these games."""
    assert Run(tmp_path / "cache", [log]).replayed == 2
    return tmp_path / "cache"
