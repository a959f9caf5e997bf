"""NEOM in words, for text and for pictures: what tiles cost and bring, what disasters do, and moves."""

from collections.abc import Iterator, Sequence

from cityleague.engine.neom.components import Box
from cityleague.engine.neom.disasters import fine, kind_of
from cityleague.engine.neom.figures import Disaster, Share, TileFigures
from cityleague.engine.neom.moves import Anchor, Build, Cell, Good, Move, Pay, Pick, Remove, Sell, Swap
from cityleague.engine.neom.table import ANCHORS, BOARDS, DEALING, NOT_SEEN, SWAPPING, Due
from cityleague.engine.neom.tiles import TYPES, Tile
from cityleague.engine.neom.trade import bill
from cityleague.engine.neom.view import CityView, View, table_of
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

CHANCE = {
    BOARDS: "chance brings the boards",
    ANCHORS: "chance brings anchors",
    DEALING: "chance brings tiles",
    SWAPPING: "chance brings an anchor",
}
"""By stage: what chance does."""
DUE: dict[Due, str] = {
    "pick": "to pick a tile",
    "act": "to act",
    "swap": "to swap anchors",
    "suffer": "to pay or to remove tiles",
}
"""What a seat still has to decide."""
DISASTERS: dict[Disaster, str] = {
    "flood": "pay 1 for each building, or remove one",
    "fire": "pay 1 for each building without fire protection, or remove two tiles",
    "violence": "pay 2 for each residential, commercial or industrial building without police protection, or remove "
    "one of each",
}
_EVENTS = {
    "tile_picked": "when a tile is picked",
    "commercial_built": "when a commercial tile is built",
    "commercial_linked": "for a link with a new commercial tile",
}


_LETTERS = "RCIPE"
"""The types of tiles, in their order."""
_PLANTS = {(False, False): "", (True, False): "~", (False, True): "*", (True, True): "#"}
"""The mark of a tile; the key: whether it is polluted, and whether it makes power."""
_PROTECTS = {(False, False): "", (True, False): "!", (False, True): "§", (True, True): "&"}
"""The mark of a tile; the key: whether it protects from fire, and whether from violence."""


def sign(tile: Tile) -> str:
    """A tile's number and types: `14I`."""
    return f"{tile.number}{''.join([_LETTERS[kind] for kind in tile.types])}"


def label(tile: Tile) -> str:
    """A tile's number and types, and marks for its effects on its neighbours or its city."""
    return f"{sign(tile)}{_PLANTS[tile.polluted, tile.power]}{_PROTECTS[tile.fire, tile.violence]}"


def listed(words: Sequence[str]) -> str:
    """Words with commas and a last "and" between them."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def named(box: Box, number: int) -> str:
    """A tile by its number and its name; one that nobody saw by a question mark."""
    return UNSEEN if number == NOT_SEEN else f"{number} {box.tiles[number].name}"


def good_name(good: Good) -> str:
    """A good in words."""
    return good.replace("_", " ")


def price(figures: TileFigures) -> str:
    """What a tile costs, with its alternatives."""
    costs = [[f"{cost.money} money"] * bool(cost.money) + list(map(good_name, cost.goods)) for cost in figures.cost]
    return " or ".join([listed(parts) if parts else "free" for parts in costs])


def gains(tile: Tile, figures: TileFigures) -> Iterator[str]:
    """What a tile needs in the city, and its effects, each in a few words."""
    yield from [f"needs {count} {kind} tiles" for kind, count in figures.needs.items()]
    if figures.goods:
        yield f"makes {listed(list(map(good_name, figures.goods)))}"
    if figures.any_good:
        yield f"makes a {figures.any_good} good of choice"
    if figures.once:
        yield f"{figures.once} money at once"
    yield from [f"{share.each} money at once {_per(share)}" for share in figures.once_per]
    if any(tile.income):
        yield "income " + "/".join(map(str, tile.income if len(set(tile.income)) > 1 else tile.income[:1]))
    yield from [f"income {share.each} {_per(share)}" for share in figures.income_per]
    if figures.points:
        yield _points(figures.points)
    yield from [f"{_points(share.each)} {_per(share)}" for share in figures.points_per]
    if figures.stands_in:
        yield f"stands in for a {' or '.join(figures.stands_in)} good"
    if figures.swaps:
        yield "swaps anchors"
    if figures.insures:
        yield "halves fines"
    if figures.trigger:
        yield f"{figures.trigger.money} money {_EVENTS[figures.trigger.on]}"


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"


def _per(share: Share) -> str:
    return f"per {share.of.replace('_', ' ')}"


LEGEND = (
    "  ".join([f"{letter} {name}" for letter, name in zip(_LETTERS, TYPES, strict=True)]),
    "~ polluted  * makes power  # both; protection: ! from fire  § by police  & both",
    "─ │ roads  ┤ ├ ┴ ┬ the end of one, at a tile without an exit to it or the edge",
    "· empty cell",
)
"""What letters, marks and lines of boards as text mean."""


# -- moves


_CENTRE = (0, 0)
"""Where the raw material of the board lies."""
_OVER = {None: "", "left": " by the west route", "right": " by the east route", "both": " by both routes"}
_LONG = 90
"""Sentences that are longer name tiles by their numbers alone."""


def describe(setup: Setup, view: View, move: Move, names: Sequence[str]) -> str:
    """A move in words."""
    box: Box = setup.components
    assert view.seat is not None
    match move:
        case Build():
            return _build(setup, view, view.seat, move, names)
        case Pick():
            return f"picks {_tile(box, move.tile)}"
        case Sell():
            picked = view.picked[view.seat]
            return f"sells {_tile(box, picked) if picked else 'the picked tile'} for {box.basics.sale}"
        case Swap():
            return _swap(box, move)
        case Pay():
            table = table_of(setup, view)
            return f"pays {fine(table.cities[view.seat], kind_of(table))} for {_tile(box, view.disaster or 0)}"
        case Remove():
            return _remove(box, view, move)


def signs(setup: Setup, _view: View | None) -> dict[str, str]:
    """What stands on tiles in a city for their numbers."""
    return {sign(tile): str(tile.number) for tile in setup.components.tiles.values() if tile.types}


def _tile(box: Box, number: int) -> str:
    return f"{box.tiles[number].name} ({number})"


def _numbered(tile: int) -> str:
    return f"tile {tile}"


def _at(cell: Cell) -> str:
    return f"{cell[0]}, {cell[1]}"


def _build(setup: Setup, view: View, seat: int, move: Build, names: Sequence[str]) -> str:
    """What is built where, what all of it costs, and who gets how much for goods."""
    tile = setup.components.tiles[move.tile]
    due = bill(table_of(setup, view), seat, tile, move)
    kind = "the anchor " if isinstance(move, Anchor) else ""
    over = _over(setup.components, view.cities[seat], move.cell)
    start = f"builds {kind}{_tile(setup.components, move.tile)} at {_at(move.cell)}{over}"
    if due.total:
        start += f" for {due.total}"
    rest = []
    if move.buy:
        rest.append(f"buying {listed(list(_purchases(move, due.sellers, names)))}")
    if move.virtual:
        rest.append(f"without {listed(list(map(good_name, move.virtual)))}")
    if move.produce:
        rest.append(f"to make {good_name(move.produce)}")
    return ", ".join([start, *rest])


def _over(box: Box, city: CityView, cell: Cell) -> str:
    """What a tile on this cell replaces."""
    there = [placed.tile for placed in city.tiles if placed.cell == cell]
    if not there and city.raw and cell == _CENTRE:
        return f" over the {good_name(city.raw)} of the board"
    return "".join([f" over {_tile(box, tile)}" for tile in there])


def _purchases(move: Build, sellers: Sequence[tuple[int, int]], names: Sequence[str]) -> Iterator[str]:
    """What is bought of whom; the prices of players' goods are in the order of the purchases."""
    prices = iter(sellers)
    whom: dict[str, list[str]] = {}
    for purchase in move.buy:
        good = good_name(purchase.good)
        if purchase.seller is None:
            whom.setdefault("the bank", []).append(f"{good}{_OVER[purchase.way]}")
        else:
            whom.setdefault(names[purchase.seller], []).append(f"{good} ({next(prices)[1]})")
    for who, goods in whom.items():
        yield f"{listed(goods)} from {who}"


def _swap(box: Box, move: Swap) -> str:
    if not move.give:
        return "keeps the unbuilt anchors"
    give, take = [
        listed([_tile(box, number) for number in numbers]) if numbers else "" for numbers in (move.give, move.take)
    ]
    words = f"swaps {give} for {take or 'an anchor that chance brings'}"
    if len(words) <= _LONG:
        return words
    give, take = [listed(list(map(str, numbers))) for numbers in (move.give, move.take)]
    return f"swaps the anchors {give} for {take}"


def _remove(box: Box, view: View, move: Remove) -> str:
    assert view.seat is not None
    there = {placed.cell: placed.tile for placed in view.cities[view.seat].tiles}
    words = f"removes {listed([f'{_tile(box, there[cell])} at {_at(cell)}' for cell in move.cells])}"
    if len(words) <= _LONG:
        return words
    return f"removes {listed([f'{_numbered(there[cell])} at {_at(cell)}' for cell in move.cells])}"


def answer_in_words(view: View, answer: Pay | Remove) -> str:
    """An answer to a disaster that is not shown yet: whether the seat pays, or the tiles that it removes."""
    if isinstance(answer, Pay):
        return "pays"
    assert view.seat is not None
    there = {placed.cell: placed.tile for placed in view.cities[view.seat].tiles}
    return f"removes {listed([_numbered(there[cell]) for cell in answer.cells])}"
