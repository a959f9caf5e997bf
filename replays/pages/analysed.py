"""What the page of a game says of its analysis: the curve of chances, marked moves, and what a script needs to show."""

from collections.abc import Iterator
from typing import Any

from cityleague.replays.pages.advice import SIGNS, Advice, Other, cost, summed
from cityleague.replays.pages.chances import curves, turns
from cityleague.replays.pages.frames import Frames
from cityleague.replays.pages.steps import Walk

_OPINION = "are a bot's opinion"
_BAND = "The band is the 95 % interval; playouts know hidden hands."
_BELOW = "An average below 0 is chance."
_ERROR = "± is one standard error."
_UNJUDGED = "Moves were not judged: for that, analyse at level normal."
PARTS = ("lead", "at the start", "luck", "own moves", "moves of others", "the rest")


def marked(told: Walk) -> dict[int, Advice]:
    """The marked moves, by the steps that they lead to."""
    return {
        number: step.move.advice for number, step in enumerate(told.steps) if step.move is not None and step.move.advice
    }


def curve(told: Walk) -> dict[str, Any] | None:
    """The first chart, once for each kind of screen, and how everybody did; None without an analysis."""
    if not told.analysis or not told.steps:
        return None
    alone, judged = len(told.names) == 1, told.analysis.opening.terms.candidates > 0
    last, marks = len(told.steps) - 1, list(marked(told).values())
    kinds = ["Chances"] * (not alone) + ["marks"] * judged
    sentences = [f"{' and '.join(kinds).capitalize()} {_OPINION}."] * bool(kinds)
    sentences += [_BAND] * (not alone) + ([_ERROR] * (not marks) if judged else [_UNJUDGED])  # marks come with it
    if any((summary.loss or 0) < 0 for summary in told.analysis.seats):
        sentences.append(_BELOW)
    if alone:
        sentences.append(f"Before the first move it expected a score of {told.analysis.chances[0].leads[0]:.1f}.")
    return {
        "drawings": [] if alone else curves(told.analysis, told.names, last, marks),
        "title": "A bot's opinion" if alone else "Who was winning",
        "statement": " ".join(sentences),
        "told": [
            (summary.seat, told.names[summary.seat], summed(summary))
            for summary in told.analysis.seats
            if summary.loss is not None
        ],
        "moments": list(_moments(told)),
        "parts": PARTS,
        "accounts": list(_accounts(told)),
    }


def _moments(told: Walk) -> Iterator[tuple[int, str]]:
    """What somebody wants to see first: where the game turned, and what cost most. Steps, and sentences."""
    yield from ((step, f"{said[0].upper()}{said[1:]}.") for step, kind, said in jumps(told) if kind == "turn")
    moves = [(number, step.move) for number, step in enumerate(told.steps) if step.move]
    if marks := [(move.advice.choice.loss, number, move) for number, move in moves if move.advice]:
        _, number, move = max(marks, key=lambda mark: mark[0])
        yield number, f"The costliest move: {told.names[move.seat]} {move.words}."


def _accounts(told: Walk) -> Iterator[tuple[int, str, list[str]]]:
    """By seat: its name, and where its lead at the end has come from, as PARTS name it."""
    assert told.analysis
    for summary in told.analysis.seats:
        if summary.account and len(told.names) > 1:
            parts = summary.account
            measured = ((parts.luck, parts.luck_se), (parts.own, parts.own_se), (parts.others, parts.others_se))
            with_errors = [f"{_signed(value)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{se:.1f}" for value, se in measured]
            points = [_signed(parts.lead), _signed(parts.start), *with_errors, _signed(parts.remainder)]
            yield summary.seat, told.names[summary.seat], points


def _signed(value: float) -> str:
    return f"{round(value, 1) + 0.0:+.1f}"  # + 0.0: no -0.0


def jumps(told: Walk) -> Iterator[tuple[int, str, str]]:
    """Turning points and marked moves: the step, the kind, and what there is to say."""
    for turn in turns(told.analysis.chances if told.analysis else ()):
        if turn.move < len(told.steps):
            way = "rises" if turn.after > turn.before else "falls"
            said = (
                f"turning point: {told.names[turn.seat]}'s chance to win {way} "
                f"from {turn.before:.2f} to {turn.after:.2f} in moves {turn.since + 1} to {turn.move}"
            )
            yield turn.move, "turn", said
    for number, advice in marked(told).items():
        yield number, "mark", f"{told.names[advice.choice.seat]}'s {advice.choice.mark}"


def turn(advice: Advice) -> dict[str, str]:
    """A mark in the list of moves."""
    mark = advice.choice.mark or ""
    return {"sign": SIGNS[mark], "mark": mark, "cost": cost(advice.choice), "words": advice.better.words}


def better(told: Walk, frames: Frames) -> dict[str, Any]:
    """By the steps that marked moves lead to: what is drawn of the better move, what it adds to the sheet at once, and
    other moves to guess from, each with what is drawn of it.

    What a move would have brought is `[sheet, symbol, x, y]`, what it would have taken `[sheet, symbol]`.
    """
    return {
        str(number): [_drawn(advice.better, frames), advice.at_once]
        + [[other.words, _drawn(other, frames)] for other in advice.worse]
        for number, advice in marked(told).items()
    }


def _drawn(other: Other, frames: Frames) -> list[list[int]]:
    known = frames.sheets
    return [[known[key], frames.symbol(symbol), *spot] for key, symbol, spot in other.drawn if key in known]
