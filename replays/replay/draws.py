"""What a log says of draws: whether it can have been drawn, whether the seed brings it, and what may be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Item, State
from cityleague.replays.log import Problem, perhaps, printable, quote

_LONGEST = 390
"""Length of a message that lists things, in characters."""


def check_order(draw: Draw, order: Sequence[Item | None], seed: str | None) -> None:
    """Raise Problem unless these items can have been drawn; if there is a seed, it must bring just them."""
    expected = outcome(seed, draw) if seed is not None else None
    if order == expected:
        return
    if wrong := verify_draw(draw, order):
        right = [expected] if expected else None
        where, hint = _one_wrong(draw, order)
        raise Problem("CHANCE-ITEMS", printable(wrong, _LONGEST) + hint, where, expected=right)
    if expected is not None:
        at = next(i for i, pair in enumerate(zip(order, expected, strict=True)) if pair[0] != pair[1])
        raise Problem(
            "CHANCE-SEED",
            f"the seed brings {quote(expected[at])} here, not {quote(order[at])}",
            f"/order/{at}",
            expected=[expected],
        )


def _one_wrong(draw: Draw, order: Sequence[Item | None]) -> tuple[str, str]:
    """A pointer to the item that cannot have been drawn, or else to all; and what was probably meant, or nothing."""
    left = Counter(draw.items)
    left.subtract([item for item in order if item is not None])
    wrong = [item for item, count in left.items() if count < 0]
    if len(order) != draw.take or len(wrong) != 1 or left[wrong[0]] < -1:
        return "/order", ""
    at = max(i for i, item in enumerate(order) if item == wrong[0])
    return f"/order/{at}", perhaps(str(wrong[0]), map(str, dict.fromkeys(draw.items)))


def due(state: State[Any]) -> str:
    """What must happen next, in words."""
    pending = state.pending()
    if isinstance(pending, Draw):
        return f"the draw {pending.name} is due"
    if isinstance(pending, Decision):
        seats = " or ".join(map(str, pending.seats))
        return f"a move of seat {seats} is due"
    return "the game is over"


def left_out(state: State[Any], until: str | None = None) -> Iterator[Draw]:
    """The hidden draws that are due, up to this one; a log without a seed may leave them out. Resolve each."""
    while isinstance(draw := state.pending(), Draw) and draw.hidden and draw.name != until:
        yield draw
