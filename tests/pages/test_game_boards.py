"""What a person does with the boards of a game's page: sees what has changed, looks closely, zooms, pans, swipes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from selenium.webdriver.common.keys import Keys

from cityleague.engine.registry import game as find_game

from ..rows import daily
from .games import NAMES, log_of, page_of
from .screen import Screen

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

    def wider(self, by: float) -> Box:
        """The same, and so much round it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


BOX = "const box = (one) => { const it = one.getBoundingClientRect(); return [it.left, it.top, it.right, it.bottom] };"
FIND = (
    "const piece = [...document.querySelectorAll('#boards use')]"
    ".find(one => one.textContent.startsWith(arguments[0]) && one.getClientRects().length);"
)


def box(screen: Screen, selector: str, number: int = 0) -> Box:
    """Where an element stands."""
    script = "return box(document.querySelectorAll(arguments[0])[arguments[1]])"
    return Box(*screen.run(f"{BOX} {script}", selector, number))


def piece(screen: Screen, words: str) -> Box:
    """Where the first piece stands whose words begin so."""
    return Box(*screen.run(f"{BOX} {FIND} return box(piece)", words))


def in_view(screen: Screen, words: str) -> Box:
    """The same, once its board is shown."""
    for number in range(screen.run(COUNT, "#tabs button")):
        if screen.run(f"{FIND} return Boolean(piece)", words):
            break
        screen.run("document.querySelectorAll('#tabs button')[arguments[0]].click()", number)
    screen.run(f"{FIND} piece.scrollIntoView({{block: 'nearest', inline: 'nearest'}})", words)
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


# -- a room that stands still

ALL_STEPS = f"""{BOX}
const step = document.getElementById('forward'), steps = [], room = document.getElementById('boards');
const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
document.getElementById('first').click();
for (let left = document.getElementById('slider').max; left > 0; left--) {{
  step.click();
  const rings = [...document.querySelectorAll('#boards .ring')], main = (ring) => Boolean(ring.closest('#mains'));
  steps.push({{
    rings: rings.map((ring) => [main(ring), ring.getClientRects().length ? box(ring) : null]),
    stands: Object.fromEntries(shown('#mains .board').map((one) => [one.querySelector('h3').textContent, box(one)])),
    share: shown('.board').map(box).reduce((sum, [x, y, right, bottom]) => sum + (right - x) * (bottom - y), 0)
      / innerWidth / innerHeight,
    room: box(room),
    sizes: [room.scrollTop, room.scrollLeft, scrollX, scrollY],
    controls: shown('#now, #curve, #slider, #controls button').map(box),
  }});
}}
return steps"""
"""After each step: rings, each with whether it is on a board, and where; where boards stand; what is in view."""

SMALL, PHONE, ACROSS, TABLET, DESKTOP = (360, 800), (390, 844), (844, 390), (768, 1024), (1280, 800)
SHARES = {SMALL: 0.42, PHONE: 0.42, TABLET: 0.42, DESKTOP: 0.44}
"""The least part of the screen that boards take."""
BEGINS = 52
"""How far down the room of the boards begins at most, in pixels."""
LINE = 2
"""Half of how broad the line of a ring is, in pixels."""


@pytest.mark.parametrize(
    ("game", "size"),
    daily([(game, size) for size in (PHONE, DESKTOP, SMALL, ACROSS, TABLET) for game in NAMES], 2),
    ids=str,
)
def test_boards_stand_still_and_what_a_move_changes_is_in_view(
    screen: Screen, game: str, size: tuple[int, int]
) -> None:
    """After each move of a game; nothing scrolls but what lies beside the boards."""
    screen.resize(*size)
    screen.open(page_of(log_of(game, max(2, find_game(game).seats[0]))))
    steps = screen.run(ALL_STEPS)
    stood: dict[str, list[float]] = {}
    for number, step in enumerate(steps, 1):
        room = Box(*step["room"])
        for title, place in step["stands"].items():
            assert stood.setdefault(title, place) == place, (number, title)
        assert room.top <= BEGINS
        assert step["share"] >= SHARES.get(size, 0), number
        assert not any(step["sizes"]), number
        for part in step["controls"]:
            assert Box(*part).is_in(Box(-LINE, -LINE, size[0] + LINE, size[1] + LINE)), (number, part)
        on_boards = [ring for is_main, ring in step["rings"] if is_main] or [ring for _, ring in step["rings"]]
        seen = [Box(*ring) for ring in on_boards if ring]
        assert bool(seen) == bool(on_boards), f"move {number}"
        assert not seen or any(ring.is_in(room.wider(LINE)) for ring in seen), f"move {number}"
    assert sum(bool(step["rings"]) for step in steps) > len(steps) / 4


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


def test_a_tile_tells_what_it_scores_as_the_rules_do(screen: Screen) -> None:
    """In the words of the list beside the scores, which stand in the rules; the score tab says which city counts."""
    screen.open(page("between_two_cities"))
    rules = " ".join(find_game("between_two_cities").file("RULES.md").decode().split())
    listed = [" ".join(words.split()) for words in screen.run(LISTED)]
    assert len(listed) == 6
    assert all(f"**{words.replace(':', '**:', 1)}" in rules for words in listed)
    screen.panel("score")
    assert any("lower city" in words and words in rules for words in screen.texts("#of-score p"))
    for title, heads in (("a tavern", ["taverns"]), ("a shop above a factory", ["shops", "factories"])):
        tap(screen, in_view(screen, title).middle)
        _, *told = screen.texts("#closeup .words li")
        assert [words.partition(":")[0] for words in told] == heads
        assert {" ".join(words.split()) for words in told} <= {*listed}
        screen.run("document.getElementById('closeup').close()")


def test_what_begins_like_a_category_is_not_told_its_rule(screen: Screen) -> None:
    made = page("between_two_cities")
    for title, heads in (("a park", ["parks"]), ("a parking lot", [])):
        screen.open(made.replace('"a park"', f'"{title}"'))
        tap(screen, in_view(screen, title).middle)
        named, *told = screen.texts("#closeup .words li")
        assert (named, [words.partition(":")[0] for words in told]) == (title, heads)


LISTED = "return [...document.querySelectorAll('#scoring li')].map((one) => one.textContent)"


def test_a_piece_is_told_with_all_that_lies_on_it(screen: Screen) -> None:
    screen.open(page("twentieth_century"))
    tap(screen, in_view(screen, "start land").middle)
    told = screen.texts("#closeup .words li")
    assert told[0].startswith("start land")
    assert "citizen in city a" in told
    assert screen.text("#closeup .where") in screen.texts(".board h3")


@pytest.mark.exhaustive
def test_keys_go_through_the_pieces_of_a_hand(screen: Screen) -> None:
    """Enter where a board has the focus; the arrows then turn to its other pieces, and Escape leads back."""
    screen.open(page("between_two_cities"), "#move=5")
    hand = "[...document.querySelectorAll('.board')].find(one => one.textContent.includes('Hand of greedy#2'))"
    screen.run(f"{hand}.querySelector('.scroll').focus()")
    pieces = screen.run(f"return [...{hand}.querySelectorAll('use')].map(one => one.textContent)")
    screen.press(Keys.ENTER)
    told = []
    for _ in [words for words in pieces if words]:
        told += screen.texts("#closeup .words li")[:1]  # then what it scores
        screen.press(Keys.RIGHT)
    assert sorted(told) == sorted([words for words in pieces if words])
    assert screen.texts("#closeup .words li")[:1] == told[:1]
    screen.press(Keys.LEFT)
    assert screen.texts("#closeup .words li")[:1] == told[-1:]
    screen.click("#closeup .after")
    assert screen.texts("#closeup .words li")[:1] == told[:1]
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


@pytest.mark.exhaustive
def test_where_nothing_lies_nothing_is_shown(screen: Screen) -> None:
    screen.open(page("city_tycoon"), "#move=0")
    corner = box(screen, ".board .scroll > svg")
    tap(screen, (corner.left + 3, corner.top + 3))
    assert not is_open(screen)


LETTERS_SEEN = """
const svg = document.querySelector('.board.shown svg'), found = [];
for (const used of [...svg.querySelectorAll('use')]) {
  const drawn = document.querySelector(used.getAttribute('href')).cloneNode(true);
  svg.append(drawn);
  for (const one of drawn.querySelectorAll('text')) {
    const look = getComputedStyle(one), scale = one.getScreenCTM().a;
    if (look.visibility === 'visible' && look.display !== 'none' && one.textContent)
      found.push([one.textContent, parseFloat(look.fontSize) * scale]);
  }
  drawn.remove();
}
return found"""
"""The letters on the board that is shown, as they look in its symbols, and how high they are in pixels."""


@pytest.mark.parametrize("move", daily(["", "#move=60", "#move=300"], 1))
def test_the_city_of_a_phone_has_letters_to_read_and_no_others(screen: Screen, move: str) -> None:
    """It is as large as what is built in a round; there and back it looks the same, and close by it tells all."""
    screen.resize(390, 844)
    screen.open(page("city_tycoon"), move)
    screen.wait_until("document.querySelector('.board.shown .far') !== null")
    seen = screen.run(LETTERS_SEEN)
    assert min(size for _, size in seen) >= 7.5
    named = [words.split()[0] for words, _ in seen if "-" in words]
    assert len(named) > 10
    assert len(seen) < 3 * len(named), "no prices, no demands"
    here = box(screen, ".board.shown .scroll")
    tiles = screen.run(f"{BOX} return [...document.querySelectorAll('.board.shown g+g+g use')].map(box)")
    assert all(here.left <= left and right <= here.right for left, _, right, _ in tiles)
    assert max(right for _, _, right, _ in tiles) - min(left for left, *_ in tiles) > 0.7 * (here.right - here.left)
    look = "return document.querySelector('.board.shown svg').getAttribute('viewBox')"
    before = screen.run(look)
    screen.click("#first")
    assert screen.run(look) != before or move == "#move=60", "it grows by rounds"
    screen.wait_until("location.hash === '#move=0'")
    screen.run("location.hash = arguments[0]", move or "#move=999")
    screen.wait_until("location.hash !== '#move=0' && !document.querySelector('#number').textContent.startsWith('0')")
    assert screen.run(look) == before
    for _ in range(3):
        screen.click(LARGER)
    assert len(screen.run(LETTERS_SEEN)) > 5 * len(named), "all that is on the tiles"


# -- zooming and panning


def scale(screen: Screen) -> float:
    """How many pixels a unit of the first board has."""
    return float(screen.run("return document.querySelector('.board > .scroll > svg').getScreenCTM().a"))


@pytest.mark.exhaustive
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
    assert not screen.run(COUNT, ".zoom"), "the browser zooms boards that fit"


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
    assert scale(screen) == pytest.approx(before)


def wheel(screen: Screen, x: float, y: float, down: float, *, ctrl: bool) -> None:
    mouse(screen, type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down, modifiers=2 * ctrl)


def mouse(screen: Screen, **event: Any) -> None:
    screen.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)


# -- swiping


def test_a_swipe_steps_from_side_to_side_alone(screen: Screen) -> None:
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
