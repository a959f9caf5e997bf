"""What is tapped in City Tycoon: tiles of the hand, plants on offer, and cells of the city."""

from __future__ import annotations

from cityleague.engine.city_tycoon import moves
from cityleague.engine.city_tycoon.looks.symbols import SIZE, district_symbol
from cityleague.engine.city_tycoon.table import DRAFTING
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.looks.targets import Target, beginning, cell_of, cell_token, keyed
from cityleague.engine.protocol import Setup


def places(_setup: Setup, _view: View, move: moves.Move) -> tuple[str, ...]:
    """A tile, and the plant that it is given for; a cell; for a cube its plant and what it crosses."""
    match move:
        case moves.Pick(tile) | moves.Sell(tile) | moves.Build(tile):
            return (f"tile {tile}",)
        case moves.Plant(tile, kind, side):
            return f"tile {tile}", f"plant {kind} {side}"
        case moves.Place(cell) | moves.Supply(cell):
            return (cell_token("cell", cell),)
        case moves.Cube(plant, path):
            return tuple([cell_token("cell", cell) for cell in (plant, *path)])
        case _:
            return ()


def targets(setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """A tile of the hand, or of those kept, while others are built; a cell, with what lies there."""
    what, _, which = token.partition(" ")
    if what == "tile":
        group = "hand " if view.stage == DRAFTING else "kept "
        return beginning(picture, f"hand {view.seat}", group, district_symbol(setup.components.districts[which]))
    if what == "plant":
        return keyed(picture, "offer", f"next {which}")
    x, y = cell_of(token)
    return [Target("city", None, x * SIZE, y * SIZE, SIZE, SIZE)]


def palette(setup: Setup, token: str) -> Symbol | None:
    """A tile; hands may be unseen."""
    what, _, which = token.partition(" ")
    return district_symbol(setup.components.districts[which]) if what == "tile" else None
