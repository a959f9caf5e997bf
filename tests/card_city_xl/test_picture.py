"""The table as a picture, compared with the view and with the reference; and moves in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any
from xml.etree.ElementTree import XML, Element

import msgspec
import pytest
from msgspec.structs import replace

from cityleague.engine.card_city_xl.looks import picture, symbols, words
from cityleague.engine.card_city_xl.moves import (
    WAYS,
    Architect,
    Build,
    Buy,
    Develop,
    Divide,
    Done,
    Found,
    Move,
    Offer,
    Options,
    Return,
    Show,
    Smog,
    Take,
)
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.view import UNKNOWN, View
from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol
from cityleague.engine.protocol import Setup

from ..rows import daily
from .helpers import GAME, course
from .picture import building, with_other_secrets
from .reference_city import SUBURB, Card, City

NAMES = ("Ada", "Ben", "Cem", "Dora")
GAMES = [(players, way.options) for way in WAYS for players in way.seats]
SMALLEST_LETTERS = 9

EVERY_DAY = 11
"""Every so many positions are looked at, and more in the exhaustive run."""

every_game = pytest.mark.parametrize(
    ("players", "chosen", "every"),
    daily([*[(*way, EVERY_DAY) for way in GAMES], *[(*way, 5) for way in GAMES]], len(GAMES)),
    ids=str,
)


def setup_of(players: int, chosen: Mapping[str, Any]) -> Setup:
    return Setup(GAME, msgspec.convert(chosen, Options), GAME.components(None), players)


@cache
def _states(number: int, every: int) -> list[CardCityState]:
    players, chosen = GAMES[number]
    return [state.copy() for state, _ in islice(course(players, chosen, "picture"), number % every, None, every)]


def states(players: int, chosen: Mapping[str, Any], every: int = EVERY_DAY) -> list[CardCityState]:
    """Some positions of a random game."""
    return _states(GAMES.index((players, chosen)), every)


def drawn(state: CardCityState, chosen: Mapping[str, Any], seat: int | None = None) -> Picture:
    return picture.picture(setup_of(state.seats, chosen), state.view(seat), NAMES[: state.seats])


def sheet(drawing: Picture, key: str) -> Sheet:
    (named,) = [part for part in drawing.sheets if part.key == key]
    return named


def titles(pieces: Sequence[Piece], key: str) -> list[str]:
    """The titles of a row of pieces."""
    return [piece.symbol.title for piece in pieces if re.fullmatch(rf"{key} \d+", piece.key)]


def in_words(card: str) -> str:
    """What a card must be called."""
    if card == UNKNOWN:
        return "hidden card"
    if card.startswith("industry-"):
        return f"industry ({card.removeprefix('industry-')} %)"
    return card.replace("-", " ")


def reference(state: CardCityState, view: View, number: int, chosen: Mapping[str, Any]) -> City:
    """A city of a view, as the reference has it."""
    variants = chosen.get("variants", ())
    united = "united_city" in variants
    layout: Any = "united" if united else "suburbs" if "suburbs" in variants else "own"
    city = City(state.table.setting.side, layout, state.seats if united else 1)
    for placed in view.cities[number]:
        owner = SUBURB if placed.owner is None else view.ring.index(placed.owner) if united else 0
        city.cards[placed.cell] = Card(placed.card, placed.turn, owner)
    return city


# -- every position


@pytest.mark.parametrize("every", daily([11, 6]))
@pytest.mark.parametrize("level", ["simplified", "normal", "advanced"])
def test_a_spectator_sees_nothing_hidden(level: str, every: int) -> None:
    chosen = {"level": level}
    changed = 0
    for state, _ in islice(course(3, chosen, "secret"), 0, None, every):
        other = with_other_secrets(state)
        assert drawn(other, chosen) == drawn(state, chosen)
        changed += any(drawn(other, chosen, seat) != drawn(state, chosen, seat) for seat in range(3))
    assert changed > 3


@every_game
def test_cards_and_districts_are_where_they_are(players: int, chosen: dict[str, Any], every: int) -> None:
    for state in states(players, chosen, every)[::2]:
        view, drawing = state.view(None), drawn(state, chosen)
        for number, cards in enumerate(view.cities):
            on_it = sheet(drawing, f"city {number}")
            city = reference(state, view, number, chosen)
            pieces = {piece.key: piece for piece in on_it.pieces}
            there = {f"card {placed.cell[0]},{placed.cell[1]}" for placed in cards}
            acting = number == (0 if city.layout == "united" else view.ring.index(view.actor))
            if view.architect and acting:
                there.add(f"card {view.architect[0]},{view.architect[1]}")
                assert pieces[f"card {view.architect[0]},{view.architect[1]}"].symbol.title == "the architect"
            assert {key for key in pieces if key.startswith("card")} == there
            for placed in cards:
                piece = pieces[f"card {placed.cell[0]},{placed.cell[1]}"]
                suburb = "suburb: " if placed.owner is None else ""
                assert piece.symbol.title.startswith(suburb + in_words(placed.card))
                assert (piece.x, piece.y) == place(placed.cell, len(city.steps))
            check_districts(city, pieces)
            if len({placed.owner for placed in cards}) == 1:
                assert not [
                    key for key, piece in pieces.items() if key.startswith("size") and ":" in piece.symbol.title
                ]
            assert_inside(on_it)


def place(cell: tuple[int, int], sides: int) -> tuple[float, float]:
    x, y = cell
    return (72 * x, 72 * y) if sides == 4 else (72 * x + 36 * y, 63 * y)


def check_districts(city: City, pieces: Mapping[str, Piece]) -> None:
    """The joints lie between cards of a district, and each larger district of the city tells its size."""
    sizes: Counter[str] = Counter()
    joints = set()
    for kind in ("residential", "commerce", "parking"):
        for district in city.districts(kind):
            if len(district) > 1 and city.joined(district):
                sizes[f"{kind} district of {len(district)} cards"] += 1
        for cell, card in city.cards.items():
            for side, seen in enumerate(city.seen_from(cell)):
                lies_first = 0 < side < 3 if len(city.steps) == 4 else side < 3
                if seen and seen[1] == kind == city.face_of(card.name, card.turn, side) and lies_first:
                    joints.add(f"joint {cell[0]},{cell[1]} {side}")
    assert {key for key in pieces if key.startswith("joint")} == joints
    told = [piece.symbol.title.partition(":")[0] for key, piece in pieces.items() if key.startswith("size")]
    assert Counter(told) == sizes


def assert_inside(on_it: Sheet) -> None:
    for piece in on_it.pieces:
        assert on_it.left <= piece.x <= on_it.left + on_it.width - piece.symbol.width
        assert on_it.top <= piece.y <= on_it.top + on_it.height - piece.symbol.height


@every_game
def test_what_players_have_is_told(players: int, chosen: dict[str, Any], every: int) -> None:
    for state in states(players, chosen, every)[::3]:
        view, drawing = state.view(None), drawn(state, chosen)
        united = "united_city" in chosen.get("variants", ())
        for number in range(len(view.cities)):
            city = reference(state, view, number, chosen)
            tallies = dict(sheet(drawing, f"city {number}").tallies)
            for at in range(city.places):
                seat = view.ring[at if united else number]
                values = {"money": f"{view.money[seat]} $", "size": f"{city.size(at)} of {city.limit(at)}"}
                if "ecological" in chosen.get("variants", ()):
                    values["pollution"] = f"{city.pollution(at, 1)} %"
                if united:
                    words = [text if name == "money" else f"{name} {text}" for name, text in values.items()]
                    assert tallies[NAMES[seat]] == ", ".join(words)
                else:
                    assert values.items() <= tallies.items()
        for name, count in view.supply.items():
            marks = [p.symbol.title for p in sheet(drawing, "supply").pieces if p.key == f"{name} count"]
            assert marks in ([], [f"{count} × {name} in the supply"])
        piles = {piece.key: piece.symbol.title for piece in sheet(drawing, "supply").pieces}
        assert piles["deck count"] == f"{view.deck} in the deck"
        assert titles(sheet(drawing, "supply").pieces, "market") == [in_words(card) for card in view.market]
        for what, cards in (("split", view.split), ("removed", view.removed), ("discards", view.discards)):
            assert {*titles(sheet(drawing, "supply").pieces, what)} == {in_words(card) for card in cards}


@every_game
def test_hands_and_lots_as_the_seat_knows_them(players: int, chosen: dict[str, Any], every: int) -> None:
    for number, state in enumerate(states(players, chosen, every)):
        view, drawing = state.view(None), drawn(state, chosen)
        for seat in range(players):
            cards = titles(sheet(drawing, "hands").pieces, f"hand {seat}")
            assert cards == [in_words(card) for card in view.hands[seat]]
        assert titles(sheet(drawing, "lots").pieces, "pool") == [in_words(card) for card in view.pool]
        if view.stage in ("dividing", "showing", "offering", "taking"):
            for i, division in enumerate(view.divisions):
                for name, lot in (("first", division.first), ("second", division.second)):
                    shown = titles(sheet(drawing, "lots").pieces, f"lot {i} {name}")
                    assert shown == [in_words(card) for card in (*lot.open, *lot.hidden)]
        seat = number % players
        mine, known = state.view(seat), sheet(drawn(state, chosen, seat), f"known {seat}")
        assert titles(known.pieces, "hand") == [in_words(card) for card in mine.hands[seat]]
        if seat == view.actor and players > 1:
            assert titles(known.pieces, "pool") == [in_words(card) for card in mine.pool]
        for other in {*range(players)} - {seat}:
            hidden = len(mine.hands[other]) if UNKNOWN not in mine.hands[other] else 0
            hidden = min(hidden, view.hands[other].count(UNKNOWN))
            seen = mine.hands[other][len(mine.hands[other]) - hidden :]
            assert titles(known.pieces, f"seen {other}") == [in_words(card) for card in seen]


# -- symbols


def all_symbols() -> Iterator[Symbol]:
    for players, chosen in GAMES:
        for state in states(players, chosen)[::4]:
            for part in drawn(state, chosen, 0).sheets:
                yield from [piece.symbol for piece in part.pieces]


def sizes_of_letters(node: Element, scale: float = 1) -> Iterator[float]:
    match = re.search(r"scale\(([\d.]+)\)", node.get("transform", ""))
    scale *= float(match[1]) if match else 1
    if node.tag == "text":
        yield scale * float(node.get("font-size", 0))
    for child in node:
        yield from sizes_of_letters(child, scale)


def test_letters_are_large_enough_and_markup_is_sound() -> None:
    for drawn in {*all_symbols()}:
        tree = XML(f"<g>{drawn.markup}</g>")
        assert not {node.tag for node in tree.iter()} - {"g", "rect", "circle", "path", "polygon", "polyline", "text"}
        assert min([*sizes_of_letters(tree), SMALLEST_LETTERS]) >= SMALLEST_LETTERS, drawn.title


def test_the_figures_of_a_custom_component_file_are_shown() -> None:
    for sides in (4, 6):
        for level in ("0", "12", "1000"):
            assert level in symbols.card(f"industry-{level}", 0, sides).markup
    halves = "leisure/residential"
    assert symbols.card(halves, 1).title == "leisure/residential (leisure lower right)"
    assert len({symbols.card(halves, turn, 6) for turn in range(6)}) == 6


@pytest.mark.exhaustive
def test_a_game_step_by_step_takes_little_room() -> None:
    chosen = {"level": "advanced", "variants": ["ecological", "united_city"]}
    numbers: dict[Symbol, int] = {}
    last: dict[Any, Any] = {}
    size = 0
    for state, _ in course(4, chosen, "size"):
        now: dict[Any, Any] = {}
        for part in drawn(state, chosen).sheets:
            now[part.key] = (part.title, part.left, part.top, part.width, part.height, part.tallies)
            keys = [piece.key for piece in part.pieces]
            assert len(keys) == len({*keys})
            for piece in part.pieces:
                number = numbers.setdefault(piece.symbol, len(numbers))
                now[part.key, piece.key] = (number, piece.x, piece.y, piece.layer)
        size += sum([len(repr((key, now.get(key)))) for key in now | last if now.get(key) != last.get(key)])
        last = now
    size += sum([len(drawn.markup) + len(drawn.title) for drawn in numbers])
    assert size < 300_000


# -- moves in words


@every_game
def test_every_move_is_described(players: int, chosen: dict[str, Any], every: int) -> None:
    setup = setup_of(players, chosen)
    for state in states(players, chosen, every)[::2]:
        for seat in range(players):
            moves = state.legal(seat)
            view = state.view(seat)
            for move in moves[:: max(1, len(moves) // 6)]:
                said = words.describe(setup, view, move, NAMES[:players])
                plain = msgspec.to_builtins(move)
                cards = [plain["card"]] if "card" in plain else [*plain.get("open", ()), *plain.get("cards", ())]
                assert all(in_words(card) in said for card in cards)
                assert "cell" not in plain or f"at {plain['cell'][0]}, {plain['cell'][1]}" in said
                assert said.isprintable()
                assert len(said) <= 130


def say(state: CardCityState, move: Move, **chosen: Any) -> str:
    view = state.view(state.table.actor)
    return picture.describe(setup_of(state.seats, chosen), view, move, NAMES[: state.seats])


def test_moves_in_words() -> None:
    state = building(2, {"level": "advanced"}, ["industry 1 0"])
    table = state.table
    table.hands[0].open = ["leisure", "commerce/leisure"]
    assert say(state, Build("parking", (0, 1)), level="advanced") == "builds parking at 0, 1"
    assert say(state, Build("leisure", (0, -1)), level="advanced") == "builds leisure at 0, -1 for 5 $"
    turned = "builds commerce/leisure at 0, 1, commerce lower left for 5 $"
    assert say(state, Build("commerce/leisure", (0, 1), 2), level="advanced") == turned
    assert say(state, Architect((1, 1)), level="advanced") == "places the architect at 1, 1"
    assert say(state, Smog((1, 1)), level="advanced") == "places smog at 1, 1"
    assert say(state, Found((3, 2)), level="advanced") == "founds the town hall at 3, 2"
    assert say(state, Done(), level="advanced") == "ends building, discarding leisure, commerce/leisure"
    grown = "develops a residential district with a card at 2, 1"
    assert say(state, Develop("residential", (2, 1)), level="advanced") == grown
    assert say(state, Return("industry-3"), level="advanced") == "puts industry (3 %) under the deck"
    table.stage = "buying"
    table.supply["residential"], table.industries = 3, {"industry": 2}
    assert say(state, Buy("industry", (2, 0)), level="advanced") == "buys industry for 10 $, building it at 2, 0"
    assert say(state, Buy("park", (2, 0)), level="advanced") == "buys park for 5 $, building it at 2, 0"
    assert say(state, Done(), level="advanced") == "buys nothing"


def test_moves_of_a_division_in_words() -> None:
    for state, _ in course(2, {"level": "advanced"}, "words"):
        if state.table.stage == "taking":
            table = state.table
            break
    lots = replace(
        table.divisions[-1], first_open=("parking", "parking"), first_hidden=("commerce",), money=(0, 2),
        second_open=("leisure",), second_hidden=("residential", "industry"),
    )  # fmt: skip
    table.divisions[-1] = lots
    divider = NAMES[lots.divider]
    chosen = {"level": "advanced"}
    assert say(state, Take("first"), **chosen) == f"takes the first lot of {divider}: 2 parking, hidden card"
    second = f"takes the second lot of {divider}: leisure, 2 hidden cards and 2 $"
    assert say(state, Take("second"), **chosen) == second
    divided = "lays out 2 residential, and hidden parking as the first lot"
    assert say(state, Divide(("residential", "residential"), ("parking",)), **chosen) == divided
    assert say(state, Show(("parking", "commerce")), **chosen) == "shows parking, commerce of the second lot"
    assert say(state, Offer(first=2), **chosen) == "puts 2 $ on the first lot"
    assert say(state, Offer(first=2, second=1), **chosen) == "puts 2 $ on the first lot and 1 $ on the second lot"
    assert say(state, Offer(), **chosen) == "puts no money on the lots"
