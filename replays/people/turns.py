"""A whole turn typed at once: the secret choice that must come before what somebody wants to do with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.protocol import Decision, Setup, State
from cityleague.replays.people.menu import Menu, menu_of


def choices_before(
    setup: Setup,
    state: State[Any],
    seat: int,
    parts: Sequence[str],
    names: Sequence[str],
    waiting: Mapping[int, Sequence[str]],
) -> list[Any]:
    """The moves of a seat, which is to choose in secret, after which the moves that these parts stand for are possible.

    With hands that nobody saw, this tells what was picked from where it was placed. `waiting`: what was typed already
    for moves of other seats, which come first.
    """
    pending = state.pending()
    if not isinstance(pending, Decision) or pending.kind != "secret":
        return []
    menu = menu_of(setup, state.view(seat), state.legal(seat), names)
    likely = set(range(len(menu.moves)))
    for part in parts:  # a choice has some word of each part; this alone rules most of them out, and quickly
        likely &= {at for word in part.split() for at in menu.find(word)}

    def is_possible(move: Any) -> bool:
        ahead = state.copy()
        ahead.apply(seat, move)
        while isinstance(due := ahead.pending(), Decision) and due.kind == "secret" and seat not in due.seats:
            ahead.apply(due.seats[0], ahead.legal(due.seats[0])[0])
        for other in sorted(waiting.keys() - {seat}):
            _played(setup, ahead, other, waiting[other], names)
        return _played(setup, ahead, seat, parts, names)

    return [menu.moves[at] for at in sorted(likely) if is_possible(menu.moves[at])]


def _played(setup: Setup, state: State[Any], seat: int, parts: Sequence[str], names: Sequence[str]) -> bool:
    """Make the moves of a seat that some parts stand for, as far as each stands for just one; whether all were made."""
    for part in parts:
        due = state.pending()
        if not isinstance(due, Decision) or seat not in due.seats:
            return False
        menu: Menu = menu_of(setup, state.view(seat), state.legal(seat), names)
        found = menu.find(part)
        if len(found) != 1:
            return False
        state.apply(seat, menu.moves[found[0]])
    return True
