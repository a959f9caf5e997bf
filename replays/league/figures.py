"""The figures of a league table, worked out of columns.

Sums of fractions are added up game by game, in an order that the games themselves decide: so a table has the same bytes
in whatever order they were read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from cityleague.engine.scoring import Points, whole
from cityleague.replays.league.arrays import np
from cityleague.replays.league.columns import Against, BestGame, Results
from cityleague.replays.league.comparisons import Game
from cityleague.replays.league.ratings import Ratings
from cityleague.replays.league.results import worths


class Figures:
    """Some of the results, which are compared with each other."""

    def __init__(self, results: Results, games: Sequence[int]) -> None:
        self._results = results
        numbers = np.array(games, dtype=np.int32)
        self._table, self._ranks = np.asarray(results.players.column), np.asarray(results.ranks.column)
        self._first_scores, self._scores = np.asarray(results.first_scores), np.asarray(results.scores)
        self._bare, self._lines = np.asarray(results.bare), np.asarray(results.lines)
        self._players = results.players.values
        self.names = {name for code in set(self._table[numbers].tolist()) for name in self._players[code]}
        self._sort(numbers)

    def _sort(self, numbers: np.ndarray) -> None:
        """Put the games in the order of deals, then players and ranks; and in that of dates."""
        results = self._results
        files, lines = _ranked(results.files.values)[np.asarray(results.files.column)[numbers]], self._lines[numbers]
        deals = _ranked([deal or "" for deal in results.deals.values])[np.asarray(results.deals.column)[numbers]]
        own = np.array([deal is None for deal in results.deals.values])[np.asarray(results.deals.column)[numbers]]
        dates = _ranked(results.dates.values)[np.asarray(results.dates.column)[numbers]]
        together = _ranked(["\n".join(sorted(players)) for players in self._players])[self._table[numbers]]
        table, ranks = _ranked(self._players)[self._table[numbers]], _ranked(results.ranks.values)[self._ranks[numbers]]
        # Places are compared as text, `log:9` after `log:10`: by digits from the left, then by their number.
        digits = 1 + np.floor(np.log10(np.maximum(lines, 1))).astype(np.int64)
        left = np.where(own, lines * 10 ** (_MOST_DIGITS - digits), 0)
        order = np.lexsort((ranks, table, together, digits * own, left, files * own, deals, own))
        new_deal = _steps(own[order], deals[order], (files * own)[order], (lines * own)[order])
        self._games = numbers[order]
        self._deal = np.cumsum(new_deal, dtype=np.int32)
        self._block = np.cumsum(new_deal | _steps(together[order]), dtype=np.int32)
        self._dated = self._games[np.lexsort((lines[order], files[order], dates[order]))]

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self._games)

    @property
    def deals(self) -> int:
        """How many deals they are."""
        return int(self._deal[-1])

    @property
    def blocks(self) -> int:
        """How many blocks: each has the games of the same players on the same deal."""
        return int(self._block[-1])

    @property
    def unproven(self) -> int:
        """How many are results alone."""
        return int(self._bare[self._games].sum())

    @property
    def lowest(self) -> float:
        """The lowest score of a first seat."""
        return float(self._scores[self._first_scores[self._games]].min())

    def ratings(self, number: Mapping[str, int]) -> Ratings:
        """The ratings of all players by their numbers."""
        return Ratings(len(number), self._by_deals(number))

    def _by_deals(self, number: Mapping[str, int]) -> Iterator[list[Game]]:
        """The games on each deal, in the order of deals, as players' numbers with their ranks."""
        players, ranks = self._players, self._results.ranks.values

        @lru_cache(maxsize=1 << 12)
        def table(of: int, how: int) -> Game:
            return tuple([(number[player], rank) for player, rank in zip(players[of], ranks[how], strict=True)])

        for _, games in groupby(self._each(self._deal), lambda pair: pair[0]):
            yield [table(of, how) for _, of, how in games]

    def _each(self, by: np.ndarray) -> Iterator[tuple[int, int, int]]:
        """For each game in order: its deal or block, and the codes of its players and ranks."""
        for start in range(0, len(by), _CHUNK):
            games = self._games[start : start + _CHUNK]
            columns = by[start : start + _CHUNK], self._table[games], self._ranks[games]
            yield from zip(*[column.tolist() for column in columns], strict=True)

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
        at = np.array([players.index(name) if name in players else -1 for players in self._players], dtype=np.int8)
        seats = at[self._table[self._dated]]
        return Own(self, self._dated[seats >= 0], seats[seats >= 0])


class Own:
    """The games of one player, in the order of dates."""

    def __init__(self, figures: Figures, games: np.ndarray, seats: np.ndarray) -> None:
        self._figures, self._results, self._games, self._seats = figures, figures._results, games, seats
        self.count = len(games)
        self.scores = figures._scores[figures._first_scores[games] + seats]
        """As an array, to be changed where a game counts otherwise."""

    @property
    def _placed(self) -> Iterator[tuple[int, int]]:
        """The codes of the ranks, and the seat, of each game."""
        return zip(self._figures._ranks[self._games].tolist(), self._seats.tolist(), strict=True)

    def worth(self) -> tuple[float, float, int]:
        """Wins, points, and the longest run of wins, shared ones too."""
        values = [worths(ranks) for ranks in self._results.ranks.values]
        won = points = 0.0
        longest = run = 0
        for how, seat in self._placed:
            score = values[how][seat]
            won += score.won
            points += score.points
            run = run + 1 if score.won else 0
            longest = max(longest, run)
        return won, points, longest

    def margins(self) -> float:
        """The sum of the distances to the best opponents' scores."""
        figures = self._figures
        sizes = np.array([len(players) for players in figures._players])[figures._table[self._games]]
        best = np.full(self.count, -np.inf)
        starts = figures._first_scores[self._games]
        for seat in range(sizes.max(initial=0)):
            other = (seat < sizes) & (seat != self._seats)
            best[other] = np.maximum(best[other], figures._scores[starts[other] + seat])
        values: list[float] = (self.scores - best).tolist()
        return sum(values)

    def against(self) -> list[Against]:
        """How the player did against each opponent, the most frequent first, then by name."""
        figures, ranks = self._figures, self._results.ranks.values
        met: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        codes = zip(figures._table[self._games].tolist(), self._placed, strict=True)
        for (of, (how, seat)), times in Counter(codes).items():
            rank = ranks[how][seat]
            for place, (opponent, other) in enumerate(zip(figures._players[of], ranks[how], strict=True)):
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
        own = zip(self._games.tolist(), self._seats.tolist(), strict=True) if told else ()
        times = [told[game][seat] for game, seat in own if game in told]
        moves = sum([time.moves for time in times])
        return sum([time.milliseconds for time in times]) / moves if moves else None

    def forfeits(self) -> dict[str, int]:
        """How many games the player has forfeited, by the reason."""
        told = self._results.forfeits
        own = zip(self._games.tolist(), self._seats.tolist(), strict=True) if told else ()
        lost = Counter(forfeit.kind for game, seat in own for forfeit in told.get(game, ()) if forfeit.seat == seat)
        return dict(sorted(lost.items()))

    def forfeited(self) -> np.ndarray:
        """Whether each game has a forfeit, of any seat."""
        return np.isin(self._games, list(self._results.forfeits))

    def last_day(self) -> str | None:
        """The last day on which one of the games was played; None: no date is known."""
        dates = self._results.dates
        codes = set(np.asarray(dates.column)[self._games].tolist())
        return max([dates.values[code][:10] for code in codes if dates.values[code]], default=None)

    def best(self) -> tuple[Points | None, BestGame | None]:
        """The highest score, and the first game that has it."""
        if not self.count:
            return None, None
        place = int(self.scores.argmax())
        game, results = int(self._games[place]), self._results
        where = results.files.values[results.files.column[game]], results.lines[game]
        return whole(float(self.scores[place])), BestGame(results.called(game), *where)

    def unproven(self) -> int:
        """How many of the games are results alone."""
        return int(self._figures._bare[self._games].sum())


_MOST_DIGITS = 18
"""Of the number of a line."""
_CHUNK = 1 << 12
"""Games that are made ready for a loop at a time."""


def _ranked(values: Sequence[str] | Sequence[tuple[object, ...]]) -> np.ndarray:
    """The place of each value among all of them, sorted; equal ones share it."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}  # type: ignore[type-var]
    return np.array([place[value] for value in values], dtype=np.int32)


def _steps(*columns: np.ndarray) -> np.ndarray:
    """For each line whether it differs from the one before; the first one does."""
    new = np.ones(len(columns[0]), dtype=bool)
    new[1:] = False
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return new
