"""Train a judge for a heuristic: what a city will still gain, by ridge regression on games that were played.

    python examples/learning/train.py --game neom --games 1000 --own 400 -o learned.json

The heuristic plays `--games` games, and makes a random move now and then, so that unusual cities are seen as well.
After each placement, the city is written down as numbers (`features`); at the end, what was gained since then. The
weights that predict this best become a judge. With it, the heuristic plays `--own` more games, and all count.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from cityleague.engine import Stream, make_bot, next_decision, prepare
from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots import features as between_two_cities
from cityleague.engine.between_two_cities.components import planes
from cityleague.engine.between_two_cities.moves import Place
from cityleague.engine.bots.learned import SCALE
from cityleague.engine.neom.bots import features as neom
from cityleague.engine.neom.bots.evaluation import after, score_of
from cityleague.engine.neom.bots.outlook import Moment, Outlook
from cityleague.engine.neom.moves import Build, Sell

Example = tuple[int, list[int], float]
"""The city or the seat whose points are to be told, the numbers, and the points up to now."""
RANDOM = 12
"""One in so many moves is a random one."""
RIDGE = 30.0
"""How much is held against large weights, each column measured by its own spread."""
SEATS = (3, 3, 4, 2, 5)
"""The numbers of players, in turn."""


class Sums:
    """What ridge regression needs of all examples: sums of whole numbers, exact in any order."""

    def __init__(self, columns: int) -> None:
        self.squares = np.zeros((columns, columns), np.int64)
        self.products = np.zeros(columns, np.int64)

    def add(self, rows: list[list[int]], gains: list[float]) -> None:
        """Add examples: their numbers, and what was gained from there to the end, in whole and half points."""
        many = np.array(rows, np.int64)
        self.squares += many.T @ many
        self.products += many.T @ np.array([int(2 * gain) for gain in gains], np.int64)

    def weights(self) -> list[int]:
        """The weights that fit best, in millionths, rounded so that threads make no difference."""
        spread = np.sqrt(np.maximum(np.diag(self.squares), 1).astype(float) / max(int(self.squares[0, 0]), 1))
        scaled = self.squares / np.outer(spread, spread)
        fitted = np.linalg.solve(scaled + RIDGE * np.eye(len(spread)), self.products / 2 / spread) / spread
        return [10 * round(float(weight) * SCALE / 10) for weight in fitted]


class BetweenTwoCities:
    """A city after a placement."""

    looks = between_two_cities
    teacher = "heuristic?judge=hand"

    def example(self, state: Any, seat: int, move: Any) -> Example | None:
        """Make the move: the city that it changes, its numbers and its points."""
        state.apply(seat, move)
        if not isinstance(move, Place):
            return None
        city = state.table.home[seat][move.city]
        return city, between_two_cities.features(planes(state.table.cities[city])), self.points(state, city)

    def points(self, state: Any, city: int) -> float:
        """What a city is worth as it stands, its factories beside those of all cities."""
        every = [planes(tiles) for tiles in state.table.cities]
        value = scoring.factory_values([sets[scoring.FACTORY].bit_count() for sets in every])[city]
        return sum([line.points for line in scoring.city_lines(every[city], value)])


class Neom:
    """What a seat has after it has built or sold."""

    looks = neom
    teacher = "heuristic?judge=hand&foresight=1&growth=0.8&money=0.25&opening=0.7&anchor=3&deny=0.4"  # also for two

    def example(self, state: Any, seat: int, move: Any) -> Example | None:
        """Make the move: the seat, the numbers of the position that it leads to, and the score."""
        known, table = None, state.table
        if isinstance(move, Build | Sell):
            there = after(table, seat, move)
            known = seat, neom.features(Outlook(Moment.of(table, seat)), there), score_of(table.box, there)
        state.apply(seat, move)  # which may begin another round
        return known

    def points(self, state: Any, seat: int) -> float:
        """The seat's score."""
        return float(state.scores()[seat].total)


GAMES: dict[str, Any] = {"between_two_cities": BetweenTwoCities(), "neom": Neom()}


def examples(game: str, number: int, seed: str, promise: Any) -> tuple[list[list[int]], list[float]]:
    """A game: after each move that builds, the numbers, and what was gained from there to the end."""
    setup, name = prepare(game, SEATS[number % len(SEATS)]), f"{seed}/{number}"
    state: Any = setup.begin()
    bots: list[Any] = [make_bot(GAMES[game].teacher, setup, f"{name}/{seat}") for seat in range(setup.seats)]
    for bot in bots:
        bot.promise = promise
    chance, seen = Stream(name, "random moves"), []
    while decision := next_decision(state, name):
        seat, dice = decision.seats[0], chance.below(RANDOM)
        legal = state.legal(seat)
        move = chance.choice(legal) if not dice else bots[seat].choose(state.view(seat), legal)
        if known := GAMES[game].example(state, seat, move):
            seen.append(known)
    ends = {whose: GAMES[game].points(state, whose) for whose, _, _ in seen}
    return [row for _, row, _ in seen], [ends[whose] - before for whose, _, before in seen]


def train(game: str, games: int, own: int, seed: str) -> list[int]:
    """Weights after games of the heuristic, and then of the judge itself."""
    sums, promise = Sums(len(GAMES[game].looks.COLUMNS)), None
    for number in range(games + own):
        if number == games:
            promise = GAMES[game].looks.judge(sums.weights())
        sums.add(*examples(game, number, seed, promise))
    return sums.weights()


def main() -> None:
    """Read the command line, train, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, default="between_two_cities", help="whose heuristic learns")
    parser.add_argument("--games", type=int, default=1500, help="games of the heuristic")
    parser.add_argument("--own", type=int, default=1500, help="games of what was learned from them")
    parser.add_argument("--seed", default="learning", help="decides all chance")
    parser.add_argument("-o", "--output", required=True, type=argparse.FileType("w", encoding="utf-8"), help="a file")
    told = parser.parse_args()
    game = "" if told.game == parser.get_default("game") else f"--game {told.game} "
    budget = f"{game}--games {told.games} --own {told.own} --seed {told.seed} -o learned.json"
    named = dict(zip(GAMES[told.game].looks.COLUMNS, train(told.game, told.games, told.own, told.seed), strict=True))
    made = {"made_by": f"python examples/learning/train.py {budget}", "weights": named}
    told.output.write(json.dumps(made, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
