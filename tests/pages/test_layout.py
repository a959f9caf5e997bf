"""How a game's page uses its room: boards, empty hands, charts, print; on a desktop, on a phone and in the dark."""

from __future__ import annotations

import re
from base64 import b64decode
from itertools import combinations, pairwise
from typing import Any

import pytest

from cityleague.engine.registry import game as find_game
from cityleague.replays.pages import game_page
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import ComponentFiles

from ..evenings import evening
from ..rows import daily
from .games import NAMES, events, log_of, page_of, raw_of, written
from .screen import Screen

MOST_PAGES = {"between_two_cities": 2, "card_city_xl": 3, "city_tycoon": 6, "neom": 4, "twentieth_century": 6}
"""How many pages a game of three takes, printed on A4."""


def boxes(screen: Screen, selector: str) -> list[dict[str, float]]:
    """Where on the page elements are."""
    box = "(({left, top, right, bottom}) => ({left, top, right, bottom}))(one.getBoundingClientRect())"
    return list(screen.run(f"return [...document.querySelectorAll(arguments[0])].map(one => {box})", selector))


def test_names_without_a_blank_fit_a_phone(screen: Screen) -> None:
    header, *lines = events(log_of("between_two_cities", 3))
    long = {"place": "T" * 200, "id": "W" * 200, "players": ["A" * 200, "B" * 200, "C" * 200]}
    page = page_of(written([header | long, *lines]))
    for width in (390, 1280):
        screen.resize(width, 844)
        screen.open(page)
        screen.assert_fits()


# -- boards


def test_three_cities_stand_beside_each_other(screen: Screen) -> None:
    screen.resize(1265, 900)  # 1280 less a scroll bar
    for move in ("#move=0", "#move=30", ""):
        screen.open(page_of(log_of("between_two_cities", 3)), move)
        cities = boxes(screen, ".board")[:3]
        assert len({round(city["top"]) for city in cities}) == 1
        assert all(city["right"] <= other["left"] for city, other in pairwise(cities))


@pytest.mark.parametrize("game", daily(NAMES, 2))
def test_no_board_is_empty_and_without_scripts_the_same_are_there(screen: Screen, game: str) -> None:
    screen.open(page_of(log_of(game, 3)))
    there = len(boxes(screen, ".board"))
    assert not screen.run(
        "return [...document.querySelectorAll('.board')].filter(one => !one.querySelector('title')).length"
    )
    screen.scripts(on=False)
    try:
        screen.open(page_of(log_of(game, 3)))
        assert len(screen.driver.find_elements("css selector", ".board")) == there
    finally:
        screen.scripts(on=True)


def used(sheet: Any) -> bool:
    """Whether something lies on a sheet, or is counted beside it."""
    return bool(sheet.tallies) or any(piece.symbol.title for piece in sheet.pieces)


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_what_is_empty_for_good_takes_no_room(game: str) -> None:
    """Each sheet goes once, at most: the page does not jump to and fro."""
    steps = walk(raw_of(log_of(game, 3)), ComponentFiles()).steps
    keys = {sheet.key: sheet.owner for step in steps for sheet in step.picture.sheets}
    for key, owner in keys.items():
        there = [
            "".join("u" if used(sheet) else "e" for sheet in step.picture.sheets if sheet.key == key) for step in steps
        ]
        course = "".join(letter or "-" for letter in there)
        assert not course.endswith("e"), key
        assert re.fullmatch(r"[ue]*-*", course.lstrip("-") if owner is not None else course), key


def test_a_game_that_is_not_over_keeps_its_boards() -> None:
    lines = events(log_of("between_two_cities", 3))
    first = next(i for i, line in enumerate(lines) if "move" in line)
    (step,) = walk(raw_of(written(lines[:first])), ComponentFiles()).steps
    assert [sheet.key for sheet in step.picture.sheets if sheet.owner is None] == [
        "city 0",
        "city 1",
        "city 2",
        "revealed",
    ]


# -- charts


@pytest.mark.parametrize(("game", "seats"), daily([(game, seats) for seats in (-1, 0) for game in NAMES]))
def test_the_points_have_legible_letters_and_names_apart(screen: Screen, game: str, seats: int) -> None:
    screen.open(page_of(log_of(game, find_game(game).seats[seats])))
    screen.panel("score")
    for width in (390, 1280):
        screen.resize(width, 900)
        scale = "parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a"
        sizes = screen.run(f"return [...document.querySelectorAll('.chart text')].map(one => {scale})")
        assert 10 <= min(sizes) <= max(sizes) <= min(sizes) + 0.01 <= 16
        (chart,) = boxes(screen, ".chart")
        names = boxes(screen, ".chart .name")
        assert len(names) == find_game(game).seats[seats]
        assert all(name["right"] <= chart["right"] and name["bottom"] <= chart["bottom"] + 1 for name in names)
        # Letters do not fill the height of their line.
        assert all(
            abs(name["top"] - other["top"]) > 0.7 * (name["bottom"] - name["top"])
            for name, other in combinations(names, 2)
        )


@pytest.mark.parametrize(("width", "height"), daily([(390, 844), (844, 390), (1280, 800)], 1))
def test_nothing_lies_over_the_curve(screen: Screen, width: int, height: int) -> None:
    """What it shows and how far it is stand beside the buttons."""
    screen.resize(width, height)
    screen.open(page_of(log_of("city_tycoon", 3)))
    (curve,) = boxes(screen, ".slide")
    for words in ("#controls small", "#number", "#now"):
        (box,) = boxes(screen, words)
        assert box["right"] - box["left"] > 20
        assert box["bottom"] <= curve["top"] + 1 or box["top"] >= curve["bottom"] - 1


def test_on_a_phone_a_headline_begins_with_the_result_and_has_room(screen: Screen) -> None:
    screen.resize(390, 844)
    screen.open(game_page(raw_of(evening(1, "between_two_cities")), ComponentFiles()))
    title = screen.run("return document.querySelector('h1').innerText")
    assert re.match(r"\w+ wins [^,]* · ", title), "then the name of the evening; who was beaten is told by the points"
    assert "ahead of" in screen.run("return document.title")
    seen, points = boxes(screen, "h1")[0], boxes(screen, "#scores .score")
    assert 2 * (seen["right"] - seen["left"]) >= 340, "in two lines"
    assert seen["bottom"] - seen["top"] >= 32
    assert len(points) >= 3
    assert all(0 <= box["top"] < box["bottom"] <= 48 and box["right"] <= 390 for box in points)


# -- sheets


def sheets_of(page: str) -> list[tuple[str, str]]:
    """The score sheets, each with its total."""
    sheets = re.findall(r'<section class="card"><h3><bdi class="seat.*?</section>', page, re.DOTALL)
    return [(sheet, re.findall(r"</bdi>: (-?[\d.]+)", sheet)[0]) for sheet in sheets]


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_sheets_begin_with_what_counts(game: str) -> None:
    for sheet, _ in sheets_of(page_of(log_of(game, 3))):
        parts = ["does not count" in part for part in re.findall(r'<th scope="row">(.*?)</th>', sheet)]
        assert parts == sorted(parts)
        assert not parts[0]


def test_ties_are_told_only_where_they_decided() -> None:
    """Of some evenings, one of which ended in a tie."""
    found = 0
    for number in range(3):
        page = game_page(raw_of(evening(number, "between_two_cities")), ComponentFiles())
        assert "<h2>Final scores</h2>" in page
        sheets = sheets_of(page)
        totals = [total for _, total in sheets]
        for sheet, total in sheets:
            heading = sheet.partition("</h3>")[0]
            assert ("tie-break: " in heading) == (totals.count(total) > 1), "beside the points"
            found += "tie-break: " in sheet
    assert found


def test_where_the_log_lies_is_told_behind_a_fold(screen: Screen) -> None:
    raw = raw_of(log_of("neom", 3), "/home/ada/evenings/friday.jsonl")
    screen.open(game_page(raw, ComponentFiles()))
    screen.panel("about")
    assert "/home/ada" not in screen.run("return document.body.innerText")
    screen.click("footer summary")
    assert "/home/ada/evenings/friday.jsonl, line 1" in screen.run("return document.body.innerText")


# -- colours and paper


@pytest.mark.exhaustive
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_points_of_city_tycoon_are_seen(screen: Screen, scheme: str) -> None:
    """The name of a player and the sign for points, on the card on which they stand."""
    screen.scheme(scheme)
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=9")
    seat = "[...document.querySelectorAll('.symbols defs>g')].find(one => one.textContent === 'greedy')"
    fills = screen.run(
        f"return [...{seat}.querySelectorAll('.ink')].map(one => [one.tagName, getComputedStyle(one).fill])"
    )
    paper = screen.run("return getComputedStyle(document.querySelector('#boards')).backgroundColor")
    assert sorted(kind for kind, _ in fills) == ["path", "text"]
    for _, fill in fills:
        assert contrast(fill, paper) >= 4.5


def contrast(colour: str, other: str) -> float:
    """The contrast of two colours, by the definition of WCAG."""
    high, low = sorted([luminance(colour), luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour of the form `rgb(1, 2, 3)` is."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("game", "seats"),
    daily([("between_two_cities", 3), ("between_two_cities", 2), *[(game, 3) for game in NAMES[1:]]], 2),
)
def test_a_game_is_printed_on_few_pages(screen: Screen, game: str, seats: int) -> None:
    screen.open(page_of(log_of(game, seats)))
    printed = screen.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    pages = len(re.findall(rb"/Type\s*/Page\b", b64decode(printed["data"])))
    assert 1 <= pages <= MOST_PAGES[game]
