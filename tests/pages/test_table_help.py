"""What is this? A tile or a card is shown large, with its words and its rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..replays.serving.visiting import House, house
from .fingers import Fingers, begin
from .screen import Screen

OPEN = "document.querySelector('#closeup').open"
MIDDLE = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]"""


@pytest.fixture
def there(tmp_path: Path, screen: Screen) -> Iterator[House]:
    """A server; the browser leaves it before it ends."""
    with house(tmp_path) as found:
        yield found
        screen.go("about:blank")


def playing(screen: Screen, there: House, game: str = "between_two_cities") -> None:
    screen.resize(390, 844)
    Fingers(screen, there, begin(there, game, "play", {"player0": "Ada", "bot1": "random", "bot2": "random"}))
    screen.wait_until("document.querySelector('#asking.mine .tile') !== null")


def test_a_long_press_shows_a_tile_large_with_its_rule(screen: Screen, there: House) -> None:
    playing(screen, there)
    at = screen.run(MIDDLE, ".tile")
    mouse = {"x": at[0], "y": at[1], "button": "left", "clickCount": 1}
    screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mousePressed", **mouse})
    screen.wait_until(OPEN)
    screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseReleased", **mouse})
    named = screen.run("return document.querySelector('.tile').getAttribute('aria-label')")
    assert screen.text("#what").casefold() == named.casefold()
    screen.wait_until("document.querySelector('#closeup .rules li') !== null")
    assert screen.run("return document.querySelector('#closeup svg').getBoundingClientRect().width") > 100
    assert not screen.run("return document.querySelectorAll('.tile.up').length"), "it is looked at, not chosen"
    screen.assert_usable_by_everybody("#closeup")
    assert screen.run("return document.querySelector('#closeup button').getBoundingClientRect().height") >= 44
    screen.click("#closeup button")
    screen.wait_until(f"!{OPEN}")


def test_a_first_game_begins_with_how_one_plays_until_the_first_tap(screen: Screen, there: House) -> None:
    playing(screen, there)
    screen.wait_until("!document.querySelector('#first').hidden")
    screen.assert_usable_by_everybody("#first")
    screen.click(".tile")
    screen.wait_until("document.querySelector('#first').hidden && document.querySelector('.tile.up')")
    screen.go(screen.driver.current_url)
    screen.wait_until("document.querySelector('#asking.mine .tile') !== null")
    assert screen.run("return document.querySelector('#first').hidden")


def test_a_right_click_and_the_button_do_the_same(screen: Screen, there: House) -> None:
    playing(screen, there, "city_tycoon")
    at = screen.run(MIDDLE, ".tile")
    mouse = {"x": at[0], "y": at[1], "button": "right", "clickCount": 1}
    for kind in ("mousePressed", "mouseReleased"):
        screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, **mouse})
    screen.wait_until(OPEN)
    assert "costs" in screen.text("#what")
    screen.press("\ue00c")  # Escape
    screen.wait_until(f"!{OPEN}")
    screen.click("#what-is")
    screen.wait_until(OPEN)
