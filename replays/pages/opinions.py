"""What an analysis says of a position, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from cityleague.engine.looks.svg import pictures_of
from cityleague.replays.pages.advice import cost, reasons, summed
from cityleague.replays.pages.steps import names_of

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Chances
    from cityleague.replays.pages.positions import Shown


def opinion(shown: Shown, analysis: Analysis, viewer: int | None = None) -> Iterator[str]:
    """The chances of the round, and the mark of the last move; the analysis is known to fit the game.

    A viewer (None: a spectator) is not told what another seat should have done: that may tell its hand.
    """
    move, names = shown.replay.moves, names_of(analysis.opening.players)
    yield from _standing([point for point in analysis.chances if point.move <= move][-1], names)
    if move == analysis.chances[-1].move:
        lost = [f"{names[summary.seat]}: {summed(summary)}" for summary in analysis.seats if summary.loss is not None]
        told = [*lost, "  (a bot's opinion, ± one standard error)"]
        yield from told if lost else ["what a bot expected earlier: see --move N"]
    choice = analysis.by_move.get(move - 1)
    if choice is None or choice.mark is None or shown.before is None:
        return
    error = " of lead" * (len(names) > 1)
    error += " (± one standard error)" * (move != analysis.chances[-1].move)  # it is told once
    state, seat, made = shown.before
    setup = shown.replay.setup
    best, _ = analysis.moves_of(choice, setup, state, seat, made)
    pictures = pictures_of(setup.game)
    if viewer != seat:
        words = f"--seat {seat} tells it"
    elif pictures:
        words = pictures.describe(setup, state.view(seat), best, names)
    else:
        words = msgspec.json.encode(best).decode()
    why = f"; by the end: {reasons(choice)}" * bool(viewer == seat and reasons(choice))
    yield f"last move: {names[seat]}'s {choice.mark}, which cost {cost(choice)}{error}; better: {words}{why}"


def _standing(point: Chances, names: Sequence[str]) -> Iterator[str]:
    """Who was winning; who plays alone always is, and is told the score that can be expected."""
    if not point.playouts:
        return  # the game is over, and its result is no opinion
    if len(names) == 1:
        yield f"expected score, after move {point.move}: {point.leads[0]:.1f}"
        yield "  (a bot's opinion)"
        return
    told = [
        f"{name} {chance:.2f} ({low:.2f} to {high:.2f})"
        for name, chance, low, high in zip(names, point.chances, point.low, point.high, strict=True)
    ]
    yield f"chances to win, after move {point.move}: {', '.join(told)}"
    yield "  (a bot's opinion; it knows hands that players did not see)"
