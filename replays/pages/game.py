"""The page of a game."""

from __future__ import annotations

from cityleague.replays.log import RawGame
from cityleague.replays.replay import ComponentFiles


def game_page(raw: RawGame, _files: ComponentFiles) -> str:
    """The page of a game as HTML."""
    return f"<!doctype html><title>game at line {raw.first}</title>\n"
