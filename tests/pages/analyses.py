"""Two games with what `cityleague analyse` said of them, and analyses made up for any game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from cityleague.replays.analysis import Analyses, Analysis
from cityleague.replays.analysis.game import Task, opening, tasks
from cityleague.replays.analysis.levels import terms_of
from cityleague.replays.analysis.playouts import ending
from cityleague.replays.analysis.reading import summaries
from cityleague.replays.analysis.records import Chances, Judged, Opening, Record, line_of, record_of
from cityleague.replays.pages import game_page
from cityleague.replays.replay import ComponentFiles, Replay

from .games import raw_of

FOLDER = Path(__file__).parent / "analysed"
GAMES = ("between_two_cities", "neom")
"""The first by `analyse --worlds 16`, the second by `analyse --candidates 2 --worlds 4`.
Some time ago: the intervals are those of that time."""


def log_path(game: str) -> Path:
    """The log of a game that is analysed."""
    return FOLDER / f"{game}.jsonl"


def analysis_path(game: str) -> Path:
    """Its analysis."""
    return FOLDER / f"{game}.analysis.jsonl"


def lines_of(game: str) -> list[dict[str, Any]]:
    """The lines of its analysis."""
    return [json.loads(line) for line in analysis_path(game).read_bytes().splitlines()]


def analysed_page(game: str) -> str:
    """The page of a game with its analysis."""
    raw = raw_of(log_path(game).read_bytes())
    return game_page(raw, ComponentFiles(), analysis=Analyses([str(analysis_path(game))]).of(raw))


def write(path: Path, lines: Sequence[dict[str, Any]]) -> Path:
    """A file with these lines."""
    path.write_text("".join([json.dumps(line) + "\n" for line in lines]))
    return path


def summed(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a game, with the summaries that follow from the others."""
    begun, *others = [record_of(json.dumps(line).encode()) for line in lines if line["kind"] != "seat"]
    assert isinstance(begun, Opening)
    told = [*summaries(begun, others)]
    return [*[line for line in lines if line["kind"] != "seat"], *[json.loads(line_of(line)) for line in told]]


def made_up(log: bytes, path: Path, every: int = 3) -> Analysis:
    """An analysis that marks every third choice, and calls the last other legal move better."""
    terms = structs.replace(terms_of("neom"), bars=(1.0, 2.0, 4.0))
    replay = Replay(raw_of(log), ComponentFiles())
    records: list[Record] = []
    begun, choices = None, 0
    for task in tasks(replay, terms):
        assert replay.header
        begun = opening(raw_of(log), replay.header, terms)
        about: dict[str, Any] = {"id": begun.id, "line": task.line, "move": task.move}
        if task.kind is Judged:
            records.append(_choice(task, about, marked=choices % every == 0))
            choices += 1
        else:
            records.append(_point(task, about))
    assert begun
    path.write_bytes(b"".join(map(line_of, [begun, *records, *summaries(begun, records)])))
    found = Analyses([str(path)]).of(raw_of(log))
    assert found
    return found


def _choice(task: Task, about: dict[str, Any], *, marked: bool) -> Judged:
    """What is said of a choice: it loses 3, or nothing."""
    legal = [_plain(move) for move in task.state.legal(task.seat) if move != task.played]
    played, best = _plain(task.played), legal[-1]
    effects = (0.0,) * task.state.seats
    if not marked:
        return Judged(
            **about,
            seat=task.seat,
            lead=0,
            best=played,
            played=played,
            loss=0,
            se=0,
            mark=None,
            worlds=4,
            effects=effects,
        )
    worse = tuple([move for number, move in enumerate(legal) if number in (0, len(legal) // 2) and move != best])
    return Judged(
        **about, seat=task.seat, lead=0, best=best, played=played, worse=worse, loss=3, se=0, mark="mistake", worlds=24,
        effects=effects,
    )  # fmt: skip


def _point(task: Task, about: dict[str, Any]) -> Chances:
    """Equal chances, which nobody knows; at the end, the result."""
    seats = task.state.seats
    fair = (1 / seats,) * seats
    about |= {"round": task.state.round, "knows_hidden": True}
    if task.state.pending() is not None:
        return Chances(
            **about, playouts=24, chances=fair, low=(0,) * seats, high=(1,) * seats, places=(fair,) * seats,
            leads=(0,) * seats,
        )  # fmt: skip
    end = ending(task.state.scores())
    won = tuple([places[0] for places in end.places])
    return Chances(**about, playouts=0, chances=won, low=won, high=won, places=end.places, leads=end.leads)


def _plain(move: Any) -> Any:
    return json.loads(msgspec.json.encode(move))
