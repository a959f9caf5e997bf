"""The programs of TABLES.md, in DuckDB, pandas and polars, find what one finds by counting in the logs."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.replays import LogError, RecordedGame, recorded_games

from ...rows import daily
from .helpers import TABLES_MD, export, from_csv, write_archive

QUESTIONS = ("First picks, and their points", "Points by category and player", "Length of games")
CASES = [*[(question, "duckdb") for question in QUESTIONS], (QUESTIONS[0], "pandas"), (QUESTIONS[0], "polars")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs, and the tables made of them."""
    pytest.importorskip("pyarrow")
    folder = tmp_path_factory.mktemp("queries")
    write_archive(folder / "logs")
    for format_ in ("parquet", "csv", "sqlite"):
        export(folder / "logs", "--format", format_, "-o", folder / "tables")
    return folder


def program(section: str, language: str) -> str:
    """What TABLES.md has in a section for a library."""
    [_, text] = TABLES_MD.split(f"\n## {section}\n")
    programs: list[str] = re.findall(r"```(?:sql|python)\n(.*?)```", text.partition("\n## ")[0], re.DOTALL)
    [found] = [
        program
        for program in programs
        if f"import {language}\n" in program or (language == "duckdb" and "SELECT" in program)
    ]
    return found


def answer(section: str, language: str) -> list[tuple[Any, ...]]:
    """The rows that it finds."""
    if language == "duckdb":
        import duckdb  # noqa: PLC0415

        found = duckdb.sql(program(section, language))
        assert found
        return [*found.fetchall()]
    scope: dict[str, Any] = {}
    exec(program(section, language), scope)
    found = scope["found"]
    return [*found.iter_rows()] if language == "polars" else [*found.itertuples(index=False, name=None)]


def proven(folder: Path) -> Iterator[RecordedGame]:
    for game in recorded_games(folder / "logs"):
        try:
            game.result()
        except LogError:
            continue
        yield game


def points_of(game: RecordedGame, seat: int) -> Fraction | None:
    ranks = game.result().ranks
    others = [*ranks[:seat], *ranks[seat + 1 :]]
    halves = sum(2 * (ranks[seat] < other) + (ranks[seat] == other) for other in others)
    return Fraction(halves, 2 * len(others)) if others else None


def first_picks(folder: Path) -> list[tuple[Any, ...]]:
    times: Counter[str] = Counter()
    points: dict[str, list[Fraction]] = defaultdict(list)
    for game in proven(folder):
        first: dict[int, str] = {}
        for position in game.positions():
            if position.seat is not None:
                first.setdefault(position.seat, msgspec.json.encode(position.move).decode())
        for seat, pick in first.items():
            times[pick] += 1
            points[pick] += [point for point in [points_of(game, seat)] if point is not None]
    return [
        (pick, count, float(sum(points[pick]) / len(points[pick])) if points[pick] else None)
        for pick, count in sorted(times.items(), key=lambda item: (-item[1], item[0]))
    ]


def categories(folder: Path) -> list[tuple[Any, ...]]:
    sums: Counter[tuple[str, str]] = Counter()
    games = defaultdict(set)
    for number, game in enumerate(proven(folder)):
        for player, sheet in zip(game.header().players, game.result().sheets or (), strict=True):
            for line in [line for part in sheet.parts if part.counts for line in part.lines]:
                sums[player, line.category] += Fraction(line.points)  # type: ignore[assignment]
                games[player, line.category].add(number)
    return [(*both, float(Fraction(total) / len(games[both]))) for both, total in sorted(sums.items())]


def lengths(folder: Path) -> list[tuple[Any, ...]]:
    moves = defaultdict(list)
    for game in proven(folder):
        header = game.header()
        moves[header.game, len(header.players)].append(game.log.count(b'"move"'))
    return [(*both, len(n), min(n), sum(n) / len(n), max(n)) for both, n in sorted(moves.items())]


EXPECTED = dict(zip(QUESTIONS, (first_picks, categories, lengths), strict=True))


def known(value: Any) -> Any:
    """A value of any library: what is missing is None."""
    if not isinstance(value, float):
        return value
    return None if math.isnan(value) else pytest.approx(value)


@pytest.mark.parametrize(("question", "library"), daily(CASES, 3))
def test_a_query_finds_what_the_logs_say(
    question: str, library: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(library)
    monkeypatch.chdir(folder)
    expected = EXPECTED[question](folder)
    assert len(expected) > 3
    assert [tuple(map(known, row)) for row in answer(question, library)] == expected


@pytest.mark.exhaustive
def test_csv_is_read_with_its_types(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    monkeypatch.chdir(folder)
    scope: dict[str, Any] = {}
    exec(program("CSV", "pandas"), scope)
    rows = scope["found"].to_dict("records")
    assert [{name: None if pandas.isna(value) else value for name, value in row.items()} for row in rows] == from_csv(
        folder / "tables"
    )["games"]
    assert str(scope["found"].dtypes["seed"]) == "string"


def test_sqlite_takes_the_same_query(folder: Path) -> None:
    import sqlite3  # noqa: PLC0415

    database = sqlite3.connect(folder / "tables" / "games.sqlite")
    query = program(QUESTIONS[2], "duckdb").replace("'tables/games.parquet'", "games")
    assert [*database.execute(query)] == lengths(folder)
    database.close()
