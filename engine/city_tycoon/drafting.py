"""Phases 1 and 2: the turn order and the draft (rulebook: 1. and 2. Phase)."""

from bisect import insort
from collections import Counter
from collections.abc import Mapping, Sequence

from cityleague.engine.city_tycoon import rules
from cityleague.engine.city_tycoon.moves import Move, Pick
from cityleague.engine.city_tycoon.table import DRAFTING, ORDERING, TycoonTable, take_from
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.unseen import UNSEEN, can_lie, none_left, possible


def draw(table: TycoonTable) -> Draw:
    """The draw that is due."""
    if table.stage == ORDERING:
        return Draw("order", range(table.seats), table.seats)
    return Draw(f"round-{table.round}", table.box.rounds[table.round], table.box.basics.hand * table.seats, hidden=True)


def sit(table: TycoonTable, order: Sequence[Item]) -> None:
    """Set the first turn order and everyone's starting money."""
    table.order = tuple(map(int, order))
    basics = table.box.basics
    for place, seat in enumerate(table.order):
        table.money[seat] = table.accounts[seat].start = basics.money + place * basics.step


def sort_order(table: TycoonTable) -> None:
    """Sort the turn order by money, least first; ties keep their order."""
    table.order = tuple(sorted(table.order, key=table.money.__getitem__))


def deal(table: TycoonTable, order: Sequence[Item]) -> None:
    """Deal everyone a hand of districts."""
    size = table.box.basics.hand
    for seat in range(table.seats):
        table.hands[seat] = in_order(table, [str(name) for name in order[seat * size : (seat + 1) * size]])


def begin_picking(table: TycoonTable) -> bool:
    """Let everyone pick. If only one tile is left in each hand, everyone keeps it: returns False."""
    table.held += (tuple(map(tuple, table.hands)),)
    if len(table.hands[0]) > 1:
        table.all_decide(DRAFTING)
        return True
    for seat, hand in enumerate(table.hands):
        table.kept[seat] = in_order(table, table.kept[seat] + hand)
        hand.clear()
    return False


def end_picking(table: TycoonTable) -> None:
    """Keep the picked tiles, and pass the hands to the right: to the seat before."""
    for seat, tile in enumerate(table.picked):
        assert tile is not None
        insort(table.kept[seat], tile, key=table.box.rank.__getitem__)
    table.picked = [None] * table.seats
    table.hands = [*table.hands[1:], table.hands[0]]


def can_hold(table: TycoonTable, place: Sequence[str], tile: str) -> bool:
    """Whether a tile lies in a hand or among kept tiles, or may do so where a log leaves open what lies there."""
    if tile in place:
        return tile != UNSEEN
    return UNSEEN in place and can_lie(place, [tile], not_seen(table), UNSEEN)


def not_seen(table: TycoonTable) -> Mapping[str, int]:
    """The districts of this round that have not been seen: how many of each."""
    seen = [tile for place in (*table.hands, *table.kept, *table.used) for tile in place]
    return Counter(table.box.rounds[table.round]) - Counter([*seen, *[tile for tile in table.picked if tile]])


def listed(table: TycoonTable, place: Sequence[str], tile: str) -> str:
    """What lies in a place, for a message that this tile does not."""
    return ", ".join(place) + none_left(place, [tile], not_seen(table), UNSEEN)


def choice(table: TycoonTable, place: list[str]) -> list[str]:
    """What can be taken from a hand or from kept tiles."""
    return possible(place, not_seen(table), UNSEEN) if UNSEEN in place else place


def verify_pick(table: TycoonTable, seat: int, move: Pick) -> None:
    """Raise IllegalMove unless the tile is in the hand."""
    hand = table.hands[seat]
    if not can_hold(table, hand, move.tile):
        refuse(rules.PICK, f"the hand is {listed(table, hand, move.tile)}", "tile")


def apply_pick(table: TycoonTable, seat: int, move: Pick, _: None) -> None:
    """Keep the tile secretly."""
    take_from(table.hands[seat], move.tile)
    table.picked[seat] = move.tile
    table.decided(seat)


def legal_picks(table: TycoonTable, seat: int) -> list[Move]:
    """Every tile of the hand, in the order of the component file."""
    return [Pick(tile) for tile in choice(table, table.hands[seat])]


def in_order(table: TycoonTable, tiles: Sequence[str]) -> list[str]:
    """Districts in the order of the component file; those that nobody saw come last."""
    return sorted(tiles, key=table.box.rank.__getitem__)
