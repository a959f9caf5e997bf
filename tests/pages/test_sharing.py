"""Drawings that share looks and parts look as they did without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from xml.etree.ElementTree import XML, Element

import pytest

from cityleague.engine.registry import game as find_game
from cityleague.replays.pages.frames import Frames
from cityleague.replays.pages.sharing import dressed, shared
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import ComponentFiles

from ..rows import daily
from .games import NAMES, log_of, raw_of


def put_back(drawing: str, style: str, parts: list[str]) -> Element:
    """A drawing with its looks and parts in their places again."""
    looks = dict(re.findall(r"\.(k\d+)\{(.*?)\}", style))
    kept = {part.attrib.pop("id"): part for part in map(XML, parts)}

    def whole(element: Element) -> Element:
        if element.tag == "use":
            return whole(kept[element.attrib["href"].removeprefix("#")])
        made = Element(element.tag, dict(element.attrib))
        made.text = element.text
        own = []
        for name in made.attrib.pop("class", "").split():
            if name in looks:
                for rule in looks[name].split(";"):
                    key, _, value = rule.partition(":")
                    made.set(key, value.removesuffix("px") if key == "font-size" else value)
            else:
                own.append(name)
        if own:
            made.set("class", " ".join(own))
        made.extend([whole(child) for child in element])
        return made

    return whole(XML(f"<g>{drawing}</g>"))


def plain(element: Element) -> object:
    return element.tag, sorted(element.attrib.items()), element.text, [plain(child) for child in element]


@pytest.mark.parametrize("games", daily([["between_two_cities", "card_city_xl", "neom"], list(NAMES)]))
def test_what_is_shared_is_what_was_drawn(games: Sequence[str]) -> None:
    for game in games:
        steps = walk(raw_of(log_of(game, find_game(game).seats[0])), ComponentFiles()).steps
        drawings = [symbol.markup for symbol in Frames(steps).symbols]
        style, lean = dressed(drawings)
        parts, lean = shared(lean)
        assert sum(map(len, [style, *parts, *lean])) < 0.9 * sum(map(len, drawings))
        for before, after in islice(zip(drawings, lean, strict=True), 0, None, 3):
            assert plain(put_back(after, style, parts)) == plain(XML(f"<g>{before}</g>"))


def test_a_look_that_could_end_a_style_stays_where_it_is() -> None:
    evil = '<path fill="}&lt;/style&gt;&lt;script&gt;" stroke="red" d="M0 0"/>' * 50
    style, drawings = dressed([evil])
    assert style == ""
    assert drawings == [evil]
