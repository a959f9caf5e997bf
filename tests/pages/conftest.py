"""A real browser, for pages as a person sees them. Where there is none, tests that need it are skipped and say so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages.screen import Screen


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium without a window, driven by selenium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if not chromium or not chromedriver:
        pytest.skip("Chromium and its driver are not installed (Debian: apt install chromium chromium-driver)")
    from selenium import webdriver  # noqa: PLC0415  # slow to import
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(chromedriver))
    yield made
    made.quit()


@pytest.fixture
def screen(driver: Any, tmp_path: Path) -> Iterator[Screen]:
    """The browser at the size of a desktop, in light. At the end: no console message, and nothing was requested."""
    one = Screen(driver, tmp_path)
    one.resize(1280, 900)
    one.scheme("light")
    yield one
    one.assert_quiet()
