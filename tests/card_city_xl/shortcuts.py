"""The search for the most cards, without what spares it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cityleague.engine.card_city_xl import building, hand_moves, hand_search

SHORTCUTS = {"have_places": False, "_undisturbed": 0}
"""Each shortcut, and the answer that proves nothing."""


@contextmanager
def without_shortcuts() -> Iterator[None]:
    """Nothing but the search finds anything."""
    with pytest.MonkeyPatch.context() as patch:
        for name, answer in SHORTCUTS.items():
            for module in (hand_search, hand_moves, building):
                patch.setattr(module, name, lambda *_, told=answer: told, raising=False)
        yield
