"""Tables for people and for machines: as text, Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from cityleague.replays.reports.cleaning import cell as csv_cell
from cityleague.replays.reports.cleaning import markdown as in_markdown
from cityleague.replays.reports.cleaning import terminal

Cell = str | int | float | None


def text_table(
    headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, markdown: bool = False, decimals: int = 2
) -> str:
    """A table in columns. Numbers are aligned right; floats have so many decimals; None is an empty cell."""
    from tabulate import tabulate  # noqa: PLC0415  (slow to import)

    numeric = [
        all(isinstance(row[i], int | float) or row[i] is None or _signed(row[i]) for row in rows)
        for i in range(len(headers))
    ]
    clean = in_markdown if markdown else terminal
    return tabulate(
        [[clean(_shown(cell, decimals)) for cell in row] for row in rows],
        headers=list(map(clean, headers)),
        tablefmt="pipe" if markdown else "simple",
        colalign=["right" if number else "left" for number in numeric] if rows else None,
        disable_numparse=True,
    )


def _signed(cell: Cell) -> bool:
    """Text that is a number with a sign, such as the half width of an interval."""
    return isinstance(cell, str) and cell[:1] in "+-±–" and any(c.isdigit() for c in cell)


def _shown(cell: Cell, decimals: int) -> str:
    if cell is None:
        return ""
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)


def comma_separated(headers: Sequence[str] | None, rows: Sequence[Sequence[Cell]]) -> str:
    """CSV as in RFC 4180, except that lines end with a line feed alone."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    lines = rows if headers is None else [headers, *rows]
    writer.writerows([[csv_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in lines])
    return file.getvalue().rstrip("\n")
