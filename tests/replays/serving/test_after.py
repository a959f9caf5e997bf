"""What can be done with a game that has been played: learn from it, give its file another name, delete it."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays import play
from tests.rows import daily

from .test_playing import when_asked
from .visiting import House, Page, house

GAME = play("between_two_cities", ["greedy", "random"], seed="1").log


def learnt(there: House, name: str, far: list[tuple[int, int]] | None = None) -> Page:
    """The page with what a bot says, once it says it; `far` takes how far the pages said that it was."""
    visitor = there.visitor()
    for _ in range(400):
        page = visitor.get(f"/learn/{name}")
        if "A bot looks at the game" not in page.text:
            return page
        if far is not None and (found := re.search(r"(\d+) of (\d+) moves are looked at", page.text)):
            far.append((int(found[1]), int(found[2])))
        time.sleep(0.1)
    raise AssertionError(page.text)


@pytest.mark.exhaustive
def test_one_learns_from_a_game(tmp_path: Path) -> None:
    """A page tells that a bot looks at it, and then shows the curve; whoever asks again has it at once."""
    (tmp_path / "g.jsonl").write_bytes(GAME)
    with house(tmp_path) as there:
        first = there.visitor().get("/learn/g.jsonl")
        assert "The lesson then opens here by itself" in first.text
        assert first.headers["refresh"] == "1; url=?a#learn", "after a second it is one page in the history"
        assert there.visitor().get("/learn/g.jsonl?a").headers["refresh"] == "1; url=?b#learn"
        far: list[tuple[int, int]] = []
        page = learnt(there, "g.jsonl", far)
        assert far == sorted(far)
        assert len({done for done, _ in far}) > 2
        assert len({total for _, total in far}) == 1
        assert all(done <= total for done, total in far)
        assert "Who was winning" in page.text
        assert "Learn from the mistakes of" in page.text
        home, pages = 'href="/" aria-label="All games"', ("/page/g.jsonl", "/page/g.jsonl?file")
        assert home in page.text
        assert [home in there.visitor().get(address).text for address in pages] == [True, False]
        begun = time.monotonic()
        assert "Who was winning" in there.visitor().get("/learn/g.jsonl").text
        assert time.monotonic() - begun < 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.jsonl"], "nothing is left beside it"


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_pages_speak_to_whoever_has_played_and_call_bots_as_the_table_does(game: str, tmp_path: Path) -> None:
    log = play(game, ["random"] * 3, seed="1").log.replace(b'"random",', b'"You",', 1)
    (tmp_path / "g.jsonl").write_bytes(log)
    with house(tmp_path) as there:
        page = there.visitor().get("/page/g.jsonl").text
    moves = re.findall(r'<b class="seat0">You</b> <span>(\w+) ', page)
    assert len(moves) > 10
    assert not [verb for verb in moves if verb.endswith("s") and verb != "pass"]
    assert re.search(r'<b class="seat1">Random 2</b> <span>\w+s ', page)
    assert not re.findall(r"random|\w+ of You[\"<]|You(?:'s| was| wins)", page.partition("<footer>")[0])


def test_a_server_that_ends_looks_at_no_game_any_more(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_bytes(play("neom", ["random"] * 5, seed="1").log)
    with house(tmp_path) as there:
        assert "A bot looks at the game" in there.visitor().get("/learn/g.jsonl").text
        begun = time.monotonic()
    assert time.monotonic() - begun < 20


def test_of_a_game_that_breaks_a_rule_nothing_is_learnt(tmp_path: Path) -> None:
    lines = GAME.splitlines(keepends=True)
    (tmp_path / "g.jsonl").write_bytes(b"".join([*lines[:5], *lines[6:]]))
    with house(tmp_path) as there:
        assert "g.jsonl:8:26: TURN-WRONG-MOVE" in learnt(there, "g.jsonl").text
        assert there.visitor().get("/learn/nothing.jsonl").status == 404


def test_a_file_is_renamed_and_deleted_from_the_list(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_bytes(GAME)
    with house(tmp_path) as there:
        visitor = there.visitor()
        assert 'value="g.jsonl"' in visitor.get("/").text
        visitor.post({"to": "Friday"}, "/keep/g.jsonl")
        assert [path.name for path in tmp_path.iterdir()] == ["Friday.jsonl"]
        assert (tmp_path / "Friday.jsonl").read_bytes() == GAME
        visitor.post({"to": "Friday.jsonl", "delete": "yes"}, "/keep/Friday.jsonl")
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("to", ["../up", ".hidden", "a/b", "a\\b", "C:x", "other", "x" * 300, "\u202e", " "])
def test_a_bad_name_changes_nothing_and_is_told(to: str, tmp_path: Path) -> None:
    for name in ("g.jsonl", "other.jsonl"):
        (tmp_path / name).write_bytes(GAME)
    with house(tmp_path) as there:
        page = there.visitor().post({"to": to}, "/keep/g.jsonl")
        assert page.status == 400
        assert 'role="alert"' in page.text
        assert there.visitor().post({"delete": "yes"}, "/keep/nothing.jsonl").status == 400
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.jsonl", "other.jsonl"]
    assert (tmp_path / "g.jsonl").read_bytes() == GAME


def test_a_game_that_is_played_can_be_deleted(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = there.visitor()
        visitor.post({"players": "2", "level": "easy"}, "/new/play/between_two_cities")
        (file,) = tmp_path.glob("*.jsonl")
        visitor.post({"delete": "yes"}, f"/keep/{file.name}")
        assert not list(tmp_path.glob("*.jsonl"))
        assert visitor.get(f"/game/{file.name}").status == 404


def test_a_game_that_is_played_gets_another_name_and_goes_on(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = there.visitor()
        visitor.post({"players": "2", "level": "easy"}, "/new/play/between_two_cities")
        (file,) = tmp_path.glob("*.jsonl")
        assert f'action="/keep/{file.name}"' in visitor.get("/").text
        visitor.post({"to": "Friday"}, f"/keep/{file.name}")
        assert [path.name for path in tmp_path.glob("*.jsonl")] == ["Friday.jsonl"]
        page = visitor.post({"do": "open", "how": "play", "bot1": "easy"}, "/game/Friday.jsonl")
        assert page.status == 200
        assert "tiles to keep" in when_asked(visitor).parts["question"]


def ended(there: House, folder: Path, log: bytes) -> Page:
    """The page of a table whose last move somebody has just written down."""
    lines = log.splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if b'"seat"' in line)
    (folder / "g.jsonl").write_bytes(b"".join(lines[:last]))
    visitor = there.visitor()
    assert visitor.post({"do": "open"}, "/game/g.jsonl").status == 200
    seated = there.tables.at("g.jsonl")
    assert seated
    while questions := seated.table.standing().questions:
        seated.answer(questions[0].seat, questions[0].key, questions[0].legal[0])
    return visitor.get("/game/g.jsonl")


def test_each_city_has_one_column_on_the_score_sheet(tmp_path: Path) -> None:
    """Two players build each of them."""
    log = play("between_two_cities", ["greedy", "random", "greedy", "random"], seed="1").log
    with house(tmp_path) as there:
        end = ended(there, tmp_path, log).parts["end"]
        state = there.tables.at("g.jsonl").table.state  # type: ignore[union-attr]
    parts = {part.title: part for sheet in state.scores() for part in sheet.parts}
    assert len(parts) == 4
    for line in next(iter(parts.values())).lines:
        assert len(re.findall(rf"\b{line.category}\d", end)) == 1, line.category
    for part in parts.values():
        for line in part.lines:
            assert re.search(rf"{line.points} ?{re.escape(line.detail)}", end), line
    for sheet in state.scores():
        assert f"{sheet.total} of {' and '.join([str(part.points) for part in sheet.parts])}" in end
    assert "does not count" not in end


def test_players_with_boards_of_their_own_have_sheets_of_their_own(tmp_path: Path) -> None:
    log = play("neom", ["greedy", "random"], seed="1").log
    with house(tmp_path) as there:
        end = ended(there, tmp_path, log).parts["end"]
        state = there.tables.at("g.jsonl").table.state  # type: ignore[union-attr]
    for sheet in state.scores():
        for part in sheet.parts:
            assert end.count(part.title) >= 2
