"""`show` in its formats: pictures, data and pages of a position."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import positions
from cityleague.replays.log import FileBeside
from cityleague.replays.pages import files

from .helpers import run, usage

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three; one of the names looks like markup."""
    path = tmp_path_factory.mktemp("show") / "g.jsonl"
    run("play", "between_two_cities", "greedy", "random", "random", "--seed", "7", "-o", path)
    header, rest = path.read_text().split("\n", 1)
    path.write_text(json.dumps(json.loads(header) | {"players": ["<b>Ada</b>", "Ben", "Cem"]}) + "\n" + rest)
    return path


def words(svg: str) -> list[str]:
    """All words in a picture, titles included."""
    return [element.text for element in fromstring(svg).iter() if element.text and element.tag != f"{SVG}style"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0])
def test_every_game_is_drawn(tmp_path: Path, game: str, seat: int | None) -> None:
    path = tmp_path / "g.jsonl"
    seats = find_game(game).seats[0]
    run("play", game, *["random"] * seats, "--seed", "7", "-o", path)
    own = [] if seat is None else ["--seat", str(seat)]
    svg = run("show", path, "--move", "12", "--format", "svg", *own).stdout
    assert fromstring(svg).tag == f"{SVG}svg"
    assert f"{find_game(game).title}, after move 12" in words(svg)
    assert any(text.startswith("last: random") for text in words(svg))
    assert svg == run("show", path, "--move", "12", "--format", "svg", *own).stdout


def test_a_picture_says_who_is_who_and_what_has_changed(log: Path) -> None:
    svg = run("show", log, "--move", "30", "--format", "svg").stdout
    assert "City 0: <b>Ada</b> and Ben" in words(svg)
    assert any(text.startswith("<b>Ada</b> ") and "Ben " in text for text in words(svg)), "the points of all"
    assert svg.count('class="ring"') >= 1
    assert 'class="ring"' not in run("show", log, "--move", "0", "--format", "svg").stdout


def test_scores_that_would_tell_what_players_hold_are_shown_at_the_end_alone(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", "twentieth_century", "random", "random", "random", "--seed", "7", "-o", path)
    scores = json.loads(path.read_text().splitlines()[-1])["result"]["scores"]
    names = ["random", "random#2", "random#3"]
    totals = " · ".join([f"{name} {score}" for name, score in zip(names, scores, strict=True)])
    for seat in ([], ["--seat", "1"]):
        assert totals in words(run("show", path, "--format", "svg", *seat).stdout)
        during = words(run("show", path, "--move", "60", "--format", "svg", *seat).stdout)
        assert not [text for text in during if text.startswith("random ") and " · random#2 " in text]


def test_a_dash_is_standard_output(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("show", log, "-o", "-").stdout == run("show", log).stdout
    assert not Path("-").exists()


def test_a_seat_sees_only_its_own_hand_and_no_secret_of_others(log: Path) -> None:
    hands = [
        text
        for text in words(run("show", log, "--move", "1", "--format", "svg", "--seat", "1").stdout)
        if "Hand" in text
    ]
    assert hands == ["Hand of Ben"]
    assert "last: <b>Ada</b> chooses in secret" in words(run("show", log, "--move", "1", "--format", "svg").stdout)
    seen = words(run("show", log, "--move", "1", "--format", "svg", "--seat", "0").stdout)
    assert any(text.startswith("last: <b>Ada</b> picks ") for text in seen)


def test_json_is_the_view_and_the_moves_that_a_bot_gets(log: Path) -> None:
    here = next(position for position in positions(log) if position.moves == 4)
    assert here.seat is not None
    data = json.loads(run("show", log, "--move", "4", "--format", "json", "--seat", str(here.seat)).stdout)
    assert data["view"] == json.loads(msgspec.json.encode(here.view(here.seat)))
    assert data["legal"] == json.loads(msgspec.json.encode(here.legal()))
    assert (data["move"], data["seat"], here.seat in data["due"]) == (4, here.seat, True)
    everybody = json.loads(run("show", log, "--move", "4", "--format", "json").stdout)
    assert (everybody["seat"], everybody["legal"], everybody["view"]["hand"]) == (None, [], [])


@pytest.mark.skipif(not any(map(shutil.which, files.CONVERTERS)), reason="no program that writes PNG is installed")
def test_png_is_written_by_a_converter(log: Path, tmp_path: Path) -> None:
    run("show", log, "--format", "png", "-o", tmp_path / "g.png")
    assert (tmp_path / "g.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_converter_one_line_says_what_to_install(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert "install one of rsvg-convert" in usage("show", log, "--format", "png")


def test_a_converter_that_fails_is_named(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "rsvg-convert"
    broken.write_text("#!/bin/sh\ncat > /dev/null\necho no luck >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(broken) if name == "rsvg-convert" else None)
    assert "rsvg-convert cannot convert the picture: no luck" in usage("show", log, "--format", "png")


def test_a_page_is_a_file_with_everything(log: Path, tmp_path: Path) -> None:
    run("show", log, "--format", "html", "-o", tmp_path / "g.html")
    assert (tmp_path / "g.html").read_text("utf-8").startswith("<!doctype html>")
    assert "leave out --move" in usage("show", log, "--format", "html", "--move", "3")
    assert "no game with the id nobody" in usage("show", log, "--format", "html", "--id", "nobody")
    assert "cannot be written" in usage("show", log, "--format", "html", "-o", tmp_path / "no" / "g.html")


def test_a_disk_that_fills_up_leaves_the_page_that_was_there(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: FileBeside, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    page = tmp_path / "g.html"
    page.write_text("the last one")
    monkeypatch.setattr(FileBeside, "write", full)
    said = run("show", log, "--format", "html", "-o", page, code=4).stderr
    assert "g.html: cannot be written: No space left" in said
    assert (page.read_text(), [*tmp_path.glob("g.html*")]) == ("the last one", [page])


def test_a_game_without_pictures_has_text_and_a_page(toy: Any, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", toy.name, "random", "random", "-o", path)
    assert "draws no pictures" in usage("show", path, "--format", "svg")
    assert '<pre id="text"' in run("show", path, "--format", "html").stdout


def test_a_position_comes_with_the_draws_that_follow_its_last_move(log: Path) -> None:
    assert "hand empty" not in run("show", log, "--move", "0", "--seat", "0").stdout
