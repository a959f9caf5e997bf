"""Ways in which the game cannot be played: told of a log's header, and by `play`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.components import packaged

from ..cli.helpers import run, usage
from .by_hand import log

NAME = "card_city_xl"
ALLOWED = "is not one of architect, ecological, leisure_crisis, suburbs, united_city"
ALONE = "united_city is for 2 to 4 players; alone one can play suburbs in its place"
TOGETHER = "suburbs is for one player alone, not for"

IMPOSSIBLE: list[tuple[int, dict[str, Any], str, str, str]] = [
    (1, {"variants": ["united_city"]}, "LOG-OPTIONS", "/options", ALONE),
    (2, {"variants": ["suburbs"]}, "LOG-OPTIONS", "/options", f"{TOGETHER} 2"),
    (4, {"variants": ["ecological", "suburbs"]}, "LOG-OPTIONS", "/options", f"{TOGETHER} 4"),
    (1, {"variants": ["suburbs", "united_city"]}, "LOG-OPTIONS", "/options", ALONE),
    (3, {"variants": ["suburbs", "united_city"]}, "LOG-OPTIONS", "/options", f"{TOGETHER} 3"),
    (5, {}, "LOG-PLAYERS", "/players", "Card City XL is played by 1 to 4 players, not by 5"),
    (2, {"variants": ["metro"]}, "LOG-VALUE", "/options/variants/0", f"'metro' {ALLOWED}"),
    (2, {"variants": ["architect", "metro"]}, "LOG-VALUE", "/options/variants/1", f"'metro' {ALLOWED}"),
    (2, {"variants": ["architect", "architect"]}, "LOG-VALUE", "/options/variants", '"architect" stands twice'),
    (2, {"level": "expert"}, "LOG-VALUE", "/options/level", "'expert' is not one of advanced, normal, simplified"),
    (2, {"victory": "wealth"}, "LOG-VALUE", "/options/victory", "'wealth' is not one of commerce, economy, industry"),
    (2, {"variant": ["architect"]}, "LOG-UNKNOWN-FIELD", "/options/variant", 'there is no option "variant" here'),
]
every_impossible_way = pytest.mark.parametrize(
    ("players", "options", "code", "pointer", "message"),
    IMPOSSIBLE,
    ids=[f"{players}-{json.dumps(options)}" for players, options, *_ in IMPOSSIBLE],
)


def header(folder: Path, players: int, options: dict[str, Any], components: bytes | None = None) -> Path:
    """A log of nothing but a header."""
    path = folder / "game.jsonl"
    lines = log(players, (), options, components)
    names = [f"p{seat}" for seat in range(players)]
    path.write_bytes(json.dumps({**json.loads(lines[0]), "players": names}).encode())
    return path


def finding_of(path: Path, *arguments: str | Path) -> dict[str, Any]:
    """The one finding about a log."""
    (finding,) = run("validate", path, "--format", "json", *arguments, code=1).stdout.splitlines()
    return dict(json.loads(finding))


def chosen(options: dict[str, Any]) -> list[str]:
    """The options as on a command line."""
    texts = [f"{name}={','.join(it) if isinstance(it, list) else it}" for name, it in options.items()]
    return [word for text in texts for word in ("--option", text)]


@every_impossible_way
def test_a_header_with_options_that_do_not_fit_is_refused(
    players: int, options: dict[str, Any], code: str, pointer: str, message: str, tmp_path: Path
) -> None:
    finding = finding_of(header(tmp_path, players, options))
    assert (finding["code"], finding["line"], finding["pointer"]) == (code, 1, pointer)
    assert message in finding["message"]


@every_impossible_way
def test_options_that_do_not_fit_cannot_be_played(
    players: int, options: dict[str, Any], code: str, pointer: str, message: str, tmp_path: Path
) -> None:
    said = usage("play", NAME, *["random"] * players, *chosen(options), "-o", tmp_path / "game.jsonl")
    assert message in said
    if code in ("LOG-VALUE", "LOG-UNKNOWN-FIELD"):
        place = pointer.replace("/options/", "--option ") if code == "LOG-VALUE" else "options"  # it names the option
        assert said.startswith(f"{place}: ")
    assert not list(tmp_path.iterdir())


SHORT: list[tuple[int, str, str, dict[str, Any], str]] = [
    (4, "simplified", "cards", {"commerce": 11}, "11 commerce cards are not enough for 4 players"),
    (4, "normal", "industry", {"levels": []}, "0 industry cards are not enough for 4 players"),
    (4, "simplified", "cards", {"town_halls": 3}, "3 town halls are not enough for 4 players"),
    (4, "normal", "cards", {"smog": 7}, "8 parks and 8 smog cards are needed"),
    (4, "advanced", "split", {"cards": {"residential/commerce": 11}}, "12 split cards are needed, there are 11"),
]


@pytest.mark.parametrize(("players", "level", "section", "figures", "message"), SHORT)
def test_too_few_cards_are_reported_by_validate_and_by_play(
    players: int, level: str, section: str, figures: dict[str, Any], message: str, tmp_path: Path
) -> None:
    file = json.loads(packaged(NAME))
    file[section] |= figures
    path = tmp_path / "few.json"
    path.write_text(json.dumps(file))
    finding = finding_of(header(tmp_path, players, {"level": level}, path.read_bytes()), "--components", path)
    assert (finding["code"], finding["pointer"], finding["message"]) == ("LOG-OPTIONS", "/options", message)
    words = ("play", NAME, *["random"] * players, "--option", f"level={level}", "--components", str(path))
    assert message in usage(*words)
