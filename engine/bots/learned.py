"""Weights of judges that were learned (`examples/learning`): whole numbers, by the names of what they weigh."""

from collections.abc import Sequence

import msgspec

SCALE = 1_000_000
"""Weights are told in parts of a point like this."""


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights as they are packaged: with what made them."""

    made_by: str
    """The command that gives the same file."""
    weights: dict[str, int]
    """By column, in millionths of a point."""


def packaged(game: str, columns: Sequence[str]) -> list[int]:
    """The weights that a game comes with, in the order of these columns; raises ValueError if they are for others."""
    from importlib import resources  # noqa: PLC0415  (slow to import)

    data = resources.files(f"cityleague.engine.{game}").joinpath("bots/learned.json").read_bytes()
    return weights_of(data, columns)


def weights_of(data: bytes, columns: Sequence[str]) -> list[int]:
    """The weights of a file, in the order of these columns; raises ValueError."""
    try:
        read = msgspec.json.decode(data, type=Learned)
    except msgspec.MsgspecError as error:
        raise ValueError(f"no weights of a judge: {error}") from None
    if tuple(read.weights) != tuple(columns):
        raise ValueError("the weights are for other columns than those of features.py: train them anew")
    return [*read.weights.values()]
