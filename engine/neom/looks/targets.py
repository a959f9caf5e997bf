"""What is tapped in NEOM: tiles, anchors, and cells of the own city. Ways to pay have no place."""

from collections.abc import Mapping, Sequence

from cityleague.engine.looks.picture import CELL, Picture, Symbol
from cityleague.engine.looks.targets import SENTENCE, Target, beginning, cell_of, cell_token, titles_of
from cityleague.engine.neom import moves
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.disasters import fine, kind_of
from cityleague.engine.neom.looks.picture import corner
from cityleague.engine.neom.looks.tile_symbols import tile_symbol
from cityleague.engine.neom.table import NOT_SEEN
from cityleague.engine.neom.trade import bill
from cityleague.engine.neom.view import View, table_of
from cityleague.engine.protocol import Setup
from cityleague.engine.words import counted


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


def about(setup: Setup, view: View) -> list[Symbol]:
    """The disaster that strikes."""
    return [tile_symbol(setup.components, view.disaster)] if view.disaster else []


def titles(_setup: Setup, view: View, names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The own city, and those of all."""
    return titles_of("city", view.seat, names)


def sentence(setup: Setup, view: View, left: Sequence[moves.Move], up: Mapping[str, int]) -> tuple[str, str]:
    """What to do now, and what the button says."""
    assert view.seat is not None
    box: Box = setup.components
    tiles, table, is_last = box.tiles, table_of(setup, view), len(left) == 1
    match left[0]:
        case moves.Pick(number):
            return f"Take the {tiles[number].name}?" if is_last else "Choose a tile to take", "Take it"
        case moves.Swap(give):
            if is_last:
                return (f"Swap {counted(len(give), 'anchor')}?", "Swap") if give else ("Keep the anchors?", "Keep them")
            return "Swap anchors, or keep yours", "Choose"
        case moves.Pay():
            due, name = fine(table.cities[view.seat], kind_of(table)), tiles[view.disaster or NOT_SEEN].name
            if is_last:
                return f"Pay {due} for the {name}?", f"Pay {due}"
            return f"{name.capitalize()}: pay {due}, or remove tiles", "Choose"
        case moves.Remove(cells):
            if is_last:
                names = [tiles[placed.tile].name for placed in view.cities[view.seat].tiles if placed.cell in cells]
                return f"Remove the {names[0]}?" if len(names) == 1 else f"Remove these {len(names)} tiles?", "Remove"
            return f"Choose {counted(len(cells) - sum(up.values()), 'tile')} to remove", "Remove"
    picked, builds = view.picked[view.seat], [move for move in left if isinstance(move, moves.Build)]
    if len(builds) < len(left):
        name = tiles[picked or NOT_SEEN].name
        if is_last:
            return f"Sell the {name} for {box.basics.sale}?", "Sell it"
        own = builds[0].tile == picked
        return f"Build or sell the {name}" if own else "Build an anchor, or sell your tile", "Choose"
    tile = tiles[builds[0].tile]
    if is_last:
        cost = bill(table, view.seat, tile, builds[0]).total
        under = [tiles[old.tile].name for old in view.cities[view.seat].tiles if old.cell == builds[0].cell]
        end = f"{f' over the {under[0]}' if under else ' here' * (not cost)}{f' for {cost}' * bool(cost)}?"
        asked = f"Build the {tile.name}{end}"
        return asked if len(asked) <= SENTENCE else f"Build{end.replace(' the ', ' ')}", "Build it"
    if len({move.tile for move in builds}) > 1:
        return "Choose the tile to build", "Build it"
    if len({move.cell for move in builds}) > 1:
        return f"Put the {tile.name} in your city", "Build it"
    return (
        f"Choose what the {tile.name} makes" if tile.any_good else f"{tile.name.capitalize()}: how do you pay?",
        "Build it",
    )
