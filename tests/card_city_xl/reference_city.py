"""The cities of Card City XL straight from RULES.md: slow, plain, and independent of the engine.

A city is a dict from (x, y) to the card there; who owns a card is a place in the ring (0 starts the first
round), or SUBURB. A part of a card is a pair of its cell and a kind: whole cards have one, split cards two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

Cell = tuple[int, int]
Part = tuple[Cell, str]
District = frozenset[Cell]
Layout = Literal["own", "suburbs", "united"]

SUBURB = -1
"""The owner of the cards of the ring round a solo player's grid."""

SQUARE = ((0, -1), (1, 0), (0, 1), (-1, 0))
HEXAGON = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The steps across the sides of a cell, clockwise."""

CULTURE = ("town-hall", "leisure")
NOT_COUNTED_FOR_SIZE = ("industry", "park", "smog")

COLOURS = {
    "residential": {"green"},
    "commerce": {"blue"},
    "industry": {"brown"},
    "leisure": {"lilac"},
    "town-hall": {"lilac", "red"},
}
"""The colours that a car park can touch."""


class Card(NamedTuple):
    name: str
    turn: int
    owner: int


@cache
def kinds(name: str) -> tuple[str, ...]:
    """What a card is: its halves, or itself; industry of whatever level is industry."""
    return tuple("industry" if half.startswith("industry") else half for half in name.split("/"))


def triangle(n: int) -> int:
    return sum(range(1, n + 1))


def counts_for_size(name: str) -> bool:
    """A split card does, even if half of it is industry."""
    return "/" in name or kinds(name)[0] not in NOT_COUNTED_FOR_SIZE


class City:
    """All cards that can touch one another: a player's, or everybody's in the united city."""

    def __init__(self, side: int, layout: Layout = "own", places: int = 1, leisure_crisis: bool = False) -> None:
        self.side = side
        self.layout = layout
        self.places = places
        self.leisure_crisis = leisure_crisis
        self.steps = HEXAGON if layout == "united" and places == 3 else SQUARE
        self.cards: dict[Cell, Card] = {}
        self.architect: Cell | None = None
        self.fixed: dict[int, set[Cell]] = {}

    # -- what lies where

    def around(self, cell: Cell) -> list[Cell]:
        """The cells across the sides of a cell, in the order of the sides."""
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in self.steps]

    def opposite(self, side: int) -> int:
        return (side + len(self.steps) // 2) % len(self.steps)

    def face_of(self, name: str, turn: int, side: int) -> str:
        """What a card shows on a side."""
        halves = kinds(name)
        if len(halves) == 1:
            return halves[0]
        in_first = (side - turn) % len(self.steps) < len(self.steps) // 2
        return halves[0] if in_first else halves[1]

    def seen_from(self, cell: Cell) -> list[tuple[Cell, str] | None]:
        """For each side of a cell the part that lies across it, whatever is on the cell itself."""
        parts: list[tuple[Cell, str] | None] = []
        for side, other in enumerate(self.around(cell)):
            card = self.cards.get(other)
            parts.append(card and (other, self.face_of(card.name, card.turn, self.opposite(side))))
        return parts

    def touched(self, part: Part) -> set[Part]:
        """The parts that a part of a card touches; the halves of one card touch each other."""
        cell, kind = part
        card = self.cards[cell]
        parts = {(cell, other) for other in kinds(card.name) if other != kind}
        for side, seen in enumerate(self.seen_from(cell)):
            if seen and self.face_of(card.name, card.turn, side) == kind:
                parts.add(seen)
        return parts

    def owned(self, place: int) -> list[str]:
        """The names of a player's cards."""
        return [card.name for card in self.cards.values() if card.owner == place]

    def number(self, place: int, kind: str) -> int:
        """How many of a player's cards are, at least by half, of this kind."""
        return sum(kind in kinds(name) for name in self.owned(place))

    def size(self, place: int) -> int:
        return sum(counts_for_size(name) for name in self.owned(place))

    def limit(self, place: int) -> int:
        return 5 + 5 * self.number(place, "industry")

    # -- districts

    def district(self, part: Part) -> District:
        """The cells of the cards that hang together in the colour of this part."""
        kind = part[1]
        seen = {part}
        flood = [part]
        while flood:
            for other in self.touched(flood.pop()):
                if other[1] == kind and other not in seen:
                    seen.add(other)
                    flood.append(other)
        return frozenset(cell for cell, _ in seen)

    def districts(self, kind: str) -> set[District]:
        """All districts of a kind, those of the suburbs too."""
        return {self.district((cell, kind)) for cell, card in self.cards.items() if kind in kinds(card.name)}

    def touched_by_district(self, kind: str, district: District) -> set[Part]:
        """The parts of other kinds that a district touches."""
        return {part for cell in district for part in self.touched((cell, kind)) if part[1] != kind}

    def joined(self, district: District) -> bool:
        """Whether a district has a card that is not of the suburbs."""
        return any(self.cards[cell].owner != SUBURB for cell in district)

    def has_joined(self, part: Part) -> bool:
        """False for a part of a suburb district that does not yet belong to the city."""
        return self.cards[part[0]].owner != SUBURB or self.joined(self.district(part))

    def share(self, district: District, place: int) -> int:
        """The cards that a player has in a district; suburb cards are his as soon as he has one of his own."""
        owners = [self.cards[cell].owner for cell in district]
        return sum(owner in {place, SUBURB} for owner in owners) if place in owners else 0

    # -- places

    def in_district(self, cell: Cell, place: int) -> bool:
        """Whether a cell can belong to a player, but for what floats."""
        (x, y), n = cell, self.side
        if self.layout == "own":
            return True
        if self.layout == "suburbs":
            return 1 <= x <= n and 1 <= y <= n
        if self.places == 2:
            return (-n < x <= 0, 1 <= x <= n)[place]
        if self.places == 3:
            return (
                0 <= -y < n and 0 <= -(x + y) < n,
                0 <= x - 1 < n and 0 <= x + y - 1 < n,
                0 <= -x < n and 0 <= y - 1 < n,
            )[place]
        left, right, top, bottom = -n < x <= 0, 1 <= x <= n, -n < y <= 0, 1 <= y <= n
        return (left and top, right and top, right and bottom, left and bottom)[place]

    def in_frame(self, cell: Cell) -> bool:
        """Whether a frame that floats can hold all cards and this one."""
        xs = [x for x, _ in self.cards] + [cell[0]]
        ys = [y for _, y in self.cards] + [cell[1]]
        if self.layout == "own" and max(xs) - min(xs) >= self.side:
            return False
        floats = self.layout == "own" or (self.layout == "united" and self.places == 2)
        return not floats or max(ys) - min(ys) < self.side

    def free_cells(self, place: int) -> list[Cell]:
        """Where a card of this player can stand at all: free, in his district, in the frame, next to a card."""
        beside = {near for cell in self.cards for near in self.around(cell)}
        if self.architect is not None:
            beside.update(self.around(self.architect))
        beside -= self.cards.keys() | {self.architect}
        return sorted(cell for cell in beside if self.in_district(cell, place) and self.in_frame(cell))

    def frames(self, place: int) -> Iterator[set[Cell]]:
        """The cells of a player's district, in every way in which its frame can still lie."""
        n = self.side
        xs, ys = [x for x, _ in self.cards], [y for _, y in self.cards]
        if self.layout == "own":
            for left in range(max(xs) - n + 1, min(xs) + 1):
                for top in range(max(ys) - n + 1, min(ys) + 1):
                    yield {(left + i, top + j) for i in range(n) for j in range(n)}
        elif self.layout == "united" and self.places == 2:
            for top in range(max(ys) - n + 1, min(ys) + 1):
                rows = range(top, top + n)
                yield {(x, y) for x in range(-n, n + 1) for y in rows if self.in_district((x, y), place)}
        else:
            if place not in self.fixed:
                wide = range(-n, n + 2)
                self.fixed[place] = {(x, y) for x in wide for y in wide if self.in_district((x, y), place)}
                assert len(self.fixed[place]) == n * n
            yield self.fixed[place]

    # -- rules of building

    def turns(self, name: str) -> range:
        return range(len(self.steps) if "/" in name else 1)

    def price(self, place: int, name: str) -> int:
        """What it costs to build a card of the hand."""
        if "leisure" not in kinds(name):
            return 0
        return 5 * (self.number(place, "leisure") + 1) if self.leisure_crisis else 5

    def within_limit(self, place: int, name: str) -> bool:
        """Whether the size limit, as it is with this card, allows it."""
        if not counts_for_size(name):
            return True
        return self.size(place) + 1 <= self.limit(place) + 5 * ("industry" in kinds(name))

    def colours_fit(self, name: str, turn: int, cell: Cell, growing: bool = False) -> bool:
        """Industry never touches residential; nor, unless it grows, a development card its own colour."""
        for side, seen in enumerate(self.seen_from(cell)):
            if seen is None:
                continue
            pair = {self.face_of(name, turn, side), seen[1]}
            if pair == {"industry", "residential"}:
                return False
            if not growing and pair in ({"residential"}, {"commerce"}):
                return False
        return True

    def buildable(self, place: int, name: str, money: int) -> Iterator[tuple[Cell, int]]:
        """The cells and turns at which the rules, but that of the most cards, allow this card of the hand."""
        if self.price(place, name) <= money and self.within_limit(place, name):
            for cell in self.free_cells(place):
                for turn in self.turns(name):
                    if self.colours_fit(name, turn, cell):
                        yield cell, turn

    def brings_smog(self, name: str, cell: Cell) -> bool:
        """Whether this card on this cell is industry in line with other industry."""
        if "industry" not in kinds(name):
            return False
        for other, card in self.cards.items():
            if other != cell and "industry" in kinds(card.name):
                dx, dy = other[0] - cell[0], other[1] - cell[1]
                if dx == 0 or dy == 0 or (self.steps is HEXAGON and dx + dy == 0):
                    return True
        return False

    # -- the most cards

    def at_most(self, place: int, hand: Collection[str], money: int) -> int:
        """No more cards than this can be built, for the money and the size limit, wherever they go."""
        size, limit, built = self.size(place), self.limit(place), self.number(place, "leisure")
        for number in range(len(hand), 0, -1):
            for chosen in combinations(hand, number):
                leisure = sum("leisure" in kinds(name) for name in chosen)
                prices = [5 * (built + 1 + i) if self.leisure_crisis else 5 for i in range(leisure)]
                more = 5 * sum("industry" in kinds(name) for name in chosen)
                if sum(prices) <= money and size + sum(map(counts_for_size, chosen)) <= limit + more:
                    return number
        return 0

    def has_room(self, place: int, name: str) -> bool:
        """False if a card fits nowhere, even apart from all others: it will not fit when there are more cards."""
        room = set().union(*self.frames(place)) - self.cards.keys() - {self.architect}
        return any(self.colours_fit(name, turn, cell) for cell in room for turn in self.turns(name))

    def most(self, place: int, hand: Sequence[str], money: int, smog: int, goal: int | None = None) -> int:
        """The most cards of the hand that can be built, or `goal` as soon as that is known to be possible."""
        bound = self.at_most(place, [name for name in hand if len(hand) == 1 or self.has_room(place, name)], money)
        if goal is not None:
            bound = min(bound, goal)
        best = 0
        for name in sorted(set(hand)):
            rest = list(hand)
            rest.remove(name)
            for cell, turn in self.buildable(place, name, money):
                if best >= bound:
                    return best
                best = max(best, 1 + self.most_after(place, name, cell, turn, rest, money, smog, bound - 1))
        return best

    def most_after(
        self, place: int, name: str, cell: Cell, turn: int, rest: Sequence[str], money: int, smog: int, goal: int
    ) -> int:
        """The most cards of the rest that can be built once this one, and the smog that it brings, stands."""
        if not rest or goal <= 0:
            return 0
        money -= self.price(place, name)
        self.cards[cell] = Card(name, turn, place)
        spots = self.free_cells(place) if smog and self.brings_smog(name, cell) else []
        if spots:
            best = 0
            for spot in spots:
                best = max(best, self.most_with(spot, "smog", place, rest, money, smog - 1, goal))
                if best >= goal:
                    break
        else:
            best = self.most(place, rest, money, smog, goal)
        del self.cards[cell]
        return best

    def most_with(
        self, cell: Cell, name: str, place: int, hand: Sequence[str], money: int, smog: int, goal: int
    ) -> int:
        """The most cards that can be built if this card stands on this cell."""
        self.cards[cell] = Card(name, 0, place)
        best = self.most(place, hand, money, smog, goal)
        del self.cards[cell]
        return best

    # -- development

    def must_grow(self, kind: str, district: District) -> bool:
        """Whether a district of residential or of commerce touches enough to grow."""
        touched = self.touched_by_district(kind, district)
        if kind == "residential":
            reasons = len({cell for cell, other in touched if other in CULTURE})
        else:
            reasons = len({self.district(part) for part in touched if part[1] == "residential"})
        return reasons >= len(district) + 1

    def growths(self, place: int, kind: str) -> set[Cell]:
        """The cells on which a district of the player can grow, as far as the city goes."""
        if not self.within_limit(place, kind):
            return set()
        cells = set()
        growing = [d for d in self.districts(kind) if self.share(d, place) and self.must_grow(kind, d)]
        for cell in self.free_cells(place):
            beside = {seen[0] for seen in self.seen_from(cell) if seen and seen[1] == kind}
            if any(beside & district for district in growing) and self.colours_fit(kind, 0, cell, growing=True):
                cells.add(cell)
        return cells

    # -- income

    def income(self, place: int, meters: bool) -> int:
        """What a player earns in a round; with meters, from parking too."""
        total = 1
        for district in self.districts("commerce"):
            total += triangle(len(district)) * self.share(district, place) // len(district)
        if meters:
            for district in self.districts("parking"):
                value = max(len(self.colours(district)) - 1, 0)
                total += value * self.share(district, place) // len(district)
        return total

    def colours(self, district: District) -> set[str]:
        """The colours that touch a district of parking."""
        touched = [part for part in self.touched_by_district("parking", district) if self.has_joined(part)]
        return {colour for _, kind in touched for colour in COLOURS.get(kind, ())}

    # -- the end

    def beside(self, cell: Cell, kind: str) -> bool:
        """Whether an empty cell is next to something of this kind (that belongs to the city)."""
        return any(seen and seen[1] == kind and self.has_joined(seen) for seen in self.seen_from(cell))

    def empty_cells(self, place: int, value: Callable[[Cell], int]) -> int:
        """What the empty cells of the frame that is best for the player are worth together."""
        return max(sum(value(cell) for cell in frame - self.cards.keys()) for frame in self.frames(place))

    def residents(self, place: int) -> int:
        return sum(triangle(len(d)) * self.share(d, place) // len(d) for d in self.districts("residential"))

    def satisfaction(self, place: int) -> int:
        total = 0
        for district in self.districts("residential"):
            touched = {
                kind
                for cell, kind in self.touched_by_district("residential", district)
                if self.has_joined((cell, kind))
            }
            if {"leisure", "parking", "commerce"} <= touched and "smog" not in touched:
                total += (8 if "park" in touched else 5) * self.share(district, place) // len(district)
        return total

    def cards_of_kind(self, place: int, kind: str) -> float:
        """A player's cards of a kind, halves as halves, and the joined ones of the suburbs."""
        own = sum(1 / len(kinds(name)) for name in self.owned(place) if kind in kinds(name))
        suburbs = [cell for cell, card in self.cards.items() if card == Card(kind, 0, SUBURB)]
        return own + sum(self.has_joined((cell, kind)) for cell in suburbs)

    def pollution(self, place: int, half: int) -> int:
        """How much a player pollutes, an industry half of a split card by `half`."""
        total = 0
        for name in self.owned(place):
            for part in name.split("/"):
                if part.startswith("industry"):
                    total += half if "/" in name else int(part.removeprefix("industry-"))
            total += ("commerce" in kinds(name)) + 5 * (name == "smog") - 5 * (name == "park")
        return total


def ring_of_suburbs(side: int) -> dict[Cell, Card]:
    """The suburbs round a grid of [1, 1] to [side, side], clockwise from [0, 0]."""
    end = side + 1
    cells = [(x, 0) for x in range(end)]
    cells += [(end, y) for y in range(end)]
    cells += [(x, end) for x in range(end, 0, -1)]
    cells += [(0, y) for y in range(end, 0, -1)]
    names = ("residential", "parking", "commerce")
    return {cell: Card(names[i % 3], 0, SUBURB) for i, cell in enumerate(cells)}
