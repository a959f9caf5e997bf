"""What is this? A tile or a card is shown large, with its words and its rule."""

from __future__ import annotations

import re
import sys
import threading
import time

import pytest

from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.registry import GAMES
from cityleague.replays.serving.seated import Seated
from cityleague.replays.testing.games import course, setups
from cityleague.replays.workers import WorkerError

from ..replays.serving.visiting import House
from ..rows import daily
from .fingers import BY_HAND, Fingers, begin, go_on, write_on
from .screen import Screen

OPEN = "document.querySelector('#closeup').open"
IN_VIEW = """for (const cell of document.querySelectorAll('#boards a.lit:not(.on) rect')) {
  const box = cell.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
  if (document.elementFromPoint(...at) === cell) return at;
}"""
"""The middle of a cell that glows."""
FINGER = 44
WAYS = ("#asking .main[form=do]", "a.tile:not(.up, .off)", ".tray a.chip")
MIDDLE = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]"""


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


NAMES = [f"Player{seat}" for seat in range(8)]
EXPLAINED = """
const tile = document.querySelector(".tile"), box = tile.getBoundingClientRect(), told = {};
const symbol = document.querySelector(tile.querySelector("use").getAttribute("href"));
for (const title of arguments[0]) {
  symbol.querySelector("title").textContent = title;
  const at = { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2, bubbles: true };
  document.getElementById("closeup").close();
  tile.dispatchEvent(new MouseEvent("contextmenu", at));
  told[title] = [...document.querySelectorAll("#closeup .rules li")].map((entry) => entry.textContent.trim());
}
document.getElementById("closeup").close();
return told;
"""
"""What is told of things with these titles, once the rules are there."""


def things(game: str, some: int) -> list[str]:
    """All that lies on the tables of random games, but for the names of players and bare numbers."""
    found = dict[str, None]()
    for setup in setups(game).values():
        pictures = pictures_of(setup.game)
        assert pictures
        for state, _ in course(setup, some=some):
            for seat in (None, 0):
                picture = pictures.picture(setup, state.view(seat), NAMES[: setup.seats])
                found |= dict.fromkeys([piece.symbol.title for sheet in picture.sheets for piece in sheet.pieces])
    return [title for title in found if any(map(str.isalpha, title)) and title not in NAMES]


@pytest.mark.parametrize(
    ("game", "some"),
    daily([("neom", 4), *[(game, 4) for game in GAMES if game != "neom"], *[(game, 60) for game in GAMES]]),
)
def test_whatever_lies_on_a_table_is_told_in_a_sentence(game: str, some: int, screen: Screen, there: House) -> None:
    """It says more than the name of the thing does."""
    playing(screen, there, game)
    screen.click("#what-is")
    screen.wait_until("document.querySelector('#closeup .rules li') !== null")
    titles = things(game, some)
    told = screen.run(EXPLAINED, titles)
    assert not [title for title in titles if not told[title]]
    for title, entries in told.items():
        assert all(re.fullmatch(r"[^.]+[:,a-z] .{20,}\.", entry, re.DOTALL) for entry in entries), (title, entries)
        assert len(entries) <= 8, title


def test_a_tap_on_the_players_tells_where_their_points_come_from(screen: Screen, there: House) -> None:
    """What a mouse alone would show is no help on a phone."""
    playing(screen, there, "neom")
    screen.click("#players")
    screen.wait_until("document.querySelector('#points details').open")
    assert screen.run("return document.querySelector('#points details').getClientRects().length")
    assert any("ghost town" in words for words in screen.texts("#points tr"))
    screen.assert_usable_by_everybody("#points")


def test_a_game_is_shared_as_the_device_does_it_or_saved_with_a_word_about_it(screen: Screen, there: House) -> None:
    lines = len(BY_HAND.read_bytes().splitlines())
    fingers, file = go_on(screen, there, lines - 3)
    write_on(fingers, file, "by-hand")
    screen.resize(390, 844)
    screen.run(
        "navigator.canShare = () => true;"
        "navigator.share = async ({files}) => { window.sent = [files[0].name, await files[0].text()]; };"
    )
    screen.click(".bar a[download]")
    screen.wait_until("window.sent")
    sent, page = screen.run("return window.sent")
    assert sent == "Between Two Cities friday.html"
    assert "<!doctype html>" in page.lower()
    screen.run("navigator.share = () => Promise.reject(new Error('it cannot be sent'))")
    screen.click(".bar a[download]")
    screen.wait_until("document.querySelector('#said .saved')")
    (said,) = screen.texts("#said p")
    name = screen.run("return document.querySelector('.bar a[download]').download")
    assert said == f"Saved as {name}. Send this file: whoever opens it needs nothing else."
    screen.assert_usable_by_everybody("#said")


class Slow:
    """Somebody who thinks of a hint until nobody wants it any more."""

    def __init__(self, *_: object) -> None:
        self._over = threading.Event()

    def call(self, *_: object) -> None:
        assert self._over.wait(20)
        raise WorkerError("it was given up")

    def interrupt(self) -> None:
        self._over.set()

    def close(self) -> None:
        pass


def test_a_hint_that_takes_long_is_given_up_by_another_tap(
    screen: Screen, there: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was chosen stays, nothing is said to be lost, and the next hint can be asked for."""
    playing(screen, there)
    screen.click(".tile:not(.up)")
    screen.wait_until("document.querySelector('.tile.up') && !document.body.classList.contains('busy')")
    with monkeypatch.context() as patched:
        patched.setattr(sys.modules[Seated.__module__], "partner", Slow)
        screen.click("#hint button")
        screen.wait_until("document.querySelector('#latest.waits') !== null")
        assert (
            screen.run("return document.querySelector('#hint button').getAttribute('aria-label')") == "Give the hint up"
        )
        screen.assert_usable_by_everybody("#asking")
        (seated,) = [there.tables.at(game.name) for game in there.tables.folder.games() if there.tables.at(game.name)]
        assert seated
        while not isinstance(getattr(seated._think_no_more, "__self__", None), Slow):
            time.sleep(0.01)
        screen.click("#hint button")
        screen.wait_until("document.querySelector('#latest')?.textContent === 'No hint, then.'")
        assert screen.run(
            "return document.querySelector('#lost') === null && document.querySelectorAll('.tile.up').length"
        )
        while seated._waiting:
            time.sleep(0.01)
    screen.click("#hint button")
    screen.wait_until("document.querySelector('#latest')?.textContent.startsWith('Hint, ')")


def test_cells_that_are_small_are_tapped_on_a_larger_board(screen: Screen, there: House) -> None:
    """It stays so for the next taps; what glows comes into its middle, and the table stays where it is."""
    screen.resize(360, 800)
    players = {"player0": "Ada", "bot1": "random", "seed": "7"}
    fingers = Fingers(screen, there, begin(there, "neom", "play", players))
    for _ in range(20):
        screen.wait_until("document.querySelector('#asking.mine') && !document.body.classList.contains('busy')")
        if screen.run("return document.querySelectorAll('#boards a.lit:not(.on)').length"):
            break
        fingers.tap(next(way for way in WAYS if screen.run(f"return !!document.querySelector({way!r})")))
    cell = "document.querySelector('#boards a.lit:not(.on) rect').getBoundingClientRect()"
    board = "const box = document.querySelector('.board.own').getBoundingClientRect(); return [box.x, box.y, box.right]"
    small, stood = screen.run(f"return {cell}.width"), screen.run(board)
    assert small < FINGER
    screen.click("#zoom")
    assert screen.run(f"return {cell}.width") > max(2 * small, FINGER)
    screen.assert_usable_by_everybody("#zoom")
    at = screen.run(IN_VIEW)
    assert at, "one that glows is in view"
    screen.touch([at])
    screen.wait_until("document.querySelector('.ghost') && !document.body.classList.contains('busy')")
    assert screen.run("return document.querySelector('.ghost').getBoundingClientRect().width") > 2 * small - 8
    assert screen.run(board) == stood
    screen.click("#zoom")
    assert screen.run("return document.querySelector('.ghost').getBoundingClientRect().width") < small + 8
