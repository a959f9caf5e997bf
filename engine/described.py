"""What a bot sees and answers, as text: made of the docstrings of a game's views and moves."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import msgspec

from cityleague.engine.protocol import Game, Setup


def described(game: Game) -> str:
    """The fields of its view and of its moves, in Markdown, to follow its rules."""
    view = type(Setup(game, game.options(), game.components(None), game.seats[-1]).begin().view(None))
    lines = ["", "## What a bot sees", ""]
    for kind in structs(msgspec.inspect.type_info(view)):
        lines += [*_told(kind, kind.__name__), ""]
    lines += ["## Moves", ""]
    for kind in structs(msgspec.inspect.type_info(game.moves)):
        lines += [*_told(kind, str(kind.__struct_config__.tag or kind.__name__)), ""]
    return "\n".join(lines)


def structs(place: msgspec.inspect.Type) -> list[type[msgspec.Struct]]:
    """The structs that a type is made of, each once: those that hold others come first."""
    return list(dict.fromkeys(_structs(place)))


def _structs(place: msgspec.inspect.Type) -> Iterator[type[msgspec.Struct]]:
    if isinstance(place, msgspec.inspect.StructType):
        yield place.cls
        for field in place.fields:
            yield from _structs(field.type)
    for inner in (getattr(place, name, ()) for name in ("types", "item_types")):
        for part in inner:
            yield from _structs(part)
    for part in (getattr(place, name, None) for name in ("item_type", "key_type", "value_type", "type")):
        if part is not None:
            yield from _structs(part)


def docstrings(kind: type[msgspec.Struct]) -> dict[str, str]:
    """By field, its docstring; empty where it has none."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base is not msgspec.Struct and issubclass(base, msgspec.Struct):
            after = ""
            (block,) = ast.parse(inspect.getsource(base)).body
            assert isinstance(block, ast.ClassDef)
            for node in reversed(block.body):
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    found[node.target.id] = after
                after = ""
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    after = str(node.value.value)
    return {name: " ".join(found[name].split()) for name in kind.__struct_fields__}


def _told(kind: type[msgspec.Struct], name: str) -> Iterator[str]:
    yield f"**{name}**: {' '.join((inspect.getdoc(kind) or '').split())}"
    yield ""
    for field, says in docstrings(kind).items():
        yield f"- `{field}`" + (f": {says}" if says else "")
