"""What a player's page says: form, records, favourites, seats and seasons, worked out of the player's games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from cityleague.engine.scoring import Points, whole
from cityleague.engine.sums import portable_sum
from cityleague.replays.league import Row, day_of, margin, worths
from cityleague.replays.pages import charts
from cityleague.replays.pages.advice import PHASES, Lost
from cityleague.replays.pages.charts import Entry
from cityleague.replays.pages.league import Pages
from cityleague.replays.pages.records import Game

if TYPE_CHECKING:
    from markupsafe import Markup

_FORM = 12
"""How many of the last games show the form."""
_FAVOURITES = 2
_TELLING = 0.5
"""A category is a favourite, or is neglected, by so many points a game."""
_LEAST = 3
"""With fewer games there are no favourites."""
_LEAST_ANALYSED = 5
"""With fewer analysed games no line shows how losses changed."""


class Own(NamedTuple):
    """A game of the player, and how it went."""

    pages: Pages
    """Of the league."""
    place: int
    """Of the game in the list of games."""
    day: str
    """Empty: not known."""
    seat: int
    size: int
    """How many players were at the table."""
    score: Points
    rank: int
    won: float
    """A shared win is a part of one."""
    points: float
    """From 0 for the last place to 1 for the first."""
    margin: Points | None
    """To the best opponent; None: there was none."""
    loss: float | None = None
    """Points lost on average in a choice; None: nobody has analysed the game."""
    phases: tuple[Lost, ...] = ()
    """What was lost in each third of the game."""

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.pages.game(self.place)


class Sum(NamedTuple):
    """What some games of a player have in common, and how they went."""

    title: str
    games: int
    won: float
    points: float
    """Per game."""
    score: float
    """Average."""


class Person:
    """A player in a league, or in all games together."""

    def __init__(self, pages: Pages, player: str) -> None:
        self._pages = pages
        self.player = player

    @property
    def row(self) -> Row:
        """The player's line in the table."""
        return next(row for row in self._pages.table.rows if row.player == self.player)

    @cached_property
    def games(self) -> list[Own]:
        """The player's games, in their order."""
        return list(map(self._game, self._pages.own[self.player]))

    def _game(self, place: int) -> Own:
        record, played = self._pages.record(place)
        seat, size, rank = played.players.index(self.player), len(played.players), played.ranks
        won, points = worths(rank)[seat]
        apart = margin(played.scores, seat) if size > 1 else None
        phases = record.phases[seat] if record.phases else ()
        loss = record.losses[seat] if record.losses else None
        day, score = intern(day_of(played) or ""), played.scores[seat]
        return Own(self._pages, place, day, seat, size, score, rank[seat], won, points, apart, loss, phases)

    @property
    def form(self) -> list[Own]:
        """The last games, the latest first; a table asks for those of everybody."""
        return list(map(self._game, self._pages.own[self.player][: -_FORM - 1 : -1]))

    @cached_property  # the page asks for it beside each game
    def loss(self) -> tuple[float, int] | None:
        """Points lost per choice, on average over all choices that are analysed, and in how many games these are."""
        lost = [[sum(part) for part in zip(*own.phases, strict=True)] for own in self.games if own.phases]
        analysed = [(count, points) for count, points, _ in lost if count]
        choices, points = [portable_sum(part) for part in zip(*analysed, strict=True)] or (0, 0)
        return (points / choices, len(analysed)) if choices else None

    @property
    def phases(self) -> list[tuple[str, float, int, bool]]:
        """By thirds of the games: points lost per choice, on average, in how many choices; whether more than chance."""
        found = []
        for phase, name in enumerate(PHASES):
            lost = [own.phases[phase] for own in self.games if own.phases]
            count, points, squares = [portable_sum(part) for part in zip(*lost, strict=True)] or (0, 0, 0)
            if count:
                mean, error = points / count, sqrt(max(squares - points**2 / count, 0) / count / max(count - 1, 1))
                found.append((name, mean, int(count), count > 1 and mean > 2 * error))
        return found

    @property
    def losses(self) -> Markup | None:
        """The average loss in each analysed game, in their order; None: these are too few."""
        losses = [own.loss for own in self.games if own.loss is not None]
        return charts.trend(self._pages.entries[self.player], losses) if len(losses) >= _LEAST_ANALYSED else None

    @property
    def records(self) -> list[tuple[str, Game, str]]:
        """Highest and lowest score, widest win, closest game, each with its figure; of equal ones the first."""
        high = max(self.games, key=lambda own: own.score)
        low = min(self.games, key=lambda own: own.score)
        records = [("Highest score", high.game, str(high.score)), ("Lowest score", low.game, str(low.score))]
        met = [(own.margin, own) for own in self.games if own.margin is not None]
        if met:
            wide, own = max(met, key=lambda pair: pair[0])
            if wide > 0:
                records.append(("Widest win", own.game, f"by {whole(round(wide, 2))}"))
            close, near = min(met, key=lambda pair: abs(pair[0]))
            said = f"{'won' if close > 0 else 'lost'} by {whole(round(abs(close), 2))}" if close else "level on points"
            if near is not own or wide <= 0:
                records.append(("Closest game", near.game, said))
        return records

    @property
    def opponents(self) -> list[tuple[Row, int, int, int, float]]:
        """Everybody the player has met: the line in the table, games, times ahead, times behind, points per game."""
        rows = {row.player: row for row in self._pages.table.rows}
        points = self._pages.table.crosstable.get(self.player, {})
        return [
            (rows[other.opponent], other.games, other.ahead, other.behind, points[other.opponent] or 0.0)
            for other in self.row.against
        ]

    @property
    def categories(self) -> list[tuple[str, float, float]]:
        """The player's average in each category, and the field's."""
        place = list(self._pages.entries).index(self.player)
        return [(average.category, average.values[place], average.field) for average in self._pages.averages]

    @property
    def favourites(self) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
        """The categories that bring the player most above the field's average, and most below; each with how much."""
        apart = sorted([(own - field, category) for category, own, field in self.categories])
        if len(self.games) < _LEAST or len(self._pages.entries) == 1:
            return [], []
        more = [(category, by) for by, category in apart[::-1][:_FAVOURITES] if by >= _TELLING]
        return more, [(category, by) for by, category in apart[:_FAVOURITES] if by <= -_TELLING]

    @property
    def seats(self) -> list[tuple[Sum, list[tuple[int, float]]]]:
        """For each number of players at the table how it went, and for each seat the games and the points per game."""
        sizes = []
        for size in sorted({game.size for game in self.games if game.size > 1}):
            own = [game for game in self.games if game.size == size]
            seats = [[game.points for game in own if game.seat == seat] for seat in range(size)]
            sizes.append((_sum(str(size), own), [(len(here), sum(here) / max(len(here), 1)) for here in seats]))
        return sizes

    @property
    def seasons(self) -> list[Sum]:
        """How it went by quarters, or by years if there are more than two; without games that have no date."""
        dated = [own for own in self.games if own.day]
        by_year = len({own.day[:4] for own in dated}) > 2
        seasons: defaultdict[str, list[Own]] = defaultdict(list)
        for own in dated:
            year, month = own.day[:4], int(own.day[5:7])
            seasons[year if by_year else f"{year}, quarter {(month + 2) // 3}"].append(own)
        return [_sum(season, seasons[season]) for season in sorted(seasons)]

    @property
    def scores(self) -> Markup:
        """The player's scores above those of all others."""
        others = [score for other, scores in self._pages.scores.items() if other != self.player for score in scores]
        entry = self._pages.entries[self.player]
        entry = entry._replace(number=entry.number or 0)
        rows: list[tuple[Entry, Sequence[float]]] = [(entry, self._pages.scores[self.player])]
        return charts.histograms([*rows, (Entry("all others", None), others)] if others else rows)


def _sum(title: str, own: Sequence[Own]) -> Sum:
    won = sum([game.won for game in own])
    points, score = sum([game.points for game in own]), sum([game.score for game in own])
    return Sum(title, len(own), won, points / len(own), score / len(own))
