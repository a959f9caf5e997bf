"""Component files: how they are read, checked, named by their hash, and laid out as templates to fill in.

They are readable data; each block says where its figures come from. The owner of a copy of a game fills in a template.
All that is missing or wrong is reported at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

import msgspec

from cityleague.engine.components import plain
from cityleague.engine.doors import file_in
from cityleague.engine.errors import InputError
from cityleague.engine.registry import GAMES
from cityleague.engine.words import abridged, printable, quote

Provenance = Literal["rulebook", "published", "house"]
"""rulebook: the rulebook states it; published: known from the published game; house: made for this project."""

Json = dict[str, Any]

F = TypeVar("F", bound="ComponentFile")
B = TypeVar("B")
T = TypeVar("T")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_TOLD = 20
"""How many mistakes of a file are reported."""
_LONGEST = 500
"""The length of such a line, in characters, at most."""
_LISTED = 10
"""How many of the missing or surplus tiles are named."""


class ComponentsError(InputError):
    """What is wrong with a component file, and where: one line for each mistake."""

    def __init__(self, *wrong: str) -> None:
        lines = [printable(line, _LONGEST) for line in wrong[:_MOST_TOLD]]
        if len(wrong) > _MOST_TOLD:
            lines.append(f"and {len(wrong) - _MOST_TOLD} more")
        super().__init__(lines[0] if len(wrong) == 1 else "\n  ".join([f"{len(wrong)} things are wrong", *lines]))


class Listed(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A block of a component file: all things of one kind."""

    provenance: Provenance
    list: tuple[T, ...]


class ComponentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the component files of all games have."""

    game: str


def packaged(game: str, package: str = "", file: str = "components.json") -> bytes:
    """A component file that comes with a game; `package`: where it lies, for a game from another package."""
    return file_in(package or f"cityleague.engine.{game}", file)


def fingerprint(data: bytes) -> str:
    """The hash by which a log's header names a component file: of its raw bytes, including a byte order mark."""
    return "blake2b:" + blake2b(data, digest_size=16).hexdigest()


def game_of(data: bytes) -> str:
    """The name of the game that this component file is for; raises ComponentsError."""
    value, _ = _read(data, "a component file")
    return _game(value, "a component file")


def invented(data: bytes) -> list[str]:
    """The blocks of a component file that were made for this project (house); raises ComponentsError."""
    file, _ = _read(data, "a component file")
    if file.get("provenance") == "house":  # the file is one block
        return [name for name in file if name not in ("game", "provenance")]
    return [name for name, block in file.items() if isinstance(block, dict) and block.get("provenance") == "house"]


def decode(
    data: bytes,
    kind: type[F],
    game: str,
    check: Callable[[F], Iterable[str]],
    call: Callable[[Json], Iterable[str]] | None = None,
    convert: Callable[[Json], Json] | None = None,
) -> F:
    """Decode a component file, UTF-8 with or without a byte order mark, and check it.

    `check` reports the mistakes that types cannot express. `call` looks for missing and surplus entries in the JSON
    values before they are decoded. `convert` gives those of a file in an older form as they are written today. Raises
    ComponentsError with everything that is wrong.
    """
    from cityleague.engine.components.flaws import flaws, sentences  # noqa: PLC0415  (few commands read a file that is not ours)

    what = f"a component file of {GAMES.get(game, game)}"
    value, doubled = _read(data, what)
    if (other := _game(value, what)) != game:
        raise ComponentsError(f"a component file of {GAMES.get(other, quote(other))}, not of {GAMES.get(game, game)}")
    if convert and (converted := convert(value)) is not value:
        value, data = converted, msgspec.json.encode(converted)
    wrong = [*call(value)] if call else []
    try:
        file = msgspec.json.decode(data.removeprefix(_BYTE_ORDER_MARK), type=kind)
    except msgspec.MsgspecError as error:
        wrong += sentences(flaws(kind, value))
        raise ComponentsError(*(wrong or [f"not {what}: {error}"])) from None
    if doubled:
        wrong += sentences(flaws(kind, value))
    if not wrong:
        wrong += check(file)
    if wrong:
        raise ComponentsError(*wrong)
    return file


def _read(data: bytes, what: str) -> tuple[Any, bool]:
    from json import JSONDecodeError  # noqa: PLC0415  (slow to import, as above)

    try:
        return plain.parse(data.removeprefix(_BYTE_ORDER_MARK).decode())
    except UnicodeDecodeError as error:
        raise ComponentsError(f"not {what}: it is not UTF-8 text (byte {error.start + 1})") from None
    except RecursionError:
        raise ComponentsError(f"not {what}: the JSON is nested too deep") from None
    except JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ComponentsError(f"not {what}: not JSON: {error.msg} at {where}") from None
    except ValueError as error:
        raise ComponentsError(f"not {what}: not JSON: {error}") from None


def _game(value: Any, what: str) -> str:
    game = value.get("game") if isinstance(value, dict) else None
    if not isinstance(game, str):
        raise ComponentsError(f"not {what}: it is not an object whose field `game` says which game it is of")
    return game


def in_range(what: str, value: int, low: int, high: int) -> Iterator[str]:
    """A complaint if a figure is not from low to high; `what` says where it stands."""
    if not low <= value <= high:
        yield f"{what}: {quote(value)}; {low} to {high} will do"


def names(file: Json, *path: str) -> list[str] | None:
    """The names of the entries of a list, or the keys of an object; None if there is neither."""
    from cityleague.engine.components.flaws import called  # noqa: PLC0415  (only files that are not ours are searched)

    place: Any = file
    for key in path:
        place = place.get(key) if isinstance(place, dict) else None
    if isinstance(place, dict):
        return list(place)
    return [*map(called, place)] if isinstance(place, list) else None


def each_once(what: str, there: Iterable[str] | None, wanted: Sequence[str]) -> Iterator[str]:
    """Complaints about a list of tiles: those missing, there more than once, or unknown. None is no list: nothing."""
    if there is None:
        return
    counts = Counter(filter(None, there))
    for why, some_names in (
        ("missing", [name for name in wanted if not counts[name]]),
        ("there more than once", [name for name in wanted if counts[name] > 1]),
        ("not in this game", [quote(name) for name in counts if name not in wanted]),
    ):
        if some_names:
            yield f"{what}: {why}: {abridged(some_names, _LISTED)}"


class FromFile:
    """What `loader` makes of a component file. It is pickled as that file: a packaged one by its hash alone."""

    hash: str
    _origin: tuple[Loader[Any], bytes | None]

    def __repr__(self) -> str:
        return f"<components {self.hash}>"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Loader[Any], bytes | None, str]]:
        return _loaded_again, (*self._origin, self.hash)


@lru_cache(maxsize=16)
def _loaded_again(load: Loader[Any], data: bytes | None, digest: str) -> Any:
    made = load(data)
    if made.hash != digest:
        raise ComponentsError(f"the packaged components are {made.hash} here, and were {digest}")
    return made


class Loader(Generic[B]):
    """Loads the component files of a game; see `loader`. It is pickled by its name in the module of `make`."""

    def __init__(
        self, load: Callable[[bytes], B], load_packaged: Callable[[], B], module: str, kind: type[Any]
    ) -> None:
        self.kind = kind
        """The type of the file."""
        self._load, self._load_packaged, self.__module__ = load, load_packaged, module

    def __call__(self, data: bytes | None) -> B:
        """TypeError for anything but the content of a file."""
        if not isinstance(data, bytes | None):
            raise TypeError(f"components are the content of a file, Path(...).read_bytes(), not {data!r}")
        made = self._load_packaged() if data is None else self._load(data)
        if isinstance(made, FromFile):
            made._origin = (self, data)
        return made

    def __reduce__(self) -> str:
        there = vars(import_module(self.__module__))
        return next((name for name, value in there.items() if value is self), "")


def loader(
    game: str,
    kind: type[F],
    check: Callable[[F], Iterable[str]],
    make: Callable[[F, str], B],
    call: Callable[[Json], Iterable[str]] | None = None,
    package: str = "",
    file: str = "components.json",
    convert: Callable[[Json], Json] | None = None,
) -> Loader[B]:
    """A function that loads a component file (None: the packaged one): it decodes the file, and calls `make` with it.

    `make` gets the file and its hash. The function raises ComponentsError, and loads the packaged file only once.
    `package`: where that file lies, for a game that does not come with cityleague; `file`: its path there. Our own
    packaged files are not searched for mistakes: commands would wait for that, and tests do it. The hash is always that
    of the bytes as they are, also of a file that `convert` brings into today's form. What `make` returns should be a
    `FromFile`, so that states can be pickled without their components.
    """

    def load(data: bytes) -> B:
        return make(decode(data, kind, game, check, call, convert), fingerprint(data))

    @cache  # a packaged file is read and checked once, not in each game
    def load_packaged() -> B:
        data = packaged(game, package, file)
        if not package:
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):  # it is damaged: `load` says where
                return make(msgspec.json.decode(data, type=kind), fingerprint(data))
        return load(data)

    return Loader(load, load_packaged, make.__module__, kind)


# -- templates


def plain_packaged(game: str) -> Json:
    """The packaged file as JSON values: the base of a template."""
    file: Json = plain.parse(packaged(game))[0]
    return file


def to_fill_in(**fields: Any) -> Json:
    """A block of a template that the owner of a copy fills in."""
    return {"provenance": "published", **fields}


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON for people to read and edit: a value that fits on one line is not broken."""
    import json  # noqa: PLC0415  (slow to import; only templates are laid out)

    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= 100 or not isinstance(value, dict | list):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {laid_out(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join([inner + laid_out(item, indent + 2) for item in value]) + "\n" + " " * indent + "]"
