"""How games lay out text for the width of a terminal: lines wrapped and aligned, pictures cut or set side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

WIDTH = 80
"""The number of columns, if nobody says otherwise."""
LEAST_WIDTH = 40
"""The least number of columns: every game can be drawn in it."""


def wrapped(lines: Iterable[str], width: int, indent: int) -> list[str]:
    """The lines, broken where they are too long. What follows a break is indented; `whole` text is not broken."""
    parts = [wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False) or [""] for line in lines]
    return [part.replace("\xa0", " ") for broken in parts for part in broken]


def whole(text: str) -> str:
    """Text that `wrapped` does not break."""
    return text.replace(" ", "\xa0")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words as lines, in columns; columns without a word are left out."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [[word.ljust(width) for word, width in zip(row, widths, strict=True) if width] for row in rows]
    return ["  ".join(words).rstrip() for words in lines]


def block_width(block: Iterable[str]) -> int:
    """The length of the longest line."""
    return max(map(len, block))


def side_by_side(blocks: Iterable[Sequence[str]], width: int, gap: int, least: int = 0) -> Iterator[str]:
    """The blocks in rows, as many in each as fit. A block is at least `least` wide; an empty line follows each row."""
    row: list[tuple[Sequence[str], int]] = []
    for block in blocks:
        own = max(least, block_width(block))
        if row and sum([other + gap for _, other in row]) + own > width:
            yield from _row(row, gap)
            row = []
        row.append((block, own))
    yield from _row(row, gap)


def _row(blocks: Sequence[tuple[Sequence[str], int]], gap: int) -> Iterator[str]:
    for i in range(max([len(block) for block, _ in blocks])):
        yield "".join([(block[i] if i < len(block) else "").ljust(own + gap) for block, own in blocks]).rstrip()
    yield ""


def strips(columns: range, most: int) -> list[range]:
    """The columns of a picture cut into strips of at most `most`, as few and as equal in width as possible."""
    count = -(-len(columns) // most)
    size = -(-len(columns) // count)
    return [columns[first : first + size] for first in range(0, len(columns), size)]


def stacked(blocks: Iterable[Iterable[str]]) -> list[str]:
    """The blocks one below another, with an empty line between them."""
    lines = [line for block in blocks for line in ("", *block)]
    return lines[1:]


def cut(picture: Sequence[str], width: int, margin: int, pitch: int) -> list[str]:
    """A picture, cut into strips if it is too wide. Its first columns, the margin, are repeated in each strip.

    `pitch` is the number of columns from one cell to the next. Cells share the lines between them: a strip ends with
    the line that the next one begins with.
    """
    if block_width(picture) <= width:
        return list(picture)
    cells = range(-(-(block_width(picture) - margin - 1) // pitch))
    parts = strips(cells, (width - margin - 1) // pitch)
    spans = [(margin + part.start * pitch, margin + part.stop * pitch + 1) for part in parts]
    return stacked([[(line[:margin].ljust(margin) + line[i:j]).rstrip() for line in picture] for i, j in spans])
