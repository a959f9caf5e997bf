"""`--id ID`: the game with this id is found by its header, and the games before it are not replayed."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from cityleague.replays.log.compression import pack

from ..command import process
from ..rows import daily
from .helpers import run


def with_header(log: Path, **fields: object) -> bytes:
    """The game with other fields in its header."""
    header, rest = log.read_bytes().split(b"\n", 1)
    return json.dumps(json.loads(header) | fields, separators=(",", ":")).encode() + b"\n" + rest


def games(log: Path, *ids: str) -> bytes:
    return b"".join(with_header(log, id=name) for name in ids)


def words(text: str, path: Path) -> list[str]:
    """What is said but for the name of the log."""
    return text.replace(str(path), "LOG").replace("(-)", "(LOG)").split()


def seconds(*arguments: str | Path) -> float:
    begun = time.process_time()
    run(*arguments)
    return time.process_time() - begun


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", daily(["show", "score"]))
def test_the_last_of_many_games_costs_little_more_than_the_first(log: Path, tmp_path: Path, command: str) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(games(log, *[f"g{number}" for number in range(400)]))
    shown = run(command, path, "--id", "g399").stdout
    assert "g399" in shown
    found = seconds(command, path, "--id", "g399")
    assert found * 4 < seconds("score", path, "--format", "json"), "as long as if all were replayed"


@pytest.mark.parametrize("command", ["show", "score"])
@pytest.mark.parametrize("name", ["jsonl.gz", "jsonl.zst", "-"])
def test_a_game_is_found_in_packed_logs_and_in_standard_input(
    log: Path, tmp_path: Path, command: str, name: str
) -> None:
    data = games(log, "one", "two", "three")
    plain, packed = tmp_path / "g.jsonl", tmp_path / f"g.{name}"
    plain.write_bytes(data)
    packed.write_bytes(pack(name, data))
    expected = words(run(command, plain, "--id", "two").stdout, plain)
    if name == "-":
        said = process(command, "-", "--id", "two", stdin=data).stdout.decode()
    else:
        said = run(command, packed, "--id", "two").stdout
    assert words(said, packed) == expected


@pytest.mark.parametrize("command", ["show", "score"])
def test_what_is_wrong_with_other_games_does_not_matter(log: Path, broken: Path, tmp_path: Path, command: str) -> None:
    path = tmp_path / "g.jsonl"
    headers: Sequence[bytes] = (b'{"log":9,"id":"right"}\n', b'{"log":1,"id":"right"}\n', b'{"log":1,"id":"right"\n')
    path.write_bytes(b"no header\n" + with_header(broken, id="wrong") + b"".join(headers) + games(log, "right", "last"))
    said = run(command, path, "--id", "right")
    unknown = "4 of the games left out: the header cannot be read, so the id is not known\n"
    assert said.stderr == {"show": "", "score": unknown}[command]
    assert "right" in said.stdout
    nobody = run(command, path, "--id", "nobody", code=2).stderr
    assert {"show": "no game with the id nobody", "score": 'none is with the id "nobody"'}[command] in nobody


@pytest.mark.parametrize("command", ["show", "score"])
def test_what_is_wrong_with_the_game_itself_is_told(log: Path, broken: Path, tmp_path: Path, command: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(games(log, "right") + with_header(broken, id="wrong"))
    said = run(command, path, "--id", "wrong", code=1)
    assert said.stderr.count("error ") == 1
    path.write_bytes(games(log, "right") + with_header(log, id="wrong", game="chess"))
    assert "LOG-GAME" in run(command, path, "--id", "wrong", code=1).stderr


def test_of_two_games_with_an_id_the_first_is_shown_and_both_are_scored(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(games(log, "a") + with_header(log, id="b", note="first") + games(log, "b"))
    lines = log.read_bytes().count(b"\n")
    scored = [json.loads(line) for line in run("score", path, "--id", "b", "--format", "json").stdout.splitlines()]
    assert list(dict.fromkeys(row["line"] for row in scored)) == [lines + 1, 2 * lines + 1]
    short = tmp_path / "short.jsonl"
    short.write_bytes(
        games(log, "a") + b"".join(with_header(log, id="b").splitlines(keepends=True)[:9]) + games(log, "b")
    )
    assert "GAME-TRUNCATED" in run("show", short, "--id", "b", code=1).stderr


def test_an_id_is_what_the_header_means_and_not_how_it_is_written(log: Path, tmp_path: Path) -> None:
    header, rest = with_header(log, id="Zoë").split(b"\n", 1)
    assert b"\\u00eb" in header
    path = tmp_path / "g.jsonl"
    spaced = header.replace(b'{"log":1,', b' { "log" : 1 , ')
    path.write_bytes(b"\n \n" + games(log, "first") + spaced + b"\n" + rest)
    assert "Zoë" in run("show", path, "--id", "Zoë").stdout
    assert "Zoë" in run("score", path, "--id", "Zoë").stdout
