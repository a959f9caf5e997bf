"""Addresses as QR codes."""

from __future__ import annotations

from typing import Any

import segno

_BORDER = 4
"""Light modules around a code, as readers expect."""


def code_of(address: str) -> dict[str, Any]:
    """A code as an SVG path of lines, with its size in modules."""
    code = segno.make(address, micro=False)
    rows = [list(row) for row in code.matrix_iter(border=_BORDER)]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                runs.append(f"M{x} {y}.5h{end - x}")
            x = max(end, x + 1)
    return {"size": len(rows), "path": "".join(runs)}


def as_text(address: str) -> str:
    """A code for a terminal."""
    from io import StringIO  # noqa: PLC0415

    text = StringIO()
    segno.make(address, micro=False).terminal(text, border=2, compact=True)
    return text.getvalue()
