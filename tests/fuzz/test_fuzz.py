"""A little of what `make fuzz` does at length, and what it found before."""

from __future__ import annotations

import subprocess
import sys
from itertools import count, islice
from pathlib import Path
from unittest import mock

import pytest

from cityleague.replays.replay import ComponentFiles, Replay

from ..rows import daily
from .agreeing import check_agreement
from .probing import Probe, Target, bounded
from .targets import ROOT, TARGETS, logs


@pytest.mark.parametrize("name", daily([*TARGETS], 3))
def test_inputs_of_each_kind_come_to_nothing_but_findings_and_clear_errors(name: str) -> None:
    probe = Probe(TARGETS[name])
    if failure := probe.run(0, 10):
        raise failure.error
    assert probe.tried == 10


def test_what_goes_wrong_is_told_with_the_simplest_input_like_it() -> None:
    def check(numbers: list[int]) -> None:
        assert max(numbers, default=0) < 100
        if len(numbers) == 1:
            raise ValueError("another cause")  # which is simpler, and of no interest

    failure = Probe(Target(lambda choices: choices.some_of(range(10**6), 20), check)).run(0, 500)
    assert failure is not None
    assert type(failure.error) is AssertionError
    assert failure.value == [100]


def test_an_input_is_tried_and_counted_once() -> None:
    met: list[int] = []
    probe = Probe(Target(lambda choices: choices.below(50), met.append))
    assert probe.run(0, 200) is None
    assert (probe.tried, sorted(met)) == (50, list(range(50)))


def test_what_goes_wrong_in_one_of_two_ways_to_do_the_same_is_found(tmp_path: Path) -> None:
    """A walk that ends early is told from a game that is played to its end."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(logs()[0])
    check_agreement(path, ComponentFiles())
    whole = Replay.walk
    with (
        mock.patch.object(Replay, "walk", lambda replay: islice(whole(replay), 3)),
        pytest.raises(AssertionError, match="played and walked"),
    ):
        check_agreement(path, ComponentFiles())


def test_an_input_that_takes_too_long_is_ended() -> None:
    with pytest.raises(AssertionError, match=r"more than 0\.01 CPU seconds"), bounded(0.01):
        any(number < 0 for number in count())


def test_guided_fuzzing_says_so_where_atheris_is_missing() -> None:
    without = (
        "import runpy, sys; sys.modules['atheris'] = None; runpy.run_module('tests.fuzz.guided', None, '__main__')"
    )
    done = subprocess.run([sys.executable, "-c", without], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("nothing was fuzzed: atheris is not installed")


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
