"""Phase 2: everyone builds the cards of the hand (rulebook: Bauwerke errichten).

`building` goes on until no card of the hand can be built; an industry may be followed by `smog`. The start player may
place the architect in between (variant). `put` builds bought cards too.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cityleague.engine.card_city_xl import hand_search, rules
from cityleague.engine.card_city_xl.cards import Face, Kind, faces, kind
from cityleague.engine.card_city_xl.city import Holding
from cityleague.engine.card_city_xl.ground import Ground
from cityleague.engine.card_city_xl.move_lists import DONE, OnCells, Part, moves_on
from cityleague.engine.card_city_xl.moves import Architect, Build, Done, Move, Smog
from cityleague.engine.card_city_xl.placing import verify_cell, verify_site
from cityleague.engine.card_city_xl.setting import Setting
from cityleague.engine.card_city_xl.table import BUILDING, PLACING_SMOG, CardCityTable
from cityleague.engine.rules import refuse

UNKNOWN = -1
"""A value of `CardCityTable.most_buildable`: some cards can be built, but how many has not been computed yet."""


def begin(table: CardCityTable, seat: int) -> None:
    """Let the seat build, if it has anything to decide; what it cannot build is discarded."""
    table.actor = seat
    table.architect_free = table.setting.architect and seat == table.order[0]
    table.most_buildable = UNKNOWN
    go_on(table)


def _kinds(table: CardCityTable) -> list[Kind]:
    """The cards of the actor's hand."""
    hand = table.hands[table.actor]
    return [*map(table.setting.kinds.__getitem__, hand.open + hand.hidden)]


def _at(table: CardCityTable) -> hand_search.Situation:
    """What the actor can build with; made when it is needed."""
    if table.at is None:
        table.at = table.situation(table.actor)
    return table.at


def _most_buildable(table: CardCityTable) -> int:
    """How many cards of the actor's hand can be built at most; computed when it is needed."""
    if table.most_buildable == UNKNOWN:
        hand = _kinds(table)
        table.most_buildable = hand_search.most_buildable(_at(table), hand, len(hand))
    return table.most_buildable


def _of_hand(table: CardCityTable) -> str:
    """How many cards can be built, for a refusal."""
    hand = table.hands[table.actor].cards
    return f"of the hand ({', '.join(hand)}) {_most_buildable(table)} can be built"


def go_on(table: CardCityTable) -> None:
    """Let the actor build on, if it has more to decide; otherwise its phase ends."""
    if decides(table):
        table.give_turn(table.actor, BUILDING)
    else:
        end(table)


def decides(table: CardCityTable) -> bool:
    """Whether the actor can build a card of its hand, or place the architect."""
    if not table.most_buildable and not table.architect_free:
        return False
    table.at = None
    if table.most_buildable == UNKNOWN:
        at = table.at = table.situation(table.actor)
        hand = _kinds(table)
        if any(map(at.sites, hand)):
            if len(hand) == 1:
                table.most_buildable = 1
            return True
        table.most_buildable = 0
    if table.most_buildable:
        return True  # every legal move leaves as many cards buildable as this says
    return table.architect_free and bool(_architect_cells(table))


def end(table: CardCityTable) -> None:
    """End the actor's phase: the architect leaves, and the rest of the hand is discarded."""
    table.decided(table.actor)
    table.architect = 0
    table.architect_free = False
    hand = table.hands[table.actor]
    hand.hider = None
    if hand.open or hand.hidden:
        left = hand.cards
        table.discards += left
        table.played[table.actor] += tuple(left)
        hand.open, hand.hidden = [], []


# -- building a card


class Built(msgspec.Struct, gc=False):
    """A card at its place, and what it brings about."""

    face: Face
    cell: int
    price: int
    ground: Ground
    """The city's ground with the card."""
    smog: bool
    """Whether smog follows it."""
    left: int = 0
    """How many more cards of the hand can be built at most."""


def verify_build(table: CardCityTable, seat: int, move: Build) -> Built:
    """The card at its place; raises IllegalMove if it cannot be built there, or other cards then could not."""
    face, city = _face(table, seat, move), table.cities[table.number[seat]]
    kind, cell, ground = face.kind, city.board.bit.get(move.cell, 0), city.ground
    own = city.holdings[table.place[seat]]
    price = hand_search.leisure_price(own.leisure, table.setting.crisis) if kind.leisure else 0
    cells = cell & ground.open & table.lands[seat]
    if (
        not cells
        or own.room <= 0
        or price > table.money[seat]
        or table.architect
        or not ground.without_clash(face, cells)
    ):
        verify_site(table, _at(table), face, move.cell)
    ground = ground.with_card(face, cell)  # the architect, if he stands there, is no part of it
    built = Built(face, cell, price, ground, kind.industry and brings_smog(table, seat, cell, ground))
    if table.most_buildable != 1:
        built.left = _left(table, own, built)
    return built


def brings_smog(table: CardCityTable, seat: int, cell: int, ground: Ground) -> bool:
    """Whether smog follows an industry on this cell; `ground`: the city's with it. The architect
    opens no cell that decides: as long as cells are free, a city touches another one than his.
    """
    city = table.cities[table.number[seat]]
    beside = table.smog and city.board.lines[cell] & city.ground.industry
    return bool(beside and ground.open & table.lands[seat] & ~table.architect)


def _face(table: CardCityTable, seat: int, move: Build) -> Face:
    """The card of the move, turned; raises IllegalMove."""
    card, hand = move.card, table.hands[seat]
    if card not in hand.open and card not in hand.hidden:
        message = f"the hand is {', '.join(hand.cards) or 'empty'}"
        refuse(rules.HAND, message, "card", lambda state: card not in state.table.hands[seat].cards + state.table.pool)
    turned = table.setting.faces[card]
    if not 0 <= move.turn < len(turned):
        limits = f"0 to {len(turned) - 1}" if len(turned) > 1 else "0 only, as it is not split"
        refuse(rules.TURN, f"{move.card} can be turned by {limits}", "turn")
    return turned[move.turn]


def _left(table: CardCityTable, own: Holding, built: Built) -> int:
    """How many other cards of the hand can still be built; raises IllegalMove if elsewhere it would be more."""
    face, cell, price, seat = built.face, built.cell, built.price, table.actor
    kind, most, rest = face.kind, table.most_buildable, _kinds(table)
    rest.remove(kind)
    # what can be said without a `Situation`: 8 % of validation, with split cards
    money, room, leisure = table.money[seat] - price, own.room + kind.gains, own.leisure + kind.leisure
    others = hand_search.surely_payable(rest, money, room, leisure, table.setting.crisis)
    if others is not None and not built.smog:
        need = len(others) if most == UNKNOWN else most - 1
        ground = built.ground.with_architect(table.architect) if table.architect else built.ground
        if not need or hand_search.have_places(ground, table.lands[seat], others, need, table.smog):
            return need
    at = _at(table)
    if most == UNKNOWN:
        need = max(hand_search.payable(at, hand_search.possible(at, [kind, *rest])) - 1, 0)
        if hand_search.leaves(at, face, cell, rest, need):
            return need
    need = _most_buildable(table) - 1
    if need and not hand_search.leaves(at, face, cell, rest, need):
        refuse(rules.MOST, f"{_of_hand(table)}, but not that many with this card here", "cell")
    return need


def legal_build(table: CardCityTable, seat: int) -> Sequence[Move]:
    """Every build that leaves as many cards of the hand buildable as possible; then the architect, and `done`."""
    parts: list[Part] = []
    if table.most_buildable:
        most = None if table.most_buildable == UNKNOWN else table.most_buildable
        held, at = table.hands[seat], table.at
        if at is None:
            at = table.at = table.situation(seat)
        parts, table.most_buildable = hand_search.builds(at, _hand(table.setting, *held.open, *held.hidden), most)
    if table.architect_free:
        parts.append((moves_on(table.city(seat).board, Architect), _architect_cells(table)))
        if not table.most_buildable:
            parts.append(DONE)
    return OnCells(parts)


@lru_cache(maxsize=1 << 12)
def _hand(setting: Setting, *names: str) -> hand_search.Cards:
    """The cards of these names, in their fixed order."""
    return hand_search.cards(
        setting.boards[0], *[setting.kinds[name] for name in sorted(names, key=setting.rank.__getitem__)]
    )


def apply_build(table: CardCityTable, seat: int, move: Build, built: Built) -> None:
    """Build the card, and go on."""
    hand = table.hands[seat]
    (hand.open if move.card in hand.open else hand.hidden).remove(move.card)  # of two equal cards, the open one
    table.played[seat] += (move.card,)
    table.most_buildable = built.left
    table.at = None
    put(table, built)
    if not (built.smog or built.left or (table.architect_free and decides(table))):
        end(table)


def put(table: CardCityTable, built: Built) -> None:
    """Pay for a card of the hand or a bought one, and build it; smog may have to be placed next."""
    seat = table.actor
    table.money[seat] -= built.price
    table.cities[table.number[seat]].build(built.face, built.cell, table.place[seat], built.ground)
    if built.smog:
        table.stage = PLACING_SMOG


# -- smog


def verify_smog(table: CardCityTable, _seat: int, move: Smog) -> int:
    """The cell that smog takes; raises IllegalMove unless it can go there."""
    bit = verify_cell(table, table.situation(table.actor), move.cell)
    if not bit & _smog_cells(table):
        refuse(rules.MOST, "with smog at another cell, more cards of the hand could still be built", "cell")
    return bit


def legal_smog(table: CardCityTable, seat: int) -> Sequence[Move]:
    """Every cell that smog can take."""
    return OnCells([(moves_on(table.city(seat).board, Smog), _smog_cells(table))])


def _smog_cells(table: CardCityTable) -> int:
    """The cells for smog after which the most cards of the hand can still be built."""
    at, rest, smog = table.situation(table.actor), _kinds(table), kind("smog")
    at, cells = at.on(at.ground, at.smog - 1), 0  # it has been taken from the supply
    for need in range(hand_search.payable(at, rest), -1, -1):
        (cells,) = hand_search.cells_leaving(at, smog, at.sites(smog), rest, need)
        if cells:
            break
    return cells


def put_smog(table: CardCityTable, cell: int) -> None:
    """Take smog from the supply to a cell."""
    city = table.city(table.actor)
    table.smog -= 1
    face = faces("smog", city.board.sides)[0]
    table.build(face, cell)


# -- the architect


def _architect_cells(table: CardCityTable, cells: int | None = None) -> int:
    """The cells, of these (None: of all), where the architect can stand without making fewer cards buildable."""
    hand = _kinds(table)
    if not hand:
        return 0
    at = table.situation(table.actor)
    if cells is None:
        cells = at.ground.open & at.land
    need = _most_buildable(table)
    good = 0
    while cells:
        cell = cells & -cells
        cells ^= cell
        if hand_search.most_buildable(at.on(at.ground.with_architect(cell), at.smog), hand, need) == need:
            good |= cell
    return good


def verify_architect(table: CardCityTable, seat: int, move: Architect) -> int:
    """The cell that the architect takes; raises IllegalMove unless he can be placed there now."""
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
    return bit


def apply_architect(table: CardCityTable, _seat: int, _move: Architect, cell: int) -> None:
    """Place the architect, and go on."""
    table.architect = cell
    table.architect_free = False
    table.most_buildable = UNKNOWN
    go_on(table)


def verify_done(table: CardCityTable, _seat: int, _move: Done) -> None:
    """Raise IllegalMove while a card can be built."""
    if table.most_buildable:
        refuse(rules.BUILD_DONE, _of_hand(table))


def apply_done(table: CardCityTable, _seat: int, _move: Done, _: None) -> None:
    """End the phase without placing the architect."""
    end(table)
