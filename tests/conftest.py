"""Fixtures and settings for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

from cityleague.engine import registry
from cityleague.engine.protocol import Game

from . import toy as toy_module
from .rows import EXHAUSTIVE, is_in_share, share

settings.register_profile("ours", deadline=None)  # a machine that is busy is no failure
settings.load_profile("ours")

LONGEST = (
    "test_trapped_checkout.py", "test_games.py", "test_cluster.py", "test_repeating.py", "test_library.py",
    "test_readme.py", "test_studies.py", "test_tune.py",
    "test_tricks.py", "test_judging.py", "test_balance.py", "test_places.py",  # in the exhaustive run
)  # fmt: skip
"""The files that take longest. They are begun first: at the end a process would be left alone with one of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--share 2/4`: a part of what the exhaustive run has beyond the daily one. All shares together are all of it."""
    parser.addoption("--share", type=share, metavar="K/N", help="run this share of the exhaustive tests alone")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the files that take longest; leave the tests of the share."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    if config.option.share:
        left = [item for item in items if not is_in_share(item.nodeid, *config.option.share)]
        items[:] = [item for item in items if is_in_share(item.nodeid, *config.option.share)]
        config.hook.pytest_deselected(items=left)


def pytest_configure(config: pytest.Config) -> None:
    """Say whether the run is exhaustive."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it behind an `&`: tests of Ctrl-C would fail
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.share:
        config.option.markexpr = "exhaustive or sampled"
    if config.option.share or not config.option.markexpr:
        os.environ[EXHAUSTIVE] = "1"


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let the processes of a run share the rewriting of asserts, which is most of the work of collecting all tests.

    One process reads what another has rewritten. So every second process begins at the other end.
    """
    folder = Path(__file__).parent
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if worker % 2 and [Path(argument).resolve() for argument in session.config.args] == [folder]:
        for path in sorted(folder.rglob("test_*.py"), reverse=True):
            with suppress(Exception, pytest.skip.Exception):  # pytest reports it when it collects the module
                import_module(".".join([__package__, *path.relative_to(folder).with_suffix("").parts]))


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from the modules and the thousands of tests: they stay to the end.

    Otherwise each full collection goes through millions of objects, which takes up to 15 % of all time. Cycles that
    tests leave behind are still collected, a little later. Memory is measured in separate processes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy game, registered for one test."""
    monkeypatch.setitem(registry.GAMES, toy_module.NAME, toy_module.GAME.title)
    monkeypatch.setitem(sys.modules, f"cityleague.engine.{toy_module.NAME}", toy_module)
    yield toy_module.GAME
    registry.game.cache_clear()
