"""What is tapped in Card City XL: cards of the own hand, of lots and of the supply, and cells of the own city.

How a split card is turned has no place, nor has money.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec import json

from cityleague.engine.card_city_xl import moves
from cityleague.engine.card_city_xl.buying import sales
from cityleague.engine.card_city_xl.looks.symbols import HEXAGON, HEXAGON_ROW, card, place_of, small_card
from cityleague.engine.card_city_xl.looks.words import card_in_words
from cityleague.engine.card_city_xl.table import BUILDING, BUYING, PLACING_SMOG
from cityleague.engine.card_city_xl.view import View, table_of
from cityleague.engine.doors import file_in
from cityleague.engine.looks.picture import CELL, Picture, Symbol
from cityleague.engine.looks.targets import Target, beginning, cell_of, cell_token, keyed, titles_of
from cityleague.engine.protocol import Setup
from cityleague.engine.words import counted


def places(_setup: Setup, view: View, move: moves.Move) -> tuple[str, ...]:
    """Cards, a lot, and where a card goes; which cards of a lot are hidden is no place."""
    match move:
        case moves.Divide(cards, hidden):
            return tuple([f"card {card}" for card in (*cards, *hidden)])
        case moves.Show(cards):
            return tuple([f"card {card}" for card in cards])
        case moves.Return(card):
            return (f"card {card}",)
        case moves.Take(lot):
            return (f"lot {lot}",)
        case moves.Build(card, cell) | moves.Buy(card, cell):
            return f"card {card}", _cell(view, cell)
        case moves.Develop(card, cell):
            return _cell(view, cell), f"supply {card}"
        case moves.Found(cell) | moves.Architect(cell) | moves.Smog(cell):
            return (_cell(view, cell),)
        case _:
            return ()


def _cell(view: View, cell: moves.Cell) -> str:
    assert view.seat is not None
    return cell_token(f"cell {view.ring.index(view.seat) if len(view.cities) > 1 else 0}", cell)


def targets(setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """All cards of that kind that can be meant, all cards of a lot; of hexagons, the part that is no other's."""
    what, which = token.split()[:2]
    if what == "cell":
        sides = table_of(setup, view).cities[int(which)].board.sides
        x, y = place_of(cell_of(token), sides)
        height = CELL if sides == 4 else HEXAGON_ROW
        return [Target(f"city {which}", None, x, y + (HEXAGON - HEXAGON_ROW) / 2 * (sides == 6), CELL, height)]
    if what == "supply":
        return keyed(picture, "supply", which)
    if what == "lot":
        return beginning(picture, "lots", f"lot {len(view.divisions) - 1} {which} ")
    drawn = small_card(which)
    if view.stage == BUYING:
        return beginning(picture, "supply", "market ", drawn) or keyed(picture, "supply", which)
    own, key = f"known {view.seat}", "hand " if view.stage == BUILDING else "pool "
    return beginning(picture, own, key, drawn) or beginning(picture, "lots", key, drawn)


TOGETHER = ("lot",)
"""The first words of tokens whose cards are all taken together."""


def about(_setup: Setup, view: View) -> list[Symbol]:
    """The smog that has to be placed."""
    return [small_card("smog")] if view.stage == PLACING_SMOG else []


def palette(_setup: Setup, token: str) -> Symbol | None:
    """A card that is drawn."""
    what, _, which = token.partition(" ")
    return small_card(which) if what == "tile" else None


def laid(setup: Setup, view: View, move: moves.Move) -> Symbol | None:
    """A card of a city as it is turned."""
    name = "smog" if isinstance(move, moves.Smog) else getattr(move, "card", "")
    sides = table_of(setup, view).cities[0].board.sides
    return card(name, getattr(move, "turn", 0), sides) if hasattr(move, "cell") and name else None


def titles(_setup: Setup, view: View, names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The own city, and those of all; or the united one."""
    if len(view.cities) < len(names):
        united = {"city 0": "The united city"}
        return {} if view.seat is None else united, united
    place = None if view.seat is None else view.ring.index(view.seat)
    return titles_of("city", place, [names[seat] for seat in view.ring])


_ASKED: dict[str, tuple[str, str, str]] = json.decode(file_in("cityleague.engine.card_city_xl.looks", "asked.json"))
"""By type of move: what to do if there are several of it, what is asked about the last one, what the button says."""


def sentence(setup: Setup, view: View, left: Sequence[moves.Move], up: Mapping[str, int]) -> tuple[str, str]:
    """What to do now, and what the button says."""
    first, kinds, price = left[0], {type(move): 0 for move in left}, 0
    several, question, button = _ASKED[str(type(first).__struct_config__.tag)]
    wanted, end = len(places(setup, view, first)) - sum(up.values()), ", or finish" * (moves.Done in kinds)
    card = getattr(first, "card", "")
    what = "a park" if card == "park" else card_in_words(card)
    if isinstance(first, moves.Buy):
        price = next(sale.price for sale in sales(table_of(setup, view)) if sale.card == card)
    if isinstance(first, moves.Divide) and not wanted:
        several = "Choose which card lies hidden"
    elif moves.Architect in kinds and len(kinds) > 1:
        several, button = f"{'Build, or place' if moves.Build in kinds else 'Place'} the architect{end}", "Choose"
    elif end and len(left) > 1:
        several, button = f"{several}{end}", "Choose"
    elif isinstance(first, moves.Build | moves.Buy | moves.Develop) and len({*map(attrgetter("card"), left)}) == 1:
        turned = len({*map(attrgetter("cell"), left)}) == 1
        put = "Buy {what} for {price} $: where?" if price else "Put {what} in your city"
        several = f"Where does the {what.partition('/')[0]} half lie?" if turned else put
    words, cards = question if len(left) == 1 else several, counted(wanted, "card")
    verb = "Build nothing more" if view.stage != BUYING else f"Buy nothing{' more' * bool(view.bought)}"
    return words.format(move=first, what=what, price=price, cards=cards, verb=verb), button
