"""The kinds of card, and how each lies on a cell: which side shows which colour."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

RESIDENTIAL, COMMERCE, PARKING, INDUSTRY, LEISURE, TOWN_HALL, PARK, SMOG = range(8)
"""The colours of cards and of halves of cards; a city keeps a plane of bits for each."""
COLOURS = ("residential", "commerce", "parking", "industry", "leisure", "town-hall", "park", "smog")
"""Their names in logs."""
LETTERS = "RCKILMGS"

DISTRICTS = (RESIDENTIAL, COMMERCE, PARKING)
"""The colours whose connected cards matter together."""

LEISURE_PRICE = INDUSTRY_PRICE = PARK_PRICE = 5
FREE_SIZE, SIZE_PER_INDUSTRY = 5, 5


class Kind:
    """A kind of card. Each name has one object, compared by identity."""

    __slots__ = ("colours", "industry", "leisure", "name", "size", "split")

    def __init__(self, name: str) -> None:
        self.name = name
        self.colours = tuple([COLOURS.index(_colour(half)) for half in name.split("/")])
        """One colour, or those of the two halves."""
        self.split = len(self.colours) > 1
        self.industry = INDUSTRY in self.colours
        self.leisure = LEISURE in self.colours
        self.size = int(self.colours[0] not in (INDUSTRY, PARK, SMOG) or self.split)
        """Whether it counts towards the size limit: 1 or 0."""


class Shun(NamedTuple):
    """A colour that a card, or half of one, must not touch when it is built."""

    colour: int
    sides: tuple[int, ...]
    """The sides to which this applies."""
    own: int
    """The colour of these sides."""


class Face:
    """A kind of card, turned in one of its ways. Each way has one object, compared by identity."""

    __slots__ = ("by_side", "halves", "kind", "shuns", "turn")

    def __init__(
        self, card: Kind, turn: int, halves: tuple[tuple[int, tuple[int, ...]], ...], shuns: tuple[Shun, ...]
    ) -> None:
        self.kind = card
        self.turn = turn
        self.halves = halves
        """Each colour, and the sides that show it."""
        sides = sum([len(shown) for _, shown in halves])
        self.by_side = tuple([next(colour for colour, shown in halves if side in shown) for side in range(sides)])
        """The colour that each side shows."""
        self.shuns = shuns


def _colour(name: str) -> str:
    return "industry" if name.startswith("industry-") else name


@cache
def kind(name: str) -> Kind:
    """The kind of card of this name; ValueError if the name is not one of a card."""
    return Kind(name)


_SHUNS = {
    RESIDENTIAL: (RESIDENTIAL, INDUSTRY),
    COMMERCE: (COMMERCE,),
    INDUSTRY: (RESIDENTIAL,),
}
"""By colour: the colours that it must not touch when it is built."""


@cache
def faces(name: str, sides: int) -> tuple[Face, ...]:
    """Every way in which a card can lie on a cell with this number of sides."""
    card = kind(name)
    return tuple([_face(card, turn, sides) for turn in range(sides if card.split else 1)])


@cache
def grown(name: str, sides: int) -> Face:
    """A whole card that development adds: it may touch its own colour."""
    face = _face(kind(name), 0, sides)
    own = face.kind.colours[0]
    return Face(face.kind, 0, face.halves, tuple([shun for shun in face.shuns if shun.colour != own]))


def _face(card: Kind, turn: int, sides: int) -> Face:
    every = tuple(range(sides))
    if not card.split:
        halves: tuple[tuple[int, tuple[int, ...]], ...] = ((card.colours[0], every),)
    else:
        first = tuple([(turn + i) % sides for i in range(sides // 2)])
        second = tuple([side for side in every if side not in first])
        halves = ((card.colours[0], first), (card.colours[1], second))
    shuns = tuple([Shun(shunned, shown, own) for own, shown in halves for shunned in _SHUNS.get(own, ())])
    return Face(card, turn, halves, shuns)
