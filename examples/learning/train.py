"""Train a judge for Between Two Cities: what a city will still gain, by ridge regression on games that were played.

    python examples/learning/train.py --games 1500 --own 1500 -o learned.json

The heuristic plays `--games` games, and makes a random move now and then, so that unusual cities are seen as well.
After each placement, the city is written down as numbers (`features`); at the end, what it has gained since then. The
weights that predict this best become a judge. With it, the heuristic plays `--own` more games; weights are fitted to
all. The budget is a number of games, so the same command gives the same file, with any number of threads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cityleague.engine import Stream, make_bot, next_decision, prepare
from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots.features import COLUMNS, SCALE, features, judge
from cityleague.engine.between_two_cities.cities import planes
from cityleague.engine.between_two_cities.moves import Place

RANDOM = 12
"""One in so many moves is a random one."""
RIDGE = 30.0
"""How much is held against large weights, each column measured by its own spread."""
SEATS = (3, 3, 4, 2, 5)
"""The numbers of players, in turn."""


class Sums:
    """What ridge regression needs of all examples: sums of whole numbers, exact in any order."""

    def __init__(self) -> None:
        size = len(COLUMNS)
        self.squares = np.zeros((size, size), np.int64)
        self.products = np.zeros(size, np.int64)

    def add(self, rows: list[list[int]], gains: list[int]) -> None:
        """Add examples: the numbers of a city, and what it gained from there to the end."""
        many = np.array(rows, np.int64)
        self.squares += many.T @ many
        self.products += many.T @ np.array(gains, np.int64)

    def weights(self) -> list[int]:
        """The weights that fit best, in millionths, rounded so that threads make no difference."""
        spread = np.sqrt(np.maximum(np.diag(self.squares), 1).astype(float) / max(int(self.squares[0, 0]), 1))
        scaled = self.squares / np.outer(spread, spread)
        fitted = np.linalg.solve(scaled + RIDGE * np.eye(len(COLUMNS)), self.products / spread) / spread
        return [10 * round(float(weight) * SCALE / 10) for weight in fitted]


def examples(number: int, seed: str, promise: Callable[[Any], float] | None) -> Iterator[tuple[list[int], int]]:
    """A game: for each placement the numbers of the city after it, and what the city gained from there to the end."""
    setup = prepare("between_two_cities", SEATS[number % len(SEATS)])
    name = f"{seed}/{number}"
    state: Any = setup.begin()
    bots: list[Any] = [make_bot("heuristic?judge=hand", setup, f"{name}/{seat}") for seat in range(setup.seats)]
    for bot in bots:
        bot.promise = promise
    chance, seen = Stream(name, "random moves"), []
    while decision := next_decision(state, name):
        seat = decision.seats[0]
        legal = state.legal(seat)
        dice = chance.below(RANDOM)
        move = chance.choice(legal) if not dice else bots[seat].choose(state.view(seat), legal)
        state.apply(seat, move)
        if isinstance(move, Place):
            city = state.table.home[seat][move.city]
            seen.append((city, features(planes(state.table.cities[city])), points(state, city)))
    for city, row, before in seen:
        yield row, points(state, city) - before


def points(state: Any, city: int) -> int:
    """What a city is worth as it stands, its factories beside those of all cities."""
    every = [planes(one) for one in state.table.cities]
    value = scoring.factory_values([one[scoring.FACTORY].bit_count() for one in every])[city]
    return int(sum([line.points for line in scoring.city_lines(every[city], value)]))


def train(games: int, own: int, seed: str) -> list[int]:
    """Weights after games of the heuristic, and then of the judge itself."""
    sums = Sums()
    for number in range(games):
        rows, gains = zip(*examples(number, seed, None), strict=True)
        sums.add([*rows], [*gains])
    promise = judge(sums.weights())
    for number in range(games, games + own):
        rows, gains = zip(*examples(number, seed, promise), strict=True)
        sums.add([*rows], [*gains])
    return sums.weights()


def main() -> None:
    """Read the command line, train, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1500, help="games of the heuristic")
    parser.add_argument("--own", type=int, default=1500, help="games of what was learned from them")
    parser.add_argument("--seed", default="learning", help="decides all chance")
    parser.add_argument("-o", "--output", required=True, help="the file of weights")
    told = parser.parse_args()
    weights = train(told.games, told.own, told.seed)
    command = (
        f"python examples/learning/train.py --games {told.games} --own {told.own} --seed {told.seed} -o learned.json"
    )
    made = {"made_by": command, "weights": dict(zip(COLUMNS, weights, strict=True))}
    Path(told.output).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
