"""Phase 2: nearly every build, verified and made in one step, as a validator needs it.

`building` has the rules, and all refusals; this is a quicker way to do the same. It makes the ground with the card only
once: it looks there for places for the other cards, and then the city keeps it. It makes only builds that leave obvious
places for all other cards that can be paid, or for as many as are known to be possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cityleague.engine.card_city_xl.building import UNKNOWN, apply_build, end, verify_build
from cityleague.engine.card_city_xl.cards import LEISURE_PRICE, Kind
from cityleague.engine.card_city_xl.ground import Ground
from cityleague.engine.card_city_xl.moves import Build
from cityleague.engine.card_city_xl.table import PLACING_SMOG, Table


def play_build(table: Table, seat: int, move: Build) -> None:
    """Build the card if it can be built there; raises IllegalMove."""
    if not _plays(table, seat, move):
        verify_build(table, seat, move)
        apply_build(table, seat, move)


def _plays(table: Table, seat: int, move: Build) -> bool:
    """Build the card if it obviously can be built there; False proves nothing."""
    setting = table.setting
    city, land = table.cities[table.number[seat]], table.lands[seat]
    ground = city.ground
    cell = city.board.bit.get(move.cell, 0)
    if not cell & ground.open & land or setting.architect or setting.crisis:
        return False
    card, hand = move.card, table.hands[seat]
    held = hand.open if card in hand.open else hand.hidden
    if card not in held:
        return False
    turned = setting.faces[card]
    if not 0 <= move.turn < len(turned):
        return False
    face = turned[move.turn]
    for shunned in face.avoids:
        if ground.looks[shunned] & cell:
            return False
    kind, place, money = face.kind, table.place[seat], table.money[seat]
    room = city.holdings[place].room
    if room <= 0 and kind.size and not kind.industry:
        return False
    if kind.leisure:
        money -= LEISURE_PRICE
        if money < 0:
            return False
    new, most = ground.with_card(face, cell), table.most_buildable
    smog = False
    if kind.industry and table.smog:
        smog = city.board.lines[cell] & ground.industry != 0 and new.open & land != 0
    need = most - 1
    if need:
        rest = hand.cards
        rest.remove(card)
        others = _payable(rest, setting.kinds, money, room + kind.gains)
        if others is None:
            return False
        if most == UNKNOWN:
            need = len(others)
        if need and not _leaves(new, land, others, need, table.smog, smog):
            return False
    # nothing has been changed up to here
    held.remove(card)
    table.played[seat] += (card,)
    table.money[seat] = money
    table.most_buildable = need
    table.at = None
    city.build(face, cell, place, new)
    if smog:
        table.stage = PLACING_SMOG
    elif not need:
        end(table)
    return True


def _payable(hand: Sequence[str], kinds: Mapping[str, Kind], money: int, room: int) -> list[Kind] | None:
    """As many cards of the hand as money and size limit allow; None if its industry may raise the limit in time."""
    payable = []
    for card in hand:
        kind = kinds[card]
        if kind.leisure:
            if money < LEISURE_PRICE:
                continue
            money -= LEISURE_PRICE
        if kind.size:
            if room <= 0:
                if any(kinds[other].industry for other in hand):
                    return None
                continue
            room -= 1
        payable.append(kind)
    return payable


def _leaves(ground: Ground, land: int, hand: Sequence[Kind], need: int, smog: int, brought: bool) -> bool:
    """Whether there obviously are places for so many cards of the hand; False proves nothing.

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
