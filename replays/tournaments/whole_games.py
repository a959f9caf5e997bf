"""The whole games in a log that runs write; a run that was stopped may have left the beginning of one more behind them.

Everybody who goes by games.jsonl reads it here: runs that go on, `--until`, `--replay`, `--merge` and `tune`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cityleague.engine.errors import InputError
from cityleague.replays.log import Header, Part, Problem, RawGame, encode, read_part

ADVICE = "give the options it was begun with, or another folder"


class ResumeError(InputError):
    """This tournament cannot be played in the folder: something else is in it."""


class UnreadableError(ResumeError):
    """A folder whose games cannot be read."""


class WholeGames:
    """The games of a log, each up to the end of its first result line. Reading again goes on behind the last one.

    Raises UnreadableError, and ResumeError where something but the last game is not as a run has written it.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self.end, self.line = 0, 1
        """Bytes up to the end of the last whole game, and the number of the line that follows."""
        self.rest = b""
        """What follows."""

    def __iter__(self) -> Iterator[RawGame]:
        self.rest = b""
        part = Part(self._path, self.end - 1, None, self.line - 2) if self.end else Part(self._path, 0, None, 0)
        for raw in read_part(part):
            if isinstance(raw, Problem):
                if raw.code == "LOG-EMPTY" and not os.stat(self._path).st_size:
                    return
                raise UnreadableError(f"{self._path}: {raw.message}")
            if self.rest:
                raise ResumeError(f"{raw.file}:{self.line}: this game is unfinished, and is not the last; {ADVICE}")
            if raw.dropped:
                raise ResumeError(f"{raw.file}:{raw.first}: longer than a game can be; {ADVICE}")
            if not self.end and raw.first != 1:
                raise ResumeError(f"{raw.file} begins with blank lines; it is not as it was written")
            data, length = raw.data, _whole_length(raw.data)
            whole, self.rest = data[:length], data[length:]
            self.end += length
            self.line = raw.first + whole.count(b"\n")
            if whole:
                yield raw._replace(pieces=(whole,))

    def next_is(self, header: Header | None) -> bool:
        """Whether what follows the last whole game is the beginning of the game with this header, if there is one."""
        line = encode(header) + b"\n" if header else b""
        return self.rest[: len(line) or 1] == line[: len(self.rest)]


def _whole_length(data: bytes) -> int:
    """The bytes of a game up to the end of its first result line; 0 if there is none yet."""
    result = data.find(b'\n{"result":')
    end = data.find(b"}\n", result) if result >= 0 else -1
    return end + 2 if end >= 0 else 0
