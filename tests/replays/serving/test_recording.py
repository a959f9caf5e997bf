"""Recorded games are written down again by tapping, through HTTP, to their end."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import play
from cityleague.replays.log import Header, decode_header
from tests.replays.people.tables import Made, events, setup_of
from tests.replays.serving.tapping import Tapper
from tests.replays.serving.visiting import house
from tests.rows import daily

EXAMPLES = Path("examples")
LOGS = ["by-hand", "neom-by-hand", "card-city-by-hand", "city_tycoon", "twentieth_century"]
MOST_TAPS = 1.6
"""A move, on average, those among them for which there was no other."""
MOST_BYTES = 8 << 10
"""A move, compressed, with all that is fetched on the way to it and for draws."""

MOST_UNSEEN = 105
"""The same for all of Between Two Cities with three players whose hands nobody saw, with the draws."""


def what_people_do(made: list[Made]) -> list[Made]:
    """The moves of a game."""
    return [event for event in made if isinstance(event[0], int)]


def recorded(name: str) -> tuple[Header, list[Made]]:
    """A game by hand, or one between bots: its header, and what happened."""
    if name in GAMES:
        seats = find_game(name).seats[0]
        log = play(name, ["greedy"] * seats, seed="7").log
    else:
        log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    lines = [line for line in log.splitlines() if line.strip()]
    return msgspec.structs.replace(decode_header(lines[0]), seed=UNSET), events(lines)


def written_down(header: Header, made: list[Made], folder: Path) -> tuple[list[Made], Tapper]:
    """Write a game down by taps; what is in its log then, which validates."""
    setup = setup_of(header)
    with house(folder) as there:
        visitor = there.visitor()
        form = {f"player{seat}": player for seat, player in enumerate(header.players)}
        options = {f"option.{name}": _text(value) for name, value in header.options.items()}
        page = visitor.post({**form, **options}, f"/new/record/{header.game}")
        assert page.status == 200
        (file,) = folder.glob("*.jsonl")
        tapper = Tapper(visitor, setup, header.players)
        tapper.write_down(page, made, file)
    return events(file.read_bytes().splitlines()), tapper


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", daily(LOGS))
def test_a_game_is_written_down_by_taps(name: str, tmp_path: Path) -> None:
    header, made = recorded(name)
    got, tapper = written_down(header, made, tmp_path)
    assert got == made
    assert sum(tapper.taps) / len(what_people_do(made)) <= MOST_TAPS
    assert tapper.visitor.bytes / len(tapper.taps) <= MOST_BYTES


@pytest.mark.exhaustive
def test_a_game_whose_hands_nobody_saw_takes_few_taps(tmp_path: Path) -> None:
    header, made = recorded("by-hand")
    unseen: list[Made] = [(who, [None] * len(what)) if isinstance(who, str) else (who, what) for who, what in made]
    got, tapper = written_down(header, unseen, tmp_path)
    assert got == unseen
    assert sum(tapper.taps) + tapper.draws <= MOST_UNSEEN


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
