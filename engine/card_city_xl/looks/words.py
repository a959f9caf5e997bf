"""Card City XL in words: cards, and moves."""

from collections import Counter
from collections.abc import Iterable, Sequence

from cityleague.engine.card_city_xl import moves
from cityleague.engine.card_city_xl.buying import sales
from cityleague.engine.card_city_xl.cards import COLOURS, LETTERS
from cityleague.engine.card_city_xl.table import BUYING
from cityleague.engine.card_city_xl.view import UNKNOWN, View, table_of
from cityleague.engine.protocol import Setup

_SIDES = {
    4: ("upper right", "lower right", "lower left", "upper left"),
    6: ("right", "lower right", "lower left", "left", "upper left", "upper right"),
}
"""By number of sides: where the first half of a split card lies, by `turn`."""


def describe(setup: Setup, view: View, move: moves.Move, names: Sequence[str]) -> str:
    """A move in words."""
    if isinstance(move, moves.Divide | moves.Show | moves.Offer | moves.Take | moves.Return):
        return _acquiring(view, move, names)
    if isinstance(move, moves.Build):
        return f"builds {_built(setup, view, move)}"
    if isinstance(move, moves.Buy):
        price = next(sale.price for sale in sales(table_of(setup, view)) if sale.card == move.card)
        return f"buys {card_in_words(move.card)} for {price} $, building it at {_at(move.cell)}"
    if isinstance(move, moves.Develop):
        return f"develops a {move.card} district with a card at {_at(move.cell)}"
    if isinstance(move, moves.Found):
        return f"founds the town hall at {_at(move.cell)}"
    if isinstance(move, moves.Architect):
        return f"places the architect at {_at(move.cell)}"
    if isinstance(move, moves.Smog):
        return f"places smog at {_at(move.cell)}"
    if view.stage == BUYING:
        return "buys nothing more" if view.bought else "buys nothing"
    assert view.seat is not None
    return f"ends building, discarding {cards_in_words(view.hands[view.seat])}"


def _built(setup: Setup, view: View, move: moves.Build) -> str:
    table = table_of(setup, view)
    price = f" for {table.situation(view.actor).price} $" if "leisure" in move.card.split("/") else ""
    sides = table.city(view.actor).board.sides
    turned = f", {facing(move.card, move.turn, sides)}" if "/" in move.card else ""
    return f"{card_in_words(move.card)} at {_at(move.cell)}{turned}{price}"


def _acquiring(
    view: View, move: moves.Divide | moves.Show | moves.Offer | moves.Take | moves.Return, names: Sequence[str]
) -> str:
    if isinstance(move, moves.Divide):
        hidden = f", and hidden {cards_in_words(move.hidden)}" if move.hidden else ""
        return f"lays out {cards_in_words(move.open)}{hidden} as the first lot"
    if isinstance(move, moves.Show):
        return f"shows {cards_in_words(move.cards)} of the second lot"
    if isinstance(move, moves.Return):
        return f"puts {card_in_words(move.card)} under the deck"
    if isinstance(move, moves.Offer):
        parts = [
            f"{amount} $ on the {lot} lot" for lot, amount in (("first", move.first), ("second", move.second)) if amount
        ]
        return f"puts {' and '.join(parts) or 'no money on the lots'}"
    division = view.divisions[-1]
    lot = division.first if move.lot == "first" else division.second
    money = f" and {lot.money} $" if lot.money else ""
    return f"takes the {move.lot} lot of {names[division.divider]}: {cards_in_words((*lot.open, *lot.hidden))}{money}"


def signs(_setup: Setup, _view: View | None) -> dict[str, str]:
    """The letters of cards."""
    return {letter: card_in_words(name) for letter, name in zip(LETTERS, COLOURS, strict=True)}


def _at(cell: moves.Cell) -> str:
    return f"{cell[0]}, {cell[1]}"


def card_in_words(name: str) -> str:
    """A card by its name: `industry (3 %)`, `residential/commerce`; `?` is a hidden card."""
    if name == UNKNOWN:
        return "hidden card"
    kind, _, level = name.partition("-")
    return f"industry ({level} %)" if level and kind == "industry" else name.replace("-", " ")


def in_letters(name: str) -> str:
    """A card by its letter, or those of its halves; industry of the ecological city with its pollution."""
    if name in COLOURS:
        return LETTERS[COLOURS.index(name)]
    return "/".join(map(in_letters, name.split("/"))) if "/" in name else name.replace("industry-", "I")


def cards_in_words(cards: Iterable[str]) -> str:
    """Cards with their numbers: `commerce, 2 residential, 2 hidden cards`."""
    return ", ".join([_several(card, count) for card, count in Counter(cards).items()])


def _several(card: str, count: int) -> str:
    words = card_in_words(card)
    return words if count == 1 else f"{count} {words}s" if card == UNKNOWN else f"{count} {words}"


def facing(name: str, turn: int, sides: int) -> str:
    """Where the first half of a split card lies: `residential upper right`."""
    return f"{name.partition('/')[0]} {_SIDES[sides][turn]}"
