"""The benchmark's own arithmetic: what is a rate, what is a bar, and that its page tells the bars of the code."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .benchmarks import bars, measure, memory, ours, page, simulate
from .benchmarks.measure import Contest, Contestant

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


@pytest.mark.exhaustive
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


def test_a_bar_of_moves_is_missed_by_whoever_takes_more_instructions_beside_the_peer() -> None:
    within, beyond = [bars.ratios(counts(factor / bars.SLACK), PEERS) for factor in (1.001, 0.999)]
    assert all(bar.met for bar in bars.of_moves(within))
    assert not any(bar.met for bar in bars.of_moves(beyond))
    assert len(list(bars.of_moves(beyond))) == 2 * len(ours.WAYS)


def test_bars_of_moves_hold_for_the_python_that_they_were_made_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, holds in ((f"{bars.PYTHON}.9", True), (f"{bars.PYTHON}9.1", False)):
        monkeypatch.setattr(platform, "python_version", lambda version=version: version)
        assert bars.hold() == holds


def test_a_bar_of_what_people_wait_for_is_missed_by_whoever_takes_more() -> None:
    for factor, met in ((0.999, True), (1.001, False)):
        figures = {
            name: wait.needed * (factor * bars.SLACK) ** (1 if wait.at_most else -1)
            for name, wait in bars.WAITS.items()
        }
        assert {bar.met for bar in bars.of_waits(figures)} == {met}


def test_the_page_tells_what_the_last_runs_have_measured() -> None:
    results, told = page.kept(), page.PAGE.read_text("utf-8")
    beside = {wait.beside for wait in bars.WAITS.values()} - {""}
    assert results["waits"].keys() <= bars.WAITS.keys() | beside
    assert set(bars.MOVES) == {ours.VALIDATED, ours.PLAYED}
    assert all(set(needs) == set(ours.WAYS) for needs in bars.MOVES.values())
    assert results["moves"].keys() == {f"{what}, {name}" for what in bars.MOVES for name in ours.WAYS}
    assert page.with_tables(told, results) == told
    off = results | {"moves": {name: 2 * ratio for name, ratio in results["moves"].items()}}
    assert page.with_tables(told, off) != told


def test_a_bar_of_memory_holds_for_the_worst_of_all_runs() -> None:
    def usage(jobs: int, largest: int, together: int) -> memory.Usage:
        return memory.Usage("a log", 1, jobs, 1.0, 1.0, 1.0, largest * memory.MIB, together * memory.MIB)

    within = [usage(1, 64, 104), usage(2, 60, 144)]
    assert [bar.met for bar in bars.of_memory(within)] == [True, True]
    assert [bar.met for bar in bars.of_memory([*within, usage(1, 65, 0)])] == [False, True]
    assert [bar.met for bar in bars.of_memory([*within, usage(2, 60, 145)])] == [True, False]
    assert not list(bars.of_memory([]))


def test_no_program_hides_a_module_of_the_standard_library() -> None:
    """One that is run by its path finds those beside it first: a typing.py ended all of `make simulate`."""
    programs = {path.stem for path in Path(__file__).parent.glob("benchmarks/*.py")}
    assert not programs & sys.stdlib_module_names


@pytest.mark.exhaustive
def test_intervals_of_simulated_leagues_hold_the_truth_as_often_as_is_stated() -> None:
    held, open_ = simulate.coverage(simulate.Shape(4, 2), 10, 300, 0.15)
    assert held >= simulate.HELD
    assert open_ == 0
