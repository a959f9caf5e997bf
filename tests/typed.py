"""What people type for a move: made from the fields of the move and from what the boards show, never from its words.

Kinds of typing: `names` (of tiles and cards, as items of draws are called), `signs` (of the boards), `positions`
(what and where), `counts` (`2 shops`), `loose` (commas, blanks and dashes as they come from phones).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

Typed = tuple[str, str]
"""A kind of typing, and the text."""

_TAVERNS = {"food": "Tf", "drink": "Td", "music": "Tm", "bed": "Tb"}
_CARDS = {
    "residential": "R", "commerce": "C", "parking": "K", "industry": "I", "leisure": "L", "town-hall": "M",
    "park": "G", "smog": "S",
}  # fmt: skip
_EDGES = "NESW"
_TURNS = ("", "quarter clockwise", "half", "quarter anticlockwise")


def typed(game: str, view: Any, move: Any) -> Iterator[Typed]:
    """Ways to type a move of this seat; each is what somebody who looks at the board may try."""
    fields: dict[str, Any] = msgspec.to_builtins(move)
    kind = fields.pop("type")
    ways = {
        "between_two_cities": _between_two_cities,
        "card_city_xl": _card_city_xl,
        "city_tycoon": _city_tycoon,
        "neom": _neom,
        "twentieth_century": _twentieth_century,
    }
    yield from ways[game](view, kind, fields)


def _at(cell: Sequence[int], comma: str = ",") -> str:
    return f"{cell[0]}{comma}{cell[1]}"


def _phone(cell: Sequence[int]) -> str:
    return f"{cell[0]},\xa0{cell[1]}".replace("-", "−")


def _between_two_cities(view: Any, kind: str, f: dict[str, Any]) -> Iterator[Typed]:
    if kind == "pick":
        tile, other = f["tiles"]
        yield "names", f"{tile} {other}"
        yield "names", f"pick {tile}, {other}"
        yield "loose", f"{other.upper()} & {tile.replace('-', '_')}"
        yield "signs", f"{_building(tile)} {_building(other)}"
        if tile == other and not {*tile} & {*"/|-"}:
            yield "counts", f"2 {tile[:-1] + 'ie' if tile[-1] == 'y' else tile}s"
        return
    yield "positions", f"{f['tile'].replace('-', ' ')} {f['city']} {_at(f['cell'], ' ')}"
    yield "signs", f"{_building(f['tile'])} {f['city']} {_at(f['cell'])}"
    yield "loose", f"{_phone(f['cell'])} {f['city']}, {f['tile']}"


def _building(name: str) -> str:
    for joint in "/|":
        if joint in name:
            return joint.join(map(_building, name.split(joint)))
    plain, _, variant = name.partition("-")
    return _TAVERNS[variant] if variant else plain[:2].capitalize()


def _card(name: str) -> str:
    if "/" in name:
        return "/".join(map(_card, name.split("/")))
    return _CARDS[name] if name in _CARDS else name.replace("industry-", "I")


def _cards(names: Sequence[str], sign: bool) -> str:
    if sign:
        return " ".join(map(_card, names))
    counts = Counter(names)
    return ", ".join([f"{count} {name}" if count > 1 else name for name, count in counts.items()])


def _card_city_xl(view: Any, kind: str, f: dict[str, Any]) -> Iterator[Typed]:
    if kind in ("build", "buy"):
        for style, card in (("names", f["card"]), ("signs", _card(f["card"]))):
            yield style, f"{card} {_at(f['cell'], ' ')}"
            yield style, f"{kind} {card}, {_at(f['cell'])}"
        yield "loose", f"{f['card']} {_phone(f['cell'])}"
    elif kind == "divide":
        for sign in (False, True):
            hidden = f" hidden {_cards(f['hidden'], sign)}" if f["hidden"] else ""
            yield "signs" if sign else "names", f"{_cards(f['open'], sign)}{hidden}"
    elif kind in ("show", "return"):
        cards = f["cards"] if kind == "show" else [f["card"]]
        yield "names", _cards(cards, False)
        yield "signs", _cards(cards, True)
    elif kind == "offer":
        lots = [f"{f[lot]} {lot}" for lot in ("first", "second") if f.get(lot)]
        yield "positions", " ".join(lots) or "no money"
        yield "loose", " & ".join([f"{f[lot]} $ {lot}" for lot in ("second", "first") if f.get(lot)]) or "NO"
    elif kind == "take":
        yield "positions", f["lot"]
    elif "cell" in f:
        yield "positions", _at(f["cell"], " ")
        yield "loose", _phone(f["cell"])
    else:
        yield "names", "discard" if view.stage != "buying" else "nothing"


def _city_tycoon(view: Any, kind: str, f: dict[str, Any]) -> Iterator[Typed]:
    if kind in ("pick", "sell", "build"):
        yield "names", f"{kind} {f['tile']}"
        yield "names", f"{kind} {f['tile'].lower().replace('-', '')}"
        yield "loose", f"{f['tile'].replace('-', ' ')} {kind}"
    elif kind == "plant":
        yield "names", f"{f['tile']} {f['kind']} {f['side']}"
        yield "signs", f"{f['tile']} {f['kind'][0]} {f['side'][:3]}"
        yield "positions", f"{f['kind']} plant {view.next_plant[f['kind']]} {f['side'][:3]} {f['tile']}"
    elif kind == "place":
        yield "positions", _at(f["cell"], " ")
        yield "loose", _phone(f["cell"])
    elif kind == "supply":
        demand = f.get("demand", 0)
        several = [d for d in view.districts if list(d.cell) == list(f["district"])]
        yield "positions", _at(f["district"], " ")
        mine = [d for d in view.districts if d.owner == several[0].owner]
        sign = f"{several[0].owner}{'abcdefghijklmnopqrstuvwxyz'[mine.index(several[0])]}"
        if not demand:
            yield "signs", sign
            yield "signs", f"supply {sign}"
    elif kind == "cube":
        plant = next(p for p in view.plants if list(p.cell) == list(f["plant"]))
        colour = {"electric": "red", "water": "blue"}[plant.kind]
        start = "centre" if plant.owner is None else f"{_at(f['plant'], ' ')}"
        way = " ".join([_at(cell, " ") for cell in f.get("path", ())])
        if len(f.get("path", ())) <= 3:
            yield "positions", f"{colour} {start} {way}"
    else:
        yield "names", kind


def _neom(view: Any, kind: str, f: dict[str, Any]) -> Iterator[Typed]:
    if kind == "pick":
        yield "names", str(f["tile"])
        yield "names", f"pick {f['tile']}"
    elif kind in ("build", "anchor"):
        if len(f) == 2:
            yield "positions", f"{f['tile']} {_at(f['cell'], ' ')}"
            yield "positions", f"build {f['tile']} at {_at(f['cell'])}"
            yield "loose", f"{f['tile']}, {_phone(f['cell'])}"
        elif set(f) == {"tile", "cell", "buy"}:
            goods = ", ".join([purchase["good"] for purchase in f["buy"]])
            yield "positions", f"{f['tile']} {_at(f['cell'])} {goods}"
    elif kind == "swap":
        if f:
            take = " ".join(map(str, f.get("take", ()))) or "chance"
            yield "names", f"{' '.join(map(str, f['give']))} for {take}"
        else:
            yield "names", "keep"
    elif kind == "remove":
        yield "positions", " and ".join([_at(cell) for cell in f["cells"]])
        yield "positions", " ".join([_at(cell, " ") for cell in f["cells"]])
    else:
        yield "names", kind


def _twentieth_century(view: Any, kind: str, f: dict[str, Any]) -> Iterator[Typed]:
    def land(name: str) -> str:
        return "start" if name == "start" else name

    if kind in ("choose", "buy"):
        (name,) = f.values()
        yield "names", name
        yield "loose", f"{name[0].lower()} {name[1:]}"
    elif kind == "bid":
        yield "positions", f"{f['coins']}"
        yield "positions", f"bid {f['coins']}"
        yield "signs", f"{f['coins']}c"
    elif kind == "contain":
        yield "positions", f"{f['science']} science column {f['column']}"
        yield "positions", f"column {f['column']} {f['science']}"
        yield "signs", f"{f['science']}s column {f['column']}"
    elif kind == "lay":
        turn = _TURNS[f.get("turn", 0)]
        yield "positions", f"{f['tile']} {_at(f['cell'], ' ')} {turn}"
        yield "loose", f"{f['tile'].lower()}, {_phone(f['cell'])} {turn}"
        if turn:
            yield "signs", f"{f['tile']} {_at(f['cell'])} turn {f['turn']}"
    elif kind in ("settle", "worker", "locomotive"):
        tile, city = f["city"]
        name = land(tile)
        to = f" to {f['to'][1]} {land(f['to'][0])}" if "to" in f else ""
        start = "from " if to else ""
        yield "positions", f"{start}{city} {name}{to}"
        if not to:
            yield "positions", f"{name} {city}"
            yield "positions", f"city {city} of {name}"
    elif kind == "dump":
        yield "positions", f"garbage {land(f['tile'])}"
        yield "positions", land(f["tile"])
    elif kind == "collect":
        yield "positions", f"{land(f['tile'])} to {land(f['to'])}"
        yield "positions", f"{f['technology']} {land(f['tile'])} {land(f['to'])}"
    elif kind == "bridge":  # the move names the edges of the tile, but people see where they are as it lies
        turned = next((at.turn for at in view.players[view.seat].region if at.tile == f["tile"]), 0)
        ends = [_EDGES[(_EDGES.index(end) + turned) % 4] if end in _EDGES else end for end in f["span"].split("-")]
        yield "positions", f"{f['technology']} {land(f['tile'])} {'-'.join(ends)}"
    elif kind in ("separate", "recycle", "remediate", "improve"):
        yield "positions", " ".join([land(value) for value in f.values()])
    elif kind == "clear":
        yield "positions", f"recycle {land(f['tile'])} {f['plant'][1]} {land(f['plant'][0])}"
    else:
        yield "names", {"done": "finish", "decline": "no technology"}.get(kind, kind)
