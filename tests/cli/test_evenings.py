"""Evenings of people: dates, places and titles on record, games chosen by them, results alone."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays import play, validate
from cityleague.replays.league import Played, read_results
from cityleague.replays.log import Finding

from .helpers import run, usage
from .typing_in import piped

TABLE = ("record", "neom", "Ada", "Ben", "--seed", "7", "-o")
_ENDED = r'<a href="games/(\w+)\.html"><bdi>([^<]*)</bdi></a> <small class="quiet"><bdi class="day">([^<]*)</bdi>'
"""A game in a list: how it ended, and what it is called."""
LEFT_OUT = "1 of the games left out: the header tells no date"


def header(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_bytes().partition(b"\n")[0])
    return read


def told(log: bytes, **more: object) -> bytes:
    """A log of one game whose header tells more."""
    first, _, rest = log.partition(b"\n")
    return json.dumps(json.loads(first) | more).encode() + b"\n" + rest


def alone(*players: str, scores: tuple[int, ...] = (61, 54), **more: object) -> str:
    """A game of which only the result is known."""
    lines = (
        {"log": 1, "game": "neom", "rules": "1", "players": players, **more},
        {"result": {"scores": scores, "ranks": [1 + sum(other > score for other in scores) for score in scores]}},
    )
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of three games, and a game without a date in a file of its own."""
    folder = tmp_path_factory.mktemp("evenings")
    games = [play("neom", ["random", "greedy"], seed=str(seed)).log for seed in range(4)]
    several = [
        told(games[0], players=["Ada", "Ben"], date="2026-10-31T23:30:00-05:00", title="The first"),
        told(games[1], players=["Ada", "Cleo"], date="2026-11-30T22:00:00+01:00"),
        told(games[2], players=["Ben", "Cleo"], date="2026-12-01", place="Bern"),
    ]
    (folder / "autumn.jsonl").write_bytes(b"".join(several))
    first, _, rest = told(games[3], players=["Ada", "Ben"]).partition(b"\n")
    without = {name: value for name, value in json.loads(first).items() if name != "id"}
    (folder / "undated.jsonl").write_bytes(json.dumps(without).encode() + b"\n" + rest)
    return folder


def titles(stdout: str) -> list[str]:
    return [" ".join(title.split()) for title in re.findall(r"^NEOM, game (.*?)\s\(", stdout, re.MULTILINE | re.DOTALL)]


def listing(page: str) -> str:
    """The list of games on a page of one league."""
    _, begins, rest = page.partition('<h3 class="list">Games</h3>')
    assert begins
    return rest


# -- recording


def test_a_recorded_game_tells_when_it_began(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = datetime.now().astimezone() - timedelta(seconds=1)
    piped([*TABLE, str(path)])
    written = datetime.fromisoformat(header(path)["date"])
    assert before <= written <= datetime.now().astimezone()
    assert written.utcoffset() == before.utcoffset()
    assert not written.microsecond


def test_what_a_recorded_game_tells_can_be_chosen(tmp_path: Path) -> None:
    path, bare = tmp_path / "g.jsonl", tmp_path / "bare.jsonl"
    piped([*TABLE, str(path), "--date", "2026-11-23", "--place", "Bern", "--title", "The final"])
    assert list(header(path).items())[-3:] == [("date", "2026-11-23"), ("place", "Bern"), ("title", "The final")]
    piped([*TABLE, str(bare), "--date", "none"])
    assert not {"date", "place", "title"} & set(header(bare))
    run("validate", path, bare, "--still-running")


def test_a_game_that_goes_on_keeps_its_header(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    piped([*TABLE, str(path), "--date", "2019-03-02", "--title", "Old"], "1")
    first = path.read_bytes().splitlines()
    piped([*TABLE, str(path)], "1")
    assert path.read_bytes().splitlines()[: len(first)] == first
    assert len(path.read_bytes().splitlines()) > len(first)
    for option, value in (("--title", "New"), ("--date", "2019-03-03"), ("--place", "Bern")):
        kept = path.read_bytes()
        assert f"another {option[2:]} than is given here" in usage(*TABLE, path, option, value)
        assert path.read_bytes() == kept


def test_a_game_goes_on_with_its_own_component_file(tmp_path: Path) -> None:
    path, other = tmp_path / "g.jsonl", tmp_path / "tiles.json"
    other.write_text(run("components", "neom").stdout + "\n")
    piped([*TABLE, str(path)], "1")
    kept = path.read_bytes()
    assert "with another component file than is given here" in usage(*TABLE, path, "--components", other)
    assert path.read_bytes() == kept
    piped([*TABLE, str(tmp_path / "own.jsonl"), "--components", str(other)], "1")
    piped([*TABLE, str(tmp_path / "own.jsonl"), "--components", str(other)], "1")
    assert len((tmp_path / "own.jsonl").read_bytes().splitlines()) > len(kept.splitlines())


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--date", "2026-02-30", "no calendar has the day 2026-02-30"),
        ("--date", "yesterday", "a date is written 2026-11-23"),
        ("--date", "", "a date is written 2026-11-23"),
        ("--title", "", "cannot be a game's name"),
        ("--place", "a\nb", "cannot be a place's name"),
    ],
)
def test_what_no_header_can_tell_is_refused(option: str, value: str, message: str, tmp_path: Path) -> None:
    assert message in usage(*TABLE, tmp_path / "g.jsonl", option, value)
    assert not list(tmp_path.iterdir())


def test_games_that_programs_play_have_no_date(evenings: Path, tmp_path: Path) -> None:
    on = tmp_path / "on.jsonl"
    run("play", "--from", evenings / "autumn.jsonl", "--move", "3", "random", "greedy", "-o", on)
    assert not {"date", "place", "title"} & set(header(on))


def test_a_tournament_refuses_a_game_that_has_a_date(tmp_path: Path) -> None:
    plan = (
        "tournament",
        "--game",
        "between_two_cities",
        "--bots",
        "random,greedy",
        "--deals",
        "1",
        "--seed",
        "1",
        "-o",
    )
    run(*plan, tmp_path / "cup")
    games = tmp_path / "cup" / "games.jsonl"
    assert b'"date"' not in games.read_bytes()
    dated = told(games.read_bytes(), date="2026-11-23")
    games.write_bytes(dated)
    assert "games.jsonl:1" in run(*plan, tmp_path / "cup", code=2).stderr
    assert games.read_bytes() == dated


# -- what games are called


def test_sheets_boards_and_findings_call_a_game_by_its_title_or_date(evenings: Path, tmp_path: Path) -> None:
    assert titles(run("score", evenings).stdout) == ["The first", "2026-11-30, 22:00", "2026-12-01", "at line 1"]
    assert run("show", evenings / "autumn.jsonl").stdout.startswith("game The first, after move")
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join((evenings / "autumn.jsonl").read_bytes().splitlines(keepends=True)[:9]))
    result = run("validate", cut, code=1)
    assert "game neom, title The first, date 2026-10-31, 23:30, id " in result.stdout
    finding = json.loads(run("validate", cut, "--format", "json", code=1).stdout)
    assert (finding["title"], finding["date"]) == ("The first", "2026-10-31T23:30:00-05:00")


def test_pages_call_games_by_title_date_or_file(evenings: Path, tmp_path: Path) -> None:
    run("report", evenings, "-o", tmp_path / "site")
    index = (tmp_path / "site/index.html").read_text("utf-8")
    links = re.findall(_ENDED, listing(index))
    pages = {label: (tmp_path / f"site/games/{name}.html").read_text("utf-8") for name, _, label in links}
    assert [*pages] == ["2026-12-01", "2026-11-30, 22:00", "The first", "undated.jsonl"], "the last one first"
    for name, headline, label in links:
        title = f"{headline} · {label}" if label == "The first" else headline
        assert f"<title>{title} · NEOM</title>" in (tmp_path / f"site/games/{name}.html").read_text("utf-8")
    assert "2026-10-31, 23:30" in pages["The first"]
    assert "2026-12-01 · Bern · " in pages["2026-12-01"]
    players = "".join(path.read_text("utf-8") for path in (tmp_path / "site/players").iterdir())
    assert "<dt>Highest score</dt>" in players
    assert ">line 1<" not in players


# -- choosing games


def chosen(evenings: Path, *options: str) -> list[str]:
    return titles(run("score", evenings, *options).stdout)


def test_dates_choose_whole_days_months_and_years(evenings: Path) -> None:
    first, second, third = "The first", "2026-11-30, 22:00", "2026-12-01"
    assert chosen(evenings, "--until", "2026-11-30") == [first, second]
    assert chosen(evenings, "--since", "2026-11") == [second, third]
    assert chosen(evenings, "--since", "2026-10-31", "--until", "2026-10-31") == [first]
    assert chosen(evenings, "--since", "2026", "--until", "2026-11", "--player", "Cleo") == [second]
    assert chosen(evenings, "--player", "Ada", "--player", "Ben") == [first, "at line 1"]


@pytest.mark.exhaustive
def test_games_without_a_date_are_counted(evenings: Path, tmp_path: Path) -> None:
    for command in (
        ("score",),
        ("table",),
        ("table", "--validate", "-j", "2"),
        ("report", "-o", str(tmp_path / "site")),
    ):
        assert LEFT_OUT in run(command[0], evenings, *command[1:], "--since", "2026").stderr, command


@pytest.mark.parametrize("options", [(), ("--validate",), ("--validate", "-j", "2")])
def test_tables_count_the_chosen_games_alone(options: tuple[str, ...], evenings: Path) -> None:
    (league,) = json.loads(run("table", evenings, "--format", "json", "--since", "2026-11", *options).stdout)
    assert league["games"] == 2
    assert sorted(row["player"] for row in league["rows"]) == ["Ada", "Ben", "Cleo"]


def test_pages_are_about_the_chosen_games_and_say_so(evenings: Path, tmp_path: Path) -> None:
    run("report", evenings, "-o", tmp_path / "site", "--player", "Ben", "--until", "2026")
    index = (tmp_path / "site/index.html").read_text("utf-8")
    assert "--until 2026 --player Ben" in index
    assert [label for *_, label in re.findall(_ENDED, listing(index))] == ["2026-12-01", "The first"]
    assert len(list((tmp_path / "site/games").glob("*.html"))) == 2


def test_the_command_on_a_page_names_a_log_that_looks_like_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-x.jsonl").write_text(alone("Ada", "Ben"))
    run("report", "-o", "league.html", "--for", "people", "--", "-x.jsonl")
    assert "cityleague report ./-x.jsonl --for people -o FILE.html" in Path("league.html").read_text("utf-8")


def test_where_no_game_is_chosen_that_is_said(evenings: Path, tmp_path: Path) -> None:
    message = 'no game is chosen: of 4 games, none is since 2026-11 and with "Adda"'
    site = ("report", "-o", str(tmp_path / "site"))
    for command in (("score",), ("table",), ("table", "--validate"), site):
        arguments = [command[0], evenings, *command[1:], "--player", "Adda", "--since", "2026-11"]
        assert message in run(*arguments, code=2).stderr
        assert message in run(*arguments, "--allow-empty").stderr
    assert not list(tmp_path.iterdir())


def test_a_game_with_a_broken_header_is_never_left_out(evenings: Path, tmp_path: Path) -> None:
    log = tmp_path / "broken.jsonl"
    log.write_bytes((evenings / "autumn.jsonl").read_bytes().replace(b'"2026-12-01"', b'"2026-12-32"'))
    for command in (("score",), ("table",), ("table", "--validate")):
        assert "LOG-VALUE" in run(command[0], log, *command[1:], "--until", "2020", code=1).stderr
    run("report", log, "-o", tmp_path / "site", "--until", "2020", code=1)
    assert "LOG-VALUE" in (tmp_path / "site/findings.html").read_text("utf-8")


def test_what_is_wrong_with_other_games_is_not_told(evenings: Path, tmp_path: Path) -> None:
    log = tmp_path / "twice.jsonl"
    autumn = (evenings / "autumn.jsonl").read_bytes()
    log.write_bytes(autumn + autumn.replace(b"2026-1", b"2025-1"))
    assert "LOG-DUPLICATE-ID" in run("table", log, code=1).stderr
    run("table", log, "--since", "2026")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--since", "2026-02-30"), "is not a day"),
        (("--until", "november"), "is not a day"),
        (("--since", "2026-12", "--until", "2026-11"), "no day is since 2026-12 and until 2026-11"),
        (("--since", ""), "need a value"),
        (("--until", "", "--since", "2026"), "need a value"),
        (("--player", ""), "need a value"),
    ],
)
def test_dates_that_choose_nothing_are_refused(options: tuple[str, ...], message: str, evenings: Path) -> None:
    for command in ("score", "table"):
        assert message in usage(command, evenings, *options)


# -- results alone


def test_results_alone_are_counted_and_never_proven(evenings: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text(alone("Ada", "Ben", date="2019-03-02", title="Long ago") + alone("Ben", "Ada"))
    assert "57.50" in run("table", old).stdout
    assert [verdict.finding and verdict.finding.code for verdict in validate(old)] == ["RESULT-EARLY"] * 2
    run("table", old, "--validate", code=1)
    results = [result for result in read_results([str(old), str(evenings)]) if isinstance(result, Played)]
    assert [(result.bare, result.proven) for result in results] == [(True, False)] * 2 + [(False, False)] * 4
    proven = list(read_results([str(old), str(evenings)], validate=True))
    assert [isinstance(result, Finding) for result in proven] == [True] * 2 + [False] * 4
    assert all(result.proven and not result.bare for result in proven if isinstance(result, Played))


@pytest.mark.exhaustive
def test_pages_count_results_alone_and_say_that_they_are_not_proven(evenings: Path, tmp_path: Path) -> None:
    old, site = tmp_path / "old.jsonl", tmp_path / "site"
    old.write_text(alone("Ada", "Ben", title="Long ago"))
    assert "proven but for 1 result alone, 0 findings" in run("report", old, evenings, "-o", site).stderr
    index = (site / "index.html").read_text("utf-8")
    assert "worked out again, but for 1 of which only the result is known." in index
    assert ">Long ago</bdi>" in index
    assert len(list((site / "games").glob("*.html"))) == len(set(re.findall('<a href="games/([^"]*)', index))) == 4
    old.write_text(alone("Ada", "Ben", title="Long ago", seed="7"))
    run("report", old, "-o", tmp_path / "seeded", code=1)
    old.write_text(alone("Ada", "Ben", title="Long ago"))
    run("report", old, evenings, "-o", tmp_path / "strict", "--validate", code=1)
    assert "RESULT-EARLY" in (tmp_path / "strict/findings.html").read_text("utf-8")


# -- paths and running games


@pytest.mark.parametrize("output", ["site", "league.html"])
def test_pages_of_a_path_that_does_not_exist_are_not_written(output: str, evenings: Path, tmp_path: Path) -> None:
    stderr = run("report", evenings, tmp_path / "missing", "-o", tmp_path / output, code=3).stderr
    assert "missing: there is no such file or folder; nothing is written" in stderr
    assert not list(tmp_path.iterdir())


def test_validate_tells_how_a_running_game_is_no_finding(evenings: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join((evenings / "autumn.jsonl").read_bytes().splitlines(keepends=True)[:9]))
    assert "--still-running" in run("validate", cut, code=1).stderr
    assert "--still-running" not in run("validate", cut, "--still-running").stderr
    assert "--still-running" not in run("validate", evenings).stderr
