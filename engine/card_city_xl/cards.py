"""The kinds of card, and how each lies on a cell: which side shows which colour."""

from functools import cache
from typing import NamedTuple

from cityleague.engine.boards.bits import set_with

RESIDENTIAL, COMMERCE, PARKING, INDUSTRY, LEISURE, TOWN_HALL, PARK, SMOG = range(8)
"""The colours of cards and of halves of cards; a city keeps a plane of bits for each."""
COLOURS = ("residential", "commerce", "parking", "industry", "leisure", "town-hall", "park", "smog")
"""Their names in logs."""
LETTERS = "RCKILMGS"

DISTRICTS = (RESIDENTIAL, COMMERCE, PARKING)
"""The colours whose connected cards matter together."""

FED_BY = {RESIDENTIAL: (LEISURE, TOWN_HALL), COMMERCE: (RESIDENTIAL,)}
"""By colour: the colours of the cards that a district must touch to grow."""

LEISURE_PRICE = INDUSTRY_PRICE = PARK_PRICE = 5
FREE_SIZE, SIZE_PER_INDUSTRY = 5, 5


_CLASHES = {RESIDENTIAL: (RESIDENTIAL, INDUSTRY), COMMERCE: (COMMERCE,), INDUSTRY: (RESIDENTIAL,)}
"""By colour: the colours with which it clashes: that it must not touch when it is built. Each clash is mutual."""
CLASHING = (RESIDENTIAL, COMMERCE, INDUSTRY)
"""The colours with which others clash."""


class Kind:
    """A kind of card. Each name has one object, compared by identity."""

    __slots__ = (
        "clash_indices", "clashes_with", "colours", "feeds", "gains", "industry", "leisure", "name", "shows", "size",
        "split",
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.colours = tuple(
            [COLOURS.index("industry" if half.startswith("industry-") else half) for half in name.split("/")]
        )
        """One colour, or those of the two halves."""
        self.feeds = tuple([colour for colour, others in FED_BY.items() if set(others) & set(self.colours)])
        """The colours of the districts that it can make grow."""
        self.split = len(self.colours) > 1
        self.industry = INDUSTRY in self.colours
        self.leisure = LEISURE in self.colours
        self.size = int(self.colours[0] not in (INDUSTRY, PARK, SMOG) or self.split)
        """Whether it counts towards the size limit: 1 or 0."""
        self.gains = SIZE_PER_INDUSTRY * self.industry - self.size
        """How many more cards the size limit allows once it is built; negative: fewer."""
        self.shows = set_with(self.colours)
        """Its colours, as a set of bits."""
        self.clashes_with = set_with([colour for own in self.colours for colour in _CLASHES.get(own, ())])
        """The colours with which it, or half of it, clashes; a set of bits, too."""
        self.clash_indices = tuple([i for i, colour in enumerate(CLASHING) if self.clashes_with >> colour & 1])
        """Of a whole card: the clash planes of a ground on whose cells it cannot be built."""


class Clash(NamedTuple):
    """A colour with which a card, or half of one, clashes."""

    colour: int
    own: int
    """The colour of the card or half."""
    indices: tuple[int, ...]
    """Which of the clash planes of a ground hold the cells where it would touch that colour."""


class Face:
    """A kind of card, turned in one of its ways. Each way has one object, compared by identity."""

    __slots__ = ("by_side", "clash_indices", "clashes", "halves", "kind", "marks", "turn")

    def __init__(
        self, card: Kind, turn: int, halves: tuple[tuple[int, tuple[int, ...]], ...], clashes: tuple[Clash, ...]
    ) -> None:
        self.kind = card
        self.turn = turn
        self.halves = halves
        """Each colour, and the sides that show it."""
        sides = sum([len(shown) for _, shown in halves])
        self.by_side = tuple([next(colour for colour, shown in halves if side in shown) for side in range(sides)])
        """The colour that each side shows."""
        self.clashes = clashes
        self.clash_indices = tuple(dict.fromkeys([index for clash in clashes for index in clash.indices]))
        """The clash planes of a ground on whose cells the card cannot be built."""
        self.marks = tuple([(CLASHING.index(colour), shown) for colour, shown in halves if colour in CLASHING])
        """The colours with which others clash, by their positions in CLASHING, and the sides that show them."""


@cache
def kind(name: str) -> Kind:
    """The kind of card of this name; ValueError if the name is not one of a card."""
    return Kind(name)


def plane(clashing: int, sides: int, side: int) -> int:
    """Which clash plane of a ground holds the cells that a side of a colour faces; `clashing`: place in CLASHING.

    The first planes hold the cells that touch each of the colours at all.
    """
    return len(CLASHING) + clashing * sides + side


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
    return Face(face.kind, 0, face.halves, tuple([clash for clash in face.clashes if clash.colour != own]))


def _face(card: Kind, turn: int, sides: int) -> Face:
    every = tuple(range(sides))
    if not card.split:
        halves: tuple[tuple[int, tuple[int, ...]], ...] = ((card.colours[0], every),)
    else:
        first = tuple([(turn + i) % sides for i in range(sides // 2)])
        second = tuple([side for side in every if side not in first])
        halves = ((card.colours[0], first), (card.colours[1], second))
    clashes = tuple([_clash(colour, own, shown, sides) for own, shown in halves for colour in _CLASHES.get(own, ())])
    return Face(card, turn, halves, clashes)


def _clash(colour: int, own: int, shown: tuple[int, ...], sides: int) -> Clash:
    """A clash of these sides of a card; each of them touches the opposite side of a neighbour."""
    index = CLASHING.index(colour)
    if len(shown) == sides:
        return Clash(colour, own, (index,))
    return Clash(colour, own, tuple([plane(index, sides, (side + sides // 2) % sides) for side in shown]))
