"""A game's page in a real browser: stepping through it by keys and by clicks, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import pytest
from selenium.webdriver.common.keys import Keys

from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.registry import game as find_game
from cityleague.replays.pages import position
from cityleague.replays.pages.steps import names_of, walk
from cityleague.replays.replay import ComponentFiles, Replay

from ..rows import daily
from .facts import FACTS, missing
from .games import NAMES, ends_of, events, log_of, page_of, raw_of, written
from .screen import Screen
from .test_game_page import PLACES, hostile_logs

LONG = ("W" * 200, "\u05d0\u05d1\u05d2" * 60, "\u6f22\u5b57" * 90)
"""Names that strain a layout: wide letters, letters from right to left, letters twice as wide."""


def last_of(screen: Screen) -> int:
    """The number of the last move."""
    return int(screen.run("return document.getElementById('slider').max"))


def look(screen: Screen, seat: str) -> None:
    """Choose the seat through whose eyes the page is seen."""
    script = "const seat = document.getElementById('seat'); seat.value = arguments[0]; "
    screen.run(f"{script} seat.dispatchEvent(new Event('change'))", seat)


def slide(screen: Screen, move: int) -> None:
    """Go to a move by the slider."""
    script = "const slider = document.getElementById('slider'); slider.value = arguments[0]; "
    screen.run(f"{script} slider.dispatchEvent(new Event('input'))", move)


def enter(screen: Screen) -> None:
    """Put the focus into the player, where all keys are its own."""
    screen.run("document.getElementById('moves').focus()")


Pieces = Counter[tuple[str, float, float]]
"""Titles, and where on their boards the pieces are."""
Boards = dict[str, list[float]]
"""The left, top, width and height of each board, by its title."""


def pieces(screen: Screen) -> Pieces:
    """The pieces on the boards that have a title."""
    piece = "[title.textContent, ...['x', 'y'].map(name => +title.parentNode.getAttribute(name))]"
    return Counter(
        map(tuple, screen.run(f"return [...document.querySelectorAll('#boards use title')].map(title => {piece})"))
    )


def boards(screen: Screen) -> Boards:
    """How far the boards can ever reach."""
    box = "[one.getAttribute('aria-label'), one.getAttribute('viewBox').split(' ').map(Number)]"
    return dict(screen.run(f"return [...document.querySelectorAll('#boards svg')].map(one => {box})"))


def holds(room: Sequence[float], box: Sequence[float]) -> bool:
    """Whether a box lies in a room, but for what was rounded away."""
    (left, top, wide, high), (x, y, width, height) = room, box
    return left - 0.1 <= x and top - 0.1 <= y and x + width <= left + wide + 0.1 and y + height <= top + high + 0.1


def words(screen: Screen) -> Counter[str]:
    """The headings and tallies of the boards."""
    return Counter([*screen.texts("#boards h3"), *screen.texts(".tallies span")])


def expected(replay: Replay, seat: int | None, titles: Sequence[str]) -> tuple[Pieces, Boards, Counter[str]]:
    """The pieces, boards and words that the drawing of the engine's position has.

    Sheets on which nothing lies are there if they are among the titles of those on the page.
    """
    pictures = pictures_of(replay.setup.game)
    assert pictures
    assert replay.header
    names, view, targets = (
        names_of(replay.header.players),
        replay.state.view(seat),
        cast(Any, targets_of(replay.setup.game)),
    )
    called = targets.titles(replay.setup, view, names)[1] if hasattr(targets, "titles") else {}
    drawn_sheets = pictures.picture(replay.setup, view, names).sheets
    sheets = [
        sheet
        for sheet in [found._replace(title=called.get(found.key, found.title)) for found in drawn_sheets]
        if sheet.tallies or any(piece.symbol.title for piece in sheet.pieces) or sheet.title in titles
    ]
    drawn = [piece for sheet in sheets for piece in sheet.pieces if piece.symbol.title]
    tallies = [f"{name} {value}" for sheet in sheets for name, value in sheet.tallies]
    return (
        Counter([(piece.symbol.title, round(piece.x, 1), round(piece.y, 1)) for piece in drawn]),
        {sheet.title: [sheet.left, sheet.top, sheet.width, sheet.height] for sheet in sheets},
        Counter([*[sheet.title for sheet in sheets], *tallies]),
    )


@pytest.mark.parametrize(
    ("game", "parts", "keys"), daily([*[(game, 2, 5) for game in NAMES[::2]], *[(game, 4, 10_000) for game in NAMES]])
)
def test_a_game_is_stepped_through_to_the_end(screen: Screen, game: str, parts: int, keys: int) -> None:
    """By the slider and so many keys before each stop, then back by clicks; each stop shows what `show` does.

    One game has all that the script knows: pieces that come, go, move and change, boards that grow, hands that only
    their owner sees. Another test, without a browser, proves for every game that its page's data hold every position.
    """
    log = log_of(game, find_game(game).seats[0])
    screen.open(page_of(log))
    static = screen.text("#caption")
    last = last_of(screen)
    enter(screen)
    screen.press(Keys.HOME)
    assert screen.text("#number") == f"0 / {last}"
    ends = ends_of(log)
    stops = [max(end for end in ends if end <= last * part // parts) for part in range(parts + 1)]
    stood: Boards = {}
    for number, following in pairwise([*stops, last]):
        shown = position(raw_of(log), ComponentFiles(), number)
        assert screen.text("#number") == f"{number} / {last}"
        assert screen.texts("#scores b") == [str(sheet.total) for sheet in shown.replay.state.scores()]
        for seat in (None, 0):
            look(screen, "none" if seat is None else str(seat))
            there, rooms = pieces(screen), boards(screen)
            drawn, reach, said = expected(shown.replay, seat, screen.texts(".board h3"))
            assert (there, words(screen)) == (drawn, said)
            assert reach.keys() == rooms.keys()
            mains = screen.texts("#mains h3")
            # A city has its last frame from the beginning; the one for all is as large as what a round builds.
            steady = mains if game in ("between_two_cities", "city_tycoon") else []
            assert all(holds(rooms[title], box) for title, box in reach.items() if title not in steady)
            assert all(holds(rooms[title], stood.setdefault(title, rooms[title])) for title in mains)
            assert game == "city_tycoon" or all(stood[title] == rooms[title] for title in mains)
            stood |= rooms
            if seat is None:
                titles = [title for title, _, _ in there.elements()]
                assert not missing(game, shown.text(None), [*titles, *screen.texts(".tallies span")])
        look(screen, "all")
        screen.run("document.activeElement.blur()")
        slide(screen, begun := max(number, following - keys))
        screen.press(Keys.RIGHT * len([end for end in ends if begun < end <= following]))
    assert FACTS[game](shown.text(None)), "the text says something that was looked for"
    assert screen.text("#number") == f"{last} / {last}"
    assert screen.text("#caption") == static
    for _ in range(3):
        screen.click("#back")
    assert screen.text("#number") == f"{ends[-4]} / {last}"
    screen.click("#first")
    screen.click("#forward")
    assert screen.text("#moves [id] span") in screen.text("#now")
    assert screen.run("return document.querySelector('#moves [id]').ariaCurrent") == "step", "the first line"


def test_going_there_and_back_shows_the_same(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)))
    drawn = "return document.getElementById('boards').innerHTML.replace(/<rect class=.ring.*?<.rect>/g, '')"
    sorted_use = "return [...document.querySelectorAll('#boards use')].map(u => u.outerHTML).sort().join('')"
    enter(screen)
    screen.press(Keys.HOME)
    before = screen.run(sorted_use)
    assert screen.run(drawn)
    screen.press(Keys.END)
    screen.press(Keys.HOME)
    assert screen.run(sorted_use) == before


def test_an_address_leads_to_a_position(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)), "#move=31&seat=1")
    for after, move, seat in (
        ("", 31, "1"),
        ("#seat=all&move=5", 5, "all"),
        ("#seat=none&move=7", 7, "none"),
        ("#move=9999", 63, "none"),
    ):
        if after:
            screen.follow(after)
        assert screen.text("#number") == f"{move} / 63"
        assert screen.run("return document.getElementById('seat').value") == seat


def test_a_bad_address_does_no_harm(screen: Screen) -> None:
    """When the page is opened, and while it is looked at: it stays where it is."""
    screen.open(page_of(log_of("between_two_cities", 3)), "#%zz")
    for number, after in enumerate(["", "#move=-1", "#move=x&seat=99", "#<script>alert(1)</script>", "#move=1e9"]):
        if after:
            screen.follow(after)
        assert screen.text("#number") == f"{63 - number} / 63"
        screen.press(Keys.LEFT)
        assert screen.text("#number") == f"{62 - number} / 63"
        assert screen.run("return document.getElementById('seat').value") == "all"


def test_a_seat_does_not_see_what_others_choose_in_secret(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)), "#move=3&seat=1")
    assert screen.text("#m1 span") == "chose in secret"
    assert screen.text("#m2 span").startswith("picks")
    assert screen.texts("#scores b")
    assert [title for title in screen.texts(".board h3") if "Hand" in title] == ["Hand of greedy#2"]


@pytest.mark.exhaustive
def test_a_seat_is_not_told_scores_that_others_hide(screen: Screen) -> None:
    screen.open(page_of(log_of("twentieth_century", 3)), "#move=99&seat=1")
    assert not screen.texts("#scores b")
    assert screen.run("return getComputedStyle(document.querySelector('.card.points')).visibility") == "hidden"
    look(screen, "all")
    assert len(screen.texts("#scores b")) == 3


def test_keys_step_by_round_and_play(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)))
    enter(screen)
    screen.press(Keys.HOME)
    screen.press(Keys.PAGE_DOWN)
    second = int(screen.text("#number").split(" ")[0])
    assert (
        screen.run("return document.querySelector(`#m${arguments[0] + 1}`).previousElementSibling.textContent", second)
        == "Round 2"
    )
    screen.press(Keys.PAGE_UP)
    assert screen.text("#number") == "0 / 63"
    screen.press(Keys.SPACE)
    assert screen.run("return document.getElementById('play').getAttribute('aria-label')") == "Stop"
    screen.press(Keys.SPACE)
    assert screen.run("return document.getElementById('play').getAttribute('aria-label')") == "Play"


def test_in_what_is_told_keys_scroll_and_everywhere_else_they_step(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)))
    screen.panel("score")
    screen.run("document.getElementById('of-score').focus()")
    screen.press(Keys.PAGE_DOWN)
    screen.wait_until("document.getElementById('of-score').scrollTop > 0")
    assert screen.text("#number") == "63 / 63"
    screen.press(Keys.LEFT)
    assert screen.text("#number") == "62 / 63"
    screen.run("document.activeElement.blur()")
    for key, number in ((Keys.HOME, 0), (Keys.PAGE_DOWN, 27), (Keys.END, 63)):
        screen.press(key)
        assert screen.text("#number") == f"{number} / 63"
    assert screen.run("return [scrollX, scrollY]") == [0, 0]


@pytest.mark.parametrize("game", daily(NAMES))
def test_it_fits_on_a_phone_and_on_a_screen(screen: Screen, game: str) -> None:
    screen.resize(390, 800)
    screen.open(page_of(log_of(game, find_game(game).seats[-1])), "#move=20")
    screen.assert_fits()
    boxes = "[...document.querySelectorAll('button')].map(one => one.getBoundingClientRect()).filter(box => box.width)"
    assert screen.run(f"return Math.min(...{boxes}.flatMap(box => [box.width, box.height]))") >= 44
    screen.resize(1280, 900)
    screen.assert_fits()


@pytest.mark.parametrize(("game", "all_of_it"), daily([("neom", False), *[(game, True) for game in NAMES]]))
def test_everybody_can_use_it_in_the_dark_too(screen: Screen, game: str, all_of_it: bool) -> None:
    """On a phone in the dark; on a desktop in the light, every day for its colours alone."""
    screen.resize(390, 800)
    screen.scheme("dark")
    screen.open(page_of(log_of(game, find_game(game).seats[0])), "#move=20")
    screen.assert_usable_by_everybody()
    screen.resize(1280, 900)
    screen.scheme("light")
    if all_of_it:
        screen.assert_usable_by_everybody()
    else:
        screen.assert_colours_usable_by_everybody()


@pytest.mark.exhaustive
def test_long_names_keep_the_layout(screen: Screen) -> None:
    lines = events(log_of("between_two_cities", 3))
    log = written([lines[0] | {"players": LONG}, *lines[1:]])
    for width in (390, 1280):
        screen.resize(width, 800)
        screen.open(page_of(log), "#move=20")
        screen.assert_fits()


HOSTILE = list(hostile_logs())
assert len(HOSTILE) == PLACES * len({attack for attack, _ in HOSTILE})
SOME = [HOSTILE[number * PLACES + number % PLACES] for number in range(len(HOSTILE) // PLACES)]
"""Each attack, and each place of a log, at least once; that all of them stay text is tested without a browser."""


@pytest.mark.parametrize(("attack", "log"), daily([*SOME, *[pair for pair in HOSTILE if pair not in SOME]], len(SOME)))
def test_nothing_in_a_log_runs(screen: Screen, attack: str, log: bytes) -> None:
    """An alert would stop the driver, and the policy would write to the console."""
    screen.open(page_of(log))
    assert attack[:3] in screen.text("body")
    assert not screen.run("return document.querySelectorAll('img, iframe, [onerror], [onload]').length")


def test_without_scripts_the_end_is_shown(screen: Screen) -> None:
    log = log_of("between_two_cities", 3)
    screen.scripts(on=False)
    try:
        screen.open(page_of(log))
        boards = screen.driver.find_elements("css selector", "#boards use")
        assert len(boards) > 40
        assert not screen.driver.find_element("id", "controls").is_displayed()
        assert re.match(r".*\d", screen.driver.find_element("css selector", ".sheets h3").text)
    finally:
        screen.scripts(on=True)


STEPS = """
    const slider = document.getElementById("slider");
    for (let step = 0; step <= +slider.max; step++) {
      slider.value = step;
      slider.dispatchEvent(new Event("input"));
      for (const svg of document.querySelectorAll("#boards svg")) svg.getBoundingClientRect();  // all is laid out
    }
    return +slider.max + 1;
"""
WORK = "let sum = 0; for (let i = 0; i < 3e6; i++) sum = (sum * 31 + i) % 1000003; return sum % 1 + 1;"
"""It takes a processor 15 ms on which a step is to take 5."""


def spent(screen: Screen, script: str) -> float:
    """Seconds of the processor, whatever else it has to do, for each of what the script counts."""

    def passed() -> float:
        metrics = screen.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    screen.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    begun = passed()
    count = screen.run(script)
    return (passed() - begun) / float(count)


@pytest.mark.parametrize(
    ("game", "width"), daily([(game, width) for game in ("city_tycoon", *NAMES) for width in (390, 1280)])
)
def test_a_step_is_quick(screen: Screen, game: str, width: int) -> None:
    """5 ms at most: a third of what a fixed piece of work takes on the same machine at the same time."""
    screen.resize(width, 844)
    screen.open(page_of(log_of(game, 3)))
    assert min(spent(screen, STEPS) for _ in range(3)) <= min(spent(screen, WORK) for _ in range(3)) / 3


def test_a_tile_flies_from_the_hand_to_its_place(screen: Screen) -> None:
    """By the step that lays it, not where several moves are skipped, nor for people who want nothing to move."""
    log = log_of("neom", 3)
    moves = [step.move.words for step in walk(raw_of(log), ComponentFiles()).steps if step.move]
    laid = next(number for number, words in enumerate(moves, 1) if words.startswith("builds "))
    screen.open(page_of(log))
    try:
        for moving, before, flies in ((False, laid - 1, False), (True, laid - 2, False), (True, laid - 1, True)):
            screen.motion(on=moving)
            slide(screen, before)
            script = "const slider = document.getElementById('slider'); slider.value = arguments[0]; "
            script += "slider.dispatchEvent(new Event('input')); return document.querySelectorAll('.flying').length"
            assert bool(screen.run(script, laid)) == flies
        screen.wait_until("!document.querySelector('.flying')")
    finally:
        screen.motion(on=False)
