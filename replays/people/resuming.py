"""A game that goes on: the log that its file has, and whether it is the one that is meant."""

from __future__ import annotations

from typing import Any

from cityleague.engine.registry import game as find_game
from cityleague.replays.log import (
    Header,
    LogError,
    Problem,
    RawGame,
    canonical_options,
    convert_options,
    decode_header,
    printable,
    read_games,
)
from cityleague.replays.people.table import RefusedError
from cityleague.replays.replay import game_of


def lines_of(path: str) -> list[bytes]:
    """The lines of the one game in a file; the first is a header. Raises RefusedError and LogError."""
    games: list[RawGame] = []
    for game in read_games(path):
        if isinstance(game, Problem):
            raise LogError(game.at(path))
        games.append(game)
    if len(games) != 1:
        raise RefusedError(f"{path} holds {len(games)} games; a game that is written down has a file of its own")
    (raw,) = games
    if raw.dropped:
        raise RefusedError(f"{path} is too long to go on with")
    lines = [line.rstrip(b"\r") for line in raw.lines if line.strip()]
    try:
        decode_header(lines[0])
    except Problem as problem:
        raise LogError(problem.at(path, raw.first)) from None
    return lines


def require_same(path: str, old: Header, header: Header) -> None:
    """Raise RefusedError unless a file's game has this header, which may leave out when it was played."""
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
            raise RefusedError(
                f"{path} holds {played}, {how} given here: give the same to go on with it, or name another file"
            )


def _file_given(header: Header) -> str | None:
    """The component file of a new game, unless it is the packaged one: a game that goes on may have an older one."""
    return (header.components or None) if header.components != find_game(header.game).components(None).hash else None


def _options(header: Header, other: Header) -> object:
    """The options of a game, and the defaults of those that only the rules of the `other` header have."""
    try:
        return _defaults(other) | canonical_options(convert_options(header.options, game_of(header)))
    except Problem:
        return header.options


def _defaults(header: Header) -> dict[str, Any]:
    return canonical_options(game_of(header).options())
