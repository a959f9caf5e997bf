"""All the mistakes in a JSON value that should have a given type, not just the first: for files that people write.

A message says where the mistake is. It names the entries of lists by their numbers or names, as the owner knows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import inspect

from cityleague.engine.components.plain import Doubled
from cityleague.engine.words import abridged, printable, quote

_LISTED = 5
"""How many of the entries in which something is missing are named."""
_NAMES = ("number", "name", "node")
"""The fields that name an entry of a list: the first that is there counts. Without any, a number of players does."""
_NAME_LENGTH = 30


class Spot(NamedTuple):
    """Where something stands: the steps to it, and how many of them lead to the first entry on the way."""

    steps: tuple[str, ...] = ()
    entry: int = 0

    def __str__(self) -> str:
        return ": ".join(self.steps)

    def field(self, name: str) -> Spot:
        """A field of what stands here."""
        return Spot((*self.steps, name), self.entry)

    def key(self, name: str) -> Spot:
        """What stands here under a key that the author of the file chose."""
        steps = (*self.steps, _shown(name))
        return Spot(steps, self.entry or len(steps))

    def item(self, index: int, value: Any) -> Spot:
        """An entry of the list that stands here; `list` itself is no step."""
        *before, last = self.steps or ("list",)
        own = called(value)
        name = own or f"no. {index + 1}" if last == "list" else f"{last} {own or index}"
        steps = (*before, name)
        return Spot(steps, self.entry or len(steps))

    def parts(self) -> tuple[str, str, str]:
        """Three parts, any of which may be empty: the list or block, its entry or field, and the part of that."""
        cut = (self.entry or len(self.steps[:2])) - 1
        return ": ".join(self.steps[:cut]), ": ".join(self.steps[cut : cut + 1]), ": ".join(self.steps[cut + 1 :])


class Flaw(NamedTuple):
    """Something wrong, or (`OPEN`, `MISSING`) something that is not there."""

    place: Spot
    text: str


OPEN = "still to be filled in"
"""The text for null where a value is needed."""
MISSING = "missing"


def sentences(all_flaws: Iterable[Flaw]) -> Iterator[str]:
    """The flaws in words: the gaps, grouped by list or block, then each of the others."""
    gaps: dict[tuple[str, str], dict[str, dict[str, None]]] = {}
    others = []
    for place, text in all_flaws:
        if text in {OPEN, MISSING}:
            block, entry, part = place.parts()
            gaps.setdefault((block, text), {}).setdefault(entry, {})[part] = None
        else:
            others.append(f"{place}: {text}" if place.steps else text)
    for (block, text), entries in gaps.items():
        yield f"{block}: {text}{_entries(entries)}" if block else f"{text}{_entries(entries)}"
    yield from others


def _entries(entries: dict[str, dict[str, None]]) -> str:
    """The entries in which something is missing, and in brackets what: only once if it is the same in all."""
    parts = {entry: abridged(_parts([part for part in missing if part]), _LISTED) for entry, missing in entries.items()}
    alike = len(set(parts.values())) == 1 and len(parts) > 1
    names = [f"{entry} ({lacks})" if lacks and not alike else entry for entry, lacks in parts.items()]
    common = next(iter(parts.values()))
    return (f" ({common})" if alike and common else "") + f": {abridged(names, _LISTED)}"


def _parts(parts: Sequence[str]) -> list[str]:
    """The parts, with several parts of one whole replaced by that whole."""
    wholes = Counter([part.split(": ")[0] for part in parts])
    return [*dict.fromkeys([whole if wholes[whole := part.split(": ")[0]] > 1 else part for part in parts])]


def flaws(kind: Any, value: Any) -> Iterator[Flaw]:
    """All that is wrong with a value from `plain.parse` for this type; msgspec decodes a value without flaws."""
    return _flaws(inspect.type_info(kind), value, Spot())


def _flaws(kind: inspect.Type, value: Any, place: Spot) -> Iterator[Flaw]:
    choices = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    fitting = [choice for choice in choices if _fits(choice, value)]
    if not fitting:
        asked = " or ".join([_asked(choice) for choice in choices if not isinstance(choice, inspect.NoneType)])
        yield Flaw(place, OPEN if value is None else f"{asked} is needed, not {_told(value)}")
        return
    if isinstance(value, Doubled):
        yield from [Flaw(place, f"the key {quote(key)} stands twice") for key in value.twice]
    choice = fitting[0]
    if isinstance(choice, inspect.StructType):
        yield from _in_struct(choice, value, place)
    elif isinstance(choice, inspect.DictType):
        for key, inner in value.items():
            if _fits(choice.key_type, key):
                yield from _flaws(choice.value_type, inner, place.key(key))
            else:
                yield Flaw(place, f"{_asked(choice.key_type)} is needed as a key, not {quote(key)}")
    elif isinstance(choice, inspect.TupleType):
        for i, (inner_kind, inner) in enumerate(zip(choice.item_types, value, strict=True)):
            yield from _flaws(inner_kind, inner, place.item(i, inner))
    elif isinstance(choice, inspect.CollectionType):
        for i, inner in enumerate(value):
            yield from _flaws(choice.item_type, inner, place.item(i, inner))


def _in_struct(kind: inspect.StructType, value: dict[str, Any], place: Spot) -> Iterator[Flaw]:
    names = [field.encode_name for field in kind.fields]
    for field in kind.fields:
        if field.encode_name in value:
            yield from _flaws(field.type, value[field.encode_name], place.field(field.encode_name))
        elif field.required:
            yield Flaw(place.field(field.encode_name), MISSING)
    for key in value:
        if key not in names:
            yield Flaw(place, f"there is no field {quote(key)} here, but {', '.join(names)}")


def _fits(kind: inspect.Type, value: Any) -> bool:
    """Whether a value is of the JSON type; for a literal, whether it is one of the values listed."""
    if isinstance(kind, inspect.LiteralType):
        return any(type(value) is type(choice) and value == choice for choice in kind.values)
    if isinstance(kind, inspect.TupleType):
        return isinstance(value, list) and len(value) == len(kind.item_types)
    return isinstance(value, _PLAIN[type(kind)]) and (type(kind) is inspect.BoolType or not isinstance(value, bool))


_PLAIN: dict[type[inspect.Type], type] = {
    inspect.StructType: dict,
    inspect.DictType: dict,
    inspect.VarTupleType: list,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.BoolType: bool,
    inspect.NoneType: type(None),
}
"""The Python type of the plain values of a JSON type; component files are made of these types."""


def _asked(kind: inspect.Type) -> str:
    """A type in words."""
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(map(str, kind.values))}" if len(kind.values) > 1 else str(kind.values[0])
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}"
    words = {dict: "an object", list: "a list", int: "a whole number", str: "text", bool: "true or false"}
    return words[_PLAIN[type(kind)]]


def _told(value: Any) -> str:
    """A value that does not belong there, in words."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return quote(value)


def called(value: Any) -> str:
    """The name of an entry of a list; empty if it has none."""
    if not isinstance(value, dict):
        return ""
    for name in _NAMES:
        if isinstance(value.get(name), str | int):
            return _shown(value[name])
    return f"{_shown(value['players'])} players" if type(value.get("players")) is int else ""


def _shown(name: object) -> str:
    return printable(str(name), _NAME_LENGTH)
