"""What whoever records a game with the box on the table must know of the packaged numbers."""

from __future__ import annotations

from cityleague.engine.components import invented
from cityleague.engine.protocol import Game
from cityleague.engine.words import abridged

_FEW = 6
"""How many kinds of numbers are named."""


def of_the_box(game: Game) -> str:
    """Which packaged numbers were made for this project, and how to bring those of a box; empty if none were."""
    blocks = invented(game.file("components.json"))
    if not blocks:
        return ""
    template = " --template" * (game.template is not None)
    return "\n".join([
        f"No rulebook states all numbers of {game.title}. Made for this project: {abridged(blocks, _FEW)} (what for: "
        f"`cityleague rules {game.name} --text`). Where a game with your box uses them, moves can be refused, and "
        "points come out wrong. To record it by the numbers of your box, leave now (quit), fill them in,",
        f"  cityleague components {game.name}{template} > {game.name}.json",
        f"and record into another file with --components {game.name}.json.",
    ])  # fmt: skip
