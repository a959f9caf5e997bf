"""Rules by name: every refusal of a move names one, and its code is stable API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn


class Rule(NamedTuple):
    """One rule that a move can break: a stable code, a sentence, and where the rulebook says it."""

    code: str
    text: str
    section: str


Since = Callable[[Any], object]
"""Whether what stands in the way of a move is there in a state of the game: a covered cell, too little money."""


class IllegalMove(Exception):
    """A move that a rule forbids.

    `message` says what is wrong with this move and what was expected; `field` is the field of the move that is to
    blame (None: the move as a whole). The move since which `since` holds is the cause of the refusal: whoever has the
    whole game can find it (None: no earlier move is to blame).
    """

    def __init__(self, rule: Rule, message: str, field: str | None = None, since: Since | None = None) -> None:
        super().__init__(f"{rule.code}: {message}")
        self.rule = rule
        self.message = message
        self.field = field
        self.since = since


# The rules of taking turns, the same in every game.
GAME_OVER = Rule("TURN-GAME-OVER", "After the end of the game nobody moves.", "course of play")
CHANCE_DUE = Rule("TURN-CHANCE-DUE", "While a draw is due, nobody moves.", "course of play")
NOT_YOURS = Rule("TURN-NOT-YOURS", "Only a seat that has a decision to make may move.", "course of play")
WRONG_MOVE = Rule("TURN-WRONG-MOVE", "A move must be of the kind that is due.", "course of play")
TURN_RULES = (GAME_OVER, CHANCE_DUE, NOT_YOURS, WRONG_MOVE)


def refuse(rule: Rule, message: str, field: str | None = None, since: Since | None = None) -> NoReturn:
    """Raise IllegalMove."""
    raise IllegalMove(rule, message, field, since)
