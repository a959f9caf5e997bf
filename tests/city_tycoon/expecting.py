"""What the heuristic expects, fitted to games of heuristics: `python tests/city_tycoon/expecting.py [GAMES]`.

At the beginning of rounds II to IV, the weights are those with which features tell best by how much each seat will be
above the average of its table. They are fitted with all numbers of players at once, and tested on other games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.bots.evaluation import myopic
from cityleague.engine.city_tycoon.bots.outlook import WEIGHTS, features, taste
from cityleague.engine.loop import make_bot, next_decision, prepare

GAMES = 40
"""With each number of players, to fit; as many to test."""


class Seen(NamedTuple):
    """A table at the beginning of a round: a row or a figure for each seat, less the average of all seats."""

    round: int
    features: np.ndarray
    ends: np.ndarray
    """Final scores."""


def games(seed: str, count: int) -> Iterator[Seen]:
    """So many games with each number of players."""
    for seats in GAME.seats:
        for number in range(count):
            yield from played(seats, f"{seed}/{seats}/{number}")


def played(seats: int, seed: str) -> list[Seen]:
    """A game of heuristics."""
    setup = prepare(GAME.name, seats)
    state, known = setup.begin(), taste(myopic(setup), setup.components.basics.fee)
    bots = [make_bot("heuristic", setup, f"{seed}/{seat}") for seat in range(seats)]
    rows: dict[int, np.ndarray] = {}
    while decision := next_decision(state, seed):
        if state.round > len(rows):
            rows[state.round] = np.array([features(state.table, seat, known) for seat in range(seats)])  # type: ignore[attr-defined]
        seat = decision.seats[0]
        state.apply(seat, bots[seat].choose(state.view(seat), state.legal(seat)))
    ends = np.array([float(sheet.total) for sheet in state.scores()])
    return [Seen(number, row - row.mean(axis=0), ends - ends.mean()) for number, row in rows.items() if number > 1]


def fitted(seen: list[Seen]) -> np.ndarray:
    """The weights with the least squared error."""
    weights: np.ndarray = np.linalg.lstsq(
        np.vstack([table.features for table in seen]), np.concatenate([table.ends for table in seen]), rcond=None
    )[0]
    return weights


def error(seen: list[Seen], weights: np.ndarray) -> float:
    """By how much final scores differ from what is told, root mean square."""
    off = [table.ends - table.features @ weights for table in seen]
    return float(np.sqrt(np.mean(np.concatenate(off) ** 2)))


def main(count: int) -> None:
    """Print the weights, and how much they tell."""
    weights, fresh = fitted(list(games("fit", count))), list(games("fresh", count))
    told = ", ".join([f"{weight:.2f}" for weight in weights])
    sys.stdout.write(f"weights: {told}; in use: {', '.join(map(str, WEIGHTS))}\n")
    for number in (2, 3, 4):
        here = [table for table in fresh if table.round == number]
        new, used, score = [error(here, np.array(each)) for each in (weights, WEIGHTS, (1, 0, 0, 0))]
        sys.stdout.write(f"round {number}: errs by {new:.1f}, by those in use {used:.1f}, by the score {score:.1f}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
