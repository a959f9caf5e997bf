"""How many cards of a hand can be built at most, as all cards that can be built must be (rulebook: Bauregeln).

`most_buildable` is the search. `cells_leaving` gives the cells where a card may be built so that enough of the others
can still be built. Both are exact. Nearly always there is an obvious plan for the others that the card does not
disturb; then all cells clear of that plan are good without a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, SIZE_PER_INDUSTRY, Face, Kind, faces
from cityleague.engine.card_city_xl.ground import Ground


class Situation(NamedTuple):
    """What a player can build with."""

    ground: Ground
    land: int
    """The cells of his district."""
    allowed: int
    """How many more cards the size limit allows."""
    money: int
    leisure: int
    """How many leisure cards he has."""
    smog: int
    """How many smog cards the supply has; 0 if the level has none."""
    crisis: bool
    """Whether each leisure card costs more than the one before (variant)."""

    @property
    def price(self) -> int:
        """What the next leisure card costs, in $."""
        return LEISURE_PRICE * (self.leisure + 1) if self.crisis else LEISURE_PRICE

    def bill(self, cards: int) -> int:
        """What the next leisure cards, this many, cost together."""
        return cards * self.price + self.crisis * LEISURE_PRICE * cards * (cards - 1) // 2

    def affords(self, kind: Kind) -> bool:
        """Whether the size limit and the money allow the card."""
        if kind.leisure and self.money < self.price:
            return False
        return not kind.size or kind.industry or self.allowed > 0

    def sites(self, kind: Kind) -> int:
        """The cells on which the card can be built, turned somehow."""
        if not self.affords(kind):
            return 0
        return self.ground.sites_turned(kind) & self.land

    def with_card(self, face: Face, cell: int) -> Situation:
        """The situation after building a card, before any smog."""
        return self.having_paid(face.kind, self.ground.with_card(face, cell))

    def having_paid(self, kind: Kind, ground: Ground) -> Situation:
        """The situation on this ground, after the card has been paid and counted towards the size limit."""
        return Situation(
            ground,
            self.land,
            self.allowed - kind.size + SIZE_PER_INDUSTRY * kind.industry,
            self.money - self.price if kind.leisure else self.money,
            self.leisure + kind.leisure,
            self.smog,
            self.crisis,
        )

    def with_smog(self, cell: int) -> Situation:
        """The situation after placing smog."""
        face = faces("smog", self.ground.board.sides)[0]
        return self._replace(ground=self.ground.with_card(face, cell), smog=self.smog - 1)

    def brings_smog(self, kind: Kind, cell: int) -> bool:
        """Whether building the card there brings smog, provided there is a cell for the smog."""
        return bool(self.smog and kind.industry and self.ground.board.lines[cell] & self.ground.industry)

    def outcomes(self, face: Face, cell: int) -> Iterator[Situation]:
        """The situations after building a card: one for each cell that its smog can take, or just one without smog."""
        after = self.with_card(face, cell)
        cells = after.ground.free(after.land) if self.brings_smog(face.kind, cell) else 0
        if not cells:
            yield after
        while cells:
            smog = cells & -cells
            cells ^= smog
            yield after.with_smog(smog)


def most_buildable(at: Situation, hand: Sequence[Kind], enough: int) -> int:
    """How many cards of the hand can be built, one after the other, at most; the search stops at `enough`."""
    if enough <= 1:
        return int(enough == 1 and any(map(at.sites, hand)))
    hand = sorted(hand, key=_no_industry)  # industry first, as it raises the size limit
    if enough <= len(hand) and _at_once(at, hand, enough - 1):
        return enough
    hand = _hopeful(at, hand)
    bound = min(_payable(at, hand), enough)
    best = 0
    if bound <= 0:
        return 0
    for i, kind in enumerate(hand):
        if kind in hand[:i] or not at.affords(kind):
            continue
        rest = hand[:i] + hand[i + 1 :]
        for face in faces(kind.name, at.ground.board.sides):
            cells = at.ground.sites(face) & at.land
            if cells and not best:
                best = 1
                if best == bound:
                    return best
            while cells and rest:
                cell = cells & -cells
                cells ^= cell
                for after in at.outcomes(face, cell):
                    best = max(best, 1 + most_buildable(after, rest, bound - 1))
                    if best == bound:
                        return best
    return best


def _at_once(at: Situation, hand: Sequence[Kind], need: int) -> bool:
    """Whether there are obvious places for the last card of the hand and `need` others; False proves nothing."""
    *rest, kind = hand
    return any(_have_places_elsewhere(at, kind, cell, rest, need) for cell in _few(at, at.sites(kind)))


def _hopeful(at: Situation, hand: Sequence[Kind]) -> list[Kind]:
    """The cards of the hand that may get a cell sometime in this phase."""
    return [kind for kind in hand if at.ground.hopes(kind, at.land)]


def _payable(at: Situation, hand: Sequence[Kind]) -> int:
    """How many cards of the hand the money and the size limit allow at most."""
    leisure = sum([kind.leisure for kind in hand])
    while leisure and at.bill(leisure) > at.money:
        leisure -= 1
    counting = sum([kind.size and not kind.leisure for kind in hand]) + leisure
    allowed = at.allowed + SIZE_PER_INDUSTRY * sum([kind.industry for kind in hand])
    return min(counting, allowed) + sum([not kind.size for kind in hand])


def _no_industry(kind: Kind) -> bool:
    return not kind.industry


def leaves(at: Situation, face: Face, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether at least `need` cards of the rest can still be built after this card is built at this cell."""
    if not need or _have_places_elsewhere(at, face.kind, cell, rest, need):
        return True
    return any(most_buildable(after, rest, need) == need for after in at.outcomes(face, cell))


def _have_places_elsewhere(at: Situation, kind: Kind, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether the others have obvious places that a card at this cell does not touch; False proves nothing."""
    after = at.having_paid(kind, at.ground)
    if (kind.industry and at.smog) or need > 2 or (need == 2 and not _independent(after, rest)):
        return False
    board = at.ground.board
    frames = at.ground.frames & board.frames_with[cell]
    clear = board.rooms[frames] & ~board.star[cell]
    if need == 1:
        return any(after.sites(other) & clear for other in rest)
    first, second = after.sites(rest[0]) & clear, after.sites(rest[1]) & clear
    for one in _few(at, first) if second else ():
        if second & ~board.star[one] & board.rooms[frames & board.frames_with[one]]:
            return True
    return False


def _independent(at: Situation, rest: Sequence[Kind]) -> bool:
    """Whether the rest are two cards that affect each other only by their places, if industry is built last."""
    if len(rest) != 2:
        return False
    one, other = rest
    if one.size + other.size > at.allowed or (one.industry and other.industry and at.smog):
        return False  # with smog between them, leave it to the search
    return at.money >= at.bill(one.leisure + other.leisure)


def cells_leaving(at: Situation, kind: Kind, rest: Sequence[Kind], need: int) -> Iterator[tuple[Face, int]]:
    """For each way to turn a card: the cells where it can be built so that `need` of the rest can still be built."""
    board = at.ground.board
    calm = _undisturbed(at, kind, rest, need) if need else board.grid.full
    for face in faces(kind.name, board.sides):
        cells = at.ground.sites(face) & at.land
        doubtful = board.each(cells & ~calm)
        yield face, cells & calm | sum([cell for cell in doubtful if leaves(at, face, cell, rest, need)])


def _undisturbed(at: Situation, kind: Kind, rest: Sequence[Kind], need: int) -> int:
    """Cells of the board on which the card does not disturb one of a few plans for `need` cards of the rest.

    A plan has a cell for each of the others, where it could be built as things are, apart from the rest; and one more
    for the smog that the card may bring. The card does not disturb a plan if it touches none of the cells for the
    others, and leaves a frame that holds them all.
    """
    after = at.having_paid(kind, at.ground)
    if need > 2 or (need == 2 and not _independent(after, rest)):
        return 0
    plans = (
        _pairs(after, rest) if need == 2 else [(cell,) for other in rest for cell in _few(after, after.sites(other))]
    )
    smog = kind.industry and at.smog > 0
    return _union([_clear_of(after, plan, smog) for plan in plans])


def _pairs(at: Situation, rest: Sequence[Kind]) -> list[tuple[int, int]]:
    """A few pairs of cells on which both cards of the rest can be built without touching each other."""
    one, other = rest
    board = at.ground.board
    second = at.sites(other)
    pairs = []
    for cell in _few(at, at.sites(one)):
        frames = at.ground.frames & board.frames_with[cell]
        pairs += [(cell, partner) for partner in _few(at, second & ~board.star[cell] & board.rooms[frames])]
    return pairs


def _clear_of(at: Situation, plan: tuple[int, ...], smog: bool) -> int:
    """The cells of the board on which a card does not disturb a plan; with `smog`, the plan gets a cell for that too.

    There is no need to test whether card and smog have a frame in common. If city and plan leave several frames, each
    of them has a whole row or column outside another frame, and so without cards or plan. The plan, two cells that do
    not touch, cuts off no more than a corner: some cell there touches an old card or the new one, and can take smog.
    """
    board = at.ground.board
    frames, near = at.ground.frames, 0
    for cell in plan:
        frames &= board.frames_with[cell]
        near |= board.star[cell]
    clear = board.rooms[frames] & ~near
    if not smog:
        return clear
    spare = at.ground.free(at.land) & board.rooms[frames] & ~sum(plan)
    return _union([clear & ~cell for cell in _few(at, spare)])


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _few(at: Situation, cells: int) -> tuple[int, ...]:
    """One or two of the cells, far apart; cells that lie in every possible frame come first."""
    some = cells & at.ground.board.cores[at.ground.frames] or cells
    if not some:
        return ()
    first, last = some & -some, 1 << (some.bit_length() - 1)
    return (first,) if first == last else (first, last)
