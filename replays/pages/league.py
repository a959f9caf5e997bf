"""What the pages of a league say: tables, charts and lists, worked out of the records of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from cityleague.engine.looks.picture import SEATS, clean, shortened
from cityleague.engine.registry import game as find_game
from cityleague.engine.registry import title
from cityleague.engine.scoring import Points
from cityleague.replays.league import Audience, League, Played, across, course, day_of, league_tables, when
from cityleague.replays.log import canonical_options
from cityleague.replays.pages import charts
from cityleague.replays.pages.advice import Lost
from cityleague.replays.pages.charts import Entry
from cityleague.replays.pages.headlines import headline
from cityleague.replays.pages.history import PastState
from cityleague.replays.pages.reading import Record
from cityleague.replays.pages.shares import MOST_CATEGORIES, are_by_part

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


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in a game."""

    player: str
    score: Points
    rank: int
    forfeit: str
    """The kind of the forfeit; empty: none."""


@dataclass(frozen=True, slots=True)
class Game:
    """A line in the list of games."""

    number: int
    """From 1, in the order of the league's games."""
    name: str
    """Of its page; empty: a result alone has none."""
    label: str
    seed: str
    page: bool
    """Whether it has a page."""
    seats: list[Seat]
    """The first place first."""
    day: str
    """Empty: not known."""
    kind: str
    """The title of what was played."""
    headline: str
    """How it ended, in words."""
    losses: tuple[float | None, ...] = ()
    """By seat (not by place): points lost on average in a choice, if an analysis says so."""
    phases: tuple[tuple[Lost, ...], ...] = ()
    """By seat: what was lost in each third of the game."""


@dataclass
class Pages:
    """Everything about one league that its pages say."""

    table: League
    records: list[Record]
    """Of its games, in the order in which they were read; for people, in the order of their dates."""
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

    # -- words

    @property
    def title(self) -> str:
        """The game's title."""
        return (clean(title(self.table.game)) or "All games") + (", solo" if self.table.solo else "")

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options and their values, as text."""
        chosen: Mapping[str, Any] = msgspec.json.decode(self.table.options)
        return [(name, _plain(value)) for name, value in sorted(chosen.items())]

    @cached_property
    def chosen(self) -> set[str]:
        """The options that differ from the game's default, or all of them if other leagues are of the same game."""
        default = {} if self.several else canonical_options(find_game(self.table.game).options())
        return {name for name, value in msgspec.json.decode(self.table.options).items() if value != default.get(name)}

    @property
    def sizes(self) -> list[int]:
        """The numbers of players at a table."""
        return sorted({len(result.players) for result in self.played})

    @cached_property
    def played(self) -> list[Played]:
        """The results, in the same order."""
        return _results(self.records)

    @property
    def many(self) -> bool:
        """Whether there are more players than colours: then tables take the place of some charts."""
        return len(self.table.rows) > len(SEATS)

    def sign(self, player: str) -> Markup | str:
        """The marker of a player; nothing if markers would not tell players apart."""
        entry = self.entries[player]
        return "" if entry.number is None else charts.marker(entry.number)

    @property
    def ties(self) -> list[str]:
        """What decided between neighbours in the table, with names as they stand there."""
        names = {row.player: short(row.player) for row in self.table.rows if short(row.player) != row.player}
        ties = self.table.ties
        for name, cut in names.items():
            ties = [tie.replace(name, cut) for tie in ties]
        return ties

    # -- what has changed

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

    # -- charts and tables

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

    @property
    def left_out(self) -> int:
        """How many players the charts leave out."""
        return max(0, len(self.table.rows) - _MOST_ROWS)

    @cached_property
    def averages(self) -> list[Average]:
        """Where the points come from; empty if the logs have no sheets.

        It is told by category, or by part where the sheets have many parts, or categories (one for each tile, say); and
        if even those are many, the smallest are put together.
        """
        shares = [
            (player, share)
            for record, result in zip(self.records, self.played, strict=True)
            for player, share in zip(result.players, record.shares, strict=False)
        ]
        by_part = are_by_part([share for _, share in shares])
        games = Counter([player for player, _ in shares])
        sums: dict[str, dict[str, float]] = {}
        for player, share in shares:
            for category, points in (share.parts if by_part else share.categories).items():
                of = sums.setdefault(category, dict.fromkeys(self.entries, 0.0))
                of[player] += points
        if len(sums) > MOST_CATEGORIES:
            weight = {category: sum([abs(points) for points in of.values()]) for category, of in sums.items()}
            small = sorted(sums, key=lambda category: (-weight[category], category))[MOST_CATEGORIES - 1 :]
            rest = [sums.pop(category) for category in small]
            sums["all others"] = {player: sum([of[player] for of in rest]) for player in self.entries}
        return [
            Average(
                category,
                sum(of.values()) / len(shares),
                [points / games[player] if games[player] else 0.0 for player, points in of.items()],
            )
            for category, of in sums.items()
        ]

    @property
    def category_chart(self) -> Markup:
        """The averages as a chart, for few players."""
        return charts.categories(list(self.entries.values()), [(a.category, a.values, a.field) for a in self.averages])

    @cached_property
    def spread(self) -> float:
        """The greatest distance between a player's average in a category and the field's."""
        return max([abs(value - average.field) for average in self.averages for value in average.values], default=0)

    @cached_property
    def scores(self) -> dict[str, list[Points]]:
        """All final scores of each player, in the order of the table."""
        scores: dict[str, list[Points]] = {player: [] for player in self.entries}
        for result in self.played:
            for player, score in zip(result.players, result.scores, strict=True):
                scores[player].append(score)
        return scores

    @property
    def score_chart(self) -> Markup:
        """The distribution of each player's scores."""
        return charts.histograms(
            [(self.entries[player], scores) for player, scores in self.scores.items()][:_MOST_ROWS]
        )

    @cached_property
    def course(self) -> Markup | None:
        """The ratings as block after block came in; None if there are too few blocks, or too many players."""
        number = {row.player: i for i, row in enumerate(self.table.rows)}
        blocks: dict[str, list[list[tuple[int, int]]]] = {}
        for result in self.played:
            game = [(number[player], rank) for player, rank in zip(result.players, result.ranks, strict=True)]
            blocks.setdefault(result.block, []).append(game)
        if self.ratings is None or not 1 < len(number) <= _MOST_RATED or len(blocks) < 4:
            return None
        stops = sorted({max(1, round(len(blocks) * k / _STOPS)) for k in range(1, _STOPS + 1)})
        fits = course(len(number), list(blocks.values()), stops)
        first: dict[int, int] = {}
        for k, block in enumerate(blocks.values()):
            for game in block:
                for entrant, _ in game:
                    first.setdefault(entrant, k)
        rows = [
            (entry, [fit[i] for stop, fit in zip(stops, fits, strict=True) if stop > first[i]])
            for i, entry in enumerate(self.entries.values())
        ]
        return charts.courses(rows[::-1], stops, "games" if self.audience == "people" else "blocks")

    @cached_property
    def losses(self) -> list[Loss]:
        """The forfeits by player and kind."""
        found: defaultdict[tuple[str, str], list[tuple[str, Record]]] = defaultdict(list)
        for record, result in zip(self.records, self.played, strict=True):
            for lost in result.forfeits:
                found[result.players[lost.seat], lost.kind].append((lost.reason, record))
        return [
            Loss(
                player,
                kind,
                len(all_),
                sorted(Counter([reason for reason, _ in all_]).items(), key=lambda pair: (-pair[1], pair[0]))[:5],
                [record.name for _, record in all_ if record.page][:5],
            )
            for (player, kind), all_ in sorted(found.items())
        ]

    @cached_property
    def games(self) -> list[Game]:
        """The list of games."""
        return [_game(number, record, record.played) for number, record in enumerate(self.records, 1) if record.played]

    def at(self, file: str, line: int) -> Game:
        """The game that begins there."""
        return self._places[file, line]

    @cached_property
    def _places(self) -> dict[tuple[str, int], Game]:
        return {result.where: game for result, game in zip(self.played, self.games, strict=True)}


def pages_of(records: Iterable[Record], audience: Audience) -> list[Pages]:
    """The pages of each league, in the order of the tables; for people, with games in the order of their dates."""
    if audience == "people":
        records = _sorted(records)
    groups: defaultdict[tuple[str, str, bool], list[Record]] = defaultdict(list)
    for record in records:
        if record.played:
            groups[record.played.game, record.played.options, len(record.played.players) == 1].append(record)
    tables = league_tables([result for group in groups.values() for result in _results(group)])
    return [
        Pages(
            table,
            groups[table.game, table.options, table.solo],
            sum(other.game == table.game for other in tables) > 1,
            audience,
        )
        for table in tables
    ]


def together(leagues: Sequence[Pages]) -> Pages | None:
    """All games of several players as one league, for people; None if there are none. The only one stands for all."""
    leagues = [league for league in leagues if not league.table.solo]
    records = _sorted([record for league in leagues for record in league.records])
    for table in across(_results(records)):
        return Pages(table, records, False, "people")
    return leagues[0] if leagues else None


def _sorted(records: Iterable[Record]) -> list[Record]:
    """Those with a result, as they were played."""
    dated = [(when(record.played), record) for record in records if record.played]
    return [record for _, record in sorted(dated, key=lambda pair: pair[0])]


def _results(records: Iterable[Record]) -> list[Played]:
    return [record.played for record in records if record.played]


def _game(number: int, record: Record, played: Played) -> Game:
    lost = {forfeit.seat: forfeit.kind for forfeit in played.forfeits}
    seats = [
        Seat(player, score, rank, lost.get(seat, ""))
        for seat, (player, score, rank) in enumerate(zip(played.players, played.scores, played.ranks, strict=True))
    ]
    places = sorted(seats, key=lambda seat: seat.rank)
    return Game(
        number,
        record.name,
        played.called,
        record.seed or "",
        record.page,
        places,
        day_of(played) or "",
        title(played.game),
        headline(played.players, played.scores, played.ranks, lost),
        record.losses,
        record.phases,
    )


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "none"
    return value if isinstance(value, str) else msgspec.json.encode(value, order="deterministic").decode()
