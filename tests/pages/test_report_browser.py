"""A league's pages as a person sees them, in a real browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cityleague.replays.pages.league import page_of

from ..cli.helpers import run
from ..rows import daily
from .logs import ATTACKS, log
from .screen import Screen

PHONE, DESK = (390, 844), (1280, 900)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of made-up games, with hostile names."""
    folder = tmp_path_factory.mktemp("site")
    path = log(folder / "games.jsonl", 24, ATTACKS, word=ATTACKS[0], forfeits=True)
    run("report", path, "-o", folder / "site", "--no-validate")
    return folder / "site"


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One page about a league of three, and a finding."""
    folder = tmp_path_factory.mktemp("league")
    path = log(folder / "games.jsonl", 24, ["Ada", "Ben", "Cleo"])
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[0])
    run("report", path, "-o", folder / "league.html", code=1)
    return folder / "league.html"


def pages_of(site: Path, players: Sequence[str] = ATTACKS) -> list[Path]:
    """The pages of a site: the first, that of findings, and those of players."""
    return [site / "index.html", site / "findings.html", *[site / f"players/{page_of(name)}.html" for name in players]]


@pytest.mark.parametrize("players", daily([list(ATTACKS[-2:]), list(ATTACKS)]))
def test_no_page_is_too_wide_writes_to_the_console_or_makes_a_request(
    screen: Screen, site: Path, league: Path, players: list[str]
) -> None:
    """The longest names strain the layout most; all names are on the first page."""
    for page in [*pages_of(site, players), league]:
        screen.open(page)
        for size, scheme in ((PHONE, "dark"), (DESK, "light")):
            screen.resize(*size)
            screen.scheme(scheme)
            screen.assert_fits()
        assert not screen.run("return document.querySelector('img, iframe, b > b')")
        screen.assert_quiet()


def test_a_table_of_ten_and_forty_games_are_read_without_scrolling_sideways(screen: Screen, tmp_path: Path) -> None:
    players = [f"bot-number-{number}" for number in range(10)]
    run("report", log(tmp_path / "games.jsonl", 40, players), "-o", tmp_path / "site", "--no-validate")
    screen.open(tmp_path / "site" / "index.html")
    for width in (360, 844, 1280):
        screen.resize(width, 640)
        for name in ("Table", "Games", "Against each other", "Scores by category"):
            table = f"document.querySelector('[aria-label=\"{name}\"]')"
            assert screen.run(f"return {table}.scrollWidth <= {table}.clientWidth"), (width, name)


@pytest.mark.parametrize("colours_of_all", daily([False, True]))
def test_the_pages_are_usable_by_everybody_in_the_light_and_in_the_dark(
    screen: Screen, site: Path, league: Path, colours_of_all: bool
) -> None:
    """The page of a league has everything that is coloured."""
    for page in [*pages_of(site)[:3], league]:
        screen.scheme("light")
        screen.open(page)
        if page == league or colours_of_all:
            screen.assert_usable_by_everybody()
            screen.scheme("dark")
            screen.assert_colours_usable_by_everybody()
        else:
            screen.assert_usable_in_any_colours()


def test_in_the_dark_the_ground_is_dark_and_the_letters_are_light(screen: Screen, league: Path) -> None:
    def light(selector: str, what: str) -> float:
        colour = screen.run(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, what
        )
        return sum([int(part) for part in colour.strip("rgb()").split(",")]) / 765

    for scheme, dark in (("light", False), ("dark", True)):
        screen.scheme(scheme)
        screen.open(league)
        assert (light("body", "backgroundColor") < 0.2) == dark
        for letters in ("h1", ".quiet"):
            assert (light(letters, "color") > 0.5) == dark
        for drawn in (".plot .ink", ".plot .faint"):
            assert (light(drawn, "fill") > 0.5) == dark


def test_the_table_is_sorted_by_clicks(screen: Screen, site: Path) -> None:
    screen.open(site / "index.html")
    assert screen.text("table.sortable th:nth-child(3)") == "Elo"
    for order, down in (("descending", True), ("ascending", False)):
        screen.click("table.sortable th:nth-child(3) button")
        table = "document.querySelector('table.sortable')"
        elo = [
            int(words) for words in screen.run(f"return [...{table}.tBodies[0].rows].map(r => r.cells[2].innerText)")
        ]
        assert elo == sorted(elo, reverse=down)
        assert screen.run(f"return {table}.querySelector('[aria-sort]').ariaSort") == order


def test_the_list_of_games_is_filtered(screen: Screen, site: Path) -> None:
    screen.open(site / "index.html")
    assert screen.text(".listing output") == "24 of 24"
    screen.click(".listing input")
    screen.press("javascript: forfeit")
    shown = screen.texts(".listing tbody tr")
    assert 0 < len(shown) < 24
    assert all("javascript:" in words for words in shown)
    assert screen.text(".listing output") == f"{len(shown)} of 24"
    screen.press("nothing has this")
    assert screen.texts(".listing tbody tr") == []


def test_without_scripts_everything_is_there(screen: Screen, site: Path) -> None:
    screen.scripts(on=False)
    try:
        screen.open(site / "index.html")
        assert len(screen.driver.find_elements("css selector", ".listing tbody tr")) == 24
        assert not screen.driver.find_elements("css selector", "table button, .filter:not([hidden])")
    finally:
        screen.scripts(on=True)


def test_a_card_of_a_game_leads_there_wherever_it_is_tapped(screen: Screen, tmp_path: Path) -> None:
    """But for the names of players, which lead to their pages."""
    run("report", "examples/evenings", "-o", tmp_path / "site")
    screen.resize(390, 844)
    screen.open(tmp_path / "site" / "index.html")
    places = [".latest img", ".latest li b", ".form img", ".form .place", ".latest li a"]
    led = screen.run(
        """return arguments[0].map((place) => {
      const one = document.querySelector(place);
      one.scrollIntoView({ block: "center" });
      const { x, y, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).closest("a")?.getAttribute("href").split("/")[0];
    })""",
        places,
    )
    assert led == [*["games"] * 4, "players"]


def test_players_and_games_are_reached_by_clicks(screen: Screen, site: Path) -> None:
    screen.open(site / "index.html")
    for selector, folder in (("tbody th a", "players"), (".listing tbody a", "games"), ("#strip a", "site")):
        screen.click(selector)
        screen.open(screen.arrives_in(folder))
