"""Component files that are valid and odd: what the packaged figures leave out, for comparing with the oracle."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Sequence
from typing import Any

from cityleague.engine.chance import Stream

from .oracle_region import PORTS, Point, line_of, meet, place_of

File = dict[str, Any]

PERIODS = ("I-II", "III-IV", "V")
INSIDE: list[Point] = list(itertools.product((1, 2, 3), (1, 2, 3)))
MIDDLES = ("N", "E", "S", "W")
COUNTED = (
    "coins", "science", "prosperity", "points", "clean land", "clean land by pollution", "garbage", "plants", "flowers",
)  # fmt: skip
USES = ("worker", "bridge", "waste_separation", "locomotive", "garbage_collection")


def odd_file(packaged: File, seed: str) -> File:
    """The packaged file with all its figures, tiles and cards replaced by random ones."""
    stream, file = Stream(seed, "odd file"), copy.deepcopy(packaged)
    offers = [
        {
            "players": players,
            "land": 1 + stream.below(8),
            "technologies": players + stream.below(7 - players),
            "field": 1,
        }
        for players in (3, 4, 5)
    ]
    file["offers"]["list"] = offers
    most = {what: max(offer[what] for offer in offers) for what in ("land", "technologies")}
    land = dealt(stream, 40, most["land"])
    file["land"]["list"] = [{"name": f"Land {i}", "period": period} | odd_land(stream) for i, period in enumerate(land)]
    technologies = dealt(stream, 30, most["technologies"])
    bridges = stream.draw([True] * 4 + [False] * 26, 30)
    file["technologies"]["list"] = [
        {"name": f"technology-{i}", "period": period} | odd_technology(stream, bridge=bridge)
        for i, (period, bridge) in enumerate(zip(technologies, bridges, strict=True))
    ]
    start = odd_land(stream)
    letters = [city["node"] for city in start["cities"]]
    start["citizens"] = stream.choice([[], letters, letters[:1], letters[-1:]])
    start["garbage"] = stream.below(4)
    file["start"]["tile"] = start
    odd_figures(stream, file)
    odd_cards(stream, file)
    return file


def odd_figures(stream: Stream, file: File) -> None:
    """Other holdings, strips, bids and pollution."""
    file["setup"] |= {
        "coins": stream.choice([0, 5, 40]),
        "science": stream.choice([0, 7, 40]),
        "compensation": stream.below(4),
        "largest_bid": stream.choice([0, 1, 6, 25]),
        "minimum_bid": dict(zip(PERIODS, up(stream, 0, 3, 3), strict=True)),
    }
    strips = {period: up(stream, 0, 9, 1 + stream.below(4))[::-1] for period in PERIODS}
    for offer in file["offers"]["list"]:
        offer["field"] = 1 + stream.below(min(map(len, strips.values())))
    file["strips"]["science"] = strips
    fields = 3 + 2 * stream.below(4)
    file["pollution"]["values"] = up(stream, -3, 3, fields)
    file["pollution"]["clean_land"] = up(stream, 0, 4, fields)


def odd_cards(stream: Stream, file: File) -> None:
    """Columns that do nothing or much; bonus cards with other lines."""
    for i, period in enumerate(dealt(stream, 9, 1)):
        columns = [
            without_some_zeros(stream, {"garbage": stream.below(3), "skulls": stream.below(3)}) for _ in range(5)
        ]
        file["damage"]["list"][i] = {"name": f"damage {i}", "period": period, "columns": columns}
    for i in range(6):
        lines = [
            {"counts": counts, "points": stream.choice([-2, 1, 3])}
            for counts in stream.draw(COUNTED, 1 + stream.below(4))
        ]
        file["bonus"]["list"][i] = {"name": f"bonus {i}", "round": 2 if i < 3 else 4, "lines": lines}


# -- tiles


def odd_land(stream: Stream) -> File:
    """Land with 1 to 4 cities."""
    spots = stream.draw(INSIDE, len(INSIDE))
    cities = [
        {"node": node, "at": list(spots.pop())}
        | without_some_zeros(stream, {good: stream.below(4) for good in ("coins", "science", "prosperity")})
        | without_some_zeros(stream, {"recycling": bool(stream.below(2))})
        for node in "abcd"[: 1 + stream.below(4)]
    ]
    return odd_tile(stream, {"cities": cities}, spots)


def odd_facility(stream: Stream) -> File:
    """A facility with 1 to 3 buildings, which may be of one kind."""
    spots = stream.draw(INSIDE, len(INSIDE))
    buildings = [
        {
            "node": node,
            "at": list(spots.pop()),
            "kind": stream.choice(["mine", "laboratory", "hospital"]),
            "bonus": 1 + stream.below(3),
        }
        for node in "pqr"[: 1 + stream.below(3)]
    ]
    return odd_tile(stream, {"buildings": buildings}, spots)


def odd_tile(stream: Stream, figures: File, spots: list[Point]) -> File:
    """A tile with forks, track and spans."""
    nodes = [node["node"] for kind in figures.values() for node in kind]
    forks = [{"node": node, "at": list(spots.pop())} for node in "xy"[: stream.below(3)]]
    tile = figures | {"forks": forks}
    nodes += [fork["node"] for fork in forks]
    lines = stream.draw(straight(tile, nodes, [*PORTS]), len(straight(tile, nodes, [*PORTS])))
    track: list[str] = []
    wanted = 3 + stream.below(8)
    for line in lines:
        if len(track) < wanted and free(tile, line, track):
            track.append(line)
    for node in nodes:
        if not any(node in piece.split("-") for piece in track):
            return odd_tile(stream, figures, [*spots, *map(spot_of, forks)])
    for fork in forks:
        if sum(fork["node"] in piece.split("-") for piece in track) < 2:
            return odd_tile(stream, figures, [*spots, *map(spot_of, forks)])
    spans = [line for line in straight(tile, nodes, [*MIDDLES]) if free(tile, line, track)]
    return tile | {"track": sorted(track), "spans": sorted(stream.draw(spans, min(8, len(spans))))}


def spot_of(node: File) -> Point:
    """Where a node lies."""
    x, y = node["at"]
    return x, y


def straight(tile: File, nodes: list[str], ports: list[str]) -> list[str]:
    """All straight or diagonal lines between these points that cross no node and lie partly inside the tile."""
    pieces: list[str] = []
    for start, other in itertools.combinations([*sorted(nodes), *sorted(ports)], 2):
        (ax, ay), (bx, by) = place_of(tile, start), place_of(tile, other)
        length = max(abs(bx - ax), abs(by - ay))
        if 0 not in {bx - ax, by - ay} and abs(bx - ax) != abs(by - ay):
            continue
        between = [(ax + (bx - ax) * i // length, ay + (by - ay) * i // length) for i in range(1, length)]
        if any(place_of(tile, node) in between for node in nodes):
            continue
        if length > 1 and not any(point in INSIDE for point in between) and {start, other} <= set(PORTS):
            continue
        pieces.append(f"{start}-{other}")
    return pieces


def free(tile: File, line: str, track: list[str]) -> bool:
    """Whether a line shares nothing with track but ends."""
    return line not in track and not any(meet(line_of(tile, line), line_of(tile, piece)) for piece in track)


# -- technologies


def odd_technology(stream: Stream, *, bridge: bool) -> File:
    """A facility, or several uses at once."""
    brought = without_some_zeros(stream, {what: stream.below(3) for what in ("garbage", "skulls", "flowers")})
    if not bridge and stream.below(3) == 0:
        return brought | {"facility": odd_facility(stream)}
    uses: File = {use: True for use in stream.draw(USES, stream.below(4)) if use != "bridge"}
    if bridge:
        uses["bridge"] = True
    for use in stream.draw(["recycling", "remediation", "quality_of_life"], stream.below(3)):
        price = without_some_zeros(stream, {"coins": stream.below(3), "science": stream.below(3)})
        uses[use] = {"price": price, "points": 1 + stream.below(4)} if use == "quality_of_life" else price
    if not uses:
        return brought | {"flowers": 1 + stream.below(3)}
    return brought | uses


# -- numbers


def without_some_zeros(stream: Stream, figures: File) -> File:
    """The figures, some of those that are 0 or false left out."""
    return {name: value for name, value in figures.items() if value or stream.below(2)}


def up(stream: Stream, least: int, most: int, count: int) -> list[int]:
    """So many numbers in rising order, with repeats."""
    return sorted(least + stream.below(most - least + 1) for _ in range(count))


def dealt(stream: Stream, cards: int, offered: int) -> Sequence[str]:
    """A period for each card, enough of each for so many in each of its rounds."""
    periods = [period for period in ("I-II", "I-II", "III-IV", "III-IV", "V") for _ in range(offered)]
    periods += [stream.choice(PERIODS) for _ in range(cards - len(periods))]
    return stream.draw(periods, cards)
