"""What typed words mean: never another move than the one that somebody has in mind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.replays.people.menu import Menu, menu_of
from cityleague.replays.testing.games import decisions, full_table, setups

from ...rows import daily, rows
from ...typed import typed

NAMES = ["Ada", "Ben", "Cleo", "Zoë", "Eve", "O'Neill", "Gus"]


class Go(msgspec.Struct, tag="go"):
    """A move."""

    turn: int = 0


def menu(*words: str, **signs: str) -> Menu:
    return Menu(words, [Go(i) for i in range(len(words))], signs)


TILES = menu(
    "picks a shop and a tavern (bed)",
    "picks a shop and a shop",
    "picks an office and a shop",
    "picks a house above a shop and a park",
    "picks a shop above a house and a park",
    Tb="tavern (bed)",
    Sh="shop",
    Of="office",
)
PLACES = menu(
    "builds park at 1, 0 for 5 $",
    "builds parking at 1, 0",
    "builds parking at 1, -10",
    "builds parking at 1, -1",
    "builds residential/parking at 0, 1, residential left",
    "lays out 2 parking, industry (3 %), and hidden park as the first lot",
    "lays out parking, 2 industry (3 %), and hidden park as the first lot",
    "lays out residential, parking as the first lot",
    K="parking",
    G="park",
    R="residential",
    I="industry",
)
CITIES = menu(
    "settles a citizen in city a of L5",
    "settles a citizen in city b of L5",
    "bids 3 science for column 1",
    "bids 1 science for column 3",
    "moves a citizen from city a of L5 to city b of L5 with T21",
    "moves a citizen from city b of L5 to city a of L5 with T21",
    "lays L15 at 2, 0",
    "lays L15 at 2, 0, turned half round",
    "lays L15 at 0, 2",
    "supplies I-16 (shops) at 0, 4: 1 red",
    "supplies II-16 (shops) at 4, 0: 16 red",
    s="science",
)
BIDS = menu("bids 3 science for column 1 (2 garbage)", "bids 1 science for column 3")


@rows(
    ("choices", "text", "indices"),
    [
        (TILES, "pick shop, tavern", [0]),
        (TILES, "tavern_bed", [0]),
        (TILES, "Bed Tavern", [0]),
        (TILES, "tb sh", [0]),
        (TILES, "“of” & sh", [2]),
        (TILES, "2 shops", [1]),
        (TILES, "shop*2", [1]),
        (TILES, "shop × 2", [1]),
        (TILES, "sh sh", [1]),
        (TILES, "3 shops", []),
        (TILES, "the office and the shop", [2]),
        (TILES, "house above shop", [3]),
        (TILES, "house shop", [3, 4]),
        (TILES, "parks", [3, 4]),
        (PLACES, "park 1 0", [0]),
        (PLACES, "g 1,0", [0]),
        (PLACES, "k 1 0", [1]),
        (PLACES, "pa 1,0", [0, 1]),
        (PLACES, "1 −1", [3]),
        (PLACES, "1,\u00a0–1", [3]),
        (PLACES, "park 1 -1", []),
        (PLACES, "1 1", []),
        (PLACES, "parking -1", [3]),
        (PLACES, "r/k", [4]),
        (PLACES, "res/par 0 1", [4]),
        (PLACES, "residential/parking lot", []),
        (PLACES, "0-1", []),
        (PLACES, "i3", [5, 6]),
        (PLACES, "2 parking industry-3", [5]),
        (PLACES, "k k i3", [5]),
        (PLACES, "2 industry", [6]),
        (CITIES, "a l5", [0, 4, 5]),
        (CITIES, "settle a", [0]),
        (CITIES, "city b settle l5", [1]),
        (CITIES, "column 1", [2]),
        (CITIES, "3s", [2]),
        (BIDS, "bid 1 3", [0, 1]),
        (BIDS, "3 column 1", [0]),
        (BIDS, "1 science column 1", []),
        (CITIES, "from b to a", [5]),
        (CITIES, "from city a to city b", [4]),
        (CITIES, "l15 2 0", [6, 7]),
        (CITIES, "lay l15 2 0", [6]),
        (CITIES, "l 15 2 0 half", [7]),
        (CITIES, "l1", []),
        (CITIES, "i16", [9]),
        (CITIES, "ii 16", [10]),
        (CITIES, "16", [10]),
    ],
)
def test_what_is_typed_means_these_moves(choices: Menu, text: str, indices: list[int]) -> None:
    assert choices.find(text) == indices


@rows(
    ("choices", "text", "told"),
    [
        (TILES, "tavrn park", "No legal move has `tavrn`; did you mean tavern?"),
        (TILES, "2 boats", "No legal move has `boats`."),
        (TILES, "office bed", "No legal move has both office and bed."),
        (TILES, "pick park office", "No legal move has both park and office."),
        (TILES, "3 shops", "No legal move has all of this: 3 shops."),
        (PLACES, "park 7 7", "No legal move has `7,7`."),
        (PLACES, "park 0 1 left", "No legal move has both park and left."),
        (PLACES, "first parking smog 1 0", "No legal move has `smog`."),
        (CITIES, "column bid 5", "No legal move has both bid and 5."),
        (CITIES, "turned column l15", "No legal move has both column and l15."),
        (TILES, "shop", ""),
        (TILES, "", ""),
    ],
)
def test_a_text_that_finds_nothing_is_explained(choices: Menu, text: str, told: str) -> None:
    assert choices.hint(text) == told


# -- random games


def played(setup: Setup, some: int) -> Iterator[tuple[Any, Any, Menu]]:
    """Some decisions of a random game: the view of a seat, a move, and the menu that it is chosen from."""
    chooser = Stream("typing", setup.game.name)
    for state, due, legal in decisions(setup, some=some):
        seat = chooser.choice(due.seats)
        view = state.view(seat)
        yield view, chooser.choice(legal[seat]), menu_of(setup, view, legal[seat], NAMES[: setup.seats])


def shuffled(words: str, chooser: Stream) -> str:
    """Words in another order. What belongs together stays so: a cell, a number and its word, `to` and what follows."""
    unit = r"-?\d+, -?\d+|\(?-?\d+ [^\W\d]\w*\)?|\w+ \(?-?\d+\b\)?(?! ?[\w,])|city \w\b|\S+"
    parts = re.findall(rf"\b(?:from|to) .*?(?= from | to |$)|{unit}", words)
    return " ".join(chooser.draw(parts, len(parts)))


def beginnings(move: str, others: Sequence[str]) -> str | None:
    """The fewest letters at the beginning of one of a move's words with which no word of another move begins.

    Words such as `over` name nothing, and their beginnings may be signs or names: `o` must not stand for `over`. Roman
    numerals are whole: `ii` is II, and not the beginning of III, also where there is no II.
    """
    slight = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "over", "the", "to", "with"}
    word = re.compile(r"[^\W\d_]+(?:['/][^\W\d_]+)*")
    there = {part for other in others for part in word.findall(other.casefold())}
    own = [part for part in word.findall(move.casefold()) if len(part) > 1 and part not in slight and part.strip("iv")]
    starts = [part[:n] for part in own for n in range(1, len(part) + 1)]
    return min([start for start in starts if not any(part.startswith(start) for part in there)], key=len, default=None)


@pytest.mark.parametrize("some", daily([12, 100]))
@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_found_by_its_words_in_any_order_and_by_their_beginnings(name: str, some: int) -> None:
    """Nothing that is made from a move finds another one alone; in the exhaustive run in all ways to play."""
    chooser = Stream("typing", "words")
    for setup in [full_table(name)] if some == 12 else setups(name).values():
        for view, move, menu in played(setup, some):
            at = list(menu.moves).index(move)
            words = menu.words[at]
            assert menu.find(words) == [at]
            assert menu.find(words.upper()) == [at], words
            others = [*menu.words[:at], *menu.words[at + 1 :]]
            for text in (shuffled(words, chooser), words.replace(", ", ","), words.replace("-", "−")):
                assert at in menu.find(text), (text, words)
            if start := beginnings(words, others):
                assert menu.find(start) == [at], (start, words)
            for kind, text in typed(setup.game.name, view, move):
                assert at in menu.find(text), (kind, text, words)
                assert not menu.hint(text)
