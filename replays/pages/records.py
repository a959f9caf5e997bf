"""The games of a league as its pages need them: many thousands of them take little memory."""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from cityleague.engine.registry import title
from cityleague.engine.scoring import Points
from cityleague.replays.league import Played, day_of
from cityleague.replays.log import Finding, Forfeit
from cityleague.replays.pages.advice import Lost
from cityleague.replays.pages.headlines import headline
from cityleague.replays.pages.shares import Shares


class Record(NamedTuple):
    """A game of a log, as far as pages tell about it."""

    file: str
    line: int | None
    """Where it begins; None: the file cannot be read any further."""
    name: str
    """Sixteen hexadecimal digits that tell the game's lines: the name of its page."""
    id: str | None
    seed: str | None
    played: Played | None
    """Its result; None: there is a finding instead."""
    shares: tuple[Shares, ...]
    """Where the points of each seat come from; empty if the log has no sheets."""
    finding: Finding | None
    page: bool = False
    """Whether it has a page."""
    losses: tuple[float | None, ...] = ()
    """By seat, the points lost on average in a choice, if an analysis says so."""
    phases: tuple[tuple[Lost, ...], ...] = ()
    """By seat, what was lost in each third of the game, likewise."""
    doubt: str = ""
    """Why the analysis of the game is not shown; empty: it is, or there is none."""


class _Told(msgspec.Struct, array_like=True, gc=False):
    """A record with its result. Of what is the same in many, it has the number."""

    file: int
    place: int
    """The file by which the game is called."""
    line: int
    name: bytes
    id: str | None
    seed: str | None
    """None: there is none."""
    game: int
    options: int
    players: list[int]
    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...]
    date: str | None
    title: str | None
    called: str | None
    """None: by its id."""
    bare: bool
    proven: bool
    by_people: bool
    shares: list[tuple[int, list[int], tuple[Points, ...]]]
    """By seat: how many categories there are; they and the parts; points."""
    page: bool
    losses: tuple[float | None, ...]
    phases: tuple[tuple[Lost, ...], ...]
    doubt: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Told).decode


class Records:
    """Records as bytes, in which a number stands for what many of them have in common; each is made when asked for."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._bytes, self._starts = bytearray(), array("q", [0])
        self._common: list[str] = []
        self._numbers: dict[str, int] = {}
        self._whole: dict[int, Record] = {}
        """Those without a result, and those with a figure or a text that cannot be told in bytes."""
        for number, record in enumerate(records):
            told = b""
            with contextlib.suppress(OverflowError, UnicodeEncodeError):
                told = _encode(self._told(record, record.played)) if record.played else b""
            if not told:
                self._whole[number] = record
            self._bytes += told
            self._starts.append(len(self._bytes))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[Record]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> Record:
        if whole := self._whole.get(number):
            return whole
        return self._made(_decode(self._bytes[self._starts[number] : self._starts[number + 1]]))

    @property
    def played(self) -> Iterator[Played]:
        """The results, where there are any."""
        return (record.played for record in self if record.played)

    @property
    def findings(self) -> list[Record]:
        """The records with a finding."""
        return [record for record in self._whole.values() if record.finding]

    def _number(self, text: str) -> int:
        number = self._numbers.setdefault(text, len(self._common))
        if number == len(self._common):
            self._common.append(text)
        return number

    def _told(self, record: Record, played: Played) -> _Told:
        number = self._number
        shares = [
            (len(categories), [number(name) for name in (*categories, *parts)], points)
            for (categories, parts), points in record.shares
        ]
        return _Told(
            number(record.file),
            number(played.where[0]),
            played.where[1],
            bytes.fromhex(record.name),
            record.id,
            record.seed if played.deal else "",
            number(played.game),
            number(played.options),
            [number(player) for player in played.players],
            played.scores,
            played.ranks,
            played.forfeits,
            played.date,
            played.title,
            None if played.called == record.id else played.called,
            played.bare,
            played.proven,
            played.by_people,
            shares,
            record.page,
            record.losses,
            record.phases,
            number(record.doubt),
        )

    def _made(self, told: _Told) -> Record:
        common = self._common
        where = common[told.place], told.line
        played = Played(
            common[told.game],
            common[told.options],
            f"{where[0]}:{told.line}" if told.seed is None else told.seed,
            tuple([common[player] for player in told.players]),
            told.scores,
            told.ranks,
            told.forfeits,
            date=told.date,
            title=told.title,
            where=where,
            called=told.called or told.id or "",
            bare=told.bare,
            proven=told.proven,
            by_people=told.by_people,
        )
        shares = []
        for categories, numbers, points in told.shares:
            names = tuple([common[number] for number in numbers])
            shares.append(Shares((names[:categories], names[categories:]), points))
        return Record(
            common[told.file],
            told.line,
            told.name.hex(),
            told.id,
            told.seed or None,
            played,
            tuple(shares),
            None,
            told.page,
            told.losses,
            told.phases,
            common[told.doubt],
        )


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


def game_of(number: int, record: Record, played: Played) -> Game:
    """The line about a game."""
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
