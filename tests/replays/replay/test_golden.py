"""Games of random bots on file: recorded again from their headers, they are the same byte for byte."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.card_city_xl import moves
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Header, decode_header
from cityleague.replays.log.events import is_header
from cityleague.replays.players import record_game
from cityleague.replays.replay import ComponentFiles, begin
from cityleague.replays.tournaments import Plan, Tournament, numbered, play_single

from ..helpers import DATA, OLDER, log


def games(path: Path) -> Iterator[tuple[Header, bytes]]:
    """Each game of a file: its header and all of its lines."""
    lines = path.read_bytes().splitlines()
    starts = [i for i, line in enumerate(lines) if is_header(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield decode_header(lines[start]), log(lines[start:end])


def recorded_anew(header: Header) -> bytes:
    """The game of random bots that has this header; its rules and figures may be older ones."""
    setup, _ = begin(header, ComponentFiles())
    today = find_game(header.game)
    if (setup.game, setup.components) != (today, today.components(None)):
        return log(record_game(setup, header, [parse("random", setup.game)] * setup.seats))
    bots = tuple(numbered(["random"] * len(header.players)))
    plan = Plan(game=header.game, bots=bots, seed=str(header.seed), options=dict(header.options))
    return play_single(Tournament(plan))


def called(header: Header) -> str:
    """The name of a game in the list of tests."""
    values = ["+".join(value) if isinstance(value, list) else f"{value}" for value in header.options.values()]
    return "-".join([header.game, header.rules, str(len(header.players)), *values])


FILES = [*sorted(DATA.glob("*.jsonl")), *sorted(OLDER.glob("*.jsonl"))]
GOLDEN = [game for path in FILES for game in games(path)]
CARD_CITY = [(header, text) for header, text in GOLDEN if header.game == "card_city_xl"]


@pytest.mark.parametrize(("header", "text"), GOLDEN, ids=[called(header) for header, _ in GOLDEN])
def test_recording_gives_the_same_bytes_again(header: Header, text: bytes) -> None:
    assert recorded_anew(header) == text


# -- what the games on file cover


def test_card_city_is_on_file_at_every_level_and_victory_with_all_numbers_of_players() -> None:
    assert {len(header.players) for header, _ in CARD_CITY} == {1, 2, 3, 4}
    assert {header.options["level"] for header, _ in CARD_CITY} == set(get_args(moves.Level))
    assert {header.options["victory"] for header, _ in CARD_CITY} == set(get_args(moves.Victory))
    assert {header.options["seating"] for header, _ in CARD_CITY} == {"given", "drawn"}


def test_card_city_is_on_file_with_each_variant_in_all_its_shapes() -> None:
    uses = Counter([variant for header, _ in CARD_CITY for variant in header.options["variants"]])
    assert set(uses) == set(get_args(moves.Variant))
    assert min(uses.values()) >= 2
    united = [header for header, _ in CARD_CITY if "united_city" in header.options["variants"]]
    assert {len(header.players) for header in united} == {2, 3, 4}
    rings = [header for header, _ in CARD_CITY if "suburbs" in header.options["variants"]]
    assert {header.options["level"] == "simplified" for header in rings} == {True, False}


def test_card_city_is_on_file_with_moves_of_every_kind() -> None:
    seen = {
        move["type"] for _, text in CARD_CITY for line in text.splitlines() if (move := json.loads(line).get("move"))
    }
    assert seen == {kind.__struct_config__.tag for kind in get_args(moves.Move)}
