"""The questions that a person is asked: which move, and what chance brought. Everything typed has one meaning.

`board`, `scores`, `undo`, `quit` and `?` work at every question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cityleague.engine.chance import verify_draw
from cityleague.engine.protocol import Draw, Item, Setup
from cityleague.engine.rules import IllegalMove
from cityleague.engine.words import abridged, similar
from cityleague.replays.log import ChanceEvent, MoveEvent, Problem, decoder, has_field
from cityleague.replays.people.console import Completing, Console, Leave, answer, nothing
from cityleague.replays.people.menu import PAGE, Menu, item_meant, page

_HELP = {
    "?": "this help",
    "board": "the boards again",
    "scores": "the points so far",
    "undo": "take back the last move or draw",
    "quit": "leave; the game can be gone on with later (Ctrl-D and Ctrl-C do the same)",
}
_SPELLED = {"help": "?", "exit": "quit"}
_FEW = 12
"""How many kinds of items a question lists."""
_VOID = " (nothing of this line counts)"
_UNSEEN = "unseen"
"""What is typed for an item that nobody saw."""
_TIMES = re.compile(r"(.+)\*(\d{1,3})")


class Undo(Exception):
    """The person wants to take back the last move or draw."""


class Desk(NamedTuple):
    """What somebody who is asked can look at."""

    console: Console
    board: Callable[[], str]
    scores: Callable[[], str]
    undo: str = ""
    """Why nothing can be taken back; empty: it can be."""


def ask_move(
    desk: Desk, setup: Setup, seat: int, who: str, menu: Menu, verify: Callable[[int, Any], None]
) -> tuple[int, Any]:
    """Ask until somebody's legal move is known: mostly that of the seat that is asked. Raises Undo and Leave.

    `verify` raises IllegalMove. Where nothing can be taken back, a move that was found by some of its letters is shown,
    and Enter makes it.
    """
    everything = list(range(len(menu.moves)))
    found, first = everything, 0
    proposed: int | None = None
    desk.console.say(page(menu, found, first))
    while True:
        text = _ask(desk, f"{who}, move> ", menu.complete, _move_help(desk, menu))
        if not text and proposed is not None:
            return seat, menu.moves[proposed]
        proposed = None
        if not text:
            first = first + PAGE if first + PAGE < len(found) else 0
            desk.console.say(page(menu, found, first))
            continue
        if text.startswith("{"):
            try:
                by, move = _written(setup, text, seat)
                verify(by, move)
            except IllegalMove as error:
                desk.console.say(f"{error.rule.code}: {error.message}\n({error.rule.text})")
            except Problem as problem:
                desk.console.say(problem.message)
            else:
                return by, move
            continue
        chosen = _chosen(menu, text)
        if len(chosen) == 1 and desk.undo and not _is_number(text) and text not in menu.words:
            proposed = chosen[0]
            desk.console.say(f"{page(menu, chosen, 0)}\nEnter makes this move.")
        elif len(chosen) == 1:
            return seat, menu.moves[chosen[0]]
        elif chosen:
            found, first = chosen, 0
            desk.console.say(page(menu, found, first))
        else:
            found, first = everything, 0
            desk.console.say(f"No legal move has all of this: {text}. Enter lists the moves; ? helps.")


def ask_draw(desk: Desk, setup: Setup, draw: Draw) -> list[Item | None]:
    """Ask until all items of a draw are known, or nobody saw them (None); raises Undo and Leave."""
    order: list[Item | None] = []
    lines: list[int] = []  # how many items had been typed before each line
    _say_draw(desk.console, draw, order)
    while len(order) < draw.take:
        left = _items_left(draw, order)
        names = [name for name, count in left.items() if count > 0] + [_UNSEEN] * draw.hidden
        try:
            text = _ask(
                desk,
                f"{draw.name}, {len(order) + 1} of {draw.take}> ",
                _completing(names),
                _draw_help(desk, setup, draw),
            )
        except Undo:
            if not lines:
                raise
            del order[lines.pop() :]
            _say_draw(desk.console, draw, order)
            continue
        except Leave:
            if order:
                desk.console.say(
                    f"\nThe draw {draw.name} is not complete: it will be asked for again from its first item."
                )
            raise
        if not text:
            _say_draw(desk.console, draw, order)
            continue
        try:
            typed = _items(setup, draw, text, order)
        except ValueError as error:
            desk.console.say(str(error))
            continue
        lines.append(len(order))
        order += typed
    return order


def ask_end(desk: Desk) -> None:
    """Ask whether a game that is over stays as it is: any answer but undo ends it. Raises Undo and Leave."""
    _ask(desk, "Enter to leave, undo to correct the last move> ", nothing, "\n".join(_commands(desk)))


# -- moves


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _chosen(menu: Menu, text: str) -> list[int]:
    """Where in the menu the moves are that a number or some words stand for."""
    if _is_number(text) and 0 < int(text[:9]) <= len(menu.moves):
        return [int(text[:9]) - 1]
    return menu.find(text)


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


def _move_help(desk: Desk, menu: Menu) -> str:
    many = len(menu.moves)
    lines = [
        f"The number of a move (1 to {many}) makes it." if many > 1 else "1 makes the only legal move.",
        "Some words of it, or their first letters, in any order, find it; Enter shows more of the list.",
        "A move can also be typed as a log has it: {...}.",
    ]
    return "\n".join(lines + _commands(desk))


# -- draws


def _items_left(draw: Draw, order: Sequence[Item | None]) -> Counter[str]:
    """How many of each item are left to be drawn, as text; what nobody saw is not known to be gone."""
    left = Counter(map(str, draw.items))
    left.subtract([str(item) for item in order if item is not None])
    return left


def _say_draw(console: Console, draw: Draw, order: Sequence[Item | None]) -> None:
    left = _items_left(draw, order)
    there = [f"{name} × {count}" if count > 1 else name for name, count in left.items() if count > 0]
    so_far = f"so far: {', '.join([_UNSEEN if item is None else str(item) for item in order])}\n" if order else ""
    hidden = f" {_UNSEEN} stands for all that nobody saw." if draw.hidden else ""
    console.say(
        f"{so_far}{draw.name}: what was drawn, {draw.take - len(order)} of {len(draw.items) - len(order)}, in order? "
        f"There are {abridged(there, _FEW)}.{hidden}"
    )


def _draw_help(desk: Desk, setup: Setup, draw: Draw) -> str:
    return "\n".join([
        f"Type the {draw.take} items in the order in which they were drawn, on as many lines as you like;",
        f"hands that are dealt one after the other (see `cityleague rules {setup.game.name} --text`).",
        "The first letters of a name do, if no other begins with them. park*3 stands for three parks.",
        *[f"{_UNSEEN} stands for the rest, {_UNSEEN}*3 for three, that nobody saw: moves tell later what they were."]
        * draw.hidden,
        "Enter shows what is left. undo takes back the last line.",
        *_commands(desk),
    ])  # fmt: skip


def _items(setup: Setup, draw: Draw, text: str, order: Sequence[Item | None]) -> list[Item | None]:
    """The items that a line names, where those of `order` have been drawn already. Raises ValueError."""
    if text.startswith("{"):
        if order:
            raise ValueError("a line of a log has the whole draw: take back what is typed already (undo)")
        return _written_draw(setup, draw, text)
    items = {str(item): item for item in draw.items}
    typed: list[Item | None] = []
    room, there = draw.take - len(order), _items_left(draw, order)
    for word in text.split(",") if any(" " in name for name in items) else text.replace(",", " ").split():
        times = _TIMES.fullmatch(word.strip())
        name, count = (times[1].strip(), int(times[2])) if times else (word.strip(), 1)
        if not name:
            continue
        if draw.hidden and name == _UNSEEN:
            typed += [None] * (count if times else max(room - len(typed), 1))
            continue
        if name in items:
            meant = [name]
        else:
            meant = item_meant(name, [one for one in items if there[one] > 0]) or item_meant(name, items)
        if not meant:
            near = similar(name, items)
            raise ValueError(f"{name}: this cannot be drawn{f'; did you mean {near}?' if near else ''}{_VOID}")
        if len(meant) > 1:
            raise ValueError(f"{name}: this can be {abridged(meant, _FEW)}{_VOID}")
        if there[meant[0]] < count:
            raise ValueError(f"{meant[0]}: of these {there[meant[0]]} are left, not {count}{_VOID}")
        there[meant[0]] -= count
        typed += [items[meant[0]]] * count
    if len(typed) > room:
        raise ValueError(f"these are {len(typed)} items, and {room} are to come{_VOID}")
    return typed


def _written_draw(setup: Setup, draw: Draw, text: str) -> list[Item | None]:
    """A whole draw typed as in a log; raises ValueError."""
    try:
        event = decoder(setup.game).event(text.encode(errors="replace"))
    except Problem as problem:
        raise ValueError(problem.message) from None
    if not isinstance(event, ChanceEvent) or event.chance != draw.name:
        raise ValueError(f"the draw {draw.name} is due here")
    if wrong := verify_draw(draw, event.order):
        raise ValueError(wrong)
    return list(event.order)


def _completing(names: Sequence[str]) -> Completing:
    """Completes the last name of a line."""

    ends = "," if any(" " in name for name in names) else " ,"

    def complete(text: str) -> list[str]:
        cut = max(map(text.rfind, ends)) + 1
        return [text[:cut] + name for name in item_meant(text[cut:], names)]

    return complete


# -- what works everywhere


def _commands(desk: Desk) -> list[str]:
    return [f"  {name:7} {words}" for name, words in _HELP.items() if name != "undo" or not desk.undo]


def _ask(desk: Desk, question: str, completing: Completing, help_text: str) -> str:
    """An answer that is no word for looking at something; raises Undo and Leave."""
    while True:
        text = answer(desk.console, question, completing)
        word = _SPELLED.get(text.casefold(), text.casefold())
        if word == "?":
            desk.console.say(help_text)
        elif word == "board":
            desk.console.say(desk.board())
        elif word == "scores":
            desk.console.say(desk.scores())
        elif word == "quit":
            raise Leave
        elif word == "undo" and desk.undo:
            desk.console.say(desk.undo)
        elif word == "undo":
            raise Undo
        else:
            return text
