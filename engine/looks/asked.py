"""What people at a table are asked in the words of their game: of a draw, and of what lies there at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cityleague.engine.chance import Item
from cityleague.engine.looks.text import seat_names


class Asked(NamedTuple):
    """A question about some items of a draw, those that come next: `Ada's hand of 7 tiles`."""

    question: str
    """Without its question mark; it is short enough for a prompt."""
    take: int = 1
    """How many items the answer has."""
    called: Mapping[Item, str] = {}
    """What people call items; one that is not in it by what a log has."""


def hands(names: Sequence[str], ring: Sequence[int], share: int, things: str) -> Iterator[Asked]:
    """The hands that are dealt to these seats, one after the other; `share` is what each gets: so many `things`."""
    called = seat_names(len(names), names)
    for seat in ring:
        yield Asked(f"{called[seat]}'s hand of {share} {things}", share)


def one_each(names: Sequence[str], thing: str, called: Mapping[Item, str] | None = None) -> Iterator[Asked]:
    """A thing for each seat, in their order."""
    seats = seat_names(len(names), names)
    for seat in range(len(names)):
        yield Asked(f"{seats[seat]}'s {thing}", 1, called or {})


def who(names: Sequence[str], first: str, *then: str) -> Iterator[Asked]:
    """Seats, which are called by the names of the players: a first one, and in turn all others."""
    called: dict[Item, str] = dict(enumerate(names))
    yield Asked(first, 1, called)
    for question in then * (len(names) - 1):
        yield Asked(question, 1, called)


class Finals(Protocol):
    """The module of a game whose score follows from what lies on the table at its end: boards of the same size.

    `entered` are boards, each with the names of what lies on its cells, row by row.
    """

    signs: Mapping[str, str]
    """What lies on a cell, by its sign on boards as text."""
    rows: int
    columns: int

    def places(self, setup: Any, names: Sequence[str], /) -> list[str]:
        """Whose each board is, at the head of a question; raises ValueError if this setup does not tell."""

    def wrong(self, setup: Any, entered: Sequence[Sequence[str]], /) -> str | None:
        """Why no game can end with these boards among others; None if one can."""

    def final(self, setup: Any, entered: Sequence[Sequence[str]], /) -> Any:
        """The state of a game that is over, with these boards; those that are missing are empty."""
