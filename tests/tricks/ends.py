"""The default bot with one of its parameters moved to either end of its range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from cityleague.engine.bots.parameters import fields
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Bot, Setup


def ends(heuristic: Any) -> dict[str, Callable[[Setup, Stream, Mapping[str, str]], Bot]]:
    """By parameter and value: the bot that is told so; of a choice, each word."""

    def told(setup: Setup, stream: Stream, _: Mapping[str, str], name: str, value: str) -> Bot:
        bot: Bot = heuristic(setup, stream, {name: value})
        return bot

    return {
        f"{known.name}={value}": partial(told, name=known.name, value=str(value))
        for known in fields(heuristic.parameters)
        for value in known.values or (known.low, known.high)
    }
