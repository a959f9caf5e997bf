"""What whoever records a game with the box on the table must know of the packaged numbers."""

from __future__ import annotations

from cityleague.engine.components import invented
from cityleague.engine.protocol import Game
from cityleague.engine.words import abridged

_FEW = 6
"""How many kinds of numbers are named."""


def of_the_box(game: Game, *, on_pages: bool = False) -> str:
    """Which packaged numbers were made for this project, and how to bring those of a box; empty if none were.

    `on_pages`: in the words of a page with a form, not of a terminal.
    """
    blocks = invented(game.file("components.json"))
    if not blocks:
        return ""
    where = "How it is played here" if on_pages else f"`cityleague rules {game.name} --text`"
    leave = "" if on_pages else "leave now (quit), "
    use = "put that file into the folder of these games, load this page again and choose it below."
    return "\n".join([
        f"No rulebook states all numbers of {game.title}. Made for this project: {abridged(blocks, _FEW)} (what for: "
        f"{where}). Where a game with your box uses them, moves can be refused, and "
        f"points come out wrong. To record it by the numbers of your box, {leave}fill them in,",
        f"  cityleague components {game.name}{' --template' * (game.template is not None)} > {game.name}.json",
        f"and {use if on_pages else f'record into another file with --components {game.name}.json.'}",
    ])  # fmt: skip
