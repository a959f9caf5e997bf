"""A game as the steps that one goes through to look at it: after each move a position, and what was said about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.picture import Picture, Pictures, Sheet, shortened
from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.looks.targets import yours
from cityleague.engine.protocol import Decision
from cityleague.engine.scoring import Points
from cityleague.engine.scoring import Sheet as ScoreSheet
from cityleague.replays.log import SAID, Finding, Forfeit, Header, Problem, RawGame
from cityleague.replays.pages.advice import Advice, Other, advise, without_cells
from cityleague.replays.replay import ComponentFiles, Replay

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis

_ME = "You"
_NAME = 190
"""How wide the name of a player may be where it stands beside others, in units."""
_AROUND = 24
"""How much room is shown around what is built on a board, in units."""


Called = Callable[[Sequence[str]], list[str]]
"""What players are called, from what a header says."""


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
    advice: Advice | None = None
    """What would have been better, if an analysis has marked it."""
    follows: bool = False
    """Whether it carries out the move before it, and tells little of its own."""


@dataclass(slots=True)
class Step:
    """A position, and the move that led to it; the first one has no move."""

    move: Move | None
    round: str
    """The round in which the move was made, as the game calls it."""
    picture: Picture
    """All that somebody sees: what everybody does, then what each seat alone knows."""
    text: str
    """The boards as text, if the game cannot be drawn."""
    scores: list[Points]
    sheets: list[ScoreSheet]
    """The score sheets, by seat."""
    due: tuple[int, ...]
    """The seats that may move now."""
    notes: list[str] = field(default_factory=list)
    """Remarks of the log since the last step."""
    ms: float | None = None
    """The thinking time of the move, in milliseconds."""
    forfeits: list[Forfeit] = field(default_factory=list)
    """Who forfeited since the last step."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A game, from its beginning to its end or to the first thing wrong with it."""

    header: Header | None
    replay: Replay
    steps: list[Step]
    over: bool
    finding: Finding | None
    names: list[str]
    """The players, told apart."""
    analysis: Analysis | None = None

    @property
    def sheets(self) -> list[ScoreSheet]:
        """The score sheets as the game stands after the last step."""
        return self.steps[-1].sheets if self.steps else []


def names_of(players: Sequence[str]) -> list[str]:
    """Names for people: cut if they are very long; players with the same name get the number of their seat."""
    short = [shortened(name, _NAME, 12) for name in players]
    count = Counter(short)
    return [f"{name} ({seat})" if count[name] > 1 else name for seat, name in enumerate(short)]


def walk(raw: RawGame, files: ComponentFiles, analysis: Analysis | None = None, called: Called = names_of) -> Walk:
    """Go through a game; findings are told, not raised. Raises AnalysisError for an analysis that cannot be true.

    A player called `You` is whoever reads it.
    """
    if analysis:
        analysis.require_fit(raw, files)
    walker = _Walker(raw, files, analysis, called)
    finding = None
    try:
        walker.go()
    except Problem as problem:
        finding = walker.replay.finding(problem)
        walker.stop()
    over = walker.replay.result is not None and finding is None
    _take_away(walker.steps, over=over)
    if not analysis:  # its better moves may lead beyond what is built
        _crop(walker.steps)
    return Walk(walker.replay.header, walker.replay, walker.steps, over, finding, walker.names, analysis)


def _take_away(steps: Sequence[Step], *, over: bool) -> None:
    """Take sheets on which nothing will lie any more out of the pictures; if the game is not over, hands alone."""
    last: dict[str, int] = {}
    for number, step in enumerate(steps):
        for sheet in step.picture.sheets:
            lies = sheet.tallies or any(piece.symbol.title for piece in sheet.pieces)
            if lies or not (over or sheet.owner is not None):
                last[sheet.key] = number
    ends = {sheet.key: sheet for step in steps for sheet in step.picture.sheets}
    for number, step in enumerate(steps):
        kept = [_framed(sheet, ends[sheet.key]) for sheet in step.picture.sheets if number <= last.get(sheet.key, -1)]
        step.picture = step.picture._replace(sheets=kept)


def _crop(steps: Sequence[Step]) -> None:
    """Show of a board that all build on, while a round goes on, what is built by its end."""
    begun = steps[1].round if steps[1:] else ""
    ends = {step.round or begun: step.picture.sheets for step in steps}
    for step in steps:
        boards = [sheet for sheet in ends[step.round or begun] if sheet.board]
        laid = [(piece.x, piece.y, piece.symbol) for board in boards for piece in board.pieces if piece.symbol.title]
        if laid and len(boards) == 1 < len(step.scores):
            left, top = min([x for x, _, _ in laid]) - _AROUND, min([y for _, y, _ in laid]) - _AROUND
            width = max([x + symbol.width for x, _, symbol in laid]) + _AROUND - left
            height = max([y + symbol.height for _, y, symbol in laid]) + _AROUND - top
            box: dict[str, Any] = {"left": left, "top": top, "width": width, "height": height}
            sheets = [sheet._replace(**box) if sheet.board else sheet for sheet in step.picture.sheets]
            step.picture = step.picture._replace(sheets=sheets)


def _framed(sheet: Sheet, last: Sheet) -> Sheet:
    """A board whose ground, a single piece, moves on over its cells, on the ground on which it ends: so they stay."""
    old, new = [[piece for piece in board.pieces if not piece.symbol.title] for board in (sheet, last)]
    moves = (last.left, last.top) != (sheet.left, sheet.top)
    if not moves or len(old) != 1 or len(new) != 1 or (last.width, last.height) != (sheet.width, sheet.height):
        return sheet
    laid = [piece for piece in sheet.pieces if piece.symbol.title]
    return sheet._replace(left=last.left, top=last.top, pieces=[*new, *laid])


class _Walker:
    """Collects steps from a replay."""

    def __init__(self, raw: RawGame, files: ComponentFiles, analysis: Analysis | None, called: Called) -> None:
        self.replay = Replay(raw, files)
        self._called = called
        self._analysis, self._choices = analysis, analysis.by_move if analysis else {}
        self.steps: list[Step] = []
        self._lines, self._first = raw.lines, raw.first
        self._read, self._round = 0, ""
        self._move: Move | None = None

    @property
    def names(self) -> list[str]:
        """The players, as soon as they are known."""
        return self._called(self.replay.header.players if self.replay.header else ())

    def go(self) -> None:
        """Walk to the end; raises Problem."""
        replay = self.replay
        for seat, move in replay.walk():
            self._step()
            self._round = self.steps[-1].picture.round or f"round {replay.state.round}"
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
        names = self.names

        def say(made: Any) -> str:
            if pictures is None:
                return msgspec.json.encode(made).decode()
            words = pictures.describe(setup, state.view(seat), made, names)
            return yours(words) if names[seat] == _ME else words

        words, secret = without_cells(say(move)), setup.game.conceals(state.pending(), move)
        follows = isinstance(move, getattr(pictures, "FOLLOWING", ()))
        return Move(seat, words, secret, self.replay.line, self._advice(seat, move, pictures, say), follows)

    def _advice(self, seat: int, move: Any, pictures: Pictures | None, say: Callable[[Any], str]) -> Advice | None:
        choice = self._choices.get(self.replay.moves)
        if choice is None:
            return None
        assert self._analysis
        setup, state = self.replay.setup, self.replay.state
        best, worse = self._analysis.moves_of(choice, setup, state, seat, move)
        if choice.mark is None:
            return None
        if pictures is None:
            return Advice(choice, Other(say(best)))
        return advise(choice, best, worse, state, move, say, partial(_everything, pictures, setup, self.names))

    def _step(self) -> None:
        replay = self.replay
        state, setup = replay.state, replay.setup
        pictures = pictures_of(setup.game)
        names, sheets = self.names, state.scores()
        pending = state.pending()
        known = sum([len(step.forfeits) for step in self.steps])
        notes, ms = self._remarks(names)
        self.steps.append(
            Step(
                move=self._move,
                round=self._round,
                picture=_everything(pictures, setup, names, state) if pictures else Picture("", ()),
                text="" if pictures else paint(setup, state.view(None), names=names),
                scores=[sheet.total for sheet in sheets],
                sheets=sheets,
                due=pending.seats if isinstance(pending, Decision) else (),
                notes=notes,
                ms=ms,
                forfeits=replay.forfeits[known:],
            )
        )

    def _remarks(self, names: Sequence[str]) -> tuple[list[str], float | None]:
        """What the lines up to the current one say that was not told yet: notes, the time of the last move."""
        last = self.replay.line - self._first + (self.replay.result is not None)
        first, self._read = self._read, last
        asked = {f"seat {seat} has asked for a hint": f"{name} asked for a hint" for seat, name in enumerate(names)}
        notes: list[str] = []
        ms = None
        for line in self._lines[first:last]:
            if b'"note"' in line or b'"ms"' in line:
                remarks = _decoder.decode(line)
                note = asked.get(remarks.note, remarks.note)
                notes += [note] if note and not note.startswith(SAID) else []
                ms = remarks.ms if remarks.ms is not None and b'"move"' in line else ms
        return notes, ms


_decoder = msgspec.json.Decoder(Remarks)


def _everything(pictures: Pictures, setup: Any, names: Sequence[str], state: Any) -> Picture:
    """What everybody sees, then what each seat knows beyond that."""
    me = names.index(_ME) if _ME in names else None
    public = pictures.picture(setup, state.view(None), names)
    named: Callable[..., Any] = getattr(targets_of(setup.game), "titles", lambda *_: ({}, {}))
    mine, others = named(setup, state.view(me), names)
    called = {**others, **mine}
    shown = [sheet._replace(title=called.get(sheet.key, sheet.title)) for sheet in public.sheets]
    draw: Callable[..., Picture] = pictures.picture  # all, where a game does not draw alone what is a seat's own
    own = getattr(pictures, "own_sheets", lambda *of: [sheet for sheet in draw(*of).sheets if sheet.owner is not None])
    private = [sheet for seat in range(state.seats) for sheet in own(setup, state.view(seat), names)]
    told = [sheet.title.partition(f" of {_ME}") for sheet in private]
    titles = [f"Your {what.lower()}" if of and not rest else what + of + rest for what, of, rest in told]
    private = [sheet._replace(title=title) for sheet, title in zip(private, titles, strict=True)]
    return Picture(public.when, [*shown, *private], public.round)  # the page marks who is due
