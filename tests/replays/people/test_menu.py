"""Moves and items found by numbers and letters."""

from __future__ import annotations

import msgspec

from cityleague.replays.people.menu import PAGE, Menu, item_meant, page

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
        ("0,-1 pa", [2, 3]),
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
    [
        ("shop", ["shop"]),
        ("sho", ["shop", "shop/park"]),
        ("PARK", ["park"]),
        ("park/", []),
        ("/p", ["shop/park"]),
    ],
)
def test_items_are_found_by_some_of_their_letters(text: str, meant: list[str]) -> None:
    assert item_meant(text, ["shop", "shop/park", "park"]) == meant
