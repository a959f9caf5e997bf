"""A small box with known geometry, and pictures of its tiles read back."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from cityleague.engine.twentieth_century.components import Box, load
from cityleague.engine.twentieth_century.moves import Cell
from cityleague.engine.twentieth_century.view import Placed

Json = dict[str, Any]


def city(node: str, x: int, y: int, **figures: int | bool) -> Json:
    return {"node": node, "at": [x, y], **figures}


def fork(node: str, x: int, y: int) -> Json:
    return {"node": node, "at": [x, y]}


ELBOW: Json = {
    "cities": [city("a", 1, 1, coins=3), city("b", 3, 1, science=1, recycling=True)],
    "forks": [fork("x", 3, 3)],
    "track": ["a-NW", "a-b", "b-x", "x-S", "E-x"],
    "spans": ["a-W", "a-N", "b-N"],
}
"""A tile without any symmetry, with track in each direction."""
CROSS: Json = {
    "cities": [city("a", 2, 2, prosperity=2)],
    "track": ["a-N", "a-E", "a-S", "a-W", "a-SE", "a-NW"],
    "spans": ["N-E", "S-W"],
}
BARE: Json = {"cities": [city("a", 1, 2)], "track": [], "spans": ["a-E", "N-E", "N-S", "a-W"]}
MINES: Json = {
    "buildings": [fork("m", 2, 1) | {"kind": "mine", "bonus": 1}, fork("l", 1, 3) | {"kind": "laboratory", "bonus": 2}],
    "forks": [fork("x", 3, 3)],
    "track": ["m-N", "l-x", "x-E", "l-SW"],
    "spans": ["N-E", "l-S"],
}
START: Json = {
    "cities": [city("a", 1, 1, coins=1), city("b", 3, 3, science=1, recycling=True)],
    "track": ["a-N", "b-SE", "b-a", "b-E"],
    "spans": ["a-W"],
    "citizens": ["a", "b"],
    "garbage": 1,
}
USES: Sequence[Json] = (
    {"worker": True, "bridge": True, "waste_separation": True, "locomotive": True, "garbage_collection": True},
    {"recycling": {"coins": 1}, "remediation": {"science": 2}, "garbage": 1, "skulls": 2},
    {"quality_of_life": {"price": {"coins": 1, "science": 2}, "points": 3}, "recycling": {}},
    {"flowers": 1},
)


def periods(*counts: int) -> list[str]:
    return [period for period, count in zip(("I-II", "III-IV", "V"), counts, strict=True) for _ in range(count)]


def component_file() -> Json:
    """A small world: three kinds of land, one facility, all uses."""
    lands = [BARE, ELBOW, CROSS]
    technologies: list[Json] = []
    for i, period in enumerate(periods(12, 12, 6)):
        what = {"facility": MINES} if i % 2 else dict(USES[i // 2 % len(USES)])
        if i > 0:
            what.pop("bridge", None)
        technologies.append({"name": f"T{i}", "period": period, **what})
    return {
        "game": "twentieth_century",
        "setup": {
            "provenance": "house", "coins": 12, "science": 20, "compensation": 2, "largest_bid": 5,
            "minimum_bid": {"I-II": 1, "III-IV": 2, "V": 3},
        },
        "offers": {"provenance": "house", "list": [
            {"players": players, "land": land, "technologies": players + 1, "field": 2}
            for players, land in ((3, 5), (4, 6), (5, 8))
        ]},
        "strips": {"provenance": "house", "science": {"I-II": [6, 5, 4], "III-IV": [7, 6, 6], "V": [8, 1, 0]}},
        "pollution": {"provenance": "house", "values": [-5, -2, 0, 3, 7], "clean_land": [1, 2, 3, 4, 6]},
        "start": {"provenance": "house", "tile": START},
        "land": {"provenance": "house", "list": [
            {"name": f"Land {i}" if i % 5 else f"a long name, no. {i}", "period": period, **lands[i % 3]}
            for i, period in enumerate(periods(16, 16, 8))
        ]},
        "technologies": {"provenance": "house", "list": technologies},
        "damage": {"provenance": "house", "list": [
            {"name": f"D{i}", "period": period, "columns": [
                {}, {"garbage": 1}, {"skulls": 1}, {"garbage": 2, "skulls": 1}, {"garbage": 3}
            ]}
            for i, period in enumerate(periods(3, 3, 3))
        ]},
        "bonus": {"provenance": "house", "list": [
            {"name": f"B{i}", "round": 2 if i < 3 else 4, "lines": [
                {"counts": "clean land", "points": 6}, {"counts": "garbage", "points": -1}
            ]}
            for i in range(6)
        ]},
    }  # fmt: skip


@cache
def own() -> Box:
    return load(json.dumps(component_file()).encode())


def placed_tile(name: str, cell: Cell, turn: int = 0, **what: Any) -> Placed:
    """A tile of a region, with nothing on it but what the arguments say."""
    return replace(Placed(cell, name, 0, (), 0, (), waiting=False), turn=turn, **what)


# -- reading pictures back

_UNITS = {"-": "track", "|": "track", "\\": "track", "/": "track", "═": "bridge", "║": "bridge"}
Unit = tuple[frozenset[Cell], str]
"""A step between two points of a tile, and what lies there."""


def read(lines: Sequence[str], margin: int) -> dict[Cell, list[str]]:
    """By cell: its 9 lines of 17 characters; the first and the last line are borders."""
    tiles: dict[Cell, list[str]] = {}
    columns: list[int] = []
    for number, line in enumerate(lines):
        if re.fullmatch(r" +-?\d+( +-?\d+)*", line):
            columns = list(map(int, line.split()))
        elif start := line[:margin].strip():
            rows = [line.ljust(80)[margin:] for line in lines[number - 4 : number + 5]]
            for i, x in enumerate(columns):
                assert (x, int(start)) not in tiles
                tiles[x, int(start)] = [row[16 * i : 16 * i + 17] for row in rows]
    return tiles


def units(tile: Sequence[str]) -> Counter[Unit]:
    """All steps that are drawn on a tile."""
    steps_drawn: Counter[Unit] = Counter()
    for y in range(5):
        for x in range(5):
            steps = [((x, y), (x + 1, y), tile[2 * y][4 * x + 2 : 4 * x + 4], "-═")] if x < 4 and 0 < y < 4 else []
            if y < 4:
                steps += [((x, y), (x, y + 1), tile[2 * y + 1][4 * x : 4 * x + 1], "|║")] if 0 < x < 4 else []
                between = tile[2 * y + 1][4 * x + 2 : 4 * x + 4]
                steps += [((x, y), (x + 1, y + 1), between, "\\")] if x < 4 else []
                steps += [((x + 1, y), (x, y + 1), between, "/")] if x < 4 else []
            for start, other, text, signs in steps:
                if text[0] in signs:
                    kind = "bridge" if text in {"\\\\", "//"} else _UNITS[text[0]]
                    steps_drawn[frozenset((start, other)), kind] += 1
    return steps_drawn


def turn_point(point: Sequence[int], turn: int) -> Cell:
    x, y = point
    return ((x, y), (4 - y, x), (4 - x, 4 - y), (y, 4 - x))[turn]


def geometry(tile: Placed, box: Box) -> tuple[Counter[Unit], dict[str, Cell]]:
    """The steps and the nodes that should be drawn, from the component file."""
    technology = box.technologies.get(tile.tile)
    figures = technology.facility if technology else box.start if tile.tile == "start" else box.land[tile.tile]
    assert figures is not None
    nodes: list[Any] = [*figures.forks, *box.shapes[tile.tile].cities, *box.shapes[tile.tile].buildings]
    spots = {"N": (2, 0), "NE": (4, 0), "E": (4, 2), "SE": (4, 4), "S": (2, 4), "SW": (0, 4), "W": (0, 2), "NW": (0, 0)}
    spots |= {node.node: node.at for node in nodes}
    spots = {name: turn_point(spot, tile.turn) for name, spot in spots.items()}
    steps: Counter[Unit] = Counter()
    for pieces, kind in ((figures.track, "track"), (tile.bridges, "bridge")):
        for piece in pieces:
            (x, y), end = (spots[name] for name in piece.split("-"))
            while (x, y) != end:
                to = x + (end[0] > x) - (end[0] < x), y + (end[1] > y) - (end[1] < y)
                steps[frozenset(((x, y), to)), kind] += 1
                x, y = to
    return steps, {node.node: spots[node.node] for node in nodes}


def check_region(tiles: Sequence[Placed], box: Box, lines: Sequence[str]) -> None:
    """The picture shows just what is in the region: names, garbage, nodes, citizens, track, bridges, joints."""
    drawn = read(lines, max(len(str(tile.cell[1])) for tile in tiles) + 1)
    expected = {tile.cell: geometry(tile, box) for tile in tiles}
    ends = Counter(
        (4 * cx + x, 4 * cy + y)
        for (cx, cy), (steps, _) in expected.items()
        for x, y in {point for step, _ in steps for point in step}
        if {x, y} & {0, 4}
    )
    for tile in tiles:
        (steps, nodes), square = expected[tile.cell], drawn.pop(tile.cell)
        assert units(square) == steps
        name = tile.tile if len(tile.tile) < 8 else f"{tile.tile[:3]}…{tile.tile[-3:]}"
        assert square[0][1:8].strip("─") == name
        assert square[0][9:16].strip("─") == (f"{tile.garbage}g" if tile.garbage else "")
        shape = box.shapes[tile.tile]
        for node, (x, y) in nodes.items():
            text = square[2 * y][4 * x - 1 : 4 * x + 2]
            if node in shape.letters:
                assert text == f"[{node.upper() if node in tile.citizens else node}]"
            else:
                assert text[1] == node if node in {fork.node for fork in shape.forks} else text == f"<{node}>"
        assert sum(c.isalpha() for row in square[1:8] for c in row[1:16]) == len(nodes)
        used = {point for step, _ in steps for point in step}
        for x, y in ((2, 0), (4, 0), (4, 2), (4, 4), (2, 4), (0, 4), (0, 2), (0, 0)):
            if (x, y) in used:
                count = ends[4 * tile.cell[0] + x, 4 * tile.cell[1] + y]
                assert square[2 * y][4 * x] == ("●" if count > 1 else "○")
    for square in drawn.values():
        assert not "".join([row[1:16] for row in square[1:8]]).strip()
