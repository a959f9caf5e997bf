"""A browser, and the logs that pages are made of."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..cli.helpers import run

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    """Chromium without a window; tests that need it are skipped where there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("there is no Chromium with its chromedriver here (Debian: apt install chromium-driver)")
    from selenium import webdriver  # noqa: PLC0415
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    for argument in _ARGUMENTS:
        options.add_argument(argument)
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    yield chrome
    chrome.quit()


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament: four games of two players."""
    folder = tmp_path_factory.mktemp("tournament") / "cup"
    run("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--deals", "2", "-o", folder)
    return folder
