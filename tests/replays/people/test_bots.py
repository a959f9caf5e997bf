"""Bots at a table of people: the same log as where a bot plays the person's moves, and bots that fail, stall or die."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.bots.specs import BotSpec, BotSpecError
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.replays.log import Header
from cityleague.replays.people import Journal, company, play_with_bots
from cityleague.replays.people.bots import Bots
from cityleague.replays.people.steps import only
from cityleague.replays.people.table import Table
from cityleague.replays.players import ME, Entrant, Limits, Terms, bot_of, record_game
from cityleague.replays.replay import ComponentFiles, begin
from cityleague.replays.tournaments import Plan, Tournament, numbered, single
from cityleague.replays.workers import WorkerError

from ...rows import daily
from .tables import Typing, due, followed, is_valid

FAILING = """
import json, sys, time
json.loads(sys.stdin.readline())
print('{"ready":1}', flush=True)
for number, line in enumerate(sys.stdin):
    if number == 3:
        %s
    print('{"choose":0}', flush=True)
"""
PLAIN = Terms()
WAYS = {
    "crash": "raise LookupError('no such street')",
    "illegal": """print('{"move":{"type":"pick","tiles":["boat","boat"]}}', flush=True)""",
    "garbage": "print('hello', flush=True)",
    "stall": "time.sleep(60)",
    "timeout": "time.sleep(0.6)",
}


class Scripted:
    """Chooses at random, as `Typing` does with the same stream; a move without another one is made unasked."""

    def __init__(self, setup: Setup, stream: Stream) -> None:
        self._setup, self._stream = setup, stream

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        return legal[0] if only(self._setup, legal) else self._stream.choice(legal)


def game_of(game: str, bots: Sequence[str], terms: Terms = PLAIN, **options: Any) -> tuple[Header, Sequence[Entrant]]:
    """A game that people and bots are about to begin."""
    plan = Plan(game=game, bots=tuple(numbered(bots)), seats=len(bots), seed="7", options=options, times=terms.times)
    return single(Tournament(plan, with_people=True))[:2]


def by_bots(header: Header, entrants: Sequence[Entrant], terms: Terms) -> list[bytes]:
    """The log, where a bot makes the moves of each person."""
    setup, _ = begin(header, ComponentFiles())
    stream = Stream("person", header.game)
    person = BotSpec(ME, lambda setup, _stream, _parameters: Scripted(setup, stream), {})
    bots = [person if entrant.spec == ME else bot_of(entrant, setup.game, terms) for entrant in entrants]
    return record_game(setup, header, bots)


def at_the_table(header: Header, entrants: Sequence[Entrant], terms: Terms, path: Path | None = None) -> Table:
    """The table, where people type at random to the end."""
    table = company(Journal(str(path) if path else None), header, ComponentFiles())
    assert table
    stream, people = (
        Stream("person", header.game),
        {seat for seat, entrant in enumerate(entrants) if entrant.spec == ME},
    )

    def number() -> str:
        seat = due(table)[0]
        assert seat in people
        return str(1 + stream.below(len(table.state.legal(seat))))

    assert play_with_bots(table, Typing(number), entrants, terms, None, None)
    return table


PEOPLE = [
    *[("between_two_cities", bots) for bots in (["random", "me", "greedy"], ["me", "random", "greedy"])],
    ("between_two_cities", ["random", "greedy", "me"]),
    *[
        (game, [f"p{seat}=me" if seat in people else "random" for seat in range(3)])
        for people in ({0}, {1}, {2}, {0, 2}, {1, 2})
        for game in sorted(GAMES)
    ],
]


@pytest.mark.parametrize(("game", "bots"), daily(PEOPLE))
def test_people_at_the_seats_of_any_game_play_what_bots_with_the_same_moves_play(game: str, bots: list[str]) -> None:
    header, entrants = game_of(game, bots)
    assert at_the_table(header, entrants, Terms()).lines == by_bots(header, entrants, Terms())


def program(folder: Path, way: str) -> str:
    """A bot that fails at its fourth decision."""
    (folder / f"{way}.py").write_text(FAILING % WAYS[way])
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(folder / f'{way}.py'))}"


@pytest.mark.parametrize("way", daily(["illegal", "crash", "garbage", "stall", "timeout"], 1))
def test_a_bot_that_fails_forfeits_as_it_does_without_people(way: str, tmp_path: Path) -> None:
    terms = Terms({"stall": Limits(decision=1.5), "timeout": Limits(game=0.5)}.get(way, Limits(decision=30)))
    header, entrants = game_of("between_two_cities", ["Ada=me", program(tmp_path, way), "random"])
    table = at_the_table(header, entrants, terms, tmp_path / "g.jsonl")
    assert [(forfeit.seat, forfeit.kind) for forfeit in table.forfeits] == [(1, way)]
    assert table.lines == by_bots(header, entrants, terms)
    assert (tmp_path / "g.jsonl").read_bytes().splitlines() == table.lines
    assert is_valid(tmp_path, table.lines)


def test_times_and_the_trace_are_kept_for_games_of_people(tmp_path: Path) -> None:
    terms = Terms(times=True, trace=str(tmp_path / "said"))
    header, entrants = game_of("between_two_cities", ["random", "Ada=me"], terms)
    table = at_the_table(header, entrants, terms)
    moves = [event for line in table.lines if "move" in (event := json.loads(line))]
    timed = [move["seat"] for move in moves if "ms" in move]
    assert timed.count(0) == len(moves) // 2
    assert timed.count(1) > 10  # where there is no other move, nobody thinks
    assert is_valid(tmp_path, table.lines)
    (trace,) = (tmp_path / "said").iterdir()
    said = [json.loads(line) for line in trace.read_text().splitlines()]
    assert {line["seat"] for line in said if "seat" in line} == {0}
    assert len([line for line in said if "says" in line]) == len(moves) // 2


def test_a_trace_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "said").write_text("")
    terms = Terms(trace=str(tmp_path / "said"))
    header, entrants = game_of("between_two_cities", ["random", "Ada=me"], terms)
    with pytest.raises(OSError, match="said"):
        at_the_table(header, entrants, terms)


# -- bots that think for ever, and processes that die


class Asleep:
    """A bot that never answers; whether a signal can end its sleep is up to its parameter."""

    def __init__(self, _setup: Setup, _stream: Stream, parameters: Mapping[str, str]) -> None:
        self._deaf = "deaf" in parameters

    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        if self._deaf:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        time.sleep(600)


def children() -> set[int]:
    """The processes that this one has started, zombies too."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, parent = path.read_text().rpartition(")")[0], path.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == os.getpid():
            command = (path.parent / "cmdline").read_bytes() if (path.parent / "cmdline").exists() else b""
            if b"resource_tracker" not in command:
                found.add(int(name.split()[0]))
    return found


def waiting_for(spec: str, do: Callable[[Bots, Table, int], None], folder: Path) -> tuple[Table, float]:
    """Sit at a table where a bot thinks, do something, and leave; how many seconds that took."""
    before = children()
    header, _ = game_of("between_two_cities", ["greedy", "Ada=me"])
    table = company(Journal(str(folder / "g.jsonl")), header, ComponentFiles())
    assert table
    with Bots(table, {0: Entrant("Bo", spec)}, Terms()) as bots:
        time.sleep(0.5)
        (worker,) = children() - before
        begun = time.monotonic()
        do(bots, table, worker)
    seconds = time.monotonic() - begun
    assert children() <= before
    lines = (folder / "g.jsonl").read_bytes().splitlines()
    assert lines == table.lines
    assert followed(header, lines).digest() == table.state.digest()
    return table, seconds


@pytest.mark.exhaustive
@pytest.mark.parametrize("spec", daily([f"{__name__}:Asleep", f"{__name__}:Asleep?deaf=1"], 1))
def test_whoever_leaves_while_a_bot_thinks_leaves_at_once_and_no_process_stays(spec: str, tmp_path: Path) -> None:
    table, seconds = waiting_for(spec, lambda _bots, _table, _worker: None, tmp_path)
    assert seconds < 30
    assert not table.forfeits


@pytest.mark.exhaustive
def test_a_process_that_is_killed_is_told_to_whoever_waits_and_the_game_is_kept(tmp_path: Path) -> None:
    def kill(_bots: Bots, table: Table, worker: int) -> None:
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(WorkerError, match="has died; was it killed"):
            table.wait(table.revision, 60)

    table, _ = waiting_for(f"{__name__}:Asleep", kill, tmp_path)
    assert not table.forfeits


def test_a_bot_that_cannot_be_made_leaves_no_process() -> None:
    before = children()
    header, _ = game_of("between_two_cities", ["greedy", "Ada=me"])
    table = company(Journal(None), header, ComponentFiles())
    assert table
    with pytest.raises(BotSpecError):
        Bots(table, {0: Entrant("Bo", "nobody")}, Terms())
    assert children() <= before


def sit_and_leave(seconds: float, left: threading.Event) -> None:
    """Leave so long after the first move of quick bots."""
    header, entrants = game_of("between_two_cities", ["greedy", "random", "Ada=me"])
    table = company(Journal(None), header, ComponentFiles())
    assert table
    with Bots(table, dict(enumerate(entrants[:2])), PLAIN):
        table.wait(table.revision, 10)
        time.sleep(seconds)
    left.set()


@pytest.mark.exhaustive
def test_leaving_at_any_moment_never_hangs() -> None:
    """Somebody who leaves may find bots at work or not."""
    before = children()
    for number in range(40):
        left = threading.Event()
        threading.Thread(target=sit_and_leave, args=(number / 4000, left), daemon=True).start()
        assert left.wait(60)
    assert children() <= before
