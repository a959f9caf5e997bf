"""Bots that misbehave, or try to: they forfeit, the game goes on, and its log is valid."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from backyards import GAME as BACKYARDS
from backyards.state import BackyardsState
from backyards.table import Table
from msgspec.structs import replace

from cityleague.engine.between_two_cities.moves import Move, Pick
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.bots.builtin import Greedy, Random
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.chance import Stream
from cityleague.engine.errors import InputError
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import make_header, record_game
from cityleague.replays.testing.games import setup_of

from ..helpers import codes, edited, index_of, replaced

BTC = find_game("between_two_cities")


class Good(Random):
    pass


class Crashing(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        raise RuntimeError("\x1b[31mboom\n")


class Exiting(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        raise SystemExit(3)


class Nonsense(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        return {"type": "resign"}


class Nothing(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        return None


class Opaque(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        return object()


class Cheating(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        return Pick(("park", "zoo"))


class Endless(Random):
    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        return self.choose(view, legal)


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


class Wordless(Random):
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        raise Mute


class Stillborn(Random):
    def __init__(self, *_: Any) -> None:
        raise KeyError("never made")


FORFEITING: list[tuple[type[Random], str]] = [
    (Crashing, "crash"),
    (Exiting, "crash"),
    (Stillborn, "crash"),
    (Endless, "crash"),
    (Wordless, "crash"),
    (Nonsense, "garbage"),
    (Nothing, "garbage"),
    (Opaque, "garbage"),
    (Cheating, "illegal"),
]


def played(*bots: type[Greedy | Random], seed: str = "forfeits") -> list[bytes]:
    setup = Setup(BTC, BTC.options(), BTC.components(None), len(bots))
    names = [f"{seat} {bot.__name__}" for seat, bot in enumerate(bots)]
    header = make_header(setup, names, specs=names, seed=seed)
    return record_game(setup, header, [BotSpec(bot.__name__, bot, {}) for bot in bots])


@pytest.mark.parametrize(("bot", "kind"), FORFEITING)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_bot_that_fails_forfeits_and_ranks_last_in_a_valid_log(
    bot: type[Random], kind: str, seat: int, tmp_path: Path
) -> None:
    bots: list[type[Random]] = [Good, Good, Good]
    bots[seat] = bot
    lines = played(*bots)
    result = json.loads(lines[-1])["result"]
    assert result["ranks"][seat] == 3
    assert [(lost["seat"], lost["kind"]) for lost in result["forfeits"]] == [(seat, kind)]
    assert sum(b'{"forfeit"' in line for line in lines) == 1
    assert json.loads(lines[index_of(lines, b'{"forfeit"')])["forfeit"]["reason"].isprintable()
    assert codes(tmp_path, lines) == []


def test_a_game_that_fails_is_not_blamed_on_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    state = type(Setup(BTC, BTC.options(), BTC.components(None), 3).begin())
    monkeypatch.setattr(state, "legal", lambda _state, _seat: [])
    with pytest.raises(RuntimeError, match="Between Two Cities: seat 0 is due and has no legal move"):
        played(Good, Good, Good)


def test_a_view_that_fails_is_not_blamed_on_a_bot_that_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(_state: Any, _seat: int | None) -> View:
        raise RuntimeError("no view")

    monkeypatch.setattr(type(Setup(BTC, BTC.options(), BTC.components(None), 3).begin()), "view", view)
    with pytest.raises(RuntimeError, match="no view"):
        played(Greedy, Good, Good)


def test_of_two_players_who_forfeit_the_later_ranks_higher(tmp_path: Path) -> None:
    lines = played(Crashing, Good, Cheating)
    assert json.loads(lines[-1])["result"]["ranks"] == [3, 1, 2]
    assert codes(tmp_path, lines) == []


def test_a_forfeit_cannot_be_dropped_or_pinned_on_another(tmp_path: Path) -> None:
    lines = played(Crashing, Good, Good)
    at = index_of(lines, b'{"forfeit"')
    last = len(lines) - 1
    assert codes(tmp_path, replaced(lines, at))[0][1] == last
    assert codes(tmp_path, edited(lines, at, b'"seat":0', b'"seat":1'))[0][1] == last + 1
    assert codes(tmp_path, edited(lines, at, b'"seat":0', b'"seat":3')) == [("LOG-SEAT", at + 1)]
    assert codes(tmp_path, edited(lines, at, b'"crash"', b'"stall"')) == [("RESULT-FORFEIT", last + 1)]


class Spying(Random):
    """Looks for the game's chance in everything that its stream lets it compute."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, parameters)
        forged = Stream("", "chance/round-1a")
        forged._key = stream._key
        items = [tile for tile, count in setup.components.buildings.items() for _ in range(count)]
        self.guess = forged.draw(items, 14)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        assert list(view.hand) != self.guess[: len(view.hand)]
        chosen: Move = super().choose(view, legal)
        return chosen


def test_a_bots_random_numbers_do_not_give_away_the_deal() -> None:
    assert not any(b'"forfeit"' in line for line in played(Spying, Random))


def test_legal_moves_that_are_no_list_are_the_fault_of_the_game_and_no_forfeit() -> None:
    class Unlisted(BackyardsState):
        __slots__ = ()

        def legal(self, seat: int) -> Any:
            return iter(super().legal(seat))

    game = replace(BACKYARDS, setup=lambda options, seats, box: Unlisted.at(Table(options, seats, box)))
    setup = setup_of(game, 2)
    header = make_header(setup, ["a", "b"], specs=[], seed="0")
    with pytest.raises(InputError, match=r"Backyards: State\.legal gives a list_iterator; it should be a list"):
        record_game(setup, header, [BotSpec("random", Random, {})] * 2)
