"""From a line to an event, strictly; and from what is wrong with a line to a problem that says where.

The quick way and the careful way give the same answers: a line that is byte for byte the canonical form of the
event it decodes to can hide nothing; every other line is also searched for keys that stand twice.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NoReturn

import msgspec
from msgspec import UNSET, Raw, UnsetType

from cityleague.engine.protocol import Game
from cityleague.replays.log import pointers as locate
from cityleague.replays.log.allowed_values import allowed
from cityleague.replays.log.events import EVENTS, LOG_VERSION, Event, Header, MoveEvent, encode, event_types
from cityleague.replays.log.findings import Problem

MAX_LINE = 1 << 20
"""Bytes of a line; a longer one is not decoded."""

_REMEMBERED = 16384
"""How many lines a generation holds; there are two, and a line that is met in the older moves to the newer."""
_WORTH_REMEMBERING = 1024
"""Bytes of a line; longer ones are no ordinary moves."""


class _Probe(msgspec.Struct):
    """The fields that tell a line's kind, whatever stands in them."""

    log: Raw | UnsetType = UNSET
    chance: Raw | UnsetType = UNSET
    move: Raw | UnsetType = UNSET
    check: Raw | UnsetType = UNSET
    forfeit: Raw | UnsetType = UNSET
    result: Raw | UnsetType = UNSET


_probe = msgspec.json.Decoder(_Probe)
_LOOKS_LIKE_HEADER = re.compile(rb'\s*\{\s*"log"\s*:')


class LineDecoder:
    """Decodes the lines of logs of one game (without a game: all but moves are of use)."""

    def __init__(self, game: Game | None = None) -> None:
        self._types = event_types(game) if game else EVENTS
        self._decoders = {field: msgspec.json.Decoder(kind) for field, kind in self._types.items()}
        self._decode_move = self._decoders["move"].decode
        self.recent: dict[bytes, tuple[int, Any]] = {}
        """The newer generation of lines remembered, with what `move` gives for them."""
        self._older: dict[bytes, tuple[int, Any]] = {}

    def move(self, line: bytes) -> tuple[int, Any] | None:
        """Seat and move of a line in canonical form without remarks; None for whatever else.

        Games repeat themselves: the latest lines are remembered, with what they decode to.
        """
        known = self.recent.get(line)
        if known is None:
            known = self._older.get(line) or self._decoded(line)
            if known is not None and len(line) <= _WORTH_REMEMBERING:
                if len(self.recent) >= _REMEMBERED:
                    self._older, self.recent = self.recent, {}
                self.recent[line] = known
        return known

    def _decoded(self, line: bytes) -> tuple[int, Any] | None:
        if not line.startswith(b'{"seat":') or len(line) > MAX_LINE:
            return None
        try:
            event = self._decode_move(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        if encode(MoveEvent(seat=event.seat, move=event.move)) != line:
            return None
        return event.seat, event.move

    def event(self, line: bytes) -> Event:
        """The event of any line; raises Problem."""
        try:
            fields = _kinds(line)
            if len(fields) != 1 or len(line) > MAX_LINE:
                _diagnose(line, self._types)
            event: Event = self._decoders[fields[0]].decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            _diagnose(line, self._types)
        if encode(event) != line:
            _refuse_repeated_keys(line)
            if b'"%s"' % fields[0].encode() not in line:
                raise Problem("LOG-EVENT", f"the field {fields[0]} must be written without escapes", "")
        return event


@cache
def decoder(game: Game | None = None) -> LineDecoder:
    """The decoder of a game, kept for as long as the process lives."""
    return LineDecoder(game)


def is_header(line: bytes) -> bool:
    """Whether a line begins a game, be it well formed or not."""
    if line.startswith(b'{"log":'):
        return True
    if b'"log"' not in line or len(line) > MAX_LINE:
        return False
    return has(line, "log") or _LOOKS_LIKE_HEADER.match(line) is not None


def has(line: bytes, field: str) -> bool:
    """Whether a line is an object with this of the fields that tell a line's kind."""
    try:
        return field in _kinds(line)
    except (msgspec.MsgspecError, RecursionError):
        return False


def header(line: bytes) -> Header:
    """The header that a line holds; raises Problem."""
    if (version := _version(line)) not in (None, LOG_VERSION):
        message = f"this program reads logs of version {LOG_VERSION}, not {version}"
        raise Problem("LOG-VERSION", message, "/log", expected=[LOG_VERSION])
    event = decoder().event(line)
    if not isinstance(event, Header):
        raise Problem("LOG-NO-HEADER", "a game begins with a header, a line that has the field log", "")
    return event


class _Version(msgspec.Struct):
    log: int


_decode_version = msgspec.json.Decoder(_Version).decode


def _version(line: bytes) -> int | None:
    """The version that a header states, though all else in it may be strange; None if it states none."""
    try:
        return _decode_version(line).log if len(line) <= MAX_LINE else None
    except (msgspec.MsgspecError, RecursionError):
        return None


def _kinds(line: bytes) -> list[str]:
    probe = _probe.decode(line)
    return [field for field in EVENTS if getattr(probe, field) is not UNSET]


def _diagnose(line: bytes, types: dict[str, Any]) -> NoReturn:
    """Find out what is wrong with a line, from the outside in."""
    if len(line) > MAX_LINE:
        raise Problem("LOG-LINE-TOO-LONG", f"the line is longer than {MAX_LINE} bytes", column=MAX_LINE + 1)
    try:
        line.decode()
    except UnicodeDecodeError as error:
        raise Problem("LOG-UTF8", f"not UTF-8: {error.reason}", column=error.start + 1) from None
    if line.startswith(b"\xef\xbb\xbf"):
        raise Problem("LOG-UTF8", "the line begins with a byte order mark; save the file without it", column=1)
    try:
        value = msgspec.json.decode(line)
    except RecursionError:
        raise Problem("LOG-NESTING", "the JSON is nested too deep", column=1) from None
    except msgspec.ValidationError as error:  # a number that no type can hold
        fields = [field for field in EVENTS if has(line, field)]
        _refuse_type(line, types[fields[0]] if len(fields) == 1 else dict[str, Any])
        raise invalid(error) from None
    except msgspec.DecodeError as error:
        at = re.search(r" \(byte (\d+)\)", str(error))
        text = str(error).removeprefix("JSON is malformed: ").removesuffix(at.group() if at else "")
        text = text.replace("Input data was truncated", "the line ends too early")
        where = int(at.group(1)) + 1 if at else len(line) + 1
        raise Problem("LOG-JSON", f"not JSON: {text}", column=where) from None
    if not isinstance(value, dict):
        raise Problem("LOG-EVENT", "the line is not a JSON object", "")
    _refuse_repeated_keys(line)
    fields = [field for field in EVENTS if field in value]
    if len(fields) != 1:
        there = " and ".join(fields) if fields else "none of them"
        raise Problem("LOG-EVENT", f"a line has exactly one of {', '.join(EVENTS)}; this one has {there}", "")
    _refuse_type(line, types[fields[0]])
    raise Problem("LOG-JSON", "the line cannot be decoded", column=1)


def _refuse_type(line: bytes, kind: Any) -> None:
    try:
        msgspec.json.decode(line, type=kind)
    except RecursionError:
        raise Problem("LOG-NESTING", "the JSON is nested too deep", column=1) from None
    except msgspec.ValidationError as error:
        raise invalid(error, line=line, kind=kind) from None


_UNKNOWN = "Object contains unknown field `"
_NOT_LISTED = ("Invalid enum value ", "Invalid value ")


def invalid(
    error: msgspec.ValidationError, prefix: str = "", *, line: bytes | None = None, kind: Any = None, value: Any = None
) -> Problem:
    """A type error of msgspec as a problem; `prefix` is the pointer of what was decoded.

    `kind` is the type it was decoded as, and the line or `value` what was decoded. Names of fields stand in the
    message of msgspec as they are, so that where they end is known only by looking into the line.
    """
    message = str(error)
    text, _, path = message.rpartition(" - at `") if " - at `$" in message else (message, "", "")
    parts = _parts(path.rstrip("`"))
    where = prefix + locate.pointer([*parts])
    if text.startswith(_UNKNOWN):
        name = text.removeprefix(_UNKNOWN).removesuffix("`")
        at = where + locate.pointer([name])
        if line is not None and not locate.exists(line, at):
            name = message.removeprefix(_UNKNOWN).removesuffix("`")
            at = prefix + locate.pointer([name])
        return Problem("LOG-UNKNOWN-FIELD", f"there is no field {quote(name)} here", at)
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        return Problem("LOG-MISSING-FIELD", f"the field {missing.group(1)} is missing", where)
    if "matching regex" in text:
        text = "Text with characters that do not belong there"
    said = text[:1].lower() + text[1:].replace("`", "")
    if text.startswith(_NOT_LISTED):
        possible = allowed(kind, _plain(line) if value is None else value, parts) if kind else []
        listed = f"; allowed: {', '.join(map(str, possible))}" if possible else ""
        return Problem("LOG-VALUE", printable(said, 200) + listed, where, expected=possible)
    return Problem("LOG-TYPE" if ", got `" in text else "LOG-VALUE", printable(said), where)


def _parts(path: str) -> list[str]:
    """The keys and indexes of a path of msgspec's (`$.move.cell[0]`), as far as it says the way."""
    return [name or index for name, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path.partition("[...]")[0])]


def _plain(line: bytes | None) -> Any:
    """A line as JSON values, if it can be decoded as such."""
    try:
        return msgspec.json.decode(line or b"null")
    except (msgspec.MsgspecError, RecursionError):
        return None


def quote(text: object) -> str:
    """Text from a log as a message may show it: quoted, escaped, and not too long."""
    shown = json.dumps(text, ensure_ascii=True, default=str)
    return shown if len(shown) <= 80 else shown[:77] + '..."'


def printable(text: str, most: int = 300) -> str:
    """Text that may hold parts of a log, without what could trick a terminal, and not too long."""
    clean = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


def _refuse_repeated_keys(line: bytes) -> None:
    def search(pairs: list[tuple[str, None]]) -> None:
        if len({key for key, _ in pairs}) < len(pairs):
            raise _Repeated

    try:
        json.loads(line, object_pairs_hook=search, parse_int=len, parse_float=len)
    except _Repeated:
        where, column = locate.repeated_key(line) or ("", 1)
        name = where.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        raise Problem("LOG-DUPLICATE-KEY", f"the key {quote(name)} stands twice", where, column=column) from None
    except RecursionError:
        raise Problem("LOG-NESTING", "the JSON is nested too deep", column=1) from None


class _Repeated(Exception):
    pass
