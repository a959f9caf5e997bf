"""What is wrong with a line that cannot be decoded: a problem that says where, and what is allowed there."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, NoReturn

import msgspec
from msgspec import inspect

from cityleague.engine.components import plain
from cityleague.replays.log import pointers
from cityleague.replays.log.events import EVENTS, MAX_LINE, has_field
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.wording import FORMS, perhaps, printable, quote

_KEYS = 16
"""So many keys are looked at for one that was mistyped."""


def diagnose(line: bytes, types: dict[str, Any]) -> NoReturn:
    """Raise the Problem of a line that cannot be decoded; the line as a whole is checked before its parts."""
    if len(line) > MAX_LINE:
        raise Problem("LOG-LINE-TOO-LONG", f"the line is longer than {MAX_LINE} bytes", column=MAX_LINE + 1)
    if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Problem("LOG-UTF8", "this is UTF-16; save the file as UTF-8", column=1)
    try:
        line.decode()
    except UnicodeDecodeError as error:
        raise Problem("LOG-UTF8", f"not UTF-8: {error.reason}", column=error.start + 1) from None
    if line.startswith(b"\xef\xbb\xbf"):
        raise Problem("LOG-UTF8", "the line begins with a byte order mark; save the file without it", column=1)
    refuse_deep_nesting(line)
    try:
        value = msgspec.json.decode(line)
    except msgspec.ValidationError as error:  # a number that no type can hold
        fields = [field for field in EVENTS if has_field(line, field)]
        _refuse_type(line, types[fields[0]] if len(fields) == 1 else dict[str, Any])
        raise type_problem(error) from None
    except msgspec.DecodeError as error:
        at = re.search(r" \(byte (\d+)\)", str(error))
        text = str(error).removeprefix("JSON is malformed: ").removesuffix(at.group() if at else "")
        where = int(at.group(1)) if at else len(line)
        where -= text == "trailing characters"  # the decoder has taken the first of them already
        message = f"not JSON: {why_not_json(line, text, where)}"
        raise Problem("LOG-JSON", printable(message), column=where + 1) from None
    if not isinstance(value, dict):
        raise Problem("LOG-EVENT", f"a line is one JSON object, from {{ to }}; this one is {_NAMES[type(value)]}", "")
    if msgspec.json.encode(value) != line:  # else no key hides another
        refuse_repeated_keys(line)
    fields = [field for field in EVENTS if field in value]
    if len(fields) != 1:
        there = " and ".join(fields) if fields else "none of them"
        meant = "" if fields else "".join([perhaps(key, EVENTS) for key in islice(value, _KEYS)])
        raise Problem("LOG-EVENT", f"a line has exactly one of {', '.join(EVENTS)}; this one has {there}{meant}", "")
    _refuse_type(line, types[fields[0]])
    raise Problem("LOG-JSON", "the line cannot be decoded", column=1)


def _refuse_type(line: bytes, kind: Any) -> None:
    try:
        msgspec.json.decode(line, type=kind)
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
    named = path.rstrip("`").partition("[...]")[0]  # `$.move.cell[0]`, as far as it names keys and indexes
    parts = [name or index for name, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", named)]
    where = prefix + pointers.pointer([*parts])
    if line is not None:
        with suppress(msgspec.MsgspecError):
            value = msgspec.json.decode(line)
    if text.startswith(_UNKNOWN):
        name = text.removeprefix(_UNKNOWN).removesuffix("`")
        at = where + pointers.pointer([name])
        if line is not None and not pointers.exists(line, at):
            name = message.removeprefix(_UNKNOWN).removesuffix("`")
            at = prefix + pointers.pointer([name])
        there = allowed_fields(kind, value, parts) if kind else []
        what = "option" if prefix and not parts else "field"
        listed = f": there {'are' if len(there) > 1 else 'is only'} {', '.join(there)}" if there else ""
        message = f"there is no {what} {quote(name)} here{listed}{perhaps(name, there)}"
        return Problem("LOG-UNKNOWN-FIELD", printable(message, 390), at)
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        return Problem("LOG-MISSING-FIELD", f"the field {missing.group(1)} is missing", where)
    if "matching regex" in text:
        is_date = not prefix and parts == ["date"]
        text = f"A date is written {FORMS}" if is_date else "Text with characters that do not belong there"
    said = text[:1].lower() + text[1:].replace("`", "")
    if text.startswith(_NOT_LISTED):
        possible = allowed_values(kind, value, parts) if kind else []
        text = said.removeprefix("invalid ").removeprefix("enum ").removeprefix("value ")
        listed = f" is not one of {', '.join(map(str, possible))}" if possible else " is not allowed here"
        stands = value_at(value, parts)
        if isinstance(stands, str):
            listed += perhaps(stands, [word for word in possible if isinstance(word, str)])
        return Problem("LOG-VALUE", printable(text, 200) + listed, where, expected=possible)
    if wrong := re.fullmatch(_WRONG_TYPE, text):
        asked, got = wrong.group(1).split(" | "), wrong.group(2)
        words = [_TYPES[wanted] for wanted in asked if wanted != "int" or "float" not in asked]
        found = "a number with a decimal point" if got == "float" else _TYPES[got]
        said = f"expected {' or '.join(words)}, not {found}"
        return Problem("LOG-TYPE", said, where, expected=_rewritten(value_at(value, parts), asked))
    said = re.sub(r"\b(array|str|int|float|object)\b", lambda name: _TYPES[name.group()], said)
    return Problem("LOG-TYPE" if ", got `" in text else "LOG-VALUE", printable(said), where)


QUOTED = " (in double quotes)"
"""How a text is written in JSON."""
_TYPES = {
    "str": f"text{QUOTED}",
    "int": "a whole number",
    "float": "a number",
    "array": "a list (in [ ])",
    "object": "an object (in { })",
    "bool": "true or false",
    "null": "null",
}
"""JSON types in words, by the names that msgspec has for them."""
_NAMED = "|".join(_TYPES)
_WRONG_TYPE = rf"Expected `((?:{_NAMED})(?: \| (?:{_NAMED}))*)`, got `({_NAMED})`"
_NAMES = {str: "text", int: "a number", float: "a number", list: "a list", bool: "true or false", type(None): "null"}


def _rewritten(value: Any, asked: list[str]) -> list[Any]:
    """A number that should be text as text, and the other way round."""
    if asked == ["str"] and isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if "int" in asked and isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", value):
        return [int(value)]
    return []


def refuse_deep_nesting(line: bytes) -> None:
    """Raise Problem if values in the line are nested too deep, whether it is JSON or not."""
    if plain.too_deep(line):
        raise Problem("LOG-NESTING", f"values are nested too deep, more than {plain.DEPTH} levels", column=1)


def refuse_repeated_keys(line: bytes) -> None:
    """Raise Problem if an object in the line has a key twice; the line is not nested too deep."""
    _, doubled = plain.parse(line)
    if doubled:
        where, column = pointers.repeated_key(line) or ("", 1)
        name = where.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        raise Problem("LOG-DUPLICATE-KEY", f"the key {quote(name)} stands twice", where, column=column)


_QUOTES = "'`´‘’‚‛“”„‟«»‹›"
"""Whatever people and their editors take for quotes."""
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)'
"""A string, and whether it is closed; it never goes back, so that it takes no longer than the line is long."""
_WORD = r"[A-Za-z]+"
_MARKS = {":": "a colon", ",": "a comma"}
_CLOSING = {"{": "}", "[": "]"}
_BLANK = " \t\r\n"
_SHOWN = 20
"""How many characters of what is left of a line are shown."""


def why_not_json(line: bytes, said: str, at: int) -> str:
    """What is wrong with a line of text that is not JSON; `said` is the decoder's complaint, and `at` its byte."""
    rest = line[at:].decode(errors="replace")
    whole = line.decode(errors="replace").strip(_BLANK)
    if whole == "[":
        return "a log is not a list: write one object on each line, without [ and ] around them and commas between"
    if whole in ("{", "}", "},", "]", "],"):
        return f"one object must stand on each line, all of it; here {whole} stands alone"
    if rest[:1] and rest[0] in _QUOTES:
        return f'text and names stand between straight double quotes ("), not {rest[0]}'
    if said.startswith("trailing comma"):
        return "a comma too many: nothing follows it"
    if said == "trailing characters":
        return _after(rest.strip(_BLANK))
    if said.startswith("Input data was truncated"):
        return f"the line ends too early: {_missing(line)}"
    if said.startswith(("expected ':'", "expected ','")):
        marks = [_MARKS.get(mark, mark) for mark in re.findall(r"'(.)'", said)]
        return f"{' or '.join(marks)} is missing before this: {_start(rest)}"
    if said == "object keys must be strings":
        return 'the name of a field must stand here, between double quotes: {"seat": …}'
    if "escape" in said:
        return "a backslash in text must be written twice: \\\\"
    return _character(line[: at + 1], rest) if said == "invalid character" else said


def _start(rest: str) -> str:
    """The beginning of what is left of a line."""
    return rest if len(rest) <= _SHOWN else f"{rest[:_SHOWN]}…"


def _after(rest: str) -> str:
    """What is wrong where something follows a whole value."""
    if rest == ",":
        return "a comma too many: no comma stands between lines"
    if rest[:1] in ("{", "["):
        return "a second object begins here: write one object on each line"
    if rest[:1] == ":":
        return "one object must stand on each line, all of it, from { to }; this is a part of one"
    return f"the object ends here, but something follows: {_start(rest)}"


def _missing(line: bytes) -> str:
    """What is missing at the end of a line that ends too early."""
    opened: list[str] = []
    if any(not string.group(1) for string in re.finditer(_STRING, line)):
        return 'a closing " is missing'
    for character in re.sub(_STRING, b"", line).decode(errors="replace"):
        if character in _CLOSING:
            opened.append(_CLOSING[character])
        elif opened and character == opened[-1]:
            opened.pop()
    return (
        f"{''.join(reversed(opened))} is missing; one object must stand on each line, all of it"
        if opened
        else ("something is missing")
    )


def _character(before: bytes, rest: str) -> str:
    """What is wrong where a value should stand; `before` goes up to the first character of the rest."""
    if rest.startswith(("//", "#", "/*")):
        return 'a log has no comments, but any line may have a "note": "…"'
    if rest.startswith("\0"):
        return "a NUL byte: the file is damaged, or it is not text"
    if rest[:1] and rest[0] < " ":
        return "a tab or another control character within text; write a space, or \\t"
    if word := re.match(_WORD, rest):
        name = word.group()
        if name.lower() in ("true", "false", "null", "none"):
            right = "null" if name.lower() == "none" else name.lower()
            return f"{name} is written {right}"
        return f"text must stand between double quotes: {quote(name)}"
    if words := re.findall(_WORD, re.sub(_STRING, b"", before).decode(errors="replace")):
        return f"{words[-1]} is not a value; text must stand between double quotes"
    return f"{rest[0]} does not belong here" if rest else "something is missing"


def allowed_values(kind: Any, value: Any, path: Sequence[str]) -> list[Any]:
    """The values that a type allows at `path`, if it lists them; else none.

    `value` is what was to be decoded as that type, as far as it is known. It tells which of several kinds of object is
    meant at each step of the path.
    """
    places, _ = _places(kind, value, path)
    shapes = [shape for place in places for shape in _alternatives(place)]
    return [value for shape in shapes if isinstance(shape, inspect.LiteralType) for value in shape.values]


def allowed_fields(kind: Any, value: Any, path: Sequence[str]) -> list[str]:
    """The fields of the object that a type allows at `path`; see `allowed_values`."""
    places, inner = _places(kind, value, path)
    found = []
    for place in places:
        for shape in _alternatives(place):
            if isinstance(shape, inspect.StructType):
                if shape.tag_field is not None and _item(inner, shape.tag_field) != shape.tag:
                    continue
                found += [name for name in [shape.tag_field, *[field.encode_name for field in shape.fields]] if name]
    return found


def value_at(value: Any, path: Sequence[str]) -> Any:
    """What stands in a JSON value at `path`; None if nothing does."""
    for part in path:
        value = _item(value, part)
    return value


def _places(kind: Any, value: Any, path: Sequence[str]) -> tuple[list[inspect.Type], Any]:
    """The types that are possible at `path`, and what stands there."""
    places = [_type_info(kind)]
    for part in path:
        places = [inner for place in places for inner in _inside(place, value, part)]
        value = _item(value, part)
    return places, value


@cache  # or each wrong line of a log takes 3 to 30 ms longer
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _alternatives(place: inspect.Type) -> tuple[inspect.Type, ...]:
    return place.types if isinstance(place, inspect.UnionType) else (place,)


def _inside(place: inspect.Type, value: Any, part: str) -> Iterator[inspect.Type]:
    """The types that are possible under a key or an index of a value of this type."""
    for shape in _alternatives(place):
        if isinstance(shape, inspect.StructType):
            if part == shape.tag_field:
                yield inspect.LiteralType((shape.tag,))
            elif shape.tag_field is None or _item(value, shape.tag_field) == shape.tag:
                yield from [field.type for field in shape.fields if field.encode_name == part]
        elif isinstance(shape, inspect.TupleType) and part.isdecimal():
            yield from shape.item_types[int(part) : int(part) + 1]
        elif isinstance(shape, inspect.CollectionType):
            yield shape.item_type


def _item(value: Any, part: str) -> Any:
    if isinstance(value, dict):
        return value.get(part)
    known = isinstance(value, list | tuple) and part.isdecimal() and int(part) < len(value)
    return value[int(part)] if known else None
