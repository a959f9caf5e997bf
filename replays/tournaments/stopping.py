"""Rules that end a tournament early, when it has shown enough. Each gives its reason.

A rule is called before the first game and after each game, with the number of games played. It examines the games only
after whole deals, and after at least `EVERY` blocks more, so that a tournament ends with the same game however often it
is interrupted. It keeps how often each score was made, so that a look reads only the games played since the last one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from math import ceil, exp, log
from pathlib import Path

from cityleague.replays.league import half_points
from cityleague.replays.log import GAMES_FILE, Found, Problem
from cityleague.replays.tournaments.games_file import outcome_of
from cityleague.replays.tournaments.plan import Edition, PlanError
from cityleague.replays.tournaments.record import with_edition
from cityleague.replays.tournaments.rounds import Outcome, Totals
from cityleague.replays.tournaments.schedule import Tournament
from cityleague.replays.tournaments.whole_games import ResumeError, WholeGames

EVERY = 10
"""The least number of blocks between two looks at the games."""
ERROR = 0.05

Scores = Mapping[float, int]
"""On how many deals each score was made, from 0 to 1."""


def _intervals(planned: Tournament) -> tuple[int, int]:
    """The games of a deal, and between two looks."""
    tables = planned.tables()[0]
    deal = tables * planned.seats
    return deal, deal * ceil(EVERY / tables)


class _Log:
    """The results in the log of a tournament that is being played; each is read once."""

    def __init__(self, folder: Path, deal: int) -> None:
        self._games, self._deal = WholeGames(Found(folder / GAMES_FILE, folder)), deal
        self._begun: list[Outcome] = []

    def deals(self) -> Iterator[list[Outcome]]:
        """The games of the deals that ended since the last look. Raises ResumeError for an impossible result."""
        for game in self._games:
            try:
                self._begun.append(outcome_of(game))
            except Problem as problem:
                raise ResumeError(
                    f"{game.file}: a game before this run cannot have ended like this, "
                    f"and --until looks at all results: {problem.message}"
                ) from None
            if len(self._begun) == self._deal:
                yield self._begun
                self._begun = []


class TopRule:
    """Ends when it is shown that the first places are better than all others.

    For each pair of one in front and one behind, the points against each other on each deal are bets against "the one
    in front is not better". What the bets have won grows beyond 1 / e with a chance of at most e, however often one
    looks, if that is true (Ville's inequality). The tournament ends when all these pairs have won so much that all
    together are wrong in at most 5 % of tournaments.
    """

    def __init__(self, folder: Path, top: int, planned: Tournament) -> None:
        self._top = top
        self._bets = Bets([entrant.name for entrant in planned.entrants], top)
        deal, self._every = _intervals(planned)
        self._log = _Log(folder, deal)

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        for deal in self._log.deals():
            self._bets.add(deal)
        if not done or done % self._every or not self._bets.top_is_apart():
            return None
        return "the first is apart from all others" if self._top == 1 else f"the first {self._top} are apart"

    def so_far(self) -> str:
        """There is no single figure."""
        return ""


class Bets:
    """The scores of all pairs of players against each other, and whether the first `top` of them are apart."""

    def __init__(self, names: Sequence[str], top: int) -> None:
        self._names, self._top = names, top
        self._totals = Totals()
        self._scores: defaultdict[tuple[str, str], Counter[float]] = defaultdict(Counter)

    def add(self, deal: Sequence[Outcome]) -> None:
        """Count the games of a deal."""
        for game in deal:
            self._totals.add(game)
        compared = _Compared(deal)
        for name, other in permutations(compared.players, 2):
            if (score := compared.score(name, other)) is not None:
                self._scores[name, other][score] += 1

    def top_is_apart(self) -> bool:
        """Whether the deals so far show that the first `top` are better than all others of the names."""
        points = self._totals.figures()
        if len(points) < len(self._names):
            return False
        order = sorted(self._names, key=lambda name: points[name], reverse=True)
        enough = needed(len(self._names), self._top)
        return all(
            winnings(self._scores[name, other]) >= enough for name in order[: self._top] for other in order[self._top :]
        )


def needed(players: int, top: int) -> float:
    """The logarithm of what each pair's bets must have won.

    A false answer puts somebody in front who is not among the best `top`, and leaves out one who is; or it is right but
    for the two at the border, who are equal. So many pairs share the error.
    """
    return log((top * (players - top) + 1) / ERROR)


class _Compared:
    """The points that players won from each other on one deal."""

    def __init__(self, games: Sequence[Outcome]) -> None:
        sums: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for game in games:
            for name, mine in zip(game.players, game.ranks, strict=True):
                for other, theirs in zip(game.players, game.ranks, strict=True):
                    if name != other:
                        sums[name, other].append((mine < theirs) + (mine == theirs) / 2)
        self._points: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for (name, other), points in sums.items():
            self._points[name][other] = sum(points) / len(points)
        self.players = list(self._points)

    def score(self, player: str, other: str) -> float | None:
        """From 0 to 1, above 1/2 if `player` did better; against each other, or else against those whom both met."""
        mine, theirs = self._points[player], self._points[other]
        if other in mine:
            return mine[other]
        common = [name for name in mine if name in theirs]
        return 0.5 + sum([mine[name] - theirs[name] for name in common]) / len(common) / 2 if common else None


STAKES = [(2 * k + 1) / 20 for k in range(20)]
"""Shares of what can be lost that are put on each deal; a mixture of them all wins nearly as much as the best."""


def winnings(scores: Scores) -> float:
    """The logarithm of what bets that scores average more than 1/2 have made of 1; with a mean of 1/2 or less they win
    nothing on average, whatever is known from earlier scores."""
    won = [sum([times * log(1 + stake * (score - 0.5)) for score, times in scores.items()]) for stake in STAKES]
    most = max(won)
    return most + log(sum([exp(made - most) for made in won]) / len(won))


class Sprt:
    """A sequential test of a bot against copies of another, on blocks (the deal from all seats).

    Is the first one `low` Elo above the other, or `high`? "High" is wrong with a chance of `false_high` at most, "low"
    with one of `false_low`.
    """

    def __init__(
        self,
        folder: Path,
        planned: Tournament,
        low: float,
        high: float,
        false_high: float = ERROR,
        false_low: float = ERROR,
    ) -> None:
        self._folder, self._planned = folder, planned
        self._asked = (low, high, false_high, false_low)
        self._player, self._other = [entrant.name for entrant in planned.entrants[:2]]
        deal, self._every = _intervals(planned)
        self._log = _Log(folder, deal)

    @cached_property
    def _test(self) -> Evidence | Likelihood:
        """Made when the run has begun: the folder tells the edition."""
        return sequential_test(with_edition(self._planned, self._folder).edition, *self._asked)

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        self._look()
        answer = self._test.answer()
        if not done or done % self._every or answer is None:
            return None
        low, high, *_ = self._asked
        refuted = low if answer == high else high
        told = f"{self._player} is {answer:g} Elo above {self._other}, not {refuted:g}"
        return f"SPRT decides: {told} ({self._test.so_far()})"

    def so_far(self) -> str:
        """What all whole deals say."""
        self._look()
        low, high, *_ = self._asked
        return f"SPRT, is {self._player} {high:g} Elo above {self._other}, or {low:g}? So far: {self._test.so_far()}."

    def _look(self) -> None:
        """Take in the first bot's points per game on each deal that has been played since the last look."""
        for deal in self._log.deals():
            self._test.add(block_points(deal, self._player))


def sequential_test(
    edition: Edition, low: float, high: float, false_high: float, false_low: float
) -> Evidence | Likelihood:
    """The test of an edition, to which the scores of blocks are added in their order."""
    return (Likelihood if edition == 1 else Evidence)(low, high, false_high, false_low)


class Evidence:
    """Tells by bets on each score whether their mean is that of `low` Elo or less, or that of `high` or more.

    The bets for `high` win nothing on average if the mean is that of `low` or less, however the scores are distributed
    from 0 to 1. So the chance that they ever make 1 / e of 1 is e at most (Ville's inequality); those for `low` alike.
    A stake is the one that wins fastest if the bet is right, by the variance of the scores before.
    """

    def __init__(self, low: float, high: float, false_high: float, false_low: float) -> None:
        self._low, self._high = low, high
        self._weak, self._strong = expected(low), expected(high)
        self._needed = -log(false_high), -log(false_low)
        self._for_high = self._for_low = 0.0
        """Logarithms of what the bets have made of 1."""
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def add(self, score: float) -> None:
        """Bet on a score, from 0 to 1; then learn from it."""
        variance = (self._squares + _PRIOR * _PRIOR_BLOCKS) / (self._count + _PRIOR_BLOCKS)
        stake = (self._strong - self._weak) / variance
        self._for_high += log(1 + min(stake, _MOST_AT_STAKE / self._weak) * (score - self._weak))
        self._for_low += log(1 + min(stake, _MOST_AT_STAKE / (1 - self._strong)) * (self._strong - score))
        self._count += 1
        way = score - self._mean
        self._mean += way / self._count
        self._squares += way * (score - self._mean)

    def answer(self) -> float | None:
        """The Elo that are shown; None: neither."""
        above, below = self._needed
        return self._high if self._for_high >= above else self._low if self._for_low >= below else None

    def so_far(self) -> str:
        """The logarithms, in words."""
        above, below = self._needed
        return (
            f"log evidence {self._for_high:.2f} of {above:.2f} for {self._high:g}, "
            f"{self._for_low:.2f} of {below:.2f} for {self._low:g}"
        )


class Likelihood:
    """The test of edition 1: the likelihood ratio of normal distributions with the variance of the blocks seen.

    Where scores are skewed it errs more often than it says.
    """

    def __init__(self, low: float, high: float, false_high: float, false_low: float) -> None:
        self._low, self._high = low, high
        self._bounds = log(false_low / (1 - false_high)), log((1 - false_low) / false_high)
        self._scores: Counter[float] = Counter()

    def add(self, score: float) -> None:
        """Count a score."""
        self._scores[score] += 1

    def answer(self) -> float | None:
        """The Elo that are shown; None: neither."""
        ratio = self.ratio()
        below, above = self._bounds
        return self._low if ratio <= below else self._high if ratio >= above else None

    def so_far(self) -> str:
        """The logarithm of the ratio, in words."""
        below, above = self._bounds
        return f"log likelihood ratio {self.ratio():.2f}, bounds {below:.2f} and {above:.2f}"

    def ratio(self) -> float:
        """The logarithm of the likelihood ratio of the higher Elo against the lower."""
        if not self._scores:
            return 0.0
        count = self._scores.total()
        mean = sum([score * times for score, times in self._scores.items()]) / count
        squares = sum([(score - mean) ** 2 * times for score, times in self._scores.items()])
        weak, strong = expected(self._low), expected(self._high)
        return count * (strong - weak) * (2 * mean - weak - strong) / (2 * (squares + _PRIOR) / count)


def block_points(games: Sequence[Outcome], player: str) -> float:
    """The points per game of a player in these games: in each the share of the opponents who are behind, from 0 to 1.

    A game is worth 1/2 to a player who is as good as the others, at any number of seats.
    """
    halves = sum([half_points(outcome.ranks, outcome.players.index(player)) for outcome in games])
    return halves / (2 * sum([len(outcome.players) - 1 for outcome in games]))


_PRIOR, _PRIOR_BLOCKS = 0.25, 2
"""Variance that scores are taken to have before any is seen, as of so many blocks (edition 1: of one)."""
_MOST_AT_STAKE = 0.9
"""Of what has been won so far, the share that a bet may lose."""


def expected(elo: float) -> float:
    """Expected points per game of a player who is `elo` above the opponent."""
    return 1 / (1 + 10 ** (-elo / 400))


Rule = TopRule | Sprt
"""A rule that ends a tournament."""


def rule_of(text: str, planned: Tournament, folder: Path) -> Rule:
    """The rule that a text describes, `top=N` or `sprt=LOW,HIGH[,A,B]`; raises PlanError."""
    if planned.seats < 2:
        raise PlanError("--until compares bots at one table: let at least 2 play there")
    if planned.shard.of > 1:
        raise PlanError("--until looks at all games, and does not go with --shard")
    if planned.by_results:
        raise PlanError(f"--until is for round-robin and gauntlet, not for {planned.plan.schedule}")
    name, _, value = text.partition("=")
    count = len(planned.entrants)
    if name == "top" and value.isascii() and value.isdigit() and 0 < int(value) < count:
        return TopRule(folder, int(value), planned)
    if name == "sprt" and planned.one_against_copies:
        try:
            low, high, *errors = map(float, value.split(","))
        except ValueError:
            low, high, errors = 0.0, 0.0, []
        if -2000 <= low < high <= 2000 and len(errors) in (0, 2) and all(0 < error < 0.5 for error in errors):
            return Sprt(folder, planned, low, high, *errors)
    tops = "top=1" if count == 2 else f"top=1 to top={count - 1}"
    other = "sprt=LOW,HIGH (Elo, -2000 to 2000, LOW below HIGH) or sprt=LOW,HIGH,A,B (0 to 0.5)"
    other = other if planned.one_against_copies else "for two bots sprt=LOW,HIGH"
    raise PlanError(f"--until takes {tops}, or {other}; not {text!r}")
