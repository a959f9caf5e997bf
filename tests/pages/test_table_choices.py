"""What somebody compares and chooses on a phone: numbers can be read, rows stand still, and no step acts by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..replays.serving.visiting import House
from ..rows import daily
from .fingers import MAIN, Fingers, begin, go_on
from .screen import Screen

PHONE = (390, 844)
NEXT = (MAIN, "a.tile:not(.up, .off)", "#boards a.lit", ".tray a.chip", "[data-take]")
HIDDEN = """return [...document.querySelectorAll('.tiles > a.tile:not(.off) use')].flatMap((used) => {
  const copy = document.querySelector(used.getAttribute('href')).cloneNode(true);
  copy.removeAttribute('id');
  used.after(copy);
  const hidden = [...copy.querySelectorAll('text')].filter((text) => /[0-9]/.test(text.textContent)
    && getComputedStyle(text).visibility !== 'hidden' && +getComputedStyle(text).fillOpacity < 1);
  copy.remove();
  return hidden.map((text) => text.textContent);
})"""
"""Numbers on tiles to choose from that are too small to be shown."""
OUT = """const tray = document.querySelector('.tray').getBoundingClientRect();
return [...document.querySelectorAll('.tray .chip, .tile, .tray button')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.top < tray.top - 4 || box.bottom > tray.bottom + 1);
}).map((one) => one.textContent)"""
"""What in the tray is cut by its edge."""


def asked(screen: Screen) -> str:
    screen.wait_until("document.querySelector('#asking.mine, #end') && !document.body.classList.contains('busy')")
    return screen.text("#question")


@pytest.mark.parametrize(
    ("game", "steps"),
    daily([("city_tycoon", 16), ("twentieth_century", 40), ("city_tycoon", 200), ("twentieth_century", 300)]),
)
def test_numbers_on_tiles_to_choose_from_can_be_read(game: str, steps: int, screen: Screen, there: House) -> None:
    """Nobody has to open one after the other to compare them, and nothing in the tray is cut by the button."""
    screen.resize(*PHONE)
    players = {"player0": "Ada", "bot1": "greedy", "bot2": "random"}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    compared = 0
    for step in range(steps):
        question = asked(screen)
        if screen.run("return document.querySelector('#end') !== null"):
            break
        tiles = screen.run("return document.querySelectorAll('.tiles > a.tile:not(.off)').length")
        if 1 < tiles <= 10 and not screen.run("return document.querySelector('.tile.up') !== null"):
            compared += 1
            assert not screen.run(HIDDEN), (step, question)
            assert not screen.run(OUT), (step, question)
        fingers.tap(next(way for way in NEXT if screen.run(f"return !!document.querySelector({way!r})")))
    assert compared > 3


def test_land_is_turned_by_pictures_of_it(screen: Screen, there: House) -> None:
    """The one that is chosen lies on the board as it is turned; a tap on Back takes back the turn alone."""
    screen.resize(*PHONE)
    players = {"player0": "Ada", "bot1": "greedy", "bot2": "random"}
    fingers = Fingers(screen, there, begin(there, "twentieth_century", "play", players))
    for _ in range(120):
        if asked(screen).startswith("Choose how to turn"):
            break
        fingers.tap(next(way for way in NEXT if screen.run(f"return !!document.querySelector({way!r})")))
    drawn = screen.run(
        "return [...document.querySelectorAll('.tray .chip use')].map((one) => one.getAttribute('href'))"
    )
    assert len(drawn) > 1
    assert len({*drawn}) == len(drawn)
    question = asked(screen)
    fingers.tap(".tray .chip:nth-child(2)")
    assert screen.run("return document.querySelector('.ghost use').getAttribute('href')") == drawn[1]
    fingers.tap(".bar a.button")
    assert asked(screen) == question
    assert not screen.run(OUT)


def test_what_is_drawn_is_told_in_rows_that_stand_still(screen: Screen, there: House) -> None:
    """A number holds for one tap; what ends the rows is in view, and the last tap writes the draw down."""
    screen.resize(*PHONE)
    path = begin(there, "between_two_cities", "record", {"player0": "Ada", "player1": "Ben", "player2": "Cleo"})
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    fingers = Fingers(screen, there, path)
    where = (
        "return [...document.querySelectorAll('.palette .chip svg, .tray .find button')]"
        ".map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top])"
    )
    stood, before = screen.run(where), file.read_bytes()
    tray = "document.querySelector('.tray').getBoundingClientRect().bottom"
    assert screen.run(f"return document.querySelector('.tray .find button').getBoundingClientRect().bottom <= {tray}")
    for times in (3, 1, 1):
        if times > 1:
            fingers.tap(f".times a:nth-child({times - 1})")
        fingers.tap(".palette a.chip")
        assert screen.run("return document.querySelector('.times [aria-current]')") is None
        assert [top for _, top in screen.run(where)] == [top for _, top in stood]
        assert [left for left, _ in screen.run(where)][:9] == [left for left, _ in stood][:9]
    assert screen.text(".so-far").endswith(": shop, shop, shop, shop, shop")
    for _ in range(3 * 7 - 5):
        assert file.read_bytes() == before
        fingers.tap(".palette a.chip")
    assert file.read_bytes() != before


def test_an_arrow_tells_that_there_are_more_boards(screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    players = {f"player{seat}": f"Player{seat}" for seat in range(5)} | {"seed": "7"}
    Fingers(screen, there, begin(there, "neom", "record", players))
    sides = "['::before', '::after'].map((side) => getComputedStyle(tabs, side).content).join()"
    for left, shown in (
        (0, 'none,"›"'),
        (9999, '"‹",none'),
    ):  # looked at in one go: the page may be made anew meanwhile
        scrolled = f"(tabs) => {{ tabs.scrollLeft = {left}; return {sides} === '{shown}'; }}"
        screen.wait_until(f"({scrolled})(document.querySelector('#tabs'))")


def test_a_tap_where_the_other_half_of_a_tile_lies_means_this_place(screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    fingers, file = go_on(screen, there, 33)
    before = file.read_bytes()
    fingers.tap("a.tile[aria-label^='a park above']")
    at = screen.run(
        "for (const one of document.querySelectorAll('#boards a.lit:not(.near)')) {"
        "  const box = one.getBoundingClientRect(), x = box.left + box.width / 2, y = box.bottom + box.height / 2;"
        "  const under = document.elementFromPoint(x, y);"
        "  if (box.height > 44 && under && under.closest('#boards svg') && !under.closest('a')) return [x, y];"
        "}"
    )
    screen.touch([at])
    screen.wait_until("!document.body.classList.contains('busy')")
    assert file.read_bytes().splitlines()[len(before.splitlines())].count(b"park/factory")


@pytest.mark.parametrize("how", daily(["record", "play"], 2))
def test_the_form_of_a_game_shows_first_what_a_newcomer_needs(how: str, screen: Screen, there: House) -> None:
    """All else is folded, and sent all the same."""
    screen.resize(*PHONE)
    screen.allow_server(f"http://127.0.0.1:{there.port}/")
    screen.go(f"http://127.0.0.1:{there.port}/new/{how}/between_two_cities")
    seen = screen.run(
        "return [...document.querySelectorAll('form input')].filter((one) => one.checkVisibility()).length"
    )
    assert seen == 4
    if how == "record":
        assert screen.run("return document.querySelector('form .main').getBoundingClientRect().bottom <= innerHeight")
    sent = screen.run("return [...new FormData(document.querySelector('form')).keys()]")
    assert {f"player{seat}" for seat in range(7)} | {"option.seating", "components"} <= {*sent}
    screen.assert_usable_by_everybody()


def test_of_tiles_that_are_alike_the_one_that_was_tapped_is_up(screen: Screen, there: House) -> None:
    screen.resize(*PHONE)
    players = {"player0": "Ada", "bot1": "random", "seed": "7"}  # a hand with tiles that are alike
    fingers = Fingers(screen, there, begin(there, "between_two_cities", "play", players))
    asked(screen)
    tiles = screen.run("return [...document.querySelectorAll('a.tile')].map((tile) => tile.ariaLabel)")
    name = max(tiles, key=tiles.count)
    places = [place for place, tile in enumerate(tiles) if tile == name]
    assert len(places) > 1, tiles
    is_up = "return [...document.querySelectorAll('.tile')].flatMap((tile, at) => tile.matches('.up') ? [at] : [])"
    for place, up in ((places[-1], places[-1:]), (places[0], [places[0], places[-1]]), (places[-1], places[:1])):
        fingers.tap(f".tiles > :nth-child({place + 1})")
        asked(screen)
        assert screen.run(is_up) == up
