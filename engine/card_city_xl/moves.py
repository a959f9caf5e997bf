"""The moves of Card City XL, and the options of a game."""

from typing import Literal

import msgspec

from cityleague.engine.marks import Component
from cityleague.engine.protocol import Way

Cell = tuple[int, int]
"""Column and row; where [0, 0] is depends on the variant (RULES.md)."""

Lot = Literal["first", "second"]
Level = Literal["simplified", "normal", "advanced"]
Victory = Literal["residents", "economy", "industry", "commerce", "satisfaction"]
Variant = Literal["architect", "ecological", "leisure_crisis", "united_city", "suburbs"]


class Found(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="found"):
    """I found the town hall on this `cell` (suburbs only; otherwise it is fixed)."""

    cell: Cell


class Divide(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="divide"):
    """These cards, `open` and `hidden`, are the first lot; the rest of what I hold is the second."""

    open: tuple[Component, ...]
    hidden: tuple[Component, ...]


class Show(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="show"):
    """These `cards` of the second lot lie open."""

    cards: tuple[Component, ...]


class Offer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="offer"):
    """I put money, in $, on the `first` and the `second` lot (advanced)."""

    first: int = 0
    second: int = 0


class Take(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take"):
    """I take this `lot`."""

    lot: Lot


class Return(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="return"):
    """Of the cards drawn, this `card` goes under the deck (solo)."""

    card: Component


class Architect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="architect"):
    """The architect stands on this `cell` until the end of my building phase."""

    cell: Cell


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="build"):
    """I build this `card` on this `cell`; the first half of a split card begins at side `turn`."""

    card: Component
    cell: Cell
    turn: int = 0


class Smog(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="smog"):
    """I place the smog that my industry brought on this `cell`."""

    cell: Cell


class Develop(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="develop"):
    """A district grows: a `card` of its colour goes on this `cell`."""

    card: Literal["residential", "commerce"]
    cell: Cell


class Buy(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="buy"):
    """I buy this `card`, an industry or a park, and build it on this `cell`."""

    card: Component
    cell: Cell


class Done(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="done"):
    """Buying: I buy nothing more. Building: I do not place the architect, and discard what I cannot build."""


Move = Found | Divide | Show | Offer | Take | Return | Architect | Build | Smog | Develop | Buy | Done


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`level`, `victory`, `variants` of the rulebook; `seating`: as listed, the first one starts, or by chance."""

    level: Level = "simplified"
    victory: Victory = "residents"
    variants: frozenset[Variant] = frozenset()
    seating: Literal["given", "drawn"] = "given"


WAYS = (
    Way(range(1, 5), {}),
    Way([1], {"level": "normal", "victory": "satisfaction", "variants": ["ecological"]}),
    Way([1], {"level": "advanced", "variants": ["architect", "ecological", "leisure_crisis", "suburbs"]}),
    Way([2], {"level": "advanced", "victory": "economy", "variants": ["architect"], "seating": "drawn"}),
    Way([2], {"level": "simplified", "victory": "satisfaction", "variants": ["ecological", "united_city"]}),
    Way([3], {"level": "normal", "victory": "commerce", "variants": ["leisure_crisis"], "seating": "drawn"}),
    Way([3], {"level": "advanced", "variants": ["architect", "ecological", "united_city"]}),
    Way([4], {"level": "advanced", "victory": "industry", "variants": ["ecological"]}),
    Way([4], {"level": "normal", "variants": ["architect", "leisure_crisis", "united_city"], "seating": "drawn"}),
)
"""A few of the 240 ways, and of the 240 solo ones; together they have every value of every option."""


def canonical(move: Move) -> object:
    """What equivalent moves have in common (`legal` lists one of them): lots name their cards in any order."""
    if isinstance(move, Divide):
        return Divide, tuple(sorted(move.open)), tuple(sorted(move.hidden))
    return (Show, tuple(sorted(move.cards))) if isinstance(move, Show) else move
