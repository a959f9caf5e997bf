"""NEOM: games as written at a table, whose last line breaks a rule."""

from __future__ import annotations

from . import neom_course, neom_events, neom_trade

CASES = neom_course.CASES | neom_trade.CASES | neom_events.CASES
