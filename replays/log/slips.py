"""Malformed JSON in words for people who never wrote any: what they probably did, and what to do instead."""

from __future__ import annotations

import re

from cityleague.replays.log.wording import quote

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


def in_words(line: bytes, said: str, at: int) -> str:
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
