"""The actions build, anchor and sell, and swapping anchors (rulebook: Eine Aktion durchführen)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from cityleague.engine.boards.grid import place_name
from cityleague.engine.neom import rules
from cityleague.engine.neom.board import CELLS, PLACE
from cityleague.engine.neom.counting import brought
from cityleague.engine.neom.moves import Anchor, Build, Move, Sell, Swap
from cityleague.engine.neom.table import NOT_SEEN, SWAPPING, NeomTable
from cityleague.engine.neom.tiles import ANCHOR, ANCHORS, GOOD, TYPES, Tile, good_names
from cityleague.engine.neom.trade import Bill, payments, verify_payment
from cityleague.engine.rules import WRONG_MOVE, refuse
from cityleague.engine.unseen import UNSEEN, can_lie, possible, take

_KEEP = Swap()
_Site = tuple[Tile, int, Bill | None]
"""A tile, the cell where it can be built, and what is bought for it."""


def _verify_action(table: NeomTable, seat: int) -> None:
    """Raise IllegalMove if the seat has to swap anchors first."""
    if table.swaps >> seat & 1:
        refuse(WRONG_MOVE, f"seat {seat} has to say which anchors it swaps: swap is due", "type")


def verify_build(table: NeomTable, seat: int, move: Build) -> _Site:
    """The site of the build; raises IllegalMove unless the seat picked this tile and can build it there."""
    if table.swaps:
        _verify_action(table, seat)
    if move.tile != table.picked[seat]:
        instead = "; an anchor is built with `anchor`" if move.tile in table.anchors[seat] else ""
        refuse(rules.NOT_PICKED, f"tile {table.picked[seat]} was picked{instead}", "tile")
    return _verify(table, seat, move)


def verify_anchor(table: NeomTable, seat: int, move: Anchor) -> _Site:
    """The site of the build; raises IllegalMove unless the seat holds this anchor and can build it there."""
    if table.swaps:
        _verify_action(table, seat)
    if move.tile not in table.anchors[seat]:
        own = ", ".join(map(str, table.anchors[seat])) or "none"
        refuse(rules.NOT_HELD, f"unbuilt anchors: {own}", "tile")
    return _verify(table, seat, move)


def _verify(table: NeomTable, seat: int, move: Build) -> _Site:
    city, tile = table.cities[seat], table.box.tiles[move.tile]
    place = PLACE.get(move.cell)
    if place is None:
        refuse(rules.OUTSIDE, f"{place_name(move.cell)} is no cell; columns and rows go from -2 to 2", "cell")
    old = city.at[place]
    if old is not None and not tile.replaces(old):
        own, other = [" and ".join([TYPES[kind] for kind in piece.types]) for piece in (tile, old)]
        refuse(rules.REPLACE, f"at {place_name(move.cell)} lies {old.name} ({other}); {tile.name} is {own}", "cell")
    if tile.stack == ANCHOR and (city.cells[ANCHORS] & ~(1 << place)).bit_count() >= table.generation:
        limit = "1 anchor" if table.generation == 1 else f"{table.generation} anchors"
        refuse(rules.LIMIT, f"in generation {table.generation} a city has {limit} at most", "tile")
    if not city.fits(tile, place):
        refuse(rules.ROAD, f"at {place_name(move.cell)} no road leads from {tile.name} to the origin", "cell")
    if tile.any_good and not (move.produce and GOOD[move.produce] & tile.any_good):
        refuse(rules.CHOICE, f"{tile.name} makes one of {', '.join(good_names(tile.any_good))}", "produce")
    if move.produce and not tile.any_good:
        refuse(rules.CHOICE, f"{tile.name} leaves no choice of goods", "produce")
    pays = not tile.free or move.buy or move.virtual or move.alternative
    return tile, place, verify_payment(table, seat, tile, move) if pays else None


def apply_build(table: NeomTable, seat: int, move: Build, site: _Site) -> None:
    """Pay, lay the tile, and take what it brings."""
    tile, place, due = site
    city, money = table.cities[seat], table.money[seat]
    if due is not None:
        money -= due.total
        table.used = due.used
        for seller, price in due.sellers:
            table.incoming[seller] += price
    else:
        money -= tile.costs[move.alternative].money
    city = table.cities[seat] = city.with_tile(tile, place, GOOD[move.produce] if move.produce else 0)
    table.money[seat] = money + brought(city, tile, place)
    if tile.swaps and table.anchors[seat] and (table.options.beginner or table.discarded):
        table.swaps |= 1 << seat
    else:
        table.decided(seat)


def apply_anchor(table: NeomTable, seat: int, move: Anchor, site: _Site) -> None:
    """Build an anchor, which leaves the seat's unbuilt ones."""
    table.anchors[seat].remove(move.tile)
    apply_build(table, seat, move, site)


def verify_sell(table: NeomTable, seat: int, _move: Sell) -> None:
    """Raise IllegalMove only if the seat has to swap anchors first."""
    _verify_action(table, seat)


def apply_sell(table: NeomTable, seat: int, _move: Sell, _: None) -> None:
    """Take money for the picked tile."""
    table.sold = tuple(sorted([*table.sold, table.picked[seat]]))
    table.money[seat] += table.box.basics.sale
    table.decided(seat)


def legal_act(table: NeomTable, seat: int) -> list[Move]:
    """All actions: build the picked tile, build an anchor, sell. Builds: each cell in reading order, each way to pay.

    A seat that has to swap anchors can do nothing else.
    """
    if table.swaps >> seat & 1:
        return _legal_swaps(table, seat)
    moves: list[Move] = []
    picked = table.box.tiles[table.picked[seat]]
    _list(table, seat, picked, room_for(table, seat, picked), Build, moves)
    for number in table.anchors[seat]:
        anchor = table.box.tiles[number]
        _list(table, seat, anchor, room_for(table, seat, anchor), Anchor, moves)
    moves.append(Sell())
    return moves


def room_for(table: NeomTable, seat: int, tile: Tile) -> int:
    """The cells where the seat could build a tile if it had the money and the goods."""
    city = table.cities[seat]
    room = city.room(tile)
    if tile.stack == ANCHOR and city.cells[ANCHORS].bit_count() >= table.generation:
        room &= city.cells[ANCHORS]
    return room


def _list(table: NeomTable, seat: int, tile: Tile, room: int, kind: type[Build], moves: list[Move]) -> None:
    """Add the builds of a tile on these cells."""
    if not room:
        return
    number = tile.number
    if tile.free and not tile.any_good:
        while room:
            low = room & -room
            moves.append(kind(number, CELLS[low.bit_length() - 1]))
            room ^= low
        return
    for_all = payments(table, seat, tile)
    while room:
        low = room & -room
        cell = CELLS[low.bit_length() - 1]
        room ^= low
        moves += [kind(number, cell, *payment, good) for payment in for_all for good in tile.choices]


# -- the building office


def verify_swap(table: NeomTable, seat: int, move: Swap) -> None:
    """Raise IllegalMove unless the seat gives anchors of its own for as many discarded ones; a beginner takes none."""
    if not table.swaps >> seat & 1:
        refuse(WRONG_MOVE, f"seat {seat} has no anchors to swap: build, anchor or sell is due", "type")
    own = table.anchors[seat]
    if (wrong := _first_wrong(move.give, own)) is not None:
        refuse(rules.SWAP_GIVE, f"{wrong}; unbuilt anchors: {', '.join(map(str, own))}", "give")
    if table.options.beginner:
        if move.take:
            refuse(rules.SWAP_TAKE, "a beginner's new anchor comes from chance", "take")
        return
    there: Sequence[int] = table.discarded
    if NOT_SEEN in there and can_lie(there, move.take, Counter(table.anchors_left), NOT_SEEN):
        there = move.take  # a log leaves open which anchors were discarded, and these may be among them
    if (wrong := _first_wrong(move.take, there)) is not None:
        listed = ", ".join([str(anchor or UNSEEN) for anchor in table.discarded])
        refuse(rules.SWAP_TAKE, f"{wrong}; discarded anchors: {listed}", "take")
    if len(move.take) != len(move.give):
        refuse(rules.SWAP_TAKE, f"{len(move.give)} given, {len(move.take)} taken", "take")


def _first_wrong(named: Sequence[int], there: Sequence[int]) -> str | None:
    """What is wrong with a choice of anchors, if anything is."""
    for i, number in enumerate(named):
        if number not in there:
            return f"{number} is not there"
        if number in named[:i]:
            return f"{number} is named twice"
    return None


def apply_swap(table: NeomTable, seat: int, move: Swap, _: None) -> None:
    """Give and take; a beginner waits for chance."""
    own, left = table.anchors[seat], table.discarded.copy()
    for anchor in take(left, move.take, NOT_SEEN):
        table.anchors_left.remove(anchor)
    table.anchors[seat] = sorted({*own, *move.take} - {*move.give})
    table.discarded = sorted([*left, *move.give])
    if table.options.beginner and move.give:
        table.stage = SWAPPING
    else:
        end_swap(table, seat)


def end_swap(table: NeomTable, seat: int) -> None:
    """The seat has swapped, and has decided."""
    table.swaps &= ~(1 << seat)
    table.decided(seat)


def _legal_swaps(table: NeomTable, seat: int) -> list[Move]:
    """Keep all anchors, then every swap, with numbers ascending."""
    own = table.anchors[seat]
    if table.options.beginner:
        return [_KEEP, *[Swap((anchor,)) for anchor in own]]
    left = Counter(table.anchors_left)
    there = sorted(possible(table.discarded, left, NOT_SEEN))
    return [
        Swap(give, taken)
        for number in range(min(len(own), len(table.discarded)) + 1)
        for give in combinations(own, number)
        for taken in combinations(there, number)
        if there == table.discarded or can_lie(table.discarded, taken, left, NOT_SEEN)
    ]
