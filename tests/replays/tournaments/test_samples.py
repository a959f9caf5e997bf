"""Which blocks of a tournament are played again: its share of each shard, by chance, and by the games themselves."""

from __future__ import annotations

from collections.abc import Collection
from math import comb, sqrt
from random import Random

import pytest

from cityleague.replays.tournaments import Sample, sample_of

from ...rows import rows

HEX = "0123456789abcdef" * 2


def drawn(percent: str, hexadecimal: str, *shards: Collection[int], content: bytes = b"") -> list[int]:
    return Sample(percent, hexadecimal).blocks(shards, [content])


def random_hex(chaos: Random) -> str:
    return f"{chaos.getrandbits(128):032x}"


@rows(
    ("percent", "shards", "counts"),
    [
        ("5", (range(1200),), (60,)),
        ("5", (range(1201),), (61,)),
        ("7", (range(100),), (7,)),
        ("0.5", (range(1000),), (5,)),
        ("5", (range(0, 40, 2), range(1, 40, 2)), (3, 3)),
        ("5", (range(2), range(2, 100)), (2, 5)),
        ("100", (range(7), range(7, 9)), (7, 2)),
        ("0.000001", (range(9),), (3,)),
    ],
)
def test_a_sample_has_the_share_of_each_shard_and_three_blocks_at_least(
    percent: str, shards: tuple[range, ...], counts: tuple[int, ...]
) -> None:
    chaos = Random(1)
    for _ in range(5):
        blocks = drawn(percent, random_hex(chaos), *shards)
        assert blocks == sorted(set(blocks))
        assert tuple([sum(block in shard for block in blocks) for shard in shards]) == counts


def test_forged_blocks_are_found_as_often_as_chance_says() -> None:
    """The hypergeometric distribution tells how often none of the forged blocks is drawn. At 5 %, one is found in 5 %
    of cases, and of 59 one at least in 95 %, as PROOF.md says."""
    chaos, trials, blocks, drawn_of_them = Random(2), 1000, 400, 20
    samples = [set(drawn("5", random_hex(chaos), range(blocks))) for _ in range(trials)]
    for forged in (1, 10, 59):
        where = chaos.sample(range(blocks), forged)
        found = sum(not sample.isdisjoint(where) for sample in samples) / trials
        expected = 1 - comb(blocks - forged, drawn_of_them) / comb(blocks, drawn_of_them)
        assert abs(found - expected) < 4 * sqrt(expected * (1 - expected) / trials) + 1e-9, forged
    assert 1 - comb(blocks - 1, drawn_of_them) / comb(blocks, drawn_of_them) == pytest.approx(0.05)
    assert 1 - comb(blocks - 59, drawn_of_them) / comb(blocks, drawn_of_them) > 0.95


def test_every_block_is_drawn_equally_often() -> None:
    chaos, trials = Random(3), 3000
    times = [0] * 20
    for _ in range(trials):
        for block in drawn("25", random_hex(chaos), range(20)):
            times[block] += 1
    assert sum(times) == 5 * trials
    assert all(abs(times_ - trials / 4) < 5 * sqrt(trials * 3 / 16) for times_ in times)


def test_other_games_mean_another_sample() -> None:
    samples = {tuple(drawn("5", HEX, range(400), content=b"%d" % number)) for number in range(20)}
    assert len(samples) == 20


def test_a_sample_without_digits_is_drawn_anew() -> None:
    first, two = sample_of("5%").with_digits(), sample_of("5%").with_digits()
    assert first.drawn != two.drawn
    assert sample_of(str(first)) == first == first.with_digits()


@rows(
    "text", ["5", "", "%", "0%", "101%", "-5%", "5%:", "5%:abc", f"5%:{HEX}0", f"5%:{'g' * 32}", "1/20", "5e0%", "٥%"]
)
def test_what_is_no_sample_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="as 5%; or 5%:HEX, with the 32 hex digits"):
        sample_of(text)
