"""A game as the steps that one goes through to look at it: after each move a position, and what was said about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from cityleague.engine.looks.picture import Picture, Pictures, shortened
from cityleague.engine.looks.text import WIDTH
from cityleague.engine.protocol import Decision
from cityleague.engine.scoring import Points
from cityleague.engine.scoring import Sheet as ScoreSheet
from cityleague.replays.log import Finding, Forfeit, Header, Problem, RawGame, has_field
from cityleague.replays.pages.shares import Shares, shares_of
from cityleague.replays.pages.svg import pictures_of
from cityleague.replays.replay import ComponentFiles, Replay

_NAME = 190
"""How wide the name of a player may be where it stands beside others, in units."""


class Remarks(msgspec.Struct, frozen=True):
    """What a line may say beside its event."""

    ms: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as it is told."""

    seat: int
    words: str
    secret: bool
    """Whether the others do not see what it holds."""
    line: int
    """Number of its line in the file, from 1."""


@dataclass(slots=True)
class Step:
    """A position, and the move that led to it; the first one has no move."""

    move: Move | None
    round: int
    """The round in which the move was made."""
    picture: Picture
    """All that somebody sees: what everybody does, then what each seat alone knows."""
    text: str
    """The boards as text, if the game cannot be drawn."""
    scores: list[Points]
    shares: list[Shares]
    """Where the points of each seat come from."""
    due: tuple[int, ...]
    """The seats that may move now."""
    notes: list[str] = field(default_factory=list)
    """Remarks of the log since the last step."""
    ms: float | None = None
    """The thinking time of the move, in milliseconds."""
    forfeits: list[Forfeit] = field(default_factory=list)
    """Who forfeited since the last step."""
    checks: list[int] = field(default_factory=list)
    """The lines since the last step whose digest was checked, and right."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A game, from its beginning to its end or to the first thing wrong with it."""

    header: Header | None
    replay: Replay
    steps: list[Step]
    sheets: list[ScoreSheet]
    """As the game stands after the last step."""
    over: bool
    finding: Finding | None

    @property
    def names(self) -> list[str]:
        """The players, told apart."""
        return names_of(self.header.players if self.header else ())


def names_of(players: Sequence[str]) -> list[str]:
    """Names for people: cut if they are very long; players with the same name get the number of their seat."""
    short = [shortened(name, _NAME, 12) for name in players]
    count = Counter(short)
    return [f"{name} ({seat})" if count[name] > 1 else name for seat, name in enumerate(short)]


def walk(raw: RawGame, files: ComponentFiles) -> Walk:
    """Go through a game; what is wrong with it is told, not raised."""
    walker = _Walker(raw, files)
    finding = None
    try:
        walker.go()
    except Problem as problem:
        finding = walker.replay.finding(problem)
        walker.stop()
    return Walk(
        walker.replay.header,
        walker.replay,
        walker.steps,
        walker.replay.state.scores() if walker.steps else [],
        walker.replay.result is not None and finding is None,
        finding,
    )


class _Walker:
    """Collects steps from a replay."""

    def __init__(self, raw: RawGame, files: ComponentFiles) -> None:
        self.replay = Replay(raw, files)
        self.steps: list[Step] = []
        self._lines, self._first = raw.lines, raw.first
        self._read = 0
        self._move: Move | None = None
        self._round = 1

    def go(self) -> None:
        """Walk to the end; raises Problem."""
        replay = self.replay
        for seat, move in replay.walk():
            self._step()
            self._round = replay.state.round
            self._move = self._told(seat, move)
        self._step()

    def stop(self) -> None:
        """The game goes no further: keep the position that was reached, if it was not kept yet."""
        told = self._move is not None and self.replay.moves == len(self.steps)
        if hasattr(self.replay, "state") and (told or not self.steps):
            self._step()

    def _told(self, seat: int, move: msgspec.Struct) -> Move:
        state, setup = self.replay.state, self.replay.setup
        pictures = pictures_of(setup.game)
        pending = state.pending()
        names = names_of(self.replay.header.players if self.replay.header else ())
        if pictures:
            words = pictures.describe(setup, state.view(seat), move, names)
        else:
            words = msgspec.json.encode(move).decode()
        return Move(seat, words, setup.game.conceals(pending, move), self.replay.line)

    def _step(self) -> None:
        replay = self.replay
        state, setup = replay.state, replay.setup
        pictures = pictures_of(setup.game)
        names = names_of(replay.header.players if replay.header else ())
        sheets = state.scores()
        pending = state.pending()
        known = sum([len(step.forfeits) for step in self.steps])
        notes, ms, checks = self._remarks()
        self.steps.append(
            Step(
                move=self._move,
                round=self._round,
                picture=_everything(pictures, replay, names) if pictures else Picture("", ()),
                text="" if pictures else setup.game.draw(setup, state.view(None), WIDTH, names),
                scores=[sheet.total for sheet in sheets],
                shares=[shares_of(sheet) for sheet in sheets],
                due=pending.seats if isinstance(pending, Decision) else (),
                notes=notes,
                ms=ms,
                forfeits=replay.forfeits[known:],
                checks=checks,
            )
        )

    def _remarks(self) -> tuple[list[str], float | None, list[int]]:
        """What the lines up to the current one say that was not told yet: notes, the time of the last move, checks."""
        last = self.replay.line - self._first + (self.replay.result is not None)
        first, self._read = self._read, last
        notes: list[str] = []
        checks: list[int] = []
        ms = None
        for number, line in enumerate(self._lines[first:last], self._first + first):
            if b'"check"' in line and has_field(line, "check"):
                checks.append(number)
            if b'"note"' in line or b'"ms"' in line:
                remarks = _decoder.decode(line)
                notes += [remarks.note] * bool(remarks.note)
                ms = remarks.ms if remarks.ms is not None and b'"move"' in line else ms
        return notes, ms, checks


_decoder = msgspec.json.Decoder(Remarks)


def _everything(pictures: Pictures, replay: Replay, names: Sequence[str]) -> Picture:
    """What everybody sees, then what each seat knows beyond that."""
    setup, state = replay.setup, replay.state
    public = pictures.picture(setup, state.view(None), names)
    private = [
        sheet
        for seat in range(state.seats)
        for sheet in pictures.picture(setup, state.view(seat), names).sheets
        if sheet.owner == seat
    ]
    return Picture(public.caption, [*public.sheets, *private])
