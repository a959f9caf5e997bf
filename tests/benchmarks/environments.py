"""Steps a second of games as environments, beside PettingZoo's: `python -m tests.benchmarks.environments [SECONDS]`.

A step asks for the observation (with a row of features for each legal move) and makes a random legal move. Time is that
of the processor. Each environment is measured in turn, again and again; told is the median, and its ratio to tictactoe.
"""

from __future__ import annotations

import sys
import time
import warnings
from statistics import median
from typing import Any

import numpy as np

from cityleague.engine.env import env
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find

ROUNDS = 7
BARS = {"between_two_cities": 10_000, "neom": 10_000}
OTHER_BAR = 4_000


def ours() -> dict[str, Any]:
    """Without the guards, as PettingZoo's are measured."""
    return {name: env(name, min(3, find(name).seats[-1])).unwrapped for name in GAMES}


def peers() -> dict[str, Any]:
    """PettingZoo's own, as far as what they need is installed (extra `bench`)."""
    found: dict[str, Any] = {}
    for name, module in (("tictactoe", "tictactoe_v3"), ("connect four", "connect_four_v3"), ("chess", "chess_v6")):
        try:
            made = __import__(f"pettingzoo.classic.{module}", fromlist=["raw_env"])
            found[name] = made.raw_env()
        except ImportError as error:
            print(f"{name} is left out: {error}")
    return found


def steps(made: Any, seconds: float) -> float:
    """Steps a second of the processor."""
    chaos, done, number = np.random.default_rng(0), 0, 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        made.reset(seed=number)
        number += 1
        while not (made.terminations[made.agent_selection] or made.truncations[made.agent_selection]):
            mask = made.observe(made.agent_selection)["action_mask"]
            made.step(int(chaos.choice(np.flatnonzero(mask))))
            done += 1
    return done / spent


def main(seconds: str = "0.5") -> None:
    """Measure and tell."""
    warnings.simplefilter("ignore")
    every = {**ours(), **peers()}
    rates: dict[str, list[float]] = {name: [] for name in every}
    for _ in range(ROUNDS):
        for name, made in every.items():
            rates[name].append(steps(made, float(seconds)))
    base = median(rates["tictactoe"]) if "tictactoe" in rates else None
    for name, some in rates.items():
        bar = f", at least {BARS.get(name, OTHER_BAR):,}" if name in GAMES else ""
        beside = f" ({median(some) / base:.2f} of tictactoe)" if base else ""
        print(f"{name}: {median(some):,.0f} steps a second{beside}{bar}")


if __name__ == "__main__":
    main(*sys.argv[1:])
