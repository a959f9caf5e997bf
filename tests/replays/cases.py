"""For each code that is not a rule of a game: logs with one fault."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
    valid_games: int = 0
    """Games of the file with which nothing is wrong."""

    @property
    def content(self) -> bytes:
        return log(self.lines) if self.data is None else self.data


CASES: list[tuple[str, Callable[[Lines], Broken]]] = []


def case(code: str) -> Callable[[Callable[[Lines], Broken]], Callable[[Lines], Broken]]:
    """A way to spoil a good log so that it gets this finding."""

    def add(function: Callable[[Lines], Broken]) -> Callable[[Lines], Broken]:
        CASES.append((code, function))
        return function

    return add


def edit(good: Lines, line: int, old: bytes, new: bytes, pointer: str | None = None, at: bytes | None = None) -> Broken:
    """Replace a bit of a line; `at`: what the column points to, if not the new bit."""
    return Broken(lines=edited(good, line, old, new), line=line, pointer=pointer, at=at or new)


# -- the file


@case("IO-UNREADABLE")
def no_such_folder(_: Lines) -> Broken:
    return Broken(data=b"", name="missing/game.jsonl", known=False)


@case("IO-CORRUPT")
def flipped_byte(good: Lines) -> Broken:
    packed = bytearray(gzip.compress(log(good), mtime=0))
    packed[len(packed) // 2] ^= 0xFF
    return Broken(data=bytes(packed), name="game.gz", known=False)


@case("IO-TRUNCATED")
def cut_off(good: Lines) -> Broken:
    return Broken(data=gzip.compress(log(good), mtime=0)[:-9], name="game.gz", known=False)


@case("IO-BOMB")
def bomb(_: Lines) -> Broken:
    return Broken(data=gzip.compress(bytes(1 << 22), mtime=0) * 20, name="game.gz", known=False)


@case("LOG-EMPTY")
def only_blank_lines(_: Lines) -> Broken:
    return Broken(data=b"\n\n\n", known=False)


# -- a line


@case("LOG-LINE-TOO-LONG")
def long_check(good: Lines) -> Broken:
    line = index_of(good, b"check")
    return Broken(lines=replaced(good, line, b'{"check":"' + b"0" * (1 << 20) + b'"}'), line=line)


@case("LOG-UTF8")
def latin_1(good: Lines) -> Broken:
    return edit(good, 2, b'"seat":0', b'"note":"caf\xe9","seat":0', at=b"\xe9")


@case("LOG-JSON")
def missing_comma(good: Lines) -> Broken:
    return edit(good, 4, b',"move"', b'"move"')


@case("LOG-NESTING")
def deep(good: Lines) -> Broken:
    return edit(good, 2, b'"pick"', b"[" * 10_000 + b"]" * 10_000, at=b"{")


@case("LOG-DUPLICATE-KEY")
def second_seat(good: Lines) -> Broken:
    return edit(good, 4, b'"seat":0', b'"seat":0,"seat":1', "/seat", at=b"1")


@case("LOG-EVENT")
def no_kind(good: Lines) -> Broken:
    return edit(good, 4, b'"move"', b'"moves"', "", at=b"{")


@case("LOG-UNKNOWN-FIELD")
def comment(good: Lines) -> Broken:
    return edit(good, 4, b'"seat":0', b'"seat":0,"comment":[]', "/comment", at=b"[]")


@case("LOG-MISSING-FIELD")
def no_cell(good: Lines) -> Broken:
    return edit(good, 4, b',"cell":[0,0]', b"", "/move", at=b'{"type"')


@case("LOG-TYPE")
def seat_as_text(good: Lines) -> Broken:
    return edit(good, 4, b'"seat":0', b'"seat":"0"', "/seat", at=b'"0"')


@case("LOG-VALUE")
def unknown_side(good: Lines) -> Broken:
    return edit(good, index_of(good, b'"left"'), b'"left"', b'"middle"', "/move/city")


# -- a game


@case("LOG-NO-HEADER")
def header_lost(good: Lines) -> Broken:
    return Broken(lines=good[1:], line=0, pointer="", at=b"{", known=False)


@case("LOG-VERSION")
def future_version(good: Lines) -> Broken:
    broken = edit(good, 0, b'"log":1', b'"log":99', "/log", at=b"99")
    broken.known = False  # what else a header of the future says is not known either
    return broken


@case("LOG-GAME")
def unknown_game(good: Lines) -> Broken:
    return edit(good, 0, f'"{GAME}"'.encode(), b'"chess"', "/game")


@case("LOG-RULES")
def other_rules(good: Lines) -> Broken:
    return edit(good, 0, b'"rules":"1"', b'"rules":"0"', "/rules", at=b'"0"')


@case("LOG-PLAYERS")
def lonely(good: Lines) -> Broken:
    header = with_fields(good[0], players=["alone"])
    return Broken(lines=replaced(good, 0, header), line=0, pointer="/players", at=b'["alone"]')


@case("LOG-PLAYERS")
def namesakes(good: Lines) -> Broken:
    header = with_fields(good[0], players=["same", "same"])
    return Broken(lines=replaced(good, 0, header), line=0, pointer="/players", at=b'["same"')


@case("LOG-OPTIONS")
def too_few_tiles(good: Lines) -> Broken:
    file = json.loads(packaged(GAME))
    file["buildings"]["tiles"] = {"shop": 3}
    data = json.dumps(file).encode()
    header = with_fields(good[0], components=fingerprint(data))
    return Broken(
        lines=replaced(good, 0, header), line=0, pointer="/options", at=b'{"seating"', components={"few.json": data}
    )


@case("LOG-COMPONENTS")
def other_components(good: Lines) -> Broken:
    return edit(good, 0, b"blake2b:", b"blake2b:0", "/components", at=b'"blake2b:0')


@case("LOG-DUPLICATE-ID")
def twice_the_same(good: Lines) -> Broken:
    return Broken(lines=[*good, *good], line=len(good), pointer="/id", unexamined=0, valid_games=1)


@case("LOG-GAME-TOO-LONG")
def many_remarks(good: Lines) -> Broken:
    long = [with_fields(line, note="x" * 1_000_000) for line in good[1:21]]
    return Broken(lines=[good[0], *long, *good[21:]], line=-1)


@case("LOG-SEAT")
def third_of_two(good: Lines) -> Broken:
    return edit(good, 4, b'"seat":0', b'"seat":2', "/seat", at=b"2")


# -- events against the engine


@case("CHANCE-UNEXPECTED")
def second_draw(good: Lines) -> Broken:
    return Broken(lines=replaced(good, 1, good[1], good[1]), line=2, pointer="/chance", at=b'"round-1a"')


@case("CHANCE-NAME")
def other_draw(good: Lines) -> Broken:
    return edit(good, 1, b'"round-1a"', b'"round-1b"', "/chance")


@case("CHANCE-ITEMS")
def unknown_item(good: Lines) -> Broken:
    return edit(good, 1, b'"park"', b'"zoo"', "/order/0")


@case("CHANCE-SEED")
def other_order(good: Lines) -> Broken:
    order = json.loads(good[1])["order"]
    order[1], order[2] = order[2], order[1]
    line = with_fields(good[1], order=order)
    return Broken(lines=replaced(good, 1, line), line=1, pointer="/order/1", at=f'"{order[1]}"'.encode())


@case("CHECK-MISMATCH")
def other_digest(good: Lines) -> Broken:
    line = index_of(good, b"check")
    old = json.loads(good[line])["check"].encode()
    return edit(good, line, b'"' + old, b'"' + old[::-1], "/check")


@case("FORFEIT-REPEATED")
def forfeits_again(good: Lines) -> Broken:
    forfeit = b'{"forfeit":{"seat":0,"kind":"crash"}}'
    return Broken(lines=replaced(good, 2, forfeit, forfeit, good[2]), line=3, pointer="/forfeit/seat", at=b'0,"kind"')


@case("FORFEIT-REPEATED")
def forfeits_a_finished_game(good: Lines) -> Broken:
    last = len(good) - 1
    forfeit = b'{"forfeit":{"seat":0,"kind":"crash"}}'
    return Broken(lines=replaced(good, last, forfeit, good[last]), line=last, pointer="/forfeit/seat", at=b'0,"kind"')


@case("RESULT-EARLY")
def result_before_the_last_move(good: Lines) -> Broken:
    return Broken(lines=[*good[:-2], good[-1], good[-2]], line=len(good) - 2, pointer="/result", at=b'{"scores"')


@case("RESULT-EARLY")
def the_result_so_far(good: Lines) -> Broken:
    """In the very bytes of a result, were the game over."""
    raw = RawGame("game.jsonl", 1, (log(good[:-2]),), 0)
    standing = Replay(raw, ComponentFiles()).run(may_lack=("RESULT-MISSING", "GAME-TRUNCATED")).standing
    assert standing is not None
    lines = [*good[:-2], encode(standing), *good[-2:]]
    return Broken(lines=lines, line=len(good) - 2, pointer="/result", at=b'{"scores"')


def edit_result(good: Lines, old: bytes, new: bytes, pointer: str, at: bytes | None = None) -> Broken:
    return edit(good, len(good) - 1, old, new, pointer, at)


@case("RESULT-SCORE")
def score_raised(good: Lines) -> Broken:
    return edit_result(good, b'"scores":[', b'"scores":[1', "/result/scores/0", at=b"1")


@case("RESULT-RANK")
def two_winners(good: Lines) -> Broken:
    return edit_result(good, b'"ranks":[2,1]', b'"ranks":[1,1]', "/result/ranks/0", at=b"1,1]")


@case("RESULT-SHEET")
def sheet_points(good: Lines) -> Broken:
    return edit_result(good, b'"points":', b'"points":1', "/result/sheets/0/parts/0/points", at=b"1")


@case("RESULT-SHEET")
def sheet_line(good: Lines) -> Broken:
    pointer = "/result/sheets/0/parts/0/lines/0/points"
    return edit_result(good, b'"shops","points":', b'"shops","points":1', pointer, at=b"1")


@case("RESULT-SHEET")
def tie_break(good: Lines) -> Broken:
    return edit_result(good, b'"value":', b'"value":1', "/result/sheets/0/tiebreaks/0/value", at=b"1")


@case("RESULT-FORFEIT")
def forfeit_invented(good: Lines) -> Broken:
    new = b'"forfeits":[{"seat":1,"kind":"stall"}]'
    return edit_result(good, b'"forfeits":[]', new, "/result/forfeits", at=b'[{"seat":1')


@case("RESULT-FORFEIT")
def forfeit_of_another_kind(good: Lines) -> Broken:
    lines = edited(good, len(good) - 1, b'"forfeits":[]', b'"forfeits":[{"seat":0,"kind":"stall"}]')
    forfeit = b'{"forfeit":{"seat":0,"kind":"crash"}}'
    return Broken(
        lines=replaced(lines, 2, forfeit, good[2]), line=len(good), pointer="/result/forfeits", at=b'[{"seat":0'
    )


@case("RESULT-DIGEST")
def final_digest(good: Lines) -> Broken:
    old = json.loads(good[-1])["digest"].encode()
    return edit_result(good, b'"' + old, b'"' + old[::-1], "/digest")


@case("RESULT-MISSING")
def result_lost(good: Lines) -> Broken:
    return Broken(lines=good[:-1], line=len(good) - 2)


@case("GAME-TRUNCATED")
def interrupted(good: Lines) -> Broken:
    return Broken(lines=good[:10], line=9)


@case("GAME-TRUNCATED")
def interrupted_by_the_next_game(good: Lines) -> Broken:
    other = recorded(seed="another")
    return Broken(lines=[*good[:10], *other], line=9, valid_games=1, unexamined=0)


@case("GAME-AFTER-END")
def second_result(good: Lines) -> Broken:
    return Broken(lines=[*good, good[-1]], line=len(good), pointer="", at=b"{")


@case("GAME-AFTER-END")
def right_check_behind_the_result(good: Lines) -> Broken:
    check = dump({"check": json.loads(good[-1])["digest"]})
    return Broken(lines=[*good, check], line=len(good), pointer="", at=b"{")
