"""Foreign text made harmless for whatever shows it: names of files and players, ids, messages, anything from a log.

Each kind of output has its function here, and every report and command writes through it. A character that is not
seen, or that would move or turn round its neighbours, is written as its number, like \\u202e (`seen` says which). So is
a character of what a runner of continuous integration would take for a command. Harmless text keeps its bytes.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cityleague.engine.words import seen

# Patterns that most commands do without are compiled when they are first used.
_COMMAND = re.compile(r"##(?=\w*\[)|^(?P<before>\s*):(?=:|$)")
"""`##[name]` and `##vso[name]` are commands anywhere in a line, `::name::` at its beginning."""
_BEGINS = r"[=+\-@＝＋－＠]"
_FORMULA = rf"[\s\"]*{_BEGINS}(?![\d.]*$)"
_LATER_FORMULA = rf"([;|][\s\"]*)(?={_BEGINS})"
"""Where a spreadsheet separates cells by something else than commas, a part of a cell is one of its own."""
_GUARDED = r"(?:[^\S\t\r\n]|\")*(?='*[=+\-@＝＋－＠])"
"""Behind what begins a cell: where an apostrophe is to stand, if the text is to be had back from it."""
_LINK = r"\]\("
_ODD = r"[^\n -~]"

_MARK = r"""(?P<escaped> [\\`|~] | \$(?![\s,.;:)]|$)
           | (?<![ ])\* | \*(?![ ])
           | (?<![^\W_])_ | _(?![^\W_])
           | (?<=\])\(
           | (?<=\#)\# )
      | (?P<entity> <(?=[\w/!?]) | &(?=\w+;|\#\w+;) )
      | (?P<quoted> @(?=\w) | :// | (?<=[Ww]{3})\. | (?<!\w)\#(?=\d) )"""
"""What Markdown would act on: marks, HTML, and what a site makes a link or a mention of."""
_BLOCK = r"( *(?:\d+(?=[.)]))?)(?=>|:(?=:|$)|[-+#.)](?![^ ]))"
"""What begins a list, a heading or a quotation where a line or a list item begins."""
_ENTITIES = {"<": "&lt;", "&": "&amp;"}


def terminal(text: str) -> str:
    """Text within a line that people or a runner read: one line, whatever it was."""
    text = seen(text)
    return _COMMAND.sub(_uncommanded, text) if "##" in text or ":" in text else text


def terminal_lines(text: str) -> str:
    """Lines for people, made of text that is clean or our own: none of them is a command."""
    return "\n".join(map(terminal, text.split("\n")))


def github(text: str, also: str = "") -> str:
    """Text in a workflow command of GitHub: its line breaks are kept; `also` are more characters to escape."""
    clean = _COMMAND.sub(_uncommanded, re.sub(r"[^\r\n]+", lambda line: seen(line[0]), text))
    for character in "%\r\n" + also:
        clean = clean.replace(character, f"%{ord(character):02X}")
    return clean


def markdown(text: str) -> str:
    """Text within a line or a cell of Markdown: it is shown as it is, and nothing in it is a link or markup.

    Backslashes do not stop a site from finding an address or a name to notify; code does.
    """
    text = seen(text)
    return re.sub(_MARK, _unmarked, text, flags=re.VERBOSE)


def markdown_line(text: str) -> str:
    """Text that begins a line or a list item of Markdown: it is not another list, a heading or a quotation either."""
    clean = markdown(text)
    block = re.match(_BLOCK, clean)
    return f"{block[0]}\\{clean[block.end() :]}" if block else clean


def cell(text: str) -> str:
    """A cell of CSV: an apostrophe keeps a spreadsheet from taking it for a formula.

    So does one after each semicolon or bar, between which some spreadsheets look for cells. Tabs and ends of lines,
    which separate cells, too, are written as their numbers.
    """
    clean = re.sub(_LATER_FORMULA, r"\1'", terminal(text))
    return f"'{clean}" if re.match(_FORMULA, clean) else clean


def exact_cells(texts: Sequence[str | None]) -> Sequence[str | None]:
    """Cells of CSV for programs, which get every character back: nothing but apostrophes is added, as by `cell`.

    One stands before each = + - @ that begins a cell, or a part of one behind ; | a tab or the end of a line, whatever
    spaces, quotes and apostrophes are between. Without one apostrophe at each of these places, the text is as it was.
    """
    # Hardly ever is there one. A search that begins with a set of characters takes a fourth of the time.
    if not re.search(rf"[\0;|\t\r\n]{_GUARDED}", "\0".join(["", *[text or "" for text in texts]])):
        return texts
    begin = re.compile(rf"((?:^|[;|\t\r\n]){_GUARDED})")
    return [None if text is None else begin.sub(r"\1'", text) for text in texts]


def xml(text: str) -> str:
    """Text of XML, in lines, which whoever serializes it then escapes; it has only characters that XML can hold."""
    return terminal_lines(text)


def sentence(text: str) -> str:
    """A plain message in JSON for a program that shows it (SARIF, GitLab): without links."""
    return re.sub(_LINK, r"]\\u0028", terminal(text))


def json(value: object, indent: int | None = None) -> str:
    """A value as JSON. A parser gets every character of it; what is written has none that do any harm."""
    encoded = msgspec.json.encode(value)
    return json_text(msgspec.json.format(encoded, indent=indent) if indent else encoded)


def json_text(encoded: bytes) -> str:
    """JSON that is encoded already, with the same meaning, as `json` writes it."""
    text = re.sub(r"##(?=\w*\[)", r"#\\u0023", encoded.decode())  # JSON has a # only in strings
    return re.sub(_ODD, lambda match: _in_json(match[0]), text)  # beyond U+FFFF, as two escapes


@lru_cache(1 << 10)  # text that is all of such characters takes 9 times as long without
def _in_json(character: str) -> str:
    if seen(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)])


def _uncommanded(match: re.Match[str]) -> str:
    before = match["before"]
    return "#\\u0023" if before is None else f"{before}\\u003a"


def _unmarked(match: re.Match[str]) -> str:
    mark = match[0]
    if match["escaped"]:
        return f"\\{mark}"
    return _ENTITIES[mark] if match["entity"] else f"`{mark}`"
