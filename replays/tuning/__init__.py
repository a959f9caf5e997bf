"""Tuning: parameters of a bot, tried in games against another one, and what came out tested on fresh deals.

A study is a search, then a test; both ask for games and depend on nothing but their results. This room imports
`tournaments` for the games, the file and the test, `pages` for the page, `players`, `log` and `workers`; `cli` imports
it. A module is imported when it is first used: pages are slow to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.tuning.ranges import without_ranges
    from cityleague.replays.tuning.running import PAGE_FILE, By, Study
    from cityleague.replays.tuning.shown import show, verdict

__all__ = ["PAGE_FILE", "By", "Study", "show", "verdict", "without_ranges"]

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
