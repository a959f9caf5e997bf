"""Moves of NEOM in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.neom.components import Box
from cityleague.engine.neom.disasters import fine, kind_of
from cityleague.engine.neom.looks.terms import good_name, listed, sign
from cityleague.engine.neom.moves import Anchor, Build, Cell, Move, Pay, Pick, Remove, Sell, Swap
from cityleague.engine.neom.trade import bill
from cityleague.engine.neom.view import CityView, View, table_of
from cityleague.engine.protocol import Setup

_CENTRE = (0, 0)
"""Where the raw material of the board lies."""
_LONG = 90
"""Sentences that are longer name tiles by their numbers alone."""


def describe(setup: Setup, view: View, move: Move, names: Sequence[str]) -> str:
    """A move in words."""
    box: Box = setup.components
    assert view.seat is not None
    match move:
        case Build():
            return _build(setup, view, view.seat, move, names)
        case Pick():
            return f"picks {_tile(box, move.tile)}"
        case Sell():
            picked = view.picked[view.seat]
            return f"sells {_tile(box, picked) if picked else 'the picked tile'} for {box.basics.sale}"
        case Swap():
            return _swap(box, move)
        case Pay():
            table = table_of(setup, view)
            return f"pays {fine(table.cities[view.seat], kind_of(table))} for {_tile(box, view.disaster or 0)}"
        case Remove():
            return _remove(box, view, move)


def signs(setup: Setup, _view: View | None) -> dict[str, str]:
    """What stands on tiles in a city for their numbers."""
    return {sign(tile): str(tile.number) for tile in setup.components.tiles.values() if tile.types}


def _tile(box: Box, number: int) -> str:
    return f"{box.tiles[number].name} ({number})"


def _at(cell: Cell) -> str:
    return f"{cell[0]}, {cell[1]}"


def _build(setup: Setup, view: View, seat: int, move: Build, names: Sequence[str]) -> str:
    """What is built where, what all of it costs, and who gets how much for goods."""
    tile = setup.components.tiles[move.tile]
    due = bill(table_of(setup, view), seat, tile, move)
    kind = "the anchor " if isinstance(move, Anchor) else ""
    over = _over(setup.components, view.cities[seat], move.cell)
    start = f"builds {kind}{_tile(setup.components, move.tile)} at {_at(move.cell)}{over}"
    if due.total:
        start += f" for {due.total}"
    rest = []
    if move.buy:
        rest.append(f"buying {listed(list(_purchases(move, due.sellers, names)))}")
    if move.virtual:
        rest.append(f"without {listed(list(map(good_name, move.virtual)))}")
    if move.produce:
        rest.append(f"to make {good_name(move.produce)}")
    return ", ".join([start, *rest])


def _over(box: Box, city: CityView, cell: Cell) -> str:
    """What a tile on this cell replaces."""
    there = [placed.tile for placed in city.tiles if placed.cell == cell]
    if not there and city.raw and cell == _CENTRE:
        return f" over the {good_name(city.raw)} of the board"
    return "".join([f" over {_tile(box, tile)}" for tile in there])


def _purchases(move: Build, sellers: Sequence[tuple[int, int]], names: Sequence[str]) -> Iterator[str]:
    """What is bought of whom; the prices of players' goods are in the order of the purchases."""
    prices = iter(sellers)
    whom: dict[str, list[str]] = {}
    for purchase in move.buy:
        good = good_name(purchase.good)
        if purchase.seller is None:
            whom.setdefault("the bank", []).append(good)
        else:
            whom.setdefault(names[purchase.seller], []).append(f"{good} ({next(prices)[1]})")
    for who, goods in whom.items():
        yield f"{listed(goods)} from {who}"


def _swap(box: Box, move: Swap) -> str:
    if not move.give:
        return "keeps the unbuilt anchors"
    give, take = [
        listed([_tile(box, number) for number in numbers]) if numbers else "" for numbers in (move.give, move.take)
    ]
    words = f"swaps {give} for {take or 'an anchor that chance brings'}"
    if len(words) <= _LONG:
        return words
    give, take = [listed(list(map(str, numbers))) for numbers in (move.give, move.take)]
    return f"swaps the anchors {give} for {take}"


def _remove(box: Box, view: View, move: Remove) -> str:
    assert view.seat is not None
    there = {placed.cell: placed.tile for placed in view.cities[view.seat].tiles}
    words = f"removes {listed([f'{_tile(box, there[cell])} at {_at(cell)}' for cell in move.cells])}"
    if len(words) <= _LONG:
        return words
    return f"removes {listed([f'{there[cell]} at {_at(cell)}' for cell in move.cells])}"


def answer_in_words(view: View, answer: Pay | Remove) -> str:
    """An answer to a disaster that is not shown yet: whether the seat pays, or the tiles that it removes."""
    if isinstance(answer, Pay):
        return "pays"
    assert view.seat is not None
    there = {placed.cell: placed.tile for placed in view.cities[view.seat].tiles}
    return f"removes {listed([str(there[cell]) for cell in answer.cells])}"
