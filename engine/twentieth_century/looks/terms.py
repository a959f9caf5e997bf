"""Words and groups of stages that the text of a game and its pictures share."""

from __future__ import annotations

from collections.abc import Collection

from cityleague.engine.scoring import Points
from cityleague.engine.twentieth_century import table
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.figures import GOODS, RAISES, CityFigures, Counted
from cityleague.engine.twentieth_century.tiles import Shape

CHANCE = {
    table.STARTING: "chance brings the start player",
    table.BONUS: "chance brings a bonus card",
    table.LAND: "chance brings land",
    table.TECHNOLOGIES: "chance brings technologies",
    table.DAMAGE: "chance brings a damage card",
}
AUCTION = (table.CHOOSING, table.OPENING, table.BIDDING, table.BUYING)
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


def counted(count: Points, word: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{count} {word if word in {'science', 'prosperity', 'garbage'} or abs(count) == 1 else f'{word}s'}"


def effects(garbage: int, skulls: int, flowers: int) -> str:
    """What something does to the environment, in words."""
    counts = ((garbage, "garbage"), (skulls, "skull"), (flowers, "flower"))
    return ", ".join([counted(n, word) for n, word in counts if n])


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
