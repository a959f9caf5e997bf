"""All that is wrong with a JSON value that was to be of a type, not just the first thing: for files that people write.

What is wrong is told by where it stands, and entries of lists by what they are called, as their owner knows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect

from cityleague.engine.plain import Doubled
from cityleague.engine.words import printable, quote, some

_LISTED = 5
"""As many entries are named of those in which something is missing."""
_NAMES = ("number", "name", "node")
"""The fields that say what an entry of a list is called, the first that is there; or else a number of players does."""
_NAME_LENGTH = 30


class Place(NamedTuple):
    """Where something stands: the steps that lead there, and how many of them lead to the first entry on the way."""

    steps: tuple[str, ...] = ()
    entry: int = 0

    def __str__(self) -> str:
        return ": ".join(self.steps)

    def field(self, name: str) -> Place:
        """A field of what stands here."""
        return Place((*self.steps, name), self.entry)

    def key(self, name: str) -> Place:
        """What stands here under a key of one's own choice."""
        steps = (*self.steps, _shown(name))
        return Place(steps, self.entry or len(steps))

    def item(self, index: int, value: Any) -> Place:
        """An entry of the list that stands here; `list` itself is no step."""
        *before, last = self.steps or ("list",)
        own = called(value)
        name = own or f"no. {index + 1}" if last == "list" else f"{last} {own or index}"
        steps = (*before, name)
        return Place(steps, self.entry or len(steps))

    def apart(self) -> tuple[str, str, str]:
        """The list or block, the entry or field of it, and what of that: all may be empty."""
        cut = (self.entry or len(self.steps[:2])) - 1
        return ": ".join(self.steps[:cut]), ": ".join(self.steps[cut : cut + 1]), ": ".join(self.steps[cut + 1 :])


class Flaw(NamedTuple):
    """Something wrong, or (`OPEN`, `MISSING`) something that is not there."""

    place: Place
    text: str


OPEN = "still to be filled in"
"""What is said of null where something must be stated."""
MISSING = "missing"


def sentences(found: Iterable[Flaw]) -> Iterator[str]:
    """The flaws in words: what is not there by list or block, then each of the others."""
    gaps: dict[tuple[str, str], dict[str, dict[str, None]]] = {}
    others = []
    for place, text in found:
        if text in {OPEN, MISSING}:
            block, entry, part = place.apart()
            gaps.setdefault((block, text), {}).setdefault(entry, {})[part] = None
        else:
            others.append(f"{place}: {text}" if place.steps else text)
    for (block, text), entries in gaps.items():
        yield f"{block}: {text}{_entries(entries)}" if block else f"{text}{_entries(entries)}"
    yield from others


def _entries(entries: dict[str, dict[str, None]]) -> str:
    """The entries in which something is not there, and what that is in brackets: once if it is the same in all."""
    parts = {entry: some(_parts([part for part in missing if part]), _LISTED) for entry, missing in entries.items()}
    alike = len(set(parts.values())) == 1 and len(parts) > 1
    names = [f"{entry} ({lacks})" if lacks and not alike else entry for entry, lacks in parts.items()]
    common = next(iter(parts.values()))
    return (f" ({common})" if alike and common else "") + f": {some(names, _LISTED)}"


def _parts(parts: Sequence[str]) -> list[str]:
    """Of several parts that lie in one, only that."""
    wholes = Counter([part.split(": ")[0] for part in parts])
    return [*dict.fromkeys([whole if wholes[whole := part.split(": ")[0]] > 1 else part for part in parts])]


def flaws(kind: Any, value: Any) -> Iterator[Flaw]:
    """All that is wrong with a value of `plain.parse` that was to be of a type; msgspec decodes what has no flaw."""
    return _flaws(_type_info(kind), value, Place())


@cache
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _flaws(kind: inspect.Type, value: Any, place: Place) -> Iterator[Flaw]:
    choices = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    fitting = [one for one in choices if _fits(one, value)]
    if not fitting:
        asked = " or ".join([_asked(one) for one in choices if not isinstance(one, inspect.NoneType)])
        yield Flaw(place, OPEN if value is None else f"{asked} is needed, not {_told(value)}")
        return
    if isinstance(value, Doubled):
        yield from [Flaw(place, f"the key {quote(key)} stands twice") for key in value.twice]
    one = fitting[0]
    if isinstance(one, inspect.StructType):
        yield from _in_struct(one, value, place)
    elif isinstance(one, inspect.DictType):
        for key, inner in value.items():
            if _fits(one.key_type, key):
                yield from _flaws(one.value_type, inner, place.key(key))
            else:
                yield Flaw(place, f"{_asked(one.key_type)} is needed as a key, not {quote(key)}")
    elif isinstance(one, inspect.TupleType):
        for i, (inner_kind, inner) in enumerate(zip(one.item_types, value, strict=True)):
            yield from _flaws(inner_kind, inner, place.item(i, inner))
    elif isinstance(one, inspect.CollectionType):
        for i, inner in enumerate(value):
            yield from _flaws(one.item_type, inner, place.item(i, inner))


def _in_struct(kind: inspect.StructType, value: dict[str, Any], place: Place) -> Iterator[Flaw]:
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
    """Whether a value has the JSON type, and as far as these are listed is one of the values, of a type."""
    if isinstance(kind, inspect.LiteralType):
        return any(type(value) is type(one) and value == one for one in kind.values)
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
"""What JSON of a type is, as plain values; component files are made of these types."""


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
    """What an entry of a list is called; nothing if it does not say so."""
    if not isinstance(value, dict):
        return ""
    for name in _NAMES:
        if isinstance(value.get(name), str | int):
            return _shown(value[name])
    return f"{_shown(value['players'])} players" if type(value.get("players")) is int else ""


def _shown(name: object) -> str:
    return printable(str(name), _NAME_LENGTH)
