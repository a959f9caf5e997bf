"""Games copied byte for byte, in the order of the input."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cityleague.replays.log import Chosen, FileBeside, Finding, Problem, logs_of, path_text, read_games


class Copied(msgspec.Struct):
    """How much was copied."""

    games: int = 0


def copy_games(paths: Iterable[str], output: str, chosen: Chosen) -> Iterable[Finding | Copied]:
    """Copy the chosen games; a finding for each file that cannot be read to its end, then what was copied."""
    copied = Copied()
    file = FileBeside(output)
    try:
        file.begin()
        for path in logs_of(paths):
            for raw in read_games(path):
                if isinstance(raw, Problem):
                    yield raw.at(path_text(path))
                elif chosen.takes(raw):
                    file.write(raw.data)
                    copied.games += 1
        if copied.games:
            file.keep()
    finally:
        file.drop()
    yield copied
