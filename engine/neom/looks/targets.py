"""What is tapped in NEOM: tiles of the hand and on the table, anchors, and cells of the own city.

Ways to pay have no place.
"""

from __future__ import annotations

from cityleague.engine.looks.picture import CELL, Picture, Symbol
from cityleague.engine.looks.targets import Target, beginning, cell_of, cell_token
from cityleague.engine.neom import moves
from cityleague.engine.neom.looks.picture import corner
from cityleague.engine.neom.looks.tile_symbols import tile_symbol
from cityleague.engine.neom.view import View
from cityleague.engine.protocol import Setup


def places(_setup: Setup, _view: View, move: moves.Move) -> tuple[str, ...]:
    """Tiles, and the cells where they go or lie."""
    match move:
        case moves.Build(tile, cell):  # or an anchor
            return f"tile {tile}", cell_token("cell", cell)
        case moves.Pick(tile):
            return (f"tile {tile}",)
        case moves.Swap(give, take):
            return tuple([f"tile {tile}" for tile in (*give, *take)])
        case moves.Remove(cells):
            return tuple([cell_token("cell", cell) for cell in cells])
        case _:
            return ()


def targets(setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """A tile, wherever it lies beside the cities; a cell of the own one."""
    what, which = token.split()
    if what == "cell":
        x, y = corner(cell_of(token))
        return [Target(f"city {view.seat}", None, x, y, CELL, CELL)]
    drawn = tile_symbol(setup.components, int(which))
    sheets = f"hand {view.seat}", "table", f"city {view.seat}"
    found = [target for sheet in sheets for target in beginning(picture, sheet, "", drawn)]
    return [target for target in found if target.key and not target.key.startswith("cell ")]


def palette(setup: Setup, token: str) -> Symbol | None:
    """A tile; hands may be unseen."""
    what, which = token.split()
    return tile_symbol(setup.components, int(which)) if what == "tile" else None
