"""A plain log read in parts gives the same as one read whole; and what is kept in memory is bounded."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cityleague.cli import cli
from cityleague.engine.registry import game
from cityleague.replays.log import (
    LineDecoder,
    LogChangedError,
    RawGame,
    decode,
    events,
    logs_of,
    parts_of,
    read_games,
    read_part,
    reading,
)
from cityleague.replays.replay import validate, validation
from cityleague.replays.workers import Here

from ...rows import examples
from ..helpers import recorded, with_fields, write

PART = 100
"""Bytes of a part in these tests."""
LONGEST = 150
"""Bytes of a line."""
LINES = [
    b'{"log":1}',
    b' { "log" : 2',
    b'{"log":"' + b"x" * 2 * LONGEST + b'"}',
    b'{"note":"' + b'"log":1' * LONGEST + b'","log":1}',
    b'{"seat":0,"move":{}}',
    b'{"check":"' + b"0" * 90 + b'"}',
    b"a" * 3 * LONGEST + b'{"log":1}',
    b" " * 3 * LONGEST + b'{"log":1}',
    b"",
    b" \t",
    b"\r",
]
"""Headers and other lines, some of them too long."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts, pieces and lines are short."""
    monkeypatch.setattr(reading, "_PART", PART)
    monkeypatch.setattr(reading, "_CHUNK", 64)
    monkeypatch.setattr(reading, "_TOGETHER", 3)
    monkeypatch.setattr(reading, "MAX_LINE", LONGEST)
    monkeypatch.setattr(events, "MAX_LINE", LONGEST)


def content_of(item: object) -> object:
    return (item.first, item.data, item.dropped) if isinstance(item, RawGame) else str(item)


@examples(150)
@given(lines=st.lists(st.sampled_from(LINES), max_size=25), whole=st.booleans())
def test_parts_make_the_whole(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], whole: bool) -> None:
    path = write(tmp_path_factory.getbasetemp(), b"\n".join(lines) + b"\n" * whole, "parts.jsonl")
    parts = parts_of(path, map)
    if parts is None:
        assert Path(path).stat().st_size <= PART
        return
    apart = [content_of(item) for part in parts for item in read_part(part)]
    assert (apart or ["LOG-EMPTY: there is no game in it"]) == [content_of(item) for item in read_games(path)]


def test_no_game_begins_within_a_line_that_is_too_long(tmp_path: Path) -> None:
    for blank in range(2 * LONGEST, 3 * LONGEST):
        path = write(tmp_path, b'{"log":1}\n' + b" " * blank + b'{"log":2}\n{"check":""}\n{"log":3}\n')
        assert [raw.first for raw in read_games(path) if isinstance(raw, RawGame)] == [1, 4]


def test_pipes_folders_and_packed_logs_are_not_read_in_parts(tmp_path: Path) -> None:
    packed = write(tmp_path, b"\x1f\x8b" + b"x" * PART * 2, "packed.jsonl")
    assert [parts_of(path, map) for path in ("-", str(tmp_path), str(tmp_path / "none"), packed)] == [None] * 4


@pytest.mark.parametrize("content", ["good", "blank", "tiny"])
def test_processes_that_read_for_themselves_find_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.setattr(reading, "MAX_LINE", 1 << 20)
    monkeypatch.setattr(events, "MAX_LINE", 1 << 20)
    first, *rest = recorded()
    games = [[with_fields(first, id=f"g{number % 5}"), *rest[: len(rest) - number % 3]] for number in range(7)]
    lines = {"good": [line for game in games for line in game], "blank": [b" " * 50] * 20, "tiny": [b'{"log":1}'] * 40}
    logs = [write(tmp_path, lines[content], "one.jsonl"), write(tmp_path, lines["good"], "two.jsonl")]
    alone = list(validate(logs))
    monkeypatch.setattr(validation, "local_workers", lambda _jobs: Here())
    monkeypatch.setattr(validation, "_MOST", 3)
    assert list(validate(logs, jobs=2)) == alone


def _replaced(log: Path, content: bytes) -> None:
    """Put another file there, with the same times."""
    about = log.stat()
    log.rename(log.with_name("old"))
    log.write_bytes(content)
    os.utime(log, ns=(about.st_atime_ns, about.st_mtime_ns))


def _written(log: Path, content: bytes) -> None:
    """Write other bytes into the same file, a moment later."""
    about = log.stat()
    log.write_bytes(content)
    os.utime(log, ns=(about.st_atime_ns, about.st_mtime_ns + 1))


GAMES = [b'{"log":%d}\n{"note":"%s"}\n' % (number, b"x" * 40) for number in range(20)]
CHANGES: dict[str, Callable[[Path], object]] = {
    "it is another file now": lambda log: _replaced(log, log.read_bytes()),
    "it was written to": lambda log: _written(log, log.read_bytes()[::-1]),
    "it has 500 bytes, not": lambda log: os.truncate(log, 500),
    "it has 0 bytes, not": lambda log: os.truncate(log, 0),
    "it is gone": lambda log: log.unlink(),
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_log_that_has_changed_is_not_read_in_parts(tmp_path: Path, how: str) -> None:
    """Wherever the change comes: before a part is read, while it is read, or while lines are counted."""
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(GAMES))
    parts = list(parts_of(str(log), map) or ())
    assert len(parts) > 5
    being_read = read_part(parts[4])
    next(being_read)
    CHANGES[how](log)
    for number in (0, 5, -1):
        with pytest.raises(LogChangedError, match=how):
            list(read_part(parts[number]))
    if how not in ("it is another file now", "it is gone"):  # what is open is read on: those were its bytes
        with pytest.raises(LogChangedError, match=how):
            list(being_read)


@pytest.mark.parametrize("how", [how for how in CHANGES if how != "it is gone"])
def test_a_log_that_changes_while_its_lines_are_counted_is_not_read_in_parts(tmp_path: Path, how: str) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(GAMES))
    parts = parts_of(str(log), map)  # counts as the parts are asked for
    assert parts
    next(parts)
    CHANGES[how](log)
    with pytest.raises(LogChangedError, match=how):
        list(parts)


def test_a_log_may_grow_while_it_is_read_in_parts(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(GAMES))
    parts = parts_of(str(log), map)
    assert parts
    first = next(parts)
    with log.open("ab") as file:
        file.writelines(GAMES[:2])
    told_ = [content_of(item) for part in (first, *parts) for item in read_part(part)]
    assert told_ == [content_of(item) for item in read_games(str(log))]
    assert len(told_) == len(GAMES) + 2


def test_a_process_that_reads_a_part_knows_what_was_only_found(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    log = folder / "game.jsonl"
    log.write_bytes(b"".join(GAMES))
    (path,) = logs_of([str(folder)])
    parts = pickle.loads(pickle.dumps(list(parts_of(path, map) or ())))
    log.rename(tmp_path / "elsewhere")
    log.symlink_to("../elsewhere")  # the same file, but no longer in the folder
    assert parts
    for part in parts:
        assert "a link that leads out of" in str(next(read_part(part)))


@pytest.mark.parametrize("command", [["validate"], ["table", "--validate"]])
def test_who_changes_a_log_ends_its_validation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """The exit code is neither that of a clean log nor that of findings."""
    log = tmp_path / "game.jsonl"
    first, *rest = recorded()
    games = [[with_fields(first, id=f"g{number}"), *rest] for number in range(4)]
    log.write_bytes(b"\n".join(line for game in games for line in game) + b"\n")
    other = log.read_bytes().replace(b'"g', b'"h')
    monkeypatch.setattr(events, "MAX_LINE", 1 << 20)
    monkeypatch.setattr(reading, "MAX_LINE", 1 << 20)
    prove = validation._prove

    def proved(*arguments: Any) -> Any:
        _replaced(log, other)
        return prove(*arguments)

    monkeypatch.setattr(validation, "local_workers", lambda _jobs: Here())
    monkeypatch.setattr(validation, "_prove", proved)
    said = CliRunner().invoke(cli, [*command, str(log), "-j", "2"])
    assert said.exit_code == 4
    assert "game.jsonl was changed by somebody else while it was read: it is another file now" in said.stderr


def test_remembered_moves_of_all_games_share_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "_REMEMBERED", 1 << 16)
    monkeypatch.setattr(decode, "_memory", decode._Memory())
    decoders = [LineDecoder(game("neom")), LineDecoder(game("city_tycoon"))]
    kept = []
    for number in range(1000):
        for decoder, move in zip(decoders, (b'{"type":"pick","tile":%d}', b'{"type":"pick","tile":"%d"}'), strict=True):
            assert decoder.move(b'{"seat":0,"move":%s}' % move % number)
        kept.append(sum([len(move) for decoder in decoders for move in (*decoder.recent, *decoder._older)]))
    assert 0 < max(kept) <= (1 << 16) / decode._TIMES_ITS_BYTES
    long = b'{"seat":0,"move":{"type":"cube","plant":[0,2],"path":[%s]}}' % b",".join([b"[0,0]"] * 200)
    assert decoders[1].move(long)
    assert long.partition(b",")[2] not in decoders[1].recent


def test_a_move_is_remembered_for_all_seats_and_for_no_other_line() -> None:
    decoder = LineDecoder(game("city_tycoon"))
    said = b'"move":{"type":"pick","tile":"A"}}'
    first = decoder.move(b'{"seat":0,%s' % said)
    other = decoder.move(b'{"seat":3,%s' % said)
    assert first
    assert other == (3, first[1])
    assert other[1] is first[1]
    assert decoder.move(b'{"seat":3,%s\n' % said) == other  # with its end
    assert decoder.move(b'{"seat":10,%s' % said) == (10, first[1])
    for head in (
        b'{"seat":03',
        b' {"seat":3',
        b'{"seat": 3',
        b'{"seat":-1',
        b'{"tase":3',
        b'{"seat":0,"seat":3',
        b"",
        b"{",
    ):
        assert decoder.move(b"%s,%s" % (head, said)) is None
    assert decoder.move(said) is None
