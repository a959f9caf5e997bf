"""The benchmark's own arithmetic: what is a rate, what is a bar, and that its page tells the bars of the code."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .benchmarks import bars, measure, memory, ours, simulate, starts
from .benchmarks.measure import Contest, Contestant

PAGE = (Path(__file__).parent / "benchmarks" / "README.md").read_text("utf-8")
PEERS = {ours.VALIDATED: "chess", ours.PLAYED: "catan"}


class Machine:
    """A clock that only the work moves on, and contestants whose slices take the seconds that are given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(measure, "process_time", lambda: self.now)

    def contestant(self, name: str, moves: int, *seconds: float) -> Contestant:
        slices: Iterator[float] = iter(seconds)

        def run(number: int) -> int:
            self.now += next(slices)
            return moves

        return Contestant(name, run)


def test_a_rate_is_the_median_and_is_compared_with_the_slices_of_the_peer_around_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    # The machine is half as fast during the second of three slices, and something disturbs one in the third.
    peer = machine.contestant("peer", 12, 1, 1, 1, 2, 2, 2, 1, 1, 3)
    quick = machine.contestant("quick", 24, 1, 2, 1)
    slow = machine.contestant("slow", 6, 1, 2, 9)
    measured = measure.rates(Contest("work", peer, [quick, slow]), 3)
    assert measured == {"quick": (24, 2), "slow": (3, 0.5), "peer": (12, 1)}


def test_every_slice_is_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    done: dict[str, list[int]] = {"peer": [], "one": [], "other": []}

    def contestant(name: str) -> Contestant:
        def run(number: int) -> int:
            machine.now += 1
            done[name].append(number)
            return 1

        return Contestant(name, run)

    measure.rates(Contest("work", contestant("peer"), [contestant("one"), contestant("other")]), 3)
    assert done == {"peer": [*range(9)], "one": [0, 1, 2], "other": [0, 1, 2]}


def counts(factor: float) -> dict[str, dict[str, float]]:
    """What everybody takes for a move, so that each ratio is the bar's times `factor`."""
    return {
        what: {PEERS[what]: 100_000.0} | {name: 100_000 / needed / factor for name, needed in needs.items()}
        for what, needs in bars.MOVES.items()
    }


def test_a_bar_of_moves_is_missed_by_whoever_takes_more_instructions_beside_the_peer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: f"{bars.PYTHON}.9")
    assert all(bar.met for bar in bars.of_moves(counts(1.001), PEERS))
    assert not any(bar.met for bar in bars.of_moves(counts(0.999), PEERS))
    assert len(list(bars.of_moves(counts(0.999), PEERS))) == 2 * len(ours.WAYS)


def test_no_bar_holds_for_moves_without_instructions_or_with_another_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: f"{bars.PYTHON}.9")
    assert not list(bars.of_moves(None, PEERS))
    monkeypatch.setattr(platform, "python_version", lambda: f"{bars.PYTHON}9.1")
    assert not list(bars.of_moves(counts(0.999), PEERS))


def test_every_game_that_is_measured_and_every_short_command_has_its_bars() -> None:
    assert set(bars.MOVES) == {ours.VALIDATED, ours.PLAYED}
    assert all(set(needs) == set(ours.WAYS) for needs in bars.MOVES.values())
    assert set(bars.STARTS) == set(starts.COMMANDS)


def test_a_bar_of_commands_is_missed_by_whoever_takes_more() -> None:
    assert all(bar.met for bar in bars.of_commands(bars.COMMANDS))
    assert not any(bar.met for bar in bars.of_commands({name: 1.01 * most for name, most in bars.COMMANDS.items()}))
    rows = dict(re.findall(r"^\| ([a-z][^|`]+?) \| ([\d.]+) \|$", PAGE, re.MULTILINE))
    assert rows == {name: f"{most:g}" for name, most in bars.COMMANDS.items()}


def test_a_bar_of_memory_holds_for_the_worst_of_all_runs() -> None:
    def usage(jobs: int, largest: int, together: int) -> memory.Usage:
        return memory.Usage("a log", 1, jobs, 1.0, 1.0, 1.0, largest * memory.MIB, together * memory.MIB)

    within = [usage(1, 64, 104), usage(2, 60, 144)]
    assert [bar.met for bar in bars.of_memory(within)] == [True, True]
    assert [bar.met for bar in bars.of_memory([*within, usage(1, 65, 0)])] == [False, True]
    assert [bar.met for bar in bars.of_memory([*within, usage(2, 60, 145)])] == [True, False]
    assert not list(bars.of_memory([]))


def test_the_page_tells_the_bars_of_the_code() -> None:
    needs = {f"{what}, {name}": needed for what, some in bars.MOVES.items() for name, needed in some.items()}
    assert {row: needed for row, (_, needed) in bars.on_page().items()} == needs
    rows = dict(re.findall(r"^\| `(.+?)` \| ([\d.]+) \|$", PAGE, re.MULTILINE))
    assert rows == {name.removesuffix(" of one game"): f"{most:g}" for name, most in bars.STARTS.items()}


def test_a_page_that_says_otherwise_than_was_counted_misses_a_bar() -> None:
    stated = bars.on_page()
    same: dict[str, dict[str, float]] = {
        what: {PEERS[what]: 1.0} | {name: 1 / stated[f"{what}, {name}"][0] for name in needs}
        for what, needs in bars.MOVES.items()
    }
    assert bars.of_page(same, PEERS).met
    same[ours.PLAYED]["NEOM"] *= 1.03
    missed = bars.of_page(same, PEERS)
    assert not missed.met
    assert "moves played at random, NEOM" in missed.what


def test_no_program_hides_a_module_of_the_standard_library() -> None:
    """One that is run by its path finds those beside it first: a typing.py ended all of `make simulate`."""
    programs = {path.stem for path in Path(__file__).parent.glob("benchmarks/*.py")}
    assert not programs & sys.stdlib_module_names


@pytest.mark.exhaustive
def test_intervals_of_simulated_leagues_hold_the_truth_as_often_as_is_stated() -> None:
    held, open_ = simulate.coverage(simulate.Shape(4, 2), 10, 300, 0.15)
    assert held >= simulate.HELD
    assert open_ == 0
