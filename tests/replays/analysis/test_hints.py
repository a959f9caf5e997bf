"""Hints: a legal move, from what the seat can know and nothing else, and noted in the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.analysis import hint

from ...cli.helpers import run
from ...cli.typing_in import piped
from ...rows import daily


def begun(name: str, moves: int = 4) -> tuple[Setup, State[Any]]:
    """A game of two, or of as few as can play it, after a few moves, made at random."""
    game = find_game(name)
    setup = Setup(game, game.options(), game.components(None), max(2, game.seats[0]))
    state, chooser = setup.begin(), Stream("hints", name)
    while True:
        due = state.pending()
        if isinstance(due, Draw):
            state.resolve(outcome("7", due))
        elif isinstance(due, Decision):
            legal = state.legal(due.seats[0])
            if moves <= 0 and len(legal) > 1:
                return setup, state
            state.apply(due.seats[0], legal[chooser.below(len(legal))])
            moves -= 1


@pytest.mark.parametrize("name", daily(list(GAMES)))
def test_a_hint_is_legal_and_the_same_for_all_that_the_seat_can_imagine(name: str) -> None:
    setup, state = begun(name)
    due = state.pending()
    assert isinstance(due, Decision)
    seat = due.seats[0]
    first = hint(setup, state, seat, "a name")
    state.copy().apply(seat, first)
    for world in range(2):
        imagined = setup.imagine(state.view(seat), Stream("world", str(world)))
        assert hint(setup, imagined, seat, "a name") == first


@pytest.mark.parametrize("answers", daily([["1", "", "undo", "quit"], ["quit"], ["hint", "quit"], ["1", "", "1", ""]]))
def test_the_log_notes_who_has_asked_for_a_hint_whatever_comes_then(answers: list[str], tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    said = piped(["play", "between_two_cities", "me", "greedy", "-o", str(path)], "hint", *answers)
    assert "A hint, which is a bot's opinion: picks" in said
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    noted = [number for number, line in enumerate(lines) if line.get("note") == "seat 0 has asked for a hint"]
    assert len(noted) == 1
    assert not any("move" in line and line["seat"] == 0 for line in lines[: noted[0]])
    assert run("validate", path, "--still-running").exit_code == 0
