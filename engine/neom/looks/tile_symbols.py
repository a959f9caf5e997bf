"""The tiles of NEOM as symbols: in the corners type and points, the costs, what a tile makes with its number, what it
brings; in the middle its name. Elements are few, as a game shows about a hundred: one draws all of a colour.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.figures import Share, TileFigures, Type
from cityleague.engine.neom.looks import signs
from cityleague.engine.neom.looks.signs import at
from cityleague.engine.neom.looks.words import DISASTERS, gains, label, named, price
from cityleague.engine.neom.moves import Good
from cityleague.engine.neom.tiles import EAST, LEVEL_OF, NORTH, SOUTH, WEST

FILLS: dict[Type, str] = {
    "residential": "#9da",
    "commercial": "#58e",
    "industrial": "#fe3",
    "public": "#f73",
    "extraction": "#999",
}
_DISASTER = "#cbd"
_GOLD = "#fe9"
_PAPER = "#fff"
ROAD = "#eed"

_MIDDLE = svg.CELL // 2
_STEP = 13
"""The width and height of a mark."""
_FIRST = 9
"""The middle of the mark in the upper left corner."""
_RIGHT = svg.CELL - _FIRST
"""The middle of marks at the right edge."""
_LOWER, _LOWEST = 53, 65
"""The middle of the two lines in the lower corners."""
_LETTER = 9
_DROP = 3
"""From the middle of letters to their feet."""
_ETC = "…"


@svg.drawn_once
def tile_symbol(box: Box, number: int) -> svg.Symbol:
    """A tile of the box."""
    figures = box.figures[number]
    ground = ground_of(FILLS[figures.types[0]] if figures.types else _DISASTER)
    if len(figures.types) > 1:
        ground.append(svg.path("M2 4v60a6 6 0 0 0 6 6h60z", fill=FILLS[figures.types[1]], stroke="none"))
    if figures.polluted:
        ground.append(_smoke())
    face = _Face(figures)
    drawn = [svg.shape("g", *ground, *roads(box.tiles[number].exits), *face.plates(), stroke=svg.INK), *face.signs()]
    tile = box.tiles[number]
    return svg.symbol(svg.CELL, svg.CELL, _title(box, number), drawn, label(tile), named(box, number), tile.exits)


def _title(box: Box, number: int) -> str:
    """All that is printed on a tile, in words."""
    figures = box.figures[number]
    start = f"{number} {figures.gloss}: "
    if figures.disaster:
        return f"{start}{DISASTERS[figures.disaster]}"
    costs = "costs " * any(cost.money or cost.goods for cost in figures.cost) + price(figures)
    parts = [" and ".join(figures.types) + (" anchor" if figures.stack == "anchor" else ""), costs]
    parts += gains(box.tiles[number], figures)
    parts += ["polluted"] * figures.polluted + ["makes power"] * figures.power
    parts += [f"protects from {disaster}" for disaster in figures.protects]
    return start + "; ".join(parts)


def _smoke() -> Element:
    """The edge of a polluted tile."""
    puffs: dict[str, object] = {"stroke_width": 7, "stroke_linecap": "round", "stroke_dasharray": "0 7"}
    return svg.path("M4.5 4.5h63v63h-63z", fill="none", opacity=0.5, **puffs)


def ground_of(fill: str) -> list[Element]:
    """The ground of a tile; whoever draws it adds a stroke."""
    return [svg.rect(1, 1, svg.CELL - 2, svg.CELL - 2, rx=6, fill=fill)]


def roads(exits: int) -> list[Element]:
    """Roads from the middle of a tile to these sides, open at the edge; something has to lie where they overlap."""
    arms = {
        NORTH: f"M31.5 0v{_MIDDLE}h9V0",
        EAST: f"M{svg.CELL} 31.5h-{_MIDDLE}v9h{_MIDDLE}",
        SOUTH: f"M31.5 {svg.CELL}v-{_MIDDLE}h9v{_MIDDLE}",
        WEST: f"M0 31.5h{_MIDDLE}v9H0",
    }
    steps = "".join([arm for exit_, arm in arms.items() if exits & exit_])
    return [svg.path(steps, fill=ROAD)] if steps else []


# -- marks


class _Mark(NamedTuple):
    """A sign, a number or both, and what they stand on; parts of paths round (0, 0)."""

    ink: str = ""
    words: str = ""
    paper: str = ""
    gold: str = ""
    width: float = _STEP


def _words(words: str) -> _Mark:
    return _Mark(words=words, width=_width(words) + 1)


def _width(words: str) -> float:
    """The width of bold letters."""
    return 1.12 * svg.text_width(words, _LETTER)


def _pill(width: float) -> str:
    """A plate with round ends for a number."""
    straight = f"{width - 12:.3g}"
    return f"m-{straight} -6h{straight}a6 6 0 0 1 0 12h-{straight}a6 6 0 0 1 0-12z"


def _coin(money: int) -> _Mark:
    width = max(12, round(_width(str(money))) + 5)
    return _Mark(words=str(money), gold=_pill(width), width=width + 1)


def _good(good: Good) -> _Mark:
    return _Mark(signs.GOODS[good], paper=signs.LEVELS[LEVEL_OF[good]])


def _each(share: Share) -> list[_Mark]:
    """So much for each of what is counted."""
    return [_words(f"{share.each}×"), _Mark(signs.sign_of(share.of))]


def _made(figures: TileFigures) -> Iterator[_Mark]:
    """What stands in the lower left corner: another type, goods, protection."""
    yield from [_Mark(signs.TYPES[kind]) for kind in figures.types[1:]]
    yield from [_good(good) for good in figures.goods]
    if figures.any_good:
        yield _Mark(words="?", paper=signs.LEVELS[figures.any_good])
    yield from [_Mark(signs.PROTECTIONS[disaster], paper=signs.SHIELD) for disaster in figures.protects]


def _brought(figures: TileFigures) -> Iterator[list[_Mark]]:
    """What stands in the lower right corner, line by line."""
    if figures.once:
        yield [_Mark(signs.BOLT, width=10), _words(str(figures.once))]
    yield from [[_Mark(signs.BOLT, width=10), *_each(share)] for share in figures.once_per]
    incomes = figures.income if isinstance(figures.income, tuple) else (figures.income,)
    if any(incomes):
        yield [_Mark(signs.CYCLE), _words("/".join(map(str, incomes)))]
    yield from [[_Mark(signs.CYCLE), *_each(share)] for share in figures.income_per]
    if len({signs.sign_of(share.of) for share in figures.points_per}) == 1:
        each = "/".join([str(share.each) for share in figures.points_per])
        yield [_words(f"{each}×"), _Mark(signs.sign_of(figures.points_per[0].of))]
    else:
        yield from [_each(share) for share in figures.points_per]
    if figures.stands_in:
        yield [_words("-1"), *[_Mark(paper=signs.LEVELS[level]) for level in figures.stands_in]]
    if figures.swaps:
        yield [_Mark(signs.SWAP, width=15), _Mark(signs.ANCHOR)]
    if figures.insures:
        yield [_words("½"), _Mark(signs.TRIANGLE)]
    if figures.trigger:
        yield [_Mark(signs.EVENTS[figures.trigger.on]), _words(f": {figures.trigger.money}")]


# -- what is printed on a tile


class _Face:
    """What is printed on a tile, gathered by colour."""

    def __init__(self, figures: TileFigures) -> None:
        self._paper: list[str] = []
        self._gold: list[str] = []
        self._ink: list[str] = []
        self._numbers: list[Element] = []
        self._name: list[Element] = []
        self._print_name(figures.gloss)
        self._print_number(figures)
        if figures.disaster:
            self._put(_MIDDLE, 14, _Mark(signs.DISASTERS[figures.disaster]))
        else:
            self._print_cost(figures)
            self._print_kind(figures)
            self._print_effects(figures)

    def plates(self) -> list[Element]:
        """What signs and letters stand on; whoever draws it adds a stroke."""
        colours = ((_PAPER, self._paper), (_GOLD, self._gold))
        return [svg.path("".join(several), fill=fill) for fill, several in colours if several]

    def signs(self) -> list[Element]:
        """Signs and letters."""
        numbers = svg.shape("g", *self._numbers, font_weight="bold")
        letters = svg.shape("g", *self._name, numbers, font_size=_LETTER, text_anchor="middle")
        return [svg.path("".join(self._ink)), letters] if self._ink else [letters]

    def _print_name(self, name: str) -> None:
        tries = [svg.wrapped(name, width, _LETTER, 2) for width in (svg.CELL - 16, svg.CELL - 9, svg.CELL - 2)]
        whole = [lines for lines in tries if " ".join(lines) == name]
        lines = (whole or tries[-1:])[0]  # as narrow as it goes: roads stick out on both sides
        width = 2 * (min(svg.CELL - 2, round(max([svg.text_width(line, _LETTER) for line in lines])) + 3) // 2)
        height = 10 * len(lines) + 2
        top = _MIDDLE - height // 2 + 1
        self._paper.append(_plate(_MIDDLE - width / 2, top, width, height))
        self._name = [_fitting(top + 9 + 10 * i, line) for i, line in enumerate(lines)]

    def _print_number(self, figures: TileFigures) -> None:
        left = 3
        if figures.stack == "anchor":
            self._put(_FIRST, _LOWEST - 1, _Mark(signs.ANCHOR))
            left = 16
        number = str(figures.number)
        width = 2 * round(_width(number) / 2) + 2
        self._number_end = left + width
        self._paper.append(_plate(left, _LOWEST - 5, width, 9))
        self._put(left + width / 2, _LOWEST, _words(number))

    def _print_cost(self, figures: TileFigures) -> None:
        """Two lines of two marks; of alternatives, a line for each."""
        lines = [[_coin(cost.money)] * bool(cost.money) + list(map(_good, cost.goods)) for cost in figures.cost]
        needs = [mark for kind, n in figures.needs.items() for mark in (_words(str(n)), _Mark(signs.TYPES[kind]))]
        lines[0] = [*needs, *lines[0]]
        if len(lines) == 1:
            lines = [lines[0][:2], lines[0][2:]]
        else:
            width = max([sum([mark.width for mark in line[:2]]) for line in lines[:2]])
            self._put(_FIRST - _STEP / 2 + width + 2, _FIRST + _STEP / 2, _words("/"))
        if len(lines) > 2 or any(len(line) > 2 for line in lines):
            lines[1] = [*lines[1][:1], _words(_ETC)]
        for i, line in enumerate(lines[:2]):
            self._put_row(_FIRST - _STEP / 2, _FIRST + _STEP * i, line[:2])

    def _print_kind(self, figures: TileFigures) -> None:
        """Types, points, pollution and power."""
        self._put(_RIGHT, _FIRST + 0.5, _Mark(signs.TYPES[figures.types[0]]))
        words = (str(figures.points) if figures.points else "") + "?" * bool(figures.points_per)
        if words:
            width = max(13, round(_width(words)) + 5)
            x = _RIGHT - 8.5 - width / 2
            self._ink.append(at(x + (width - 12) / 2, _FIRST, _pill(width)))
            self._numbers.append(_letters(x, _FIRST + _DROP, words, fill=_PAPER))
        marks = [signs.POLLUTION] * figures.polluted + [signs.POWER] * figures.power
        for i, mark in enumerate(marks):
            self._put(_RIGHT - 14 * i, _FIRST + 13, _Mark(mark))

    def _print_effects(self, figures: TileFigures) -> None:
        """In the lower corners: up to four marks, and as many lines as there is room for."""
        made, lines = list(_made(figures)), list(_brought(figures))
        most = 4 if len(lines) < 2 else 2
        if len(made) > most:
            made[most - 1 :] = [_words(_ETC)]
        for mark, x in zip(made, (_FIRST, _FIRST + _STEP, _RIGHT - _STEP, _RIGHT), strict=False):
            self._put(x, _LOWER, mark)
        most = 2 if len(made) < 3 else 1
        if len(lines) > most:
            lines[most - 1 :] = [[_words(_ETC)]]
        widths = [sum([mark.width for mark in marks]) for marks in lines]
        heights = [_LOWER, _LOWEST][2 - len(lines) :]
        if (
            most > 1 and max(widths, default=0) > svg.CELL - 3 - self._number_end
        ):  # beside the number there is less room
            heights = [_LOWER, _LOWEST] if widths[0] == max(widths) else [_LOWEST, _LOWER]
        for marks, width, y in zip(lines, widths, heights, strict=False):
            self._put_row(svg.CELL - 3 - width, y, marks)

    def _put_row(self, x: float, y: float, marks: Sequence[_Mark]) -> None:
        """Marks side by side from x on."""
        for mark in marks:
            self._put(x + mark.width / 2, y, mark)
            x += mark.width

    def _put(self, x: float, y: float, mark: _Mark) -> None:
        for there, part in ((self._paper, mark.paper), (self._ink, mark.ink)):
            if part:
                there.append(at(x, y, part))
        if mark.gold:
            self._gold.append(at(x + (mark.width - 13) / 2, y, mark.gold))
        if mark.words:
            self._numbers.append(_letters(x, y + _DROP, mark.words))


def _fitting(y: float, words: str) -> Element:
    """A line of a name, pressed together if it might be wider than its tile."""
    most = svg.CELL - 8
    wide: dict[str, object] = {"textLength": most, "lengthAdjust": "spacingAndGlyphs"}
    return _letters(_MIDDLE, y, words, **(wide if svg.text_width(words, _LETTER) > most else {}))


def _plate(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}H{x:g}z"


def _letters(x: float, y: float, words: str, **attributes: object) -> Element:
    node = svg.shape("text", x=round(2 * x) / 2, y=round(y), **attributes)
    node.text = svg.clean(words)
    return node
