"""How many cards of a hand can be built at most, as all cards that can be built must be (rulebook: Bauregeln).

`most_buildable` is the search, `leaves` says whether enough of the others can be built after a card. Both are exact.
Nearly always there are obvious places for the others that the card does not disturb; then there is no need to search.

A card clashes with another one if it `clashes_with` a colour that the other `shows`; then the other clashes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, SIZE_PER_INDUSTRY, Face, Kind, faces
from cityleague.engine.card_city_xl.ground import Ground


class Situation(msgspec.Struct, frozen=True, eq=False, gc=False):
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
        return leisure_price(self.leisure, self.crisis)

    def bill(self, cards: int) -> int:
        """What the next leisure cards, this many, cost together."""
        return cards * self.price + self.crisis * LEISURE_PRICE * cards * (cards - 1) // 2

    def affords(self, kind: Kind) -> bool:
        """Whether the size limit and the money allow the card."""
        if kind.leisure and self.money < self.price:
            return False
        return self.allowed > 0 or not kind.size or kind.industry

    def sites(self, kind: Kind) -> int:
        """The cells on which the card can be built, turned somehow."""
        if (self.allowed > 0 and not kind.leisure) or self.affords(kind):
            ground = self.ground
            cells = ground.open & self.land
            if kind.split:
                return ground.suited(kind, cells)
            planes = ground.clash_planes  # as `suited`, written out: this is asked of each card after each build
            for index in kind.clash_indices:
                cells &= ~planes[index]
            return cells
        return 0

    def on(self, ground: Ground, smog: int) -> Situation:
        """The same on another ground, with so much smog in the supply."""
        return Situation(ground, self.land, self.allowed, self.money, self.leisure, smog, self.crisis)

    def having_paid(self, kind: Kind, ground: Ground) -> Situation:
        """The situation on this ground, after the card has been paid and counted towards the size limit."""
        return Situation(
            ground,
            self.land,
            self.allowed + kind.gains,
            self.money - self.price if kind.leisure else self.money,
            self.leisure + kind.leisure,
            self.smog,
            self.crisis,
        )

    def brings_smog(self, kind: Kind, cell: int) -> bool:
        """Whether building the card there brings smog, provided there is a cell for the smog."""
        return bool(self.smog and kind.industry and self.ground.board.lines[cell] & self.ground.industry)

    def outcomes(self, face: Face, cell: int) -> Iterator[Situation]:
        """The situations after building a card: one for each cell that its smog can take, or just one without smog."""
        after = self.having_paid(face.kind, self.ground.with_card(face, cell))
        cells = after.ground.open & after.land if self.smog and self.brings_smog(face.kind, cell) else 0
        if not cells:
            yield after
        while cells:  # most often the first one is enough
            taken = cells & -cells
            cells ^= taken
            (smog,) = faces("smog", self.ground.board.sides)
            yield after.on(after.ground.with_card(smog, taken), self.smog - 1)


def leisure_price(leisure: int, crisis: bool) -> int:
    """What a leisure card costs, in $, after so many; `crisis`: each one costs more than the one before (variant)."""
    return LEISURE_PRICE * (leisure + 1) if crisis else LEISURE_PRICE


def most_buildable(at: Situation, hand: Sequence[Kind], enough: int) -> int:
    """How many cards of the hand can be built, one after the other, at most; the search stops at `enough`."""
    if enough == 2 and independent(at, hand) and have_places(at.ground, at.land, hand, 2, at.smog):
        return 2
    if enough > 1:
        hand = [kind for kind in hand if possible(at, kind)]
        enough = min(payable(at, hand), enough)
    if enough <= 1:
        return int(enough == 1 and any(map(at.sites, hand)))
    best = 0
    for i, kind in enumerate(hand):
        if kind in hand[:i] or not at.affords(kind):
            continue
        rest = [*hand[:i], *hand[i + 1 :]]
        for face in faces(kind.name, at.ground.board.sides):
            for cell in at.ground.board.each(at.ground.sites(face) & at.land):
                for after in at.outcomes(face, cell):
                    best = max(best, 1 + most_buildable(after, rest, enough - 1))
                    if best == enough:
                        return best
    return best


def at_most(at: Situation, hand: Sequence[Kind]) -> int:
    """A number of cards of the hand, seldom larger than that which can be built, and never smaller."""
    return payable(at, [kind for kind in hand if possible(at, kind)])


def possible(at: Situation, kind: Kind) -> bool:
    """Whether the card can be paid, and may get a cell sometime in this phase."""
    return not (kind.leisure and at.money < at.price) and at.ground.hopes(kind, at.land) != 0


def payable(at: Situation, hand: Sequence[Kind]) -> int:
    """How many cards of the hand the money and the size limit allow at most."""
    counting = leisure = industries = 0
    for kind in hand:
        counting += kind.size
        leisure += kind.leisure
        industries += kind.industry
    others = len(hand) - counting
    while leisure and at.bill(leisure) > at.money:
        leisure -= 1
        counting -= 1
    return min(counting, at.allowed + SIZE_PER_INDUSTRY * industries) + others


def independent(at: Situation, rest: Sequence[Kind]) -> bool:
    """Whether the rest are two cards that affect each other only by their places, if industry is built last."""
    if len(rest) != 2:
        return False
    kind, other = rest
    leisure = kind.leisure + other.leisure
    return kind.size + other.size <= at.allowed and (not leisure or at.money >= at.bill(leisure))


def surely_payable(hand: Sequence[Kind], money: int, room: int, leisure: int, crisis: bool) -> list[Kind] | None:
    """As many cards of the hand as money and size limit allow; None if its industry may raise the limit in time."""
    cards = []
    for kind in hand:
        if kind.leisure:
            price = leisure_price(leisure, crisis)
            if money < price:
                continue
            money -= price
            leisure += 1
        if kind.size:
            if room <= 0:
                if any(other.industry for other in hand):
                    return None
                continue
            room -= 1
        cards.append(kind)
    return cards


def have_places(ground: Ground, land: int, hand: Sequence[Kind], need: int, smog: int) -> bool:
    """Whether there obviously are places on this ground for so many of these cards, at most two; False proves nothing.

    The cards are paid for, in any order; `smog`: how much the supply has.
    """
    board, frames, free = ground.board, ground.frames, ground.open & land
    if need == 1:
        return any(ground.suited(kind, free) for kind in hand)
    if need > 2 or len(hand) > 2:
        return False
    kind, other = hand
    first, second = ground.suited(kind, free), ground.suited(other, free)
    if not first or not second:
        return False
    apart = kind.clashes_with & other.shows
    for place in (first & -first, 1 << first.bit_length() - 1):
        within = frames & board.frames_with[place]
        if partners := second & ~(board.star[place] if apart else place) & board.rooms[within]:
            if not (smog and kind.industry and other.industry):
                return True
            partner = partners & -partners  # the first one may bring smog, which takes another cell
            if free & ~(place | partner) & board.rooms[within & board.frames_with[partner]]:
                return True
    return False


def leaves(at: Situation, face: Face, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether at least `need` cards of the rest can still be built after this card is built at this cell."""
    return any(most_buildable(after, rest, need) == need for after in at.outcomes(face, cell))
