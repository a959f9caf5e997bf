"""The most cards of a hand: how many can be built, and where each can lie so that as many are (rulebook: Bauregeln).

All cards that can be built must be. `most_buildable` is the search, and exact. Two quick looks spare it nearly always;
they may say yes, but never no: `have_places` finds places for one or two cards on the ground as it is, `_undisturbed`
the cells where a card leaves places to the others.

A card clashes with another one if it `clashes_with` a colour that the other `shows`; then the other clashes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import NamedTuple

import msgspec

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, SIZE_PER_INDUSTRY, Face, Kind, faces
from cityleague.engine.card_city_xl.ground import Ground
from cityleague.engine.card_city_xl.move_lists import Part
from cityleague.engine.card_city_xl.moves import Build, Move


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
        hand = possible(at, hand)
        enough = min(payable(at, hand), enough)
    if enough <= 1:
        return int(enough == 1 and any(map(at.sites, hand)))
    best, ground = 0, at.ground
    for i, kind in enumerate(hand):
        if kind in hand[:i] or not at.affords(kind):
            continue
        rest = [*hand[:i], *hand[i + 1 :]]
        for face in faces(kind.name, ground.board.sides):
            for cell in ground.board.each(ground.without_clash(face, ground.open & at.land)):
                for after in at.outcomes(face, cell):
                    best = max(best, 1 + most_buildable(after, rest, enough - 1))
                    if best == enough:
                        return best
    return best


def possible(at: Situation, hand: Sequence[Kind]) -> list[Kind]:
    """The cards of the hand that can be paid, and may get a cell sometime in this phase."""
    hopes, land = at.ground.hopes, at.land
    return [kind for kind in hand if not (kind.leisure and at.money < at.price) and hopes(kind, land)]


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
        return any(map(ground.suited, hand, repeat(free)))
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
    for after in at.outcomes(face, cell):  # noqa: SIM110  (`any` takes 1 % of random play)
        if most_buildable(after, rest, need) == need:
            return True
    return False


# -- the lists of legal moves; those that name a cell are made once for each board


@cache
def _builds_of(board: Board, kind: Kind) -> list[Mapping[int, Move]]:
    """The moves that build a card: for each way to turn it, by cell."""
    return [
        {bit: Build(kind.name, cell, face.turn) for bit, cell in board.cell.items()}
        for face in faces(kind.name, board.sides)
    ]


class Card(NamedTuple):
    """One card of a hand."""

    kind: Kind
    moves: Sequence[Mapping[int, Move]]
    """The moves that build it: for each way to turn it, by cell."""
    rest: tuple[Kind, ...]
    """The other cards of the hand."""


class Cards:
    """The cards of a hand, and how they can be built on a board whatever lies there. Never changed."""

    __slots__ = ("each", "kinds")

    def __init__(self, board: Board, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds
        self.each = tuple([self._card(board, kind) for kind in dict.fromkeys(kinds)])
        """The cards that differ."""

    def _card(self, board: Board, kind: Kind) -> Card:
        rest = [*self.kinds]
        rest.remove(kind)
        return Card(kind, _builds_of(board, kind), tuple(rest))


@lru_cache(maxsize=1 << 12)
def cards(board: Board, *kinds: Kind) -> Cards:
    """These cards; kept, as hands come again and again."""
    return Cards(board, kinds)


def builds(at: Situation, hand: Cards, most: int | None) -> tuple[list[Part], int]:
    """The ways to build a card that leave most cards of the hand buildable, and how many (`most`, if it is known)."""
    if len(hand.kinds) == 1:
        kind, moves, _ = hand.each[0]
        if not kind.split:
            return [(moves[0], at.sites(kind))], 1
    sites = {}
    for kind, _, _ in hand.each:
        sites[kind] = at.sites(kind)
    if not all(sites.values()):
        hand = cards(at.ground.board, *possible(at, hand.kinds))
    count = len(hand.kinds)
    if count == 1:
        return _leaving(at, hand, sites, 0), count
    if most is None:
        most = payable(at, hand.kinds)
    while not (parts := _leaving(at, hand, sites, most - 1)) and most > 1:
        most -= 1
    return parts, most


def _leaving(at: Situation, hand: Cards, sites: Mapping[Kind, int], need: int) -> list[Part]:
    """Every way to build a card of the hand so that `need` others can still be built."""
    parts: list[Part] = []
    for kind, moves, rest in hand.each:
        wanted = sites[kind]
        if not wanted:
            continue
        if need or kind.split:
            for turn, cells in enumerate(cells_leaving(at, kind, wanted, rest, need)):
                if cells:
                    parts.append((moves[turn], cells))
        else:
            parts.append((moves[0], wanted))
    return parts


def cells_leaving(at: Situation, kind: Kind, wanted: int, rest: Sequence[Kind], need: int) -> list[int]:
    """For each turn of a card: the `wanted` cells that leave `need` of the other cards buildable."""
    board, ground = at.ground.board, at.ground
    doubtful = wanted & ~_undisturbed(at, kind, rest, need, wanted) if need else 0
    if not doubtful and not kind.split:
        return [wanted]
    turned = []
    for face in faces(kind.name, board.sides):
        cells = ground.without_clash(face, wanted) if kind.split else wanted
        if doubtful:
            for cell in board.each(cells & doubtful):
                if not leaves(at, face, cell, rest, need):
                    cells ^= cell
        turned.append(cells)
    return turned


def _undisturbed(at: Situation, kind: Kind, rest: Sequence[Kind], need: int, wanted: int) -> int:
    """Cells, of those wanted, where the card leaves obvious places for `need` of the rest; others prove nothing.

    Places are cells where the others could be built as things are. The card takes its own cell from each of them, and
    those beside it from one that clashes with it. So many can be paid for, industry first if need be.
    """
    ground, board = at.ground, at.ground.board
    cells = ground.open & at.land
    if cells & ~board.middles[ground.frames]:  # any card can be built on a core, whatever is built on others
        cells &= board.cores[ground.frames]
    smog = 0
    if at.smog:
        smog += kind.industry
        for other in rest:
            smog += other.industry
    if need > 2 or cells.bit_count() <= need + smog:
        return 0
    disturbed, shows, star = wanted, kind.shows, board.sides + 1
    if need == 1:
        after = at if at.allowed > 1 and not kind.leisure else at.having_paid(kind, ground)
        for other in rest:
            if after.affords(other):
                places, clashes = ground.suited(other, cells), other.clashes_with & shows
                if places.bit_count() > (star if clashes else 1):
                    return wanted
                while places and disturbed:
                    place = places & -places
                    places ^= place
                    disturbed &= board.star[place] if clashes else place
    elif len(rest) == 2:
        first_card, second_card = rest
        first, second = ground.suited(first_card, cells), ground.suited(second_card, cells)
        first_clashes, second_clashes = first_card.clashes_with & shows, second_card.clashes_with & shows
        apart = first_card.clashes_with & second_card.shows
        first_spare = first.bit_count() - (star if first_clashes else 1)
        second_spare = second.bit_count() - (star if second_clashes else 1)
        if first_spare > 0 and second_spare > 0 and max(first_spare, second_spare) > (star if apart else 1):
            return wanted  # the one with the fewer cells takes any of them, and the other has another one
        while first and disturbed:  # pairs of places, far apart: mostly two are enough
            place = first & -first
            first ^= place
            if partners := second & ~(board.star[place] if apart else place):
                partner = 1 << partners.bit_length() - 1
                second = second ^ partner or second
                near = board.star[place] if first_clashes else place
                disturbed &= near | (board.star[partner] if second_clashes else partner)
    return wanted & ~disturbed
