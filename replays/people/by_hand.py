"""A game that people play at a table of their own, and somebody writes down: how it begins, and goes on in its file."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any
from unicodedata import normalize

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.components import invented
from cityleague.engine.protocol import Game
from cityleague.engine.registry import game as find_game
from cityleague.engine.words import abridged, seen
from cityleague.replays.log import (
    LOG_VERSION,
    Header,
    LogError,
    Name,
    Problem,
    RawGame,
    canonical_options,
    convert_options,
    decode_header,
    encode,
    printable,
    quote,
    read_games,
)
from cityleague.replays.people.journal import Journal
from cityleague.replays.people.steps import TableError
from cityleague.replays.people.table import Table
from cityleague.replays.replay import ComponentFiles, game_of

_SHAPERS = dict.fromkeys(map(ord, "\u200c\u200d\ufe0e\ufe0f"))
"""Not seen by themselves: they only change the shape of others."""
_SHOWN = 60
"""How many characters of a name that is too long are shown."""


def recording(path: str, header: Header, files: ComponentFiles, now: str | None = None) -> Table:
    """The table of a game that begins, or that goes on in a file which has the same header.

    `now` dates a game that begins without a date. Raises TableError, LogError, FileChangedError and NotSavedError.
    """
    journal = Journal(path)
    try:
        if journal.is_new:
            return Table(journal, _with_id(msgspec.structs.replace(header, date=header.date or _or_unset(now))), files)
        lines = lines_of(path)
        old = decode_header(lines[0])
        require_same(path, old, header)
        return Table(journal, old, files, lines=lines)
    except Problem as problem:
        raise TableError(problem.message_with_place()) from None


def new_header(
    name: str,
    players: Sequence[str],
    *,
    options: Mapping[str, Any],
    components: bytes | None,
    seed: str | None,
    date: str | None = None,
    place: str | None = None,
    title: str | None = None,
) -> Header:
    """The header of a game that is to be written down; raises TableError and ComponentsError.

    `options` are values as in a header; `components` is a component file (None: the packaged one).
    """
    game = find_game(name)
    require_names(players, place=place, game=title)
    try:
        header = Header(
            log=LOG_VERSION,
            game=name,
            rules=game.version,
            components=game.components(components).hash,
            options=canonical_options(convert_options(options, game)),
            players=tuple(players),
            seed=_or_unset(seed),
            date=_or_unset(date),
            place=_or_unset(place),
            title=_or_unset(title),
        )
        return decode_header(encode(header))
    except Problem as problem:
        raise TableError(problem.message_with_place()) from None
    except UnicodeEncodeError:
        raise TableError("names, titles, seeds and options are UTF-8 text, and one of these is not") from None


def require_names(players: Sequence[str], **others: str | None) -> None:
    """Raise TableError unless all of these names can be seen, and the players told apart by them.

    They are typed for a new game: a log may have others. `others` are names of other things, by what they are.
    """
    for what, name in [*[("player", player) for player in players], *others.items()]:
        try:
            msgspec.convert(name, Name | None)
            is_seen = name is None or (seen(name) == name and not name.isspace())
        except msgspec.ValidationError:
            is_seen = False
        if not is_seen:
            raise TableError(
                f"{printable(repr(name), _SHOWN)} cannot be a {what}'s name: "
                "a name has 1 to 200 characters that can be seen, and not only blanks; type it anew"
            )
    looks: dict[str, str] = {}
    for name in players:
        other = looks.setdefault(_look(name), name)
        if other != name:
            raise TableError(f"{quote(other)} and {quote(name)} look alike: give one of them another name")


def _look(name: str) -> str:
    """What is the same for names that people take for the same."""
    plain = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join(plain.translate(_SHAPERS).split())


def _with_id(header: Header) -> Header:
    """The header with an id, if it tells the time: without one, two games of an evening could have the same."""
    if not header.date or "T" not in header.date:
        return header
    return msgspec.structs.replace(header, id=blake2b(encode(header), digest_size=6).hexdigest())


def _or_unset(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text


def lines_of(path: str) -> list[bytes]:
    """The lines of the one game in a file; the first is a header. Raises TableError and LogError."""
    games: list[RawGame] = []
    for game in read_games(path):
        if isinstance(game, Problem):
            raise LogError(game.at(path))
        games.append(game)
    if len(games) != 1:
        raise TableError(f"{path} holds {len(games)} games; a game that is written down has a file of its own")
    (raw,) = games
    if raw.dropped:
        raise TableError(f"{path} is too long to go on with")
    lines = [line.rstrip(b"\r") for line in raw.lines if line.strip()]
    try:
        decode_header(lines[0])
    except Problem as problem:
        raise LogError(problem.at(path, raw.first)) from None
    return lines


def require_same(path: str, old: Header, header: Header) -> None:
    """Raise TableError unless a file's game has this header, which may leave out when it was played."""
    for how, there, here in (
        ("which is another game than is", old.game, header.game),
        ("with other players than are", old.players, header.players),
        ("with other options than are", _options(old, header), _options(header, old)),
        ("with another component file than is", old.components, _file_given(header) or old.components),
        ("with another seed than is", old.seed, header.seed),
        ("of another date than is", old.date, header.date or old.date),
        ("played at another place than is", old.place, header.place or old.place),
        ("of another title than is", old.title, header.title or old.title),
    ):
        if there != here:
            played = printable(f"{old.game} by {', '.join(old.players)}")
            raise TableError(
                f"{path} holds {played}, {how} given here: give the same to go on with it, or name another file"
            )


def _file_given(header: Header) -> str | None:
    """The component file of a new game, unless it is the packaged one: a game that goes on may have an older one."""
    return (header.components or None) if header.components != find_game(header.game).components(None).hash else None


def _options(header: Header, other: Header) -> object:
    """The options of a game, and the defaults of those that only the rules of the `other` header have."""
    try:
        return canonical_options(game_of(other).options()) | canonical_options(
            convert_options(header.options, game_of(header))
        )
    except Problem:
        return header.options


_FEW = 6
"""How many kinds of numbers are named."""


def of_the_box(game: Game, *, on_pages: bool = False) -> str:
    """Which packaged numbers are ours, and how to bring a box's; empty if none. `on_pages`: for a page with a form."""
    blocks = invented(game.file("components.json"))
    if not blocks:
        return ""
    where = "How it is played here" if on_pages else f"`cityleague rules {game.name} --text`"
    leave = "" if on_pages else "leave now (quit), "
    use = "put that file into the folder of these games, load this page again and choose it below."
    return "\n".join([
        f"No rulebook states all numbers of {game.title}. Made for this project: {abridged(blocks, _FEW)} (what for: "
        f"{where}). Where a game with your box uses them, moves can be refused, and "
        f"points come out wrong. To record it by the numbers of your box, {leave}fill them in,",
        f"  cityleague components {game.name}{' --template' * (game.template is not None)} > {game.name}.json",
        f"and {use if on_pages else f'record into another file with --components {game.name}.json.'}",
    ])  # fmt: skip
