"""Findings that are known: they are counted, and not reported, so that a repository is checked before it is mended.

A file has a line for each: the game's fingerprint with the code, then for people the code and the place.
"""

import os
from hashlib import blake2b

from cityleague.engine.errors import InputError
from cityleague.replays.log import FileBeside, Finding, counted, printable, read_whole
from cityleague.replays.replay import Verdict
from cityleague.replays.reports.findings import Counts

_HEAD = (
    "# Findings that are known to: cityleague validate --known FILE. What stands behind the first word is for people.\n"
)


class KnownError(InputError):
    """A file that should name findings does not; the message says where."""


def _name(finding: Finding) -> str:
    """What a finding is known by: the game and the code, or else the file and the code."""
    plain = f"{finding.file} {finding.id} {finding.code}".encode("utf-8", "surrogateescape")
    return finding.fingerprint or blake2b(plain, digest_size=16).hexdigest()


class Known:
    """The findings of a file, and what has become of them. Files that cannot be read are never known."""

    def __init__(self, path: str | None, writes: str | None, counts: Counts) -> None:
        """`writes`: where all findings go that are met; then all count as known. Raises KnownError and OSError."""
        self._writes, self._path, self._counts = writes, path, counts
        if writes and os.path.isfile(writes) and not read_whole(writes).startswith(_HEAD[:20].encode()):
            raise KnownError(f"{writes} is no list of findings: it is left as it is")
        self._known: dict[str, str] = {}
        self._met: dict[str, str] = {}
        for number, line in enumerate(read_whole(path).decode("utf-8", "replace").splitlines() if path else (), 1):
            word, _, rest = line.partition(" ")
            if word and not line.startswith("#"):
                if len(word) != 32 or set(word) - set("0123456789abcdef"):
                    raise KnownError(
                        f"{path}:{number}: {line[:40]!r} is no finding; --write-known {path} writes the file"
                    )
                self._known[word] = rest

    def seeing(self, verdict: Verdict) -> Verdict:
        """The same verdict; a finding that is known is left out of it, and counted."""
        finding = verdict.finding
        if not finding or finding.code.startswith("IO-"):
            return verdict
        name = _name(finding)
        self._met[name] = f"{finding.code} {printable(finding.file)}:{finding.line or ''}"
        if not self._writes and name not in self._known:
            return verdict
        self._counts.known += 1
        return verdict._replace(finding=None)

    def settle(self) -> str:
        """Write the file, if one is to be written; what is to be said of findings that were not met. Raises OSError."""
        gone = [place for name, place in self._known.items() if name not in self._met]
        if self._writes:
            file = FileBeside(self._writes)
            file.begin()
            file.write((_HEAD + "".join([f"{name} {place}\n" for name, place in self._met.items()])).encode())
            file.keep()
            rest = f"; {counted(len(gone), 'finding')} no longer there, such as {gone[0]}" if gone else ""
            return f"{self._writes}: {counted(len(self._met), 'finding')} written{rest}"
        told = f"{self._path}: {counted(len(gone), 'finding')} not met, such as {gone[0]}" if gone else ""
        return told and f"{told}; --write-known {self._path} leaves out what is mended"
