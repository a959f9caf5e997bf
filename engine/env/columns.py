"""The columns of a type's values: it is read once (`msgspec.inspect`), and becomes a function that writes a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from msgspec import inspect

from cityleague.engine.protocol import Setup

Vector = np.ndarray[Any, np.dtype[np.float32]]
Writer = Callable[[Any, Any, int], None]
"""Writes a value into a vector, for the viewer at a seat."""
_BUCKETS = 8
"""Words that no type lists and no mark explains are told apart by a checksum: in so many columns, and as a number."""
_CHECKSUMS = 1 << 32


class Columns:
    """Hands out columns, and makes the functions that write into them."""

    def __init__(self, setup: Setup, without: Sequence[str] = ()) -> None:
        self.names: list[str] = []
        self._seats, self._without = setup.seats, without
        self._listed = {**setup.game.names(setup.components)} if setup.game.names else {}
        self._components = list(dict.fromkeys([item for items in self._listed.values() for item in items]))

    def add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _several(self, path: str, what: str, count: int) -> int:
        """The first of so many columns."""
        first = len(self.names)
        self.names += [f"{path}: {what} {number}" for number in range(count)]
        return first

    def struct(self, kind: inspect.Type, path: str, known: str = "") -> Writer:
        """Of all fields of a struct or named tuple, but for those that are left out or known."""
        assert isinstance(kind, inspect.StructType | inspect.NamedTupleType)
        fields = [field for field in kind.fields if field.name not in (known, *self._without)]
        return _fields([(field.name, self.of(field.type, f"{path}{field.name}")) for field in fields])

    def shared(self, kind: inspect.Type, known: dict[tuple[str, str], Writer]) -> Writer:
        """Of all fields of a struct; those of a name and type that are known have columns already."""
        assert isinstance(kind, inspect.StructType)
        parts = []
        for field in kind.fields:
            key = field.name, repr(field.type)
            if key not in known:
                taken = any(name == field.name for name, _ in known)
                here = f"{kind.cls.__struct_config__.tag} {field.name}" if taken else field.name
                known[key] = self.of(field.type, here)
            parts.append((field.name, known[key]))
        return _fields(parts)

    def of(self, kind: inspect.Type, path: str, mark: str = "") -> Writer:
        """Of a value of any type."""
        match kind:
            case inspect.Metadata():
                return self.of(kind.type, path, (kind.extra or {}).get("mark", mark))
            case inspect.UnionType():
                return self._optional(kind, path, mark)
            case inspect.StructType() | inspect.NamedTupleType():
                return self.struct(kind, f"{path}.")
            case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
                if mark == "order":
                    return self._order(path)
                return self._by_seat(kind.item_type, path, mark) if mark else self._bag(kind.item_type, path)
            case inspect.TupleType():
                return self._tuple(kind, path)
            case inspect.DictType():
                return self._dict(kind, path)
            case inspect.LiteralType():
                return self._one_of(kind.values, path)
            case _ if mark == "component":
                return self._one_of(self._named(path), path)
            case _ if mark == "seat":
                return self._seat(path)
            case inspect.StrType():
                return self._word(path)
            case inspect.IntType() | inspect.FloatType() | inspect.BoolType():
                return self._number(path)
        raise TypeError(
            f"{path}: values of type {kind} have no generic encoding; the game needs its own (`Game.encode`)"
        )

    def _named(self, path: str) -> Sequence[Any]:
        """The components that a field of this name can hold; all of them where the game does not say."""
        if not self._components:
            raise TypeError(f"{path}: it is marked as a component, and `Game.names` lists none")
        return self._listed.get(path.removesuffix(", each").replace(" ", ".").rpartition(".")[2], self._components)

    def _number(self, path: str) -> Writer:
        at = self.add(path)

        def write(value: Any, vector: Any, _seat: int) -> None:
            if value:
                vector[at] += value

        return write

    def _one_of(self, values: Sequence[Any], path: str) -> Writer:
        at = {value: self.add(f"{path}: {value}") for value in values}

        def write(value: Any, vector: Any, _seat: int) -> None:
            if value in at:
                vector[at[value]] += 1

        return write

    def _word(self, path: str) -> Writer:
        first, number = self._several(path, "word", _BUCKETS), self.add(f"{path}: checksum")
        known: dict[str, int] = {}

        def write(value: str, vector: Any, _seat: int) -> None:
            checksum = known.get(value)
            if checksum is None:
                checksum = known[value] = crc32(value.encode())
            vector[first + checksum % _BUCKETS] += 1
            vector[number] += checksum / _CHECKSUMS

        return write

    def _seat(self, path: str) -> Writer:
        first = self._several(path, "seat", self._seats)
        seats = self._seats

        def write(value: int, vector: Any, seat: int) -> None:
            if 0 <= value < seats:  # games name other owners by other numbers
                vector[first + (value - seat) % seats] += 1

        return write

    def _order(self, path: str) -> Writer:
        """Of each seat its place among those that are listed, from 1."""
        first = self._several(path, "place of seat", self._seats)
        seats = self._seats

        def write(value: Sequence[int], vector: Any, seat: int) -> None:
            for number, other in enumerate(value):
                vector[first + (other - seat) % seats] = number + 1

        return write

    def _optional(self, kind: inspect.UnionType, path: str, mark: str) -> Writer:
        """A value that may be missing, or one of several types: each of them has columns."""
        kinds = [item for item in kind.types if not isinstance(item, inspect.NoneType)]
        parts = []
        for item in kinds:
            cls = getattr(item, "cls", None)
            here = f"{path} as {cls.__name__}" if cls and len(kinds) > 1 else path
            parts.append((cls, self.add(f"{here}: there"), self.of(item, here, mark)))

        def write(value: Any, vector: Any, seat: int) -> None:
            if value is None:
                return
            for is_one, there, part in parts:
                if is_one is None or isinstance(value, is_one):
                    vector[there] += 1
                    part(value, vector, seat)
                    return

        return write

    def _tuple(self, kind: inspect.TupleType, path: str) -> Writer:
        parts = [self.of(item, f"{path}[{number}]") for number, item in enumerate(kind.item_types)]

        def write(value: Sequence[Any], vector: Any, seat: int) -> None:
            for item, part in zip(value, parts, strict=True):
                part(item, vector, seat)

        return write

    def _bag(self, item: inspect.Type, path: str) -> Writer:
        """How many, and the sum of what they are: the order is lost. Structs that begin with a seat, a component or a
        listed word are summed up for each of these.
        """
        count = self.add(f"{path}: how many")
        part = self._keyed(item, path) or self.of(item, f"{path}, each")

        def write(value: Any, vector: Any, seat: int) -> None:
            if value:
                vector[count] += len(value)
                for inner in value:
                    part(inner, vector, seat)

        return write

    def _keyed(self, item: inspect.Type, path: str) -> Writer | None:
        """Of the fields of a struct, with columns for each value of the first one."""
        if not isinstance(item, inspect.StructType | inspect.NamedTupleType):
            return None
        first = item.fields[0]
        kind: inspect.Type = first.type
        mark = (kind.extra or {}).get("mark", "") if isinstance(kind, inspect.Metadata) else ""
        known = {"seat": range(self._seats), "component": self._named(first.name)}
        keys = kind.values if isinstance(kind, inspect.LiteralType) else known.get(mark, ())
        parts = {key: (self.add(f"{path}, {key}"), self.struct(item, f"{path}, {key}.", first.name)) for key in keys}
        seats, name = self._seats if mark == "seat" else 0, first.name

        def write(value: Any, vector: Any, seat: int) -> None:
            key = getattr(value, name)
            at, part = parts[(key - seat) % seats if seats else key]
            vector[at] += 1
            part(value, vector, seat)

        return write if parts else None

    def _by_seat(self, item: inspect.Type, path: str, mark: str) -> Writer:
        """A part for each seat; with another mark than `by seat`, for what follows them, too."""
        seats = self._seats
        parts = [self.of(item, f"{path} of seat {number}") for number in range(seats)]
        rest = () if mark == "by seat" else (self.of(item, f"{path} of nobody"),)

        def write(value: Sequence[Any], vector: Any, seat: int) -> None:
            for number, inner in enumerate(value[:seats]):
                parts[(number - seat) % seats](inner, vector, seat)
            for part, inner in zip(rest, value[seats:], strict=True):
                part(inner, vector, seat)

        return write

    def _dict(self, kind: inspect.DictType, path: str) -> Writer:
        """A number for each key; keys that are no components are told apart as words are."""
        first = self._several(path, "word", _BUCKETS)
        at = {name: self.add(f"{path}: {name}") for name in self._components}
        if not isinstance(kind.value_type, inspect.IntType | inspect.FloatType):
            raise TypeError(f"{path}: a dict of what is no number has no generic encoding; see `Game.encode`")

        def write(value: dict[Any, Any], vector: Any, _seat: int) -> None:
            for key, count in value.items():
                place = at.get(key)
                if place is None:
                    place = at[key] = first + crc32(str(key).encode()) % _BUCKETS
                vector[place] += count

        return write


def _fields(parts: Sequence[tuple[str, Writer]]) -> Writer:
    def write(value: Any, vector: Any, seat: int) -> None:
        for name, part in parts:
            part(getattr(value, name), vector, seat)

    return write
