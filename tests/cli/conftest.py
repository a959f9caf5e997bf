"""A recorded game, and one that is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from .helpers import GAME, run


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a game of three."""
    path = tmp_path_factory.mktemp("recorded") / "g.jsonl"
    run("play", GAME, "random", "greedy", "random", "--seed", "7", "-o", path)
    return path


@pytest.fixture(scope="session")
def broken(log: Path) -> Path:
    """The same with an illegal move."""
    lines = log.read_text().splitlines(keepends=True)
    path = log.parent / "broken.jsonl"
    path.write_text("".join([*lines[:2], lines[3], lines[3], *lines[4:]]))
    return path


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament."""
    path = tmp_path_factory.mktemp("tournament") / "cup"
    run("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "0", "-o", path)
    return path
