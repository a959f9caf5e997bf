"""Copying the address of a position, and pages of games inside other pages, in a real browser."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from cityleague.replays.pages import Share, game_page
from cityleague.replays.replay import ComponentFiles

from ..rows import daily
from .games import NAMES, ends_of, events, log_of, page_of, raw_of, written
from .screen import Screen
from .test_game_browser import last_of, look, slide
from .test_game_page import ATTACKS

GAME = "between_two_cities"


class Frame(HTMLParser):
    """The only element of a piece of code, and its attributes."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(code)
        self.close()
        ((self.tag, self.attributes),) = self.elements

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def clipboard(screen: Screen, *, allowed: bool) -> None:
    """Whether the page may write to the clipboard; what it writes is kept."""
    then = "window.kept = text; return Promise.resolve()" if allowed else "return Promise.reject(new Error('no'))"
    screen.run(f"navigator.clipboard.writeText = (text) => {{ {then} }}")
    if not allowed:
        screen.run("document.execCommand = () => false")


def copied(screen: Screen, button: str) -> str:
    """What a click on a button copies."""
    screen.panel("about")
    screen.click(button)
    WebDriverWait(screen.driver, 10).until(lambda _: screen.text("#copied output"))
    return str(screen.run("return window.kept"))


def here(screen: Screen) -> str:
    """The address of the page, without the position."""
    return str(screen.driver.current_url).partition("#")[0]


def visible(screen: Screen) -> set[str]:
    """The ids and classes of what the page shows beside its boards and controls."""
    shown = "[...document.querySelectorAll('main, main *')].filter(one => one.getClientRects().length)"
    others = f"{shown}.filter(one => !one.closest('#boards, #controls, #tabs, .symbols'))"
    return set(screen.run(f"return {others}.flatMap(one => [one.id, ...one.classList]).filter(Boolean)"))


@pytest.mark.parametrize(("move", "seat"), daily([(17, "1"), (31, "all"), (0, "all"), (5, "none")]))
def test_the_copied_address_leads_to_the_same_position(screen: Screen, move: int, seat: str) -> None:
    """At once, before the browser's own address has followed."""
    screen.open(page_of(log_of(GAME, 3)))
    clipboard(screen, allowed=True)
    look(screen, seat)
    slide(screen, move)
    address = copied(screen, "#copy-address")
    boards = screen.run("return document.getElementById('boards').textContent")
    assert address.startswith(here(screen) + "#move=")
    assert "Copied." in screen.text("#copied output")
    screen.go("about:blank")
    screen.go(address)
    assert screen.text("#number") == f"{move} / 63"
    assert screen.run("return document.getElementById('seat').value") == seat
    assert screen.run("return document.getElementById('boards').textContent") == boards


def test_the_real_clipboard_gets_the_address(screen: Screen) -> None:
    screen.open(page_of(log_of(GAME, 3)), "#move=9")
    screen.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    screen.panel("about")
    screen.click("#copy-address")
    WebDriverWait(screen.driver, 10).until(lambda _: "Copied." in screen.text("#copied output"))
    read = "navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))"
    assert screen.driver.execute_async_script(read) == f"{here(screen)}#move=9"


def test_where_the_clipboard_is_not_allowed_the_text_is_marked(screen: Screen) -> None:
    screen.open(page_of(log_of(GAME, 3)), "#move=9")
    clipboard(screen, allowed=False)
    screen.panel("about")
    screen.click("#copy-address")
    WebDriverWait(screen.driver, 10).until(lambda _: screen.text("#copied output"))
    assert "copy the marked text" in screen.text("#copied output")
    marked = "const one = document.activeElement; return one.value.slice(one.selectionStart, one.selectionEnd)"
    assert screen.run(marked) == f"{here(screen)}#move=9"


def test_a_file_says_that_others_cannot_open_it_unless_it_tells_where_it_is_published(screen: Screen) -> None:
    raw = raw_of(log_of(GAME, 2))
    for base, known in (("", False), ("https://example.org/league/", True)):
        screen.open(game_page(raw, ComponentFiles(), "games/a b.html", Share(base)), "#move=4")
        clipboard(screen, allowed=True)
        address = copied(screen, "#copy-address")
        assert address == (f"{base}{quote('games/a b.html')}#move=4" if known else f"{here(screen)}#move=4")
        assert ("once this file is published" in screen.text("#copied output")) != known


@pytest.mark.parametrize("game", daily(NAMES))
@pytest.mark.parametrize("width", daily([390, 1280]))
def test_an_embedded_game_has_boards_and_controls_alone_and_steps(screen: Screen, game: str, width: int) -> None:
    screen.resize(width, 640)
    before, now, after = [end for end in ends_of(log_of(game, 3)) if end >= 20][:3]
    screen.open(page_of(log_of(game, 3)), f"?embed#move={now}")
    last = last_of(screen)
    assert screen.text("#number") == f"{now} / {last}"
    assert screen.texts("#boards h3")
    assert not screen.texts("h1, h2, footer, #moves, .card.points, .sheets, #share, .choices, #kinds")
    assert visible(screen) <= {"whole", "screen"}
    screen.click("#forward")
    assert screen.text("#number") == f"{after} / {last}"
    screen.press(Keys.LEFT * 2)
    assert screen.text("#number") == f"{before} / {last}"
    screen.assert_fits()
    screen.assert_usable_in_any_colours()


def test_an_embedded_game_links_to_its_whole_page_at_the_same_position(screen: Screen) -> None:
    screen.open(page_of(log_of(GAME, 3)), "?embed#move=20&seat=1")
    screen.click("#forward")
    link = screen.driver.find_element("css selector", "#whole a")
    screen.run("arguments[0].focus()", link)
    address = screen.run("return arguments[0].href", link)
    assert address == f"{here(screen).partition('?')[0]}#move=21&seat=1"
    assert link.get_attribute("target") == "_blank"
    assert "noopener" in str(link.get_attribute("rel"))
    screen.allow(address)
    screen.go(address)
    assert screen.text("#number") == "21 / 63"
    assert screen.texts("h1")
    assert screen.texts("#moves")


@pytest.mark.parametrize("number", daily([12, 63]))
def test_the_code_shows_the_game_inside_another_page(screen: Screen, tmp_path: Path, number: int) -> None:
    screen.open(page_of(log_of(GAME, 3)), f"#move={number}")
    title = screen.text("title")
    clipboard(screen, allowed=True)
    code = copied(screen, "#copy-position")
    frame = Frame(code)
    assert (frame.tag, frame.attributes["title"]) == ("iframe", title)
    assert set(frame.attributes) == {"src", "title", "width", "height", "loading"}
    source = str(frame.attributes["src"])
    other = tmp_path / "blog.html"
    other.write_text(f"<!doctype html><title>A blog</title><h1>My game</h1>{code}", encoding="utf-8")
    screen.allow(source)
    screen.open(other)
    screen.driver.switch_to.frame(0)
    try:
        WebDriverWait(screen.driver, 10).until(lambda _: screen.text("#number") == f"{number} / 63")
        assert not screen.texts("h1, #moves, #share")
        screen.click("#back")
        assert screen.text("#number") == f"{number - 1} / 63"
    finally:
        screen.driver.switch_to.default_content()


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_hostile_name_stays_text_in_the_code(screen: Screen, attack: str) -> None:
    lines = events(log_of(GAME, 2))
    log = written([lines[0] | {"players": [attack, 'Ada & <b>"Ben"\'</b>']}, *lines[1:]])
    screen.open(page_of(log), "#move=3")
    clipboard(screen, allowed=True)
    frame = Frame(copied(screen, "#copy-position"))
    assert frame.tag == "iframe"
    assert set(frame.attributes) == {"src", "title", "width", "height", "loading"}
    assert frame.attributes["title"] == screen.text("title")


def test_a_strange_address_harms_nothing(screen: Screen) -> None:
    """Other words after the question mark leave the page as it is, and never get into what is copied."""
    screen.open(page_of(log_of(GAME, 2)), "?x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&embedded#move=3")
    assert screen.texts("h1")
    clipboard(screen, allowed=True)
    assert copied(screen, "#copy-address") == f"{here(screen).partition('?')[0]}#move=3"


def test_without_scripts_there_is_nothing_to_copy(screen: Screen) -> None:
    screen.scripts(on=False)
    try:
        screen.open(page_of(log_of(GAME, 2)))
        for hidden in ("share", "whole"):
            assert not screen.driver.find_element("id", hidden).is_displayed()
    finally:
        screen.scripts(on=True)
