"""Disasters: the fine, and what can be removed instead (rulebook: Katastrophe abhandeln)."""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.neom import rules
from cityleague.engine.neom.board import AROUND, CELLS, ORIGIN, PLACE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import buildings
from cityleague.engine.neom.figures import Disaster
from cityleague.engine.neom.moves import Cell, Move, Pay, Remove
from cityleague.engine.neom.table import ROUNDS, NeomTable
from cityleague.engine.neom.tiles import COMMERCIAL, FIRE, INDUSTRIAL, RESIDENTIAL, TYPES, VIOLENCE
from cityleague.engine.rules import refuse

VICTIMS = (RESIDENTIAL, COMMERCIAL, INDUSTRIAL)
"""The types that violence strikes."""
_PAY = Pay()


# -- fines


def _protected(stations: int) -> int:
    """The cells of these stations, and all cells around them."""
    return reduce(or_, [AROUND[place] for place in members(stations)], stations)


_FINES: dict[Disaster, Callable[[City], int]] = {
    "flood": lambda city: buildings(city).bit_count(),
    "fire": lambda city: (buildings(city) & ~_protected(city.cells[FIRE])).bit_count(),
    "violence": lambda city: (
        2 * (reduce(or_, [city.cells[kind] for kind in VICTIMS]) & ~_protected(city.cells[VIOLENCE])).bit_count()
    ),
}


def fine(city: City, disaster: Disaster) -> int:
    """What the disaster costs in money; insured cities pay half of it, rounded down."""
    full = _FINES[disaster](city)
    return full // 2 if city.insured else full


# -- removal


def removals(city: City, disaster: Disaster) -> list[int]:
    """The sets of cells whose tiles can be removed: the number that the disaster demands, or all if there are fewer."""
    if disaster == "flood":
        return [1 << place for place in members(buildings(city))]
    if disaster == "fire":
        there = [1 << place for place in members(city.tiles)]
        return [sum(chosen) for chosen in combinations(there, min(2, len(there)))] if there else []
    choices = [[0, *[1 << place for place in members(city.cells[kind])]] for kind in VICTIMS]
    sizes: dict[int, int] = {}
    for chosen in product(*choices):
        cells = chosen[0] | chosen[1] | chosen[2]
        if cells.bit_count() == sum(map(bool, chosen)):  # no tile serves for two types
            sizes[cells] = cells.bit_count()
    most = max(sizes.values())
    return sorted([cells for cells, size in sizes.items() if size == most]) if most else []


def cells_of(cells: int) -> tuple[Cell, ...]:
    """A set of cells as a move names it, in reading order."""
    return tuple([CELLS[place] for place in members(cells)])


def is_removal(city: City, disaster: Disaster, gone: int) -> bool:
    """Whether the tiles on these cells can be removed: whether they are one of the `removals`."""
    count = gone.bit_count()
    if disaster == "flood":
        return count == 1 and bool(gone & buildings(city))
    if disaster == "fire":
        return count == min(2, city.tiles.bit_count()) > 0 and not gone & ~city.tiles
    struck = [city.cells[kind] for kind in VICTIMS]
    return 0 < count == _most_served(struck) == _most_served([cells & gone for cells in struck])


def _most_served(kinds: Sequence[int]) -> int:
    """For how many of three types a tile of its own can be found.

    König's theorem: some of the types have only so many tiles between them, and each other type adds at most one.
    """
    first, second, third = kinds
    return min(
        (first | second | third).bit_count(),
        (first | second).bit_count() + 1,
        (first | third).bit_count() + 1,
        (second | third).bit_count() + 1,
        first.bit_count() + 2,
        second.bit_count() + 2,
        third.bit_count() + 2,
        3,
    )


# -- the decision


def kind_of(table: NeomTable) -> Disaster:
    """The kind of the disaster that strikes."""
    assert table.disaster
    assert table.disaster.disaster
    return table.disaster.disaster


def begin(table: NeomTable) -> bool:
    """Ask all seats that a disaster strikes in this round; return whether there are any."""
    if not table.solo and table.box.disasters.keys().isdisjoint(table.picked):
        return False
    for seat in _unspared(table) if table.solo else _others(table):
        if can_lose(table.cities[seat], kind_of(table)):
            table.ask(seat)
    return table.due > 0


def _others(table: NeomTable) -> list[int]:
    """The seats but the one that has picked a disaster, whom it strikes."""
    disasters = table.box.disasters
    seat = next(seat for seat, number in enumerate(table.picked) if number in disasters)
    table.disaster = disasters[table.picked[seat]]
    return [other for other in range(table.seats) if other != seat]


def _unspared(table: NeomTable) -> list[int]:
    """With one player: the seat, if the disaster strikes now (rulebook: Solospiel).

    It strikes in the round in which it lies open and is not picked, or in the last round of the generation.
    """
    number, disaster = next(item for item in table.box.disasters.items() if item[1].stack == table.generation)
    averted = table.picked[0] == number
    if table.struck or not (averted or number in table.open or table.turn == ROUNDS):
        return []
    table.struck = True
    table.disaster = None if averted else disaster
    return [] if averted else [0]


def can_lose(city: City, disaster: Disaster) -> bool:
    """Whether there is anything to remove; if not, there is no fine either."""
    if disaster == "fire":
        return bool(city.tiles)
    if disaster == "flood":
        return bool(buildings(city))
    return any(city.cells[kind] for kind in VICTIMS)


def verify_pay(table: NeomTable, seat: int, _move: Pay) -> None:
    """Raise IllegalMove unless the seat can pay the whole fine; what it got for goods this round does not count yet."""
    due = fine(table.cities[seat], kind_of(table))
    if due > table.money[seat]:
        refuse(rules.PAY, f"the fine is {due}; seat {seat} has {table.money[seat]} money")


def verify_remove(table: NeomTable, seat: int, move: Remove) -> None:
    """Raise IllegalMove unless these are tiles that the disaster demands."""
    city, disaster = table.cities[seat], kind_of(table)
    gone = 0
    for cell in move.cells:
        place = PLACE.get(cell)
        at = place_name(cell)
        if place is None or not city.tiles >> place & 1:
            why = "the origin cannot be removed" if place == ORIGIN else f"there is no tile at {at}"
            refuse(rules.REMOVE, why, "cells")
        if gone >> place & 1:
            refuse(rules.REMOVE, f"{at} is named twice", "cells")
        gone |= 1 << place
    if not is_removal(city, disaster, gone):
        count = removals(city, disaster)[0].bit_count()  # there is something, or the seat would not be asked
        victims = ", ".join([f"one {TYPES[kind]} tile" for kind in VICTIMS if city.cells[kind]])
        wanted: dict[Disaster, str] = {
            "flood": "one residential, commercial, industrial or public tile",
            "fire": f"any {count} of the tiles",
            "violence": f"{victims} ({count} in all)",
        }
        refuse(rules.REMOVE, f"to be removed: {wanted[disaster]}", "cells")


def apply_answer(table: NeomTable, seat: int, move: Pay | Remove, _: None) -> None:
    """Record the seat's answer; with the last one, all of them take effect."""
    table.answers[seat] = Remove(cells_of(_cells(move))) if isinstance(move, Remove) else move
    table.decided(seat)
    if table.due:
        return
    for other, answer in enumerate(table.answers):
        city = table.cities[other]
        if isinstance(answer, Pay):
            table.money[other] -= fine(city, kind_of(table))
        elif isinstance(answer, Remove):
            table.cities[other] = city.without(_cells(answer))


def _cells(move: Remove) -> int:
    """The cells of a move that has been verified."""
    return sum([1 << PLACE[cell] for cell in move.cells])


def legal_answers(table: NeomTable, seat: int) -> list[Move]:
    """Paying, if the money suffices, and every removal, with cells in reading order."""
    city, disaster = table.cities[seat], kind_of(table)
    moves: list[Move] = [_PAY] if fine(city, disaster) <= table.money[seat] else []
    return moves + [Remove(cells_of(cells)) for cells in removals(city, disaster)]
