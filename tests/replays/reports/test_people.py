"""Tables for people, as commands print them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import msgspec
import pytest

from cityleague.replays import read_tables
from cityleague.replays.reports.people import people_table

from ...cli.helpers import run, usage
from ...evenings import alone

PLAYERS = (("Ada", "Ben", "Cleo"), ("Ben", "Cleo"), ("Cleo", "Ada"))


@pytest.fixture
def evenings(tmp_path: Path) -> Path:
    """Games without a seed: nine of two kinds, of which only the results are known."""
    days = [f"2026-0{month}-07" for month in range(1, 10)]
    games = [
        alone({name: 50 - 3 * i for i, name in enumerate(PLAYERS[k % 3])}, day, ("neom", "between_two_cities")[k % 2])
        for k, day in enumerate(days)
    ]
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(games))
    return path


def test_games_without_a_seed_have_a_table_for_people(evenings: Path) -> None:
    said = run("table", evenings).stdout
    assert said.index("All games: 9 games") < said.index("Between Two Cities: 4 games") < said.index("NEOM: 5 games")
    assert "too few for a rating" in said
    assert "Not proven: 9 games without moves" in said
    for word in ("incomplete", "block", "margin ", "LOS"):
        assert word not in said
    ada, ben = [next(line for line in said.splitlines() if line.split()[1:2] == [name]) for name in ("Ada", "Ben")]
    assert ada.split()[2:] == ["6", "3", "50", "0.50", "1"]
    assert ben.split()[2:] == ["6", "3", "50", "0.75", "1"]


def test_tables_are_the_same_wherever_logs_are_and_however_they_are_typed(
    evenings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = evenings.read_bytes().splitlines(keepends=True)
    for folder in ("here", "far/away"):
        for name, part in (("one", games[:6]), ("two", games[6:])):
            (tmp_path / folder / name).mkdir(parents=True)
            (tmp_path / folder / name / "games.jsonl").write_bytes(b"".join(part))
    monkeypatch.chdir(tmp_path / "here")
    typed: list[tuple[str | Path, ...]] = [
        ("one", "two"),
        (tmp_path / "here/one/games.jsonl", "two"),
        (tmp_path / "here",),
        ("../far/away",),
    ]
    for form in ("json", "csv"):
        (told,) = {run("table", *paths, "--format", form).stdout for paths in typed}
        assert "one/games.jsonl" in told
        assert "two/games.jsonl" in told
        assert "here" not in told


def test_an_option_says_otherwise(evenings: Path) -> None:
    bots = run("table", evenings, "--for", "bots").stdout
    assert "All games" not in bots
    assert "LOS" in bots
    examples = Path(__file__).parents[3] / "examples"
    seeded = run("table", examples / "neom.jsonl").stdout
    assert seeded == run("table", examples / "neom.jsonl", "--for", "bots").stdout
    assert "most often against" in run("table", examples / "neom.jsonl", "--for", "people").stdout
    assert "'cats' is not one of" in usage("table", evenings, "--for", "cats")


def test_json_and_csv_keep_their_fields_and_gain_some(evenings: Path) -> None:
    tables = json.loads(run("table", evenings, "--format", "json").stdout)
    assert [table["game"] for table in tables] == ["between_two_cities", "neom", ""]
    assert tables[:2] == json.loads(run("table", evenings, "--format", "json", "--for", "bots").stdout)
    assert [table["unproven"] for table in tables] == [4, 5, 9]
    row = tables[2]["rows"][0]
    assert (row["score"], row["elo"]) == (None, None)
    assert {"run", "last", "against", "best_game", "unproven"} <= set(row)
    best = tables[1]["rows"][0]["best_game"]
    assert best["file"] == evenings.name
    assert best["called"].startswith("2026-")
    players, _, opponents = run("table", evenings, "--format", "csv").stdout.partition("\n\n")
    rows = list(csv.DictReader(io.StringIO(players)))
    assert {row["last"] for row in rows if row["game"] == ""} == {"2026-09-07", "2026-08-07"}
    pairs = list(csv.DictReader(io.StringIO(opponents)))
    assert all(int(row["ahead"]) + int(row["behind"]) <= int(row["games"]) for row in pairs)
    assert "## All games: 9 games" in run("table", evenings, "--format", "markdown").stdout


def test_a_result_alone_is_no_proof_and_a_strict_table_refuses_it(evenings: Path) -> None:
    refused = run("table", evenings, "--validate", code=1)
    assert "RESULT-EARLY" in refused.stderr
    assert "All games" not in refused.stdout


def test_ratings_are_told_where_games_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join([alone({"Ada": 50, "Ben": 50 + (-1) ** k}, "2026-01-07") for k in range(40)]))
    said = run("table", path).stdout
    assert "Rating: Elo" in said
    assert "too few" not in said
    assert "All games" not in said
    [table] = read_tables(path)
    wide = msgspec.structs.replace(table.rows[1], games=7, elo_low=-998, elo_high=610)
    lines = list(people_table([msgspec.structs.replace(table, rows=[table.rows[0], wide])]))
    assert "7 games: too few for a rating" in "\n".join(lines)
    assert "-998" not in "\n".join(lines)
