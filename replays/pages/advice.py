"""What would have been better at a move that an analysis has marked, in words and on the boards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol
from cityleague.engine.protocol import Setup
from cityleague.engine.rules import IllegalMove

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Judged
    from cityleague.replays.log import Header

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""As in chess."""
_OTHERS = 2
"""Moves beside the best one to guess from."""

Draw = Callable[[Any], Picture]
"""Draws a state: all that somebody sees."""


class Advice(NamedTuple):
    """A marked move and the better one."""

    choice: Judged
    words: str
    """The better move."""
    others: tuple[str, ...]
    """Moves that were legal too."""
    ghosts: tuple[tuple[str, Piece], ...] = ()
    """What the better move would have brought, each with the key of its sheet."""
    taken: tuple[tuple[str, Symbol], ...] = ()
    """What it would have taken, likewise."""


def cost(choice: Judged) -> str:
    """What a move lost, with its error, which is never told as none."""
    return f"{choice.loss:.1f} ± {max(choice.se, 0.06):.1f} points of lead"


def require_same(analysis: Analysis, header: Header | None) -> None:
    """Raise AnalysisError if it names another game, or other players."""
    if not header or (analysis.opening.game, analysis.opening.players) != (header.game, header.players):
        analysis.refuse("it names another game, or other players")


def choices_at(analysis: Analysis | None) -> dict[int, Judged]:
    """What an analysis says of moves, by how many were made before."""
    return {choice.move: choice for choice in analysis.choices} if analysis else {}


def best_move(analysis: Analysis, setup: Setup, state: Any, choice: Judged, seat: int, move: Any) -> Any:
    """The better move at a position, once it is sure that the analysis is about it; raises AnalysisError."""
    where = f"before move {choice.move + 1}"
    if (choice.seat, choice.played) != (seat, _plain(move)):
        analysis.refuse(f"it tells of another move {where}")
    try:
        best = msgspec.convert(choice.best, setup.game.moves)
        state.verify(seat, best)
    except (msgspec.MsgspecError, IllegalMove, RecursionError):
        analysis.refuse(f"what it calls better {where} is no legal move")
    if choice.mark and best == move:
        analysis.refuse(f"it marks move {choice.move + 1}, and calls the same one better")
    return best


def advise(choice: Judged, best: Any, state: Any, move: Any, describe: Callable[[Any], str], draw: Draw) -> Advice:
    """What to say of a marked move, made at this position."""
    seat = choice.seat

    def after(one: Any) -> Picture:
        copy = state.copy()
        copy.apply(seat, one)
        return draw(copy)

    words, played = describe(best), describe(move)
    legal = [one for one in state.legal(seat) if one not in (best, move)]
    spread = [describe(legal[number * len(legal) // _OTHERS]) for number in range(min(_OTHERS, len(legal)))]
    others = tuple(dict.fromkeys([one for one in spread if one not in (words, played)]))
    before, better, done = draw(state), after(best), after(move)
    ghosts = tuple(_brought(before, better, done))
    drawn = {key for key, _ in ghosts}
    taken = [one for one in _taken(seat, words, before, better, done) if one[0] not in drawn]
    return Advice(choice, words, others, ghosts, tuple(taken))


def _brought(before: Picture, better: Picture, done: Picture) -> Iterator[tuple[str, Piece]]:
    """What lies on sheets that everybody sees after the better move, and neither before nor after the one played."""
    old, played = _by_sheet(before), _by_sheet(done)
    for key, sheet in _by_sheet(better).items():
        here = [one.pieces for one in (old.get(key), played.get(key)) if one]
        keys = {piece.key for piece in old[key].pieces} if key in old else set()
        more = _count(sheet) - (_count(old[key]) if key in old else Counter())
        for piece in sheet.pieces:
            new = more[piece.symbol] > 0 or (piece.symbol.title and piece.key not in keys)
            if sheet.owner is None and new and not any(piece in pieces for pieces in here):
                yield key, piece


def _taken(seat: int, words: str, before: Picture, better: Picture, done: Picture) -> Iterator[tuple[str, Symbol]]:
    """What leaves a sheet by the better move and not by the one played; in the own hand, what the move names."""
    new, played = _by_sheet(better), _by_sheet(done)
    for key, sheet in _by_sheet(before).items():
        if sheet.owner is None:
            if key in new and key in played:
                gone = _count(sheet) - _count(new[key]) - (_count(sheet) - _count(played[key]))
                yield from ((key, symbol) for symbol in gone)
        elif sheet.owner == seat:
            named = set(_tokens(words))
            for symbol in _count(sheet):
                head = symbol.title.partition(":")[0]
                if named.issuperset(_tokens(head)):
                    yield from [(key, symbol)] * min(max(words.count(head), 1), _count(sheet)[symbol])


def _by_sheet(picture: Picture) -> dict[str, Sheet]:
    return {sheet.key: sheet for sheet in picture.sheets}


def _count(sheet: Sheet) -> Counter[Symbol]:
    return Counter([piece.symbol for piece in sheet.pieces if piece.symbol.title])


def _tokens(words: str) -> list[str]:
    return re.findall(r"\w+", words)


def _plain(move: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(move))
