"""People who play against bots: what they see, what they are told, and that nothing hidden is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cityleague.engine.looks.painter import paint
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import RecordedGame
from cityleague.replays.log import RawGame
from cityleague.replays.people import play_with_bots
from cityleague.replays.people.steps import only
from cityleague.replays.replay import ComponentFiles

from ...rows import rows
from .tables import Console, Typing, with_bots


def played(game: str, bots: Sequence[str], console: Typing, **options: Any) -> RecordedGame:
    """Play a game of people and bots, and check that its log is valid."""
    table, seated, terms = with_bots(game, *bots, **options)
    assert play_with_bots(table, console, seated, terms, None, None)
    log = b"".join([line + b"\n" for line in table.lines])
    recorded = RecordedGame(RawGame("g.jsonl", 1, (log,), 0), ComponentFiles())
    recorded.result()
    return recorded


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_a_person_plays_any_game_and_sees_only_what_the_seat_sees(game: str) -> None:
    """The person always makes the first legal move."""
    seats = max(find_game(game).seats[0], 2)
    console = Typing()
    recorded = played(game, ["me", *["random"] * (seats - 1)], console)
    boards = iter([text.strip("\n") for text in console.said if text.startswith("\n")])
    asked = 0
    for position in recorded.positions():
        if position.seat == 0:
            view = position.view(0)
            assert position.move == position.legal()[0]
            if only(position.setup, position.legal()):
                continue
            asked += 1
            if asked > 25:
                continue
            names = ["you", *position.header.players[1:]]
            drawn = paint(position.setup, view, 80, names).strip("\n")
            assert drawn in boards  # in this order; what stands between is the news
    assert 2 * asked == sum([said.endswith("move> ") for said in console.said])  # each is confirmed


def test_moves_of_bots_are_told_and_secret_ones_are_not() -> None:
    console = Typing()
    recorded = played("neom", ["Ada=me", "random", "random"], console)
    picks = {str(position.move.tile) for position in recorded.positions() if type(position.move).__name__ == "Pick"}
    news = [line for line in console.text.splitlines() if line.startswith("random")]
    assert any("builds" in line for line in news)
    assert "random (seat 1) has decided in secret." in news
    assert picks
    assert not [line for line in news if "pick" in line]


@pytest.mark.exhaustive
def test_hidden_cards_of_a_lot_are_not_told() -> None:
    console = Typing()
    recorded = played("card_city_xl", ["me", "random", "random"], console, level="normal")
    hidden = [position for position in recorded.positions() if getattr(position.move, "hidden", ()) and position.seat]
    assert hidden
    told = [line for line in console.text.splitlines() if line.startswith("random")]
    assert not [line for line in told if "takes" in line]
    assert any(line.endswith(": divide (the boards show what you may know of it).") for line in told)
    assert not any("lays out" in line for line in told)


def test_two_people_look_one_after_the_other() -> None:
    console = Typing()
    played("between_two_cities", ["Ada=me", "Ben=me"], console)
    text = console.text
    assert "Ada (seat 0) is to look now, and nobody else." in text
    between = text.split("cleared\n")
    assert console.said.count("cleared") == len(between) - 1 > 20
    for part in between[1:]:
        who, other = ("Ada", "Ben") if part.startswith("Ada") else ("Ben", "Ada")
        assert f"{other} (seat {int(other == 'Ben')}), move> " not in part, who
        assert f"(seen by {other})" not in part


def test_a_move_found_by_letters_is_made_after_a_second_look() -> None:
    answers, console = ["undo", "park shop", "2", ""], Typing()
    afterwards = console.answer
    console.answer = lambda question: answers.pop(0) if answers else afterwards(question)
    played("between_two_cities", ["me", "random"], console)
    assert "A move against bots stands once another seat has moved" in console.said[2] + console.said[3]
    assert "Enter makes this move." in console.text
    first, *_ = [line for line in console.said if line.startswith("Your move: picks")]
    assert first == "Your move: picks a shop and a factory."


def test_help_and_words_that_are_known_say_what_is_true_against_bots() -> None:
    answers, console = ["?", "hint foo", "1", "1", ""], Typing()
    console.answer = lambda question: answers.pop(0) if answers else None
    table, seated, terms = with_bots("between_two_cities", "me", "random")
    assert not play_with_bots(table, console, seated, terms, None, None)
    text = " ".join(console.text.split())
    assert ") shows it, and Enter makes it." in text
    assert "hint: what a bot would do; hint easy, good or strong asks that one; the log notes" in text
    assert "No legal move" not in text
    assert text.count("Enter makes this move.") == 2
    assert text.count("Your move: ") == 1


def test_a_forfeit_of_a_bot_is_told(tmp_path: Any) -> None:
    console = Typing()
    played("between_two_cities", ["me", "exec:false"], console)
    assert "has forfeited (crash: " in console.text


def test_a_person_who_cannot_be_asked_any_more_leaves_and_does_not_forfeit() -> None:
    def gone(_question: str) -> str:
        raise BrokenPipeError

    table, seated, terms = with_bots("neom", "me", "heuristic")
    assert not play_with_bots(table, Console(gone), seated, terms, None, None)
    assert not table.forfeits
