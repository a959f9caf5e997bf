"""A league's pages: what they show, that they are the same bytes again, and that no text from a log is markup."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree

import pytest

from cityleague.cli.report import PAGE_BYTES
from cityleague.engine.registry import GAMES
from cityleague.replays.league import read_results
from cityleague.replays.log import Finding
from cityleague.replays.pages import LivePage
from cityleague.replays.pages import files as pages_files

from ..cli.helpers import run, usage
from ..command import process
from ..rows import daily
from .games import log_of, page_of
from .logs import ATTACKS, log

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


class Page(HTMLParser):
    """The elements, attributes and words of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: set[tuple[str, str]] = set()
        self.words: list[str] = []
        self.source = path.read_text("utf-8")
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join([word for word in self.words if word]))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def site(cup: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a tournament."""
    folder = tmp_path_factory.mktemp("site")
    done = run("report", cup, "-o", folder)
    assert done.stderr == f"{folder / 'index.html'}: 1 league, 2 players, 4 games, proven, 0 findings\n"
    return folder


def test_a_site_has_an_index_a_page_for_each_player_and_one_for_each_game(site: Path) -> None:
    names = list(files(site))
    assert [name for name in names if "/" not in name] == ["findings.html", "history.json", "index.html"]
    assert len([name for name in names if re.fullmatch(r"players/[0-9a-f]{16}\.html", name)]) == 2
    assert len([name for name in names if re.fullmatch(r"games/[0-9a-f]{16}\.html", name)]) == 4
    assert len(names) == 9


def test_the_index_shows_what_a_league_page_must_show(site: Path, cup: Path) -> None:
    page = Page(site / "index.html")
    for heading in (
        "Between Two Cities: 4 games", "Rating", "Against each other", "Where the scores come from", "Scores",
        "Seats", "Games",
    ):  # fmt: skip
        assert heading in page.words, heading
    assert page.elements.count("svg") == 2, "ratings and scores; what is compared in tables needs no chart"
    assert "factories" in page.text
    assert f"cityleague report {cup} -o DIR" in page.text
    assert "checked against the rules" in page.text
    assert "2 seeds" in page.text


def test_every_link_leads_to_a_file(site: Path) -> None:
    count = 0
    for path in site.rglob("*.html"):
        for name, value in Page(path).attributes:
            if name == "href" and not value.startswith("#"):
                assert (path.parent / value.partition("#")[0]).exists(), (path, value)
                count += 1
    assert count > 15


def test_the_page_shows_the_figures_of_the_table(site: Path, cup: Path) -> None:
    """The figures are those of the table that `cityleague table` prints."""
    said = Page(site / "index.html").text
    for line in run("table", cup, "--format", "markdown").stdout.splitlines()[6:8]:
        place, player, *figures = [cell.strip() for cell in line.strip("|").split("|")]
        assert player in said
        per_game, score, margin, elo = figures[3:7]
        assert f"{place} {player} {elo}" in said
        assert f"{per_game} {score} {margin}" in said


@pytest.mark.exhaustive
def test_the_same_command_writes_the_same_bytes_whatever_the_jobs(cup: Path, site: Path, tmp_path: Path) -> None:
    """The site was made in this process, with another order of hashes and one job."""
    done = process("report", cup, "-o", tmp_path / "site", "-j", "2", env={"PYTHONHASHSEED": "1"})
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "site") == files(site)


def test_only_what_is_new_is_written_again(cup: Path, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    copytree(site, copy)
    times = {path: path.stat().st_mtime_ns for path in copy.rglob("*.html")}
    run("report", cup, "-o", copy)
    assert times == {path: path.stat().st_mtime_ns for path in copy.rglob("*.html")}
    assert files(copy) == files(site)
    next((copy / "games").iterdir()).unlink()
    run("report", cup, "-o", copy)
    assert files(copy) == files(site)


def test_pages_of_games_are_written_again_by_another_program(
    cup: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "site"
    copytree(site, copy)
    page = next((copy / "games").iterdir())
    drawn = page.read_bytes()
    page.write_bytes(drawn.replace(b"<title>", b"<title>as it was drawn before, "))
    run("report", cup, "-o", copy)
    assert page.read_bytes() != drawn, "it is known by its mark"
    monkeypatch.setattr(pages_files, "program_hash", lambda: b"another")
    run("report", cup, "-o", copy)
    assert page.read_bytes().splitlines()[:-1] == drawn.splitlines()[:-1]


def test_a_later_page_says_what_has_changed(tmp_path: Path) -> None:
    few = log(tmp_path / "few.jsonl", 6, ["Ada", "Ben", "Cleo"])
    more = log(tmp_path / "more.jsonl", 30, ["Ben", "Ada", "Cleo", "Dan"])
    more.write_bytes(more.read_bytes().replace(b" word", b" other"))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(more.read_bytes().splitlines(keepends=True)[0])
    page = tmp_path / "league.html"
    run("report", few, "-o", page)
    assert "since the last page" not in Page(page).text
    first = page.read_bytes()
    run("report", few, "-o", page)
    assert page.read_bytes() == first
    run("report", few, more, bad, "-o", page, code=1)
    said = Page(page).text
    assert "+30 games since the last page, which had 6" in said
    assert "Dan is new" in said
    assert "rises from" in said
    assert "falls from" in said
    assert "1 finding (1 of them new)" in said
    second = page.read_bytes()
    run("report", few, more, bad, "-o", page, code=1)
    assert page.read_bytes() == second, "the same games again change nothing"


def test_findings_are_shown_on_their_page_and_not_ranked(tmp_path: Path) -> None:
    done = run("report", EXAMPLES / "broken.jsonl", EXAMPLES / "by-hand.jsonl", "-o", tmp_path, code=1)
    assert "findings" in done.stderr
    index, findings = Page(tmp_path / "index.html"), Page(tmp_path / "findings.html")
    assert "these games are in no table" in index.text
    assert "B2C-PLACE-APART" in findings.text
    assert "A tile shares an edge with a building of the city." in findings.text
    expected = run("validate", EXAMPLES / "broken.jsonl", "--format", "json", code=1).stdout.splitlines()
    assert findings.elements.count("ol") == 1
    assert len([value for name, value in findings.attributes if value.startswith("games/")]) == len(expected)


def test_the_last_line_counts_games_and_tells_where_the_findings_are(tmp_path: Path) -> None:
    site, page, torn = tmp_path / "site", tmp_path / "league.html", tmp_path / "torn.jsonl.gz"
    torn.write_bytes(b"\x1f\x8b\x08")
    said = run("report", torn, "-o", site, code=3).stderr
    assert said == f"{site}/index.html: 0 leagues, 0 players, 0 games, proven, 1 finding: see {site}/findings.html\n"
    said = run("report", EXAMPLES / "by-hand.jsonl", "-o", page).stderr
    assert said == f"{page}: 1 league, 3 players, 1 game, not proven, 0 findings\n"
    said = run("report", torn, EXAMPLES / "by-hand.jsonl", "-o", page, code=3).stderr
    assert said == f"{page}: 1 league, 3 players, 1 game, not proven, 1 finding: see {page}\n"


def test_games_are_validated_for_a_site_and_not_for_one_page_unless_asked(tmp_path: Path) -> None:
    made_up = log(tmp_path / "made-up.jsonl", 3, ["Ada", "Ben", "Cleo"])
    run("report", made_up, "-o", tmp_path / "league.html")
    run("report", made_up, "-o", tmp_path / "checked.html", "--validate", code=1)
    run("report", made_up, "-o", tmp_path / "site", code=1)
    run("report", made_up, "-o", tmp_path / "trusting", "--no-validate")
    assert "RESULT-EARLY" in Page(tmp_path / "checked.html").text
    assert "There is no game to rank" in Page(tmp_path / "site" / "index.html").text


def pages_with(word: str, folder: Path) -> Iterator[Page]:
    """The pages of a league in which a text stands wherever a text may stand."""
    names = [word[:200], "Ada", "Ben"]
    path = log(folder / "games.jsonl", 6, names, word=word[:150], forfeits=True)
    run("report", path, "-o", folder / "site", "--no-validate")
    run("report", path, "-o", folder / "checked", code=1)
    for made in (folder / "site", folder / "checked"):
        for page in sorted(made.rglob("*.html")):
            if page.parent.name != "games":
                yield Page(page)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    """The pages of a harmless league."""
    return list(pages_with("harmless", tmp_path_factory.mktemp("plain")))


# Every day: what ends elements, and attributes in either kind of quotes.
@pytest.mark.parametrize("word", daily([ATTACKS[number] for number in (4, 1, 2, 0, 3, 5, 6, 7)], 3))
def test_text_from_logs_is_never_markup(word: str, plain: list[Page], tmp_path: Path) -> None:
    hostile = list(pages_with(word, tmp_path))
    known = {name for page in plain for name, _ in page.attributes}
    values = {(name, value) for page in plain for name, value in page.attributes if name in ("class", "id", "role")}
    for page in hostile:
        assert set(page.elements) <= {element for other in plain for element in other.elements}
        assert {name for name, _ in page.attributes} <= known
        for name, value in page.attributes:
            # What links tell is text in an attribute; test_sharing holds it against the words of the page.
            assert name == "content" or word[:12] not in value, (name, value)
            assert name != "href" or re.fullmatch(r"(\.\./)?(index|findings|games/\w+|players/\w+)(\.html)|#\w+", value)
        drawn = {(name, value) for name, value in page.attributes if name in ("id", "role")}
        assert drawn <= values
    assert any(word[:12] in page.text or word[:4] in page.text for page in hostile)


def test_names_of_files_and_folders_are_text_too(tmp_path: Path) -> None:
    folder = tmp_path / "<img src=x onerror=alert(1)>"
    folder.mkdir()
    path = log(folder / "\"'><b>&.jsonl", 3, ["Ada", "Ben"], seats=2)
    run("report", path, "-o", tmp_path / "site", "--no-validate")
    for page in (tmp_path / "site").rglob("*.html"):
        assert "img" not in Page(page).elements
        assert "b" not in Page(page).elements or "<b>&" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("players", "games", "seats"),
    [(1, 3, 1), (2, 1, 2), (2, 9, 2), (3, 9, 3), (7, 21, 3), (8, 24, 3), (10, 30, 3), (40, 40, 4)],
)
def test_leagues_of_all_sizes_have_a_page(players: int, games: int, seats: int, tmp_path: Path) -> None:
    names = [f"player {number}" for number in range(players)]
    game = "card_city_xl" if seats == 1 else "between_two_cities"
    path = log(tmp_path / "games.jsonl", games, names, seats=seats, game=game, forfeits=games == 9)
    run("report", path, "-o", tmp_path / "league.html")
    page = Page(tmp_path / "league.html")
    for name in names:
        assert name in page.words
    assert ("Forfeits" in page.words) == (games == 9)
    assert ("Rating, block by block" in page.words) == (seats > 1 and games > 9)
    assert page.text.count("seed") >= 1


def test_empty_logs_and_any_mix_of_games_have_a_page(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    run("report", empty, "-o", tmp_path / "empty", code=1)
    assert "There is no game to rank" in Page(tmp_path / "empty" / "index.html").text
    logs = [EXAMPLES / name for name in ("by-hand.jsonl", "neom.jsonl", "city-tycoon.jsonl", "card-city-xl.jsonl")]
    run("report", *logs, "-o", tmp_path / "mixed.html")
    said = Page(tmp_path / "mixed.html").text
    for title in ("Between Two Cities", "NEOM", "City Tycoon", "Card City XL"):
        assert title in said
    assert "leagues:" in said


def test_a_folder_without_a_log_makes_no_page_and_harms_none(cup: Path, tmp_path: Path) -> None:
    empty, site = tmp_path / "empty", tmp_path / "site"
    empty.mkdir()
    assert "there is no log in this folder" in usage("report", empty, "-o", site)
    run("report", cup, empty, "-o", site, "--allow-empty")
    made = files(site)
    assert b"--allow-empty" in made["index.html"]
    for output in (site, tmp_path / "new", tmp_path / "league.html"):
        assert "nothing written" in run("report", empty, "-o", output, "--allow-empty").stderr
    assert files(site) == made
    assert {path.name for path in tmp_path.iterdir()} == {"empty", "site"}


def test_points_of_many_categories_are_told_by_part(tmp_path: Path) -> None:
    run("report", EXAMPLES / "neom.jsonl", "-o", tmp_path / "league.html")
    words = Page(tmp_path / "league.html").words
    assert {"tiles", "goods", "money", "penalties"} <= set(words)
    assert not [word for word in words if word.startswith("area of")]


def test_a_game_that_is_read_twice_is_a_finding_and_has_one_page(cup: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    again.write_bytes((cup / "games.jsonl").read_bytes())
    run("report", cup, again, "-o", tmp_path / "league.html", code=1)
    page = Page(tmp_path / "league.html")
    assert "Between Two Cities: 8 games" in page.words
    assert page.words.count("LOG-DUPLICATE-ID") == 4
    assert "stands at " in page.text


def test_logs_are_listed_with_the_hash_of_their_content(cup: Path, tmp_path: Path) -> None:
    content = (cup / "games.jsonl").read_bytes()
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(content))
    run("report", packed, "-o", tmp_path / "packed.html")
    assert sha256(content).hexdigest() in Page(tmp_path / "packed.html").words
    done = process("report", "-", "-o", tmp_path / "stdin.html", stdin=content)
    assert done.returncode == 0
    assert sha256(content).hexdigest() in Page(tmp_path / "stdin.html").words


def test_enormous_points_spoil_no_chart(tmp_path: Path) -> None:
    path = log(tmp_path / "games.jsonl", 3, ["Ada", "Ben", "Cleo"])
    path.write_bytes(path.read_bytes().replace(b'"points":15', b'"points":1e308'))
    run("report", path, "-o", tmp_path / "league.html")
    assert "Where the scores come from" not in Page(tmp_path / "league.html").words


def test_files_of_others_are_left_alone(tmp_path: Path, cup: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.html", "findings.html", "history.json"):
        (site / name).write_text("mine\n")
        assert "not made by cityleague" in usage("report", cup, "-o", site)
        assert files(site) == {name: b"mine\n"}
        (site / name).unlink()
    (site / "CNAME").write_text("example.org\n")
    run("report", cup, "-o", site)
    assert (site / "CNAME").read_text() == "example.org\n"
    game = next((site / "games").iterdir())
    game.write_text("mine\n")
    assert "not made by cityleague" in usage("report", cup, "-o", site)
    assert game.read_text() == "mine\n"
    page = tmp_path / "page.html"
    page.write_text("mine\n")
    assert "not made by cityleague" in usage("report", cup, "-o", page)
    play = ("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--deals", "1")
    assert "not made by cityleague" in usage(*play, "-o", tmp_path / "cup", "--page", page)
    assert not (tmp_path / "cup").exists()


def test_a_place_where_nothing_can_be_written_is_named(cup: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in usage("report", cup, "-o", tmp_path / "file" / "site", "--no-validate")


def test_a_tournament_keeps_its_page_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LivePage, "PAUSE", 0)
    monkeypatch.setattr(LivePage, "SHARE", 0)
    seen: list[str] = []
    write = LivePage._write

    def watched(self: LivePage, refresh: int | None) -> None:
        write(self, refresh)
        seen.append(page.read_text("utf-8"))

    monkeypatch.setattr(LivePage, "_write", watched)
    page, folder = tmp_path / "live.html", tmp_path / "cup"
    play = ("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--deals", "2", "-o", folder)
    run(*play, "--page", page)
    assert len(seen) == 6
    assert "There is no game to rank" in seen[0]
    assert "2 games" in seen[2]
    assert "refresh" not in seen[-1]
    run("report", folder, "-o", tmp_path / "report.html")
    assert page.read_bytes() == (tmp_path / "report.html").read_bytes()
    assert not [result for result in read_results([str(folder)]) if isinstance(result, Finding)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cup",
        "live.html",
        "report.history.json",
        "report.html",
    ]


@pytest.mark.parametrize(("chosen", "fine", "wrong"), [("all", 1, True), ("findings", 0, True), ("none", 0, False)])
def test_pages_are_made_of_chosen_games_and_nothing_links_to_others(
    chosen: str, fine: int, wrong: bool, tmp_path: Path
) -> None:
    """A game that is there twice has the finding that its id comes again, but only the page of the first."""
    again = tmp_path / "again.jsonl"
    again.write_bytes((EXAMPLES / "by-hand.jsonl").read_bytes())
    logs = (EXAMPLES / "broken.jsonl", EXAMPLES / "by-hand.jsonl", again)
    site = tmp_path / "site"
    run("report", *logs, "-o", site, "--pages", chosen, code=1)
    expected = run("validate", *logs, "--format", "json", code=1).stdout.splitlines()
    broken = len({json.loads(line)["line"] for line in expected if "broken" in line}) if wrong else 0
    there = {path.name for path in site.glob("games/*.html")}
    assert len(there) == broken + fine
    linked = {
        value.rpartition("/")[2]
        for path in site.rglob("*.html")
        for name, value in Page(path).attributes
        if name == "href" and "games/" in value
    }
    assert linked == there
    assert ("--pages" in Page(site / "index.html").text) == (chosen != "all")


@pytest.mark.exhaustive
def test_what_many_pages_cost_is_told_before_they_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = log(tmp_path / "games.jsonl", 40, ["Ada", "Ben", "Cleo"])
    said = run("report", path, "-o", tmp_path / "few", "--no-validate").stderr
    assert "MB" not in said
    monkeypatch.setattr("cityleague.cli.report.MANY_MEGABYTES", 0)
    first, last = run("report", path, "-o", tmp_path / "many", "--no-validate").stderr.splitlines()
    assert re.match(
        r"40 games: their pages take about \d+ MB, and if they are new about \d+ s; --pages findings", first
    )
    assert "40 games, not proven" in last
    for other in ("none", "findings"):
        assert "MB" not in run("report", path, "-o", tmp_path / other, "--no-validate", "--pages", other).stderr
    assert "--pages is for a folder" in usage("report", path, "-o", tmp_path / "one.html", "--pages", "none")


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_what_pages_cost_is_about_what_is_told(game: str) -> None:
    """Within half of it and twice as much, so that the order is right."""
    played = log_of(game, 3)
    assert 0.5 < len(page_of(played).encode()) / (PAGE_BYTES * len(played)) < 2


def test_compiled_templates_are_kept_as_python_keeps_modules_and_a_spoilt_one_is_made_again(tmp_path: Path) -> None:
    def made(into: str, **more: str) -> bytes:
        words = [sys.executable, "-m", "cityleague.cli", "report", str(EXAMPLES / "by-hand.jsonl"), "-o", into]
        subprocess.run(words, env={**os.environ, **more}, cwd=tmp_path, capture_output=True, check=True)
        return b"".join(files(tmp_path / into).values())

    there = {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    first = made("first", **there)
    kept = sorted((tmp_path / "compiled").rglob("pages-templates-*"))
    assert kept
    before = [path.read_bytes() for path in kept]
    for path in kept:
        path.write_bytes(b"spoilt")
    assert made("again", **there) == first
    assert [path.read_bytes() for path in kept] == before
    assert made("none", PYTHONPYCACHEPREFIX=str(tmp_path / "empty"), PYTHONDONTWRITEBYTECODE="1") == first
    assert not (tmp_path / "empty").exists()
