"""Tables for people and for machines: as text, Markdown, CSV or JSON."""

from __future__ import annotations

import io
from collections.abc import Sequence

from cityleague.replays.reports.cleaning import cell as csv_cell
from cityleague.replays.reports.cleaning import json as in_json
from cityleague.replays.reports.cleaning import markdown as in_markdown
from cityleague.replays.reports.cleaning import terminal

Cell = str | int | float | None


_GAP = 2
"""Between two columns."""
_BESIDE_HEADS = 2
"""A column is wider than its head by at least that."""


def text_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    markdown: bool = False,
    decimals: int = 2,
    width: int | None = None,
    lead: int = 0,
) -> str:
    """A table in columns. Numbers are aligned right; floats have so many decimals; None is an empty cell.

    `width`: words are wrapped where the table would take more columns than that; numbers and single words never are.
    `lead`: so many columns say what a row is about. Where wrapping is not enough, the other columns follow in tables
    below each other, and each table begins with these.
    """
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) or row[i] is None or _signed(row[i]) for row in rows)
        for i in range(len(headers))
    ]
    clean = in_markdown if markdown else terminal
    cells = [[clean(_cell_text(cell, decimals)) for cell in row] for row in rows]
    names = list(map(clean, headers))
    parts = [[*range(len(names))]]
    if width is not None and rows and lead:
        parts = _split_columns(_fitting(names, cells, numeric, width), lead, width)
    tables = []
    for part in parts:
        heads, numbers = [names[i] for i in part], [numeric[i] for i in part]
        own = [[row[i] for i in part] for row in cells]
        widths = None if width is None else _fitting(heads, own, numbers, width)
        tables.append(_laid_out(heads, own, numbers, widths, markdown))
    return "\n\n".join(tables)


def _laid_out(
    names: list[str], cells: list[list[str]], numeric: list[bool], widths: list[int] | None, markdown: bool
) -> str:
    """The table as tabulate lays it out; the words of a cell that is wider than its column are wrapped."""
    from tabulate import tabulate  # noqa: PLC0415  (slow to import)

    table = tabulate(
        cells,
        names,
        tablefmt="pipe" if markdown else "simple",
        colalign=["right" if number else "left" for number in numeric],
        maxcolwidths=widths,
        preserve_whitespace=not markdown,
        disable_numparse=True,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([line.rstrip() for line in table.split("\n")])


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


def _fitting(names: list[str], cells: list[list[str]], numeric: list[bool], width: int) -> list[int]:
    """How wide each column is: the widest are narrowed, as far as their words allow, so that the table fits."""
    from wcwidth import wcswidth  # noqa: PLC0415  (slow to import; what tabulate measures by)

    heads = [wcswidth(name) + _BESIDE_HEADS for name in names]
    columns = [[row[i] for row in cells] for i in range(len(names))]
    widths = [max([head, *map(wcswidth, column)]) for head, column in zip(heads, columns, strict=True)]
    words = [
        max([head, *map(wcswidth, " ".join([name, *column]).split())])
        for name, head, column in zip(names, heads, columns, strict=True)
    ]
    least = [wide if number else word for wide, word, number in zip(widths, words, numeric, strict=True)]
    while sum(widths) > width - _GAP * (len(names) - 1):
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


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table of Markdown."""
    return text_table(headers, rows, markdown=True)


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
