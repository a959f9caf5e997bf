"""The games of a league as its pages need them: many thousands of them take little memory."""

import contextlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from cityleague.engine.registry import title
from cityleague.engine.scoring import Points
from cityleague.engine.shares import Shares
from cityleague.replays.league import Played, day_of
from cityleague.replays.log import Finding, counted
from cityleague.replays.pages.advice import Lost
from cityleague.replays.pages.headlines import headline


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


_Kept = tuple[Record, int, list[tuple[list[int], list[int], tuple[Points, ...]]]]
"""A record without what many have alike, the number of that, and its shares: the numbers of their names, and points."""
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Kept).decode


class Records:
    """Records as bytes, as there are many; each is made when it is asked for."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._bytes, self._starts = bytearray(), array("q", [0])
        self._whole: dict[int, Record] = {}
        """Those without a result, and those with a figure or a text that cannot be told in bytes."""
        alike: dict[tuple[str, str, str, str], int] = {}
        texts: dict[str, int] = {}
        for number, record in enumerate(records):
            kept = b""
            if result := record.played:
                file, line = result.where
                common = alike.setdefault((record.file, result.game, result.options, file), len(alike))
                result = result._replace(game="", options="", where=("", line), times=())
                shares = [
                    (*[[texts.setdefault(name, len(texts)) for name in names] for names in share.names], share.points)
                    for share in record.shares
                ]
                with contextlib.suppress(OverflowError, UnicodeEncodeError):
                    kept = _encode((record._replace(file="", played=result, shares=()), common, shares))
            if not kept:
                self._whole[number] = record
            self._bytes += kept
            self._starts.append(len(self._bytes))
        self._alike, self._texts = [*alike], [*texts]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[Record]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> Record:
        if whole := self._whole.get(number):
            return whole
        bare: Record
        bare, common, shares = _decode(self._bytes[self._starts[number] : self._starts[number + 1]])
        record_file, game, options, file = self._alike[common]
        assert bare.played
        result = bare.played._replace(game=game, options=options, where=(file, bare.played.where[1]))
        text = self._texts.__getitem__
        named = [Shares((tuple(map(text, first)), tuple(map(text, parts))), points) for first, parts, points in shares]
        return bare._replace(file=record_file, played=result, shares=tuple(named))

    @property
    def played(self) -> Iterator[Played]:
        """The results, where there are any."""
        return (record.played for record in self if record.played)

    @property
    def findings(self) -> list[Record]:
        """The records with a finding."""
        return [record for record in self._whole.values() if record.finding]

    def proof(self, checked: bool) -> str:
        """How many games there are, and which of them are proven, if they were checked."""
        bare, proven = [sum([getattr(game, what) for game in self.played]) for what in ("bare", "proven")]
        begun = sum([record.line is not None for record in self])  # the others are files that cannot be read
        games, alone = counted(begun, "game"), f"{counted(bare, 'result')} alone"
        if checked and proven + bare < begun:
            return f"{proven} of {games} proven{f', {alone}' if bare else ''}"
        return f"{games}, proven{f' but for {alone}' if bare else ''}" if checked else f"{games}, not proven"


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


def game_of(number: int, record: Record, played: Played) -> Game:
    """The line about a game."""
    lost = {forfeit.seat: forfeit.kind for forfeit in played.forfeits}
    seats = [
        Seat(player, score, rank, lost.get(seat, ""))
        for seat, (player, score, rank) in enumerate(zip(played.players, played.scores, played.ranks, strict=True))
    ]
    places = sorted(seats, key=lambda seat: seat.rank)
    seed, day = record.seed or "", day_of(played) or ""
    told = headline(played.players, played.scores, played.ranks, lost)
    return Game(number, record.name, played.called, seed, record.page, places, day, title(played.game), told)
