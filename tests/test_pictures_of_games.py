"""What holds for the pictures of every game: where pieces lie, how they are marked up, and who sees what."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any
from xml.etree.ElementTree import XML

import pytest

from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.replays.testing.games import course, full_table, setups

from .rows import daily

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Finn", "Gus")
HOSTILE = (
    '</text><script>alert("x")</script>',
    "a\u202eb\x00c",
    "&amp;'\"",
    "<g onload=x>",
    "x" * 200,
    "漢" * 40,
    "]]>",
)
TAGS = {"g", "rect", "circle", "path", "polygon", "polyline", "text", "tspan"}
ALWAYS_OWN = {"card_city_xl", "city_tycoon"}
"""Games in which a seat always has a sheet that nobody else sees."""
OUTSIDE = 8
"""So far a piece may stand out of its sheet, where a track leads."""


def drawn(setup: Setup, view: Any, names: tuple[str, ...] = NAMES) -> Picture:
    pictures = pictures_of(setup.game)
    assert pictures is not None
    return pictures.picture(setup, view, names[: setup.seats])


@cache
def check_symbol(symbol: Symbol) -> None:
    """Its markup has but the elements of drawings, and letters large enough to read."""
    for node in XML(f"<g>{symbol.markup}</g>").iter():
        assert node.tag in TAGS
        assert not {"onload"} & node.attrib.keys()
        assert float(node.get("font-size", "9")) >= 9
    assert "\u202e" not in symbol.markup
    assert symbol.title.isprintable()


def check_form(shown: Picture) -> None:
    """No two pieces have one key, and all lie on their sheets."""
    assert len({part.key for part in shown.sheets}) == len(shown.sheets)
    for part in shown.sheets:
        assert len({piece.key for piece in part.pieces}) == len(part.pieces), part.key
        for piece in part.pieces:
            check_symbol(piece.symbol)
            assert 0 <= piece.layer <= 3
            if piece.symbol.title == "the architect":
                continue  # he may stand where the grid reaches no more
            assert part.left - OUTSIDE <= piece.x <= part.left + part.width + OUTSIDE - piece.symbol.width, piece.key
            assert part.top - OUTSIDE <= piece.y <= part.top + part.height + OUTSIDE - piece.symbol.height, piece.key


@pytest.mark.parametrize("some", daily([9, 60]))
@pytest.mark.parametrize("name", GAMES)
def test_a_position_looks_the_same_to_all_but_for_what_one_alone_knows(name: str, some: int) -> None:
    for setup in setups(name).values():
        for number, (state, _) in enumerate(course(setup, some=some)):
            seat, public = number % setup.seats, drawn(setup, state.view(None))
            mine = drawn(setup, state.view(seat))
            check_form(public)
            check_form(mine)
            assert not [part for part in public.sheets if part.owner is not None]
            assert [part for part in mine.sheets if part.owner is None] == [*public.sheets]
            owners = [part.owner for part in mine.sheets[len(public.sheets) :]]
            assert owners == [seat] or (owners == [] and name not in ALWAYS_OWN)
            assert mine.caption == public.caption


@pytest.mark.parametrize("name", GAMES)
def test_names_of_players_are_no_markup(name: str) -> None:
    setup = full_table(name)
    for state, _ in course(setup, some=9):
        for seat in (None, 0):
            check_form(drawn(setup, state.view(seat), HOSTILE))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_position_is_drawn_with_the_same_bytes_whatever_was_drawn_before(name: str) -> None:
    def once() -> list[Picture]:
        for module in [
            module for at, module in sys.modules.items() if at.startswith(f"cityleague.engine.{name}.looks")
        ]:
            for function in vars(module).values():
                if hasattr(function, "cache_clear"):
                    function.cache_clear()
        return [drawn(full_table(name), state.view(0)) for state, _ in course(full_table(name), some=9)]

    assert once() == once()
