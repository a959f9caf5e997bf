"""What environments have in common: observations, whole numbers, and how a position is shown."""

from collections.abc import Sequence
from operator import index
from typing import Any, Literal, SupportsIndex

import numpy as np
from gymnasium import spaces

from cityleague.engine.env.encoding import TooManyMovesError, Vector, encoding_of
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.svg import drawn
from cityleague.engine.protocol import Setup, State

RenderMode = Literal["ansi", "svg"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "svg")


def number_of(action: object) -> int:
    """The action as Python's own number; raises TypeError for what is no whole number."""
    if not isinstance(action, SupportsIndex):
        raise TypeError(f"an action is the number of a legal move, not {action!r}")
    return index(action)


class Observer:
    """Makes observations of a width: the vector, the mask of actions, and a row of features for each legal move.

    `padded`: there are rows of zeros for all other actions, too, for libraries that need arrays of one shape.
    """

    def __init__(
        self, setup: Setup, width: int = 640, padded: bool = False, render_mode: RenderMode | None = "ansi"
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"the render modes are {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.encoding = encoding_of(setup)
        self._made = setup, width, padded, render_mode
        self.setup, self.width, self._padded, self.render_mode = self._made
        features = len(self.encoding.move_columns)
        self._shape = (width, features)
        moves = spaces.Box(-np.inf, np.inf, self._shape if padded else (features,), np.float32)
        self.space = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, (len(self.encoding.columns),), np.float32),
            "action_mask": spaces.Box(0, 1, (width,), np.int8),
            "moves": moves if padded else spaces.Sequence(moves, stack=True),
        })  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: an encoding is made of functions that do not travel."""
        return Observer, self._made

    def seen(self, state: State[Any], seat: int, legal: Sequence[Any]) -> dict[str, Any]:
        """What a seat sees, and its legal moves; raises TooManyMovesError."""
        count = len(legal)
        if count > self.width:
            raise TooManyMovesError(count, self.width)
        moves = self.encoding.rows(state, seat, legal) if count else np.zeros((0, self._shape[1]), np.float32)
        if self._padded:
            few, moves = moves, np.zeros(self._shape, np.float32)
            moves[:count] = few
        mask = np.zeros(self.width, np.int8)
        mask[:count] = 1
        return {"observation": self.encoding.observe(state, seat), "action_mask": mask, "moves": moves}

    def whole(self, state: State[Any]) -> Vector:
        """What all seats see together, one after the other: nothing is hidden from a critic that has it."""
        return np.concatenate([self.encoding.observe(state, seat) for seat in range(self.setup.seats)])

    def shown(self, state: State[Any], seat: int | None) -> str | None:
        """The table as a seat sees it, in text or as an SVG file."""
        view = state.view(seat)
        if self.render_mode == "svg":
            return drawn(self.setup, view)
        return paint(self.setup, view) if self.render_mode else None
