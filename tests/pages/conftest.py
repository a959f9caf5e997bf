"""A real browser, for pages as a person sees them, and the logs that pages are made of.

Where there is no browser, tests that need it are skipped and say so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..cli.helpers import run
from .screen import Screen

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Chromium without a window, driven by selenium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("Chromium and its driver are not installed (Debian: apt install chromium chromium-driver)")
    from selenium import webdriver  # noqa: PLC0415  # slow to import
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (*_ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    yield chrome
    chrome.quit()


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
    run("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--deals", "2", "-o", folder)
    return folder
