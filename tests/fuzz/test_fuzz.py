"""A little of what `make fuzz` does at length, and what it found before."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import strategies as st

from .probing import bounded, probe
from .targets import TARGETS, Target


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_of_each_kind_come_to_nothing_but_findings_and_clear_errors(name: str) -> None:
    tried, failure = probe(TARGETS[name], 0, 6)
    if failure:
        raise failure.error
    assert tried >= 6


def test_what_goes_wrong_is_told_with_the_simplest_input_like_it() -> None:
    def check(number: int) -> None:
        assert number < 100

    _, failure = probe(Target(st.integers, check), 0, 500)
    assert failure is not None
    assert failure.value == 100


def test_an_input_that_takes_too_long_is_ended() -> None:
    with pytest.raises(AssertionError, match=r"more than 0\.01 CPU seconds"), bounded(0.01):
        any(number < 0 for number in count())


# -- what was found


def test_a_number_of_too_many_digits_is_no_toml() -> None:
    """Python refuses to read it, which the decoder of TOML does not expect."""
    number = b"seed = " + b"9" * 5000
    TARGETS["plans"].check(b'game = "neom"\nbots = ["random", "greedy"]\n' + number)
    shards = [{"games.jsonl": b"", "tournament.toml": number}] * 2
    TARGETS["shards"].check(shards)


def test_a_plan_of_a_million_tables_is_worked_out_as_far_as_it_is_asked_for() -> None:
    with bounded(1):
        TARGETS["plans"].check(b'game = "between_two_cities"\nbots = ["random", "greedy"]\ntables = 1000000\n')
