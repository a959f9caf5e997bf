"""The pictures in README: pages of recorded games as Chromium shows them. `make pictures` draws them again.

`python -m tests.pages.pictures FOLDER` writes PNG files, and beside them the hash of each page, by which a test knows
whether a picture is still that of the page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cityleague.engine.looks.elements import tostring
from cityleague.engine.looks.picture import Sheet, shape
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.registry import GAMES
from cityleague.replays.analysis import Analyses
from cityleague.replays.pages import game_page
from cityleague.replays.replay import ComponentFiles, Replay

from ..cli.helpers import run
from ..replays.serving.visiting import house
from .chromium import chromium
from .games import log_of, raw_of
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
    beside: tuple[tuple[str, str], ...] = ()
    """The small pictures that it shows, by the names of their files."""


def shots() -> Mapping[str, Shot]:
    """The pages by the names of their pictures: of two evenings, and of the league that all of them make."""
    with TemporaryDirectory() as folder, chdir(folder):  # the pages tell their command and their logs
        copytree(ROOT / "examples" / "evenings", "evenings")
        run("report", "evenings", "-o", "site")
        games = [path.read_text("utf-8") for path in Path("site/games").glob("*.html")]
        birthday, carnival = [
            next(game for game in games if f" · {title} · " in game) for title in ("Ben&#39;s birthday", "Carnival")
        ]
        small = tuple([(f"{path}", path.read_text("utf-8")) for path in sorted(Path("site/games").glob("*.svg"))])
        return {
            "game": Shot(birthday, "", 1280, 1000),
            "league": Shot(Path("site/index.html").read_text("utf-8"), "", 1280, 1000, small),
            "phone": Shot(carnival, "#move=178", 390, 844),
        }


ANALYSED = ROOT / "examples" / "analysed" / "neom.jsonl"
ANALYSIS = ROOT / "examples" / "analysed" / "neom.analysis.jsonl"


def analysed() -> Shot:
    """The page of a game with its analysis, at a move that it calls a mistake."""
    raw = raw_of(ANALYSED.read_bytes(), ANALYSED.name)
    page = game_page(raw, ComponentFiles(), analysis=Analyses([str(ANALYSIS)]).of(raw))
    return Shot(page, "#move=59", 960, 540)


TABLE = "table"
_LINES = 24
"""So far the recorded game has been written down that the picture of a table shows."""


@contextmanager
def table() -> Iterator[tuple[str, Shot]]:
    """The page of a table, and all that it is made of, while a server shows it: the picture is taken of its address."""
    with TemporaryDirectory() as folder, house(Path(folder)) as there:
        lines = (ROOT / "examples/by-hand.jsonl").read_bytes().splitlines(keepends=True)
        (Path(folder) / "friday.jsonl").write_bytes(b"".join(lines[:_LINES]))
        visitor = there.visitor("/game/friday.jsonl")
        visitor.post(visitor.get(visitor.path).form("Go on writing it down"))
        visitor.known.clear()
        page = visitor.get(visitor.path).text
        seated = there.tables.at("friday.jsonl")
        assert seated is not None
        files = [visitor.get(f"/static/table.{kind}").text for kind in ("css", "js")]
        made = "".join([page.replace(seated.revision, "now"), *files])
        yield f"http://127.0.0.1:{there.port}/game/friday.jsonl", Shot(made, "", 1280, 1000)


def all_shots() -> Mapping[str, Shot]:
    """All pages of which there are pictures."""
    with table() as (_, shot):
        return {**shots(), "analysis": analysed(), TABLE: shot}


MADE_BY = re.compile(r"<!-- made by cityleague, \w+ -->")


def hashes(pages: Mapping[str, Shot]) -> str:
    """What the pictures are made from, as a file, but for what no picture shows: by which program a page was made."""
    made_from = {name: "".join([shot.page, *[drawing for _, drawing in shot.beside]]) for name, shot in pages.items()}
    made_from = {name: MADE_BY.sub("", content) for name, content in made_from.items()}
    return "".join([f"{sha256(content.encode()).hexdigest()}  {name}\n" for name, content in made_from.items()])


DOOR = ROOT / "replays/serving/templates"


def cities() -> Iterator[tuple[str, str]]:
    """For the card of each game on the first page of `serve`: the best board at the end of a game, as SVG."""
    for name in GAMES:
        table = Replay(raw_of(log_of(name, 3, ("heuristic",) * 3)), ComponentFiles())
        table.run()
        boards = [sheet for sheet in everything(table) if sheet.board]
        scores = [sheet.total for sheet in table.state.scores()]
        best = max(zip(scores, boards, strict=False), key=lambda pair: pair[0])[1]
        symbols = dict.fromkeys([piece.symbol for piece in best.pieces])
        ids = {symbol: f"{name}-{number}" for number, symbol in enumerate(symbols)}
        defined = [shape("g", symbol.markup, id=ids[symbol]) for symbol in symbols]
        pieces = sorted(best.pieces, key=lambda piece: piece.layer)
        used = [shape("use", href=f"#{ids[piece.symbol]}", x=float(piece.x), y=float(piece.y)) for piece in pieces]
        box = f"{best.left:g} {best.top:g} {best.width:g} {best.height:g}"
        city = shape("svg", shape("defs", *defined), *used, viewBox=box, class_="city", aria_hidden="true")
        yield name, tostring(city) + "\n"


def everything(table: Replay) -> Sequence[Sheet]:
    """What everybody sees at the end."""
    pictures = pictures_of(table.setup.game)
    assert pictures
    return pictures.picture(table.setup, table.state.view(None), ["Ada", "Ben", "Cleo"]).sheets


def main(folder: Path) -> None:
    """Draw all pictures into the folder, and those of the first page of `serve` beside its templates."""
    for name, city in cities():
        (DOOR / f"city_{name}.svg").write_text(city, encoding="utf-8")
    pages = all_shots()
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in pages.items():
        with chromium() as browser, TemporaryDirectory() as pages_folder, table() as (address, _):
            screen = Screen(browser, Path(pages_folder))
            screen.scheme("light")
            screen.resize(shot.width, shot.height)
            if name == TABLE:
                screen.go(address)
            else:
                for path, content in shot.beside:
                    beside = Path(pages_folder, Path(path).relative_to("site"))
                    beside.parent.mkdir(exist_ok=True)
                    beside.write_text(content, "utf-8")
                screen.open(shot.page, shot.address)
            browser.save_screenshot(str(folder / f"{name}.png"))
    (folder / HASHES).write_text(hashes(pages), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
