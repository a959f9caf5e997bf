"""Which cards of a hand can be built where, so that as many as possible are built: the lists of legal moves.

The moves that name a cell are made once for each board; a list says which of the cells are meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from cityleague.engine.card_city_xl import hand_search
from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import Kind, faces
from cityleague.engine.card_city_xl.moves import Build, Done, Move

Part = tuple[Mapping[int, Move], int]
"""Moves by cell, and the cells that are meant."""

DONE: Part = ({1: Done()}, 1)
"""The move `done`, which names no cell."""


@cache
def moves_on(board: Board, move: type[Any], *fields: str) -> Mapping[int, Move]:
    """Moves of a type whose other fields, before the cell, are these, by cell."""
    return {bit: move(*fields, cell) for bit, cell in board.cell.items()}


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


def builds(at: hand_search.Situation, hand: Cards, most: int | None) -> tuple[list[Part], int]:
    """The ways to build a card so that as many of the hand as possible, with this one, can be built; and how many can.

    `most`: how many can, if it is known.
    """
    if len(hand.kinds) == 1:
        kind, moves, _ = hand.each[0]
        if not kind.split:
            return [(moves[0], at.sites(kind))], 1
    sites = dict.fromkeys(hand.kinds, 0)
    for kind in sites:
        sites[kind] = at.sites(kind)
    if not all(sites.values()):
        hand = cards(at.ground.board, *[kind for kind in hand.kinds if sites[kind] or hand_search.possible(at, kind)])
    count = len(hand.kinds)
    if count == 1:
        return _leaving(at, hand, sites, 0), count
    if most is None:
        most = hand_search.payable(at, hand.kinds)
    while not (parts := _leaving(at, hand, sites, most - 1)) and most > 1:
        most -= 1
    return parts, most


def _leaving(at: hand_search.Situation, hand: Cards, sites: Mapping[Kind, int], need: int) -> list[Part]:
    """Every way to build a card of the hand so that `need` others can still be built."""
    parts: list[Part] = []
    for kind, moves, rest in hand.each:
        wanted = sites[kind]
        if not wanted:
            continue
        if need or kind.split:
            for turned, cells in zip(moves, cells_leaving(at, kind, wanted, rest, need), strict=True):
                if cells:
                    parts.append((turned, cells))
        else:
            parts.append((moves[0], wanted))
    return parts


def cells_leaving(at: hand_search.Situation, kind: Kind, wanted: int, rest: Sequence[Kind], need: int) -> list[int]:
    """For each way to turn a card: the cells where it can be built so that `need` of the rest can still be built.

    `wanted`: the cells where it can be built at all, turned somehow.
    """
    board, ground = at.ground.board, at.ground
    doubtful = wanted & ~_undisturbed(at, kind, rest, need, wanted) if need else 0
    if not doubtful and not kind.split:
        return [wanted]
    turned = []
    for face in faces(kind.name, board.sides):
        cells = ground.without_clash(face, wanted) if kind.split else wanted
        if doubtful:
            for cell in board.each(cells & doubtful):
                if not hand_search.leaves(at, face, cell, rest, need):
                    cells ^= cell
        turned.append(cells)
    return turned


def _compatible(at: hand_search.Situation) -> int:
    """Cells where any card can be built as far as frames are concerned, whatever is built on others of them."""
    board, ground = at.ground.board, at.ground
    cells = ground.open & at.land
    return cells & board.cores[ground.frames] if cells & ~board.middles[ground.frames] else cells


def _undisturbed(at: hand_search.Situation, kind: Kind, rest: Sequence[Kind], need: int, wanted: int) -> int:
    """Cells, of those wanted, where the card leaves obvious places for `need` of the rest; others prove nothing.

    Places are cells where the others could be built as things are. The card takes its own cell from each of them, and
    those beside it from one that clashes with it.
    """
    board, cells = at.ground.board, _compatible(at)
    smog = 0
    if at.smog:
        smog += kind.industry
        for other in rest:
            smog += other.industry
    if need > 2 or cells.bit_count() <= need + smog:
        return 0
    after = at if at.allowed > need and not kind.leisure else at.having_paid(kind, at.ground)
    disturbed, shows, star = wanted, kind.shows, board.sides + 1
    if need == 1:
        for other in rest:
            if after.affords(other):
                places, clashes = at.ground.suited(other, cells), other.clashes_with & shows
                if places.bit_count() > (star if clashes else 1):
                    return wanted
                while places and disturbed:
                    place = places & -places
                    places ^= place
                    disturbed &= board.star[place] if clashes else place
    elif hand_search.independent(after, rest):
        first_card, second_card = rest
        first, second = at.ground.suited(first_card, cells), at.ground.suited(second_card, cells)
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
