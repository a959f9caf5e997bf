"""Tiles are drawn and picked: the draft, and the first step of each round (rulebook: Vorbereitungsphase; A)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import filterfalse
from typing import cast

from cityleague.engine.neom import rules
from cityleague.engine.neom.moves import Move, Pick
from cityleague.engine.neom.table import (
    ANCHORS,
    BOARDS,
    DEALING,
    DRAFT,
    DRAFTING,
    HAND,
    NOT_SEEN,
    PICKING,
    ROUNDS,
    SWAPPING,
    NeomTable,
    turn_of,
)
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.unseen import UNSEEN, can_lie, none_left, possible

AVERTABLE = 3
"""The number of rounds, from the first of a generation, in which a solo player can pick a disaster."""
_ROWS = {1: (4, 3, 2), 2: (3, 3, 3)}
"""By number of players: how many anchors lie open in each row of the draft."""
_PILE = (4, 4, 4, 3, 3, 3, 3)
"""With two players: how many tiles lie open in each round of a generation."""
_MOVED = (2, 1, 1, 0, 0, -1, -1)
"""With one player: eight equal piles, of which the last ones give tiles to the first ones; what each round's gets."""


def _pile(table: NeomTable, stack: int) -> int:
    """How many tiles of so many lie open in this round (one or two players)."""
    turn = turn_of(table.round)
    if not table.solo:
        return _PILE[turn - 1]
    return stack // (ROUNDS + 1) + _MOVED[turn - 1]


# -- chance


def draw(table: NeomTable) -> Draw:
    """The draw that is due at this stage."""
    if table.stage == DEALING:
        stack = table.stack()
        if table.many:
            return Draw(f"generation-{table.generation}", stack, HAND * table.seats, hidden=True)
        left = list(filterfalse({*table.gone}.__contains__, stack))
        return Draw(f"round-{table.round}", left, _pile(table, len(stack)))
    if table.stage == BOARDS:
        return Draw("boards", table.box.basics.boards, table.seats)
    if table.stage == ANCHORS:
        if table.options.beginner:
            return Draw("anchors", table.anchors_left, table.seats)
        if table.many:
            return Draw("anchors", table.anchors_left, (DRAFT + 1) * table.seats, hidden=True)
        return Draw(f"anchors-{table.row + 1}", table.anchors_left, _ROWS[table.seats][table.row])
    return Draw("swap", table.anchors_left, 1)


def resolve(table: NeomTable, order: Sequence[Item]) -> None:
    """Take what chance brought: boards, anchors, the tiles of a generation or of a round."""
    if table.stage == BOARDS:
        table.cities = [table.box.boards[raw] for raw in order]
        return
    numbers = cast(
        "Sequence[int]", [NOT_SEEN if item == UNSEEN else item for item in order] if UNSEEN in order else order
    )
    if table.stage == DEALING:
        if not table.many:
            table.gone = sorted([*table.gone, *numbers])
        _deal(table, numbers)
        return
    table.anchors_left = sorted({*table.anchors_left}.difference(numbers))
    if table.stage == SWAPPING:
        seat = table.swapper
        table.anchors[seat] = sorted([*table.anchors[seat], *numbers])
    elif table.options.beginner:
        table.anchors = [[anchor] for anchor in numbers]
    else:
        _deal(table, numbers)


def _deal(table: NeomTable, numbers: Sequence[int]) -> None:
    """Deal the tiles into equal hands, seat 0's first; with one or two players all lie open."""
    if table.many:
        share = len(numbers) // table.seats
        table.hands = [sorted(numbers[seat * share : (seat + 1) * share]) for seat in range(table.seats)]
    else:
        table.open = sorted(numbers)


# -- picks


def verify_pick(table: NeomTable, seat: int, move: Pick) -> None:
    """Raise IllegalMove unless the tile is there; alone, a disaster must not come too late to be averted."""
    there = table.hands[seat] if table.many else table.open
    if move.tile not in there or move.tile == NOT_SEEN:
        left = not_seen(table) if NOT_SEEN in there else {}
        if can_lie(there, [move.tile], left, NOT_SEEN):
            return
        listed = ", ".join([str(tile or UNSEEN) for tile in there])
        refuse(rules.PICK, f"to pick from: {listed}{none_left(there, [move.tile], left, NOT_SEEN)}", "tile")
    if table.solo and move.tile not in _allowed(table, there):
        name = table.box.tiles[move.tile].name
        refuse(
            rules.AVERT,
            f"{name} lies open in round {table.turn} of the generation; it can be picked in rounds 1 to {AVERTABLE}",
            "tile",
        )


def _allowed(table: NeomTable, there: list[int]) -> list[int]:
    if table.solo and table.stage == PICKING and table.turn > AVERTABLE:
        return [tile for tile in there if not table.box.tiles[tile].disaster]
    return there


def not_seen(table: NeomTable) -> Mapping[int, int]:
    """The tiles, in the draft the anchors, that have not been seen, once each."""
    if table.stage == DRAFTING:
        return Counter(table.anchors_left)
    seen = {tile for tiles in (*table.hands, *table.picks, table.picked) for tile in tiles}
    return Counter([tile for tile in table.stack() if tile not in seen])


def legal_picks(table: NeomTable, seat: int) -> list[Move]:
    """Every tile that the seat can pick, numbers ascending."""
    there = _allowed(table, table.hands[seat] if table.many else table.open)
    if NOT_SEEN in there:
        there = sorted(possible(there, not_seen(table), NOT_SEEN))
    return [Pick(tile) for tile in there]


def apply_pick(table: NeomTable, seat: int, move: Pick, _: None) -> None:
    """Take the tile from where it was."""
    there = table.hands[seat] if table.many else table.open
    try:
        there.remove(move.tile)
    except ValueError:
        there.remove(NOT_SEEN)
        if table.stage == DRAFTING:
            table.anchors_left.remove(move.tile)
    table.picked[seat] = move.tile
    table.decided(seat)


def keep_anchors(table: NeomTable) -> None:
    """In the draft: each seat keeps the anchor that it picked."""
    for seat, anchor in enumerate(table.picked):
        if anchor:
            table.anchors[seat] = sorted([*table.anchors[seat], anchor])
    table.picked = [0] * table.seats


def pass_left(table: NeomTable) -> None:
    """Pass the rest of each hand to the left neighbour, the next seat."""
    table.hands = [table.hands[-1], *table.hands[:-1]]
