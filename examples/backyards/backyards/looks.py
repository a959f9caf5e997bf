"""Yards and hands as pictures, of which text and pages are made; moves in words, and where one taps to make them."""

from collections.abc import Sequence

from backyards.moves import Lay
from backyards.scoring import WIDTH
from backyards.view import View
from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.targets import Target, beginning
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

FILLS = {"rose": "#e8a0b4", "pond": "#8fc4e8", "tree": "#86c440"}
CELL = svg.CELL


@svg.drawn_once
def tile(name: str) -> svg.Symbol:
    """A tile; text has its first letter on boards, and its name in hands."""
    if name == UNSEEN:
        return svg.unseen(CELL, CELL)
    return svg.symbol(CELL, CELL, name, [svg.tile(FILLS[name]), svg.label(CELL / 2, CELL / 2 + 4, name, 16)], name[0])


@svg.drawn_once
def free(cell: int) -> svg.Symbol:
    """A free cell with the number that moves use."""
    words = svg.label(CELL / 2, CELL / 2 + 4, str(cell), 12, class_="faint")
    return svg.symbol(CELL, CELL, "", [svg.room(0, 0), words], str(cell))


def picture(setup: Setup, view: View, names: Sequence[str]) -> svg.Picture:
    """All yards, and how many tiles everyone holds."""
    sheets = []
    for seat, yard in enumerate(view.yards):
        pieces = []
        for cell, name in enumerate(yard):
            x, y = cell % WIDTH, cell // WIDTH
            symbol = tile(name) if name else free(cell)
            pieces.append(svg.Piece(f"cell {x},{y}", symbol, x * CELL, y * CELL, int(bool(name))))
        held = [("in hand", f"{view.hand_sizes[seat]} tiles")]
        sheets.append(svg.around(f"yard {seat}", names[seat], pieces, held)._replace(board="grid"))
    return svg.Picture(f"round {view.round}: {view.stage}", [*sheets, *own_sheets(setup, view, names)])


def own_sheets(_setup: Setup, view: View, names: Sequence[str]) -> list[svg.Sheet]:
    """The hand that only its seat sees."""
    if view.seat is None:
        return []
    hand = svg.row("hand", [tile(name) for name in view.hand])
    return [svg.around(f"hand {view.seat}", f"Hand of {names[view.seat]}", hand, owner=view.seat)]


def describe(_setup: Setup, _view: View, move: Lay, _names: Sequence[str]) -> str:
    """A move in words."""
    return f"lays a {move.tile} on cell {move.cell}"


def places(_setup: Setup, view: View, move: Lay) -> tuple[str, ...]:
    """What is tapped: the tile, then its cell."""
    return f"tile {move.tile}", f"cell {view.seat} {move.cell % WIDTH},{move.cell // WIDTH}"


def targets(_setup: Setup, view: View, picture: svg.Picture, token: str) -> list[Target]:
    """Where that is on the picture."""
    what, which, *cell = token.split()
    if what == "tile":
        return beginning(picture, f"hand {view.seat}", "hand ", tile(which))
    return beginning(picture, f"yard {which}", f"cell {cell[0]}")


def palette(_setup: Setup, token: str) -> svg.Symbol | None:
    """A tile that may lie unseen in a hand."""
    what, which = token.split()[:2]
    return tile(which) if what == "tile" else None
