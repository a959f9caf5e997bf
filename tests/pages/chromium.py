"""Chromium without a window, driven by selenium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-prefers-reduced-motion",  # tests of what moves ask for it
)


def programs() -> tuple[str, str] | None:
    """Chromium and its driver; None if one of them is not installed."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first begins far sooner
    browser = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    # Debian's script stays above the browser: to end the script, as the driver does, would leave the browser running.
    behind = Path("/usr/lib/chromium", Path(browser).name) if browser else None
    browser = str(behind) if behind and behind.is_file() else browser
    return (browser, driver) if browser and driver else None


@contextmanager
def chromium() -> Iterator[Chrome]:
    """A browser of its own, which is closed at the end."""
    there = programs()
    if there is None:
        raise SystemExit("Chromium and its driver are not installed (Debian: apt install chromium chromium-driver)")
    from selenium import webdriver  # noqa: PLC0415  # slow to import
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    options.binary_location, driver = there
    for argument in _ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # It leaves what it keeps of a user where temporary files go; the headless shell takes no other folder for that.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = webdriver.Chrome(options=options, service=Service(driver, env={**os.environ, "TMPDIR": folder}))
        try:
            yield browser
        finally:
            browser.quit()
