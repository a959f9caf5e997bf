"""Findings: the one way in which everything wrong with a log is reported. Their codes are stable API.

Ids that games have twice are found in memory that does not grow with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from cityleague.engine.doors import file_in
from cityleague.engine.registry import games
from cityleague.engine.rules import Rule
from cityleague.engine.words import printable, quote

if TYPE_CHECKING:
    import sqlite3


CODES: dict[str, str] = msgspec.json.decode(file_in("cityleague.replays.log", "codes.json"))
"""Every code that is not a game's rule, with what holds in a log that is free of it."""


class Related(msgspec.Struct, frozen=True):
    """Another line of the game that a finding concerns: the move that is its cause."""

    line: int
    """In the same file, from 1."""
    message: str


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing wrong with a log: the first cause in its game."""

    code: str
    severity: ClassVar[Literal["error"]] = "error"
    message: str
    file: str
    line: int | None = None
    """From 1."""
    column: int | None = None
    """Byte of the line, from 1."""
    character: int | None = None
    """The same place in characters."""
    pointer: str | None = None
    """JSON pointer (RFC 6901) into the line."""
    id: str | None = None
    """The game's id, as its header states it."""
    title: str | None = None
    """The game's title, likewise."""
    date: str | None = None
    game: str | None = None
    """The name of the game that is played, as its header states it."""
    move: int | None = None
    """Number of the move, from 1; for a line that is not a move, the number of moves before it."""
    seat: int | None = None
    player: str | None = None
    """The name of the player at that seat."""
    expected: list[Any] = []
    """What would have been right: the few nearest legal moves, the computed value, or all allowed values."""
    related: list[Related] = []
    """Earlier lines of the game that the finding concerns."""
    unexamined: int = 0
    """How many later lines of the game were not examined."""
    fingerprint: str | None = None
    """A hash of the game's lines, as they stand, and of the code; None where there is no game."""


class Problem(Exception):
    """Something wrong with a log, raised where the file and the line are not known."""

    def __init__(
        self,
        code: str,
        message: str,
        pointer: str | None = None,
        *,
        column: int | None = None,
        expected: list[Any] | None = None,
        related: list[Related] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.pointer = pointer
        self.column = column
        self.expected = expected or []
        self.related = related or []

    def message_with_place(self) -> str:
        """The message for a value that is not in a log, such as one of a plan, behind its place: `limits/memory: …`."""
        place = (self.pointer or "").removeprefix("/")
        if self.code == "LOG-UNKNOWN-FIELD":  # the message has its name
            place = place.rpartition("/")[0]
        return f"{printable(place)}: {self.message}" if place else self.message

    def at(self, file: str, line: int | None = None) -> Finding:
        """The finding for a problem of a whole file, or of the whole game that begins on this line."""
        return Finding(code=self.code, message=self.message, file=file, line=line)


class LogError(Exception):
    """Something wrong with a log, so that its reader cannot go on: `finding` says what is wrong, and where."""

    def __init__(self, finding: Finding) -> None:
        place = ":".join(str(part) for part in (finding.file, finding.line, finding.column) if part is not None)
        super().__init__(f"{place}: {finding.code}: {finding.message}")
        self.finding = finding


def repeated_id(game_id: str, first: str, file: str, line: int | None, game: str | None) -> Finding:
    """The finding for a game with the id of another one, which begins at `first` (a file and a line)."""
    message = f"a game with the id {quote(game_id)} stands at {first} already"
    code = "LOG-DUPLICATE-ID"
    return Finding(code=code, message=message, file=file, line=line, pointer="/id", id=game_id, game=game)


def rules_like(part: str) -> list[Rule]:
    """The rule of this code, be it of a game or of any log; else all whose code has this part, whatever its case."""
    rules = [
        *[Rule(code, text, "") for code, text in CODES.items()],
        *[rule for game in games() for rule in game.catalogue()],
    ]
    by_code = {rule.code: rule for rule in rules}  # those of taking turns are the same in all games
    part = part.upper()
    return [by_code[part]] if part in by_code else [rule for code, rule in by_code.items() if part in code]


def explain(code: str) -> str:
    """The sentence of a finding code or of a game's rule: what should hold. Raises LookupError."""
    if code in CODES:
        return CODES[code]
    for game in games():
        for rule in game.catalogue():
            if rule.code == code:
                return rule.text
    raise LookupError(code)


_FEW = 1000
"""So many names are kept without a database."""


class Seen:
    """Names seen so far: the first ones here, many of them in a temporary database that moves to disk as it grows."""

    def __init__(self) -> None:
        self._few: dict[str, str] = {}
        self._many: sqlite3.Connection | None = None

    def close(self) -> None:
        """Forget them."""
        if self._many is not None:
            self._many.close()

    def first(self, name: str, place: str) -> str | None:
        """Where this name was seen before; None if it was not: then it was seen at this place."""
        if self._many is None:
            if name in self._few:
                return self._few[name]
            self._few[name] = place
            if len(self._few) == _FEW:
                self._many = _database(self._few)
                self._few = {}
            return None
        if self._many.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (name, place)).rowcount:
            return None
        (found,) = self._many.execute("SELECT place FROM seen WHERE id = ?", (name,)).fetchone()
        return str(found)


def _database(places: Mapping[str, str]) -> sqlite3.Connection:
    """A temporary database of names and where they were seen first."""
    import sqlite3  # noqa: PLC0415  (slow to import, and needed for many games alone)

    database = sqlite3.connect("", isolation_level=None)
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID")
    database.execute("BEGIN")
    database.executemany("INSERT INTO seen VALUES (?, ?)", places.items())
    return database


class Ids(Seen):
    """The ids seen so far."""

    def repeated(self, name: str | None, file: str, line: int | None, game: str | None) -> Finding | None:
        """A finding if a game that begins there has an id (None: it has none) that was seen before."""
        first = None if name is None else self.first(name, f"{file}:{line}")
        return None if name is None or first is None else repeated_id(name, first, file, line, game)
