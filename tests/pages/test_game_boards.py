"""What a person does with the boards of a game's page: sees what has changed, looks closely, zooms, pans, swipes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from selenium.webdriver.common.keys import Keys

from cityleague.engine.registry import game as find_game

from ..rows import daily
from .games import NAMES, log_of, page_of
from .screen import Screen

PHONE, DESKTOP = (390, 844), (1280, 800)

Point = tuple[float, float]


class Box(NamedTuple):
    """A part of the screen."""

    left: float
    top: float
    right: float
    bottom: float

    def is_in(self, other: Box) -> bool:
        """Whether all of it is, with the line round it."""
        return (
            other.left <= self.left - LINE
            and self.right + LINE <= other.right
            and other.top <= self.top - LINE
            and self.bottom + LINE <= other.bottom
        )

    def lower(self, by: float) -> Box:
        """The same, so far down."""
        return self._replace(top=self.top + by, bottom=self.bottom + by)

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


BOX = "const box = (one) => { const it = one.getBoundingClientRect(); return [it.left, it.top, it.right, it.bottom] };"
FIND = (
    "const piece = [...document.querySelectorAll('#boards use')].find(one => one.textContent.startsWith(arguments[0]));"
)


def box(screen: Screen, selector: str, number: int = 0) -> Box:
    """Where an element stands."""
    script = "return box(document.querySelectorAll(arguments[0])[arguments[1]])"
    return Box(*screen.run(f"{BOX} {script}", selector, number))


def piece(screen: Screen, words: str) -> Box:
    """Where the first piece stands whose words begin so."""
    return Box(*screen.run(f"{BOX} {FIND} return box(piece)", words))


def in_view(screen: Screen, words: str) -> Box:
    """The same, once the page has scrolled to it."""
    screen.run(f"{FIND} piece.scrollIntoView({{block: 'center'}})", words)
    return piece(screen, words)


def tap(screen: Screen, point: Point) -> None:
    """Tap with a finger."""
    screen.touch([point])


def line(start: Point, end: Point) -> list[Point]:
    """The way of a finger."""
    return [(start[0] + (end[0] - start[0]) * i / 10, start[1] + (end[1] - start[1]) * i / 10) for i in range(11)]


def page(game: str) -> str:
    """A page with a game of three."""
    return page_of(log_of(game, 3))


# -- what has changed

ALL_STEPS = f"""{BOX}
const bar = document.getElementById('controls'), step = document.getElementById('forward'), steps = [];
const rooms = () => [...document.querySelectorAll('.board > .scroll')];
const tops = () => new Map(rooms().map(one => [one, one.getBoundingClientRect().top]));
document.getElementById('first').click();
for (let left = document.getElementById('slider').max; left > 0; left--) {{
  const before = tops(), y = scrollY;
  step.click();
  const after = tops(), moved = ring => after.get(ring) - (before.get(ring) ?? NaN);
  const rings = [...document.querySelectorAll('#boards .ring')];
  steps.push([rings.map(ring => [box(ring), moved(ring.closest('.scroll'))]), box(bar), scrollY - y]);
}}
return steps"""
"""After each step: the rings, each with how far its board moved on the screen; the controls; how far one scrolled."""

LINE = 2
"""Half of how broad the line of a ring is, in pixels."""


@pytest.mark.parametrize(
    ("game", "size"),
    daily([*[(game, PHONE) for game in NAMES], *[(game, DESKTOP) for game in NAMES]], 2),
    ids=str,
)
def test_what_a_move_changes_is_in_view(screen: Screen, game: str, size: tuple[int, int]) -> None:
    """After each move of a game; what the controls cover is not in view. What was in view already stays where it is.

    Where the rings stand too far apart for the screen, the largest is in view.
    """
    screen.resize(*size)
    screen.open(page_of(log_of(game, max(2, find_game(game).seats[0]))))
    steps = screen.run(ALL_STEPS)
    for number, (told, bar, scrolled) in enumerate(steps, 1):
        free = free_of(Box(*bar), size)
        rings = {Box(*ring): moved for ring, moved in told}
        if not rings:
            continue
        apart = max([ring.bottom for ring in rings]) - min([ring.top for ring in rings])
        most = max([ring.area for ring in rings])
        if apart < free.bottom - free.top - 20:
            assert all(ring.is_in(free) for ring in rings), f"move {number}"
        else:
            assert any(ring.is_in(free) for ring in rings if ring.area > most - 1), f"move {number}"
        well_in = free._replace(top=free.top + LINE, bottom=free.bottom - LINE)
        if scrolled and all(ring.lower(scrolled).is_in(well_in) for ring in rings):
            assert max([abs(moved) for moved in rings.values()]) < 1, f"move {number}"
    assert sum(bool(told) for told, _, _ in steps) > len(steps) / 4


def free_of(bar: Box, size: tuple[int, int]) -> Box:
    """What the controls leave of the screen."""
    width, height = size
    return Box(0, bar.bottom, width, height) if bar.top < height / 2 else Box(0, 0, width, bar.top)


@pytest.mark.exhaustive
def test_a_zoomed_board_shows_what_has_changed_on_it(screen: Screen) -> None:
    screen.resize(390, 844)
    screen.open(page("city_tycoon"), "#move=300")
    for _ in range(3):
        screen.click(LARGER)
    changed = 0
    while changed < 3:
        screen.click("#forward")
        rings = [box(screen, ".zoomed .ring", i) for i in range(screen.run(COUNT, ".zoomed .ring"))]
        room = box(screen, ".zoomed")
        assert not rings or any(ring.is_in(room) for ring in rings)
        changed += bool(rings)


COUNT = "return document.querySelectorAll(arguments[0]).length"
LARGER = ".zoom [aria-label='Larger']"
SMALLER = ".zoom [aria-label='Smaller']"

# -- a piece, large


def is_open(screen: Screen) -> bool:
    return bool(screen.run("return document.getElementById('closeup').open"))


@pytest.mark.parametrize(
    ("game", "words"),
    daily(
        [
            ("between_two_cities", "a park"),
            ("card_city_xl", "commerce"),
            ("city_tycoon", "III-"),
            ("neom", "the origin"),
            ("twentieth_century", "land L"),
        ],
        2,
    ),
)
def test_a_tap_shows_a_piece_large_with_its_words(screen: Screen, game: str, words: str) -> None:
    screen.resize(390, 844)
    screen.open(page(game))
    for close in ("tap", "escape"):
        there = in_view(screen, words)
        tap(screen, there.middle)
        screen.wait_until("document.getElementById('closeup').open")
        assert screen.texts("#closeup .words li")[0].startswith(words)
        large = box(screen, "#closeup .picture svg")
        assert large.area > 4 * there.area
        assert box(screen, "#closeup").is_in(Box(0, 0, 390, 844))
        if close == "tap":
            tap(screen, large.middle)
        else:
            screen.press(Keys.ESCAPE)
        screen.wait_until("!document.getElementById('closeup').open")


def test_a_piece_is_told_with_all_that_lies_on_it(screen: Screen) -> None:
    screen.open(page("twentieth_century"))
    tap(screen, in_view(screen, "start land").middle)
    told = screen.texts("#closeup .words li")
    assert told[0].startswith("start land")
    assert "citizen in city a" in told
    assert screen.text("#closeup .where") in screen.texts(".board h3")


def test_keys_go_through_the_pieces_of_a_hand(screen: Screen) -> None:
    """Enter where a board has the focus; the arrows then turn to its other pieces, and Escape leads back."""
    screen.open(page("between_two_cities"), "#move=5")
    hand = "[...document.querySelectorAll('.board')].find(one => one.textContent.includes('Hand of greedy#2'))"
    screen.run(f"{hand}.querySelector('.scroll').focus()")
    pieces = screen.run(f"return [...{hand}.querySelectorAll('use')].map(one => one.textContent)")
    screen.press(Keys.ENTER)
    told = []
    for _ in [words for words in pieces if words]:
        told += screen.texts("#closeup .words li")
        screen.press(Keys.RIGHT)
    assert sorted(told) == sorted([words for words in pieces if words])
    assert screen.texts("#closeup .words li") == told[:1]
    screen.press(Keys.LEFT)
    assert screen.texts("#closeup .words li") == told[-1:]
    screen.click("#closeup .after")
    assert screen.texts("#closeup .words li") == told[:1]
    assert screen.text("#number").startswith("5 /")
    screen.press(Keys.ESCAPE)
    assert not is_open(screen)
    assert screen.run(f"return document.activeElement === {hand}.querySelector('.scroll')")


@pytest.mark.parametrize(("game", "words"), daily([("between_two_cities", "a park"), ("city_tycoon", "III-")]))
def test_everybody_can_use_what_is_shown_large(screen: Screen, game: str, words: str) -> None:
    screen.resize(390, 844)
    screen.open(page(game))
    tap(screen, in_view(screen, words).middle)
    assert is_open(screen)
    screen.assert_usable_by_everybody("#closeup")
    screen.scheme("dark")
    screen.assert_colours_usable_by_everybody("#closeup")
    buttons = [box(screen, "#closeup button", number) for number in range(3)]
    assert min([min(button.right - button.left, button.bottom - button.top) for button in buttons]) >= 44


def test_where_nothing_lies_nothing_is_shown(screen: Screen) -> None:
    screen.open(page("city_tycoon"), "#move=0")
    corner = box(screen, ".board .scroll > svg")
    tap(screen, (corner.left + 3, corner.top + 3))
    assert not is_open(screen)


# -- zooming and panning


def scale(screen: Screen) -> float:
    """How many pixels a unit of the first board has."""
    script = "const svg = document.querySelector('.board > .scroll > svg'); return svg.getBoundingClientRect().width"
    return float(screen.run(f"{script} / svg.viewBox.baseVal.width"))


def test_buttons_zoom_a_board_that_is_small(screen: Screen) -> None:
    screen.resize(390, 844)
    screen.open(page_of(log_of("city_tycoon", 3)))
    screen.wait_until("document.querySelector('.zoom').checkVisibility()")
    before = scale(screen)
    assert before < 0.5
    for _ in range(4):
        screen.click(LARGER)
    assert scale(screen) > 2
    screen.assert_fits()
    screen.assert_usable_in_any_colours("#boards")
    for _ in range(4):
        screen.click(SMALLER)
    assert scale(screen) == pytest.approx(before)
    assert not screen.run(COUNT, ".zoomed")
    screen.resize(1280, 900)
    screen.open(page("between_two_cities"))
    screen.wait_until("!document.querySelector('.zoom').checkVisibility()")


def test_two_fingers_zoom_a_board_and_one_pans_it(screen: Screen) -> None:
    """What the fingers hold stays below them; the page itself does not move sideways, nor does it step."""
    screen.resize(390, 844)
    screen.open(page("city_tycoon"))
    at, before = in_view(screen, "start centre"), scale(screen)
    x, y = at.middle
    screen.touch(line((x - 20, y), (x - 100, y)), line((x + 20, y), (x + 100, y)))
    assert scale(screen) == pytest.approx(5 * before, rel=0.05)
    assert screen.run("return visualViewport.scale") == 1
    held = piece(screen, "start centre")
    assert held.middle[0] == pytest.approx(x, abs=8)
    number, left = screen.text("#number"), screen.run("return document.querySelector('.zoomed').scrollLeft")
    room = box(screen, ".zoomed").middle
    screen.touch(line(room, (room[0] + 150, room[1])))
    screen.wait_until(f"document.querySelector('.zoomed').scrollLeft < {left} - 50")
    assert screen.text("#number") == number
    assert screen.run("return scrollX") == 0
    screen.touch(line((x - 100, y), (x - 10, y)), line((x + 100, y), (x + 10, y)))
    assert scale(screen) == pytest.approx(before)


def test_the_wheel_zooms_with_ctrl_and_the_mouse_drags(screen: Screen) -> None:
    screen.open(page("city_tycoon"))
    before, (x, y) = scale(screen), in_view(screen, "start centre").middle
    wheel(screen, x, y, -300, ctrl=True)
    screen.wait_until("document.querySelector('.zoomed') !== null")
    assert scale(screen) > 2 * before
    assert piece(screen, "start centre").middle[0] == pytest.approx(x, abs=8)
    left = screen.run("return document.querySelector('.zoomed').scrollLeft")
    for kind, far in (("mousePressed", 0), ("mouseMoved", 40), ("mouseMoved", 80), ("mouseReleased", 80)):
        mouse(screen, type=kind, x=x - far, y=y, button="left", buttons=1, clickCount=1)
    assert screen.run("return document.querySelector('.zoomed').scrollLeft") == left + 80
    assert not is_open(screen)
    wheel(screen, x, y, 900, ctrl=True)
    screen.wait_until("document.querySelector('.zoomed') === null")
    top = screen.run("return scrollY")
    wheel(screen, x, y, -100, ctrl=False)
    screen.wait_until(f"scrollY < {top}")
    assert scale(screen) == pytest.approx(before)


def wheel(screen: Screen, x: float, y: float, down: float, *, ctrl: bool) -> None:
    mouse(screen, type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down, modifiers=2 * ctrl)


def mouse(screen: Screen, **event: Any) -> None:
    screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)


# -- swiping


def test_a_swipe_steps_and_the_page_still_scrolls(screen: Screen) -> None:
    screen.resize(390, 844)
    screen.open(page("between_two_cities"), "#move=20")
    middle = in_view(screen, "a ").middle
    for end, number in (
        ((middle[0] - 120, middle[1] + 20), "21 / 63"),
        ((middle[0] + 120, middle[1] - 20), "20 / 63"),
        ((middle[0] - 20, middle[1] + 10), "20 / 63"),
        ((middle[0] - 60, middle[1] - 100), "20 / 63"),
    ):
        screen.run("document.getElementById('closeup').close()")
        screen.touch(line(middle, end))
        assert screen.text("#number") == number
    screen.run("scrollTo(0, 0)")
    screen.touch(line((middle[0], 600), (middle[0], 300)))
    screen.wait_until("scrollY > 100")
    assert screen.text("#number") == "20 / 63"
