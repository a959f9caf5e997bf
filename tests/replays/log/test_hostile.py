"""Whatever a file holds, there are findings: quickly, in little memory, and never an exception."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.components.plain import DEPTH, too_deep
from cityleague.replays.log import CODES, compression
from cityleague.replays.replay import validate

from ...command import process
from ...rows import daily, rows
from ..helpers import codes, dump, edited, findings, index_of, log, measured, recorded, replaced, with_fields, write

GOOD = recorded()
LAST = len(GOOD) - 1
PEAK = 150
"""MiB that validation may take, whatever it reads; 25 are Python's own."""


def packed(name: str, data: bytes) -> bytes:
    return compression.pack(name, data)


def write_all(folder: Path, parts: Iterable[bytes], name: str = "game.jsonl") -> str:
    path = folder / name
    with path.open("wb") as file:
        for part in parts:
            file.write(part)
    return str(path)


def code(folder: Path, data: bytes | list[bytes], name: str = "game.jsonl") -> str:
    """The code of the only finding."""
    ((only, _),) = codes(folder, data, name)
    return only


# -- line ends, blank lines, encodings


@rows(
    "data",
    [
        b"\r\n".join(GOOD) + b"\r\n",
        b"\r\n".join(GOOD),
        b"\n".join(GOOD),
        b"\n\n \t\n" + b"\n\n".join(GOOD) + b"\n\n\n",
        b"\r\n\r\n".join(GOOD),
    ],
)
def test_line_ends_and_blank_lines_do_not_matter(data: bytes, tmp_path: Path) -> None:
    assert codes(tmp_path, data) == []


@rows("data", [b"", b"\n", b"\n\n\n", b"\r\n", b" \n\t\n"])
def test_a_file_with_nothing_in_it_is_an_empty_log(data: bytes, tmp_path: Path) -> None:
    assert codes(tmp_path, data) == [("LOG-EMPTY", None)]


@rows(
    "data, expected",
    [
        (b"\xef\xbb\xbf" + log(GOOD), "LOG-UTF8"),
        (log(GOOD).decode().encode("utf-16"), "LOG-UTF8"),
        (log(GOOD).decode().encode("utf-16-le"), "LOG-JSON"),
        (log(GOOD).decode().encode("utf-32-be"), "LOG-JSON"),
        (b"\r".join(GOOD), "LOG-JSON"),
        (bytes(100), "LOG-JSON"),
        (bytes(range(11, 256)), "LOG-UTF8"),
        (b"\xff" * 5000, "LOG-UTF8"),
        (b"cityleague", "LOG-JSON"),
        (b"[1]", "LOG-EVENT"),
        (b"{}", "LOG-EVENT"),
        (b'"log"', "LOG-EVENT"),
        (b'{"log"', "LOG-JSON"),
    ],
)
def test_a_file_that_is_not_a_log_is_reported_as_such(data: bytes, expected: str, tmp_path: Path) -> None:
    assert {told for told, _ in codes(tmp_path, data)} == {expected}
    assert codes(tmp_path, data)[0][1] == 1


# -- text and numbers

MALFORMED = [b"NaN", b"Infinity", b"-Infinity", b"01", b"1.", b".5", b"+1", b"0x1", b"tru", b"'a'", b'"\\x"', b'"\t"']
MALFORMED += [b'"\x00"', b'"\x1b[31m"', b'"\\ud800"', b'"\\udc00"', b'"\\ud800\\ud800"', b"[1,]", b'{"a":1,}', b""]


@rows("value", MALFORMED)
@rows("where", ["note", "options", "key"])
def test_anything_but_json_is_refused(value: bytes, where: str, tmp_path: Path) -> None:
    if where == "options":
        lines = edited(GOOD, 0, b'"options":{', b'"options":{"x":' + value + b",")
    elif where == "note":
        lines = edited(GOOD, 2, b"{", b'{"note":' + value + b",")
    else:
        lines = edited(GOOD, 2, b"{", b"{" + value + b":1,")
    assert code(tmp_path, lines) == "LOG-JSON"


@rows("raw", [b"\xed\xa0\x80", b"\xff", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xc3"])
def test_bytes_that_are_not_utf_8_are_pointed_at(raw: bytes, tmp_path: Path) -> None:
    for index, lines in ((0, edited(GOOD, 0, b"golden", raw)), (2, edited(GOOD, 2, b"{", b'{"note":"' + raw + b'",'))):
        (finding,) = findings(tmp_path, lines)
        assert (finding.code, finding.column) == ("LOG-UTF8", lines[index].index(raw) + 1)


@rows("number", [b"1" + b"0" * 5000, b"1" + b"0" * 400, b"1e999", b"-1e999", b"1.0", b"-1", b"1e0"])
@rows("index, old", [(0, b'"log":1'), (2, b'"seat":0'), (LAST, b'"ranks":[2'), (1, b'"order":["park"')])
def test_an_impossible_number_is_refused_where_it_stands(number: bytes, index: int, old: bytes, tmp_path: Path) -> None:
    new = old.rstrip(b'0123456789"park') + number if index != 1 else b'"order":[' + number
    (finding,) = findings(tmp_path, edited(GOOD, index, old, new))
    assert finding.line == index + 1
    assert finding.message.isprintable()
    assert "$" not in finding.message  # a path of the decoder's; a pointer says where


def test_minus_zero_is_zero(tmp_path: Path) -> None:
    assert codes(tmp_path, edited(GOOD, 2, b'"seat":0', b'"seat":-0')) == []


NESTS = [(b"[", b"]"), (b'{"a":', b"}"), (b"[", b""), (b'{"log":', b"}")]
WHERE = ["line", "options", "move", "note", "first"]
NESTED = [(201, *nest, where) for nest in NESTS for where in WHERE]
NESTED += [(300_000, *nest, where) for nest, where in zip(NESTS, WHERE, strict=False)]
MORE_NESTED = [(depth, *nest, where) for depth in (10_000, 300_000) for nest in NESTS for where in WHERE]


@pytest.mark.parametrize("nested", daily([NESTED, MORE_NESTED]))
def test_nesting_is_refused_at_any_depth(nested: list[tuple[int, bytes, bytes, str]], tmp_path: Path) -> None:
    """There is much to read where it is deep: every day each kind of nest is so in one place."""
    for depth, opening, closing, where in nested:
        nesting_is_refused(depth, opening, closing, where, tmp_path)


def test_the_rule_tells_how_deep_values_are_nested() -> None:
    assert f"at most {DEPTH} levels" in CODES["LOG-NESTING"]


def nesting_is_refused(depth: int, opening: bytes, closing: bytes, where: str, tmp_path: Path) -> None:
    depth = min(depth, 1_000_000 // (len(opening) + len(closing)))
    deep = opening * depth + b"1" + closing * depth
    index, lines = {
        "line": (2, replaced(GOOD, 2, deep)),
        "options": (0, edited(GOOD, 0, b'"options":{', b'"options":{"x":' + deep + b",")),
        "move": (2, replaced(GOOD, 2, b'{"seat":0,"move":' + deep + b"}")),
        "note": (2, edited(GOOD, 2, b"{", b'{"note":' + deep + b",")),
        "first": (0, replaced(GOOD, 0, deep)),
    }[where]
    findings = codes(tmp_path, lines)
    assert ("LOG-NESTING", index + 1) in findings
    assert len(findings) <= 2


@rows(
    "text, deep",
    [
        (b'["' + b"[" * 300 + b'"]', False),
        (b'["\\"' + b"[" * 300 + b'"]', False),
        (b'["\\\\",' + b"[" * 200 + b"]" * 200 + b"]", True),
        (b"[" * 200 + b'"' + b"[" * 300, False),
        (b"[]" * 201 + b'"' + b'\\"' * 500_000 + b"\\\n", False),  # no string has an end, and there are many beginnings
    ],
)
def test_brackets_in_texts_nest_nothing_and_take_no_time(text: bytes, deep: bool) -> None:
    assert too_deep(text) is deep


@rows("space", [b"", b" ", b" \t"])
@rows(
    "index, old, new",
    [
        (0, b"{", b'{"log":1,'),
        (0, b'"options":{', b'"options":{"seating":"given",'),
        (0, b'"options":{', b'"options":{"x":[{"y":1,"y":1}],'),
        (2, b'"move":{', b'"move":{"type":"pick",'),
        (2, b"{", b'{"\\u0073eat":0,'),
        (2, b"{", b'{"note":"a","note":"a",'),
        (LAST, b'"scores":', b'"scores":[],"scores":'),
        (LAST, b'"title":', b'"title":"x","title":'),
        (LAST, b'"name":"shops"', b'"name":"shops","name":"shops"'),
    ],
)
def test_a_repeated_key_is_refused_at_any_depth(
    index: int, old: bytes, new: bytes, space: bytes, tmp_path: Path
) -> None:
    lines = edited(GOOD, index, old, new.replace(b",", b"," + space))
    assert codes(tmp_path, lines) == [("LOG-DUPLICATE-KEY", index + 1)]


# -- wrong types, everywhere


WRONG: list[Any] = [None, True, 1.5, {}, {"a": []}, [[]], "\0", 10**30]


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterable[tuple[str | int, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, child in list(value.items() if isinstance(value, dict) else enumerate(value))[:4]:
            yield from places(child, (*path, key))


FORFEIT = b'{"forfeit":{"seat":0,"kind":"crash","reason":""},"ms":1,"note":""}'


@pytest.mark.parametrize("every", daily([len(WRONG), 1]))
@rows("index", [0, 1, 2, index_of(GOOD, b"check"), LAST, -1])
def test_a_value_of_a_wrong_type_is_found_whatever_the_field(index: int, every: int, tmp_path: Path) -> None:
    """The wrong values take turns: each field gets one of them."""
    lines = replaced(GOOD, 2, FORFEIT, GOOD[2]) if index == -1 else list(GOOD)
    index = 2 if index == -1 else index
    for number, path in enumerate(places(json.loads(lines[index]))):
        for wrong in WRONG[number % every :: every]:
            whole = json.loads(lines[index])
            inner = whole
            for key in path[:-1]:
                inner = inner[key]
            if inner[path[-1]] is wrong or path == ("options",):
                continue
            inner[path[-1]] = wrong
            reported = findings(tmp_path, replaced(lines, index, dump(whole)))
            ignored = path[-1] in ("note", "detail", "reason", "ms", "id")
            assert ignored or [finding.line for finding in reported] in ([index + 1], [2]), (path, wrong)
            assert all(finding.message.isprintable() and len(finding.message) < 400 for finding in reported)


# -- files


def test_a_path_that_cannot_be_opened_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (
        tmp_path / "empty",
        tmp_path / ("long" * 2000),
        tmp_path / "missing",
        tmp_path / "missing.gz",
        write(tmp_path, b"") + "/x",
    ):
        (verdict,) = validate([str(path)])
        assert verdict.finding is not None
        assert (verdict.finding.code, verdict.finding.line) == ("IO-UNREADABLE", None)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_to_read_it_is_unreadable(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    os.chmod(path, 0)
    (verdict,) = validate([path])
    assert verdict.finding is not None
    assert verdict.finding.code == "IO-UNREADABLE"


@rows("data", [log(GOOD), b"\n".join(GOOD[:-1])])
def test_standard_input_is_read_like_a_file(data: bytes) -> None:
    done = process("validate", "--format", "json", "-", stdin=data)
    assert done.returncode == (0 if data == log(GOOD) else 1)
    assert (b'"file":"-"' in done.stdout) == bool(done.returncode)


@rows("name", ["game.gz", "game.zst"])
def test_compressed_logs_are_read(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, packed(name, log(GOOD)), name) == []
    another = packed(name, log(recorded(seed="another")))
    assert codes(tmp_path, packed(name, log(GOOD)) + another, name) == []


@rows("name", ["game.gz", "game.zst"])
def test_a_compressed_log_cut_anywhere_is_truncated(name: str, tmp_path: Path) -> None:
    data = packed(name, log(GOOD))
    for length in (3, 9, 20, len(data) // 2, len(data) - 9, len(data) - 1):
        assert codes(tmp_path, data[:length], name) == [("IO-TRUNCATED", None)]


@rows("name", ["game.gz", "game.zst"])
def test_a_compressed_log_with_something_else_after_it_or_in_its_place_is_corrupt(name: str, tmp_path: Path) -> None:
    data = packed(name, log(GOOD))
    assert ("IO-CORRUPT", None) in codes(tmp_path, data + b"garbage", name)
    assert codes(tmp_path, log(GOOD), name) == [("IO-CORRUPT", None)]
    assert codes(tmp_path, packed("x.zst" if name == "game.gz" else "x.gz", log(GOOD)), name) == [("IO-CORRUPT", None)]


@pytest.mark.parametrize("every", daily([23, 5]))
@rows("name", ["game.gz", "game.zst"])
def test_no_damage_to_a_compressed_log_goes_unnoticed(name: str, every: int, tmp_path: Path) -> None:
    data = packed(name, log(GOOD))
    for at in range(12, len(data), every):
        damaged = data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
        said = codes(tmp_path, damaged, name)
        if said not in ([("IO-CORRUPT", None)], [("IO-TRUNCATED", None)]):  # then it is a bit that says nothing
            assert compression.reader(name, io.BytesIO(damaged)).read() == log(GOOD), at


# -- size


@pytest.mark.exhaustive
@rows("name", ["game.gz", "game.zst"])
def test_a_compression_bomb_is_not_unpacked(name: str, tmp_path: Path) -> None:
    zeros = packed(name, bytes(1 << 24))
    said, peak = measured(write_all(tmp_path, [zeros] * 64, name))
    assert said == ["IO-BOMB"]
    assert peak < PEAK


@pytest.mark.parametrize("fill", daily([b'{"log":1,', b"ab\xff", b"\0"], 2))
def test_a_gigantic_line_is_refused_in_little_memory(fill: bytes, tmp_path: Path) -> None:
    block = fill * ((1 << 20) // len(fill))
    said, peak = measured(write_all(tmp_path, [block] * 40))
    assert set(said) == {"LOG-LINE-TOO-LONG"}
    assert peak < PEAK


@pytest.mark.exhaustive
def test_a_gigantic_line_from_a_pipe_is_refused() -> None:
    done = process("validate", "-", stdin=bytes(100 << 20))
    assert b"LOG-LINE-TOO-LONG" in done.stdout
    assert done.returncode == 1


HEAD = GOOD[0] + b"\n"
ONE_GAME = {
    "many short lines": HEAD + b"11\n" * 5_500_000,
    "many blank lines": HEAD + b"\n" * (8 << 20),
    "a long string": HEAD + b'{"note":"' + b"a" * 1_000_000 + b'","seat":"x","move":{}}\n',
    "a long key before many values": HEAD
    + b'{"seat":0,"move":{"'
    + b"k" * 50_000
    + b'":['
    + b"0," * 50_000
    + b"0]}}\n",
    "many empty lists": HEAD + b'{"seat":0,"move":[' + b"[]," * 330_000 + b"0]}\n",
    "a long header": edited(GOOD, 0, b'"options":{', b'"options":{"x":[' + b"[]," * 800_000 + b"0],")[0],
}


@pytest.mark.exhaustive
@rows("what", ONE_GAME)
def test_no_game_takes_much_memory(what: str, tmp_path: Path) -> None:
    path = write(tmp_path, ONE_GAME[what])
    said, peak = measured(path)
    assert "ok" not in said
    assert peak < PEAK


_REMEMBERING = """
from cityleague.engine.registry import game
from cityleague.replays.log.decode import decoder
decode = decoder(game("between_two_cities")).move
for i in range(200):
    decode(b'{"seat":0,"move":{"type":"pick","tiles":["%d%s","b"]}}' % (i, b"a" * 1_000_000))
"""


@pytest.mark.exhaustive
def test_long_lines_are_not_remembered_from_game_to_game() -> None:
    _, peak = measured("", _REMEMBERING)
    assert peak < PEAK


@rows("index", [0, 2, LAST])
def test_a_line_is_at_most_a_mebibyte_long_whatever_it_says(index: int, tmp_path: Path) -> None:
    room = (1 << 20) - len(with_fields(GOOD[index], note=""))
    longest, too_long = (with_fields(GOOD[index], note="x" * count) for count in (room, room + 1))
    assert "LOG-LINE-TOO-LONG" not in dict(codes(tmp_path, replaced(GOOD, index, longest)))
    assert codes(tmp_path, replaced(GOOD, index, too_long)) == [("LOG-LINE-TOO-LONG", index + 1)]


def test_nothing_after_a_long_game_goes_unseen(tmp_path: Path) -> None:
    remarks = [with_fields(line, note="x" * 1_000_000) for line in GOOD[1:18]]
    lines = [GOOD[0], *remarks, *GOOD[18:]]
    assert codes(tmp_path, log(lines)) in ([], [("LOG-GAME-TOO-LONG", len(GOOD))])
    assert codes(tmp_path, log(lines) + b"garbage") != []


# -- fuzz

FUZZ = settings(deadline=None)


def mutated(data: bytes, changes: list[tuple[int, int, int]]) -> bytes:
    """Bytes replaced (kind 0), inserted (1), taken away (2), or copied from elsewhere (3)."""
    for place, kind, value in changes:
        at = place % len(data)
        data = {
            0: data[:at] + bytes([value % 256]) + data[at + 1 :],
            1: data[:at] + bytes([value % 256]) + data[at:],
            2: data[:at] + data[at + 1 + value % 40 :],
            3: data[:at] + data[value % len(data) :][:40] + data[at:],
        }[kind] or b"\n"
    return data


CHANGES = st.lists(
    st.tuples(st.integers(0, 1 << 20), st.integers(0, 3), st.integers(0, 1 << 20)), min_size=1, max_size=4
)


@pytest.mark.parametrize("examples", daily([50, 500]))
@rows("name", ["game.jsonl", "game.gz", "game.zst"])
def test_however_a_log_is_damaged_there_are_findings_or_it_is_valid(name: str, examples: int, tmp_path: Path) -> None:
    good, told = packed(name, log(GOOD)), set()

    @settings(FUZZ, max_examples=examples)
    @given(changes=CHANGES)
    def fuzz(changes: list[tuple[int, int, int]]) -> None:
        for finding in findings(tmp_path, mutated(good, changes), name):
            assert finding.code in CODES or finding.code.startswith(("TURN-", "B2C-"))
            assert finding.message.isprintable()
            told.add(finding.code)

    fuzz()
    assert told


@pytest.mark.parametrize("examples", daily([50, 500]))
def test_binary_garbage_gives_findings(examples: int, tmp_path: Path) -> None:
    @settings(FUZZ, max_examples=examples)
    @given(data=st.binary(max_size=200))
    def fuzz(data: bytes) -> None:
        for name in ("game.jsonl", "game.gz", "game.zst"):
            assert data.isspace() or findings(tmp_path, data, name)

    fuzz()
