"""20th Century in words, for text and for pictures: tiles, prices, effects, and moves."""

from collections.abc import Collection, Sequence

from cityleague.engine.protocol import Setup
from cityleague.engine.scoring import Points
from cityleague.engine.twentieth_century import moves, table
from cityleague.engine.twentieth_century.components import START, Box
from cityleague.engine.twentieth_century.figures import GOODS, RAISES, CityFigures, Counted, Price, called
from cityleague.engine.twentieth_century.tiles import EDGES, Shape
from cityleague.engine.twentieth_century.view import View

CHANCE = {
    table.STARTING: "chance brings the start player",
    table.BONUS: "chance brings a bonus card",
    table.LAND: "chance brings land",
    table.TECHNOLOGIES: "chance brings technologies",
    table.DAMAGE: "chance brings a damage card",
}
AUCTION = (table.CHOOSING, table.OPENING, table.BIDDING, table.BUYING)
PHASES = {
    **dict.fromkeys(AUCTION, "land auction"),
    table.BUYING: "technologies",
    table.CONTAINING: "damage",
    table.ADMINISTERING: "administration",
    table.RECYCLING: "recycling",
}
"""What people call the stages in which somebody decides."""
ON_OFFER = (table.TECHNOLOGIES, table.DAMAGE, *AUCTION)
"""The stages in which the offer can still be bought."""
COUNTED: dict[Counted, str] = {
    "coins": "coin yielded",
    "science": "science yielded",
    "prosperity": "prosperity yielded",
    "points": "point so far",
    "clean land": "clean land",
    "clean land by pollution": "point that clean land is worth",
    "garbage": "cube of garbage",
    "plants": "recycling plant with a citizen",
    "flowers": "point of a flower field",
}


def number_of(count: Points, word: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{count} {word if word in {'science', 'prosperity', 'garbage'} or abs(count) == 1 else f'{word}s'}"


def effects(garbage: int, skulls: int, flowers: int) -> str:
    """What something does to the environment, in words."""
    counts = ((garbage, "garbage"), (skulls, "skull"), (flowers, "flower"))
    return ", ".join([number_of(n, word) for n, word in counts if n])


def contents(box: Box, name: str) -> str:
    """A tile that has not been laid yet: what is on it, its track, and where bridges can be built."""
    shape, facility = box.shapes[name], None if name in box.land else box.technologies[name].facility
    figures = facility or box.land[name]
    spans = f"; spans {' '.join(figures.spans)}" if figures.spans else ""
    return f"{name} {on_it(shape)}; track {' '.join(figures.track) or 'none'}{spans}"


def on_it(shape: Shape, citizens: Collection[str] = ()) -> str:
    """The cities of a tile and their yields, with a capital for a citizen; or its buildings and what they add."""
    cities = [f"{city.node.upper() if city.node in citizens else city.node} {_yields(city)}" for city in shape.cities]
    adds = [f"{house.node} {house.kind} +{house.bonus}{RAISES[house.kind][0]}" for house in shape.buildings]
    return ", ".join([*cities, *adds])


def _yields(city: CityFigures) -> str:
    goods = [f"{getattr(city, good)}{good[0]}" for good in GOODS if getattr(city, good)]
    return " ".join([*goods, "plant"] if city.recycling else goods) or "nothing"


def price_in_words(price: Price) -> str:
    """`1 coin and 2 science`; nothing if it costs nothing."""
    goods = (price.coins, "coin"), (price.science, "science")
    return " and ".join([number_of(n, word) for n, word in goods if n])


# -- moves


_SIDES = "north", "east", "south", "west"
_TURNS = ("", ", turned a quarter clockwise", ", turned half round", ", turned a quarter anticlockwise")


def describe(setup: Setup, view: View, move: moves.Move, _names: Sequence[str]) -> str:
    """A move in words without its subject."""
    box: Box = setup.components
    match move:
        case moves.Choose() | moves.Bid() | moves.Pass() | moves.Drop() | moves.Buy() | moves.Decline():
            return _in_auction(box, view, move)
        case moves.Contain(column, science):
            assert view.damage is not None
            told = box.damage[view.damage].columns[column]
            what = effects(told.garbage, told.skulls, 0) or "nothing"
            return f"bids {science} science for column {column} ({what})"
        case moves.Lay(tile, (x, y), turn):
            return f"lays {tile} at {x}, {y}{_TURNS[turn]}"
        case moves.Settle(city):
            return f"settles a citizen in {_city(city)}"
        case moves.Dump(tile):
            return f"puts new garbage on {land_in_words(tile)}"
        case moves.Done():
            return "finishes the administration"
        case moves.Clear(plant, tile):
            return f"recycles garbage of {land_in_words(tile)} at the plant in {_city(plant)}"
        case _:
            return _use(box, view, move)


def signs(_setup: Setup, _view: View | None) -> dict[str, str]:
    """The letters of goods, and how tiles are turned."""
    return {"c": "coin", "s": "science", "g": "garbage"} | {f"turn {n}": words for n, words in enumerate(_TURNS) if n}


def _in_auction(
    box: Box, view: View, move: moves.Choose | moves.Bid | moves.Pass | moves.Drop | moves.Buy | moves.Decline
) -> str:
    match move:
        case moves.Choose(tile):
            alone = sum([player.in_round for player in view.players]) == 1
            return f"buys {tile} for {number_of(view.minimum, 'coin')}" if alone else f"puts {tile} up for auction"
        case moves.Bid(coins):
            return f"bids {number_of(coins, 'coin')} for {view.chosen}"
        case moves.Pass():
            return f"passes on {view.chosen}"
        case moves.Buy(name):
            return f"buys {name} ({_brings(box, name)}) for {view.price} science"
        case moves.Decline():
            return "buys no technology"
        case _:
            assert view.seat is not None
            gets = number_of(view.minimum + box.basics.compensation, "coin")
            return "drops out" if view.players[view.seat].bought else f"drops out, getting {gets}"


def _brings(box: Box, name: str) -> str:
    """What a technology is for."""
    facility = box.technologies[name].facility
    if facility:
        return " and ".join([house.kind for house in facility.buildings])
    uses = [called(use.kind) for use in box.abilities[name]]
    return " and ".join(uses if len(uses) < 3 else [*uses[:1], f"{len(uses) - 1} more"]) or "park"


def _use(box: Box, view: View, move: moves.Use) -> str:
    """The use of a technology."""
    name = move.technology
    technology = box.technologies[name]
    match move:
        case moves.Worker(_, city):
            return f"settles the worker of {name} in {_city(city)}"
        case moves.Bridge(_, tile, span):
            return f"builds the bridge of {name} on {land_in_words(tile)} {_ends(box, view, tile, span)}"
        case moves.Separate(_, tile):
            return f"separates waste on {land_in_words(tile)} with {name}"
        case moves.Locomotive(_, city, to):
            return f"moves a citizen from {_city(city)} to {_city(to)} with {name}"
        case moves.Collect(_, tile, to):
            return f"takes garbage from {land_in_words(tile)} to {land_in_words(to)} with {name}"
        case moves.Recycle(_, tile):
            return f"recycles garbage of {land_in_words(tile)} with {name}{_price(technology.recycling)}"
        case moves.Remediate():
            return f"cleans up pollution with {name}{_price(technology.remediation)}"
        case _:
            life = technology.quality_of_life
            assert life is not None
            return f"gains {number_of(life.points, 'point')} with {name}{_price(life.price)}"


def _price(cost: Price | None) -> str:
    return f" for {price_in_words(cost)}" if cost and cost != Price() else ""


def land_in_words(name: str) -> str:
    """A tile by its name; that of the beginning has none."""
    return "the start land" if name == START else name


def _ends(box: Box, view: View, tile: str, span: str) -> str:
    """Where a bridge leads, as the tile lies: `from city b to the south`."""
    assert view.seat is not None, "whoever builds it is meant"
    turn = next((at.turn for at in view.players[view.seat].region if at.tile == tile), 0)
    called = {side: f"the {_SIDES[(i + turn) % 4]}" for i, side in enumerate(EDGES)}
    called |= {letter: f"city {letter}" for letter in box.shapes[tile].letters}
    return f"from {' to '.join([called.get(end, end) for end in span.split('-')])}"


def _city(city: moves.City) -> str:
    return f"city {city[1]} of {land_in_words(city[0])}"
