"""Where on a picture the places of a move are: what somebody taps to make it.

The places of a move are told by tokens such as `tile shop` or `cell 0 1,0`: the tile that is chosen, the cell where it
goes. What has no place on the table, such as a bid, is no token. A place can come twice in a move: two shops of a hand.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cityleague.engine.looks.picture import Picture, Symbol

SENTENCE = 42
"""So many letters a sentence has at most: one line on a phone."""

YOU = "you"
"""The name of whoever reads what others have done."""

_PAST = {"Bid": "bid", "Bring": "brought", "Build": "built", "Buy": "bought", "Drop": "dropped", "Keep": "kept"}
_PAST |= {"Lay": "laid", "Pay": "paid", "Put": "put", "Sell": "sold", "Supply": "supplied", "Swap": "swapped"}
_PAST |= {"Take": "took"}


class Target(NamedTuple):
    """A place on a sheet."""

    sheet: str
    """The key of the sheet."""
    key: str | None
    """The key of the piece that shows it; None: a space, where there may be no piece."""
    x: float
    y: float
    width: float
    height: float
    """Its box. Spaces may lie outside what the sheet shows."""


class Targets(Protocol):
    """What the module of `Pictures` may have too; a game without it is played from lists alone.

    OPTIONAL.md tells what it may have besides. All of it takes nothing but what the seat may know.
    """

    def places(self, setup: Any, view: Any, move: Any, /) -> tuple[str, ...]:
        """The places of a legal move of the seat with this view; none for a move that is only chosen from a list."""

    def targets(self, setup: Any, view: Any, picture: Picture, token: str, /) -> list[Target]:
        """Where a place of a legal move is on the picture of this view; several pieces can show the same tile.

        There are none, or fewer than a move names, for tiles of a hand that nobody saw. OPTIONAL.md tells of a palette.
        """


def done(question: str) -> str:
    """What a question about a move asks, as something done.

    >>> done("Sell the sawmill for 5?")
    'sold the sawmill for 5'
    """
    verb, _, rest = question.removesuffix("?").removesuffix(" here").partition(" ")
    regular = verb.lower() + ("d" if verb.endswith("e") else "ed")
    return f"{_PAST.get(verb, regular)} {rest}"


def yours(deed: str) -> str:
    """What a player does, as it is told to that player.

    >>> yours("passes on L6"), yours("supplies I-3"), yours("puts L4 up"), yours("goes first"), yours("has won")
    ('pass on L6', 'supply I-3', 'put L4 up', 'go first', 'have won')
    """
    verb, blank, rest = deed.partition(" ")
    ends = {"has": "have", "ies": "y", "sses": "ss", "shes": "sh", "ches": "ch", "xes": "x", "oes": "o", "s": ""}
    end = next((end for end in ends if verb.endswith(end)), "")
    return f"{verb.removesuffix(end)}{ends.get(end, '')}{blank}{rest}"


def titles_of(board: str, seat: int | None, names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """What `titles` gives if each seat has one board, such as `city 0`: `Your city`, `Ada's city`."""
    own = {} if seat is None else {f"{board} {seat}": f"Your {board}"}
    return own, {f"{board} {other}": f"{name}'s {board}" for other, name in enumerate(names)}


def cell_token(what: str, cell: tuple[int, int]) -> str:
    """The token of a cell, for example `cell 0 1,0` where `what` is `cell 0`."""
    return f"{what} {cell[0]},{cell[1]}"


def cell_of(token: str) -> tuple[int, int]:
    """The cell that a token ends with."""
    x, y = token.rpartition(" ")[2].split(",")
    return int(x), int(y)


def beginning(picture: Picture, sheet: str, keys: str, drawn: Symbol | None = None) -> list[Target]:
    """The pieces of a sheet whose keys begin like that; of those, if it is given, what is drawn with this symbol."""
    return [
        Target(sheet, piece.key, piece.x, piece.y, piece.symbol.width, piece.symbol.height)
        for part in picture.sheets
        if part.key == sheet
        for piece in part.pieces
        if piece.key.startswith(keys) and drawn in (None, piece.symbol)
    ]


def keyed(picture: Picture, sheet: str, key: str) -> list[Target]:
    """The piece of a sheet with this key, if it is there."""
    return [target for target in beginning(picture, sheet, key) if target.key == key]
