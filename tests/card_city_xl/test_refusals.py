"""Every build of a position against brute force: what the rules allow is accepted, all else refused with their code.

The brute force knows only the rules: it tries every order, cell, turn and place for smog, and spares itself nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from cityleague.engine.boards.bits import set_with
from cityleague.engine.card_city_xl.building import UNKNOWN
from cityleague.engine.card_city_xl.moves import Architect, Build, Cell, Move
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import BUILDING
from cityleague.engine.chance import Stream
from cityleague.engine.rules import IllegalMove

from .helpers import Way, course, options, scene, ways
from .reference_city import SUBURB, Card, City, Layout


class Here(City):
    """The city of the seat that builds, with its part of the ground and of the size limit as the engine has them."""

    def __init__(self, state: CardCityState) -> None:
        table, seat = state.table, state.table.actor
        city, self.place = table.city(seat), table.place[seat]
        board, lands = city.board, city.board.lands
        layout: Layout = "united" if table.setting.united else "suburbs" if table.setting.suburbs else "own"
        super().__init__(table.setting.side, layout, len(lands), table.setting.crisis)
        for bit, face in city.faces.items():
            owner = next((place for place, land in enumerate(lands) if land & bit), SUBURB)
            self.cards[board.cell[bit]] = Card(face.kind.name, face.turn, owner)
        self.architect = board.cell.get(table.architect)
        self.land = {*board.cells(table.lands[seat])}
        self.more_room = table.holding(seat).room - (super().limit(self.place) - self.size(self.place))

    def in_district(self, cell: Cell, place: int) -> bool:
        return cell in self.land

    def in_some_district(self, cell: Cell) -> bool:
        return any(super(Here, self).in_district(cell, place) for place in range(self.places))

    def limit(self, place: int) -> int:
        return super().limit(place) + self.more_room

    def most(self, place: int, hand: Sequence[str], money: int, smog: int, goal: int | None = None) -> int:
        """The most cards of the hand that can be built one after the other."""
        best = 0
        for name in set(hand):
            rest = [*hand]
            rest.remove(name)
            for cell, turn in self.buildable(place, name, money):
                best = max(best, 1 + self.most_after(place, name, cell, turn, rest, money, smog, len(rest)))
                if best == len(hand):
                    return best
        return best

    def broken(self, name: str, cell: Cell, turn: int, money: int) -> set[str]:
        """The codes of the rules that a card would break there, whatever else is in the hand."""
        codes = set()
        beside = self.cards.keys() | {self.architect}
        if cell in beside:
            codes.add("OCCUPIED")
        if cell not in self.land:
            codes.add("FOREIGN-DISTRICT" if self.in_some_district(cell) else "FRAME")
        elif not self.in_frame(cell):
            codes.add("FRAME")
        if not beside & {*self.around(cell)}:
            codes.add("APART")
        if not self.within_limit(self.place, name):
            codes.add("SIZE-LIMIT")
        if self.price(self.place, name) > money:
            codes.add("LEISURE-COST")
        for side, seen in enumerate(self.seen_from(cell)):
            pair = {self.face_of(name, turn, side), seen[1]} if seen else set()
            if pair == {"industry", "residential"}:
                codes.add("INDUSTRY-NEXT-TO-RESIDENTIAL")
            elif pair in ({"residential"}, {"commerce"}):
                codes.add("SAME-COLOUR")
        return codes


def refusals(state: CardCityState) -> Counter[str]:
    """Compare the builds of the position, a few of those far away too; return how many were refused, by code.

    Those that were accepted have no code.
    """
    table, seat = state.table, state.table.actor
    here, hand = Here(state), [*table.hands[seat].cards]
    money, smog, said = table.money[seat], table.smog, Counter[str]()
    most = here.most(here.place, hand, money, smog)
    if not most:
        return said
    near = here.land.union(*map(here.around, here.land))
    cells = [cell for i, cell in enumerate(table.city(seat).board.bit) if cell in near or i % 9 == 0]
    moves: dict[Move, set[str]] = {}
    for name, cell in product(sorted({*hand}), cells):
        rest = [*hand]
        rest.remove(name)
        for turn in here.turns(name):
            codes = here.broken(name, cell, turn, money)
            if not codes and here.most_after(here.place, name, cell, turn, rest, money, smog, len(rest)) < most - 1:
                codes = {"MOST-CARDS"}
            moves[Build(name, cell, turn)] = codes
    for cell in here.free_cells(here.place) if table.architect_free else ():
        here.architect = cell
        moves[Architect(cell)] = {"MOST-CARDS"} if here.most(here.place, hand, money, smog) < most else set()
        here.architect = None
    for known in (UNKNOWN, most):
        for move, codes in moves.items():
            table.most_buildable, table.at = known, None
            try:
                state.verify(seat, move)
            except IllegalMove as error:
                code = error.rule.code.removeprefix("CCXL-BUILD-")
                assert code in codes, move
                said[code] += 1
                continue
            assert not codes, move
            said[""] += 1
            if isinstance(move, Build):
                after = state.copy()
                after.apply(seat, move)
                assert after.table.most_buildable == most - 1 or most == 1
        table.most_buildable, table.at = known, None
        assert {*state.legal(seat)} == {move for move, codes in moves.items() if not codes}
    return said


def positions(players: int, way: Way, seed: str, every: int) -> Iterator[CardCityState]:
    """Positions of a random game in which a seat builds, with another hand, less money, room, smog and land."""
    stream = Stream(seed, "positions")
    for step, (now, event) in enumerate(course(players, options(way), seed)):
        if step % every or not isinstance(event, tuple) or now.table.stage != BUILDING:
            continue
        state = now.copy()
        table, seat = state.table, state.table.actor
        city, hand, cards = table.city(seat), table.hands[seat], [*table.setting.rank]
        cards += 3 * [name for name in cards if {"industry", "leisure"} & {*name.split("/")}]
        hand.open, hand.hidden = [stream.choice(cards) for _ in range(2 + stream.below(2))], []
        hand.open[0] = hand.open[stream.below(2)]
        table.money[seat] = stream.choice([0, 5, 9, 10, 10, 15])
        table.smog = min(table.smog, stream.below(3))
        if stream.below(3):
            table.holding(seat).room = stream.below(3)
        near = city.board.each(city.ground.room & city.ground.edge & ~city.ground.covered & table.lands[seat])
        if stream.below(6) == 0:
            hand.open.pop()
            yield state
        elif near:  # few cells decide, and some that touch one of them
            land = set_with([stream.choice(near).bit_length() - 1 for _ in range(1 + stream.below(4))])
            land |= city.board.star[stream.choice(near)] if stream.below(2) else 0
            table.lands = (*table.lands[:seat], land & table.lands[seat], *table.lands[seat + 1 :])
            yield state


def compared(chosen: Sequence[tuple[int, Way]], every: int) -> Counter[str]:
    """What was said of every build of the positions of a random game for each of these ways to play."""
    said = Counter[str]()
    for players, way in chosen:
        for state in positions(players, way, f"refusals/{players}/{way}", every):
            said += refusals(state)
    return said


EVERY_CODE = {
    *("", "OCCUPIED", "FOREIGN-DISTRICT", "FRAME", "APART", "SIZE-LIMIT", "LEISURE-COST"),
    *("INDUSTRY-NEXT-TO-RESIDENTIAL", "SAME-COLOUR", "MOST-CARDS"),
}


@pytest.mark.exhaustive
def test_what_brute_force_finds_illegal_is_refused_and_nothing_else() -> None:
    some = [(players, way) for players in (1, 2, 3, 4) for way in [*ways(players)][players::23]]
    said = compared(some, 3)
    assert said.keys() == EVERY_CODE
    assert said["MOST-CARDS"] > 50


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_in_every_way_to_play_what_brute_force_finds_illegal_is_refused(players: int) -> None:
    assert compared([(players, way) for way in ways(players)], 2)["MOST-CARDS"] > 200


def test_no_frame_holds_both_ends_of_a_row() -> None:
    """Of two cards for the cells at the ends of a row of four one can be built."""
    state = scene("K M K K", "K C", level="simplified")
    table, seat = state.table, state.table.actor
    bit = table.city(seat).board.bit
    table.holding(seat).room = 5
    table.lands = (bit[-2, 0] | bit[3, 0],)
    assert refusals(state)[""] == 2 * 2 * 2


@pytest.mark.parametrize("room", [1, 2])
def test_the_size_limit_counts_for_the_cards_after_the_next(room: int) -> None:
    """Three residential cards and places for all: as many are built as there is room for, then the turn is over."""
    state = scene("R M R", "R R R", level="normal")
    table, seat = state.table, state.table.actor
    table.holding(seat).room = room
    table.most_buildable = UNKNOWN
    for left in range(room, 0, -1):
        assert (table.actor, table.stage) == (seat, BUILDING)
        move = next(move for move in state.legal(seat) if isinstance(move, Build))
        table.most_buildable = UNKNOWN
        state.apply(seat, move)
        assert table.most_buildable == left - 1
    assert table.hands[seat].cards == []
    assert table.stage != BUILDING
