"""A real browser, for pages as a person sees them, and the logs that pages are made of.

Where there is no browser, tests that need it are skipped and say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cli.helpers import run
from ..replays.serving.visiting import House, house
from .chromium import chromium, programs
from .screen import Screen


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """Chromium without a window, started once for all tests."""
    if programs() is None:
        pytest.skip("Chromium and its driver are not installed (Debian: apt install chromium chromium-driver)")
    with chromium() as started:
        yield Screen(started, tmp_path_factory.mktemp("pages"))


@pytest.fixture
def screen(_browser: Screen, tmp_path: Path) -> Iterator[Screen]:
    """The browser at the size of a desktop, in light. At the end: no console message, and nothing was requested."""
    _browser.begin(tmp_path)
    _browser.resize(1280, 900)
    _browser.scheme("light")
    yield _browser
    _browser.assert_quiet()


@pytest.fixture
def there(tmp_path: Path, screen: Screen) -> Iterator[House]:
    """A server; the browser leaves it before it ends."""
    with house(tmp_path) as found:
        yield found
        screen.go("about:blank")


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
