"""The checksum of a state says what lies on the table, not in which order it was named."""

from __future__ import annotations

import msgspec
import pytest

from cityleague.engine.card_city_xl.board import single
from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.moves import Divide, Show
from cityleague.engine.protocol import Draw

from .helpers import course, new, options


@pytest.mark.parametrize("level", ["simplified", "normal", "advanced"])
@pytest.mark.parametrize("players", [1, 3])
def test_the_order_of_cards_in_a_list_leaves_no_trace(players: int, level: str) -> None:
    chosen = options((level, "satisfaction", ("ecological",)))
    mirrored = new(players, chosen)
    for state, event in course(players, chosen, "digest"):
        assert mirrored.digest() == state.digest()
        if isinstance(event, list):
            assert isinstance(state.pending(), Draw)
            mirrored.resolve(event[::-1])
        elif event is not None:
            seat, move = event
            if isinstance(move, Divide):
                move = Divide(move.open[::-1], move.hidden[::-1])
            elif isinstance(move, Show):
                move = msgspec.structs.replace(move, cards=move.cards[::-1])
            mirrored.verify(seat, move)
            mirrored.apply(seat, move)


@pytest.mark.parametrize("level", ["simplified", "advanced"])
def test_checksums_on_the_way_leave_no_trace(level: str) -> None:
    chosen = options((level, "residents", ("ecological",)))
    unwatched = new(2, chosen)
    for number, (state, event) in enumerate(course(2, chosen, "watched")):
        watched = state.digest()
        if not number % 10:
            assert unwatched.copy().digest() == watched
        if isinstance(event, list):
            unwatched.resolve(event)
        elif event is not None:
            unwatched.apply(*event)


def test_a_single_split_card_leaves_a_trace_of_how_it_is_turned() -> None:
    board = single(6)
    plain = []
    for face in faces("parking/leisure", board.sides):
        city = City(board, split=True)
        city.build(face, board.bit[1, 0], 0)
        plain.append(tuple(city.plain()))
    assert len(set(plain)) == board.sides
