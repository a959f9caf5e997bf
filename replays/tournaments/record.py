"""tournament.toml in a tournament's folder: the plan in full, and with what it is played."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from hashlib import blake2b, file_digest
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from cityleague.engine.version import __version__
from cityleague.replays.log import (
    GAMES_FILE,
    REVEALED_FILE,
    SECRET_FILE,
    Found,
    canonical_options,
    path_text,
    read_below,
    read_whole,
    write_below,
)
from cityleague.replays.players import PREFIX, Entrant, command_of
from cityleague.replays.tournaments.games_file import log_in
from cityleague.replays.tournaments.plan import Edition, decode_toml
from cityleague.replays.tournaments.schedule import Change, Tournament
from cityleague.replays.tournaments.whole_games import ResumeError

if TYPE_CHECKING:
    from pathlib import Path

PLAN_FILE = "tournament.toml"
OUTPUTS = (GAMES_FILE, PLAN_FILE, SECRET_FILE, REVEALED_FILE)
"""What a tournament writes into its folder."""
_COMMENT = "# Written by cityleague. `cityleague tournament` with this folder goes on with the tournament.\n"


class Changed(msgspec.Struct, frozen=True):
    """A bot that was another one from some game on."""

    bot: str
    since: tuple[int, int, int]
    """Deal, table and rotation of the first game with it."""
    fingerprint: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What tournament.toml has beside the plan, as its table `record`."""

    version: str
    """Of cityleague."""
    rules: str
    components: str
    """Hash of the component file."""
    shard: Annotated[str, Meta(pattern=r"^[1-9]\d{0,8}/[1-9]\d{0,8}$")] = "1/1"
    edition: Edition = 1
    bots: dict[str, str]
    """Fingerprints of the bots at the first game."""
    changed: tuple[Changed, ...] = ()

    def changes(self) -> list[Change]:
        """The names of bots that have changed. One that is as it was at first has its first name again."""
        changes = []
        for changed in self.changed:
            if (bot := changed.bot) in self.bots:
                other = f"{bot[:180]}@{short(changed.fingerprint)}"
                changes.append(Change(bot, changed.since, bot if changed.fingerprint == self.bots[bot] else other))
        return changes

    def now(self) -> dict[str, str]:
        """The latest fingerprint of each bot."""
        return self.bots | {change.bot: change.fingerprint for change in self.changed}


def record_of(tournament: Tournament, bots: Mapping[str, str]) -> Record:
    """What is recorded of a tournament that begins with bots of these fingerprints."""
    setup, shard = tournament.setup, tournament.shard
    return Record(
        version=VERSION,
        rules=setup.game.version,
        components=setup.components.hash,
        shard=f"{shard.number}/{shard.of}",
        edition=tournament.edition,
        bots=dict(bots),
    )


def fingerprints_of(tournament: Tournament) -> dict[str, str]:
    """The fingerprints of all bots as they are now; raises OSError."""
    return {entrant.name: fingerprint(entrant) for entrant in tournament.entrants}


def with_changes(
    tournament: Tournament, record: Record, bots: Mapping[str, str], done: int, *, allow_changed: bool
) -> Record:
    """The record, with the bots noted that have changed since so many games were played.

    Raises ResumeError if there are any, unless this is `allow_changed`.
    """
    before = record.now()
    changed = {name: now for name, now in bots.items() if name in before and before[name] != now}
    if not changed:
        return record
    name, now = next(iter(changed.items()))
    if not now.startswith(FILES):
        what = f"{name} is not the bot that has played here: that one came with {before[name]}, this one with {now}"
        cure = "play on with that version"
    else:
        what = f"{name} is not the bot that has played here ({before[name]}), but another one ({now})"
        cure = "put back the file with which it played last"
    if tournament.by_results:
        raise ResumeError(f"{what}, and the rounds depend on all results; give another folder")
    if not allow_changed:
        raise ResumeError(
            f"{what}; {cure}, give another folder, "
            "or give --allow-changed, which lists it under another name from now on"
        )
    since = tournament.place(done)
    noted = [Changed(name, since, now) for name, now in changed.items()]
    return msgspec.structs.replace(record, changed=(*record.changed, *noted))


def read_record(folder: Path) -> Record | None:
    """What is recorded in a folder; None if nothing is. Raises OSError, and ResumeError if it cannot be understood."""
    file = folder / PLAN_FILE
    try:
        return msgspec.convert(decode_toml(read_whole(Found(file, folder))).get("record"), Record | None)
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise ResumeError(f"{path_text(str(file))}: not as it was written: {error}") from None


def with_edition(tournament: Tournament, *folders: Path) -> Tournament:
    """The tournament by its plan's edition, or that of these folders. Raises OSError and ResumeError."""
    for folder in folders if tournament.plan.edition is None else ():
        if record := read_record(folder):
            return tournament.but(edition=record.edition)
        if (log := log_in(folder)).exists() and log.stat().st_size:
            return tournament.but(edition=1)
    return tournament


class _Known(msgspec.Struct):
    """What a folder tells of its bots."""

    bots: tuple[str | Entrant, ...]
    record: Record | None = None


def specs_in(folder: Path) -> dict[str, str]:
    """The specs of a tournament's bots, by their names in its games; none where no tournament tells any."""
    try:
        known = msgspec.convert(decode_toml(read_whole(Found(folder / PLAN_FILE, folder))), _Known)
    except (OSError, ValueError):
        return {}
    specs = {entrant.name: entrant.spec for entrant in known.bots if isinstance(entrant, Entrant)}
    changes = known.record.changes() if known.record else []
    return specs | {change.name: specs[change.bot] for change in changes if change.bot in specs}


def write_record(tournament: Tournament, record: Record, folder: Path) -> None:
    """Write tournament.toml, whole or not at all; one that says the same is left alone."""
    plan, setup = tournament.plan, tournament.setup
    full = msgspec.structs.replace(
        plan,
        bots=tournament.entrants,
        seats=tournament.seats,
        edition=None,  # it is in the record
        options=canonical_options(setup.options),
        components=os.path.abspath(plan.components) if plan.components else None,
        from_file=os.path.abspath(plan.from_file) if plan.from_file else None,
    )
    described = msgspec.to_builtins(full) | {"record": msgspec.to_builtins(record)}
    text = (_COMMENT + as_toml(described)).encode()
    if _existing_plan(folder, len(text) + 1) != text:
        write_below(str(folder), PLAN_FILE, text, durable=True)


def _existing_plan(folder: Path, most: int) -> bytes | None:
    """The beginning of what is there, at most so many bytes."""
    try:
        with read_below(str(folder), PLAN_FILE) as file:
            return file.read(most)
    except FileNotFoundError:
        return None


def as_toml(described: Mapping[str, Any]) -> str:
    """TOML: values, then tables of values."""
    tables = {name: value for name, value in described.items() if isinstance(value, dict)}
    values = {name: value for name, value in described.items() if name not in tables}
    return _lines(values) + "".join([f"\n[{_key(name)}]\n{_lines(table)}" for name, table in tables.items() if table])


def _lines(table: Mapping[str, Any]) -> str:
    return "".join([f"{_key(name)} = {_value(value)}\n" for name, value in table.items() if value is not None])


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = [f"{_key(name)} = {_value(item)}" for name, item in value.items() if item is not None]
        return f"{{ {', '.join(inner)} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    """A string as in JSON, which TOML shares but for the character DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else _text(name)


FILES = "blake2b:"
"""The beginning of a fingerprint that comes from files."""
VERSION = f"cityleague {__version__}"
"""This program with its version."""


def fingerprint(entrant: Entrant) -> str:
    """`blake2b:` and the hash of the files of a bot that was found; of a bot of ours, the version of cityleague.

    Of a program these are its file, and the first of its arguments that is a file; where that is run by an interpreter
    from the PATH, as in `exec:python3 mybot.py`, it alone. Of a Python class, it is the file of its module.
    """
    files = list(_program(entrant) if entrant.spec.startswith(PREFIX) else _modules(entrant.spec))
    if not files:
        return VERSION
    digest = blake2b(digest_size=16)
    for file in files:
        with open(file, "rb") as content:
            digest.update(file_digest(content, blake2b).digest())
    return f"{FILES}{digest.hexdigest()}"


def short(fingerprint: str) -> str:
    """A few letters that tell a fingerprint from others, for a name."""
    kind, _, rest = fingerprint.partition(":" if ":" in fingerprint else " ")
    return rest[:8] or kind


def _program(entrant: Entrant) -> Iterator[str]:
    import shutil  # noqa: PLC0415  (for programs alone)

    program, *arguments = command_of(entrant)
    home = entrant.folder or ""
    scripts = [path for word in arguments if os.path.isfile(path := os.path.join(home, word))][:1]
    found = shutil.which(os.path.join(home, program) if "/" in program else program)
    if found and (not scripts or os.path.basename(program) != program):
        yield found
    yield from scripts


def _modules(spec: str) -> Iterator[str]:
    """The file of the module that a spec names, and that of the module which has the class."""
    name, colon, attribute = spec.partition("?")[0].partition(":")
    module = sys.modules.get(name) if colon else None
    home = sys.modules.get(str(getattr(getattr(module, attribute, None), "__module__", "")))
    files = [getattr(place, "__file__", None) for place in (module, home)]
    yield from filter(None, dict.fromkeys(files))
