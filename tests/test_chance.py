"""Chance, checked against the algorithm as engine/chance.py describes it in words."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.engine.chance import Stream, outcome, verify_draw
from cityleague.engine.protocol import Draw

NAME = "chance/d"
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def numbers(seed: str, name: str) -> Iterator[int]:
    """The 32-bit numbers of a stream."""
    key = blake2b(seed.encode("utf-8"), digest_size=32).digest()
    for block in count():
        data = block.to_bytes(8, "little") + name.encode("utf-8")
        yield from struct.unpack("<16I", blake2b(data, digest_size=64, key=key).digest())


def below(stream: Iterator[int], n: int) -> int:
    while True:
        x = next(stream)
        if x < 2**32 - 2**32 % n:
            return x % n


def drawn(seed: str, name: str, items: Sequence[object], size: int) -> list[object]:
    stream = numbers(seed, name)
    pool = list(items)
    for i in range(size):
        j = i + below(stream, len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:size]


@given(texts, texts, st.lists(st.integers(1, 2**32) | st.integers(2**31, 2**32), max_size=50))
def test_numbers_are_those_of_the_description(seed: str, name: str, limits: list[int]) -> None:
    stream, reference = Stream(seed, name), numbers(seed, name)
    assert [stream.below(n) for n in limits] == [below(reference, n) for n in limits]


@given(texts, texts, st.integers(0, 80), st.data())
def test_draws_are_those_of_the_description(seed: str, name: str, size: int, data: st.DataObject) -> None:
    items = list(range(size))
    take = data.draw(st.integers(0, size))
    assert Stream(seed, name).draw(items, take) == drawn(seed, name, items, take)
    assert items == list(range(size))


@given(texts, texts, st.lists(st.integers(0, 3), max_size=12))
def test_a_games_chance_comes_from_the_stream_of_the_draws_name(seed: str, name: str, items: list[int]) -> None:
    assert outcome(seed, Draw(name, items, len(items))) == drawn(seed, f"chance/{name}", items, len(items))


def test_the_outcome_is_the_draw_of_the_stream_where_numbers_are_skipped() -> None:
    seeds = [
        seed for seed in map(str, range(3000)) if b"\xff\xff" in struct.pack("<40I", *islice(numbers(seed, NAME), 40))
    ]
    assert len(seeds) > 2
    for seed in seeds:
        assert outcome(seed, Draw("d", range(60), 40)) == drawn(seed, NAME, range(60), 40)


def test_the_test_vectors_hold() -> None:
    """Of numbers, also of the second block of 16, of a draw of 5 from 10, and of a shuffle."""
    stream = Stream("7", "demo")
    assert [stream.below(2**32) for _ in range(4)] == [1869151548, 1916467786, 1480109548, 231032353]
    stream = Stream("Zürich 🎲", "chance/runde-1")
    assert [stream.below(1000) for _ in range(8)] == [889, 859, 553, 659, 593, 761, 376, 15]
    stream = Stream("", "")
    assert [stream.below(2**32) for _ in range(18)][15:] == [272363912, 2298027552, 2760669304]
    assert Stream("seed", "draw").draw(range(10), 5) == [5, 6, 1, 7, 9]
    items = ["shop", "factory", "office", "park", "house", "park"]
    assert outcome("0", Draw("round-1", items, 6)) == ["factory", "house", "park", "shop", "park", "office"]


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 2**30, 2**32 - 2**24])
def test_numbers_beyond_the_last_multiple_are_skipped(n: int) -> None:
    limit = 2**32 - 2**32 % n
    name = next(name for name in map(str, count()) if next(numbers("reject", name)) >= limit)
    stream, reference = Stream("reject", name), numbers("reject", name)
    assert [stream.below(n) for _ in range(40)] == [below(reference, n) for _ in range(40)]


def test_a_number_that_is_skipped_really_occurs() -> None:
    first, second = islice(numbers("reject", "6"), 2)
    n = 2**31 + 1
    assert first >= n > second
    assert Stream("reject", "6").below(n) == second


def test_below_one_is_zero_and_below_2_to_the_32_is_the_number_itself() -> None:
    assert Stream("a", "b").below(1) == 0
    assert Stream("a", "b").below(2**32) == next(numbers("a", "b"))


@pytest.mark.parametrize("n", [2, 6, 7, 108])
def test_numbers_are_uniform(n: int) -> None:
    stream = Stream("uniform", str(n))
    size = 300 * n
    counts = Counter(stream.below(n) for _ in range(size))
    chi_square = sum((counts[x] - 300) ** 2 / 300 for x in range(n))
    assert chi_square < n - 1 + 5 * (2 * n) ** 0.5  # five standard deviations


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    counts = Counter("".join(Stream(str(i), "order").draw("abc", 3)) for i in range(6000))
    assert len(counts) == 6
    assert max(abs(times - 1000) for times in counts.values()) < 150


def test_streams_differ_by_seed_and_by_name() -> None:
    streams = [("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a", "B"), ("a", "b ")]
    assert len({Stream(*words).below(2**32) for words in streams}) == len(streams)


pools = st.lists(st.one_of(st.sampled_from("abc"), st.integers(0, 2)), max_size=8)


@given(pools, pools, st.integers(0, 9))
def test_exactly_the_sub_multisets_of_the_right_size_can_be_outcomes(
    items: list[str | int], order: list[str | int], take: int
) -> None:
    possible = len(order) == take and all(order.count(item) <= items.count(item) for item in order)
    assert (verify_draw(Draw("d", items, take), order) is None) == possible


@given(pools, st.data())
def test_an_outcome_can_have_any_order(items: list[str | int], data: st.DataObject) -> None:
    order = data.draw(st.permutations(items))
    assert verify_draw(Draw("d", items, len(items)), order) is None


def test_the_reason_why_an_outcome_is_impossible_is_given() -> None:
    draw = Draw("round-1", ["a", "a", "b"], 2)
    there = "; it draws 2 of: a × 2, b"
    assert verify_draw(draw, ["a"]) == f"round-1: 1 drawn{there}"
    assert verify_draw(draw, ["b", "b"]) == f'round-1: "b" can be drawn once, not 2 times{there}'
    assert verify_draw(draw, ["c", "a"]) == f'round-1: "c" cannot be drawn{there}'
    assert verify_draw(draw, ["a", "a", "a", "c"]) == (
        f'round-1: 4 drawn, "a" can be drawn 2 times, not 3 times, "c" cannot be drawn{there}'
    )


def test_what_can_be_drawn_is_listed_as_far_as_that_helps() -> None:
    """Up to three wrong items are named, and up to twelve kinds that can be drawn."""
    draw = Draw("tiles", range(1, 31), 5)
    assert verify_draw(draw, [31, 32, "1", 33, 34]) == (
        'tiles: 31 cannot be drawn, 32 cannot be drawn, "1" cannot be drawn and 2 more; '
        "it draws 5 of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 18 more"
    )
