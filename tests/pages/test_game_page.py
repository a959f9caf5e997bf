"""A game's page: what it says, how large it is, that its steps are the game's, and that data never becomes markup."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from os import environ
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.protocol import Game
from cityleague.engine.registry import game as find_game
from cityleague.replays.pages import game_page, position
from cityleague.replays.pages.frames import Frames
from cityleague.replays.pages.steps import names_of, walk
from cityleague.replays.replay import ComponentFiles

from ..rows import daily
from .games import NAMES, events, log_of, page_of, raw_of, written

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "</script><script>alert(1)</script>",
    "'-alert(1)-'",
    "{{ 7 * 7 }}",
    "&lt;b&gt;",
)


class Markup(HTMLParser):
    """The elements of a page with their attributes, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        """All words that are shown."""
        return " ".join(" ".join(self.words).split())


def moves_of(page: str) -> list[str]:
    """The words of all moves of the list, each as often as it was made; a line tells what somebody does in turn."""
    _, _, listed = page.partition('<ol id="moves"')
    lines = re.findall(r"<li(?: class=.secret.)?>.*?</li>", listed.partition("</ol>")[0], re.DOTALL)
    moves = []
    for line in lines:
        told = re.findall(
            r'<span(?: class="follows")?(?: data-at="([\d ]+)")?(?: data-times="\d+")?>(.*?)</span>',
            line.partition('<i class="advice">')[0],
        )
        places = {int(at): words for i, (all_, words) in enumerate(told) for at in (all_ or str(i)).split()}
        moves += [places[at] for at in sorted(places)]
    return moves


def data_of(page: str) -> Any:
    """What the page's script works on."""
    begin = page.index('<script type="application/json" id="data">') + 42
    return json.loads(page[begin : page.index("</script>", begin)])


@pytest.mark.parametrize("game", daily(NAMES, 2))
def test_without_scripts_the_page_shows_the_moves_the_end_and_the_sheets(game: str) -> None:
    log = log_of(game, find_game(game).seats[0])
    lines = events(log)
    moves = [line for line in lines if "move" in line]
    shown = Markup(page_of(log))
    steps = walk(raw_of(log), ComponentFiles()).steps
    assert [unescape(words) for words in moves_of(page_of(log))] == [step.move.words for step in steps if step.move]
    assert len(moves) == len(steps) - 1
    result = lines[-1]["result"]
    last = steps[-1].picture
    called = {sheet.key: sheet.title for sheet in last.sheets}
    for sheet, total in zip(result["sheets"], result["scores"], strict=True):
        assert f": {total}" in shown.text
        for part in sheet["parts"]:
            assert called.get(part["title"], part["title"]) in shown.text
            for line in part["lines"]:
                category = re.sub(r"seat (\d)", lambda found: lines[0]["players"][int(found[1])], line["category"])
                assert category in shown.text, "seats are told by the names of their players"
                for words in re.split(r"[,:]?(?: and)? ?\[-?\d+, -?\d+\],? ?", line["detail"]):
                    assert " ".join(words.split()) in shown.text
                assert not re.search(r"\[-?\d+, -?\d+\]", shown.text), "cells have no numbers on pages"
    assert find_game(game).title in shown.text
    assert f"seed {lines[0]['seed']}" in shown.text


SIZES = {
    "between_two_cities": (20_050, 23_990),
    "card_city_xl": (24_050, 26_150),
    "city_tycoon": (39_750, 47_680),
    "neom": (29_120, 36_650),
    "twentieth_century": (37_370, 46_860),
}
"""Bytes that the page of a game of three may have, and of one with most players, gzipped as servers send it."""


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    daily([(game, 3, SIZES[game][0]) for game in NAMES] + [(game, -1, SIZES[game][1]) for game in NAMES], 5),
)
def test_a_page_is_small(game: str, seats: int, most: int) -> None:
    log = log_of(game, seats if seats > 0 else find_game(game).seats[-1])
    assert len(gzip.compress(page_of(log).encode())) <= most


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_the_steps_are_the_positions_of_the_game(game: str) -> None:
    """The page's data, put together step by step, gives what the game draws of that position."""
    log = log_of(game, find_game(game).seats[0])
    steps = walk(raw_of(log), ComponentFiles()).steps
    frames = Frames(steps)
    data = json.loads(json.dumps(frames.data))
    words, laid, there = data["words"], zip(data["keys"], data["drawn"], strict=True), iter(data["moved"])
    fresh: Counter[int] = Counter()
    following: Iterator[Any] = zip(*data["spots"], strict=True)
    spots: dict[Any, Any] = {}
    now: dict[str, Any] = {"b": {}, "t": {}, "p": {}, "s": [0] * len(data["s"])}
    moves = [line["move"] for line in events(log) if "move" in line]
    assert len(steps) == len(moves) + 1 == len(data["c"])
    told, places = iter(data["told"]), iter(data["places"])
    for number, step in enumerate(steps):
        now["s"] = [points + gains[number] for points, gains in zip(now["s"], data["s"], strict=True)]
        now["b"] |= data["b"][number] or {}
        titled, changed = data["t"][number] or [], data["p"][number] or []
        for at, count in zip(titled[::2], titled[1::2], strict=True):
            if count < 0:
                now["t"][at] = [next(told) for _ in range(-count)]
            for _ in range(count):
                now["t"][at][next(places)] = next(told)
        for at in [at for at, count in zip(changed[::2], changed[1::2], strict=True) for _ in range(count)]:
            key, symbol = next(laid)
            if key < 0:
                key, fresh[at] = fresh[at], fresh[at] + 1
            now["p"].pop((at, key), None)
            if symbol >= 0:
                known = spots.get((at, key), spots.get(key))
                spots[at, key] = spots[key] = next(following) if next(there) == "1" else known
                now["p"][at, key] = [symbol, *spots[key]]
        assert words[data["c"][number]] == re.sub(r" of \d+", "", step.picture.caption)  # a strip is short
        assert tuple(data["d"][number]) == step.due
        boxes = {sheet: box for sheet, box in now["b"].items() if box is not None}
        assert len(boxes) == len(step.picture.sheets)
        pieces = {}
        for sheet in step.picture.sheets:
            at = frames.sheets[sheet.key]
            title = [sheet.title, *[words for tally in sheet.tallies for words in tally]]
            assert [words[number] for number in now["t"][at]] == title
            box = pytest.approx([sheet.left, sheet.top, sheet.width, sheet.height], abs=0.06)
            assert boxes[str(at)] == ([] if sheet.board and game != "city_tycoon" else box)
            for piece in [piece for piece in sheet.pieces if 'class="coordinate"' not in piece.symbol.markup[:120]]:
                x, y = round(piece.x, 1), round(piece.y, 1)
                pieces[at, frames.keys[at][piece.key]] = [frames.symbols[piece.symbol], x, y, piece.layer]
        assert now["p"] == pieces, f"after move {number}"
        shown = position(raw_of(log), ComponentFiles(), number) if number % 7 == 0 else None
        if shown is not None:
            assert now["s"] == [sheet.total for sheet in shown.replay.state.scores()]


@pytest.mark.parametrize(("game", "seats"), daily([(game, 3) for game in NAMES] + [(game, 4) for game in NAMES], 5))
def test_boards_are_drawn_as_the_game_draws_them(game: str, seats: int) -> None:
    """After each seventh move. A city of Between Two Cities lies on the ground that it has in the end.

    Of the one of City Tycoon, all that is built is in view, and a little around it.
    """
    log = log_of(game, seats)
    steps = walk(raw_of(log), ComponentFiles()).steps
    for number, step in [*enumerate(steps)][::7]:
        replay = position(raw_of(log), ComponentFiles(), number).replay
        pictures = pictures_of(replay.setup.game)
        assert pictures
        assert replay.header
        drawn = pictures.picture(replay.setup, replay.state.view(None), names_of(replay.header.players)).sheets
        own = {sheet.key: sheet for sheet in drawn}
        for sheet in [sheet for sheet in step.picture.sheets if sheet.board]:
            if game == "between_two_cities":
                laid = [[piece for piece in board.pieces if piece.symbol.title] for board in (sheet, own[sheet.key])]
                assert laid[0] == laid[1]
            elif game == "city_tycoon":
                assert sheet[6:8] == own[sheet.key][6:8]
                for piece in [piece for piece in sheet.pieces if piece.symbol.title]:
                    assert sheet.left + 20 <= piece.x
                    assert piece.x + piece.symbol.width <= sheet.left + sheet.width - 20
                    assert sheet.top + 20 <= piece.y
                    assert piece.y + piece.symbol.height <= sheet.top + sheet.height - 20
            else:
                assert sheet[2:8] == own[sheet.key][2:8]


@pytest.mark.parametrize("game", NAMES)
def test_what_a_seat_alone_knows_is_drawn_as_in_the_whole_picture(game: str) -> None:
    """Pages draw only that for each seat."""
    log = log_of(game, 3)
    last = sum("move" in line for line in events(log))
    for move in range(0, last + 1, max(last // 5, 1)):
        replay = position(raw_of(log), ComponentFiles(), move).replay
        setup, pictures = replay.setup, pictures_of(replay.setup.game)
        assert pictures
        for seat in (None, *range(3)):
            view = replay.state.view(seat)
            sheets = pictures.picture(setup, view, ["Ada", "Ben", "Cleo"]).sheets
            own = [sheet for sheet in sheets if sheet.owner is not None]
            assert pictures.own_sheets(setup, view, ["Ada", "Ben", "Cleo"]) == own  # type: ignore[attr-defined]
            assert {sheet.owner for sheet in own} <= {seat}


def test_a_page_is_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_bytes(log_of("between_two_cities", 3))
    command = [sys.executable, "-P", "-m", "cityleague.cli", "show", str(tmp_path / "g.jsonl"), "--format"]
    for format_ in ("html", "svg"):
        pages = {
            subprocess.run(
                [*command, format_], env=environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
            ).stdout
            for seed in ("1", "2")
        }
        assert len(pages) == 1


PLACES = 5
"""In how many places of a log an attack stands, one log for each."""


def hostile_logs() -> Iterator[tuple[str, bytes]]:
    """A game with an attack in each field that may hold any text."""
    lines = events(log_of("between_two_cities", 2))
    for attack in ATTACKS:
        header = lines[0] | {"players": [attack, attack + "2"], "id": attack, "note": attack}
        forfeit = {"forfeit": {"seat": 0, "kind": "crash", "reason": attack}}
        yield attack, written([header, lines[1] | {"note": attack}, forfeit, *lines[2:]])
        yield attack, written([header, {"move": attack}])
        yield attack, written([header | {"game": attack}])
        yield attack, written([header | {"seed": attack}, *lines[1:]])
        yield attack, written([header | {"options": {attack: attack}}, *lines[1:]])


@pytest.mark.parametrize(("attack", "log"), list(hostile_logs()))
def test_whatever_a_log_says_is_text(attack: str, log: bytes) -> None:
    page = game_page(raw_of(log, f"{attack}.jsonl"), ComponentFiles())
    shown = Markup(page)
    tags = [tag for tag, _ in shown.elements]
    assert not {"img", "iframe", "object", "base", "form"} & set(tags)
    assert tags.count("script") == 2 * ('id="data"' in page)
    assert attack in shown.text
    for tag, attributes in shown.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        for name in ("href", "src", "xlink:href"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), tag


def test_characters_that_change_the_direction_of_others_are_not_on_the_page() -> None:
    lines = events(log_of("between_two_cities", 2))
    page = game_page(
        raw_of(written([lines[0], lines[1] | {"note": "\u202egnp.exe \x07\u2066"}, *lines[2:]])), ComponentFiles()
    )
    assert "gnp.exe" in page
    assert not {"\u202e", "\x07", "\u2066"} & set(page)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_with_something_wrong_is_shown_up_to_there(game: str) -> None:
    lines = events(log_of(game, find_game(game).seats[0]))
    places = [i for i, line in enumerate(lines) if "move" in line]
    broken = [*lines[: places[9]], lines[places[9]] | {"seat": 99}, *lines[places[9] + 1 :]]
    page = game_page(raw_of(written(broken)), ComponentFiles())
    shown = Markup(page)
    assert "LOG-SEAT" in shown.text
    assert f"line {places[9] + 1}" in shown.text
    assert len(moves_of(page)) == 9
    assert "not over" in shown.text


def test_notes_times_and_forfeits_stand_where_they_happened() -> None:
    lines = events(log_of("between_two_cities", 2))
    places = [i for i, line in enumerate(lines) if "move" in line]
    lines[places[2]] |= {"note": "that was bold", "ms": 2345}
    lines[places[3]] |= {"note": "seat 1 has asked for a hint"}
    lines.insert(places[4], {"forfeit": {"seat": 1, "kind": "timeout", "reason": "no answer within 10 s"}})
    page = game_page(raw_of(written(lines[:-1])), ComponentFiles())
    text = Markup(page).text
    assert "2.3 s" in text
    assert text.index("that was bold") > text.index("Round 1")
    assert "forfeits: timeout" in text
    assert "no answer within 10 s" in text
    assert "digest" not in text
    marks = data_of(page)["marks"]
    assert {3, 4} <= {*marks["note"]}
    assert f"{data_of(page)['names'][1]} asked for a hint" in text, "who it was is told, not which seat"
    assert f"{data_of(page)['names'][1]} forfeits: timeout" in text
    assert marks["forfeit"] == [4]


@pytest.mark.parametrize(
    "log", [b"not json\n", b'{"log":1}\n', b'{"log":1,"game":"chess","rules":"1","players":["a"]}\n']
)
def test_a_log_that_is_not_a_game_has_a_page_that_says_so(log: bytes) -> None:
    assert "line 1" in Markup(game_page(raw_of(log), ComponentFiles())).text


@pytest.mark.parametrize("game", daily(NAMES, 2))
def test_moves_tell_what_was_done_and_no_coordinates(game: str) -> None:
    """The words are those of `show` but for cells, which nothing on the page names."""
    log = log_of(game, find_game(game).seats[-1])
    steps = walk(raw_of(log), ComponentFiles()).steps[1:]
    words = [step.move.words for step in steps if step.move]
    assert len(words) == len(steps)
    assert not [said for said in words if re.search(r"-?\d+, -?\d", said.partition(" discards ")[0])]
    told = dict(zip(NAMES, ("in the city with", "as the first lot", "gives I-", "builds", "lays L"), strict=True))
    assert any(told[game] in said for said in words)


def test_what_scores_is_told_without_the_signs_of_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are written in Markdown, those of games from other packages too."""
    plain = Game.file

    def marked(game: Game, name: str) -> bytes:
        return plain(game, name).replace(
            b"- **parks**: a connected", b"- **parks**: a `lot` of **more**, a [joined](#a)"
        )

    monkeypatch.setattr(Game, "file", marked)
    shown = Markup(game_page(raw_of(log_of("between_two_cities", 2)), ComponentFiles()))
    assert "parks : a lot of more, a joined group of 1, 2, 3 is worth" in shown.text
