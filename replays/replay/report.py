"""What a replay says about a game: a report with all of it, and a verdict, the part of it that is worth remembering."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cityleague.replays.log import Finding, Header, RawGame, Result, ResultEvent


class Report(NamedTuple):
    """What a replay says about a game."""

    file: str
    line: int
    """Where the game begins."""
    header: Header | None
    moves: int
    finding: Finding | None
    """What is wrong with it, if anything."""
    result: ResultEvent | None
    """The computed result with its sheets, if nothing is wrong."""
    standing: ResultEvent | None
    """The same as the game stands after its last line, whatever result it has; None if something else is wrong."""
    over: bool
    """Whether the game has been played to its end: `standing` is its final result then, the points so far otherwise."""
    unseen: bool = False
    """Whether the log leaves open what a draw brought."""
    alone: bool = False
    """Whether the log has a result alone, which is taken as it stands: `result` and `standing` are not computed."""
    ended: bool = True
    """Whether its last line has an end, so that another one can be appended."""

    @property
    def id(self) -> str | None:
        """The game's id, if it has one."""
        return (self.header.id or None) if self.header else None

    @property
    def game(self) -> str | None:
        """The name of the game that is played, if the header states it."""
        return self.header.game if self.header else None


class Verdict(NamedTuple):
    """What validation says of one game, or of a file that holds none or cannot be read to its end."""

    file: str
    line: int | None
    id: str | None
    moves: int
    finding: Finding | None
    game: str | None = None
    """The name of the game that is played, as the header states it."""
    unseen: bool = False
    """Whether the log leaves open what a draw brought, so that this is proven only as far as moves tell it."""
    seeded: bool = True
    """False where a header states no seed: nothing proves the draws of this game to be chance."""
    result: Result | None = None
    """The computed result without its sheets, if nothing is wrong."""


def verdict_of(report: Report) -> Verdict:
    """What a report comes to."""
    seeded = report.header is None or report.header.seed is not UNSET
    result = replace(report.result.result, sheets=UNSET) if report.result else None
    whose = (report.file, report.line, report.id)
    return Verdict(*whose, report.moves, report.finding, report.game, report.unseen, seeded, result)


def remembered(verdict: Verdict, game: RawGame) -> tuple[Verdict, bytes]:
    """A verdict as a cache will give it back, and as it is kept: without file and line, as the game may move on.

    What is kept is empty where it would tell something else. A game that is not known, and may yet be, is not kept.
    """
    finding = verdict.finding
    if finding and finding.code == "LOG-GAME":
        return verdict, b""
    try:
        value = msgspec.msgpack.encode(_moved(verdict, "", -game.first))
        again = recalled(value, game)
        same = finding is None or msgspec.json.encode(again) == msgspec.json.encode(verdict)
    except (msgspec.MsgspecError, OverflowError, UnicodeError):  # what was expected may be anything
        same = False
    return (again, value) if same else (verdict, b"")


def recalled(value: bytes, game: RawGame) -> Verdict:
    """The verdict of a game, wherever it stands now; raises MsgspecError."""
    return _moved(_decode(value), game.file, game.first)


_decode = msgspec.msgpack.Decoder(Verdict).decode


def _moved(verdict: Verdict, file: str, lines: int) -> Verdict:
    """The verdict on the same game so many lines further on, in another file."""
    assert verdict.line is not None
    finding = verdict.finding
    if finding:
        line = None if finding.line is None else finding.line + lines
        related = [replace(other, line=other.line + lines) for other in finding.related]
        finding = replace(finding, file=file, line=line, related=related)
    return verdict._replace(file=file, line=verdict.line + lines, finding=finding)
