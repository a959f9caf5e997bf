"""What a case is, and how a game's cases are collected."""

from __future__ import annotations

from collections.abc import Callable

from ..cases import Broken

RuleCase = Callable[[], Broken]
"""Makes a log that is broken in one place."""
Register = Callable[[str], Callable[[RuleCase], RuleCase]]


def register(cases: dict[str, list[RuleCase]]) -> Register:
    """A decorator that adds a case under its code."""

    def breaks(code: str) -> Callable[[RuleCase], RuleCase]:
        def add(function: RuleCase) -> RuleCase:
            cases.setdefault(code, []).append(function)
            return function

        return add

    return breaks
