"""Pointers, offsets and columns, compared with the standard library's reading of the same JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from cityleague.replays.log.pointers import column_of, pointer, repeated_key, walk

KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4) | st.sampled_from(
    ["", "/", "~", "~1", "0", '"', "\\", "ä", "}", ":", ","]
)
ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS
VALUES: st.SearchStrategy[Any] = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)
STYLES = st.sampled_from(
    [
        {},
        {"ensure_ascii": False},
        {"separators": (",", ":")},
        {"indent": 1},
        {"separators": (" ,\t", "\r :  "), "ensure_ascii": False},
    ]
)


def children(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """A value and all that is in it, parents first."""
    yield path, value
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from children(child, (*path, key))


def at(line: bytes, offset: int) -> Any:
    return json.JSONDecoder().raw_decode(line[offset:].decode())[0]


@given(VALUES, STYLES)
def test_every_value_is_walked_in_order_with_its_pointer_and_offset(value: Any, style: dict[str, Any]) -> None:
    line = json.dumps(value, **style).encode()
    walked = [(pointer(path), offset) for path, offset in walk(line)]
    expected = [(pointer(list(path)), child) for path, child in children(value)]
    assert [(where, at(line, offset)) for where, offset in walked] == expected


@given(st.lists(st.sampled_from([*"{}[],:", '"a"', "1"]), max_size=12).map("".join))
@example('{"a":["a":1,1]}')
def test_malformed_lines_end_the_walk_early(line: str) -> None:
    for _, offset in walk(line.encode()):
        assert line[offset] in '{["1'


@given(VALUES, STYLES)
def test_a_column_is_where_the_value_of_a_pointer_begins(value: Any, style: dict[str, Any]) -> None:
    line = b" \t" + json.dumps(value, **style).encode()
    for path, child in children(value):
        column = column_of(line, pointer(list(path)))
        assert column is not None
        assert at(line, column - 1) == child


def test_a_pointer_to_nothing_gives_the_column_of_the_nearest_parent() -> None:
    line = b'{"move": {"cell": [1]}}'
    assert column_of(line, "/move/cell/7/x") == line.index(b"[1]") + 1
    assert column_of(line, "/other") == 1
    assert column_of(b"", "/move") is None


@given(st.lists(st.tuples(KEYS, ATOMS), max_size=6), STYLES, st.sampled_from(["%s", "[0, %s]", '{"x": {"y": %s}}']))
def test_the_first_repeated_key_is_found_with_the_column_of_its_second_value(
    pairs: list[tuple[str, Any]], style: dict[str, Any], around: str
) -> None:
    inner = "{" + ", ".join(f"{json.dumps(key, **style)}: {json.dumps(value, **style)}" for key, value in pairs) + "}"
    line = around.replace("%s", inner).encode()
    keys = [key for key, _ in pairs]
    second = next((i for i, key in enumerate(keys) if key in keys[:i]), None)
    repeated = repeated_key(line)
    if second is None:
        assert repeated is None
        return
    assert repeated is not None
    assert repeated[0].endswith(pointer([keys[second]]))
    assert at(line, repeated[1] - 1) == pairs[second][1]
    offsets = [offset for where, offset in walk(line) if pointer(where) == repeated[0]]
    assert offsets[1] == repeated[1] - 1


def test_keys_are_the_same_however_they_are_escaped() -> None:
    line = b'{"log":1,"\\u006cog":2}'
    assert repeated_key(line) == ("/log", line.index(b"2}") + 1)


@given(st.binary(max_size=40) | st.text('{}[]:,"\\a1 ', max_size=12).map(str.encode))
def test_walking_malformed_json_ends_early_but_quietly(line: bytes) -> None:
    assert len(list(walk(line))) <= len(line)
