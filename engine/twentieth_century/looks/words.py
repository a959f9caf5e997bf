"""Moves of 20th Century in words."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import moves
from cityleague.engine.twentieth_century.components import START, Box
from cityleague.engine.twentieth_century.figures import Price, called
from cityleague.engine.twentieth_century.looks.card_symbols import price_in_words
from cityleague.engine.twentieth_century.looks.terms import counted, effects
from cityleague.engine.twentieth_century.view import View

_TURNS = ("", ", turned a quarter clockwise", ", turned half round", ", turned a quarter anticlockwise")


def describe(setup: Setup, view: View, move: moves.Move, _names: Sequence[str]) -> str:
    """A move in words without its subject."""
    box: Box = setup.components
    match move:
        case moves.Choose() | moves.Bid() | moves.Pass() | moves.Drop() | moves.Buy() | moves.Decline():
            return _in_auction(box, view, move)
        case moves.Contain(column, science):
            assert view.damage is not None
            told = box.damage[view.damage].columns[column]
            what = effects(told.garbage, told.skulls, 0) or "nothing"
            return f"bids {science} science for column {column} ({what})"
        case moves.Lay(tile, (x, y), turn):
            return f"lays {tile} at {x}, {y}{_TURNS[turn]}"
        case moves.Settle(city):
            return f"settles a citizen in {_city(city)}"
        case moves.Dump(tile):
            return f"puts new garbage on {_land(tile)}"
        case moves.Done():
            return "finishes the administration"
        case moves.Clear(plant, tile):
            return f"recycles garbage of {_land(tile)} at the plant in {_city(plant)}"
        case _:
            return _use(box, move)


def signs(_setup: Setup, _view: View | None) -> dict[str, str]:
    """The letters of goods, and how tiles are turned."""
    return {"c": "coin", "s": "science", "g": "garbage"} | {f"turn {n}": words for n, words in enumerate(_TURNS) if n}


def _in_auction(
    box: Box, view: View, move: moves.Choose | moves.Bid | moves.Pass | moves.Drop | moves.Buy | moves.Decline
) -> str:
    match move:
        case moves.Choose(tile):
            alone = sum([player.in_round for player in view.players]) == 1
            return f"buys {tile} for {counted(view.minimum, 'coin')}" if alone else f"puts {tile} up for auction"
        case moves.Bid(coins):
            return f"bids {counted(coins, 'coin')} for {view.chosen}"
        case moves.Pass():
            return f"passes on {view.chosen}"
        case moves.Buy(name):
            return f"buys {name} ({_brings(box, name)}) for {view.price} science"
        case moves.Decline():
            return "buys no technology"
        case _:
            assert view.seat is not None
            gets = counted(view.minimum + box.basics.compensation, "coin")
            return "drops out" if view.players[view.seat].bought else f"drops out and gets {gets}"


def _brings(box: Box, name: str) -> str:
    """What a technology is for."""
    facility = box.technologies[name].facility
    if facility:
        return " and ".join([one.kind for one in facility.buildings])
    uses = [called(one.kind) for one in box.abilities[name]]
    return " and ".join(uses if len(uses) < 3 else [*uses[:1], f"{len(uses) - 1} more"]) or "park"


def _use(box: Box, move: moves.Use) -> str:
    """The use of a technology."""
    name = move.technology
    technology = box.technologies[name]
    match move:
        case moves.Worker(_, city):
            return f"settles the worker of {name} in {_city(city)}"
        case moves.Bridge(_, tile, span):
            return f"builds the bridge of {name} on {_land(tile)}, {span}"
        case moves.Separate(_, tile):
            return f"separates waste on {_land(tile)} with {name}"
        case moves.Locomotive(_, city, to):
            return f"moves a citizen from {_city(city)} to {_city(to)} with {name}"
        case moves.Collect(_, tile, to):
            return f"takes garbage from {_land(tile)} to {_land(to)} with {name}"
        case moves.Recycle(_, tile):
            return f"recycles garbage of {_land(tile)} with {name}{_price(technology.recycling)}"
        case moves.Remediate():
            return f"cleans up pollution with {name}{_price(technology.remediation)}"
        case _:
            life = technology.quality_of_life
            assert life is not None
            return f"gains {counted(life.points, 'point')} with {name}{_price(life.price)}"


def _price(cost: Price | None) -> str:
    return f" for {price_in_words(cost)}" if cost and cost != Price() else ""


def _land(name: str) -> str:
    return "the start land" if name == START else name


def _city(city: moves.City) -> str:
    return f"city {city[1]} of {_land(city[0])}"
