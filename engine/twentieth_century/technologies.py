"""The uses of technologies in the administration. Rulebook: Technologien."""

from collections.abc import Iterator

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.rules import refuse
from cityleague.engine.twentieth_century import rules
from cityleague.engine.twentieth_century.figures import ONCE, Ability, called
from cityleague.engine.twentieth_century.moves import (
    Bridge,
    City,
    Collect,
    Improve,
    Locomotive,
    Move,
    Recycle,
    Remediate,
    Separate,
    Use,
    Worker,
)
from cityleague.engine.twentieth_century.region import Region
from cityleague.engine.twentieth_century.table import CenturyTable


def ability(table: CenturyTable, name: str, kind: type[Use]) -> Ability | None:
    """The use of this kind that a technology has; None if it has none."""
    for use in table.box.abilities[name]:
        if use.kind is kind:
            return use
    return None


def ready(table: CenturyTable, seat: int) -> Iterator[tuple[str, type[Use]]]:
    """The technologies that a seat can still use in this round and pay for, each with the kind of use."""
    coins, science = table.coins[seat], table.science[seat]
    for name, uses in table.uses[seat].items():
        for kind, bit, price in table.box.abilities[name]:
            if not uses & bit and price.coins <= coins and price.science <= science:
                yield name, kind


def refresh(table: CenturyTable) -> None:
    """Begin a new round: uses that serve once in each round are available again."""
    for uses in table.uses:
        for name in uses:
            uses[name] &= ONCE


# -- rules


def verify_use(table: CenturyTable, seat: int, move: Use) -> None:
    """Raise IllegalMove if this use of the technology is not available to the seat now."""
    kind, owned = type(move), table.uses[seat]
    use = ability(table, move.technology, kind) if move.technology in owned else None
    if use is None:
        having = [name for name in owned if ability(table, name, kind)]
        own = ", ".join(having) or "none"
        refuse(rules.OWNED, f"{move.technology!r} is no {called(kind)} of seat {seat}; it has {own}", "technology")
    if owned[move.technology] & use.bit:
        when = "" if use.bit & ONCE else " in this round"
        message = f"{_name_of(move)} has been used{when}"
        refuse(
            rules.USED, message, "technology", lambda state: state.table.uses[seat].get(move.technology, 0) & use.bit
        )
    price, coins, science = use.price, table.coins[seat], table.science[seat]
    if price.coins > coins:
        refuse(rules.COST, f"{_name_of(move)} costs {price.coins} coins; seat {seat} holds {coins}", "technology")
    if price.science > science:
        refuse(rules.COST, f"{_name_of(move)} costs {price.science} science; seat {seat} holds {science}", "technology")


def _name_of(move: Use) -> str:
    """A use in words: "the recycling of T7"."""
    return f"the {called(type(move))} of {move.technology}"


def tile_of(region: Region, name: str, field: str) -> int:
    """The number of a tile of the region; raises IllegalMove if the region does not have it."""
    tile = region.terrain.numbers.get(name)
    if tile is None:
        tiles = ", ".join(region.terrain.numbers)
        refuse(rules.LAND, f"{name!r} has not been laid in the region, which has {tiles}", field)
    return tile


def land_of(region: Region, name: str, field: str) -> int:
    """The number of a land tile of the region; raises IllegalMove if the region does not have it."""
    tile = tile_of(region, name, field)
    if not region.terrain.shapes[tile].is_land:
        refuse(rules.FACILITY, f"{name} is a facility, not land", field)
    return tile


def dirty_of(region: Region, name: str) -> int:
    """The number of a land tile with garbage; raises IllegalMove if there is no such tile, or no garbage on it."""
    tile = land_of(region, name, "tile")
    if not region.garbage[tile]:
        refuse(rules.CLEAN, f"no garbage lies on {name}", "tile")
    return tile


def city_of(region: Region, place: City, field: str) -> int:
    """The number of a city of the region; raises IllegalMove if the region does not have it."""
    city = region.find(place)
    if city is None:
        shape = region.terrain.shapes[tile_of(region, place[0], f"{field}/0")]
        if not shape.is_land:
            refuse(rules.CITY, f"{place[0]} is a facility, which has no cities", f"{field}/0")
        refuse(rules.CITY, f"{place[0]} has no city {place[1]!r}; it has {', '.join(shape.letters)}", f"{field}/1")
    return city


def free_city_of(region: Region, place: City, field: str, leaving: int = 0) -> int:
    """The number of a city that a citizen can enter, who leaves the bit `leaving`; raises IllegalMove if none can."""
    city = city_of(region, place, field)
    if region.citizens >> city & 1:
        refuse(rules.TAKEN, f"{place_name(place)} has a citizen", field)
    if region.kept(leaving) >> city & 1:
        refuse(
            rules.KEPT,
            f"{place_name(place)} is the last free city of {place[0]}, whose own citizen has none yet",
            field,
        )
    return city


def verify(table: CenturyTable, seat: int, move: Use) -> None:
    """Raise IllegalMove if the seat cannot use the technology in this way."""
    verify_use(table, seat, move)
    region = table.regions[seat]
    if isinstance(move, Worker):
        free_city_of(region, move.city, "city")
    elif isinstance(move, Bridge):
        _verify_bridge(region, move)
    elif isinstance(move, (Separate, Recycle)):
        dirty_of(region, move.tile)
    elif isinstance(move, Locomotive):
        _verify_locomotive(region, move)
    elif isinstance(move, Collect):
        dirty_of(region, move.tile)
        land_of(region, move.to, "to")
        if move.to == move.tile:
            refuse(rules.ELSEWHERE, f"{move.to} is where the garbage lies", "to")
    elif isinstance(move, Remediate) and table.pollution[seat] == len(table.box.pollution.values) - 1:
        refuse(rules.BEST, f"the marker of seat {seat} is at the right end of its track", "technology")


def _verify_bridge(region: Region, move: Bridge) -> None:
    tile = tile_of(region, move.tile, "tile")
    shape = region.terrain.shapes[tile]
    span = shape.span_numbers.get(move.span)
    if span is None:
        spans = ", ".join(shape.span_numbers) or "none"
        refuse(rules.SPAN, f"{move.tile} has no span {move.span!r}; it has {spans}", "span")
    if shape.conflicts[span] & region.terrain.bridges[tile]:
        refuse(rules.CROSSING, f"another bridge on {move.tile} is in the way of {move.span}", "span")


def _verify_locomotive(region: Region, move: Locomotive) -> None:
    start = city_of(region, move.city, "city")
    if not region.citizens >> start & 1:
        refuse(rules.CITIZEN, f"{place_name(move.city)} has no citizen", "city")
    goal = free_city_of(region, move.to, "to", 1 << start)
    if not region.terrain.joined(start) >> goal & 1:
        refuse(
            rules.TRACK,
            f"no track leads from {place_name(move.city)} to {place_name(move.to)} without crossing another city",
            "to",
        )


# -- effects


def apply(table: CenturyTable, seat: int, move: Use, _: None) -> None:
    """Use a technology."""
    use = ability(table, move.technology, type(move))
    assert use
    table.uses[seat][move.technology] |= use.bit
    table.pay(seat, use.price.coins, use.price.science)
    life = table.box.technologies[move.technology].quality_of_life
    if isinstance(move, Remediate):
        table.pollute(seat, 1)
    elif isinstance(move, Improve) and life:
        table.accounts[seat].life[table.round - 1] += life.points
    else:
        change(table.regions[seat], move)


def change(region: Region, move: Use) -> None:
    """Apply the effect of a use to the region."""
    if isinstance(move, Worker):
        region.settle(region.city(move.city))
    elif isinstance(move, Bridge):
        tile = region.terrain.numbers[move.tile]
        region.bridge(tile, region.terrain.shapes[tile].span_numbers[move.span])
    elif isinstance(move, Locomotive):
        region.leave(region.city(move.city))
        region.settle(region.city(move.to))
    elif isinstance(move, (Separate, Recycle, Collect)):
        region.put(region.terrain.numbers[move.tile], -1)
        if isinstance(move, Collect):
            region.put(region.terrain.numbers[move.to])


def legal(table: CenturyTable, seat: int) -> list[Move]:
    """All uses of technologies."""
    moves: list[Move] = []
    region = table.regions[seat]
    for name, kind in ready(table, seat):
        if kind is Worker:
            moves += [Worker(name, region.name(city)) for city in members(region.open_cities())]
        elif kind is Bridge:
            for tile, shape in enumerate(region.terrain.shapes):
                for span, number in shape.span_numbers.items():
                    if not shape.conflicts[number] & region.terrain.bridges[tile]:
                        moves.append(Bridge(name, shape.name, span))
        elif kind is Locomotive:
            for city, goals in region.journeys():
                start = region.name(city)
                moves += [Locomotive(name, start, region.name(goal)) for goal in members(goals)]
        elif kind is Collect:
            land = region.terrain.land_names
            for tile in members(region.dirty):
                start_tile = region.terrain.shapes[tile].name
                moves += [Collect(name, start_tile, to) for to in land if to != start_tile]
        elif kind is Remediate:
            if table.pollution[seat] < len(table.box.pollution.values) - 1:
                moves.append(Remediate(name))
        elif kind is Improve:
            moves.append(Improve(name))
        else:
            make = Separate if kind is Separate else Recycle
            moves += [make(name, region.terrain.shapes[tile].name) for tile in members(region.dirty)]
    return moves
