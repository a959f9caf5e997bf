"""An archive with games of every kind, and its tables read back by whatever reads their format."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cityleague.cli import cli
from cityleague.replays import Plan, play, play_tournament
from tests.evenings import alone

from ..helpers import with_fields

ROOT = Path(__file__).parents[3]
TABLES_MD = (ROOT / "replays" / "archive" / "TABLES.md").read_text("utf-8")
ANALYSED = ROOT / "tests" / "pages" / "analysed"
"""Games with their analyses."""
NAMES = ("games", "seats", "categories", "moves", "draws")
Row = dict[str, Any]
Tables = Mapping[str, list[Row]]


class _Crashing:
    """A bot that crashes at its third move."""

    moves = 0

    def choose(self, view: Any, legal: Any) -> Any:
        """The first move, twice."""
        self.moves += 1
        if self.moves > 2:
            raise RuntimeError("enough")
        return legal[0]


def timed(log: bytes) -> bytes:
    """A log in which each move took as many milliseconds as the number of its line, and a quarter."""
    lines = log.splitlines()
    moves = (b'{"seat"',)
    told = [with_fields(line, ms=i + 0.25) if line.startswith(moves) else line for i, line in enumerate(lines, 1)]
    return b"".join([line + b"\n" for line in told])


def write_archive(folder: Path) -> Path:
    """A tournament, evenings by hand, a forfeit with times, a result alone, broken games, ids that come twice."""
    play_tournament(Plan(game="between_two_cities", bots=("quick=random", "greedy"), deals=2, seed="7"), folder / "cup")
    for name in (
        "by-hand",
        "city-tycoon-by-hand",
        "neom-by-hand",
        "twentieth-century-by-hand",
        "card-city-xl",
        "broken",
    ):
        (folder / f"{name}.jsonl").write_bytes((ROOT / "examples" / f"{name}.jsonl").read_bytes())
    (folder / "forfeit.jsonl").write_bytes(timed(play("between_two_cities", [_Crashing(), "random"], seed="7").log))
    (folder / "old.jsonl").write_bytes(alone({"Ada": 61, "=1+1": 54}, "2019-03-02", "neom"))
    (folder / "twice.jsonl").write_bytes((ROOT / "examples" / "by-hand.jsonl").read_bytes() * 2)
    (folder / "nothing.jsonl").write_bytes(b"[1]\n")
    return folder


def export(*arguments: object) -> tuple[int, str]:
    """Exit code and standard error of `cityleague export`."""
    done = CliRunner().invoke(cli, ["export", *map(str, arguments)])
    assert not done.stdout
    return done.exit_code, done.stderr


def from_csv(folder: Path) -> Tables:
    """The tables of a folder, with the types of its description and without guarding apostrophes."""
    described = json.loads((folder / "datapackage.json").read_text("utf-8"))
    read: dict[str, Callable[[str], object]] = {
        "string": unguarded,
        "integer": int,
        "number": float,
        "boolean": {"true": True, "false": False}.__getitem__,
    }
    tables = {}
    for table in described["resources"]:
        kinds = {field["name"]: read[field["type"]] for field in table["schema"]["fields"]}
        with (folder / table["path"]).open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            assert rows.fieldnames == [*kinds]
            tables[table["name"]] = [
                {name: kinds[name](cell) if cell else None for name, cell in row.items()} for row in rows
            ]
    return tables


def unguarded(text: str) -> str:
    """A text as TABLES.md says that it is had back."""
    [program] = [text for text in re.findall(r"```python\n(.*?)```", TABLES_MD, re.DOTALL) if "GUARD" in text]
    scope: dict[str, Any] = {}
    exec(program, scope)
    assert scope["found"] == "=Ada"
    return str(scope["GUARD"].sub(r"\1", text))


def from_sqlite(folder: Path) -> Tables:
    """The tables of a database."""
    database = sqlite3.connect(folder / "games.sqlite")
    database.row_factory = sqlite3.Row
    tables = {name: list(map(dict, database.execute(f"SELECT * FROM {name}"))) for name in NAMES}
    for name in NAMES:
        truths = {row["name"] for row in database.execute(f"PRAGMA table_info({name})") if row["type"] == "BOOLEAN"}
        for row in tables[name]:
            row |= {column: bool(row[column]) for column in truths}
    database.close()
    return tables


def from_parquet(folder: Path) -> Tables:
    """The tables of Parquet files."""
    parquet = pytest.importorskip("pyarrow.parquet")
    return {name: parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in NAMES}


READERS = {"csv": from_csv, "sqlite": from_sqlite, "parquet": from_parquet}


def documented() -> dict[str, dict[str, str]]:
    """By table, the types of its columns, as TABLES.md has them."""
    tables = {}
    for name in NAMES:
        section = TABLES_MD.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        tables[name] = dict(re.findall(r"^\| (\w+) \| (text|integer|number|truth) \|", section, re.MULTILINE))
    return tables
