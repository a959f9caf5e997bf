"""A learner in numpy alone: it meets Between Two Cities for two as an environment, and soon beats `greedy`.

    python examples/learning/learn.py --games 600 --tried 200

It predicts what a city will count for at the end, by ridge regression on what the observation and a move's row tell:
what is built, what it counts for now, and what is built once the move is made. It plays against itself, makes a random
move now and then, and learns from each batch of games what its own play makes of a city. A player's score is that of
the lower city, so it looks at both, and more at the lower.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cityleague.engine.between_two_cities.components import KINDS
from cityleague.engine.env import encoding_of, env
from cityleague.engine.loop import prepare

Numbers = Any
"""An array of numpy."""
GAME, SEATS, SIDES, CELLS = "between_two_cities", 2, ("left", "right"), 16
RIDGE, EVEN, RANDOM = 20.0, 8.0, 0.1
"""What holds back large weights; by how many points cities may differ; how often a move is a random one."""
TRIED = 7_000_000
"""The first seed of the games that are tried, none of which is learned from."""


class Columns:
    """Where the numbers stand that the learner looks at."""

    def __init__(self) -> None:
        encoding = encoding_of(prepare(GAME, SEATS))
        assert encoding.planes
        self.shape = encoding.planes.shape
        self.first = len(encoding.columns) - int(np.prod(self.shape))
        self.points = [_beginning(encoding.columns, f"{side}: points") for side in SIDES]
        self.owed = _beginning(encoding.columns, "owed of seat 0, each")
        self.placed = _beginning(encoding.move_columns, "tile: ")
        self.picked = [_beginning(encoding.move_columns, f"tiles[{number}]: ") for number in (0, 1)]
        self.place, self.right, self.gain = map(encoding.move_columns.index, ("place", "city: right", "points"))
        tiles = [encoding.move_columns[at].removeprefix("tile: ").replace("|", "/").split("/") for at in self.placed]
        self.holds = np.array([[halves.count(kind) for kind in KINDS] for halves in tiles], float)
        """By tile: how many buildings of each kind it has."""

    def cities(self, seen: Numbers) -> tuple[Numbers, Numbers]:
        """Of the left and the right city: how many buildings of each kind, and the points."""
        planes = seen[self.first :].reshape(self.shape)[: len(SIDES), : len(KINDS)]
        return planes.sum(axis=(2, 3)), np.array([seen[at].sum() for at in self.points])


def _beginning(names: Sequence[str], words: str) -> list[int]:
    return [at for at, name in enumerate(names) if name.startswith(words)]


class Ridge:
    """A linear prediction, fitted by sums over all examples."""

    def __init__(self, columns: int) -> None:
        self.squares, self.products = np.zeros((columns, columns)), np.zeros(columns)
        self.weights: Numbers = np.zeros(columns)

    def add(self, rows: Numbers, targets: Numbers) -> None:
        self.squares += rows.T @ rows
        self.products += rows.T @ targets

    def fit(self) -> None:
        self.weights = np.linalg.solve(self.squares + RIDGE * np.eye(len(self.products)), self.products)


class Example(NamedTuple):
    """A placement: the city, its features and points after it, the tile's features and what was expected before."""

    side: int
    features: Numbers
    points: float
    use: Numbers
    expected: float


class Learner:
    """It knows what a city will gain after a placement, and what a tile brings to a city before it is placed."""

    def __init__(self, seed: int) -> None:
        self.columns, self.chance = Columns(), np.random.default_rng(seed)
        self.tiles = np.arange(len(self.columns.holds))
        nothing = np.zeros((1, len(KINDS)))
        self.gains = Ridge(self.city(nothing, np.zeros(1)).shape[1])
        self.uses = Ridge(self.use(self.tiles[:1], nothing[0]).shape[1])

    @staticmethod
    def city(built: Numbers, points: Numbers) -> Numbers:
        """Features of cities; all of them twice, as there is room left for more or less."""
        left = CELLS - built.sum(axis=1, keepdims=True)
        pairs = (built[:, :, None] * built[:, None, :])[:, *np.triu_indices(len(KINDS))]
        plain = np.concatenate([np.ones_like(left), built, points[:, None] / 10, pairs / 4], axis=1)
        return np.concatenate([plain, plain * left / 8], axis=1)

    def use(self, tiles: Numbers, built: Numbers) -> Numbers:
        """Features of tiles, by number, in a city."""
        few = np.concatenate([[1.0], built / 2])
        plain = np.concatenate([few, few * (CELLS - built.sum()) / 8])
        rows = np.zeros((len(tiles), len(self.tiles), len(plain)))
        rows[np.arange(len(tiles)), tiles] = plain
        return rows.reshape(len(tiles), -1)

    def expected(self, seen: Numbers) -> Numbers:
        """What the left and the right city will count for at the end."""
        built, points = self.columns.cities(seen)
        return points + self.city(built, points) @ self.gains.weights

    def after(self, seen: Numbers, rows: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Of placements: which city, its features, and its points."""
        built, points = self.columns.cities(seen)
        side = rows[:, self.columns.right].astype(int)
        now = points[side] + rows[:, self.columns.gain]
        return side, self.city(built[side] + rows[:, self.columns.placed] @ self.columns.holds, now), now

    def worths(self, seen: Numbers, rows: Numbers) -> Numbers:
        """How good each legal move is."""
        built, _ = self.columns.cities(seen)
        use = np.stack([self.use(self.tiles, city) @ self.uses.weights for city in built])
        ends = self.expected(seen)
        if not rows[0, self.columns.place]:
            first, other = [rows[:, at].argmax(axis=1) for at in self.columns.picked]
            ways = [
                ends + np.stack([use[0][left], use[1][right]], 1) for left, right in ((first, other), (other, first))
            ]
            return np.maximum(*map(lower, ways))
        side, features, now = self.after(seen, rows)
        every = np.arange(len(rows))
        both = np.tile(ends, (len(rows), 1))
        both[every, side] = now + features @ self.gains.weights
        owed = np.repeat(self.tiles, seen[self.columns.owed].astype(int))
        if len(owed) == len(SIDES):  # the other tile goes to the other city
            other = owed.sum() - rows[:, self.columns.placed].argmax(axis=1)
            both[every, 1 - side] += use[1 - side, other]
        return lower(both)

    def choose(self, seen: dict[str, Numbers]) -> int:
        """The number of the best move; before anything is learned, of what brings most points now."""
        rows = seen["moves"]
        if not self.gains.weights.any():
            return int((rows[:, self.columns.gain] + self.chance.random(len(rows))).argmax())
        return int(self.worths(seen["observation"], rows).argmax())

    def play(self, games: int, seed: int) -> None:
        """Play against itself, and learn from what the cities came to."""
        made = env(GAME, SEATS).unwrapped
        for number in range(games):
            made.reset(seed=seed + number)
            placed: dict[str, list[Example]] = {agent: [] for agent in made.possible_agents}
            while not any(made.terminations.values()):
                seen = made.observe(made.agent_selection)
                action = self.choose(seen)
                if self.chance.random() < RANDOM:
                    action = int(self.chance.integers(len(seen["moves"])))
                if seen["moves"][0, self.columns.place]:
                    placed[made.agent_selection].append(self.example(seen["observation"], seen["moves"][[action]]))
                made.step(action)
            for agent, examples in placed.items():
                _, ends = self.columns.cities(made.observe(agent)["observation"])
                for example in examples:
                    end = ends[example.side]
                    self.gains.add(example.features[None], np.array([end - example.points]))
                    if self.gains.weights.any():  # before, nothing is expected of cities as they are
                        self.uses.add(example.use[None], np.array([end - example.expected]))
        self.gains.fit()
        self.uses.fit()

    def example(self, seen: Numbers, row: Numbers) -> Example:
        """What is remembered of a placement."""
        side, features, points = [several[0] for several in self.after(seen, row)]
        built, _ = self.columns.cities(seen)
        use = self.use(row[:, self.columns.placed].argmax(axis=1), built[side])[0]
        return Example(side, features, points, use, self.expected(seen)[side])


def lower(ends: Numbers) -> Numbers:
    """The lower of two cities, softly: where they are as good as each other, both count."""
    return -EVEN * np.log(np.exp(-ends / EVEN).sum(axis=1))


def tried(learner: Learner, games: int, opponent: str = "greedy") -> tuple[float, float]:
    """Points per game against a bot (1 for a game won), and their standard error over deals played from both seats."""
    made = env(GAME, SEATS, opponents=[opponent])
    gains = []
    for number in range(games):
        seen, _ = made.reset(seed=TRIED + number // 2, options={"seat": number % 2})
        over, gain = False, 0.0
        while not over:
            seen, gain, over, _, _ = made.step(learner.choose(seen))
        gains.append(gain)
    deals = np.array(gains).reshape(-1, 2).mean(axis=1)
    return float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))


def learned(games: int, seed: int = 7) -> Learner:
    """A learner after so many games, a quarter of them at a time."""
    learner = Learner(seed)
    for first in range(0, games, -(-games // 4)):
        learner.play(min(-(-games // 4), games - first), 10_000 * seed + first)
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=600, help="games to learn from")
    parser.add_argument("--tried", type=int, default=200, help="games against greedy, an even number")
    chosen = parser.parse_args()
    mean, error = tried(learned(chosen.games), chosen.tried)
    print(f"{mean:.2f} ± {error:.2f} of the games against greedy")  # noqa: T201


if __name__ == "__main__":
    main()
