"""A real browser, for pages as a person sees them, and the logs that pages are made of.

Where there is no browser, tests that need it are skipped and say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..cli.helpers import run
from .chromium import chromium, programs
from .screen import Screen

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    """Chromium without a window, driven by selenium."""
    if programs() is None:
        pytest.skip("Chromium and its driver are not installed (Debian: apt install chromium chromium-driver)")
    with chromium() as started:
        yield started


@pytest.fixture
def screen(browser: Chrome, tmp_path: Path) -> Iterator[Screen]:
    """The browser at the size of a desktop, in light. At the end: no console message, and nothing was requested."""
    one = Screen(browser, tmp_path)
    one.resize(1280, 900)
    one.scheme("light")
    yield one
    one.assert_quiet()


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament: four games of two players."""
    folder = tmp_path_factory.mktemp("tournament") / "cup"
    run(
        "tournament",
        "--game",
        "between_two_cities",
        "--bots",
        "random,greedy",
        "--deals",
        "2",
        "--seed",
        "0",
        "-o",
        folder,
    )
    return folder
