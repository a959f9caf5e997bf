"""The component file of 20th Century as it is written: land, technologies and their uses, cards and cost strips."""

from typing import Literal, NamedTuple

import msgspec

from cityleague.engine.components import ComponentFile, Listed, Provenance
from cityleague.engine.twentieth_century import moves
from cityleague.engine.twentieth_century.moves import Use

Period = Literal["I-II", "III-IV", "V"]
PERIODS: tuple[Period, ...] = ("I-II", "III-IV", "V")

Good = Literal["coins", "science", "prosperity"]
"""What cities yield."""
GOODS: tuple[Good, ...] = ("coins", "science", "prosperity")

Building = Literal["mine", "laboratory", "hospital"]
RAISES: dict[Building, Good] = {"mine": "coins", "laboratory": "science", "hospital": "prosperity"}
"""The yield that each building raises."""

Spot = tuple[int, int]
"""A point of a tile: 0 to 4 to the east, 0 to 4 to the south. Inner points have 1 to 3."""


class CityFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city: its letter, its place, and its yields with a citizen."""

    node: str
    at: Spot
    coins: int = 0
    science: int = 0
    prosperity: int = 0
    recycling: bool = False


class BuildingFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A building of a facility: its kind, and by how much it raises a yield."""

    node: str
    at: Spot
    kind: Building
    bonus: int


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point where track forks or bends."""

    node: str
    at: Spot


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land tile."""

    name: str
    period: Period
    cities: tuple[CityFigures, ...]
    track: tuple[str, ...]
    """Straight pieces, each named by the two nodes or ports that it joins: "a-N"."""
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()
    """Where a bridge may lie, named in the same way."""


class StartLand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The start tile, its cities with citizens, and its garbage."""

    cities: tuple[CityFigures, ...]
    track: tuple[str, ...]
    citizens: tuple[str, ...]
    garbage: int
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()


class FacilityFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a facility."""

    buildings: tuple[BuildingFigures, ...]
    track: tuple[str, ...]
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The price of using a technology."""

    coins: int = 0
    science: int = 0


class Life(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Quality of life: points for a price."""

    price: Price
    points: int


class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A technology: what it brings at once, and its uses. A park has flowers and nothing else."""

    name: str
    period: Period
    garbage: int = 0
    skulls: int = 0
    flowers: int = 0
    facility: FacilityFigures | None = None
    worker: bool = False
    bridge: bool = False
    waste_separation: bool = False
    locomotive: bool = False
    garbage_collection: bool = False
    recycling: Price | None = None
    remediation: Price | None = None
    quality_of_life: Life | None = None


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a damage card."""

    garbage: int = 0
    skulls: int = 0


class DamageCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A damage card: five columns, from the left."""

    name: str
    period: Period
    columns: tuple[Damage, ...]


Counted = Literal[
    "coins", "science", "prosperity", "points", "clean land", "clean land by pollution", "garbage", "plants", "flowers"
]
"""What a bonus card counts: yields of the round, points so far, land without garbage (each tile as 1, or as what the
pollution track says), cubes of garbage, recycling plants with a citizen, the value of a flower field."""


class BonusLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a bonus card: what it counts, and the points for each."""

    counts: Counted
    points: int


class BonusCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus card for round II or IV."""

    name: str
    round: Literal[2, 4]
    lines: tuple[BonusLine, ...]


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For a number of players: how much is on offer in a round, and the first field of the technology marker."""

    players: int
    land: int
    technologies: int
    field: int


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The basic figures: holdings at the start, bids, compensation."""

    provenance: Provenance
    coins: int
    science: int
    compensation: int
    """Coins, on top of the minimum bid, for a player who drops out without land."""
    largest_bid: int
    """The highest legal bid of science for a damage column."""
    minimum_bid: dict[Period, int]
    """By period: the minimum bid of coins for land."""


class Strips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost strips: by period, the price of a technology on each field."""

    provenance: Provenance
    science: dict[Period, tuple[int, ...]]


class Pollution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pollution track: for each field its value, and the points for clean land. Markers start in the middle."""

    provenance: Provenance
    values: tuple[int, ...]
    clean_land: tuple[int, ...]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The start tile."""

    provenance: Provenance
    tile: StartLand


class CenturyFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """A component file."""

    setup: Basics
    offers: Listed[Offer]
    strips: Strips
    pollution: Pollution
    start: Start
    land: Listed[Land]
    technologies: Listed[Technology]
    damage: Listed[DamageCard]
    bonus: Listed[BonusCard]


# -- the uses of technologies

_FIELDS: dict[type[Use], str] = {
    moves.Worker: "worker",
    moves.Bridge: "bridge",
    moves.Separate: "waste_separation",
    moves.Locomotive: "locomotive",
    moves.Collect: "garbage_collection",
    moves.Recycle: "recycling",
    moves.Remediate: "remediation",
    moves.Improve: "quality_of_life",
}
"""By kind of use: the field of a technology that tells whether it has this use, and at what price."""
KINDS = tuple(_FIELDS)
"""All kinds of use; the bits of `CenturyTable.uses` are in this order."""
BITS = {kind: 1 << number for number, kind in enumerate(KINDS)}
TAGS = {kind: str(kind.__struct_config__.tag) for kind in KINDS}
"""The names of uses in views: the types of their moves."""
ONCE = 0b00000111
"""The kinds that serve once in a game, as bits; the others serve once in each round."""


class Ability(NamedTuple):
    """A use of a technology, its bit, and its price each time."""

    kind: type[Use]
    bit: int
    price: Price


def called(kind: type[Use]) -> str:
    """The name of a use: "garbage collection"."""
    return _FIELDS[kind].replace("_", " ")


def abilities(technology: Technology) -> tuple[Ability, ...]:
    """All uses of a technology, in the order of `KINDS`; facilities and parks have none."""
    uses = []
    for kind, bit in BITS.items():
        figure = getattr(technology, _FIELDS[kind])
        if isinstance(figure, Price):
            uses.append(Ability(kind, bit, figure))
        elif figure:
            uses.append(Ability(kind, bit, figure.price if kind is moves.Improve else Price()))
    return tuple(uses)
