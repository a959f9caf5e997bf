"""Tables in a browser: games are written down and played by taps, by several people at once, and by everybody."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays.serving import application
from cityleague.replays.serving.seated import Seated

from ..replays.people.tables import events
from ..replays.people.test_lasting import until_asked_to_pass
from ..replays.serving.test_recording import LOGS
from ..replays.serving.visiting import House, house
from ..rows import daily
from .fingers import DRAWN, MAIN, Fingers, begin, go_on, write_down, write_on
from .screen import Screen

PHONE, DESKTOP = (360, 740), (1280, 900)
LATE = 50
"""Lines of the log by hand, which has 68: the last of three rounds has begun."""
WIDTHS = """return [...document.querySelectorAll(arguments[0])].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim().slice(0, 40), box.width, box.height];
}).filter((one) => one[1])"""


MISSED = """return [...document.querySelectorAll('#boards a.lit')].filter((one) => {
  const board = one.closest('.board').id.slice(6);
  const tab = [...document.querySelectorAll('#tabs input')].find((tab) => tab.value === board);
  if (!one.getClientRects().length) tab.closest('label').click();
  const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const room = one.closest('svg').getBoundingClientRect();
  const held = (at, low, high) => Math.max(low + 1, Math.min(at, high - 1));
  return [[20, 0], [-20, 0], [0, 20], [0, -20], [0, 0]].some(([right, down]) => {
    const at = [held(x + right, room.left, room.right), held(y + down, room.top, room.bottom)];
    const hit = document.elementFromPoint(...at);
    return !(hit && hit.closest('a.lit, a.near'));
  });
}).map((one) => one.getAttribute('aria-label'))"""
"""Places that a finger on their board misses which comes near them; no board scrolls."""
NEXT = "a.tile:not(.up, .off), #boards a.lit"
"""What can be chosen next."""


@pytest.fixture
def there(tmp_path: Path, screen: Screen) -> Iterator[House]:
    """A server; the browser leaves it before it ends."""
    with house(tmp_path, lan="127.0.0.1") as found:
        yield found
        screen.go("about:blank")


@pytest.mark.exhaustive
def test_a_game_that_was_begun_is_written_down_to_its_end_by_taps(screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    fingers, file = go_on(screen, there, LATE)
    write_on(fingers, file, "by-hand")
    height = "return document.querySelector(arguments[0]).getBoundingClientRect().height"
    for size in (PHONE, DESKTOP):
        screen.resize(*size)
        assert screen.run(height, "#question") > 0
        assert screen.run(height, ".bars") > 0
        if size == PHONE:
            screen.click("#top label")
        assert screen.run(height, "#end") > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "size"), [("by-hand", PHONE), *[(name, DESKTOP) for name in LOGS]])
def test_a_game_is_written_down_by_taps(name: str, size: tuple[int, int], screen: Screen, there: House) -> None:
    screen.resize(*size)
    fingers, _ = write_down(screen, there, name)
    assert statistics.median(fingers.times) < DRAWN


@pytest.mark.parametrize("game", daily([*GAMES], 1))
def test_a_game_against_bots_is_played_by_taps(game: str, screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    players = {"player0": "Ada", **{f"bot{seat}": "random" for seat in (1, 2)}}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    for _ in range(3):
        before = [event for event in events(file.read_bytes().splitlines()) if event[0] == 0]
        for _ in range(20):
            screen.wait_until("document.querySelector('#asking.mine') !== null")
            page = fingers.page
            if any(form.fields.get("do") == "move" for form in page.forms):
                break
            links = [
                link
                for link in page.links
                if "q" in link.query
                and (
                    "value" in link.attributes
                    or link.attributes.get("class")
                    in ("tile", "tile starts", "lit", "lit on", "lit small", "lit on small", "chip")
                )
            ]
            ahead = [link for link in links if "tap" in link.query or "pick" in link.query or "find" in link.query]
            fingers.get(ahead[0].to)
        words = fingers.page.parts["asking"]
        assert "Back" in words
        fingers.tap(MAIN)
        mine = [event for event in events(file.read_bytes().splitlines()) if event[0] == 0]
        assert len(mine) > len(before)
        screen.wait_until("document.querySelector('#asking.mine') !== null")
        if screen.run("return document.querySelector('#log p a') !== null"):
            screen.click("#top label")
            fingers.tap("#log p a")  # from the beginning: the bots may have moved more often than the page lists
            screen.click("#top label")
        screen.wait_until(f"document.querySelector('#log').textContent.split('You ').length > {len(mine)}")


@pytest.mark.exhaustive
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
                screen.click(NEXT)
                screen.wait_until("!document.body.classList.contains('busy')")
            screen.click(MAIN)
            screen.wait_until("!document.body.classList.contains('busy')")
            return screen.text("#question")

        driver.switch_to.window(windows[1])
        screen.click(NEXT)
        screen.wait_until("document.querySelectorAll('.tile.up').length === 1")
        assert pick(0) == "Waiting for Ben and Cleo"
        driver.switch_to.window(windows[1])
        screen.wait_until("document.querySelector('#log').textContent.includes('Ada decided in secret')")
        assert screen.run("return document.querySelectorAll('.tile.up').length") == 1
        driver.switch_to.window(windows[2])
        driver.close()
        driver.switch_to.window(windows[1])
        screen.click(NEXT)
        screen.wait_until("!document.body.classList.contains('busy')")
        screen.click(MAIN)
        screen.wait_until("document.querySelector('#question').textContent === 'Waiting for Cleo'")
        driver.switch_to.new_window("window")
        windows[2] = driver.current_window_handle
        Fingers(screen, there, seats[2])
        pick(2)
        for seat in (0, 1, 2):  # all are told by the server, without a tap
            driver.switch_to.window(windows[seat])
            screen.wait_until("document.querySelector('#asking.mine') !== null")
            assert screen.run("return document.querySelector('#top').dataset.revision") == seated.revision
        assert len([event for event in events(file.read_bytes().splitlines()) if isinstance(event[0], int)]) == 3
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
    screen.wait_until("document.querySelector('#log').textContent.includes('Ben decided in secret')")


def until(what: Any) -> bool:
    """Whether something comes true before long."""
    for _ in range(100):
        if what():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("pages", daily([slice(1), slice(1, 3), slice(3, 6)]))
def test_everybody_can_use_the_pages(screen: Screen, there: House, pages: slice) -> None:
    """On a phone, in the light and in the dark: axe is silent, nothing scrolls sideways, no target is small."""
    go_on(screen, there, 24)
    origin = f"http://127.0.0.1:{there.port}"
    running = screen.driver.current_url
    playing = begin(there, "neom", "play", {"player0": "Ada", "player1": "Ben"})
    drawing = begin(there, "between_two_cities", "record", {"player0": "Ada", "player1": "Ben"})
    paths = (drawing, playing, "/", "/new/play/card_city_xl", "/rules/neom")
    addresses = [running, *[f"{origin}{path}" for path in paths]]
    for address in addresses[pages]:
        screen.resize(*PHONE)
        screen.go(address)
        screen.assert_fits()
        screen.scheme("dark")
        screen.assert_usable_by_everybody()
        screen.scheme("light")
        screen.assert_colours_usable_by_everybody()
        small = [
            box
            for box in screen.run(
                WIDTHS, "main a:not(svg a), #top label, #tabs label, main button, main select, main summary"
            )
            if min(box[1:]) < 44
        ]
        assert not small, (address, small)
        assert not screen.run(MISSED), address
        screen.resize(*DESKTOP)
        screen.assert_fits()


ASKED = "performance.getEntriesByType('resource').filter((one) => one.initiatorType === 'xmlhttprequest').length"
"""How often the page has asked the server, and has its answer."""


@pytest.mark.parametrize("late", [0, 0.3])
def test_a_move_is_made_by_the_keyboard_alone(
    screen: Screen, there: House, monkeypatch: pytest.MonkeyPatch, late: float
) -> None:
    """Also where the notice that the table has changed comes so many seconds after the answer to the move."""
    notices = application._events

    async def events(seated: Seated) -> AsyncIterator[str]:
        async for notice in notices(seated):
            await asyncio.sleep(late)
            yield notice

    monkeypatch.setattr(application, "_events", events)
    fingers, file = go_on(screen, there, 24)
    time.sleep(2 * late)  # until the page has heard how the table stands
    before = len(file.read_bytes().splitlines())
    while len(file.read_bytes().splitlines()) == before:
        for _ in range(60):
            screen.press("\ue004")
            if screen.run("return document.activeElement.matches(arguments[0])", f"{NEXT}, {MAIN}"):
                break
        assert screen.run("return document.activeElement.matches('[aria-label], .main')")
        asked = screen.run(f"return {ASKED}")
        screen.press("\ue007")
        screen.wait_until(f"{ASKED} > {asked} && !document.body.classList.contains('busy')")
    assert screen.run("return document.activeElement !== document.body"), "the focus stays where it can go on"
    assert until(lambda: fingers.page.parts["said"])
    time.sleep(2 * late)
    assert fingers.page.parts["said"], "what was done stays to be read"


def test_a_move_is_made_without_scripts(screen: Screen, there: House) -> None:
    path = begin(there, "between_two_cities", "record", {"player0": "Ada", "player1": "Ben", "seed": "7"})
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    before = len(file.read_bytes().splitlines())
    screen.scripts(on=False)
    try:
        screen.allow_server(f"http://127.0.0.1:{there.port}/")
        screen.driver.get(f"http://127.0.0.1:{there.port}{path}")
        for _ in range(2):
            screen.driver.find_element("css selector", NEXT).click()
        screen.driver.find_element("css selector", MAIN).click()
        assert until(lambda: len(file.read_bytes().splitlines()) > before)
        assert until(lambda: "What did Ben keep?" in screen.driver.page_source)
    finally:
        screen.scripts(on=True)


def test_a_tap_in_vain_is_told_the_rule(screen: Screen, there: House) -> None:
    go_on(screen, there, 24)
    while screen.run("return !document.querySelector('svg[data-sheet^=city] .lit')"):
        screen.click(NEXT)
        screen.wait_until("!document.body.classList.contains('busy')")
    box = screen.run(
        "const one = document.querySelector('svg[data-sheet^=city] .lit').closest('svg');"
        "const box = one.getBoundingClientRect();"
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
    assert "#B2C-" in screen.run("return document.querySelector('#asking .why a').href")


def test_after_undo_the_board_is_shown_from_which_a_tile_was_taken(screen: Screen, there: House) -> None:
    fingers, _ = go_on(screen, there, 19)
    screen.resize(*PHONE)
    seen = []
    for other in ("city 0", "city 1"):
        screen.run("document.querySelector(`#tabs [value='${arguments[0]}']`).click()", other)
        fingers.tap("[aria-label=Undo]")
        seen.append(screen.run("return document.querySelector('#tabs :checked').value"))
    assert len({*seen}) == 2, seen


def test_passing_until_further_notice_is_a_tap_and_ends_by_another(screen: Screen, there: House) -> None:
    table, _ = until_asked_to_pass()
    (Path(there.tables.folder.path) / "tycoon.jsonl").write_bytes(b"".join([line + b"\n" for line in table.lines]))
    there.visitor().post({"do": "open"}, "/game/tycoon.jsonl")
    seated = there.tables.at("tycoon.jsonl")
    assert seated
    screen.resize(*PHONE)
    screen.allow_server(f"http://127.0.0.1:{there.port}/")
    screen.go(f"http://127.0.0.1:{there.port}/game/tycoon.jsonl")
    screen.run(
        "[...document.querySelectorAll('.tray a.chip')].find((one) => one.textContent === arguments[0]).click()",
        "Pass until I say so",
    )
    screen.wait_until("document.querySelector('#question').textContent === 'Pass until I say so?'")
    assert not seated.table.lasting, "it is chosen, and not done yet"
    screen.click(MAIN)
    screen.wait_until("document.querySelector('#asking form [value=ask]') !== null")
    assert "has said: pass until I say so." in screen.text("#asking")
    assert seated.table.lasting
    assert not [box for box in screen.run(WIDTHS, "#asking form button") if box[2] < 44]
    screen.click("#asking form:has([value=ask]) button")
    screen.wait_until("document.querySelector('#asking form [value=ask]') === null")
    assert not seated.table.lasting


def test_a_step_is_written_down_at_its_last_tap_unless_somebody_wants_the_large_button(
    screen: Screen, there: House
) -> None:
    """The wish outlives the page; the words of what was done are told in the tray, where they cover nothing."""
    fingers, file = go_on(screen, there, 24)
    screen.resize(*PHONE)
    for writes_at_once in (True, False):
        before, taps = file.read_bytes(), 0
        while screen.run("return document.querySelector(arguments[0]) === null", MAIN) and file.read_bytes() == before:
            fingers.tap(NEXT)
            taps += 1
        assert taps
        assert (file.read_bytes() != before) == writes_at_once
        if writes_at_once:
            screen.click("#top label")
            screen.click("#quick input")
            screen.go(screen.driver.current_url)
    fingers.tap(MAIN)
    assert file.read_bytes() != before
    said = "const box = document.querySelector('#latest').getBoundingClientRect();"
    assert screen.run(f"{said} return box.top > document.querySelector('#question').getBoundingClientRect().top")
    assert screen.text("#latest") == screen.text("#said p")


def test_a_link_on_a_foreign_page_leads_here(screen: Screen, there: House) -> None:
    screen.allow_server(f"http://127.0.0.1:{there.port}/")
    screen.open(f"<!doctype html><title>x</title><a href='http://127.0.0.1:{there.port}/'>the table</a>")
    screen.click("a")
    screen.wait_until("document.querySelector('h1') !== null && document.querySelector('h1').textContent === 'Games'")
