"""Verdicts remembered from run to run, so that what was proven once is not replayed.

A verdict is found again by a hash of all that decides it: the game's bytes, component files, the secrets of its folder,
options, the files of this program, and those of packages that bring games. It is trusted as these files are: whoever
can write into the folder can make up verdicts. Damage is no danger, as each has a checksum, and a few are worked out
again in each run. A store that cannot be used is left alone, and everything is replayed.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TypeVar

import msgspec

from cityleague.engine.registry import GAMES, GROUP
from cityleague.engine.version import contents, program_hash
from cityleague.replays.log import RawGame, Secrets, path_text
from cityleague.replays.replay.report import Verdict, recalled
from cityleague.replays.replay.store import Store

R = TypeVar("R")

MOST_BYTES = 256 << 20
"""Of the store: about two million verdicts."""
_AGAIN = 400
"""One in so many games is replayed though its verdict is known; its hash decides which."""
_TOGETHER = 500
"""So many verdicts are written at once."""
_KEY = 20
"""Bytes of a key."""
_OURS = re.compile(rb'\{"log":1,"game":"(?:%s)",' % "|".join(GAMES).encode())
"""How a game begins whose verdict does not depend on other packages."""

Files = tuple[tuple[str, bytes], ...]


class VerdictCache:
    """The verdicts in a folder. If it cannot be used, that is told once, and from then on nothing is known."""

    def __init__(self, folder: str, tell: Callable[[str], object], most: int = MOST_BYTES) -> None:
        """`folder` is made if it is missing; `most` are the bytes that its store may take."""
        self._folder, self._tell = folder, tell
        self._new: dict[bytes, bytes] = {}
        self._doubted: dict[bytes, bytes] = {}  # what the store says of games that are replayed all the same
        self._store: Store | None = None
        self._store = self._try(lambda: _opened(folder, most))

    def find(
        self, games: Sequence[RawGame], files: Files, may_lack: Sequence[str], secrets: Secrets
    ) -> Iterator[Verdict | RawGame]:
        """The verdict on each game with these component files, options and secrets; or the game, to be replayed, with
        the key by which its verdict is learnt."""
        store = self._store
        if not store:
            yield from games
            return
        keys = _keys(games, files, may_lack, secrets)
        known = self._try(lambda: store.get(keys)) or {}
        for game, key in zip(games, keys, strict=True):
            value = known.get(key)
            if value is not None and int.from_bytes(key) % _AGAIN == 0:
                self._doubted[key], value = value, None
            try:
                yield game._replace(key=key) if value is None else recalled(value, game)
            except msgspec.MsgspecError:  # no run of this program has written it
                yield game._replace(key=key)

    def learn(self, values: Mapping[bytes, bytes]) -> None:
        """Remember what replays came to, by the keys of the games; what is empty is not to be remembered."""
        for key, value in values.items():
            store = self._store
            if not store:
                return
            if self._doubted.pop(key, value) != value:
                self._try(store.empty)
                if self._store:  # else it is told already that it cannot be used
                    self._give_up(
                        "a replay did not come to the verdict remembered; all are forgotten now: run this again"
                    )
                return
            if value:
                self._new[key] = value
            if len(self._new) >= _TOGETHER:
                self._write()

    def close(self) -> None:
        """Write what is new."""
        self._write()
        if self._store:
            self._store.close()
            self._store = None

    def _write(self) -> None:
        store = self._store
        if store:
            self._try(lambda: store.put(self._new))
            self._new.clear()

    def _try(self, act: Callable[[], R]) -> R | None:
        """Do something with the store; if that fails, it is not used any more."""
        try:
            return act()
        except OSError as error:
            self._give_up(error.strerror or str(error))
        except (sqlite3.Error, UnicodeError, MemoryError) as error:  # a damaged file has odd words and sizes, too
            why = error if isinstance(error, sqlite3.Error) else "the store is damaged"
            self._give_up(f"{why} (a damaged store can be deleted)")
        return None

    def _give_up(self, why: str) -> None:
        self._tell(f"{path_text(self._folder)}: no verdicts are remembered: {why}")
        store, self._store = self._store, None
        if store:
            store.close()


def _opened(folder: str, most: int) -> Store:
    if not program_hash():
        raise OSError("this program is not installed as files, and cannot tell when it has changed")
    return Store(folder, most)


def _keys(games: Sequence[RawGame], files: Files, may_lack: Sequence[str], secrets: Secrets) -> list[bytes]:
    """By what the verdicts of games are found, with all that decides them."""
    runs = [program_hash(), sys.version, msgspec.__version__]
    common = sha256(msgspec.msgpack.encode([runs, _sums(files), list(may_lack), list(secrets)]))
    keys = []
    for game in games:
        digest = common.copy()
        if not _OURS.match(game.pieces[0]):
            digest.update(_packages())
        digest.update(game.dropped.to_bytes(8))
        for piece in game.pieces:
            digest.update(piece)
        keys.append(digest.digest()[:_KEY])
    return keys


@cache
def _sums(files: Files) -> list[bytes]:
    return [sha256(content).digest() for _, content in files]


@cache
def _packages() -> bytes:
    """The same of other packages that bring games; how they are installed decides what a log of theirs comes to."""
    found = []
    for point in entry_points(group=GROUP):
        spec = find_spec(point.value.partition(":")[0].partition(".")[0])
        places = [*(spec.submodule_search_locations or ()), spec.origin or ""] if spec else []
        found.append((point.name, point.value, contents(*places)))
    return sha256(msgspec.msgpack.encode(sorted(found))).digest()
