"""What good players build, sell and have: `python tests/city_tycoon/balance.py` prints the tables of RULES.md."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.moves import POWERS, Build, Plant, Sell
from cityleague.engine.city_tycoon.state import setup as begin
from cityleague.engine.protocol import Draw, Setup

KINDS = ("housing", "trade", "industry", "shops", "park", "landmark")
SIDES = ("exhausting", "renewing")
ROUNDS = range(1, 5)
GAMES = 60
"""With each number of players."""


class Balance(NamedTuple):
    """Of several games of heuristics."""

    built: Counter[tuple[int, str]]
    """By round and kind of district."""
    sold: Counter[tuple[int, str]]
    plants: Counter[tuple[int, str, str]]
    """By round, kind and side."""
    money: dict[int, list[int]]
    """What players have at the beginning of each round, and at the end (5)."""
    scores: list[int]
    demands: list[int]
    """The points of each player that demands brought."""

    def rate(self, round_: int, kind: str) -> float:
        """How many districts were built, of those built or sold."""
        built = self.built[round_, kind]
        return built / (built + self.sold[round_, kind])

    def mean(self, round_: int) -> float:
        """The money at hand, on the average."""
        return sum(self.money[round_]) / len(self.money[round_])


def balance(seats: int, games: int, seed: str) -> Balance:
    """Play and count."""
    found = Balance(Counter(), Counter(), Counter(), {number: [] for number in range(1, 6)}, [], [])
    setup = Setup(GAME, GAME.options(), GAME.components(None), seats)
    for number in range(games):
        _play(setup, f"{seed}/{seats}/{number}", found)
    return found


def _play(setup: Setup, seed: str, found: Balance) -> None:
    state = begin(setup.options, setup.seats, setup.components)
    bots = [parse("heuristic", GAME).make(setup, Stream(seed, f"{seat}")) for seat in range(setup.seats)]
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            if due.name != "order":
                found.money[state.round] += state.view(None).money
            state.resolve(outcome(seed, due))
            continue
        seat = due.seats[0]
        move = bots[seat].choose(state.view(seat), state.legal(seat))
        if isinstance(move, Build | Sell):
            kind = setup.components.districts[move.tile].kind
            (found.built if isinstance(move, Build) else found.sold)[state.round, kind] += 1
        elif isinstance(move, Plant):
            found.plants[state.round, move.kind, move.side] += 1
        state.apply(seat, move)
    found.money[5].extend(state.view(None).money)
    for sheet in state.scores():
        found.scores.append(int(sheet.total))
        found.demands.extend([int(line.points) for line in sheet.parts[0].lines if line.category == "demands"])


def _span(values: list[float], unit: str = "") -> str:
    low, high = round(min(values)), round(max(values))
    return f"{low}-{high}{unit}" if low != high else f"{low}{unit}"


def report() -> Iterator[str]:
    """The tables, the least and the most of 2 to 5 players."""
    counts = [balance(seats, GAMES, "balance") for seats in GAME.seats]
    yield "| | I | II | III | IV |"
    yield "|---|---|---|---|---|"
    for kind in KINDS:
        cells = [_span([100 * one.rate(round_, kind) for one in counts], " %") for round_ in ROUNDS]
        yield f"| {kind} | {' | '.join(cells)} |"
    for side in SIDES:
        built = [[sum(one.plants[round_, kind, side] for kind in POWERS) for one in counts] for round_ in ROUNDS]
        yield " ".join([f"{side} plants in 100 games:", *[_span([100 * n / GAMES for n in row]) for row in built]])
    yield " ".join(["money:", *[_span([one.mean(round_) for one in counts]) for round_ in range(1, 6)]])
    yield "scores: " + _span([sum(one.scores) / len(one.scores) for one in counts])
    yield "demands: " + _span([sum(one.demands) / len(one.demands) for one in counts])


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in report())
