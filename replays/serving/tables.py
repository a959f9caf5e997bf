"""All tables that a server shows: the games of a folder that somebody has opened, and new ones."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from cityleague.engine.bots.specs import LEVELS, known
from cityleague.engine.components import ComponentsError
from cityleague.engine.protocol import Game
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Header, decode_header
from cityleague.replays.people import Journal, Table, TableError, lines_of, new_header, recording
from cityleague.replays.players import Entrant
from cityleague.replays.serving.folder import Folder
from cityleague.replays.serving.learning import Lessons
from cityleague.replays.serving.seated import Seated

_MOST = 30
"""So many tables can be open at once."""


class Tables:
    """The tables of a folder. Any thread may use them."""

    def __init__(self, folder: Folder) -> None:
        self.folder, self.lessons = folder, Lessons()
        self._open: dict[str, Seated] = {}
        self._lock = threading.RLock()

    def remove(self, name: str, to: str) -> None:
        """Leave the table of a game and rename its file; no name: delete it. Raises TableError and OSError."""
        with self._lock:
            new = self.folder.name_like(to, name) if to else ""
            if there := self._open.pop(name, None):
                there.close()
            path = self.folder.place(name)
            os.rename(path, self.folder.place(new)) if new else os.remove(path)

    def close(self) -> None:
        """Leave all tables."""
        self.lessons.close()
        with self._lock:
            for seated in self._open.values():
                seated.close()
            self._open.clear()

    def at(self, name: str) -> Seated | None:
        """The table of a game that is open."""
        with self._lock:
            return self._open.get(name)

    def by_token(self, token: str) -> tuple[Seated, int | None] | None:
        """The table to which a token leads, and the seat whose it is."""
        with self._lock:
            for seated in self._open.values():
                for other, seat in seated.tokens.items():
                    if secrets.compare_digest(other.encode(), token.encode(errors="replace")):
                        return seated, seat
        return None

    def header_of(self, name: str) -> Header:
        """The header of a game that may be opened; raises TableError, LogError and Problem."""
        return decode_header(lines_of(self.folder.place(name))[0])

    def open(self, name: str, bots: Mapping[int, str] | None) -> Seated:
        """Go on with a game: somebody writes it down (None), or people play it with bots, by seat.

        Raises TableError, LogError, Problem, BotSpecError, WorkerError, FileChangedError and NotSavedError.
        """
        with self._lock:
            if there := self._open.get(name):
                if not there.stopped:
                    return there
                there.close()
                del self._open[name]
            path = self.folder.place(name)
            journal = Journal(path)
            lines = lines_of(path)
            header = decode_header(lines[0])
            files = self.folder.component_files()
            if bots is not None and not isinstance(header.seed, str):
                raise TableError("nothing decides what chance brings in this game: go on writing it down")
            table = Table(journal, header, files, lines=lines)
            return self._seat(name, table, bots)

    def begin(
        self,
        game: str,
        players: Sequence[str],
        bots: Mapping[int, str] | None,
        *,
        options: Mapping[str, Any],
        components: str = "",
        seed: str = "",
        place: str = "",
        title: str = "",
    ) -> Seated:
        """Begin a game that somebody writes down (no `bots`), or that people play with bots, by seat.

        `components` is the name of a file in the folder. Without a seed, whoever writes the game down tells its draws.
        Raises TableError, LogError, BotSpecError, WorkerError, FileChangedError, NotSavedError and ComponentsError.
        """
        header = new_header(
            game,
            _told_apart(players, bots or {}),
            options=options,
            components=self._content(components),
            seed=secrets.token_hex(8) if bots is not None else seed or None,
            place=place or None,
            title=title or None,
        )
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        with self._lock:
            name = self.folder.free_name(now, players)
            table = recording(self.folder.place(name), header, self.folder.component_files(), now)
            return self._seat(name, table, bots)

    def _seat(self, name: str, table: Table, bots: Mapping[int, str] | None) -> Seated:
        if len(self._open) >= _MOST:
            self._leave_one()
        entrants = None
        if bots is not None:
            entrants = {seat: Entrant(table.header.players[seat], spec) for seat, spec in bots.items()}
        seated = Seated(name, table, entrants, components=self._content_of(table.header))
        self._open[name] = seated
        return seated

    def _leave_one(self) -> None:
        """Leave a table to which nobody listens; all of it is in its file."""
        for name, seated in self._open.items():
            if not seated.is_heard:
                seated.close()
                del self._open[name]
                return
        raise TableError(f"{_MOST} tables are open: close some pages")

    def _content(self, name: str) -> bytes | None:
        contents = self.folder.contents()
        if name and name not in contents:
            raise TableError(f"there is no component file {name} in the folder")
        return contents.get(name)

    def _content_of(self, header: Header) -> bytes | None:
        """The component file with which a game is played; None if it is a packaged one."""
        game = find_game(header.game)
        for content in self.folder.contents().values():
            with contextlib.suppress(ComponentsError):  # a file of another game
                if game.components(content).hash == header.components:
                    return content
        return None


def bots_for(game: Game) -> dict[str, str]:
    """The bots that one can choose as opponents, the levels first, and what one is told of each."""
    return {name: LEVELS.get(name) or f"the bot {name}" for name in known(game)}


def require_known(game: Game, bots: Mapping[int, str]) -> None:
    """Raise TableError unless all bots are built in: a page starts no programs."""
    for name in bots.values():
        if name not in bots_for(game):
            raise TableError(f"{game.title} has the bots {', '.join(bots_for(game))}")


def _told_apart(players: Sequence[str], bots: Mapping[int, str]) -> list[str]:
    """The players; a bot that has several seats gets a number in the later ones, as `play` gives them."""
    before = [[*players[:seat]].count(name) for seat, name in enumerate(players)]
    return [
        f"{name}#{before[seat] + 1}" if seat in bots and before[seat] else name for seat, name in enumerate(players)
    ]
