"""What good players buy, bid and own: `python tests/twentieth_century/balance.py 200` prints tables.

The number is that of games for each number of players.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.figures import PERIODS, Technology
from cityleague.engine.twentieth_century.moves import Buy, Move
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.state import setup as begin
from cityleague.engine.twentieth_century.table import LAST_ROUND

USES = (
    "facility", "worker", "bridge", "waste_separation", "locomotive", "garbage_collection", "recycling", "remediation",
    "quality_of_life", "flowers",
)  # fmt: skip
"""What technologies bring."""
ALL, SELDOM = 100, 10
"""Percent of the games that offer something: nothing should be bought in all, or in less than this."""


def brings(technology: Technology) -> list[str]:
    """What a technology brings: some of `USES`."""
    return [use for use in USES if getattr(technology, use)]


class Balance:
    """Totals over several games of heuristics."""

    def __init__(self, seats: int) -> None:
        self.setup = Setup(GAME, GAME.options(), GAME.components(None), seats)
        self.box: Box = self.setup.components
        self.games = 0
        self.offered: Counter[str] = Counter()
        """Land and technologies, by name."""
        self.bought: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        """Coins or science in all."""
        self.damage: Counter[int] = Counter()
        """Science paid for columns of the damage card, by round."""
        self.coins: Counter[int] = Counter()
        """Of all players, at the beginning of each round; `LAST_ROUND` + 1: at the end."""
        self.science: Counter[int] = Counter()
        self.bonus: Counter[str] = Counter()
        """Points of all players, by card."""
        self.drawn: Counter[str] = Counter()
        """Bonus cards."""
        self.points: Counter[str] = Counter()
        """By part or line of the sheets."""

    def play(self, seed: str) -> None:
        """Play a game and count."""
        state = begin(self.setup.options, self.setup.seats, self.box)
        seats = range(self.setup.seats)
        bots = [parse("heuristic", GAME).make(self.setup, Stream(seed, f"{seat}")) for seat in seats]
        seen = 0
        while (due := state.pending()) is not None:
            if state.round > seen:
                seen = state.round
                self._hold(state, seen)
            if isinstance(due, Draw):
                order = outcome(seed, due)
                self.offered.update(map(str, order))
                state.resolve(order)
                continue
            seat = due.seats[0]
            self._move(state, seat, bots[seat].choose(state.view(seat), state.legal(seat)))
        self._hold(state, LAST_ROUND + 1)
        self._score(state)
        self.games += 1

    def _hold(self, state: CenturyState, when: int) -> None:
        self.coins[when] += sum(state.table.coins)
        self.science[when] += sum(state.table.science)

    def _move(self, state: CenturyState, seat: int, move: Move) -> None:
        """Make a move and count what was bought by it."""
        table = state.table
        coins, science = sum(table.coins), sum(table.science)
        chosen, stage = getattr(move, "tile", table.chosen), table.stage
        land = sum(table.bought)
        if isinstance(move, Buy):
            self.bought[move.technology] += 1
            self.paid[move.technology] += table.price
        state.apply(seat, move)
        if sum(table.bought) > land:
            self.bought[str(chosen)] += 1
            self.paid[str(chosen)] += coins - sum(table.coins)
        if stage == "containing" != table.stage:
            self.damage[state.round] += science - sum(table.science)

    def _score(self, state: CenturyState) -> None:
        for card in state.table.bonus_cards:
            self.drawn[card] += 1
        for sheet, account in zip(state.scores(), state.table.accounts, strict=True):
            self.points["all"] += int(sheet.total)
            for part in sheet.parts:
                self.points[part.title] += int(part.points)
                for line in part.lines:
                    self.points[line.category] += int(line.points)
            for card, values in zip(state.table.bonus_cards, account.bonus, strict=True):
                self.bonus[card] += sum(values)

    # -- what it comes to

    def mean(self, total: float) -> float:
        """The average for one player in one game."""
        return total / (self.games * self.setup.seats)

    def rate(self, names: Sequence[str]) -> float:
        """The share of those on offer that was bought."""
        return sum(self.bought[name] for name in names) / sum(self.offered[name] for name in names)

    def price(self, names: Sequence[str]) -> float:
        """The average price of one of them."""
        return sum(self.paid[name] for name in names) / max(1, sum(self.bought[name] for name in names))


def balance(seats: int, games: int, seed: str) -> Balance:
    """Play and count."""
    counts = Balance(seats)
    for number in range(games):
        counts.play(f"{seed}/{seats}/{number}")
    return counts


def _span(values: Sequence[float], unit: str = "", digits: int = 0) -> str:
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return f"{low} to {high}{unit}" if low != high else f"{low}{unit}"


def report(games: int) -> Iterator[str]:
    """The tables, the least and the most of 3 to 5 players; then all land and technologies, by number of players."""
    counts = [balance(seats, games, "balance") for seats in GAME.seats]
    box = counts[0].box

    def rates(names: Sequence[str]) -> list[float]:
        return [100 * count.rate(names) for count in counts]

    def wins_of(name: str) -> str:
        return f"{name} {'-'.join([f'{rate:.0f}' for rate in rates([name])])}"

    yield "| | land sold | for coins | technologies bought | for science |"
    yield "|---|---|---|---|---|"
    for period in PERIODS:
        cells = []
        for what in ("land", "technologies"):
            names = box.piles[what][period]
            cells += [_span(rates(names), " %"), _span([count.price(names) for count in counts], "", 1)]
        yield f"| {period} | {' | '.join(cells)} |"
    yield ""
    for use in USES:
        users = [name for name, technology in box.technologies.items() if use in brings(technology)]
        yield f"| {use.replace('_', ' ')} | {_span(rates(users), ' %')} |"
    yield ""
    for card in box.bonus:
        points = [count.bonus[card] / max(1, count.drawn[card]) / count.setup.seats for count in counts]
        yield f"| {card} | {_span(points)} |"
    yield ""
    for what in ("coins", "science"):
        held = [[count.mean(getattr(count, what)[when]) for count in counts] for when in range(1, LAST_ROUND + 2)]
        yield f"{what} at the beginning of rounds and at the end: {', '.join(map(_span, held))}"
    paid = [[count.mean(count.damage[when]) for count in counts] for when in range(1, LAST_ROUND)]
    yield f"science paid for damage, by round: {', '.join([_span(row, '', 1) for row in paid])}"
    for source in ("all", "prosperity", "bonus of round II", "bonus of round IV", "clean land", "garbage", "pollution"):
        yield f"points, {source}: {_span([count.mean(count.points[source]) for count in counts])}"
    for pile in box.piles["land"], box.piles["technologies"]:
        for period in PERIODS:
            yield f"{period}: {', '.join([wins_of(name) for name in pile[period]])}"
    everything = [*box.land, *box.technologies]
    always = [name for name in everything if max(rates([name])) == ALL]
    seldom = [name for name in everything if max(rates([name])) < SELDOM]
    yield f"always bought with some number of players: {', '.join(always) or 'none'}"
    yield f"bought in less than {SELDOM} % with every number of players: {', '.join(seldom) or 'none'}"


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in report(int(sys.argv[1])))
