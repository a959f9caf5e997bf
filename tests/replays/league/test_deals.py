"""Stated intervals beside a jackknife over deals, which leaves out one after another; nothing of ours works it out.

Made-up leagues, in which a bot's luck on a deal goes from seat to seat and from table to table, are written as logs.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cityleague.replays import read_tables

from ...cli.helpers import run as command
from ...rows import daily

ELO = 400 / np.log(10)
STUDENT = {19: 2.093, 39: 2.023}
"""97.5 % quantiles by degrees of freedom, from a printed table."""


def league(
    path: Path, bots: int, seats: int, deals: int, luck: float, difference: int, *, gauntlet: bool = False
) -> None:
    """Write a log of headers and results; all tables of a deal share its seed, and each seat is taken once.

    `luck` is the correlation of a bot's form between its games on a deal; `difference` that of the first and last bot.
    """
    chaos = np.random.default_rng([bots, seats, deals, round(100 * luck), difference])
    strength = np.linspace(1, 0, bots) * difference / ELO
    lines = []
    for deal in range(deals):
        carried = chaos.normal(size=bots)
        for table in combinations(range(bots), seats):
            for turn in range(seats if 0 in table or not gauntlet else 0):
                seated = np.array(table[turn:] + table[:turn])
                chance = np.sqrt(luck) * carried[seated] + np.sqrt(1 - luck) * chaos.normal(size=seats)
                form = strength[seated] + 1.8 * chance
                ranks = [int((form > own).sum()) + 1 for own in form]
                header = {"log": 1, "game": "neom", "rules": "1", "seed": f"cup/{deal}"}
                lines.append(json.dumps({**header, "players": [f"b{bot}" for bot in seated]}))
                lines.append(json.dumps({"result": {"scores": [seats - rank for rank in ranks], "ranks": ranks}}))
    path.write_text("\n".join(lines) + "\n")


def strengths(won: np.ndarray) -> np.ndarray:
    """Bradley-Terry strengths, in natural logarithms of odds, from how often each row was ahead of each column.

    Each player gets one drawn comparison, spread over all others; Newton's method.
    """
    players = len(won)
    won = won + (1 - np.eye(players)) * 0.5 / (players - 1)
    games = won + won.T
    strength = np.zeros(players)
    for _ in range(50):
        ahead = 1 / (1 + np.exp(strength - strength[:, None]))
        slope = (won - games * ahead).sum(axis=1)
        weight = games * ahead * (1 - ahead)
        strength = strength + np.linalg.solve(np.diag(weight.sum(axis=1)) - weight + 1 / players, slope)
    return np.asarray(strength - strength.mean())


def jackknife(path: Path, order: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """The strengths of these players with each deal left out, a row for each, and the strengths with all deals."""
    won: defaultdict[str, np.ndarray] = defaultdict(lambda: np.zeros((len(order), len(order))))
    events = map(json.loads, path.read_text().splitlines())
    for header, event in zip(events, events, strict=True):
        ranked = [*zip(header["players"], event["result"]["ranks"], strict=True)]
        for (player, rank), (other, behind) in combinations(ranked, 2):
            better, worse = (player, other) if rank < behind else (other, player)
            won[header["seed"]][order.index(better), order.index(worse)] += 1
    total = sum(won.values(), np.zeros((len(order), len(order))))
    return np.array([strengths(total - deal) for deal in won.values()]), strengths(total)


def error(estimates: np.ndarray) -> np.ndarray:
    """The standard error of a mean, from estimates that each leave out one of the parts."""
    parts = len(estimates)
    deviations: np.ndarray = estimates - estimates.mean(axis=0)
    result: np.ndarray = np.sqrt((parts - 1) / parts * (deviations**2).sum(axis=0))
    return result


SHAPES = [(3, 2, False), (5, 2, False), (5, 3, False), (6, 2, True)]
SOME = [(SHAPES[0], 0, 20), (SHAPES[1], 0.15, 40), (SHAPES[2], 0.3, 20), (SHAPES[3], 0.15, 20), (SHAPES[3], 0, 40)]
"""Each shape, each share of luck and each number of deals, for every day."""


@pytest.mark.parametrize(
    ("shape", "luck", "deals"),
    daily([*SOME, *[case for case in product(SHAPES, (0, 0.15, 0.3), (20, 40)) if case not in SOME]], len(SOME)),
    ids=str,
)
def test_widths_are_those_of_a_jackknife_over_deals(
    shape: tuple[int, int, bool], luck: float, deals: int, tmp_path: Path
) -> None:
    """Within 12 % for each bot and 6 % on average, since an interval is not quite symmetrical."""
    bots, seats, gauntlet = shape
    path = tmp_path / "cup.jsonl"
    league(path, bots, seats, deals, luck, 150, gauntlet=gauntlet)
    [table] = read_tables(path)
    left_out, _ = jackknife(path, [row.player for row in table.rows])
    stated = np.array([float(row.elo_high or 0) - float(row.elo_low or 0) for row in table.rows])
    ratio = stated / (2 * STUDENT[deals - 1] * ELO * error(left_out))
    assert np.abs(ratio - 1).max() < 0.12
    assert abs(ratio.mean() - 1) < 0.06
    assert (table.deals, table.games) == (deals, sum(row.games for row in table.rows) // seats)


def student(value: float, freedom: int) -> float:
    """The share of Student's distribution below a value, summed up in small steps."""
    steps = np.linspace(-60, value, 200_001)
    density = (1 + steps**2 / freedom) ** (-(freedom + 1) / 2)
    half = np.linspace(-60, 60, 200_001)
    whole = ((1 + half**2 / freedom) ** (-(freedom + 1) / 2)).sum() * 120
    return float(density.sum() * (value + 60) / whole)


@pytest.mark.exhaustive
def test_who_is_stronger_is_as_likely_as_a_jackknife_over_deals_has_it(tmp_path: Path) -> None:
    """On average over 30 neighbours in tables; two estimates of an error from 20 deals differ by a tenth or so."""
    surer = []
    for bots in range(3, 9):
        path = tmp_path / f"{bots}.jsonl"
        league(path, bots, 2, 20, 0.3, 30 * bots)
        [table] = read_tables(path)
        left_out, all_ = jackknife(path, [row.player for row in table.rows])
        for place, row in enumerate(table.rows[:-1]):
            lead = (all_[place] - all_[place + 1]) / error(left_out[:, place] - left_out[:, place + 1])
            assert row.superiority == pytest.approx(student(float(lead), 19), abs=0.12)
            surer.append(abs(float(row.superiority or 0) - 0.5) - abs(student(float(lead), 19) - 0.5))
    assert abs(np.mean(surer)) < 0.015


def test_a_single_deal_gives_no_interval_however_many_tables_play_it(tmp_path: Path) -> None:
    path = tmp_path / "cup.jsonl"
    league(path, 4, 2, 1, 0, 100)
    [table] = read_tables(path)
    assert (table.deals, table.blocks, table.games) == (1, 6, 12)
    assert {(row.elo_low, row.elo_high, row.superiority) for row in table.rows} == {(None, None, None)}
    assert command("table", path).stdout.partition("\n\n")[2].startswith("NEOM: 12 games in 6 blocks on 1 deal\n")


def test_tables_of_another_size_on_the_same_seed_share_the_deal(tmp_path: Path) -> None:
    """Their draws come from the same streams, and begin alike."""
    path = tmp_path / "cup.jsonl"
    league(path, 3, 2, 4, 0, 0)
    pairs = path.read_text()
    league(path, 3, 3, 4, 0, 0)
    path.write_text(pairs + path.read_text())
    [table] = read_tables(path)
    assert (table.deals, table.blocks) == (4, 4 * 3 + 4)


def test_games_without_a_seed_are_deals_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    league(path, 2, 2, 5, 0, 0)
    lines: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps({k: v for k, v in line.items() if k != "seed"}) + "\n" for line in lines))
    [table] = read_tables(path)
    assert (table.deals, table.blocks, table.games) == (10, 10, 10)
