"""Whether a game of a log has the very bytes that its recording wrote: it is recorded again, from its moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from cityleague.engine.bots.specs import BotSpec
from cityleague.replays.log import SAID, ForfeitEvent, MoveEvent, Problem, RawGame, decode_header, decoder, encode
from cityleague.replays.players import Opening, record_game
from cityleague.replays.replay import ComponentFiles, Replay, file_of, set_up


class Proof(NamedTuple):
    """What to prove: a game, where it is."""

    file: str
    line: int
    data: bytes

    @property
    def raw(self) -> RawGame:
        """The game, not examined yet."""
        return RawGame(self.file, self.line, (self.data,), 0)


def flaw(components_file: bytes | None, game: Proof) -> str | None:
    """What is wrong with a game of a tournament, and where; None: it has the bytes that its recording wrote.

    No bot plays. The moves of the log are made again, and everything else follows from them and the header: the draws,
    the digests, the moves of stand-ins, the result. Only thinking times are taken as they are, and what bots have said
    of their moves.
    """
    raw = game.raw
    files = file_of(components_file)
    finding = Replay(raw, files).run().finding
    if finding:
        return f"{finding.file}:{finding.line}: {finding.code}: {finding.message}"
    lines = raw.lines
    number = first_difference(lines, recorded_again(raw, files))
    if number is not None and number < len(lines):
        return f"{game.file}:{game.line + number}: this line is valid, but not as the game was recorded"
    if number is not None or not game.data.endswith(b"\n"):
        return f"{game.file}:{game.line + len(lines) - 1}: something is missing after this line"
    return None


def first_difference(lines: Sequence[bytes], written: Sequence[bytes]) -> int | None:
    """The first line, from 0, that is not as it was written, or that only one of both has; None: there is none.

    The lines may tell thinking times, and what bots have said of their moves, that what was written does not.
    """
    for number, (line, again) in enumerate(zip(lines, written, strict=False)):
        if line not in {again, _with_claims(again, line)}:
            return number
    return None if len(lines) == len(written) else min(len(lines), len(written))


def recorded_again(
    raw: RawGame, files: ComponentFiles, asked: Mapping[int, BotSpec] | None = None, opening: Opening = ()
) -> list[bytes]:
    """The lines that recording a valid game wrote, as far as it goes; only the seats that are `asked` play anew, and
    those only after the `opening`.
    """
    lines = raw.lines
    header = decode_header(lines[0])
    setup = set_up(header, files)
    made: list[list[Any]] = [[] for _ in header.players]
    for line in filter(bytes.strip, lines[1:]):  # blank ones are skipped here, and missed in the comparison
        event = decoder(setup.game).event(line)
        if isinstance(event, ForfeitEvent):
            made[event.forfeit.seat].append(event.forfeit)
        elif isinstance(event, MoveEvent):
            made[event.seat].append(event.move)
    asked = asked or {}
    begun = Counter([event.seat for event in opening if isinstance(event, MoveEvent)])
    others = {seat: iter(events[begun[seat] :]) for seat, events in enumerate(made) if seat not in asked}
    return record_game(setup, header, [asked.get(seat) for seat in range(setup.seats)], opening=opening, made=others)


def _with_claims(written: bytes, line: bytes) -> bytes | None:
    """A line that was written, with the thinking time that a log has there, and with what the bot has said."""
    if b'"ms":' not in line and b'"note":' not in line:
        return None
    try:
        there, event = decoder().event(line), decoder().event(written)
    except Problem:
        return None
    said = isinstance(there, MoveEvent) and there.note and there.note.startswith(SAID)
    return encode(replace(event, ms=there.ms, note=there.note if said else event.note))
