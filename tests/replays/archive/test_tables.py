"""Tables of games: what is in them is what the logs say and what the engines compute, in every format."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays import LogError, RecordedGame, play, read_games, record_batches, recorded_games
from cityleague.replays.archive import rows_of, tables, write_tables, writer_of
from cityleague.replays.reports import exact_cells

from ...rows import daily
from .helpers import (
    ANALYSED,
    NAMES,
    READERS,
    Row,
    Tables,
    documented,
    export,
    from_csv,
    from_sqlite,
    unguarded,
    write_archive,
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def exported(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder = tmp_path_factory.mktemp("tables")
    code, said = export(archive, "--format", "csv", "--legal", "--scores", "-o", folder)
    assert code == 1
    assert "B2C-PICK-NOT-IN-HAND" in said
    return from_csv(folder)


def games_in(archive: Path) -> list[RecordedGame]:
    """The games that have a header, in the order of the tables."""
    return [game for game in recorded_games(archive) if Path(game.file).name != "nothing.jsonl"]


def proven(archive: Path) -> Iterator[tuple[int, RecordedGame]]:
    for key, game in enumerate(games_in(archive), 1):
        try:
            game.result()
        except LogError:
            continue
        yield key, game


def events(game: RecordedGame) -> list[tuple[int, dict[str, Any]]]:
    """The lines of a game as JSON, with their numbers."""
    return [(number, json.loads(line)) for number, line in enumerate(game.log.splitlines(), game.line) if line.strip()]


def of(rows: list[Row], key: int) -> list[Row]:
    return [row for row in rows if row["key"] == key]


def test_every_game_with_a_header_has_a_row_and_a_key_of_its_own(archive: Path, exported: Tables) -> None:
    rows = exported["games"]
    assert [(row["key"], row["file"], row["line"]) for row in rows] == [
        (key, game.file, game.line) for key, game in enumerate(games_in(archive), 1)
    ]
    assert [row["key"] for row in rows if row["proven"]] == [key for key, _ in proven(archive)]
    assert [row["id"] for row in rows].count("friday-1") == 3
    for row, game in zip(rows, games_in(archive), strict=True):
        header = json.loads(game.log.splitlines()[0])
        for column in ("id", "game", "rules", "components", "seed", "date", "title"):
            assert row[column] == header.get(column)
        assert row["seats"] == len(header["players"])
        assert json.loads(row["options"]).items() >= header.get("options", {}).items()


def test_the_games_of_a_tournament_tell_deal_table_rotation_and_specs(exported: Tables) -> None:
    cup = [row for row in exported["games"] if row["deal"]]
    assert [(row["deal"], row["table"], row["rotation"]) for row in cup] == [(1, 1, 1), (1, 1, 2), (2, 1, 1), (2, 1, 2)]
    specs = {(row["player"], row["spec"]) for row in exported["seats"] if row["spec"]}
    assert specs == {("quick", "random"), ("greedy", "greedy")}


def test_a_seat_has_the_result_that_the_engine_computes(archive: Path, exported: Tables) -> None:
    for key, game in proven(archive):
        result, rows = game.result(), of(exported["seats"], key)
        assert [(row["seat"], row["player"], row["score"], row["rank"]) for row in rows] == [
            (seat, *three)
            for seat, three in enumerate(zip(game.header().players, result.scores, result.ranks, strict=True))
        ]
        assert result.sheets
        for row, sheet in zip(rows, result.sheets, strict=True):
            assert list(json.loads(row["tiebreaks"]).items()) == [(tie.name, tie.value) for tie in sheet.tiebreaks]
            others = [other for other in rows if other is not row]
            beaten = [(row["rank"] < other["rank"]) + (row["rank"] == other["rank"]) / 2 for other in others]
            assert row["points"] == (sum(beaten) / len(others) if others else None)
            best = max([other["score"] for other in others], default=None)
            assert row["margin"] == (None if best is None else row["score"] - best)
        lines = [
            (seat, part.title, part.counts, line.category, line.points)
            for seat, sheet in enumerate(result.sheets)
            for part in sheet.parts
            for line in part.lines
        ]
        assert [tuple(row.values())[2:] for row in of(exported["categories"], key)] == lines


def test_a_move_has_its_place_in_the_log_and_in_the_course_of_the_game(archive: Path, exported: Tables) -> None:
    for key, game in proven(archive):
        rows, said = of(exported["moves"], key), [event for event in events(game) if "move" in event[1]]
        assert [(row["n"], row["line"]) for row in rows] == [(n, line) for n, (line, _) in enumerate(said, 1)]
        assert [(row["seat"], json.loads(row["move"]), row["type"], row["ms"]) for row in rows] == [
            (event["seat"], event["move"], event["move"]["type"], event.get("ms")) for _, event in said
        ]
        *positions, end = game.positions()
        assert [(row["round"], row["stage"], row["legal"], row["stand_in"]) for row in rows] == [
            (
                position.state.round,
                getattr(position.view(None), "stage", None),
                len(position.legal()),
                position.stand_in,
            )
            for position in positions
        ]
        after = [[sheet.total for sheet in position.state.scores()] for position in [*positions[1:], end]]
        assert [json.loads(row["scores"]) for row in rows] == after


def test_a_draw_has_what_was_drawn_and_how_many_moves_were_made_before(archive: Path, exported: Tables) -> None:
    drawn = 0
    for key, game in proven(archive):
        moves, expected = 0, []
        for line, event in events(game):
            moves += "move" in event
            if "chance" in event:
                expected.append((moves, line, event["chance"], event["order"]))
        rows = of(exported["draws"], key)
        assert [(row["n"], row["line"], row["draw"], json.loads(row["items"])) for row in rows] == expected
        drawn += len(rows)
    assert drawn == len(exported["draws"]) > 50


def test_a_forfeit_is_told_and_times_are_those_of_a_seats_own_moves(exported: Tables) -> None:
    [lost] = [row for row in exported["seats"] if row["forfeit"]]
    assert (lost["seat"], lost["forfeit"], lost["rank"]) == (0, "crash", 2)
    own = [row for row in of(exported["moves"], lost["key"]) if row["seat"] == 0]
    assert {row["stand_in"] for row in own} == {True, False}
    assert lost["ms"] == sum(row["ms"] for row in own if not row["stand_in"])


def test_what_is_not_proven_is_taken_as_stated_and_has_no_moves(archive: Path, exported: Tables) -> None:
    unproven = {row["key"]: row for row in exported["games"] if not row["proven"]}
    assert {Path(row["file"]).name for row in unproven.values()} == {"broken.jsonl", "old.jsonl"}
    for name in ("categories", "moves", "draws"):
        assert not {row["key"] for row in exported[name]} & unproven.keys()
    [old] = [key for key, row in unproven.items() if row["date"] == "2019-03-02"]
    assert [(row["player"], row["score"], row["points"]) for row in of(exported["seats"], old)] == [
        ("Ada", 61, 1), ("=1+1", 54, 0)
    ]  # fmt: skip
    padded = [key for key, row in unproven.items() if row["id"] == "padded"]
    assert [row["score"] for row in of(exported["seats"], padded[0])] == [57, 52, 49]
    assert not [row for row in exported["seats"] if unproven.get(row["key"], {}).get("id") == "cut-off"]


@pytest.mark.parametrize("format_", daily(["parquet", "sqlite", "csv"]))  # of CSV are the tables themselves
def test_all_formats_hold_the_same(format_: str, archive: Path, exported: Tables, tmp_path: Path) -> None:
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    assert export(archive, "--format", format_, "--legal", "--scores", "-o", tmp_path)[0] == 1
    assert READERS[format_](tmp_path) == exported
    assert export(archive, "--format", format_, "-o", tmp_path)[0] == 1  # over what is there
    assert "legal" not in READERS[format_](tmp_path)["moves"][0]


def test_record_batches_hold_the_same(archive: Path, exported: Tables) -> None:
    pytest.importorskip("pyarrow")
    for name in ("games", "seats"):
        rows = [row for batch in record_batches(archive, name) for row in batch.to_pylist()]
        assert rows == exported[name]
    moves = [row for batch in record_batches(archive, "moves", legal=True, player="quick") for row in batch.to_pylist()]
    cup = {row["key"] for row in exported["games"] if row["deal"]}
    assert [row["legal"] for row in moves] == [row["legal"] for row in exported["moves"] if row["key"] in cup]
    with pytest.raises(ValueError, match="there are games, seats, categories, moves, draws"):
        record_batches(archive, "players")


def test_types_are_told_even_where_all_is_missing(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_bytes(play("between_two_cities", ["random", "random"]).log)
    all_columns = ("--legal", "--scores", "--analysis", ANALYSED / "neom.analysis.jsonl")
    told = documented()
    assert {name: [*columns] for name, columns in told.items()} == {
        name: [*columns] for name, columns in tables(legal=True, scores=True, analysis=True).items()
    }
    export(tmp_path / "g.jsonl", "--format", "csv", *all_columns, "-o", tmp_path / "csv")
    words = {"string": "text", "integer": "integer", "number": "number", "boolean": "truth"}
    described = json.loads((tmp_path / "csv" / "datapackage.json").read_text("utf-8"))["resources"]
    assert told == {
        table["name"]: {field["name"]: words[field["type"]] for field in table["schema"]["fields"]}
        for table in described
    }
    export(tmp_path / "g.jsonl", "--format", "sqlite", *all_columns, "-o", tmp_path / "sqlite")
    words = {"TEXT": "text", "INTEGER": "integer", "REAL": "number", "BOOLEAN": "truth"}
    database = sqlite3.connect(tmp_path / "sqlite" / "games.sqlite")
    assert told == {
        name: {row[1]: words[row[2]] for row in database.execute(f"PRAGMA table_info({name})")} for name in NAMES
    }
    database.close()
    parquet = pytest.importorskip("pyarrow.parquet")
    export(tmp_path / "g.jsonl", "--format", "parquet", *all_columns, "-o", tmp_path / "parquet")
    words = {"string": "text", "int64": "integer", "double": "number", "bool": "truth"}
    schemas = {name: parquet.read_schema(tmp_path / "parquet" / f"{name}.parquet") for name in NAMES}
    assert told == {
        name: {column.name: words[str(column.type)] for column in schema} for name, schema in schemas.items()
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize("format_", daily(["sqlite", "parquet", "csv"]))
def test_any_number_of_processes_writes_the_same_bytes(format_: str, archive: Path, tmp_path: Path) -> None:
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    cup = (archive / "cup" / "games.jsonl").read_bytes()
    (tmp_path / "long.jsonl").write_bytes(cup * (1 + (1200 << 10) // len(cup)))  # it is read in two parts
    logs = (tmp_path / "long.jsonl", archive)
    said = [export(*logs, "--format", format_, "-j", jobs, "-o", tmp_path / str(jobs))[1] for jobs in (1, 2)]
    assert said[0].replace(str(tmp_path / "1"), "") == said[1].replace(str(tmp_path / "2"), "")
    alone, two = ({file.name: file.read_bytes() for file in (tmp_path / jobs).iterdir()} for jobs in "12")
    assert alone == two
    if format_ == "sqlite":
        moves = from_sqlite(tmp_path / "1")["moves"]
        assert len(moves) > 10_000  # far more than are written at once
        assert [row["key"] for row in moves] == sorted(row["key"] for row in moves)


def test_only_chosen_games_are_exported(archive: Path, tmp_path: Path) -> None:
    logs = [
        archive / "cup",
        *[archive / f"{name}-by-hand.jsonl" for name in ("city-tycoon", "neom", "twentieth-century")],
    ]
    code, said = export(
        *logs, archive / "by-hand.jsonl", "--player", "Ada", "--rank", "1", "--format", "sqlite", "-o", tmp_path
    )
    played = [game for log in [*logs, archive / "by-hand.jsonl"] for game in recorded_games(log)]
    with_ada = [game for game in played if "Ada" in game.header().players]
    won = [game for game in with_ada if game.result().ranks[game.header().players.index("Ada")] == 1]
    assert 0 < len(won) < len(with_ada) < len(played)
    assert (code, [row["file"] for row in from_sqlite(tmp_path)["games"]]) == (0, [game.file for game in won])
    assert f"tables of {len(won)} game" in said
    again = read_games([*logs, archive / "by-hand.jsonl"], player="Ada", rank=1)
    assert [game.log for game in again] == [game.log for game in won]


def test_without_a_game_nothing_is_written(archive: Path, tmp_path: Path) -> None:
    code, said = export(archive / "cup", "--player", "Nobody", "--format", "csv", "-o", tmp_path)
    assert (code, "no game is chosen" in said, [*tmp_path.iterdir()]) == (2, True, [])
    code, said = export(archive / "nothing.jsonl", "--format", "sqlite", "-o", tmp_path)
    assert (code, "error LOG-" in said, [*tmp_path.iterdir()]) == (1, True, [])


def test_a_choice_that_nobody_can_understand_is_refused() -> None:
    with pytest.raises(TypeError, match="not chosen by players, but by game, id, player"):
        read_games("examples", players="Ada")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="no number from 1 on"):
        read_games("examples", seats="many")


def test_without_pyarrow_parquet_is_refused(monkeypatch: pytest.MonkeyPatch, archive: Path, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "cityleague.replays.archive.as_parquet", raising=False)
    code, said = export(archive, "--format", "parquet", "-o", tmp_path / "out")
    assert code == 2
    assert "Parquet needs pyarrow: install the extra `data`" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("format_", sorted(READERS))
def test_an_export_that_is_broken_off_leaves_what_was_there(format_: str, archive: Path, tmp_path: Path) -> None:
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    columns = tables()
    names = [f"{name}.{format_}" for name in NAMES] if format_ != "sqlite" else ["games.sqlite"]
    for name in names:
        (tmp_path / name).write_bytes(b"before")

    def some() -> Iterator[Any]:
        yield from rows_of([str(archive / "cup")])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(write_tables(some(), writer_of(format_, str(tmp_path), columns), columns))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == dict.fromkeys(names, b"before")


@pytest.mark.parametrize("format_", ["csv", "sqlite"])
def test_a_link_in_the_folder_is_not_followed(format_: str, archive: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"dear to me")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ("games.sqlite" if format_ == "sqlite" else "moves.csv")).symlink_to(tmp_path / "mine")
    code, said = export(archive / "cup", "--format", format_, "-o", tmp_path / "out")
    assert code == 4
    assert "it is a link" in said
    assert (tmp_path / "mine").read_bytes() == b"dear to me"
    assert len([*(tmp_path / "out").iterdir()]) == 1


def test_tables_need_a_folder_and_logs_no_options_of_tables(archive: Path, tmp_path: Path) -> None:
    assert "name a folder" in export(archive, "--format", "csv", "-o", "-")[1]
    for option in ("--legal", "--scores", "-j2", f"--analysis={ANALYSED / 'neom.analysis.jsonl'}"):
        code, said = export(archive, option, "-o", tmp_path / "x.jsonl")
        assert code == 2
        assert "needs a table format (csv, parquet, sqlite)" in said
    assert "--split needs --format jsonl" in export(archive, "--split", "2", "--format", "csv", "-o", tmp_path)[1]


TEXTS = st.text(alphabet="=+-@＝'\" ;|\t\r\n\0,a1\\", max_size=12)


@given(st.lists(TEXTS | st.none(), max_size=4))
def test_no_cell_is_a_formula_and_every_text_can_be_had_back(texts: list[str | None]) -> None:
    cells = exact_cells(texts)
    for text, cell in zip(texts, cells, strict=True):
        if text is None or cell is None:
            assert text is cell
            continue
        assert unguarded(cell) == text
        parts = cell
        for separator in "|\t\r\n":
            parts = parts.replace(separator, ";")
        assert not [part for part in parts.split(";") if part.lstrip(' "')[:1] in tuple("=+-@＝")]
