"""The pages of people's games: what they say, against the same worked out by brute force from the logs."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.engine.looks.picture import SEATS
from cityleague.replays.pages.league import page_of, pages_of, together
from cityleague.replays.pages.persons import Person
from cityleague.replays.pages.reading import Sources, read_records
from cityleague.replays.pages.records import Records

from ..cli.helpers import run
from ..evenings import alone, evening
from ..rows import examples
from .logs import ATTACKS
from .screen import Screen
from .test_report import Page, files

NAMES = ("Ada", "Ben", "Cleo", "Dan")
KINDS = ("between_two_cities", "neom")


@st.composite
def evenings(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Results of some games, each with its day, its kind, and who scored what, by seat."""
    table = st.lists(
        st.tuples(st.sampled_from(NAMES), st.integers(20, 26)), min_size=2, max_size=4, unique_by=lambda x: x[0]
    )
    day = st.dates(min_value=date(2024, 1, 1), max_value=date(2026, 12, 31))
    played = st.fixed_dictionaries({"day": day.map(str), "kind": st.sampled_from(KINDS), "table": table.map(dict)})
    return draw(st.lists(played, min_size=1, max_size=8, unique_by=lambda game: game["day"]))


@examples(60)
@given(evenings())
def test_form_records_seats_and_seasons_are_those_of_brute_force(
    tmp_path_factory: pytest.TempPathFactory, games: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("evenings") / "games.jsonl"
    path.write_bytes(b"".join([alone(game["table"], game["day"], game["kind"]) for game in games]))
    records = Records(read_records([str(path)], Sources(), {}, validate=True, bare=True))
    leagues = pages_of(records, "people")
    everything = together(leagues)
    assert everything
    for league in {id(table): table for table in [*leagues, everything]}.values():
        kinds = {league.table.game} if league.table.game else set(KINDS)
        for name in league.entries:
            own = sorted([g for g in games if name in g["table"] and g["kind"] in kinds], key=lambda g: g["day"])
            _compare(Person(league, name), name, own)


def _compare(person: Person, name: str, own: list[dict[str, Any]]) -> None:
    score = {g["day"]: g["table"][name] for g in own}
    best_other = {g["day"]: max([s for n, s in g["table"].items() if n != name]) for g in own}
    apart = {day: score[day] - best_other[day] for day in score}

    def points(games: Sequence[dict[str, Any]]) -> float:
        each = []
        for g in games:
            mine, others = g["table"][name], [score for other, score in g["table"].items() if other != name]
            each.append([1.0 if mine > theirs else 0.5 if mine == theirs else 0.0 for theirs in others])
        return sum([sum(halves) / len(halves) for halves in each]) / len(games)

    assert [own.game.day for own in person.games] == list(score)
    assert [own.game.day for own in person.form] == list(score)[::-1][:12]
    told = {title: (game.day, said) for title, game, said in person.records}
    high = next(day for day in score if score[day] == max(score.values()))
    low = next(day for day in score if score[day] == min(score.values()))
    assert told["Highest score"] == (high, str(score[high]))
    assert told["Lowest score"] == (low, str(score[low]))
    wide = next(day for day in apart if apart[day] == max(apart.values()))
    assert told.get("Widest win") == ((wide, f"by {apart[wide]}") if apart[wide] > 0 else None)
    close = next(day for day in apart if abs(apart[day]) == min(map(abs, apart.values())))
    words = f"won by {apart[close]}" if apart[close] > 0 else f"lost by {-apart[close]}"
    once = (close, words if apart[close] else "level on points")
    assert told.get("Closest game") == (None if close == wide and apart[wide] > 0 else once), "one game, one line"

    for total, seats in person.seats:
        here = [g for g in own if len(g["table"]) == int(total.title)]
        assert total.games == len(here)
        assert total.points == pytest.approx(points(here))
        for seat, (count, average) in enumerate(seats):
            there = [g for g in here if list(g["table"])[seat] == name]
            assert count == len(there)
            assert average == pytest.approx(points(there) if there else 0)
    assert sum([total.games for total, _ in person.seats]) == len(own)

    years = {day[:4] for day in score}
    quarters = dict(zip([f"{month:02}" for month in range(1, 13)], [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3, strict=True))
    for season in person.seasons:
        there = [g for g in own if season.title in (g["day"][:4], f"{g['day'][:4]}, quarter {quarters[g['day'][5:7]]}")]
        assert (", quarter " in season.title) == (len(years) < 3)
        assert season.games == len(there)
        assert season.score == pytest.approx(sum([score[g["day"]] for g in there]) / len(there))
        assert season.points == pytest.approx(points(there))
    assert sum([season.games for season in person.seasons]) == len(own)


def sheet(**categories: int) -> dict[str, Any]:
    lines = [{"category": name, "points": points, "detail": ""} for name, points in categories.items()]
    part = {"title": "city", "points": sum(categories.values()), "counts": True, "lines": lines}
    return {"parts": [part], "tiebreaks": []}


def test_favourites_are_what_brings_more_and_less_than_it_brings_the_field(tmp_path: Path) -> None:
    sheets = [sheet(parks=20, taverns=2, shops=5, offices=5), sheet(parks=10, taverns=8, shops=5, offices=5)]
    lines = []
    for k in range(3):
        header, result = [json.loads(line) for line in alone({"Ada": 32, "Ben": 28}, f"2026-01-0{k + 1}").splitlines()]
        result["result"]["sheets"] = sheets
        lines += [header, result]
    path = tmp_path / "games.jsonl"
    path.write_text("".join([json.dumps(line) + "\n" for line in lines]))
    [league] = pages_of(Records(read_records([str(path)], Sources(), {}, validate=False)), "people")
    assert Person(league, "Ada").favourites == ([("parks", 5.0)], [("taverns", -3.0)])
    assert Person(league, "Ben").favourites == ([("taverns", 3.0)], [("parks", -5.0)])
    run("report", path, "-o", tmp_path / "site", "--no-validate")
    ada = Page(tmp_path / "site" / "players" / f"{page_of('Ada')}.html")
    said = ada.text.replace(" ,", ",")
    assert "More points from parks (+5.0), fewer from taverns (-3.0) than the average of all" in said


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five evenings that can be replayed, and one game of which only the result is known."""
    folder = tmp_path_factory.mktemp("club")
    for number in range(5):
        (folder / f"{number}.jsonl").write_bytes(evening(number, "between_two_cities"))
    (folder / "old.jsonl").write_bytes(
        alone({"Ada": 51, "Ben": 58}, "2025-12-27") + alone({"Ada": 60, "Cleo": 44}, "2025-12-28", "neom")
    )
    return folder


@pytest.fixture(scope="module")
def site(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    said = run("report", logs, "-o", folder).stderr
    assert (
        said == f"{folder / 'index.html'}: 2 leagues, 4 players, 7 games, proven but for 2 results alone, 0 findings\n"
    )
    return folder


@pytest.mark.exhaustive
def test_results_alone_count_and_are_marked_and_have_no_page(logs: Path, site: Path, tmp_path: Path) -> None:
    index = Page(site / "index.html")
    assert "7 games on 7 days" in index.text
    assert "but for 2 of which only the result is known" in index.text
    assert "not proven" in index.words
    assert len(list((site / "games").glob("*.html"))) == len(list((site / "games").glob("*.svg"))) == 5
    assert "incomplete" not in index.text
    assert " blocks" not in index.text[: index.text.index("How to read the tables")]
    run("report", logs, "-o", tmp_path / "strict", "--validate", code=1)
    assert "RESULT-EARLY" in Page(tmp_path / "strict" / "findings.html").text
    run("report", logs, "-o", tmp_path / "bots", "--for", "bots")
    bots = Page(tmp_path / "bots" / "index.html")
    assert "Elo" in bots.words
    assert "often against" not in bots.words
    assert "--for bots" in bots.text


def test_the_course_of_ratings_says_in_which_order_games_count(tmp_path: Path) -> None:
    games = [alone({"Ada": 40 + k % 3, "Ben": 41}, f"2026-{12 - k:02}-01") for k in range(12)]
    (tmp_path / "games.jsonl").write_bytes(b"".join(games))
    for audience, order in (
        ("people", "Elo after so many games, in the order of their dates."),
        ("bots", "of the logs."),
    ):
        run("report", tmp_path / "games.jsonl", "-o", tmp_path / f"{audience}.html", "--for", audience)
        assert order in (tmp_path / f"{audience}.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([{"Ada": 24, "Ben": 21}], "Ada leads: 1 of 1 won, 1.00 league points a game"),
        ([{"You": 24, "Ben": 21}], "You lead: 1 of 1 won"),
        (
            [{"Ada": 24, "Ben": 21}, {"Ada": 21, "Ben": 24}],
            "Ada and Ben lead: each 1 of 2 won, 0.50 league points a game",
        ),
    ],
)
def test_the_first_page_says_who_leads(scores: list[dict[str, int]], said: str, tmp_path: Path) -> None:
    games = [alone(table, f"2026-01-0{day}", "neom") for day, table in enumerate(scores, 1)]
    (tmp_path / "games.jsonl").write_bytes(b"".join(games))
    run("report", tmp_path / "games.jsonl", "-o", tmp_path / "site")
    assert said in Page(tmp_path / "site" / "index.html").text


def test_a_result_alone_with_a_seed_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(alone({"Ada": 51, "Ben": 58}, "2025-12-27").replace(b'"date"', b'"seed": "7", "date"'))
    run("report", path, "-o", tmp_path / "site", code=1)
    assert "There is no game to rank" in Page(tmp_path / "site" / "index.html").text


def test_every_link_leads_to_a_file_and_the_same_bytes_are_written_again(logs: Path, site: Path) -> None:
    count = 0
    for path in [site / "index.html", *(site / "players").iterdir()]:
        for name, value in Page(path).attributes:
            if name == "href" and not value.startswith("#"):
                assert (path.parent / value).exists(), (path, value)
                count += 1
    assert count > 40
    index = (site / "index.html").read_text("utf-8")
    for path in (site / "games").glob("*.html"):
        assert f'href="../index.html#{path.stem}"' in path.read_text("utf-8")
        assert index.count(f'<li id="{path.stem}">') == 1, "one comes back to the game in the list"
    before = files(site)
    run("report", logs, "-o", site)
    assert files(site) == before


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of people's games in which names and titles would do harm."""
    folder = tmp_path_factory.mktemp("hostile")
    lines = b""
    for k in range(24):
        table = {ATTACKS[(k + seat) % len(ATTACKS)]: 40 + 7 * (k + seat) % 11 for seat in range(3)}
        game = alone(table, f"2026-{1 + k % 12:02}-01", KINDS[k % 2])
        title = re.sub(r"[\u2066-\u2069]", "", ATTACKS[k % len(ATTACKS)])
        lines += game.replace(b'"date"', b'"title": ' + json.dumps(title).encode() + b', "date"', 1)
    (folder / "games.jsonl").write_bytes(lines)
    run("report", folder / "games.jsonl", "-o", folder / "site")
    return folder / "site"


@pytest.mark.exhaustive
def test_the_pages_fit_phones_are_usable_by_everybody_and_run_nothing_of_a_log(
    screen: Screen, hostile: Path, site: Path
) -> None:
    people = [hostile / f"players/{page_of(name)}.html" for name in ATTACKS[-3:]]
    for page in [hostile / "index.html", *people, site / "index.html", site / f"players/{page_of('Ada')}.html"]:
        screen.open(page)
        for size, scheme in (((390, 844), "dark"), ((1280, 900), "light")):
            screen.resize(*size)
            screen.scheme(scheme)
            screen.assert_fits()
        assert not screen.run(
            'return document.querySelector(\'img:not([src^="games/"], [src^="../games/"]), iframe, b > b\')'
        )
        if page.parent.parent == site or page == hostile / "index.html":
            screen.assert_usable_by_everybody()
            screen.scheme("dark")
            screen.assert_colours_usable_by_everybody()


def test_on_a_phone_links_to_games_are_large_enough_for_a_finger(screen: Screen, site: Path) -> None:
    screen.resize(390, 844)
    screen.open(site / f"players/{page_of('Ada')}.html")
    sizes = screen.run(
        "return [...document.querySelectorAll('.form a')].map(one => one.getBoundingClientRect().height)"
    )
    assert sizes
    assert min(sizes) >= 44


UNFOLDED = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).length"
"""How many elements are shown: in no closed fold."""


@pytest.fixture(scope="module")
def evenings_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the recorded evenings among the examples, and of an older one of which only the result is known."""
    folder = tmp_path_factory.mktemp("evenings-site")
    examples = Path(__file__).parent.parent.parent / "examples"
    said = run("report", examples / "evenings", examples / "remembered", "-o", folder).stderr
    assert "3 leagues, 4 players, 13 games, proven but for 1 result alone, 0 findings" in said
    return folder


def test_a_site_begins_with_what_happened_last(screen: Screen, evenings_site: Path) -> None:
    """The last game, with its boards and who came how, is in view; then the standing, with the last places of each."""
    screen.resize(1280, 800)
    screen.open(evenings_site / "index.html")
    shown = screen.texts(".latest li")
    assert [words.split()[1] for words in shown] == ["Cleo", "Ben", "Ada", "Dan"]
    assert screen.run("return document.querySelector('.latest').getBoundingClientRect().bottom") < 800
    assert screen.run("return document.querySelector('.latest img').naturalWidth") == 480
    players, places = (screen.texts(f"section:not([id]) {cell}") for cell in ("th.stay a", "td.lately"))
    assert dict(zip(players, map(str.split, places), strict=True))["Cleo"] == ["1", "1", "3", "3", "1"]
    assert "checked" in screen.texts("summary")[-1]
    for width in (360, 844, 1280):
        screen.resize(width, 640)
        screen.assert_fits()
        assert screen.run(
            "return [...document.querySelectorAll('.scroll')].every(one => one.scrollWidth <= one.clientWidth)"
        )


def test_a_league_has_the_records_of_each_game(evenings_site: Path) -> None:
    """The highest score, the widest win and the closest game, by brute force from the logs."""
    examples = Path(__file__).parent.parent.parent / "examples"
    scores: dict[str, list[list[float]]] = {}
    for log in [*(examples / "evenings").glob("*.jsonl"), *(examples / "remembered").glob("*.jsonl")]:
        first, *_, last = map(json.loads, log.read_bytes().splitlines())
        scores.setdefault(first["game"], []).append(sorted(last["result"]["scores"], reverse=True))
    shown = (evenings_site / "index.html").read_text("utf-8")
    cards = re.findall(r'<h2 class="first">([^<]*)</h2>(?:(?!<h2).)*?<dl class="records">(.*?)</dl>', shown, re.DOTALL)
    assert {title.lower().replace(" ", "_") for title, _ in cards} == scores.keys()
    for title, card in cards:
        own = scores[title.lower().replace(" ", "_")]
        apart = sorted([first - second for first, second, *_ in own])
        assert re.findall(r"<dt>(.*?)</dt><dd><b>(.*?)</b>", card) == [
            ("Highest score", f"{max(own)[0]:g}"),
            ("Widest win", f"by {apart[-1]:g}"),
            ("Closest game", f"by {apart[0]:g}" if apart[0] else "level on points"),
        ]


@pytest.mark.exhaustive
def test_the_recorded_evenings_are_told_in_words_without_scripts(screen: Screen, evenings_site: Path) -> None:
    screen.resize(390, 844)
    screen.scripts(on=False)
    try:
        screen.open(evenings_site / "index.html")
        assert screen.run(UNFOLDED, ".form .what") == 6
        screen.run("for (const one of document.querySelectorAll('details')) one.open = true")
        titles = [title.split(" · ")[:-1] for title in _titles(evenings_site / "games")]
        listed = screen.texts(".form .what")
        assert len(listed) == len(titles) + 1 == 13, "each game once"
        for title in titles:
            assert any(all(words in line for words in title) for line in listed), title
        assert "1. Ben 58 2. Ada 51 3. Cleo 44" in " ".join(screen.texts(".form .place")[-1].split())
        assert "Cleo wins by 10, ahead of Ben, Ada and Dan Last evening before the summer, 2026-06-19" in screen.text(
            ".latest"
        )
        assert screen.text("main").count("too few for a rating") == 3
        for words in ("seating: given", "beginner: false", "Rating, game by game", "Seats"):
            assert words not in screen.text("main"), words
        screen.assert_fits()
        screen.open(evenings_site / f"players/{page_of('Ben')}.html")
        assert "Elo" not in screen.text("main")
        assert "Does best against Dan; worst against Cleo." in screen.text("main")
        assert screen.text("main").count("too few for a rating") == 3, "once for each game"
        folds = ["The 7 games before", "Seasons", "Scores, opponents, seasons and seats", "All games"]
        assert screen.texts("summary")[:4] == folds
        screen.assert_fits()
        screen.open(evenings_site / f"players/{page_of('Ada')}.html")
        assert re.search(r"Does best against \w+(, \w+)*; worst against \w+(, \w+)*\.", screen.text("main")), "ties too"
        screen.open(evenings_site / f"players/{page_of('Cleo')}.html")
        words = screen.text("main")
        assert re.search(r"Does best against \w+(, \w+)*\.", words), "and behind nobody more often than ahead"
        for path in sorted((evenings_site / "games").glob("*.html"))[:3]:
            screen.open(path)
            assert "no seed" not in screen.text("main")
            screen.assert_fits()
    finally:
        screen.scripts(on=True)


def test_a_players_page_is_short_on_a_phone_and_keeps_all_behind_folds(screen: Screen, evenings_site: Path) -> None:
    """At most five screens. First come results, what is special, and records; the rest is there, one tap away."""
    screen.resize(390, 844)
    screen.open(evenings_site / f"players/{page_of('Ben')}.html")
    assert screen.run("return document.documentElement.scrollHeight") <= 5 * 844
    seen = screen.texts("h2, h3")
    assert {"Last games", "Opponents", "Records"} <= {*seen}
    screen.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert {"Where the scores come from", "Scores", "Seats", "Seasons"} <= {*screen.texts("h3")}
    assert len(screen.texts(".games tbody tr")) == len(screen.texts(".form > li")), (
        "each game twice: how, and in a list"
    )
    screen.assert_fits()


def test_the_first_page_is_short_on_a_phone_and_keeps_details_folded(screen: Screen, evenings_site: Path) -> None:
    """At most five screens. Paths and hashes are there, behind a fold; so is what compares players in one game."""
    screen.resize(390, 844)
    screen.open(evenings_site / "index.html")
    assert screen.run("return document.documentElement.scrollHeight") <= 5 * 844
    shown, whole = screen.run("return [document.body.innerText, document.body.textContent]")
    for words in (".jsonl", "cityleague report", "blake2b"):
        assert words not in shown
    assert re.search(r"\b[0-9a-f]{64}\b", whole)
    assert not re.search(r"\b[0-9a-f]{10,}\b", shown)
    assert not screen.run(UNFOLDED, ".plot, #league1 .heat"), "no comparison before it is asked for"
    screen.run("document.querySelector('#league1 details').open = true")
    assert screen.run(UNFOLDED, "#league1 .heat") == 2
    assert screen.texts("#league1 h3") == ["Records", "Against each other", "Where the scores come from"]
    screen.assert_usable_by_everybody("#league1")


def test_many_games_are_found_by_their_players_and_by_what_was_played(screen: Screen, hostile: Path) -> None:
    """Of each game all players and scores are told, whoever the headline names."""
    games = b"".join(
        [alone({"Ada": 40 + k % 5, "Ben": 41, "Cleo": 41}, f"2026-{1 + k % 12:02}-0{1 + k // 12}") for k in range(30)]
    )
    path = hostile.parent / "many.jsonl"
    path.write_bytes(games)
    run("report", path, "-o", hostile.parent / "many")
    screen.open(hostile.parent / "many/index.html")
    for words, found in (("ada", 30), ("ben share", 6), ("neom", 0)):
        screen.run(
            "const line = document.querySelector('.filter input'); line.value = arguments[0];"
            " line.dispatchEvent(new Event('input'))",
            words,
        )
        assert screen.text(".filter output") == f"{found} of 30"
        assert len(screen.texts(".form li")) == found


def test_the_order_of_a_table_is_that_of_a_column_in_view(screen: Screen, evenings_site: Path) -> None:
    screen.resize(390, 844)
    screen.open(evenings_site / "index.html")
    for table in ("section:not([id])", "#league1", "#league2", "#league3"):
        assert screen.texts(f"{table} th")[4] == "league points"
        points = [float(cell) for cell in screen.texts(f"{table} tbody tr > :nth-child(5)")[:4]]
        assert points == sorted(points, reverse=True)


def test_people_have_no_colour_of_a_seat_but_on_the_pages_of_games(evenings_site: Path) -> None:
    """The next game may give that colour to somebody else: on pages of the league, names tell people apart."""
    pages = [evenings_site / "index.html", *sorted((evenings_site / "players").glob("*.html"))]
    assert len(pages) == 5
    for path in pages:
        page = path.read_text("utf-8").lower()
        assert not [colour for colour in SEATS if colour.light in page or colour.dark in page]
        assert 'class="seat0' not in page


def test_small_pictures_have_no_numbers_of_rows_and_columns(evenings_site: Path) -> None:
    pictures = [path.read_text("utf-8") for path in (evenings_site / "games").glob("*.svg")]
    assert len(pictures) == 12
    assert not [picture for picture in pictures if '"coordinate"' in picture]


def test_pages_of_players_do_not_scroll_sideways(screen: Screen, evenings_site: Path) -> None:
    """Nor does anything on them, folds included."""
    for path in sorted((evenings_site / "players").glob("*.html")):
        screen.open(path)
        screen.run("for (const one of document.querySelectorAll('details')) one.open = true")
        for width in (360, 390):
            screen.resize(width, 844)
            screen.assert_fits()
            wide = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth)"
            assert not screen.run(f"return {wide}.map((one) => one.getAttribute('aria-label'))")
            gaps = screen.run(
                "return [...document.querySelectorAll('.card table tr')].flatMap((row) => [...row.cells].map((one) =>"
                " parseFloat(getComputedStyle(one).paddingLeft) + parseFloat(getComputedStyle(one).paddingRight)))"
            )
            assert min(gaps) >= 5, "columns do not run into each other"
            rooms = screen.run(
                "return [...document.querySelectorAll('.card .scroll table')].map("
                "(one) => one.parentNode.clientWidth - one.offsetWidth)"
            )
            assert max(rooms) <= 1, "a table takes the width of its card"
        assert "−" not in screen.text("main")


def _titles(games: Path) -> list[str]:
    return [
        html.unescape(re.findall("<title>(.*?)</title>", page.read_text("utf-8"))[0]) for page in games.glob("*.html")
    ]


def test_the_recorded_evenings_are_recorded_ones() -> None:
    """They have what `record` writes and no seed, and take little room."""
    logs = sorted((Path(__file__).parent.parent.parent / "examples" / "evenings").iterdir())
    assert len(logs) == 12
    assert sum([log.stat().st_size for log in logs]) < 400_000
    headers = [json.loads(log.read_bytes().partition(b"\n")[0]) for log in logs]
    assert {name for header in headers for name in header["players"]} == set(NAMES)
    for path, header in zip(logs, headers, strict=True):
        assert path.stem == f"{header['date'][:10]}-{header['game'].replace('_', '-')}"
        assert "seed" not in header
    assert {"title", "place"} <= {name for header in headers for name in header}
    assert "12 games" in run("validate", logs[0].parent).stderr
