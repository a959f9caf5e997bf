"""How many taps the moves of recorded games take, where each is chosen on pictures.

    python -m tests.benchmarks.taps [LOG...]

A tap is a place, a chip, a step of a stepper from its least number or a digit of it, whichever are fewer, and taking
that number; a list takes two, one to search it. Nothing is confirmed, and the only legal move makes itself. Places are
tapped in the order in which the game tells them, as long as they narrow. Where the log has a way to pay that is not
listed, a listed one is counted.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cityleague.replays import Position, recorded_games
from cityleague.replays.people.narrowing import Narrowed, Narrowing, narrowing_of, value_of

LOGS = ("examples", "examples/evenings")


class Way(NamedTuple):
    """How somebody comes to a move."""

    tapped: tuple[str, ...]
    picked: tuple[tuple[str, str], ...]
    taps: int


def way(narrowing: Narrowing, move: int) -> Way:
    """What somebody taps and picks who does not know the other moves, until one remains; which is then the move."""
    so_far = Way((), (), 0)
    while (step := narrowing.after(so_far.tapped, so_far.picked)).chosen is None:
        tapped, picked, taps = so_far
        to_come = narrowing.places[move] - Counter(tapped)
        if lit := [token for token in to_come if token in step.tokens]:
            so_far = Way((*tapped, lit[0]), picked, taps + 1)
        else:
            pick, cost = _pick(narrowing, move, step, so_far)
            so_far = Way(tapped, (*picked, pick), taps + cost)
    if step.chosen != move:
        raise AssertionError(f"{narrowing.moves[move]} cannot be reached")
    return so_far


def _pick(narrowing: Narrowing, move: int, step: Narrowed, way: Way) -> tuple[tuple[str, str], int]:
    """The pick that leaves the fewest moves, and its taps."""
    there = [(field, value) for field in step.fields if (value := value_of(narrowing.moves[move], field.name))]
    field, value = min(
        there, key=lambda pick: len(narrowing.after(way.tapped, [*way.picked, (pick[0].name, pick[1])]).moves)
    )
    at = field.values.index(value)
    return (field.name, value), min(at, len(value)) + 1 if field.is_stepped else 1


def listed(legal: Sequence[object], position: Position) -> int:
    """Where a move is in the list of legal ones: itself, or the one that stands for it."""
    canonical = position.setup.game.canonical
    if position.move in legal:
        return legal.index(position.move)
    return [canonical(move) for move in legal].index(canonical(position.move))


def taps_of(path: str) -> dict[str, list[int]]:
    """The taps of each move in the games of a log, by the game's title."""
    taps: dict[str, list[int]] = {}
    for game in recorded_games(path):
        for position in game.positions():
            if position.seat is None:
                continue
            legal = position.legal()
            narrowing = narrowing_of(position.setup, position.state.view(position.seat), legal)
            taps.setdefault(position.setup.game.title, []).append(way(narrowing, listed(legal, position)).taps)
    return taps


def unseen(path: Path) -> bytes:
    """A log of Between Two Cities as it is where nobody saw the hands."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return b"\n".join([json.dumps(line | {"order": [None] * len(line["order"])} if "chance" in line else line).encode()
                       for line in lines])  # fmt: skip


def main() -> None:
    """Print a row for each game."""
    logs = sys.argv[1:] or [
        str(path) for folder in LOGS for path in sorted(Path(folder).glob("*.jsonl")) if path.stem != "broken"
    ]
    taps: dict[str, list[int]] = {}
    for log in logs:
        for title, counts in taps_of(log).items():
            taps.setdefault(title, []).extend(counts)
    with TemporaryDirectory() as folder:
        unknown = Path(folder) / "unseen.jsonl"
        unknown.write_bytes(unseen(Path("examples/by-hand.jsonl")))
        taps |= {f"{title}, hands that nobody saw": counts for title, counts in taps_of(str(unknown)).items()}
    print("| | moves | taps | taps a move | most |\n|---|---|---|---|---|")
    for title, counts in taps.items():
        print(f"| {title} | {len(counts)} | {sum(counts)} | {sum(counts) / len(counts):.2f} | {max(counts)} |")


if __name__ == "__main__":
    main()
