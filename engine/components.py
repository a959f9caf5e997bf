"""Component files: data one can read as a list, checked when loaded, each block marked with where it is from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import Literal, TypeVar

import msgspec

Provenance = Literal["rulebook", "published", "house"]
"""rulebook: the rulebook states it; published: known of the boxed game; house: made for this project."""

F = TypeVar("F", bound="ComponentFile")
B = TypeVar("B")


class ComponentsError(ValueError):
    """A component file that is not one: what is wrong, and where in it."""


class ComponentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every game's component file has."""

    game: str


def packaged(game: str, package: str = "") -> bytes:
    """The component file that comes with a game, in a package of its own or (none given) among the games here."""
    return resources.files(package or f"cityleague.engine.{game}").joinpath("components.json").read_bytes()


def fingerprint(data: bytes) -> str:
    """The hash by which a log's header names a component file."""
    return "blake2b:" + blake2b(data, digest_size=16).hexdigest()


def decode(data: bytes, kind: type[F], game: str, check: Callable[[F], None]) -> F:
    """Decode a component file and check it; `check` raises ComponentsError on what types cannot express."""
    try:
        file = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ComponentsError(f"not a component file of {game}: {error}") from None
    if file.game != game:
        raise ComponentsError(f"a component file of {file.game!r}, not of {game!r}")
    check(file)
    return file


def in_range(what: str, value: int, low: int, high: int) -> None:
    """Raise ComponentsError if a figure, of which `what` says where it stands, is not from low to high."""
    if not low <= value <= high:
        raise ComponentsError(f"{what}: {value}; {low} to {high} will do")


def loader(
    game: str, kind: type[F], check: Callable[[F], None], make: Callable[[F, str], B], *, package: str = ""
) -> Callable[[bytes | None], B]:
    """What loads a component file (None: the packaged one): decode, check, make something of the file and its hash.

    The function found raises ComponentsError; it loads the packaged file once. `package`: where that is, for a game
    that does not come with cityleague.
    """

    def load(data: bytes) -> B:
        return make(decode(data, kind, game, check), fingerprint(data))

    @cache
    def load_packaged() -> B:
        return load(packaged(game, package))

    return lambda data: load_packaged() if data is None else load(data)
