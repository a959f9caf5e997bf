"""The figures of a league table, worked out of columns.

Sums of fractions are added up game by game, in an order that the games themselves decide: so a table has the same bytes
in whatever order they were read.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from cityleague.engine.scoring import Points, whole
from cityleague.replays.league.columns import Against, BestGame, Results
from cityleague.replays.league.results import margin, worths

if TYPE_CHECKING:
    from cityleague.replays.league.comparisons import Game
    from cityleague.replays.league.ratings import Ratings


class Figures:
    """Some of the results, which are compared with each other."""

    def __init__(self, results: Results, games: Sequence[int]) -> None:
        self._results = results
        self._table, self._ranks = results.players.column, results.ranks.column
        self._players = results.players.values
        together = ["\n".join(sorted(players)) for players in self._players]

        def place(game: int) -> tuple[object, ...]:
            """The deal, in four values; then who played, in which seats, with which ranks.

            Places of games that are deals of their own are compared as text: `log:9` stands after `log:10`.
            """
            deal, of = results.deals.of(game), self._table[game]
            own = ("", "") if deal is not None else (results.files.of(game), str(results.lines[game]))
            return deal is None, deal, *own, together[of], self._players[of], results.ranks.of(game)

        self._games = array("l", sorted(games, key=place))
        self._deal = _runs(place(game)[:4] for game in self._games)
        self._block = _runs(place(game)[:5] for game in self._games)
        self._own: defaultdict[str, array[int]] = defaultdict(lambda: array("l"))
        """The games of each player, in the order of dates."""
        for game in sorted(self._games, key=lambda game: (results.dates.of(game), *results.place(game))):
            for name in self._players[self._table[game]]:
                self._own[name].append(game)

    @property
    def names(self) -> set[str]:
        """Who played."""
        return set(self._own)

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self._games)

    @property
    def deals(self) -> int:
        """How many deals they are."""
        return self._deal[-1]

    @property
    def blocks(self) -> int:
        """How many blocks: each has the games of the same players on the same deal."""
        return self._block[-1]

    @property
    def unproven(self) -> int:
        """How many are results alone."""
        return sum([self._results.bare[game] for game in self._games])

    @property
    def lowest(self) -> float:
        """The lowest score of a first seat."""
        return min([self._results.scores[self._results.first_scores[game]] for game in self._games])

    def ratings(self, number: Mapping[str, int]) -> Ratings:
        """The ratings of all players by their numbers."""
        from cityleague.replays.league.ratings import Ratings  # noqa: PLC0415  # with numpy, which is slow to import

        return Ratings(len(number), self._by_deals(number))

    def _by_deals(self, number: Mapping[str, int]) -> Iterator[list[Game]]:
        """The games on each deal, in the order of deals, as players' numbers with their ranks."""
        players, ranks = self._players, self._results.ranks.values

        @lru_cache(maxsize=1 << 12)
        def table(of: int, how: int) -> Game:
            return tuple([(number[player], rank) for player, rank in zip(players[of], ranks[how], strict=True)])

        for _, games in groupby(self._each(self._deal), lambda pair: pair[0]):
            yield [table(of, how) for _, of, how in games]

    def _each(self, by: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """For each game in order: its deal or block, and the codes of its players and ranks."""
        for number, game in zip(by, self._games, strict=True):
            yield number, self._table[game], self._ranks[game]

    def incomplete(self) -> int:
        """How many blocks are incomplete; in a complete one, everybody sits equally often in every seat."""

        @lru_cache(maxsize=1 << 12)
        def is_incomplete(tables: tuple[int, ...]) -> bool:
            times = Counter([(player, seat) for of in tables for seat, player in enumerate(self._players[of])])
            return len(set(times.values())) > 1 or len(times) < len({player for player, _ in times}) ** 2

        blocks = groupby(self._each(self._block), lambda pair: pair[0])
        return sum(is_incomplete(tuple([of for _, of, _ in games])) for _, games in blocks)

    def by_seat(self) -> dict[int, list[float]]:
        """For each number of players, the points per game of each seat."""
        sums: dict[int, list[float]] = {}
        games: Counter[int] = Counter()
        ranks = self._results.ranks.values
        for _, _, how in self._each(self._block):
            worth = worths(ranks[how])
            own = sums.setdefault(len(worth), [0.0] * len(worth))
            games[len(worth)] += 1
            for seat, value in enumerate(worth):
                own[seat] += value.points
        return {size: [points / games[size] for points in sums[size]] for size in sorted(sums)}

    def outcomes(self, first: str) -> dict[str, int]:
        """How many blocks of two players ended with which points, the best of the `first` before the others."""
        ranks, counts = self._results.ranks.values, Counter[tuple[float, int]]()
        for _, games in groupby(self._each(self._block), lambda pair: pair[0]):
            points = [worths(ranks[how])[self._players[of].index(first)].points for _, of, how in games]
            counts[sum(points), len(points)] += 1
        return {f"{won:g} : {games - won:g}": counts[won, games] for won, games in sorted(counts, reverse=True)}

    def of(self, name: str) -> Own:
        """The games of a player."""
        return Own(self._results, name, self._own.get(name, array("l")))


class Own:
    """The games of one player, in the order of dates."""

    def __init__(self, results: Results, name: str, games: Sequence[int]) -> None:
        self._results, self._games = results, games
        self._seats = [results.players.of(game).index(name) for game in games]
        self.count = len(games)
        self.scores = [results.scores[results.first_scores[game] + seat] for game, seat in self._placed]
        """To be changed where a game counts otherwise."""

    @property
    def _placed(self) -> Iterator[tuple[int, int]]:
        """Each game, with the seat."""
        return zip(self._games, self._seats, strict=True)

    def worth(self) -> tuple[float, float, int]:
        """Wins, points, and the longest run of wins, shared ones too."""
        won = points = 0.0
        longest = run = 0
        for game, seat in self._placed:
            score = worths(self._results.ranks.of(game))[seat]
            won += score.won
            points += score.points
            run = run + 1 if score.won else 0
            longest = max(longest, run)
        return won, points, longest

    def margins(self) -> float:
        """The sum of the distances to the best opponents' scores."""
        return sum([margin(self._results.scores_of(game), seat) for game, seat in self._placed])

    def against(self) -> list[Against]:
        """How the player did against each opponent, the most frequent first, then by name."""
        players, ranks = self._results.players, self._results.ranks
        met: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        codes = ((players.column[game], ranks.column[game], seat) for game, seat in self._placed)
        for (of, how, seat), times in Counter(codes).items():
            rank = ranks.values[how][seat]
            for place, (opponent, other) in enumerate(zip(players.values[of], ranks.values[how], strict=True)):
                if place != seat:
                    counts = met[opponent]
                    counts[0] += times
                    counts[1] += times * (rank < other)
                    counts[2] += times * (rank > other)
        rows = [Against(opponent, games, ahead, behind) for opponent, (games, ahead, behind) in met.items()]
        return sorted(rows, key=lambda row: (-row.games, row.opponent))

    def time(self) -> float | None:
        """Milliseconds a move, over those moves whose time a log tells; None: it tells none."""
        told = self._results.times
        times = [told[game][seat] for game, seat in self._placed if game in told] if told else []
        moves = sum([time.moves for time in times])
        return sum([time.milliseconds for time in times]) / moves if moves else None

    def forfeits(self) -> dict[str, int]:
        """How many games the player has forfeited, by the reason."""
        told = self._results.forfeits
        own = self._placed if told else ()
        lost = Counter(forfeit.kind for game, seat in own for forfeit in told.get(game, ()) if forfeit.seat == seat)
        return dict(sorted(lost.items()))

    def forfeited(self) -> list[bool]:
        """Whether each game has a forfeit, of any seat."""
        return [game in self._results.forfeits for game in self._games]

    def last_day(self) -> str | None:
        """The last day on which one of the games was played; None: no date is known."""
        dates = self._results.dates
        codes = {dates.column[game] for game in self._games}
        return max([dates.values[code][:10] for code in codes if dates.values[code]], default=None)

    def best(self) -> tuple[Points | None, BestGame | None]:
        """The highest score, and the first game that has it."""
        if not self.count:
            return None, None
        score = max(self.scores)
        game = self._games[self.scores.index(score)]
        return whole(score), BestGame(self._results.called(game), *self._results.place(game))

    def unproven(self) -> int:
        """How many of the games are results alone."""
        return sum([self._results.bare[game] for game in self._games])


def _runs(keys: Iterable[object]) -> array[int]:
    """For each key the number of its run of equal ones, from 1."""
    return array("l", [number for number, (_, run) in enumerate(groupby(keys), 1) for _ in run])
