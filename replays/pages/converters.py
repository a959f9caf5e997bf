"""SVG as PNG, by a converter that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess

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
