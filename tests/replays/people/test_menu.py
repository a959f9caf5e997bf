"""Moves and items found by numbers and letters."""

from __future__ import annotations

import msgspec
import pytest

from cityleague.engine.protocol import Draw
from cityleague.engine.registry import GAMES
from cityleague.replays.people.menu import PAGE, Menu, item_meant, items_typed, page
from cityleague.replays.testing.games import course, full_table

from ...rows import rows


class Go(msgspec.Struct, tag="go"):
    """A move."""

    where: int


WORDS = [
    "bids 2 coins",
    "bids 20 coins",
    "places a park in the city with Ben at 0, -1",
    "places a park in the city with Ben at 0, -12",
    "picks a park and a park",
    "picks a park and I-6 (trade)",
    "supplies I-6 (trade) at -2, 1: 1 red",
    "passes",
    "goes",
    "goes",
]
MENU = Menu(WORDS, [Go(i) for i in range(len(WORDS))])


@rows(
    ("text", "indices"),
    [
        ("bids 2", [0]),
        ("bids 20", [1]),
        ("BIDS", [0, 1]),
        ("bi co", [0, 1]),
        ("0,-1 park", [2]),
        ("0, -1 park", [2]),
        ("0,-1 pa", [2]),
        ("park", [2, 3, 4, 5]),
        ("park park", [4]),
        ("i-6", [5, 6]),
        ("trade -2,1", [6]),
        ("pa", [2, 3, 4, 5, 7]),
        ("asses", [7]),
        ('"where":9', [9]),
        ("goes", [8, 9]),
        ('goes {"type":"go","where":8}', [8]),
        ("boat", []),
        ("trade 2,1", []),
        ("-12", [3]),
        ("-1", [2]),
        ("", list(range(10))),
        ("( , )", list(range(10))),
    ],
)
def test_moves_are_found_by_some_of_their_letters(text: str, indices: list[int]) -> None:
    assert MENU.find(text) == indices
    assert MENU.complete(text) == [MENU.words[i] for i in indices]


def test_different_moves_have_different_words_and_these_find_them() -> None:
    assert len(set(MENU.words)) == len(WORDS)
    for i, words in enumerate(MENU.words):
        assert MENU.find(words) == [i]


def test_a_long_list_has_pages_with_the_numbers_of_the_whole() -> None:
    menu = Menu([f"bids {i}" for i in range(45)], [Go(i) for i in range(45)])
    indices = list(range(45))
    assert page(menu, indices, 0).splitlines()[0] == "   1  bids 0"
    assert page(menu, indices, 0).splitlines()[PAGE].strip() == "(25 more: Enter)"
    assert page(menu, indices, 2 * PAGE).splitlines() == [f"  {i + 1}  bids {i}" for i in range(40, 45)]
    assert page(menu, [7, 44], 0).splitlines() == ["   8  bids 7", "  45  bids 44"]


@rows(
    ("text", "meant"),
    [("shop", ["shop"]), ("sho", ["shop", "shop/park"]), ("PARK", ["park"]), ("park/", []), ("/p", ["shop/park"])],
)
def test_items_are_found_by_some_of_their_letters(text: str, meant: list[str]) -> None:
    assert item_meant(text, ["shop", "shop/park", "park"]) == meant


@rows(
    ("text", "typed"),
    [
        ("tavern-bed park", [("tavern-bed", 0), ("park", 0)]),
        ("Tavern bed, park", [("tavern-bed", 0), ("park", 0)]),
        ("tavern_bed park and I 18", [("tavern-bed", 0), ("park", 0), ("i-18", 0)]),
        ("tav b p", [("tav-b", 0), ("p", 0)]),
        ("2 parks shop/park*3", [("parks", 2), ("shop/park", 3)]),
        ("park × 2, tavern", [("park", 2), ("tavern", 0)]),
        ("14 park", [("14", 0), ("park", 0)]),
        ("industry 3 industry-3 industry", [("industry-3", 0), ("industry-3", 0), ("industry", 0)]),
        ("C++ ?", [("C++", 0), ("?", 0)]),
        (" , ", []),
    ],
)
def test_a_line_names_items_one_after_the_other(text: str, typed: list[tuple[str, int]]) -> None:
    names = ["tavern-bed", "tavern-food", "park", "shop/park", "I-18", "14", "industry-3", "C++", "?"]
    assert items_typed(text, names) == typed


@pytest.mark.parametrize("name", GAMES)
def test_names_of_items_are_read_like_words(name: str) -> None:
    """Underscores, blanks and hyphens are the same, and so are capital and small letters."""
    for _, step in course(full_table(name)):
        if isinstance(step.due, Draw):
            names = list(dict.fromkeys(map(str, step.due.items)))
            for item in names[:40]:
                for text in (item, item.upper(), item.replace("-", "_"), item.replace("-", " ")):
                    ((typed, times),) = items_typed(text, names)
                    assert times == 0
                    assert item_meant(typed, names) == [item], (text, typed)
