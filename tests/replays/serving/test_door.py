"""The front door: games that go on with their boards, a game against bots in two taps, and a rematch at the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import decode_header
from tests.replays.serving.test_playing import begin, move_once, when_asked
from tests.replays.serving.visiting import house

from ...rows import daily


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_a_game_against_bots_is_begun_by_the_form_of_its_card(game: str, tmp_path: Path) -> None:
    """A tap on the card, which opens it, and one on its button."""
    with house(tmp_path) as there:
        visitor = there.visitor()
        page = visitor.get("/")
        number = list(GAMES).index(game)
        form = [form for form in page.forms if form.label == "Play"][number].fields
        assert form.keys() == {"players", "level"}
        seats = max(find_game(game).seats[0], 2)
        visitor.post({"players": str(seats), "level": "easy"}, f"/new/play/{game}")
        page = when_asked(visitor)
        assert page.parts["players"].startswith("You")
        page = visitor.get("/")
        assert page.text.index("Go on</h2>") < page.text.index("Play</h2>")
        assert "Your move" in page.text
        assert '<span class="small"><svg' in page.text
    (file,) = tmp_path.glob("*.jsonl")
    assert len(decode_header(file.read_bytes().splitlines()[0]).players) == seats


@pytest.mark.exhaustive
def test_a_rematch_has_the_same_players_and_options(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, "between_two_cities", 1, 1)
        while "end" not in (page := when_asked(visitor)).parts:
            move_once(visitor, page)
        first, path = set(tmp_path.glob("*.jsonl")), visitor.path
        page = visitor.post(page.form("Rematch"), "/new/play/between_two_cities")
        assert visitor.path != path
        assert "end" not in when_asked(visitor).parts
    (again,) = set(tmp_path.glob("*.jsonl")) - first
    headers = [decode_header(file.read_bytes().splitlines()[0]) for file in (*first, again)]
    assert headers[0].players == headers[1].players
    assert headers[0].options == headers[1].options
    assert headers[0].seed != headers[1].seed


def test_who_plays_alone_among_bots_is_you_whatever_the_name(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        when_asked(begin(there, "neom", 1, 1))
        assert "Your move" in there.visitor().get("/").text


def test_each_game_has_a_card_with_a_city_a_sentence_players_and_minutes(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        text = there.visitor().get("/").text
    cards = re.findall(r'<details class="card" name="play"><summary>(.*?)</summary>', text, re.DOTALL)
    assert len(cards) == len(GAMES)
    for card, (name, title) in zip(cards, GAMES.items(), strict=True):
        assert card.startswith("<svg"), "a finished city"
        words = re.sub("<[^>]*>", "", card.rpartition("</svg>")[2]).strip()
        seats = find_game(name).seats
        assert re.fullmatch(rf"{title} [A-Z][^·]+[.] +{seats[0]} to {seats[-1]} players · \d+ min", words)
