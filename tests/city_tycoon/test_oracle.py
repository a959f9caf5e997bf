"""The engine against an independent, slow implementation of the whole game."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.drafting import in_order
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.town import GENERAL
from cityleague.engine.components import packaged
from cityleague.engine.protocol import Draw

from .helpers import course, plain
from .oracle import Oracle

COMPONENTS: dict[str, Any] = msgspec.json.decode(packaged("city_tycoon"))
EVERY = 5
"""At every so many decisions the whole set of legal moves is compared."""


def same_due(state: TycoonState, oracle: Oracle) -> None:
    """Both wait for the same thing."""
    due = state.pending()
    if due is None:
        assert oracle.due() is None
    elif isinstance(due, Draw):
        assert ("draw", due.name, list(due.items), due.take) == oracle.due()
    else:
        assert ("decide", due.kind, due.seats) == oracle.due()


def same_table(state: TycoonState, oracle: Oracle) -> None:
    """Both have the same on the table."""
    table, town = state.table, state.table.town
    assert table.money == list(oracle.money)
    assert [account.points for account in table.accounts] == list(oracle.points)
    assert table.yellow == list(oracle.yellow)
    assert table.terrain_left == oracle.terrain_left
    assert town.terrain == oracle.terrain
    owners = {cell: None if town.owners[tile] == GENERAL else town.owners[tile] for cell, tile in town.at.items()}
    assert owners == oracle.owners
    assert {works.cell: works.cubes for works in town.works} == oracle.cubes
    if table.stage == "building":
        assert [in_order(table, hand) for hand in table.kept] == [in_order(table, list(h)) for h in oracle.hands]
        assert table.order == tuple(oracle.order)
    for sheet, expected in zip(state.scores(), oracle.results(), strict=True):
        assert sheet.total == expected["total"]
        assert sheet.tiebreaks[0].value == expected["money"]


def what(oracle: Oracle, seat: int, move: dict[str, Any]) -> object:
    """A move as far as its effects go: of two ways of a cube that pay the same, one is as good as the other."""
    if move["type"] == "cube":
        return oracle.outlay(seat, move)
    return tuple(sorted((key, str(value)) for key, value in move.items() if value != 0 or key != "demand"))


def same_moves(state: TycoonState, oracle: Oracle, seat: int) -> None:
    """Both allow the same, each way of a cube that no other one undercuts just once."""
    listed = [plain(move) for move in state.legal(seat)]
    assert all(oracle.allows(seat, move) for move in listed)
    mine = [what(oracle, seat, move) for move in listed]
    assert len(set(mine)) == len(mine)
    assert set(mine) == {what(oracle, seat, plain_lists(move)) for move in oracle.legal(seat)}


def plain_lists(move: dict[str, Any]) -> dict[str, Any]:
    """A move with lists where the oracle has tuples."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move))
    return found


def compare(seats: int, seed: str, file: dict[str, Any] = COMPONENTS) -> None:
    """Play a random game and hold every step against the oracle."""
    oracle, box = Oracle({}, seats, file), load(msgspec.json.encode(file))
    for step, (state, event) in enumerate(course(seats, seed, box)):
        same_due(state, oracle)
        same_table(state, oracle)
        if event is None:
            continue
        if isinstance(event, list):
            oracle.draw(event)
            continue
        seat, move = event
        if step % EVERY == 0:
            same_moves(state, oracle, seat)
        oracle.move(seat, plain(move))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_game_runs_as_the_oracle_says(seats: int, seed: int) -> None:
    compare(seats, f"oracle/{seats}/{seed}")


@pytest.mark.parametrize(
    "changes",
    [{"money": 60, "sale": 15}, {"terrain": 8}, {"fee": 1}, {"fee": 5, "money": 90}, {"hand": 3, "terrain": 4}],
    ids=str,
)
def test_other_figures_are_played_as_the_oracle_says(changes: dict[str, int]) -> None:
    file = copy.deepcopy(COMPONENTS)
    file["setup"] |= changes
    compare(3, f"figures/{changes}", file)
