"""The folder whose games are shown: which files are games, what each is called, and the component files beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from cityleague.engine.bots.specs import EVERY_GAME, LEVELS
from cityleague.engine.components import ComponentsError
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import (
    LOG_NAMES,
    Found,
    Header,
    Problem,
    RawGame,
    claim_of,
    decode_header,
    is_bare,
    printable,
    read_games,
    read_whole,
    spoken,
)
from cityleague.replays.pages import Record, headline, names_of
from cityleague.replays.people import TableError
from cityleague.replays.replay import ComponentFiles

_LARGE = 8 << 20
"""Bytes of a file that is not looked into: it is an archive, and no game of one evening."""
_NAME = 200
"""Bytes of a name that somebody chooses, at most."""
_SLUG = 60
"""Characters of a file's name that tell who plays."""


class Listed(NamedTuple):
    """A file with the name of a log."""

    name: str
    words: str
    """Who plays, or who has won."""
    about: str
    """The game's title and what else its header tells."""
    kind: str
    """running, over, or other: several games, a result alone, a file that cannot be read."""
    date: str


class Folder:
    """A folder of the user's; nothing below it is followed that is a link."""

    def __init__(self, path: str) -> None:
        """Raises OSError if it cannot be read."""
        self.path = path
        self._known: dict[str, tuple[tuple[int, int], Listed]] = {}
        os.listdir(path)

    def place(self, name: str) -> Found:
        """The path of a file in the folder."""
        return Found(os.path.join(self.path, name), self.path)

    def has(self, name: str) -> bool:
        """Whether there is a log of this name."""
        return name in [entry.name for entry in self._logs()]

    def games(self) -> list[Listed]:
        """All logs in the folder: those that go on first, then the latest."""
        kinds = {"running": 0, "over": 1, "other": 2}
        listed = sorted(map(self._listed, self._logs()), key=lambda game: game.name)
        listed.sort(key=lambda game: game.date, reverse=True)
        return sorted(listed, key=lambda game: kinds[game.kind])

    def component_files(self) -> ComponentFiles:
        """All component files in the folder."""
        return ComponentFiles(self.contents())

    def free_name(self, date: str, players: Sequence[str]) -> str:
        """A name for the file of a new game that no file has yet."""
        words = "-".join([re.sub(r"[^a-z0-9]+", "-", player.casefold()).strip("-") for player in players])
        base = f"{date[:10]}-{words[:_SLUG]}".strip("-")
        number, there = 1, set(os.listdir(self.path))
        while (name := f"{base}{f'-{number}' if number > 1 else ''}.jsonl") in there:
            number += 1
        return name

    def name_like(self, words: str, old: str) -> str:
        """A name for a file that no file has yet, with the ending of its old one; raises TableError for a bad one."""
        ending = max([end for end in LOG_NAMES if old.endswith(end)], key=len)
        name = words.strip().removesuffix(ending) + ending
        if name.startswith(".") or {*name} & {*"/\\:"} or printable(name) != name or len(name.encode()) > _NAME:
            raise TableError("a name has no slash and no colon, no point at its beginning, and at most 200 letters")
        if name in os.listdir(self.path):
            raise TableError(f"there is a file {name} already")
        return name

    def _logs(self) -> Iterator[os.DirEntry[str]]:
        with os.scandir(self.path) as entries:
            for entry in entries:
                plain = not entry.name.startswith(".") and printable(entry.name) == entry.name
                if plain and entry.name.endswith(LOG_NAMES) and entry.is_file(follow_symlinks=False):
                    yield entry

    def contents(self) -> dict[str, bytes]:
        """The component files in the folder, by name."""
        files = {}
        for name in sorted(os.listdir(self.path)):
            if name.endswith(".json") and not name.startswith("."):
                try:
                    content = read_whole(self.place(name))
                    ComponentFiles({name: content})
                except (OSError, ComponentsError):
                    continue  # some other file
                files[name] = content
        return files

    def _listed(self, entry: os.DirEntry[str]) -> Listed:
        try:
            status = entry.stat(follow_symlinks=False)
            stamp = status.st_mtime_ns, status.st_size
            if entry.name not in self._known or self._known[entry.name][0] != stamp:
                self._known[entry.name] = stamp, _look(entry.name, self.place(entry.name), status.st_size)
        except OSError as error:
            return Listed(entry.name, entry.name, f"cannot be read: {error.strerror}", "other", "")
        return self._known[entry.name][1]


def called(players: Sequence[str]) -> list[str]:
    """The players of a header as people read them: the bots `good` and `good#2` are Good and Good 2."""
    told = [(player, *player.partition("#")[::2]) for player in players]
    bots = {*LEVELS, *EVERY_GAME}
    return names_of([f"{bot.capitalize()} {number}".strip() if bot in bots else name for name, bot, number in told])


def without_folder(record: Record) -> Record:
    """The record with the bare name of its file: where the folder lies is nobody's business."""
    name, finding = os.path.basename(record.file), record.finding
    return record._replace(file=name, finding=msgspec.structs.replace(finding, file=name) if finding else None)


def _look(name: str, path: Found, size: int) -> Listed:
    if size > _LARGE:
        return Listed(name, name, f"{size >> 20} MiB: an archive, which is not looked into", "other", "")
    games: list[RawGame] = []
    for game in read_games(path):
        if isinstance(game, Problem):
            return Listed(name, name, game.message, "other", "")
        games.append(game)
    if len(games) != 1:
        return Listed(name, name, f"{len(games)} games in one file", "other", "")
    try:
        header = decode_header(games[0].lines[0])
        return _told(name, games[0], header)
    except Problem as problem:
        return Listed(name, name, problem.message, "other", "")


def _told(name: str, raw: RawGame, header: Header) -> Listed:
    try:
        title = find_game(header.game).title
    except UnknownGameError:
        title = header.game
    players, date = called(header.players), header.date or ""
    about = " · ".join([title, *[spoken(date)] * bool(date), *[str(header.place)] * bool(header.place)])
    words, kind = ", ".join(players), "running"
    try:
        claim = claim_of(raw, len(players))
        lost = [forfeit.seat for forfeit in claim.forfeits]
        words, kind = headline(players, claim.scores, claim.ranks, lost), "other" if is_bare(raw) else "over"
        about += ", a result alone" * (kind == "other")
    except Problem:
        pass
    return Listed(name, f"{header.title}: {words}" if header.title else words, about, kind, date)
