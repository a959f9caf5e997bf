"""The component file of 20th Century as it is written: land, technologies, cards and strips."""

from __future__ import annotations

from typing import Literal

import msgspec

from cityleague.engine.components import ComponentFile, Provenance

Period = Literal["I-II", "III-IV", "V"]
PERIODS: tuple[Period, ...] = ("I-II", "III-IV", "V")

Good = Literal["coins", "science", "prosperity"]
"""What cities yield."""
GOODS: tuple[Good, ...] = ("coins", "science", "prosperity")

Building = Literal["mine", "laboratory", "hospital"]
RAISES: dict[Building, Good] = {"mine": "coins", "laboratory": "science", "hospital": "prosperity"}
"""What buildings raise."""

Spot = tuple[int, int]
"""A point of a tile, 0 to 4 to the east and 0 to 4 to the south; what lies inside has 1 to 3."""


class CityFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city: its letter, where it lies, and what it yields with a citizen."""

    node: str
    at: Spot
    coins: int = 0
    science: int = 0
    prosperity: int = 0
    recycling: bool = False


class BuildingFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A building of a facility: what it is, and by how much it raises yields."""

    node: str
    at: Spot
    kind: Building
    bonus: int


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where track forks or bends."""

    node: str
    at: Spot


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land tile."""

    name: str
    period: Period
    cities: tuple[CityFigures, ...]
    track: tuple[str, ...]
    """Straight pieces, each by what it joins: nodes, or ports such as N or SE: "a-N"."""
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()
    """Where a bridge may lie, written the same way."""


class StartLand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The land with which everybody starts, and the cities that have citizens."""

    cities: tuple[CityFigures, ...]
    track: tuple[str, ...]
    citizens: tuple[str, ...]
    garbage: int
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()


class FacilityFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on the tile of a facility."""

    buildings: tuple[BuildingFigures, ...]
    track: tuple[str, ...]
    forks: tuple[Fork, ...] = ()
    spans: tuple[str, ...] = ()


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What using a technology costs."""

    coins: int = 0
    science: int = 0


class Life(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Quality of life: points for a price."""

    price: Price
    points: int


class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A technology tile: what it brings at once, and what it does; a park has flowers and nothing else."""

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
    """A card of environmental damage: five columns, from the left."""

    name: str
    period: Period
    columns: tuple[Damage, ...]


Counted = Literal[
    "coins", "science", "prosperity", "points", "clean land", "clean land by pollution", "garbage", "plants", "flowers"
]
"""What a bonus card counts: yields of the round, points so far, land without garbage (each for one, or for what the
pollution track says), cubes of garbage, recycling plants with a citizen, the value of a flower field."""


class BonusLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a bonus card: so many points for each."""

    counts: Counted
    points: int


class BonusCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the bonus scoring of round II or IV."""

    name: str
    round: Literal[2, 4]
    lines: tuple[BonusLine, ...]


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By number of players: what is on offer in a round, and the field on which the technology marker starts."""

    players: int
    land: int
    technologies: int
    field: int


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of the course."""

    provenance: Provenance
    coins: int
    science: int
    compensation: int
    """Coins above the minimum bid for who bought no land."""
    largest_bid: int
    """Of science, in a column."""
    minimum_bid: dict[Period, int]
    """Of coins, for land."""


class Offers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on offer."""

    provenance: Provenance
    list: tuple[Offer, ...]


class Strips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a technology costs, from field to field."""

    provenance: Provenance
    science: dict[Period, tuple[int, ...]]


class Pollution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pollution track: by field, its value and what clean land is worth; markers start in the middle."""

    provenance: Provenance
    values: tuple[int, ...]
    clean_land: tuple[int, ...]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The land with which everybody starts."""

    provenance: Provenance
    tile: StartLand


class Lands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All other land."""

    provenance: Provenance
    list: tuple[Land, ...]


class Technologies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All technologies."""

    provenance: Provenance
    list: tuple[Technology, ...]


class DamageCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of environmental damage."""

    provenance: Provenance
    list: tuple[DamageCard, ...]


class BonusCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of the bonus scorings."""

    provenance: Provenance
    list: tuple[BonusCard, ...]


class CenturyFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """A component file."""

    setup: Basics
    offers: Offers
    strips: Strips
    pollution: Pollution
    start: Start
    land: Lands
    technologies: Technologies
    damage: DamageCards
    bonus: BonusCards
