"""Refused logs that take long: each game in them goes well up to a line with far too much in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cityleague.replays.log.events import is_header

from ..replays.helpers import DATA, dump, log
from .choosing import Choices
from .counting import instructions
from .probing import folder
from .spoiling import HOSTILE

BYTES_COST, GAMES_COST = 20, 2
"""What a refused log may cost: so many times what legal games of the same bytes do, or so many times as many games."""
BATCH = 16
"""Inputs that are counted together."""
_SIZE = 1 << 13
"""Bytes of an input, unless it is a single game that is longer."""


class Slow(NamedTuple):
    """A log of equal games, all of which are refused."""

    game: str
    """What is played."""
    lines: list[bytes]
    """Of one of them."""

    @property
    def times(self) -> int:
        """How many there are."""
        return max(1, _SIZE // len(log(self.lines)))

    @property
    def data(self) -> bytes:
        """All of them."""
        return log(self.lines) * self.times


@cache
def legal() -> dict[str, list[bytes]]:
    """The lines of one legal game of each kind: the one with the most kinds of moves."""
    return {path.stem: max(legal_games(path.stem), key=_variety) for path in sorted(DATA.glob("*.jsonl"))}


def legal_games(name: str) -> Iterator[list[bytes]]:
    """The lines of each recorded game of a kind."""
    game: list[bytes] = []
    for line in (DATA / f"{name}.jsonl").read_bytes().splitlines():
        if is_header(line) and game:
            yield game
            game = []
        game.append(line)
    yield game


def _variety(lines: list[bytes]) -> int:
    return len({json.loads(line)["move"]["type"] for line in lines if b'"move"' in line})


def _name(choices: Choices) -> str:
    """A name that resembles others: of few letters, which come again and again."""
    return "".join([choices.of("aeilrstndc -|") for _ in range(choices.of([8, 12, 20, 80, 200]))])


def _excess(choices: Choices, value: Any) -> Any:
    """Far too much where a value stands."""
    match choices.below(6):
        case 0:
            return _name(choices)
        case 1:
            name = _name(choices)
            return [name[i % len(name) :] + name for i in range(choices.of([3, 40, 400]))]
        case 2 if isinstance(value, list) and value:
            return value * choices.of([2, 10, 100])
        case 3 if isinstance(value, str):
            return value.swapcase()
        case 4:
            return {f"{_name(choices)}{i}": i for i in range(choices.of([1, 40]))}
    return choices.of(HOSTILE)


def slow(choices: Choices) -> Slow:
    """A game that is refused at one of its lines."""
    game = choices.of(sorted(legal()))
    lines = legal()[game]
    at = choices.place(len(lines) - 1) if choices.below(2) else choices.below(min(8, len(lines)))
    event = json.loads(lines[at])
    inner = choices.of([part for part in (event, *event.values()) if isinstance(part, dict) and part] or [event])
    key = choices.of([*inner, "x" * 80])
    inner[key] = _excess(choices, inner.get(key))
    return Slow(game, [*lines[:at], dump(event)])


def shares(inputs: list[Slow]) -> Iterator[float]:
    """How much of what it may cost each input does cost; above 1 it is too slow. Valgrind must be there."""
    with folder() as here:

        def put(name: str, data: bytes) -> Path:
            path = here / name
            path.write_bytes(data)
            return path

        good = {game: put(f"{game}.jsonl", log(lines)) for game, lines in legal().items()}
        counts = instructions(
            [*good.values(), *[put(f"{i}.jsonl", slow.data) for i, slow in enumerate(inputs)]], [*good.values()]
        )
    of_game = dict(zip(good, counts, strict=False))
    for slow, count in zip(inputs, counts[len(good) :], strict=True):
        for_bytes = of_game[slow.game] / len(log(legal()[slow.game])) * len(slow.data)
        yield min(count / for_bytes / BYTES_COST, count / slow.times / of_game[slow.game] / GAMES_COST)
