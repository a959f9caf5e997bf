"""Somebody who taps on the pages of a table, in a real browser."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..replays.people.tables import setup_of
from ..replays.serving.tapping import Tapper
from ..replays.serving.test_recording import recorded
from ..replays.serving.visiting import House, Page
from .screen import Screen

BY_HAND = Path("examples/by-hand.jsonl")


SHOWN = """const board = arguments[0].closest('.board');
const tab = board && [...document.querySelectorAll('#tabs input')].find((tab) => 'board ' + tab.value === board.id);
if (tab && !board.getClientRects().length) tab.closest('label').click();
const room = arguments[0].closest('.tray, #more');
if (room) arguments[0].scrollIntoView({block: 'nearest'});"""
"""Show the board of an element; only what lies in the tray and below the menu is scrolled to."""
FREE = """const box = arguments[0].getBoundingClientRect();
for (const down of [.5, .3, .15, .7, .85]) for (const right of [.5, .3, .15, .7, .85]) {
  const x = box.left + right * box.width, y = box.top + down * box.height, hit = document.elementFromPoint(x, y);
  if (hit && arguments[0].contains(hit)) return [x, y];
}"""
"""A point of an element that nothing else covers."""


DRAWN = 100
"""Milliseconds from a tap to the page that it leads to, at a quarter of the speed: the median has no more."""
MAIN = "#asking .main[form=do]"
"""What does the move that is chosen."""


class Fingers:
    """Somebody with a browser, who does by taps what a visitor does by requests."""

    def __init__(self, screen: Screen, there: House, path: str) -> None:
        self.screen = screen
        self.times: list[float] = []
        """Milliseconds of each tap, until what it has done is drawn; the table may go on after that."""
        screen.allow_server(f"http://127.0.0.1:{there.port}/")
        screen.go(f"http://127.0.0.1:{there.port}{path}")

    @property
    def page(self) -> Page:
        """What the page is now."""
        return Page(200, {}, str(self.screen.run("return document.documentElement.outerHTML")))

    def tap(self, selector: str) -> Page:
        """Tap on an element; the page once it is drawn."""
        point = None
        for _ in range(20):  # news may exchange an element while it is looked for
            element = self.screen.driver.find_element("css selector", selector)
            self.screen.run(SHOWN, element)
            if point := self.screen.run(FREE, element):
                break
            time.sleep(0.1)
        assert point, f"{selector} is covered by something else"
        self.screen.run(
            "window.drawn = 0; window.begun = 0; window.shown = 0; "
            "const seen = new MutationObserver(() => { seen.disconnect(); "
            "requestAnimationFrame(() => requestAnimationFrame(() => { shown = performance.now(); })); }); "
            "addEventListener('click', () => { begun = performance.now(); "
            "seen.observe(document.querySelector('main'), {childList: true, subtree: true}); "
            "const wait = () => document.body.classList.contains('busy') ? requestAnimationFrame(wait) : "
            "requestAnimationFrame(() => { drawn = performance.now(); }); requestAnimationFrame(wait); }, "
            "{once: true})"
        )
        for kind in ("mousePressed", "mouseReleased"):
            pressed = {"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1}
            self.screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", pressed)
        self.screen.wait_until("window.drawn !== 0")
        if taken := self.screen.run("return window.drawn && (window.shown || drawn) - begun"):
            self.times.append(float(taken))
        return self.page

    def get(self, to: str) -> Page:
        """Follow a link of the page, or choose what stands in a list."""
        if self.screen.run(
            "return !document.querySelector('a:not(.near)[href=\"' + CSS.escape(arguments[0]) + '\"]')", to
        ):
            return self._take(f'option[value="{to}"]')
        return self.tap(f'a[href="{to}"]:not(.near)')

    def post(self, fields: Mapping[str, str]) -> Page:
        """Do something by the link or the list that chooses it, and the button where that does not do it at once."""
        page, at = None, f'[data-move="{fields.get("move")}"]'
        at_once = self.screen.run("return document.querySelector('#quick input:checked') !== null")
        if fields["do"] == "draw":
            page = self.tap(f"a[data-draw='{fields['order']}']")
        elif fields["do"] == "move":
            for link in self.page.links:
                if link.attributes.get("data-move") == fields["move"] and "value" in link.attributes:
                    page = self._take(f"option{at}")
                    break
            else:
                if self.screen.run("return document.querySelector(arguments[0]) !== null", f"a{at}"):
                    page = self.tap(f"a{at}:not(.near)")
        return page if page and at_once else self.tap(MAIN)

    def _take(self, selector: str) -> Page:
        name = self.screen.run(
            "const one = document.querySelector(arguments[0]); one.selected = true; return one.parentNode.id", selector
        )
        return self.tap(f'[data-take="{name}"]')


def begin(there: House, game: str, how: str, players: Mapping[str, str]) -> str:
    """Begin a game; where its table is."""
    visitor = there.visitor()
    page = visitor.post(players, f"/new/{how}/{game}")
    assert page.status == 200, page.text
    return visitor.path


def go_on(screen: Screen, there: House, lines: int) -> tuple[Fingers, Path]:
    """Go on with a game by hand after so many lines of its log, which is the file."""
    file = Path(there.tables.folder.path) / "friday.jsonl"
    file.write_bytes(b"".join(BY_HAND.read_bytes().splitlines(keepends=True)[:lines]))
    fingers = Fingers(screen, there, f"/game/{file.name}")
    screen.click("form button")
    screen.wait_until("document.querySelector('#asking') !== null")
    return fingers, file


def write_down(screen: Screen, there: House, name: str) -> tuple[Fingers, Tapper]:
    """Write a recorded game down by taps, to its end."""
    header, _ = recorded(name)
    options = {f"option.{name}": str(value) for name, value in header.options.items()}
    players = {f"player{seat}": player for seat, player in enumerate(header.players)}
    path = begin(there, header.game, "record", players | options)
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    fingers = Fingers(screen, there, path)
    return fingers, write_on(fingers, file, name)


def write_on(fingers: Fingers, file: Path, name: str) -> Tapper:
    """Write a recorded game down by taps, from where its file stands to its end."""
    header, made = recorded(name)
    visitor: Any = fingers
    tapper = Tapper(visitor, setup_of(header), header.players)
    tapper.write_down(fingers.page, made, file)
    return tapper
