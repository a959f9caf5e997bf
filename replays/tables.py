"""Tables for people and for machines: as text, Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tabulate import tabulate

Cell = str | int | float | None


def text(headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, markdown: bool = False) -> str:
    """A table in columns; numbers to the right, None as an empty cell."""
    numeric = [
        all(isinstance(row[i], int | float) or row[i] is None or _signed(row[i]) for row in rows)
        for i in range(len(headers))
    ]
    return tabulate(
        [[_escaped(_shown(cell)) if markdown else _shown(cell) for cell in row] for row in rows],
        headers=list(headers),
        tablefmt="pipe" if markdown else "simple",
        colalign=["right" if number else "left" for number in numeric] if rows else None,
        disable_numparse=True,
    )


def _signed(cell: Cell) -> bool:
    """Text that is a number with a sign, such as the half width of an interval."""
    return isinstance(cell, str) and cell[:1] in "+-±–" and any(c.isdigit() for c in cell)


def _shown(cell: Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _escaped(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|")


def comma_separated(headers: Sequence[str] | None, rows: Sequence[Sequence[Cell]]) -> str:
    """RFC 4180, but with line feeds alone."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    if headers is not None:
        writer.writerow(headers)
    writer.writerows(rows)
    return file.getvalue().rstrip("\n")


def counted(count: int, noun: str) -> str:
    """1 game, 2 games."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
