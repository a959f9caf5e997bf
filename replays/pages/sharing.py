"""Links to pages: where the pages will stand, and the pictures that messengers and forums show beside a link.

Links need absolute addresses. So a page has an address and a picture only if it is told where it will be published.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import Sheet, clean, label, rect, shape, shortened, text_width
from cityleague.engine.looks.svg import STYLE, fitted
from cityleague.replays.pages.files import png

WIDTH, HEIGHT = 1200, 630
"""The size of a picture beside a link, in pixels; what is larger or of another shape gets cut."""
_SMALL = 480, 300
_EDGE = 40
_MOST_ROWS = 7
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
_ADDRESS = re.compile(
    rf"https?://{_LABEL}(\.{_LABEL})*(:[0-9]{{1,5}})?(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{{2}})*)*"
)
_LONGEST = 500
COORDINATE = re.compile('<text [^>]*class="coordinate"[^>]*>[^<]*</text>')
"""The number of a row or a column, which no page shows."""


class Share(NamedTuple):
    """What pages tell about themselves to whoever shows links to them."""

    base: str = ""
    """The address of the folder in which the pages are published, with a slash at its end; empty: not known."""
    pictures: bool = False
    """Whether there is a picture for each page."""

    def tags(self, page: str, picture: str = "") -> dict[str, str]:
        """For a template: the addresses of a page and of its picture, whose paths are given; empty if not known."""
        return {
            "url": self.base and self.base + quote(page),
            "image": self.base + quote(picture) if self.base and self.pictures and picture else "",
        }


NOWHERE = Share()
"""For pages of which nobody said where they will stand."""


def share_at(base: str) -> Share:
    """For pages at such an address, with pictures. Raises ConverterMissing if none can be made here."""
    png(_picture("", "", ()))
    return Share(base, True)


def base_address(text: str) -> str:
    """An address for `Share.base`; raises ValueError if the text is no plain address of a folder."""
    if len(text) > _LONGEST or not _ADDRESS.fullmatch(text):
        raise ValueError(
            "not the address of a folder on the web; write it like https://example.org/league/, in plain ASCII, "
            "without a user, a question mark or a #"
        )
    return text.rstrip("/") + "/"


def position_picture(title: str, words: str, sheets: Sequence[Sheet]) -> str:
    """A position as a picture beside a link (SVG): what everybody sees of it, below the title and a line of words."""
    public = [sheet for sheet in sheets if sheet.owner is None]
    return _picture(title, words, fitted(public, _EDGE, 140, WIDTH - 2 * _EDGE, HEIGHT - 160) if public else [])


def miniature(sheets: Sequence[Sheet]) -> str:
    """The boards of a position as a small picture (SVG) for a league's pages: what everybody sees of it."""
    public = [sheet for sheet in sheets if sheet.owner is None]
    boards = [sheet for sheet in public if sheet.board] or public
    drawn = fitted(boards, 0, 0, *_SMALL, bare=True) if boards else []
    return COORDINATE.sub("", tostring(_drawing(*_SMALL, [rect(0, 0, *_SMALL, fill="#fbfaf6"), *drawn]))) + "\n"


def table_picture(title: str, words: str, rows: Sequence[tuple[str, str]]) -> str:
    """The first rows of a table as a picture beside a link (SVG): each has a name and a figure."""
    drawn: list[Element] = []
    for number, (name, figure) in enumerate(rows[:_MOST_ROWS]):
        y = 205 + 62 * number
        drawn += [
            rect(_EDGE, y + 18, WIDTH - 2 * _EDGE, 1.5, fill="#d9d4ca"),
            label(_EDGE, y, shortened(name, 850, 34), 34, "start", class_="ink"),
            label(WIDTH - _EDGE, y, shortened(figure, 250, 34), 34, "end", class_="ink", font_weight="bold"),
        ]
    return _picture(title, words, drawn)


def _picture(title: str, words: str, drawn: Sequence[Element]) -> str:
    room = WIDTH - 2 * _EDGE
    heading = _line(title, 72, 40, room / 1.15, class_="ink", font_weight="bold")  # bold letters are wider
    said = _line(words, 116, 24, room, class_="faint")
    paper = rect(0, 0, WIDTH, HEIGHT, fill="#fbfaf6")
    return tostring(_drawing(WIDTH, HEIGHT, [paper, heading, said, *drawn])) + "\n"


def _drawing(width: int, height: int, drawn: Sequence[Element]) -> Element:
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    return shape("svg", Element("style", text=STYLE), *drawn, xmlns="http://www.w3.org/2000/svg", **size)


def _line(words: str, y: float, size: float, room: float, **look: object) -> Element:
    """Words in letters of this size, or so small that they fit; what needs less than 60 % of it is cut."""
    words = clean(words)
    size = max(min(size, size * room / max(text_width(words, size), 1)), size * 0.6)
    return label(_EDGE, y, shortened(words, room, size), round(size, 1), "start", **look)
