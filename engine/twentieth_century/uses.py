"""The uses of technologies: their kinds, names and prices."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.twentieth_century.figures import Price, Technology
from cityleague.engine.twentieth_century.moves import (
    Bridge,
    Collect,
    Improve,
    Locomotive,
    Recycle,
    Remediate,
    Separate,
    Use,
    Worker,
)

KINDS: tuple[type[Use], ...] = (Worker, Bridge, Separate, Locomotive, Collect, Recycle, Remediate, Improve)
"""All kinds of use; the bits of `CenturyTable.uses` are in this order."""
BITS = {kind: 1 << number for number, kind in enumerate(KINDS)}
TAGS = {kind: str(kind.__struct_config__.tag) for kind in KINDS}
"""The names of uses in views: the types of their moves."""
ONCE = 0b00000111
"""The kinds that serve once in a game, as bits; the others serve once in each round."""
_FIELDS = {
    Worker: "worker",
    Bridge: "bridge",
    Separate: "waste_separation",
    Locomotive: "locomotive",
    Collect: "garbage_collection",
    Recycle: "recycling",
    Remediate: "remediation",
    Improve: "quality_of_life",
}
_FREE = Price()


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
            uses.append(Ability(kind, bit, figure.price if kind is Improve else _FREE))
    return tuple(uses)
