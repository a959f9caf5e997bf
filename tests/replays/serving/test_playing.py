"""People play in the browser, against bots, on one screen and on phones of their own."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.replay import validate
from cityleague.replays.serving import rendering
from cityleague.replays.serving.scene import Scene, scene_of
from tests.replays.serving.visiting import House, Link, Page, Visitor, house
from tests.rows import daily

LAN = "192.168.7.7"
MOVES = 12


def begin(there: House, game: str, people: int = 1, bots: int = 1) -> Visitor:
    """A game of people with bots."""
    visitor = there.visitor()
    names = [f"P{seat}" for seat in range(people)]
    form = {f"player{seat}": name for seat, name in enumerate(names)}
    form |= {f"bot{people + seat}": "greedy" for seat in range(bots)}
    page = visitor.post(form, f"/new/play/{game}")
    assert page.status == 200, page.parts
    return visitor


def move_once(visitor: Visitor, page: Page) -> Page:
    """Whatever is first on the page, until a move is made."""
    for _ in range(20):
        if page.sent:
            page = visitor.post(page.sent)
            if page.status == 409:  # another seat has changed what is possible
                page = when_asked(visitor)
                continue
            assert page.status == 200, page.parts["said"]
            return page
        page = visitor.get(ways(page)[0].to)
    raise AssertionError(page.text)


def ways(page: Page) -> list[Link]:
    """The links that lead on to a move: none that takes a tap back, or begins anew."""
    on = [
        link
        for link in page.links
        if not {*link.attributes.get("class", "").split()} & {"off", "up", "near"} and link.words[:4] != "not "
    ]
    return [link for link in on if "q" in link.query and link.query.keys() & {"tap", "pick", "find"}]


def tray(page: Page) -> list[str]:
    """What lies in the tray and can be tapped, by its token."""
    return [link.query["tap"][-1] for link in page.links if link.attributes.get("class") == "tile"]


def when_asked(visitor: Visitor) -> Page:
    """The page once the seat is asked, or the game is over."""
    for _ in range(400):
        page = visitor.get(visitor.path)
        if "Waiting" not in page.parts["question"] and "stands" not in page.parts["question"]:
            return page
        time.sleep(0.03)
    raise AssertionError(page.parts["question"])


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_a_person_plays_against_bots(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, game, 1, max(find_game(game).seats[0], 2) - 1)
        for _ in range(MOVES):
            page = when_asked(visitor)
            if "end" in page.parts:
                break
            page = move_once(visitor, page)
    (file,) = tmp_path.glob("*.jsonl")
    assert [report.finding for report in validate(str(file), still_running=True)] == [None]
    assert file.read_bytes().count(b'"seat":0') >= MOVES


@pytest.mark.exhaustive
def test_a_game_alone_comes_to_its_end(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 1, 1)
        while "end" not in (page := when_asked(visitor)).parts:
            move_once(visitor, page)
        assert "You" in page.parts["end"]
        assert re.fullmatch(".+ wins? (by [0-9]+|on the tie-break)|.+ share the win", page.parts["question"])
        (file,) = tmp_path.glob("*.jsonl")
        assert [report.finding for report in validate(str(file))] == [None]
        shown = visitor.get(f"/page/{file.name}")
        assert "Step through every move" in shown.text
        assert "P0" in visitor.get("/league").text


def test_a_move_is_shown_before_it_is_made_and_can_be_taken_back_until_another_has_moved(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "city_tycoon", 2, 0)
        page = visitor.get(visitor.path)
        assert page.parts["question"].startswith("Waiting")  # nobody looks through anybody's eyes yet
        page = visitor.get(page.link("P0").to)
        size = len(there.tables.at(visitor.path.rpartition("/")[2]).table.steps)  # type: ignore[union-attr]
        way = ways(page)[0]
        page = visitor.get(way.to)
        assert page.sent
        assert page.link("Back")
        assert page.link(f"not {way.words}")
        begun = [link for link in page.links if link.attributes.get("class") == "tile off"]
        assert begun, "another tile can be chosen instead"
        assert all(visitor.get(link.to).link(f"not {link.words}") for link in begun)
        assert ways(visitor.get(page.link("Back").to))[0].to == way.to
        assert len(there.tables.at(visitor.path.rpartition("/")[2]).table.steps) == size  # type: ignore[union-attr]
        page = move_once(visitor, page)
        page = visitor.get("?seat=0")
        page = visitor.post(page.form("Undo"))
        assert "Taken back" in page.parts["said"]
        page = move_once(visitor, visitor.get("?seat=0"))
        page = move_once(visitor, visitor.get("?seat=1"))
        page = visitor.post({"do": "undo", "seat": "0", "at": ""})
        assert page.status == 400
        assert "stands once another seat has moved" in page.parts["said"]


def test_each_phone_has_its_seat(tmp_path: Path) -> None:
    with house(tmp_path, lan=LAN) as there:
        host = begin(there, "between_two_cities", 2, 1)
        page = host.get(host.path)
        assert page.text.count("<figure") == 3
        tokens = [part.partition("</code>")[0].rpartition("/")[2] for part in page.text.split("<code>")[1:]]
        assert len({*tokens}) == 3
        assert all(len(token) >= 22 for token in tokens)  # 128 bits
        phones = [Visitor(there.port, f"{LAN}:{there.port}") for _ in tokens]
        for phone, token in zip(phones, tokens, strict=True):
            phone.path = f"/seat/{token}"
        ada, ben, looker = phones
        pages = [phone.get(phone.path) for phone in phones]
        assert [page.seat for page in pages] == [0, 1, None]
        assert pages[0].parts["question"].startswith("P0: ")
        assert pages[1].parts["question"].startswith("P1: ")
        assert "Waiting" in pages[2].parts["question"]
        state = there.tables.at(host.path.rpartition("/")[2]).table.state  # type: ignore[union-attr]
        for seat in (0, 1):
            assert sorted(tray(pages[seat])) == sorted(f"tile {kind}" for kind in state.view(seat).hand)  # type: ignore[union-attr]
        assert 'class="tile' not in pages[2].text + page.text
        move_once(ada, pages[0])
        other = {"do": "move", "seat": "0", "q": "", "move": "0"}
        for phone, status in ((ben, 409), (looker, 400)):  # a seat answers for itself alone
            assert phone.post(other).status == status
        assert looker.get("/").status == 404
        assert looker.get(host.path).status == 404
        assert ben.post({"do": "back", "moves": "0"}).status == 400
        move_once(ben, ben.get(f"/seat/{tokens[1]}"))
        assert ada.get("/seat/nothing").status == 404


def test_a_page_that_the_table_overtakes_tells_the_revision_that_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else no notice would make it load again, and it would wait for somebody who has answered."""
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 2, 0)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        question = seated.table.question(1)
        assert question
        before = seated.revision

        def slowly(*told: Any) -> Scene:
            if seated.revision == before:
                seated.answer(1, question.key, question.legal[0])
            return scene_of(*told)

        monkeypatch.setattr(rendering, "scene_of", slowly)
        page = visitor.get("?seat=0")
        assert page.marks["top"]["data-revision"] == before != seated.revision
        assert "P1 decided" not in page.parts["log"]


def test_a_hint_is_noted_in_the_log(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 1, 1)
        page = when_asked(visitor)
        form = page.form("Hint")
        page = visitor.post(form | {"bot": "easy"})
        assert "a bot's opinion" in page.parts["said"]
        assert "Keep these two?" in page.parts["asking"], "nothing was chosen: what the bot would keep is"
        assert "ints are by easy, good, strong" in visitor.post(form | {"bot": "json:loads"}).text
        move_once(visitor, page)
        page = when_asked(visitor)
        said = visitor.post(page.form("Hint") | {"bot": "easy"}).parts["said"]
        assert "opinion: put " in said, "where it goes glows, and no column or row is told"
        assert not re.search(r"-?\d+, ?-?\d+", said)
    (file,) = tmp_path.glob("*.jsonl")
    assert file.read_bytes().count(b'"note":"seat 0 has asked for a hint"') == 2


@pytest.mark.parametrize("game", ["between_two_cities", "city_tycoon", "twentieth_century"])
def test_a_hint_chooses_the_move_that_it_names_whatever_was_chosen_before(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, game, 1, 2)
        for _ in range(4):
            page = visitor.get(ways(when_asked(visitor))[-1].to)
            page = visitor.post(page.form("Hint") | {"bot": "easy"})
            assert "a bot's opinion" in page.parts["said"]
            assert page.sent, "the move of the hint can be made at once"
            page = visitor.post(page.sent)
            assert page.status == 200, page.parts["said"]


def test_a_game_goes_on_after_the_server_has_ended(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "neom", 1, 2)
        move_once(visitor, when_asked(visitor))
    (file,) = tmp_path.glob("*.jsonl")
    before = file.read_bytes()
    with house(tmp_path) as there:
        visitor = there.visitor()
        page = visitor.get("/")
        page = visitor.get(page.link("P0").to)
        assert page.form("Go on playing")["bot1"] == ""  # the browser chooses what is selected
        form = page.form("Go on playing") | {"bot1": "greedy", "bot2": "greedy"}
        visitor.post(form)
        move_once(visitor, when_asked(visitor))
    assert file.read_bytes().startswith(before)
    assert [report.finding for report in validate(str(file), still_running=True)] == [None]


def test_who_gets_a_shared_screen_next_does_not_read_what_was_kept_in_secret(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 2, 1)
        page = visitor.get(f"{visitor.path}?seat=0")
        said = move_once(visitor, page).text
        seated = there.tables.at(visitor.path.rpartition("/")[2].partition("?")[0])
        assert seated
        made = [step.event for step in seated.table.steps if getattr(step.event, "seat", None) == 0]
    assert len(made) == 1
    assert "P0 decided in secret." in said
    assert "kept" not in said
