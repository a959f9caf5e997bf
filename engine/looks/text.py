"""How games lay out text for the width of a terminal: lines wrapped and aligned, pictures cut or set side by side."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from unicodedata import category, east_asian_width

from cityleague.engine.words import printable, with_gap

WIDTH = 80
"""The number of columns, if nobody says otherwise."""
LEAST_WIDTH = 40
"""The least number of columns: every game can be drawn in it."""


NAME = 12
"""The most columns that a player's name takes."""
_FILLER = "\ue000"
"""Makes a letter as long as it is wide while lines are broken."""


def columns(text: str) -> int:
    """How many columns of a terminal text takes: two for each wide letter, none for accents and other marks."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(letter: str) -> int:
    return 0 if category(letter) in ("Mn", "Me", "Cf") else 2 if east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Text with blanks behind it, up to this many columns."""
    return text + " " * (width - columns(text))


def shortened(text: str, width: int) -> str:
    """Text cut in the middle if it takes more columns than that: names of bots often differ at the end."""
    if columns(text) <= width:
        return text
    kept = len(text)
    while columns(text[: kept - kept // 2]) + columns(text[len(text) - kept // 2 :]) + 1 > width:
        kept -= 1
    return with_gap(text[: kept - kept // 2], text[len(text) - kept // 2 :])


def seat_names(count: int, names: Sequence[str] = (), most: int = NAME) -> list[str]:
    """What the seats are called: by the names of the players, or by their numbers where these are not known.

    A name may take `most` columns; names that are the same then are told apart by their seats.

    >>> seat_names(2, ["Ada", "A very long name"]), seat_names(2)
    (['Ada', 'A very… name'], ['seat 0', 'seat 1'])
    """
    short = [shortened(printable(name), most) for name in names]
    apart = [f"{name} ({seat})" if short.count(name) > 1 else name for seat, name in enumerate(short)]
    return apart or [f"seat {seat}" for seat in range(count)]


def wrapped(lines: Iterable[str], width: int, indent: int) -> list[str]:
    """The lines, broken where they are too long. What follows a break is indented; `whole` text is not broken."""
    parts = [wrap(_full(line), width, subsequent_indent=" " * indent, break_on_hyphens=False) or [""] for line in lines]
    return [part.replace("\xa0", " ").replace(_FILLER, "") for broken in parts for part in broken]


def _full(line: str) -> str:
    """A line that is as long as it is wide, or longer."""
    return line if line.isascii() else "".join([letter + _FILLER * (_columns_of(letter) - 1) for letter in line])


def whole(text: str) -> str:
    """Text that `wrapped` does not break."""
    return text.replace(" ", "\xa0")


def block_width(block: Iterable[str]) -> int:
    """The columns of the longest line."""
    return max(map(columns, block))


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
        yield "".join([padded(block[i] if i < len(block) else "", own + gap) for block, own in blocks]).rstrip()
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
