"""The component file of NEOM as it is written: the figures of tiles and goods, and the titles of solo scores."""

from typing import Literal

import msgspec

from cityleague.engine.components import ComponentFile, Listed, Provenance
from cityleague.engine.neom.moves import Good, Level, Raw

Type = Literal["residential", "commercial", "industrial", "public", "extraction"]
Stack = Literal["I", "II", "III", "anchor"]
Disaster = Literal["flood", "fire", "violence"]
Protection = Literal["fire", "violence"]
Event = Literal["tile_picked", "commercial_built", "commercial_linked"]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tile costs: money, and goods. Each good must be made, bought or stood in for."""

    money: int = 0
    goods: tuple[Good, ...] = ()


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of points or money for each of what `of` names; `counting.COUNTERS` has the names."""

    each: int
    of: str


OF_MONEY = frozenset({"five_money", "five_final_income"})
"""What counts money, and not the city."""


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money for each time an event happens later on."""

    on: Event
    money: int


class TileFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is printed on a tile, except its roads."""

    number: int
    stack: Stack
    name: str
    gloss: str
    """The name in English."""
    players: Literal[1, 4, 5] | None = None
    """The tile's symbol: the least number of players for which it is in the game. Anchors have none."""
    types: tuple[Type, ...] = ()
    polluted: bool = False
    power: bool = False
    points: int = 0
    points_per: tuple[Share, ...] = ()
    cost: tuple[Cost, ...] = (Cost(),)
    """The alternatives, of which the player chooses one."""
    needs: dict[Type, int] = {}
    """By type: how many such tiles the city must have."""
    goods: tuple[Good, ...] = ()
    """The goods that it makes."""
    any_good: Level | None = None
    """It makes a good of choice of this level."""
    once: int = 0
    """Money at once, when it is built."""
    once_per: tuple[Share, ...] = ()
    income: int | tuple[int, int, int] = 0
    """Money at the end of each generation."""
    income_per: tuple[Share, ...] = ()
    protects: tuple[Protection, ...] = ()
    stands_in: tuple[Level, ...] = ()
    """It stands in for a missing good of one of these levels."""
    swaps: bool = False
    """Unbuilt anchors can be swapped when it is built."""
    insures: bool = False
    """Fines are halved."""
    trigger: Trigger | None = None
    disaster: Disaster | None = None


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The block `setup`: the starting money, what a sold tile brings, and the raw material of each board."""

    provenance: Provenance
    money: int
    sale: int
    boards: tuple[Raw, ...]


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The price and the points of a good of some level."""

    price: int
    points: int


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The levels of goods."""

    provenance: Provenance
    raw: Value
    trade: Value
    luxury: Value

    def of(self, level: Level) -> Value:
        """The value of a level's goods."""
        value: Value = getattr(self, level)
        return value


class Ratings(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_1": "1+", "from_4": "4+", "from_5": "5+"}
):
    """The titles of the solo game, and the points from which on each but the first is reached."""

    provenance: Provenance
    titles: tuple[str, ...]
    from_1: tuple[int, ...]
    from_4: tuple[int, ...]
    from_5: tuple[int, ...]


class Roads(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The road exits of each tile, by its number: some of N, E, S, W."""

    provenance: Provenance
    exits: dict[str, str]


class NeomFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """A component file. An owner of the game need only state the roads; the packaged file has all the rest."""

    roads: Roads
    setup: Basics | None = None
    goods: Goods | None = None
    ratings: Ratings | None = None
    tiles: Listed[TileFigures] | None = None
