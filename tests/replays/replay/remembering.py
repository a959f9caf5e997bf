"""Verdicts validated with a cache, for the tests of what it remembers and of where it keeps that."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from cityleague.replays.replay import Replay, Verdict, VerdictCache, validate, validation

STORE, TAG = "verdicts-1.sqlite", "CACHEDIR.TAG"
SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n"


class Run:
    """A run with a cache: its verdicts, what it told, and how many games it replayed."""

    def __init__(self, folder: Path, paths: Iterable[str | Path], jobs: int = 1, **options: object) -> None:
        self.told: list[str] = []
        self.replayed = 0
        self.verdicts: list[Verdict] = []

        def counted(*arguments: object) -> object:
            self.replayed += 1
            return Replay(*arguments)  # type: ignore[arg-type]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(validation, "Replay", counted)
            cache = VerdictCache(str(folder), self.told.append)
            try:
                components = options.pop("components", None)
                self.verdicts = list(validate(list(paths), components, jobs, cache=cache, **options))  # type: ignore[arg-type]
            finally:
                cache.close()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and printed(self.verdicts) == printed(other)

    __hash__ = None  # type: ignore[assignment]


def printed(verdicts: Iterable[Verdict]) -> list[bytes]:
    """With everything in them, as JSON shows it."""
    return [msgspec.json.encode(verdict) for verdict in verdicts]


def changed(path: Path, *statements: str) -> None:
    """Do this to a database."""
    with sqlite3.connect(path) as database:
        for statement in statements:
            database.execute(statement)


def count(path: Path) -> int:
    """How many verdicts a store has."""
    with sqlite3.connect(path) as database:
        try:
            return int(database.execute("SELECT count(*) FROM verdicts").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
