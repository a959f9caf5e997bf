"""How fair the turn order of round I is: `python tests/city_tycoon/places.py` prints the table of RULES.md.

Heuristics play each deal as often as there are players. The turn order of round I is rotated, so each hand of tiles is
played from each place. All other draws are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, stdev

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.scoring import ranks

DEALS = {2: 200, 3: 134, 4: 100, 5: 80}
"""By number of players; each is played as often as there are players, which makes 400 games."""

Wins = list[float]
"""By place in the turn order of round I: wins in the games of one deal. A fair share is 1; a shared win is divided."""


def wins(seats: int, deals: int, seed: str = "places") -> list[Wins]:
    """The wins in each deal."""
    setup = Setup(GAME, GAME.options(), GAME.components(None), seats)
    return [_rotated(setup, f"{seed}/{seats}/{deal}") for deal in range(deals)]


def _rotated(setup: Setup, seed: str) -> Wins:
    """A deal, played with each rotation of the turn order."""
    games = [_play(setup, seed, turn) for turn in range(setup.seats)]
    return [sum(of_place) for of_place in zip(*games, strict=True)]


def _play(setup: Setup, seed: str, turn: int) -> Wins:
    """A game of heuristics: what each place has won."""
    state = setup.begin()
    bots = [parse("heuristic", GAME).make(setup, Stream(seed, f"{seat}")) for seat in range(setup.seats)]
    order: list[int] = []
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            drawn = outcome(seed, due)
            if due.name == "order":
                drawn = order = [*map(int, drawn[turn:]), *map(int, drawn[:turn])]
            state.resolve(drawn)
        else:
            seat = due.seats[0]
            state.apply(seat, bots[seat].choose(state.view(seat), state.legal(seat)))
    placed = ranks(state.scores())
    return [(placed[seat] == 1) / placed.count(1) for seat in order]


def share(deals: Sequence[Wins], place: int) -> tuple[float, float]:
    """What a place wins, compared with a fair share, and the standard error over deals."""
    won = [deal[place] for deal in deals]
    return mean(won), stdev(won) / sqrt(len(won))


def report() -> Iterator[str]:
    """The table: wins by place in the turn order of round I."""
    yield "| wins by place in round I | games | first | second | third | fourth | fifth | most : least |"
    yield "|---|---|---|---|---|---|---|---|"
    for seats, number in DEALS.items():
        deals = wins(seats, number)
        shares = [share(deals, place) for place in range(seats)]
        told = [f"{won:.2f} ± {error:.2f}" for won, error in shares] + [""] * (5 - seats)
        most, *_, least = sorted([won for won, _ in shares], reverse=True)
        yield f"| {seats} players | {seats * number} | {' | '.join(told)} | {most / least:.2f} |"


if __name__ == "__main__":
    for line in report():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
