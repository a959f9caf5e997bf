"""Whether each level of bots beats the one below it, and how long it thinks: `python -m tests.benchmarks.levels`.

In each game, at each number of players, one `good` plays among `easy`, and one `strong` among `good`, until the
interval of the share of the table that it beats is clear of a half, or for 60 games. `levels.jsonl` keeps what was
played: the same command goes on with it. It writes the table in engine/bots/README.md.
A pairing whose levels are other bots by now, or whose game has other figures, is played anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf, log10, sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from cityleague.engine.bots.builtin import choose_at
from cityleague.engine.bots.specs import levels_of
from cityleague.engine.loop import make_bot, next_decision, prepare
from cityleague.engine.registry import games
from cityleague.engine.scoring import ranks

RESULTS = Path(__file__).with_name("levels.jsonl")
PAGE = Path(__file__).parents[2] / "engine" / "bots" / "README.md"
BEGIN, END = "<!-- levels -->\n", "<!-- end of levels -->\n"
PAIRS = {"good": "easy", "strong": "good"}
"""Which level plays alone, and those around it."""
UNFINISHED = "not all played yet"
LOOKS = (8, 12, 16, 20, 30, 40, 50, 60)
"""After so many games it is seen whether they are enough."""


class Pairing(msgspec.Struct):
    """One bot among others of the level below, and what came of it."""

    game: str
    players: int
    level: str
    spec: str
    others: str
    components: str
    """The hash of the figures."""
    shares: list[float] = []
    """Of each game: the share of the others that it beat; a tie counts half."""
    decisions: int = 0
    seconds: float = 0
    """Of processor time, for all its decisions: those where it had a choice."""
    longest: float = 0
    """The longest of them."""

    def interval(self) -> tuple[float, float]:
        """The share that it beats, 95 %. A game lost and one won are added: a few games that are alike prove little."""
        shares = [*self.shares, 0.0, 1.0]
        spread = 1.96 * stdev(shares) / sqrt(len(shares))
        return max(0.0, fmean(shares) - spread), min(1.0, fmean(shares) + spread)

    def is_enough(self) -> bool:
        """Whether the interval is clear of a half, or as many games were played as there may be."""
        if len(self.shares) not in LOOKS:
            return False
        low, high = self.interval()
        return low > 0.5 or high < 0.5 or len(self.shares) == LOOKS[-1]

    def play(self) -> None:
        """One more game; the bot sits a seat further on in each."""
        deal = len(self.shares)
        own, seed = deal % self.players, f"levels/{deal}"
        setup = prepare(self.game, self.players)
        names = [self.level if seat == own else PAIRS[self.level] for seat in range(self.players)]
        bots = [make_bot(name, setup, f"{seed}/{seat}") for seat, name in enumerate(names)]
        state = setup.begin()
        while decision := next_decision(state, seed):
            seat = decision.seats[0]
            legal, begun = state.legal(seat), time.process_time()
            move = legal[0] if len(legal) == 1 else choose_at(bots[seat], state, seat, legal)
            if seat == own and len(legal) > 1:
                took = time.process_time() - begun
                self.decisions, self.seconds = self.decisions + 1, self.seconds + took
                self.longest = max(self.longest, took)
            state.apply(seat, move)
        places = ranks(state.scores())
        others = [place for seat, place in enumerate(places) if seat != own]
        self.shares.append(fmean([(place > places[own]) + (place == places[own]) / 2 for place in others]))


def pairings() -> Iterator[Pairing]:
    """All of them, before the first game."""
    for game in games():
        specs, components = levels_of(game), game.components(None).hash
        for level, below in PAIRS.items():
            for players in game.seats:
                if players > 1:
                    yield Pairing(game.name, players, level, specs[level], specs[below], components)


def results() -> list[Pairing]:
    """What has been played of all pairings."""
    played = msgspec.json.Decoder(Pairing).decode_lines(RESULTS.read_bytes()) if RESULTS.exists() else []
    kept = {_key(pairing): pairing for pairing in played}
    return [kept.get(_key(pairing), pairing) for pairing in pairings()]


def _key(pairing: Pairing) -> tuple[str, int, str, str, str, str]:
    return pairing.game, pairing.players, pairing.level, pairing.spec, pairing.others, pairing.components


def table(played: list[Pairing]) -> str:
    """The lines of the page: for each game, over its numbers of players, what has been played to its end."""
    lines = [
        "| game | good above easy | strong above good | seconds a decision of strong, and the longest |",
        "|---|---|---|---|",
    ]
    done = [pairing for pairing in played if pairing.is_enough()]
    for game in dict.fromkeys(pairing.game for pairing in done):
        own = {level: [p for p in done if (p.game, p.level) == (game, level)] for level in PAIRS}
        means = [pairing.seconds / pairing.decisions for pairing in own["strong"]]
        times = f"{max(means):.2g}, {max([p.longest for p in own['strong']]):.2g}" if means else UNFINISHED
        lines.append(f"| {game} | {_spread(own['good'])} | {_spread(own['strong'])} | {times} |")
    return "\n".join(lines) + "\n"


def _spread(pairings: list[Pairing]) -> str:
    """The lowest and the highest difference over numbers of players, and how often the table was beaten in all."""
    if not pairings:
        return UNFINISHED
    means = [fmean(pairing.shares) for pairing in pairings]
    players = [pairing.players for pairing in pairings]
    games = sum(len(pairing.shares) for pairing in pairings)
    return f"{elo(min(means))} to {elo(max(means))} with {min(players)} to {max(players)} players, {games} games"


def elo(share: float) -> str:
    """The difference in Elo at which a bot beats this share of the others."""
    difference = 400 * log10(share / (1 - share)) if 0 < share < 1 else inf if share else -inf
    return f"{difference:+.0f}".replace("inf", "∞")


def main() -> None:
    """Play what is left, the quickest first, and write the page."""
    played = results()
    for pairing in sorted(played, key=lambda pairing: (pairing.level == "strong", pairing.players)):
        while not pairing.is_enough():
            pairing.play()
            new = RESULTS.with_suffix(".new")
            new.write_bytes(msgspec.json.Encoder().encode_lines(played))
            new.replace(RESULTS)
        print(pairing.game, pairing.players, pairing.level, f"{fmean(pairing.shares):.2f}", len(pairing.shares),
              f"{pairing.seconds / pairing.decisions:.3f} s, {pairing.longest:.2f} s", flush=True)  # fmt: skip
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}{table(played)}{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
