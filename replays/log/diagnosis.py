"""What is wrong with a line that cannot be decoded: a problem that says where, and what is allowed there."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import msgspec

from cityleague.engine import plain
from cityleague.replays.log import pointers
from cityleague.replays.log.allowed_values import allowed_values
from cityleague.replays.log.events import EVENTS
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.kinds import MAX_LINE, has_field
from cityleague.replays.log.wording import printable, quote


def diagnose(line: bytes, types: dict[str, Any]) -> NoReturn:
    """Raise the Problem of a line that cannot be decoded; the line as a whole is checked before its parts."""
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
        fields = [field for field in EVENTS if has_field(line, field)]
        _refuse_type(line, types[fields[0]] if len(fields) == 1 else dict[str, Any])
        raise type_problem(error) from None
    except msgspec.DecodeError as error:
        at = re.search(r" \(byte (\d+)\)", str(error))
        text = str(error).removeprefix("JSON is malformed: ").removesuffix(at.group() if at else "")
        text = text.replace("Input data was truncated", "the line ends too early")
        where = int(at.group(1)) + 1 if at else len(line) + 1
        raise Problem("LOG-JSON", f"not JSON: {text}", column=where) from None
    if not isinstance(value, dict):
        raise Problem("LOG-EVENT", "the line is not a JSON object", "")
    refuse_repeated_keys(line)
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
        raise type_problem(error, line=line, kind=kind) from None


_UNKNOWN = "Object contains unknown field `"
_NOT_LISTED = ("Invalid enum value ", "Invalid value ")


def type_problem(
    error: msgspec.ValidationError, prefix: str = "", *, line: bytes | None = None, kind: Any = None, value: Any = None
) -> Problem:
    """A type error of msgspec as a problem; `prefix` is the pointer of what was decoded.

    `kind` is the type that was to be decoded, and `line` or `value` what was decoded. The message of msgspec has the
    names of fields as they are; only the line shows where in the message such a name ends.
    """
    message = str(error)
    text, _, path = message.rpartition(" - at `") if " - at `$" in message else (message, "", "")
    parts = _parts(path.rstrip("`"))
    where = prefix + pointers.pointer([*parts])
    if text.startswith(_UNKNOWN):
        name = text.removeprefix(_UNKNOWN).removesuffix("`")
        at = where + pointers.pointer([name])
        if line is not None and not pointers.exists(line, at):
            name = message.removeprefix(_UNKNOWN).removesuffix("`")
            at = prefix + pointers.pointer([name])
        return Problem("LOG-UNKNOWN-FIELD", f"there is no field {quote(name)} here", at)
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        return Problem("LOG-MISSING-FIELD", f"the field {missing.group(1)} is missing", where)
    if "matching regex" in text:
        text = "Text with characters that do not belong there"
    said = text[:1].lower() + text[1:].replace("`", "")
    if text.startswith(_NOT_LISTED):
        possible = allowed_values(kind, _plain(line) if value is None else value, parts) if kind else []
        listed = f"; allowed: {', '.join(map(str, possible))}" if possible else ""
        return Problem("LOG-VALUE", printable(said, 200) + listed, where, expected=possible)
    return Problem("LOG-TYPE" if ", got `" in text else "LOG-VALUE", printable(said), where)


def _parts(path: str) -> list[str]:
    """The keys and indexes of a path in a message of msgspec (`$.move.cell[0]`), as far as it names them."""
    return [name or index for name, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path.partition("[...]")[0])]


def _plain(line: bytes | None) -> Any:
    """A line as JSON values, if it can be decoded as such."""
    try:
        return msgspec.json.decode(line or b"null")
    except (msgspec.MsgspecError, RecursionError):
        return None


def refuse_repeated_keys(line: bytes) -> None:
    """Raise Problem if an object in the line has a key twice, or if the JSON is nested too deep to tell."""
    try:
        _, doubled = plain.parse(line)
    except RecursionError:
        raise Problem("LOG-NESTING", "the JSON is nested too deep", column=1) from None
    if doubled:
        where, column = pointers.repeated_key(line) or ("", 1)
        name = where.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        raise Problem("LOG-DUPLICATE-KEY", f"the key {quote(name)} stands twice", where, column=column)
