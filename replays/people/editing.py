"""A legal move that is not listed, put together from its fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec

from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import printable
from cityleague.replays.people.console import Desk, nothing, say_wrapped


def edited(desk: Desk, names: Sequence[str], seat: int, move: Any, verify: Callable[[int, Any], None]) -> Any:
    """Ask for each field of a move until the move is legal; Enter keeps a field. Raises Elsewhere and Leave."""
    while True:
        for field in msgspec.structs.fields(move):
            move = _with(desk, names, move, field)
        try:
            verify(seat, move)
        except IllegalMove as error:
            say_wrapped(desk.console, f"{error.rule.code}: {error.message}\n({error.rule.text})")
        else:
            return move


class Part(NamedTuple):
    """A field of a move, to be changed."""

    name: str
    text: str
    """Its value, as it can be typed."""
    form: str
    """How a list is typed; empty if it is none."""


def parts_of(move: Any) -> list[Part]:
    """The fields of a move."""
    return [Part(field.name, _text(getattr(move, field.name)), _form(field)) for field in msgspec.structs.fields(move)]


def with_parts(move: Any, texts: Mapping[str, str], names: Sequence[str]) -> Any:
    """The move with what was typed for its fields; raises ValueError, which says for which one nobody can read it."""
    for field in msgspec.structs.fields(move):
        if texts.get(field.name) not in (None, "", _text(getattr(move, field.name))):
            try:
                value = _value(texts[field.name], field.type, names)
            except msgspec.ValidationError as error:
                raise ValueError(f"{field.name}: {printable(str(error))}. {_form(field)}".rstrip()) from None
            move = msgspec.structs.replace(move, **{field.name: value})
    return move


def _with(desk: Desk, names: Sequence[str], move: Any, field: msgspec.structs.FieldInfo) -> Any:
    """The move with another value in a field, if one is typed."""
    before = _text(getattr(move, field.name))

    def explained() -> str:
        return f"Enter keeps {before}. {_form(field)} A value can also be typed as a log has it."

    while text := desk.ask(f"{field.name} [{before}]> ", nothing, explained):
        try:
            return msgspec.structs.replace(move, **{field.name: _value(text, field.type, names)})
        except msgspec.ValidationError as error:
            say_wrapped(desk.console, f"{field.name}: {printable(str(error))}. {explained()}")
    return move


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _form(field: msgspec.structs.FieldInfo) -> str:
    """How a list is typed."""
    item = _item(field.type)
    if item is None:
        return ""
    parts = [part.name for part in msgspec.structs.fields(item)] if _is_struct(item) else ["word"]
    return f"- stands for none; several are typed with commas between them, each as {' '.join(parts)}."


def _item(kind: Any) -> Any:
    """What a list of this type holds, if it is one of any length."""
    held = get_args(kind)
    return held[0] if len(held) == 2 and held[1] is Ellipsis else None


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _value(text: str, kind: Any, names: Sequence[str]) -> Any:
    """The value that is typed for a field; raises msgspec.ValidationError."""
    text = text.encode(errors="replace").decode()  # a terminal may bring what is no text
    try:
        return msgspec.convert(msgspec.json.decode(text), kind)
    except (msgspec.DecodeError, RecursionError):
        pass
    item = _item(kind)
    if item is None:
        return msgspec.convert(text, kind)
    several = [] if text == "-" else [part.split() for part in text.split(",")]
    if not _is_struct(item):
        return msgspec.convert([" ".join(words) for words in several], kind)
    return tuple([_struct(words, item, names) for words in several])


def _struct(words: Sequence[str], kind: type[msgspec.Struct], names: Sequence[str]) -> msgspec.Struct:
    """The struct whose fields have these values, in their order; a seat may have its player's name."""
    seats = {name.casefold(): str(seat) for seat, name in enumerate(names)}
    left, given = list(words), {}
    for field in msgspec.structs.fields(kind):
        if left:
            value = seats.get(left[0].casefold(), left[0])
            try:
                given[field.name] = msgspec.convert(value, field.type, strict=False)
            except msgspec.ValidationError:
                if field.required:
                    raise
            else:
                del left[0]
    if left:
        raise msgspec.ValidationError(f"{' '.join(words)}: nothing is meant by {left[0]}")
    if lacking := [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in given]:
        raise msgspec.ValidationError(f"{' '.join(words) or 'nothing'}: it lacks {' and '.join(lacking)}")
    return kind(**given)
