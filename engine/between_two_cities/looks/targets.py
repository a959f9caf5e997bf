"""What is tapped in Between Two Cities: tiles of the hand, revealed tiles, cells of cities."""

from __future__ import annotations

from cityleague.engine.between_two_cities.looks.picture import HAND, frame, tile_symbol
from cityleague.engine.between_two_cities.moves import Move, Pick
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.looks.picture import CELL, Picture, Symbol
from cityleague.engine.looks.targets import Target, beginning, cell_of, cell_token
from cityleague.engine.protocol import Setup


def places(_setup: Setup, view: View, move: Move) -> tuple[str, ...]:
    """Both tiles of a pick; a revealed tile and the cell of one of the two cities."""
    assert view.seat is not None
    if isinstance(move, Pick):
        return tuple([f"tile {name}" for name in move.tiles])
    return f"tile {move.tile}", cell_token(f"cell {view.home[view.seat][move.city]}", move.cell)


def targets(_setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """Such tiles in the hand, or those of the seat that wait for their place; a cell, even outside the frame."""
    what, which = token.split()[:2]
    if what == "tile":
        drawn = tile_symbol(which, HAND)
        revealed = beginning(picture, "revealed", f"seat {view.seat} ", drawn)
        return revealed or beginning(picture, f"hand {view.seat}", "hand ", drawn)
    columns, rows = frame(view.cities[int(which)])
    x, y = cell_of(token)
    return [Target(f"city {which}", None, (x - columns.start) * CELL, (y - rows.start) * CELL, CELL, CELL)]


def palette(_setup: Setup, token: str) -> Symbol | None:
    """A tile; hands may be unseen."""
    what, which = token.split()[:2]
    return tile_symbol(which, HAND) if what == "tile" else None
