"""Tiles are dealt, picked in secret, revealed and passed on (rulebook: Spielablauf, Zwei-Spieler-Variante)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import cast

from cityleague.engine.between_two_cities import rules
from cityleague.engine.between_two_cities.moves import Move, Pick
from cityleague.engine.between_two_cities.table import PLACING, SEATING, CitiesTable
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.unseen import UNSEEN, can_lie, none_left, possible, take


def draw(table: CitiesTable) -> Draw:
    """The draw that is due: how the players sit, or the tiles of a round."""
    if table.stage == SEATING:
        return Draw("seating", range(table.seats), table.seats)
    this, supply = table.this_round, table.supply
    return Draw(
        f"round-{this.name}", _items(tuple(supply), tuple(supply.values())), this.hand * table.seats, hidden=True
    )


@lru_cache(maxsize=16)  # with state._new_table, 3 % of validation
def _items(tiles: tuple[str, ...], counts: tuple[int, ...]) -> tuple[str, ...]:
    """So many of each tile, one by one. Before the first round of a game they are always the same."""
    return tuple(chain.from_iterable(map(repeat, tiles, counts)))


def deal(table: CitiesTable, order: Sequence[Item]) -> None:
    """Deal these tiles round the table."""
    supply, size = table.supply, table.this_round.hand
    tiles = cast("list[str]", [*order])
    known = [tile for tile in tiles if tile != UNSEEN] if UNSEEN in tiles else tiles
    for tile in known:
        supply[tile] -= 1
    for place, seat in enumerate(table.ring):
        table.hands[seat] = tiles[place * size : (place + 1) * size]


def verify_pick(table: CitiesTable, seat: int, move: Pick) -> tuple[list[str], Sequence[str]]:
    """The hand without the tiles, and those that nobody had seen; raises IllegalMove if one is missing."""
    first, second = move.tiles
    hand = table.hands[seat].copy()
    if UNSEEN not in move.tiles:
        try:
            hand.remove(first)
            hand.remove(second)
            return hand, ()
        except ValueError:  # one of them may lie where nobody saw it
            hand = table.hands[seat].copy()
    if not can_lie(hand, move.tiles, table.supply, UNSEEN):
        refuse(rules.PICK, f"the hand is {', '.join(hand)}{none_left(hand, move.tiles, table.supply, UNSEEN)}", "tiles")
    return hand, take(hand, move.tiles, UNSEEN)


def legal_picks(table: CitiesTable, seat: int) -> list[Move]:
    """Every pair of tiles of the hand, in one order only (`verify_pick` takes either)."""
    hand = table.hands[seat]
    there = possible(hand, table.supply, UNSEEN) if UNSEEN in hand else hand
    ordered = sorted(there, key=table.tiles.rank.__getitem__)
    pairs = dict.fromkeys((first, second) for i, first in enumerate(ordered) for second in ordered[i + 1 :])
    if there is not hand:
        return [Pick(pair) for pair in pairs if can_lie(hand, pair, table.supply, UNSEEN)]
    return [Pick(pair) for pair in pairs]


def apply_pick(table: CitiesTable, seat: int, move: Pick, taken: tuple[list[str], Sequence[str]]) -> None:
    """Keep the tiles secretly."""
    table.hands[seat][:], told = taken
    for tile in told:
        table.supply[tile] -= 1
    table.picked[seat] = move.tiles
    table.due ^= 1 << seat  # as `decided`; the call takes 1 % of validation


def reveal(table: CitiesTable) -> None:
    """Show what everyone has picked, to be placed now."""
    shown = [tiles or () for tiles in table.picked]
    table.revealed.append(tuple(shown))
    table.owed = list(map(list, shown))
    table.picked = [None] * table.seats
    table.served = [None] * table.seats
    table.all_decide(PLACING)


def pass_on(table: CitiesTable) -> None:
    """Everyone passes the remaining tiles on, to the left neighbour or, in round 3, to the right one."""
    ring, passing = table.ring, table.this_round.passing
    old = [table.hands[seat] for seat in ring]
    for place, hand in enumerate(old):
        table.hands[ring[(place + passing) % table.seats]] = hand


def set_aside(table: CitiesTable) -> None:
    """The last tile of each hand is set aside unseen and does not return."""
    table.aside.append(tuple([table.hands[seat][0] for seat in table.ring]))
    for hand in table.hands:
        hand.clear()
    table.served = [None] * table.seats
