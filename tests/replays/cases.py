"""For each code that is not a rule of a game: logs with one fault."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from cityleague.engine.components import fingerprint, packaged
from cityleague.replays.log import RawGame, encode
from cityleague.replays.replay import ComponentFiles, Replay

from .helpers import GAME, dump, edited, index_of, log, recorded, replaced, with_fields

Lines = Sequence[bytes]


@dataclass(kw_only=True)
class Broken:
    """A broken log, and the place of its fault."""

    lines: Lines = ()
    data: bytes | None = None
    """The file's content, where it is not simply the lines."""
    name: str = "game.jsonl"
    components: dict[str, bytes] = field(default_factory=dict)
    line: int | None = None
    """Index of the wrong line; None: the file as a whole."""
    pointer: str | None = None
    at: bytes | None = None
    """What stands at the column."""
    seat: int | None = None
    unexamined: int | None = None
    known: bool = True
    """Whether the header can be read."""
    says: str = ""
    """A piece of the message, where it matters."""
    valid_games: int = 0
    """Games of the file with which nothing is wrong."""

    @property
    def content(self) -> bytes:
        return log(self.lines) if self.data is None else self.data


def edit(good: Lines, line: int, old: bytes, new: bytes, pointer: str | None = None, at: bytes | None = None) -> Broken:
    """Replace a bit of a line; `at`: what the column points to, if not the new bit."""
    line %= len(good)
    return Broken(lines=edited(good, line, old, new), line=line, pointer=pointer, at=at or new)


def put(good: Lines, line: int, *new: bytes, pointer: str, at: bytes, wrong: int = 0) -> Broken:
    """Put lines in place of one; `wrong`: which of them the finding is about."""
    line %= len(good)
    return Broken(lines=replaced(good, line, *new), line=line + wrong, pointer=pointer, at=at)


def lost(data: bytes, name: str = "game.jsonl") -> Broken:
    """A file of which no game is known."""
    return Broken(data=data, name=name, known=False)


def packed(good: Lines) -> bytes:
    return gzip.compress(log(good), mtime=0)


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


def long_check(good: Lines) -> Broken:
    line = index_of(good, b"check")
    return Broken(lines=replaced(good, line, b'{"check":"' + b"0" * (1 << 20) + b'"}'), line=line)


def many_remarks(good: Lines) -> Broken:
    long = [with_fields(line, note="x" * 1_000_000) for line in good[1:21]]
    return Broken(lines=[good[0], *long, *good[21:]], line=-1)


def too_few_tiles(good: Lines) -> Broken:
    file = json.loads(packaged(GAME))
    file["buildings"]["tiles"] = {"shop": 3}
    data = json.dumps(file).encode()
    header = with_fields(good[0], components=fingerprint(data))
    return replace(put(good, 0, header, pointer="/options", at=b'{"seating"'), components={"few.json": data})


def other_order(good: Lines) -> Broken:
    order = json.loads(good[1])["order"]
    order[1], order[2] = order[2], order[1]
    return put(good, 1, with_fields(good[1], order=order), pointer="/order/1", at=f'"{order[1]}"'.encode())


def other_digest(good: Lines, line: int, field: str, pointer: str) -> Broken:
    old = json.loads(good[line])[field].encode()
    return edit(good, line, b'"' + old, b'"' + old[::-1], pointer)


def result_so_far(good: Lines) -> Broken:
    """In the very bytes of a result, were the game over."""
    raw = RawGame("game.jsonl", 1, (log(good[:-2]),), 0)
    standing = Replay(raw, ComponentFiles()).run(may_lack=("RESULT-MISSING", "GAME-TRUNCATED")).standing
    assert standing is not None
    return put(good, -2, encode(standing), good[-2], pointer="/result", at=b'{"scores"')


def stalled(lines: Lines, seat: int) -> Broken:
    """With a forfeit in the result that there was not, or of another kind."""
    new = f'"forfeits":[{{"seat":{seat},"kind":"stall"}}]'.encode()
    return edit(lines, -1, b'"forfeits":[]', new, "/result/forfeits", at=new[11:21])


def forfeit(good: Lines, line: int, *new: bytes, wrong: int = 0) -> Broken:
    return put(good, line, *new, good[line], pointer="/forfeit/seat", at=b'0,"kind"', wrong=wrong)


def players(good: Lines, names: Sequence[str], at: bytes) -> Broken:
    return put(good, 0, with_fields(good[0], players=names), pointer="/players", at=at)


def sheet(good: Lines, field: bytes, pointer: str) -> Broken:
    return edit(good, -1, field, field + b"1", f"/result/sheets/0/{pointer}", at=b"1")


def after_the_end(good: Lines, line: bytes) -> Broken:
    return Broken(lines=[*good, line], line=len(good), pointer="", at=b"{")


CRASH = b'{"forfeit":{"seat":0,"kind":"crash"}}'
SEAT = b'"seat":0'
CASES: list[tuple[str, Callable[[Lines], Broken]]] = [
    # The file.
    ("IO-UNREADABLE", lambda good: lost(b"", "missing/game.jsonl")),
    ("IO-CORRUPT", lambda good: lost(flipped(packed(good)), "game.gz")),
    ("IO-TRUNCATED", lambda good: lost(packed(good)[:-9], "game.gz")),
    ("IO-BOMB", lambda good: lost(gzip.compress(bytes(1 << 22), mtime=0) * 20, "game.gz")),
    ("LOG-EMPTY", lambda good: lost(b"\n\n\n")),
    # A line.
    ("LOG-LINE-TOO-LONG", long_check),
    ("LOG-UTF8", lambda good: edit(good, 2, SEAT, b'"note":"caf\xe9","seat":0', at=b"\xe9")),
    ("LOG-JSON", lambda good: edit(good, 4, b',"move"', b'"move"')),
    ("LOG-NESTING", lambda good: edit(good, 2, b'"pick"', b"[" * 10_000 + b"]" * 10_000, at=b"{")),
    ("LOG-DUPLICATE-KEY", lambda good: edit(good, 4, SEAT, b'"seat":0,"seat":1', "/seat", at=b"1")),
    ("LOG-EVENT", lambda good: edit(good, 4, b'"move"', b'"moves"', "", at=b"{")),
    ("LOG-UNKNOWN-FIELD", lambda good: edit(good, 4, SEAT, b'"seat":0,"comment":[]', "/comment", at=b"[]")),
    ("LOG-MISSING-FIELD", lambda good: edit(good, 4, b',"cell":[0,0]', b"", "/move", at=b'{"type"')),
    ("LOG-TYPE", lambda good: edit(good, 4, SEAT, b'"seat":"0"', "/seat", at=b'"0"')),
    ("LOG-VALUE", lambda good: edit(good, index_of(good, b'"left"'), b'"left"', b'"middle"', "/move/city")),
    # A game; what else a header of the future says is not known either.
    ("LOG-NO-HEADER", lambda good: Broken(lines=good[1:], line=0, pointer="", at=b"{", known=False)),
    ("LOG-VERSION", lambda good: replace(edit(good, 0, b'"log":1', b'"log":99', "/log", at=b"99"), known=False)),
    ("LOG-GAME", lambda good: edit(good, 0, b'"between_two_cities"', b'"chess"', "/game")),
    ("LOG-RULES", lambda good: edit(good, 0, b'"rules":"1"', b'"rules":"0"', "/rules", at=b'"0"')),
    ("LOG-PLAYERS", lambda good: players(good, ["alone"], b'["alone"]')),
    ("LOG-PLAYERS", lambda good: players(good, ["same", "same"], b'["same"')),
    ("LOG-OPTIONS", too_few_tiles),
    ("LOG-COMPONENTS", lambda good: edit(good, 0, b"blake2b:", b"blake2b:0", "/components", at=b'"blake2b:0')),
    (
        "LOG-DUPLICATE-ID",
        lambda good: Broken(lines=[*good] * 2, line=len(good), pointer="/id", unexamined=0, valid_games=1),
    ),
    ("LOG-GAME-TOO-LONG", many_remarks),
    ("LOG-SEAT", lambda good: edit(good, 4, SEAT, b'"seat":2', "/seat", at=b"2")),
    # Events against the engine.
    ("CHANCE-UNEXPECTED", lambda good: put(good, 1, good[1], good[1], pointer="/chance", at=b'"round-1a"', wrong=1)),
    ("CHANCE-NAME", lambda good: edit(good, 1, b'"round-1a"', b'"round-1b"', "/chance")),
    ("CHANCE-ITEMS", lambda good: edit(good, 1, b'"park"', b'"zoo"', "/order/0")),
    ("CHANCE-SEED", other_order),
    ("CHECK-MISMATCH", lambda good: other_digest(good, index_of(good, b"check"), "check", "/check")),
    ("FORFEIT-REPEATED", lambda good: forfeit(good, 2, CRASH, CRASH, wrong=1)),
    ("FORFEIT-REPEATED", lambda good: forfeit(good, -1, CRASH)),
    ("RESULT-EARLY", lambda good: put(good[:-1], -1, *good[:-3:-1], pointer="/result", at=b'{"scores"')),
    ("RESULT-EARLY", result_so_far),
    ("RESULT-SCORE", lambda good: edit(good, -1, b'"scores":[', b'"scores":[1', "/result/scores/0", at=b"1")),
    ("RESULT-RANK", lambda good: edit(good, -1, b'"ranks":[2,1]', b'"ranks":[1,1]', "/result/ranks/0", at=b"1,1]")),
    ("RESULT-SHEET", lambda good: sheet(good, b'"points":', "parts/0/points")),
    ("RESULT-SHEET", lambda good: sheet(good, b'"shops","points":', "parts/0/lines/0/points")),
    ("RESULT-SHEET", lambda good: sheet(good, b'"value":', "tiebreaks/0/value")),
    ("RESULT-FORFEIT", lambda good: stalled(good, 1)),
    ("RESULT-FORFEIT", lambda good: stalled(replaced(good, 2, CRASH, good[2]), 0)),
    ("RESULT-DIGEST", lambda good: other_digest(good, -1, "digest", "/digest")),
    ("RESULT-MISSING", lambda good: Broken(lines=good[:-1], line=len(good) - 2)),
    ("GAME-TRUNCATED", lambda good: Broken(lines=good[:10], line=9)),
    (
        "GAME-TRUNCATED",
        lambda good: Broken(lines=[*good[:10], *recorded(seed="another")], line=9, unexamined=0, valid_games=1),
    ),
    ("GAME-AFTER-END", lambda good: after_the_end(good, good[-1])),
    ("GAME-AFTER-END", lambda good: after_the_end(good, dump({"check": json.loads(good[-1])["digest"]}))),
]
"""Each code with a way to spoil a good log so that it gets this finding."""
