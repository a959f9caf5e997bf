"""The rules for every card that comes into a city, and their refusals (rulebook: Bauregeln, Höchstgrenze)."""

from functools import partial
from typing import Any, NoReturn

from cityleague.engine.boards.grid import place_name
from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import COLOURS, Clash, Face
from cityleague.engine.card_city_xl.hand_search import Situation
from cityleague.engine.card_city_xl.moves import Cell
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.rules import refuse


def verify_cell(table: CardCityTable, at: Situation, cell: Cell) -> int:
    """The bit of a cell that could take some card of the actor; raises IllegalMove."""
    board = at.ground.board
    bit = board.bit.get(cell, 0)
    if not bit & at.ground.open & at.land:
        _refuse_cell(at, cell, bit, table.actor)
    return bit


def _refuse_cell(at: Situation, cell: Cell, bit: int, seat: int) -> NoReturn:
    board, where = at.ground.board, place_name(cell)
    if bit & at.ground.covered:
        refuse(rules.OCCUPIED, f"{where} is taken", "cell", lambda state: _lies_on(state.table, seat, bit))
    if bit & sum(board.lands) & ~at.land:
        refuse(rules.FOREIGN, f"{where} belongs to the district of another player", "cell")
    if not bit & at.land & at.ground.room:
        refuse(rules.FRAME, f"with a card at {where} the city would not fit into its frame", "cell")
    refuse(rules.APART, f"{where} touches no card", "cell")


def _lies_on(table: CardCityTable, seat: int, bit: int) -> bool:
    """Whether a card or the architect stands on a cell of a seat's city."""
    return bit in table.city(seat).faces or table.architect == bit


def verify_site(table: CardCityTable, at: Situation, face: Face, cell: Cell) -> int:
    """The bit of a cell on which the actor can build the card and pay for it; raises IllegalMove."""
    bit = at.ground.board.bit.get(cell, 0)
    if not at.ground.without_clash(face, bit & at.land & at.ground.open) or not at.affords(face.kind):
        verify_cell(table, at, cell)
        verify_size(table, face)
        verify_neighbours(table, at, face, cell)
        seat, price = table.actor, at.price
        message = f"leisure costs {price} $; seat {seat} has {at.money} $"
        refuse(rules.LEISURE, message, "card", lambda state: state.table.money[seat] < price)
    return bit


def verify_neighbours(table: CardCityTable, at: Situation, face: Face, cell: Cell) -> None:
    """Raise IllegalMove if the card would touch a colour that it must not touch."""
    would = f"at {place_name(cell)} {face.kind.name} would touch"
    seat, bit = table.actor, at.ground.board.bit[cell]
    for clash in face.clashes:
        if at.ground.has_clash(clash, bit):
            rule = rules.COLOUR if clash.colour == clash.own else rules.INDUSTRY
            touched = "its own colour" if clash.colour == clash.own else COLOURS[clash.colour]
            refuse(rule, f"{would} {touched}", "cell", partial(_touches, seat, clash, bit))


def _touches(seat: int, clash: Clash, bit: int, state: Any) -> bool:
    """Whether a card at a cell of a seat's city touches a colour that it must not touch."""
    situation: Situation = state.table.situation(seat)
    return situation.ground.has_clash(clash, bit)


def verify_size(table: CardCityTable, face: Face) -> None:
    """Raise IllegalMove if the size limit does not allow the actor another card."""
    own = table.holding(table.actor)
    if face.kind.size and not face.kind.industry and own.room <= 0:
        refuse(rules.SIZE, f"the city has {own.size} cards, all that {own.industries} industry allows", "card")
