"""What others read, write and break, described: rules with examples, views and moves in words, JSON Schemas."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import GenericAlias
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.doors import file_in
from cityleague.engine.protocol import Game, Setup
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import Rule
from cityleague.replays.log import Finding, printable

Of = Literal["view", "bot", "components", "plan", "report"]


def schema_of(of: Of, name: str | None = None) -> dict[str, Any]:
    """The schema of a thing: a plan as in TOML, a line of `validate --format json` (report), what a program is asked
    and what it answers (bot), a view or a component file. Raises ValueError without a game that is needed.
    """
    if of not in ("plan", "report") and name is None:
        raise ValueError(f"a schema of this kind ({of}) is for one game: name it")
    title = f"cityleague {of}" + (f" of {name}" if name else "")
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{title.replace(' ', ':')}"}
    return {**about, "title": title, **msgspec.json.schema(_type_of(of, name or ""))}


def _type_of(of: Of, name: str) -> Any:
    if of == "plan":
        from cityleague.replays.tournaments import Plan  # noqa: PLC0415  (slow to import)

        return Plan
    if of == "report":
        return Finding
    game = find_game(name)
    if of == "components":
        return getattr(game.components, "kind", dict[str, Any])
    view = type(Setup(game, game.options(), game.components(None), game.seats[0]).begin().view(0))
    if of == "view":
        return view
    asked = msgspec.defstruct("Asked", [("view", view), ("legal", GenericAlias(list, (game.moves,)))])
    fields = [("move", game.moves | UnsetType, UNSET), ("choose", int | UnsetType, UNSET)]
    answer = msgspec.defstruct("Answer", [*fields, ("info", dict[str, str | float] | UnsetType, UNSET)])
    return msgspec.defstruct("Decision", [("decide", asked), ("answer", answer)])


class _Example(msgspec.Struct):
    """A line that breaks a rule, and what a finding says of it; `log` is the whole log in the repository."""

    log: str
    line: int | None
    shown: str
    says: str


def explained(rule: Rule) -> Iterator[str]:
    """The lines of text about a rule or about what holds in any log."""
    yield f"{rule.code}: {rule.text}"
    if rule.section:
        yield f"    rulebook: {rule.section}"
    examples = msgspec.json.decode(file_in("cityleague.replays.reports", "broken.json"), type=dict[str, _Example])
    if example := examples.get(rule.code):
        yield "An example of a log that breaks it" + (f", line {example.line}:" if example.line else ":")
        if example.shown:
            yield f"    {printable(example.shown, 1000)}"
        yield f"    {rule.code}: {printable(example.says, 1000)}"
        yield f"    the whole log: {example.log} in the repository of cityleague"


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
