"""What a seat sees, as JSON, as a picture and as numbers for learners: no secrets; and how it rates its moves."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from cityleague.engine.chance import Stream
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import LEAST_WIDTH, WIDTH, columns
from cityleague.engine.protocol import Decision, Setup
from cityleague.replays.testing.games import course, decisions, differing, view_bytes

if TYPE_CHECKING:
    from cityleague.engine.env import Encoding


def test_nobody_sees_a_secret_move_before_the_last_is_made(setup: Setup) -> None:
    for state, due, listed in decisions(setup, some=24):
        if due.kind != "secret" or len(due.seats) < 2:
            continue
        for owner in due.seats:
            legal = listed[owner]
            first, other = state.copy(), state.copy()
            first.apply(owner, legal[0])
            other.apply(owner, legal[-1])
            for seat in due.seats:  # the owner does nothing more, and the last one does not move
                left = first.pending()
                if isinstance(left, Decision) and len(left.seats) > 1 and seat != owner:
                    move = first.legal(seat)[0]
                    assert first.legal(seat) == other.legal(seat)
                    first.apply(seat, move)
                    other.apply(seat, move)
                for watcher in (None, *range(setup.seats)):
                    if watcher != owner:
                        assert not differing(first.view(watcher), other.view(watcher)), (
                            f"seat {owner} has told {watcher}"
                        )
            if len(legal) > 1:
                assert view_bytes(first, owner) != view_bytes(other, owner)


def test_views_are_json_objects_that_name_their_seat(setup: Setup) -> None:
    for state, _ in course(setup, some=20):
        for seat in (None, *range(setup.seats)):
            view = json.loads(view_bytes(state, seat))
            assert isinstance(view, dict)
            assert view.get("seat", "the view has none") == state.view(seat).seat == seat
            assert view_bytes(state, seat) == view_bytes(state.copy(), seat)


def test_what_not_everybody_sees_is_named_as_a_secret(setup: Setup) -> None:
    for state, _ in course(setup, some=20):
        public = state.view(None)
        for seat in range(setup.seats):
            own = {*differing(state.view(seat), public)} - {"seat"}
            assert own <= {*type(public).secrets}, f"View.secrets does not name what only seat {seat} sees"


def test_views_are_drawn_as_text_of_so_many_columns(setup: Setup) -> None:
    names = [
        ("A long name of a player", "春夏秋冬春夏秋冬春夏", "Ben")[seat % 3] + str(seat) for seat in range(setup.seats)
    ]
    for number, (state, _) in enumerate(course(setup, some=12)):
        for seat in (None, number // 2 % setup.seats):
            if number % 2:
                width, picture = WIDTH, paint(setup, state.view(seat))
            else:
                width, picture = LEAST_WIDTH, paint(setup, state.view(seat), LEAST_WIDTH, names)
            assert picture.replace("\n", "").isprintable()
            assert max(map(columns, picture.splitlines())) <= width


def test_prospects_are_a_number_for_each_move(setup: Setup) -> None:
    for state, due, legal in decisions(setup, some=30):
        seat = due.seats[-1]
        values = setup.game.prospects(setup, state.view(seat), legal[seat])
        assert len(values) == len(legal[seat])
        assert all(map(math.isfinite, values))


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
            assert all(map(math.isfinite, numbers.tolist()))
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


def test_an_encoding_tells_moves_apart(setup: Setup) -> None:
    encoding = encoding_of(setup)
    for state, step in course(setup, some=30):
        for seat, legal in step.legal.items():
            rows: dict[bytes, Any] = {}
            for move, row in zip(legal, encoding.rows(state, seat, legal) if legal else (), strict=True):
                other = rows.setdefault(row.tobytes(), move)
                assert other is move, f"{other} and {move} have the same row; the game needs its own `Game.encode`"


def test_an_encoding_tells_next_positions_apart(setup: Setup) -> None:
    """Whoever looks a move ahead sees where it leads: of next positions that look otherwise, one in 500 may not."""
    encoding = encoding_of(setup)
    count, alike = 0, []
    for state, step in course(setup, some=40):
        for seat, legal in step.legal.items():
            views: dict[bytes, Any] = {}
            for move in legal[:: 1 + len(legal) // 40]:
                after = state.copy()
                after.apply(seat, move)
                view, count = after.view(seat), count + 1
                fields = differing(views.setdefault(encoding.observe(after, seat).tobytes(), view), view)
                alike += [", ".join(fields)] if fields else []
    assert len(alike) <= count // 500, (
        f"positions that differ in {alike[0]} have the same numbers; types need marks, or the game needs `Game.encode`"
    )
