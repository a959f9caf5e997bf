"""Pictures of positions, and pages to look at games with: SVG, PNG, and HTML that needs nothing else.

This room imports `replay` and `log`; only `cli` imports it. A module is imported when it is first used, so that boards
as text do not wait for pictures.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cityleague.replays.pages.converters import ConverterMissing, png
    from cityleague.replays.pages.game import game_page
    from cityleague.replays.pages.page import PagesMissing
    from cityleague.replays.pages.positions import Shown, position

__all__ = ["ConverterMissing", "PagesMissing", "Shown", "game_page", "png", "position"]

_MODULES = {
    "ConverterMissing": "converters",
    "PagesMissing": "page",
    "Shown": "positions",
    "game_page": "game",
    "png": "converters",
    "position": "positions",
}

if not TYPE_CHECKING:  # type checkers must not see it: they would accept misspelt names

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
