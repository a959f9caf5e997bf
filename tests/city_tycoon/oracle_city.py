"""The city of the plain reference: what lies on which cell, and what it costs to bring a cube through it."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from typing import Any

Cell = tuple[int, int]
Vector = tuple[int, ...]
"""What is paid: to the bank, to seat 0, to seat 1, …"""

CENTRE: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
COLOURS = {"electric": "red", "water": "blue"}


def cell_of(raw: Sequence[int]) -> Cell:
    """A cell as it stands in a move."""
    x, y = raw
    return (x, y)


def path_of(move: dict[str, Any]) -> list[Cell]:
    """The path of a cube as cells."""
    return [cell_of(cell) for cell in move.get("path", ())]


def around(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with it."""
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def tile_of(cell: Cell) -> Cell:
    """The tile on a cell, as one of its cells; the centre is one tile."""
    return CENTRE[0] if cell in CENTRE else cell


def cells_of(tile: Cell) -> tuple[Cell, ...]:
    """All cells of a tile."""
    return CENTRE if tile in CENTRE else (tile,)


def undercuts(way: Vector, other: Vector) -> bool:
    """Whether one pays no receiver more than the other; or both pay the same."""
    return all(a <= b for a, b in zip(way, other, strict=True))


class City:
    """All tiles: `owners` says whose a tile is, `districts` and `plants` what it is, `cubes` what is left there."""

    def __init__(self, players: int, fee: int) -> None:
        self.players = players
        self.fee = fee
        self.owners: dict[Cell, int | None] = dict.fromkeys(CENTRE)
        self.terrain: dict[Cell, str] = {}
        self.districts: dict[Cell, str] = {}
        self.plants: dict[Cell, dict[str, Any]] = {}
        self.cubes: dict[Cell, int] = {}
        self.add_plant((0, 0), "electric", players, renewing=True)
        self.add_plant((1, 1), "water", players, renewing=True)
        north, west = [(0, -1), (1, -1)], [(-1, 0), (-1, 1)]
        for cell in {2: north + west, 3: north}.get(players, []):
            self.terrain[cell] = "water"

    def add_plant(self, cell: Cell, kind: str, cubes: int, *, renewing: bool) -> None:
        """A plant with all its cubes."""
        self.plants[cell] = {"colour": COLOURS[kind], "full": cubes, "renewing": renewing}
        self.cubes[cell] = cubes

    def renew(self) -> None:
        """Renewing plants have all their cubes again."""
        for cell, plant in self.plants.items():
            if plant["renewing"]:
                self.cubes[cell] = plant["full"]

    def free(self) -> list[Cell]:
        """Where a tile can be placed: free cells that touch a tile of the city."""
        cells: set[Cell] = set()
        for cell in self.owners:
            cells |= {next_to for next_to in around(cell) if self.may_place(next_to)}
        return sorted(cells)

    def may_place(self, cell: Cell) -> bool:
        """Whether a tile can be placed here."""
        if cell in self.owners or cell in self.terrain:
            return False
        return any(next_to in self.owners for next_to in around(cell))

    def touching(self, cell: Cell, terrain: str) -> int:
        """How many terrain tiles of a kind touch this cell."""
        return sum(self.terrain.get(next_to) == terrain for next_to in around(cell))

    def of(self, seat: int) -> list[Cell]:
        """The districts of a seat."""
        return sorted(cell for cell in self.districts if self.owners[cell] == seat)

    # -- what cubes cost

    def touched(self, tile: Cell) -> list[Cell]:
        """The tiles that share an edge with this one."""
        tiles: set[Cell] = set()
        for cell in cells_of(tile):
            tiles |= {tile_of(next_to) for next_to in around(cell) if next_to in self.owners}
        return sorted(tiles - {tile_of(tile)})

    def fee_for(self, seat: int, cell: Cell) -> Vector:
        """What a cube that comes from here, or crosses the tile here, costs this seat."""
        paid = [0] * (self.players + 1)
        owner = self.owners[cell]
        if owner is None:
            paid[0] = self.fee
        elif owner != seat:
            paid[1 + owner] = self.fee
        return tuple(paid)

    def payment(self, seat: int, plant: Cell, path: Sequence[Cell]) -> Vector:
        """What a cube of this plant costs that crosses the tiles of this path."""
        fees = [self.fee_for(seat, plant), *(self.fee_for(seat, cell) for cell in path)]
        return tuple(sum(column) for column in zip(*fees, strict=True))

    def is_path(self, plant: Cell, path: Sequence[Cell], district: Cell) -> bool:
        """Whether a cube can go this way: tiles of the city, none twice, each touching the one before."""
        if any(cell not in self.owners for cell in (plant, *path, district)):
            return False
        tiles = [tile_of(cell) for cell in (plant, *path, district)]
        if len(set(tiles)) != len(tiles):
            return False
        return all(after in self.touched(before) for before, after in itertools.pairwise(tiles))

    def cheapest(self, seat: int, district: Cell) -> dict[Cell, int]:
        """What the cheapest cube of each plant costs at this district: Dijkstra's way, backwards, over cells."""
        costs: dict[Cell, int] = {}
        heap: list[tuple[int, Cell]] = [(0, district)]
        while heap:
            cost, cell = heapq.heappop(heap)
            if cell in costs:
                continue
            costs[cell] = cost
            for next_to in around(cell):
                if next_to not in self.owners:
                    continue
                within = cell in CENTRE and next_to in CENTRE
                crossing = 0 if within or cell == district else sum(self.fee_for(seat, cell))
                heapq.heappush(heap, (cost + crossing, next_to))
        return {plant: costs[plant] + sum(self.fee_for(seat, plant)) for plant in self.plants}

    def rest(self, seat: int, district: Cell, wanted: dict[str, int], taken: Cell | None = None) -> int | None:
        """What the cheapest wanted cubes cost together, if one of a plant is taken; None: there are too few."""
        costs = self.cheapest(seat, district)
        total = 0
        for colour, number in wanted.items():
            offers: list[int] = []
            for plant, cost in costs.items():
                if self.plants[plant]["colour"] == colour:
                    offers += [cost] * (self.cubes[plant] - (plant == taken))
            if len(offers) < number:
                return None
            total += sum(sorted(offers)[:number])
        return total

    def ways(self, seat: int, district: Cell, most: int) -> dict[Cell, list[list[Cell]]]:
        """For each plant a path for each payment, up to so much in all, that no other path undercuts.

        Paths grow from the district backwards, the cheapest first; one is kept if none that is kept for the same
        tile undercuts it. As crossing more costs never less, nothing is lost, and no kept path crosses a tile twice.
        """
        kept: dict[Cell, list[tuple[Vector, list[Cell]]]] = {}
        heap: list[tuple[int, int, Cell, Vector, list[Cell]]] = []
        nothing: Vector = (0,) * (self.players + 1)
        heapq.heappush(heap, (0, 0, district, nothing, []))
        while heap:
            total, length, tile, paid, path = heapq.heappop(heap)
            here = kept.setdefault(tile, [])
            if any(undercuts(other, paid) for other, _ in here):
                continue
            here.append((paid, path))
            if tile != district:
                fee = self.fee_for(seat, tile)
                paid = tuple(a + b for a, b in zip(paid, fee, strict=True))
                total, length, path = total + sum(fee), length + 1, [tile, *path]
            if total > most:
                continue
            for next_to in self.touched(tile):
                heapq.heappush(heap, (total, length, next_to, paid, path))
        return {plant: [path for _, path in kept.get(tile_of(plant), [])] for plant in self.plants}
