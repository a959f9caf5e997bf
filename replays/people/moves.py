"""The question for a move. A number, some words of the move, or the move as a log has it answer it.

Where a secret choice must come before what somebody wants to do, a whole turn can be typed at once. A legal move that
is not listed can be put together from its fields.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec

from cityleague.engine.protocol import Decision, Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import MoveEvent, Problem, decoder, has_field, printable
from cityleague.replays.people.console import Desk, nothing, say_wrapped
from cityleague.replays.people.menu import PAGE, Menu, menu_of, move_in_words, page
from cityleague.replays.people.steps import LastingMove

_NEXT = ";"
"""Stands between the moves of one line."""


class Answer(NamedTuple):
    """What somebody who was asked for a move has typed."""

    seat: int
    """Mostly the seat that was asked; a move typed as in a log may be another's."""
    move: Any
    later: tuple[str, ...] = ()
    """What the line has for the moves after this one."""
    as_typed: bool = False
    """Whether it is what had been typed before the question."""
    lasts: bool = False
    """Whether it is made whenever the seat is asked in this round."""


class Asked(NamedTuple):
    """A seat that is asked for a move."""

    setup: Setup
    names: Sequence[str]
    seat: int
    view: Any
    prompt: str
    menu: Menu
    verify: Callable[[int, Any], None]
    """Raises IllegalMove or Problem."""
    before: Callable[[Sequence[str]], Sequence[Any]]
    """The moves after which the moves that some words stand for are possible."""
    lasting: LastingMove | None = None


def ask_move(desk: Desk, asked: Asked, *, listed: bool, typed: str = "") -> Answer:
    """Ask until a legal move is known. Raises Elsewhere and Leave.

    `listed`: whether the moves are shown before the first question. `typed`: what was typed for this question already.
    Where nothing can be taken back, a move is shown, and Enter makes it.
    """
    menu, console, lasting = asked.menu, desk.console, asked.lasting

    def complete(text: str) -> Sequence[str]:
        return [*menu.complete(text), *([lasting.words] if lasting and lasting.begins(text) else [])]

    everything = list(range(len(menu.moves)))
    shown, first = everything, -PAGE
    proposed: Answer | None = None
    if listed and not typed:
        first = 0
        console.say(page(menu, shown, first) + (f"\n  or: {lasting.words}" if lasting else ""))
    while True:
        as_typed = bool(typed)
        text, typed = typed or desk.ask(asked.prompt, complete, lambda: _help(asked, certain=desk.certain)), ""
        if not text and proposed is not None:
            return proposed
        proposed = None
        if not text:
            first = first + PAGE if first + PAGE < len(shown) else 0
            console.say(page(menu, shown, first))
            continue
        try:
            meant = _meant(asked, text, desk)
        except IllegalMove as error:
            say_wrapped(console, f"{error.rule.code}: {error.message}\n({error.rule.text})")
            continue
        except Problem as problem:
            say_wrapped(console, problem.message)
            continue
        if isinstance(meant, Answer):
            if desk.certain or meant.lasts or text in menu.words or text.startswith("{"):
                return meant._replace(as_typed=as_typed)
            proposed = meant
            console.say(f"{_shown(asked, meant)}\nEnter makes this move.")
        elif meant:
            shown, first = meant, 0
            console.say(page(menu, shown, first))
        else:
            shown, first = everything, -PAGE
            why = desk.usage(text) or menu.hint(text.partition(_NEXT)[0]) or f"No legal move has all of this: {text}."
            say_wrapped(console, f"{why} Enter lists the moves; ? helps.")


def _meant(asked: Asked, text: str, desk: Desk) -> Answer | list[int]:
    """What a line stands for: a move, or several from which one is to be chosen, by their places in the menu.

    Raises IllegalMove, Problem, Elsewhere and Leave.
    """
    menu, seat = asked.menu, asked.seat
    if text.startswith("{"):
        by, move = _written(asked.setup, text, seat)
        asked.verify(by, move)
        return Answer(by, move)
    parts = [part.strip() for part in text.split(_NEXT) if part.strip()]
    if not parts:
        return []
    word, _, number = parts[0].partition(" ")
    if asked.lasting and number and asked.lasting.begins(parts[0]):
        return Answer(seat, menu.moves[asked.lasting.at], tuple(parts[1:]), lasts=True)
    if word == "edit" and (chosen := _numbered(menu, number)) is not None:
        return Answer(seat, edited(desk, asked.names, seat, menu.moves[chosen], asked.verify))
    found = menu.find(parts[0]) if (at := _numbered(menu, parts[0])) is None else [at]
    if len(found) == 1:
        return Answer(seat, menu.moves[found[0]], tuple(parts[1:]))
    if not found:
        earlier = asked.before(parts)
        if len(earlier) == 1:
            return Answer(seat, earlier[0], tuple(parts))
        found = [menu.moves.index(move) for move in earlier]
    return found


def _numbered(menu: Menu, text: str) -> int | None:
    """The place in the menu that a number stands for."""
    is_number = text.isascii() and text.isdigit() and 0 < int(text[:9]) <= len(menu.moves)
    return int(text[:9]) - 1 if is_number else None


def _shown(asked: Asked, answer: Answer) -> str:
    """A move that is to be confirmed, with its number if it is listed."""
    menu, move = asked.menu, answer.move
    if move in menu.moves:
        return page(menu, [menu.moves.index(move)], 0)
    return f"  {move_in_words(asked.setup, asked.view, move, asked.names)}"


def _written(setup: Setup, text: str, seat: int) -> tuple[int, Any]:
    """A move typed as in a log, with or without its seat; raises Problem."""
    line = text.encode(errors="replace")
    decode = decoder(setup.game)
    if not any(has_field(line, kind) for kind in ("chance", "move", "result")):
        event = decode.event(b'{"seat":%d,"move":%s}' % (seat, line))
        assert isinstance(event, MoveEvent)
        return seat, event.move
    event = decode.event(line)
    if not isinstance(event, MoveEvent):
        raise Problem("LOG-EVENT", "a move is due here")
    if event.seat >= setup.seats:
        raise Problem("LOG-SEAT", f"the seats of this game are 0 to {setup.seats - 1}, not {event.seat}")
    return event.seat, event.move


def _help(asked: Asked, *, certain: bool) -> str:
    many, makes = len(asked.menu.moves), "makes it" if certain else "shows it, and Enter makes it"
    return "\n".join([
        f"The number of a move (1 to {many}) {makes}." if many > 1 else f"1, the number of the only move, {makes}.",
        "Some words of it, or their first letters, in any order, find it; Enter shows more of the list.",
        f"Several moves, one after the other, stand on one line with {_NEXT} between them.",
        "A move can also be typed as a log has it: {...}.",
        *([f"{asked.lasting.words}: it is done for you until the round ends, or stop."] if asked.lasting else []),
    ])  # fmt: skip


def choices_before(
    setup: Setup,
    state: State[Any],
    seat: int,
    parts: Sequence[str],
    names: Sequence[str],
    waiting: Mapping[int, Sequence[str]],
) -> list[Any]:
    """The moves of a seat, which is to choose in secret, after which the moves that these parts stand for are possible.

    With hands that nobody saw, this tells what was picked. `waiting`: what was typed for seats that come first.
    """
    pending = state.pending()
    if not isinstance(pending, Decision) or pending.kind != "secret":
        return []
    menu = menu_of(setup, state.view(seat), state.legal(seat), names)
    likely = set(range(len(menu.moves)))
    for part in parts:  # a choice has some word of each part; this alone rules most of them out, and quickly
        likely &= {at for word in part.split() for at in menu.find(word)}

    def is_possible(move: Any) -> bool:
        ahead = state.copy()
        ahead.apply(seat, move)
        while isinstance(due := ahead.pending(), Decision) and due.kind == "secret" and seat not in due.seats:
            ahead.apply(due.seats[0], ahead.legal(due.seats[0])[0])
        for other in sorted(waiting.keys() - {seat}):
            _played(setup, ahead, other, waiting[other], names)
        return _played(setup, ahead, seat, parts, names)

    return [menu.moves[at] for at in sorted(likely) if is_possible(menu.moves[at])]


def _played(setup: Setup, state: State[Any], seat: int, parts: Sequence[str], names: Sequence[str]) -> bool:
    """Make the moves of a seat that some parts stand for, as far as each stands for just one; whether all were made."""
    for part in parts:
        due = state.pending()
        if not isinstance(due, Decision) or seat not in due.seats:
            return False
        menu: Menu = menu_of(setup, state.view(seat), state.legal(seat), names)
        found = menu.find(part)
        if len(found) != 1:
            return False
        state.apply(seat, menu.moves[found[0]])
    return True


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
