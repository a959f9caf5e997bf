"""What a replay comes to, in the few bytes that are worth remembering."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cityleague.replays.log import Finding, RawGame, Result
from cityleague.replays.replay.report import Report


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


class Proof(NamedTuple):
    """What a report comes to."""

    verdict: Verdict
    result: Result | None
    """The computed result without its sheets, if nothing is wrong."""


class Unknown(NamedTuple):
    """A game that is to be replayed, and the key by which a cache finds its proof then; empty if there is none."""

    game: RawGame
    key: bytes


class Learnt(NamedTuple):
    """What was made of a game that was replayed, and what a cache is to learn from it."""

    taken: Any
    key: bytes
    value: bytes
    """Empty if it is not to be remembered."""


def proof_of(report: Report) -> Proof:
    """What a report comes to."""
    seeded = report.header is None or report.header.seed is not UNSET
    whose = (report.file, report.line, report.id)
    verdict = Verdict(*whose, report.moves, report.finding, report.game, report.unseen, seeded)
    return Proof(verdict, replace(report.result.result, sheets=UNSET) if report.result else None)


def remembered(proof: Proof, game: RawGame) -> tuple[Proof, bytes]:
    """A proof as a cache will give it back, and as it is kept: without file and line, as the game may move on.

    What is kept is empty where it would tell something else. A game that is not known is not remembered at all: it can
    be installed at any time.
    """
    finding = proof.verdict.finding
    if finding and finding.code == "LOG-GAME":
        return proof, b""
    try:
        value = msgspec.msgpack.encode(_moved(proof, "", -game.first))
        again = recalled(value, game)
        same = finding is None or msgspec.json.encode(again) == msgspec.json.encode(proof)
    except (msgspec.MsgspecError, OverflowError, UnicodeError):  # what was expected may be anything
        same = False
    return (again, value) if same else (proof, b"")


def recalled(value: bytes, game: RawGame) -> Proof:
    """The proof of a game, wherever it stands now; raises MsgspecError."""
    return _moved(_decode(value), game.file, game.first)


_decode = msgspec.msgpack.Decoder(Proof).decode


def _moved(proof: Proof, file: str, lines: int) -> Proof:
    """The proof of the same game so many lines further on, in another file."""
    verdict = proof.verdict
    assert verdict.line is not None
    return Proof(
        verdict._replace(
            file=file,
            line=verdict.line + lines,
            finding=_moved_finding(verdict.finding, file, lines) if verdict.finding else None,
        ),
        proof.result,
    )


def _moved_finding(finding: Finding, file: str, lines: int) -> Finding:
    return replace(
        finding,
        file=file,
        line=None if finding.line is None else finding.line + lines,
        related=[replace(one, line=one.line + lines) for one in finding.related],
    )
