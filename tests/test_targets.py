"""What somebody taps is where the move then shows: it is made, the picture is drawn again, and what came is looked for.

Nothing here is told by the modules that say where places are, but for the boxes that are tested.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import pytest

from cityleague.engine.looks.picture import CELL, Picture, Piece, Sheet
from cityleague.engine.looks.svg import pictures_of, targets_of
from cityleague.engine.looks.targets import Target
from cityleague.engine.protocol import Decision, Setup, State
from cityleague.engine.registry import GAMES
from cityleague.replays.testing.games import LONGEST, course, decisions, setups, steps
from cityleague.replays.testing.places import check_sentences

from .rows import daily

LAND = {
    "between_two_cities": {"Place": "cell"},
    "card_city_xl": dict.fromkeys(("Found", "Architect", "Build", "Smog", "Develop", "Buy"), "card"),
    "city_tycoon": {"Place": "cell", "Supply": "meeting met", "Cube": "cubes"},
    "neom": {"Build": "cell", "Anchor": "cell"},
    "twentieth_century": {
        "Lay": "cell",
        "Settle": "citizen",
        "Worker": "citizen",
        "Locomotive": "citizen",
        "Clear": "cleared",
    },
}
"""By game and type of move: the first words of the keys of what it brings to the tapped place."""
PIECES = {
    "between_two_cities": {"tile"},
    "card_city_xl": {"card", "supply"},
    "city_tycoon": {"tile", "plant"},
    "neom": {"tile"},
    "twentieth_century": {"land", "technology", "column", "new", "own", "tile"},
}
"""By game: the first words of the tokens of pieces whose titles tell what they are."""
GONE_AFTER = {
    "Architect": ("round", "stage", "actor"),
    "Clear": ("round", "stage"),
    "Supply": ("round",),
    "Cube": ("round",),
}
"""What these bring is gone as soon as one of these fields of the view is another."""
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus")


@pytest.mark.parametrize("most", daily([3, 100]))
@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_what_a_move_brings_comes_to_the_place_that_was_tapped(name: str, most: int) -> None:
    seen: dict[str, int] = {}
    for setup in setups(name).values():
        for state, seat, move in _moves(setup, LAND[name], most):
            before = state.view(seat)
            ahead = state.copy()
            ahead.apply(seat, move)
            after = ahead.view(seat)
            kind = type(move).__name__
            if any(getattr(before, field) != getattr(after, field) for field in GONE_AFTER.get(kind, ())):
                continue
            picture = _picture(setup, before)
            tapped = [target for _, target in _tapped(setup, before, picture, [move])]
            spaces = [target for target in tapped if target.key is None or kind == "Cube"]  # which is tapped itself
            came = [*_came(picture, _picture(setup, after), LAND[name][kind].split())]
            assert any(_lies(sheet, piece, space) for sheet, piece in came for space in spaces), f"{move}: {spaces}"
            seen[kind] = seen.get(kind, 0) + 1
    assert seen.keys() == LAND[name].keys()


@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_pieces_that_are_tapped_are_what_the_move_names(name: str) -> None:
    """The title of a piece, or what text says of it, has the words of the token; cards of a lot are none.

    A token that names a cell stands for what lies there.
    """
    found: set[str] = set()
    for setup in setups(name).values():
        for state, due, legal in decisions(setup, some=8):
            seat = due.seats[-1]
            view = state.view(seat)
            picture = _picture(setup, view)
            symbols = {(sheet.key, piece.key): piece.symbol for sheet in picture.sheets for piece in sheet.pieces}
            for token, target in _tapped(setup, view, picture, legal[seat]):
                what, *words = re.findall(r"[A-Za-z0-9]+", token)
                if target.key is not None and what == "from":
                    assert target.key.split()[-1] == token.split()[-1]
                elif target.key is not None and what != "lot":
                    symbol = symbols[target.sheet, target.key]
                    assert {*words} <= {*re.findall(r"[A-Za-z0-9]+", f"{symbol.title} {symbol.brief}")}, token
                    found.add(what)
    assert found == PIECES[name]


@pytest.mark.parametrize("games", daily([range(1), range(1, 20)]))
@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_whole_games_are_asked_in_sentences(name: str, games: range) -> None:
    by_seats = {setup.seats: setup for setup in reversed(setups(name).values())}
    for setup in by_seats.values():
        for game in games:
            check_sentences(setup, f"game {game}", LONGEST)


def _moves(setup: Setup, kinds: Container[str], most: int) -> Iterator[tuple[State[Any], int, Any]]:
    """Moves of these types in a random game, spread over it, with the states before them; so many of each type."""
    places: dict[str, list[int]] = {}
    for number, step in enumerate(steps(setup, "a")):
        if isinstance(step.due, Decision):
            places.setdefault(type(step.event[1]).__name__, []).append(number)
    wanted = {number for kind, there in places.items() if kind in kinds for number in there[:: -(-len(there) // most)]}
    for number, (state, step) in enumerate(course(setup)):
        if number in wanted:
            yield state, *step.event


def _picture(setup: Setup, view: Any) -> Picture:
    pictures = pictures_of(setup.game)
    assert pictures
    return pictures.picture(setup, view, NAMES[: setup.seats])


def _tapped(setup: Setup, view: Any, picture: Picture, moves: Sequence[Any]) -> list[tuple[str, Target]]:
    """The tokens of moves and their targets."""
    told = targets_of(setup.game)
    assert told
    tokens = dict.fromkeys([token for move in moves for token in told.places(setup, view, move)])
    return [(token, target) for token in tokens for target in told.targets(setup, view, picture, token)]


def _came(before: Picture, after: Picture, words: list[str]) -> Iterator[tuple[str, Piece]]:
    """The pieces with such keys that are new or drawn anew, where they lie on the picture before, too."""
    old: Mapping[str, Sheet] = {sheet.key: sheet for sheet in before.sheets}
    for sheet in after.sheets:
        if sheet.key not in old:
            continue
        was = {piece.key: piece.symbol for piece in old[sheet.key].pieces}
        for piece in sheet.pieces:
            if piece.key.split()[0] in words and was.get(piece.key) != piece.symbol:
                yield sheet.key, piece


def _lies(sheet: str, piece: Piece, space: Target) -> bool:
    """Whether a piece lies in a space."""
    return (
        sheet == space.sheet
        and _fits(piece.x, piece.symbol.width, space.x, space.width)
        and _fits(piece.y, piece.symbol.height, space.y, space.height)
    )


def _fits(start: float, length: float, first: float, room: float) -> bool:
    """Whether a length lies in a room: a small one anywhere, one that is a little too long round it, others from it."""
    if length < CELL:
        return first < start + length / 2 < first + room
    return abs(first - start - (length - room) / 2) < 1 if length < 1.5 * room else abs(first - start) < 1
