"""The rules for every card that comes into a city, and their refusals (rulebook: Bauregeln, Höchstgrenze)."""

from __future__ import annotations

from typing import NoReturn

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import COLOURS, Face
from cityleague.engine.card_city_xl.hand_search import Situation
from cityleague.engine.card_city_xl.moves import Cell
from cityleague.engine.card_city_xl.table import Table
from cityleague.engine.grid import named
from cityleague.engine.rules import refuse


def verify_cell(at: Situation, cell: Cell) -> int:
    """The bit of a cell that could take some card; raises IllegalMove."""
    board = at.ground.board
    bit = board.bit.get(cell, 0)
    if not bit & at.ground.free(at.land):
        _refuse_cell(at, cell, bit)
    return bit


def _refuse_cell(at: Situation, cell: Cell, bit: int) -> NoReturn:
    board, where = at.ground.board, named(cell)
    if bit & at.ground.covered:
        refuse(rules.OCCUPIED, f"{where} is taken", "cell")
    if bit & sum(board.lands) & ~at.land:
        refuse(rules.FOREIGN, f"{where} belongs to the district of another player", "cell")
    if not bit & at.land & at.ground.room:
        refuse(rules.FRAME, f"with a card at {where} the city would not fit into its frame", "cell")
    refuse(rules.APART, f"{where} touches no card", "cell")


def verify_site(table: Table, at: Situation, face: Face, cell: Cell) -> int:
    """The bit of a cell on which the actor can build the card and pay for it; raises IllegalMove."""
    bit = at.ground.board.bit.get(cell, 0)
    if not bit & at.land & at.ground.sites(face) or not at.affords(face.kind):
        verify_cell(at, cell)
        verify_size(table, face)
        verify_neighbours(at, face, cell)
        refuse(rules.LEISURE, f"leisure costs {at.price} $; seat {table.actor} has {at.money} $", "card")
    return bit


def verify_neighbours(at: Situation, face: Face, cell: Cell) -> None:
    """Raise IllegalMove if the card would touch a colour that it must not touch."""
    would = f"at {named(cell)} {face.kind.name} would touch"
    for shun in face.shuns:
        if not at.ground.tolerates(shun, at.ground.board.bit[cell]):
            if shun.colour == shun.own:
                refuse(rules.COLOUR, f"{would} its own colour", "cell")
            refuse(rules.INDUSTRY, f"{would} {COLOURS[shun.colour]}", "cell")


def verify_size(table: Table, face: Face) -> None:
    """Raise IllegalMove if the size limit does not allow the actor another card."""
    own = table.holding(table.actor)
    if face.kind.size and not face.kind.industry and own.room <= 0:
        refuse(rules.SIZE, f"the city has {own.size} cards, all that {own.industries} industry allows", "card")
