"""Views are built by position, which is quicker: each value lands in its own field.

A type checker sees values exchanged where their types differ. Here, fields of the same type are held against what the
table has under the field's name, or against what `VALUES` says.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any, cast, get_type_hints

import msgspec
import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.twentieth_century.terrain import PLACES
from cityleague.replays import positions

from .rows import daily

DATA = Path(__file__).parents[1] / "examples/conformance/good"
HIDDEN = (None, (), "", "?")
"""What stands for a value that the seat may not know."""


def between_two_cities(table: Any, seat: int) -> dict[str, Any]:
    return {
        "round": table.this_round.name,
        "hand": table.hands[seat],
        "hand_sizes": [len(hand) for hand in table.hands],
        "picked": table.picked[seat] or (),
    }


def card_city_xl(table: Any, seat: int) -> dict[str, Any]:
    def division(past: Any) -> dict[str, Any]:
        first = {"open": past.first_open, "hidden": past.first_hidden}
        return {"first": first, "second": {"open": past.second_open, "hidden": past.second_hidden}}

    return {
        "deck": sum(table.deck.values()) + len(table.bottom),
        "divisions": [division(past) for past in table.divisions],
        "hands": [hand.cards for hand in table.hands],
        "last_divisions": [division(past) for past in table.last_divisions],
        "supply": table.supply | {"industry": sum(table.industries.values()), "park": table.parks, "smog": table.smog},
    }


def city_tycoon(table: Any, seat: int) -> dict[str, Any]:
    due = table.supplying
    return {
        "hand": table.hands[seat],
        "kept": table.kept[seat],
        "meeting": due and {"demand": due.number, "red": due.red, "blue": due.blue},
        "plants": table.town.plants,
        "points": [account.instant + account.touching + account.demands for account in table.accounts],
        "ready": [pick is not None for pick in table.picked],
        "seen": [hands[seat] for hands in table.held],
        "unused": [len(kept) for kept in table.kept],
    }


def neom(table: Any, seat: int) -> dict[str, Any]:
    hands = [sorted(hand + [pick] * (pick > 0)) for hand, pick in zip(table.hands, table.picked, strict=True)]
    return {
        "disaster": table.disaster and table.disaster.number,
        "hand": table.hands[seat],
        "hands": hands if table.stage == "picking" else table.hands,
        "held": [hands[seat] for hands in table.held],
        "shown": sorted(tile for picks in table.picks for tile in picks),
    }


def twentieth_century(table: Any, seat: int) -> dict[str, Any]:
    def tile(region: Any, number: int) -> dict[str, Any]:
        shape = region.terrain.shapes[number]
        citizens = region.citizens >> PLACES * number
        bridges = region.terrain.bridges[number]
        return {
            "citizens": [city.node for place, city in enumerate(shape.cities) if citizens >> place & 1],
            "bridges": [span for span, place in shape.span_numbers.items() if bridges >> place & 1],
        }

    return {
        "bonus": table.bonus_cards,
        "marker": table.field + 1,
        "players": [
            {
                "coins": table.coins[other],
                "science": table.science[other],
                "points": table.accounts[other].points,
                "pollution": table.pollution[other] - len(table.box.pollution.values) // 2,
                "new_garbage": table.cubes[other],
                "region": [tile(region, number) for number in range(len(region.terrain.shapes))],
                "bought": table.bought[other],
                "in_round": table.in_round[other],
                "in_auction": table.in_auction[other],
                "done": table.done[other],
            }
            for other, region in enumerate(table.regions)
        ],
        "start_player": table.starter,
    }


VALUES = {
    values.__name__: values for values in (between_two_cities, card_city_xl, city_tycoon, neom, twentieth_century)
}
"""By game, what a seat sees in fields that are not named like an attribute of the table."""


@cache
def alike(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    """The fields of the same type, each with each other one."""
    types = get_type_hints(kind)
    return [pair for pair in permutations(kind.__struct_fields__, 2) if types[pair[0]] == types[pair[1]]]


def of(source: Any, field: str, *default: Any) -> Any:
    """What a field has to show; AttributeError if nobody has said so."""
    return source[field] if isinstance(source, dict) and field in source else getattr(source, field, *default)


def lands(shown: Any, source: Any) -> bool:
    """Whether a field shows this value, as far as the seat may know it."""
    if shown in HIDDEN:
        return True
    if isinstance(shown, tuple):
        return len(shown) == len(source) and all(map(lands, shown, source))
    if isinstance(shown, msgspec.Struct):
        return all(lands(getattr(shown, field), of(source, field)) for field, _ in alike(type(shown)))
    return bool(shown == source)


def check(shown: Any, source: Any, noticed: set[tuple[str, frozenset[str]]]) -> None:
    """Each field shows its own value; note the fields that do not show that of another one as well."""
    if isinstance(shown, tuple) and isinstance(source, list | tuple):
        for inner, its in zip(shown, source, strict=shown not in HIDDEN):
            check(inner, its, noticed)
    elif isinstance(shown, msgspec.Struct):
        for field, other in alike(type(shown)):
            assert lands(getattr(shown, field), of(source, field)), (type(shown).__name__, field)
            if not lands(getattr(shown, other), of(source, field)):
                noticed.add((type(shown).__name__, frozenset([field, other])))
        for field in shown.__struct_fields__:
            check(getattr(shown, field), of(source, field, None), noticed)


@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_each_value_of_a_view_lands_in_its_own_field(name: str) -> None:
    """And no two fields of the same type could be exchanged: in some position, the values would be taken for wrong."""
    noticed: set[tuple[str, frozenset[str]]] = set()
    module = import_module(f"cityleague.engine.{name}.view")
    for number, position in enumerate(positions(DATA / f"{name}.jsonl")):
        state, seat = cast(Any, position.state), number % position.state.seats
        named = {
            field: getattr(state.table, field) for field in module.View.__struct_fields__ if hasattr(state.table, field)
        }
        check(state.view(seat), {"seat": seat} | named | VALUES[name](state.table, seat), noticed)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    wanted = {
        (kind.__name__, frozenset(pair)) for kind in kinds for pair in alike(kind) if kind.__module__ == module.__name__
    }
    assert wanted <= noticed
