"""Any number of logs written side by side, in bounded memory and with few open files."""

from __future__ import annotations

import os
import sys
import unicodedata

from cityleague.engine.errors import InputError
from cityleague.replays.log import ENDINGS, FileBeside, identity_of, pack, path_text

_PIECE = 1 << 20
"""Bytes that are packed together."""
_WAITING = 32 << 20
"""Bytes of all logs together that wait to be packed."""
_LONGEST = 120
"""Bytes of a part's name in the name of a file; file systems allow 255 for the whole."""
_NOT_IN_NAMES = '/\\:*?"<>|'


class OverInputError(InputError):
    """An output would be written over a log that is read; the message names it."""


class Outputs:
    """One log, or one for each part, named before the ending; they get their names together, when all are whole."""

    def __init__(self, path: str, inputs: list[str]) -> None:
        """`path`: what the user has named; `-` is standard output. `inputs`: what is read meanwhile."""
        self._path = path
        self._inputs = {identity_of(path) for path in inputs} - {None}
        self._names = _Names(path)
        self._outputs: dict[str, _Output] = {}
        self._waiting = 0
        if path == "-" and identity_of(1) in self._inputs:
            raise OverInputError("standard output is one of the logs that are read: name another file")

    def write(self, part: str, game: bytes) -> None:
        """Add a game to the log of a part; with an empty name, there is one log. Raises OverInputError and OSError."""
        output = self._outputs.get(part) or self._begun(part)
        self._waiting += output.add(game)
        if output.waiting >= _PIECE:
            self._waiting -= output.flush()
        while self._waiting >= _WAITING:
            self._waiting -= max(self._outputs.values(), key=lambda output: output.waiting).flush()

    def finish(self, part: str) -> None:
        """Write what waits for a part, of which no more will come. Raises OSError."""
        self._waiting -= self._outputs[part].flush()

    def keep(self) -> int:
        """Give all their names; return how many there are. Raises OSError."""
        for output in self._outputs.values():
            output.flush()
        for output in self._outputs.values():
            output.keep()
        return len(self._outputs)

    def close(self) -> None:
        """Leave nothing behind that is not kept."""
        for output in self._outputs.values():
            output.drop()

    def _begun(self, part: str) -> _Output:
        path = self._names.of(part) if part else self._path
        if path != "-" and identity_of(path) in self._inputs:
            raise OverInputError(f"{path_text(path)} is one of the logs that are read: name another file")
        output = self._outputs[part] = _Output(path, beside=bool(part))
        output.begin()
        return output


class _Output:
    """A log that grows."""

    def __init__(self, path: str, *, beside: bool) -> None:
        """`beside`: it is one of several, whose names come from logs."""
        self._path = path
        folder, name = os.path.split(path)
        self._file = (FileBeside(name, folder) if beside else FileBeside(path)) if path != "-" else None
        self._beside = beside
        self._pieces: list[bytes] = []
        self._ended = True  # whether what was written ends where a line ends
        self.waiting = 0
        """Bytes that are not packed yet."""

    def begin(self) -> None:
        if self._file:
            self._file.begin()
        self._let_rest()

    def add(self, game: bytes) -> int:
        """Add a game, on a line of its own; return how many bytes wait because of it."""
        data = game if self._ended else b"\n" + game
        self._ended = data.endswith(b"\n")
        self._pieces.append(data)
        self.waiting += len(data)
        return len(data)

    def flush(self) -> int:
        """Write what waits; return how many bytes that were."""
        if not self.waiting:
            return 0
        data, count = b"".join(self._pieces), self.waiting
        self._pieces, self.waiting = [], 0
        if self._file is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return count
        self._file.write(pack(self._path, data))
        self._let_rest()
        return count

    def _let_rest(self) -> None:
        """Close it, if there may be too many beside it to be open."""
        if self._file and self._beside:
            self._file.rest()

    def keep(self) -> None:
        if self._file:
            self._file.keep()
            self._file.drop()  # it is kept: only its folder is closed
            self._file = None

    def drop(self) -> None:
        if self._file:
            self._file.drop()


class _Names:
    """Paths of the logs of parts: no two are the same, on file systems that do not tell capitals apart, either."""

    def __init__(self, path: str) -> None:
        plain, packed = next(
            ((path.removesuffix(ending), ending) for ending in ENDINGS if path.endswith(ending)), (path, "")
        )
        self._stem, ending = os.path.splitext(plain)
        self._ending = ending + packed
        self._taken: set[str] = set()

    def of(self, part: str) -> str:
        """A path for a part that has none yet."""
        shown = "".join([letter if letter.isprintable() and letter not in _NOT_IN_NAMES else "_" for letter in part])
        name = shown.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")
        path, number = name, 1
        while unicodedata.normalize("NFC", path.casefold()) in self._taken:
            number += 1
            path = f"{name}~{number}"
        self._taken.add(unicodedata.normalize("NFC", path.casefold()))
        return f"{self._stem}-{path}{self._ending}"
