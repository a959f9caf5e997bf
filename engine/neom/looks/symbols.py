"""What lies on and beside the boards of NEOM, but for the tiles, as symbols."""

from collections.abc import Iterable, Iterator
from typing import Literal

from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element
from cityleague.engine.neom.board import MIDDLE, SIDE
from cityleague.engine.neom.looks import signs
from cityleague.engine.neom.looks.signs import at
from cityleague.engine.neom.looks.tile_symbols import FILLS, ROAD, ground_of, roads
from cityleague.engine.neom.looks.words import good_name
from cityleague.engine.neom.moves import LEVELS, Good, Level, Raw
from cityleague.engine.neom.tiles import EXITS, LEVEL_OF

_ALL_ROADS = (1 << len(EXITS)) - 1
_LEVEL_FILLS: dict[Level, str] = {"raw": "#d5cebf", "trade": "#fff0a0", "luxury": "#f2bfdc"}
_GATE = 20
_LABEL = 9

# -- goods

TOKEN = 22
"""The width and height of a marker."""
_LINE = 34
_LINES: tuple[tuple[float, tuple[Good, ...]], ...] = ((32, LEVELS["raw"]), (50, LEVELS["trade"]))
"""How far the markers of a line are from each other; the luxury goods stand behind the raw ones."""
_LUXURY = 64
SHELF = (SIDE * svg.CELL + 2 * _GATE, 2 * _LINE)


def _places() -> Iterator[tuple[Good, float, float]]:
    """Where the marker of each good has its middle on the shelf."""
    for row, (step, goods) in enumerate(_LINES):
        yield from [(good, step * (i + 0.5), _LINE * row) for i, good in enumerate(goods)]
    start = _LINES[0][0] * len(_LINES[0][1]) + 8
    yield from [(good, start + _LUXURY * (i + 0.5), 0) for i, good in enumerate(LEVELS["luxury"])]


PLACE_OF = {good: (x - TOKEN / 2, float(y)) for good, x, y in _places()}
"""Where the marker of a good lies on the shelf."""


@svg.drawn_once
def shelf() -> svg.Symbol:
    """The places of all goods, by name."""
    empty = "".join(
        [at(x + TOKEN / 2, y + TOKEN / 2 - 1, signs.LEVELS[LEVEL_OF[good]]) for good, (x, y) in PLACE_OF.items()]
    )
    words = []
    for good, (x, y) in PLACE_OF.items():
        words.append(svg.shape("text", x=x + TOKEN / 2, y=y + TOKEN + 9))
        words[-1].text = good_name(good)
    letters = svg.shape("g", *words, font_size=_LABEL, text_anchor="middle", class_="faint")
    return svg.symbol(*SHELF, "", [svg.path(empty, class_="room"), letters])


Making = Literal["makes", "sold", "unsold"]
_MAKING: dict[Making, str] = {
    "makes": "makes {}",
    "sold": "sells {} in this round, and no longer makes it",
    "unsold": "makes {}, and does not sell it in this round",
}


@svg.drawn_once
def token(good: Good, making: Making) -> svg.Symbol:
    """The marker of a good."""
    level = LEVEL_OF[good]
    faded: dict[str, object] = {"stroke_dasharray": "2 2"} if making == "sold" else {}
    shapes = [
        svg.path(signs.LEVELS[level], fill=_LEVEL_FILLS[level], stroke=svg.INK, stroke_width=0.8, **faded),
        svg.path(signs.GOODS[good], fill=svg.INK, **({"opacity": 0.5} if making == "sold" else {})),
    ]
    if making == "unsold":
        shapes.append(svg.path("M-6 6L6-6", stroke="#c2185b", stroke_width=1.5))
    drawn = [svg.group(shapes, TOKEN / 2, TOKEN / 2, 1.5)]
    brief = good_name(good) + {"makes": "", "sold": " (only for sale)", "unsold": " (not for sale)"}[making]
    return svg.symbol(TOKEN, TOKEN, _MAKING[making].format(good_name(good)), drawn, brief=brief)


@svg.drawn_once
def chosen(good: Good, number: int, name: str) -> svg.Symbol:
    """The marker of the good that was chosen for a tile, which it lies on."""
    level = LEVEL_OF[good]
    shapes = [
        svg.path(at(7, 7.5, signs.LEVELS[level]), fill=_LEVEL_FILLS[level], stroke=svg.INK),
        svg.path(at(7, 7.5, signs.GOODS[good])),
    ]
    return svg.symbol(14, 15, f"{number} {name} makes {good_name(good)}", shapes)


# -- the board


@svg.drawn_once
def spaces() -> svg.Symbol:
    """The spaces of a city, with the numbers that moves use; (0, 0) is the corner of the first one."""
    line = "".join([f"M{x * svg.CELL + 1} {y * svg.CELL + 1}h70v70h-70z" for y in range(SIDE) for x in range(SIDE)])
    numbers = range(-MIDDLE, MIDDLE + 1)
    above = [svg.label((i + 0.5) * svg.CELL, -7, str(x), 12, class_="coordinate") for i, x in enumerate(numbers)]
    beside = [svg.label(-6, i * svg.CELL + 14, str(y), 12, "end", class_="coordinate") for i, y in enumerate(numbers)]
    return svg.symbol(SIDE * svg.CELL, SIDE * svg.CELL, "", [svg.path(line, class_="room"), *above, *beside])


@svg.drawn_once
def origin(raw: Raw | None) -> svg.Symbol:
    """The open origin of a board; None: the board has not been drawn yet."""
    shapes: list[Element] = [svg.shape("g", *ground_of(FILLS["extraction"]), *roads(_ALL_ROADS), stroke=svg.INK)]
    shapes.append(svg.circle(svg.CELL / 2, svg.CELL / 2, 21, fill=svg.PAPER, stroke=svg.INK))
    if raw is None:
        return svg.symbol(
            svg.CELL, svg.CELL, "the origin of a board that has not been drawn yet", shapes, "?", "", _ALL_ROADS
        )
    sign = [
        svg.path(signs.LEVELS["raw"], fill=_LEVEL_FILLS["raw"], stroke=svg.INK, stroke_width=0.7),
        svg.path(signs.GOODS[raw], fill=svg.INK),
    ]
    shapes += [
        svg.group(sign, svg.CELL / 2, svg.CELL / 2 - 4, 1.7),
        svg.label(svg.CELL / 2, svg.CELL / 2 + 16, raw, 10),
    ]
    return svg.symbol(svg.CELL, svg.CELL, f"the origin: extraction; makes {raw}", shapes, raw, "", _ALL_ROADS)


@svg.drawn_once
def gate(side: Literal["left", "right"], active: bool, used: bool) -> svg.Symbol:
    """The way out of a city to the left or to the right; it begins where the city ends."""
    words = "active" + ", used in this generation" * used if active else "not active"
    shapes = []
    if active:
        shapes += [
            svg.path("M0 0H-11", stroke=svg.INK, stroke_width=11),
            svg.path("M0 0H-11", stroke=ROAD, stroke_width=8),
        ]
    arrow = "M-19 0l10-10v20z"
    if active:
        fill = svg.PAPER if used else "#ffd84d"
        shapes.append(svg.path(arrow, fill=fill, stroke=svg.INK, stroke_width=1.5, stroke_linejoin="round"))
    else:
        shapes.append(svg.path(arrow, class_="room"))
    if used:
        shapes.append(svg.path("M-17-9L-3 9", stroke="#c2185b", stroke_width=2.5))
    turned = svg.group(shapes, _GATE, 12) if side == "left" else svg.group(shapes, 0, 12, turn=180)
    return svg.symbol(
        _GATE, 24, f"trade route to the {side}: {words}", [turned], brief=f"{side}{' (used)' * used}" if active else ""
    )


@svg.drawn_once
def barrier(upright: bool) -> svg.Symbol:
    """The end of a road, at the edge of the city or at a tile without an exit to it."""
    size = (3, 15) if upright else (15, 3)
    return svg.symbol(*size, "", [svg.rect(0, 0, *size, fill=svg.INK)], "border")


@svg.drawn_once
def captions(*words: tuple[float, float, str]) -> svg.Symbol:
    """What the parts of a sheet are, in small letters: each with the place where it starts."""
    return svg.symbol(0, 0, "", [_small(words)])


LEGEND = (300, 102)
"""The width and height of the legend."""
_EFFECTS = (
    (signs.POLLUTION, "polluted"),
    (signs.POWER, "makes power"),
    (signs.BOLT, "money at once"),
    (signs.CYCLE, "income of each generation"),
    (signs.SHIELD, "protects all around it"),
    (signs.ANCHOR, "anchor"),
)


@svg.drawn_once
def legend() -> svg.Symbol:
    """What colours and signs mean; words are beside each."""
    step = LEGEND[1] / len(_EFFECTS)
    rows = [step * (i + 0.5) for i in range(len(_EFFECTS))]
    swatches = [svg.rect(0, y - 8, 16, 16, fill=fill) for fill, y in zip(FILLS.values(), rows, strict=False)]
    kinds = "".join([at(8, y, signs.TYPES[kind]) for kind, y in zip(FILLS, rows, strict=False)])
    effects = "".join([at(119, y, sign) for (sign, _), y in zip(_EFFECTS, rows, strict=True)])
    words = [(24, y + 3.5, kind) for kind, y in zip((*FILLS, "points"), rows, strict=True)]
    words += [(132, y + 3.5, text) for (_, text), y in zip(_EFFECTS, rows, strict=True)]
    badge = svg.circle(8, rows[-1], 6.5, class_="ink")
    shapes = [*swatches, svg.path(kinds), svg.path(effects, class_="ink"), badge, _small(words)]
    return svg.symbol(*LEGEND, "", shapes)


def _small(words: Iterable[tuple[float, float, str]]) -> Element:
    """Small letters, each word with the place where it starts."""
    letters = []
    for x, y, text in words:
        letters.append(svg.shape("text", x=x, y=y))
        letters[-1].text = text
    return svg.shape("g", *letters, font_size=10, class_="faint")
