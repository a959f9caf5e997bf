"""Findings: the one way in which everything wrong with a log is reported. Their codes are stable API."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from cityleague.engine.components.plain import DEPTH
from cityleague.engine.registry import games
from cityleague.engine.words import printable, quote

CODES = {
    # the file
    "IO-UNREADABLE": "The file cannot be opened or read.",
    "IO-CORRUPT": "The compressed file is damaged, or not of the kind that its ending says.",
    "IO-TRUNCATED": "The compressed file ends before its end mark.",
    "IO-BOMB": "The compressed file grows beyond all proportion.",
    # a line
    "LOG-LINE-TOO-LONG": "A line is at most 1 MiB long.",
    "LOG-UTF8": "A log is UTF-8 text without a byte order mark.",
    "LOG-JSON": "Each line is one JSON value, as RFC 8259 defines it.",
    "LOG-NESTING": f"Values are nested at most {DEPTH} levels deep.",
    "LOG-DUPLICATE-KEY": "An object names each of its keys once.",
    "LOG-EVENT": "A line is an object with exactly one of: log, chance, move, check, forfeit, result.",
    "LOG-UNKNOWN-FIELD": "A line has only the fields of its kind.",
    "LOG-MISSING-FIELD": "A line has all required fields of its kind.",
    "LOG-TYPE": "A field's value has the JSON type of the field.",
    "LOG-VALUE": "A field's value is one that the field can take.",
    # a game
    "LOG-EMPTY": "A log contains at least one game.",
    "LOG-NO-HEADER": "A game begins with a header, the line that has `log`.",
    "LOG-VERSION": "The format's version is one that this program reads.",
    "LOG-GAME": "The header names a game that this program knows.",
    "LOG-RULES": "The header names a version of the rules that this program knows.",
    "LOG-PLAYERS": "The number of players is one that the game allows, and their names differ.",
    "LOG-OPTIONS": "The header's options are ones that the game can be set up with.",
    "LOG-COMPONENTS": "The component file whose hash the header states is at hand.",
    "LOG-COMMITMENT": "Where a folder has the secret of its deals, every header has the secret's hash.",
    "LOG-SEED": "Where a folder has the secret of its deals, each game's seed follows from it.",
    "LOG-DUPLICATE-ID": "A game's id stands only once in all the logs validated together.",
    "LOG-GAME-TOO-LONG": "A game is at most 16 MiB long, 64 bytes more being counted for each line.",
    "LOG-SEAT": "A seat is numbered from 0 to the number of players - 1.",
    # events against the engine
    "CHANCE-UNEXPECTED": "Chance speaks only when a draw is due.",
    "CHANCE-NAME": "A chance event bears the name of the draw that is due.",
    "CHANCE-ITEMS": "A draw brings as many things as it says, and only things that can be drawn.",
    "CHANCE-SEED": "With a seed, chance brings exactly what the seed says.",
    "CHECK-MISMATCH": "A check line holds the digest of the state at its place.",
    "FORFEIT-REPEATED": "A seat forfeits at most once, and before the end of the game.",
    "RESULT-EARLY": "A result stands at the end of the game.",
    "RESULT-SCORE": "The claimed final scores are those of the game.",
    "RESULT-RANK": "The claimed ranks are those of the game.",
    "RESULT-SHEET": "The claimed score sheets are those of the game, line by line.",
    "RESULT-FORFEIT": "The result repeats the forfeits of the game.",
    "RESULT-DIGEST": "The digest beside the result is that of the final state.",
    "RESULT-MISSING": "A game that is over has a result line.",
    "GAME-TRUNCATED": "A log goes on until its game is over.",
    "GAME-AFTER-END": "After the result no event follows in a game.",
}
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


def explain(code: str) -> str:
    """The sentence of a finding code or of a game's rule: what should hold. Raises LookupError."""
    if code in CODES:
        return CODES[code]
    for game in games():
        for rule in game.catalogue():
            if rule.code == code:
                return rule.text
    raise LookupError(code)
