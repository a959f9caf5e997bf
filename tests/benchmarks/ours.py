"""What cityleague does in the benchmark: record games, validate their logs, play at random, let bots play."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import make_header, record_game
from cityleague.replays.replay import validate

from .measure import Contestant

VALIDATED, PLAYED, BOTTED = "moves validated", "moves played at random", "games played by three bots"

PROCESSES = 2
BOT_SEATS = 3
_RANDOM = "random"


class Way(NamedTuple):
    """A game, and options that make it worth a measurement of its own."""

    game: str
    options: Mapping[str, Any]

    def setup(self, number: int) -> Setup:
        """The setup of the game of this number; the seats go round all numbers that can play."""
        game = find_game(self.game)
        options = msgspec.convert(self.options, game.options)
        return Setup(game, options, game.components(None), game.seats[number % len(game.seats)])


WAYS = {
    "Between Two Cities": Way("between_two_cities", {}),
    "Card City XL, simplified": Way("card_city_xl", {"level": "simplified"}),
    "Card City XL, normal": Way("card_city_xl", {"level": "normal"}),
    "Card City XL, advanced": Way("card_city_xl", {"level": "advanced"}),
    "City Tycoon": Way("city_tycoon", {}),
    "NEOM": Way("neom", {}),
    "20th Century": Way("twentieth_century", {}),
}
"""What is measured, by the name in the report."""
BOTTED_WAYS = [name for name in WAYS if name not in ("Card City XL, simplified", "Card City XL, normal")]
"""What bots are measured at."""
BOTS = ("random", "greedy", "heuristic")


def logs(folder: Path, slices: int) -> dict[str, list[Path]]:
    """For each way the logs that `record` writes, one per slice."""
    return {name: [folder / f"{i}-{number}.jsonl" for number in range(slices)] for i, name in enumerate(WAYS)}


def record(folder: Path, slices: int, count: int) -> None:
    """Write all logs, of `count` games each; no two logs have a game in common.

    Other processes record them, so that the measured one remembers none of the lines.
    """
    with ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn")) as pool:
        recorded = [
            pool.submit(_record, WAYS[name], path, range(number * count, (number + 1) * count))
            for name, paths in logs(folder, slices).items()
            for number, path in enumerate(paths)
        ]
        for recording in recorded:
            recording.result()


def _record(way: Way, path: Path, numbers: Iterable[int]) -> None:
    """Games of random bots, each with a seed of its own."""
    spec = parse(_RANDOM, find_game(way.game))
    with path.open("wb") as file:
        for number in numbers:
            setup = way.setup(number)
            players = [f"{_RANDOM}-{seat}" for seat in range(setup.seats)]
            header = make_header(setup, players, specs=players, seed=f"{path.stem}/{number}")
            lines = record_game(setup, header, [spec] * setup.seats)
            file.writelines([line + b"\n" for line in lines])


def validating(name: str, logs: Sequence[Path]) -> Contestant:
    """The whole of `cityleague validate LOG -j 1`, but for starting Python and printing.

    That is: read and split the file, decode each line strictly, verify each move, prove chance against the seed,
    recompute and compare every checksum, score, rank and sheet, and look out for ids that stand twice. Each slice
    has a log that this process has not seen, so that what it remembers helps as in any long file, not more. Only
    moves count; headers, chance, checks and results are work on top.
    """
    return Contestant(name, lambda number: _validated(logs[number]))


def _validated(log: Path) -> int:
    moves = 0
    for verdict in validate([str(log)]):
        if verdict.finding:
            raise RuntimeError(f"a recorded game is not valid: {verdict.finding}")
        moves += verdict.moves
    return moves


def botting(bot: str, name: str) -> Contestant:
    """A game of three of these bots with a log, as a tournament plays it, in each slice; it counts as one move."""
    return Contestant(f"{name}: {bot}", partial(_botted, WAYS[name], bot))


def _botted(way: Way, bot: str, number: int) -> int:
    game = find_game(way.game)
    setup = Setup(game, msgspec.convert(way.options, game.options), game.components(None), BOT_SEATS)
    players = [f"{bot}-{seat}" for seat in range(BOT_SEATS)]
    header = make_header(setup, players, specs=players, seed=f"bots/{number}")
    record_game(setup, header, [parse(bot, game)] * BOT_SEATS)
    return 1


def playing(name: str, count: int) -> Contestant:
    """`count` games from set-up to the final score sheets by random choice among all legal moves, on a new deal each.

    No log, no views; chance and choices come from the documented streams, as in a tournament.
    """
    return Contestant(name, partial(_played, WAYS[name], count))


def _played(way: Way, count: int, number: int) -> int:
    return sum(_playout(way.setup(i), f"playout/{i}") for i in range(number * count, (number + 1) * count))


def _playout(setup: Setup, seed: str) -> int:
    state = setup.begin()
    stream = Stream(seed, "choices")
    moves = 0
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            state.resolve(outcome(seed, due))
            continue
        seat = due.seats[0]
        state.apply(seat, stream.choice(state.legal(seat)))
        moves += 1
    state.scores()
    return moves
