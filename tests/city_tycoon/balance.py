"""What good players build, sell and have: `python tests/city_tycoon/balance.py` prints the tables of RULES.md."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.moves import Build, Plant, Sell
from cityleague.engine.protocol import Draw, Setup

KINDS = ("housing", "trade", "industry", "shops", "park", "landmark")
SIDES = ("exhausting", "renewing")
ROUNDS = range(1, 5)


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
    state = setup.begin()
    bots = [parse("heuristic", GAME).make(setup, Stream(seed, f"{seat}")) for seat in range(setup.seats)]
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            if due.name != "order":
                found.money[state.round] += state.view(None).money  # type: ignore[attr-defined]
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
    found.money[5].extend(state.view(None).money)  # type: ignore[attr-defined]
    for sheet in state.scores():
        found.scores.append(int(sheet.total))
        found.demands.extend([int(line.points) for line in sheet.parts[0].lines if line.category == "demands"])


def _span(values: list[float], unit: str = "") -> str:
    low, high = round(min(values)), round(max(values))
    return f"{low}-{high}{unit}" if low != high else f"{low}{unit}"


def main() -> None:
    """The tables, the least and the most of 2 to 5 players."""
    counts = [balance(seats, 60, "balance") for seats in GAME.seats]
    print("| | I | II | III | IV |\n|---|---|---|---|---|")  # noqa: T201
    for kind in KINDS:
        cells = [_span([100 * one.rate(round_, kind) for one in counts], " %") for round_ in ROUNDS]
        print(f"| {kind} | {' | '.join(cells)} |")  # noqa: T201
    for side in SIDES:
        cells = [
            _span([100 * sum(one.plants[round_, kind, side] for kind in ("electric", "water")) / 60 for one in counts])
            for round_ in ROUNDS
        ]
        print(f"{side} plants in 100 games:", *cells)  # noqa: T201
    print("money:", *[_span([one.mean(round_) for one in counts]) for round_ in range(1, 6)])  # noqa: T201
    print("scores:", _span([sum(one.scores) / len(one.scores) for one in counts]))  # noqa: T201
    print("demands:", _span([sum(one.demands) / len(one.demands) for one in counts]))  # noqa: T201


if __name__ == "__main__":
    main()
