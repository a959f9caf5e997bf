"""The pictures in README: pages of recorded games as Chromium shows them. `make pictures` draws them again.

`python -m tests.pages.pictures FOLDER` writes PNG files, and beside them the hash of each page, by which a test knows
whether a picture is still that of the page.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..cli.helpers import run
from .chromium import chromium
from .screen import Screen

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "examples" / "pictures"
HASHES = "pages.sha256"


class Shot(NamedTuple):
    """A page, and the part of it that is shown."""

    page: str
    address: str
    width: int
    height: int


def shots() -> Mapping[str, Shot]:
    """The pages by the names of their pictures: of two evenings, and of the league that all of them make."""
    with TemporaryDirectory() as folder, chdir(folder):  # the pages tell their command and their logs
        copytree(ROOT / "examples" / "evenings", "evenings")
        run("report", "evenings", "-o", "site")
        games = [path.read_text("utf-8") for path in Path("site/games").iterdir()]
        birthday, carnival = [
            next(game for game in games if f"<title>{title}: " in game) for title in ("Ben&#39;s birthday", "Carnival")
        ]
        return {
            "game": Shot(birthday, "", 1280, 1000),
            "league": Shot(Path("site/index.html").read_text("utf-8"), "", 1280, 1000),
            "phone": Shot(carnival, "#move=178", 390, 844),
        }


def hashes(pages: Mapping[str, Shot]) -> str:
    """What the pictures are made from, as a file."""
    return "".join([f"{sha256(shot.page.encode()).hexdigest()}  {name}\n" for name, shot in pages.items()])


def main(folder: Path) -> None:
    """Draw all pictures into the folder."""
    pages = shots()
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in pages.items():
        with chromium() as browser, TemporaryDirectory() as pages_folder:
            screen = Screen(browser, Path(pages_folder))
            screen.scheme("light")
            screen.resize(shot.width, shot.height)
            screen.open(shot.page, shot.address)
            browser.save_screenshot(str(folder / f"{name}.png"))
    (folder / HASHES).write_text(hashes(pages), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
