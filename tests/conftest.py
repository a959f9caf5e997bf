"""What several folders of tests use."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from cityleague.engine import registry
from cityleague.engine.protocol import Game

from . import toy as toy_module


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy game, registered for one test."""
    monkeypatch.setitem(registry.GAMES, toy_module.NAME, toy_module.GAME.title)
    monkeypatch.setitem(sys.modules, f"cityleague.engine.{toy_module.NAME}", toy_module)
    yield toy_module.GAME
    registry.game.cache_clear()
