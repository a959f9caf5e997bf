"""Imagined games: what a seat cannot know, who took which tiles in the draft, is drawn from what is possible.

In the draft hands are passed on, so a seat knows each hand as it received it. If a hand has come round again, the seat
knows which tiles the others took, one each. If it has passed a hand on, it knows what the others choose from. It knows
nothing of a hand still to come. The tiles that others have used are open. All drafts that fit are equally likely.
"""

from collections.abc import Iterator, Sequence

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.drafting import in_order
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import DRAFTING, TycoonTable
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

Taking = tuple[int, int]
"""A turn of the draft, from 0, and the seat that takes a tile in it."""


def imagine(setup: Setup, view: View, stream: Stream) -> TycoonState:
    """A state that fits a seat's view; the stream decides how the draft went."""
    table = table_of(setup, view)
    if view.seen:
        _remember(table, view, _draft(setup.components, view, stream))
    return TycoonState.at(table)


def _draft(box: Box, view: View, stream: Stream) -> dict[Taking, str]:
    """The tile that each seat takes in each turn of the draft, later turns included."""
    takers = {tile: seat for seat, tiles in enumerate(view.used) for tile in tiles}
    assert view.seat is not None
    takers |= dict.fromkeys([*view.kept, *([view.picked] if view.picked else [])], view.seat)
    taken: dict[Taking, str] = {}
    hidden = _hidden_takings(box, view, view.seat)
    seen = {tile for hand in view.seen for tile in hand}
    unseen = [tile for tile in box.rounds[view.round] if tile not in seen]
    parts = [(unseen, stream.draw(hidden, len(hidden))), *_seen_takings(box, view, view.seat)]
    for tiles, takings in parts:
        left = list(takings)
        for tile in tiles:
            if tile in takers:
                taking = next(taking for taking in left if taking[1] == takers[tile])
                left.remove(taking)
                taken[taking] = tile
        taken |= zip(left, stream.draw([tile for tile in tiles if tile not in takers], len(left)), strict=True)
    return taken


def _seen_takings(box: Box, view: View, seat: int) -> Iterator[tuple[Sequence[str], list[Taking]]]:
    """For each hand that the seat has received: the tiles taken until it comes round again, and when and by whom."""
    seats = len(view.money)
    for turn, hand in enumerate(view.seen):
        again = turn + seats
        if again < len(view.seen):
            yield [tile for tile in hand if tile not in view.seen[again]], _takings(turn, again, seat + turn, seats)
        else:
            yield hand, _takings(turn, box.basics.hand, seat + turn, seats)


def _takings(first: int, end: int, hand: int, seats: int) -> list[Taking]:
    """The takings from a hand in these turns; a hand is numbered by the seat that it is dealt to."""
    return [(turn, (hand - turn) % seats) for turn in range(first, end)]


def _hidden_takings(box: Box, view: View, seat: int) -> list[Taking]:
    """The takings from hands before the seat receives them for the first time."""
    seats = len(view.money)
    takings: list[Taking] = []
    for turn in range(seats):
        takings += _takings(0, turn if turn < len(view.seen) else box.basics.hand, seat + turn, seats)
    return takings


def _remember(table: TycoonTable, view: View, draft: dict[Taking, str]) -> None:
    """Put on the table the hands, picks and kept tiles that this draft leads to, as far as it has gone."""
    size, seats = table.box.basics.hand, range(table.seats)
    table.held = tuple([
        tuple([
            tuple(in_order(table, [draft[taking] for taking in _takings(turn, size, seat + turn, table.seats)]))
            for seat in seats
        ])
        for turn in range(len(view.seen))
    ])  # fmt: skip
    turns_over = size
    if table.stage == DRAFTING:
        turns_over = turn = len(view.seen) - 1
        table.hands = list(map(list, table.held[turn]))
        for seat in seats:
            if view.ready[seat]:
                table.picked[seat] = draft[turn, seat]
                table.hands[seat].remove(draft[turn, seat])
    for seat in seats:
        taken = [draft[turn, seat] for turn in range(turns_over)]
        table.kept[seat] = in_order(table, [tile for tile in taken if tile not in table.used[seat]])
