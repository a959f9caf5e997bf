"""How many cards of a hand can be built at most, as all cards that can be built must be (rulebook: Bauregeln).

`most_buildable` is the search. `cells_leaving` gives the cells where a card may be built so that enough of the others
can still be built. Both are exact. Nearly always the others have so many cells that the card cannot take them all, or
there is an obvious plan for them that the card does not disturb; then there is no need to search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, SIZE_PER_INDUSTRY, Face, Kind, faces
from cityleague.engine.card_city_xl.ground import Ground


class Situation:
    """What a player can build with. Never changed."""

    __slots__ = ("allowed", "crisis", "ground", "land", "leisure", "money", "smog")

    def __init__(
        self, ground: Ground, land: int, allowed: int, money: int, leisure: int, smog: int, crisis: bool
    ) -> None:
        self.ground = ground
        self.land = land
        """The cells of his district."""
        self.allowed = allowed
        """How many more cards the size limit allows."""
        self.money = money
        self.leisure = leisure
        """How many leisure cards he has."""
        self.smog = smog
        """How many smog cards the supply has; 0 if the level has none."""
        self.crisis = crisis
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
        return self.allowed > 0 or not kind.size or kind.industry

    def sites(self, kind: Kind) -> int:
        """The cells on which the card can be built, turned somehow."""
        return self.ground.sites_turned(kind) & self.land if self.affords(kind) else 0

    def on(self, ground: Ground, smog: int) -> Situation:
        """The same on another ground, with so much smog in the supply."""
        return Situation(ground, self.land, self.allowed, self.money, self.leisure, smog, self.crisis)

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


def most_buildable(at: Situation, hand: Sequence[Kind], enough: int) -> int:
    """How many cards of the hand can be built, one after the other, at most; the search stops at `enough`."""
    if enough > 1:
        hand = sorted(hand, key=_no_industry)  # industry first, as it raises the size limit
        if enough <= len(hand) and _at_once(at, hand, enough - 1):
            return enough
        hand = [kind for kind in hand if at.ground.hopes(kind, at.land)]
        enough = min(payable(at, hand), enough)
    if enough <= 1:
        return int(enough == 1 and any(map(at.sites, hand)))
    if _at_once(at, hand, enough - 1):
        return enough
    best = 0
    for i, kind in enumerate(hand):
        if kind in hand[:i] or not at.affords(kind):
            continue
        rest = hand[:i] + hand[i + 1 :]
        for face in faces(kind.name, at.ground.board.sides):
            for cell in at.ground.board.each(at.ground.sites(face) & at.land):
                for after in at.outcomes(face, cell):
                    best = max(best, 1 + most_buildable(after, rest, enough - 1))
                    if best == enough:
                        return best
    return best


def _at_once(at: Situation, hand: Sequence[Kind], need: int) -> bool:
    """Whether there are obvious places for the last card of the hand and `need` others; False proves nothing."""
    *rest, kind = hand
    return any([have_places_elsewhere(at, kind, cell, rest, need) for cell in _few(at, at.sites(kind))])


def payable(at: Situation, hand: Sequence[Kind]) -> int:
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
    if not need or have_places_elsewhere(at, face.kind, cell, rest, need):
        return True
    return any(most_buildable(after, rest, need) == need for after in at.outcomes(face, cell))


def have_places_elsewhere(at: Situation, kind: Kind, cell: int, rest: Sequence[Kind], need: int) -> bool:
    """Whether the others have obvious places that a card at this cell does not touch; False proves nothing."""
    ground = at.ground
    board, sites = ground.board, ground.sites_turned
    frames = ground.frames & board.frames_with[cell]
    clear = board.rooms[frames] & ~board.star[cell] & at.land
    after = at if at.allowed > 2 and not kind.leisure else at.having_paid(kind, ground)
    smog = int(at.brings_smog(kind, cell))
    if need == 1:
        for other in rest:
            cells = sites(other) & clear
            if cells and after.affords(other) and (not smog or _spare(at, frames, cell, cells & -cells, 1)):
                return True
        return False
    if need > 2 or not _independent(after, rest):
        return False
    one, other = rest
    first, second = sites(one) & clear, sites(other) & clear
    if not first or not second:
        return False
    if one.industry and other.industry and at.smog:
        smog += 1  # that of the one which is built before the other; otherwise industry is built last
    for place in _few(at, first):
        within = frames & board.frames_with[place]
        partners = second & ~board.star[place] & board.rooms[within]
        if partners:
            partner = partners & -partners
            if not smog or _spare(at, within & board.frames_with[partner], cell | place, partner, smog):
                return True
    return False


def _spare(at: Situation, frames: int, built: int, last: int, smog: int) -> bool:
    """Whether so much smog finds cells besides those of the cards, of which the last one need not be in `frames`."""
    board = at.ground.board
    frames &= board.frames_with[last]
    cells = board.cores[frames] if smog > 1 else board.rooms[frames]
    return (at.ground.open & at.land & cells & ~(built | last)).bit_count() >= smog


def _independent(at: Situation, rest: Sequence[Kind]) -> bool:
    """Whether the rest are two cards that affect each other only by their places, if industry is built last."""
    if len(rest) != 2:
        return False
    one, other = rest
    return one.size + other.size <= at.allowed and at.money >= at.bill(one.leisure + other.leisure)


def cells_leaving(at: Situation, kind: Kind, rest: Sequence[Kind], need: int) -> Iterator[tuple[Face, int]]:
    """For each way to turn a card: the cells where it can be built so that `need` of the rest can still be built."""
    board, ground = at.ground.board, at.ground
    calm = board.grid.full
    if need and not _plenty(at, kind, rest, need):
        calm = _undisturbed(at, kind, rest, need)
        for cell in board.each(ground.sites_turned(kind) & at.land & ~calm):
            if have_places_elsewhere(at, kind, cell, rest, need):
                calm |= cell
    for face in faces(kind.name, board.sides):
        cells = ground.sites(face) & at.land
        doubtful = cells & ~calm
        if doubtful:
            cells &= calm
            for cell in board.each(doubtful):
                if any(most_buildable(after, rest, need) == need for after in at.outcomes(face, cell)):
                    cells |= cell
        yield face, cells


def _plenty(at: Situation, kind: Kind, rest: Sequence[Kind], need: int) -> bool:
    """Whether `need` of the rest have so many cells that the card and its smog cannot take all of them.

    A card takes its own cell and those beside it, smog takes one. Only cells in all possible frames count, so that they
    can be built on whichever is left.
    """
    after = at if at.allowed > 2 and not kind.leisure else at.having_paid(kind, at.ground)
    taken = at.ground.board.sides + 1
    cells = at.land & at.ground.board.cores[at.ground.frames]
    numbers = [(at.ground.sites_turned(other) & cells).bit_count() for other in rest if after.affords(other)]
    smog = kind.industry and at.smog > 0
    if need == 1:
        return max(numbers, default=0) > taken + smog
    if need > 2 or len(numbers) < 2 or not _independent(after, rest):
        return False
    one, other = rest
    smog += one.industry and other.industry and at.smog > 0
    return min(numbers) > taken + smog and max(numbers) > 2 * taken + smog


def _undisturbed(at: Situation, kind: Kind, rest: Sequence[Kind], need: int) -> int:
    """Cells of the board on which the card does not disturb one of a few plans for `need` cards of the rest.

    A plan has a cell for each of the others, where it could be built as things are, apart from the rest; and one more
    for the smog that the card may bring. The card does not disturb a plan if it touches none of the cells for the
    others, and leaves a frame that holds them all.
    """
    after = at.having_paid(kind, at.ground)
    if need > 2 or (need == 2 and not _independent(after, rest)):
        return 0
    if need == 2 and at.smog and rest[0].industry and rest[1].industry:
        return 0  # smog may come between them
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
    spare = at.ground.open & at.land & board.rooms[frames] & ~sum(plan)
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
