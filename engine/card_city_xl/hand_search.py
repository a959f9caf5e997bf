"""How many cards of a hand can be built at most, as all cards that can be built must be (rulebook: Bauregeln).

`most_buildable` is the search, `leaves` says whether enough of the others can be built after a card. Both are exact.
Nearly always there are obvious places for the others that the card does not disturb; then there is no need to search.

A card minds another one if it must not touch it: if it `avoids` a colour that the other `shows`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cityleague.engine.card_city_xl.board import Board
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
            looks = ground.looks  # as `suited`, written out: this is asked of each card after each build
            for shunned in kind.looks:
                cells &= ~looks[shunned]
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
        cells = after.ground.open & after.land if self.brings_smog(face.kind, cell) else 0
        if not cells:
            yield after
            return
        (smog,) = faces("smog", self.ground.board.sides)
        for taken in self.ground.board.each(cells):
            yield after.on(after.ground.with_card(smog, taken), self.smog - 1)


def leisure_price(leisure: int, crisis: bool) -> int:
    """What a leisure card costs, in $, after so many; `crisis`: each one costs more than the one before (variant)."""
    return LEISURE_PRICE * (leisure + 1) if crisis else LEISURE_PRICE


def most_buildable(at: Situation, hand: Sequence[Kind], enough: int) -> int:
    """How many cards of the hand can be built, one after the other, at most; the search stops at `enough`."""
    if enough > 1:
        hand = [kind for kind in hand if possible(at, kind)]
        enough = min(payable(at, hand), enough)
    if enough <= 1:
        return int(enough == 1 and any(map(at.sites, hand)))
    if _at_once(at, hand, enough - 1):
        return enough
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


def _at_once(at: Situation, hand: Sequence[Kind], need: int) -> bool:
    """Whether there are obvious places for some card of the hand and `need` others; False proves nothing."""
    for i, kind in enumerate(hand):
        rest = [*hand[:i], *hand[i + 1 :]]
        for cell in few(at, at.sites(kind)):
            if have_places_elsewhere(at, kind, cell, rest, need):
                return True
    return False


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


def surely_payable(hand: Sequence[Kind], money: int, room: int) -> list[Kind] | None:
    """As many cards of the hand as money and size limit allow; None if its industry may raise the limit in time."""
    cards = []
    for kind in hand:
        if kind.leisure:
            if money < LEISURE_PRICE:
                continue
            money -= LEISURE_PRICE
        if kind.size:
            if room <= 0:
                if any(other.industry for other in hand):
                    return None
                continue
            room -= 1
        cards.append(kind)
    return cards


def have_obvious_places(ground: Ground, land: int, hand: Sequence[Kind], need: int, smog: int, brought: bool) -> bool:
    """Whether there obviously are places on this ground for so many cards of the hand; False proves nothing.

    `smog`: how much the supply has; `brought`: whether some takes a cell before these cards.
    """
    board, frames, free = ground.board, ground.frames, ground.open & land
    if need == 1:
        for kind in hand:
            cells = ground.suited(kind, free)
            if cells:
                if not brought:
                    return True
                place = cells & -cells
                if free & ~place & board.rooms[frames & board.frames_with[place]]:
                    return True
        return False
    if need > 2 or len(hand) > 2:
        return False
    one, other = hand
    if smog and one.industry and other.industry:
        return False  # the first one may bring smog
    first, second = ground.suited(one, free), ground.suited(other, free)
    if not first or not second:
        return False
    apart = one.avoids & other.shows or other.avoids & one.shows
    for place in (first & -first, 1 << first.bit_length() - 1):
        within = frames & board.frames_with[place]
        partners = second & ~(board.star[place] if apart else place) & board.rooms[within]
        if partners:
            if not brought:
                return True
            partner = partners & -partners
            if free & ~(place | partner) & board.rooms[within & board.frames_with[partner]]:
                return True
    return False


def leaves(at: Situation, face: Face, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether at least `need` cards of the rest can still be built after this card is built at this cell."""
    if have_places_elsewhere(at, face.kind, cell, rest, need):
        return True
    return any(most_buildable(after, rest, need) == need for after in at.outcomes(face, cell))


def have_places_elsewhere(at: Situation, kind: Kind, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether the others have obvious places once a card lies at this cell; False proves nothing."""
    if need > 1 and len(rest) != 2:
        return False
    after = at if at.allowed > need and not kind.leisure else at.having_paid(kind, at.ground)
    ground, board = at.ground, at.ground.board
    halo, frames = board.halo[cell], ground.frames & board.frames_with[cell]
    free = board.rooms[frames] & at.land & ~(ground.covered | cell)
    open_ = free & (ground.edge | halo)
    smog = int(at.smog and at.brings_smog(kind, cell))
    if need == 1:
        for other in rest:
            cells = ground.suited(other, open_)
            if other.avoids & kind.shows:
                cells &= ~halo
            if cells and after.affords(other) and (not smog or _spare(board, open_, frames, cells & -cells, 1)):
                return True
        return False
    one, other = rest
    if (one.leisure or other.leisure) and after.money < after.bill(one.leisure + other.leisure):
        return False
    tight = one.size + other.size > after.allowed
    if tight and not (one.industry or other.industry):
        return False
    first, second = ground.suited(one, free), ground.suited(other, free)
    if one.avoids & kind.shows:
        first &= ~halo
    if other.avoids & kind.shows:
        second &= ~halo
    if at.smog and (tight or one.industry) and (tight or other.industry):
        smog += 1  # an industry is built before the other card: it is needed first, or there are two
    apart = one.avoids & other.shows or other.avoids & one.shows
    for place in few(at, first & open_):
        within = frames & board.frames_with[place]
        partners = second & open_ & ~(board.star[place] if apart else place) & board.rooms[within]
        if partners:
            partner = partners & -partners
            if not smog or _spare(board, open_ & ~place, within, partner, smog):
                return True
    return False


def _spare(board: Board, open_: int, frames: int, last: int, smog: int) -> bool:
    """Whether so much smog finds open cells besides that of the last card, which need not be in `frames`."""
    frames &= board.frames_with[last]
    cells = board.cores[frames] if smog > 1 else board.rooms[frames]
    return (open_ & cells & ~last).bit_count() >= smog


def few(at: Situation, cells: int) -> tuple[int, ...]:
    """One or two of the cells, far apart; cells that lie in every possible frame come first."""
    some = cells & at.ground.board.cores[at.ground.frames] or cells
    if not some:
        return ()
    first, last = some & -some, 1 << (some.bit_length() - 1)
    return (first,) if first == last else (first, last)
