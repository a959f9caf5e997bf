"""What good players build, sell and have: `python tests/city_tycoon/balance.py` prints tables."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Plant, Sell
from cityleague.engine.city_tycoon.state import setup as begin
from cityleague.engine.protocol import Draw, Setup

KINDS = ("housing", "trade", "industry", "shops", "park", "landmark")
SIDES = ("exhausting", "renewing")
ROUNDS = range(1, 5)
NUMBERS = range(1, 7)
GAMES = 50
"""With each number of players, if the command line does not say otherwise: 200 in all."""


class Balance(NamedTuple):
    """Of several games of heuristics."""

    games: int
    dealt: Counter[str]
    """By district."""
    built: Counter[str]
    sold: Counter[str]
    plants: Counter[tuple[int, str, int, str]]
    """By round, kind, number and side: the tiles given for them."""
    money: dict[int, list[int]]
    """What players have at the beginning of each round, and at the end (5)."""
    scores: list[int]
    demands: list[int]
    """The points of each player that demands brought."""

    def rate(self, round_: int, kind: str) -> float:
        """How many districts of a kind were built, of those built or sold."""
        tiles = [name for name in tiles_of(round_) if load(None).districts[name].kind == kind]
        built = _total(self.built, tiles)
        return built / (built + _total(self.sold, tiles))

    def sold_share(self, round_: int) -> float:
        """How many of a round's tiles were sold, of those sold, built or given for plants."""
        tiles = tiles_of(round_)
        sold = _total(self.sold, tiles)
        return sold / (sold + _total(self.built, tiles) + self.plants_of(round_))

    def plants_of(self, round_: int, side: str | None = None) -> int:
        """How many plants were built in a round."""
        return sum(count for (when, _, _, up), count in self.plants.items() if when == round_ and side in {None, up})

    def mean(self, round_: int) -> float:
        """The money at hand, on the average."""
        return sum(self.money[round_]) / len(self.money[round_])


def tiles_of(round_: int) -> tuple[str, ...]:
    """The districts of a round."""
    return load(None).rounds[round_]


def _total(counted: Counter[str], tiles: Sequence[str]) -> int:
    return sum([counted[name] for name in tiles])


def balance(seats: int, games: int, seed: str, bot: str = "heuristic") -> Balance:
    """Play and count."""
    counts = Balance(games, Counter(), Counter(), Counter(), Counter(), {number: [] for number in range(1, 6)}, [], [])
    setup = Setup(GAME, GAME.options(), GAME.components(None), seats)
    for number in range(games):
        _play(setup, f"{seed}/{seats}/{number}", counts, bot)
    return counts


def _play(setup: Setup, seed: str, counts: Balance, bot: str) -> None:
    state = begin(setup.options, setup.seats, setup.components)
    bots = [parse(bot, GAME).make(setup, Stream(seed, f"{seat}")) for seat in range(setup.seats)]
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            drawn = outcome(seed, due)
            if due.name != "order":
                counts.money[state.round] += state.view(None).money
                counts.dealt.update(map(str, drawn))
            state.resolve(drawn)
            continue
        seat = due.seats[0]
        move = bots[seat].choose(state.view(seat), state.legal(seat))
        if isinstance(move, Build | Sell):
            (counts.built if isinstance(move, Build) else counts.sold)[move.tile] += 1
        elif isinstance(move, Plant):
            counts.plants[state.round, move.kind, state.view(None).next_plant[move.kind], move.side] += 1
        state.apply(seat, move)
    counts.money[5].extend(state.view(None).money)
    for sheet in state.scores():
        counts.scores.append(int(sheet.total))
        counts.demands.extend([int(line.points) for line in sheet.parts[0].lines if line.category == "demands"])


def never_built(counts: Sequence[Balance]) -> list[str]:
    """The districts, and the sides of plants, that were built in none of the games."""
    tiles = [name for round_ in ROUNDS for name in tiles_of(round_)]
    districts = [name for name in tiles if not any(count.built[name] for count in counts)]
    sides = [f"{kind} {number} {side}" for (kind, number, side), times in plant_sides(counts).items() if not times]
    return districts + sides


def built_shares(counts: Sequence[Balance]) -> dict[str, float]:
    """By district: in how many of the games that it was dealt in it was built."""
    tiles = [name for round_ in ROUNDS for name in tiles_of(round_)]
    built, dealt = [sum([getattr(count, what) for count in counts], Counter[str]()) for what in ("built", "dealt")]
    return {name: built[name] / dealt[name] for name in tiles}


def plant_sides(counts: Sequence[Balance]) -> dict[tuple[str, int, str], int]:
    """By kind, number and side of a plant: how often it was built."""
    return {
        (kind, number, side): sum(count.plants[round_, kind, number, side] for count in counts for round_ in ROUNDS)
        for kind in PLANT_KINDS
        for number in NUMBERS
        for side in SIDES
    }


# -- the tables


def _span(values: list[float], unit: str = "") -> str:
    low, high = round(min(values)), round(max(values))
    return f"{low}-{high}{unit}" if low != high else f"{low}{unit}"


def _row(head: str, cells: Sequence[object]) -> str:
    return f"| {head} | {' | '.join(map(str, cells))} |"


def report(games: int) -> Iterator[str]:
    """The tables of so many games with each number of players."""
    counts = [balance(seats, games, "balance") for seats in GAME.seats]
    yield _row("tiles sold", ["I", "II", "III", "IV"])
    yield "|---|---|---|---|---|"
    for seats, count in zip(GAME.seats, counts, strict=True):
        yield _row(f"{seats} players", [f"{100 * count.sold_share(round_):.0f} %" for round_ in ROUNDS])
    yield ""
    yield _row("built, of those built or sold", ["I", "II", "III", "IV"])
    yield "|---|---|---|---|---|"
    for kind in KINDS:
        yield _row(kind, [_span([100 * count.rate(round_, kind) for count in counts], " %") for round_ in ROUNDS])
    yield ""
    times = plant_sides(counts)
    yield _row(f"plants built in {sum([count.games for count in counts])} games", list(NUMBERS))
    yield "|---|---|---|---|---|---|---|"
    for kind in PLANT_KINDS:
        for side in SIDES:
            yield _row(f"{kind}, {side}", [times[kind, number, side] for number in NUMBERS])
    yield ""
    for side in SIDES:
        built = [[100 * count.plants_of(round_, side) / count.games for count in counts] for round_ in ROUNDS]
        yield " ".join([f"{side} plants in 100 games:", *map(_span, built)])
    yield " ".join(["money:", *[_span([count.mean(round_) for count in counts]) for round_ in range(1, 6)]])
    yield "scores: " + _span([sum(count.scores) / len(count.scores) for count in counts])
    yield "demands: " + _span([sum(count.demands) / len(count.demands) for count in counts])
    shares = sorted([(share, name) for name, share in built_shares(counts).items()])
    for told, some in (("seldom", shares[:5]), ("often", shares[:-6:-1])):
        yield f"built most {told}: " + ", ".join([f"{name} {100 * share:.0f} %" for share, name in some])
    yield "never built: " + (", ".join(never_built(counts)) or "nothing")


if __name__ == "__main__":
    played = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.stdout.writelines(line + "\n" for line in report(played))
