"""A league's pages as a person sees them, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..cli.helpers import run
from .logs import ATTACKS, log

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PHONE, DESK = (390, 844), (1280, 900)


def visit(browser: Chrome, path: Path, size: tuple[int, int] = DESK, scheme: str = "light") -> None:
    """Open a page, on a screen of this size."""
    width, height = size
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(path.as_uri())


def js(browser: Chrome, words: str) -> Any:
    """The value of an expression in the page."""
    return browser.execute_script(f"return {words}")


def requests(browser: Chrome) -> list[str]:
    """The addresses that have been asked for since the page was opened."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"]


@pytest.fixture(scope="module")
def site(browser: Chrome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of made-up games, with names that would do harm."""
    folder = tmp_path_factory.mktemp("site")
    path = log(folder / "games.jsonl", 60, ATTACKS, word=ATTACKS[0], forfeits=True)
    run("report", path, "-o", folder / "site", "--no-validate")
    return folder / "site"


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_says_anything_asks_for_anything_or_is_too_wide(
    browser: Chrome, site: Path, size: tuple[int, int], scheme: str
) -> None:
    pages = [site / "index.html", site / "findings.html", *sorted((site / "players").iterdir())]
    for page in pages:
        visit(browser, page, size, scheme)
        assert browser.get_log("browser") == []
        assert requests(browser) == [page.as_uri()]
        assert js(browser, "document.documentElement.scrollWidth") <= size[0], page
        assert not js(browser, "document.querySelector('img, b > b, iframe')")


def test_in_the_dark_the_ground_is_dark_and_the_letters_are_light(browser: Chrome, site: Path) -> None:
    def light(selector: str, what: str) -> float:
        colour = js(browser, f"getComputedStyle(document.querySelector('{selector}')).{what}")
        return sum([int(part) for part in colour.strip("rgb()").split(",")]) / 765

    for scheme, dark in (("light", False), ("dark", True)):
        visit(browser, site / "index.html", scheme=scheme)
        assert (light("body", "backgroundColor") < 0.2) == dark
        for letters in ("h1", ".quiet"):
            assert (light(letters, "color") > 0.5) == dark
        for drawn in (".plot .ink", ".plot .faint"):
            assert (light(drawn, "fill") > 0.5) == dark


def test_the_table_is_sorted_by_clicks(browser: Chrome, site: Path) -> None:
    visit(browser, site / "index.html")
    column = (
        "[...document.querySelectorAll('table.sortable')[0].tBodies[0].rows].map((row) => row.cells[2].textContent)"
    )
    head = "document.querySelectorAll('table.sortable')[0].tHead.rows[0].cells[2]"
    browser.execute_script(f"{head}.querySelector('button').click()")
    down = [int(words) for words in js(browser, column)]
    assert down == sorted(down, reverse=True)
    assert js(browser, f"{head}.getAttribute('aria-sort')") == "descending"
    browser.execute_script(f"{head}.querySelector('button').click()")
    assert [int(words) for words in js(browser, column)] == sorted(down)
    assert js(browser, f"{head}.getAttribute('aria-sort')") == "ascending"


def test_the_list_of_games_is_filtered(browser: Chrome, site: Path) -> None:
    visit(browser, site / "index.html")
    field = browser.find_element("css selector", ".listing input")
    assert js(browser, "document.querySelector('.listing output').textContent") == "60 of 60"
    field.send_keys("javascript: forfeit")
    shown = "[...document.querySelectorAll('.listing tbody tr')].filter((row) => row.offsetParent).length"
    count = js(browser, shown)
    assert 0 < count < 60
    assert js(browser, "document.querySelector('.listing output').textContent") == f"{count} of 60"
    field.clear()
    field.send_keys("nothing has this")
    assert js(browser, shown) == 0


def test_a_game_is_found_by_clicks(browser: Chrome, site: Path) -> None:
    visit(browser, site / "index.html")
    for _ in range(2):
        browser.find_element("css selector", "tbody th a, section p a[href*=games]").click()
    assert "/games/" in browser.current_url or "/players/" in browser.current_url
