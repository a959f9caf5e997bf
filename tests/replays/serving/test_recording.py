"""Recorded games are written down again by tapping, through HTTP, to their end."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from cityleague.engine.protocol import Draw
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import play
from cityleague.replays.log import Header, decode_header
from cityleague.replays.replay import validate
from tests.replays.people.tables import Made, events, followed, setup_of
from tests.replays.serving.tapping import Tapper
from tests.replays.serving.visiting import house

EXAMPLES = Path("examples")
LOGS = ["by-hand", "neom-by-hand", "card-city-by-hand", "city_tycoon", "twentieth_century"]


def recorded(name: str) -> tuple[Header, list[Made]]:
    """A game by hand, or one between bots: its header, and what happened."""
    if name in GAMES:
        seats = find_game(name).seats[0]
        log = play(name, ["greedy"] * seats, seed="7").log
    else:
        log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    lines = [line for line in log.splitlines() if line.strip()]
    return msgspec.structs.replace(decode_header(lines[0]), seed=UNSET), events(lines)


@pytest.mark.parametrize("name", LOGS)
def test_a_game_is_written_down_by_taps(name: str, tmp_path: Path) -> None:
    header, made = recorded(name)
    setup = setup_of(header)
    with house(tmp_path) as there:
        visitor = there.visitor()
        form = {f"player{seat}": player for seat, player in enumerate(header.players)}
        options = {f"option.{name}": _text(value) for name, value in header.options.items()}
        page = visitor.post({**form, **options, "do": ""}, f"/new/record/{header.game}")
        assert page.status == 200
        (file,) = tmp_path.glob("*.jsonl")
        tapper = Tapper(visitor, setup, header.players)
        while (so_far := events(lines := file.read_bytes().splitlines())) != made:
            assert so_far == made[: len(so_far)]
            who, what = made[len(so_far)]
            state = followed(header, lines)
            if isinstance(who, str):
                pending = state.pending()
                assert isinstance(pending, Draw)
                page = tapper.draw(page, pending, what)  # type: ignore[arg-type]
            else:
                page = tapper.move(page, state, who, what)
    got = events(file.read_bytes().splitlines())
    assert got == made
    assert [verdict.finding for verdict in validate(str(file))] == [None]
    print(
        name,
        len(tapper.taps),
        sum(tapper.taps),
        sum(tapper.taps) / len(tapper.taps),
        tapper.draws,
        visitor.bytes / max(len(tapper.taps), 1),
        visitor.requests,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
