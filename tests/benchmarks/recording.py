"""What it takes to write down a game: answers, keys and words, by the numbers of the moves.

    python -m tests.benchmarks.recording

Somebody writes down a recorded game of each kind, of three players if there is one. Nobody has seen the hands; what
else was drawn is typed in full. Words are all that `record` shows, boards and lists among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from cityleague.cli import cli
from cityleague.engine.protocol import Draw
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.engine.unseen import UNSEEN
from cityleague.replays import recorded_games
from cityleague.replays.log import ChanceEvent, MoveEvent, decoder
from cityleague.replays.people.table import only
from cityleague.replays.replay import ComponentFiles, begin

LOGS = Path(__file__).parents[2] / "examples/conformance/good"


def typed(game: Any) -> Iterator[str]:
    """What is typed, line by line."""
    header = game.header()
    setup, state = begin(header, ComponentFiles())
    same = setup.game.canonical
    for line in game.log.splitlines():
        event = decoder(setup.game).event(line)
        if isinstance(event, ChanceEvent):
            draw = state.pending()
            assert isinstance(draw, Draw)
            if draw.hidden:
                yield "unseen"
            elif draw.take and len(set(draw.items)) > 1:
                yield ", ".join(map(str, event.order))
            state.resolve([UNSEEN] * draw.take if draw.hidden else [item for item in event.order if item is not None])
        elif isinstance(event, MoveEvent):
            legal = state.legal(event.seat)
            alike = [at for at, move in enumerate(legal) if same(move) == same(event.move)]
            at = next((at for at in alike if legal[at] == event.move), alike[0])
            if not only(setup, legal):
                yield str(at + 1)
            state.apply(event.seat, legal[at])


def main() -> None:
    """Print a line for each game."""
    for name in GAMES:
        game = min(recorded_games(LOGS / f"{name}.jsonl"), key=lambda one: abs(len(one.header().players) - 3))
        header = game.header()
        options = [f"--option={key}={_text(value)}" for key, value in header.options.items()]
        names, lines = [f"Anna {seat}" for seat in range(len(header.players))], list(typed(game))
        with TemporaryDirectory() as folder:
            command = ["record", name, *names, "-o", f"{folder}/g.jsonl", "--date", "none", *options]
            shown = CliRunner().invoke(cli, command, input="".join([f"{line}\n" for line in lines])).output
        assert "The game is over" in shown
        keys = sum([len(line) + 1 for line in lines])
        words = len(shown.split())
        print(f"{find_game(name).title}, {len(names)} players: {len(lines)} answers, {keys} keys, {words} words shown")


def _text(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    main()
