"""Whether a place at the table, or a ceiling on bids, wins: `python -m tests.twentieth_century.position 200`.

Equal heuristics play so many deals, with the seats as they are: the share of wins by place, clockwise from the start
player of round I. Then, in the same deals, one seat after the other plays a copy of the heuristic that never bids more
than so many coins in one round; it wins as often as the others if its wins in all seats of a deal are 1 on the average.
Given numbers of players (`200 3 4`) are played alone; `--places` leaves the copies out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.bots.heuristic import Heuristic
from cityleague.engine.twentieth_century.components import ROUNDS
from cityleague.engine.twentieth_century.moves import Bid, Move
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.state import setup as begin
from cityleague.engine.twentieth_century.view import View

ABOVE = range(9)
"""Ceilings on bids: so many coins above the minimum of the round."""


class Ceiling(NamedTuple):
    """No bid of a seat in a round is more than so many coins."""

    seat: int
    round: int
    coins: int


class Capped(Heuristic):
    """A heuristic with a ceiling on its bids."""

    def __init__(self, setup: Setup, stream: Stream, ceiling: Ceiling) -> None:
        super().__init__(setup, stream, {})
        self._ceiling = ceiling

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves below the ceiling."""
        if view.round == self._ceiling.round:
            legal = [move for move in legal if not (isinstance(move, Bid) and move.coins > self._ceiling.coins)]
        return super().choose(view, legal)


class Deal:
    """A game of equal heuristics, and what came of it."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self._setup, self._seed = setup, seed
        state = begin(setup.options, setup.seats, setup.components)
        self._starts: dict[int, CenturyState] = {}
        """The state at the beginning of each round."""
        self.bids: Counter[tuple[int, int]] = Counter()
        """The highest bid by seat and round."""
        while state.pending() is not None:
            self._starts[state.round] = state.copy()
            self._play_round(state, None)
        self.wins = wins(state)
        self.start_player = int(outcome(seed, Draw("start", range(setup.seats), 1))[0])

    def _play_round(self, state: CenturyState, ceiling: Ceiling | None) -> None:
        """Play on to the next round; the bots are made anew for each, so that it can be played again."""
        number = state.round
        streams = [Stream(self._seed, f"{seat}") for seat in range(state.seats)]
        bots = [Heuristic(self._setup, stream, {}) for stream in streams]
        if ceiling and ceiling.round == number:
            bots[ceiling.seat] = Capped(self._setup, streams[ceiling.seat], ceiling)
        while state.round == number and (due := state.pending()) is not None:
            if isinstance(due, Draw):
                state.resolve(outcome(self._seed, due))
                continue
            seat = due.seats[0]
            move = bots[seat].choose(state.view(seat), state.legal(seat))
            if ceiling is None and isinstance(move, Bid):
                self.bids[seat, number] = max(self.bids[seat, number], move.coins)
            state.apply(seat, move)

    def won_below(self, ceiling: Ceiling) -> float:
        """What a seat wins with this ceiling; the same as without one if it never bid more."""
        if self.bids[ceiling.seat, ceiling.round] <= ceiling.coins:
            return self.wins[ceiling.seat]
        state = self._starts[ceiling.round].copy()
        while state.pending() is not None:
            self._play_round(state, ceiling)
        return wins(state)[ceiling.seat]


def wins(state: CenturyState) -> list[float]:
    """What each seat wins: 1, or less if several share the first place."""
    keys = [sheet.key for sheet in state.scores()]
    return [(key == max(keys)) / keys.count(max(keys)) for key in keys]


def by_place(deals: Sequence[Deal]) -> list[tuple[float, float]]:
    """The share of the wins by place, clockwise from the start player of round I, as a multiple of an even share.

    Each with its standard error.
    """
    seats = len(deals[0].wins)
    won = [[seats * deal.wins[(deal.start_player + place) % seats] for deal in deals] for place in range(seats)]
    return [(fmean(place), stdev(place) / sqrt(len(deals))) for place in won]


def below(deals: Sequence[Deal], number: int, coins: int) -> tuple[float, float]:
    """What a copy with this ceiling wins, as a multiple of an even share, and by how many standard errors more."""
    seats = range(len(deals[0].wins))
    won = [sum(deal.won_below(Ceiling(seat, number, coins)) for seat in seats) for deal in deals]
    error = stdev(won) / sqrt(len(won))
    return fmean(won), (fmean(won) - 1) / error if error else 0.0


def setup_of(seats: int) -> Setup:
    """Of the packaged game."""
    return Setup(GAME, GAME.options(), GAME.components(None), seats)


def report(players: Sequence[int], count: int, *, copies: bool) -> Iterator[str]:
    """The tables of places and ceilings, for each number of players."""
    for seats in players:
        setup = setup_of(seats)
        minimum = [setup.components.basics.minimum_bid[period] for period in ROUNDS]
        deals = [Deal(setup, f"position/{seats}/{number}") for number in range(count)]
        shares_by_place = [f"{share:.2f} ± {error:.2f}" for share, error in by_place(deals)]
        yield f"{seats} players, wins by place: {', '.join(shares_by_place)}"
        for number, least in enumerate(minimum if copies else (), 1):
            shares = {least + above: below(deals, number, least + above) for above in ABOVE}
            cells = [f"{coins}: {share:.2f} ({errors:+.1f})" for coins, (share, errors) in shares.items()]
            yield f"  round {number}, ceiling: wins (standard errors): {', '.join(cells)}"


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--places"]
    for line in report([*map(int, words[1:])] or GAME.seats, int(words[0]), copies="--places" not in sys.argv):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
