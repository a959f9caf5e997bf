"""What an analysis says of a position, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from cityleague.replays.pages.advice import best_move, choices_at, cost, require_same
from cityleague.replays.pages.steps import names_of
from cityleague.replays.pages.svg import pictures_of

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis
    from cityleague.replays.pages.positions import Shown


def opinion(shown: Shown, analysis: Analysis, viewer: int | None = None) -> Iterator[str]:
    """The chances of the round, and the mark of the last move; raises AnalysisError if they are of another game.

    A viewer (None: a spectator) is not told what would have been better than the secret choice of another seat.
    """
    require_same(analysis, shown.replay.header)
    move, names = shown.replay.moves, names_of(analysis.opening.players)
    points = [one for one in analysis.chances if one.move <= move]
    if points:
        told = [
            f"{name} {chance:.2f} ({low:.2f} to {high:.2f})"
            for name, chance, low, high in zip(names, points[-1].chances, points[-1].low, points[-1].high, strict=True)
        ]
        yield f"chances to win, after move {points[-1].move}: {', '.join(told)}"
        yield "  (a bot's opinion; it knows hands that players did not see)"
    choice = choices_at(analysis).get(move - 1)
    if choice is None or shown.before is None:
        return
    state, seat, made = shown.before
    setup = shown.replay.setup
    best = best_move(analysis, setup, state, choice, seat, made)
    if choice.mark:
        pictures = pictures_of(setup.game)
        if viewer != seat and setup.game.conceals(state.pending(), made):
            words = "secret"
        elif pictures:
            words = pictures.describe(setup, state.view(seat), best, names)
        else:
            words = msgspec.json.encode(best).decode()
        yield f"last move: {choice.mark} of {names[seat]}, it lost {cost(choice)}; better: {words}"
