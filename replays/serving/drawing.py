"""A draw that people tell by tapping: what is left of its items, with counts, and what nobody saw."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.looks.picture import Symbol
from cityleague.engine.looks.svg import targets_of
from cityleague.engine.looks.targets import SENTENCE
from cityleague.engine.protocol import Draw, Item, Setup
from cityleague.replays.people import DrawAnswers, questions_of, signs_of
from cityleague.replays.serving.boards import symbol_name
from cityleague.replays.serving.pointing import Pointed

_AT_A_TIME = (2, 3, 4)


class Told(NamedTuple):
    """All that a page shows of a draw, after what somebody has told of it."""

    key: str
    question: str
    chips: Sequence[Mapping[str, Any]]
    """Buttons for items, with how many are `left`, and for what nobody saw; what is `complete` is the whole draw as
    JSON; what is `is_plain` is known by its picture, as a name with a number is not."""
    times: Sequence[tuple[int, str]]
    """How many the next tap can stand for, each with where that leads; empty if one is to come."""
    so_far: Sequence[str]
    """What has been told, a line for each question."""
    back: str
    """Where it leads to take back the last item; empty if there is none."""
    complete: str
    """The whole draw as JSON, if all of it has been told."""
    note: str
    order: Sequence[str] = ()
    """The items that have been told, as an address has them."""


def told_of(
    setup: Setup, draw: Draw, view: Any, names: Sequence[str], pointed: Pointed
) -> tuple[Told, dict[str, Symbol]]:
    """A draw after what somebody has told of it, and the symbols of its items by name. `view` is a spectator's."""
    order, note = _order_of(draw, pointed)
    answers = DrawAnswers(draw, questions_of(setup, draw, view, names), signs_of(setup), order)
    if pointed.find:
        try:
            answers.order += answers.meant(pointed.find)
        except ValueError as error:
            note = str(error)
    pointed = pointed._replace(order=_texts(answers.order), find="", taps=(), picks=(), why="", edit=None)
    so_far = list(answers.told(0))
    back = pointed.but(order=pointed.order[:-1]) if pointed.order else ""
    if answers.complete:
        done = msgspec.json.encode(answers.order).decode()
        return Told(pointed.key, "Is this the whole draw", (), (), so_far, back, done, note), {}
    asked, typed = answers.due()
    to_come = asked.take - typed
    counts = answers.counts()
    symbols = {item: _symbol(setup, item) for item in draw.items}

    def chip(item: Item | None, times: int, words: str = "") -> dict[str, Any]:
        order, said = [*answers.order, *[item] * times], words or answers.called(item)
        symbol = None if item is None else symbols[item]
        return {
            "words": said,
            "left": 0 if item is None else counts[item],
            "to": pointed.but(order=_texts(order), times=1) if times else "",
            "symbol": symbol_name(symbol) if symbol else "",
            "is_plain": symbol is not None and not any(map(str.isdigit, said)),
            "complete": msgspec.json.encode(order).decode() if len(order) == draw.take else "",
        }

    chips = [chip(item, min(pointed.times, counts[item], to_come)) for item in symbols]
    if draw.hidden:
        chips.append(chip(None, min(pointed.times, to_come), "unseen"))
        left = draw.take - len(answers.order)
        chips += [chip(None, to_come, f"{to_come} unseen")] * (to_come > 1)
        chips += [chip(None, left, f"all {left} unseen")] * (left > to_come)
    switch = [(number, pointed.but(times=1 if number == pointed.times else number)) for number in _AT_A_TIME]
    question, times = answers.question().removesuffix("? "), switch * (to_come > 1)
    if typed and len(question) >= SENTENCE:
        question = f"{to_come} more of these"
    found = Told(pointed.key, question, chips, times, so_far, back, "", note, pointed.order)
    return found, {symbol_name(symbol): symbol for symbol in symbols.values() if symbol}


def _texts(order: Sequence[Item | None]) -> tuple[str, ...]:
    return tuple([msgspec.json.encode(item).decode() for item in order])


def _order_of(draw: Draw, pointed: Pointed) -> tuple[list[Item | None], str]:
    """What an address tells of a draw, as far as it can be; and what is wrong with it."""
    there = {msgspec.json.encode(item).decode(): item for item in draw.items}
    left = list(draw.items)
    order: list[Item | None] = []
    for text in pointed.order[: draw.take]:
        if text == "null" and draw.hidden:
            order.append(None)
        elif text in there and there[text] in left:
            left.remove(there[text])
            order.append(there[text])
        else:
            return order, "The rest of this cannot be drawn."
    return order, ""


def _symbol(setup: Setup, item: Item) -> Symbol | None:
    """How an item looks, if it is a tile."""
    try:
        drawn: Symbol | None = getattr(targets_of(setup.game), "palette", lambda *_: None)(setup, f"tile {item}")
    except (KeyError, ValueError, IndexError):  # a draw of something else, such as seats
        return None
    return drawn
