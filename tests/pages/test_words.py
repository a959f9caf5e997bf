"""What a move says to everybody: nothing that only its seat knows."""

from __future__ import annotations

import re

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.looks.targets import YOU
from cityleague.engine.protocol import Decision
from cityleague.replays.pages import names_of, position
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import ComponentFiles
from cityleague.replays.serving.news import deed
from cityleague.replays.testing.games import course, full_table, refusal

from ..rows import rows
from .games import NAMES, events, log_of, raw_of


@pytest.mark.exhaustive
@rows("game", NAMES)
def test_a_move_tells_nothing_that_others_do_not_know(game: str) -> None:
    """In a state that another seat takes for possible, the same move is told in the same words."""
    setup = full_table(game)
    pictures = pictures_of(setup.game)
    assert pictures
    names = names_of([f"p{seat}" for seat in range(setup.seats)])
    compared = 0
    for number, (state, step) in enumerate(course(setup, some=80)):
        if not isinstance(step.due, Decision):
            continue
        seat, move = step.event
        watcher = (seat + 1 + number % (setup.seats - 1)) % setup.seats
        other = setup.imagine(state.view(watcher), Stream("words", str(number)))
        if setup.game.conceals(step.due, move) or refusal(other, seat, move) is not None:
            continue
        told = pictures.describe(setup, other.view(seat), move, names)
        assert told == pictures.describe(setup, state.view(seat), move, names)
        for reader in range(setup.seats):
            seen = [YOU if reader == other else name for other, name in enumerate(names)]
            short = deed(setup, state.view(seat), move, seen)
            assert short == deed(setup, other.view(seat), move, seen)
            assert re.fullmatch(r"[a-z]+( .*[^ .])?", short), short
            assert not re.search(r"-?\d+, -?\d+|\bseat|None|[{}]|\byou\'s\b", short), short
        compared += 1
    assert compared > 5


def test_the_face_down_cards_of_a_lot_are_told_to_nobody_else() -> None:
    """The seat that divides decides which cards lie face down."""
    log = log_of("card_city_xl", 3)
    moves = [line for line in events(log) if "move" in line]
    told = [step.move for step in walk(raw_of(log), ComponentFiles()).steps if step.move]
    divided = [number for number, line in enumerate(moves) if line["move"]["type"] == "divide"]
    assert divided
    assert all(told[number].secret for number in divided)
    number = divided[0]
    shown = position(raw_of(log), ComponentFiles(), number + 1)
    others = [None, *{0, 1, 2} - {moves[number]["seat"]}]
    assert all("chooses in secret" in str(shown.svg(seat)) for seat in others)
    assert "chooses in secret" not in str(shown.svg(moves[number]["seat"]))
