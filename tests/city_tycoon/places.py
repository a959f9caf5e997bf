"""How fair the turn order of round I is: `python tests/city_tycoon/places.py` counts who wins.

Heuristics play each deal as often as there are players. The turn order of round I is rotated, so each hand of tiles is
played from each place. All other draws are the same. Arguments, if there are any, are a seed and then, for each number
of players to be played, the deals: `places.py more 3:200 4:100`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.scoring import ranks

SEED = "fresh"
"""The figures were not chosen by games of this seed."""
DEALS = {2: 200, 3: 240, 4: 330, 5: 310}
"""By number of players, enough for ± .05; each is played as often as there are players."""


class Deal(NamedTuple):
    """What the games of one deal brought, by place in the turn order of round I."""

    wins: list[float]
    """A fair share is 1; a shared win is divided."""
    points: list[float]
    """The average score."""


def played(seats: int, deals: int, seed: str = SEED, box: Box | None = None) -> list[Deal]:
    """So many deals, with the packaged figures or those of another box."""
    setup = Setup(GAME, GAME.options(), box or GAME.components(None), seats)
    return [_rotated(setup, f"{seed}/{seats}/{deal}") for deal in range(deals)]


def _rotated(setup: Setup, seed: str) -> Deal:
    """A deal, played with each rotation of the turn order."""
    games = [_play(setup, seed, turn) for turn in range(setup.seats)]
    wins, points = [zip(*[game[part] for game in games], strict=True) for part in (0, 1)]
    return Deal(list(map(sum, wins)), list(map(mean, points)))


def _play(setup: Setup, seed: str, turn: int) -> Deal:
    """A game of heuristics."""
    state = setup.begin()
    bots = [parse("heuristic", GAME).make(setup, Stream(seed, f"{seat}")) for seat in range(setup.seats)]
    order: list[int] = []
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            drawn = outcome(seed, due)
            if due.name == "order":
                order = [*map(int, drawn[turn:]), *map(int, drawn[:turn])]
                state.resolve(order)
            else:
                state.resolve(drawn)
        else:
            seat = due.seats[0]
            legal = state.legal(seat)
            state.apply(seat, bots[seat].choose(state.view(seat), legal) if len(legal) > 1 else legal[0])
    sheets = state.scores()
    placed = ranks(sheets)
    won = [(placed[seat] == 1) / placed.count(1) for seat in order]
    return Deal(won, [float(sheets[seat].total) for seat in order])


def share(values: Sequence[float]) -> tuple[float, float]:
    """An average over deals, and its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))


def report(seed: str, deals: Mapping[int, int]) -> Iterator[str]:
    """The table: wins by place in the turn order of round I."""
    yield "| wins by place in round I | games | first | second | third | fourth | fifth | most : least |"
    yield "|---|---|---|---|---|---|---|---|"
    for seats, number in deals.items():
        shares = [share(won) for won in zip(*[deal.wins for deal in played(seats, number, seed)], strict=True)]
        told = [f"{won:.2f} ± {error:.2f}" for won, error in shares] + [""] * (5 - seats)
        most, *_, least = sorted([won for won, _ in shares], reverse=True)
        yield f"| {seats} players | {seats * number} | {' | '.join(told)} | {most / least:.2f} |"


if __name__ == "__main__":
    seed, *parts = sys.argv[1:] or [SEED]
    asked = {int(seats): int(deals) for seats, deals in [part.split(":") for part in parts]}
    for line in report(seed, asked or DEALS):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
