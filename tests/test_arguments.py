"""Whoever uses the library is told what was wrong, and is shown no more than a line; what bots see is documented."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import inspect

from cityleague.engine import next_decision, prepare
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import PlanError, play
from cityleague.replays.reports.describing import described, docstrings, structs


@pytest.mark.parametrize("seat", ["0", 1.5, [0]])
def test_what_is_no_seat_is_told(seat: Any) -> None:
    state = prepare("between_two_cities", 3).begin()
    next_decision(state, "7")
    move = state.legal(0)[0]
    for call in (state.legal, state.view, lambda seat: state.apply(seat, move), lambda seat: state.verify(seat, move)):
        with pytest.raises(TypeError, match="a seat is a whole number from 0 to 2, not"):
            call(seat)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="a number of players is a whole number, not '3'"):
        prepare("neom", "3")  # type: ignore[arg-type]
    with pytest.raises(PlanError, match="a seed is text, such as '7', not 7"):
        play("between_two_cities", ["random"] * 3, seed=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown field `colour`"):
        find("between_two_cities").move_of({"type": "pick", "tiles": ["park", "shop"], "colour": "red"})


@pytest.mark.parametrize("name", GAMES)
def test_what_one_looks_at_is_told_in_a_line(name: str) -> None:
    game = play(name, ["random"] * find(name).seats[1], seed="7")
    position = next(game.positions())
    for shown in (position.setup, position.setup.game, position.setup.components, position.state, position, game):
        assert len(repr(shown)) < 250
    assert repr(position).startswith(f"<Position of {name} after 0 moves, before seat ")


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_views_and_moves_is_documented(name: str) -> None:
    """In views by a docstring of its own; in moves and options also by its name in that of its class."""
    game = find(name)
    view = type(prepare(name, game.seats[1]).begin().view(0))
    moves = structs(inspect.type_info(game.moves))
    kinds = [*structs(inspect.type_info(view)), *moves, game.options]
    bare = {
        f"{kind.__name__}.{field}"
        for kind in kinds
        for field, says in docstrings(kind).items()
        if not says and (kind not in [*moves, game.options] or f"`{field}`" not in (kind.__doc__ or ""))
    }
    assert not bare
    text = described(game)
    for kind in kinds[:-1]:
        assert " ".join((kind.__doc__ or "?").split()) in text
        assert all(f"- `{field}`" in text for field in kind.__struct_fields__)
