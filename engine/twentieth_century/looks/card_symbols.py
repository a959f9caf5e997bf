"""Technologies, damage and bonus cards of 20th Century as symbols, and what else lies on the table."""

from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element
from cityleague.engine.twentieth_century.figures import (
    ONCE,
    TAGS,
    BonusCard,
    Damage,
    Good,
    Price,
    Technology,
    abilities,
    called,
)
from cityleague.engine.twentieth_century.looks.signs import LETTERS, chips, letters, sign
from cityleague.engine.twentieth_century.looks.symbols import GROUNDS, SIDE, Point
from cityleague.engine.twentieth_century.looks.words import COUNTED, effects, number_of, price_in_words
from cityleague.engine.twentieth_century.moves import Improve

FOOT = 18
"""The height of what a technology brings at once, below its tile."""
_LINE = 17
_HEAD = 19


def _cost(price: Price, x: float, y: float) -> list[Element]:
    """A price from x on."""
    goods: list[tuple[Good, int]] = [("coins", price.coins), ("science", price.science)]
    places = [(good, x + 13.5 * i, n) for i, (good, n) in enumerate([(good, n) for good, n in goods if n])]
    if not places:
        return []
    return [*chips([(good, at, y) for good, at, _ in places]), letters([(at, y + 3.4, f"{n}") for _, at, n in places])]


def _effects(x: float, y: float, garbage: int, skulls: int, flowers: int) -> list[Element]:
    """What something does to the environment, in signs from right to left."""
    shapes, words = [], []
    for drawn, n in (("flower", flowers), ("skull", skulls), ("cube", garbage)):
        if n:
            width = svg.text_width(f"{n}", 10) + 14
            shapes.append(sign(drawn, x - 6, y))
            words.append((x - 13, y + 3.6, f"{n}"))
            x -= width + 3
    return [*shapes, letters(words, 10, "end")] if words else []


def use_places(technology: Technology) -> dict[str, Point]:
    """Where the signs of its uses stand on its card, by the type of the move."""
    return {TAGS[use.kind]: (11, _HEAD + _LINE * i + 8) for i, use in enumerate(abilities(technology))}


@svg.drawn_once
def card_symbol(technology: Technology) -> svg.Symbol:
    """A technology as one owns it: its name, what it brings at once, what it is used for."""
    uses = abilities(technology)
    height = _HEAD + _LINE * max(1, len(uses)) + 3
    shapes = [svg.tile("#c9c4cf" if technology.facility else "#f6efdc", SIDE, height, rx=5)]
    at_once = technology.garbage, technology.skulls, technology.flowers
    name = svg.shortened(technology.name, SIDE - 16 - sum([svg.text_width(f"{n}", 10) + 17 for n in at_once if n]))
    shapes.append(letters([(7, 13.5, name)], 10, "start"))
    shapes += _effects(SIDE - 6, 10, *at_once)
    words, title, brief = [], [], []
    places = use_places(technology)
    for kind, bit, price in uses:
        tag = TAGS[kind]
        x, y = places[tag]
        life = technology.quality_of_life
        told = number_of(life.points, "point") if kind is Improve and life else called(kind)
        shapes.append(sign(tag, x, y))
        words.append((22, y + 3.5, told))
        if price != Price():
            shapes += _cost(price, SIDE - (24 if price.coins and price.science else 10), y)
        for_it = f" for {price_in_words(price)}" if price != Price() else ""
        title.append(f"{told}{for_it} {'once' if ONCE & bit else 'each round'}")
        brief.append(f"{told}{for_it}")
    if technology.facility:
        kinds = [f"{house.kind} +{house.bonus}" for house in technology.facility.buildings]
        words.append((7, _HEAD + 11.5, svg.shortened(", ".join(kinds), SIDE - 14, LETTERS)))
        title.append(f"facility, {', '.join(kinds)}")
    elif not uses:
        words.append((7, _HEAD + 11.5, "park"))
        title.append("park")
    shapes.append(letters(words, anchor="start", weight="normal"))
    brings = f"; at once {effects(*at_once)}" if any(at_once) else ""
    what = ", ".join(brief) or ("facility" if technology.facility else "park")
    return svg.symbol(
        SIDE, height, f"technology {technology.name}: {', '.join(title)}{brings}", shapes,
        brief=f"{technology.name} {what}",
    )  # fmt: skip


@svg.drawn_once
def foot_symbol(technology: Technology) -> svg.Symbol:
    """What a facility on offer brings at once."""
    at_once = technology.garbage, technology.skulls, technology.flowers
    ground = svg.rect(1, 1, SIDE - 2, FOOT - 2, rx=5, fill="#f6efdc", stroke=svg.INK)
    shapes = [ground, letters([(7, 13, "at once")], anchor="start", weight="normal"), *_effects(SIDE - 6, 9, *at_once)]
    return svg.symbol(SIDE, FOOT, f"{technology.name} brings at once {effects(*at_once)}", shapes, brief="")


# -- the table


def _large(good: Good, x: float, y: float) -> Element:
    """The ground of a figure that may have two digits."""
    return svg.group(chips([(good, 0, 0)]), x, y, 1.35)


@svg.drawn_once
def price_symbol(field: int, price: int) -> svg.Symbol:
    """A field of the strip on which the technology marker goes."""
    shapes = [svg.rect(1, 1, 30, 30, fill="#e4eefb", stroke=svg.INK), _large("science", 16, 16)]
    shapes.append(letters([(16, 19.5, f"{price}")]))
    return svg.symbol(32, 32, f"field {field}: technologies cost {price} science", shapes, brief="")


@svg.drawn_once
def marker_symbol() -> svg.Symbol:
    """The technology marker, round the price."""
    return svg.symbol(
        32, 32, "technology marker", [svg.circle(16, 16, 12.5, fill="none", stroke=svg.INK, stroke_width=3.5)], brief=""
    )


@svg.drawn_once
def field_symbol(position: int, worth: int, clean: int) -> svg.Symbol:
    """A field of the pollution track; below its figures there is room for markers."""
    shapes = [
        svg.rect(
            0.5, 0.5, 43, 87, fill="#f3d9d5" if worth < 0 else "#dcecc8" if worth > 0 else svg.PAPER, stroke=svg.INK
        ),
        letters([(22, 15, f"{worth:+d}" if worth else "0")], 13),
        svg.rect(6, 20.5, 9, 9, fill=GROUNDS["I-II"], stroke=svg.INK, stroke_width=0.8),
        letters([(19, 29, f"× {clean}")], anchor="start", weight="normal"),
    ]
    return svg.symbol(44, 88, f"pollution {position}: worth {worth}, clean land {clean} each", shapes, brief="")


@svg.drawn_once
def marked(seat: int, title: str, radius: float = 8) -> svg.Symbol:
    """The marker of a player."""
    marker = svg.figure(seat, radius * 1.1, radius * 1.1, radius)
    return svg.symbol(radius * 2.2, radius * 2.2, title, [marker], brief="")


@svg.drawn_once
def bidder_symbol(seat: int, title: str) -> svg.Symbol:
    """The marker of a player beside the amount of his bid."""
    ground = svg.rect(1, 1, 50, 22, rx=11, fill=svg.PAPER, stroke=svg.INK, stroke_width=1.5)
    return svg.symbol(52, 24, title, [ground, svg.figure(seat, 13, 12, 8)])


@svg.drawn_once
def amount_symbol(good: Good, amount: int) -> svg.Symbol:
    """The amount of a bid; it lies on its bidder, as large as that."""
    title = f"a bid of {number_of(amount, good.rstrip('s'))}"
    return svg.symbol(52, 24, title, [_large(good, 37, 12), letters([(37, 15.5, f"{amount}")])])


@svg.drawn_once
def up_symbol(name: str) -> svg.Symbol:
    """What is up for auction."""
    shapes = [
        svg.rect(2, 2, SIDE - 4, SIDE - 4, rx=4, fill="none", stroke=svg.INK, stroke_width=4, stroke_dasharray="14 5")
    ]
    return svg.symbol(SIDE, SIDE, f"{name} is up for auction", shapes, brief="up for auction")


@svg.drawn_once
def sold_symbol(name: str, height: float) -> svg.Symbol:
    """Where something lay that was sold."""
    middle = SIDE / 2, height / 2 - 15 if height > 60 else 11
    words = svg.label(*middle, svg.shortened(name, SIDE - 8), class_="faint")
    return svg.symbol(SIDE, height, f"{name} is sold", [svg.room(0, 0, SIDE, height), words])


@svg.drawn_once
def column_symbol(number: int, column: Damage) -> svg.Symbol:
    """A column of a damage card."""
    told = effects(column.garbage, column.skulls, 0) or "nothing"
    counts = [(drawn, n) for drawn, n in (("cube", column.garbage), ("skull", column.skulls)) if n]
    shapes = [
        svg.tile("#d9d4cc", 60, 84, rx=4),
        svg.shape("g", svg.badge(30, 13, f"{number}", radius=8), class_="coordinate"),
        *[sign(drawn, 36 if n < 100 else 42, 31 + 15 * i) for i, (drawn, n) in enumerate(counts)],
        letters([(27, 35 + 15 * i, f"{n}") for i, (_, n) in enumerate(counts)], 11, "end"),
    ]
    return svg.symbol(60, 84, f"damage: {told}", shapes, brief=f"column {number}: {told}")


@svg.drawn_once
def bonus_symbol(card: BonusCard) -> svg.Symbol:
    """A bonus card: for what there are points after its round."""
    told = [f"{number_of(line.points, 'point')} per {COUNTED[line.counts]}" for line in card.lines]
    lines = [words for line in told for words in svg.wrapped(line, 164, LETTERS, 2)]
    height = 24 + 13 * len(lines)
    head = f"{svg.shortened(card.name, 60)} after round {card.round}"
    words = letters([(8, 32 + 13 * i, text) for i, text in enumerate(lines)], anchor="start", weight="normal")
    shapes = [svg.tile("#fbe7b5", 180, height + 4, rx=5), letters([(8, 16, head)], 10.5, "start"), words]
    return svg.symbol(180, height + 4, f"bonus card {card.name}, after round {card.round}: {'; '.join(told)}", shapes)


@svg.drawn_once
def scored_symbol() -> svg.Symbol:
    """A bonus card that has been scored is ticked."""
    return svg.symbol(
        20, 20, "has been scored", [svg.path("M3 10l5 6 9-13", fill="none", stroke=svg.INK, stroke_width=4)], brief=""
    )


@svg.drawn_once
def yield_symbol(good: Good, count: int) -> svg.Symbol:
    """What the cities of a player yield of a good."""
    shapes = [
        _large(good, 19, 9),
        letters([(19, 12.4, f"{count}")]),
        svg.label(10, 12.4, "+", anchor="end", class_="ink"),
    ]
    return svg.symbol(28, 18, f"yields {number_of(count, good.rstrip('s'))}", shapes, brief=f"{count}{good[0]}")


@svg.drawn_once
def holding_symbol(good: Good, count: int) -> svg.Symbol:
    """What a player holds."""
    shapes = [svg.group(chips([(good, 0, 0)]), 22, 22, 3), letters([(22, 27.5, f"{count}")], 15)]
    return svg.symbol(44, 44, f"{number_of(count, good.rstrip('s'))} held", shapes, brief="")
