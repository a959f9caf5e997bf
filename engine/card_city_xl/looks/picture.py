"""A game of Card City XL as a picture: the cities, the hands, the lots, what lies beside them, what a seat knows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cityleague.engine.card_city_xl.cards import COLOURS, LETTERS
from cityleague.engine.card_city_xl.looks import symbols
from cityleague.engine.card_city_xl.looks.sheet import city_sheet
from cityleague.engine.card_city_xl.looks.words import card_in_words, cards_in_words, describe, signs
from cityleague.engine.card_city_xl.state import STAGES
from cityleague.engine.card_city_xl.table import DIVIDING, OFFERING, SHOWING, TAKING, CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, DivisionView, LotView, View, table_of
from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol, around, row
from cityleague.engine.looks.text import whole
from cityleague.engine.protocol import Setup

__all__ = ["describe", "own_sheets", "picture", "signs"]

_STEP = symbols.SMALL + 4
"""From one card that lies beside the cities to the next."""
_PLATE = 130
"""The width of what stands to the left of a row of cards."""
_LINE = 20
_ACQUIRING = (DIVIDING, SHOWING, OFFERING, TAKING)
_SUPPLY = ("residential", "commerce", "industry", "park", "smog")
_STAGES = {
    "founding": "founding the town hall",
    "dividing": "laying out the first lot",
    "showing": "laying out the second lot",
    "offering": "putting money on the lots",
    "taking": "taking a lot",
    "returning": "putting a card under the deck",
    "smog": "placing smog",
}
"""Stages whose names say too little."""
_SPLIT = {
    4: "split cards: R/C: R left and top, C right and bottom; R\\C: R left and bottom",
    6: "split cards: R/C, R\\C, R|C: R upper left, lower left, left; C the other sides",
}


def picture(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """The cities and what lies on the table with all that everybody sees; then what the seat knows beyond that."""
    table = table_of(setup, view)
    sheets = [city_sheet(table, number, names) for number in range(len(table.cities))]
    sheets += [_hands(table, view, names), *_lots(table, view, names), _supply(table, view, names)]
    when = f"round {table.round} of {table.setting.rounds}"
    return Picture(f"{when}: {_stage(table, names)}", [*sheets, *own_sheets(setup, view, names)], when)


def legend(setup: Setup, view: View) -> Iterator[str]:
    """What the letters and lines that can occur in this game mean."""
    table = table_of(setup, view)
    setting, board = table.setting, table.cities[0].board
    colours = [f"{letter} {name.replace('-', ' ')}" for letter, name in zip(LETTERS, COLOURS, strict=True)]
    yield "  ".join(map(whole, colours[:6]))
    marks = [*(colours[6:] if setting.green else []), "· free cell"]
    if any(city.ground.frames.bit_count() > 1 for city in table.cities):
        marks.append("+ free cell, if the grid comes to lie there")
    if setting.architect:
        marks.append("A architect")
    yield "  ".join(map(whole, marks))
    if setting.ecological:
        yield "I1, I2, ... industry that pollutes 1 %, 2 %, ..."
    if setting.advanced:
        yield _SPLIT[board.sides]
    if board.sides == 6:
        yield "[x + 1, y] is to the right of [x, y], [x, y + 1] below to the right"
    if setting.united:
        yield "double lines: borders of the players; dotted: a district goes across"
    elif setting.suburbs:
        yield "small letters: suburbs; dotted: a suburb district has joined the city"


def own_sheets(setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """What only the seat itself knows."""
    return [] if view.seat is None else [_known(table_of(setup, view), view, view.seat, names)]


def _stage(table: CardCityTable, names: Sequence[str]) -> str:
    words = _STAGES.get(table.stage, table.stage)
    if table.stage in STAGES:
        words += f"; {names[table.actor]} to move"
    if table.setting.seats > 1:
        words += f"; turn order {', '.join([names[seat] for seat in table.order])}"
    return words


# -- what everybody sees


def _hands(table: CardCityTable, view: View, names: Sequence[str]) -> Sheet:
    """A row of cards for each seat, in their order round the table."""
    pieces: list[Piece] = []
    for place, seat in enumerate(table.ring):
        pieces.append(Piece(f"name {seat}", symbols.name_plate(seat, names[seat]), 0, place * _STEP))
        pieces += row(f"hand {seat}", _small(_open(table, view, seat)), _PLATE, place * _STEP, most=9)
    return around("hands", "Hands", pieces, least=(_PLATE + table.setting.share * _STEP, 0))


def _open(table: CardCityTable, view: View, seat: int) -> tuple[str, ...]:
    """The hand of a seat as everybody knows it: what lay open in its lots and has not been played; then the rest."""
    hand = view.hands[seat]
    if table.setting.solo:
        return hand
    seen = [card for lot in _received(view, seat) for card in lot.open]
    for card in view.played[seat]:
        if card in seen:
            seen.remove(card)
    return (*seen, *[UNKNOWN] * (len(hand) - len(seen))) if hand else ()


def _received(view: View, seat: int) -> Iterator[LotView]:
    """The lots of this round that a seat has taken or kept; a second lot that is divided again is not among them."""
    for division in view.divisions:
        if division.taken is None:
            continue
        second = division.taker if division.taken == "second" else division.divider
        first = division.divider if division.taken == "second" else division.taker
        if seat == first:
            yield division.first
        if seat == second and division is view.divisions[-1] and view.stage != DIVIDING:
            yield division.second


def _lots(table: CardCityTable, view: View, names: Sequence[str]) -> Iterator[Sheet]:
    """What is being divided; alone, the cards drawn."""
    pool = view.pool if table.setting.solo else (UNKNOWN,) * len(view.pool)
    least = (_PLATE + 6 * _STEP, _LINE + symbols.SMALL)
    if table.setting.solo:
        yield around(
            "lots", "Cards drawn", row("pool", _small(pool)), least=(table.setting.drawn * _STEP, symbols.SMALL)
        )
        return
    pieces: list[Piece] = []
    top = 0.0
    for number, division in enumerate(view.divisions if view.stage in _ACQUIRING else ()):
        pieces += _division(number, division, top, names)
        top += _LINE + 2 * _STEP
    if pool:
        pieces.append(Piece("holds", symbols.heading(f"{names[table.actor]} still divides"), 0, top))
        pieces += row("pool", _small(pool), _PLATE, top + _LINE, most=12)
    yield around("lots", "Lots of this round", pieces, least=least)


def _division(number: int, division: DivisionView, top: float, names: Sequence[str]) -> Iterator[Piece]:
    """The two lots one below the other, with their money, and who has them."""
    yield Piece(f"division {number}", symbols.heading(f"laid out by {names[division.divider]}"), 0, top)
    for lot, part in (("first", division.first), ("second", division.second)):
        if not part.open:
            continue
        y = top + _LINE + _STEP * (lot == "second")
        seat = division.taker if lot == division.taken else division.divider
        if division.taken and seat is not None:
            to = f"{lot} lot of {names[division.divider]}, to {names[seat]}"
            yield Piece(f"owner {number} {lot}", symbols.name_plate(seat, names[seat]), 0, y, text=to)
        else:
            of = f"{lot} lot of {names[division.divider]}"
            yield Piece(f"owner {number} {lot}", symbols.heading(f"{lot} lot"), 30, y + 15, text=of)
        cards = (*part.open, *[UNKNOWN] * len(part.hidden))
        yield from row(f"lot {number} {lot}", _small(cards), _PLATE, y, most=12)
        if part.money:
            yield Piece(f"money {number} {lot}", symbols.coins(part.money), _PLATE + len(cards) * _STEP, y)


def _supply(table: CardCityTable, view: View, names: Sequence[str]) -> Sheet:
    """Piles of cards, each with its number; in words how the game is played."""
    setting = table.setting
    pieces: list[Piece] = []
    kinds = [name for name in _SUPPLY if setting.green or name in COLOURS[:4]]
    piles = [(name, symbols.small_card(name), view.supply[name], "in the supply") for name in kinds]
    piles.append(("deck", symbols.small_back("deck"), view.deck, "in the deck"))
    x = 0.0
    for key, drawn, count, where in piles:
        x = _pile(pieces, key, drawn, count, where, x, _LINE)
    pieces.append(Piece("supply head", symbols.heading("supply"), 0, 0, 0))
    pieces.append(Piece("deck head", symbols.heading("deck"), x - _STEP - 6, 0, 0))
    if setting.ecological:
        pieces.append(Piece("market head", symbols.heading("for sale"), x + 4, 0, 0))
        pieces += row("market", _small(view.market), x + 4, _LINE)
    top = _LINE + _STEP
    rows = (
        ("under", "under the deck, the next one first", [(name, 1) for name in view.bottom]),
        ("split", "split cards that joined the deck", _by_name(view.split)),
        ("removed", "cards that left the deck", _by_name(view.removed)),
        ("discards", "discarded", _by_name(view.discards)),
    )
    for key, words, cards in rows:
        if cards:
            pieces.append(Piece(f"{key} head", symbols.heading(words), 0, top, 0))
            x = 0.0
            for number, (name, count) in enumerate(cards):
                x = _pile(pieces, f"{key} {number}", symbols.small_card(name), count, words, x, top + _LINE)
            top += _LINE + _STEP
    return around("supply", "Supply", pieces, list(_remarks(table, view, names)))


def _pile(pieces: list[Piece], key: str, drawn: Symbol, count: int, where: str, x: float, y: float) -> float:
    """Add a pile at x, y with its number of cards, unless that is one; where the next one may lie."""
    pieces.append(Piece(key, drawn, x, y))
    if count != 1 or where.startswith("in "):
        title = f"{count} × {drawn.title} {where}" if drawn.title != "deck" else f"{count} {where}"
        pieces.append(
            Piece(f"{key} count", symbols.count_mark(count, title), x + symbols.SMALL - 18, y + symbols.SMALL - 20, 2)
        )
    return x + _STEP + 6


def _by_name(cards: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(cards).items())


def _remarks(table: CardCityTable, view: View, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """How the game is played; what has been bought in this phase."""
    options = table.setting.options
    yield "level", options.level
    yield "victory", options.victory
    if options.variants:
        yield "variants", ", ".join([name.replace("_", " ") for name in sorted(options.variants)])
    if view.bought:
        yield f"bought by {names[table.actor]}", cards_in_words(view.bought)


# -- what a seat knows beyond that


def _known(table: CardCityTable, view: View, seat: int, names: Sequence[str]) -> Sheet:
    """The own hand, the cards to be divided, and hidden cards of others as far as the seat has seen them."""
    rows: list[tuple[str, str, Sequence[str]]] = [("hand", "hand", view.hands[seat])]
    if view.pool and seat == table.actor and not table.setting.solo:
        rows.append(("pool", "to be divided", view.pool))
    if view.stage in _ACQUIRING:
        for number, division in enumerate(view.divisions):
            for lot, part in (("first", division.first), ("second", division.second)):
                if division.taken is None and UNKNOWN not in part.hidden:  # later they are in a hand, or divided again
                    words = f"hidden: {names[division.divider]}, {lot} lot"
                    rows.append((f"hidden {number} {lot}", words, part.hidden))
    for other in table.ring:
        hand = view.hands[other]
        if other != seat and UNKNOWN not in hand and UNKNOWN in _open(table, view, other):
            hidden = hand[-_open(table, view, other).count(UNKNOWN) :]
            rows.append((f"seen {other}", f"hidden: {names[other]}, hand", hidden))
    pieces: list[Piece] = []
    top = 0.0
    for key, words, cards in rows:
        if cards:
            pieces.append(Piece(f"{key} head", symbols.heading(words), 0, top, 0))
            pieces += row(key, _small(cards), 0, top + _LINE, most=6)
            top += _LINE + _STEP * (1 + (len(cards) - 1) // 6)
    least = (6 * _STEP, _LINE + symbols.SMALL)
    return around(f"known {seat}", f"Cards of {names[seat]}", pieces, owner=seat, least=least)


def _small(cards: Iterable[str]) -> list[Symbol]:
    return [symbols.small_back(card_in_words(card)) if card == UNKNOWN else symbols.small_card(card) for card in cards]
