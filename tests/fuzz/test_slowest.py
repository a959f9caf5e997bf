"""Refused logs cost no more than they may; what was too slow stays here."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cityleague.replays.replay import validate

from ..replays.helpers import dump, log
from ..rows import daily
from .choosing import Choices
from .counting import VALGRIND, instructions
from .slowest import BATCH, BYTES_COST, Slow, legal, legal_games, shares, slow

_POOL = "residentialcommerceindustryleisureparking"
LONG_NAMES = ["".join([_POOL[(17 * k + 5 * i + k * k) % len(_POOL)] for k in range(80)]) for i in range(40)]
"""Names of the letters that names of cards have, each again and again."""
LETTERS = LONG_NAMES[0]
ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßÄÖÜ"


def changed(game: str, mark: bytes, /, **fields: Any) -> Slow:
    """A game up to the longest line with this mark, in which these fields of it, or of its move, stand instead."""
    return spoilt(game, legal()[game], mark, fields)


def spoilt(game: str, lines: list[bytes], mark: bytes, fields: dict[str, Any]) -> Slow:
    at = max([i for i, line in enumerate(lines) if mark in line], key=lambda i: len(lines[i]))
    event = json.loads(lines[at])
    event.get("move", event).update(fields)
    return Slow(game, [*lines[:at], dump(event)])


def header(**fields: Any) -> Slow:
    return changed("between_two_cities", b'"log"', **fields)


CITY = "card_city_xl"
OF_FOUR = max(legal_games(CITY), key=lambda lines: len(json.loads(lines[0])["players"]))
"""A game of four, who divide more cards."""
SLOW = {
    "a lot of long names": changed(CITY, b'"divide"', open=LONG_NAMES, hidden=LONG_NAMES[::-1]),
    "a few long names beside many legal moves": spoilt(
        CITY, OF_FOUR[:12], b'"divide"', {"open": LONG_NAMES[:2], "hidden": LONG_NAMES[2:3]}
    ),
    "a card of a long name": changed(CITY, b'"build"', card=LETTERS),
    "a draw of long names": changed(CITY, b'"chance"', order=LONG_NAMES),
    "a long key": header(**{LETTERS: 1}),
    "many repeated keys": Slow(CITY, [b'{"log":1' + b"".join([b',"k%d":1' % (i // 2) for i in range(20_000)]) + b"}"]),
    "many keys, none of which tells the kind": Slow(
        CITY, [legal()[CITY][0], dump({name[:k]: k for name in LONG_NAMES for k in range(20, 80)})]
    ),
    "many keys that resemble one that does": Slow(
        CITY, [legal()[CITY][0], dump({f"{a}chan{b}e": 0 for a in ALPHABET for b in ALPHABET})]
    ),
    "an option of a long name": header(options={LETTERS: 1}),
    "a game of a long name": header(game=LETTERS),
    "hardly a header": Slow(CITY, [b'{"log":1}']),
    "deep nesting": Slow(CITY, [legal()[CITY][0], b"[" * 199 + b"]" * 199]),
}


@pytest.mark.parametrize("what", daily([*SLOW], 5))
def test_a_refused_log_takes_about_the_time_it_may(what: str, tmp_path: Path) -> None:
    """Time is unsteady: the bar is as high again, and the best of a few tries counts."""
    refused = SLOW[what]
    good = log(legal()[refused.game]) * (1 + len(refused.data) // len(log(legal()[refused.game])))

    def seconds(data: bytes) -> float:
        path = tmp_path / "game.jsonl"
        path.write_bytes(data)
        times = []
        for _ in range(3):
            begun = time.process_time()
            verdicts = list(validate(path))
            times.append(time.process_time() - begun)
        assert verdicts
        return min(times)

    legal_seconds = seconds(good) * len(refused.data) / len(good)
    assert seconds(refused.data) < 2 * BYTES_COST * legal_seconds


@pytest.mark.exhaustive
@pytest.mark.skipif(not VALGRIND, reason="nothing else counts instructions")
def test_no_refused_log_takes_more_instructions_than_it_may() -> None:
    found = dict(zip(SLOW, shares([*SLOW.values()]), strict=True))
    assert {what: share for what, share in found.items() if share > 1} == {}
    chance = Random(0)
    assert max(shares([slow(Choices.by_chance(chance)) for _ in range(BATCH)])) <= 1


@pytest.mark.exhaustive
@pytest.mark.skipif(not VALGRIND, reason="nothing else counts instructions")
def test_instructions_are_counted_the_same_at_each_run_and_more_for_more_games(tmp_path: Path) -> None:
    paths = []
    for times in (1, 10):
        paths.append(tmp_path / f"{times}.jsonl")
        paths[-1].write_bytes(b'{"log":1}\n' * times)
    single, ten = instructions(paths, paths)
    assert instructions(paths, paths) == pytest.approx([single, ten], rel=0.01)
    assert 3 * single < ten < 10 * single
