"""A plain log read in parts gives the same as one read whole; and what is kept in memory is bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.registry import game
from cityleague.replays.log import LineDecoder, RawGame, decode, kinds, parts_of, read_games, read_part, reading
from cityleague.replays.replay import validate, validation
from cityleague.replays.workers import Here

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
    monkeypatch.setattr(kinds, "MAX_LINE", LONGEST)


def told(item: object) -> object:
    return (item.first, item.data, item.dropped) if isinstance(item, RawGame) else str(item)


@settings(max_examples=150, deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=25), whole=st.booleans())
def test_parts_make_the_whole(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], whole: bool) -> None:
    path = write(tmp_path_factory.getbasetemp(), b"\n".join(lines) + b"\n" * whole, "parts.jsonl")
    parts = parts_of(path, map)
    if parts is None:
        assert Path(path).stat().st_size <= PART
        return
    apart = [told(item) for part in parts for item in read_part(part)]
    assert (apart or ["LOG-EMPTY: there is no game in it"]) == [told(item) for item in read_games(path)]


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
    monkeypatch.setattr(kinds, "MAX_LINE", 1 << 20)
    first, *rest = recorded()
    games = [[with_fields(first, id=f"g{number % 5}"), *rest[: len(rest) - number % 3]] for number in range(7)]
    lines = {
        "good": [line for one in games for line in one],
        "blank": [b" " * 50] * 20,
        "tiny": [b'{"log":1}'] * 40,
    }
    logs = [write(tmp_path, lines[content], "one.jsonl"), write(tmp_path, lines["good"], "two.jsonl")]
    alone = list(validate(logs))
    monkeypatch.setattr(validation, "local_workers", lambda _jobs: Here())
    monkeypatch.setattr(validation, "_MOST", 3)
    assert list(validate(logs, jobs=2)) == alone


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
