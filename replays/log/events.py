"""The lines of a log as types: what is decoded, what is written, and what `cityleague schema` prints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from cityleague.engine.components import plain
from cityleague.engine.protocol import Game, Item
from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Points, Sheet

LOG_VERSION = 1
SAID = "info "
"""Begins the note of a move with what its bot has said of it: a JSON object."""

M = TypeVar("M")

# In Python, $ also matches before a final line feed; the lookahead at the end of each pattern rules that out.
Name = Annotated[
    str,
    Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]*$(?!\n)"),
]
"""Text that is shown to people: no control characters, and none that change the direction of writing."""
Seat = Annotated[int, Meta(ge=0)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]
Date = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$(?!\n)",
        examples=["2026-11-23", "2026-11-23T19:30:00+01:00"],
    ),
]
"""When a game was played, as RFC 3339 writes it: a date, or a date with a time and its offset from UTC."""
Milliseconds = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]
ForfeitKind = Literal["crash", "flood", "garbage", "illegal", "stall", "timeout"]


class _Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """What every line may also have: the thinking time, and a remark that no program reads."""

    ms: Milliseconds | UnsetType = UNSET
    note: str | UnsetType = UNSET


class Commitment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a header tells in advance of a secret from which the game's seed follows."""

    deal: Annotated[int, Meta(ge=1)]
    """The number of the deal."""
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    """The BLAKE2b-256 of the secret."""


class Header(_Event, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Begins a game."""

    log: int
    """Version of the format."""
    game: Name
    rules: str
    """Version of the game's rules, as `cityleague games` lists it."""
    components: str | UnsetType = UNSET
    """Hash of the component file; without it, the packaged file was used."""
    options: dict[str, Any] = {}
    players: tuple[Name, ...]
    """By seat."""
    seed: str | UnsetType = UNSET
    """Determines every chance event; without it, the game was played at a table."""
    commitment: Commitment | UnsetType = UNSET
    """Whoever has the secret can prove the seed; without it, the seed was given."""
    id: Name | UnsetType = UNSET
    date: Date | UnsetType = UNSET
    """When it was played; no program that plays for itself says so."""
    place: Name | UnsetType = UNSET
    """Where it was played."""
    title: Name | UnsetType = UNSET
    """What people call this game."""


class ChanceEvent(_Event, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What chance brought."""

    chance: str
    order: tuple[Item | None, ...]
    """null: an item of a hidden draw that nobody saw."""


class MoveEvent(_Event, Generic[M], frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A seat makes a move."""

    seat: Seat
    move: M


class CheckEvent(_Event, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Digest of the state at this point."""

    check: Digest


class Forfeit(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A seat has lost the game by misbehaving; its further moves are a stand-in's."""

    seat: Seat
    kind: ForfeitKind
    reason: str = ""


class ForfeitEvent(_Event, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A seat forfeits."""

    forfeit: Forfeit


class Result(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """How the game ended, as claimed by whoever wrote the log; every list is by seat."""

    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    sheets: tuple[Sheet, ...] | UnsetType = UNSET
    forfeits: tuple[Forfeit, ...] = ()


class ResultEvent(_Event, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Ends a game."""

    result: Result
    digest: Digest | UnsetType = UNSET


Event = Header | ChanceEvent | MoveEvent[Any] | CheckEvent | ForfeitEvent | ResultEvent

EVENTS: dict[str, Any] = {
    "log": Header,
    "chance": ChanceEvent,
    "move": MoveEvent,
    "check": CheckEvent,
    "forfeit": ForfeitEvent,
    "result": ResultEvent,
}
"""The type of each kind of line, by the field that tells the kind."""

_encoder = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """An event in canonical form, without the line's end: fields in the order of its type, no spaces."""
    return _encoder.encode(event)


def event_types(game: Game) -> dict[str, Any]:
    """EVENTS with the moves of one game."""
    return EVENTS | {"move": _moves(game)}


def _moves(game: Game) -> Any:
    kind: Any = MoveEvent
    return kind[game.moves]


def _give_examples(fields: dict[str, Any], names: Mapping[str, Sequence[Item]]) -> None:
    """Add what the fields of a move can name. They are examples, no limits: another component file may have others."""
    for field, examples in names.items():
        place = fields.get(field, {})
        inside = [*place.get("prefixItems", ())] or [place["items"]] if place.get("type") == "array" else [place]
        for inner in inside:
            if inner and "enum" not in inner:
                inner["examples"] = list(examples)


def schema(games: Sequence[str]) -> dict[str, Any]:
    """The JSON Schema of one line of a log of these games, generated from the types that decode it."""
    listed = [game for name in games for game in find_game(name).versions().values()]
    options = [game.options for game in listed]
    kinds = [kind for field, kind in EVENTS.items() if field != "move"] + [*dict.fromkeys(map(_moves, listed))]
    moves = [(game, move) for game in listed for move in get_args(game.moves) or (game.moves,)]
    types = [*kinds, *options, *[move for _, move in moves]]
    refs, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for (game, _), ref in zip(moves, refs[len(kinds) + len(options) :], strict=True):
        if game.names:
            fields = definitions[ref["$ref"].rpartition("/")[2]]["properties"]
            _give_examples(fields, game.names(game.components(None)))
    text = msgspec.json.encode([refs[: len(kinds) + len(options)], definitions]).decode()
    for number, long in enumerate(definitions):
        short = long.removeprefix("cityleague.engine.").replace(".moves.", ".")
        short = f"MoveEvent{number}" if long.startswith("MoveEvent_") else short
        text = text.replace(f'"{long}":', f'"{short}":').replace(f'/{long}"', f'/{short}"')
    refs, definitions = msgspec.json.decode(text)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:cityleague:line:{':'.join(games)}",
        "title": f"A line of a cityleague log ({', '.join(games)})",
        "anyOf": refs[: len(kinds)],
        "allOf": [
            {
                "if": {
                    "properties": {"game": {"const": game.name}, "rules": {"const": game.version}},
                    "required": ["game", "rules"],
                },
                "then": {"properties": {"options": ref}},
            }
            for game, ref in zip(listed, refs[len(kinds) :], strict=True)
        ],
        "$defs": definitions,
    }


MAX_LINE = 1 << 20
"""Bytes of a line; a longer one is not decoded."""

_Fields = msgspec.defstruct("_Fields", [(field, Raw | UnsetType, UNSET) for field in EVENTS])
"""The fields that tell a line's kind, with any value."""
_decode = msgspec.json.Decoder(_Fields).decode
_LOOKS_LIKE_HEADER = rb'\s*\{\s*"log"\s*:'


def kinds(line: bytes) -> list[str]:
    """Which of the fields that tell a line's kind it has; exactly one, if all is well.

    Raises msgspec's errors, and RecursionError for a line that is nested too deep.
    """
    if len(line) > plain.DEPTH and plain.too_deep(line):
        raise RecursionError
    fields = _decode(line)
    return [field for field in EVENTS if getattr(fields, field) is not UNSET]


def is_header(line: bytes) -> bool:
    """Whether a line begins a game, well formed or not."""
    if line.startswith(b'{"log":'):
        return True
    if b'"log"' not in line or len(line) > MAX_LINE:
        return False
    return has_field(line, "log") or re.match(_LOOKS_LIKE_HEADER, line) is not None


def has_field(line: bytes, field: str) -> bool:
    """Whether a line is an object that has `field`, one of those that tell a line's kind."""
    try:
        return field in kinds(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
