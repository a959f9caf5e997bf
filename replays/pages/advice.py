"""What pages say of an analysis: what choices cost, and what would have been better, in words and on the boards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cityleague.engine.looks.picture import Picture, Sheet, Symbol
from cityleague.engine.scoring import Line, Points
from cityleague.engine.scoring import Sheet as ScoreSheet
from cityleague.engine.shares import OTHERS, compared
from cityleague.engine.sums import portable_sum

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Judged, Summary


SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""As in chess."""
_MANY = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
Draw = Callable[[Any], Picture]
"""Draws a state: all that somebody sees."""
Drawn: TypeAlias = tuple[str, Symbol, tuple[float, ...]]
"""The key of a sheet, what a move would have brought there, and where; or taken from there, without a place."""


class Other(NamedTuple):
    """A move that was not made, and what it would have done to the boards."""

    words: str
    drawn: tuple[Drawn, ...] = ()


class Advice(NamedTuple):
    """A marked move and the better one."""

    choice: Judged
    better: Other
    worse: tuple[Other, ...] = ()
    """Others, no better than the one made."""
    why: str = ""
    """What the better move brings by the end, and adds to the own sheet at once: categories or parts, with points."""


def without_cells(words: str) -> str:
    """Words without the cells: they are on the boards, whose columns and rows have no numbers there."""
    words = re.sub(r"^\[-?\d+, -?\d+\](?:, )?|(?:[,:]| and)? ?\[-?\d+, -?\d+\]", "", words)
    return re.sub(r" (?:at|over) -?\d+, -?\d+(?:(?:,| and|;) -?\d+, -?\d+)*", "", words)


def told_once(lines: Sequence[Line]) -> Counter[tuple[str, Points, str]]:
    """Lines of a sheet without cells, each with how often it is there then: category, points, how they come about."""
    return Counter([(line.category, line.points, without_cells(line.detail.replace("+ -", "- "))) for line in lines])


def cost(choice: Judged) -> str:
    """What a move lost, with its error, which is never told as none."""
    return f"{choice.loss:.1f} ± {max(choice.se, 0.06):.1f} points"


def roughly(choice: Judged) -> str:
    """What a move lost, as one says it: its error stands beside its mark in the list of moves."""
    return f"about {(points := whole_loss(choice))} point{'s' * (points > 1)}{' of lead' * (len(choice.effects) > 1)}"


def whole_loss(choice: Judged) -> int:
    """What a move lost in whole points, at least one."""
    return max(int(round(choice.loss, 1) + 0.5), 1)


def reasons(choice: Judged) -> str:
    """Where the better move gains most by the end, at most three, and the rest, if that explains half of the loss."""
    gains = sorted((choice.gains or {}).items(), key=lambda gain: -abs(gain[1]))
    enough = portable_sum([points * (-1 if name == OTHERS else 1) for name, points in gains]) >= choice.loss / 2
    told = {name: round(points) for name, points in gains[:3] if round(points)}
    rest = whole_loss(choice) - sum([-points if name == OTHERS else points for name, points in told.items()])
    told |= {"the rest": rest} if told and rest else {}
    return ", ".join([f"{name} {points:+d}" for name, points in told.items()]) * enough


def advise(
    choice: Judged, best: Any, worse: Sequence[Any], state: Any, move: Any, describe: Callable[[Any], str], draw: Draw
) -> Advice:
    """What to say of a marked move, made at this position."""
    seat = choice.seat

    def after(made: Any) -> Any:
        copy = state.copy()
        copy.apply(seat, made)
        return copy

    def other(words: str, made: Any) -> Other:
        then = draw(after(made))
        brought, taken = list(_brought(before, then, done)), list(_taken(seat, words, before, then, done))
        sheets = {key for key, *_ in brought}
        named = [found for found in (*brought, *taken) if _names(words, found[1])]
        drawn = named or [*brought, *[gone for gone in taken if gone[0] not in sheets]]
        told = without_cells(words)
        return Other(f"{told}, elsewhere" if told == without_cells(describe(move)) else told, tuple(drawn))

    before, done = draw(state), draw(after(move))
    others = {describe(made): made for made in worse}
    others = {words: made for words, made in others.items() if words not in (describe(move), describe(best))}
    made, most = [after(legal).scores()[seat] for legal in (move, best)]
    at_once = ", ".join(gains(made, most)) or f"points {most.total - made.total:+g}" * (most.total != made.total)
    why = f": {reasons(choice)}" * bool(reasons(choice)) + f"; on the score sheet at once: {at_once}" * bool(at_once)
    return Advice(choice, other(describe(best), best), tuple(starmap(other, others.items())), why)


def gains(then: ScoreSheet, now: ScoreSheet) -> list[str]:
    """How the points of two score sheets differ, by category or part, the most first; nothing if other parts count."""
    counted = {tuple([part.title for part in sheet.parts if part.counts]) for sheet in (then, now)}
    changed = [(more - less, name) for name, (less, more) in compared([then, now]).items()] * (len(counted) == 1)
    return [f"{name} {by:+g}" for by, name in sorted(changed, key=lambda change: -abs(change[0])) if by]


def _brought(before: Picture, better: Picture, done: Picture) -> Iterator[Drawn]:
    """What lies on sheets that everybody sees after the better move, and neither before nor after the one played."""
    old, played = _by_sheet(before), _by_sheet(done)
    for key, sheet in _by_sheet(better).items():
        here = [sheet.pieces for sheet in (old.get(key), played.get(key)) if sheet]
        lying = {(piece.key, piece.symbol) for piece in old[key].pieces} if key in old else set()
        more = _count(sheet) - (_count(old[key]) if key in old else Counter())
        for piece in sheet.pieces:
            new = more[piece.symbol] > 0 or (piece.symbol.title and (piece.key, piece.symbol) not in lying)
            if sheet.owner is None and new and not any(piece in pieces for pieces in here):
                yield key, piece.symbol, (piece.x, piece.y)


def _taken(seat: int, words: str, before: Picture, better: Picture, done: Picture) -> Iterator[Drawn]:
    """What leaves a sheet by the better move and not by the one played; in the own hand, what the move names."""
    new, played = _by_sheet(better), _by_sheet(done)
    for key, sheet in _by_sheet(before).items():
        if sheet.owner is None:
            if key in new and key in played:
                gone = _count(sheet) - _count(new[key]) - (_count(sheet) - _count(played[key]))
                yield from ((key, symbol, ()) for symbol in gone)
        elif sheet.owner == seat:
            for symbol in _count(sheet):
                head = symbol.title.partition(":")[0]
                if _names(words, symbol):
                    yield from [(key, symbol, ())] * min(max(words.count(head), 1), _count(sheet)[symbol])


def _names(words: str, symbol: Symbol) -> bool:
    head = re.split("[:,]", symbol.title)[0]
    return bool(re.search("[A-Za-z]", head)) and set(re.findall(r"\w+", words)).issuperset(re.findall(r"\w+", head))


def _by_sheet(picture: Picture) -> dict[str, Sheet]:
    return {sheet.key: sheet for sheet in picture.sheets}


def _count(sheet: Sheet) -> Counter[Symbol]:
    return Counter([piece.symbol for piece in sheet.pieces if piece.symbol.title])


PHASES = ("first", "middle", "last")
"""Thirds of a game, by its rounds."""
Lost: TypeAlias = tuple[int, float, float]
"""How many choices, the points of lead that they cost together, and the sum of their squares."""


def average(loss: float) -> str:
    """Points lost per choice, as all pages tell them. What is below 0 is chance: nobody plays better than the best."""
    return f"{round(loss, 2) + 0.0:.2f}"  # + 0.0: no -0.00


def summed(seat: Summary) -> str:
    """What a seat lost on average, which is known, and its marks."""
    assert seat.loss is not None
    words = f"{average(seat.loss)} ± {average(max(seat.se or 0, 0.005))} points lost per choice"
    counted = [f"{n} {name if n == 1 else _MANY[name]}" for name in SIGNS if (n := seat.marks.get(name, 0))]
    return "; ".join([words, *[", ".join(counted)] * bool(counted)])


def by_phase(analysis: Analysis) -> tuple[tuple[Lost, ...], ...]:
    """By seat, what was lost in each phase; the loss is that of which summaries tell the average."""
    rounds = max([point.round for point in analysis.chances], default=1)
    lost: list[list[list[float]]] = [[[] for _ in PHASES] for _ in analysis.seats]
    for choice in analysis.choices:
        begun = [point.round for point in analysis.chances if point.move <= choice.move]
        if begun and choice.seat < len(choice.effects):
            phase = (max(begun[-1], 1) - 1) * len(PHASES) // rounds
            lost[choice.seat][phase].append(-choice.effects[choice.seat])
    sums = [[(len(some), portable_sum(some), portable_sum([loss**2 for loss in some])) for some in of] for of in lost]
    return tuple(map(tuple, sums))
