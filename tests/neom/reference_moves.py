"""What a seat of NEOM can say when it must decide, straight from RULES.md: slow, plain, independent of the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ..oracle_loop import Choice, Move
from .reference_city import BOARD, Cell, City, Tile
from .reference_score import fine, removals
from .reference_trade import LEVELS, Buyer, best_ways, may_pay


def cell_of(value: Sequence[int]) -> Cell:
    x, y = value
    return x, y


def picking(tiles: Sequence[int]) -> Choice:
    """One of these tiles."""
    return Choice(
        lambda: ({"type": "pick", "tile": tile} for tile in sorted(tiles)),
        lambda move: move["type"] == "pick" and move["tile"] in tiles,
    )


class Site(NamedTuple):
    """What decides whether something can be built."""

    book: dict[int, Tile]
    city: City
    picked: int
    anchors: list[int]
    generation: int
    buyer: Buyer

    def tiles(self) -> list[tuple[str, int]]:
        """What can be built if all fits, with the type of the move."""
        return [("build", self.picked), *(("anchor", number) for number in self.anchors)]

    def fits(self, number: int, cell: Cell) -> bool:
        """Whether the tile may be there: the cell, the tiles that it needs, and the number of anchors."""
        if not self.city.takes(number, cell) or not self.city.meets(self.book[number].get("needs", {})):
            return False
        if self.book[number]["stack"] != "anchor":
            return True
        return self.city.with_tile(number, cell).anchors() <= self.generation

    def allows(self, move: Move) -> bool:
        if move["type"] == "sell":
            return True
        if move["type"] not in {"build", "anchor"} or (move["type"], move["tile"]) not in self.tiles():
            return False
        tile = self.book[move["tile"]]
        if not self.fits(move["tile"], cell_of(move["cell"])):
            return False
        if move.get("produce") not in (LEVELS[tile["any_good"]] if "any_good" in tile else [None]):
            return False
        return may_pay(self.buyer, tile, move)

    def options(self) -> Iterator[Move]:
        yield {"type": "sell"}
        for kind, number in self.tiles():
            tile = self.book[number]
            products = [{"produce": good} for good in LEVELS[tile["any_good"]]] if "any_good" in tile else [{}]
            ways = best_ways(self.buyer, tile)
            for cell in BOARD:
                if self.fits(number, cell):
                    for way in ways:
                        for produce in products:
                            yield {"type": kind, "tile": number, "cell": list(cell), **way, **produce}


def swapping(anchors: list[int], discarded: list[int], beginner: bool) -> Choice:
    """Unbuilt anchors for as many of the discarded ones; a beginner takes none."""

    def options() -> Iterator[Move]:
        yield {"type": "swap"}
        for number in range(1, len(anchors) + 1):
            for give in combinations(sorted(anchors), number):
                if beginner:
                    yield {"type": "swap", "give": list(give)}
                    continue
                for take in combinations(sorted(discarded), number):
                    yield {"type": "swap", "give": list(give), "take": list(take)}

    def allows(move: Move) -> bool:
        if move["type"] != "swap":
            return False
        give, take = list(move.get("give", ())), list(move.get("take", ()))
        if len(set(give)) != len(give) or len(set(take)) != len(take):
            return False
        if not set(give) <= set(anchors) or not set(take) <= set(discarded):
            return False
        return not take if beginner else len(give) == len(take)

    return Choice(options, allows)


def suffering(city: City, disaster: str, money: int) -> Choice | None:
    """The fine, or tiles that go; None if there is nothing to remove."""
    sets = removals(city, disaster)
    if not sets:
        return None
    can_pay = fine(city, disaster) <= money

    def options() -> Iterator[Move]:
        if can_pay:
            yield {"type": "pay"}
        for cells in sets:
            yield {"type": "remove", "cells": [list(cell) for cell in cells]}

    def allows(move: Move) -> bool:
        if move["type"] == "pay":
            return can_pay
        return move["type"] == "remove" and sorted(cell_of(cell) for cell in move["cells"]) in sets

    return Choice(options, allows)
