"""Which blocks of a tournament are played again: drawn when all games are there, so that nobody knows them before."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Sequence
from fractions import Fraction
from hashlib import blake2b
from math import ceil
from typing import NamedTuple

from cityleague.engine.chance import Stream

LEAST = 3
"""Blocks of each shard that are played again, however small the share is."""
_TEXT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%(?::([0-9a-f]{32}))?")


class Sample(NamedTuple):
    """A share of the blocks, as `5%` for a new draw or `5%:HEX` for one that was made before."""

    percent: str
    drawn: str = ""
    """32 hex digits; empty until they are drawn."""

    def __str__(self) -> str:
        return f"{self.percent}%{':' if self.drawn else ''}{self.drawn}"

    def with_digits(self) -> Sample:
        """The same with its hex digits. They are the one thing here that does not follow from what was handed in, and
        no log tells them."""
        return self if self.drawn else self._replace(drawn=secrets.token_hex(16))

    def blocks(self, shards: Sequence[Collection[int]], hashes: Sequence[bytes]) -> list[int]:
        """The blocks to play again, of shards that have these blocks and of games that have these hashes, in order.

        All blocks are shuffled by the stream "replay" below the seed `HEX/HASH`, where HASH is the hash of all hashes:
        once somebody has the sample, no game can be exchanged without another sample. Of each shard, the first ones are
        taken: its share, rounded up, and `LEAST` at least.
        """
        blocks = sorted({block for shard in shards for block in shard})
        seed = f"{self.drawn}/{blake2b(b''.join(hashes), digest_size=32).hexdigest()}"
        order = {block: place for place, block in enumerate(Stream(seed, "replay").draw(blocks, len(blocks)))}
        taken: set[int] = set()
        for shard in shards:
            count = max(LEAST, ceil(Fraction(self.percent) / 100 * len(shard)))
            taken.update(sorted(shard, key=order.__getitem__)[:count])
        return sorted(taken)


def sample_of(text: str) -> Sample:
    """The sample that a text describes; raises ValueError."""
    found = _TEXT.fullmatch(text.lower())
    if not found or not 0 < Fraction(found[1]) <= 100:
        raise ValueError(
            "takes a share of the blocks, above 0% and up to 100%, as 5%; or 5%:HEX, with the 32 hex digits that an "
            f"earlier replay has printed; not {text!r}"
        )
    return Sample(found[1], found[2] or "")


def hash_of(game: bytes) -> bytes:
    """The hash of a game's bytes."""
    return blake2b(game, digest_size=16).digest()
