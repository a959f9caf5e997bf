"""How many keys a recorded game takes its people: by the numbers of moves, and by letters.

    python -m tests.benchmarks.typing GAME [GAMES]

Of recorded games, each move as a line: the keys of its number in the menu, and the fewest letters that mean it and no
other move, as a person would type them: beginnings of words of the move, numbers as they stand, and the signs of the
boards. Enter counts as a key. Moves with no choice are left out, and so are those that the menu has in another form.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from statistics import mean, median

from cityleague.engine.registry import game as find_game
from cityleague.replays import recorded_games
from cityleague.replays.log import ChanceEvent, MoveEvent, decoder
from cityleague.replays.people.menu import Menu, menu_of
from cityleague.replays.replay import ComponentFiles, begin

_DATA = Path(__file__).parents[2] / "examples/conformance/good"
_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
_WORDS = 3
"""The most words that are typed."""
_LETTERS = 3
"""The most letters of a word that are typed."""
_SLIGHT = ("a", "an", "the", "and", "in", "at", "of", "for", "with", "on")
_TRIED = 4000
"""The most texts that are tried for a move, the shortest first."""


def menus(game: str, games: int) -> Iterator[tuple[Menu, int, list[str]]]:
    """The menus of recorded games, where the move made stands in each, and the signs of the boards."""
    decode = decoder(find_game(game)).event
    for recorded in islice(recorded_games(_DATA / f"{game}.jsonl"), games):
        setup, state = begin(recorded.header(), ComponentFiles())
        for event in map(decode, recorded.log.splitlines()):
            if isinstance(event, ChanceEvent):
                state.resolve(list(event.order))  # type: ignore[arg-type]  # nobody has left anything unseen there
            elif isinstance(event, MoveEvent):
                view, legal = state.view(event.seat), state.legal(event.seat)
                menu = menu_of(setup, view, legal, _NAMES[: setup.seats])
                moves = list(menu.moves)
                if len(moves) > 1 and event.move in moves:
                    at = moves.index(event.move)
                    yield menu, at, [sign for sign, words in menu.signs.items() if words in menu.words[at]]
                state.apply(event.seat, event.move)


def pieces(words: str, signs: list[str]) -> list[str]:
    """What may be typed for one word: numbers and names as they stand, beginnings of words, and signs of the boards."""
    parts = [part for part in re.findall(r"-?\d+, ?-?\d+|[\w/'-]*\d[\w/'-]*|[^\W\d_]+", words) if part not in _SLIGHT]
    numbers = [part.replace(", ", ",") for part in parts if part[-1].isdecimal()]
    begun = [part[:length] for part in parts if part.isalpha() for length in range(1, _LETTERS + 1)]
    counts = [number + sign for number in numbers if number.isdecimal() for sign in signs if len(sign) == 1]
    return list(dict.fromkeys([*numbers, *signs, *counts, *begun]))


def fewest(menu: Menu, at: int, signs: list[str]) -> str:
    """The shortest of such texts that means a move and no other; all of its words if there is none."""
    there = pieces(menu.words[at], signs)
    texts = [" ".join(some) for count in range(1, _WORDS + 1) for some in combinations(there, count)]
    for text in sorted(texts, key=len)[:_TRIED]:
        if not text.isdecimal() and menu.find(text) == [at]:
            return text
    return menu.words[at]


def main(game: str, games: int = 1) -> None:
    """Print what each move takes, and how it is in the middle and at most."""
    numbers, letters, seconds = [], [], []
    for menu, at, signs in menus(game, games):
        text = fewest(menu, at, signs)
        begun = time.process_time()
        menu.find(text)
        seconds.append(time.process_time() - begun)
        numbers.append(len(str(at + 1)) + 1)
        letters.append(len(text) + 1)
        print(f"{len(menu.words):4}  {numbers[-1]:2} {letters[-1]:3}  {text:24}  {menu.words[at]}")
    for called, keys in (("numbers", numbers), ("letters", letters)):
        print(f"{game}, {called}: mean {mean(keys):.2f}, median {median(keys)}, most {max(keys)}, sum {sum(keys)}")
    print(f"{len(numbers)} moves; finding one takes at most {1000 * max(seconds):.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
