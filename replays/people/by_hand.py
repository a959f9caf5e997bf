"""A game that people play at a table of their own, and somebody writes down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.registry import game as find_game
from cityleague.replays.log import (
    LOG_VERSION,
    Header,
    Name,
    Problem,
    canonical_options,
    convert_options,
    decode_header,
    encode,
    printable,
)
from cityleague.replays.people.journal import Journal
from cityleague.replays.people.resuming import lines_of, require_same
from cityleague.replays.people.table import RefusedError, Table
from cityleague.replays.replay import ComponentFiles

_SHOWN = 60
"""How many characters of a name that is too long are shown."""


def recording(path: str, header: Header, files: ComponentFiles, now: str | None = None) -> Table:
    """The table of a game that begins, or that goes on in a file which has the same header.

    `now` is the date of a game that begins, if its header tells none. Raises RefusedError, LogError if something is
    wrong with the log in the file, FileChangedError and NotSavedError.
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
        raise RefusedError(problem.message_with_place()) from None


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
    """The header of a game that is to be written down; raises RefusedError and ComponentsError.

    `options` are values as in a header; `components` is a component file (None: the packaged one).
    """
    game = find_game(name)
    for what, said in [*[("player", player) for player in players], ("place", place), ("game", title)]:
        try:
            msgspec.convert(said, Name | None)
        except msgspec.ValidationError:
            raise RefusedError(
                f"{printable(repr(said), _SHOWN)} cannot be a {what}'s name: "
                "a name has 1 to 200 characters that can be printed"
            ) from None
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
        raise RefusedError(problem.message_with_place()) from None
    except UnicodeEncodeError:
        raise RefusedError("names, titles, seeds and options are UTF-8 text, and one of these is not") from None


def _with_id(header: Header) -> Header:
    """The header with an id, if it tells the time: without one, two games of an evening could have the same."""
    if not header.date or "T" not in header.date:
        return header
    return msgspec.structs.replace(header, id=blake2b(encode(header), digest_size=6).hexdigest())


def _or_unset(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text
