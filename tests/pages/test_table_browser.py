"""Tables in a browser: games are written down and played by taps, by several people at once, and by everybody."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.protocol import Draw
from cityleague.engine.registry import GAMES
from cityleague.replays.replay import validate

from ..replays.people.tables import events, followed, setup_of
from ..replays.serving.tapping import Tapper
from ..replays.serving.test_recording import LOGS, recorded
from ..replays.serving.visiting import House, Page, house
from ..rows import daily
from .screen import Screen

PHONE, DESKTOP = (360, 740), (1280, 900)
DRAWN = 100
"""Milliseconds from a tap to the page that it leads to: the median has fewer."""
WIDTHS = """return [...document.querySelectorAll(arguments[0])].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim().slice(0, 40), box.width, box.height];
}).filter((one) => one[1])"""


MISSED = """return [...document.querySelectorAll('#boards a.lit')].filter((one) => {
  one.scrollIntoView({block: 'end', inline: 'center'});
  const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  return [[20, 0], [-20, 0], [0, 20], [0, -20], [0, 0]].some(([right, down]) => {
    const hit = document.elementFromPoint(x + right, y + down);
    return !(hit && hit.closest('a.lit, a.near'));
  });
}).map((one) => one.getAttribute('aria-label'))"""
"""Places that a finger misses which comes near them."""


class Fingers:
    """Somebody with a browser, who does by taps what a visitor does by requests."""

    def __init__(self, screen: Screen, there: House, path: str) -> None:
        self.screen = screen
        self.times: list[float] = []
        """Milliseconds of each tap, until the page is drawn."""
        screen.allow_server(f"http://127.0.0.1:{there.port}/")
        screen.go(f"http://127.0.0.1:{there.port}{path}")

    @property
    def page(self) -> Page:
        """What the page is now."""
        return Page(200, {}, str(self.screen.run("return document.documentElement.outerHTML")))

    def tap(self, selector: str) -> Page:
        """Tap on an element; the page once it is drawn."""
        element = self.screen.driver.find_element("css selector", selector)
        self.screen.run("arguments[0].scrollIntoView({block: 'end'}); window.scrollBy(0, 60)", element)
        self.screen.run(
            "window.drawn = 0; window.begun = 0; addEventListener('click', () => { begun = performance.now(); "
            "const wait = () => document.body.classList.contains('busy') ? requestAnimationFrame(wait) : "
            "requestAnimationFrame(() => { drawn = performance.now(); }); requestAnimationFrame(wait); }, "
            "{once: true})"
        )
        element.click()
        self.screen.wait_until("window.drawn !== 0")
        if taken := self.screen.run("return window.drawn && drawn - begun"):
            self.times.append(float(taken))
        return self.page

    def get(self, to: str) -> Page:
        """Follow a link of the page, or choose what stands in a list."""
        if self.screen.run("return !document.querySelector('a[href=\"' + CSS.escape(arguments[0]) + '\"]')", to):
            return self._take(f'option[value="{to}"]')
        return self.tap(f'a[href="{to}"]')

    def post(self, fields: Mapping[str, str]) -> Page:
        """Do something by the link, the list or the button that does it."""
        if fields["do"] == "draw":
            return self.tap(f"a[data-draw='{fields['order']}']")
        if fields["do"] == "move":
            at = f'[data-move="{fields["move"]}"]'
            for one in self.page.links:
                if one.attributes.get("data-move") == fields["move"] and "value" in one.attributes:
                    return self._take(f"option{at}")
            if self.screen.run("return document.querySelector(arguments[0]) !== null", f"a{at}"):
                return self.tap(f"a{at}")
        return self.tap("#asking form button.main")

    def _take(self, selector: str) -> Page:
        name = self.screen.run(
            "const one = document.querySelector(arguments[0]); one.selected = true; return one.parentNode.id", selector
        )
        return self.tap(f'[data-take="{name}"]')


@pytest.fixture
def there(tmp_path: Path, screen: Screen) -> Iterator[House]:
    """A server; the browser leaves it before it ends."""
    with house(tmp_path, lan="127.0.0.1") as found:
        yield found
        screen.go("about:blank")


def begin(there: House, game: str, how: str, players: Mapping[str, str]) -> str:
    """Begin a game; where its table is."""
    visitor = there.visitor()
    page = visitor.post(players, f"/new/{how}/{game}")
    assert page.status == 200, page.text
    return visitor.path


def write_down(screen: Screen, there: House, name: str, most: int = 1 << 30) -> tuple[Fingers, Tapper]:
    """Write a recorded game down by taps, to its end or so many events."""
    header, made = recorded(name)
    options = {f"option.{one}": str(value) for one, value in header.options.items()}
    players = {f"player{seat}": player for seat, player in enumerate(header.players)}
    path = begin(there, header.game, "record", players | options)
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    fingers = Fingers(screen, there, path)
    tapper: Any = Tapper(fingers, setup_of(header), header.players)  # type: ignore[arg-type]
    page = fingers.page
    while len(so_far := events(lines := file.read_bytes().splitlines())) < min(most, len(made)):
        assert so_far == made[: len(so_far)]
        who, what = made[len(so_far)]
        state = followed(header, lines)
        if isinstance(who, str):
            pending = state.pending()
            assert isinstance(pending, Draw)
            page = tapper.draw(page, pending, what)
        else:
            page = tapper.move(page, state, who, what)
    got = events(file.read_bytes().splitlines())
    assert got[:most] == made[: len(got)][:most]
    if most >= len(made):
        assert page.parts["question"] == "The game is over"
        assert [one.finding for one in validate(str(file))] == [None]
    return fingers, tapper


@pytest.mark.parametrize(("name", "size"), daily([("by-hand", PHONE), *[(name, DESKTOP) for name in LOGS]], 1))
def test_a_game_is_written_down_by_taps(name: str, size: tuple[int, int], screen: Screen, there: House) -> None:
    screen.resize(*size)
    fingers, _ = write_down(screen, there, name)
    assert statistics.median(fingers.times) < 10 * DRAWN, "a bar for machines that do much else; see the benchmark"


@pytest.mark.parametrize("game", daily([*GAMES], 1))
def test_a_game_against_bots_is_played_by_taps(game: str, screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    players = {"player0": "Ada", **{f"bot{seat}": "random" for seat in (1, 2)}}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    for _ in range(3):
        before = [one for one in events(file.read_bytes().splitlines()) if one[0] == 0]
        for _ in range(20):
            screen.wait_until("document.querySelector('#asking.mine') !== null")
            page = fingers.page
            if any(form.label == "Do it" for form in page.forms):
                break
            links = [one for one in page.links if "q" in one.query and not one.words.startswith("not ")]
            ahead = [one for one in links if "tap" in one.query or "pick" in one.query or "find" in one.query]
            fingers.get(ahead[0].to)
        words = fingers.page.parts["asking"]
        assert "Back" in words
        fingers.tap("#asking form button.main")
        mine = [one for one in events(file.read_bytes().splitlines()) if one[0] == 0]
        assert len(mine) > len(before)
        screen.wait_until("document.querySelector('#log').textContent.includes('Ada')")


def test_three_people_play_on_their_own_phones(screen: Screen, there: House) -> None:
    """One of them closes the page in the middle and comes back; what was half chosen stays though others go on."""
    screen.resize(*PHONE)
    path = begin(there, "between_two_cities", "play", {"player0": "Ada", "player1": "Ben", "player2": "Cleo"})
    seated = there.tables.at(path.rpartition("/")[2])
    assert seated is not None
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    driver, windows, seats = screen.driver, {}, {seat: f"/seat/{token}" for token, seat in seated.tokens.items()}
    first = driver.current_window_handle
    try:
        for seat in (0, 1, 2):
            driver.switch_to.new_window("window")
            windows[seat] = driver.current_window_handle
            Fingers(screen, there, seats[seat])
            screen.wait_until("document.querySelector('#asking.mine') !== null")

        def pick(seat: int) -> str:
            driver.switch_to.window(windows[seat])
            for _ in range(2):
                screen.click("#boards a.lit")
                screen.wait_until("!document.body.classList.contains('busy')")
            screen.click("#asking form button.main")
            screen.wait_until("!document.body.classList.contains('busy')")
            return screen.text("#question")

        driver.switch_to.window(windows[1])
        screen.click("#boards a.lit")
        screen.wait_until("document.querySelectorAll('#boards .taken').length === 1")
        assert pick(0) == "Waiting for Ben (seat 1) and Cleo (seat 2)"
        driver.switch_to.window(windows[1])
        screen.wait_until("document.querySelector('#log').textContent.includes('Ada (seat 0) has decided in secret')")
        assert screen.run("return document.querySelectorAll('#boards .taken').length") == 1
        driver.switch_to.window(windows[2])
        driver.close()
        driver.switch_to.window(windows[1])
        screen.click("#boards a.lit")
        screen.wait_until("!document.body.classList.contains('busy')")
        screen.click("#asking form button.main")
        screen.wait_until("document.querySelector('#question').textContent === 'Waiting for Cleo (seat 2)'")
        driver.switch_to.new_window("window")
        windows[2] = driver.current_window_handle
        Fingers(screen, there, seats[2])
        pick(2)
        for seat in (0, 1, 2):  # all are told by the server, without a tap
            driver.switch_to.window(windows[seat])
            screen.wait_until("document.querySelector('#question').textContent.includes('your move')")
            assert screen.run("return document.querySelector('#top').dataset.revision") == seated.revision
        assert len([one for one in events(file.read_bytes().splitlines()) if isinstance(one[0], int)]) == 3
    finally:
        for handle in driver.window_handles:
            if handle != first:
                driver.switch_to.window(handle)
                driver.close()
        driver.switch_to.window(first)


def test_a_page_that_nobody_sees_does_not_listen_and_catches_up(screen: Screen, there: House) -> None:
    path = begin(there, "between_two_cities", "play", {"player0": "Ada", "player1": "Ben"})
    seated = there.tables.at(path.rpartition("/")[2])
    assert seated is not None
    tokens = {seat: f"/seat/{token}" for token, seat in seated.tokens.items()}
    Fingers(screen, there, tokens[0])
    screen.wait_until("document.querySelector('#asking.mine') !== null")
    hide = (
        "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true}); "
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert until(lambda: seated.is_heard)
    screen.run(hide, True)
    assert until(lambda: not seated.is_heard)
    question = seated.table.question(1)
    assert question is not None
    seated.answer(1, question.key, question.legal[0])
    time.sleep(0.3)
    assert "decided" not in screen.text("#log")
    screen.run(hide, False)
    screen.wait_until("document.querySelector('#log').textContent.includes('Ben (seat 1) has decided in secret')")


def until(what: Any) -> bool:
    """Whether something comes true before long."""
    for _ in range(100):
        if what():
            return True
        time.sleep(0.05)
    return False


def test_everybody_can_use_the_pages(screen: Screen, there: House) -> None:
    """On a phone, in the light and in the dark: axe is silent, nothing scrolls sideways, no target is small."""
    fingers, _ = write_down(screen, there, "by-hand", 12)
    origin = f"http://127.0.0.1:{there.port}"
    running = screen.driver.current_url
    playing = begin(there, "neom", "play", {"player0": "Ada", "player1": "Ben"})
    drawing = begin(there, "between_two_cities", "record", {"player0": "Ada", "player1": "Ben"})
    pages = [running, *[f"{origin}{path}" for path in (drawing, playing, "/", "/new/play/card_city_xl", "/rules/neom")]]
    for number, address in enumerate(pages):
        screen.resize(*PHONE)
        screen.go(address)
        screen.assert_fits()
        screen.scheme("dark")
        screen.assert_usable_by_everybody()
        screen.scheme("light")
        screen.assert_colours_usable_by_everybody()
        small = [
            one
            for one in screen.run(WIDTHS, "main a:not(svg a), main button, main select, main summary")
            if min(one[1:]) < 44
        ]
        assert not small, (address, small)
        assert not screen.run(MISSED), address
        screen.resize(*DESKTOP)
        screen.assert_fits()
        assert number or fingers.times


def test_a_move_is_made_by_the_keyboard_alone(screen: Screen, there: House) -> None:
    fingers, _ = write_down(screen, there, "by-hand", 8)
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    before = len(file.read_bytes().splitlines())
    while len(file.read_bytes().splitlines()) == before:
        for _ in range(60):
            screen.press("\ue004")
            if screen.run("return document.activeElement.classList.contains('lit')"):
                break
        assert screen.run("return document.activeElement.hasAttribute('aria-label')")
        screen.press("\ue007")
        screen.wait_until("!document.body.classList.contains('busy')")
    assert screen.run("return document.activeElement !== document.body"), "the focus stays where it can go on"
    assert fingers.page.parts["said"]


def test_a_move_is_made_without_scripts(screen: Screen, there: House) -> None:
    path = begin(there, "between_two_cities", "record", {"player0": "Ada", "player1": "Ben", "seed": "7"})
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    before = len(file.read_bytes().splitlines())
    screen.scripts(on=False)
    try:
        screen.allow_server(f"http://127.0.0.1:{there.port}/")
        screen.driver.get(f"http://127.0.0.1:{there.port}{path}")
        for _ in range(2):
            screen.driver.find_element("css selector", "#boards a.lit").click()
        screen.driver.find_element("css selector", "#asking form button.main").click()
        assert "picks" in screen.driver.find_element("css selector", "#log").text
    finally:
        screen.scripts(on=True)
    assert len(file.read_bytes().splitlines()) > before


def test_a_tap_in_vain_is_told_the_rule(screen: Screen, there: House) -> None:
    write_down(screen, there, "by-hand", 12)
    while screen.run("return !document.querySelector('svg[data-sheet^=city] .lit')"):
        screen.click("#boards a.lit")
        screen.wait_until("!document.body.classList.contains('busy')")
    box = screen.run(
        "const one = document.querySelector('svg[data-sheet^=city] .lit').closest('svg');"
        "one.scrollIntoView({block: 'end'}); const box = one.getBoundingClientRect();"
        "return [box.right - 4, box.bottom - 4]"
    )
    screen.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent",
        {"type": "mousePressed", "x": box[0], "y": box[1], "button": "left", "clickCount": 1},
    )
    screen.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent",
        {"type": "mouseReleased", "x": box[0], "y": box[1], "button": "left", "clickCount": 1},
    )
    screen.wait_until("document.querySelector('#asking .why') !== null")
    assert "B2C-" in screen.text("#asking .why")
