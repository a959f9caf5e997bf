"""The rules of a game are a page that people read, and each refusal leads to its rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.serving.rules import rules_of
from tests.replays.serving.test_mending import begun
from tests.replays.serving.visiting import Visitor, house


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_pages_and_rules_have_places_on_them(game: str, tmp_path: Path) -> None:
    with house(tmp_path, lan="192.168.7.7") as there:
        page = Visitor(there.port, f"192.168.7.7:{there.port}").get(f"/rules/{game}")
        assert page.status == 200, "whoever plays can read the rules"
        assert "All games" not in page.text, "only this machine has them"
        assert "All games" in there.visitor().get(f"/rules/{game}").text
    rules = str(rules_of(find_game(game)))
    assert rules in page.text
    assert not re.search(r"(?m)^#|\|---|\*\*|\]\(", rules)
    for element in ("<h1>", "<h2 ", "<table>", "<li>", "<strong>"):
        assert element in rules
    own = {rule.code for rule in find_game(game).rules}
    assert own <= page.ids
    links = re.findall(r'href="#([^"]*)"', rules)
    assert {*links} <= page.ids
    assert not re.search(r'href="(?!#|https?:)', rules)


def test_a_refusal_leads_to_its_rule(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, _, page = begun(there, 8)
        tile = next(link for link in page.links if link.attributes.get("class") == "tile").to
        page = visitor.get(tile)
        space = next(link for link in page.links if link.words.startswith("free place"))
        page = visitor.get(f"{tile}&why=city+{space.query['tap'][1].split()[1]}+700+700")
        code = page.link("The rule").to.partition("#")[2]
        assert code.startswith("B2C-PLACE-")
        assert code not in page.parts["asking"]
        assert "\\u" not in page.parts["asking"]
        assert code in visitor.get("/rules/between_two_cities").ids


LOG = re.compile(r'<span class="of-log">.*?</span>|<table class="draws">.*?</table>', re.DOTALL)
"""What is shown to whoever asks for it."""


@pytest.mark.parametrize("game", GAMES)
def test_rules_begin_with_how_the_game_is_played(game: str) -> None:
    """What whoever writes logs and bots needs is not shown before, and nothing of it is lost."""
    rules = str(rules_of(find_game(game)))
    shown = re.sub("<[^>]*>", "", LOG.sub("", rules))
    assert shown.startswith(GAMES[game])
    assert "as it is played here" not in shown
    assert not re.search(r"\[[A-Z\d]+-[A-Z]", shown)
    assert "&quot;type&quot;" not in shown
    heads = re.findall("<h2[^>]*>(.*?)</h2>", rules)
    assert heads[0] == "Setup" or heads[1].startswith("Setup"), heads
    assert not [head for head in heads if "(" in head]
    later = [head for head in heads if head.startswith(("Components", "Options", "Numbers", "Notes for bots"))]
    assert heads[-len(later) - 1 :] == [*later, "This page"]
    plain = re.sub("<[^>]*>", "", rules)
    for move in re.findall(r'\{"type": "\w+"', find_game(game).file("RULES.md").decode()):
        assert move.replace('"', "&quot;") in plain
