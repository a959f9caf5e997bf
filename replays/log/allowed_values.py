"""The values that a field allows, where they are few, and the fields that an object has: for messages about others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import inspect


def allowed_values(kind: Any, value: Any, path: Sequence[str]) -> list[Any]:
    """The values that a type allows at `path`, if it lists them; else none.

    `value` is what was to be decoded as that type, as far as it is known. It tells which of several kinds of object is
    meant at each step of the path.
    """
    places, _ = _places(kind, value, path)
    shapes = [shape for place in places for shape in _alternatives(place)]
    return [value for shape in shapes if isinstance(shape, inspect.LiteralType) for value in shape.values]


def allowed_fields(kind: Any, value: Any, path: Sequence[str]) -> list[str]:
    """The fields of the object that a type allows at `path`; see `allowed_values`."""
    places, inner = _places(kind, value, path)
    found = []
    for place in places:
        for shape in _alternatives(place):
            if isinstance(shape, inspect.StructType):
                if shape.tag_field is not None and _item(inner, shape.tag_field) != shape.tag:
                    continue
                found += [name for name in [shape.tag_field, *[field.encode_name for field in shape.fields]] if name]
    return found


def value_at(value: Any, path: Sequence[str]) -> Any:
    """What stands in a JSON value at `path`; None if nothing does."""
    for part in path:
        value = _item(value, part)
    return value


def _places(kind: Any, value: Any, path: Sequence[str]) -> tuple[list[inspect.Type], Any]:
    """The types that are possible at `path`, and what stands there."""
    places = [_type_info(kind)]
    for part in path:
        places = [inner for place in places for inner in _inside(place, value, part)]
        value = _item(value, part)
    return places, value


@cache  # or each wrong line of a log takes 3 to 30 ms longer
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _alternatives(place: inspect.Type) -> tuple[inspect.Type, ...]:
    return place.types if isinstance(place, inspect.UnionType) else (place,)


def _inside(place: inspect.Type, value: Any, part: str) -> Iterator[inspect.Type]:
    """The types that are possible under a key or an index of a value of this type."""
    for shape in _alternatives(place):
        if isinstance(shape, inspect.StructType):
            if part == shape.tag_field:
                yield inspect.LiteralType((shape.tag,))
            elif shape.tag_field is None or _item(value, shape.tag_field) == shape.tag:
                yield from [field.type for field in shape.fields if field.encode_name == part]
        elif isinstance(shape, inspect.TupleType) and part.isdecimal():
            yield from shape.item_types[int(part) : int(part) + 1]
        elif isinstance(shape, inspect.CollectionType):
            yield shape.item_type


def _item(value: Any, part: str) -> Any:
    if isinstance(value, dict):
        return value.get(part)
    known = isinstance(value, list | tuple) and part.isdecimal() and int(part) < len(value)
    return value[int(part)] if known else None
