"""The header and the result of a game, read without its moves; and the same table however many processes read it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.league import Played, game_ends, read_results
from cityleague.replays.log import Problem, RawGame

from ...cli.helpers import run
from ...rows import daily
from ..helpers import DATA, log, recorded, replaced, with_fields, write

Damage = Callable[[tuple[bytes, ...]], list[bytes]]


def last(change: Callable[[bytes], bytes]) -> Damage:
    """Another last line."""
    return lambda lines: [*lines[:-1], change(lines[-1])]


def head(change: Callable[[bytes], bytes]) -> Damage:
    """Another header."""
    return lambda lines: [change(lines[0]), *lines[1:]]


def result(**fields: object) -> Damage:
    """Other values in the result."""
    return last(lambda line: with_fields(line, result=json.loads(line)["result"] | fields))


NOTE = b'{"seat":0,"move":{"result":1},"note":"the \\"result\\" of it"}'
ESCAPED = b'"\\u0072esult"'
FINE: dict[str, Damage] = {
    "as it was": list,
    "blank lines around it": lambda lines: [b"", b" \t", *lines, b"", b"  \r", b""],
    "white space in lines": lambda lines: [b"  " + lines[0] + b" \r", *lines[1:-1], b"\t" + lines[-1] + b" \r"],
    "a move that has a result in it": lambda lines: replaced(lines, 3, NOTE),
    "a line in between that is not JSON": lambda lines: replaced(lines, 3, b'{"result": oops'),
    "a remark": last(lambda line: with_fields(line, note='so this is the "result"', ms=7)),
    "no sheets": result(sheets=[]),
    "another result in between, of which an escape hides the field": lambda lines: [
        *lines[:3],
        lines[-1].replace(b'"result"', ESCAPED),
        *lines[3:],
    ],
}
WRONG: dict[str, tuple[str, Damage]] = {
    "no header": ("LOG-NO-HEADER", lambda lines: [*lines[1:]]),
    "of another version": ("LOG-VERSION", head(lambda line: with_fields(line, log=2))),
    "header not JSON": ("LOG-JSON", head(lambda line: line[:-1])),
    "header with a key twice": ("LOG-DUPLICATE-KEY", head(lambda line: line[:-1] + b',"seed":"1"}')),
    "a date that is none": ("LOG-VALUE", head(lambda line: with_fields(line, date="2026-02-30"))),
    "nobody": ("LOG-PLAYERS", head(lambda line: with_fields(line, players=[]))),
    "one player twice": ("LOG-PLAYERS", head(lambda line: with_fields(line, players=["a", "a"]))),
    "101 players": ("LOG-PLAYERS", head(lambda line: with_fields(line, players=[str(i) for i in range(101)]))),
    "the result twice": ("GAME-AFTER-END", lambda lines: [*lines, lines[-1]]),
    "two results": ("GAME-AFTER-END", lambda lines: [*lines[:4], *result(ranks=[1, 1])(lines[-1:]), *lines[4:]]),
    "two results, and moves after them": ("GAME-AFTER-END", lambda lines: [*lines[:-1], *lines[-1:] * 2, lines[5]]),
    "no result": ("GAME-TRUNCATED", lambda lines: [*lines[:-1]]),
    "a header alone": ("GAME-TRUNCATED", lambda lines: [lines[0]]),
    "a move after the result": ("GAME-TRUNCATED", lambda lines: [*lines, lines[5]]),
    "half a result": ("GAME-TRUNCATED", last(lambda line: line[: len(line) // 2])),
    "a result that is a list": ("GAME-TRUNCATED", last(lambda line: b"[" + line + b"]")),
    "a result that is deep": ("GAME-TRUNCATED", last(lambda _: b'{"result":' + 300 * b"[" + 300 * b"]" + b"}")),
    "a result in UTF-16": ("GAME-TRUNCATED", last(lambda line: line.decode().encode("utf-16"))),
    "a byte that is no UTF-8": ("LOG-UTF8", last(lambda line: line.replace(b'"detail":"', b'"detail":"\xff', 1))),
    "an escaped field": ("LOG-EVENT", last(lambda line: line.replace(b'"result"', ESCAPED))),
    "two kinds in one": ("LOG-EVENT", last(lambda line: with_fields(line, seat=0, move={}))),
    "a field nobody knows": ("LOG-UNKNOWN-FIELD", last(lambda line: with_fields(line, winner=0))),
    "a field is missing": ("LOG-MISSING-FIELD", last(lambda _: b'{"result":{"scores":[1,2]}}')),
    "points as text": ("LOG-TYPE", last(lambda line: re.sub(rb'"points":(\d+)', rb'"points":"\1"', line, count=1))),
    "a key twice": ("LOG-DUPLICATE-KEY", last(lambda line: line.replace(b'"points":', b'"points":3,"points":', 1))),
    "a digest that is none": ("LOG-VALUE", last(lambda line: with_fields(line, digest="xyz"))),
    "too long": ("LOG-LINE-TOO-LONG", last(lambda line: line[:-1] + b" " * (1 << 20) + b"}")),
    "too few ranks": ("RESULT-RANK", result(ranks=[1])),
    "nobody first": ("RESULT-RANK", result(ranks=[2, 2])),
    "too few scores": ("RESULT-SCORE", result(scores=[1])),
    "a score beyond measure": ("RESULT-SCORE", result(scores=[1, 10**9 + 1])),
    "the forfeit of nobody": ("RESULT-FORFEIT", result(forfeits=[{"seat": 2, "kind": "crash"}])),
    "a forfeit twice": ("RESULT-FORFEIT", result(forfeits=2 * [{"seat": 1, "kind": "crash"}])),
}


def raw_game(lines: list[bytes], *cuts: int) -> RawGame:
    """A game in pieces, the first ones of so many lines."""
    ends = [*sorted({min(cut, len(lines)) for cut in (0, *cuts)}), len(lines)]
    return RawGame("g.jsonl", 1, tuple(log(lines[a:b]) for a, b in pairwise(ends) if a < b), 0)


@pytest.mark.parametrize("change", FINE.values(), ids=FINE)
def test_a_result_is_read(change: Damage) -> None:
    header, event = game_ends(raw_game(change(recorded()), 3, 5))
    assert header.players == ("random", "random#2")
    assert list(event.result.scores) == json.loads(recorded()[-1])["result"]["scores"]


@pytest.mark.parametrize(("code", "change"), WRONG.values(), ids=WRONG)
def test_a_game_without_a_readable_result(code: str, change: Damage) -> None:
    with pytest.raises(Problem) as problem:
        game_ends(raw_game(change(recorded()), 4))
    assert problem.value.code == code


def in_short(raw: RawGame) -> tuple[bytes, int, bytes]:
    """The first line that is not blank, how many have the word in them, and the last: all lines being split."""
    lines = [line for line in b"".join(raw.pieces).split(b"\n") if line.strip(b" \t\r\n")]
    return lines[0], sum(b'"result"' in line for line in lines), lines[-1]


LINE = st.sampled_from([b"", b" ", b"\r", b"a", b" b \r", b'{"result":1}', b'x"result"y"result"', b"\x0b", b'"result'])


@given(st.lists(LINE, min_size=1), st.lists(st.integers(0, 9)), st.booleans())
def test_the_lines_that_matter_are_found(lines: list[bytes], cuts: list[int], ended: bool) -> None:
    raw = raw_game([*lines, b"z"], *cuts)
    if not ended:
        raw = raw._replace(pieces=(*raw.pieces[:-1], raw.pieces[-1][:-1]))
    _, results, end = in_short(raw)
    assert (len(list(raw.lines_with(b'"result"'))), raw.last_line()) == (results, end)


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A log of good, damaged and repeated games, which several processes read in parts."""
    damaged = [log(change(recorded(seed=str(n)))) for n, (_, change) in enumerate([*WRONG.values()][4:])]
    good = [path.read_bytes() for path in sorted(DATA.glob("**/*.jsonl"))]
    content = b"".join([*damaged, *good, *good, *damaged])
    assert len(content) > 3 << 20
    return write(tmp_path, content.splitlines())


@pytest.mark.exhaustive
def test_results_are_the_same_however_many_processes_read_them(mixed: str) -> None:
    alone, together = [list(read_results([mixed], jobs=jobs)) for jobs in (1, 2)]
    assert alone == together
    assert sum(isinstance(result, Played) for result in alone) > 10


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", daily(["table", "json"]))
def test_a_table_is_the_same_however_many_processes_read_it(mixed: str, form: str) -> None:
    alone, together = [run("table", mixed, "-j", jobs, "--format", form, code=1) for jobs in ("1", "2")]
    assert (alone.stdout, alone.stderr) == (together.stdout, together.stderr)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "options", daily([["--format", "json", "--partial"], ["--format", "result"], ["--player", "Ada"]])
)
def test_sheets_are_the_same_however_many_processes_make_them(mixed: str, options: list[str]) -> None:
    alone, together = [run("score", mixed, "-j", jobs, *options, code=1) for jobs in ("1", "2")]
    assert (alone.stdout, alone.stderr) == (together.stdout, together.stderr)
