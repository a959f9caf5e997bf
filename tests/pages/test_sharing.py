"""What pages tell whoever shows links to them: titles, words, addresses and pictures, as another parser reads them."""

from __future__ import annotations

import shutil
import struct
import zlib
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from xml.etree.ElementTree import XML

import pytest

from cityleague.replays.pages import files, game_page
from cityleague.replays.pages.game import game_picture
from cityleague.replays.pages.sharing import HEIGHT, WIDTH, miniature, table_picture
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import ComponentFiles

from ..cli.helpers import run, usage
from ..rows import daily
from .games import NAMES, events, log_of, page_of, raw_of, written
from .logs import ATTACKS, log
from .test_game_page import hostile_logs

BASE = "https://example.org/league/"
WORDS = [
    "description", "og:title", "og:description", "og:type", "twitter:card",
]  # fmt: skip
IMAGE = ["og:image", "og:image:type", "og:image:width", "og:image:height", "og:image:alt"]


class Head(HTMLParser):
    """The title of a page, what its `meta` elements tell in their order, and its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title = ""
        self.told: list[tuple[str, str]] = []
        self.links: list[str] = []
        self._in_title = False
        self.feed(page)
        self.close()
        self.meta = dict(self.told)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._in_title = tag == "title" and not self.title
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            assert set(given) <= {"property", "name", "content"}
            self.told.append((name, given["content"] or ""))
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


def tags(head: Head) -> list[str]:
    """The names of what is told to those who show links."""
    return [name for name, _ in head.told if name not in ("viewport", "color-scheme")]


def chunks(picture: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG file, whose checksums are right."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    at, found = 8, {}
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + data),)
        found[kind] = data
        at += 12 + length
    assert list(found)[-1] == b"IEND"
    return found


def png_of_one_pixel() -> bytes:
    """The smallest PNG file."""
    made = b"\x89PNG\r\n\x1a\n"
    for kind, data in (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    ):
        made += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return made


@pytest.fixture
def converter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only converter is a program that counts its calls; it fails at a picture with the word `spoiled`."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "one.png").write_bytes(png_of_one_pixel())
    program = programs / "rsvg-convert"
    program.write_text(
        "#!/bin/sh\n"
        f"if /bin/grep -q spoiled; then echo 'out of paint' >&2; exit 1; fi\n"
        f"echo >> '{programs}/calls'; exec /bin/cat '{programs}/one.png'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    return programs / "calls"


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_the_page_of_a_game_tells_its_title_and_what_it_is(game: str) -> None:
    """It has neither address nor picture: nobody said where it will stand."""
    log = log_of(game, 3)
    head = Head(page_of(log))
    assert tags(head) == WORDS
    assert head.meta["og:title"] == head.title
    assert head.meta["og:type"] == "article"
    assert head.meta["twitter:card"] == "summary"
    moves = sum("move" in line for line in events(log))
    assert head.meta["description"].startswith(f"3 players, {moves} moves: ")
    assert head.meta["description"] == head.meta["og:description"]


def test_every_page_of_a_site_tells_its_address_and_its_picture(cup: Path, converter: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    run("report", cup, "-o", site, "--base-url", BASE.rstrip("/"))
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 2 + 2 + 4
    for path in pages:
        head = Head(path.read_text("utf-8"))
        name = path.relative_to(site).as_posix()
        picture = name.replace(".html", ".png") if name.startswith("games/") else "index.png"
        assert tags(head) == [*WORDS, "og:url", *IMAGE]
        assert head.meta["og:title"] == head.meta["og:image:alt"] == head.title
        assert head.meta["og:url"] == BASE + name
        assert head.meta["og:image"] == BASE + picture
        assert head.meta["twitter:card"] == "summary_large_image"
        assert (site / picture).is_file()
        assert head.meta["description"]
    assert len({Head(path.read_text("utf-8")).meta["description"] for path in pages}) >= 4
    assert len(converter.read_text()) == 1 + 1 + 4, "one try, the table, and each game"


@pytest.mark.exhaustive
def test_all_links_of_a_site_are_relative(cup: Path, converter: Path, tmp_path: Path) -> None:
    """So it works from any host, in any folder of it, and from a memory stick."""
    run("report", cup, "-o", tmp_path / "site", "--base-url", BASE)
    elsewhere = copytree(tmp_path / "site", tmp_path / "stick" / "a folder")
    for path in elsewhere.rglob("*.html"):
        for link in Head(path.read_text("utf-8")).links:
            file = path.parent / (link.partition("#")[0] or path.name)
            assert file.resolve().is_relative_to(elsewhere), link
            assert file.is_file()


def test_without_an_address_nothing_is_drawn(cup: Path, converter: Path, tmp_path: Path) -> None:
    run("report", cup, "-o", tmp_path / "site")
    assert not list(tmp_path.rglob("site/**/*.png"))
    assert not converter.exists()
    assert tags(Head((tmp_path / "site" / "index.html").read_text("utf-8"))) == WORDS


def test_without_a_converter_there_is_no_picture_and_one_line_says_so(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    first, last = run("report", cup, "-o", tmp_path / "site", "--base-url", BASE).stderr.splitlines()
    assert first.startswith("links to these pages will be shown without a picture: no program that writes PNG")
    assert "rsvg-convert" in first
    assert "4 games" in last
    assert not list(tmp_path.rglob("*.png"))
    for path in (tmp_path / "site").rglob("*.html"):
        head = Head(path.read_text("utf-8"))
        assert tags(head) == [*WORDS, "og:url"]
        assert head.meta["twitter:card"] == "summary"


@pytest.mark.exhaustive
def test_pictures_are_drawn_again_only_if_the_games_are_others(cup: Path, converter: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"

    def made(base: str) -> tuple[dict[str, bytes], dict[str, int]]:
        run("report", cup, "-o", site, "--base-url", base)
        there = [path for path in site.rglob("*") if path.suffix in (".html", ".png")]
        return {str(file): file.read_bytes() for file in there}, {str(file): file.stat().st_mtime_ns for file in there}

    first = made(BASE)
    calls = len(converter.read_text())
    assert made(BASE) == first
    assert len(converter.read_text()) == calls + 1, "the try alone"
    moved, _ = made("https://example.net/")
    assert {name for name in moved if moved[name] != first[0][name]} == {str(page) for page in site.rglob("*.html")}
    assert all(b"example.org" not in page for page in moved.values())


def test_a_picture_that_cannot_be_drawn_ends_the_command_with_a_message(tmp_path: Path, converter: Path) -> None:
    path = log(tmp_path / "games.jsonl", 3, ["spoiled", "Ben"], seats=2)
    done = run("report", path, "-o", tmp_path / "site", "--no-validate", "--base-url", BASE, code=4)
    assert "rsvg-convert cannot convert the picture: out of paint" in done.stderr
    assert "without --base-url no pictures are drawn" in done.stderr


def test_pictures_of_others_are_left_alone(cup: Path, tmp_path: Path, converter: Path) -> None:
    for place, mine in ((tmp_path / "site", "site/index.png"), (tmp_path / "page.html", "page.png")):
        (tmp_path / mine).parent.mkdir(exist_ok=True)
        (tmp_path / mine).write_bytes(png_of_one_pixel())
        assert "not made by cityleague" in usage("report", cup, "-o", place, "--base-url", BASE)
        assert (tmp_path / mine).read_bytes() == png_of_one_pixel()
        run("report", cup, "-o", place)


def test_one_page_has_its_picture_beside_it(cup: Path, tmp_path: Path, converter: Path) -> None:
    page = tmp_path / "the league.html"
    run("report", cup, "-o", page, "--base-url", BASE)
    head = Head(page.read_text("utf-8"))
    assert head.meta["og:url"] == f"{BASE}the%20league.html"
    assert head.meta["og:image"] == f"{BASE}the%20league.png"
    assert b"made by cityleague" in chunks((tmp_path / "the league.png").read_bytes())[b"tEXt"]


def test_show_tells_the_address_of_its_page(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_bytes(log_of("between_two_cities", 2))
    show = ("show", tmp_path / "g.jsonl", "--base-url", "http://localhost:8000")
    run(*show, "--format", "html", "-o", tmp_path / "sub game.html")
    head = Head((tmp_path / "sub game.html").read_text("utf-8"))
    assert head.meta["og:url"] == "http://localhost:8000/sub%20game.html"
    assert tags(head) == [*WORDS, "og:url"]
    for wrong in ((), ("--format", "html"), ("--format", "html", "-o", "-"), ("--format", "svg", "-o", "x.svg")):
        assert "--base-url is for a page in a file" in usage(*show, *wrong)


@pytest.mark.parametrize(
    "address",
    [
        "", "example.org", "//example.org/", "https://", "https:///league", "ftp://example.org/", "file:///tmp/",
        "javascript:alert(1)//", "data:text/html,x", "https://user:word@example.org/", "https://example.org/?q",
        "https://example.org/#top", 'https://example.org/"><script>alert(1)</script>', "https://exa mple.org/",
        "https://example.org/\n", "https://example.org/a b", "https://example.org/<b>", "https://-example.org/",
        "https://münchen.example/", "https://example.org:port/", "https://example.org/\\", "https://e.org/" + "x" * 999,
        "https://a..b/", "https://a-.b/", "https://example.org/%", "https://example.org/%zz/",
        "https://" + "a" * 490 + "_/",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_folder_is_refused(address: str, tmp_path: Path, cup: Path) -> None:
    said = usage("report", cup, "-o", tmp_path / "site", "--base-url", address)
    assert "is not the address of a folder on the web; write it like https://example.org/league/" in said
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(("attack", "log"), list(hostile_logs()))
def test_hostile_words_stay_words_in_what_a_game_tells(attack: str, log: bytes) -> None:
    """A parser finds the same elements as ever, and the very words of the log in them."""
    page = game_page(raw_of(log, f"{attack}.jsonl"), ComponentFiles())
    head = Head(page)
    assert tags(head) == WORDS
    assert head.meta["og:title"] == head.title
    told = walk(raw_of(log), ComponentFiles())
    for picture in (XML(game_picture(told)), XML(miniature(told.steps[-1].picture.sheets if told.steps else ()))):
        assert not {"script", "image", "foreignObject", "a"} & {
            element.tag.rpartition("}")[2] for element in picture.iter()
        }


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_names_stay_words_in_what_a_league_tells(name: str, tmp_path: Path) -> None:
    path = log(tmp_path / "games.jsonl", 6, [name, "Ada", "Ben"], word=name[:150])
    run("report", path, "-o", tmp_path / "site", "--no-validate")
    titles = []
    for page in (tmp_path / "site").glob("[!g]*/*.html"):
        head = Head(page.read_text("utf-8"))
        assert tags(head) == WORDS
        assert head.meta["og:title"] == head.title
        titles.append(head.title)
    assert name in titles
    drawn = XML(table_picture(name, name, [(name, name)] * 20))
    texts = [element.text or "" for element in drawn.iter() if element.tag.endswith("}text")]
    assert all(text[:6] == name[:6] or "…" in text for text in texts)


def test_a_picture_shows_what_everybody_sees_and_no_hand() -> None:
    lines = events(log_of("between_two_cities", 3))
    places = [i for i, line in enumerate(lines) if "move" in line]
    told = walk(raw_of(written(lines[: places[7]])), ComponentFiles())
    assert any(sheet.owner is not None for sheet in told.steps[-1].picture.sheets)
    titles = [sheet.title for sheet in told.steps[-1].picture.sheets if sheet.owner is not None]
    drawn = game_picture(told)
    assert "greedy &amp; greedy#2" in drawn
    assert not [title for title in titles if title in drawn]


@pytest.mark.exhaustive
@pytest.mark.skipif(not any(map(shutil.which, files.CONVERTERS)), reason="no program that writes PNG is installed")
def test_pictures_have_the_size_that_links_want(cup: Path, tmp_path: Path) -> None:
    """The same command draws the same bytes, in any number of processes."""
    for folder, jobs in (("one", "1"), ("two", "2")):
        done = run("report", cup, "-o", tmp_path / folder, "--base-url", BASE, "-j", jobs)
        assert done.stderr.count("\n") == 1
    pictures = sorted((tmp_path / "one").rglob("*.png"))
    assert len(pictures) == 5
    for path in pictures:
        header = chunks(path.read_bytes())[b"IHDR"]
        assert struct.unpack(">II", header[:8]) == (WIDTH, HEIGHT) == (1200, 630)
        assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()


def test_the_check_of_pictures_can_fail() -> None:
    with pytest.raises(AssertionError):
        chunks(png_of_one_pixel()[:-1] + b"x")
