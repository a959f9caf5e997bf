"""What a tile replaces is said with the move that builds it."""

from __future__ import annotations

from pathlib import Path

from cityleague.engine.neom.looks.words import describe
from cityleague.engine.neom.moves import Build
from cityleague.engine.neom.view import View
from cityleague.replays import recorded_games

DATA = Path(__file__).parents[2] / "examples/conformance/good"


def test_a_build_says_what_lies_there() -> None:
    over = beside = 0
    for game in recorded_games(DATA / "neom.jsonl"):
        for position in game.positions():
            if isinstance(position.move, Build):
                view = position.view(position.seat)
                assert isinstance(view, View)
                assert position.seat is not None
                city = view.cities[position.seat]
                tiles = {placed.cell: placed.tile for placed in city.tiles}
                there = tiles.get(position.move.cell)
                words = describe(position.setup, view, position.move, position.header.players)
                if there is not None:
                    assert f"over {position.setup.components.tiles[there].name} ({there})" in words
                    over += 1
                elif position.move.cell == (0, 0):
                    assert "of the board" in words
                    over += 1
                else:
                    assert " over " not in words
                    beside += 1
    assert over > 20
    assert beside > 100
