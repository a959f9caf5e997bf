"""A game's options: converted strictly from a command line, a TOML file or a header to the game's own type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from cityleague.engine.components.plain import too_deep
from cityleague.engine.protocol import Game
from cityleague.replays.log.diagnosis import type_problem
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.wording import quote


def convert_options(given: Mapping[str, Any], game: Game) -> Any:
    """The options as the game's own type; an option that is left out has its default. Raises Problem.

    A set must list each value once: a repeated value is a slip, and the author may have meant another one.
    """
    try:
        options = msgspec.convert(given, game.options)
    except msgspec.ValidationError as error:
        raise type_problem(error, "/options", kind=game.options, value=given) from None
    for name, values in given.items():
        if name in _sets(game.options) and isinstance(values, list | tuple):
            seen = set()
            for value in values:
                encoded = msgspec.json.encode(value)  # a list cannot be a member of a set
                if encoded in seen:
                    raise Problem("LOG-VALUE", f"the value {quote(value)} stands twice", f"/options/{name}")
                seen.add(encoded)
    return options


@cache  # 9 % of validation in Between Two Cities
def _sets(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The options that are sets."""
    types = {field.encode_name: inspect.type_info(field.type) for field in msgspec.structs.fields(kind)}
    return frozenset(
        [name for name, shape in types.items() if isinstance(shape, inspect.SetType | inspect.FrozenSetType)]
    )


def canonical_options(options: Any) -> dict[str, Any]:
    """Options as this program writes them in headers: all options, with sets in sorted order."""
    builtins: dict[str, Any] = msgspec.to_builtins(options, order="deterministic")
    return builtins


def options_from_text(texts: Mapping[str, str], game: Game) -> dict[str, Any]:
    """The values that texts stand for, such as those of a command line. Raises ValueError.

    A text that is JSON stands for its value, any other for itself. Names separated by commas stand for a list where
    the game takes a list of names; an empty text is the empty list.
    """
    lists = {field.encode_name for field in msgspec.structs.fields(game.options) if _takes_names(field.type)}
    return {name: _value(name, text, name in lists) for name, text in texts.items()}


def _value(name: str, text: str, is_list: bool) -> Any:
    import json  # noqa: PLC0415  (slow to import)

    if too_deep(text):
        raise ValueError(f"{name}: the value is nested too deep")
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    if is_list and not isinstance(value, list):
        return [part.strip() for part in text.split(",")] if text.strip() else []
    return value


def _takes_names(kind: Any) -> bool:
    """Whether a type is a set, list or tuple of strings: any strings, or a few that are listed."""
    info = inspect.type_info(kind)
    if isinstance(info, inspect.TupleType):
        return all(map(_is_name, info.item_types))
    return isinstance(info, inspect.CollectionType) and _is_name(info.item_type)


def _is_name(info: inspect.Type) -> bool:
    if isinstance(info, inspect.LiteralType):
        return all(isinstance(value, str) for value in info.values)
    return isinstance(info, inspect.StrType)
