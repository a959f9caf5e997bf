"""The form of a new game: what it asks, and what somebody has filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from msgspec import inspect
from msgspec.structs import fields

from cityleague.engine.protocol import Game
from cityleague.replays.people import TableError

_MOST = 100


class Form(dict[str, str]):
    """What was sent: the last value of each field; a field that was not sent is empty."""

    def __init__(self, body: bytes) -> None:
        """Raises TableError if it is no form."""
        try:
            self._pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST)
        except ValueError:  # UnicodeDecodeError is one
            raise TableError("this is no form") from None
        super().__init__(self._pairs)

    def __missing__(self, name: str) -> str:
        return ""

    def getlist(self, name: str) -> list[str]:
        """All values of a field."""
        return [value for other, value in self._pairs if other == name]

    def number(self, name: str) -> int:
        """A field that holds a whole number; raises TableError."""
        text = self[name]
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            raise TableError(f"{name} is a number")
        return int(text)


class Option(NamedTuple):
    """An option of a game that is chosen from some values."""

    name: str
    words: str
    values: Sequence[str]
    default: str
    several: bool
    """Whether it is a set of them."""


def options_of(game: Game) -> Iterator[Option]:
    """The options of a game."""
    default = game.options()
    for field in fields(game.options):
        kind, words = inspect.type_info(field.type), field.name.replace("_", " ")
        value = getattr(default, field.name)
        if isinstance(kind, inspect.BoolType):
            yield Option(field.encode_name, words, ("false", "true"), str(value).lower(), False)
        elif isinstance(kind, inspect.LiteralType):
            yield Option(field.encode_name, words, tuple(map(str, kind.values)), str(value), False)
        elif isinstance(kind, inspect.CollectionType) and isinstance(kind.item_type, inspect.LiteralType):
            yield Option(field.encode_name, words, tuple(map(str, kind.item_type.values)), "", True)


def chosen_options(game: Game, form: Form) -> dict[str, str]:
    """The options that were chosen, as texts; what has its default is left out."""
    chosen = {}
    for option in options_of(game):
        values = form.getlist(f"option.{option.name}")
        if option.several and values:
            chosen[option.name] = ",".join(values)
        elif values and values[-1] != option.default:
            chosen[option.name] = values[-1]
    return chosen


def players_of(game: Game, form: Form) -> tuple[list[str], dict[int, str]]:
    """The players by seat, and the bots among them; raises TableError if there are empty seats between them.

    With a `level`, one person plays against as many bots of it as there are other `players`.
    """
    for seat in range(min(form.number("players"), game.seats[-1]) if form["level"] else 0):
        form.update({f"bot{seat}": form["level"]} if seat else {"player0": form["player0"] or "You"})
    given = [(form[f"player{seat}"].strip(), form[f"bot{seat}"]) for seat in range(game.seats[-1])]
    taken = [bool(name or bot) for name, bot in given]
    seats = sum(taken)
    if not all(taken[:seats]):
        raise TableError(f"player {taken.index(False) + 1} is missing: leave no empty line between players")
    if seats not in game.seats:
        raise TableError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}")
    return [name or bot for name, bot in given[:seats]], {
        seat: bot for seat, (_, bot) in enumerate(given[:seats]) if bot
    }


def first_given(game: Game, how: str) -> Mapping[str, Any]:
    """What a form has before anybody has filled it in."""
    form = Form(b"")
    if how == "play":
        form.update({"player0": "You", **{f"bot{seat}": "good" for seat in range(1, max(2, game.seats[0]))}})
    return form
