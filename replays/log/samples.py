"""A part of the games, chosen by a hash of their bytes: the same ones in any order and in any company."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from cityleague.replays.log.reading import BLANK, RawGame
from cityleague.replays.log.wording import quote

_BYTES = 8
_ALL = 1 << 8 * _BYTES
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
    below: int = _ALL
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
        return cls(text=text, seed=seed, below=share * _ALL // _WHOLE)

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
