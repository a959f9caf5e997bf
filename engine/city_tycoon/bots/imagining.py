"""What a seat cannot know, drawn from what is possible: who took which tiles in the draft.

The draft deals hands and passes them on, so a seat knows what was in each hand when it got it. Of a hand that has come
round again it knows which tiles the others took, one each; of one that it has passed on, what they choose from; of one
that is still to come, nothing. What others have used since lies open. Otherwise all courses of the draft are as likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.drafting import in_order
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import DRAFTING, Table
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

Taking = tuple[int, int]
"""A turn of the draft, from 0, and a seat that takes a tile in it."""


def imagine(setup: Setup, view: View, stream: Stream) -> TycoonState:
    """A state that a seat's view may be of: the draft as it may have gone is drawn from the stream."""
    table = table_of(setup, view)
    if view.seen:
        _remember(table, view, _draft(setup.components, view, stream))
    return TycoonState.at(table)


def _draft(box: Box, view: View, stream: Stream) -> dict[Taking, str]:
    """The tile that each takes in each turn, those to come included."""
    takers = {tile: seat for seat, tiles in enumerate(view.used) for tile in tiles}
    assert view.seat is not None
    takers |= dict.fromkeys([*view.kept, *([view.picked] if view.picked else [])], view.seat)
    taken: dict[Taking, str] = {}
    hidden = _hidden_takings(box, view, view.seat)
    parts = [(_hidden_tiles(box, view), stream.draw(hidden, len(hidden))), *_seen_takings(box, view, view.seat)]
    for tiles, takings in parts:
        left = list(takings)
        for tile in tiles:
            if tile in takers:
                taking = next(one for one in left if one[1] == takers[tile])
                left.remove(taking)
                taken[taking] = tile
        taken |= zip(left, stream.draw([tile for tile in tiles if tile not in takers], len(left)), strict=True)
    return taken


def _seen_takings(box: Box, view: View, seat: int) -> Iterator[tuple[Sequence[str], list[Taking]]]:
    """For each hand that the seat has got: the tiles taken until it comes round again, and who took one when."""
    seats = len(view.money)
    for turn, hand in enumerate(view.seen):
        again = turn + seats
        if again < len(view.seen):
            yield [tile for tile in hand if tile not in view.seen[again]], _takings(turn, again, seat + turn, seats)
        else:
            yield hand, _takings(turn, box.basics.hand, seat + turn, seats)


def _takings(first: int, end: int, hand: int, seats: int) -> list[Taking]:
    """Who takes a tile of a hand in these turns; hands are numbered by the seats that they are dealt to."""
    return [(turn, (hand - turn) % seats) for turn in range(first, end)]


def _hidden_takings(box: Box, view: View, seat: int) -> list[Taking]:
    """What is taken of hands before the seat gets them for the first time."""
    seats = len(view.money)
    takings: list[Taking] = []
    for turn in range(seats):
        takings += _takings(0, turn if turn < len(view.seen) else box.basics.hand, seat + turn, seats)
    return takings


def _hidden_tiles(box: Box, view: View) -> list[str]:
    """The tiles of the round that were in no hand that the seat has got."""
    seen = {tile for hand in view.seen for tile in hand}
    return [tile for tile in box.rounds[view.round] if tile not in seen]


def _remember(table: Table, view: View, draft: dict[Taking, str]) -> None:
    """Lay out hands, picks and tiles kept as they are after such a draft, as far as it has gone."""
    size, seats = table.box.basics.hand, range(table.seats)
    table.held = tuple([
        tuple([
            tuple(in_order(table, [draft[taking] for taking in _takings(turn, size, seat + turn, table.seats)]))
            for seat in seats
        ])
        for turn in range(len(view.seen))
    ])  # fmt: skip
    over = size
    if table.stage == DRAFTING:
        over = len(view.seen) - 1
        table.hands = list(map(list, table.held[over]))
        for seat in seats:
            if view.ready[seat]:
                table.picked[seat] = draft[over, seat]
                table.hands[seat].remove(draft[over, seat])
    for seat in seats:
        taken = [draft[turn, seat] for turn in range(over)]
        table.kept[seat] = in_order(table, [tile for tile in taken if tile not in table.used[seat]])
