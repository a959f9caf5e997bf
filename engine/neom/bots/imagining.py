"""A game as it may be, given what a seat knows: hidden hands, picks and answers are drawn from the possible ones."""

from cityleague.engine.chance import Stream
from cityleague.engine.neom.disasters import can_lose, cells_of, fine, kind_of, removals
from cityleague.engine.neom.moves import Pay, Remove
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import DISASTER, DRAFT, DRAFTING, PICKING, NeomTable
from cityleague.engine.neom.view import View, table_of
from cityleague.engine.protocol import Setup


def imagine(setup: Setup, view: View, stream: Stream) -> NeomState:
    """A state in which the seat would have this view; with one or two players only the future is hidden."""
    assert view.seat is not None
    table = table_of(setup, view)
    if table.many:
        if table.stage == DRAFTING:
            _deal_anchors(table, view, view.seat, stream)
        elif view.hand or table.picked[view.seat]:
            _deal_tiles(table, view, view.seat, stream)
        if table.stage == DISASTER:
            _answer(table, view.seat, stream)
    return NeomState.at(table)


def _shuffled(stream: Stream, tiles: list[int]) -> list[int]:
    return stream.draw(tiles, len(tiles))


def _deal_tiles(table: NeomTable, view: View, seat: int, stream: Stream) -> None:
    """Deal the hands that the seat has not held from the tiles that it has not seen, and draw secret picks."""
    seen = {*view.shown, *[tile for hand in view.hands for tile in hand]}
    unseen = _shuffled(stream, [tile for tile in table.stack() if tile not in seen])
    size = len(view.hands[seat])
    for other, known in enumerate(view.hands):
        if other == seat:
            continue
        hand = list(known) or sorted([unseen.pop() for _ in range(size)])
        table.hands[other] = hand
        if table.stage == PICKING and not table.is_due(other):
            _pick(table, other, stream.choice(hand))


def _pick(table: NeomTable, seat: int, tile: int) -> None:
    table.hands[seat].remove(tile)
    table.picked[seat] = tile


def _deal_anchors(table: NeomTable, view: View, seat: int, stream: Stream) -> None:
    """Imagine the draft up to now, hand by hand.

    Seats that held a hand before this one took anchors that it has not seen. Those that held it later took some of what
    this seat passed on.
    """
    seen = {anchor for hand in view.held for anchor in hand}
    kept = {*table.anchors[seat], table.picked[seat]}
    unseen = _shuffled(stream, [anchor for anchor in table.box.anchors if anchor not in seen])
    held: list[list[tuple[int, ...]]] = [[()] * table.seats for _ in range(table.row + 1)]
    for dealt in range(table.seats):
        row = (seat - dealt) % table.seats
        hand = view.held[row] if row <= table.row else ()
        own = [anchor for anchor in hand if anchor in kept]
        before = [unseen.pop() for _ in range(DRAFT + 1 - len(hand))]
        taken = before + own + _shuffled(stream, [anchor for anchor in hand if anchor not in kept])
        for number, hands in enumerate(held):
            hands[(dealt + number) % table.seats] = tuple(sorted(taken[number:]))
        _take_in_turn(table, dealt, taken, seat)
    table.anchors = [sorted(anchors) for anchors in table.anchors]
    table.anchors_left = sorted(unseen)
    table.held = tuple(map(tuple, held))


def _take_in_turn(table: NeomTable, dealt: int, taken: list[int], seat: int) -> None:
    """Let the other seats take the anchors of a hand in this order, from its first holder to its present one."""
    for number in range(table.row):
        holder = (dealt + number) % table.seats
        if holder != seat:
            table.anchors[holder].append(taken[number])
    holder = (dealt + table.row) % table.seats
    if holder != seat:
        left = taken[table.row :]
        if not table.is_due(holder):
            table.picked[holder] = left.pop(0)
        table.hands[holder] = sorted(left)


def _answer(table: NeomTable, seat: int, stream: Stream) -> None:
    """Draw the answers of other seats that the disaster strikes and that have answered: they pay or remove tiles."""
    disaster = kind_of(table)
    for other, city in enumerate(table.cities):
        struck = not table.box.tiles[table.picked[other]].disaster and can_lose(city, disaster)
        if other != seat and struck and not table.is_due(other):
            pays = fine(city, disaster) <= table.money[other] and stream.below(2)
            table.answers[other] = Pay() if pays else Remove(cells_of(stream.choice(removals(city, disaster))))
