"""What the pages of a league say: tables, charts and lists, worked out of the records of its games."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from operator import truediv
from typing import TYPE_CHECKING, Any

import msgspec

from cityleague.engine.looks.picture import SEATS, clean, shortened
from cityleague.engine.registry import game as find_game
from cityleague.engine.registry import title
from cityleague.engine.shares import MOST_CATEGORIES, Shares, are_by_part
from cityleague.replays.league import Audience, League, Played, Results, across, league_tables, when
from cityleague.replays.log import canonical_options
from cityleague.replays.pages import charts
from cityleague.replays.pages.charts import Entry
from cityleague.replays.pages.history import PastState
from cityleague.replays.pages.records import Game, Record, Records, game_of

if TYPE_CHECKING:
    from markupsafe import Markup

_NAME = 13.0
"""How wide a name may be in a table, in heights of a letter; longer ones are cut in the middle."""
_MOST_ROWS = 60
"""How many players a chart shows, from the first place on."""
_MOST_RATED = 100
"""With more players, ratings are not worked out again and again to show their course."""
_STOPS = 24
_FIRST = 3
"""How many players have a colour where there are more than colours."""


def short(words: str, width: float = _NAME) -> str:
    """A name as it stands in tables, at most so wide."""
    return shortened(clean(words), width, 1)


def page_of(player: str) -> str:
    """The name of a player's page, without its ending."""
    return sha256(player.encode()).hexdigest()[:16]


def heat(value: float, extent: float) -> str:
    """The class of a cell: `w5` for the worst, at -extent, to `b5` for the best; `h0` between."""
    level = max(-5, min(5, round(5 * value / extent))) if extent else 0
    return f"b{level}" if level > 0 else f"w{-level}" if level < 0 else "h0"


@dataclass(frozen=True)
class Average:
    """The points of a category per game: the field's, and each player's in the order of the table."""

    category: str
    field: float
    values: list[float]


@dataclass(frozen=True)
class Loss:
    """How often a player has forfeited in one way, with the five most common reasons and how often each was given."""

    player: str
    kind: str
    count: int
    reasons: list[tuple[str, int]]
    names: list[str]
    """Of a few of these games that have pages."""


@dataclass
class Pages:
    """Everything about one league that its pages say."""

    table: League
    kept: Records
    """Of all leagues."""
    numbers: Sequence[int]
    """Those of its own games, in the order in which they were read; for people, in the order of their dates."""
    several: bool
    """Whether another league is of the same game."""
    audience: Audience
    before: PastState | None = None
    """What the pages said before; None: there were none."""
    entries: dict[str, Entry] = field(init=False)

    def __post_init__(self) -> None:
        rows = self.table.rows
        coloured = len(rows) if len(rows) <= len(SEATS) else _FIRST
        self.entries = {row.player: Entry(row.player, i if i < coloured else None) for i, row in enumerate(rows)}

    @property
    def title(self) -> str:
        """The game's title."""
        return (clean(title(self.table.game)) or "All games") + (", solo" if self.table.solo else "")

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options and their values, as text."""
        chosen: Mapping[str, Any] = msgspec.json.decode(self.table.options)
        return [(name, plain(value)) for name, value in sorted(chosen.items())]

    @cached_property
    def chosen(self) -> set[str]:
        """The options that differ from the game's default, or all of them if other leagues are of the same game."""
        default = {} if self.several else canonical_options(find_game(self.table.game).options())
        return {name for name, value in msgspec.json.decode(self.table.options).items() if value != default.get(name)}

    @property
    def sizes(self) -> list[int]:
        """The numbers of players at a table."""
        return list(self.table.by_seat) or [1]

    @property
    def records(self) -> Iterator[tuple[Record, Played]]:
        """Its games, each with its result, in the order of their numbers."""
        return map(self.record, range(len(self.numbers)))

    @property
    def many(self) -> bool:
        """Whether there are more players than colours: then tables take the place of some charts."""
        return len(self.table.rows) > len(SEATS)

    @cached_property
    def moved(self) -> dict[str, tuple[int, float | None]]:
        """For each player who was in the table before: places won, and Elo won."""
        old = self.before.table(self.table) if self.before else None
        places = {row.player: row for row in old.rows} if old else {}
        return {
            row.player: (then.place - row.place, None if row.elo is None or then.elo is None else row.elo - then.elo)
            for row in self.table.rows
            if (then := places.get(row.player))
        }

    @property
    def games_before(self) -> int | None:
        """How many games the table was made of before; None: it is new, or there was no page."""
        old = self.before.table(self.table) if self.before else None
        return old.games if old else None

    @property
    def ratings(self) -> Markup | None:
        """The ratings with their intervals, for people those that tell something; None: there are none."""
        rows = [
            (self.entries[row.player], row.elo, (row.elo_low, row.elo_high))
            for row in self.table.rows[:_MOST_ROWS]
            if row.elo is not None and (row.rated or self.audience == "bots")
        ]
        # One rating alone compares nobody.
        return charts.ratings(rows) if len(rows) > (self.audience == "people") else None

    @cached_property
    def averages(self) -> list[Average]:
        """Where points come from: categories, or parts if those are many; the smallest together. Empty: no sheets."""
        by_part = are_by_part(share for _, share in self._shares)
        games = Counter(player for player, _ in self._shares)
        sums: dict[str, dict[str, float]] = {}
        for player, share in self._shares:
            for category, points in (share.parts if by_part else share.categories).items():
                of = sums.setdefault(category, dict.fromkeys(self.entries, 0.0))
                of[player] += points
        if len(sums) > MOST_CATEGORIES:
            weight = {category: sum([abs(points) for points in of.values()]) for category, of in sums.items()}
            small = sorted(sums, key=lambda category: (-weight[category], category))[MOST_CATEGORIES - 1 :]
            rest = [sums.pop(category) for category in small]
            sums["all others"] = {player: sum([of[player] for of in rest]) for player in self.entries}
        each = [games[player] or 1 for player in self.entries]  # who has no game has no points
        return [
            Average(category, sum(of.values()) / games.total(), list(map(truediv, of.values(), each)))
            for category, of in sums.items()
        ]

    @property
    def _shares(self) -> Iterator[tuple[str, Shares]]:
        """Where the points come from, of each player in each game."""
        return (pair for record, result in self.records for pair in zip(result.players, record.shares, strict=False))

    @cached_property
    def spread(self) -> float:
        """The greatest distance between a player's average in a category and the field's."""
        return max([abs(value - average.field) for average in self.averages for value in average.values], default=0)

    @cached_property
    def own(self) -> dict[str, array[int]]:
        """The places of each player's games among all, in the order of the table."""
        own = {player: array("l") for player in self.entries}
        for place, (_, result) in enumerate(self.records):
            for player in result.players:
                own[player].append(place)
        return own

    @cached_property
    def scores(self) -> dict[str, array[float]]:
        """All final scores of each player, in the order of the table."""
        scores = {player: array("d") for player in self.entries}
        for _, result in self.records:
            for player, score in zip(result.players, result.scores, strict=True):
                scores[player].append(score)
        return scores

    @property
    def score_chart(self) -> Markup:
        """The distribution of each player's scores."""
        scores = [(self.entries[player], scores) for player, scores in self.scores.items()]
        return charts.histograms(scores[:_MOST_ROWS])

    @cached_property
    def course(self) -> Markup | None:
        """The ratings as block after block came in; None if there are too few blocks, or too many players."""
        number = {row.player: i for i, row in enumerate(self.table.rows)}
        if self.ratings is None or not 1 < len(number) <= _MOST_RATED:
            return None
        blocks: defaultdict[bytes, list[tuple[tuple[int, int], ...]]] = defaultdict(list)
        once: dict[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] = {}
        for _, result in self.records:
            game = tuple([(number[player], rank) for player, rank in zip(result.players, result.ranks, strict=True)])
            blocks[sha256(result.block.encode(errors="surrogatepass")).digest()].append(once.setdefault(game, game))
        if len(blocks) < 4:
            return None
        stops = sorted({max(1, round(len(blocks) * k / _STOPS)) for k in range(1, _STOPS + 1)})
        from cityleague.replays.league import course  # noqa: PLC0415  # numpy is slow to import

        fits = course(len(number), blocks.values(), stops)
        backwards = reversed([*enumerate(blocks.values())])
        first = {entrant: k for k, block in backwards for game in block for entrant, _ in game}
        rows = [
            (entry, [fit[i] for stop, fit in zip(stops, fits, strict=True) if stop > first[i]])
            for i, entry in enumerate(self.entries.values())
        ]
        return charts.courses(rows[::-1], stops, "games" if self.audience == "people" else "blocks")

    @cached_property
    def losses(self) -> list[Loss]:
        """The forfeits by player and kind."""
        reasons: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        names: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for record, result in self.records:
            for lost in result.forfeits:
                key = result.players[lost.seat], lost.kind
                reasons[key][lost.reason] += 1
                if record.page and len(names[key]) < 5:
                    names[key].append(record.name)
        return [
            Loss(player, kind, told.total(), sorted(told.items(), key=lambda pair: (-pair[1], pair[0]))[:5],
                 names[player, kind])
            for (player, kind), told in sorted(reasons.items())
        ]  # fmt: skip

    def games(self, most: int | None = None) -> Iterator[Game]:
        """The list of games, or the first of them."""
        return map(self.game, range(len(self.numbers))[:most])

    def last_games(self, most: int) -> list[Game]:
        """The last games, the latest first."""
        return list(map(self.game, range(len(self.numbers))[: -most - 1 : -1]))

    def game(self, place: int) -> Game:
        """The game at this place, from 0; it is made when it is asked for."""
        return game_of(place + 1, *self.record(place))

    def record(self, place: int) -> tuple[Record, Played]:
        """The record of the game at this place, with its result."""
        record = self.kept[self.numbers[place]]
        assert record.played
        return record, record.played


def pages_of(records: Records, audience: Audience) -> list[Pages]:
    """The pages of each league, in the order of the tables; for people, with games in the order of their dates."""
    everything: Sequence[int] = range(len(records))
    groups: defaultdict[tuple[str, str, bool], array[int]] = defaultdict(lambda: array("l"))
    results = Results()
    for number in _sorted(records, everything) if audience == "people" else everything:
        if played := records[number].played:
            groups[played.game, played.options, len(played.players) == 1].append(number)
            results.add(played)
    tables = league_tables(results)
    of = Counter([table.game for table in tables])
    return [
        Pages(table, records, groups[table.game, table.options, table.solo], of[table.game] > 1, audience)
        for table in tables
    ]


def together(leagues: Sequence[Pages]) -> Pages | None:
    """All games of several players as one league, for people; None if there are none. The only one stands for all."""
    leagues = [league for league in leagues if not league.table.solo]
    if not leagues:
        return None
    records = leagues[0].kept
    numbers = _sorted(records, [number for league in leagues for number in league.numbers])
    for table in across(played for number in numbers if (played := records[number].played)):
        return Pages(table, records, numbers, False, "people")
    return leagues[0]


def _sorted(records: Records, numbers: Iterable[int]) -> array[int]:
    """The numbers of those with a result, as they were played."""
    dated = [(when(played), number) for number in numbers if (played := records[number].played)]
    return array("l", [number for _, number in sorted(dated, key=lambda pair: pair[0])])


def plain(value: object) -> str:
    """The value of an option."""
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "none"
    return value if isinstance(value, str) else msgspec.json.encode(value, order="deterministic").decode()
