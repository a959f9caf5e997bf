"""What a seat sees, as JSON and as a picture: no secrets; and how it rates its moves."""

from __future__ import annotations

import json
import math

from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import LEAST_WIDTH, WIDTH, columns
from cityleague.engine.protocol import Decision, Setup
from cityleague.replays.testing.games import course, decisions, differing, view_bytes


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
