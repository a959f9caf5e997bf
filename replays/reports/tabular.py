"""Tables for people and for machines: as text, Markdown, CSV or JSON."""

import io
import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from operator import add
from typing import Any

from cityleague.replays.reports.cleaning import cell as csv_cell
from cityleague.replays.reports.cleaning import json as in_json
from cityleague.replays.reports.cleaning import markdown as in_markdown
from cityleague.replays.reports.cleaning import terminal

Cell = str | int | float | None


_GAP = 2
"""Between two columns."""
_WHOLE = 40
"""Words of so many columns are never broken."""
_BESIDE_HEADS = 2
"""A column is wider than its head by at least that."""


_terminal = lru_cache(1 << 10)(terminal)  # the words of score sheets are few, and come again and again


def text_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    markdown: bool = False,
    decimals: int = 2,
    width: int | None = None,
    lead: int = 0,
    quick: bool = False,
) -> str:
    """A table in columns. Numbers are aligned right; floats have so many decimals; None is an empty cell.

    `width`: words are wrapped where the table would take more columns than that; numbers and usual words never are.
    `lead`: so many columns say what a row is about. Where wrapping is not enough, the other columns follow in tables
    below each other, and each table begins with these. `quick`: the same table without tabulate, which is slow.
    """
    lay_out = _laid_out if quick else _tabulated
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) or row[i] is None or _signed(row[i]) for row in rows)
        for i in range(len(headers))
    ]
    clean = in_markdown if markdown else _terminal
    columns = [[clean(_cell_text(row[i], decimals)) for row in rows] for i in range(len(headers))]
    if markdown:
        columns = [[cell.strip() for cell in column] for column in columns]
    names = list(map(clean, headers))
    parts = [[*range(len(names))]]
    if width is not None and rows and lead:
        parts = _split_columns(_fitting(names, columns, numeric, width), lead, width)
    tables = []
    for part in parts:
        heads, own, numbers = [names[i] for i in part], [columns[i] for i in part], [numeric[i] for i in part]
        if width is not None:
            widths = _fitting(heads, own, numbers, width)
            broken = [[_broken(cell, most) for cell in column] for column, most in zip(own, widths, strict=True)]
        else:
            broken = [[[cell] for cell in column] for column in own]
        tables.append(lay_out(heads, broken, numbers, markdown))
    return "\n\n".join(tables)


def _tabulated(names: list[str], columns: list[list[list[str]]], numeric: list[bool], markdown: bool) -> str:
    """The table as tabulate lays it out, made of the lines of each cell of each column."""
    from tabulate import tabulate  # noqa: PLC0415  (slow to import)

    table = tabulate(
        [["\n".join(lines) for lines in row] for row in zip(*columns, strict=True)],
        names,
        tablefmt="pipe" if markdown else "simple",
        colalign=["right" if number else "left" for number in numeric],
        preserve_whitespace=not markdown,
        disable_numparse=True,
    )
    return "\n".join([line.rstrip() for line in table.split("\n")])


def _laid_out(names: list[str], columns: list[list[list[str]]], numeric: list[bool], markdown: bool) -> str:
    """The same table, laid out here."""
    begin, between, end = ("| ", " | ", " |") if markdown else ("", " " * _GAP, "")
    lines = [names, *[texts for row in zip(*columns, strict=True) for texts in zip_longest(*row, fillvalue="")]]
    padded, widths = [], []
    for texts, number in zip(zip(*lines, strict=True), numeric, strict=True):
        head, *others = own = list(map(_width, texts))
        widths.append(width := max([head + _BESIDE_HEADS, *others]))
        pads = [" " * (width - letters) for letters in own]
        padded.append(map(add, pads, texts) if number else map(add, texts, pads))
    heads, *below = [(begin + between.join(texts) + end).rstrip() for texts in zip(*padded, strict=True)]
    rule = between.join(["-" * width for width in widths])
    if markdown:
        rules = [
            f"{'-' if number or not column else ':'}{'-' * width}{':' if number else '-'}"
            for column, number, width in zip(columns, numeric, widths, strict=True)
        ]
        rule = f"|{'|'.join(rules)}|"
    return "\n".join([heads, rule, *below])


@lru_cache(1 << 10)
def _width(text: str) -> int:
    """How many columns of a terminal text takes; letters before the combining marks of Unicode take one each."""
    if text.isascii() or max(text) < "\u0300":
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415  (slow to import)

    return wcswidth(text)


def _broken(text: str, most: int) -> list[str]:
    """The lines of a cell, of at most so many columns each; a word that is longer is broken, too."""
    if _width(text) <= most:
        return [text.rstrip()]
    lines, used = [""], 0
    for word in re.findall(f" *[^ ]{{1,{most}}}", text):
        used += _width(word)
        if used <= most:
            lines[-1] += word
        else:
            lines.append(word.lstrip())
            used = _width(lines[-1])
    return [line for line in lines if line]


def _split_columns(widths: list[int], lead: int, width: int) -> list[list[int]]:
    """The columns of as few tables as `width` allows, all about as wide; each begins with the first `lead` columns."""
    parts = _filled(widths, lead, width)
    most = len(widths) - lead
    while 1 < len(parts) < most and len(narrower := _filled(widths, lead, width - 1)) == len(parts):
        parts, width = narrower, width - 1
    return parts


def _filled(widths: list[int], lead: int, width: int) -> list[list[int]]:
    """The same, one table filled after the other; a column that is too wide has a table to itself."""
    first = [*range(lead)]
    room = width - sum([widths[i] + _GAP for i in first]) + _GAP
    parts, left = [first], room
    for i in range(lead, len(widths)):
        if left < widths[i] + _GAP and len(parts[-1]) > lead:
            parts.append(first)
            left = room
        parts[-1] = [*parts[-1], i]
        left -= widths[i] + _GAP
    return parts


def _fitting(names: list[str], columns: list[list[str]], numeric: list[bool], width: int) -> list[int]:
    """How wide each column is: the widest are narrowed, as far as their words allow, so that the table fits."""
    heads = [_width(name) + _BESIDE_HEADS for name in names]
    widths = [max([head, *map(_width, column)]) for head, column in zip(heads, columns, strict=True)]
    room = width - _GAP * (len(names) - 1)
    if sum(widths) <= room:
        return widths
    words = [
        max([head, *[min(_width(word), _WHOLE) for word in " ".join([name, *column]).split()]])
        for name, head, column in zip(names, heads, columns, strict=True)
    ]
    least = [wide if number else word for wide, word, number in zip(widths, words, numeric, strict=True)]
    while sum(widths) > room:
        able = [i for i, wide in enumerate(widths) if wide > least[i]]
        if not able:
            break
        widths[max(able, key=widths.__getitem__)] -= 1
    return widths


def _signed(cell: Cell) -> bool:
    """Text that is a number with a sign, such as the half width of an interval."""
    return isinstance(cell, str) and cell[:1] in "+-±–" and any(c.isdigit() for c in cell)


def _cell_text(cell: Cell, decimals: int) -> str:
    if cell is None:
        return ""
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)


def crosstable(places: Sequence[int], names: Sequence[str], cells: Sequence[Sequence[Cell]], **how: Any) -> str:
    """A row for each name with its place, and a column for each place."""
    rows = [[f"{place} {name}", *row] for place, name, row in zip(places, names, cells, strict=True)]
    return text_table(["player", *map(str, places)], rows, lead=1, **how)


def quick_table(headers: Sequence[str], rows: Sequence[Sequence[Cell]], **how: Any) -> str:
    """A quick `text_table`."""
    return text_table(headers, rows, quick=True, **how)


markdown_table = partial(text_table, markdown=True)


def json_rows(headers: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A list with an object for each row."""
    return in_json([dict(zip(headers, row, strict=True)) for row in rows], indent=2)


def comma_separated(headers: Sequence[str] | None, rows: Sequence[Sequence[Cell]]) -> str:
    """CSV as in RFC 4180, except that lines end with a line feed alone."""
    import csv  # noqa: PLC0415  (slow to import)

    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    lines = rows if headers is None else [headers, *rows]
    writer.writerows([[csv_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in lines])
    return file.getvalue().rstrip("\n")
