"""Phases 1 and 2: the turn order and the draft (rulebook: 1. and 2. Phase)."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.city_tycoon import rules
from cityleague.engine.city_tycoon.moves import Move, Pick
from cityleague.engine.city_tycoon.table import DRAFTING, ORDERING, Table
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse


def draw(table: Table) -> Draw:
    """The draw that is due."""
    if table.stage == ORDERING:
        return Draw("order", range(table.seats), table.seats)
    return Draw(f"round-{table.round}", table.box.rounds[table.round], table.box.basics.hand * table.seats)


def sit(table: Table, order: Sequence[Item]) -> None:
    """Set the first turn order and everyone's starting money."""
    table.order = tuple(map(int, order))
    basics = table.box.basics
    for place, seat in enumerate(table.order):
        table.money[seat] = table.accounts[seat].start = basics.money + place * basics.step


def sort_order(table: Table) -> None:
    """Sort the turn order by money, least first; ties keep their order."""
    table.order = tuple(sorted(table.order, key=table.money.__getitem__))


def deal(table: Table, order: Sequence[Item]) -> None:
    """Deal everyone a hand of districts."""
    size = table.box.basics.hand
    for seat in range(table.seats):
        table.hands[seat] = in_order(table, [str(name) for name in order[seat * size : (seat + 1) * size]])


def begin_picking(table: Table) -> bool:
    """Let everyone pick. If only one tile is left in each hand, everyone keeps it: returns False."""
    table.held += (tuple(map(tuple, table.hands)),)
    if len(table.hands[0]) > 1:
        table.all_decide(DRAFTING)
        return True
    for seat, hand in enumerate(table.hands):
        table.kept[seat] = in_order(table, table.kept[seat] + hand)
        hand.clear()
    return False


def end_picking(table: Table) -> None:
    """Keep the picked tiles, and pass the hands to the right: to the seat before."""
    for seat, tile in enumerate(table.picked):
        assert tile is not None
        table.kept[seat] = in_order(table, [*table.kept[seat], tile])
    table.picked = [None] * table.seats
    table.hands = [*table.hands[1:], table.hands[0]]


def verify_pick(table: Table, seat: int, move: Pick) -> None:
    """Raise IllegalMove unless the tile is in the hand."""
    if move.tile not in table.hands[seat]:
        refuse(rules.PICK, f"the hand is {', '.join(table.hands[seat])}", "tile")


def apply_pick(table: Table, seat: int, move: Pick) -> None:
    """Keep the tile secretly."""
    table.hands[seat].remove(move.tile)
    table.picked[seat] = move.tile
    table.decided(seat)


def legal_picks(table: Table, seat: int) -> list[Move]:
    """Every tile of the hand, in the order of the component file."""
    return [Pick(tile) for tile in table.hands[seat]]


def in_order(table: Table, tiles: Sequence[str]) -> list[str]:
    """Districts in the order of the component file."""
    return sorted(tiles, key=table.box.rank.__getitem__)
