"""Observations: the vector of a position, the mask of actions, and a row of features for each legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from cityleague.engine.env.encoding import TooManyMovesError, encoding_of
from cityleague.engine.protocol import Setup, State


def require_number(action: object) -> None:
    """Raise TypeError for an action that is no whole number."""
    if not isinstance(action, int | np.integer):
        raise TypeError(f"an action is the number of a legal move, not {action!r}")


class Observer:
    """Makes observations of a width."""

    def __init__(self, setup: Setup, width: int) -> None:
        self.encoding, self._setup, self._width = encoding_of(setup), setup, width
        self._shape = (width, len(self.encoding.move_columns))
        self.space = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, (len(self.encoding.columns),), np.float32),
            "action_mask": spaces.Box(0, 1, (width,), np.int8),
            "moves": spaces.Box(-np.inf, np.inf, self._shape, np.float32),
        })  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: an encoding is made of functions that do not travel."""
        return Observer, (self._setup, self._width)

    def seen(self, state: State[Any], seat: int, legal: Sequence[Any]) -> dict[str, Any]:
        """What a seat sees, and its legal moves; raises TooManyMovesError."""
        count = len(legal)
        if count > self._width:
            raise TooManyMovesError(count, self._width)
        mask = np.zeros(self._width, np.int8)
        moves = np.zeros(self._shape, np.float32)
        if count:
            mask[:count] = 1
            moves[:count] = self.encoding.rows(state, seat, legal)
        return {"observation": self.encoding.observe(state, seat), "action_mask": mask, "moves": moves}
