"""Games of logs from Python: every position, what is known of it, and what is wrong where it is reached."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from cityleague.engine import make_bot, next_decision, prepare
from cityleague.engine.components import packaged
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import Finding, LogError, Position, play, positions, recorded_games, validate
from cityleague.replays.log import Forfeit, ForfeitEvent, encode, has_field

from ..helpers import DATA, index_of, log, recorded, replaced, write

FILES = sorted(path.name for path in DATA.glob("*.jsonl"))


@pytest.mark.parametrize("name", FILES)
def test_there_is_a_position_for_each_move_and_one_for_the_end(name: str) -> None:
    lines = (DATA / name).read_bytes().splitlines()
    for game in recorded_games(DATA / name):
        walked = list(game.positions())
        *before, end = walked
        assert [position.moves for position in walked] == list(range(len(walked)))
        for position in before:
            line = json.loads(lines[position.line - 1])
            assert line["seat"] == position.seat
            assert position.move in position.legal() or position.state.verify(line["seat"], position.move) is None
            assert position.header.game == name.removesuffix(".jsonl")
        assert (end.seat, end.move, end.legal(), end.state.pending()) == (None, None, [], None)
        assert has_field(lines[end.line - 1], "result")
        assert [sheet.total for sheet in end.state.scores()] == list(game.result().scores)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_can_be_kept_and_played_on(name: str) -> None:
    """Its state, played on, comes to the next position; the walk still goes on where the log is."""
    kept = list(play(name, ["random"] * 3, seed="own").positions())
    for position, following in pairwise(kept):
        assert position.seat is not None
        position.state.verify(position.seat, position.move)
        position.state.apply(position.seat, position.move)
        next_decision(position.state, seed="own")
        assert position.state.digest() == following.state.digest()


def test_a_position_shows_a_seat_what_it_may_know() -> None:
    for position in play("between_two_cities", ["greedy", "random"], seed="7").positions():
        assert position.view(1) == position.state.view(1)
        assert position.view(None) == position.state.view(None)


def walked(path: str) -> tuple[list[Position], Finding]:
    """The positions up to the error, and the error."""
    there = []
    try:
        for position in positions(path):
            there.append(position)
    except LogError as error:
        return there, error.finding
    raise AssertionError("nothing is wrong")


def test_moves_of_a_stand_in_are_told_apart(tmp_path: Path) -> None:
    lines = list(recorded())
    at = index_of(lines, b'"move"', 20)
    seat = json.loads(lines[at])["seat"]
    forfeit = encode(ForfeitEvent(forfeit=Forfeit(seat, "crash")))
    there, finding = walked(write(tmp_path, [*lines[:at], forfeit, *lines[at:-1]]))
    assert finding.code == "RESULT-MISSING"
    for position in there:
        assert position.stand_in == (position.seat == seat and position.line > at)
    assert sum(position.stand_in for position in there) > 1


def test_an_error_is_raised_where_it_is_reached_and_is_what_validation_finds(tmp_path: Path) -> None:
    lines = list(recorded())
    at = index_of(lines, b'"move"', 30)
    path = write(tmp_path, replaced(lines, at, lines[at], lines[at]))
    there, finding = walked(path)
    (verdict,) = validate(path)
    assert finding == verdict.finding
    assert finding.line == at + 2
    assert there[-1].line == at + 1
    assert str(LogError(finding)) == f"{path}:{finding.line}:{finding.column}: {finding.code}: {finding.message}"


def test_a_broken_game_does_not_hide_the_next(tmp_path: Path) -> None:
    good, other = recorded(), recorded(seed="other")
    path = write(tmp_path, log(good[:9]) + log(other))
    broken, whole = recorded_games(path)
    with pytest.raises(LogError, match="GAME-TRUNCATED"):
        list(broken.positions())
    with pytest.raises(LogError, match="GAME-TRUNCATED"):
        broken.result()
    assert broken.header().seed == "golden"
    assert whole.line == 10
    assert whole.log == log(other)
    assert whole.file == path
    assert len(list(whole.positions())) == 1 + sum(has_field(line, "move") for line in other)


def test_a_first_line_that_is_not_a_header_is_reported(tmp_path: Path) -> None:
    (game,) = recorded_games(write(tmp_path, b"{}\n"))
    with pytest.raises(LogError, match=r"game\.jsonl:1:1: LOG-EVENT"):
        game.header()


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="IO-UNREADABLE"):
        list(positions(tmp_path / "nowhere.jsonl"))


def test_the_end_stands_where_the_result_does_whatever_blank_lines_follow(tmp_path: Path) -> None:
    lines = recorded()
    path = write(tmp_path, [*lines, b"", b" ", b""])
    *_, end = positions(path)
    assert end.line == len(lines)


def test_a_log_of_another_component_file_is_walked_with_it(tmp_path: Path) -> None:
    own = packaged("between_two_cities") + b"\n"
    game = play("between_two_cities", ["random", "random"], components=own)
    assert game.header().components != prepare("between_two_cities", 2).components.hash
    assert len(game.result().scores) == 2
    path = write(tmp_path, game.log)
    with pytest.raises(LogError, match="LOG-COMPONENTS"):
        list(positions(path))
    assert len(list(positions(path, {"own.json": own}))) > 1


def test_a_built_in_bot_can_be_asked_at_any_position() -> None:
    game = play("city_tycoon", ["random", "random"], seed="1")
    first = next(game.positions())
    assert first.seat is not None
    bot = make_bot("heuristic", first.setup, "1")
    assert bot.choose(first.view(first.seat), first.legal()) in first.legal()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_draws_itself_and_says_its_move_in_words(name: str) -> None:
    game = play(name, ["random"] * find(name).seats[1], seed="7")
    for number, position in enumerate(game.positions()):
        if number % 20 and position.seat is not None:
            continue
        names = position.header.players
        assert str(position) == paint(position.setup, position.view(None), names=names)
        drawn = position.svg(position.seat)
        assert drawn == position._repr_svg_(position.seat)
        assert drawn
        ElementTree.fromstring(drawn)
        if position.seat is None:
            with pytest.raises(ValueError, match="nobody moves"):
                position.words()
            continue
        pictures = pictures_of(position.setup.game)
        assert pictures
        said = pictures.describe(position.setup, position.view(position.seat), position.move, names)
        assert said == position.words() == position.words(position.move)
        assert position.words(position.legal()[0])
        view = position.view(position.seat)
        assert position.setup.words(view, position.move, names) == said
        assert position.setup.words(view, position.move)
        bare = position.setup._replace(game=replace(position.setup.game, pictures=None))
        assert bare.words(view, position.move).encode() in game.log, "without pictures, as the log has it"


def test_a_game_that_is_still_running_ends_as_it_stands(tmp_path: Path) -> None:
    game = play("neom", ["random", "greedy"], seed="7")
    whole = [*game.positions()]
    path = tmp_path / "running.jsonl"
    path.write_bytes(b"".join(game.log.splitlines(keepends=True)[:-20]))
    with pytest.raises(LogError, match="GAME-TRUNCATED"):
        [*positions(path)]
    so_far = [*positions(path, still_running=True)]
    assert so_far[-1].seat is None
    assert "still running" in repr(so_far[-1])
    assert [position.move for position in so_far[:-1]] == [position.move for position in whole[: len(so_far) - 1]]
    assert so_far[-1].state.digest() in {
        position.state.digest() for position in whole[len(so_far) - 2 : len(so_far) + 1]
    }
    assert [p.moves for p in positions(path, still_running=True)] == list(range(len(so_far)))
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.raises(LogError, match="LOG-EVENT"):
        [*positions(broken, still_running=True)]
