"""What is tapped in 20th Century: the offer, and what lies in the own region. Bids, turns and spans have no place."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec import json

from cityleague.engine.doors import file_in
from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.looks.targets import Target, beginning, cell_of, cell_token, keyed, titles_of
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import moves
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.looks.card_symbols import card_symbol
from cityleague.engine.twentieth_century.looks.sheet import tile_of
from cityleague.engine.twentieth_century.looks.symbols import SIDE, city_box
from cityleague.engine.twentieth_century.looks.words import effects, land_in_words
from cityleague.engine.twentieth_century.table import BUYING
from cityleague.engine.twentieth_century.view import Placed, View

OPEN = ("start", "bonus", "land", "technologies", "damage")
"""The draws that all see, by the first words of their names."""


def places(_setup: Setup, _view: View, move: moves.Move) -> tuple[str, ...]:
    """What is on offer; what is used, then from where, then where it goes."""
    match move:
        case moves.Choose(tile):
            return (f"land {tile}",)
        case moves.Buy(technology):
            return (f"technology {technology}",)
        case moves.Contain(column):
            return (f"column {column}",)
        case moves.Lay(tile, cell):
            return f"new {tile}", cell_token("cell", cell)
        case moves.Settle(city):
            return (_city(city),)
        case moves.Dump(tile):
            return (f"tile {tile}",)
        case moves.Clear(plant, tile):
            return _city(plant), f"tile {tile}"
        case moves.Worker(technology, city):
            return f"own {technology}", _city(city)
        case moves.Locomotive(technology, city, to):
            return f"own {technology}", _city(city), _city(to)
        case moves.Collect(technology, tile, to_tile):
            return f"own {technology}", f"tile {tile}", f"tile {to_tile}"
        case moves.Bridge(technology, tile) | moves.Separate(technology, tile) | moves.Recycle(technology, tile):
            return f"own {technology}", f"tile {tile}"
        case moves.Remediate(technology) | moves.Improve(technology):
            return (f"own {technology}",)
        case _:
            return ()


def _city(city: moves.City) -> str:
    return f"city {' '.join(city)}"


def targets(setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """A piece, a city on its tile, or a cell of the own region, also outside what is shown of it."""
    box: Box = setup.components
    what, _, which = token.partition(" ")
    region = f"region {view.seat}"
    match what:
        case "land":
            return beginning(picture, "land", "land ", tile_of(box, which))
        case "technology":
            technology = box.technologies[which]
            drawn = tile_of(box, which) if technology.facility else card_symbol(technology)
            return beginning(picture, "technologies", "", drawn)
        case "column":
            return keyed(picture, "damage", token)
        case "new":
            return keyed(picture, region, token)
        case "own":
            return keyed(picture, region, f"technology {which}")
        case "city":
            tile, _, letter = which.rpartition(" ")
            placed = _placed(view, tile)
            shape = box.shapes[tile]
            x, y, *size = city_box(shape, shape.cities[shape.letters[letter]], placed.turn)
            left, top = placed.cell
            return [Target(region, None, left * SIDE + x, top * SIDE + y, *size)]
        case "tile":
            return keyed(picture, region, cell_token("cell", _placed(view, which).cell))
    x, y = cell_of(token)
    return [Target(region, None, x * SIDE, y * SIDE, SIDE, SIDE)]


def _placed(view: View, tile: str) -> Placed:
    """A tile of the own region."""
    assert view.seat is not None
    return next(placed for placed in view.players[view.seat].region if placed.tile == tile)


def palette(setup: Setup, token: str) -> Symbol | None:
    """Land or a technology that is drawn."""
    box, (what, _, which) = setup.components, token.partition(" ")
    if what != "tile" or which not in box.technologies:
        return tile_of(box, which) if what == "tile" and which in box.land else None
    return tile_of(box, which) if box.technologies[which].facility else card_symbol(box.technologies[which])


def face(setup: Setup, _view: View, token: str, _legal: Sequence[moves.Move]) -> Symbol | None:
    """A technology that is used."""
    what, _, which = token.partition(" ")
    return card_symbol(setup.components.technologies[which]) if what == "own" else None


def about(setup: Setup, view: View) -> list[Symbol]:
    """The land that is up for auction."""
    return [tile_of(setup.components, view.chosen)] if view.chosen and view.stage != BUYING else []


def laid(setup: Setup, _view: View, move: moves.Move) -> Symbol | None:
    """A tile as it is turned."""
    return tile_of(setup.components, move.tile, move.turn) if isinstance(move, moves.Lay) else None


def led_to(setup: Setup, before: View, move: moves.Move, after: View, names: Sequence[str]) -> str:
    """Who has won the auction that a move has ended, and for how much; whoever was alone has bought it."""
    sales = () if isinstance(move, moves.Choose) else after.sales[len(before.sales) :]
    won = [
        f"{names[sale.seat]} won {sale.name} for {sale.price}." for sale in sales if sale.name in setup.components.land
    ]
    return "".join([f"{words[0].upper()}{words[1:]}" for words in won])


def titles(_setup: Setup, view: View, names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The own region, and those of all."""
    return titles_of("region", view.seat, names)


_ASKED: dict[str, tuple[str, str, str]] = json.decode(
    file_in("cityleague.engine.twentieth_century.looks", "asked.json")
)
"""By type of move: what to do if there are several of it, what is asked about the last one, what the button says."""
_NEW = {moves.Lay: "tiles", moves.Settle: "citizens", moves.Dump: "garbage"}


def sentence(setup: Setup, view: View, left: Sequence[moves.Move], _up: Mapping[str, int]) -> tuple[str, str]:
    """What to do now, and what the button says."""
    first, kinds, is_last = left[0], {type(move): 0 for move in left}, len(left) == 1
    several, question, button = _ASKED[str(type(first).__struct_config__.tag)]
    what = land_in_words(getattr(first, "tile", ""))
    if isinstance(first, moves.Contain):
        column = setup.components.damage[view.damage].columns[first.column]
        what = effects(column.garbage, column.skulls, 0) or "no damage"
        if len({*map(attrgetter("column"), left)}) == 1:
            several = "How much science for {what}?"
    elif isinstance(first, moves.Choose) and sum([player.in_round for player in view.players]) == 1:
        several, question, button = "Choose land to buy, or drop out", "Buy {move.tile} for {view.minimum}?", "Buy it"
    elif isinstance(first, moves.Bid) and moves.Pass in kinds:
        several, button = "Bid {move.coins} or more for {view.chosen}, or pass", "Bid"
    elif new := [words for kind, words in _NEW.items() if kind in kinds and len(kinds) > 1]:
        verb, button = "Place your" if moves.Lay in kinds else "Tap where to put", "Choose"
        several = f"{verb} new {', '.join(new[:-1])}{' and ' * (len(new) > 1)}{new[-1]}"
    elif isinstance(first, moves.Lay) and len({*map(attrgetter("tile"), left)}) == 1:
        turned = len({*map(attrgetter("cell"), left)}) == 1
        several = "Choose how to turn {move.tile}" if turned else "Lay {move.tile} in your region"
    elif isinstance(first, moves.Use) and len(kinds) > 1:
        several = "Use a technology, or finish" if moves.Done in kinds else "Choose what to do with it"
        button = "Choose"
    if not is_last:
        question, button = several, button.partition(" {")[0]
    told = {"move": first, "view": view, "what": what}
    return question.format(**told), button.format(**told)
