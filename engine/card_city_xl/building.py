"""Phase 2: everyone builds the cards of the hand (rulebook: Bauwerke errichten).

`building` goes on until no card of the hand can be built; an industry may be followed by `smog`. The start player may
place the architect in between (variant). `put` builds bought cards too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, Face, Kind, faces, kind
from cityleague.engine.card_city_xl.hand_search import (
    Situation,
    at_most,
    have_places_elsewhere,
    leaves,
    most_buildable,
    payable,
)
from cityleague.engine.card_city_xl.listing import DONE, Cards, Part, builds, cards, cells_leaving, moves_on
from cityleague.engine.card_city_xl.moves import Architect, Build, Cell, Done, Move, Smog
from cityleague.engine.card_city_xl.placing import verify_cell, verify_site
from cityleague.engine.card_city_xl.setting import Setting
from cityleague.engine.card_city_xl.table import BUILDING, PLACING_SMOG, Table
from cityleague.engine.listing import OnCells
from cityleague.engine.rules import refuse

UNKNOWN = -1
"""A value of `Table.most_buildable`: some cards can be built, but how many has not been computed yet."""


def begin(table: Table, seat: int) -> None:
    """Let the seat build, if it has anything to decide; what it cannot build is discarded."""
    table.actor = seat
    table.architect_free = table.setting.architect and seat == table.order[0]
    table.most_buildable = UNKNOWN
    go_on(table)


def _kinds(table: Table, without: str | None = None) -> list[Kind]:
    cards = table.hands[table.actor].cards
    if without is not None:
        cards.remove(without)
    return [table.setting.kinds[card] for card in cards]


def _at(table: Table) -> Situation:
    """What the actor can build with; made when it is needed."""
    if table.at is None:
        table.at = table.situation(table.actor)
    return table.at


def _most_buildable(table: Table) -> int:
    """How many cards of the actor's hand can be built at most; computed when it is needed."""
    if table.most_buildable == UNKNOWN:
        hand = _kinds(table)
        table.most_buildable = most_buildable(_at(table), hand, len(hand))
    return table.most_buildable


def _of_hand(table: Table) -> str:
    """How many cards can be built, for a refusal."""
    hand = table.hands[table.actor].cards
    return f"of the hand ({', '.join(hand)}) {_most_buildable(table)} can be built"


def go_on(table: Table) -> None:
    """Let the actor build on, if it has more to decide; otherwise its phase ends."""
    if decides(table):
        table.give_turn(table.actor, BUILDING)
    else:
        end(table)


def decides(table: Table) -> bool:
    """Whether the actor can build a card of its hand, or place the architect."""
    if not table.most_buildable and not table.architect_free:
        return False
    table.at = None
    if table.most_buildable == UNKNOWN:
        hand = table.hands[table.actor].cards
        if _obviously_builds(table, hand) or any(map(_at(table).sites, _kinds(table))):
            if len(hand) == 1:
                table.most_buildable = 1
            return True
        table.most_buildable = 0
    if table.most_buildable:
        return True  # every legal move leaves as many cards buildable as this says
    return table.architect_free and bool(_architect_cells(table))


def _obviously_builds(table: Table, hand: Sequence[str]) -> bool:
    """Whether a card of the hand can be built as far as can be said without a `Situation`; False proves nothing."""
    seat = table.actor
    city = table.cities[table.number[seat]]
    if table.architect or city.holdings[table.place[seat]].room <= 0:
        return False
    ground, kinds = city.ground, table.setting.kinds
    free = ground.open & table.lands[seat]
    for card in hand:
        held = kinds[card]
        if not held.leisure and ground.suited(held, free):
            return True
    return False


def end(table: Table) -> None:
    """End the actor's phase: the architect leaves, and the rest of the hand is discarded."""
    table.decided(table.actor)
    table.architect = 0
    table.architect_free = False
    hand = table.hands[table.actor]
    hand.hider = None
    if left := hand.cards:
        table.discards += left
        table.played[table.actor] += tuple(left)
        hand.open, hand.hidden = [], []


# -- building a card


def verify_build(table: Table, seat: int, move: Build) -> None:
    """Raise IllegalMove unless the card can be built there, and leaves enough other cards buildable."""
    at = _at(table)
    bit, hand, kinds = at.ground.board.bit.get(move.cell, 0), table.hands[seat], table.setting.kinds
    held = move.card in hand.open or move.card in hand.hidden
    # nearly every card is held and whole, and the cell takes it: then there is nothing more to find out
    if not held or move.turn or (card := kinds[move.card]).split or not at.sites(card) & bit:
        verify_site(table, at, _face(table, move), move.cell)
    if table.most_buildable != 1 and not _leaves_most(table, at, move, bit):
        refuse(rules.MOST, f"{_of_hand(table)}, but not that many with this card here", "cell")


def _face(table: Table, move: Build) -> Face:
    """The card of the move, turned; raises IllegalMove."""
    seat, card = table.actor, move.card
    hand = table.hands[seat].cards
    if card not in hand:
        message = f"the hand is {', '.join(hand) or 'empty'}"
        refuse(rules.HAND, message, "card", lambda state: not _there(state.table, seat, card))
    turned = faces(move.card, table.city(table.actor).board.sides)
    if not 0 <= move.turn < len(turned):
        limits = f"0 to {len(turned) - 1}" if len(turned) > 1 else "0 only, as it is not split"
        refuse(rules.TURN, f"{move.card} can be turned by {limits}", "turn")
    return turned[move.turn]


def _there(table: Table, seat: int, card: str) -> bool:
    """Whether a card is in a seat's hand, or among those of which the hand is made."""
    return card in table.hands[seat].cards or card in table.pool


def _leaves_most(table: Table, at: Situation, move: Build, cell: int) -> bool:
    """Whether with this card here as many cards of the hand as possible can still be built."""
    kind, rest = table.setting.kinds[move.card], _kinds(table, move.card)
    if table.most_buildable == UNKNOWN:
        most = 1 + len(rest)
        if not have_places_elsewhere(at, kind, cell, rest, most - 1):
            most = at_most(at, [kind, *rest])
            if most > 1 and (most > len(rest) or not have_places_elsewhere(at, kind, cell, rest, most - 1)):
                most = UNKNOWN  # only a search can tell
        table.most_buildable = most
        if most != UNKNOWN:
            return True
    need = _most_buildable(table) - 1
    return not need or leaves(at, _face(table, move), cell, rest, need)


def legal_build(table: Table, seat: int) -> Sequence[Move]:
    """Every build that leaves as many cards of the hand buildable as possible; then the architect, and `done`."""
    parts: list[Part] = []
    if table.most_buildable:
        most = None if table.most_buildable == UNKNOWN else table.most_buildable
        held, at = table.hands[seat], table.at
        if at is None:
            at = table.at = table.situation(seat)
        parts, table.most_buildable = builds(at, _hand(table.setting, *held.open, *held.hidden), most)
    if table.architect_free:
        parts.append((moves_on(table.city(seat).board, Architect), _architect_cells(table)))
        if not table.most_buildable:
            parts.append(DONE)
    return OnCells(parts)


@lru_cache(maxsize=1 << 12)
def _hand(setting: Setting, *names: str) -> Cards:
    """The cards of these names, in their fixed order."""
    return cards(setting.boards[0], *[setting.kinds[name] for name in sorted(names, key=setting.rank.__getitem__)])


def apply_build(table: Table, seat: int, move: Build) -> None:
    """Build the card, and go on."""
    setting = table.setting
    face = setting.faces[move.card][move.turn]
    table.hands[seat].remove(move.card)
    table.played[seat] += (move.card,)
    if face.kind.leisure:
        table.money[seat] -= _at(table).price if setting.crisis else LEISURE_PRICE
    table.at = None
    if table.most_buildable != UNKNOWN:
        table.most_buildable -= 1
    if put(table, face, move.cell):
        return
    # every legal move leaves as many cards buildable as are known to be: most need not be looked for
    if table.most_buildable <= 0 and not decides(table):
        end(table)


def put(table: Table, face: Face, cell: Cell) -> bool:
    """Build a card of the hand or a bought one; return whether smog must be placed."""
    seat = table.actor
    city = table.cities[table.number[seat]]
    bit = city.board.bit[cell]
    smog = table.smog and face.kind.industry and city.board.lines[bit] & city.ground.industry
    city.build(face, bit, table.place[seat])
    if smog and (at := table.situation(seat)).ground.free(at.land):
        table.stage = PLACING_SMOG
        return True
    return False


# -- smog


def verify_smog(table: Table, seat: int, move: Smog) -> None:
    """Raise IllegalMove unless smog can go there."""
    bit = verify_cell(table, table.situation(seat), move.cell)
    hand = _kinds(table)
    if not hand or have_places_elsewhere(_before_smog(table), kind("smog"), bit, hand, len(hand)):
        return
    if not bit & _smog_cells(table):
        refuse(rules.MOST, "with smog at another cell, more cards of the hand could still be built", "cell")


def legal_smog(table: Table, seat: int) -> Sequence[Move]:
    """Every cell that smog can take."""
    return OnCells([(moves_on(table.city(seat).board, Smog), _smog_cells(table))])


def _before_smog(table: Table) -> Situation:
    """The situation of the actor, who has taken smog from the supply."""
    at = table.situation(table.actor)
    return at.on(at.ground, at.smog - 1)


def _smog_cells(table: Table) -> int:
    """The cells for smog after which the most cards of the hand can still be built."""
    at, rest, smog = _before_smog(table), _kinds(table), kind("smog")
    cells = 0
    for need in range(payable(at, rest), -1, -1):
        (cells,) = cells_leaving(at, smog, at.sites(smog), rest, need)
        if cells:
            break
    return cells


def put_smog(table: Table, cell: Cell) -> None:
    """Take smog from the supply to a cell."""
    city = table.city(table.actor)
    table.smog -= 1
    face = faces("smog", city.board.sides)[0]
    table.build(face, city.board.bit[cell])


# -- the architect


def _architect_cells(table: Table, cells: int | None = None) -> int:
    """The cells, of these (None: of all), where the architect can stand without making fewer cards buildable."""
    hand = _kinds(table)
    if not hand:
        return 0
    at = table.situation(table.actor)
    if cells is None:
        cells = at.ground.free(at.land)
    need = _most_buildable(table)
    good = 0
    while cells:
        cell = cells & -cells
        cells ^= cell
        if most_buildable(at.on(at.ground.with_architect(cell), at.smog), hand, need) == need:
            good |= cell
    return good


def verify_architect(table: Table, seat: int, move: Architect) -> None:
    """Raise IllegalMove unless the architect can be placed there now."""
    if not table.setting.architect:
        refuse(rules.ARCHITECT, "this game is played without the architect")
    if seat != table.order[0]:
        refuse(rules.ARCHITECT, f"the architect is for seat {table.order[0]}, who started this round")
    if not table.architect_free:
        placed = "the architect was placed already"
        refuse(rules.ARCHITECT, placed, None, lambda state: state.table.architect and state.table.actor == seat)
    bit = verify_cell(table, table.situation(seat), move.cell)
    if not _architect_cells(table, bit):
        refuse(rules.MOST, f"{_of_hand(table)}, but not that many with the architect here", "cell")


def apply_architect(table: Table, seat: int, move: Architect) -> None:
    """Place the architect, and go on."""
    table.architect = table.city(seat).board.bit[move.cell]
    table.architect_free = False
    table.most_buildable = UNKNOWN
    go_on(table)


def verify_done(table: Table, _seat: int, _move: Done) -> None:
    """Raise IllegalMove while a card can be built."""
    if table.most_buildable:
        refuse(rules.BUILD_DONE, _of_hand(table))


def apply_done(table: Table, _seat: int, _move: Done) -> None:
    """End the phase without placing the architect."""
    end(table)
