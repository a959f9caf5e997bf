"""Games in progress for tests, and a second way to get their logs: the engine and `json`, without table and replay."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN
from cityleague.replays.log import Header
from cityleague.replays.people import Journal, company, new_header
from cityleague.replays.people.table import Table
from cityleague.replays.players import Entrant, Terms
from cityleague.replays.replay import ComponentFiles, validate
from cityleague.replays.tournaments import Plan, Tournament, numbered, single

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil")
Made = tuple[int, Any] | tuple[str, list[Any]]
"""A seat and its move, or the name of a draw and what it brought."""


class Console:
    """Somebody at a console who answers each question by a function; None leaves."""

    def __init__(self, answer: Callable[[str], str | None], width: int = 80) -> None:
        self.said, self.answer, self.width = list[str](), answer, width

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str, _completing: object) -> str:
        self.said.append(question)
        text = self.answer(question)
        if text is None:
            raise EOFError
        return text

    def clear(self) -> None:
        self.said.append("cleared")

    @property
    def text(self) -> str:
        """All that is said and asked."""
        return "\n".join(self.said)


class Typing(Console):
    """Somebody who answers by a function where a move is asked for, and confirms it; without one, by the first move."""

    def __init__(self, type_: Callable[[], str] = lambda: "1") -> None:
        super().__init__(self._typed)
        self._type = type_

    def _typed(self, question: str) -> str:
        confirms = self.said[-2].endswith("Enter makes this move.")
        return "" if confirms or not question.endswith("move> ") else self._type()


def header_of(game: str, players: int, seed: str | None = "7", **options: Any) -> Header:
    """The header of a game of these people."""
    return new_header(game, NAMES[:players], options=options, components=None, seed=seed)


def table_of(header: Header, path: Path | None = None) -> Table:
    """A game that begins."""
    return Table(Journal(str(path) if path else None), header, ComponentFiles())


def with_bots(game: str, *bots: str, **options: Any) -> tuple[Table, Sequence[Entrant], Terms]:
    """A game of people (`me`) and bots that begins, who sits where, and the terms."""
    plan = Plan(game=game, bots=tuple(numbered(bots)), seats=len(bots), seed="7", options=options)
    tournament = Tournament(plan, with_people=True)
    header, seated, _ = single(tournament)
    table = company(Journal(None), header, ComponentFiles())
    assert table
    return table, seated, tournament.terms()


def setup_of(header: Header) -> Setup:
    """The game as the engine sets it up."""
    game = find_game(header.game)
    return Setup(game, msgspec.convert(header.options, game.options), game.components(None), len(header.players))


def happened(state: State[Any], made: Made) -> None:
    """Let this happen."""
    who, what = made
    if isinstance(who, str):
        state.resolve([UNSEEN if item is None else item for item in what])
    else:
        state.apply(who, what)


def followed(header: Header, lines: Sequence[bytes]) -> State[Any]:
    """The position after the lines of a log."""
    state = setup_of(header).begin()
    for made in events(lines):
        happened(state, made)
    return state


def events(lines: Sequence[bytes]) -> list[Made]:
    """What the lines of a log tell of draws and moves."""
    game = find_game(json.loads(lines[0])["game"])
    told = [json.loads(line) for line in lines[1:]]
    return [
        (event["chance"], event["order"])
        if "chance" in event
        else (event["seat"], msgspec.convert(event["move"], game.moves))
        for event in told
        if "chance" in event or "move" in event
    ]


class Written:
    """A log as it must look, made of what people do."""

    def __init__(self, header: Header) -> None:
        self.header, self.setup = header, setup_of(header)
        self.state = self.setup.begin()
        self.lines = [msgspec.json.encode(header)]
        self.unseen = False
        self.advance()

    def advance(self) -> None:
        """Let the seed speak, and whatever brings the same in any case."""
        while isinstance(draw := self.state.pending(), Draw):
            if isinstance(self.header.seed, str):
                self._write(draw.name, outcome(self.header.seed, draw))
            elif draw.take == 0 or len(set(draw.items)) == 1:
                self._write(draw.name, list(draw.items)[: draw.take])
            else:
                return

    def do(self, made: Made) -> None:
        """What somebody does; raises IllegalMove, also for a draw that is not due."""
        draw = self.state.pending()
        if isinstance(made[0], str) and not (isinstance(draw, Draw) and draw.name == made[0]):
            raise LookupError(made[0])
        self._write(*made)
        self.advance()

    def _write(self, who: str | int, what: Any) -> None:
        before = self.state.round
        if isinstance(who, str):
            draw = self.state.pending()
            assert isinstance(draw, Draw)
            left = Counter(draw.items)
            left.subtract([item for item in what if item is not None])
            if min(left.values()) < 0:
                raise LookupError(who)
            self.unseen |= None in what
            self.state.resolve([UNSEEN if item is None else item for item in what])
            self.lines.append(_json({"chance": who, "order": what}))
        else:
            self.state.apply(who, what)
            self.lines.append(_json({"seat": who, "move": json.loads(msgspec.json.encode(what))}))
        if self.state.round != before and not self.unseen:
            self.lines.append(_json({"check": self.state.digest()}))


def written(header: Header, made: Sequence[Made]) -> Written:
    """The log of all this."""
    log = Written(header)
    for event in made:
        log.do(event)
    return log


def _json(event: dict[str, Any]) -> bytes:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def played(table: Table, stream: Stream, steps: int = 1 << 30) -> Iterator[Made]:
    """Let chance decide what people do, so many times or to the end; what they have done, each time."""
    for _ in range(steps):
        pending = table.pending()
        if pending is None:
            return
        if isinstance(pending, Draw):
            order: list[Any] = stream.draw(pending.items, pending.take)
            table.draw(order)
            yield pending.name, order
        else:
            seat = stream.choice(pending.seats)
            move = stream.choice(table.state.legal(seat))
            table.answer(seat, move)
            yield seat, move


class Shot(NamedTuple):
    """All that a table and its file show."""

    lines: list[bytes]
    digest: str
    forfeits: list[Any]
    taken_back: list[Any]
    standing: Any
    file: bytes | None


def shot(table: Table) -> Shot:
    """How they are now."""
    path = table.journal.path
    return Shot(
        table.lines,
        table.state.digest(),
        list(table.forfeits),
        [step.event for step in table.taken_back],
        [*table.standing()[:3], [(question.seat, question.key) for question in table.standing().questions]],
        Path(path).read_bytes() if path else None,
    )


def phases(lines: Sequence[bytes]) -> list[object]:
    """A log in which the order of moves between what everybody sees (chance, checks, the result) is left out."""
    told: list[object] = []
    moves: list[bytes] = []
    for line in lines[1:]:
        if b'"move"' in line[:20]:
            moves.append(line)
        else:
            told += [sorted(moves), line]
            moves = []
    return [*told, sorted(moves)]


def is_valid(folder: Path, lines: Sequence[bytes], *, over: bool = True) -> bool:
    """Whether validation finds nothing in a log."""
    path = folder / "validated.jsonl"
    path.write_bytes(b"".join([line + b"\n" for line in lines]))
    return [verdict.finding for verdict in validate([str(path)], still_running=not over)] == [None]


def made_now(table: Table, seat: int, move: Any) -> bool:
    """Make a move, if the rules allow it now; whether they do."""
    try:
        table.answer(seat, move)
    except IllegalMove:
        return False
    return True


def due(table: Table) -> tuple[int, ...]:
    """Who may answer."""
    pending = table.pending()
    return pending.seats if isinstance(pending, Decision) else ()
