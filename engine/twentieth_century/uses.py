"""What technologies can be used for: kinds of use, their names, and what they cost."""

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
"""The uses of technologies; the bits of `Table.uses` in this order."""
BITS = {kind: 1 << number for number, kind in enumerate(KINDS)}
TAGS = {kind: str(kind.__struct_config__.tag) for kind in KINDS}
"""The types of moves as views name them."""
ONCE = 0b00000111
"""Those that serve once in a game; the others serve once in each round."""
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
    """A use of a technology, its bit, and what it costs each time."""

    kind: type[Use]
    bit: int
    price: Price


def called(kind: type[Use]) -> str:
    """What a use is called: "garbage collection"."""
    return _FIELDS[kind].replace("_", " ")


def abilities(technology: Technology) -> tuple[Ability, ...]:
    """All uses of a technology, in the order of `KINDS`; none of a facility or a park."""
    uses = []
    for kind, bit in BITS.items():
        figure = getattr(technology, _FIELDS[kind])
        if isinstance(figure, Price):
            uses.append(Ability(kind, bit, figure))
        elif figure:
            uses.append(Ability(kind, bit, figure.price if kind is Improve else _FREE))
    return tuple(uses)
