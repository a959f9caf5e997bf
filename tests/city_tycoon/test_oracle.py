"""The engine against an independent, slow implementation of the whole game."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.drafting import in_order
from cityleague.engine.city_tycoon.moves import Options, Pass
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import CUBES
from cityleague.engine.city_tycoon.town import GENERAL
from cityleague.engine.components import packaged

from .. import oracles
from ..rows import daily
from .helpers import DEFAULT, course, plain
from .oracle import Oracle
from .scenes import varied

COMPONENTS: dict[str, Any] = msgspec.json.decode(packaged("city_tycoon"))
SOME, MORE = 7, 5
"""At every so many steps all legal moves are compared: every day, and in the exhaustive run."""


def same_table(state: TycoonState, oracle: Oracle) -> None:
    """The engine and the oracle have the same on the table."""
    table, town = state.table, state.table.town
    assert table.money == list(oracle.money)
    assert [account.points for account in table.accounts] == list(oracle.points)
    assert table.yellow == list(oracle.yellow)
    assert table.terrain_left == oracle.terrain_left
    assert town.terrain == oracle.terrain
    owners = {cell: None if town.owners[tile] == GENERAL else town.owners[tile] for cell, tile in town.at.items()}
    assert owners == oracle.owners
    assert {plant.cell: plant.cubes for plant in town.plants} == oracle.cubes
    if table.stage == "building":
        assert [in_order(table, hand) for hand in table.kept] == [in_order(table, list(h)) for h in oracle.hands]
        assert table.order == tuple(oracle.order)
    for sheet, expected in zip(state.scores(), oracle.results(), strict=True):
        assert sheet.total == expected["total"]
        assert sheet.tiebreaks[0].value == expected["money"]


Way = tuple[tuple[int, int], frozenset[int], int]
"""A cube: its plant, who is paid for crossings, and how much all get."""


def way(oracle: Oracle, seat: int, move: dict[str, Any], fee: int) -> Way:
    """What a cube does: its plant, who is paid for crossings, and how much all get."""
    plant, paid = oracle.outlay(seat, move)
    crossings = list(paid)
    owner = oracle.owners[plant]
    if owner != seat:
        crossings[0 if owner is None else owner + 1] -= fee
    return plant, frozenset(i for i, money in enumerate(crossings) if money), sum(crossings)


def cheapest(ways: set[Way]) -> set[Way]:
    """For each plant and set of payees the cheapest, unless some of them alone would get no more."""
    return {
        way
        for way in ways
        if not any(other != way and other[0] == way[0] and other[1] <= way[1] and other[2] <= way[2] for other in ways)
    }


def same_moves(state: TycoonState, oracle: Oracle, seat: int) -> None:
    """Both allow the same; of a cube's ways the cheapest for each set of payees is listed, once."""
    listed = [plain(move) for move in state.legal(seat)]
    assert all(oracle.allows(seat, move) for move in listed)
    theirs: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(oracle.legal(seat)))
    if state.table.stage == CUBES:
        fee = state.table.box.basics.fee
        mine = [way(oracle, seat, move, fee) for move in listed]
        assert len(set(mine)) == len(mine)
        assert set(mine) == cheapest({way(oracle, seat, move, fee) for move in theirs})
    else:
        assert sorted(map(key, listed)) == sorted(map(key, theirs))


def key(move: dict[str, Any]) -> str:
    """A move with its default fields, as text."""
    return str(sorted(({"demand": 0} | move).items()))


def compare(seats: int, seed: str, every: int, file: dict[str, Any] = COMPONENTS, options: Options = DEFAULT) -> int:
    """Play a random game and hold it against the oracle; return how often somebody passed."""
    oracle, events = (
        Oracle(msgspec.to_builtins(options), seats, file),
        course(seats, seed, load(msgspec.json.encode(file)), options),
    )
    made = oracles.compare(events, oracle, every, table=same_table, moves=same_moves)
    return sum(isinstance(move, Pass) for move in made)


@pytest.mark.parametrize(("seed", "every"), daily([(0, SOME), *[(seed, MORE) for seed in range(3)]]))
@pytest.mark.parametrize("seats", daily([2, 3, 4, 5], 2))
def test_every_game_runs_as_the_oracle_says(seats: int, seed: int, every: int) -> None:
    compare(seats, f"oracle/{seats}/{seed}", every)


@pytest.mark.parametrize("every", daily([SOME, MORE]))
@pytest.mark.parametrize("seats", daily([3, 5]))
def test_with_final_passes_games_run_as_the_oracle_says(seats: int, every: int) -> None:
    """At most one pass of each seat in each round; otherwise random players pass far more often."""
    final = compare(seats, f"passing/3/{seats}", every, options=Options("final"))
    assert final <= 4 * seats < compare(seats, f"passing/3/{seats}", every)


FIGURES = [{"fee": 5, "money": 90}, {"hand": 3, "terrain": 4}, {"money": 60, "sale": 15}, {"terrain": 8}, {"fee": 1}]


@pytest.mark.parametrize(
    ("changes", "every"),
    daily([*[(figures, SOME) for figures in FIGURES[:2]], *[(figures, MORE) for figures in FIGURES]], 2),
    ids=str,
)
def test_other_figures_are_played_as_the_oracle_says(changes: dict[str, int], every: int) -> None:
    file = copy.deepcopy(COMPONENTS)
    file["setup"] |= changes
    compare(3, f"figures/{changes}", every, file)


@pytest.mark.parametrize(
    ("seats", "every"), daily([(4, SOME), (2, SOME), *[(seats, MORE) for seats in range(2, 6)]], 2)
)
def test_what_a_real_copy_may_state_is_played_as_the_oracle_says(seats: int, every: int) -> None:
    """Plants of their own for each kind, up to six demands, several rewards at once."""
    compare(seats, f"varied/{seats}", every, varied(str(seats)))
