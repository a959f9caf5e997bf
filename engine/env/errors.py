"""What can be wrong with an environment."""

from __future__ import annotations


class EnvironmentMissingError(ImportError):
    """What the extra `env` installs is missing."""


class TooManyMovesError(RuntimeError):
    """A position has more legal moves than the environment is wide."""

    def __init__(self, moves: int, width: int) -> None:
        super().__init__(
            f"{moves} moves are legal, the environment offers {width}: make it wider, with env(..., width={2 * moves})"
        )
