"""By what a bot is known: the files that it is made of, or for a bot of ours the version of cityleague."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from cityleague.replays.players import PREFIX, Entrant, command_of

FILES = "blake2b:"
"""The beginning of a fingerprint that comes from files."""


def version() -> str:
    """This program with its version."""
    from importlib import metadata  # noqa: PLC0415  (slow to import)

    try:
        return f"cityleague {metadata.version('cityleague')}"
    except metadata.PackageNotFoundError:
        return "cityleague (not installed)"


def fingerprint(entrant: Entrant) -> str:
    """`blake2b:` and the hash of the files of a bot that was found; of a bot of ours, the version of cityleague.

    Of a program these are its file, and the first of its arguments that is a file; where that is run by an interpreter
    from the PATH, as in `exec:python3 mybot.py`, it alone. Of a Python class, it is the file of its module.
    """
    files = list(_program(entrant) if entrant.spec.startswith(PREFIX) else _modules(entrant.spec))
    if not files:
        return version()
    digest = blake2b(digest_size=16)
    for file in files:
        digest.update(blake2b(file.read_bytes()).digest())
    return f"{FILES}{digest.hexdigest()}"


def short(fingerprint: str) -> str:
    """A few letters that tell a fingerprint from others, for a name."""
    kind, _, rest = fingerprint.partition(":" if ":" in fingerprint else " ")
    return rest[:8] or kind


def _program(entrant: Entrant) -> Iterator[Path]:
    import shutil  # noqa: PLC0415  (for programs alone)

    program, *arguments = command_of(entrant)
    home = entrant.folder or ""
    scripts = [path for word in arguments if os.path.isfile(path := os.path.join(home, word))][:1]
    found = shutil.which(os.path.join(home, program) if "/" in program else program)
    if found and (not scripts or Path(program).name != program):
        yield Path(found)
    yield from map(Path, scripts)


def _modules(spec: str) -> Iterator[Path]:
    """The file of the module that a spec names, and that of the module which has the class."""
    name, colon, attribute = spec.partition("?")[0].partition(":")
    module = sys.modules.get(name) if colon else None
    home = sys.modules.get(str(getattr(getattr(module, attribute, None), "__module__", "")))
    files = [getattr(one, "__file__", None) for one in (module, home)]
    yield from (Path(file) for file in dict.fromkeys(files) if file)
