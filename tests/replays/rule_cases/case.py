"""What a case is, and how it is written: a game in the notation of `by_hand`, whose last move breaks a rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ...by_hand import events
from ..cases import Broken

RuleCase = Callable[[], Broken]
"""Makes a log that is broken in one place."""
Cases = dict[str, list[RuleCase]]
"""By the code of the rule that is broken."""


def case(
    game: Any,
    told: str,
    blame: str | None,
    says: str = "",
    *,
    players: int,
    parse: Callable[[str], Sequence[Any]] = events,
    then: str = "",
    instead: str = "",
    written: bool = False,
    **setup: Any,
) -> RuleCase:
    """A game that is played along with what is told, to its last move, which is wrong.

    `game`: its module of logs by hand, whose `course` and `log` get the setup. `blame`: the field that is wrong,
    `city/0` for a part of it; None: the move as a whole. `says`: a piece of the message. `then`: all told is legal, and
    this follows. `instead`: this stands in place of the last move told. `written`: what is told is the whole log.
    """

    def make() -> Broken:
        if written:
            played = events(told)
        elif then:
            played = [*game.course(players, *parse(told), **setup), *events(then)]
        else:
            cut = max(told.rfind(";"), told.rfind("|")) + 1
            (last,) = events(told[cut:])
            played = game.course(players, *parse(told[:cut].removesuffix(";")), last=last, **setup)
            if instead:
                played = [*played[:-1], *events(instead)]
        known = {name: value for name, value in setup.items() if name in ("components", "options")}
        return broken(game.log(players, played, **known), blame, says, setup.get("components"))

    make.__qualname__ = told  # a test that fails shows it
    return make


def broken(lines: Sequence[bytes], blame: str | None, says: str = "", components: bytes | None = None) -> Broken:
    """A log whose last move breaks a rule."""
    event = json.loads(lines[-1])
    return Broken(
        lines=lines,
        components={} if components is None else {"own.json": components},
        line=len(lines) - 1,
        pointer="/move" if blame is None else f"/move/{blame}",
        at=json.dumps(_there(event["move"], blame.split("/") if blame else ())).encode(),
        seat=event["seat"],
        says=says,
    )


def _there(value: Any, path: Sequence[str]) -> Any:
    """The value at this place; if there is none, the object that would hold it."""
    for part in path:
        if isinstance(value, dict) and part not in value:
            break
        value = value[int(part) if isinstance(value, list) else part]
    return value
