"""Which games of logs are meant: one choice for all commands, made by what the games themselves say."""

from __future__ import annotations

import enum
import heapq
import math
import os
import re
import stat
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from cityleague.replays.log.decode import Claim, claim_of, header_of, result_of
from cityleague.replays.log.events import Header
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.opening import Found, logs_of
from cityleague.replays.log.reading import BLANK, RawGame, read_games
from cityleague.replays.log.wording import counted, is_since, is_until, path_text, period, quote

_BYTES = 8
_HASHES = 1 << 8 * _BYTES
_WHOLE = 100 * 10**6
"""Millionths of a percent."""
_FORM = r"(?:(?P<games>[1-9]\d{0,8})|(?P<percent>\d{1,3})(?:\.(?P<millionths>\d{1,6}))?%)(?::(?P<seed>.*))?"


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """The games whose hashes are lowest: a share of all, or a number of them. Games of the same bytes stay together."""

    text: str
    """As people write it."""
    seed: str = ""
    games: int = 0
    """So many of the games that are chosen otherwise; 0: a share of them."""
    below: int = _HASHES
    """Only hashes lower than this are chosen."""

    @classmethod
    def of(cls, text: str) -> Sample:
        """A sample as people write it, 100 or 1% or 1%:seed; raises ValueError."""
        if not (form := re.fullmatch(_FORM, text, re.ASCII | re.DOTALL)):
            raise ValueError(f"{quote(text)} is no number of games (100) nor a share (1%), perhaps with a seed (100:x)")
        seed = form["seed"] or ""
        if form["games"]:
            return cls(text=text, seed=seed, games=int(form["games"]))
        share = int(form["percent"] + (form["millionths"] or "").ljust(6, "0"))
        if not 0 < share <= _WHOLE:
            raise ValueError(f"{quote(text)}: a share is more than 0% and at most 100%")
        return cls(text=text, seed=seed, below=share * _HASHES // _WHOLE)

    def has(self, game: RawGame) -> bool:
        """Whether it has a game, by its hash."""
        return self._hash(game) < self.below

    def among(self, games: Iterable[RawGame]) -> Sample:
        """The same sample for these games, of which it has as many as it should: those with the lowest hashes."""
        lowest: set[int] = set()
        for game in games:
            lowest.add(self._hash(game))
            if len(lowest) > 2 * self.games + 1000:
                lowest = set(heapq.nsmallest(self.games, lowest))
        if len(lowest) <= self.games:
            return self
        return msgspec.structs.replace(self, below=heapq.nsmallest(self.games, lowest)[-1] + 1)

    def _hash(self, game: RawGame) -> int:
        """Of its bytes but for blanks around them, which depend on what stands before and after it."""
        seed = blake2b(self.seed.encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(blake2b(game.data.strip(BLANK), digest_size=_BYTES, key=seed).digest())


class LeftOut(enum.Enum):
    """Why a game was not chosen: what is told of it."""

    UNDATED = "the header tells no date"
    """Its date matters, and it has none."""
    UNENDED = "there is no readable result at the end"
    """Its result matters, and it has none."""
    NAMELESS = "the header cannot be read, so the id is not known"
    """Its id matters. Any other choice takes such a game, so that whoever examines it tells what is wrong."""
    OTHER = ""


class Span(NamedTuple):
    """Whole numbers from the `least` to the `most`."""

    least: int
    most: int

    @classmethod
    def of(cls, text: str) -> Span:
        """A number or two of them, 3 or 2-4; raises ValueError."""
        if not (numbers := re.fullmatch(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?", text, re.ASCII)):
            raise ValueError(f"{quote(text)} is no number from 1 on (3), nor a range of them (2-4)")
        span = cls(int(numbers[1]), int(numbers[2] or numbers[1]))
        if span.most < span.least:
            raise ValueError(f"the range {text} is empty: {span.most}-{span.least} is one")
        return span

    def has(self, number: int) -> bool:
        """Whether a number is in it."""
        return self.least <= number <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are meant; what is empty does not matter."""

    since: str = ""
    """The first day (2026-11-23), month (2026-11) or year (2026), by the calendar of where the game was played."""
    until: str = ""
    """The last one; it counts as a whole."""
    players: tuple[str, ...] = ()
    """All of them play."""
    game: str = ""
    """The name of the game that is played."""
    rules: str = ""
    """The version of its rules."""
    seats: Span | None = None
    """How many play."""
    ids: tuple[str, ...] = ()
    """The game has one of them."""
    rank: Span | None = None
    """Each of the players is ranked so, or else any seat."""
    min_score: float | None = None
    """Each of the players, or else any seat, has as many points; where the rank matters, too, the same seat."""
    sample: Sample | None = None
    """A part of all games that are chosen otherwise."""

    def __post_init__(self) -> None:
        """Raise ValueError for dates and scores that no game can have."""
        for given in filter(None, (self.since, self.until)):
            period(given)
        if self.since and self.until and not is_until(self.since, self.until):
            raise ValueError(f"no day is since {self.since} and until {self.until}")
        if self.min_score is not None and not math.isfinite(self.min_score):
            raise ValueError(f"{self.min_score} is no number of points")

    def leaves_out(self, game: RawGame) -> LeftOut | None:
        """Why a game is not meant; None if it is, or if its header cannot be read: that is told, never left out."""
        if not self:
            return None
        try:
            header = header_of(game)
        except Problem:
            return LeftOut.NAMELESS if self.ids else None
        if why := self._by_header(header) or self._by_date(header) or self._by_result(game, header):
            return why
        return LeftOut.OTHER if self.sample and not self.sample.has(game) else None

    def _by_header(self, header: Header) -> LeftOut | None:
        meant = (
            set(self.players) <= set(header.players)
            and (not self.game or header.game == self.game)
            and (not self.rules or header.rules == self.rules)
            and (not self.ids or header.id in self.ids)
            and (not self.seats or self.seats.has(len(header.players)))
        )
        return None if meant else LeftOut.OTHER

    def _by_date(self, header: Header) -> LeftOut | None:
        if not (self.since or self.until):
            return None
        if not header.date:
            return LeftOut.UNDATED
        meant = is_since(header.date, self.since) and is_until(header.date, self.until)
        return None if meant else LeftOut.OTHER

    def _by_result(self, game: RawGame, header: Header) -> LeftOut | None:
        if self.rank is None and self.min_score is None:
            return None
        try:
            claim = claim_of(game, len(header.players))
            if not self._is_met_by(claim, header.players):
                return LeftOut.OTHER
            result_of(game, len(header.players))  # what is chosen can be read as a whole
        except Problem:
            return LeftOut.UNENDED
        return None

    def _is_met_by(self, claim: Claim, players: Sequence[str]) -> bool:
        """Whether rank and points are those of each player that matters, or else of any."""
        seats = zip(players, claim.ranks, claim.scores, strict=True)
        meeting = {
            player
            for player, rank, score in seats
            if (self.rank is None or self.rank.has(rank)) and (self.min_score is None or score >= self.min_score)
        }
        return set(self.players) <= meeting if self.players else bool(meeting)

    def settled(self, paths: Iterable[str]) -> Choice:
        """The same choice, which tells of each game by itself whether these logs mean it.

        For a sample of so many games the logs are read once more. Raises ValueError if one can be read only once.
        """
        if not (self.sample and self.sample.games):
            return self
        logs = logs_of(paths)
        for log in logs:
            if not _is_there_twice(log):
                raise ValueError(
                    f"{path_text(log)}: a pipe can be read only once, and a sample of {self.sample.games} games needs "
                    "it twice: write it into a file first, or take a share of the games (1%)"
                )
        others = msgspec.structs.replace(self, sample=None)
        games = (game for log in logs for game in read_games(log) if not isinstance(game, Problem))
        meant = (game for game in games if others.leaves_out(game) is None and _has_header(game))
        return msgspec.structs.replace(self, sample=self.sample.among(meant))

    def __bool__(self) -> bool:
        """Whether it leaves out any game at all."""
        return self != _ALL

    def __str__(self) -> str:
        parts = [f"since {self.since}"] * bool(self.since) + [f"until {self.until}"] * bool(self.until)
        parts += [f"of {self.game}"] * bool(self.game) + [f"by rules {quote(self.rules)}"] * bool(self.rules)
        parts += [f"with the id {' or '.join(map(quote, self.ids))}"] * bool(self.ids)
        parts += [f"for {self.seats} players"] * bool(self.seats)
        parts += [f"with {' and '.join(map(quote, self.players))}"] * bool(self.players)
        parts += [f"with rank {self.rank}"] * bool(self.rank)
        parts += [] if self.min_score is None else [f"with {self.min_score:g} points or more"]
        parts += [f"in the sample {quote(self.sample.text)}"] if self.sample else []
        return " and ".join(parts)


_ALL = Choice()


def _has_header(game: RawGame) -> bool:
    try:
        header_of(game)
    except Problem:
        return False
    return True


def _is_there_twice(path: str) -> bool:
    """Whether a log can be read again; one that cannot be read at all is told by whoever tries."""
    try:
        return isinstance(path, Found) or (path != "-" and not stat.S_ISFIFO(os.stat(path).st_mode))
    except (OSError, ValueError):
        return True


class Chosen(msgspec.Struct):
    """How many games a choice has taken and left out so far."""

    choice: Choice = _ALL
    taken: int = 0
    left_out: dict[LeftOut, int] = {}

    def takes(self, game: RawGame) -> bool:
        """Whether a game is meant; it is counted."""
        why = self.choice.leaves_out(game)
        if why:
            self.leave_out(why)
        self.taken += why is None
        return why is None

    def leave_out(self, why: LeftOut) -> None:
        """Count a game that is not meant."""
        self.left_out[why] = self.left_out.get(why, 0) + 1

    @property
    def reasons(self) -> Sequence[str]:
        """In words, how many games were left out because they do not tell what matters."""
        counts = [(self.left_out.get(why, 0), why.value) for why in LeftOut if why.value]
        return [f"{count} of the games left out: {why}" for count, why in counts if count]

    @property
    def nothing(self) -> str:
        """That there were games, and none was chosen, in words; empty if one was."""
        if self.taken or not self.left_out:
            return ""
        return f"no game is chosen: of {counted(sum(self.left_out.values()), 'game')}, none is {self.choice}"
