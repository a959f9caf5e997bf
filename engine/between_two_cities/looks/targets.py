"""What is tapped in Between Two Cities: tiles of the hand, revealed tiles, cells of cities."""

from collections.abc import Mapping, Sequence

from cityleague.engine.between_two_cities.components import halves
from cityleague.engine.between_two_cities.looks.picture import HAND, tile_in_words, tile_symbol
from cityleague.engine.between_two_cities.moves import Move, Pick, Place
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.looks.picture import CELL, Picture, Symbol
from cityleague.engine.looks.targets import YOU, Target, beginning, cell_of, cell_token
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
    x, y = cell_of(token)
    return [Target(f"city {which}", None, x * CELL, y * CELL, CELL, CELL)]


def palette(_setup: Setup, token: str) -> Symbol | None:
    """A tile; hands may be unseen."""
    what, which = token.split()[:2]
    return tile_symbol(which, HAND) if what == "tile" else None


def titles(_setup: Setup, view: View, names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """What the own cities are called, the left one first, and all by who builds them."""
    own = {}
    for side, number in ({} if view.seat is None else view.home[view.seat]).items():
        others = [names[seat] for seat in view.cities[number].builders if seat != view.seat]
        own[f"city {number}"] = f"{side.capitalize()} city" + (f", with {others[0]}" if others else "")
    if len(names) == 2:
        sides = [(number, seat, side) for seat, home in enumerate(view.home) for side, number in home.items()]
        return own, {f"city {number}": f"{names[seat]}'s {side} city" for number, seat, side in sides}
    builders = [" & ".join([names[seat] for seat in city.builders]) for city in view.cities]
    return own, {f"city {number}": who for number, who in enumerate(builders)}


def sentence(_setup: Setup, view: View, left: Sequence[Move], up: Mapping[str, int]) -> tuple[str, str]:
    """What to do now, and what the button says."""
    first = left[0]
    if isinstance(first, Pick):
        if len(left) == 1:
            return "Keep these two?", "Keep them"
        return ("Choose one more to keep" if up else f"Choose 2 of {len(view.hand)} tiles to keep"), "Keep them"
    placing = [move for move in left if isinstance(move, Place)]
    if len({move.tile for move in placing}) > 1:
        return "Choose the tile to put first", "Place here"
    what = " and ".join([kind.partition("-")[0] for kind, _, _ in halves(first.tile)])
    if len(left) == 1:
        return f"Put the {what} here?", "Place here"
    where = f"your {first.city} city" if len({move.city for move in placing}) == 1 else "either city"
    return f"Put {what if ' ' in what else f'the {what}'} in {where}", "Place here"


def told(_setup: Setup, view: View, move: Move, names: Sequence[str]) -> str:
    """What a move has done, for whoever is `you` among the names."""
    if isinstance(move, Pick):
        return f"kept {' and '.join(map(tile_in_words, move.tiles))}"
    assert view.seat is not None
    number = view.home[view.seat][move.city]
    mine = view.home[names.index(YOU)] if YOU in names else {}
    own = [side for side in mine if mine[side] == number]
    others = [names[seat] for seat in view.cities[number].builders if seat != view.seat]
    where = f"your {own[0]} city" if own else f"the city with {others[0]}" if others else f"the {move.city} city"
    return f"put {tile_in_words(move.tile)} in {where}"
