"""Nothing in a game's log can be changed, removed, added or moved without validation saying where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ..helpers import codes, dump, recorded, replaced, with_fields
from ..oracle import alternatives, first_contradiction

GOOD = recorded(seed="tampering")
LAST = len(GOOD) - 1


def lines_found(folder: Path, lines: Sequence[bytes]) -> list[int | None]:
    return [line for _, line in codes(folder, lines)]


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """All numbers, texts and truth values in JSON."""
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(child, (*path, key))
    else:
        yield path, value


def others(value: Any) -> list[Any]:
    """Other values, near to this one and far from it."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value + 0.5, -value - 7]
    return [value + "x", value[:-1], "park" if value != "park" else "shop"]


def changed(line: bytes, path: tuple[str | int, ...], new: Any) -> bytes:
    whole = json.loads(line)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return dump(whole)


def tampered(index: int, every: bool = True) -> Iterator[tuple[str, bytes]]:
    """Versions of a line with one value changed: each in every way, or every second one in one way, all by turns."""
    for number, (path, value) in enumerate(leaves(json.loads(GOOD[index]))):
        if not every and (index + number) % 2:
            continue
        ways = others(value)
        for new in ways if every else [ways[(index + number) // 2 % len(ways)]]:
            yield f"{'/'.join(map(str, path))} := {new!r}", changed(GOOD[index], path, new)


each_or_every = pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["half of the values", "every way"]
)


def test_the_oracle_finds_nothing_wrong_with_a_good_log() -> None:
    assert first_contradiction(GOOD) is None


@pytest.mark.exhaustive
@each_or_every
def test_any_change_to_a_line_is_found_on_it_or_on_the_first_line_that_it_contradicts(
    every: bool, tmp_path: Path
) -> None:
    for index in range(1, LAST):
        for what, line in tampered(index, every):
            lines = replaced(GOOD, index, line)
            wrong = first_contradiction(lines)
            assert lines_found(tmp_path, lines) == ([] if wrong is None else [wrong + 1]), (index, what)
            assert wrong is not None, (index, what)
            assert wrong >= index


@each_or_every
def test_any_change_to_the_result_is_found_except_in_words_of_explanation(every: bool, tmp_path: Path) -> None:
    for what, line in tampered(LAST, every):
        expected = [] if "/detail :=" in what else [LAST + 1]
        assert lines_found(tmp_path, replaced(GOOD, LAST, line)) == expected, what


@pytest.mark.parametrize("path", [("scores",), ("ranks",), ("sheets",), ("sheets", 1, "parts", 0, "lines")])
def test_a_list_of_the_result_is_as_long_as_it_must_be(path: tuple[str | int, ...], tmp_path: Path) -> None:
    for change in (lambda values: values[:-1], lambda values: [*values, values[-1]], lambda _: []):
        whole = json.loads(GOOD[LAST])["result"]
        for key in path:
            whole = whole[key]
        line = changed(GOOD[LAST], ("result", *path), change(whole))
        assert lines_found(tmp_path, replaced(GOOD, LAST, line)) == [LAST + 1]


def test_what_proves_the_game_cannot_be_changed_in_the_header(tmp_path: Path) -> None:
    names = ("/players", "players/", "id :=")
    for what, line in tampered(0):
        numbers = lines_found(tmp_path, replaced(GOOD, 0, line))
        if what.startswith("seed"):
            assert numbers == [2], what
        else:
            assert numbers == ([] if what.startswith(names) else [1]), what


@each_or_every
def test_another_legal_move_is_found_on_the_first_line_that_contradicts_it(every: bool, tmp_path: Path) -> None:
    moves = [index for index, line in enumerate(GOOD) if b'"move"' in line]
    for index in moves if every else moves[::2]:
        legal = [move for move in alternatives(GOOD, index) if move != json.loads(GOOD[index])["move"]]
        for move in legal[:: max(1, len(legal) // 3)]:
            lines = replaced(GOOD, index, with_fields(GOOD[index], move=move))
            wrong = first_contradiction(lines)
            assert lines_found(tmp_path, lines) == ([] if wrong is None else [wrong + 1]), (index, move)
            same = sorted(move.get("tiles", [])) == sorted(json.loads(GOOD[index])["move"].get("tiles", [""]))
            assert same == (wrong is None)
            if wrong is not None:
                assert wrong > index


def test_a_line_taken_away_is_noticed_unless_it_only_checks(tmp_path: Path) -> None:
    for index in range(1, len(GOOD)):
        lines = replaced(GOOD, index)
        wrong = first_contradiction(lines)
        assert lines_found(tmp_path, lines) == ([] if wrong is None else [wrong + 1]), index
        assert (wrong is None) == (b'{"check"' in GOOD[index])


def test_a_repeated_line_is_noticed_unless_it_only_checks(tmp_path: Path) -> None:
    for index in range(1, len(GOOD)):
        lines = replaced(GOOD, index, GOOD[index], GOOD[index])
        numbers = lines_found(tmp_path, lines)
        assert numbers == ([] if b'{"check"' in GOOD[index] else [index + 2]), index


def test_a_repeated_header_begins_two_games_of_which_the_first_is_cut_off(tmp_path: Path) -> None:
    first, *_ = codes(tmp_path, [GOOD[0], *GOOD])
    assert first == ("GAME-TRUNCATED", 1)


def test_neighbouring_lines_can_be_swapped_only_where_the_order_is_free(tmp_path: Path) -> None:
    free = 0
    for index in range(1, LAST):
        line, other = GOOD[index], GOOD[index + 1]
        lines = [*GOOD[:index], other, line, *GOOD[index + 2 :]]
        wrong = first_contradiction(lines)
        assert lines_found(tmp_path, lines) == ([] if wrong is None else [wrong + 1]), index
        if wrong is None:
            free += 1
            seats = {json.loads(text).get("seat") for text in (line, other)}
            kinds = {json.loads(text).get("move", {}).get("type") for text in (line, other)}
            assert kinds in ({"pick"}, {"place"})
            assert len(seats) == 2 or kinds == {"place"}
    assert free > 20
