"""Games to start from, and the ways to play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec
import pytest

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.moves import (
    Build,
    Cell,
    Develop,
    Divide,
    Found,
    Level,
    Move,
    Offer,
    Options,
    Return,
    Show,
    Take,
    Variant,
    Victory,
)
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw
from cityleague.engine.registry import game
from cityleague.engine.rules import IllegalMove

from ..arena import due_draw

GAME = game("card_city_xl")
LEVELS, VICTORIES = get_args(Level), get_args(Victory)
ALONE = ("architect", "ecological", "leisure_crisis", "suburbs")
TOGETHER = ("architect", "ecological", "leisure_crisis", "united_city")
assert {*ALONE, *TOGETHER} == set(get_args(Variant))

Row = TypeVar("Row", bound=tuple[Any, ...])
Way = tuple[str, str, tuple[str, ...]]
"""Level, victory, variants."""


def ways(players: int) -> Iterator[Way]:
    """All 240 ways for so many players."""
    variants = ALONE if players == 1 else TOGETHER
    for level in LEVELS:
        for victory in VICTORIES:
            for some in chain.from_iterable(combinations(variants, n) for n in range(5)):
                yield level, victory, some


def covering(every: Sequence[Row], strength: int = 2) -> list[Row]:
    """Some of the rows, in which every combination of so many values that some row has is met.

    Of the rows with the most combinations that are not met yet the first is taken, again and again.
    """
    combined = {row: set(combinations(enumerate(row), strength)) for row in every}
    missing = set().union(*combined.values())
    chosen = []
    while missing:
        row = max(every, key=lambda candidate: len(combined[candidate] & missing))
        chosen.append(row)
        missing -= combined[row]
    return chosen


@cache
def sample() -> list[tuple[int, Way]]:
    """Players and a way for them: any number of players, level, victory, and variant in or out, two at a time."""
    rows = {}
    for players in GAME.seats:
        for way in ways(players):
            level, victory, chosen = way
            taken = tuple([(variant, variant in chosen) for variant in (ALONE if players == 1 else TOGETHER)])
            rows[players, level, victory, *taken] = (players, way)
    return [rows[row] for row in covering(list(rows))]


def options(way: Way, **more: Any) -> dict[str, Any]:
    """The options of a way to play, as a header has them."""
    level, victory, variants = way
    return {"level": level, "victory": victory, "variants": list(variants), **more}


def new(players: int, chosen: Mapping[str, Any]) -> CardCityState:
    """A game at its beginning."""
    state = GAME.setup(msgspec.convert(chosen, Options), players, GAME.components(None))
    assert isinstance(state, CardCityState)
    return state


def course(players: int, chosen: Mapping[str, Any], seed: str) -> Iterator[tuple[CardCityState, Any]]:
    """A random game: its state before each event, and the event, a draw's outcome or (seat, move)."""
    state, stream = new(players, chosen), Stream(seed, "course")
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            order = outcome(seed, due)
            yield state, order
            state.resolve(order)
        else:
            (seat,) = due.seats
            move = stream.choice(state.legal(seat))
            yield state, (seat, move)
            state.apply(seat, move)
    yield state, None


def text(move: msgspec.Struct) -> str:
    """A move as JSON, the cards of a lot in alphabetical order."""
    plain = msgspec.to_builtins(move)
    for name in ("open", "hidden", "cards"):
        if name in plain:
            plain[name] = sorted(plain[name])
    return json.dumps(plain, sort_keys=True)


# -- games by hand

LETTERS = {
    "R": "residential", "C": "commerce", "K": "parking", "I": "industry", "L": "leisure", "M": "town-hall", "G": "park",
    "S": "smog",
}  # fmt: skip


def card(letters: str) -> str:
    """`R` is residential, `C/I` a split card, `I3` an industry card of level 3."""
    if letters[-1].isdigit():
        return f"{LETTERS[letters[:-1]]}-{letters[-1]}"
    return "/".join([LETTERS[letter] for letter in letters.split("/")])


def hand(text: str) -> list[str]:
    """Cards, each in letters."""
    return [card(letters) for letters in text.split()]


class Plan(NamedTuple):
    """A picture of a city, read."""

    cards: dict[Cell, tuple[str, int]]
    """By cell: card and turn."""
    marks: dict[str, set[Cell]]
    """The cells that the picture marks, by mark."""

    def at(self, mark: str) -> Cell:
        """The one cell with this mark."""
        (cell,) = self.marks[mark]
        return cell


def plan(picture: str, origin: Cell | None = None) -> Plan:
    """Read a picture: cards in capitals, split ones with their turn (`C/I2`), `.` for an empty cell, else a mark.

    The first M is `[0, 0]`, unless `origin` says which cell the upper left corner is.
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    tokens = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row)}
    left, top = origin or (0, 0)
    if origin is None:
        first_x, first_y = next(cell for cell, token in tokens.items() if token == "M")
        left, top = -first_x, -first_y
    cards: dict[Cell, tuple[str, int]] = {}
    marks: dict[str, set[Cell]] = {}
    for (x, y), token in tokens.items():
        cell = (x + left, y + top)
        if not token[0].isupper():
            marks.setdefault(token, set()).add(cell)
        elif "/" in token:
            cards[cell] = (card(token[:-1]), int(token[-1]))
        else:
            cards[cell] = (card(token), 0)
    return Plan(cards, marks)


def lay(city: City, drawn: Plan) -> City:
    """Lay the cards of a plan that are not there yet, legal or not, for whoever has the district."""
    board = city.board
    for cell, (name, turn) in drawn.cards.items():
        bit = board.bit[cell]
        place = next(n for n, land in enumerate(board.lands) if land & bit)
        if bit not in city.faces:
            city.build(faces(name, board.sides)[turn], bit, place)
    return city


def town(board: Board, picture: str, origin: Cell | None = None) -> City:
    """A city as in the picture."""
    return lay(City(board, split=True), plan(picture, origin))


def build(letters: str, cell: Cell, turn: int = 0) -> Build:
    """A card, by its letters, into a cell."""
    return Build(card(letters), cell, turn)


def stage(state: CardCityState) -> str:
    return state.view(None).stage


def due_now(state: CardCityState) -> tuple[str, int]:
    """The stage, and whose turn it is."""
    return stage(state), state.view(None).actor


def actor(state: CardCityState) -> int:
    """The seat that has to decide."""
    due = state.pending()
    assert isinstance(due, Decision)
    (seat,) = due.seats
    return seat


def play(state: CardCityState, *moves: Move) -> None:
    """Make moves, each by the seat whose turn it is; all are legal."""
    for move in moves:
        state.apply(actor(state), move)


def refusal(state: CardCityState, move: Move) -> str:
    """The code of the rule that a move breaks."""
    with pytest.raises(IllegalMove) as caught:
        state.verify(actor(state), move)
    return caught.value.rule.code


def prepared(players: int, chosen: Mapping[str, Any], needed: Sequence[str] = (), hall: Cell | None = None) -> Any:
    """A game before the first round, with the needed cards in the deck."""
    state = new(players, chosen)
    if hall is not None:
        play(state, Found(hall))
    while (due := due_draw(state)).name != "round-1":
        wanted = list((Counter(map(str, due.items)) & Counter(needed)).elements())
        rest = list((Counter(due.items) - Counter(wanted)).elements())
        state.resolve((rest if due.name == "removed" else [*wanted, *rest])[: due.take])
    return state


def deal(state: CardCityState, *hands: Sequence[str]) -> None:
    """Play phase 1 so that each seat gets its hand, in turn order; alone, a card that is not wanted goes back."""
    due = due_draw(state)
    wanted = list(chain.from_iterable(hands))
    spare = Counter(due.items)
    spare.subtract(wanted)
    drawn = [*wanted, *[name for name, count in spare.items() for _ in range(count)]][: due.take]
    state.resolve(drawn)
    if state.seats == 1:
        if len(drawn) > len(wanted):
            play(state, Return(str(drawn[-1])))
        return
    rest = wanted
    for given in hands[1:]:
        rest = list((Counter(rest) - Counter(given)).elements())
        shares = len(rest) // len(given)
        play(state, Divide(tuple(given[:2]), tuple(given[2:])), Show(tuple(rest[:shares])))
        if state.view(None).stage == "offering":
            play(state, Offer())
        play(state, Take("first"))


def scene(
    pictures: str | Sequence[str],
    *hands: str,
    money: Sequence[int] = (),
    players: int = 1,
    origin: Cell | None = None,
    **chosen: Any,
) -> CardCityState:
    """The first round after phase 1: the cities as in the pictures, these cards in hand, this much money.

    Hands are said in turn order, and so is everything else. With suburbs the picture has an origin.
    """
    drawn = [plan(picture, origin) for picture in ([pictures] if isinstance(pictures, str) else pictures)]
    dealt = [hand(text) for text in hands]
    hall = next(cell for cell, laid in drawn[0].cards.items() if laid[0] == "town-hall") if origin else None
    state: CardCityState = prepared(players, chosen, list(chain.from_iterable(dealt)), hall)
    for city, built in zip(state.table.cities, drawn, strict=False):
        lay(city, built)
    state.table.money = [*money, *[0] * (players - len(money))]
    deal(state, *dealt)
    return state


def open_to(state: CardCityState, name: str, turn: int = 0) -> set[Cell]:
    """The cells on which the player may build this card, by `verify`, which says the same as `legal`."""
    seat = actor(state)
    board = state.table.city(seat).board
    cells = set()
    for cell in board.bit:
        try:
            state.verify(seat, Build(name, cell, turn))
        except IllegalMove:
            continue
        cells.add(cell)
    legal = [move for move in state.legal(seat) if isinstance(move, Build)]
    assert cells == {move.cell for move in legal if (move.card, move.turn) == (name, turn)}
    return cells


def grows(state: CardCityState, name: str) -> set[Cell]:
    """The cells on which a district of this colour may grow; none if nobody has to develop."""
    if not isinstance(state.pending(), Decision):
        return set()
    return {move.cell for move in state.legal(actor(state)) if isinstance(move, Develop) and move.card == name}
