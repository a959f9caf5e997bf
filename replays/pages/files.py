"""Pages and pictures as files: written whole, only where they have changed, and never over a file that is not ours."""

import os
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from zlib import crc32

from cityleague.engine.errors import InputError
from cityleague.engine.version import __version__, program_hash
from cityleague.replays.log import read_below, write_below

_MARK = "<!-- made by cityleague, "
"""What the last line of every page of ours begins with; then come sixteen digits that tell what it was made from."""
_END = " -->\n"
_AFTER = 16
"""How many bytes of a picture follow its mark: the check sum of the mark, and the chunk that ends a PNG file."""


class ForeignFileError(InputError):
    """A file that would be overwritten was not made by cityleague; the message names it."""


def foreign(folder: str, name: str) -> ForeignFileError:
    """The exception for a file of this name below a folder."""
    path = os.path.join(folder, name)
    return ForeignFileError(f"{path}: not made by cityleague; it is left alone. Name another place with -o")


def require_ours(folder: str, name: str) -> str:
    """The last line of such a page, or empty. Raises OSError, and ForeignFileError if another file is there."""
    try:
        with read_below(folder, name) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 200))
            end = file.read()
    except FileNotFoundError:
        return ""
    if name.endswith(".png"):
        end = end[:-_AFTER]
    lines = end.decode(errors="replace").splitlines(keepends=True)
    last = lines[-1] if lines else ""
    if not last.startswith(_MARK):
        raise foreign(folder, name)
    return last


def put(folder: str, name: str, content: Callable[[], bytearray], stamp: str | None = None) -> bool:
    """Write a page below a folder unless the same one is there; whether it was written.

    With `stamp`, which tells what it is made from, `content` is called only if that or this program has changed. Raises
    ForeignFileError, OSError.
    """
    there = require_ours(folder, name)
    page = content() if stamp is None else bytearray()
    mark = _mark(page) if stamp is None else _drawn_from(stamp)
    if there == mark:
        return False
    page = page or content()
    while page.endswith(b"\n"):
        del page[-1]
    page += b"\n" + mark.encode()
    write_below(folder, name, page)
    return True


def put_picture(folder: str, name: str, draw: Callable[[], bytes], stamp: str) -> None:
    """The same for a picture, `name` with `.png` at its end. Its mark is a comment as PNG has them."""
    mark = _drawn_from(stamp)
    if require_ours(folder, name) == mark:
        return
    picture = draw()
    comment = b"tEXt" + f"Comment\0\n{mark}".encode()
    chunk = (len(comment) - 4).to_bytes(4) + comment + crc32(comment).to_bytes(4)
    end = picture.rindex(b"IEND") - 4
    write_below(folder, name, picture[:end] + chunk + picture[end : end + 12])


def _drawn_from(stamp: str) -> str:
    return _mark((program_hash() or __version__.encode()) + stamp.encode(errors="replace"))


def _mark(made_from: bytes | bytearray) -> str:
    return f"{_MARK}{sha256(made_from).hexdigest()[:16]}{_END}"


CONVERTERS = {
    "rsvg-convert": ("-f", "png"),
    "cairosvg": ("-", "-f", "png"),
    "inkscape": ("--pipe", "--export-type=png", "--export-filename=-"),
    "magick": ("svg:-", "png:-"),
}
"""The programs that can do it, the first choice first, with arguments by which they read SVG and write PNG."""


class ConverterMissing(Exception):
    """No converter is installed, or it failed."""


def png(svg: str) -> bytes:
    """The picture as PNG; raises ConverterMissing."""
    for program, arguments in CONVERTERS.items():
        if (path := shutil.which(program)) and os.path.isabs(path):  # never one of the current folder
            done = subprocess.run([path, *arguments], input=svg.encode(), capture_output=True, check=False)
            if done.returncode or not done.stdout.startswith(b"\x89PNG"):
                said = done.stderr.decode(errors="replace").strip().splitlines()
                raise ConverterMissing(f"{program} cannot convert the picture{f': {said[-1]}' if said else ''}")
            return done.stdout
    raise ConverterMissing(f"no program that writes PNG is installed; install one of {', '.join(CONVERTERS)}")
