"""What a table tells whoever sits at it: what they have, what came of a move, and who is meant."""

from __future__ import annotations

import html
import re
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from cityleague.engine.looks.svg import targets_of
from cityleague.engine.looks.targets import YOU
from cityleague.engine.protocol import Decision
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import ChanceEvent, MoveEvent
from cityleague.replays.people import TableError
from cityleague.replays.serving.folder import called
from cityleague.replays.serving.seated import Seated
from cityleague.replays.testing.games import course, setup_of
from tests.replays.people.test_lasting import until_asked_to_pass
from tests.replays.serving.test_mending import begun
from tests.replays.serving.test_playing import begin, move_once, when_asked
from tests.replays.serving.visiting import house
from tests.rows import daily


def test_the_tiles_that_were_kept_lie_beside_those_to_choose_from(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "city_tycoon", 1, 1)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        for number in range(5):
            page = when_asked(visitor)
            view: Any = seated.table.state.view(0)
            assert page.parts["question"] == f"Choose 1 of {len(view.hand)} tiles to keep"
            kept = view.kept
            assert len(kept) == number
            labels = re.findall(r'class="tile held" role="img" aria-label="kept: (\S+?)[,;]', page.text)
            assert labels == list(kept)
            move_once(visitor, page)


def test_what_can_be_supplied_lies_in_the_tray_and_glows_in_the_city(tmp_path: Path) -> None:
    """Each district once here and once there: a tap on either chooses the same."""
    table, _ = until_asked_to_pass()
    (tmp_path / "tycoon.jsonl").write_bytes(b"".join([line + b"\n" for line in table.lines]))
    with house(tmp_path) as there:
        visitor = there.visitor()
        visitor.post({"do": "open"}, "/game/tycoon.jsonl")
        links = visitor.get("/game/tycoon.jsonl").links
    tile, lit = [
        Counter([link.to for link in links if kind in link.attributes.get("class", "").split() and "tap" in link.query])
        for kind in ("tile", "lit")
    ]
    assert tile
    assert tile == lit


def test_coins_are_in_view_at_every_choice(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "twentieth_century", 1, 2)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        for _ in range(25):
            page = when_asked(visitor)
            view: Any = seated.table.state.view(0)
            mine = view.players[0]
            assert page.parts["purse"] == f"coins {mine.coins} science {mine.science}"
            move_once(visitor, page)


@pytest.mark.parametrize("game", GAMES)
def test_who_begins_below_zero_reads_why(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, game, 1, 2)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        page, sheet = when_asked(visitor), seated.table.state.scores()[0]
        told = page.parts.get("latest", "")
    lines = [line for part in sheet.parts for line in part.lines if line.points < 0]
    assert (sheet.total < 0) == told.startswith("If it ended now: ") == (game in ("card_city_xl", "neom"))
    for what in {line.category for line in lines} if sheet.total < 0 else ():
        assert f"{what} {sum([line.points for line in lines if line.category == what])}" in told


@pytest.mark.parametrize("seats", daily([3, 4, 5]))
def test_whoever_wins_an_auction_is_told_by_whatever_has_ended_it(seats: int) -> None:
    """By each move that ends one, and by no other; whoever buys land alone is not told twice."""
    setup, won = setup_of(find_game("twentieth_century"), seats, {}), 0
    names = [YOU, *[f"Player{seat}" for seat in range(1, seats)]]
    targets: Any = targets_of(setup.game)
    before: Any = None
    move: Any = None
    for state, step in course(setup):
        now: Any = state.view(0)
        if before is not None and move is not None:
            told = targets.led_to(setup, before, move, now, names)
            sales = [sale for sale in now.sales[len(before.sales) :] if sale.name in setup.components.land]
            if sales and type(move).__name__ != "Choose":
                (sale,) = sales
                who = "You" if sale.seat == 0 else names[sale.seat]
                assert told == f"{who} won {sale.name} for {sale.price}."
                won += 1
            else:
                assert not told
        before, move = now, step.event[1] if isinstance(step.due, Decision) else None
    assert won


def test_no_board_changes_its_name_with_the_seat_that_is_asked(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, _, page = begun(there, 5)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        due = [question.seat for question in seated.table.standing().questions]
        assert len(due) > 1
        tabs = {visitor.get(f"{visitor.path}?seat={seat}").parts["tabs"] for seat in due}
        assert tabs == {page.parts["tabs"]}
        assert "Ada & Ben" in page.parts["tabs"]


def test_a_move_that_follows_by_itself_is_told_too(tmp_path: Path) -> None:
    """The second tile that somebody has kept goes into the other city, where there is one place at first."""
    with house(tmp_path) as there:
        visitor = there.visitor()
        visitor.post(
            {"player0": "Ada", "player1": "Ben", "player2": "Cleo", "seed": "7"}, "/new/record/between_two_cities"
        )
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        page = visitor.get(visitor.path)
        while "placing" not in page.parts["top"]:
            page = move_once(visitor, page)
        before = len(seated.table.steps)
        page = move_once(visitor, page)
        moves = [step for step in seated.table.steps[before:] if isinstance(step.event, MoveEvent)]
        assert len(moves) == 2
        assert page.parts["said"].count("Ada put ") == 2
        assert page.parts["latest"] == page.parts["said"]


def test_two_seats_that_ask_at_once_both_get_a_hint(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 2, 0)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        questions = seated.table.standing().questions
        assert len(questions) == 2
        said = {}
        threads = [
            threading.Thread(
                target=lambda asked: said.update({asked.seat: seated.hint(asked.seat, asked.key, "easy")}),
                args=(question,),
            )
            for question in questions
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said) == 2
        assert {seat: key for seat, (key, _, _) in seated.hinted.items()} == {
            asked.seat: asked.key for asked in questions
        }
        assert all(taps for _, taps, _ in seated.hinted.values())


@pytest.mark.parametrize("game", GAMES)
def test_what_a_draw_is_typed_like_is_an_item_of_this_draw(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = there.visitor()
        players = {f"player{seat}": name for seat, name in enumerate(("Ada", "Ben", "Cleo"))}
        page = visitor.post(players, f"/new/record/{game}")
        told = 0
        while told < 9 and (examples := re.findall(r'placeholder="([^"]+)" autocomplete', page.text)):
            example, had = html.unescape(examples[0]), re.findall(r'name="o" value="([^"]*)"', page.text)
            assert len(example) < 14, "its field is narrow on a phone"
            (key,) = {*re.findall(r'name="q" value="(draw [^"]*)"', page.text)}
            page = visitor.get(
                f"?{urlencode({'q': key, 'o': [*map(html.unescape, had)], 'find': example}, doseq=True)}"
            )
            assert 'class="why"' not in page.text
            if page.sent is None:
                assert page.text.count('name="o"') == len(had) + 1, "one more is told"
            else:
                page = visitor.post(page.sent)
            told += 1
        assert told


def test_a_hint_that_waits_for_another_is_given_up_when_the_table_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[Seated.__module__], "partner", None)  # no bot is asked any more
    with house(tmp_path) as there:
        seated = there.tables.at(begin(there, "between_two_cities", 2, 0).path.rpartition("/")[2])
        assert seated
        question = seated.table.question(0)
        assert question
        with ThreadPoolExecutor(1) as pool:
            with seated._thinking:
                hint = pool.submit(seated.hint, 0, question.key)
                while not seated._waiting:
                    assert not hint.done()
                seated.close()
            with pytest.raises(TableError, match="left"):
                hint.result()


def test_after_a_question_why_not_a_hint_stands_alone(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "city_tycoon", 1, 1)
        page = when_asked(visitor)
        page = visitor.get(f"?q={page.form('Hint')['q']}&why=city+20+20")
        assert 'class="why"' in page.text
        page = visitor.post(page.form("Hint") | {"bot": "easy"})
        assert page.parts["latest"].startswith("Hint, a bot's opinion: keep ")
        assert 'class="why"' not in page.text
        assert page.sent


def test_bots_are_called_as_people_are(tmp_path: Path) -> None:
    assert called(["You", "good", "good#2", "random#3", "Ben#2"]) == ["You", "Good", "Good 2", "Random 3", "Ben#2"]
    with house(tmp_path) as there:
        visitor = there.visitor()
        page = visitor.post({"players": "3", "level": "easy"}, "/new/play/neom")
        assert "Easy 2" in page.parts["players"]
        assert "easy" not in page.parts["players"]
        assert b'"easy#2"' in next(tmp_path.glob("*.jsonl")).read_bytes(), "the log has the names that it always had"


def test_what_chance_has_brought_is_told_by_name_if_all_see_it(tmp_path: Path) -> None:
    """The land of a round by the names of its tiles; hands are dealt, and nothing more is told."""
    told = []
    with house(tmp_path) as there:
        for game in ("twentieth_century", "between_two_cities"):
            visitor = begin(there, game, 1, 2)
            page = visitor.get(f"{visitor.path}?whole=1")
            seated = there.tables.at(visitor.path.rpartition("/")[2])
            assert seated
            drawn = next(
                step.event
                for step in seated.table.steps
                if isinstance(step.event, ChanceEvent)
                and "-1" in step.event.chance
                and "bonus" not in step.event.chance
            )
            told.append((page.text, drawn.order))
    (land, tiles), (hands, _) = told
    assert f"on offer in round 1: {', '.join(map(str, tiles))}." in land
    assert "Round 1 is dealt." in hands
    assert "hand of 7 tiles" not in hands
