"""A log that grows is followed: each move once, and how the game stands, whatever is written and however."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays import LogError, Position, follow, positions
from cityleague.replays.replay import Replay

from ..helpers import log, recorded

Meanwhile = Callable[[Iterable[Callable[[], object]]], None]
GAME = log(recorded(2, "followed"))
NEXT = log(recorded(3, "next"))


def told(position: Position) -> tuple[int, int, int | None, Any, str]:
    return position.line, position.moves, position.seat, position.move, position.state.digest()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterable[Callable[[], object]]], None]:
    """What is done while it waits, one thing after the other."""

    def do(steps: Iterable[Callable[[], object]]) -> None:
        left = iter(steps)
        monkeypatch.setattr("cityleague.replays.replay.following.time.sleep", lambda _: next(left, lambda: None)())

    return do


def appending(path: Path, parts: list[bytes]) -> list[Callable[[], object]]:
    def append(part: bytes) -> None:
        with path.open("ab") as file:
            file.write(part)

    return [partial(append, part) for part in parts]


@pytest.mark.parametrize("size", [700, 3001, 1 << 20])
def test_what_is_added_is_given_as_positions_gives_it_and_replayed_once(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Meanwhile
) -> None:
    """Also where a line is written in two halves, and where the next game begins."""
    whole, path = GAME + NEXT, tmp_path / "games.jsonl"
    head = whole.index(b"\n") + 1
    path.write_bytes(whole[:head])
    parts = [whole[start : start + size] for start in range(head, len(whole), size)]
    verified: list[object] = []
    verify = Replay._verify

    def counted(replay: Replay, seat: int, move: object) -> None:
        verified.append(move)
        verify(replay, seat, move)

    monkeypatch.setattr(Replay, "_verify", counted)
    meanwhile(appending(path, parts))
    given = [told(position) for position in follow(path, patience=1)]
    assert path.read_bytes() == whole
    once = len(verified)
    expected = [told(position) for position in positions(path)]
    assert [at for at in given if at[3] is not None] == [at for at in expected if at[3] is not None]
    assert once == len(verified) - once == whole.count(b'{"seat"')
    assert [given[-1]] == expected[-1:]
    assert given[0] == (1, 0, None, None, given[0][4])


def test_each_time_it_has_grown_it_is_told_how_the_game_stands(tmp_path: Path, meanwhile: Meanwhile) -> None:
    lines, path = GAME.splitlines(keepends=True), tmp_path / "g.jsonl"
    path.write_bytes(b"".join(lines[:4]))
    parts = [b"".join(lines[start : start + 5]) for start in range(4, len(lines), 5)]
    meanwhile(appending(path, parts))
    standing = [position.moves for position in follow(path, patience=1) if position.move is None]
    assert standing == sorted(set(standing))
    assert len(standing) == len(parts) + 1


def test_after_an_undo_its_game_comes_anew(tmp_path: Path, meanwhile: Meanwhile) -> None:
    """The games before it do not."""
    path, lines = tmp_path / "games.jsonl", NEXT.splitlines(keepends=True)
    logs = [GAME + b"".join(lines[:count]) for count in (14, 9, 11)] + [b"".join(lines[:10])]
    path.write_bytes(logs[0])
    meanwhile([partial(path.write_bytes, data) for data in logs[1:]])
    given = [position for position in follow(path, patience=1) if position.move is None]
    counts = [sum(line.startswith(b'{"seat"') for line in lines[:count]) for count in (14, 9, 11, 10)]
    assert [(len(position.header.players), position.moves) for position in given] == [
        (2, GAME.count(b'{"seat"')),
        *[(3, count) for count in counts],
    ]


def test_a_file_without_a_game_is_waited_for_and_one_that_is_missing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.touch()
    assert [*follow(path, every=0.001, patience=0.003)] == []
    path.write_bytes(GAME[:100])
    assert [*follow(path, patience=0)] == [], "its first line has no end yet"
    with pytest.raises(LogError, match="IO-UNREADABLE"):
        next(follow(tmp_path / "none.jsonl"))


def test_what_is_wrong_is_raised_where_it_is_reached(tmp_path: Path, meanwhile: Meanwhile) -> None:
    path, lines = tmp_path / "g.jsonl", GAME.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]))
    meanwhile(appending(path, [lines[5]]))
    given = follow(path, patience=1)
    assert sum(1 for position in islice(given, 5) if position.move is None) == 1
    with pytest.raises(LogError, match=r"g\.jsonl:7"):
        next(given)
