"""Numbers for learners tell nothing that their seat cannot know: imagined states give the same ones."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.testing.games import course

if TYPE_CHECKING:
    from cityleague.engine.env import Encoding


def encoding_of(setup: Setup) -> Encoding:
    """The encoding of a game; numpy, which it needs, is slow to import."""
    from cityleague.engine.env import encoding_of  # noqa: PLC0415

    return encoding_of(setup)


def test_an_encoding_tells_nothing_that_is_hidden(setup: Setup) -> None:
    """An encoding may read the state: then what the seat does not see must make no difference."""
    encoding = encoding_of(setup)
    for state, step in course(setup, some=30):
        for seat in range(setup.seats):
            numbers = encoding.observe(state, seat)
            assert numbers.shape == (len(encoding.columns),)
            assert all(map(isfinite, numbers.tolist()))
            legal = step.legal.get(seat, [])
            rows = encoding.rows(state, seat, legal) if legal else None
            assert rows is None or rows.shape == (len(legal), len(encoding.move_columns))
            for stream in ("1", "2"):
                other = setup.imagine(state.view(seat), Stream(stream, str(seat)))
                same = (numbers == encoding.observe(other, seat)).tolist()
                told = [name for name, alike in zip(encoding.columns, same, strict=True) if not alike]
                assert not told, f"seat {seat} is told what it cannot know: {', '.join(told)}"
                assert rows is None or (rows == encoding.rows(other, seat, legal)).all(), "rows tell what is hidden"


def test_an_encoding_names_its_numbers_once(setup: Setup) -> None:
    encoding = encoding_of(setup)
    assert len(set(encoding.columns)) == len(encoding.columns)
    assert len(set(encoding.move_columns)) == len(encoding.move_columns)


def test_an_encoding_tells_positions_and_moves_apart(setup: Setup) -> None:
    """Not every detail has a number, but positions differ from beginning to end, and legal moves from each other."""
    encoding = encoding_of(setup)
    seen = set()
    for state, step in course(setup, some=30):
        seen.add(encoding.observe(state, 0).tobytes())
        for seat, legal in step.legal.items():
            rows: dict[bytes, Any] = {}
            for move, row in zip(legal, encoding.rows(state, seat, legal) if legal else (), strict=True):
                other = rows.setdefault(row.tobytes(), move)
                assert other is move, f"{other} and {move} have the same row; the game needs its own `Game.encode`"
    assert len(seen) > 5
